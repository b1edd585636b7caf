//! `position startpos|fen FEN [moves MOVE...]`.

use super::{Quoted, next_word};

/// A position as the interface names it; nothing of it has been checked against the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// The FEN; `None` for the start position.
    pub fen: Option<String>,
    /// The moves played from there.
    pub moves: Vec<String>,
}

/// Why a `position` was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Nothing follows.
    #[error("expected \"startpos\" or \"fen\" and a FEN")]
    Missing,
    /// Something else follows.
    #[error("{0} after \"position\": expected \"startpos\" or \"fen\" and a FEN")]
    Kind(Quoted),
    /// `fen` without a FEN.
    #[error("expected a FEN after \"fen\"")]
    NoFen,
    /// Something between `startpos` and `moves`.
    #[error("{0} after \"startpos\": expected \"moves\" or nothing")]
    AfterStart(Quoted),
}

/// Parses what follows the word `position`.
pub fn parse(text: &str) -> Result<PositionCommand, PositionError> {
    let (kind, rest) = next_word(text).ok_or(PositionError::Missing)?;
    let mut words = rest.split_whitespace();
    let before_moves: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
    let moves = words.map(str::to_owned).collect();
    let fen = match (kind, before_moves.first()) {
        ("startpos", None) => None,
        ("startpos", Some(word)) => return Err(PositionError::AfterStart(Quoted::new(word))),
        ("fen", None) => return Err(PositionError::NoFen),
        ("fen", Some(_)) => Some(before_moves.join(" ")),
        _ => return Err(PositionError::Kind(Quoted::new(kind))),
    };
    Ok(PositionCommand { fen, moves })
}
