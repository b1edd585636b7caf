//! Games as PGN: a [`Reader`] for what programs and people write, a writer, and [`replay`] by the rules of the variant.

mod read;
mod replay;
mod tags;
mod write;

pub use read::{Problem, Reader, SyntaxError};
pub use replay::{Broken, Fault, Place, Replayed, replay, rules_of};
pub use write::thinking;

use crate::game::{Game, SetUpError};
use crate::position::{GameResult, Notation};

/// One game as its file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pgn {
    tags: Vec<(String, String)>,
    /// What is said before the first move.
    pub preface: Option<String>,
    /// The moves of the main line.
    pub moves: Vec<Ply>,
    /// The result behind the moves; `None` if there is none.
    pub result: Option<GameResult>,
    /// The line on which the game begins, from 1; 0 for a game that was not read.
    pub line: u64,
}

/// One move of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// The move as it is written.
    pub text: String,
    /// What is said about it.
    pub comment: Option<String>,
    /// The line it stands on, from 1; 0 for a game that was not read.
    pub line: u64,
}

impl Pgn {
    /// A game with these moves, as UCI writes them, from a position or from the variant's own start: its moves in algebraic
    /// notation, the tag `Variant`, and `SetUp` and `FEN` where the position is not the variant's own. `game` is of the
    /// variant; it stands at the last position afterwards.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use ninefold::record::pgn::Pgn;
    ///
    /// let catalogue = ninefold::Catalogue::builtin();
    /// let mut game = ninefold::game::new(Arc::clone(catalogue.rules("snappy").unwrap()));
    /// let mut pgn = Pgn::of_moves(&mut *game, None, &["a2a3".into()]).unwrap();
    /// pgn.set_tag("White", "Anna");
    /// assert!(pgn.to_string().contains("[White \"Anna\"]\n"));
    /// assert!(pgn.to_string().ends_with("\n\n1. a3=R *\n\n"));
    /// ```
    ///
    /// # Errors
    /// If the position or a move is not one of the variant.
    pub fn of_moves(game: &mut dyn Game, fen: Option<&str>, moves: &[String]) -> Result<Self, SetUpError> {
        game.set_up(fen, &[])?;
        let start = game.fen();
        let mut pgn = Pgn::default();
        pgn.set_tag("Variant", &game.rules().name);
        if start != game.rules().start {
            pgn.set_tag("SetUp", "1");
            pgn.set_tag("FEN", &start);
        }
        for (index, text) in moves.iter().enumerate() {
            let number = index + 1;
            let written = game.write_move(text, Notation::San);
            let written = written.and_then(|san| game.play(text).map(|()| san));
            let text = written.map_err(|error| SetUpError::Move { number, error })?;
            pgn.moves.push(Ply { text, ..Ply::default() });
        }
        Ok(pgn)
    }

    /// The value of a tag, whose name is taken in any case; the first if there are several.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(n, _)| n.eq_ignore_ascii_case(name));
        tag.map(|(_, value)| value.as_str())
    }

    /// All tags, in their order.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Sets a tag, or adds it behind the others. What a name or a value cannot have is left out.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let name: String = name.chars().filter(|c| tags::is_of_name(*c)).collect();
        let value = one_line(value);
        match self.tags.iter_mut().find(|(n, _)| n.eq_ignore_ascii_case(&name)) {
            Some((_, old)) => *old = value,
            None if name.is_empty() => {}
            None => self.tags.push((name, value)),
        }
    }
}

/// A text without line ends and other control characters.
fn one_line(text: &str) -> String {
    let text = text.replace(|c: char| c.is_control(), " ");
    text.trim().to_string()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
