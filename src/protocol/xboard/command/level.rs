//! `level MOVES BASE INCREMENT`.

use super::numbers::{LONGEST, fraction};
use crate::protocol::command::Quoted;

/// A time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Moves of one session; `None`: the time is for the whole game.
    pub moves: Option<u32>,
    /// Time for a session, milliseconds.
    pub base: u64,
    /// Added with each move, milliseconds.
    pub increment: u64,
}

/// Why a `level` was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LevelError {
    /// Not three words.
    #[error("expected level and moves, minutes or minutes:seconds, and seconds of increment")]
    Form,
    /// The moves.
    #[error("expected a whole number of moves, not {0}")]
    Moves(Quoted),
    /// The time.
    #[error("expected minutes or minutes:seconds, not {0}")]
    Base(Quoted),
    /// The increment.
    #[error("expected seconds of increment, not {0}")]
    Increment(Quoted),
}

/// Parses what follows the word `level`.
pub fn parse(text: &str) -> Result<Level, LevelError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [moves, base, increment, ..] = words[..] else {
        return Err(LevelError::Form);
    };
    let number: u32 = moves.parse().map_err(|_| LevelError::Moves(Quoted::new(moves)))?;
    Ok(Level {
        moves: Some(number).filter(|&moves| moves > 0),
        base: minutes(base).ok_or_else(|| LevelError::Base(Quoted::new(base)))?,
        increment: fraction(increment, 1000).ok_or_else(|| LevelError::Increment(Quoted::new(increment)))?,
    })
}

/// `5`, `0.5` or `0:30` as milliseconds. What a later session has, as in `25+5`, is said again when it begins.
fn minutes(text: &str) -> Option<u64> {
    let text = text.split_once('+').map_or(text, |(now, _)| now);
    let (minutes, seconds) = match text.split_once(':') {
        Some((minutes, seconds)) => (minutes, fraction(seconds, 1000)?),
        None => (text, 0),
    };
    Some(fraction(minutes, 60_000)?.saturating_add(seconds).min(LONGEST))
}
