//! The men on their squares, and the hash of them.

use crate::Bitboard;
use crate::random::mix;
use crate::types::{Code, Square};
use crate::variant::Variant;

/// A man with its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unit {
    pub code: Code,
    /// The counter; 1 for a man without one.
    pub counter: u8,
    /// May not take its promoted form before it has been on its own first rank.
    pub away: bool,
}

impl Unit {
    pub const NONE: Unit = Unit {
        code: Code::NONE,
        counter: 1,
        away: false,
    };
}

/// Who stands where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board<B> {
    /// By [`Code::index`].
    pub by_code: [B; 128],
    pub by_color: [B; 2],
    pub codes: [Code; 128],
    pub counters: [u8; 128],
    /// Men with a counter above 1.
    pub grown: B,
    /// Men with [`Unit::away`].
    pub away: B,
    pub kings: [Square; 2],
    pub hash: u64,
}

impl<B: Bitboard> Board<B> {
    pub fn empty() -> Self {
        Board {
            by_code: [B::EMPTY; 128],
            by_color: [B::EMPTY; 2],
            codes: [Code::NONE; 128],
            counters: [1; 128],
            grown: B::EMPTY,
            away: B::EMPTY,
            kings: [Square::new(0); 2],
            hash: 0,
        }
    }

    #[inline(always)]
    pub fn occupied(&self) -> B {
        self.by_color[0] | self.by_color[1]
    }

    #[inline(always)]
    pub fn code(&self, square: Square) -> Code {
        self.codes[square.index()]
    }

    /// Takes what stands on an occupied square off the board. `STATES`: whether men have states. `HASH`: whether the hash is
    /// to follow; a move that is taken back has its hash noted.
    #[inline(always)]
    pub fn lift<const STATES: bool, const HASH: bool>(&mut self, v: &Variant<B>, square: Square) -> Unit {
        let code = self.codes[square.index()];
        self.toggle::<HASH>(v, square, code);
        self.codes[square.index()] = Code::NONE;
        if STATES {
            self.lift_state::<HASH>(square, code)
        } else {
            Unit { code, ..Unit::NONE }
        }
    }

    #[inline(always)]
    fn lift_state<const HASH: bool>(&mut self, square: Square, code: Code) -> Unit {
        let bit = B::bit(square);
        let counter = self.counters[square.index()];
        let away = (self.away & bit).any();
        if counter > 1 || away {
            if HASH {
                self.hash ^= state_key(square, counter, away);
            }
            self.counters[square.index()] = 1;
            self.grown &= !bit;
            self.away &= !bit;
        }
        Unit { code, counter, away }
    }

    /// Puts a man on an empty square. `STATES` and `HASH` as for [`lift`](Board::lift).
    #[inline(always)]
    pub fn put<const STATES: bool, const HASH: bool>(&mut self, v: &Variant<B>, square: Square, unit: Unit) {
        self.toggle::<HASH>(v, square, unit.code);
        self.codes[square.index()] = unit.code;
        if unit.code.ty() == v.king {
            self.kings[unit.code.color().index()] = square;
        }
        if STATES && (unit.counter > 1 || unit.away) {
            if HASH {
                self.hash ^= state_key(square, unit.counter, unit.away);
            }
            self.counters[square.index()] = unit.counter;
            if unit.counter > 1 {
                self.grown |= B::bit(square);
            }
            if unit.away {
                self.away |= B::bit(square);
            }
        }
    }

    #[inline(always)]
    fn toggle<const HASH: bool>(&mut self, v: &Variant<B>, square: Square, code: Code) {
        let bit = B::bit(square);
        self.by_code[code.index()] ^= bit;
        self.by_color[code.color().index()] ^= bit;
        if HASH {
            self.hash ^= v.keys.men[code.index()].at(square);
        }
    }
}

/// Hash of a man's state on a square.
#[inline]
fn state_key(square: Square, counter: u8, away: bool) -> u64 {
    mix(0x5bd1_e995_0000_0000 | (square.index() as u64) << 16 | u64::from(counter) << 8 | u64::from(away))
}
