//! What a node teaches: which moves worked, and how far its evaluation was off.

use super::alphabeta::{Node, Tried};
use super::history;
use super::params::*;
use super::score;
use super::table::Bound;
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::{Bitboard, Move};

impl<B: Bitboard, E: Evaluate<B>> Worker<'_, B, E> {
    /// A move has refuted the position: the next ones like it are tried early.
    pub fn learn(&mut self, best: Move, quiets: &Tried, captures: &Tried, depth: i32, ply: usize) {
        if self.is_quiet(best) {
            let killers = &mut self.stack[ply].killers;
            if killers[0] != best {
                *killers = [best, killers[0]];
            }
        }
        let before = self.before(ply);
        self.history
            .cutoff(&self.position, best, quiets, captures, before, depth);
    }

    /// Notes how far the evaluation was off, where a quiet position's score tells.
    pub fn correct(&mut self, best: i32, best_move: Move, bound: Bound, depth: i32, ply: usize) {
        let Some(judged) = self.stack[ply].judged else { return };
        let tells = match bound {
            Bound::Exact => true,
            Bound::Lower => best > judged,
            Bound::Upper => best < judged,
        };
        if tells && !score::is_forced(best) && (best_move == Move::NONE || self.is_quiet(best_move)) {
            let aspects = self.aspects(ply);
            self.history
                .correct(self.position.side(), &aspects, best - judged, depth);
        }
    }

    /// The table has cut a node, `above` its window: if its move is quiet, that counts again.
    pub fn learn_from_table(&mut self, mv: Move, above: bool, depth: i32, ply: usize) {
        if above && mv != Move::NONE && self.is_quiet(mv) {
            let bonus = TABLE_BONUS * history::bonus(depth) / 1024;
            let before = self.before(ply);
            self.history.change_quiet(&self.position, mv, before, bonus);
        }
    }

    /// A quiet late move, already made and unmade, had to be looked at again: it is a better or worse answer than thought.
    pub fn learn_again(&mut self, value: i32, alpha: i32, beta: i32, depth: i32, ply: usize) {
        let bonus = if value >= beta {
            history::bonus(depth)
        } else if value <= alpha {
            -history::bonus(depth)
        } else {
            return;
        };
        let slot = self.stack[ply].slot;
        let before = self.before(ply);
        self.history.change_answer(slot, before, AGAIN_BONUS * bonus / 1024);
    }

    /// The last move, if it was a quiet one, has proven good: nothing was found against it.
    pub fn learn_last(&mut self, depth: i32, ply: usize) {
        let Some(last) = ply.checked_sub(1) else { return };
        let (mv, slot) = (self.stack[last].quiet, self.stack[last].slot);
        if mv == Move::NONE {
            return;
        }
        let bonus = FAIL_LOW_BONUS * history::bonus(depth) / 1024;
        let before = self.before(last);
        self.history.change(!self.position.side(), mv, slot, before, bonus);
    }

    /// How much the last move has lost for the side that made it, as far as evaluations tell, centipawns.
    pub fn lost_by_last_move(&self, ply: usize) -> Option<i32> {
        let before = self.stack[ply.checked_sub(1)?].judged?;
        Some(before + self.stack[ply].judged?)
    }

    /// What the evaluations before and after the last move say of it, and of how deep it should be looked at.
    pub fn weigh_last_move(&mut self, node: &mut Node) {
        let Some((last, lost)) = node.ply.checked_sub(1).zip(self.lost_by_last_move(node.ply)) else {
            return;
        };
        let (mv, side) = (self.stack[last].quiet, !self.position.side());
        if mv != Move::NONE {
            let bonus = (-lost * LOST_MALUS).clamp(-LOST_MALUS_MAX, LOST_MALUS_MAX);
            self.history.change_butterfly(side, mv, bonus);
        }
        if self.exhaustive {
            return;
        }
        let reduced = self.stack[last].reduced;
        if reduced >= HINDSIGHT_MORE && lost <= 0 {
            node.depth += 1;
        } else if reduced >= HINDSIGHT_LESS && node.depth >= 2 && lost > HINDSIGHT_MARGIN {
            node.depth -= 1;
        }
    }
}
