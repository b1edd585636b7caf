//! `go` with all its parts, in any order; of a part given twice the last one counts.

use super::{Quoted, clamp_depth, integer};
use crate::search::Limits;

/// A search that is wanted.
#[derive(Clone, Debug, Default)]
pub struct Go {
    /// Only these root moves, as text; all if empty.
    pub searchmoves: Vec<String>,
    /// Whether to think on the opponent's time until `ponderhit`.
    pub ponder: bool,
    /// When to stop. [`Limits::searchmoves`] and [`Limits::overhead`] are left alone.
    pub limits: Limits,
    /// Count leaves to this depth instead of searching, plies.
    pub perft: Option<u32>,
    /// Words that mean nothing here and were ignored.
    pub ignored: Vec<String>,
}

/// Why a `go` was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GoError {
    /// A part without its number.
    #[error("expected a whole number after \"{0}\"")]
    NoNumber(&'static str),
    /// A part with something else in place of its number.
    #[error("{found} after \"{part}\": expected a whole number")]
    NotANumber {
        /// The part.
        part: &'static str,
        /// What stood there.
        found: Quoted,
    },
    /// `searchmoves` without a move.
    #[error("expected moves after \"searchmoves\"")]
    NoMoves,
    /// No part is known.
    #[error("{0} means nothing here: expected {parts}", parts = PARTS.join(", "))]
    Unknown(Quoted),
}

/// All parts.
const PARTS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// Parses what follows the word `go`.
///
/// A word that is not known is ignored, so that an interface of the future does not lose a game by it, unless nothing else is there.
/// A perft of less than 0 plies is refused; times below 1 ms count as 1 ms, `movestogo` below 1 as not given.
pub fn parse(text: &str) -> Result<Go, GoError> {
    let mut go = Go::default();
    let mut known = false;
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let Some(&part) = PARTS.iter().find(|&&part| part == word) else {
            go.ignored.push(word.to_owned());
            continue;
        };
        known = true;
        let mut number = || {
            let found = words.next().ok_or(GoError::NoNumber(part))?;
            integer(found).ok_or_else(|| GoError::NotANumber {
                part,
                found: Quoted::new(found),
            })
        };
        let limits = &mut go.limits;
        match part {
            "ponder" => go.ponder = true,
            "infinite" => limits.infinite = true,
            "wtime" => limits.time[0] = Some(at_least(number()?, 1)),
            "btime" => limits.time[1] = Some(at_least(number()?, 1)),
            "winc" => limits.increment[0] = at_least(number()?, 0),
            "binc" => limits.increment[1] = at_least(number()?, 0),
            "movestogo" => limits.moves_to_go = u32::try_from(number()?.min(1000)).ok().filter(|&n| n > 0),
            "depth" => limits.depth = Some(clamp_depth(number()?, 1)),
            "nodes" => limits.nodes = Some(at_least(number()?, 1)),
            "mate" => limits.mate = Some(clamp_depth(number()?, 1)),
            "movetime" => limits.movetime = Some(at_least(number()?, 1)),
            "perft" => {
                let depth = number()?;
                if depth < 0 {
                    return Err(GoError::NotANumber {
                        part,
                        found: Quoted::new(&depth.to_string()),
                    });
                }
                go.perft = Some(clamp_depth(depth, 0));
            }
            _ => {
                while let Some(mv) = words.next_if(|word| !PARTS.contains(word)) {
                    go.searchmoves.push(mv.to_owned());
                }
                if go.searchmoves.is_empty() {
                    return Err(GoError::NoMoves);
                }
            }
        }
    }
    match go.ignored.first() {
        Some(word) if !known => Err(GoError::Unknown(Quoted::new(word))),
        _ => Ok(go),
    }
}

/// A number that must not be negative, at least `least`.
fn at_least(number: i64, least: u64) -> u64 {
    u64::try_from(number).unwrap_or(0).max(least)
}

impl Go {
    /// Whether nothing ends the search by itself, for the side (0 White, 1 Black) that is to move.
    pub fn is_endless(&self, side: usize) -> bool {
        let l = &self.limits;
        let limited = l.depth.is_some()
            || l.nodes.is_some()
            || l.mate.is_some()
            || l.movetime.is_some()
            || l.time.get(side).is_some_and(Option::is_some);
        self.perft.is_none() && (l.infinite || !limited)
    }
}
