//! Games written as PGN read back as the same games, and damaged ones end in a message.

mod common;

use std::sync::Arc;

use common::random::Random;
use ninefold::game::{self, Game};
use ninefold::position::GameResult;
use ninefold::record::pgn::{self, Pgn, Reader};
use ninefold::variant::{self, Rules};
use ninefold::{Catalogue, Color};

/// A random game from the variant's start, one of its arrangements or a position of the oracle: where it began, and its
/// moves.
fn random_game(game: &mut dyn Game, rules: &Rules, random: &mut Random, plies: usize) -> (Option<String>, Vec<String>) {
    let fens = common::fens(rules);
    let fen = match random.below(3) {
        0 => None,
        1 => variant::arrangement(rules, random.below(960) as u64).ok(),
        _ => Some(fens[random.below(fens.len())].clone()),
    };
    game.set_up(fen.as_deref(), &[]).expect("a position of the variant");
    let mut moves = Vec::new();
    while moves.len() < plies && game.end().is_none() {
        let legal = game.moves();
        let mv = legal[random.below(legal.len())].clone();
        game.play(&mv).expect("a legal move");
        moves.push(mv);
    }
    (fen, moves)
}

/// A game with comments and a result that fits its end.
fn annotated(game: &mut dyn Game, rules: &Rules, random: &mut Random, plies: usize) -> (Pgn, Vec<String>) {
    let (fen, moves) = random_game(game, rules, random, plies);
    let mut pgn = Pgn::of_moves(game, fen.as_deref(), &moves).expect("moves that were played");
    for ply in &mut pgn.moves {
        let comments = [
            None,
            Some("+0.35/12 0.45s"),
            Some("a \"; (longer) comment [with] 50 % of everything"),
        ];
        ply.comment = comments[random.below(3)].map(String::from);
    }
    let open = [GameResult::Unfinished, GameResult::Draw, GameResult::Won(Color::Black)];
    let by_rule = game.end().map(|end| end.result(game.side(), rules));
    pgn.result = Some(by_rule.unwrap_or(open[random.below(3)]));
    pgn.set_tag("White", &format!("\"{}\" \\", rules.name));
    (pgn, moves)
}

/// A game without what depends on where it stands in its file.
fn stripped(mut pgn: Pgn) -> Pgn {
    pgn.line = 0;
    pgn.moves.iter_mut().for_each(|ply| ply.line = 0);
    pgn
}

#[test]
fn random_games_of_every_variant_read_back() {
    let catalogue = Catalogue::builtin();
    let mut random = Random(42);
    let mut file = String::new();
    let mut written = Vec::new();
    for name in catalogue.names() {
        let rules = catalogue.rules(name).expect("a built-in variant");
        let mut game = game::new(Arc::clone(rules));
        for _ in 0..4 {
            let (mut pgn, moves) = annotated(&mut *game, rules, &mut random, 160);
            for (name, value) in [
                ("Event", "?"),
                ("Site", "?"),
                ("Date", "????.??.??"),
                ("Round", "?"),
                ("Black", "?"),
            ] {
                pgn.set_tag(name, value);
            }
            file += &pgn.to_string();
            written.push((rules, pgn, moves));
        }
    }
    let read: Vec<Pgn> = Reader::new(file.as_bytes()).map(|game| game.expect("a game")).collect();
    assert_eq!(read.len(), written.len());
    for (read, (rules, pgn, moves)) in read.into_iter().zip(written) {
        let named = pgn::rules_of(&read, &catalogue).expect("a built-in variant");
        assert_eq!(named.name, rules.name);
        let replayed = pgn::replay(&read, &mut *game::new(Arc::clone(rules)));
        let replayed = replayed.unwrap_or_else(|broken| panic!("{}\n{}\n{pgn}", rules.name, broken.fault));
        assert_eq!(replayed.moves, moves);
        assert_eq!(read.tag("White"), pgn.tag("White"));
        let (read, pgn) = (stripped(read), stripped(pgn));
        assert_eq!((read.moves, read.result), (pgn.moves, pgn.result));
    }
}

#[test]
fn damaged_games_are_read_or_refused() {
    let catalogue = Catalogue::builtin();
    let mut random = Random(0xdead_beef);
    let alphabet = "KQRBNPabcdefgh0123456789x=+#-O.*/ \n{}()[];%$\"\\<>@!?Wé\u{feff}";
    let (mut replayed, mut broken, mut refused) = (0, 0, 0);
    for name in ["chess", "fischerandom", "haynie", "snappy", "ninesquare", "chess99"] {
        let rules = catalogue.rules(name).expect("a built-in variant");
        let mut game = game::new(Arc::clone(rules));
        let texts: Vec<String> = (0..10)
            .map(|_| annotated(&mut *game, rules, &mut random, 30).0.to_string())
            .collect();
        for _ in 0..600 {
            let mut text = texts[random.below(texts.len())].clone();
            for _ in 0..=random.below(3) {
                text = random.damage(&text, alphabet);
            }
            // What is not UTF-8 must not hurt either.
            let mut bytes = text.into_bytes();
            if random.below(10) == 0 {
                bytes.push(0xe9);
            }
            for pgn in Reader::new(&bytes[..]) {
                match pgn {
                    Ok(pgn) if pgn::rules_of(&pgn, &catalogue).is_ok_and(|named| named.name == name) => {
                        match pgn::replay(&pgn, &mut *game) {
                            Ok(_) => replayed += 1,
                            Err(_) => broken += 1,
                        }
                        // Whatever was read can be written.
                        let again = Reader::new(pgn.to_string().as_bytes()).next();
                        let again = stripped(again.expect("a game").expect("what we write ourselves"));
                        assert_eq!(again.moves.len(), pgn.moves.len(), "{pgn}");
                    }
                    Ok(_) => refused += 1,
                    Err(error) => {
                        assert!(error.line > 0 && !error.to_string().is_empty());
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(
        replayed > 300 && broken > 300 && refused > 100,
        "{replayed} replayed, {broken} broken, {refused} refused"
    );
}

/// Written by XBoard 4.9.1 with engines that define the variant, in `_fairy` (which drops what a man becomes) and `_elven`, and
/// with Fairy-Max.
#[test]
fn games_of_xboard_replay() {
    let file = include_bytes!("pgn/xboard.pgn");
    let catalogue = Catalogue::builtin();
    let mut names = Vec::new();
    for pgn in Reader::new(&file[..]) {
        let pgn = pgn.expect("a game");
        let rules = pgn::rules_of(&pgn, &catalogue).expect("a built-in variant");
        let replayed = pgn::replay(&pgn, &mut *game::new(Arc::clone(rules)));
        let replayed = replayed.unwrap_or_else(|broken| panic!("{}: {}", broken.line, broken.fault));
        assert!(replayed.moves.len() > 20);
        names.push(rules.name.as_str());
    }
    assert_eq!(
        names,
        ["haynie", "ninesquare2", "snappy", "snappy", "capablanca", "knightmate"]
    );
}
