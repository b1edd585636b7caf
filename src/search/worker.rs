//! One thread of a running search: its position, what it has learned, when it has to stop.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use super::history::{self, Aspects, History, NO_SLOT, Slot};
use super::params::*;
use super::picker::Picker;
use super::score::{self, DRAW, lost_in, of_outcome, won_in};
use super::table::{Bound, Entry};
use super::time::Clock;
use super::{Control, Limits, Table};
use crate::eval::{Evaluate, LIMIT, WHOLE_WINDOW};
use crate::position::{End, Prices};
use crate::variant::{Outcome, Rules};
use crate::{Bitboard, Color, Move, PieceType, Position};

/// What one ply of the running line needs. It is kept, so that a node allocates nothing.
pub(super) struct Frame {
    /// The moves of the position at this ply.
    pub picker: Picker,
    /// The best line from here on.
    pub pv: Vec<Move>,
    /// Quiet moves that refuted a sibling of this position.
    pub killers: [Move; 2],
    /// Hash of the position at this ply.
    pub hash: u64,
    /// The move made from here, ...
    pub slot: Slot,
    /// ... as it was made, if it was a quiet one.
    pub quiet: Move,
    /// By how many plies it was reduced.
    pub reduced: i32,
    /// Whether the position is, or once was, in the principal variation.
    pub on_line: bool,
    /// How many positions after this one have been cut off since the one before it was begun.
    pub cutoffs: i32,
    /// The static evaluation, if it was asked for.
    pub evaluated: Option<i32>,
    /// The same, corrected by what searches have found.
    pub judged: Option<i32>,
    /// A move left out, to see what the others are worth.
    pub excluded: Move,
    /// Whether a null move led here, or must not be made here.
    pub after_null: bool,
}

impl Frame {
    fn new() -> Self {
        Frame {
            picker: Picker::default(),
            pv: Vec::with_capacity(MAX_PLY),
            killers: [Move::NONE; 2],
            hash: 0,
            slot: NO_SLOT,
            quiet: Move::NONE,
            reduced: 0,
            on_line: false,
            cutoffs: 0,
            evaluated: None,
            judged: None,
            excluded: Move::NONE,
            after_null: false,
        }
    }
}

/// What all threads of a search share.
pub(super) struct Shared<'a, E> {
    pub rules: &'a Rules,
    pub eval: &'a E,
    pub limits: &'a Limits,
    pub control: &'a Control,
    pub table: &'a Table,
    pub clock: Clock,
    /// Set when the first thread has its result: the others end then.
    pub done: AtomicBool,
}

/// What part a thread has in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It decides when to stop, and reports.
    Leader,
    /// It goes on until the leader is done.
    Helper,
}

/// One thread of a running search.
pub(super) struct Worker<'a, B: Bitboard, E> {
    pub position: Position<B>,
    pub rules: &'a Rules,
    pub eval: &'a E,
    pub prices: Prices,
    pub table: &'a Table,
    pub limits: &'a Limits,
    pub control: &'a Control,
    pub clock: Clock,
    pub done: &'a AtomicBool,
    pub role: Role,
    /// Frames by ply; one more than the deepest ply.
    pub stack: Vec<Frame>,
    pub history: History,
    /// Nodes of this thread.
    pub nodes: u64,
    /// How many of them the other threads know of.
    published: u64,
    /// Nodes of the other threads, as far as they had been published at the last look.
    elsewhere: u64,
    /// Deepest ply of this iteration.
    pub seldepth: usize,
    /// Depth of this iteration.
    pub root_depth: i32,
    /// Null moves are made from this ply on only.
    pub null_from: usize,
    /// Set once the search has to end: scores returned from then on mean nothing.
    pub stopped: bool,
    /// Whether the search still runs on the opponent's time.
    pub pondering: bool,
    /// A search for a mate in so many moves: steps that may overlook one are left out.
    pub exhaustive: bool,
    /// The types that are pawns, and those that are neither pawns nor kings.
    pub pawns: Vec<PieceType>,
    pub others: Vec<PieceType>,
}

impl<'a, B: Bitboard, E: Evaluate<B>> Worker<'a, B, E> {
    /// A search of this position that has not begun.
    pub fn new(position: Position<B>, shared: &'a Shared<'a, E>, role: Role, history: History) -> Self {
        let &Shared {
            rules,
            eval,
            limits,
            control,
            table,
            ..
        } = shared;
        let mut stack: Vec<Frame> = (0..=MAX_PLY).map(|_| Frame::new()).collect();
        stack[0].hash = position.hash();
        let (pawns, others) = (0..rules.men.len())
            .map(|i| PieceType(i as u8))
            .filter(|ty| !rules.men[ty.index()].royal)
            .partition(|ty| rules.men[ty.index()].pawn);
        Worker {
            prices: Prices::new(position.variant(), |ty, counter| eval.value(ty, counter)),
            position,
            rules,
            eval,
            table,
            limits,
            control,
            clock: shared.clock.clone(),
            done: &shared.done,
            role,
            stack,
            history,
            nodes: 0,
            published: 0,
            elsewhere: 0,
            seldepth: 0,
            root_depth: 0,
            null_from: 0,
            stopped: false,
            pondering: control.pondering.load(Relaxed),
            exhaustive: limits.mate.is_some(),
            pawns,
            others,
        }
    }

    /// Whether the search has to end. Asked once for each node.
    pub fn must_stop(&mut self) -> bool {
        if self.limits.nodes.is_some_and(|most| self.all_nodes() >= most) {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(POLL_INTERVAL) {
            self.poll();
        }
        self.stopped
    }

    /// Looks at what other threads say and at the clock.
    pub fn poll(&mut self) {
        self.publish();
        if self.control.stop.load(Relaxed) || self.done.load(Relaxed) {
            self.stopped = true;
        }
        if self.pondering && !self.control.pondering.load(Relaxed) {
            self.pondering = false;
            self.clock.ponderhit(self.all_nodes());
        }
        // Helpers look too: where there are more threads than processors the leader may have to wait for its turn.
        if !self.pondering && !self.limits.infinite && self.clock.expired(self.all_nodes()) {
            self.stopped = true;
        }
    }

    /// Adds this thread's nodes to the common count.
    pub fn publish(&mut self) {
        let new = self.nodes - self.published;
        let all = self.control.nodes.fetch_add(new, Relaxed) + new;
        self.published = self.nodes;
        self.elsewhere = all.saturating_sub(self.nodes);
    }

    /// Nodes of all threads, those of the others a little behind.
    pub fn all_nodes(&self) -> u64 {
        self.nodes + self.elsewhere
    }

    /// Makes a legal move; true if it gives check.
    pub fn make(&mut self, mv: Move, ply: usize) -> bool {
        self.stack[ply].slot = history::slot(&self.position, mv);
        self.stack[ply].quiet = if self.is_quiet(mv) { mv } else { Move::NONE };
        self.position.make(mv);
        self.nodes += 1;
        let hash = self.position.hash();
        self.table.prefetch(hash);
        self.stack[ply + 1].hash = hash;
        self.stack[ply + 1].after_null = false;
        self.position.in_check()
    }

    /// Passes the turn.
    pub fn make_null(&mut self, ply: usize) {
        self.stack[ply].slot = NO_SLOT;
        self.stack[ply].quiet = Move::NONE;
        self.position.make_null();
        self.nodes += 1;
        self.stack[ply + 1].hash = self.position.hash();
        self.stack[ply + 1].after_null = true;
    }

    /// The score of a position that ends the game whatever moves there are: bare kings, repetition, the move rule.
    pub fn ended(&self, ply: usize) -> Option<i32> {
        let position = &self.position;
        match position.bare_end() {
            Some(End::Bared) => return Some(lost_in(ply)),
            Some(End::BaredOpponent) => return Some(won_in(ply)),
            Some(End::BareKings) => return Some(DRAW),
            _ => {}
        }
        if self.repeated(ply) {
            return Some(DRAW);
        }
        if self.rules.move_rule > 0 && position.halfmove_clock() >= self.rules.move_rule {
            // A mate on the last ply still wins.
            return Some(match position.end() {
                Some(End::Checkmate) => lost_in(ply),
                Some(End::Stalemate) => of_outcome(self.rules.stalemate, ply),
                _ => DRAW,
            });
        }
        None
    }

    /// Whether the position counts as drawn by repetition: it has occurred below the root before (what was
    /// possible once is possible again), or as often as the rule says in the game.
    fn repeated(&self, ply: usize) -> bool {
        let before = self.position.repetitions();
        if before == 0 || self.rules.repetition == 0 {
            return false;
        }
        let hash = self.stack[ply].hash;
        before + 1 >= self.rules.repetition
            || self.stack[..ply]
                .iter()
                .rev()
                .skip(1)
                .step_by(2)
                .any(|f| f.hash == hash)
    }

    /// Whether the move rule will soon end the game: then a score found with more moves left means little.
    pub fn near_move_rule(&self) -> bool {
        self.rules.move_rule > 0 && self.position.halfmove_clock() + NEAR_MOVE_RULE >= self.rules.move_rule
    }

    /// The score of a position without legal moves.
    pub fn no_moves(&self, in_check: bool, ply: usize) -> i32 {
        if in_check {
            lost_in(ply)
        } else {
            of_outcome(self.rules.stalemate, ply)
        }
    }

    /// How many men other than king and pawns the side to move has: with few, to pass may be the best move.
    pub fn pieces(&self) -> u32 {
        let side = self.position.side();
        let pawns = self.pawns.iter().map(|&ty| self.position.men(side, ty).count());
        self.position.color(side).count() - 1 - pawns.sum::<u32>()
    }

    /// Sets the best line from `ply` on: `mv` and the best line after it.
    pub fn set_pv(&mut self, mv: Move, ply: usize) {
        let (head, tail) = self.stack.split_at_mut(ply + 1);
        let pv = &mut head[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&tail[0].pv);
    }

    /// The score of a table entry if it settles a search between `alpha` and `beta`. A search for a mate trusts only
    /// what it has found itself.
    pub fn table_score(&self, entry: &Entry, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        let score = score::from_table(entry.score, ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        (settles && (entry.current || !self.exhaustive)).then_some(score)
    }

    /// Remembers what was found at a ply.
    pub fn store(&self, ply: usize, mv: Move, score: i32, depth: i32, bound: Bound) {
        let frame = &self.stack[ply];
        let entry = Entry {
            mv,
            score: score::to_table(score, ply),
            depth,
            bound,
            judged: frame.evaluated,
            current: true,
            on_line: frame.on_line,
        };
        self.table.store(frame.hash, entry);
    }

    /// Evaluates the position at a ply, unless it was evaluated before, and corrects that by what searches have found.
    pub fn judge_here(&mut self, ply: usize, known: Option<i32>) -> i32 {
        self.judge_near(ply, known, WHOLE_WINDOW)
    }

    /// The same where only scores within a window matter; what may be an estimate is not remembered as an evaluation.
    pub fn judge_near(&mut self, ply: usize, known: Option<i32>, window: [i32; 2]) -> i32 {
        let correction = self.history.correction(self.position.side(), &self.aspects(ply));
        let (evaluated, exact) = match known {
            Some(known) => (known, true),
            None => self
                .eval
                .evaluate_near(&self.position, window.map(|bound| bound - correction)),
        };
        let judged = (evaluated + correction).clamp(-LIMIT, LIMIT);
        self.stack[ply].evaluated = exact.then_some(evaluated);
        self.stack[ply].judged = Some(judged);
        judged
    }

    /// The keys by which the evaluation of the position at a ply is corrected.
    pub fn aspects(&self, ply: usize) -> Aspects {
        let key = |color, types: &[PieceType]| self.position.key_of(color, types);
        let [last, before, _] = self.before(ply);
        [
            key(Color::White, &self.pawns) ^ key(Color::Black, &self.pawns).rotate_left(1),
            key(Color::White, &self.others),
            key(Color::Black, &self.others),
            u64::from(last) * 31 + u64::from(before),
        ]
    }

    /// Whether one capture may end the game by baring a king: then a position's worth says little.
    pub fn nearly_bare(&self) -> bool {
        self.rules.bare_king_loses && Color::BOTH.iter().any(|&c| self.position.color(c).count() <= 2)
    }

    /// Whether a side with few men has no legal move although it is not in check, where that is not a draw. Looked for
    /// at the horizon only: everywhere else the moves are listed anyway.
    pub fn stalemated(&self, in_check: bool) -> bool {
        self.rules.stalemate != Outcome::Draw
            && !in_check
            && (self.exhaustive || self.position.color(self.position.side()).count() <= STALEMATE_MEN)
            && self.position.count_moves() == 0
    }
}
