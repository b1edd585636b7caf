//! What several tests share.
#![allow(dead_code)]

pub mod checks;
pub mod definitions;
pub mod random;
pub mod searching;
pub mod slow;
pub mod solver;

use std::path::PathBuf;
use std::sync::Arc;

use ninefold::variant::Rules;
use ninefold::{Bitboard, Catalogue, Position, Variant};

/// The rules of a built-in variant.
pub fn rules(name: &str) -> Arc<Rules> {
    Arc::clone(
        Catalogue::builtin()
            .rules(name)
            .unwrap_or_else(|| panic!("no built-in variant {name}")),
    )
}

/// A position of a variant.
pub fn position<B: Bitboard>(rules: &Arc<Rules>, fen: &str) -> Position<B> {
    let variant = Arc::new(Variant::new(Arc::clone(rules)));
    Position::from_fen(variant, fen).unwrap_or_else(|e| panic!("{}: {fen}: {e}", rules.name))
}

/// The legal moves as sorted texts.
pub fn legal_texts<B: Bitboard>(position: &Position<B>) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut texts: Vec<String> = moves.iter().map(|m| position.move_text(*m)).collect();
    texts.sort_unstable();
    texts
}

/// A file under `positions/`.
pub fn data(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("positions").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The positions of the oracle for a variant, and its start position.
pub fn fens(rules: &Rules) -> Vec<String> {
    let path = format!("{}/positions/oracle/{}.jsonl", env!("CARGO_MANIFEST_DIR"), rules.name);
    let lines = std::fs::read_to_string(path).unwrap_or_default();
    let fen = |line: &str| {
        line.split("\"fen\":\"")
            .nth(1)
            .and_then(|l| l.split('"').next())
            .map(String::from)
    };
    lines.lines().filter_map(fen).chain([rules.start.clone()]).collect()
}

/// Calls a function that is generic over the bitboard with the width that a variant's board needs.
#[macro_export]
macro_rules! with_width {
    ($rules:expr, $function:ident($($argument:expr),*)) => {
        if $rules.board.squares() <= 64 { $function::<u64>($($argument),*) } else { $function::<u128>($($argument),*) }
    };
}
