//! The parts of move generation on each of the games: `cargo bench`, or `cargo bench -- perft/haynie` for one.

#![allow(missing_docs)]

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, criterion_group, criterion_main};
use ninefold::perft::perft;
use ninefold::variant::Rules;
use ninefold::{Bitboard, Catalogue, Color, Position, Variant};

/// A game, a position from its middle, and a perft depth that takes some milliseconds.
const POSITIONS: [(&str, &str, u32); 5] = [
    (
        "chess",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
    ),
    (
        "ninesquare",
        "r1bq3nr/Qp3kp1p/3p1p3/4p2p1/9/4P1P2/1P2J1N2/n2P1P1PP/3R1KB1R b K - 1 16",
        3,
    ),
    (
        "haynie",
        "2rb1k4/c1w1o1m3/n4p4/1f8/p2p3P2/3P1P4/8b1/PP7N/1FW7/RN1BK1B2R w - - 0 36",
        3,
    ),
    (
        "snappy",
        "1ppp1pppp/rppp1kIpR/9/9/9/2K1p4/9/1PPP1PPP1/1PP2PPP1 w - - 5 17",
        3,
    ),
    (
        "chess99",
        "k1w1lf1nr/dpp2p1p1/8p/p2N4b/b2P5/1b4B2/9/B6B1/2P6/P1WLP1nP1/1K1DQ1AN1 b - - 0 33 \
         i9:2,a8:2,d8:3-,a7:2,d7:3,b6:2,g6:2,c3:2,c2:2,g2:2-,d1:2",
        3,
    ),
];

fn bench_game<B: Bitboard>(criterion: &mut Criterion, rules: &Arc<Rules>, fen: &str, depth: u32) {
    let name = &rules.name;
    let variant = Arc::new(Variant::<B>::new(Arc::clone(rules)));
    let mut position = Position::from_fen(variant, fen).expect("a position of ours");
    criterion.bench_function(&format!("attacks/{name}"), |b| {
        let squares: Vec<_> = rules.board.all().collect();
        b.iter(|| {
            squares
                .iter()
                .filter(|s| position.is_attacked(**s, Color::White))
                .count()
        });
    });
    criterion.bench_function(&format!("count/{name}"), |b| {
        b.iter(|| black_box(&position).count_moves())
    });
    let mut moves = Vec::new();
    criterion.bench_function(&format!("list/{name}"), |b| {
        b.iter(|| {
            moves.clear();
            black_box(&position).legal_moves(&mut moves);
        });
    });
    criterion.bench_function(&format!("make/{name}"), |b| {
        b.iter(|| {
            for &mv in &moves {
                position.make(mv);
                position.unmake();
            }
        });
    });
    let stop = AtomicBool::new(false);
    criterion.bench_function(&format!("perft/{name}"), |b| {
        b.iter(|| perft(&mut position, depth, &stop))
    });
}

fn all(criterion: &mut Criterion) {
    let catalogue = Catalogue::builtin();
    for (name, fen, depth) in POSITIONS {
        let rules = catalogue.rules(name).expect("a built-in variant");
        if rules.board.squares() <= u64::SQUARES {
            bench_game::<u64>(criterion, rules, fen, depth);
        } else {
            bench_game::<u128>(criterion, rules, fen, depth);
        }
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
