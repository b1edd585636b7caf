//! What an evaluation is summed up in, and who may hear of what.

use super::tables::Phased;
use super::weights::Term;
use crate::{Color, PieceType, Square};

/// Hears what an evaluation is the sum of.
pub(super) trait Trace {
    /// Whether anybody listens.
    const LISTENS: bool;
    /// A man on a square.
    fn man(&mut self, _color: Color, _ty: PieceType, _level: usize, _square: Square) {}
    /// So much of a term.
    fn term(&mut self, _color: Color, _term: Term, _part: f32) {}
    /// What is not weighted, for White, centipawns.
    fn rest(&mut self, _centipawns: i32) {}
    /// How much of the middlegame there is, and by how much all is made less for the move rule.
    fn stage(&mut self, _middlegame: f32, _factor: f32) {}
}

/// Nobody listens.
impl Trace for () {
    const LISTENS: bool = false;
}

/// A sum of middlegame and ending, centipawns.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    pub middlegame: i32,
    pub ending: i32,
    /// What the side as a whole adds, tenths of centipawns.
    pub whole: [i32; 2],
}

impl Sum {
    #[inline(always)]
    pub fn add(&mut self, phased: Phased, times: i32) {
        self.middlegame += i32::from(phased.middlegame) * times;
        self.ending += i32::from(phased.ending) * times;
    }
}
