//! The smallest case of each fault that was found once.

mod common;

use std::sync::Arc;

use ninefold::variant::Rules;
use ninefold::{Catalogue, Position, Variant};

fn chess(fen: &str) -> Position<u64> {
    common::position(&common::rules("chess"), fen)
}

/// The other right being gone, castling was written as the king taking its partner.
#[test]
fn castling_towards_a1_is_the_kings_move() {
    let position = chess("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    let castling = position.parse_move("e1c1").expect("castling is legal");
    assert_eq!(position.move_text(castling), "e1c1");
    assert_eq!(position.parse_move("e1a1"), Ok(castling));
}

/// The rules of the one variant that a text defines.
fn defined(text: &str) -> Arc<Rules> {
    let mut catalogue = Catalogue::builtin();
    assert_eq!(catalogue.load("test", text), []);
    let name = catalogue.names().last().expect("a variant");
    Arc::clone(catalogue.rules(name).expect("its rules"))
}

/// Left and right were White's for both sides. Fairy-Stockfish and XBoard turn a movement round for Black.
#[test]
fn left_and_right_are_the_own_sides() {
    let rules =
        defined("[t:chess]\ncustomPiece1 = n:flFrW2ircH\nstartFen = 4k3/pppn1ppp/8/8/8/8/PPPN1PPP/4K3 w - - 0 1");
    let moves = |fen| {
        let mut moves = common::legal_texts(&common::position::<u64>(&rules, fen));
        moves.retain(|m| m.starts_with('d'));
        moves
    };
    assert_eq!(
        moves("k7/8/8/8/8/8/p2N2p1/K7 w - - 0 1"),
        ["d2c3", "d2e2", "d2f2", "d2g2"]
    );
    assert_eq!(
        moves("k7/P2n2P1/8/8/8/8/8/K7 b - - 0 1"),
        ["d7a7", "d7b7", "d7c7", "d7e6"]
    );
    // So do attacks.
    let checked = |fen| common::position::<u64>(&rules, fen).in_check();
    assert!(checked("8/K2n4/8/8/8/8/8/k7 w - - 0 1") && checked("8/3n4/4K3/8/8/8/8/k7 w - - 0 1"));
    assert!(!checked("8/3n2K1/8/8/8/8/8/k7 w - - 0 1") && !checked("8/3n4/2K5/8/8/8/8/k7 w - - 0 1"));
}

/// Castling to the next square had the same text as the king's step there, and could not be told from it.
#[test]
fn castling_by_one_square_is_not_a_kings_step() {
    let rules = defined("[t:chess]\ncastlingKingsideFile = f\ncastlingQueensideFile = d\n");
    let position = common::position::<u64>(&rules, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    let king: Vec<String> = common::legal_texts(&position)
        .into_iter()
        .filter(|m| m.starts_with('e'))
        .collect();
    assert_eq!(king, ["e1a1", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2", "e1h1"]);
    for text in king {
        assert_eq!(position.parse_move(&text).map(|m| position.move_text(m)), Ok(text));
    }
}

/// Where pawns promote on squares that a double step crosses, the position after an en-passant capture was refused.
#[test]
fn a_man_that_captured_en_passant_may_stand_where_it_promotes() {
    let rules = defined("[t:chess]\npromotionRegionWhite = *8 *7 *6\n");
    let mut position = common::position::<u64>(&rules, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    let mv = position.parse_move("e5d6").expect("the capture is legal");
    position.make(mv);
    assert_eq!(common::position::<u64>(&rules, &position.fen()), position);
    let fen = "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1";
    let variant = Arc::new(Variant::<u64>::new(rules));
    let error = Position::from_fen(variant, fen).expect_err("no pawn comes to d7");
    assert_eq!(error.to_string(), "P on d7: such a man has promoted when it gets there");
}

/// Of a number that does not fit only the first digit was shown, which may well be a number that does.
#[test]
fn a_wrong_number_of_empty_squares_is_shown_whole() {
    let variant = Arc::new(Variant::<u64>::new(common::rules("chess")));
    let error = Position::from_fen(variant, "4k3/8/8/8/44/8/8/4K3 w - - 0 1").expect_err("44 is too much");
    let expected = "board, rank 4, character 1 (`44`): expected a number of empty squares from 1 to 8";
    assert_eq!(error.to_string(), expected);
}

/// Two double steps can cross one square; the second square of the field says which it was.
#[test]
fn a_diagonal_double_step_is_told_by_two_squares() {
    let rules = common::rules("berolina");
    let mut position: Position<u64> = common::position(&rules, "4k3/p1p5/8/1P6/8/8/8/4K3 b - - 0 1");
    for (text, written) in [("a7c5", "b6c5"), ("c7a5", "b6a5")] {
        position.make(position.parse_move(text).expect("a double step"));
        let fen = position.fen();
        assert_eq!(fen.split(' ').nth(3), Some(written));
        let again: Position<u64> = common::position(&rules, &fen);
        assert_eq!(again, position, "{fen}");
        let taken = position.parse_move("b5b6").expect("a capture en passant");
        position.make(taken);
        assert!(position.fen().starts_with(if text == "a7c5" {
            "4k3/2p5/1P6/8/"
        } else {
            "4k3/p7/1P6/8/"
        }));
        position.unmake();
        position.unmake();
    }
}

/// A move over the edge of the board has the same index difference as a diagonal double step.
#[test]
fn a_double_step_does_not_wrap_around() {
    let rules = common::rules("berolina");
    let fen = "4k3/8/8/8/P7/8/8/4K3 b - b3 0 1";
    let variant = std::sync::Arc::new(ninefold::Variant::<u64>::new(rules.clone()));
    assert!(Position::from_fen(variant.clone(), fen).is_ok());
    let wrapped = "4k3/8/8/P7/8/8/8/4K3 b - a4 0 1";
    assert!(Position::from_fen(variant, wrapped).is_err());
}
