//! Finding weights: gradient descent on how badly evaluation foretells results (Adam: D. Kingma, J. Ba, 2014), held near
//! the weights it begins with.

use std::thread;

use super::sample::Samples;
use crate::eval::weights::{OfMan, Term, Weights, Whole};
use crate::variant::Rules;

/// How many steps.
const STEPS: u32 = 400;
/// Their size at the beginning and at the end, in units of [`spread`].
const RATES: [f64; 2] = [0.05, 0.002];
/// Adam's means fade by these with each step.
const FADES: [f64; 2] = [0.9, 0.99];
/// How much the result of the game counts against what the search thought of the position.
const RESULT: f64 = 0.5;
/// Positions of one game say much the same: so many count for one against the weights' being held.
const ALIKE: f64 = 12.0;
/// Samples are cut into so many pieces, summed in their order: the threads' number must not matter.
const PIECES: usize = 64;

/// What a fit found.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The weights.
    pub weights: Weights,
    /// Cross entropy before and after, in bits for each position.
    pub entropy: [f64; 2],
    /// How many centipawns make a win ten times as likely as a loss.
    pub scale: f64,
}

/// How far a weight may be expected to be from where it begins, tenths.
fn spread(term: Term, begin: i32) -> f64 {
    let centipawns = match term {
        Term::OfMan(of, _) => match of {
            OfMan::Value => return (f64::from(begin.abs()) / 4.0).max(300.0),
            OfMan::Grow | OfMan::Hope => 50.0,
            OfMan::Place => 100.0,
            OfMan::Mobility => 8.0,
            OfMan::Centre | OfMan::Advance => 4.0,
            OfMan::Attack => 5.0,
            OfMan::Pair => 25.0,
            OfMan::Change | OfMan::Outpost => 15.0,
            OfMan::Check | OfMan::Chased => 20.0,
        },
        Term::Whole(whole) => match whole {
            Whole::Danger => 1.0,
            Whole::Passed | Whole::Free | Whole::Way | Whole::Clear | Whole::Backed => 60.0,
            Whole::Restricted | Whole::Exposed => 4.0,
            Whole::Hanging | Whole::Threatened | Whole::Push => 20.0,
            _ => 8.0,
        },
    };
    centipawns * 10.0
}

/// Finds weights near these that foretell the results better.
pub fn fit(samples: &Samples, rules: &Rules, begin: &Weights, threads: usize) -> Fit {
    let terms = Term::all(rules);
    let scale = scale(scores(samples, begin));
    let slots = terms.iter().map(|term| term.index() + 1).max().unwrap_or(0);
    let mut problem = Problem {
        samples,
        scale,
        threads,
        weights: vec![[0.0; 2]; slots],
    };
    let mut moved: Vec<[f64; 2]> = vec![[0.0; 2]; terms.len()];
    let spreads: Vec<[f64; 2]> = terms
        .iter()
        .map(|&t| begin.get(t).map(|tenths| spread(t, tenths)))
        .collect();
    let held = ALIKE / (samples.len() as f64).max(1.0);
    let (mut means, mut squares) = (moved.clone(), moved.clone());
    let mut entropy = [0.0; 2];
    for step in 1..=STEPS {
        for (i, term) in terms.iter().enumerate() {
            let at = begin.get(*term);
            problem.weights[term.index()] = [0, 1].map(|p| (f64::from(at[p]) + moved[i][p] * spreads[i][p]) / 10.0);
        }
        let (loss, gradient) = problem.gradient();
        if step == 1 {
            entropy = [loss, loss];
        }
        entropy[1] = loss;
        let done = f64::from(step) / f64::from(STEPS);
        let rate = RATES[0] * (RATES[1] / RATES[0]).powf(done);
        let unfaded = FADES.map(|fade| 1.0 - fade.powi(step as i32));
        for (i, term) in terms.iter().enumerate() {
            for p in [0, 1] {
                let slope = gradient[term.index()][p] * spreads[i][p] / 10.0 + held * moved[i][p];
                means[i][p] = FADES[0] * means[i][p] + (1.0 - FADES[0]) * slope;
                squares[i][p] = FADES[1] * squares[i][p] + (1.0 - FADES[1]) * slope * slope;
                let size = (squares[i][p] / unfaded[1]).sqrt() + 1e-9;
                moved[i][p] -= rate * means[i][p] / unfaded[0] / size;
            }
        }
    }
    let mut weights = begin.clone();
    for (i, term) in terms.iter().enumerate() {
        let at = begin.get(*term);
        weights.set(
            *term,
            [0, 1].map(|p| (f64::from(at[p]) + moved[i][p] * spreads[i][p]).round() as i32),
        );
    }
    Fit {
        weights,
        entropy,
        scale,
    }
}

/// The chance of White to win, for an evaluation that is so many scales.
pub(super) fn chance(scales: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-scales))
}

/// What was thought of positions by a search (without one, by the evaluation), centipawns, and what became of them.
fn scores(samples: &Samples, weights: &Weights) -> impl Iterator<Item = (f64, f64)> {
    let score = move |index: usize| match samples.heads(index..index + 1) {
        [head] => match head.score {
            Some(score) => (f64::from(score), f64::from(head.result)),
            None => (
                evaluation(samples, index, |term, phase| {
                    f64::from(weights.by_index(term)[phase]) / 10.0
                }),
                f64::from(head.result),
            ),
        },
        _ => (0.0, 0.5),
    };
    (0..samples.len()).map(score)
}

/// The scale, in centipawns, with which scores foretell results best.
pub(super) fn scale(scores: impl Iterator<Item = (f64, f64)>) -> f64 {
    let scores: Vec<(f64, f64)> = scores.collect();
    let loss = |scale: f64| {
        scores
            .iter()
            .map(|(s, result)| entropy(chance(s / scale), *result))
            .sum::<f64>()
    };
    // The loss has one minimum; a step of two per cent is fine enough.
    let scales = (0..150).map(|i| 50.0 * 1.02f64.powi(2 * i));
    let best = scales
        .map(|scale| (loss(scale), scale))
        .min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or(400.0, |(_, scale)| scale)
}

/// Cross entropy of a chance and what happened, bits.
pub(super) fn entropy(chance: f64, result: f64) -> f64 {
    let log = |p: f64| p.max(1e-12).log2();
    -(result * log(chance) + (1.0 - result) * log(1.0 - chance))
}

/// The evaluation of a position for White, centipawns.
fn evaluation(samples: &Samples, index: usize, weight: impl Fn(usize, usize) -> f64) -> f64 {
    let head = samples.heads(index..index + 1)[0];
    let middlegame = f64::from(head.middlegame);
    let sum: f64 = samples
        .parts(index)
        .map(|(term, part)| f64::from(part) * (weight(term, 0) * middlegame + weight(term, 1) * (1.0 - middlegame)))
        .sum();
    (sum + f64::from(head.rest)) * f64::from(head.factor)
}

struct Problem<'a> {
    samples: &'a Samples,
    scale: f64,
    threads: usize,
    /// By term number, centipawns.
    weights: Vec<[f64; 2]>,
}

impl Problem<'_> {
    /// The mean loss, bits, and its slopes by term number for a centipawn.
    fn gradient(&self) -> (f64, Vec<[f64; 2]>) {
        let count = self.samples.len();
        let piece = |i: usize| i * count / PIECES..(i + 1) * count / PIECES;
        let mut pieces: Vec<(f64, Vec<[f64; 2]>)> = Vec::with_capacity(PIECES);
        thread::scope(|scope| {
            let work = |first: usize| {
                let mine = (first..PIECES).step_by(self.threads.max(1));
                mine.map(|i| (i, self.piece(piece(i)))).collect::<Vec<_>>()
            };
            let handles: Vec<_> = (0..self.threads.max(1)).map(|t| scope.spawn(move || work(t))).collect();
            let mut done: Vec<_> = handles
                .into_iter()
                .filter_map(|handle| handle.join().ok())
                .flatten()
                .collect();
            done.sort_by_key(|(i, _)| *i);
            pieces.extend(done.into_iter().map(|(_, piece)| piece));
        });
        let mut loss = 0.0;
        let mut slopes = vec![[0.0; 2]; self.weights.len()];
        for (part, piece) in pieces {
            loss += part;
            for (sum, slope) in slopes.iter_mut().zip(piece) {
                *sum = [sum[0] + slope[0], sum[1] + slope[1]];
            }
        }
        let each = 1.0 / count.max(1) as f64;
        slopes.iter_mut().for_each(|slope| *slope = slope.map(|s| s * each));
        (loss * each, slopes)
    }

    fn piece(&self, range: std::ops::Range<usize>) -> (f64, Vec<[f64; 2]>) {
        let mut loss = 0.0;
        let mut slopes = vec![[0.0; 2]; self.weights.len()];
        for (index, head) in range.clone().zip(self.samples.heads(range)) {
            let thought = evaluation(self.samples, index, |term, phase| self.weights[term][phase]);
            let result = f64::from(head.result);
            let wanted = match head.score {
                Some(score) => RESULT * result + (1.0 - RESULT) * chance(f64::from(score) / self.scale),
                None => result,
            };
            let chance = chance(thought / self.scale);
            loss += entropy(chance, wanted);
            // In bits; the logarithm's base cancels but for that of the scale.
            let slope = (chance - wanted) * std::f64::consts::LOG2_10 / self.scale * f64::from(head.factor);
            let middlegame = f64::from(head.middlegame);
            for (term, part) in self.samples.parts(index) {
                let by = slope * f64::from(part);
                slopes[term][0] += by * middlegame;
                slopes[term][1] += by * (1.0 - middlegame);
            }
        }
        (loss, slopes)
    }
}
