//! Commands of one number.

use crate::protocol::command::{MAX_DEPTH, Quoted};

/// The longest time there is, milliseconds: more than a year.
pub const LONGEST: u64 = 100_000_000_000;

/// Why the number of a command was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected} after {command}, not {found}")]
pub struct NumberError {
    command: &'static str,
    expected: &'static str,
    found: Quoted,
}

/// Reads the first word of what follows a command.
fn read<T>(
    command: &'static str,
    text: &str,
    expected: &'static str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<T, NumberError> {
    let word = text.split_whitespace().next().unwrap_or_default();
    parse(word).ok_or_else(|| NumberError {
        command,
        expected,
        found: Quoted::new(word),
    })
}

/// A number of units with perhaps a fraction, times what a unit is worth; `None` if it is no number, or negative.
pub fn fraction(text: &str, worth: u64) -> Option<u64> {
    if !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    let number: f64 = text.parse().ok()?;
    Some((number * worth as f64).round().min(LONGEST as f64) as u64)
}

/// A whole number from 0.
pub fn whole(command: &'static str, text: &str) -> Result<u64, NumberError> {
    read(command, text, "a whole number", |word| word.parse().ok())
}

/// Seconds as milliseconds.
pub fn seconds(command: &'static str, text: &str) -> Result<u64, NumberError> {
    read(command, text, "seconds", |word| fraction(word, 1000))
}

/// Hundredths of a second as milliseconds; a clock that has run out shows less than nothing.
pub fn centiseconds(command: &'static str, text: &str) -> Result<u64, NumberError> {
    read(command, text, "hundredths of a second", |word| {
        let number: i64 = word.parse().ok()?;
        Some(u64::try_from(number).unwrap_or(0).min(LONGEST / 10) * 10)
    })
}

/// A depth, at most the deepest there is.
pub fn depth(command: &'static str, text: &str) -> Result<u32, NumberError> {
    read(command, text, "a whole number of plies", |word| {
        let number: u32 = word.parse().ok()?;
        Some(number.clamp(1, MAX_DEPTH))
    })
}

/// Nodes per second; `None` for 0 and less, which mean the clock.
pub fn rate(command: &'static str, text: &str) -> Result<Option<u64>, NumberError> {
    read(command, text, "a whole number of nodes", |word| {
        let number: i64 = word.parse().ok()?;
        Some(u64::try_from(number).ok().filter(|&nodes| nodes > 0))
    })
}
