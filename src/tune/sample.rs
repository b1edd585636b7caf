//! Positions of games as the numbers that a fit reads.

use crate::eval::{Analyst, Parts};
use crate::position::GameResult;
use crate::{Bitboard, Color, Move, Position};

/// Positions further from even than this, centipawns, say little about weights.
pub const OPEN: i32 = 1000;

/// A position of a game, taken apart.
#[derive(Clone, Debug)]
pub struct Noted {
    /// What its evaluation is the sum of.
    pub parts: Parts,
    /// What a search thought of it, centipawns for White.
    pub score: Option<i32>,
    /// Its FEN, if it is to be kept.
    pub fen: Option<String>,
}

/// Whether evaluation can be asked to judge a position in which a move was chosen: nothing is being taken.
pub fn is_quiet<B: Bitboard>(position: &Position<B>, chosen: Move) -> bool {
    !position.in_check() && position.captured(chosen).is_none() && chosen.promoted().is_none()
}

/// Takes a position apart.
pub fn note<B: Bitboard>(analyst: &mut Analyst, position: &Position<B>, score: Option<i32>) -> Noted {
    let white = position.side() == Color::White;
    Noted {
        parts: analyst.parts(position),
        score: score.map(|score| if white { score } else { -score }),
        fen: None,
    }
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
    /// Adds the positions of a game; none if it is unfinished.
    pub fn add(&mut self, noted: Vec<Noted>, result: GameResult) {
        let result = match result {
            GameResult::Won(Color::White) => 1.0,
            GameResult::Won(Color::Black) => 0.0,
            GameResult::Draw => 0.5,
            GameResult::Unfinished => return,
        };
        for Noted { parts, score, .. } in noted {
            self.terms.extend(parts.parts.iter().map(|(term, _)| *term));
            self.parts.extend(parts.parts.iter().map(|(_, part)| part));
            self.heads.push(Head {
                end: self.terms.len(),
                rest: parts.rest,
                middlegame: parts.middlegame,
                factor: parts.factor,
                result,
                score,
            });
        }
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
