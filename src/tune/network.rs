//! Trains a network on positions of games: stochastic gradient descent (Adam: D. Kingma, J. Ba, 2014) on how badly it
//! foretells what a search thought of them and how their games ended.
//!
//! What a man on a square does to a neuron is learned as a sum: of what its type does, its type on that rank, its type on
//! that square or its mirror image, and on that square alone. Only the last fades without being confirmed, so that
//! what is seldom seen is judged by what is like it.

use std::sync::Arc;
use std::thread;

use super::descent::{chance, entropy, scale};
use super::sample::{Noted, points, positions};
use crate::eval::network::{FEWEST_MEN, HIDDEN, Layout, MOST, ONE, OUTPUT_MOST, OUTPUT_ONE, OUTPUTS, TERMS, UNIT};
use crate::eval::{Evaluate, Evaluator};
use crate::random::SplitMix64;
use crate::variant::Rules;
use crate::{Bitboard, Color};

/// How often each position is learned.
const EPOCHS: usize = 6;
/// How many positions make a step.
const BATCH: usize = 8192;
/// A batch is cut into so many pieces, summed in their order: the threads' number must not matter.
const PIECES: usize = 4;
/// Size of a step at the beginning and at the end.
const RATES: [f32; 2] = [0.006, 0.00006];
/// Adam's means fade by these with each step.
const FADES: [f32; 2] = [0.9, 0.999];
/// How fast a weight fades, in steps.
const DECAY: f32 = 1.0;
/// How much the result of the game counts against what the search thought of the position.
const RESULT: f32 = 0.25;
/// Of how many positions one is kept back, to judge the network by.
const KEPT: usize = 20;
/// Random weights to begin with: of inputs, biases around this, of outputs.
const BEGIN: [f32; 3] = [0.15, 0.3, 0.1];

/// Positions that a network can learn from.
pub struct Boards {
    layout: Layout,
    boards: Vec<Board>,
    inputs: Vec<[u16; 2]>,
    /// See [`Fit::scale`](super::descent::Fit::scale).
    scale: f64,
}

/// What is said of one position beside its inputs, for the side to move.
struct Board {
    /// The end of its inputs.
    end: usize,
    output: usize,
    /// What the terms think of it, centipawns.
    terms: f32,
    score: Option<f32>,
    result: f32,
}

impl Boards {
    /// Those of a game with these rules that a network will be asked about. The evaluator should have no network itself.
    pub fn new<B: Bitboard>(noted: &[Noted], rules: &Arc<Rules>, evaluator: &Evaluator, threads: usize) -> Self {
        let layout = Layout::new(rules);
        let share = noted.len().div_ceil(threads.max(1)).max(1);
        let parts: Vec<_> = thread::scope(|scope| {
            let shares = noted.chunks(share);
            let work: Vec<_> = shares
                .map(|noted| scope.spawn(|| learned::<B>(&layout, noted, rules, evaluator)))
                .collect();
            let done = work.into_iter().map(|work| work.join());
            done.map(|part| part.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        let (mut boards, mut inputs) = (Vec::new(), Vec::new());
        for (mut others, more) in parts {
            others
                .iter_mut()
                .for_each(|board: &mut Board| board.end += inputs.len());
            boards.append(&mut others);
            inputs.extend(more);
        }
        let scores = boards.iter().map(|board: &Board| {
            let score = board.score.unwrap_or(board.terms);
            (f64::from(score), f64::from(board.result))
        });
        let scale = scale(scores);
        Boards {
            layout,
            boards,
            inputs,
            scale,
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    fn inputs(&self, index: usize) -> &[[u16; 2]] {
        let begin = index.checked_sub(1).map_or(0, |before| self.boards[before].end);
        &self.inputs[begin..self.boards[index].end]
    }

    fn chance(&self, centipawns: f32) -> f32 {
        chance(f64::from(centipawns) / self.scale) as f32
    }

    /// What the network should say.
    fn wanted(&self, board: &Board) -> f32 {
        match board.score {
            Some(score) => RESULT * board.result + (1.0 - RESULT) * self.chance(score),
            None => board.result,
        }
    }
}

/// Boards and their inputs, for some of the positions.
fn learned<B: Bitboard>(
    layout: &Layout,
    noted: &[Noted],
    rules: &Arc<Rules>,
    evaluator: &Evaluator,
) -> (Vec<Board>, Vec<[u16; 2]>) {
    let (mut boards, mut inputs) = (Vec::new(), Vec::new());
    for (noted, position) in positions::<B>(noted.iter(), rules) {
        let men = position.occupied().count();
        if men < FEWEST_MEN {
            continue;
        }
        let white = position.side() == Color::White;
        inputs.extend(layout.inputs_of(&position));
        let result = points(noted.result);
        boards.push(Board {
            end: inputs.len(),
            output: layout.output(men as usize),
            terms: evaluator.evaluate(&position) as f32,
            score: noted.score.map(|score| if white { score } else { -score } as f32),
            result: if white { result } else { 1.0 - result },
        });
    }
    (boards, inputs)
}

/// A network and how good it is.
pub struct Trained {
    /// Its numbers.
    pub numbers: Vec<i16>,
    /// Cross entropy of positions that were kept back, in bits for each: as the terms foretell them, the network, and the mean
    /// of both.
    pub entropy: [f64; 3],
}

type Row = [f32; HIDDEN];

/// Weights as they are learned: a row for each input, the biases, two rows for each output, a row with what each output
/// has beside.
struct Rows {
    inputs: usize,
    rows: Vec<Row>,
}

impl Rows {
    fn zero(layout: &Layout) -> Self {
        let inputs = layout.inputs();
        Rows {
            inputs,
            rows: vec![[0.0; HIDDEN]; inputs + 2 + 2 * OUTPUTS],
        }
    }
    fn last(&self, output: usize, side: usize) -> usize {
        self.inputs + 1 + 2 * output + side
    }
    fn rest(&self) -> usize {
        self.inputs + 1 + 2 * OUTPUTS
    }

    /// The sums of the hidden layer, for the side to move and for the other.
    fn sums(&self, inputs: &[[u16; 2]]) -> [Row; 2] {
        let mut sums = [self.rows[self.inputs]; 2];
        for input in inputs {
            for (sum, &input) in sums.iter_mut().zip(input) {
                add(sum, &self.rows[usize::from(input)]);
            }
        }
        sums
    }

    /// What the network says, centipawns.
    fn output(&self, sums: &[Row; 2], output: usize) -> f32 {
        let mut products = [0.0; HIDDEN];
        for (side, sum) in sums.iter().enumerate() {
            let weights = &self.rows[self.last(output, side)];
            for ((product, sum), weight) in products.iter_mut().zip(sum).zip(weights) {
                let active = sum.clamp(0.0, 1.0);
                *product += active * active * weight;
            }
        }
        (products.iter().sum::<f32>() + self.rows[self.rest()][output]) * UNIT as f32
    }

    /// Adds to the slopes what a position wants changed.
    fn slopes(&self, boards: &Boards, index: usize, slopes: &mut Rows) {
        let board = &boards.boards[index];
        let inputs = boards.inputs(index);
        let sums = self.sums(inputs);
        let chance = boards.chance(self.output(&sums, board.output));
        let slope = (chance - boards.wanted(board)) * UNIT as f32 * std::f32::consts::LN_10 / boards.scale as f32;
        let rest = slopes.rest();
        slopes.rows[rest][board.output] += slope;
        let mut back = [[0.0; HIDDEN]; 2];
        for side in 0..2 {
            let last = self.last(board.output, side);
            for i in 0..HIDDEN {
                let sum = sums[side][i];
                let active = sum.clamp(0.0, 1.0);
                slopes.rows[last][i] += slope * active * active;
                let rises = if sum > 0.0 && sum < 1.0 { 2.0 * active } else { 0.0 };
                back[side][i] = slope * rises * self.rows[last][i];
            }
            add(&mut slopes.rows[self.inputs], &back[side]);
        }
        for input in inputs {
            for (side, &input) in input.iter().enumerate() {
                add(&mut slopes.rows[usize::from(input)], &back[side]);
            }
        }
    }
}

#[inline(always)]
fn add(row: &mut Row, other: &Row) {
    row.iter_mut().zip(other).for_each(|(a, b)| *a += b);
}

/// Adam's means of slopes.
struct Means([Vec<Row>; 2]);

impl Means {
    fn new(rows: usize) -> Self {
        Means([vec![[0.0; HIDDEN]; rows], vec![[0.0; HIDDEN]; rows]])
    }

    /// A step of these rows, after `steps`.
    fn step(&mut self, rows: &mut [Row], slopes: &[Row], steps: i32, rate: f32, decay: f32) {
        let unfaded = FADES.map(|fade| 1.0 - fade.powi(steps));
        let [means, squares] = &mut self.0;
        for (((row, slopes), mean), square) in rows.iter_mut().zip(slopes).zip(means).zip(squares) {
            for i in 0..HIDDEN {
                mean[i] = FADES[0] * mean[i] + (1.0 - FADES[0]) * slopes[i];
                square[i] = FADES[1] * square[i] + (1.0 - FADES[1]) * slopes[i] * slopes[i];
                row[i] -= rate * (mean[i] / unfaded[0] / ((square[i] / unfaded[1]).sqrt() + 1e-8) + decay * row[i]);
            }
        }
    }
}

/// Finds a network. `heard` hears how many epochs are done of how many.
pub fn train(boards: &Boards, threads: usize, heard: &dyn Fn(u64, u64)) -> Trained {
    let layout = &boards.layout;
    let learned = boards.len() - boards.len() / KEPT;
    let mut random = SplitMix64(0);
    let mut net = begin(layout, &mut random);
    let mut own: Vec<Row> = net.rows[..net.inputs].to_vec();
    let groups = layout.groups();
    let mut shared = vec![[0.0; HIDDEN]; groups.iter().flatten().max().map_or(0, |last| last + 1)];
    let (mut own_means, mut other_means) = (Means::new(own.len()), Means::new(net.rows.len() - own.len()));
    let mut shared_means = Means::new(shared.len());
    let mut pieces: Vec<Rows> = (0..PIECES).map(|_| Rows::zero(layout)).collect();
    let mut order: Vec<u32> = (0..learned as u32).collect();
    let all = EPOCHS * learned.div_ceil(BATCH);
    let mut steps = 0;
    for epoch in 0..EPOCHS {
        heard(epoch as u64, EPOCHS as u64);
        random.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            steps += 1;
            let slopes = slopes(&net, boards, batch, &mut pieces, threads);
            let rate = RATES[0] * (RATES[1] / RATES[0]).powf(steps as f32 / all as f32);
            let mut sums = vec![[0.0; HIDDEN]; shared.len()];
            for (input, groups) in groups.iter().enumerate() {
                groups.iter().for_each(|&group| add(&mut sums[group], &slopes[input]));
            }
            let (inputs, others) = slopes.split_at(net.inputs);
            shared_means.step(&mut shared, &sums, steps, rate, 0.0);
            own_means.step(&mut own, inputs, steps, rate, DECAY);
            other_means.step(&mut net.rows[net.inputs..], others, steps, rate, DECAY);
            for (input, own) in own.iter().enumerate() {
                let row = &mut net.rows[input];
                *row = *own;
                groups[input].iter().for_each(|&group| add(row, &shared[group]));
            }
            let last = net.last(0, 0)..net.rest();
            let (firsts, lasts) = net.rows.split_at_mut(last.start);
            limit(firsts, MOST);
            limit(&mut lasts[..last.len()], OUTPUT_MOST);
        }
    }
    let entropy = kept(boards, learned, &net);
    Trained {
        numbers: numbers(&net),
        entropy,
    }
}

/// No row has a weight larger than this.
fn limit(rows: &mut [Row], most: f32) {
    for weight in rows.iter_mut().flatten() {
        *weight = weight.clamp(-most, most);
    }
}

fn begin(layout: &Layout, random: &mut SplitMix64) -> Rows {
    let mut net = Rows::zero(layout);
    let mut noise = |size: f32| size * (random.below(2001) as f32 / 1000.0 - 1.0);
    let (inputs, rest) = (net.inputs, net.rest());
    for (index, row) in net.rows[..rest].iter_mut().enumerate() {
        *row = std::array::from_fn(|_| match index.cmp(&inputs) {
            std::cmp::Ordering::Less => noise(BEGIN[0]),
            std::cmp::Ordering::Equal => BEGIN[1] + noise(BEGIN[2]),
            std::cmp::Ordering::Greater => noise(BEGIN[2]),
        });
    }
    net
}

/// The mean slopes of a batch.
fn slopes(net: &Rows, boards: &Boards, batch: &[u32], pieces: &mut [Rows], threads: usize) -> Vec<Row> {
    let size = batch.len().div_ceil(pieces.len()).max(1);
    let mut work: Vec<(&mut Rows, &[u32])> = Vec::new();
    let mut batches = batch.chunks(size);
    for piece in pieces.iter_mut() {
        work.push((piece, batches.next().unwrap_or_default()));
    }
    let each = work.len().div_ceil(threads.max(1));
    thread::scope(|scope| {
        for share in work.chunks_mut(each) {
            scope.spawn(|| {
                for (slopes, batch) in share {
                    slopes.rows.fill([0.0; HIDDEN]);
                    for &index in *batch {
                        net.slopes(boards, index as usize, slopes);
                    }
                }
            });
        }
    });
    let (first, others) = pieces.split_at(1);
    let mut sum = first[0].rows.clone();
    for piece in others {
        sum.iter_mut().zip(&piece.rows).for_each(|(sum, row)| add(sum, row));
    }
    let mean = 1.0 / batch.len().max(1) as f32;
    sum.iter_mut().flatten().for_each(|slope| *slope *= mean);
    sum
}

/// See [`Trained::entropy`], of the positions from one on.
fn kept(boards: &Boards, from: usize, net: &Rows) -> [f64; 3] {
    let share = TERMS as f32 / 100.0;
    let mut sums = [0.0; 3];
    for index in from..boards.len() {
        let board = &boards.boards[index];
        let said = net.output(&net.sums(boards.inputs(index)), board.output);
        let both = board.terms * share + said * (1.0 - share);
        for (sum, said) in sums.iter_mut().zip([board.terms, said, both]) {
            *sum += entropy(f64::from(boards.chance(said)), f64::from(boards.wanted(board)));
        }
    }
    sums.map(|sum| sum / (boards.len() - from).max(1) as f64)
}

/// The numbers of a network, in their order.
fn numbers(net: &Rows) -> Vec<i16> {
    let rounded = |rows: &[Row], one: i32| -> Vec<i16> {
        let weights = rows.iter().flatten();
        weights.map(|weight| (weight * one as f32).round() as i16).collect()
    };
    let (last, rest) = (net.last(0, 0), net.rest());
    let mut numbers = rounded(&net.rows[..last], ONE);
    numbers.extend(rounded(&net.rows[last..rest], OUTPUT_ONE));
    numbers.extend(rounded(&net.rows[rest..], UNIT).iter().take(OUTPUTS));
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;
    use crate::position::GameResult;

    /// Positions in which the side with more rooks wins.
    fn boards() -> Boards {
        let rules = Catalogue::builtin().rules("ninesquare").unwrap().clone();
        let mut random = SplitMix64(1);
        let mut noted = Vec::new();
        while noted.len() < 4000 {
            let mut board = ["1"; 81];
            for man in ["R", "R", "R", "R", "r", "r", "r", "r", "K", "k"] {
                board[random.below(81)] = man;
            }
            let count = |man| board.iter().filter(|on| **on == man).count() as i32;
            let ahead = count("R") - count("r");
            let ranks: Vec<String> = board.chunks(9).map(|rank| rank.concat()).collect();
            let mut fen = ranks.join("/");
            for run in (2..=9).rev() {
                fen = fen.replace(&"1".repeat(run), &run.to_string());
            }
            noted.push(Noted {
                fen: format!("{fen} w - - 0 1"),
                score: Some(400 * ahead),
                result: match ahead {
                    1.. => GameResult::Won(Color::White),
                    0 => GameResult::Draw,
                    _ => GameResult::Won(Color::Black),
                },
            });
        }
        Boards::new::<u128>(&noted, &rules, &Evaluator::new(&rules), 2)
    }

    #[test]
    fn a_network_learns_nothing_of_endings_that_the_terms_judge() {
        let rules = Catalogue::builtin().rules("ninesquare").unwrap().clone();
        let noted = ["k8/9/9/9/9/9/9/PPPPP4/K8", "k8/9/9/9/9/9/9/PPPP5/K8"].map(|board| Noted {
            fen: format!("{board} w - - 0 1"),
            score: Some(400),
            result: GameResult::Draw,
        });
        let boards = |noted| Boards::new::<u128>(noted, &rules, &Evaluator::new(&rules), 2);
        assert_eq!(boards(&noted[..]).len(), 1);
        assert!(boards(&noted[1..]).is_empty());
    }

    #[test]
    fn what_decides_games_is_learned_with_any_number_of_threads() {
        let boards = boards();
        assert!(boards.len() > 1000, "{}", boards.len());
        let untrained = kept(&boards, 0, &begin(&boards.layout, &mut SplitMix64(0)))[1];
        let one = train(&boards, 1, &|_, _| {});
        assert!(one.entropy[1] < untrained - 0.1, "{untrained} {:?}", one.entropy);
        assert_eq!(one.numbers, train(&boards, 3, &|_, _| {}).numbers);
    }
}
