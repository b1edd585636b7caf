//! A line of UCI as a typed command.
//!
//! Every command has its own error, whose text says what was wrong, where, and what was expected. As the UCI
//! specification wants it, unknown words before a command are skipped (`joho debug on` is `debug on`); a line with no
//! command in it is an error. So that a sentence does not become a command by accident, only the specification's own commands are found behind
//! unknown words, not ours (`d`, `eval`, `flip`, `bench`). Words after a command without arguments are ignored.

mod fixed;
mod go;
mod position;
mod setoption;

use std::fmt;

pub use fixed::FixedError;
pub use go::{Go, GoError};
pub use position::{PositionCommand, PositionError};
pub use setoption::{SetOption, SetOptionError};

/// Deepest `go depth`, `go perft` and `bench`, plies; a larger number means this one.
pub const MAX_DEPTH: u32 = 250;

/// One command.
#[derive(Clone, Debug)]
pub enum Command {
    /// `uci`: who are you?
    Uci,
    /// `debug on` or `off`.
    Debug(bool),
    /// `isready`: answer when all before is done.
    IsReady,
    /// `setoption`.
    SetOption(SetOption),
    /// `ucinewgame`: what comes has nothing to do with what was.
    NewGame,
    /// `position`.
    Position(PositionCommand),
    /// `go`.
    Go(Box<Go>),
    /// `stop`: end the search.
    Stop,
    /// `ponderhit`: the move pondered on was played.
    PonderHit,
    /// `register`: nothing to register here.
    Register,
    /// `quit`.
    Quit,
    /// `d`: show the position.
    Display,
    /// `eval`: show the static evaluation.
    Eval,
    /// `flip`: turn the board round.
    Flip,
    /// `bench`, to a depth in plies if one is given.
    Bench(Option<u32>),
}

/// Why a line was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// No command of that name.
    #[error(
        "Unknown command: {0}. Known are uci, debug, isready, setoption, ucinewgame, position, go, stop, ponderhit, quit, d, eval, flip, bench"
    )]
    Unknown(Quoted),
    /// A command with fixed words.
    #[error(transparent)]
    Fixed(#[from] FixedError),
    /// `setoption`.
    #[error("setoption: {0}")]
    SetOption(#[from] SetOptionError),
    /// `position`.
    #[error("position: {0}")]
    Position(#[from] PositionError),
    /// `go`.
    #[error("go: {0}")]
    Go(#[from] GoError),
    /// `bench`.
    #[error("bench: {0} is not a depth: expected a whole number of plies")]
    Bench(Quoted),
}

/// Parses a line; `None` for an empty one and for a comment (`#`).
pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    if let Some(command) = own(line)? {
        return Ok(Some(command));
    }
    let mut rest = line;
    while let Some((word, after)) = next_word(rest) {
        if let Some(command) = standard(word, after)? {
            return Ok(Some(command));
        }
        rest = after;
    }
    Err(CommandError::Unknown(Quoted::new(line)))
}

/// The command that begins with this word of the specification, if there is one.
fn standard(word: &str, after: &str) -> Result<Option<Command>, CommandError> {
    Ok(Some(match word {
        "uci" | "debug" | "isready" | "ucinewgame" | "stop" | "ponderhit" | "quit" | "register" => {
            fixed::parse(word, after)?
        }
        "setoption" => Command::SetOption(setoption::parse(after)?),
        "position" => Command::Position(position::parse(after)?),
        "go" => Command::Go(Box::new(go::parse(after)?)),
        _ => return Ok(None),
    }))
}

/// The command of ours that begins the line, if there is one.
fn own(line: &str) -> Result<Option<Command>, CommandError> {
    let Some((word, after)) = next_word(line) else {
        return Ok(None);
    };
    Ok(Some(match word {
        "d" => Command::Display,
        "eval" => Command::Eval,
        "flip" => Command::Flip,
        "bench" => Command::Bench(match next_word(after) {
            None => None,
            Some((depth, _)) => {
                let number = integer(depth).ok_or_else(|| CommandError::Bench(Quoted::new(depth)))?;
                Some(clamp_depth(number, 1))
            }
        }),
        _ => return Ok(None),
    }))
}

/// The first word of a text and what follows it.
pub(super) fn next_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    if text.is_empty() {
        return None;
    }
    Some(text.split_once(char::is_whitespace).unwrap_or((text, "")))
}

/// A whole number; one too large for 64 bits becomes the largest there is.
fn integer(text: &str) -> Option<i64> {
    let negative = text.starts_with('-');
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().unwrap_or(i64::MAX);
    Some(if negative { -size } else { size })
}

/// A depth between `least` and [`MAX_DEPTH`].
fn clamp_depth(number: i64, least: u32) -> u32 {
    number.clamp(least.into(), MAX_DEPTH.into()) as u32
}

/// A piece of what was sent, as an error shows it: in quotes, on one line, not too long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quoted(String);

impl Quoted {
    /// Most characters that are shown.
    const LONGEST: usize = 80;

    /// Quotes a text.
    pub fn new(text: &str) -> Self {
        let mut short: String = text.chars().take(Self::LONGEST).flat_map(char::escape_debug).collect();
        if text.chars().nth(Self::LONGEST).is_some() {
            short += "...";
        }
        Quoted(short)
    }

    /// The text without the quotes.
    pub fn bare(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests;
