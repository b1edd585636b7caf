//! What is allowed in a definition but looks like a mistake.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use crate::types::Color;
use std::fmt;
use std::sync::Arc;

/// A doubt about a definition that can be played. Its text reads
/// `my.ini:12: [mygame] customPiece1: warning: man J ...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The file.
    pub file: Arc<str>,
    /// The line, from 1. For what a section inherits or leaves out, that of its header.
    pub line: usize,
    /// The section.
    pub section: String,
    /// The key, if it concerns one.
    pub key: Option<String>,
    /// What looks wrong.
    pub doubt: Doubt,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: [{}] ", self.file, self.line, self.section)?;
        if let Some(key) = &self.key {
            write!(f, "{key}: ")?;
        }
        write!(f, "warning: {}", self.doubt)
    }
}

/// What can look wrong. Each text says what was found and what would be possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Doubt {
    /// A man without any move on this board.
    #[error("man {man} ({notation}) has no move from any square of this board; key immobile is for men that stay")]
    NeverMoves {
        /// The man.
        man: String,
        /// Its movement.
        notation: String,
    },
    /// A man that never leaves the colour it stands on, under a name that promises more.
    #[error(
        "man {man} is called {name}, but its movement {notation} never leaves the colour it stands on; \
             a leap of W, N, H, C or Z (or R, Q, K) would"
    )]
    ColourBound {
        /// The man.
        man: String,
        /// Its name.
        name: String,
        /// Its movement.
        notation: String,
    },
    /// A man that is to promote and never gets there.
    #[error(
        "no {man} of {side} can get to a square of {region} from where it starts, so it never promotes; \
             {region} names squares (a8), ranks (*8) or files (a*)"
    )]
    NeverPromotes {
        /// The man.
        man: String,
        /// Whose.
        side: Color,
        /// The key of the region.
        region: String,
    },
    /// A pawn that only goes forward and does not promote.
    #[error(
        "man {man} only moves forward and never promotes, so it ends stuck on the last rank; \
             promotionPawnTypes names the men that promote"
    )]
    StuckForward {
        /// The man.
        man: String,
    },
    /// A start position in which a king is attacked.
    #[error("in the start position {side}'s king is in check{}",
            if *to_move { "" } else { ", and it is not even to move" })]
    InCheck {
        /// Whose king.
        side: Color,
        /// Whether that side is to move.
        to_move: bool,
    },
    /// A key that changes nothing.
    #[error("has no effect here: {why}")]
    NoEffect {
        /// Why, and what would give it one.
        why: String,
    },
    /// A man that is never on the board.
    #[error(
        "man {man} is not in the start position and no man can become one; \
             put it there, or name it in promotionPieceTypes"
    )]
    NeverThere {
        /// The man.
        man: String,
    },
    /// A letter named twice in a list.
    #[error("names '{letter}' twice; once is enough")]
    LetterTwice {
        /// The letter.
        letter: char,
    },
    /// A letter taken from an inherited man.
    #[error(
        "takes the letter '{letter}' from the inherited {other}, which is gone now; \
             write {other} = - to say so, or choose another letter"
    )]
    LetterTaken {
        /// The letter.
        letter: char,
        /// The key of the man that had it.
        other: String,
    },
}
