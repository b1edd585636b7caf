//! The transposition table: what is known about positions met before.
//!
//! Threads may share it without a lock. An entry is two atomic words, `check ^ data` and `data`, read and written with
//! relaxed order; `check` has the low 48 bits of the hash and above them the static evaluation. The high bits of the hash
//! say where the entry is, so that nearly all of it is compared. Two writers can mix their words, but then the exclusive-or
//! no longer gives the hash back and the entry is taken for another position's (Hyatt and Mann, "A lock-less transposition table implementation for parallel
//! search chess engines", ICGA Journal 25, 2002). No access is a data race.

use std::mem::MaybeUninit;
#[cfg(target_os = "linux")]
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::history::History;
use super::score;
use crate::Move;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// The score is exact at its depth.
    Exact = 3,
}

/// One position's entry, unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Best move, or [`Move::NONE`].
    pub mv: Move,
    /// Score as [`to_table`](super::score::to_table) gave it, below 2^17 in size.
    pub score: i32,
    /// Depth of the search below the position, plies, -1 (captures only) to 254.
    pub depth: i32,
    /// What the score means.
    pub bound: Bound,
    /// The static evaluation, if there is one.
    pub judged: Option<i32>,
    /// Whether the position was in the principal variation.
    pub on_line: bool,
    /// Whether the running search wrote it.
    pub current: bool,
}

impl Entry {
    /// The evaluation of its position, `ply` plies below the root, or what a search has found where that tells more.
    pub(super) fn refine(&self, judged: i32, ply: usize) -> i32 {
        let found = score::from_table(self.score, ply);
        let tells = match self.bound {
            Bound::Exact => true,
            Bound::Lower => found > judged,
            Bound::Upper => found < judged,
        };
        if tells && !score::is_forced(found) {
            found
        } else {
            judged
        }
    }
}

/// The table could not be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a table of {mib} MiB; choose a smaller Hash")]
pub struct TableError {
    /// The size asked for, MiB.
    pub mib: usize,
}

// Layout of the data word, from bit 0: move 22, score 18 (offset), depth 8, bound 2, generation 6, principal variation 1.
const MOVE_BITS: u32 = 22;
const SCORE_SHIFT: u32 = MOVE_BITS;
const SCORE_OFFSET: i32 = 1 << 17;
const DEPTH_SHIFT: u32 = SCORE_SHIFT + 18;
const BOUND_SHIFT: u32 = DEPTH_SHIFT + 8;
const GENERATION_SHIFT: u32 = BOUND_SHIFT + 2;
const GENERATIONS: u64 = 1 << 6;
const ON_LINE_SHIFT: u32 = GENERATION_SHIFT + 6;

/// How many bits of the hash are in the first word.
const CHECK_BITS: u32 = 48;
/// What stands for no static evaluation.
const NOT_JUDGED: i16 = i16::MIN;

/// How many plies of depth an entry loses against newer ones with every search that has passed.
const AGE_WEIGHT: i32 = 4;
/// A much shallower bound of the same search does not replace a deeper one of the same position.
const KEEP_DEEPER: i32 = 3;

#[derive(Default)]
struct Slot {
    key: AtomicU64,
    data: AtomicU64,
}

const SLOTS: usize = 4;

/// Entries that share an index: one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Cluster([Slot; SLOTS]);

/// The transposition table, shared by all searches of a game.
pub struct Table {
    clusters: Vec<Cluster>,
    generation: u64,
    /// What searches have learned about moves, each thread its own: as much goes on being true in the next position of
    /// a game.
    histories: Vec<History>,
}

/// Asks that memory not yet used be given in pages of 2 MiB: with small ones most looks into a large table wait for the
/// address as well. Where that is refused the table is slower and nothing else.
#[cfg_attr(not(target_os = "linux"), allow(unused_variables))]
fn want_huge_pages(memory: &mut [MaybeUninit<Cluster>]) {
    #[cfg(target_os = "linux")]
    {
        use nix::sys::mman::{MmapAdvise, madvise};
        const PAGE: usize = 4096;
        let start = memory.as_mut_ptr().cast::<u8>();
        let (before, size) = (start.align_offset(PAGE), size_of_val(memory));
        let (Some(whole), Some(start)) = (size.checked_sub(before), NonNull::new(start.wrapping_add(before))) else {
            return;
        };
        // SAFETY: the pages are all of memory that is borrowed for writing, and this advice does not change what is in them.
        #[allow(unsafe_code)]
        let _ = unsafe { madvise(start.cast(), whole / PAGE * PAGE, MmapAdvise::MADV_HUGEPAGE) };
    }
}

impl Table {
    /// A table of this many MiB (0 is taken for 1). Where there is no memory for it, the largest of half, a quarter,
    /// ... that there is memory for; [`try_new`](Table::try_new) says so instead.
    pub fn new(mib: usize) -> Self {
        let mut size = mib.max(1);
        loop {
            match Table::try_new(size) {
                Ok(table) => return table,
                Err(_) if size > 1 => size /= 2,
                // Without any memory the search still runs: an empty table knows nothing.
                Err(_) => {
                    return Table {
                        clusters: Vec::new(),
                        generation: 0,
                        histories: Vec::new(),
                    };
                }
            }
        }
    }

    /// A table of exactly this many MiB (0 is taken for 1), or the news that there is no memory for it.
    ///
    /// ```
    /// use ninefold::search::Table;
    /// assert!(Table::try_new(2).is_ok());
    /// assert!(Table::try_new(usize::MAX).is_err());
    /// ```
    pub fn try_new(mib: usize) -> Result<Self, TableError> {
        let error = TableError { mib };
        let bytes = mib.max(1).checked_mul(1 << 20).ok_or(error)?;
        let count = bytes / size_of::<Cluster>();
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(count).map_err(|_| error)?;
        want_huge_pages(clusters.spare_capacity_mut());
        clusters.resize_with(count, Cluster::default);
        Ok(Table {
            clusters,
            generation: 0,
            histories: Vec::new(),
        })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.generation = 0;
        self.histories.clear();
        for slot in self.clusters.iter_mut().flat_map(|c| &mut c.0) {
            *slot.key.get_mut() = 0;
            *slot.data.get_mut() = 0;
        }
    }

    /// Its size, MiB.
    pub fn mib(&self) -> usize {
        (self.clusters.len() * size_of::<Cluster>()) >> 20
    }

    /// A new search begins: entries of earlier ones are now older.
    pub(super) fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// What the threads of an earlier search have learned, for those of another one to go on with.
    pub(super) fn take_histories(&mut self) -> Vec<History> {
        std::mem::take(&mut self.histories)
    }

    /// Keeps what the threads of a search have learned.
    pub(super) fn keep_histories(&mut self, histories: Vec<History>) {
        self.histories = histories;
    }

    /// How many of a thousand entries the running search has written.
    pub(super) fn fullness(&self) -> u32 {
        let sample = self.clusters.iter().take(1000 / SLOTS);
        let used = |slot: &&Slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && generation_in(data) == self.generation
        };
        sample.flat_map(|c| &c.0).filter(used).count() as u32
    }

    /// The entries a hash may be in. The high bits of the product spread any hash over any number of clusters.
    fn cluster(&self, hash: u64) -> Option<&[Slot; SLOTS]> {
        let index = (u128::from(hash) * self.clusters.len() as u128) >> 64;
        self.clusters.get(index as usize).map(|c| &c.0)
    }

    /// Begins to fetch what [`probe`](Table::probe) of this hash will ask for: memory takes as long as the work until then.
    #[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
    #[inline(always)]
    pub(super) fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        if let Some(cluster) = self.cluster(hash) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch reads and writes nothing that a program can see, whatever the address.
            #[allow(unsafe_code)]
            unsafe {
                _mm_prefetch(std::ptr::from_ref(cluster).cast(), _MM_HINT_T0);
            }
        }
    }

    /// What is known about the position of this hash.
    pub(super) fn probe(&self, hash: u64) -> Option<Entry> {
        self.cluster(hash)?.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            let check = slot.key.load(Relaxed) ^ data;
            if is_of(check, hash) {
                self.unpack(check, data)
            } else {
                None
            }
        })
    }

    /// Remembers a position. `depth` is cut to -1..=254; [`Entry::current`] is not read.
    pub(super) fn store(&self, hash: u64, entry: Entry) {
        let Some(cluster) = self.cluster(hash) else { return };
        let (mut mv, depth) = (entry.mv, entry.depth.clamp(-1, 254));
        let mut victim = &cluster[0];
        let mut least = i32::MAX;
        for slot in cluster {
            let data = slot.data.load(Relaxed);
            let check = slot.key.load(Relaxed) ^ data;
            if is_of(check, hash) {
                if let Some(old) = self.unpack(check, data) {
                    if old.current && entry.bound != Bound::Exact && depth + KEEP_DEEPER < old.depth {
                        return;
                    }
                    if mv == Move::NONE {
                        mv = old.mv;
                    }
                }
                victim = slot;
                break;
            }
            let worth = self.worth(data);
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        let data = u64::from(mv.bits())
            | ((entry.score + SCORE_OFFSET) as u64) << SCORE_SHIFT
            | ((depth + 1) as u64) << DEPTH_SHIFT
            | (entry.bound as u64) << BOUND_SHIFT
            | self.generation << GENERATION_SHIFT
            | u64::from(entry.on_line) << ON_LINE_SHIFT;
        let judged = entry.judged.and_then(|judged| i16::try_from(judged).ok());
        let judged = judged.unwrap_or(NOT_JUDGED) as u16;
        let check = hash << (64 - CHECK_BITS) >> (64 - CHECK_BITS) | u64::from(judged) << CHECK_BITS;
        victim.key.store(check ^ data, Relaxed);
        victim.data.store(data, Relaxed);
    }

    /// How much an entry deserves to stay: its depth, less for its age; an empty one least of all.
    fn worth(&self, data: u64) -> i32 {
        if data == 0 {
            return i32::MIN;
        }
        let depth = depth_in(data);
        let age = (GENERATIONS + self.generation - generation_in(data)) % GENERATIONS;
        depth - AGE_WEIGHT * age as i32
    }

    fn unpack(&self, check: u64, data: u64) -> Option<Entry> {
        let bound = match data >> BOUND_SHIFT & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Entry {
            mv: Move::from_bits(data as u32),
            score: (data >> SCORE_SHIFT & ((1 << 18) - 1)) as i32 - SCORE_OFFSET,
            depth: depth_in(data),
            bound,
            judged: Some((check >> CHECK_BITS) as i16)
                .filter(|&judged| judged != NOT_JUDGED)
                .map(i32::from),
            on_line: data >> ON_LINE_SHIFT & 1 != 0,
            current: generation_in(data) == self.generation,
        })
    }
}

/// The depth in a data word.
#[inline(always)]
fn depth_in(data: u64) -> i32 {
    (data >> DEPTH_SHIFT & 255) as i32 - 1
}

/// The generation in a data word.
#[inline(always)]
fn generation_in(data: u64) -> u64 {
    data >> GENERATION_SHIFT & (GENERATIONS - 1)
}

/// Whether the first word of an entry, made free of its data, is that of a position.
#[inline(always)]
fn is_of(check: u64, hash: u64) -> bool {
    (check ^ hash) << (64 - CHECK_BITS) == 0
}

#[cfg(test)]
mod tests {
    use super::super::score::{MATE, to_table, won_in};
    use super::*;
    use crate::eval::LIMIT;
    use proptest::prelude::*;

    fn entry(mv: Move, score: i32, depth: i32, bound: Bound) -> Entry {
        Entry {
            mv,
            score,
            depth,
            bound,
            judged: None,
            on_line: false,
            current: true,
        }
    }

    #[test]
    fn a_search_refines_an_evaluation_only_where_it_tells_more() {
        let refined = |score, bound, judged| entry(Move::NONE, score, 5, bound).refine(judged, 0);
        assert_eq!([-40, 40].map(|score| refined(score, Bound::Exact, 0)), [-40, 40]);
        assert_eq!([-40, 40].map(|score| refined(score, Bound::Lower, 0)), [0, 40]);
        assert_eq!([-40, 40].map(|score| refined(score, Bound::Upper, 0)), [-40, 0]);
        assert_eq!(refined(MATE - 5, Bound::Exact, 0), 0);
    }

    #[test]
    fn the_size_is_honoured() {
        for mib in [1, 3, 16] {
            assert_eq!(Table::try_new(mib).map(|t| t.mib()), Ok(mib));
        }
        assert_eq!(Table::new(0).mib(), 1);
        let mib = usize::MAX >> 21;
        assert_eq!(Table::try_new(mib).err(), Some(TableError { mib }));
    }

    #[test]
    fn a_new_search_ages_and_clearing_forgets() {
        let mut table = Table::new(1);
        let hash = 0x0123_4567_89ab_cdef;
        table.store(hash, entry(Move::from_bits(77), 12, 9, Bound::Exact));
        assert!(table.probe(hash).is_some_and(|e| e.current));
        // A shallow bound of the same search does not push the deep entry out, one of the next search does.
        table.store(hash, entry(Move::NONE, -5, 2, Bound::Upper));
        assert!(table.probe(hash).is_some_and(|e| e.depth == 9));
        table.age();
        assert!(table.probe(hash).is_some_and(|e| !e.current));
        table.store(hash, entry(Move::NONE, -5, 2, Bound::Upper));
        let entry = table.probe(hash);
        assert!(entry.is_some_and(|e| e.depth == 2 && e.mv == Move::from_bits(77)));
        table.clear();
        assert_eq!(table.probe(hash), None);
    }

    #[test]
    fn old_shallow_entries_go_first() {
        let mut table = Table::new(1);
        // The same high bits share a cluster.
        let hashes: Vec<u64> = (1..=5).collect();
        table.store(hashes[0], entry(Move::NONE, 0, 3, Bound::Lower));
        table.age();
        for (i, &hash) in hashes.iter().enumerate().skip(1) {
            table.store(hash, entry(Move::NONE, 0, i as i32, Bound::Lower));
        }
        assert_eq!(table.probe(hashes[0]), None);
        assert!(hashes[1..].iter().all(|&h| table.probe(h).is_some()));
    }

    proptest! {
        #[test]
        fn what_is_stored_is_found(
            hash: u64,
            bits in 0u32..1 << 22,
            score in -MATE..=MATE,
            depth in -1i32..255,
            exact: bool,
            on_line: bool,
            judged in proptest::option::of(-LIMIT..=LIMIT),
        ) {
            let table = Table::new(1);
            let bound = if exact { Bound::Exact } else { Bound::Upper };
            let stored = Entry { judged, on_line, ..entry(Move::from_bits(bits), score, depth, bound) };
            table.store(hash, stored);
            prop_assert_eq!(table.probe(hash), Some(stored));
        }
    }

    #[test]
    fn the_largest_forced_scores_fit() {
        let table = Table::new(1);
        let score = to_table(won_in(0), 255);
        for (hash, score) in [(1, score), (2, -score)] {
            table.store(hash, entry(Move::NONE, score, 1, Bound::Exact));
            assert_eq!(table.probe(hash).map(|e| e.score), Some(score));
        }
    }
}
