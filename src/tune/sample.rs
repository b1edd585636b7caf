//! Positions of games, and these as the numbers that a fit of terms reads.

use std::sync::Arc;

use crate::eval::{Analyst, Evaluator, Parts};
use crate::position::GameResult;
use crate::variant::{Rules, Variant};
use crate::{Bitboard, Color, Move, Position};

/// Positions further from even than this, centipawns, say little about how to judge others.
pub const OPEN: i32 = 2000;

/// No more positions are taken apart than this: each takes about half a kilobyte.
pub const MOST: usize = 2_000_000;

/// A quiet position of a game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// Its FEN.
    pub fen: String,
    /// What a search thought of it, centipawns for White.
    pub score: Option<i32>,
    /// How the game ended.
    pub result: GameResult,
}

/// The quiet positions of a game that is being played.
#[derive(Clone, Debug, Default)]
pub struct Notes(Vec<(String, Option<i32>)>);

impl Notes {
    /// Notes a position in which a move was chosen and what was thought of it, centipawns for the side to move; unless the
    /// game is decided or something is being taken, so that evaluation could not be asked.
    pub fn add<B: Bitboard>(&mut self, position: &Position<B>, chosen: Move, score: Option<i32>) {
        let open = score.is_none_or(|score| score.abs() <= OPEN);
        let quiet = !position.in_check() && position.captured(chosen).is_none() && chosen.promoted().is_none();
        if open && quiet {
            let white = position.side() == Color::White;
            self.0
                .push((position.fen(), score.map(|score| if white { score } else { -score })));
        }
    }

    /// The game is over. Of an unfinished one nothing is known.
    pub fn end(self, result: GameResult) -> Vec<Noted> {
        match result {
            GameResult::Unfinished => Vec::new(),
            _ => {
                let noted = |(fen, score)| Noted { fen, score, result };
                self.0.into_iter().map(noted).collect()
            }
        }
    }
}

/// What White got: 0, a half, 1.
pub fn points(result: GameResult) -> f32 {
    match result {
        GameResult::Won(Color::White) => 1.0,
        GameResult::Won(Color::Black) => 0.0,
        _ => 0.5,
    }
}

/// These positions, without those that are none.
pub fn positions<'a, B: Bitboard>(
    noted: impl Iterator<Item = &'a Noted>,
    rules: &Arc<Rules>,
) -> impl Iterator<Item = (&'a Noted, Position<B>)> {
    let variant = Arc::new(Variant::<B>::new(Arc::clone(rules)));
    noted.filter_map(move |noted| Some((noted, Position::from_fen(Arc::clone(&variant), &noted.fen).ok()?)))
}

/// All positions of a fit, each with the result of its game. The parts of all lie behind each other.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    heads: Vec<Head>,
    terms: Vec<u16>,
    parts: Vec<f32>,
}

/// What is said of one position beside its parts.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    /// The end of its parts.
    end: usize,
    /// See [`Parts`].
    pub rest: f32,
    /// See [`Parts`].
    pub middlegame: f32,
    /// See [`Parts`].
    pub factor: f32,
    /// What White got: 0, a half, 1.
    pub result: f32,
    /// What a search thought of it, centipawns for White.
    pub score: Option<i32>,
}

impl Samples {
    /// Takes positions of a game with these rules apart: of more than [`MOST`] every second, third, ...
    pub fn new<B: Bitboard>(noted: &[Noted], rules: &Arc<Rules>, evaluator: &Evaluator) -> Self {
        let mut analyst = Analyst::new(evaluator, rules);
        let mut samples = Samples::default();
        let every = noted.len().div_ceil(MOST).max(1);
        for (noted, position) in positions::<B>(noted.iter().step_by(every), rules) {
            samples.add(&analyst.parts(&position), noted);
        }
        samples
    }

    fn add(&mut self, parts: &Parts, noted: &Noted) {
        self.terms.extend(parts.parts.iter().map(|(term, _)| *term));
        self.parts.extend(parts.parts.iter().map(|(_, part)| part));
        self.heads.push(Head {
            end: self.terms.len(),
            rest: parts.rest,
            middlegame: parts.middlegame,
            factor: parts.factor,
            result: points(noted.result),
            score: noted.score,
        });
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// The positions of a range.
    pub fn heads(&self, range: std::ops::Range<usize>) -> &[Head] {
        self.heads.get(range).unwrap_or_default()
    }

    /// The terms of a position and how much there is of each.
    pub fn parts(&self, index: usize) -> impl Iterator<Item = (usize, f32)> + '_ {
        let begin = index.checked_sub(1).map_or(0, |before| self.heads[before].end);
        let range = begin..self.heads[index].end;
        let terms = self.terms[range.clone()].iter().map(|term| usize::from(*term));
        terms.zip(self.parts[range].iter().copied())
    }
}
