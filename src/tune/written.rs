//! Games that were written down.

use std::sync::Arc;

use super::sample::{Noted, OPEN, is_quiet, note};
use crate::eval::{Analyst, Evaluator};
use crate::game::{self, Game};
use crate::position::GameResult;
use crate::record::pgn::{Broken, Pgn, replay};
use crate::variant::{Rules, Variant};
use crate::{Bitboard, Position};

/// Takes the quiet positions of games apart.
pub struct Games<'a, B: Bitboard> {
    game: Box<dyn Game>,
    variant: Arc<Variant<B>>,
    analyst: Analyst<'a>,
}

impl<'a, B: Bitboard> Games<'a, B> {
    /// For games of these rules.
    pub fn new(rules: &'a Arc<Rules>, evaluator: &'a Evaluator) -> Self {
        Games {
            game: game::new(Arc::clone(rules)),
            variant: Arc::new(Variant::new(Arc::clone(rules))),
            analyst: Analyst::new(evaluator, rules),
        }
    }

    /// The quiet positions of a game behind its opening, and its result.
    ///
    /// # Errors
    /// If it breaks when it is played again.
    pub fn note(&mut self, pgn: &Pgn) -> Result<(Vec<Noted>, GameResult), Broken> {
        let moves = replay(pgn, &mut *self.game)?.moves;
        let result = pgn.result.unwrap_or(GameResult::Unfinished);
        let mut noted = Vec::new();
        let position = match pgn.tag("FEN") {
            Some(fen) => Position::from_fen(Arc::clone(&self.variant), fen).ok(),
            None => Some(Position::start(Arc::clone(&self.variant))),
        };
        let Some(mut position) = position else {
            return Ok((noted, result));
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
            let is_open = score.is_none_or(|score| score.abs() <= OPEN);
            if index >= book && is_open && is_quiet(&position, mv) {
                noted.push(note(&mut self.analyst, &position, score));
            }
            position.make(mv);
        }
        Ok((noted, result))
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
