//! What a search has learned about moves: which ones have refuted positions, by themselves and as answers.

use super::params::*;
use crate::{Bitboard, Color, Move, PieceType, Position};

/// A man on a square, in one of [`SLOTS`] slots. Different ones may share a slot: a table of all pairs of men and squares
/// on large boards would not fit into the cache.
pub(super) type Slot = u16;

const SLOTS: usize = 1024;
/// The slot of no move.
pub(super) const NO_SLOT: Slot = SLOTS as Slot;
/// Apart by this much, the squares of two kinds of men of a board of 128 squares never meet among eight kinds.
const KIND_STRIDE: usize = 131;
/// Types of men in tables.
const TYPES: usize = 64;

/// Counters that move towards their bound by a part that gets smaller the nearer they are.
#[derive(Clone, Default)]
struct Counters(Box<[i16]>);

impl Counters {
    fn new(len: usize) -> Self {
        Counters(vec![0; len].into_boxed_slice())
    }
    #[inline(always)]
    fn at(&self, index: usize) -> i32 {
        self.0.get(index).map_or(0, |&counter| i32::from(counter))
    }
    #[inline(always)]
    fn change(&mut self, index: usize, bonus: i32) {
        self.change_within(index, bonus, HISTORY_MAX);
    }
    /// The same for counters of another bound.
    #[inline(always)]
    fn change_within(&mut self, index: usize, bonus: i32, most: i32) {
        if let Some(counter) = self.0.get_mut(index) {
            let old = i32::from(*counter);
            *counter = (old + bonus - old * bonus.abs() / most) as i16;
        }
    }
}

/// Counters of what has worked.
pub(super) struct History {
    /// By colour, from-square and to-square.
    butterfly: Counters,
    /// By slot of the capturing man and type of the captured one.
    captures: Counters,
    /// By slot of an earlier move and slot of the move.
    continuation: Counters,
    /// By slot of the last move: the quiet move that refuted it.
    answers: Box<[Move]>,
    /// By side to move and key: how far the evaluation was off, for each [`Aspect`].
    corrections: [Counters; ASPECTS],
}

/// Aspects of a position by which its evaluation is corrected: where the pawns of both sides stand, where the other men
/// of White and of Black, and which moves have just been made.
pub(super) const ASPECTS: usize = 4;
/// A key for each aspect of a position.
pub(super) type Aspects = [u64; ASPECTS];
/// How many keys of an aspect are told apart.
const KEYS: usize = 1 << 14;

/// The moves that led to a position, as far as they matter: one, two and four plies ago.
pub(super) type Before = [Slot; 3];

/// The slot of a man that stands on the target of a move after it.
#[inline(always)]
pub(super) fn slot<B: Bitboard>(position: &Position<B>, mv: Move) -> Slot {
    position.man(mv.from()).map_or(NO_SLOT, |(color, ty)| {
        let kind = 2 * ty.index() + color.index();
        ((kind * KIND_STRIDE + mv.to().index()) % SLOTS) as Slot
    })
}

impl History {
    /// Nothing learned.
    pub fn new() -> Self {
        History {
            butterfly: Counters::new(2 * 128 * 128),
            captures: Counters::new(SLOTS * TYPES),
            continuation: Counters::new((SLOTS + 1) * SLOTS),
            answers: vec![Move::NONE; SLOTS + 1].into_boxed_slice(),
            corrections: std::array::from_fn(|_| Counters::new(2 * KEYS)),
        }
    }

    #[inline(always)]
    fn butterfly_index(color: Color, mv: Move) -> usize {
        color.index() << 14 | mv.from().index() << 7 | mv.to().index()
    }
    #[inline(always)]
    fn continuation_index(before: Slot, slot: Slot) -> usize {
        usize::from(before) * SLOTS + usize::from(slot) % SLOTS
    }
    #[inline(always)]
    fn capture_index(slot: Slot, victim: PieceType) -> usize {
        usize::from(slot) % SLOTS * TYPES + victim.index()
    }

    /// Of a quiet move: the sum of its counters.
    #[inline(always)]
    pub fn quiet<B: Bitboard>(&self, position: &Position<B>, mv: Move, before: Before) -> i32 {
        let slot = slot(position, mv);
        let own = self.butterfly.at(Self::butterfly_index(position.side(), mv));
        let answer = |before| self.continuation.at(Self::continuation_index(before, slot));
        let [first, second, fourth] = before.map(answer);
        own + first + second + fourth * FOURTH_WEIGHT / 1024
    }

    /// Of a capture.
    #[inline(always)]
    pub fn capture<B: Bitboard>(&self, position: &Position<B>, mv: Move, victim: PieceType) -> i32 {
        self.captures.at(Self::capture_index(slot(position, mv), victim))
    }

    /// The quiet move that refuted the last move when it was made elsewhere.
    pub fn answer(&self, before: Before) -> Move {
        self.answers.get(usize::from(before[0])).copied().unwrap_or(Move::NONE)
    }

    /// A move has refuted the position after others were tried in vain.
    pub fn cutoff<B: Bitboard>(
        &mut self,
        position: &Position<B>,
        best: Move,
        quiets: &[Move],
        captures: &[Move],
        before: Before,
        depth: i32,
    ) {
        let malus = malus(depth);
        let bonus = bonus(depth);
        if let Some(victim) = position.captured(best) {
            self.captures
                .change(Self::capture_index(slot(position, best), victim), bonus);
        } else {
            if let Some(answer) = self.answers.get_mut(usize::from(before[0])) {
                *answer = best;
            }
            self.change_quiet(position, best, before, bonus);
            for &mv in quiets {
                self.change_quiet(position, mv, before, -malus);
            }
        }
        for &mv in captures {
            if let Some(victim) = position.captured(mv) {
                self.captures
                    .change(Self::capture_index(slot(position, mv), victim), -malus);
            }
        }
    }

    fn correction_index(side: Color, key: u64) -> usize {
        side.index() * KEYS + key as usize % KEYS
    }

    /// What is to be added to an evaluation, centipawns.
    pub fn correction(&self, side: Color, aspects: &Aspects) -> i32 {
        let all = self.corrections.iter().zip(aspects);
        let sum: i32 = all
            .map(|(counters, &key)| counters.at(Self::correction_index(side, key)))
            .sum();
        sum / CORRECTION_DIVISOR
    }

    /// A search of this depth has found so much more than the evaluation had said.
    pub fn correct(&mut self, side: Color, aspects: &Aspects, more: i32, depth: i32) {
        let bonus = (more * depth / CORRECTION_DEPTH).clamp(-CORRECTION_BONUS_MAX, CORRECTION_BONUS_MAX);
        for (counters, &key) in self.corrections.iter_mut().zip(aspects) {
            counters.change_within(Self::correction_index(side, key), bonus, CORRECTION_MAX);
        }
    }

    /// Changes the counters by which a move answers earlier ones.
    pub fn change_answer(&mut self, slot: Slot, before: Before, bonus: i32) {
        for before in before {
            self.continuation.change(Self::continuation_index(before, slot), bonus);
        }
    }

    /// Changes the counter of a move by itself.
    pub fn change_butterfly(&mut self, side: Color, mv: Move, bonus: i32) {
        self.butterfly.change(Self::butterfly_index(side, mv), bonus);
    }

    /// Changes the counters of a quiet move of this side, whose man's slot this is, made or not.
    pub fn change(&mut self, side: Color, mv: Move, slot: Slot, before: Before, bonus: i32) {
        self.change_butterfly(side, mv, bonus);
        self.change_answer(slot, before, bonus);
    }

    /// Changes the counters of a quiet move that is still to be made.
    pub fn change_quiet<B: Bitboard>(&mut self, position: &Position<B>, mv: Move, before: Before, bonus: i32) {
        self.change(position.side(), mv, slot(position, mv), before, bonus);
    }
}

/// By how much counters change after a search of this depth.
pub(super) fn bonus(depth: i32) -> i32 {
    growing(depth, HISTORY_BONUS, HISTORY_BONUS_LESS, HISTORY_BONUS_MAX)
}

/// By how much counters of moves tried in vain change.
fn malus(depth: i32) -> i32 {
    growing(depth, HISTORY_MALUS, HISTORY_MALUS_LESS, HISTORY_MALUS_MAX)
}

fn growing(depth: i32, by: i32, less: i32, most: i32) -> i32 {
    (by * depth - less).clamp(0, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_stay_in_their_bounds() {
        let mut counters = Counters::new(2);
        for _ in 0..1000 {
            counters.change(0, HISTORY_BONUS_MAX);
            counters.change(1, -HISTORY_BONUS_MAX);
        }
        let (good, bad) = (counters.at(0), counters.at(1));
        assert!(good > 10_000 && good <= HISTORY_MAX && -bad == good, "{good} {bad}");
        // Beyond its end there is nothing to read and nothing to change.
        counters.change(2, 5);
        assert_eq!(counters.at(2), 0);
    }

    #[test]
    fn deeper_searches_teach_more() {
        assert!(bonus(1) < bonus(4) && bonus(4) < bonus(10));
        assert_eq!(bonus(100), HISTORY_BONUS_MAX);
    }
}
