//! Quiescence: from the horizon on only captures, promotions and answers to checks, until the position can be judged.

use super::params::*;
use super::picker::Wanted;
use super::score::{self, lost_in};
use super::table::Bound;
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::{Bitboard, Move, Square};

/// What captures are measured by.
struct Node {
    /// The score of standing pat.
    floor: i32,
    /// Late, the only square on which captures still count.
    recapture: Option<Square>,
}

impl<B: Bitboard, E: Evaluate<B>> Worker<'_, B, E> {
    /// The score of a position at the horizon, if it lies between `alpha` and `beta`; a bound outside of them.
    pub fn quiescence(&mut self, alpha: i32, beta: i32, ply: usize, in_check: bool) -> i32 {
        self.quiesce(alpha, beta, 0, ply, in_check, None)
    }

    /// The same `beyond` plies past the horizon.
    fn quiesce(
        &mut self,
        mut alpha: i32,
        beta: i32,
        beyond: i32,
        ply: usize,
        in_check: bool,
        last_capture: Option<Square>,
    ) -> i32 {
        self.stack[ply].pv.clear();

        // 1. End of the search, end of the game.
        if self.must_stop() {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        if let Some(score) = self.ended(ply) {
            return score;
        }
        if ply >= MAX_PLY - 1 {
            return self.eval.evaluate(&self.position);
        }
        if beyond == 0 && self.stalemated(in_check) {
            return self.no_moves(in_check, ply);
        }

        // 2. Table. Where checks are tried, what was found without them says too little.
        let hash = self.stack[ply].hash;
        let depth = if in_check || beyond < CHECK_PLIES { 0 } else { -1 };
        let entry = self.table.probe(hash);
        self.stack[ply].on_line = entry.is_some_and(|e| e.on_line);
        if beta - alpha == 1
            && let Some(entry) = entry.filter(|e| e.depth >= depth)
            && let Some(score) = self.table_score(&entry, alpha, beta, ply)
        {
            return score;
        }

        // 3. Standing pat: nobody has to capture. In check the evasions decide, but not for ever.
        let evades = in_check && beyond < EVASION_PLIES;
        let mut best = lost_in(ply);
        let mut floor = 0;
        (self.stack[ply].judged, self.stack[ply].evaluated) = (None, None);
        if !evades {
            let judged = self.judge_near(ply, entry.and_then(|e| e.judged), [alpha, beta]);
            floor = entry.map_or(judged, |entry| entry.refine(judged, ply));
            best = floor;
            if best >= beta {
                if entry.is_none() {
                    self.store(ply, Move::NONE, best, depth, Bound::Lower);
                }
                return best;
            }
            alpha = alpha.max(best);
        }

        // 4. Moves, in order.
        let mut picker = std::mem::take(&mut self.stack[ply].picker);
        let wanted = match evades {
            true => Wanted::All,
            false if beyond < CHECK_PLIES => Wanted::CapturesAndChecks,
            false => Wanted::Captures,
        };
        picker.begin(entry.map_or(Move::NONE, |e| e.mv), [Move::NONE; 3], wanted);
        let recapture = if beyond >= CAPTURE_PLIES { last_capture } else { None };
        let node = Node { floor, recapture };
        let (mut best_move, mut bound) = (Move::NONE, Bound::Upper);
        let mut evasions = 0;
        while let Some(picked) = picker.next(&self.position, &self.guide(ply)) {
            let mv = picked.mv;

            // 5. Captures that cannot matter.
            let quiet = !evades && self.is_quiet(mv);
            if evades && best > -score::FORCED && self.is_quiet(mv) {
                evasions += 1;
                if evasions > EVASION_QUIETS {
                    continue;
                }
            }
            if quiet {
                if !self.position.wins_exchange(&self.prices, mv, 0) {
                    continue;
                }
            } else if !evades && let Some(hope) = self.hopeless(&node, mv, alpha) {
                best = best.max(hope);
                continue;
            }

            // 6. The others.
            let checks = self.make(mv, ply);
            if quiet && !checks {
                self.position.unmake();
                continue;
            }
            let value = -self.quiesce(-beta, -alpha, beyond + 1, ply + 1, checks, Some(mv.to()));
            self.position.unmake();
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    (alpha, best_move, bound) = (value, mv, Bound::Exact);
                    self.set_pv(mv, ply);
                    if value >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                }
            }
        }
        self.stack[ply].picker = picker;
        if self.stopped {
            return 0;
        }

        // 7. Table. Past the horizon an exact score is only exact for the captures looked at.
        self.store(ply, best_move, best, depth, bound);
        best
    }

    /// The most that a capture which cannot matter may be worth; `None` if it may matter.
    fn hopeless(&self, node: &Node, mv: Move, alpha: i32) -> Option<i32> {
        if self.nearly_bare() {
            return None;
        }
        if node.recapture.is_some_and(|square| mv.to() != square) {
            return Some(-score::INFINITE);
        }
        let position = &self.position;
        if position.promotes_below_best(&self.prices, mv) {
            return Some(node.floor);
        }
        let gain = position.price_of_victim(&self.prices, mv) + position.change(&self.prices, mv).max(0);
        let hope = node.floor + gain + DELTA_MARGIN;
        if hope <= alpha {
            return Some(hope);
        }
        // What loses material is no better than to stand pat.
        (!position.wins_exchange(&self.prices, mv, 0)).then_some(node.floor)
    }
}
