//! Perft: the leaves of the tree of legal moves, counted to test a move generator or to time it.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

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
    Counter { stop, table: None }.count(position, depth)
}

/// Counts as [`perft`] does, on several threads (at least one), and with a table of what was counted before if there is
/// one.
pub fn perft_with<B: Bitboard>(
    position: &Position<B>,
    depth: u32,
    threads: usize,
    table: Option<&Table>,
    stop: &AtomicBool,
) -> Option<u64> {
    let counter = Counter { stop, table };
    // Lines of two moves are shared out, so that a few large ones among the first moves leave no thread waiting.
    let prefix = if threads > 1 { depth.saturating_sub(2).min(2) } else { 0 };
    let lines = lines(&mut position.clone(), prefix);
    let next = AtomicUsize::new(0);
    let work = |mut position: Position<B>| {
        let mut sum = 0;
        while let Some(line) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
            line.iter().for_each(|&mv| position.make(mv));
            sum += counter.count(&mut position, depth - prefix)?;
            line.iter().for_each(|_| position.unmake());
        }
        Some(sum)
    };
    thread::scope(|scope| {
        let others = 1..threads;
        let others: Vec<_> = others
            .map(|_| {
                let position = position.clone();
                scope.spawn(|| work(position))
            })
            .collect();
        let first = work(position.clone());
        // A panic in a thread goes on in this one.
        let join = |other: thread::ScopedJoinHandle<_>| other.join().unwrap_or_else(|e| std::panic::resume_unwind(e));
        others.into_iter().map(join).chain([first]).sum()
    })
}

/// All legal lines of this length.
fn lines<B: Bitboard>(position: &mut Position<B>, length: u32) -> Vec<Vec<Move>> {
    if length == 0 {
        return vec![Vec::new()];
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut all = Vec::new();
    for mv in moves {
        position.make(mv);
        all.extend(
            lines(position, length - 1)
                .into_iter()
                .map(|rest| [vec![mv], rest].concat()),
        );
        position.unmake();
    }
    all
}

/// One count in progress.
struct Counter<'a> {
    stop: &'a AtomicBool,
    table: Option<&'a Table>,
}

impl Counter<'_> {
    fn count<B: Bitboard>(&self, position: &mut Position<B>, depth: u32) -> Option<u64> {
        match depth {
            0 => Some(1),
            1 => Some(position.count_moves()),
            _ => {
                // One list for each ply above the last, used again and again.
                let mut lists = vec![Vec::new(); depth as usize - 1];
                let nodes = self.descend(position, &mut lists);
                (!self.stop.load(Ordering::Relaxed)).then_some(nodes)
            }
        }
    }

    fn descend<B: Bitboard>(&self, position: &mut Position<B>, lists: &mut [Vec<Move>]) -> u64 {
        let depth = lists.len() as u64 + 1;
        let Some((list, rest)) = lists.split_first_mut() else {
            return position.count_moves();
        };
        if let Some(known) = self.table.and_then(|table| table.get(position.hash(), depth)) {
            return known;
        }
        list.clear();
        position.legal_moves(list);
        let mut nodes = 0;
        for &mv in list.iter() {
            position.make(mv);
            nodes += self.descend(position, rest);
            position.unmake();
            if rest.len() >= 2 && self.stop.load(Ordering::Relaxed) {
                return nodes;
            }
        }
        if let Some(table) = self.table {
            table.put(position.hash(), depth, nodes);
        }
        nodes
    }
}

/// Counts of positions met before, for all threads. Everything that a count depends on is in a position's hash: men
/// with their counters and marks, side, castling rights, en passant.
pub struct Table {
    /// The hash and the data, combined by exclusive or, and the data: the count above 8 bits of depth. What two threads have
    /// mixed up fits no hash.
    entries: Vec<[AtomicU64; 2]>,
}

impl Table {
    const DEPTH_BITS: u32 = 8;

    /// A table of this many MiB; `None` if there is no such memory.
    pub fn new(mib: usize) -> Option<Self> {
        let count = mib.checked_mul(1 << 20)? / size_of::<[AtomicU64; 2]>();
        let mut entries = Vec::new();
        entries.try_reserve_exact(count).ok()?;
        entries.resize_with(count, <[AtomicU64; 2]>::default);
        Some(Table { entries })
    }

    fn entry(&self, hash: u64) -> Option<&[AtomicU64; 2]> {
        // The high half of the product spreads hashes over any number of entries.
        let index = (u128::from(hash) * self.entries.len() as u128) >> 64;
        self.entries.get(index as usize)
    }

    fn get(&self, hash: u64, depth: u64) -> Option<u64> {
        let [mixed, data] = self.entry(hash)?;
        let data = data.load(Ordering::Relaxed);
        let same = mixed.load(Ordering::Relaxed) ^ data == hash && data & ((1 << Self::DEPTH_BITS) - 1) == depth;
        same.then_some(data >> Self::DEPTH_BITS)
    }

    fn put(&self, hash: u64, depth: u64, count: u64) {
        // Counts and depths that do not fit are not kept.
        if let Some([mixed, data]) = self.entry(hash)
            && depth >> Self::DEPTH_BITS == 0
            && count >> (u64::BITS - Self::DEPTH_BITS) == 0
        {
            let new = count << Self::DEPTH_BITS | depth;
            mixed.store(hash ^ new, Ordering::Relaxed);
            data.store(new, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Catalogue, Variant};

    #[test]
    fn threads_and_a_table_change_no_count() {
        let catalogue = Catalogue::builtin();
        for (name, depth) in [("chess99", 4), ("snappy", 4), ("ninesquare", 4)] {
            let rules = catalogue.rules(name).expect("a built-in variant");
            let mut position = Position::start(Arc::new(Variant::<u128>::new(Arc::clone(rules))));
            let stop = AtomicBool::new(false);
            let expected = perft(&mut position, depth, &stop);
            let table = Table::new(1).expect("a MiB");
            for depth in 1..=depth {
                perft_with(&position, depth, 2, Some(&table), &stop);
            }
            assert_eq!(perft_with(&position, depth, 2, Some(&table), &stop), expected, "{name}");
            assert_eq!(perft_with(&position, depth, 3, None, &stop), expected, "{name}");
            assert_eq!(perft_with(&position, 0, 2, None, &stop), Some(1));
            stop.store(true, Ordering::Relaxed);
            assert_eq!(perft_with(&position, depth, 2, None, &stop), None);
        }
    }
}
