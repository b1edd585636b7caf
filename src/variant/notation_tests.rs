use super::*;
use crate::types::Geometry;
use proptest::prelude::*;

/// The squares the leaps of a movement reach in one step from d4 of a large board.
fn from_d4(text: &str) -> Vec<String> {
    let board = Geometry { files: 11, ranks: 11 };
    let mut squares = Vec::new();
    for part in parse(text).unwrap().parts {
        for (x, y) in part.leaps {
            let square = board.square(3 + i32::from(x), 3 + i32::from(y)).unwrap();
            squares.push(board.name(square));
        }
    }
    squares.sort();
    squares
}

fn problem(text: &str) -> (usize, Problem) {
    let error = parse(text).expect_err(text);
    assert_eq!(error.text, text);
    (error.column, error.problem)
}

#[test]
fn directions() {
    for (text, squares) in [
        ("lfN", "c6"),
        ("lhN", "b3 b5 c2 c6"),
        ("rfZ", "f7"),
        ("bhC", "a3 c1 e1 g3"),
        ("rbF1", "e3"),
        ("fslbC", "a5 c1 g5"),
        ("vN", "c2 c6 e2 e6"),
        ("sN", "b3 b5 f3 f5"),
        ("fN", "c6 e6"),
        ("ffN", "c6 e6"),
        ("fhN", "b5 c6 e6 f5"),
        ("fsN", "b5 f5"),
        ("frN", "f5"),
        ("rfN", "e6"),
        ("hrN", "b5 c2 e6 f3"),
        ("hlN", "b3 c6 e2 f5"),
        ("rvN", "e2 e6"),
        ("fbN", "c2 c6 e2 e6"),
        ("fW", "d5"),
        ("fsW", "c4 d5 e4"),
        ("vD", "d2 d6"),
        ("fF", "c5 e5"),
        ("frF", "e5"),
        ("rfA", "f6"),
        ("frblF", "c3 e5"),
        ("fK", "c5 d5 e5"),
        ("sK", "c3 c4 c5 e3 e4 e5"),
        ("fbQ", "c3 c5 d3 d5 e3 e5"),
        ("G", "a1 a7 g1 g7"),
    ] {
        assert_eq!(from_d4(text).join(" "), squares, "{text}");
    }
}

#[test]
fn ranges() {
    for (text, reach) in [
        ("W", Reach::Leaps(1)),
        ("W3", Reach::Leaps(3)),
        ("R10", Reach::Leaps(10)),
        ("R1000", Reach::Leaps(255)),
        ("W0", Reach::Unlimited),
        ("R", Reach::Unlimited),
        ("NN", Reach::Unlimited),
        ("CC", Reach::Unlimited),
        ("ZZ", Reach::Unlimited),
        ("DD", Reach::Unlimited),
        ("HH", Reach::Unlimited),
        ("GG", Reach::Unlimited),
        ("AA", Reach::Unlimited),
        ("WW", Reach::Unlimited),
        ("FF", Reach::Unlimited),
        ("N3", Reach::Leaps(3)),
        ("D2", Reach::Leaps(2)),
        ("N+", Reach::Progressive),
        ("A*", Reach::Multiple),
    ] {
        let movement = parse(text).unwrap();
        assert_eq!(movement.parts.len(), 1, "{text}");
        assert_eq!(movement.parts[0].reach, reach, "{text}");
    }
    assert_eq!(parse("NNQ").unwrap().parts.len(), 3);
    assert_eq!(parse("BNN").unwrap().parts[1].reach, Reach::Unlimited);
    assert_eq!(parse("KK").unwrap().parts, parse("Q").unwrap().parts);
}

#[test]
fn modifiers_in_any_order() {
    let pawn = parse("fmWfceFifmnD").unwrap();
    for text in ["mfWecfFnfmiD", "fmWcefFimfnD", "mfWcfeFimnfD"] {
        assert_eq!(parse(text).unwrap(), pawn, "{text}");
    }
    let double = &pawn.parts[2];
    assert!(double.initial && double.lame && double.quiet && !double.capture);
    assert_eq!(double.leaps, [(0, 2)]);
    assert!(pawn.parts[1].en_passant && pawn.parts[1].capture && !pawn.parts[1].quiet);
    let berolina = parse("mfFcfeWimfnA").unwrap();
    assert!(berolina.parts[2].initial && berolina.parts[2].lame);
    assert_eq!(berolina.parts[2].leaps, [(2, 2), (-2, 2)]);
}

#[test]
fn castling() {
    for (text, castling) in [
        ("KisO3", [Some(3), Some(3)]),
        ("KismO2", [Some(2), Some(2)]),
        ("KiO2", [Some(2), Some(2)]),
        ("KirO3ilO4", [Some(3), Some(4)]),
        ("KilO2", [None, Some(2)]),
    ] {
        assert_eq!(parse(text).unwrap().castling, castling, "{text}");
    }
}

#[test]
fn errors_name_column_and_remedy() {
    assert_eq!(problem(""), (1, Problem::Empty));
    assert_eq!(problem("Wpf"), (2, unsupported('p')));
    assert_eq!(problem("Wf"), (3, Problem::NoAtom("f".into())));
    assert_eq!(problem("fX"), (2, Problem::NoAtom("f".into())));
    assert_eq!(problem("W E"), (2, Problem::Unknown(' ')));
    assert_eq!(problem("WL"), (2, Problem::OtherName('L', 'C')));
    assert_eq!(problem("5R"), (1, Problem::StrayRange));
    assert_eq!(problem("+W"), (1, Problem::StraySuffix('+')));
    assert_eq!(problem("W2+"), (3, Problem::StraySuffix('+')));
    assert_eq!(problem("WW*"), (3, Problem::StraySuffix('*')));
    assert_eq!(problem("R05"), (2, Problem::LeadingZero));
    assert_eq!(problem("NN3"), (3, Problem::TwoRanges("NN".into())));
    assert_eq!(problem("RR"), (2, Problem::TwoRanges("R".into())));
    assert_eq!(problem("mmW"), (2, Problem::Twice('m')));
    assert_eq!(problem("fmrF"), (3, Problem::DirectionsApart));
    assert_eq!(problem("ffvW"), (1, Problem::DirectionTwice("f".into())));
    assert_eq!(problem("nN"), (1, Problem::Lame));
    assert_eq!(problem("fnD2"), (2, Problem::Lame));
    assert_eq!(problem("nAA"), (1, Problem::Lame));
    assert_eq!(problem("nH"), (1, Problem::Lame));
    assert_eq!(problem("fnG"), (2, Problem::Lame));
    assert_eq!(problem("feF"), (2, Problem::EnPassantNeedsCapture));
    assert_eq!(problem("mceF"), (3, Problem::EnPassantNeedsCapture));
    assert_eq!(problem("ceB"), (2, Problem::EnPassantNeedsLeap));
    assert_eq!(problem("KO2"), (2, Problem::CastlingNeedsInitial));
    assert_eq!(problem("KisO"), (5, Problem::CastlingRange));
    assert_eq!(problem("KisO0"), (5, Problem::CastlingRange));
    assert_eq!(problem("KifO2"), (3, Problem::CastlingModifier('f')));
    assert_eq!(problem("KicO2"), (3, Problem::CastlingModifier('c')));
    assert_eq!(problem("KisO2ilO3"), (7, Problem::CastlingTwice("first")));
    assert_eq!(problem("RW"), (2, Problem::Repeated("W".into())));
    assert_eq!(problem("NRmN"), (3, Problem::Repeated("mN".into())));
    assert_eq!(problem("NNN"), (3, Problem::Repeated("N".into())));
    let (column, not_a_leap) = problem("Q+");
    assert_eq!(column, 2);
    assert!(
        not_a_leap.to_string().contains("instead of Q+ write W+F+"),
        "{not_a_leap}"
    );
    for text in ["hW", "hF", "hN", "vhN", "frK", "hK", "ffK", "ffF", "hfN"] {
        assert!(matches!(problem(text).1, Problem::Direction { .. }), "{text}");
    }
}

#[test]
fn an_initial_part_may_extend_another() {
    assert_eq!(parse("fmWifmR3").unwrap().parts.len(), 2);
    assert!(parse("fmR3ifmW").is_err());
}

#[test]
fn riders_in_a_row_keep_their_ranges() {
    for (text, written) in [("iRW2", "iR0R2"), ("iBF3", "iB0B3"), ("iNNN2", "iNNN2")] {
        let movement = parse(text).unwrap();
        assert_eq!(write(&movement), written);
        assert_eq!(parse(written), Ok(movement));
    }
}

/// Random movements of the notation, valid or not.
fn movements() -> impl Strategy<Value = String> {
    let atom = "i?[fblrvsh]{0,3}[mc]?[ne]?(W|F|D|N|A|H|C|Z|G|K|Q|R|B|NN|DD|GG)([0-9]{1,3}|[+*])?";
    proptest::collection::vec(atom, 1..4).prop_map(|atoms| atoms.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn never_panics(text in "\\PC{0,12}") {
        let _ = parse(&text);
    }

    #[test]
    fn written_and_read_again(text in movements()) {
        if let Ok(movement) = parse(&text) {
            let written = write(&movement);
            prop_assert_eq!(parse(&written), Ok(movement), "{} -> {}", text, written);
        }
    }
}
