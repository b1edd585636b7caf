//! The root: iterative deepening, aspiration windows, and what is reported and returned.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::history::History;
use super::params::*;
use super::picker::Wanted;
use super::score::{self, INFINITE};
use super::team::{Found, Team};
use super::time::Clock;
use super::worker::{Role, Shared, Worker};
use super::{Control, Info, Limits, Report, RootMove, Table, Thought};
use crate::eval::Evaluate;
use crate::position::End;
use crate::{Bitboard, Move, Position};

/// How often a search that has nothing left to do looks whether it may return.
const WAIT: Duration = Duration::from_millis(1);
/// With a single legal move a search on the clock stops here: deep enough for a reply to ponder on.
const ONLY_MOVE_DEPTH: i32 = 3;

/// The best of the root moves, as far as it is known.
pub(super) struct Best {
    pub mv: Move,
    pub score: i32,
    pub pv: Vec<Move>,
    /// Nodes searched for it when it was last searched.
    pub nodes: u64,
}

/// How sure a search on the clock is of its move.
#[derive(Default)]
struct Confidence {
    /// How many iterations in a row have found the same move.
    same: u32,
    /// The move and the score of the last one.
    last: Option<(Move, i32)>,
    /// How much of the usual time this move deserves, in 1/1024.
    share: u64,
}

impl Confidence {
    /// After an iteration of so many nodes.
    fn update(&mut self, best: &Best, nodes: u64) {
        let (last, score) = self.last.unwrap_or((best.mv, best.score));
        self.same = if last == best.mv { self.same + 1 } else { 0 };
        self.last = Some((best.mv, best.score));
        let spent = best.nodes * 1024 / nodes.max(1);
        let effort = EFFORT_TIME
            .saturating_sub(spent * EFFORT_WEIGHT / 1024)
            .max(EFFORT_LEAST);
        let stability = STABILITY_TIME - STABILITY_STEP * u64::from(self.same.min(STABILITY_MOST));
        let fall = (score - best.score).clamp(0, FALL_MOST) as u64;
        self.share = (effort * stability / 1024) * (1024 + fall * FALL_WEIGHT) / 1024;
    }
}

/// Searches. While `infinite` or pondering it does not return before it is told to stop (or, pondering, that the
/// opponent has made the move).
///
/// With nothing in `limits` it ends when it has reached the deepest iteration it is built for. It needs less than
/// half a MiB of stack. Where fewer threads can be had than are wanted, it goes on with those.
pub fn think<B: Bitboard>(
    position: &Position<B>,
    eval: &impl Evaluate<B>,
    limits: &Limits,
    control: &Control,
    table: &mut Table,
    report: &mut dyn Report,
) -> Thought {
    table.age();
    let rules = position.variant().rules().clone();
    let mut histories = table.take_histories().into_iter();
    let history = histories.next().unwrap_or_else(History::new);
    control.nodes.store(0, Relaxed);
    let shared = Shared {
        rules: &rules,
        eval,
        limits,
        control,
        table,
        clock: Clock::start(limits, position.side()),
        done: AtomicBool::new(false),
    };
    let mut search = Worker::new(position.clone(), &shared, Role::Leader, history);
    let moves = root_moves(&mut search);
    let mut team = Team::new(limits.threads, histories);
    let best = if moves.is_empty() {
        report_the_end(&search, report);
        None
    } else {
        Some(team.search(&mut search, &shared, moves, report))
    };
    wait(&search);

    let ponder = best.as_ref().and_then(|best| reply(&mut search, best));
    let thought = Thought {
        best: best.map(|b| b.mv),
        ponder,
        nodes: search.all_nodes(),
    };
    let mut histories = vec![search.history];
    histories.extend(team.histories);
    table.keep_histories(histories);
    thought
}

/// The moves to choose from, in the order in which they are tried.
fn root_moves<B: Bitboard, E: Evaluate<B>>(search: &mut Worker<B, E>) -> Vec<Move> {
    let known = search.table.probe(search.stack[0].hash).map_or(Move::NONE, |e| e.mv);
    let mut picker = std::mem::take(&mut search.stack[0].picker);
    picker.begin(known, [Move::NONE; 3], Wanted::All);
    let next = || picker.next(&search.position, &search.guide(0)).map(|picked| picked.mv);
    let mut moves: Vec<Move> = std::iter::from_fn(next).collect();
    let wanted = &search.limits.searchmoves;
    if moves.iter().any(|mv| wanted.contains(mv)) {
        moves.retain(|mv| wanted.contains(mv));
    }
    search.stack[0].picker = picker;
    moves
}

/// Searches deeper and deeper until a limit is reached. There must be moves.
pub(super) fn deepen<B: Bitboard, E: Evaluate<B>>(
    search: &mut Worker<B, E>,
    mut moves: Vec<Move>,
    report: &mut dyn Report,
) -> Found {
    let wanted = search.limits.lines.clamp(1, moves.len());
    // Whatever happens, there is a legal move to return.
    let first = moves[0];
    let mut lines = vec![Best {
        mv: first,
        score: 0,
        pv: vec![first],
        nodes: 0,
    }];
    let mut confidence = Confidence::default();
    let (mut reached, mut whole) = (0, false);
    for depth in 1..=deepest(search.limits, search.role) {
        search.root_depth = depth;
        let before = search.nodes;
        let deeper = iteration(search, &mut moves, depth, &lines, wanted, report);
        let finished = !search.stopped;
        if deeper.len() == wanted {
            lines = deeper.into_iter().map(|(best, _)| best).collect();
        } else if let Some((best, _)) = deeper.into_iter().next() {
            // Cut off between two lines: the best move of this iteration is known all the same.
            lines[0] = best;
        } else {
            break;
        }
        whole = finished;
        if finished {
            reached = depth;
        }
        confidence.update(&lines[0], search.nodes - before);
        if !finished || enough(search, &lines[0], moves.len(), depth, confidence.share) {
            break;
        }
    }
    Found {
        best: lines.swap_remove(0),
        depth: reached,
        whole,
    }
}

/// One iteration: the best moves, best first, each with the deepest ply that its search reached; they are reported if
/// none is missing. `before` is what the last iteration found.
fn iteration<B: Bitboard, E: Evaluate<B>>(
    search: &mut Worker<B, E>,
    moves: &mut [Move],
    depth: i32,
    before: &[Best],
    wanted: usize,
    report: &mut dyn Report,
) -> Vec<(Best, usize)> {
    let mut found = Vec::with_capacity(wanted);
    while found.len() < wanted {
        search.seldepth = 0;
        let skip = found.len();
        let last = before.get(skip).map_or(0, |best| best.score);
        let Some(best) = aspire(search, moves, skip, depth, last) else {
            return found;
        };
        found.push((best, search.seldepth));
        if search.stopped && found.len() < wanted {
            return found;
        }
    }
    // What the table knows by now can make a later line the better one.
    found.sort_by_key(|(best, _)| std::cmp::Reverse(best.score));
    for (place, (best, _)) in moves.iter_mut().zip(&found) {
        *place = best.mv;
    }
    for (index, (best, seldepth)) in found.iter().enumerate() {
        report.info(&info(search, best, depth, index + 1, *seldepth));
    }
    found
}

/// The deepest iteration wanted, plies. A limit of depth is the leader's: until it gets there, what helpers find deeper
/// is of use to it.
fn deepest(limits: &Limits, role: Role) -> i32 {
    let depth = limits.depth.filter(|_| role == Role::Leader);
    let wanted = depth.map_or(MAX_DEPTH, |d| d.clamp(1, MAX_DEPTH as u32) as i32);
    // A mate in n moves ends with ply 2n - 1.
    let mate = limits.mate.map_or(MAX_DEPTH, |n| {
        n.saturating_mul(2).saturating_sub(1).clamp(1, MAX_DEPTH as u32) as i32
    });
    wanted.min(mate)
}

/// Whether to stop after a finished iteration; the leader decides that. `share`: how much of the usual time the move deserves, in 1/1024.
fn enough<B: Bitboard, E: Evaluate<B>>(
    search: &mut Worker<B, E>,
    best: &Best,
    moves: usize,
    depth: i32,
    share: u64,
) -> bool {
    search.poll();
    if search.stopped || search.role == Role::Helper {
        return search.stopped;
    }
    let mate = match score::shown(best.score) {
        super::Score::Mate(moves) if moves > 0 => Some(moves as u32),
        _ => None,
    };
    if let (Some(wanted), Some(found)) = (search.limits.mate, mate)
        && found <= wanted
    {
        return true;
    }
    if search.pondering || search.limits.infinite || !search.clock.limited() {
        return false;
    }
    // On the clock: no time for another iteration, nothing to choose, or an end that no deeper search can hasten.
    let settled = score::is_forced(best.score) && score::MATE - best.score.abs() <= depth;
    !search.clock.allows_iteration(search.all_nodes(), share)
        || !search.clock.exact() && (settled || moves == 1 && depth >= ONLY_MOVE_DEPTH)
}

/// The best move but for the first `skip`, searched in a window around the last score. `None` if it was stopped before
/// it knew anything new.
fn aspire<B: Bitboard, E: Evaluate<B>>(
    search: &mut Worker<B, E>,
    moves: &mut [Move],
    skip: usize,
    depth: i32,
    last: i32,
) -> Option<Best> {
    let mut width = ASPIRATION_WINDOW;
    let narrow = depth >= ASPIRATION_DEPTH && !score::is_forced(last);
    let (mut alpha, mut beta) = if narrow {
        (last - width, last + width)
    } else {
        (-INFINITE, INFINITE)
    };
    let mut found = None;
    loop {
        let (score, better) = search_root(search, moves, skip, (alpha, beta), depth);
        // A move that raised the window's floor was searched to its end: it counts even if a later one was not.
        found = better.or(found);
        if search.stopped || (alpha < score && score < beta) {
            return found;
        }
        width += width / 2;
        let widest = width > ASPIRATION_WIDEST || score::is_forced(score);
        if score <= alpha {
            alpha = if widest { -INFINITE } else { score - width };
        } else {
            beta = if widest { INFINITE } else { score + width };
        }
    }
}

/// All root moves but for the first `skip`, in one window. The move found best goes before the others for the next time.
fn search_root<B: Bitboard, E: Evaluate<B>>(
    search: &mut Worker<B, E>,
    moves: &mut [Move],
    skip: usize,
    (mut alpha, beta): (i32, i32),
    depth: i32,
) -> (i32, Option<Best>) {
    let (mut highest, mut best) = (-INFINITE, None);
    for index in skip..moves.len() {
        if search.must_stop() {
            break;
        }
        let mv = moves[index];
        if search.role == Role::Leader {
            search.control.begin_root_move(RootMove {
                depth: depth as u32,
                mv,
                number: index + 1,
                count: moves.len(),
            });
        }
        search.stack[1].killers = [Move::NONE; 2];
        let deeper = depth - 1;
        let reduction = search.root_reduction(mv, depth, index - skip);
        let before = search.nodes;
        let checks = search.make(mv, 0);
        let mut value = 0;
        if index > skip {
            let less = if checks { REDUCTION_CHECK } else { 0 };
            let reduced = (deeper - (reduction - less).max(0) / 1024).max(deeper.min(1));
            value = -search.search::<false>(-alpha - 1, -alpha, reduced, 1, checks, true);
            if value > alpha && reduced < deeper {
                value = -search.search::<false>(-alpha - 1, -alpha, deeper, 1, checks, true);
            }
        }
        if index == skip || value > alpha {
            value = -search.search::<true>(-beta, -alpha, deeper, 1, checks, false);
        }
        search.position.unmake();
        if search.stopped {
            break;
        }
        highest = highest.max(value);
        if value > alpha {
            alpha = value;
            search.set_pv(mv, 0);
            let pv = search.stack[0].pv.clone();
            let nodes = search.nodes - before;
            best = Some(Best {
                mv,
                score: value,
                pv,
                nodes,
            });
            moves[skip..=index].rotate_right(1);
            if value >= beta {
                break;
            }
        }
    }
    (highest, best)
}

/// What there is to say of a line.
pub(super) fn info<B: Bitboard, E: Evaluate<B>>(
    search: &Worker<B, E>,
    best: &Best,
    depth: i32,
    line: usize,
    seldepth: usize,
) -> Info {
    Info {
        depth: depth as u32,
        seldepth: seldepth as u32,
        line,
        score: score::shown(best.score),
        nodes: search.all_nodes(),
        time: search.clock.elapsed(),
        hashfull: search.table.fullness(),
        pv: best.pv.clone(),
    }
}

/// A position without moves is over: its score is all there is to say.
fn report_the_end<B: Bitboard, E: Evaluate<B>>(search: &Worker<B, E>, report: &mut dyn Report) {
    let score = match search.position.end() {
        Some(End::Checkmate | End::Bared) => score::lost_in(0),
        // Won already; the protocol has no other word for it.
        Some(End::BaredOpponent) => score::won_in(1),
        Some(End::Stalemate) => score::of_outcome(search.rules.stalemate, 0),
        _ => score::DRAW,
    };
    report.info(&Info {
        depth: 0,
        seldepth: 0,
        line: 1,
        score: score::shown(score),
        nodes: 0,
        time: search.clock.elapsed(),
        hashfull: 0,
        pv: Vec::new(),
    });
}

/// Does not return before an infinite or pondering search may.
fn wait<B: Bitboard, E>(search: &Worker<B, E>) {
    let control = search.control;
    let must_wait = || search.limits.infinite || control.pondering.load(Relaxed);
    while must_wait() && !control.stop.load(Relaxed) {
        std::thread::sleep(WAIT);
    }
}

/// The reply expected to the best move: from its line, or what the table holds for the position after it.
fn reply<B: Bitboard, E: Evaluate<B>>(search: &mut Worker<B, E>, best: &Best) -> Option<Move> {
    if let Some(&mv) = best.pv.get(1) {
        return Some(mv);
    }
    search.position.make(best.mv);
    let known = search.table.probe(search.position.hash()).map(|e| e.mv);
    let mut legal = Vec::new();
    search.position.legal_moves(&mut legal);
    search.position.unmake();
    known.filter(|mv| legal.contains(mv))
}
