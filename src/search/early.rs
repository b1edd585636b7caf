//! Steps 6 to 9 and 12 of the search: what can be told without searching all moves, and which moves are not worth trying.

use super::alphabeta::{Node, base_reduction};
use super::params::*;
use super::picker::{Class, Picked, Picker, Wanted};
use super::score;
use super::table::Bound;
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::{Bitboard, Move};

impl<B: Bitboard, E: Evaluate<B>> Worker<'_, B, E> {
    /// Steps 6 to 9: a score that can be told without looking at all moves.
    pub(super) fn judged_enough(&mut self, node: &Node, alpha: i32, beta: i32) -> Option<i32> {
        let &Node { ply, depth, judged, .. } = node;

        // 6. Razoring: so far below the window that only captures can help.
        if depth <= RAZOR_DEPTH && judged + RAZOR_MARGIN + RAZOR_STEP * depth <= alpha {
            let value = self.quiescence(alpha, alpha + 1, ply, false);
            if self.stopped || value <= alpha {
                return Some(value);
            }
        }

        // 7. Reverse futility: far above the window, near the horizon.
        let worse = self.lost_by_last_move(ply).is_some_and(|lost| lost > 0);
        let margin = REVERSE_FUTILITY_MARGIN * (depth - i32::from(node.improving))
            - if worse { REVERSE_FUTILITY_WORSENING } else { 0 };
        if depth <= REVERSE_FUTILITY_DEPTH
            && judged - margin >= beta
            && !score::is_forced(judged)
            && !self.stack[ply].on_line
        {
            return Some((judged + beta) / 2);
        }

        // 8. Null move: good enough even if the opponent moves twice.
        if let Some(score) = self.try_null(node, beta) {
            return Some(score);
        }

        // 9. ProbCut: a capture that is far better than needed in a shallower search.
        self.try_probcut(node, beta)
    }

    fn try_null(&mut self, node: &Node, beta: i32) -> Option<i32> {
        let &Node { ply, depth, judged, .. } = node;
        let men = self.pieces();
        if depth < NULL_DEPTH || judged < beta || men == 0 || self.stack[ply].after_null || ply < self.null_from {
            return None;
        }
        // Deep down the position itself must be good, not only what the table knows of it.
        let own = self.stack[ply].judged;
        if own.is_none_or(|own| own + NULL_STATIC_STEP * depth < beta + NULL_STATIC) {
            return None;
        }
        let step = ((judged - beta) / NULL_MARGIN_STEP).min(3);
        let reduced = depth - NULL_REDUCTION - depth / NULL_DEPTH_STEP - step;
        self.make_null(ply);
        let value = -self.search::<false>(-beta, 1 - beta, reduced, ply + 1, false, !node.cut);
        self.position.unmake();
        if self.stopped {
            return Some(0);
        }
        if value < beta {
            return None;
        }
        // A forced win found with a move too many is not proven.
        let value = if score::is_forced(value) { beta } else { value };
        if depth < NULL_VERIFY_DEPTH && men > NULL_VERIFY_MEN {
            return Some(value);
        }
        // To pass may be the best move: it must hold without.
        let before = self.null_from;
        self.null_from = ply + 1 + (3 * reduced.max(0) as usize) / 4;
        self.stack[ply].after_null = true;
        let verified = self.search::<false>(beta - 1, beta, reduced.max(1), ply, false, false);
        self.stack[ply].after_null = false;
        self.null_from = before;
        (self.stopped || verified >= beta).then_some(value)
    }

    fn try_probcut(&mut self, node: &Node, beta: i32) -> Option<i32> {
        let &Node { ply, depth, judged, .. } = node;
        let beyond = beta + PROBCUT_MARGIN - if node.improving { PROBCUT_IMPROVING } else { 0 };
        let hopeless = node
            .entry
            .is_some_and(|e| e.depth > depth - PROBCUT_REDUCTION && score::from_table(e.score, ply) < beyond);
        if depth < PROBCUT_DEPTH || score::is_forced(beyond) || hopeless {
            return None;
        }
        let mut picker = std::mem::take(&mut self.stack[ply].picker);
        picker.begin(node.table_move, [Move::NONE; 3], Wanted::Captures);
        let mut found = None;
        while let Some(picked) = picker.next(&self.position, &self.guide(ply)) {
            let mv = picked.mv;
            if !self.position.wins_exchange(&self.prices, mv, beyond - judged) {
                continue;
            }
            let checks = self.make(mv, ply);
            let mut value = -self.quiescence(-beyond, 1 - beyond, ply + 1, checks);
            if value >= beyond && depth > PROBCUT_REDUCTION && !self.stopped {
                let reduced = depth - PROBCUT_REDUCTION;
                value = -self.search::<false>(-beyond, 1 - beyond, reduced, ply + 1, checks, !node.cut);
            }
            self.position.unmake();
            if self.stopped {
                found = Some(0);
                break;
            }
            if value >= beyond {
                self.store(ply, mv, value, depth - PROBCUT_REDUCTION + 1, Bound::Lower);
                found = Some(if score::is_forced(value) {
                    value
                } else {
                    value - (beyond - beta)
                });
                break;
            }
        }
        self.stack[ply].picker = picker;
        found
    }

    /// 12. Whether a move is not worth trying, after `count - 1` others. `checks`: it may give check.
    pub(super) fn prunes(
        &self,
        node: &Node,
        picker: &mut Picker,
        picked: &Picked,
        count: i32,
        alpha: i32,
        checks: bool,
    ) -> bool {
        let &Node { depth, ply, .. } = node;
        let mv = picked.mv;
        if checks {
            return depth <= CHECK_LOSS_DEPTH && !self.position.wins_exchange(&self.prices, mv, -CHECK_LOSS * depth);
        }
        if !self.is_quiet(mv) {
            return picked.class == Class::Bad && !self.position.wins_exchange(&self.prices, mv, -CAPTURE_LOSS * depth);
        }
        // 12a. Late-move pruning.
        let most = (LATE_MOVES + depth * depth) / if node.improving { 1 } else { 2 };
        if depth <= LATE_DEPTH && count > most {
            picker.skip_quiets();
        }
        let mut reduction = base_reduction(depth, count);
        if picked.class == Class::Quiet {
            reduction -= picked.score * 1024 / PRUNING_HISTORY;
        }
        if !node.improving {
            reduction += PRUNING_WORSENING;
        }
        let reduced = (depth - reduction / 1024).max(0);
        // 12b. History.
        if reduced <= HISTORY_PRUNING_DEPTH && picked.class == Class::Quiet && picked.score < HISTORY_PRUNING * depth {
            return true;
        }
        // 12c. Futility.
        let Some(judged) = self.stack[ply].judged else {
            return false;
        };
        if reduced <= FUTILITY_DEPTH && judged + FUTILITY_MARGIN + FUTILITY_STEP * reduced <= alpha {
            picker.skip_quiets();
            return true;
        }
        // 12d. Loss of material.
        !self
            .position
            .wins_exchange(&self.prices, mv, -QUIET_LOSS * reduced * reduced)
    }
}
