//! The start array, read from its FEN: which men a game begins with, and where.

use crate::variant::Rules;
use crate::{Color, PieceType, Square};

/// The men of the start array. What cannot be read is left out: the rules have been checked, and a missing man costs
/// the evaluation no more than a little accuracy.
pub(super) fn men(rules: &Rules) -> Vec<(Color, PieceType, Square)> {
    let board = rules.start.split_whitespace().next().unwrap_or("");
    let mut found = Vec::new();
    for (rank, row) in (0..i32::from(rules.board.ranks)).rev().zip(board.split('/')) {
        let (mut file, mut run, mut promoted) = (0, 0, false);
        for c in row.chars() {
            match c {
                '0'..='9' => run = (run * 10 + (c as i32 - '0' as i32)).min(100),
                '+' => promoted = true,
                _ => {
                    file += run;
                    run = 0;
                    let color = if c.is_ascii_uppercase() {
                        Color::White
                    } else {
                        Color::Black
                    };
                    if let (Some(ty), Some(square)) = (rules.man(c, promoted), rules.board.square(file, rank)) {
                        found.push((color, ty, square));
                    }
                    promoted = false;
                    file += 1;
                }
            }
        }
    }
    found
}
