use std::collections::HashMap;
use std::sync::Arc;

use super::*;
use crate::Catalogue;
use crate::position::random_games;
use crate::variant::Variant;

fn at<B: Bitboard>(name: &str, fen: &str) -> Position<B> {
    let rules = Arc::clone(Catalogue::builtin().rules(name).unwrap());
    Position::from_fen(Arc::new(Variant::new(rules)), fen).unwrap()
}

fn san<B: Bitboard>(position: &Position<B>, uci: &str) -> String {
    position.san(position.parse_move(uci).unwrap(), Notation::San)
}

/// The UCI text of what a text names, or the error.
fn read_as<B: Bitboard>(position: &Position<B>, text: &str, notation: Notation) -> String {
    match position.parse_san(text, notation) {
        Ok(mv) => position.move_text(mv),
        Err(error) => error.to_string(),
    }
}

fn read<B: Bitboard>(position: &Position<B>, text: &str) -> String {
    read_as(position, text, Notation::San)
}

#[test]
fn men_of_a_kind_are_told_apart_by_file_rank_or_both() {
    let rooks = at::<u64>("chess", "4k3/8/8/R7/8/8/8/R2R1K2 w - - 0 1");
    assert_eq!(san(&rooks, "d1b1"), "Rdb1");
    assert_eq!(san(&rooks, "a5a3"), "R5a3");
    let queens = at::<u64>("chess", "7k/6pp/8/8/Q1Q5/8/8/Q3K3 w - - 0 1");
    assert_eq!(san(&queens, "a4b4"), "Qab4");
    assert_eq!(san(&queens, "a4c2"), "Qac2");
    let queens = at::<u64>("chess", "4k3/8/8/8/2Q5/8/8/2Q1K3 w - - 0 1");
    assert_eq!(san(&queens, "c4c2"), "Q4c2");
    let queens = at::<u64>("chess", "7k/6pp/8/Q1Q5/8/8/8/Q3K3 w - - 0 1");
    assert_eq!(san(&queens, "a5c3"), "Qa5c3");
    // A pinned man cannot be meant.
    let pinned = at::<u64>("chess", "4r2k/8/8/8/8/4N3/8/1N2K3 w - - 0 1");
    assert_eq!(san(&pinned, "b1c3"), "Nc3");
    assert_eq!(read(&queens, "Qc3"), "`Qc3` may be any of Q1c3 Qa5c3 Qcc3");
}

#[test]
fn pawns_of_fairy_kinds() {
    let berolina = at::<u64>("berolina", "4k3/8/8/8/8/8/3P1P2/4K3 w - - 0 1");
    assert_eq!(san(&berolina, "d2e3"), "de3");
    assert_eq!(read(&berolina, "fe3"), "f2e3");
    let chess99 = at::<u128>("chess99", "9/9/9/9/9/9/9/9/3P1B3/9/K7k w - - 0 1 d3:3,f3:2");
    assert_eq!(san(&chess99, "d3d6"), "d6");
    assert_eq!(san(&chess99, "f3d5"), "Bd5");
    let en_passant = at::<u64>("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    assert_eq!(san(&en_passant, "e5d6"), "exd6");
    for text in [
        "exd6",
        "ed6",
        "exd6e.p.",
        "exd6 e.p.",
        "e5xd6",
        "e5d6",
        "Pe5:d6",
        "exd6!?",
    ] {
        assert_eq!(read(&en_passant, text), "e5d6", "{text}");
    }
}

#[test]
fn promotions_and_checks_are_not_confused() {
    let fen = "8k/9/3W5/9/9/9/9/9/9/9/K8 w - - 0 1 d9:2";
    let position = at::<u128>("chess99", fen);
    assert_eq!(san(&position, "d9d11"), "Wd11");
    assert_eq!(san(&position, "d9d11+"), "Wd11=+W");
    for text in ["Wd11=+W", "Wd11=+", "Wd11+W", "Wd11+", "d9d11+", "Wd11(+W)"] {
        assert_eq!(read(&position, text), "d9d11+", "{text}");
    }
    for text in ["Wd11", "Wd11=", "d9d11", "d9d11=w"] {
        assert_eq!(read(&position, text), "d9d11", "{text}");
    }
    // From d11 it attacks along the rank as far as f11.
    let position = at::<u128>("chess99", "5k3/9/3W5/9/9/9/9/9/9/9/K8 w - - 0 1 d9:2");
    assert_eq!(san(&position, "d9d11"), "Wd11+");
    assert_eq!(read(&position, "Wd11+"), "d9d11");
    assert_eq!(read(&position, "d9d11+"), "d9d11+");
    assert_eq!(read(&position, "Wd11=+W+"), "d9d11+");

    let pawn = at::<u128>("chess99", "8k/4P4/9/9/9/9/9/9/9/9/K8 w - - 0 1");
    assert_eq!(san(&pawn, "e10e11r"), "e11=R+");
    for text in ["e11=R+", "e11R", "e11(R)", "e11/r", "e10e11r"] {
        assert_eq!(read(&pawn, text), "e10e11r", "{text}");
    }
    assert!(
        read(&pawn, "e11").starts_with("`e11`: expected one of e11="),
        "{}",
        read(&pawn, "e11")
    );
    let mate = at::<u64>("chess", "7k/R7/8/8/8/8/8/1R2K3 w - - 0 1");
    assert_eq!(san(&mate, "b1b8"), "Rb8#");
}

#[test]
fn castling_goes_by_the_side() {
    let both = at::<u128>("ninesquare", "r4k2r/9/9/9/9/9/9/9/R4K2R w KQkq - 0 1");
    assert_eq!((san(&both, "f1h1"), san(&both, "f1d1")), ("O-O".into(), "O-O-O".into()));
    for text in ["O-O-O", "0-0-0+", "o-o-o", "Kd1", "f1d1", "Kxa1"] {
        assert_eq!(read(&both, text), "f1d1", "{text}");
    }
    let snappy = at::<u128>("snappy", "4k3p/9/9/9/9/9/9/9/PR2K3P w KQ - 0 1");
    assert_eq!(san(&snappy, "e1h1"), "O-O");
    assert_eq!(read(&snappy, "O-O-O"), "`O-O-O` is not legal in this position");
    // XBoard writes the shorter way to b1 like this.
    let embassy = at::<u128>("embassy", "4k5/10/10/10/10/10/10/R3K4R w KQ - 0 1");
    assert_eq!(read(&embassy, "O-O"), "e1h1");
    assert_eq!(read_as(&embassy, "O-O", Notation::XboardSan), "e1b1");
    assert_eq!(read_as(&embassy, "O-O-O", Notation::XboardSan), "e1h1");
}

#[test]
fn what_the_square_makes_of_a_man_is_written() {
    let snappy = at::<u128>("snappy", &Catalogue::builtin().rules("snappy").unwrap().start);
    assert_eq!(san(&snappy, "a2a3"), "a3=R");
    assert_eq!(san(&snappy, "a2a4"), "a4");
    for text in ["a3=R", "a3", "a2a3", "a2a3r"] {
        assert_eq!(read(&snappy, text), "a2a3", "{text}");
    }
    assert_eq!(read(&snappy, "a3=Q"), "`a3=Q`: expected one of a3=R");
}

#[test]
fn xboard_counts_ten_ranks_from_0() {
    let haynie = at::<u128>("haynie", &Catalogue::builtin().rules("haynie").unwrap().start);
    assert_eq!(read(&haynie, "e5"), "e3e5");
    assert_eq!(read_as(&haynie, "e4", Notation::XboardSan), "e3e5");
    let mv = haynie.parse_move("e3e5").unwrap();
    assert_eq!(haynie.san(mv, Notation::XboardSan), "e4");
}

#[test]
fn what_is_no_move_is_explained() {
    let chess = at::<u64>("chess", &Catalogue::builtin().rules("chess").unwrap().start);
    let expected = "expected a move like Nc3, exd5 or e3e4 with squares from a1 to h8";
    for text in [
        "", "N", "x", "Nf", "e9", "--", "Z0", "Nf3x", "+", "e4=", "é4", "=Q", "Ne", "e4e+x",
    ] {
        let said = read(&chess, text);
        match text {
            "e4=" => assert_eq!(said, "e2e4"),
            "Z0" => assert_eq!(said, "`Z0`: expected one of the men P N B R Q K"),
            _ => assert_eq!(said, format!("`{text}`: {expected}")),
        }
    }
    assert_eq!(read(&chess, "e5"), "`e5` is not legal in this position");
    assert!(read(&chess, "N@f3").starts_with("`N@f3`: men are not dropped"));
}

struct EveryText;

impl random_games::Check for EveryText {
    const GAMES: (u32, u32) = (2, 150);
    // Every position would take too long for every day.
    const ONE_OF: u32 = 5;

    fn check<B: Bitboard>(position: &Position<B>, moves: &[Move]) {
        let mut texts = HashMap::new();
        for &mv in moves {
            let text = position.san(mv, Notation::San);
            assert_eq!(
                position.parse_san(&text, Notation::San),
                Ok(mv),
                "{}: {text}",
                position.fen()
            );
            let uci = position.move_text(mv);
            assert_eq!(
                position.parse_san(&uci, Notation::San),
                Ok(mv),
                "{}: {uci}",
                position.fen()
            );
            let other = texts.insert(text.clone(), uci.clone());
            assert_eq!(other, None, "{}: {text} is also {uci}", position.fen());
            if mv.kind() != MoveKind::Castling {
                let text = position.san(mv, Notation::XboardSan);
                assert_eq!(
                    position.parse_san(&text, Notation::XboardSan),
                    Ok(mv),
                    "{}: {text}",
                    position.fen()
                );
            }
        }
    }
}

#[test]
fn every_move_of_every_game_is_named_once_and_comes_back() {
    random_games::play::<EveryText>(7);
}
