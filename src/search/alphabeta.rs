//! Principal variation search: alpha-beta below the root, in numbered steps.

use arrayvec::ArrayVec;

use super::history;
use super::params::*;
use super::picker::{Class, Guide, Picked, Picker, Wanted};
use super::score::{self, lost_in, won_in};
use super::table::{Bound, Entry};
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::{Bitboard, Move};

/// How many moves a node remembers to have tried in vain.
const TRIED: usize = 48;
pub(super) type Tried = ArrayVec<Move, TRIED>;

/// What the steps of one node share.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub ply: usize,
    pub depth: i32,
    pub in_check: bool,
    /// Whether a cutoff is expected.
    pub cut: bool,
    pub entry: Option<Entry>,
    pub table_move: Move,
    /// The static evaluation, corrected by what the table knows; means nothing in check.
    pub judged: i32,
    /// Whether the position is better for the side to move than two plies ago.
    pub improving: bool,
    /// Whether the table's move captures or promotes.
    table_captures: bool,
}

impl<B: Bitboard, E: Evaluate<B>> Worker<'_, B, E> {
    /// The score of the position `ply` plies below the root, searched `depth` plies deep, if it lies between `alpha`
    /// and `beta`; a bound outside of them. `PV`: the window is open, so an exact score and line are wanted. `cut`: a
    /// score of at least `beta` is expected.
    pub fn search<const PV: bool>(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        in_check: bool,
        cut: bool,
    ) -> i32 {
        self.stack[ply].pv.clear();

        // 1. Horizon.
        if depth <= 0 {
            return self.quiescence(alpha, beta, ply, in_check);
        }

        // 2. End of the search.
        if self.must_stop() {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);

        // 3. End of the game.
        if let Some(score) = self.ended(ply) {
            return score;
        }
        if ply >= MAX_PLY - 1 {
            return self.eval.evaluate(&self.position);
        }

        // 4. Mate distance: a forced end already found is not improved by a longer one.
        alpha = alpha.max(lost_in(ply));
        beta = beta.min(won_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        // 5. Table. Near the end of the move rule it knows too little.
        let excluded = self.stack[ply].excluded;
        let hash = self.stack[ply].hash;
        let entry = self.table.probe(hash);
        let table_move = entry.map_or(Move::NONE, |e| e.mv);
        if let Some(entry) = entry.filter(|e| !PV && excluded == Move::NONE && e.depth >= depth)
            && let Some(score) = self.table_score(&entry, alpha, beta, ply)
            && !self.near_move_rule()
        {
            self.learn_from_table(table_move, score >= beta, depth, ply);
            return score;
        }
        if excluded == Move::NONE {
            self.stack[ply].on_line = PV || entry.is_some_and(|e| e.on_line);
        }
        self.stack[ply + 1].cutoffs = 0;

        let mut node = Node {
            ply,
            depth,
            in_check,
            cut,
            entry,
            table_move,
            judged: 0,
            improving: false,
            table_captures: table_move != Move::NONE && !self.is_quiet(table_move),
        };
        self.judge(&mut node, excluded);
        if excluded == Move::NONE {
            self.weigh_last_move(&mut node);
        }

        // Steps 6 to 9 judge by less than a full search.
        let may_judge = !PV
            && !in_check
            && !self.exhaustive
            && excluded == Move::NONE
            && !score::is_forced(beta)
            && !self.nearly_bare();
        if may_judge && let Some(score) = self.judged_enough(&node, alpha, beta) {
            return score;
        }
        if self.stopped {
            return 0;
        }

        // 10. Internal iterative reduction: without a move to begin with, the next iteration will do better.
        if table_move == Move::NONE && node.depth >= NO_TABLE_MOVE_DEPTH && (PV || cut) && !self.exhaustive {
            node.depth -= 1;
        }

        // 11. Moves, in order.
        self.stack[ply + 1].killers = [Move::NONE; 2];
        let mut picker = std::mem::take(&mut self.stack[ply].picker);
        let [first, second] = self.stack[ply].killers;
        let answer = self.history.answer(self.before(ply));
        picker.begin(table_move, [first, second, answer], Wanted::All);
        let score = self.search_moves::<PV>(&mut picker, alpha, beta, &node);
        self.stack[ply].picker = picker;
        score
    }

    /// Evaluates the position of a node.
    fn judge(&mut self, node: &mut Node, excluded: Move) {
        let ply = node.ply;
        if node.in_check {
            (self.stack[ply].judged, self.stack[ply].evaluated) = (None, None);
            return;
        }
        let judged = match self.stack[ply].judged {
            Some(judged) if excluded != Move::NONE => judged,
            _ => self.judge_here(ply, node.entry.and_then(|e| e.judged)),
        };
        // However this node ends, the next visit knows the evaluation: a bound, since nobody has to capture.
        if node.entry.is_none() && excluded == Move::NONE {
            self.store(ply, Move::NONE, judged, -1, Bound::Lower);
        }
        let before = [2, 4].map(|back| ply.checked_sub(back).and_then(|p| self.stack[p].judged));
        node.improving = before[0].or(before[1]).is_none_or(|before| judged > before);
        node.judged = match node.entry {
            Some(entry) if excluded == Move::NONE => entry.refine(judged, ply),
            _ => judged,
        };
    }

    /// Steps 12 to 18: the moves of a node, one after the other.
    fn search_moves<const PV: bool>(&mut self, picker: &mut Picker, mut alpha: i32, beta: i32, node: &Node) -> i32 {
        let &Node { ply, depth, .. } = node;
        let excluded = self.stack[ply].excluded;
        let (mut best, mut best_move, mut bound) = (-score::INFINITE, Move::NONE, Bound::Upper);
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());
        let mut discoverers = None;
        let mut count = 0;
        while let Some(picked) = picker.next(&self.position, &self.guide(ply)) {
            let mv = picked.mv;
            if mv == excluded {
                continue;
            }
            let quiet = self.is_quiet(mv);
            count += 1;

            // 12. Pruning: moves that are not even tried.
            if !PV || count > 1 {
                let safe = best > -score::FORCED && !self.exhaustive && !node.in_check && !self.nearly_bare();
                let at = *discoverers.get_or_insert_with(|| self.position.discoverers());
                if safe && self.prunes(node, picker, &picked, count, alpha, self.position.may_check(mv, at)) {
                    continue;
                }
            }

            // 13. Singular extension: the table's move is much better than all others.
            let mut extension = 0;
            if picked.class == Class::Table && excluded == Move::NONE {
                match self.singular::<PV>(node, beta) {
                    Singular::Cut(score) => return score,
                    Singular::Extend(plies) => extension = plies,
                }
                if self.stopped {
                    return 0;
                }
            }

            let history = self.history_of(&picked, quiet, ply);
            let checks = self.make(mv, ply);
            let deeper = depth - 1 + extension;

            // 14. Late-move reduction: what is ordered late is looked at less deeply first.
            let reduction = if depth >= REDUCTION_DEPTH && count > REDUCTION_MOVES && !self.exhaustive {
                self.reduction::<PV>(node, &picked, quiet, history, checks, count)
            } else {
                0
            };

            // 15. Principal variation search: the first move with the whole window, the others are only asked
            // whether they are better.
            let mut value = 0;
            if count > 1 || !PV {
                let expect = reduction > 0 || !node.cut;
                let reduced = (deeper - reduction).clamp(deeper.min(1), deeper + 1);
                self.stack[ply].reduced = deeper - reduced;
                value = -self.search::<false>(-alpha - 1, -alpha, reduced, ply + 1, checks, expect);
                self.stack[ply].reduced = 0;
                if value > alpha && reduced < deeper && !self.stopped {
                    let far = value > best + DEEPER_MARGIN + DEEPER_STEP * deeper;
                    let hardly = value < best + SHALLOWER_MARGIN;
                    let again = deeper + i32::from(far) - i32::from(hardly);
                    if again > reduced {
                        value = -self.search::<false>(-alpha - 1, -alpha, again, ply + 1, checks, !node.cut);
                    }
                    if quiet && !self.stopped {
                        self.learn_again(value, alpha, beta, again, ply);
                    }
                }
            }
            if PV && (count == 1 || value > alpha) {
                value = -self.search::<true>(-beta, -alpha, deeper, ply + 1, checks, false);
            }
            self.position.unmake();
            if self.stopped {
                return 0;
            }

            if value > best {
                best = value;
                if value > alpha {
                    (best_move, alpha, bound) = (mv, value, Bound::Exact);
                    if PV {
                        self.set_pv(mv, ply);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        self.stack[ply].cutoffs += 1;
                        break;
                    }
                }
            }
            if mv != best_move {
                let tried = if quiet { &mut quiets } else { &mut captures };
                // What does not fit is forgotten.
                let _ = tried.try_push(mv);
            }
        }

        // 16. No moves: mate or stalemate.
        if count == 0 {
            return if excluded == Move::NONE {
                self.no_moves(node.in_check, ply)
            } else {
                alpha
            };
        }

        // 17. What has been learned.
        if bound == Bound::Lower {
            self.learn(best_move, &quiets, &captures, depth, ply);
            // How far above the window is less certain than that it is.
            if !PV && !score::is_forced(best) && !score::is_forced(beta) {
                best = (best * depth + beta) / (depth + 1);
            }
        } else if bound == Bound::Upper && excluded == Move::NONE {
            self.learn_last(depth, ply);
        }

        // 18. Table.
        if excluded == Move::NONE {
            self.correct(best, best_move, bound, depth, ply);
            self.store(ply, best_move, best, depth, bound);
        }
        best
    }

    /// Whether, and how, the depth of the table's move is changed by what the others are worth without it.
    fn singular<const PV: bool>(&mut self, node: &Node, beta: i32) -> Singular {
        let &Node { ply, depth, .. } = node;
        let Some(entry) = node.entry else {
            return Singular::Extend(0);
        };
        let found = score::from_table(entry.score, ply);
        if depth < SINGULAR_DEPTH
            || self.exhaustive
            || entry.bound == Bound::Upper
            || entry.depth < depth - SINGULAR_TABLE_DEPTH
            || score::is_forced(found)
            || ply >= 2 * self.root_depth as usize
        {
            return Singular::Extend(0);
        }
        let below = found - SINGULAR_MARGIN * depth / 8;
        self.stack[ply].excluded = node.table_move;
        let value = self.search::<false>(below - 1, below, (depth - 1) / 2, ply, node.in_check, node.cut);
        self.stack[ply].excluded = Move::NONE;
        self.stack[ply].pv.clear();
        if value < below {
            let twice = !PV && value < below - SINGULAR_DOUBLE;
            let thrice = !PV && value < below - SINGULAR_TRIPLE && !node.table_captures;
            Singular::Extend(1 + i32::from(twice) + i32::from(thrice))
        } else if !PV && below >= beta && !score::is_forced(below) {
            // Another move is good enough as well: several moves cut.
            Singular::Cut(below)
        } else if found >= beta || node.cut {
            Singular::Extend(-SINGULAR_LESS)
        } else {
            Singular::Extend(0)
        }
    }

    /// By how many plies a late move, already made, is reduced; negative to extend it.
    fn reduction<const PV: bool>(
        &self,
        node: &Node,
        picked: &Picked,
        quiet: bool,
        history: i32,
        checks: bool,
        count: i32,
    ) -> i32 {
        let mut reduction = base_reduction(node.depth, count);
        let mut when = |condition: bool, by: i32| reduction += if condition { by } else { 0 };
        when(PV, -REDUCTION_PV);
        when(node.cut, REDUCTION_CUT);
        when(self.stack[node.ply].on_line, -REDUCTION_ON_LINE);
        when(self.stack[node.ply + 1].cutoffs > CUTOFFS, REDUCTION_CUTOFFS);
        when(node.table_move == Move::NONE && node.cut, REDUCTION_NO_MOVE);
        when(!node.improving, REDUCTION_WORSENING);
        when(node.table_captures, REDUCTION_TABLE_CAPTURE);
        when(picked.class == Class::Killer, -REDUCTION_KILLER);
        when(checks || node.in_check, -REDUCTION_CHECK);
        when(!quiet && picked.class != Class::Bad, -REDUCTION_CAPTURE);
        reduction -= history * 1024 / REDUCTION_HISTORY;
        reduction.max(0) / 1024
    }

    /// By how much the root move that follows `index` others is reduced, 1/1024 of a ply, if it gives no check.
    pub fn root_reduction(&self, mv: Move, depth: i32, index: usize) -> i32 {
        if depth < REDUCTION_DEPTH || index < ROOT_REDUCTION_MOVES || !self.is_quiet(mv) || self.exhaustive {
            return 0;
        }
        let history = self.history.quiet(&self.position, mv, self.before(0));
        base_reduction(depth, index as i32 + 1) - REDUCTION_PV - history * 1024 / REDUCTION_HISTORY
    }

    /// What is known of a move that is still to be made.
    fn history_of(&self, picked: &Picked, quiet: bool, ply: usize) -> i32 {
        if quiet {
            self.history.quiet(&self.position, picked.mv, self.before(ply))
        } else {
            let victim = self.position.captured(picked.mv);
            victim.map_or(0, |victim| self.history.capture(&self.position, picked.mv, victim))
        }
    }

    /// What moves at a ply are ordered by.
    pub fn guide(&self, ply: usize) -> Guide<'_> {
        Guide {
            prices: &self.prices,
            history: &self.history,
            before: self.before(ply),
        }
    }

    /// The slots of the moves that led to a ply.
    pub fn before(&self, ply: usize) -> history::Before {
        let slot = |back: usize| ply.checked_sub(back).map_or(history::NO_SLOT, |p| self.stack[p].slot);
        [slot(1), slot(2), slot(4)]
    }

    /// Whether a move neither captures nor promotes.
    pub fn is_quiet(&self, mv: Move) -> bool {
        mv.promoted().is_none() && self.position.captured(mv).is_none()
    }
}

/// What singularity makes of the table's move.
enum Singular {
    /// Its depth changes by so many plies.
    Extend(i32),
    /// The node is cut with this score.
    Cut(i32),
}

/// The reduction of a late move before anything else is known of it, 1/1024 of a ply.
pub(super) fn base_reduction(depth: i32, count: i32) -> i32 {
    let product = log2_16ths(depth.max(1) as u32) * log2_16ths(count.max(1) as u32);
    REDUCTION_BASE + product * REDUCTION_FACTOR / 256
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
    fn reductions_grow_with_depth_and_number() {
        for depth in 1..MAX_DEPTH {
            assert!(base_reduction(depth, 40) <= base_reduction(depth + 1, 40));
            for count in 1..400 {
                assert!(base_reduction(depth, count) <= base_reduction(depth, count + 1));
            }
        }
    }
}
