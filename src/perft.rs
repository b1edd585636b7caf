//! Perft: the leaves of the tree of legal moves, counted to test a move generator or to time it.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::{Bitboard, Move, Position};

/// Counts the leaves at `depth` plies; 1 at depth 0. The last ply is counted, not played.
///
/// Returns `None` if `stop` was set on the way.
///
/// ```
/// use std::sync::{Arc, atomic::AtomicBool};
/// use ninefold::{Catalogue, Position, Variant, perft::perft};
///
/// let catalogue = Catalogue::builtin();
/// let chess = Variant::<u64>::new(Arc::clone(catalogue.rules("chess").unwrap()));
/// let mut position = Position::start(Arc::new(chess));
/// assert_eq!(perft(&mut position, 3, &AtomicBool::new(false)), Some(8902));
/// ```
pub fn perft<B: Bitboard>(position: &mut Position<B>, depth: u32, stop: &AtomicBool) -> Option<u64> {
    match depth {
        0 => Some(1),
        1 => Some(position.count_moves()),
        _ => {
            // One list for each ply above the last, used again and again.
            let mut lists = vec![Vec::with_capacity(256); depth as usize - 1];
            let nodes = descend(position, &mut lists, stop);
            (!stop.load(Ordering::Relaxed)).then_some(nodes)
        }
    }
}

fn descend<B: Bitboard>(position: &mut Position<B>, lists: &mut [Vec<Move>], stop: &AtomicBool) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else {
        return position.count_moves();
    };
    list.clear();
    position.legal_moves(list);
    let mut nodes = 0;
    for &mv in list.iter() {
        position.make(mv);
        nodes += descend(position, rest, stop);
        position.unmake();
        if rest.len() >= 2 && stop.load(Ordering::Relaxed) {
            break;
        }
    }
    nodes
}

/// The count below each legal move, for comparing two generators: [`perft`] at `depth - 1` after the move.
///
/// Returns `None` if `stop` was set on the way.
pub fn divide<B: Bitboard>(position: &mut Position<B>, depth: u32, stop: &AtomicBool) -> Option<Vec<(Move, u64)>> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut counts = Vec::with_capacity(moves.len());
    for mv in moves {
        position.make(mv);
        let count = perft(position, depth.saturating_sub(1), stop);
        position.unmake();
        counts.push((mv, count?));
    }
    Some(counts)
}
