//! Principal variation search: alpha-beta below the root, in numbered steps.

use std::sync::atomic::Ordering::Relaxed;

use super::ordering::{self, Hints, History, MoveList};
use super::params::*;
use super::score::{self, DRAW, lost_in, of_outcome, won_in};
use super::table::{Bound, Entry};
use super::time::Clock;
use super::{Control, Limits, Table};
use crate::eval::Evaluate;
use crate::position::End;
use crate::variant::{Outcome, Rules};
use crate::{Bitboard, Color, Move, Position};

/// What one ply of the running line needs. The lists are kept, so that a node allocates nothing.
pub(super) struct Frame {
    /// The moves of the position at this ply.
    pub list: MoveList,
    /// The best line from here on.
    pub pv: Vec<Move>,
    /// Quiet moves that refuted a sibling of this position.
    pub killers: [Move; 2],
    /// Hash of the position at this ply.
    pub hash: u64,
    /// Whether a null move led here.
    pub after_null: bool,
}

impl Frame {
    fn new() -> Self {
        Frame {
            list: MoveList::default(),
            pv: Vec::with_capacity(MAX_PLY),
            killers: [Move::NONE; 2],
            hash: 0,
            after_null: false,
        }
    }
}

/// One running search.
pub(super) struct Search<'a, B: Bitboard, E> {
    pub position: Position<B>,
    pub rules: &'a Rules,
    pub eval: &'a E,
    pub table: &'a Table,
    pub limits: &'a Limits,
    pub control: &'a Control,
    pub clock: Clock,
    /// Frames by ply; one more than the deepest ply.
    pub stack: Vec<Frame>,
    pub history: History,
    pub nodes: u64,
    /// Deepest ply of this iteration.
    pub seldepth: usize,
    /// Depth of this iteration.
    pub root_depth: i32,
    /// Set once the search has to end: scores returned from then on mean nothing.
    pub stopped: bool,
    /// Whether the search still runs on the opponent's time.
    pub pondering: bool,
    /// A search for a mate in so many moves: steps that may overlook one are left out.
    pub exhaustive: bool,
}

impl<'a, B: Bitboard, E: Evaluate<B>> Search<'a, B, E> {
    /// A search of this position that has not begun.
    pub fn new(
        position: &Position<B>,
        rules: &'a Rules,
        eval: &'a E,
        limits: &'a Limits,
        control: &'a Control,
        table: &'a Table,
    ) -> Self {
        let mut stack: Vec<Frame> = (0..=MAX_PLY).map(|_| Frame::new()).collect();
        stack[0].hash = position.hash();
        Search {
            position: position.clone(),
            rules,
            eval,
            table,
            limits,
            control,
            clock: Clock::start(limits, position.side()),
            stack,
            history: History::new(),
            nodes: 0,
            seldepth: 0,
            root_depth: 0,
            stopped: false,
            pondering: control.pondering.load(Relaxed),
            exhaustive: limits.mate.is_some(),
        }
    }

    /// Whether the search has to end. Asked once for each node.
    pub fn must_stop(&mut self) -> bool {
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(POLL_INTERVAL) {
            self.poll();
        }
        self.stopped
    }

    /// Looks at what the other thread says and at the clock.
    pub fn poll(&mut self) {
        self.control.nodes.store(self.nodes, Relaxed);
        if self.control.stop.load(Relaxed) {
            self.stopped = true;
        }
        if self.pondering && !self.control.pondering.load(Relaxed) {
            self.pondering = false;
            self.clock.ponderhit(self.nodes);
        }
        if !self.pondering && !self.limits.infinite && self.clock.expired(self.nodes) {
            self.stopped = true;
        }
    }

    /// Makes a legal move; true if it gives check.
    pub fn make(&mut self, mv: Move, ply: usize) -> bool {
        self.position.make(mv);
        self.nodes += 1;
        self.stack[ply + 1].hash = self.position.hash();
        self.stack[ply + 1].after_null = false;
        self.position.in_check()
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

    /// The score of a position without legal moves.
    pub fn no_moves(&self, in_check: bool, ply: usize) -> i32 {
        if in_check {
            lost_in(ply)
        } else {
            of_outcome(self.rules.stalemate, ply)
        }
    }

    /// Whether the side to move has men other than king and pawns: with pawns alone, to pass may be the best move.
    fn has_pieces(&self) -> bool {
        let side = self.position.side();
        let men = self.rules.men.iter().enumerate();
        men.filter(|(_, man)| !man.royal && !man.pawn)
            .any(|(i, _)| self.position.men(side, crate::PieceType(i as u8)).any())
    }

    /// Sets the best line from `ply` on: `mv` and the best line after it.
    pub fn set_pv(&mut self, mv: Move, ply: usize) {
        let (head, tail) = self.stack.split_at_mut(ply + 1);
        let pv = &mut head[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&tail[0].pv);
    }

    /// The score of the position `ply` plies below the root, searched `depth` plies deep, if it lies between `alpha`
    /// and `beta`; a bound outside of them. `PV`: the window is open, so an exact score and line are wanted.
    pub fn search<const PV: bool>(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        in_check: bool,
    ) -> i32 {
        self.stack[ply].pv.clear();

        // 1. Check extension: a check is answered before the position is judged.
        if in_check && !self.exhaustive && ply < 2 * self.root_depth as usize {
            depth += 1;
        }

        // 2. Horizon.
        if depth <= 0 {
            return self.quiescence(alpha, beta, 0, ply, in_check);
        }

        // 3. End of the search.
        if self.must_stop() {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);

        // 4. End of the game.
        if let Some(score) = self.ended(ply) {
            return score;
        }
        if ply >= MAX_PLY - 1 {
            return self.eval.evaluate(&self.position);
        }

        // 5. Mate distance: a forced end already found is not improved by a longer one.
        alpha = alpha.max(lost_in(ply));
        beta = beta.min(won_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        // 6. Table.
        let hash = self.stack[ply].hash;
        let entry = self.table.probe(hash);
        let table_move = entry.map_or(Move::NONE, |e| e.mv);
        if let Some(entry) = entry.filter(|e| !PV && e.depth >= depth)
            && let Some(score) = self.table_score(&entry, alpha, beta, ply)
        {
            return score;
        }

        // Steps 7 and 8 judge by less than a full search.
        let may_judge = !PV && !in_check && !self.exhaustive && !score::is_forced(beta) && !self.nearly_bare();
        let judged = if may_judge {
            self.eval.evaluate(&self.position)
        } else {
            0
        };

        // 7. Reverse futility: far above the window, near the horizon.
        if may_judge && depth <= REVERSE_FUTILITY_DEPTH && judged - REVERSE_FUTILITY_MARGIN * depth >= beta {
            return judged;
        }

        // 8. Null move: good enough even if the opponent moves twice.
        if may_judge && depth >= NULL_DEPTH && judged >= beta && !self.stack[ply].after_null && self.has_pieces() {
            let step = ((judged - beta) / NULL_MARGIN_STEP).min(2);
            let reduced = depth - NULL_REDUCTION - depth / NULL_DEPTH_STEP - step;
            self.position.make_null();
            self.nodes += 1;
            self.stack[ply + 1].hash = self.position.hash();
            self.stack[ply + 1].after_null = true;
            let value = -self.search::<false>(-beta, 1 - beta, reduced, ply + 1, false);
            self.position.unmake();
            if self.stopped {
                return 0;
            }
            if value >= beta {
                // A forced win found with a move too many is not proven.
                return if score::is_forced(value) { beta } else { value };
            }
        }

        // 9. Internal iterative reduction: without a move to begin with, the next iteration will do better.
        if table_move == Move::NONE && depth >= NO_TABLE_MOVE_DEPTH && !self.exhaustive {
            depth -= 1;
        }

        // 10. Moves, in order.
        self.stack[ply + 1].killers = [Move::NONE; 2];
        let mut list = std::mem::take(&mut self.stack[ply].list);
        list.clear();
        self.position.legal_moves(&mut list.moves);
        let hints = Hints {
            table: table_move,
            killers: self.stack[ply].killers,
            history: &self.history,
        };
        ordering::score(&mut list, &self.position, self.rules, self.eval, &hints);
        let score = self.search_moves::<PV>(&mut list, alpha, beta, depth, ply, in_check);
        self.stack[ply].list = list;
        score
    }

    /// Steps 11 to 14: the moves of a node, one after the other.
    fn search_moves<const PV: bool>(
        &mut self,
        list: &mut MoveList,
        mut alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        in_check: bool,
    ) -> i32 {
        // 11. No moves: mate or stalemate.
        if list.moves.is_empty() {
            return self.no_moves(in_check, ply);
        }

        let (mut best, mut best_move, mut bound) = (-score::INFINITE, Move::NONE, Bound::Upper);
        let mut index = 0;
        while let Some(picked) = list.pick(index) {
            let mv = picked.mv;
            let quiet = is_quiet(&self.position, mv);
            let checks = self.make(mv, ply);

            // 12. Late-move reduction: what is ordered late is looked at less deeply first.
            let reduction = match picked.history() {
                Some(history) if !self.exhaustive && !in_check && !checks && quiet => {
                    late_reduction(depth, index, history, PV)
                }
                _ => 0,
            };

            // 13. Principal variation search: the first move with the whole window, the others are only asked
            // whether they are better.
            let mut value = 0;
            if index > 0 || !PV {
                value = -self.search::<false>(-alpha - 1, -alpha, depth - 1 - reduction, ply + 1, checks);
                if value > alpha && reduction > 0 {
                    value = -self.search::<false>(-alpha - 1, -alpha, depth - 1, ply + 1, checks);
                }
            }
            if PV && (index == 0 || (value > alpha && value < beta)) {
                value = -self.search::<true>(-beta, -alpha, depth - 1, ply + 1, checks);
            }
            self.position.unmake();
            if self.stopped {
                return 0;
            }

            index += 1;
            if value > best {
                best = value;
                if value > alpha {
                    (best_move, alpha, bound) = (mv, value, Bound::Exact);
                    if PV {
                        self.set_pv(mv, ply);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        if quiet {
                            self.remember_cutoff(mv, &list.moves[..index - 1], depth, ply);
                        }
                        break;
                    }
                }
            }
        }

        // 14. Table.
        let stored = score::to_table(best, ply);
        self.table.store(self.stack[ply].hash, best_move, stored, depth, bound);
        best
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

    /// Whether one capture may end the game by baring a king: then a position's worth says little.
    pub fn nearly_bare(&self) -> bool {
        self.rules.bare_king_loses && Color::BOTH.iter().any(|&c| self.position.color(c).count() <= 2)
    }

    /// A quiet move has refuted the position: the next ones like it are tried early.
    fn remember_cutoff(&mut self, mv: Move, tried: &[Move], depth: i32, ply: usize) {
        let killers = &mut self.stack[ply].killers;
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
        let (position, history) = (&self.position, &mut self.history);
        let tried = tried.iter().copied().filter(|mv| is_quiet(position, *mv));
        history.cutoff(position.side(), mv, tried, depth);
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

/// Whether a move neither captures nor promotes.
fn is_quiet<B: Bitboard>(position: &Position<B>, mv: Move) -> bool {
    mv.promoted().is_none() && position.captured(mv).is_none()
}

/// By how many plies a late quiet move is reduced.
fn late_reduction(depth: i32, index: usize, history: i32, pv: bool) -> i32 {
    if depth < REDUCTION_DEPTH || index < REDUCTION_MOVES {
        return 0;
    }
    let product = log2_16ths(depth as u32) * log2_16ths(index as u32);
    let whole = (REDUCTION_BASE + product * REDUCTION_FACTOR / 256) / 1024;
    (whole - i32::from(pv) - history / REDUCTION_HISTORY).clamp(0, depth - 2)
}

/// The logarithm to base 2 in sixteenths, by straight lines between the powers of two: the same on every machine.
const fn log2_16ths(x: u32) -> i32 {
    let power = x.ilog2();
    (16 * power + (((x - (1 << power)) * 16) >> power)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_exact_at_powers_of_two() {
        assert_eq!([1, 2, 3, 4, 6, 64].map(log2_16ths), [0, 16, 24, 32, 40, 96]);
    }

    #[test]
    fn reductions_grow_with_depth_and_number_and_leave_a_ply() {
        assert_eq!(late_reduction(2, 50, 0, false), 0);
        assert_eq!(late_reduction(10, 2, 0, false), 0);
        let deep = late_reduction(12, 40, 0, false);
        assert!(deep >= 3 && deep > late_reduction(4, 4, 0, false), "{deep}");
        assert!(late_reduction(12, 40, 0, true) < deep);
        for depth in 1..=MAX_DEPTH {
            for index in 0..400 {
                let most = late_reduction(depth, index, -HISTORY_MAX, false);
                assert!(most == 0 || depth - 1 - most >= 1);
            }
        }
    }
}
