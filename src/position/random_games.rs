//! Random games of all built-in variants, for tests of what is written and read of them.

use std::sync::Arc;

use super::Position;
use crate::random::SplitMix64;
use crate::variant::{Rules, Variant};
use crate::{Bitboard, Catalogue, Move};

/// A test of a position and its legal moves.
pub(super) trait Check {
    /// How many games of each variant are played, and how many plies each.
    const GAMES: (u32, u32);
    /// One position of so many is looked at.
    const ONE_OF: u32;

    fn check<B: Bitboard>(position: &Position<B>, moves: &[Move]);
}

/// Plays the games that begin with `seed`.
pub(super) fn play<C: Check>(seed: u64) {
    let catalogue = Catalogue::builtin();
    for name in catalogue.names() {
        let rules = catalogue.rules(name).unwrap();
        match rules.board.squares() {
            0..=64 => games::<u64, C>(rules, seed),
            _ => games::<u128, C>(rules, seed),
        }
    }
}

fn games<B: Bitboard, C: Check>(rules: &Arc<Rules>, seed: u64) {
    let variant = Arc::new(Variant::<B>::new(Arc::clone(rules)));
    let mut random = SplitMix64(seed);
    let (games, plies) = C::GAMES;
    for _ in 0..games {
        let mut position = Position::start(Arc::clone(&variant));
        for ply in 0..plies {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            if ply % C::ONE_OF == 0 {
                C::check(&position, &moves);
            }
            position.make(moves[random.below(moves.len())]);
        }
    }
}
