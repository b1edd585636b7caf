//! The start array: which men a game begins with, and where.

use crate::variant::Rules;
use crate::variant::start::StartBoard;
use crate::{Color, PieceType, Square};

/// The men of the start array. Rules that have been checked have one that can be read; of others it is empty.
pub(super) fn men(rules: &Rules) -> Vec<(Color, PieceType, Square)> {
    let Ok(start) = StartBoard::read(&rules.start, rules.board, &rules.men) else {
        return Vec::new();
    };
    let side = |color| {
        let men = start.of(color);
        men.map(move |(square, ty)| (color, ty, Square::new(square as u8)))
    };
    Color::BOTH.into_iter().flat_map(side).collect()
}
