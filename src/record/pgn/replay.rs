//! A game played again by the rules of its variant.

use std::fmt;
use std::sync::Arc;

use super::{Pgn, Ply};
use crate::catalogue::UnknownVariant;
use crate::game::{Game, SetUpError};
use crate::position::{End, GameResult, MoveError, Notation};
use crate::variant::Rules;
use crate::{Catalogue, Color};

/// What PGN calls some games.
const OTHER_NAMES: [(&str, &str); 4] = [
    ("", "chess"),
    ("normal", "chess"),
    ("standard", "chess"),
    ("fromposition", "chess"),
];

/// A game that was played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// Its moves as UCI writes them.
    pub moves: Vec<String>,
    /// How they were written.
    pub notation: Notation,
    /// How it ended by rule, if it did, and what that means.
    pub end: Option<(End, GameResult)>,
}

/// Where and why a game breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The line in its file, from 1.
    pub line: u64,
    /// What is wrong there.
    pub fault: Box<Fault>,
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its number, counted as the position counts.
    pub number: u64,
    /// Whose it is.
    pub side: Color,
    /// How many moves of both sides it is from the beginning, from 1.
    pub ply: usize,
    /// The move as written.
    pub text: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.side == Color::White { "." } else { "..." };
        write!(f, "move {}{dots} {} (ply {})", self.number, self.text, self.ply)
    }
}

impl Broken {
    fn new(line: u64, fault: Fault) -> Self {
        Broken {
            line,
            fault: Box::new(fault),
        }
    }
}

/// What breaks a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Its position.
    #[error("tag FEN: {0}")]
    Start(SetUpError),
    /// One of its moves.
    #[error("{place}: {error}")]
    Move {
        /// Which.
        place: Place,
        /// Why it is none.
        error: MoveError,
    },
    /// A move after the end.
    #[error("{place}: the game has ended before by {end}")]
    AfterEnd {
        /// Which.
        place: Place,
        /// How the game had ended.
        end: End,
    },
    /// The result is not the one that the rules say.
    #[error("the result is {written}, but the game has ended by {end}: {by_rule}")]
    Result {
        /// What is written.
        written: GameResult,
        /// How the game ended.
        end: End,
        /// What that means.
        by_rule: GameResult,
    },
    /// Tag and text differ.
    #[error("tag Result is \"{tag}\", but behind the moves stands {written}")]
    Tag {
        /// What the tag says.
        tag: String,
        /// What the text says.
        written: GameResult,
    },
}

/// The rules of the variant that a game's tag names; chess without one. Capitals, spaces and dashes make no difference.
///
/// # Errors
/// If there is no such variant.
pub fn rules_of<'a>(pgn: &Pgn, catalogue: &'a Catalogue) -> Result<&'a Arc<Rules>, UnknownVariant> {
    let name = pgn.tag("Variant").unwrap_or("").trim();
    if let Some(rules) = catalogue.rules(name) {
        return Ok(rules);
    }
    let plain = |name: &str| -> String {
        let letters = name.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let wanted = plain(name);
    let other = OTHER_NAMES
        .iter()
        .find(|(other, _)| *other == wanted)
        .map(|(_, name)| *name);
    let name = other
        .or_else(|| catalogue.names().find(|known| plain(known) == wanted))
        .unwrap_or(name);
    catalogue.require(name)
}

/// Plays a game again. `game` is of its variant; it stands at the last position afterwards.
///
/// Moves are algebraic. Those that XBoard has written (it leaves a tag `VariantMen` where the variant is an engine's) may
/// have their ranks counted from 0, and castle by other names; of the two ways the one that gets further is taken.
///
/// # Errors
/// Says where it breaks: a position or a move that is not of the variant, a move after the end, a result that is not the
/// one by rule.
pub fn replay(pgn: &Pgn, game: &mut dyn Game) -> Result<Replayed, Broken> {
    let notations = match pgn.tag("VariantMen") {
        Some(_) => [Notation::XboardSan, Notation::San],
        None => [Notation::San, Notation::XboardSan],
    };
    let [first, second] = notations;
    let replayed = match replay_as(pgn, game, first) {
        Ok(replayed) => replayed,
        Err((reached, broken)) => match replay_as(pgn, game, second) {
            Ok(replayed) => replayed,
            Err((further, other)) if further > reached => return Err(other),
            Err(_) => return Err(broken),
        },
    };
    check_result(pgn, &replayed)?;
    Ok(replayed)
}

/// Plays a game again in one notation; an error with how many moves were played before.
fn replay_as(pgn: &Pgn, game: &mut dyn Game, notation: Notation) -> Result<Replayed, (usize, Broken)> {
    let start = game.set_up(pgn.tag("FEN"), &[]);
    start.map_err(|error| (0, Broken::new(pgn.line, Fault::Start(error))))?;
    let mut moves = Vec::with_capacity(pgn.moves.len());
    for (index, ply) in pgn.moves.iter().enumerate() {
        let mv = game.read_move(&shortened(&ply.text), notation);
        let played = mv.and_then(|mv| game.play(&mv).map(|()| mv));
        let mv = played.map_err(|error| (index, broken_move(pgn, index, ply, error, game)))?;
        moves.push(mv);
    }
    let end = game.end().map(|end| (end, end.result(game.side(), game.rules())));
    Ok(Replayed { moves, notation, end })
}

/// Why a move cannot be played.
fn broken_move(pgn: &Pgn, index: usize, ply: &Ply, error: MoveError, game: &dyn Game) -> Broken {
    let (first, white_first) = pgn.first_move();
    let place = Place {
        number: first.saturating_add((index as u64 + u64::from(!white_first)) / 2),
        side: game.side(),
        ply: index + 1,
        text: shortened(&ply.text),
    };
    let end = game.end().filter(|end| !end.is_by_count());
    let fault = match end {
        Some(end) => Fault::AfterEnd { place, end },
        None => Fault::Move { place, error },
    };
    Broken::new(ply.line, fault)
}

/// Whether the result is what the tag says and what the rules say.
fn check_result(pgn: &Pgn, replayed: &Replayed) -> Result<(), Broken> {
    let line = pgn.moves.last().map_or(pgn.line, |ply| ply.line);
    let tag = pgn.tag("Result").map(str::trim);
    let of_tag = tag.and_then(GameResult::of_pgn);
    if let (Some(tag), Some(written)) = (tag, pgn.result)
        && of_tag != Some(written)
    {
        let tag = shortened(tag);
        return Err(Broken::new(line, Fault::Tag { tag, written }));
    }
    match (pgn.result.or(of_tag), replayed.end) {
        (Some(written), Some((end, by_rule))) if written != by_rule => {
            Err(Broken::new(line, Fault::Result { written, end, by_rule }))
        }
        _ => Ok(()),
    }
}

/// A text as far as a message quotes it. What is longer than any move is none.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
