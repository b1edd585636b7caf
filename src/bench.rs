//! A fixed amount of work: the node count tells whether a change alters play, the speed whether it is faster.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::Catalogue;
use crate::game;
use crate::search::{Control, Limits, Table, TableError};

/// The depth without another one given, plies.
pub const DEPTH: u32 = 10;

/// Size of the table, MiB.
const TABLE: usize = 16;

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BenchError {
    /// The table could not be had.
    #[error("bench: {0}")]
    Memory(#[from] TableError),
    /// A position of ours is not one.
    #[error("bench: {variant} {fen}: {error}")]
    Position {
        /// The game.
        variant: &'static str,
        /// The position.
        fen: &'static str,
        /// What is wrong.
        error: String,
    },
}

/// Searches every position to `depth` with an empty table and says a line for each; the last line is
/// `N nodes M nps`. Says less if stopped.
pub fn run(depth: u32, control: &Control, say: &mut dyn FnMut(&str)) -> Result<(), BenchError> {
    let catalogue = Catalogue::builtin();
    let mut table = Table::try_new(TABLE)?;
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let (mut nodes, mut nanoseconds) = (0, 0);
    for &(variant, fen) in POSITIONS {
        let wrong = |error: String| BenchError::Position { variant, fen, error };
        let rules = catalogue
            .rules(variant)
            .ok_or_else(|| wrong("no such variant".into()))?;
        let mut game = game::new(Arc::clone(rules));
        let given = Some(fen).filter(|fen| !fen.is_empty());
        game.set_up(given, &[]).map_err(|error| wrong(error.to_string()))?;

        table.clear();
        let start = Instant::now();
        let reply = game
            .think(&limits, &[], control, &mut table, &mut |_, _| {})
            .map_err(|error| wrong(error.to_string()))?;
        nanoseconds += start.elapsed().as_nanos();
        if control.stop.load(Ordering::Acquire) {
            return Ok(());
        }
        nodes += reply.nodes;
        let best = reply.best.as_deref().unwrap_or("(none)");
        say(&format!("{variant:<12} {:>10} {best:<8} {}", reply.nodes, game.fen()));
    }
    let nps = u128::from(nodes) * 1_000_000_000 / nanoseconds.max(1);
    say(&format!("{nodes} nodes {nps} nps"));
    Ok(())
}

/// Variant and FEN, nothing for the start. Starts and middlegames of the four games and of chess.
const POSITIONS: &[(&str, &str)] = &[
    ("chess99", ""),
    (
        "chess99",
        "k1wl1qa1r/ppp1ppppp/3p2n2/bbbb1bbb1/1d1f3b1/2B1BB3/9/B1BB1BB1B/P5PPP/1PPPPP3/KDWLQFANR w - - 1 11 f11:2,d9:2,g9:2,b7:2,h7:2,c6:2,e6:2,f6:2,a3:2,g3:2,h3:2,i3:2",
    ),
    (
        "chess99",
        "kdwlqf2r/p1p1ppp1p/1p3anp1/bbbpb1bb1/6bb1/9/B7B/B1B1BBB1B/KPb3N1P/P1PPPPPPR/D1WLQFA2 w - - 0 12 b9:2,g9:2,h9:2,d8:2,g7:2,h7:2,a5:2,i5:2,b3:2,c3:3,g3:2,i3:2,g1:2",
    ),
    (
        "chess99",
        "k1wlq4/p3pprpp/1pd6/bb2b2bb/5a3/9/1BB1B4/7B1/P2PP1N2/K4P1PP/1DWQ1FA1R b - - 0 27 b9:2,f7:2,b5:2,c5:2,e5:2,a3:2,d3:2,e3:2,g3:2,d1:2",
    ),
    ("haynie", ""),
    (
        "haynie",
        "rnzb1k1z1r/c1w1o2qfc/pp1mp5/1f3pp2p/7p2/10/9Z/P1WPPPPPP1/1F2OQ1AFC/RNZBMKB1R1 b - - 1 15",
    ),
    (
        "haynie",
        "r1zb4n1/1fw1kom2r/nppc2pf2/p7p1/10/10/Z1P4P2/N3P2PPF/CF2O1K3/4RMBZR1 w - - 0 28",
    ),
    (
        "haynie",
        "rnz3k1nr/1fo6c/2p2p2pp/5p2f1/1c2p5/1p2P5/5P3N/PPP6P/1FW1O3FC/RN1B1K1Z1R w - - 0 23",
    ),
    ("snappy", ""),
    (
        "snappy",
        "ppppkpppp/7p1/6N1r/1qp1p4/9/PP7/9/2PP1PP1P/P1PK1PPPP w kq - 0 13",
    ),
    (
        "snappy",
        "p1pp5/2p1k3p/r5n2/1p4p2/3I5/9/7H1/P2P1PP1P/PPP1K1P1P b KQ - 0 15",
    ),
    ("snappy", "2pk4p/1n4ppp/1h7/1p7/9/3d3N1/1K5H1/9/6P1P w - - 1 25"),
    ("ninesquare", ""),
    (
        "ninesquare",
        "r1bq3nr/Qp3kp1p/3p1p3/4p2p1/9/4P1P2/1P2J1N2/n2P1P1PP/3R1KB1R b K - 1 16",
    ),
    (
        "ninesquare",
        "1r1qjkbnr/1pp1pp1p1/3p2p2/p3n3p/9/5N3/1P1P2P1b/P1PJPP1P1/RNBQ1KB1R w KQk - 0 9",
    ),
    ("ninesquare", "r3qkbQ1/3p5/npp6/4p4/9/6N1P/N3b4/PPP4P1/3KR3R b q - 1 21"),
    ("chess", ""),
    (
        "chess",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ),
    ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    (
        "chess",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_the_same_twice() {
        let count = || {
            let mut last = String::new();
            run(2, &Control::default(), &mut |line| last = line.to_owned()).unwrap();
            last.split(' ').next().unwrap().to_owned()
        };
        assert_eq!(count(), count());
    }
}
