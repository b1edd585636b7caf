//! What must hold in every position of every built-in variant, on random games.

mod common;

use std::sync::Arc;

use common::slow::{Slow, board_and_state};
use ninefold::variant::{Rules, Variant};
use ninefold::{Bitboard, Catalogue, Position};
use proptest::prelude::*;

/// Plays up to `choices.len()` random plies and checks every property at each.
fn check_game<B: Bitboard>(rules: &Arc<Rules>, start: usize, choices: &[u16]) {
    let variant = Arc::new(Variant::<B>::new(Arc::clone(rules)));
    let starts = common::fens(rules);
    let fen = if start.is_multiple_of(2) {
        &rules.start
    } else {
        &starts[start / 2 % starts.len()]
    };
    let mut position = Position::from_fen(Arc::clone(&variant), fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    let mut game = Vec::new();
    for (ply, choice) in choices.iter().enumerate() {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        assert_eq!(
            position.count_moves(),
            moves.len() as u64,
            "{}: {}",
            rules.name,
            position.fen()
        );
        if moves.is_empty() {
            break;
        }
        // Comparing with the slow model takes the most time: not at every ply.
        if ply % 8 == 7 {
            check_against_walk(&mut position);
        }
        check_captures(&position, &moves);
        let mv = moves[usize::from(*choice) % moves.len()];
        assert_eq!(
            position.parse_move(&position.move_text(mv)),
            Ok(mv),
            "{}",
            position.fen()
        );
        let before = position.clone();
        position.make(mv);
        check_round_trips(&position);
        game.push((before, mv));
    }
    for (before, mv) in game.into_iter().rev() {
        position.unmake();
        assert_eq!(position, before, "unmake of {}", before.move_text(mv));
        assert_eq!(position.hash(), before.hash());
        assert_eq!(position.repetitions(), before.repetitions());
    }
}

fn check_against_walk<B: Bitboard>(position: &mut Position<B>) {
    let fen = position.fen();
    let rules = Arc::clone(position.variant().rules());
    let expected = Slow::new(&rules, &fen).moves();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut found = std::collections::BTreeMap::new();
    for mv in moves {
        let text = position.move_text(mv);
        position.make(mv);
        assert_eq!(
            found.insert(text.clone(), board_and_state(&position.fen())),
            None,
            "{fen}: {text} listed twice"
        );
        position.unmake();
    }
    assert_eq!(found, expected, "{}: {fen}", rules.name);
}

fn check_captures<B: Bitboard>(position: &Position<B>, all: &[ninefold::Move]) {
    let mut captures = Vec::new();
    position.legal_captures(&mut captures);
    let noisy = |m: &&ninefold::Move| position.captured(**m).is_some();
    assert!(captures.iter().all(|m| all.contains(m)), "{}", position.fen());
    assert!(
        all.iter().filter(noisy).all(|m| captures.contains(m)),
        "{}",
        position.fen()
    );
}

fn check_round_trips<B: Bitboard>(position: &Position<B>) {
    let fen = position.fen();
    assert_eq!(position.hash(), position.hash_from_scratch(), "{fen}");
    let again = Position::from_fen(Arc::clone(position.variant()), &fen);
    let again = again.unwrap_or_else(|e| panic!("{fen}: {e}"));
    assert_eq!(again, *position, "{fen}");
    assert_eq!(again.fen(), fen);
    assert_eq!(again.hash(), position.hash(), "{fen}");
    let flipped = position.flipped();
    assert_eq!(flipped.count_moves(), position.count_moves(), "{fen} flipped");
    assert_eq!(flipped.hash(), flipped.hash_from_scratch(), "{fen} flipped");
    assert_eq!(flipped.flipped().fen(), fen);
    assert_eq!(position.checkers().any(), position.in_check(), "{fen}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_keep_every_property(index in any::<prop::sample::Index>(), start in any::<u16>(),
                                        choices in prop::collection::vec(any::<u16>(), 1..160)) {
        let catalogue = Catalogue::builtin();
        let names: Vec<&str> = catalogue.names().collect();
        let rules = catalogue.rules(names[index.index(names.len())]).expect("a built-in variant");
        with_width!(rules, check_game(rules, usize::from(start), &choices));
    }
}
