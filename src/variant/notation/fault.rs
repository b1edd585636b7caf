//! The faults a movement's text can have.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

/// What is wrong in the text of a movement, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column} of \"{text}\": {problem}")]
pub struct NotationError {
    /// The whole text.
    pub text: String,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// The faults a movement's text can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// There is no text.
    #[error("no movement; write for example W, or R5")]
    Empty,
    /// A letter that notation has, but that is not read here.
    #[error("'{letter}' ({meaning}) is not supported; possible before an atom are f b l r v s h, m c, i n e")]
    Unsupported {
        /// The letter.
        letter: char,
        /// What it means where it is known.
        meaning: &'static str,
    },
    /// A character that means nothing.
    #[error("'{0}' means nothing here; atoms are W F D N A H C Z G K Q R B and O")]
    Unknown(char),
    /// A letter with another name here.
    #[error("'{0}' is not read here; write {1}")]
    OtherName(char, char),
    /// Modifiers without an atom behind them.
    #[error("no atom after the modifiers \"{0}\"; expected one of W F D N A H C Z G K Q R B O")]
    NoAtom(String),
    /// A number where an atom should begin.
    #[error("a range stands behind an atom, as in R5")]
    StrayRange,
    /// A `+` or `*` where an atom should begin.
    #[error("'{0}' stands directly behind one of W F D N A H C Z G, without a range")]
    StraySuffix(char),
    /// A modifier given twice.
    #[error("'{0}' stands twice before one atom")]
    Twice(char),
    /// Direction letters that do not stand together.
    #[error("the direction letters of one atom must stand together")]
    DirectionsApart,
    /// Directions the atom does not have.
    #[error("direction \"{letters}\" is not possible on {atom}; possible are {possible}")]
    Direction {
        /// The letters.
        letters: String,
        /// The atom.
        atom: char,
        /// What could be written.
        possible: &'static str,
    },
    /// Two direction letters for the same leap.
    #[error("direction \"{0}\" names a leap a second time")]
    DirectionTwice(String),
    /// A range with a leading zero.
    #[error("a range is a number without leading zeros; 0 alone means no limit")]
    LeadingZero,
    /// A second range.
    #[error("{0} has no limit already; leave the second letter or the range out")]
    TwoRanges(String),
    /// `+` or `*` on an atom that is not a leap.
    #[error("'{suffix}' is for single leaps (W F N D A H C Z G); instead of {atom}{suffix} write {instead}")]
    NotALeap {
        /// `+` or `*`.
        suffix: char,
        /// The atom.
        atom: char,
        /// What to write.
        instead: String,
    },
    /// `n` on something else than a single `D` or `A`: other leaps have no square half way, or several.
    #[error("'n' (cannot jump) is possible on a single D or A only")]
    Lame,
    /// `e` without capture.
    #[error("'e' (en passant) needs 'c' and no 'm': write ce, as in fceF")]
    EnPassantNeedsCapture,
    /// `e` on a ride, or on a leap that depends on where the man stands or what it passes.
    #[error("'e' (en passant) is possible on a single leap without i and n only")]
    EnPassantNeedsLeap,
    /// Castling without `i`.
    #[error("castling is for a king that has not moved: write iO, as in isO2")]
    CastlingNeedsInitial,
    /// A modifier castling cannot have.
    #[error("castling takes i, m, l, r and s only, not '{0}'")]
    CastlingModifier(char),
    /// Castling without a range.
    #[error("castling needs the number of squares the king goes, 1 to 15, as in isO2")]
    CastlingRange,
    /// Two castlings to one side.
    #[error("castling towards the {0} file is described twice")]
    CastlingTwice(&'static str),
    /// The same leap twice.
    #[error("{0} repeats a leap that an earlier part already has")]
    Repeated(String),
}

/// The fault of a letter that is none of ours: known with another meaning, or not at all.
pub(super) fn unsupported(letter: char) -> Problem {
    let meaning = match letter {
        'j' => "must jump",
        'p' => "hop over a man",
        'g' => "grasshopper",
        't' => "may not take the king",
        'o' => "cylinder",
        'q' => "circular",
        'a' => "second leg",
        'd' => "takes own men",
        'x' => "swaps with own men",
        'y' => "turns leap into ride",
        'z' => "crooked",
        'u' => "unloads",
        'k' => "takes the king only",
        '(' | ')' => "repeated legs",
        '[' | ']' => "legs in brackets",
        'X' | 'Y' => "longer leaps",
        'U' => "universal leaper",
        'I' => "imitator",
        _ => return Problem::Unknown(letter),
    };
    Problem::Unsupported { letter, meaning }
}
