//! What an evaluation is the sum of: what a fit needs to know of a position.

use super::judge::Evaluator;
use super::trace::Trace;
use super::weights::{OfMan, Term};
use crate::variant::Rules;
use crate::{Bitboard, Color, PieceType, Position, Square};

/// An evaluation as a sum of weighted terms, from White's side: `factor` times the sum of `rest` and of each part times
/// its weight, `middlegame` of it that for the middlegame and the rest that for the ending.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    /// How much there is of each term, by its number; each term once.
    pub parts: Vec<(u16, f32)>,
    /// What no weight changes, centipawns.
    pub rest: f32,
    /// From 0 to 1.
    pub middlegame: f32,
    /// From 0 to 1.
    pub factor: f32,
}

/// Takes evaluations apart.
pub struct Analyst<'a> {
    evaluator: &'a Evaluator,
    rules: &'a Rules,
    /// By term.
    sums: Vec<f32>,
    parts: Parts,
}

impl<'a> Analyst<'a> {
    /// For positions of the evaluator's game.
    pub fn new(evaluator: &'a Evaluator, rules: &'a Rules) -> Self {
        let last = PieceType(rules.men.len() as u8);
        Analyst {
            evaluator,
            rules,
            sums: vec![0.0; Term::OfMan(OfMan::Value, last).index()],
            parts: Parts::default(),
        }
    }

    /// What the evaluation of a position is the sum of.
    pub fn parts<B: Bitboard>(&mut self, position: &Position<B>) -> Parts {
        self.sums.fill(0.0);
        self.evaluator.judge(position, self);
        let mut parts = std::mem::take(&mut self.parts);
        let sums = (0..).zip(self.sums.iter().copied());
        parts.parts = sums.filter(|(_, part)| *part != 0.0).collect();
        parts
    }

    fn add(&mut self, color: Color, term: Term, part: f32) {
        self.sums[term.index()] += if color == Color::White { part } else { -part };
    }
}

impl Trace for Analyst<'_> {
    const LISTENS: bool = true;

    fn man(&mut self, color: Color, ty: PieceType, level: usize, square: Square) {
        for (term, part) in self.evaluator.man_parts(self.rules, ty, level, color, square) {
            self.add(color, term, part);
        }
    }
    fn term(&mut self, color: Color, term: Term, part: f32) {
        self.add(color, term, part);
    }
    fn rest(&mut self, centipawns: i32) {
        self.parts.rest = centipawns as f32;
    }
    fn stage(&mut self, middlegame: f32, factor: f32) {
        (self.parts.middlegame, self.parts.factor) = (middlegame, factor);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::eval::Evaluate;
    use crate::random::SplitMix64;
    use crate::{Catalogue, Variant};

    #[test]
    fn the_parts_sum_to_the_evaluation() {
        let catalogue = Catalogue::builtin();
        let mut random = SplitMix64(1);
        for game in ["ninesquare", "haynie", "snappy", "chess99", "berolina"] {
            let rules = catalogue.rules(game).unwrap();
            let evaluator = Evaluator::new(rules);
            // Random weights: a part that is missing shows.
            let mut weights = evaluator.derived(rules);
            for term in Term::all(rules) {
                let noise = [0, 1].map(|_| random.below(200) as i32 - 100);
                let [middlegame, ending] = weights.get(term);
                weights.set(term, [middlegame + noise[0], ending + noise[1]]);
            }
            let evaluator = evaluator.weighted(rules, weights.clone());
            let mut position = Position::<u128>::start(Arc::new(Variant::new(Arc::clone(rules))));
            for _ in 0..120 {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                if position.end().is_some() {
                    break;
                }
                position.make(moves[random.below(moves.len())]);
                let parts = Analyst::new(&evaluator, rules).parts(&position);
                let mut sum = parts.rest;
                for (index, part) in &parts.parts {
                    let [middlegame, ending] = weights.by_index(usize::from(*index)).map(|tenths| tenths as f32 / 10.0);
                    sum += part * (middlegame * parts.middlegame + ending * (1.0 - parts.middlegame));
                }
                let found = evaluator.evaluate(&position) as f32;
                let found = if position.side() == Color::White { found } else { -found };
                let men = position.occupied().count() as f32;
                // Each table entry is rounded.
                assert!(
                    (sum * parts.factor - found).abs() < 4.0 + men,
                    "{game} {}: {sum} {found}",
                    position.fen()
                );
            }
        }
    }
}
