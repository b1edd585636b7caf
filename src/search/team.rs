//! Several threads on one search ("Lazy SMP"): each searches the whole by itself with histories of its own. They learn
//! from each other by the table, and go different ways because none finds it as another did.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};

use super::history::History;
use super::root::{Best, deepen, info};
use super::score::FORCED;
use super::worker::{Role, Shared, Worker};
use super::{Info, Limits, MOST_THREADS, Report};
use crate::eval::Evaluate;
use crate::{Bitboard, Move, Position};

/// Stack of a helper, bytes: a search recurses, without optimization rather deep.
const STACK: usize = 8 << 20;
/// Memory that must be left when a helper is started, bytes: it is asked for and given back at once.
const ROOM: usize = 64 << 20;
/// What the vote of the thread with the lowest score counts for each ply of depth; others' as many centipawns more as
/// their scores are higher.
const LEAST_VOTE: i64 = 14;

/// What one thread has found.
pub(super) struct Found {
    pub best: Best,
    /// Depth of the last finished iteration, plies.
    pub depth: i32,
    /// Whether it is from that iteration, not from one that was cut off.
    pub whole: bool,
}

/// Those that help with a search.
pub(super) struct Team {
    /// How many there should be.
    wanted: usize,
    /// What they have learned.
    pub histories: Vec<History>,
}

impl Team {
    /// For a search by so many threads. What more threads had learned before is given up.
    pub fn new(threads: usize, learned: impl Iterator<Item = History>) -> Self {
        let wanted = threads.clamp(1, MOST_THREADS) - 1;
        Team {
            wanted,
            histories: learned.take(wanted).collect(),
        }
    }

    /// Searches together. There must be moves.
    pub fn search<B: Bitboard, E: Evaluate<B>>(
        &mut self,
        leader: &mut Worker<B, E>,
        shared: &Shared<E>,
        moves: Vec<Move>,
        report: &mut dyn Report,
    ) -> Best {
        // Helpers begin when all are there: many that search already would keep the leader from its processor.
        let gate = Mutex::new(());
        thread::scope(|scope| {
            let done = Done(&shared.done);
            let closed = gate.lock().unwrap_or_else(PoisonError::into_inner);
            let mut learned = std::mem::take(&mut self.histories).into_iter();
            let mut helpers = Vec::new();
            while helpers.len() < self.wanted && !shared.control.stop.load(Relaxed) {
                let history = learned.next().or_else(|| has_room().then(History::new));
                let started = match history {
                    Some(history) => help(scope, &gate, leader.position.clone(), moves.clone(), shared, history),
                    None => Err(io::ErrorKind::OutOfMemory.into()),
                };
                match started {
                    Ok(helper) => helpers.push(helper),
                    Err(error) => {
                        log::warn!("{} threads search: {error}", helpers.len() + 1);
                        break;
                    }
                }
            }
            drop(closed);
            let mut found = vec![deepen(leader, moves, report)];
            drop(done);
            // One that has failed has nothing to say.
            for (its, history) in helpers.into_iter().filter_map(|helper| helper.join().ok()) {
                found.extend(its);
                self.histories.push(history);
            }
            leader.publish();

            let chosen = if asks_all(leader.limits) { elect(&found) } else { 0 };
            let Found { best, depth, .. } = found.swap_remove(chosen);
            if chosen > 0 {
                report.info(&info(leader, &best, depth, 1, leader.seldepth.max(best.pv.len())));
            }
            best
        })
    }
}

/// Whether there is memory for one more thread, and enough left for all to begin with.
fn has_room() -> bool {
    Vec::<u8>::new().try_reserve_exact(ROOM).is_ok()
}

/// Tells the helpers to end when it is dropped, also if the leader fails.
struct Done<'a>(&'a AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Starts a helper.
fn help<'scope, B: Bitboard, E: Evaluate<B>>(
    scope: &'scope Scope<'scope, '_>,
    gate: &'scope Mutex<()>,
    position: Position<B>,
    moves: Vec<Move>,
    shared: &'scope Shared<E>,
    history: History,
) -> io::Result<ScopedJoinHandle<'scope, (Option<Found>, History)>> {
    thread::Builder::new()
        .name("helper".into())
        .stack_size(STACK)
        .spawn_scoped(scope, move || {
            drop(gate.lock().unwrap_or_else(PoisonError::into_inner));
            if shared.done.load(Relaxed) {
                // Of hundreds of threads some get their turn when all is over.
                return (None, history);
            }
            let mut search = Worker::new(position, shared, Role::Helper, history);
            let found = deepen(&mut search, moves, &mut Silent);
            search.publish();
            (Some(found), search.history)
        })
}

/// Hears nothing: only the leader reports.
struct Silent;

impl Report for Silent {
    fn info(&mut self, _: &Info) {}
}

/// Whether another thread's move may be the answer: not where a depth was asked for that only the leader keeps to, a
/// mate that only it has proven, or lines of which each is its own.
fn asks_all(limits: &Limits) -> bool {
    limits.depth.is_none() && limits.mate.is_none() && limits.lines <= 1
}

/// Which thread's move to make. The shortest win; if the game is lost, what is known from the deepest search; else the
/// move for which most votes are given, and of its threads the one whose own vote counts most. The first, if it is as good.
fn elect(found: &[Found]) -> usize {
    let score = |index: &usize| found[*index].best.score;
    let lost = |index: &usize| found[*index].whole && score(index) <= -FORCED;
    let all = || (0..found.len()).rev();
    // Of equals `max_by_key` gives the last: the one with the lowest number.
    if let Some(won) = all().filter(|index| score(index) >= FORCED).max_by_key(score) {
        return won;
    }
    if let Some(lost) = all().filter(lost).max_by_key(|&index| found[index].depth) {
        return lost;
    }
    let lowest = all().map(|index| score(&index)).min().unwrap_or_default();
    let vote = |one: &Found| i64::from(one.best.score - lowest + LEAST_VOTE as i32) * i64::from(one.depth);
    let votes = |mv: Move| -> i64 { found.iter().filter(|one| one.best.mv == mv).map(vote).sum() };
    all()
        .max_by_key(|&index| (votes(found[index].best.mv), vote(&found[index])))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elected(found: &[(u32, i32, i32)]) -> usize {
        let found: Vec<Found> = found
            .iter()
            .map(|&(mv, score, depth)| Found {
                best: Best {
                    mv: Move::from_bits(mv),
                    score,
                    pv: Vec::new(),
                    nodes: 0,
                },
                depth,
                whole: depth > 0,
            })
            .collect();
        elect(&found)
    }

    #[test]
    fn most_votes_win() {
        assert_eq!(elected(&[(1, 10, 9)]), 0);
        assert_eq!(elected(&[(1, 10, 9), (2, 10, 9), (2, 10, 9)]), 1);
        assert_eq!(elected(&[(1, 10, 9), (2, 30, 10)]), 1);
        assert_eq!(elected(&[(1, 10, 9), (1, 12, 10)]), 1);
        // Of equals the first.
        assert_eq!(elected(&[(1, 10, 9), (2, 10, 9), (1, 10, 9)]), 0);
        assert_eq!(elected(&[(1, 0, 0), (2, 0, 0)]), 0);
    }

    #[test]
    fn the_shortest_win_and_the_known_loss() {
        assert_eq!(elected(&[(1, 900, 20), (2, FORCED + 1, 5), (3, FORCED + 3, 5)]), 2);
        assert_eq!(elected(&[(1, -900, 9), (2, -FORCED - 3, 10), (2, -FORCED - 3, 12)]), 2);
        // Not known to be lost: the iteration that says so was cut off.
        assert_eq!(elected(&[(1, -FORCED - 3, 0), (2, -300, 9)]), 1);
    }
}
