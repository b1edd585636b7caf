//! The notations that moves are written in.

use super::{MoveError, Position};
use crate::types::Move;
use crate::{Bitboard, Geometry};

/// How a move is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// As UCI has it: `e2e4`, `a10a11r`, `d9d11+`.
    Uci,
    /// As the XBoard protocol has it: the ranks of a board with ten of them are counted from 0, a man that changes by
    /// the square it lands on has a suffix, castling that is free is `O-O` or `O-O-O`.
    Xboard,
    /// Algebraic: `Nf3`, `Rd1xd4+`, `a11=R`, `Wd11=+W`, `O-O`. Its writing is unambiguous, its reading tolerant.
    San,
    /// Algebraic as XBoard writes it in its game files: the ranks of a board with ten of them are counted from 0, and
    /// `O-O` is where the king lands one file from either edge.
    XboardSan,
}

impl Notation {
    /// The number of the first rank on a board.
    pub(super) const fn first_rank(self, board: Geometry) -> u8 {
        match self {
            Notation::Uci | Notation::San => 1,
            Notation::Xboard | Notation::XboardSan => board.first_rank_of_xboard(),
        }
    }
}

impl<B: Bitboard> Position<B> {
    /// A legal move in a notation.
    pub fn write_move(&self, mv: Move, notation: Notation) -> String {
        match notation {
            Notation::Uci => self.move_text(mv),
            Notation::Xboard => self.xboard_text(mv),
            Notation::San | Notation::XboardSan => self.san(mv, notation),
        }
    }

    /// The legal move that a text in a notation names.
    ///
    /// # Errors
    /// Says what was expected, if the text is no move of this position.
    pub fn read_move(&self, text: &str, notation: Notation) -> Result<Move, MoveError> {
        match notation {
            Notation::Uci => self.parse_move(text),
            Notation::Xboard => self.parse_xboard(text),
            Notation::San | Notation::XboardSan => self.parse_san(text, notation),
        }
    }
}
