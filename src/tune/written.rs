//! Games that were written down.

use std::sync::Arc;

use super::sample::{Noted, Notes};
use crate::game::{self, Game};
use crate::position::GameResult;
use crate::record::pgn::{Broken, Pgn, replay};
use crate::variant::{Rules, Variant};
use crate::{Bitboard, Position};

/// Notes the quiet positions of games.
pub struct Games<B: Bitboard> {
    game: Box<dyn Game>,
    variant: Arc<Variant<B>>,
}

impl<B: Bitboard> Games<B> {
    /// For games of these rules.
    pub fn new(rules: &Arc<Rules>) -> Self {
        Games {
            game: game::new(Arc::clone(rules)),
            variant: Arc::new(Variant::new(Arc::clone(rules))),
        }
    }

    /// The quiet positions of a game behind its opening.
    ///
    /// # Errors
    /// If it breaks when it is played again.
    pub fn note(&mut self, pgn: &Pgn) -> Result<Vec<Noted>, Broken> {
        let moves = replay(pgn, &mut *self.game)?.moves;
        let result = pgn.result.unwrap_or(GameResult::Unfinished);
        let mut notes = Notes::default();
        let position = match pgn.tag("FEN") {
            Some(fen) => Position::from_fen(Arc::clone(&self.variant), fen).ok(),
            None => Some(Position::start(Arc::clone(&self.variant))),
        };
        let Some(mut position) = position else {
            return Ok(Vec::new());
        };
        let is_book = |comment: &Option<String>| comment.as_deref() == Some("book");
        let book = pgn
            .moves
            .iter()
            .rposition(|ply| is_book(&ply.comment))
            .map_or(0, |last| last + 1);
        for (index, (text, ply)) in moves.iter().zip(&pgn.moves).enumerate() {
            let Ok(mv) = position.parse_move(text) else { break };
            let score = ply.comment.as_deref().and_then(score);
            if index >= book {
                notes.add(&position, mv, score);
            }
            position.make(mv);
        }
        Ok(notes.end(result))
    }
}

/// The score in a comment such as `+0.35/12 0.45s`, in centipawns for the side that has moved.
fn score(comment: &str) -> Option<i32> {
    let (pawns, _) = comment.split_once('/')?;
    let pawns: f64 = pawns.trim().parse().ok()?;
    Some((pawns * 100.0).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_from_comments() {
        assert_eq!(score("+0.35/12 0.45s"), Some(35));
        assert_eq!(score("-12.07/3 1s, White mates"), Some(-1207));
        assert_eq!([score("+M3/12"), score("book"), score("a/b"), score("")], [None; 4]);
    }
}
