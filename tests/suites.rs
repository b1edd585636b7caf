//! `positions/perft/VARIANT.epd`: start and middlegames of every built-in variant with known counts. Those of games that
//! pyffish knows are its own; the others are the engine's, so the first two plies are counted by the slow model too.

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use common::slow::Slow;
use ninefold::perft::perft;
use ninefold::variant::Rules;
use ninefold::{Bitboard, Catalogue};

/// Games that pyffish cannot be told.
const ONLY_OURS: [&str; 3] = ["snappy", "chess99", "chess99-everymove"];

fn check_line<B: Bitboard>(rules: &Arc<Rules>, line: &str) -> u64 {
    let mut parts = line.split(" ;");
    let fen = parts.next().expect("a FEN");
    let mut position = common::position::<B>(rules, fen);
    assert_eq!(position.fen(), fen, "{}", rules.name);
    let mut total = 0;
    for part in parts {
        let (depth, leaves) = part.split_once(' ').expect("a depth and a count");
        let depth: u32 = depth.trim_start_matches('D').parse().expect("a depth");
        let leaves: u64 = leaves.trim().parse().expect("a count");
        let counted = perft(&mut position, depth, &AtomicBool::new(false));
        assert_eq!(counted, Some(leaves), "{}: perft {depth} of {fen}", rules.name);
        let counted_slowly = match depth {
            1 => Slow::new(rules, fen).moves().len() as u64,
            2 if ONLY_OURS.contains(&rules.name.as_str()) => slow_replies(&mut position),
            _ => leaves,
        };
        assert_eq!(counted_slowly, leaves, "{}: slow perft {depth} of {fen}", rules.name);
        total += leaves;
    }
    total
}

/// The leaves at depth 2, the replies counted by the slow model.
fn slow_replies<B: Bitboard>(position: &mut ninefold::Position<B>) -> u64 {
    let rules = Arc::clone(position.variant().rules());
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut replies = 0;
    for mv in moves {
        position.make(mv);
        replies += Slow::new(&rules, &position.fen()).moves().len() as u64;
        position.unmake();
    }
    replies
}

#[test]
fn every_variant_has_its_counts() {
    let catalogue = Catalogue::builtin();
    let mut leaves = 0;
    for name in catalogue.names() {
        let rules = common::rules(name);
        let text = common::data(&format!("perft/{name}.epd"));
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() >= 6, "{name}: {} positions", lines.len());
        for line in lines {
            leaves += with_width!(rules, check_line(&rules, line));
        }
    }
    assert!(
        leaves < 60_000_000,
        "{leaves} leaves take too long to count in every test run"
    );
}
