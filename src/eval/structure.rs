//! How the pawns stand. Positions that follow each other in a search mostly have the same pawns, so each thread remembers
//! what it has found.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

use super::judge::Evaluator;
use super::side::Side;
use super::tables::PASSED_TERMS;
use super::trace::{Sum, Trace};
use super::weights::{Term, Whole};
use crate::random::mix;
use crate::{Bitboard, Color, Position};

/// What is known of the pawns of one side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pawns {
    pub sum: Sum,
    /// For the stage of the game, centipawns.
    pub material: i32,
    /// What they attack.
    pub attacks: u128,
    /// What they may ever attack.
    pub span: u128,
    /// Those that no pawn can stop.
    pub passed: u128,
}

/// A king that is nearer to a passed pawn than the other by more squares counts no more.
const NEARER_MOST: i32 = 5;

/// How many structures a thread remembers: 100 KiB.
const REMEMBERED: usize = 1024;

thread_local! {
    /// By the last bits of their key, with the whole key.
    static MEMORY: RefCell<Vec<(u64, [Pawns; 2])>> = const { RefCell::new(Vec::new()) };
}

/// A number that no evaluator has had.
pub(super) fn new_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    mix(NEXT.fetch_add(1, Ordering::Relaxed))
}

impl Evaluator {
    /// The pawns of White and Black.
    #[inline(always)]
    pub(super) fn pawns<B: Bitboard, T: Trace>(&self, position: &Position<B>, trace: &mut T) -> [Pawns; 2] {
        if T::LISTENS || self.pawns.is_empty() {
            return self.count_pawns(position, trace);
        }
        let Some(key) = self.pawn_key(position) else {
            return self.count_pawns(position, &mut ());
        };
        MEMORY.with_borrow_mut(|memory| {
            if memory.is_empty() {
                memory.resize(REMEMBERED, (0, [Pawns::default(); 2]));
            }
            let place = &mut memory[key as usize % REMEMBERED];
            if place.0 != key {
                *place = (key, self.count_pawns(position, &mut ()));
            }
            place.1
        })
    }

    /// The pawns of a colour, of all types.
    #[inline(always)]
    pub(super) fn pawn_men<B: Bitboard>(&self, position: &Position<B>, color: Color) -> B {
        let types = self.pawns.iter();
        types.fold(B::EMPTY, |all, &ty| all | position.men(color, ty))
    }

    /// A key of all that is counted of the pawns; `None` if some have grown.
    #[inline(always)]
    fn pawn_key<B: Bitboard>(&self, position: &Position<B>) -> Option<u64> {
        let mut key = self.id;
        let mut all = B::EMPTY;
        for &ty in &self.pawns {
            for color in Color::BOTH {
                let men = position.men(color, ty);
                all |= men;
                let bits = men.bits();
                for word in [bits as u64, (bits >> 64) as u64] {
                    key = (key ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    key ^= key >> 32;
                }
            }
        }
        (all & position.grown_men()).is_empty().then_some(key)
    }

    #[inline(never)]
    fn count_pawns<B: Bitboard, T: Trace>(&self, position: &Position<B>, trace: &mut T) -> [Pawns; 2] {
        Color::BOTH.map(|color| {
            let enemies = self.pawn_men(position, !color);
            let mut pawns = Pawns::default();
            let mut attacks = B::EMPTY;
            for &ty in &self.pawns {
                let man = &self.men[ty.index()];
                attacks |= position.pawn_attacks(color, ty);
                for square in position.men(color, ty).squares() {
                    let counter = position.counter(square);
                    pawns.material += self.man(man, (color, square), || counter, &mut pawns.sum, trace);
                    if let Some(spans) = &man.spans {
                        pawns.span |= spans[color.index()][square.index()][0];
                    }
                    let Some(lanes) = &man.stoppers else { continue };
                    let stoppers = lanes[color.index()][square.index()];
                    if (B::from_bits(stoppers) & enemies).is_empty() {
                        pawns.passed |= 1 << square.index();
                        pawns.sum.add(man.passed(0, counter, color, square), 1);
                        if T::LISTENS {
                            let part = self.basis.passed(ty, man.level(counter), color, square);
                            trace.term(color, Term::Whole(Whole::Passed), part);
                        }
                    }
                }
            }
            pawns.attacks = attacks.bits();
            pawns
        })
    }

    /// Counts the passed pawns of a side by what stands around them.
    #[inline(always)]
    pub(super) fn free<B: Bitboard, T: Trace>(
        &self,
        position: &Position<B>,
        side: &mut Side<B>,
        other: &Side<B>,
        trace: &mut T,
    ) {
        let color = side.color;
        for square in side.passed.squares() {
            let Some((_, ty)) = position.man(square) else { continue };
            let (moves, _) = position.seen(color, ty, square);
            let man = &self.men[ty.index()];
            let counter = position.counter(square);
            let sum = &mut side.sum;
            let mut counted = |term: usize, times: i32| {
                sum.add(man.passed(term, counter, color, square), times);
                if T::LISTENS {
                    let part = self.basis.passed(ty, man.level(counter), color, square);
                    trace.term(color, Term::Whole(PASSED_TERMS[term]), part * times as f32);
                }
            };
            let steps = moves & !position.occupied();
            if steps.any() {
                counted(1, 1);
                if (steps & !other.by_all).any() {
                    counted(2, 1);
                }
            }
            if let Some(spans) = &man.spans {
                let way = B::from_bits(spans[color.index()][square.index()][1]);
                if (way & (position.color(!color) | other.by_all)).is_empty() {
                    counted(3, 1);
                }
            }
            if let (Some(own), Some(enemy)) = (side.king, other.king) {
                let nearer = self.distance(enemy, color, square) - self.distance(own, color, square);
                counted(4, nearer.clamp(-NEARER_MOST, NEARER_MOST));
            }
            if side.by_all.has(square) {
                counted(5, 1);
            }
        }
    }
}
