//! Moves as text: from-square, to-square, and a suffix where the move changes the man by choice.

use super::{Notation, Position};
use crate::Bitboard;
use crate::types::{Move, MoveKind, Square};

/// Why the text of a move was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// It does not begin with a square of the board.
    #[error("`{text}`: expected a square from {first} to {last} at `{rest}`")]
    Square {
        /// The move.
        text: String,
        /// Where reading failed.
        rest: String,
        /// The first square of the board.
        first: String,
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
    /// It drops a man.
    #[error("`{text}`: men are not dropped in this game; expected a move from square to square")]
    Drop {
        /// The move.
        text: String,
    },
    /// It is no move in algebraic notation.
    #[error("`{text}`: expected a move like Nc3, exd5 or e3e4 with squares from {first} to {last}")]
    Algebraic {
        /// The text.
        text: String,
        /// The first square of the board.
        first: String,
        /// The last square of the board.
        last: String,
    },
    /// It begins with a letter that no man has.
    #[error("`{text}`: expected one of the men {men}")]
    Letter {
        /// The move.
        text: String,
        /// The men there are.
        men: String,
    },
    /// Several men can make it.
    #[error("`{text}` may be any of {choices}")]
    Ambiguous {
        /// The move.
        text: String,
        /// What it may be.
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
        self.text(mv, self.castles_by_capture(mv))
    }

    /// Whether castling is written as the king's capture of its partner.
    pub(super) fn castles_by_capture(&self, mv: Move) -> bool {
        self.variant.rules.castles_freely() || mv.kind() == MoveKind::Castling && self.king_goes_to_castled_square(mv)
    }

    fn king_goes_to_castled_square(&self, castling: Move) -> bool {
        self.quiet_targets::<true>(castling.from())
            .has(self.king_after(castling))
    }

    /// Where a move ends; of castling, the king's part of it.
    pub(super) fn king_after(&self, mv: Move) -> Square {
        match mv.kind() {
            MoveKind::Castling => self.ways[self.right_of(mv).index()].king_to,
            _ => mv.to(),
        }
    }

    fn text(&self, mv: Move, king_takes_partner: bool) -> String {
        let board = self.variant.board;
        let to = if king_takes_partner {
            mv.to()
        } else {
            self.king_after(mv)
        };
        let suffix = mv.promoted().map_or(String::new(), |ty| self.suffix_of(ty));
        board.name(mv.from()) + &board.name(to) + &suffix
    }

    /// The legal move of a text. Castling is understood in both forms, a promotion's letter in both cases.
    ///
    /// # Errors
    /// Says what was expected, if the text is no move of this position.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let board = self.variant.board;
        let (from, rest) = self.parse_square(text, text, Notation::Uci)?;
        let (to, suffix) = self.parse_square(text, rest, Notation::Uci)?;
        if !self.color(self.side).has(from) {
            return Err(self.no_man(text, from, Notation::Uci));
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
        moves.retain(|m| {
            let text = self.move_text(*m);
            text.strip_prefix(&squares)
                .is_some_and(|s| !s.starts_with(|c: char| c.is_ascii_digit()))
        });
        if moves.is_empty() {
            Err(MoveError::Illegal { text: text.into() })
        } else {
            Err(MoveError::Suffix {
                text: text.into(),
                choices: self.list(&moves, Notation::Uci),
            })
        }
    }

    /// The error of a move from a square where no own man stands.
    pub(super) fn no_man(&self, text: &str, from: Square, notation: Notation) -> MoveError {
        let board = self.variant.board;
        MoveError::NoMan {
            text: text.into(),
            color: self.side,
            square: board.name_counted(from, notation.first_rank(board)),
        }
    }

    /// Moves as text, with spaces between.
    pub(super) fn list(&self, moves: &[Move], notation: Notation) -> String {
        let texts: Vec<String> = moves.iter().map(|mv| self.write_move(*mv, notation)).collect();
        texts.join(" ")
    }
}
