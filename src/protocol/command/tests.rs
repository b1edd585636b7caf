use proptest::prelude::*;

use super::*;

fn command(line: &str) -> Command {
    parse(line).unwrap().unwrap()
}

fn error(line: &str) -> String {
    parse(line).unwrap_err().to_string()
}

fn go(line: &str) -> Go {
    match command(line) {
        Command::Go(go) => *go,
        other => panic!("{other:?}"),
    }
}

fn set(line: &str) -> (String, Option<String>) {
    match command(line) {
        Command::SetOption(set) => (set.name, set.value),
        other => panic!("{other:?}"),
    }
}

fn position(line: &str) -> PositionCommand {
    match command(line) {
        Command::Position(position) => position,
        other => panic!("{other:?}"),
    }
}

#[test]
fn fixed_messages() {
    assert!(matches!(command("uci"), Command::Uci));
    assert!(matches!(command("  isready \r"), Command::IsReady));
    assert!(matches!(command("debug on"), Command::Debug(true)));
    assert!(matches!(command("debug\toff"), Command::Debug(false)));
    assert!(matches!(command("ucinewgame"), Command::NewGame));
    assert!(matches!(command("stop now please"), Command::Stop));
    assert!(matches!(command("ponderhit"), Command::PonderHit));
    assert!(matches!(command("quit"), Command::Quit));
    assert!(matches!(command("register later"), Command::Register));
    assert!(matches!(
        command("register name Ana Maria code 12 34"),
        Command::Register
    ));
    assert_eq!(error("debug"), "debug: expected \"on\" or \"off\"");
    assert_eq!(error("debug maybe"), "debug: \"maybe\" is neither \"on\" nor \"off\"");
    assert!(error("register").starts_with("register: expected"));
}

#[test]
fn unknown_words_before_a_command_are_skipped() {
    assert!(matches!(command("joho debug on"), Command::Debug(true)));
    assert!(matches!(command("please d stop"), Command::Stop));
    assert!(error("please d").starts_with("Unknown command: \"please d\""));
    assert!(error("Isready").starts_with("Unknown command: \"Isready\""));
    assert!(parse("").unwrap().is_none());
    assert!(parse(" # go infinite").unwrap().is_none());
}

#[test]
fn a_carriage_return_does_not_start_another_message() {
    assert!(matches!(command("isready\rgo depth 300"), Command::IsReady));
    assert!(matches!(command("debug on\rgo depth 300"), Command::Debug(true)));
    assert!(matches!(
        command("register name a\rposition startpos moves e7e9 code 1"),
        Command::Register
    ));
}

#[test]
fn options() {
    assert_eq!(set("setoption name Hash value 16"), ("Hash".into(), Some("16".into())));
    assert_eq!(
        set("setoption name  Move  Overhead value 5"),
        ("Move Overhead".into(), Some("5".into()))
    );
    assert_eq!(
        set("setoption name Log File value /tmp/a  b.log "),
        ("Log File".into(), Some("/tmp/a  b.log".into()))
    );
    assert_eq!(set("setoption name Log File value "), ("Log File".into(), None));
    assert_eq!(set("setoption name Clear Hash"), ("Clear Hash".into(), None));
    assert!(error("setoption Hash 3").starts_with("setoption: expected \"name\""));
    assert!(error("setoption").starts_with("setoption: expected \"name\""));
    assert!(error("setoption name value 3").starts_with("setoption: expected the name of an option"));
}

#[test]
fn positions() {
    let plain = position("position startpos");
    assert_eq!((plain.fen, plain.moves.len()), (None, 0));
    let moved = position("position   startpos moves e2e4  a10a11r");
    assert_eq!(moved.moves, ["e2e4", "a10a11r"]);
    let fen = position("position fen 4k3/8 w - - 0 1 d4:3 moves e2e4");
    assert_eq!(fen.fen.as_deref(), Some("4k3/8 w - - 0 1 d4:3"));
    assert_eq!(fen.moves, ["e2e4"]);
    assert_eq!(position("position startpos moves").moves.len(), 0);
    assert!(error("position").starts_with("position: expected \"startpos\" or \"fen\""));
    assert!(error("position here").starts_with("position: \"here\" after"));
    assert!(error("position fen moves e2e4").starts_with("position: expected a FEN"));
    assert!(error("position startpos e2e4").starts_with("position: \"e2e4\" after \"startpos\""));
}

#[test]
fn go_parts_come_in_any_order() {
    let go = go("go movestogo 40 winc 10 ponder btime 2000 searchmoves e2e4 d2d4 wtime -5 binc 20 nodes 7");
    assert_eq!(go.limits.time, [Some(1), Some(2000)]);
    assert_eq!(go.limits.increment, [10, 20]);
    assert_eq!(go.limits.moves_to_go, Some(40));
    assert_eq!(go.limits.nodes, Some(7));
    assert_eq!(go.searchmoves, ["e2e4", "d2d4"]);
    assert!(go.ponder && !go.limits.infinite && go.ignored.is_empty());
}

#[test]
fn go_numbers_are_clamped() {
    assert_eq!(go("go depth 300").limits.depth, Some(MAX_DEPTH));
    assert_eq!(go("go depth 99999999999999999999999").limits.depth, Some(MAX_DEPTH));
    assert_eq!(go("go depth -3").limits.depth, Some(1));
    assert_eq!(go("go movestogo 0 movetime 0").limits.moves_to_go, None);
    assert_eq!(go("go movetime 0").limits.movetime, Some(1));
    assert_eq!(go("go perft 0").perft, Some(0));
    assert_eq!(
        go("go nodes 99999999999999999999999").limits.nodes,
        Some(i64::MAX as u64)
    );
    assert_eq!(go("go depth 3 depth +5").limits.depth, Some(5));
}

#[test]
fn go_errors() {
    assert_eq!(error("go depth"), "go: expected a whole number after \"depth\"");
    assert_eq!(
        error("go depth x"),
        "go: \"x\" after \"depth\": expected a whole number"
    );
    assert_eq!(
        error("go wtime 1e3"),
        "go: \"1e3\" after \"wtime\": expected a whole number"
    );
    assert_eq!(
        error("go searchmoves depth 3"),
        "go: expected moves after \"searchmoves\""
    );
    assert!(error("go home").starts_with("go: \"home\" means nothing here: expected searchmoves, ponder"));
    assert_eq!(go("go depth 4 hurry up").ignored, ["hurry", "up"]);
}

#[test]
fn what_ends_a_go() {
    assert!(go("go").is_endless(0));
    assert!(go("go infinite depth 3").is_endless(0));
    assert!(go("go wtime 100").is_endless(1));
    assert!(!go("go wtime 100").is_endless(0));
    assert!(!go("go perft 3").is_endless(0));
}

#[test]
fn bench() {
    assert!(matches!(command("bench"), Command::Bench(None)));
    assert!(matches!(command("bench 5"), Command::Bench(Some(5))));
    assert_eq!(
        error("bench deep"),
        "bench: \"deep\" is not a depth: expected a whole number of plies"
    );
}

#[test]
fn errors_stay_short_and_on_one_line() {
    let text = error(&format!("x\u{1b}[2Jy\rz{}", "é".repeat(5000)));
    assert!(text.chars().count() < 400, "{text}");
    assert!(!text.chars().any(char::is_control), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn any_line_is_parsed_or_refused(line in any::<String>()) {
        let _ = parse(&line);
    }

    #[test]
    fn any_words_of_the_protocol_are_parsed_or_refused(
        words in proptest::collection::vec(
            prop_oneof![
                proptest::sample::select(vec![
                    "uci", "debug", "on", "off", "isready", "setoption", "name", "value", "register", "later", "code",
                    "ucinewgame", "position", "startpos", "fen", "moves", "go", "searchmoves", "ponder", "wtime", "btime",
                    "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "infinite", "perft", "stop",
                    "ponderhit", "quit", "d", "eval", "flip", "bench", "300", "-1", "99999999999999999999", "e2e4", "\r",
                    "a1a10", "e7e8a", "\u{85}", "\u{0}", "Hash",
                ]).prop_map(str::to_owned),
                any::<String>(),
            ],
            0..12,
        ),
        joint in "[ \t\r]{1,3}",
    ) {
        if let Err(error) = parse(&words.join(&joint)) {
            prop_assert!(!error.to_string().chars().any(char::is_control));
        }
    }
}
