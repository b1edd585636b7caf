use proptest::prelude::*;

use super::*;

fn command(line: &str) -> Command {
    parse(line).unwrap().unwrap()
}

fn error(line: &str) -> String {
    parse(line).unwrap_err().to_string()
}

#[test]
fn words() {
    assert_eq!(command("xboard"), Command::Xboard);
    assert_eq!(command("  protover 2\r"), Command::Protover);
    assert_eq!(command("hard"), Command::Ponder(true));
    assert_eq!(command("easy"), Command::Ponder(false));
    assert_eq!(command("?"), Command::MoveNow);
    assert_eq!(command("."), Command::Status);
    assert_eq!(command("rejected setscore"), Command::Nothing);
    assert_eq!(command("result 1-0 {White mates}"), Command::Result);
    assert_eq!(parse(""), Ok(None));
    assert_eq!(parse("# usermove e2e4"), Ok(None));
}

#[test]
fn every_word_is_a_command() {
    for word in WORDS {
        let known = [word.to_owned(), format!("{word} 1"), format!("{word} 0 5 0")];
        assert!(known.iter().any(|line| parse(line).is_ok()), "{word}");
        assert_ne!(parse(word), Err(CommandError::Unknown));
    }
}

#[test]
fn moves_with_and_without_their_word() {
    for text in ["e2e4", "a7a8q", "i10i11+", "a0b9", "O-O", "0-0-0", "a7a8=Q"] {
        assert_eq!(command(text), Command::BareMove(text.into()));
        assert_eq!(command(&format!("usermove {text}")), Command::Move(text.into()));
    }
    assert_eq!(command("usermove whatever"), Command::Move("whatever".into()));
    for text in ["e2", "e2e", "e2e444", "e2e4qqq", "E2E4", "hello", "e2e4é♔x", "é2e4"] {
        assert_eq!(parse(text), Err(CommandError::Unknown), "{text}");
    }
}

#[test]
fn time_controls() {
    let level = |line| match command(line) {
        Command::Level(level) => (level.moves, level.base, level.increment),
        other => panic!("{other:?}"),
    };
    assert_eq!(level("level 40 5 0"), (Some(40), 300_000, 0));
    assert_eq!(level("level 0 2:30 12"), (None, 150_000, 12_000));
    assert_eq!(level("level 0 0:05 0.05"), (None, 5000, 50));
    assert_eq!(level("level 0 0.5 0"), (None, 30_000, 0));
    assert_eq!(level("level 40 25+5 0"), (Some(40), 1_500_000, 0));
    assert_eq!(level("level 0 999999999999999999999 0"), (None, numbers::LONGEST, 0));
    assert!(error("level 40 5").starts_with("expected level and moves"));
    assert_eq!(error("level x 5 0"), "expected a whole number of moves, not \"x\"");
    assert_eq!(
        error("level 40 5:x 0"),
        "expected minutes or minutes:seconds, not \"5:x\""
    );
    assert_eq!(
        error("level 40 -5 0"),
        "expected minutes or minutes:seconds, not \"-5\""
    );
    assert_eq!(error("level 40 5 1e3"), "expected seconds of increment, not \"1e3\"");
}

#[test]
fn numbers_and_their_limits() {
    assert_eq!(command("st 5"), Command::ExactTime(5000));
    assert_eq!(command("st 0"), Command::ExactTime(0));
    assert_eq!(command("st 0.3"), Command::ExactTime(300));
    assert_eq!(command("sd 6"), Command::Depth(6));
    assert_eq!(command("sd 0"), Command::Depth(1));
    assert_eq!(command("nps 1000"), Command::NodesPerSecond(Some(1000)));
    assert_eq!(command("nps -1"), Command::NodesPerSecond(None));
    assert_eq!(command("time 30000"), Command::OwnTime(300_000));
    assert_eq!(command("otim -12"), Command::OtherTime(0));
    assert_eq!(error("st"), "expected seconds after st, not \"\"");
    assert_eq!(
        error("sd deep"),
        "expected a whole number of plies after sd, not \"deep\""
    );
    assert_eq!(
        error("time 1.5"),
        "expected hundredths of a second after time, not \"1.5\""
    );
    assert_eq!(error("memory -1"), "expected a whole number after memory, not \"-1\"");
}

#[test]
fn the_rest_of_a_line() {
    assert_eq!(command("ping 7"), Command::Ping("7".into()));
    assert_eq!(command("variant  chess99 "), Command::Variant("chess99".into()));
    assert_eq!(
        command("setboard 8/8 w - - 0 1"),
        Command::SetBoard("8/8 w - - 0 1".into())
    );
    assert_eq!(
        command("option Move Overhead=5"),
        Command::Option("Move Overhead".into(), Some("5".into()))
    );
    assert_eq!(command("option Clear Hash"), Command::Option("Clear Hash".into(), None));
    assert_eq!(command("exclude all"), Command::Exclude(true, None));
    assert_eq!(command("include e2e4"), Command::Exclude(false, Some("e2e4".into())));
    for (text, digits) in [
        ("a:a;q", "a10a11q"),
        ("a9a:", "a9a10"),
        ("a2a1=q", "a2a1=q"),
        ("l:f?x:", "l10f15x:"),
    ] {
        let command = command(&format!("exclude {text}"));
        assert_eq!(command, Command::Exclude(true, Some(digits.into())));
    }
    assert_eq!(command("lift e2"), Command::Lift("e2".into()));
    for line in [
        "ping",
        "ping one",
        "ping -1",
        "ping 123456789012345678901",
        "variant",
        "usermove",
        "setboard ",
        "option",
        "option =3",
        "exclude",
        "lift",
        "put",
    ] {
        assert!(parse(line).is_err(), "{line}");
    }
}

#[test]
fn a_line_is_repeated_in_one_piece() {
    assert_eq!(repeated(" hello\tworld "), "hello\\tworld");
    assert_eq!(repeated(&"x".repeat(200)).len(), 83);
}

proptest! {
    #[test]
    fn no_line_is_too_odd(line in ".*") {
        let _ = parse(&line);
        prop_assert!(!repeated(&line).contains('\n'));
    }

    #[test]
    fn no_argument_is_too_odd(word in "level|st|sd|nps|time|memory|option|exclude|usermove", rest in ".{0,20}") {
        let _ = parse(&format!("{word} {rest}"));
    }
}
