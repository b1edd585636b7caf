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
