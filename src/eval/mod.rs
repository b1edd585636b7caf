//! Evaluation: what a position is worth, for any variant, by what its men can do.
//!
//! [`Evaluator`] derives its numbers from the [`Rules`](crate::variant::Rules) when a variant is chosen: first the
//! expected mobility of each type of man (`mobility`), then its value and what a square adds to it (`values`), in
//! centipawns of the variant's own pawn. Each number is a weight with a name ([`weights`]), for middlegame and ending,
//! which a definition file may replace by what a fit has found. The weights are multiplied out into `tables`, and a
//! position is judged with these (`judge`, which asks `side`, `structure` and `contact`); a fit asks what a judgement is the
//! sum of ([`Analyst`]). Where a file has a trained [`network`], the mean of both counts: the network knows better what men on
//! their squares are worth together, the terms see what is attacked. All numbers are the same on every machine. The search sees
//! only the trait [`Evaluate`].

mod array;
mod contact;
mod judge;
mod mobility;
pub mod network;
mod parts;
mod pawns;
mod promotion;
mod side;
mod structure;
mod tables;
mod trace;
mod values;
pub mod weights;

use crate::{Bitboard, PieceType, Position};

pub use judge::Evaluator;
pub use parts::{Analyst, Parts};

/// No evaluation is larger than this, in centipawns: a forced end always counts for more.
pub const LIMIT: i32 = 30_000;

/// A window that all evaluations lie in, corrected ones too.
pub const WHOLE_WINDOW: [i32; 2] = [-2 * LIMIT, 2 * LIMIT];

/// Judges positions of one variant, for any number of threads at once.
pub trait Evaluate<B: Bitboard>: Sync {
    /// What the position is worth to the side to move, in centipawns of the variant's pawn; at most [`LIMIT`] in size.
    fn evaluate(&self, position: &Position<B>) -> i32;
    /// The same where only scores within a window matter, and whether it is exact: what seems to lie well outside of it may
    /// be an estimate.
    fn evaluate_near(&self, position: &Position<B>, _window: [i32; 2]) -> (i32, bool) {
        (self.evaluate(position), true)
    }
    /// What a man of this type and counter (1 for one without) is worth on average, in centipawns; 0 for a royal one.
    fn value(&self, ty: PieceType, counter: u8) -> i32;
}
