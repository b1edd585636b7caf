//! What must hold in every position of every built-in variant, on random games.

mod common;

use std::sync::Arc;

use common::checks::check_game;
use ninefold::variant::{Rules, Variant};
use ninefold::{Bitboard, Catalogue, Position};
use proptest::prelude::*;

/// Checks a random game from the start or from a position of the oracle.
fn check_variant<B: Bitboard>(rules: &Arc<Rules>, start: usize, choices: &[u16]) {
    let variant = Arc::new(Variant::<B>::new(Arc::clone(rules)));
    let starts = common::fens(rules);
    let fen = if start.is_multiple_of(2) {
        &rules.start
    } else {
        &starts[start / 2 % starts.len()]
    };
    let position = Position::from_fen(Arc::clone(&variant), fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    check_game(position, choices, 8);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_keep_every_property(index in any::<prop::sample::Index>(), start in any::<u16>(),
                                        choices in prop::collection::vec(any::<u16>(), 1..160)) {
        let catalogue = Catalogue::builtin();
        let names: Vec<&str> = catalogue.names().collect();
        let rules = catalogue.rules(names[index.index(names.len())]).expect("a built-in variant");
        with_width!(rules, check_variant(rules, usize::from(start), &choices));
    }
}
