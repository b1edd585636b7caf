//! Quiescence: from the horizon on only captures, promotions and answers to checks, until the position can be judged.

use super::alphabeta::Search;
use super::ordering::{self, Hints, MoveList, Worth};
use super::params::*;
use super::score::{self, lost_in};
use super::table::Bound;
use crate::eval::Evaluate;
use crate::{Bitboard, Move, Square};

impl<B: Bitboard, E: Evaluate<B>> Search<'_, B, E> {
    /// The score of a position at the horizon or `beyond` plies past it, if it lies between `alpha` and `beta`; a
    /// bound outside of them.
    pub fn quiescence(&mut self, alpha: i32, beta: i32, beyond: i32, ply: usize, in_check: bool) -> i32 {
        self.quiesce(alpha, beta, beyond, ply, in_check, None)
    }

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

        // 2. Table.
        let hash = self.stack[ply].hash;
        let entry = self.table.probe(hash);
        if let Some(score) = entry.and_then(|e| self.table_score(&e, alpha, beta, ply)) {
            return score;
        }

        // 3. Standing pat: nobody has to capture. In check the evasions decide, but not for ever.
        let evades = in_check && beyond < EVASION_PLIES;
        let mut best = lost_in(ply);
        let mut floor = 0;
        if !evades {
            floor = self.eval.evaluate(&self.position);
            best = floor;
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }

        // 4. Moves, in order.
        let mut list = std::mem::take(&mut self.stack[ply].list);
        list.clear();
        if evades {
            self.position.legal_moves(&mut list.moves);
        } else {
            self.position.legal_captures(&mut list.moves);
        }
        let hints = Hints {
            table: entry.map_or(Move::NONE, |e| e.mv),
            killers: [Move::NONE; 2],
            history: &self.history,
        };
        ordering::score(&mut list, &self.position, self.rules, self.eval, &hints);

        let recapture = if beyond >= CAPTURE_PLIES { last_capture } else { None };
        let window = (alpha, beta);
        let found = self.quiesce_moves(
            &mut list,
            best,
            window,
            beyond,
            ply,
            (!evades).then_some((floor, recapture)),
        );
        self.stack[ply].list = list;
        found
    }

    /// Steps 5 to 7: the moves of a node. `calm`: not in check, with the score of standing pat and, late, the only
    /// square on which captures still count.
    fn quiesce_moves(
        &mut self,
        list: &mut MoveList,
        mut best: i32,
        (mut alpha, beta): (i32, i32),
        beyond: i32,
        ply: usize,
        calm: Option<(i32, Option<Square>)>,
    ) -> i32 {
        let (mut best_move, mut bound) = (Move::NONE, Bound::Upper);
        let mut index = 0;
        while let Some(picked) = list.pick(index) {
            index += 1;
            let mv = picked.mv;

            // 5. Captures that cannot matter.
            if let Some((floor, recapture)) = calm {
                if recapture.is_some_and(|square| mv.to() != square) {
                    continue;
                }
                let worth = Worth::of(&self.position, self.rules, self.eval, mv);
                let hope = floor + worth.victim + worth.change.max(0) + DELTA_MARGIN;
                if hope <= alpha && !self.nearly_bare() {
                    best = best.max(hope);
                    continue;
                }
            }

            // 6. The others.
            let checks = self.make(mv, ply);
            let value = -self.quiesce(-beta, -alpha, beyond + 1, ply + 1, checks, Some(mv.to()));
            self.position.unmake();
            if self.stopped {
                return 0;
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

        // 7. Table. Past the horizon an exact score is only exact for the captures looked at.
        let stored = score::to_table(best, ply);
        self.table.store(self.stack[ply].hash, best_move, stored, 0, bound);
        best
    }
}
