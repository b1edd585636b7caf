//! What men last saw from where they stand.

use std::cell::Cell;

use crate::Bitboard;
use crate::types::{Code, Square};
use crate::variant::tables::Mover;

/// What a man reached from a square, and which of these squares were occupied.
#[derive(Clone, Copy, Debug)]
struct Sight<B> {
    code: Code,
    counter: u8,
    reached: B,
    met: B,
}

/// For each square what the man that last moved from there by riding reached. Positions that follow each other in a search
/// differ by a few squares, so that most men reach what they reached before.
#[derive(Clone, Debug)]
pub(crate) struct Sights<B: Bitboard>([Cell<Sight<B>>; 128]);

impl<B: Bitboard> Sights<B> {
    pub fn new() -> Self {
        Sights(std::array::from_fn(|_| {
            Cell::new(Sight {
                code: Code::NONE,
                counter: 1,
                reached: B::EMPTY,
                met: B::EMPTY,
            })
        }))
    }

    /// [`Mover::reach_near`] of a man without lame leaps. It is the same as long as the squares it reached are occupied or
    /// empty as they were: each ride ends at the first occupied one, or has none.
    #[inline(always)]
    pub fn reach(&self, code: Code, mover: &Mover<B>, from: Square, occupied: B) -> B {
        self.reach_with(code, 1, from, occupied, || mover.reach_near(from, occupied))
    }

    /// [`Mover::reach`] of a man without lame leaps and with this counter, where no ride has to end before it is blocked.
    #[inline(always)]
    pub fn reach_grown(&self, code: Code, counter: u8, mover: &Mover<B>, from: Square, occupied: B) -> B {
        let left = occupied & !B::bit(from);
        self.reach_with(code, counter, from, occupied, || {
            mover.reach(from, counter, left, B::EMPTY)
        })
    }

    #[inline(always)]
    fn reach_with(&self, code: Code, counter: u8, from: Square, occupied: B, look: impl Fn() -> B) -> B {
        let seen = self.0[from.index()].get();
        if seen.code == code && seen.counter == counter && seen.reached & occupied == seen.met {
            return seen.reached;
        }
        self.look(code, counter, from, occupied, look)
    }

    #[inline(never)]
    fn look(&self, code: Code, counter: u8, from: Square, occupied: B, look: impl Fn() -> B) -> B {
        let reached = look();
        self.0[from.index()].set(Sight {
            code,
            counter,
            reached,
            met: reached & occupied,
        });
        reached
    }
}
