//! The board of a start position, as far as a definition needs to know it: which men stand where, and who may castle.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use super::rules::Man;
use crate::types::{Color, Geometry, PieceType};

/// What is wrong with a start position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// Too few or too many ranks.
    #[error("the board has {found} ranks, expected {expected}")]
    Ranks {
        /// In the FEN.
        found: usize,
        /// On the board.
        expected: u8,
    },
    /// A rank that is too short or too long.
    #[error("rank {rank} has {found} squares, expected {expected}")]
    Files {
        /// The rank, from 1.
        rank: usize,
        /// In the FEN.
        found: usize,
        /// On the board.
        expected: u8,
    },
    /// A character that is no man.
    #[error("'{found}' in rank {rank} is no man; the men are {known}")]
    NoMan {
        /// The rank, from 1.
        rank: usize,
        /// What stands there.
        found: String,
        /// The letters there are.
        known: String,
    },
    /// Not one king.
    #[error("{side} has {found} kings, expected one")]
    Kings {
        /// Whose.
        side: Color,
        /// How many.
        found: usize,
    },
}

/// The men of a start position.
#[derive(Clone, Debug)]
pub(crate) struct StartBoard {
    board: Geometry,
    /// By square index.
    men: Vec<Option<(PieceType, Color)>>,
    /// The castling field: letters as written, none for `-`.
    pub castling: String,
}

impl StartBoard {
    /// Reads the board and the castling field of a FEN; all faults are listed.
    pub(crate) fn read(fen: &str, board: Geometry, men: &[Man]) -> Result<Self, Vec<StartError>> {
        let mut fields = fen.split_whitespace();
        let ranks: Vec<&str> = fields.next().unwrap_or("").split('/').collect();
        let castling = fields.nth(1).unwrap_or("-").replace('-', "");
        let mut errors = Vec::new();
        if ranks.len() != usize::from(board.ranks) {
            errors.push(StartError::Ranks {
                found: ranks.len(),
                expected: board.ranks,
            });
        }
        let mut rows = Vec::new();
        for (index, text) in ranks.iter().enumerate() {
            let rank = ranks.len() - index;
            match read_rank(text, rank, men) {
                Ok(row) if row.len() == usize::from(board.files) => rows.push(row),
                Ok(row) => errors.push(StartError::Files {
                    rank,
                    found: row.len(),
                    expected: board.files,
                }),
                Err(error) => errors.push(error),
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let start = StartBoard {
            board,
            men: rows.into_iter().rev().flatten().collect(),
            castling,
        };
        for side in Color::BOTH {
            let is_king = |t: PieceType| men.get(t.index()).is_some_and(|m| m.royal);
            let found = start.of(side).filter(|(_, t)| is_king(*t)).count();
            if found != 1 {
                errors.push(StartError::Kings { side, found });
            }
        }
        if errors.is_empty() { Ok(start) } else { Err(errors) }
    }

    /// The man on a file and a rank, both from 0.
    pub(crate) fn at(&self, file: u8, rank: u8) -> Option<(PieceType, Color)> {
        let square = self.board.square(i32::from(file), i32::from(rank))?;
        self.men.get(square.index()).copied().flatten()
    }

    /// The squares (by index) and types of one side's men.
    pub(crate) fn of(&self, side: Color) -> impl Iterator<Item = (usize, PieceType)> + '_ {
        let men = self.men.iter().enumerate();
        men.filter_map(move |(square, man)| man.filter(|m| m.1 == side).map(|m| (square, m.0)))
    }

    /// The file and rank of a side's only man of a type.
    pub(crate) fn find(&self, side: Color, man: PieceType) -> Option<(u8, u8)> {
        let (square, _) = self.of(side).find(|(_, t)| *t == man)?;
        let square = u8::try_from(square).ok()?;
        Some((square % self.board.files, square / self.board.files))
    }

    /// Whether a side has a castling right towards the last file (0) or the first (1).
    pub(crate) fn may_castle(&self, side: Color, wing: usize, king_file: u8) -> bool {
        self.castling.chars().any(|c| {
            let letter = c.to_ascii_lowercase();
            let on_wing = match letter {
                'k' => wing == 0,
                'q' => wing == 1,
                'a'..='p' => ((letter as u8 - b'a') > king_file) == (wing == 0),
                _ => false,
            };
            Color::of_letter(c) == side && on_wing
        })
    }
}

fn read_rank(text: &str, rank: usize, men: &[Man]) -> Result<Vec<Option<(PieceType, Color)>>, StartError> {
    let mut row = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if let Some(digit) = c.to_digit(10) {
            let mut empty = digit as usize;
            while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                empty = (empty * 10 + digit as usize).min(1000);
                chars.next();
            }
            row.extend(std::iter::repeat_n(None, empty));
            continue;
        }
        let promoted = c == '+';
        let letter = if promoted { chars.next().unwrap_or(' ') } else { c };
        let found = men
            .iter()
            .position(|m| m.promoted == promoted && m.letter == letter.to_ascii_uppercase());
        match found.and_then(|index| u8::try_from(index).ok()) {
            Some(index) => {
                row.push(Some((PieceType(index), Color::of_letter(letter))));
            }
            None => {
                let found = if promoted {
                    format!("+{letter}")
                } else {
                    letter.to_string()
                };
                let known: Vec<String> = men.iter().map(Man::id).collect();
                return Err(StartError::NoMan {
                    rank,
                    found: found.trim().to_string(),
                    known: known.join(" "),
                });
            }
        }
    }
    Ok(row)
}
