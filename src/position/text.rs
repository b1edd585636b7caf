//! Moves as text: from-square, to-square, and a suffix where the move changes the man by choice.

use super::Position;
use crate::Bitboard;
use crate::types::{Move, MoveKind};

/// Why the text of a move was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// It does not begin with a square of the board.
    #[error("`{text}`: expected a square from a1 to {last} at `{rest}`")]
    Square {
        /// The move.
        text: String,
        /// Where reading failed.
        rest: String,
        /// The last square of the board.
        last: String,
    },
    /// There is no own man on the from-square.
    #[error("`{text}`: {color} has no man on {square}")]
    NoMan {
        /// The move.
        text: String,
        /// The side to move.
        color: crate::Color,
        /// The from-square.
        square: String,
    },
    /// The suffix is missing or not among those possible.
    #[error("`{text}`: expected one of {choices}")]
    Suffix {
        /// The move.
        text: String,
        /// The moves possible between these squares.
        choices: String,
    },
    /// The man cannot go there.
    #[error("`{text}` is not legal in this position")]
    Illegal {
        /// The move.
        text: String,
    },
}

impl<B: Bitboard> Position<B> {
    /// The text of a move: `e2e4`, `a10a11r`, `d9d11+`. Castling is the king's move, or the king's capture of its
    /// partner where castling is free or would read like a move of the king alone (as in Fairy-Stockfish).
    pub fn move_text(&self, mv: Move) -> String {
        let free = self.variant.rules.castling.as_ref().is_some_and(|c| c.free);
        let takes_partner = free || mv.kind() == MoveKind::Castling && self.king_goes_to_castled_square(mv);
        self.text(mv, takes_partner)
    }

    fn king_goes_to_castled_square(&self, castling: Move) -> bool {
        let to = self.ways[self.right_of(castling).index()].king_to;
        self.quiet_targets::<true>(castling.from()).has(to)
    }

    fn text(&self, mv: Move, king_takes_partner: bool) -> String {
        let board = self.variant.board;
        let to = match mv.kind() {
            MoveKind::Castling if !king_takes_partner => self.ways[self.right_of(mv).index()].king_to,
            _ => mv.to(),
        };
        let mut text = board.name(mv.from()) + &board.name(to);
        if let Some(ty) = mv.promoted() {
            let man = &self.variant.rules.men[ty.index()];
            text.push(if man.promoted {
                '+'
            } else {
                man.letter.to_ascii_lowercase()
            });
        }
        text
    }

    /// The legal move of a text. Castling is understood in both forms, a promotion's letter in both cases.
    ///
    /// # Errors
    /// Says what was expected, if the text is no move of this position.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let board = self.variant.board;
        let square = |rest: &'_ str| {
            board.parse_prefix(rest).map(|(s, r)| (s, r.to_owned())).ok_or_else(|| {
                let last = board.all().last().map_or(String::new(), |s| board.name(s));
                MoveError::Square {
                    text: text.into(),
                    rest: rest.into(),
                    last,
                }
            })
        };
        let (from, rest) = square(text)?;
        let (to, suffix) = square(&rest)?;
        if !self.color(self.side).has(from) {
            return Err(MoveError::NoMan {
                text: text.into(),
                color: self.side,
                square: board.name(from),
            });
        }
        let squares = board.name(from) + &board.name(to);
        let wanted = squares.clone() + &suffix.to_ascii_lowercase();

        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.retain(|m| m.from() == from);
        // A king's plain move goes before castling written as the king's move.
        moves.sort_by_key(|m| m.kind() == MoveKind::Castling);
        let texts = |m: &Move| [self.text(*m, false), self.text(*m, true)];
        if let Some(mv) = moves.iter().find(|m| texts(m).contains(&wanted)) {
            return Ok(*mv);
        }
        let mut choices: Vec<String> = moves.iter().map(|m| self.move_text(*m)).collect();
        choices.retain(|c| {
            c.strip_prefix(&squares)
                .is_some_and(|s| !s.starts_with(|c: char| c.is_ascii_digit()))
        });
        if choices.is_empty() {
            Err(MoveError::Illegal { text: text.into() })
        } else {
            Err(MoveError::Suffix {
                text: text.into(),
                choices: choices.join(" "),
            })
        }
    }
}
