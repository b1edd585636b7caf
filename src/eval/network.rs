//! A small network that judges positions beside the weighted terms, for games that millions of positions are known of.
//!
//! Its inputs are the men on their squares, seen from either side (own or the other's, type, square as if one played from
//! below), and the counters of grown men. One hidden layer of [`HIDDEN`] neurons for each side is summed up as men come
//! and go; its activation is the square of the sum, held between 0 and 1. The output is weighted by how many men are left
//! ("efficiently updatable neural network", Y. Nasu, 2018).

use std::cell::RefCell;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;

use crate::types::Code;
use crate::variant::{Rules, StoredNetwork};
use crate::{Bitboard, Color, PieceType, Position};

/// Neurons of the hidden layer, for each side.
pub const HIDDEN: usize = 64;
/// Outputs, by how many men are left.
pub const OUTPUTS: usize = 4;
/// What 1 is in the hidden layer.
pub const ONE: i32 = 255;
/// What 1 is in the weights of outputs.
pub const OUTPUT_ONE: i32 = 64;
/// What an output of 1 is worth, centipawns.
pub const UNIT: i32 = 400;
/// No weight of an input is larger: the sums of 80 must fit into 16 bits.
pub const MOST: f32 = 384.0 / ONE as f32;
/// No weight of an output is larger: products with [`ONE`] must fit into 16 bits.
pub const OUTPUT_MOST: f32 = 127.0 / OUTPUT_ONE as f32;
/// Endings with fewer men are left to the terms, and not learned from, ...
pub const FEWEST_MEN: u32 = 7;
/// ... and leads this large, centipawns: far beyond them all neurons say the most that they can.
const DECIDED: i32 = 1000;
/// Counters of this size and above are the same to a network.
const COUNTERS: usize = 8;
/// How many of them are told apart from 1.
const GROWN: usize = COUNTERS - 1;
/// No board has more squares.
const SQUARES: usize = 128;

/// The key under which a file has a network's numbers, ...
pub const KEY: &str = "numbers";
/// ... and the one for [`StoredNetwork::terms`].
pub const TERMS_KEY: &str = "terms";
/// [`StoredNetwork::terms`] unless a file says it.
pub const TERMS: i32 = 50;

/// Why the network of a file was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// Not what [`text`] writes.
    #[error("expected a network as `ninefold tune --network` writes it, found \"{0}\"")]
    Text(String),
    /// It is for other men or another board, or damaged.
    #[error("found a network of {found} numbers, expected the {expected} of this game")]
    Numbers {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// It has a weight that no fit finds.
    #[error("the network has weights that are too large")]
    Large,
    /// The share of the terms is none.
    #[error("expected a percentage from 0 to 100, found \"{0}\"")]
    Terms(String),
    /// A section has something else.
    #[error("a network's section has the keys \"{KEY}\" and \"{TERMS_KEY}\"")]
    Key,
}

/// Reads the numbers of a network of this layout: base64 of 16 bits each, the lower byte first.
pub fn read(layout: &Layout, text: &str) -> Result<Arc<[i16]>, NetworkError> {
    let unreadable = || NetworkError::Text(text.chars().take(40).collect());
    let bytes = BASE64.decode(text).map_err(|_| unreadable())?;
    let pairs = bytes.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return Err(unreadable());
    }
    let numbers: Vec<i16> = pairs.map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
    let (found, expected) = (numbers.len(), Network::numbers(layout));
    if found != expected {
        return Err(NetworkError::Numbers { found, expected });
    }
    match within(layout, &numbers) {
        true => Ok(numbers.into()),
        false => Err(NetworkError::Large),
    }
}

/// Reads [`StoredNetwork::terms`].
pub fn read_terms(text: &str) -> Result<i32, NetworkError> {
    let read = text.trim().parse().ok().filter(|percent| (0..=100).contains(percent));
    read.ok_or_else(|| NetworkError::Terms(text.chars().take(40).collect()))
}

/// The parts of a network's numbers: of inputs and biases, of outputs, what each output has beside.
fn parts<'a>(layout: &Layout, numbers: &'a [i16]) -> [&'a [i16]; 3] {
    let (first, others) = numbers.split_at((layout.inputs() + 1) * HIDDEN);
    let (last, rest) = others.split_at(2 * OUTPUTS * HIDDEN);
    [first, last, rest]
}

/// Whether no weight is too large, of as many numbers as the game's network has.
fn within(layout: &Layout, numbers: &[i16]) -> bool {
    let within = |numbers: &[i16], most: f32| numbers.iter().all(|&number| f32::from(number).abs() <= most);
    let [first, last, _] = parts(layout, numbers);
    within(first, MOST * ONE as f32) && within(last, OUTPUT_MOST * OUTPUT_ONE as f32)
}

/// What [`read`] reads.
pub fn text(numbers: &[i16]) -> String {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    BASE64.encode(bytes)
}

/// Which input stands for what in one game.
#[derive(Clone, Debug)]
pub struct Layout {
    squares: usize,
    files: usize,
    types: usize,
    counts: Vec<bool>,
    /// How many men a game begins with.
    men: usize,
}

impl Layout {
    /// Of a game with these rules.
    pub fn new(rules: &Rules) -> Self {
        Layout {
            squares: rules.board.squares(),
            files: usize::from(rules.board.files),
            types: rules.men.len(),
            counts: rules.men.iter().map(|man| man.has_counter()).collect(),
            men: super::array::men(rules).len().max(1),
        }
    }

    /// How many inputs there are for each side.
    pub fn inputs(&self) -> usize {
        let grown = if self.counts.contains(&true) { GROWN } else { 0 };
        2 * self.types * (self.squares + grown)
    }

    /// The number of a type for the side that looks: its own men, then the other's.
    fn kind(&self, own: bool, ty: PieceType) -> usize {
        usize::from(!own) * self.types + ty.index()
    }

    /// A square as the other side sees it.
    fn turned(&self, square: usize) -> usize {
        let (file, rank) = (square % self.files, square / self.files);
        (self.squares / self.files - 1 - rank) * self.files + file
    }

    /// The inputs that a man sets, for White's side and for Black's.
    fn man(&self, color: Color, ty: PieceType, square: usize) -> [u16; 2] {
        let seen = [square, self.turned(square)];
        Color::BOTH.map(|side| (self.kind(side == color, ty) * self.squares + seen[side.index()]) as u16)
    }

    /// The inputs that its counter sets.
    fn counter(&self, color: Color, ty: PieceType, counter: u8) -> Option<[u16; 2]> {
        let grown = usize::from(counter).min(COUNTERS);
        let level = |side| (2 * self.types * self.squares + self.kind(side == color, ty) * GROWN + grown - 2) as u16;
        (grown > 1 && self.counts[ty.index()]).then(|| Color::BOTH.map(level))
    }

    /// [`Layout::man`] by code and square.
    fn inputs_by_code(&self) -> Vec<[u16; 2]> {
        let mut inputs = vec![[0; 2]; 128 * SQUARES];
        for ty in (0..self.types as u8).map(PieceType) {
            for color in Color::BOTH {
                for square in 0..self.squares {
                    let place = Code::new(color, ty).index() * SQUARES + square;
                    inputs[place] = self.man(color, ty, square);
                }
            }
        }
        inputs
    }

    /// The inputs that a position sets, for the side to move and for the other.
    pub fn inputs_of<B: Bitboard>(&self, position: &Position<B>) -> Vec<[u16; 2]> {
        let mut sets = Vec::new();
        for square in position.occupied().squares() {
            let Some((color, ty)) = position.man(square) else {
                continue;
            };
            let counter = self.counter(color, ty, position.counter(square));
            for [white, black] in [Some(self.man(color, ty, square.index())), counter]
                .into_iter()
                .flatten()
            {
                sets.push(match position.side() {
                    Color::White => [white, black],
                    Color::Black => [black, white],
                });
            }
        }
        sets
    }

    /// By input: numbers of what it shares with others, which are its type, its type on its rank, its type on its square or
    /// the mirror image of that; nothing of an input for a counter.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let (squares, files) = (self.squares, self.files);
        let kinds = 2 * self.types;
        let men = (0..kinds * squares).map(|input| {
            let (kind, square) = (input / squares, input % squares);
            let (file, rank) = (square % files, square / files);
            let image = rank * files + file.min(files - 1 - file);
            let by_rank = kinds + kind * (squares / files) + rank;
            let by_square = kinds + kinds * (squares / files) + kind * squares + image;
            vec![kind, by_rank, by_square]
        });
        let counters = self.inputs() - kinds * squares;
        men.chain(std::iter::repeat_n(Vec::new(), counters)).collect()
    }

    /// The output that a position with so many men is judged by.
    pub fn output(&self, men: usize) -> usize {
        (men.saturating_sub(1) * OUTPUTS / self.men).min(OUTPUTS - 1)
    }
}

type Hidden = [i16; HIDDEN];

/// A network that has learned a game.
#[derive(Clone, Debug)]
pub struct Network {
    layout: Layout,
    /// By what stands on a square, and the square: the inputs that it sets for White's side and for Black's.
    inputs: Vec<[u16; 2]>,
    /// By input, in [`ONE`]s.
    first: Vec<Hidden>,
    bias: Hidden,
    /// By output, for the side to move and for the other, in [`OUTPUT_ONE`]s.
    last: [[Hidden; 2]; OUTPUTS],
    /// By output, centipawns.
    rest: [i16; OUTPUTS],
    /// See [`StoredNetwork::terms`].
    pub(super) terms: i32,
    /// Tells this network from others in what threads remember.
    id: u64,
}

/// What a thread remembers of the last position: what stood on its squares, eight by eight, and the sums of the hidden layer.
struct Memory {
    id: u64,
    squares: [[u64; 2]; SQUARES / 8],
    sums: [Hidden; 2],
}

thread_local! {
    static MEMORY: RefCell<Memory> = const {
        RefCell::new(Memory {
            id: 0,
            squares: [[0; 2]; SQUARES / 8],
            sums: [[0; HIDDEN]; 2],
        })
    };
}

impl Network {
    /// How many numbers a network of this layout has.
    pub fn numbers(layout: &Layout) -> usize {
        (layout.inputs() + 1 + 2 * OUTPUTS) * HIDDEN + OUTPUTS
    }

    /// From its numbers: the weights of each input, the biases of the hidden layer, the weights of each output, what each
    /// output has beside. `None` if they are not so many as this game's network has, or too large.
    pub fn new(layout: Layout, stored: &StoredNetwork) -> Option<Self> {
        let numbers = &stored.numbers;
        if numbers.len() != Network::numbers(&layout) || !within(&layout, numbers) {
            return None;
        }
        let [first, last, rest] = parts(&layout, numbers);
        let rows = |numbers: &[i16]| -> Vec<Hidden> {
            let rows = numbers.chunks_exact(HIDDEN);
            rows.map(|row| std::array::from_fn(|i| row[i])).collect()
        };
        let (mut first, last) = (rows(first), rows(last));
        let bias = first.pop()?;
        Some(Network {
            inputs: layout.inputs_by_code(),
            layout,
            first,
            bias,
            last: std::array::from_fn(|output| [last[2 * output], last[2 * output + 1]]),
            rest: std::array::from_fn(|output| rest[output]),
            terms: stored.terms,
            id: super::structure::new_id(),
        })
    }

    /// What a position is worth to the side to move, centipawns; `None` if that had better be judged by terms alone.
    pub fn evaluate<B: Bitboard>(&self, position: &Position<B>) -> Option<i32> {
        if position.occupied().count() < FEWEST_MEN {
            return None;
        }
        let score = self.says(position);
        (score.abs() < DECIDED).then_some(score)
    }

    fn says<B: Bitboard>(&self, position: &Position<B>) -> i32 {
        MEMORY.with_borrow_mut(|memory| {
            self.follow(memory, position);
            let (us, men) = (position.side(), position.occupied().count());
            let output = self.layout.output(men as usize);
            let [own, other] = [us, !us].map(|color| &memory.sums[color.index()]);
            let [by_own, by_other] = &self.last[output];
            let sum = weighted(own, by_own) + weighted(other, by_other);
            (i64::from(sum) * i64::from(UNIT) / i64::from(ONE * ONE * OUTPUT_ONE)) as i32 + i32::from(self.rest[output])
        })
    }

    /// Brings the sums to the men of a position: mostly it differs by a few moves from the last one.
    #[inline(always)]
    fn follow<B: Bitboard>(&self, memory: &mut Memory, position: &Position<B>) {
        if memory.id != self.id {
            memory.id = self.id;
            (memory.squares, memory.sums) = ([[0; 2]; SQUARES / 8], [self.bias; 2]);
        }
        for first in (0..self.layout.squares).step_by(8) {
            let now = position.eight(first);
            let before = std::mem::replace(&mut memory.squares[first / 8], now);
            let mut changed = (now[0] ^ before[0]) | (now[1] ^ before[1]);
            while changed != 0 {
                let byte = changed.trailing_zeros() / 8;
                changed &= !(0xff << (8 * byte));
                let square = first + byte as usize;
                let [gone, come] = [before, now].map(|eight| eight.map(|bytes| (bytes >> (8 * byte)) as u8));
                self.change(&mut memory.sums, square, gone, i16::wrapping_sub);
                self.change(&mut memory.sums, square, come, i16::wrapping_add);
            }
        }
    }

    /// Adds or takes away a man, if it is one, with its counter.
    #[inline(always)]
    fn change(&self, sums: &mut [Hidden; 2], square: usize, [code, counter]: [u8; 2], how: impl Fn(i16, i16) -> i16) {
        let code = Code(code);
        if !code.is_some() {
            return;
        }
        let mut each = |inputs: [u16; 2]| {
            for (sums, input) in sums.iter_mut().zip(inputs) {
                for (sum, by) in sums.iter_mut().zip(&self.first[usize::from(input)]) {
                    *sum = how(*sum, *by);
                }
            }
        };
        each(self.inputs[code.index() * SQUARES + square]);
        if let Some(inputs) = self.layout.counter(code.color(), code.ty(), counter) {
            each(inputs);
        }
    }
}

/// The activations of some neurons times their weights.
#[inline(always)]
fn weighted(sums: &Hidden, weights: &Hidden) -> i32 {
    let neurons = sums.iter().zip(weights);
    neurons.fold(0, |all, (&sum, &weight)| {
        let sum = sum.clamp(0, ONE as i16);
        all + i32::from(sum) * i32::from(sum * weight)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;
    use crate::{Catalogue, Variant};

    fn rules(game: &str) -> Arc<Rules> {
        Catalogue::builtin().rules(game).unwrap().clone()
    }

    fn random_network(rules: &Rules) -> Network {
        let layout = Layout::new(rules);
        let mut random = SplitMix64(7);
        let numbers: Vec<i16> = (0..Network::numbers(&layout))
            .map(|_| random.below(101) as i16 - 50)
            .collect();
        Network::new(
            layout,
            &StoredNetwork {
                numbers: numbers.into(),
                terms: 50,
            },
        )
        .unwrap()
    }

    /// What it says to a thread that remembers nothing.
    fn anew<B: Bitboard>(network: &Network, position: &Position<B>) -> i32 {
        MEMORY.with_borrow_mut(|memory| memory.id = 0);
        network.says(position)
    }

    #[test]
    fn what_is_remembered_says_the_same_as_what_is_not() {
        for game in ["ninesquare", "chess99", "snappy", "haynie"] {
            let rules = rules(game);
            let network = random_network(&rules);
            let mut position = Position::<u128>::start(Arc::new(Variant::new(Arc::clone(&rules))));
            let mut random = SplitMix64(3);
            let (mut seen, mut depth) = (Vec::new(), 0);
            for _ in 0..300 {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                if depth > 0 && (moves.is_empty() || random.below(4) == 0) {
                    position.unmake();
                    depth -= 1;
                } else if let Some(&mv) = moves.get(random.below(moves.len().max(1))) {
                    position.make(mv);
                    depth += 1;
                }
                if random.below(3) > 0 {
                    seen.push((position.clone(), network.says(&position)));
                    assert_eq!(network.says(&position), network.says(&position.flipped()), "{game}");
                }
            }
            for (position, said) in &seen {
                assert_eq!(anew(&network, position), *said, "{game} {}", position.fen());
            }
            let different = seen.iter().any(|(_, said)| *said != seen[0].1);
            assert!(different, "{game}: all the same");
        }
    }

    #[test]
    fn inputs_are_the_men_and_share_groups_with_their_mirror_images() {
        let rules = rules("chess99");
        let layout = Layout::new(&rules);
        let position = Position::<u128>::start(Arc::new(Variant::new(Arc::clone(&rules))));
        let inputs = layout.inputs_of(&position);
        assert_eq!(inputs.len() as u32, position.occupied().count());
        let groups = layout.groups();
        assert_eq!(groups.len(), layout.inputs());
        let (first, last) = (0, layout.files - 1);
        assert_eq!(groups[first], groups[last]);
        assert_ne!(groups[first], groups[1]);
    }

    #[test]
    fn numbers_are_written_and_read_and_those_of_no_network_refused() {
        let layout = Layout::new(&rules("ninesquare"));
        let numbers: Vec<i16> = (0..Network::numbers(&layout)).map(|i| i as i16 % 100).collect();
        assert_eq!(read(&layout, &text(&numbers)).as_deref(), Ok(&numbers[..]));
        let refused = |text: &str| read(&layout, text).unwrap_err().to_string();
        assert_eq!(
            refused("no network"),
            "expected a network as `ninefold tune --network` writes it, found \"no network\""
        );
        assert_eq!(
            refused(&text(&numbers[1..])),
            format!(
                "found a network of {} numbers, expected the {} of this game",
                numbers.len() - 1,
                numbers.len()
            )
        );
        for at in [0, numbers.len() - OUTPUTS - 1] {
            let mut large = numbers.clone();
            large[at] = 400;
            assert_eq!(refused(&text(&large)), "the network has weights that are too large");
        }
        // The most that there can be.
        let most = vec![127; numbers.len()];
        assert!(read(&layout, &text(&most)).is_ok());
    }
}
