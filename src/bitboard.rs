//! Sets of squares, sized per variant: `u64` for boards of at most 64 squares, `u128` for at most 128.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::types::Square;

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// A set of squares. Square `n` of a board is bit `n`; a set never holds squares off the board.
///
/// The trait is sealed: the widths are those the engine is built for.
///
/// ```
/// use ninefold::{Bitboard, Square};
/// let set = u128::bit(Square::new(80)) | u128::bit(Square::new(3));
/// assert_eq!(set.count(), 2);
/// assert_eq!(set.squares().map(|s| s.index()).collect::<Vec<_>>(), [3, 80]);
/// ```
pub trait Bitboard:
    sealed::Sealed
    + Copy
    + Eq
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The empty set.
    const EMPTY: Self;
    /// The largest board, in squares.
    const SQUARES: usize;

    /// The set of one square.
    fn bit(square: Square) -> Self;
    /// The set with these bits; bits beyond the width are cut.
    fn from_bits(bits: u128) -> Self;
    /// The set as bits.
    fn bits(self) -> u128;
    /// How many squares the set has.
    fn count(self) -> u32;
    /// The square of the lowest index. The set must not be empty.
    fn first(self) -> Square;
    /// All squares moved by `by` indices, up or (negative) down. None may leave the width.
    fn shift(self, by: i32) -> Self;
    /// The squares of the line `lower | upper` that a rider between the two halves reaches: up to and
    /// including the nearest occupied square on both sides (obstruction difference).
    fn between_obstacles(lower: Self, upper: Self, occupied: Self) -> Self;
    /// The squares below `square`.
    fn below(square: Square) -> Self;
    /// The set without its lowest square.
    fn without_first(self) -> Self;

    /// Whether the set has no square.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// Whether the set has any square.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::EMPTY
    }
    /// Whether the set has at least two squares.
    #[inline(always)]
    fn several(self) -> bool {
        self.any() && self.without_first().any()
    }
    /// Whether the set has the square.
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        (self & Self::bit(square)).any()
    }
    /// The squares of the set, from the lowest index.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// Iterator over the squares of a set.
#[derive(Clone, Copy, Debug)]
pub struct Squares<B>(B);

impl<B: Bitboard> Iterator for Squares<B> {
    type Item = Square;
    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.first();
        self.0 = self.0.without_first();
        Some(square)
    }
}

macro_rules! bitboard {
    ($word:ty) => {
        impl Bitboard for $word {
            const EMPTY: Self = 0;
            const SQUARES: usize = <$word>::BITS as usize;

            #[inline(always)]
            fn bit(square: Square) -> Self {
                1 << (square.index() as u32 & (<$word>::BITS - 1))
            }
            #[inline(always)]
            fn from_bits(bits: u128) -> Self {
                bits as $word
            }
            #[inline(always)]
            fn bits(self) -> u128 {
                self as u128
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn first(self) -> Square {
                Square::new(self.trailing_zeros() as u8)
            }
            #[inline(always)]
            fn shift(self, by: i32) -> Self {
                // Nothing leaves on one side, so nothing comes in on the other, and both senses are one rotation.
                self.rotate_left(by as u32 & (<$word>::BITS - 1))
            }
            #[inline(always)]
            fn between_obstacles(lower: Self, upper: Self, occupied: Self) -> Self {
                // From the top obstacle below (bit 0 if none) to the bottom obstacle above, both included:
                // subtracting the first borrows from the second through every bit between them.
                let from = <$word>::MAX / 2 + 1;
                let from = from >> ((lower & occupied) | 1).leading_zeros();
                let above = upper & occupied;
                (above ^ above.wrapping_sub(from)) & (lower | upper)
            }
            #[inline(always)]
            fn below(square: Square) -> Self {
                Self::bit(square) - 1
            }
            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

bitboard!(u64);
bitboard!(u128);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_at_the_nearest_obstacles() {
        // One rank of eight squares, rider on bit 3.
        let (lower, upper) = (0b0000_0111u64, 0b1111_0000u64);
        let reach = |occupied| u64::between_obstacles(lower, upper, occupied);
        assert_eq!(reach(0), 0b1111_0111);
        assert_eq!(reach(0b0010_0010), 0b0011_0110);
        assert_eq!(reach(0b0001_0100), 0b0001_0100);
        assert_eq!(reach(0b1000_0001), 0b1111_0111);
        assert_eq!(
            u128::between_obstacles(7 << 90, 31 << 94, 1 << 91 | 1 << 95),
            3 << 94 | 3 << 91
        );
    }

    #[test]
    fn shifts_go_up_and_down() {
        assert_eq!(Bitboard::shift(1u64 << 60 | 1 << 20, 3), 1 << 63 | 1 << 23);
        assert_eq!(Bitboard::shift(1u64 << 12, -9), 1 << 3);
        assert_eq!(Bitboard::shift(1u128 << 60, 9), 1 << 69);
        assert_eq!(Bitboard::shift(1u128 << 69, -9), 1 << 60);
    }
}
