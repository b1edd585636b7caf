//! The smallest case of each fault that was found once.

mod common;

use ninefold::Position;

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
