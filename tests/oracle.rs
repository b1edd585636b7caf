//! Positions whose legal moves and perft counts are known from a separate model of the rules, and published counts.

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ninefold::perft::perft;
use ninefold::variant::Rules;
use ninefold::{Bitboard, Catalogue};
use serde::Deserialize;

#[derive(Deserialize)]
struct Line {
    variant: String,
    start: String,
    moves: String,
    fen: String,
    check: bool,
    legal: String,
    perft: [u64; 2],
}

fn check_line<B: Bitboard>(rules: &Arc<Rules>, line: &Line) {
    let mut position = common::position::<B>(rules, &line.start);
    for text in line.moves.split_whitespace() {
        let mv = position
            .parse_move(text)
            .unwrap_or_else(|e| panic!("{} {}: {e}", line.variant, position.fen()));
        position.make(mv);
    }
    assert_eq!(
        position.fen(),
        line.fen,
        "{}: FEN after {} from {}",
        line.variant,
        line.moves,
        line.start
    );
    assert_eq!(
        position,
        common::position(rules, &line.fen),
        "{}: {} read again",
        line.variant,
        line.fen
    );
    assert_eq!(
        position.hash(),
        common::position::<B>(rules, &line.fen).hash(),
        "{}: {}",
        line.variant,
        line.fen
    );
    assert_eq!(
        position.in_check(),
        line.check,
        "{}: check in {}",
        line.variant,
        line.fen
    );
    let mut legal: Vec<&str> = line.legal.split_whitespace().collect();
    legal.sort_unstable();
    assert_eq!(
        common::legal_texts(&position),
        legal,
        "{}: moves in {}",
        line.variant,
        line.fen
    );
    for (depth, expected) in (1..).zip(line.perft) {
        let counted = perft(&mut position, depth, &AtomicBool::new(false));
        assert_eq!(
            counted,
            Some(expected),
            "{}: perft {depth} of {}",
            line.variant,
            line.fen
        );
    }
}

fn check_file(name: &str) {
    let rules = common::rules(name);
    let text = common::data(&format!("oracle/{name}.jsonl"));
    let mut count = 0;
    for line in text.lines() {
        let line: Line = serde_json::from_str(line).expect("a line of the oracle");
        assert_eq!(line.variant, name);
        with_width!(rules, check_line(&rules, &line));
        count += 1;
    }
    assert!(count >= 50, "{name}: {count} lines");
}

#[test]
fn chess99() {
    check_file("chess99");
}

#[test]
fn chess99_everymove() {
    check_file("chess99-everymove");
}

#[test]
fn haynie() {
    check_file("haynie");
}

#[test]
fn snappy() {
    check_file("snappy");
}

#[test]
fn ninesquare() {
    for name in ["ninesquare", "ninesquare2", "ninesquare3"] {
        check_file(name);
    }
}

fn count<B: Bitboard>(rules: &Arc<Rules>, fen: &str, depth: u32) -> Option<u64> {
    perft(&mut common::position::<B>(rules, fen), depth, &AtomicBool::new(false))
}

#[test]
fn counts_from_known_positions() {
    let catalogue = Catalogue::builtin();
    let mut checked = 0;
    for line in common::data("oracle/perft.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, fen, depth, nodes] = fields[..] else {
            panic!("{line}")
        };
        let Some(rules) = catalogue.rules(name) else { continue };
        let (depth, nodes) = (depth.parse().expect("a depth"), nodes.parse().expect("a count"));
        assert_eq!(
            with_width!(rules, count(rules, fen, depth)),
            Some(nodes),
            "{name} {fen} {depth}"
        );
        checked += 1;
    }
    assert!(checked >= 22, "{checked} lines of the file are of built-in variants");
}
