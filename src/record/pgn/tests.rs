use std::sync::Arc;

use super::*;
use crate::{Catalogue, Color, game};

fn read(text: &str) -> Vec<Result<Pgn, String>> {
    let games = Reader::new(text.as_bytes());
    games.map(|game| game.map_err(|e| format!("{}: {e}", e.line))).collect()
}

fn one(text: &str) -> Pgn {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0).unwrap()
}

fn texts(pgn: &Pgn) -> String {
    let texts: Vec<&str> = pgn.moves.iter().map(|ply| ply.text.as_str()).collect();
    texts.join(" ")
}

fn new_game(name: &str) -> Box<dyn Game> {
    game::new(Arc::clone(Catalogue::builtin().rules(name).unwrap()))
}

/// Replays a game by its tag's rules; gives back its moves as UCI, or what is wrong with the line.
fn replayed(text: &str) -> Result<String, String> {
    let pgn = one(text);
    let catalogue = Catalogue::builtin();
    let rules = rules_of(&pgn, &catalogue).map_err(|e| e.to_string())?;
    let result = replay(&pgn, &mut *game::new(Arc::clone(rules)));
    result
        .map(|r| r.moves.join(" "))
        .map_err(|b| format!("{}: {}", b.line, b.fault))
}

#[test]
fn everything_that_pgn_has_is_understood() {
    let text = "\u{feff}% an escape\r\n[Event \"x\"]\r\n[White \"A\"] [Black \"B\"]\r\n[Result \"0-1\"]\r\n\r\n\
                {Before} 1.e4 $1 {best\r\n% not this\r\nby test} ; and more\r\n(1. d4 d5 {queen's (pawn} (1... Nf6)) 1... e5!? \
                2. ... 3 Nf3 <reserved> exd6 e.p. 4. e8(Q) (4.e8=N) +- e8=N# 4e5 5.0-0 0-1 {End}\r\n";
    let pgn = one(text);
    assert_eq!(texts(&pgn), "e4 e5!? Nf3 exd6 e8(Q) e8=N# 4e5 0-0");
    assert_eq!(pgn.preface.as_deref(), Some("Before"));
    assert_eq!(pgn.moves[0].comment.as_deref(), Some("best by test and more"));
    assert_eq!(pgn.result, Some(GameResult::Won(Color::Black)));
    assert_eq!((pgn.tag("black"), pgn.tag("Round")), (Some("B"), None));
    assert_eq!((pgn.line, pgn.moves[1].line), (2, 9));
}

#[test]
fn games_follow_each_other_with_or_without_results_and_tags() {
    let text = "1. e4 e5 1/2-1/2 1. d4 *\n\n[Event \"a\"]\n\n1. c4\n\n[Event \"b\"]\n\n*\n[Event \"c\"]\n[Event \"d\"]\n\n1. f4";
    let games: Vec<Pgn> = read(text).into_iter().map(Result::unwrap).collect();
    let all: Vec<String> = games.iter().map(texts).collect();
    assert_eq!(all, ["e4 e5", "d4", "c4", "", "", "f4"]);
    assert_eq!(games[2].result, None);
    assert_eq!(games[5].tag("Event"), Some("d"));
    assert!(read(" \n\n {just a comment}\n").is_empty());
}

#[test]
fn errors_name_line_and_game_and_the_next_game_is_read() {
    let text = "[Event \"a\"]\n\n1. e4 {no end\n\n[Event \"b\"]\n\n1. d4 (1. c4\n\n[Event \"c\"]\n[White Bob]\n[Black \"x\"]\n\n1. b3 *\n\n\
                [Event \"d\"]\n\n1. a3 ) 1-0\n\n[Event \"e\"]\n\n1. h3 *\n";
    let said: Vec<String> = read(text)
        .into_iter()
        .map(|game| game.map_or_else(|e| e, |g| texts(&g)))
        .collect();
    assert_eq!(
        said,
        [
            "3: game 1: the comment that begins here has no end (`}`)",
            "7: game 2: the variation that begins here has no end (`)`)",
            "10: game 3: `[White Bob]`: expected a tag like [White \"Anna\"]",
            "17: game 4: `)` ends what has not begun",
            "h3",
        ]
    );
}

#[test]
fn older_files_are_latin_1() {
    let bytes = b"[White \"J\xfcrgen\"]\n\n1. e4 *\n";
    let pgn = Reader::new(&bytes[..]).next().unwrap().unwrap();
    assert_eq!(pgn.tag("White"), Some("J\u{fc}rgen"));
}

#[test]
fn what_is_written_reads_back() {
    let mut game = new_game("chess99");
    let moves: Vec<String> = ["e2e3", "e10e9"].map(String::from).to_vec();
    let mut pgn = Pgn::of_moves(&mut *game, None, &moves).unwrap();
    pgn.set_tag("White", "a \"quoted\" \\ name\n");
    pgn.set_tag("Round", "1.2");
    pgn.set_tag("TimeControl", "10+0.1");
    let long = "word ".repeat(40) + "100 % sure [Event \"x\"] {not} the end";
    pgn.moves[0].comment = Some(long.clone());
    pgn.moves[1].comment = Some(thinking(
        Some(crate::search::Score::Centipawns(-35)),
        Some(12),
        std::time::Duration::from_millis(450),
    ));
    pgn.preface = Some("Opening".into());
    pgn.result = Some(GameResult::Draw);
    let text = pgn.to_string();
    assert!(text.contains("{-0.35/12 0.45s} 1/2-1/2\n\n"), "{text}");
    assert!(
        text.starts_with("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1.2\"]\n[White \"a \\\"quoted"),
        "{text}"
    );
    let back = one(&text);
    assert_eq!(texts(&back), texts(&pgn));
    assert_eq!(back.moves[0].comment, Some(long.replace('}', ")")));
    assert_eq!(back.preface, pgn.preface);
    assert_eq!(back.tag("White"), Some("a \"quoted\" \\ name"));
    assert_eq!(replayed(&text), Ok("e2e3 e10e9".into()));
    // What it is made of again is the same text.
    assert_eq!(back.to_string(), text);
}

#[test]
fn thoughts_are_written_as_cutechess_does() {
    use crate::search::Score;
    let ms = std::time::Duration::from_millis;
    assert_eq!(thinking(Some(Score::Centipawns(0)), Some(1), ms(5)), "+0.00/1 0.005s");
    assert_eq!(thinking(Some(Score::Mate(-3)), Some(20), ms(1200)), "-M3/20 1.20s");
    assert_eq!(thinking(None, None, ms(61_000)), "61.00s");
}

#[test]
fn a_game_from_a_position_says_so() {
    let mut game = new_game("ninesquare");
    let fen = "4jk3/9/9/9/9/9/9/p8/5K3 b - - 3 40";
    let pgn = Pgn::of_moves(&mut *game, Some(fen), &["a2a1q".into(), "f1f2".into()]).unwrap();
    let text = pgn.to_string();
    assert!(
        text.contains(&format!(
            "[Variant \"ninesquare\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n40... a1=Q+ 41. Kf2 *\n"
        )),
        "{text}"
    );
    assert_eq!(replayed(&text), Ok("a2a1q f1f2".into()));
    let error = Pgn::of_moves(&mut *game, None, &["a2a4".into(), "a2a4".into()]).unwrap_err();
    assert_eq!(error.to_string(), "move 2: `a2a4`: Black has no man on a2");
}

#[test]
fn breaks_are_named() {
    let broken = |text: &str| replayed(text).unwrap_err();
    assert_eq!(
        broken("[Variant \"normal\"]\n\n1. e4 e5\n2. Bb6 *"),
        "4: move 2. Bb6 (ply 3): `Bb6` is not legal in this position"
    );
    assert_eq!(
        broken("[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 9\"]\n\n9... Ke7 10. O-O-O *"),
        "3: move 10. O-O-O (ply 2): `O-O-O` is not legal in this position"
    );
    assert_eq!(
        broken("[FEN \"8/8\"]\n1. e4 *"),
        "1: tag FEN: FEN: board: 2 ranks, expected 8"
    );
    assert_eq!(
        broken("1. f3 e5 2. g4 Qh4# 3. a3 0-1"),
        "1: move 3. a3 (ply 5): the game has ended before by checkmate"
    );
    assert_eq!(
        broken("1. f3 e5 2. g4 Qh4# 1-0"),
        "1: the result is 1-0, but the game has ended by checkmate: 0-1"
    );
    assert_eq!(
        broken("[Result \"1-0\"]\n1. e4 0-1"),
        "2: tag Result is \"1-0\", but behind the moves stands 0-1"
    );
    assert!(
        broken("[Variant \"bughouse\"]\n1. e4 *").starts_with("there is no variant \"bughouse\"; there are chess, ")
    );
    let long = format!("1. {} *", "x".repeat(100_000));
    assert!(broken(&long).len() < 300);
}

#[test]
fn games_of_xboard_are_read() {
    // Ranks from 0, and a man of an engine's variant.
    let fen = Catalogue::builtin().rules("haynie").unwrap().start.clone();
    let text = format!(
        "[Variant \"haynie\"]\n[VariantMen \"P:fmWfcF\"]\n[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n{{--------------\n r n z\n--------------}}\n1. e4 e5 2. d4 {{+0.10/5 0.2}} dxe4\n{{White resigns}} 0-1\n"
    );
    assert_eq!(
        replayed(&text),
        Err("9: move 2... dxe4 (ply 4): `dxe4` is not legal in this position".into())
    );
    let text = text.replace("dxe4", "exd4");
    assert_eq!(replayed(&text), Ok("e3e5 e8e6 d3d5 e6d5".into()));
    // The same without the tag that says so: counted from 1 it breaks.
    let text = text.replace("[VariantMen \"P:fmWfcF\"]\n", "");
    assert_eq!(replayed(&text), Ok("e3e5 e8e6 d3d5 e6d5".into()));
}

#[test]
fn names_of_variants() {
    let catalogue = Catalogue::builtin();
    for (tag, name) in [
        ("", "chess"),
        ("Standard", "chess"),
        ("From Position", "chess"),
        ("Chess960", "fischerandom"),
        ("Fischerandom", "fischerandom"),
        ("Nine-Square", "ninesquare"),
        ("Chess99 EveryMove", "chess99-everymove"),
    ] {
        let pgn = one(&format!("[Variant \"{tag}\"]\n\n*"));
        assert_eq!(rules_of(&pgn, &catalogue).unwrap().name, name, "{tag}");
    }
}
