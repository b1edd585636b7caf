//! What men last saw from where they stand.

use std::cell::Cell;

use crate::Bitboard;
use crate::types::{Code, Square};
use crate::variant::tables::Mover;

/// What a man reached from a square, and which of these squares were occupied.
#[derive(Clone, Copy, Debug)]
struct Sight<B> {
    code: Code,
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
                reached: B::EMPTY,
                met: B::EMPTY,
            })
        }))
    }

    /// [`Mover::reach_near`] of a man without lame leaps. It is the same as long as the squares it reached are occupied or
    /// empty as they were: each ride ends at the first occupied one, or has none.
    #[inline(always)]
    pub fn reach(&self, code: Code, mover: &Mover<B>, from: Square, occupied: B) -> B {
        debug_assert!(mover.lames.is_empty());
        let seen = self.0[from.index()].get();
        if seen.code == code && seen.reached & occupied == seen.met {
            return seen.reached;
        }
        self.look(code, mover, from, occupied)
    }

    #[inline(never)]
    fn look(&self, code: Code, mover: &Mover<B>, from: Square, occupied: B) -> B {
        let reached = mover.reach_near(from, occupied);
        self.0[from.index()].set(Sight {
            code,
            reached,
            met: reached & occupied,
        });
        reached
    }
}
