//! In which order moves are tried: table move, captures that do not risk material, killers, the other captures, quiet
//! moves by history.

use super::params::{CHANGE_MARGIN, HISTORY_BONUS_MAX, HISTORY_MAX, RISK_MARGIN};
use crate::eval::Evaluate;
use crate::variant::Rules;
use crate::{Bitboard, Color, Move, PieceType, Position};

// Bands of ordering scores. Within a band of captures the victim's value counts, at most `BAND` in all.
const BAND: i32 = 1 << 20;
const TABLE: i32 = 8 * BAND;
const GOOD: i32 = 6 * BAND;
const KILLER: i32 = 4 * BAND;
const RISKY: i32 = 2 * BAND;
/// Weight of what is won against what is risked: the most valuable victim first, then the least valuable attacker.
const VICTIM_WEIGHT: i32 = 16;

/// The moves of a position with their ordering scores. Kept for each ply and used again.
#[derive(Default)]
pub(super) struct MoveList {
    /// The moves; those up to the one last picked in the order in which they were tried.
    pub moves: Vec<Move>,
    scores: Vec<i32>,
}

impl MoveList {
    /// Empties the list.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.scores.clear();
    }
    /// Brings the best of the moves from `index` on to `index`.
    pub fn pick(&mut self, index: usize) -> Option<Picked> {
        let rest = self.scores.get(index..)?;
        // The first of equals: the order is then that of the generator.
        let (best, &score) = rest.iter().enumerate().max_by_key(|&(i, &s)| (s, usize::MAX - i))?;
        self.moves.swap(index, index + best);
        self.scores.swap(index, index + best);
        Some(Picked {
            mv: self.moves[index],
            score,
        })
    }
}

/// A move and why it is tried where it is.
#[derive(Clone, Copy)]
pub(super) struct Picked {
    pub mv: Move,
    score: i32,
}

impl Picked {
    /// The history counter of a plain quiet move that is no killer.
    pub fn history(self) -> Option<i32> {
        (self.score < BAND / 2).then_some(self.score)
    }
}

/// What a search has learned about quiet moves.
pub(super) struct History {
    /// By colour, from-square and to-square.
    butterfly: Box<[i16]>,
}

impl History {
    /// Nothing learned.
    pub fn new() -> Self {
        History {
            butterfly: vec![0; 2 * 128 * 128].into_boxed_slice(),
        }
    }
    #[inline(always)]
    fn index(color: Color, mv: Move) -> usize {
        color.index() << 14 | mv.from().index() << 7 | mv.to().index()
    }
    fn of(&self, color: Color, mv: Move) -> i32 {
        i32::from(self.butterfly[History::index(color, mv)])
    }
    fn change(&mut self, color: Color, mv: Move, bonus: i32) {
        let counter = &mut self.butterfly[History::index(color, mv)];
        let old = i32::from(*counter);
        // Moves the counter towards the bound by a part that gets smaller the nearer it is: never beyond.
        *counter = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }
    /// `best` has refuted the position at this depth, the moves `tried` before it have not.
    pub fn cutoff(&mut self, color: Color, best: Move, tried: impl Iterator<Item = Move>, depth: i32) {
        let bonus = (depth * depth * 8).min(HISTORY_BONUS_MAX);
        self.change(color, best, bonus);
        for mv in tried {
            self.change(color, mv, -bonus);
        }
    }
}

/// What a position's moves are ordered by, beside the position.
pub(super) struct Hints<'a> {
    pub table: Move,
    pub killers: [Move; 2],
    pub history: &'a History,
}

/// Scores all moves of the list.
pub(super) fn score<B: Bitboard>(
    list: &mut MoveList,
    position: &Position<B>,
    rules: &Rules,
    eval: &impl Evaluate<B>,
    hints: &Hints,
) {
    let side = position.side();
    let scores = list.moves.iter().map(|&mv| {
        if mv == hints.table {
            return TABLE;
        }
        let worth = Worth::of(position, rules, eval, mv);
        if worth.victim > 0 || worth.change >= CHANGE_MARGIN || mv.promoted().is_some() {
            let gain = worth.victim + worth.change;
            let order = (gain * VICTIM_WEIGHT - worth.mover).clamp(-BAND / 2, BAND / 2);
            let risky = worth.victim + RISK_MARGIN < worth.mover && worth.change < CHANGE_MARGIN;
            order + if risky { RISKY } else { GOOD }
        } else if mv == hints.killers[0] {
            KILLER + 1
        } else if mv == hints.killers[1] {
            KILLER
        } else {
            hints.history.of(side, mv)
        }
    });
    list.scores.clear();
    list.scores.extend(scores);
}

/// What a move wins and risks, centipawns.
pub(super) struct Worth {
    /// The value of the man captured, 0 for none.
    pub victim: i32,
    /// The value of the man that moves; 0 for a king.
    pub mover: i32,
    /// By how much more the mover is worth after the move because its type has changed.
    pub change: i32,
}

impl Worth {
    /// Of a legal move.
    pub fn of<B: Bitboard>(position: &Position<B>, rules: &Rules, eval: &impl Evaluate<B>, mv: Move) -> Self {
        let victim = position
            .captured(mv)
            .map_or(0, |ty| eval.value(ty, position.counter(mv.to())).max(1));
        let Some((_, ty)) = position.man(mv.from()) else {
            return Worth {
                victim,
                mover: 0,
                change: 0,
            };
        };
        let man = &rules.men[ty.index()];
        if man.royal {
            // A king takes only what is not guarded: it risks nothing.
            return Worth {
                victim,
                mover: 0,
                change: 0,
            };
        }
        let mover = eval.value(ty, position.counter(mv.from()));
        let becomes: Option<PieceType> = mv
            .promoted()
            .or_else(|| man.morph.get(mv.to().index()).copied().flatten());
        let change = becomes.map_or(0, |new| eval.value(new, 1) - mover);
        Worth { victim, mover, change }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MoveKind, Square};

    fn mv(from: u8, to: u8) -> Move {
        Move::new(Square::new(from), Square::new(to), MoveKind::Plain)
    }

    #[test]
    fn moves_are_picked_best_first_and_equals_in_order() {
        let mut list = MoveList {
            moves: vec![mv(0, 1), mv(0, 2), mv(0, 3), mv(0, 4)],
            scores: vec![3, 7, 7, -2],
        };
        let order: Vec<_> = (0..4).filter_map(|i| list.pick(i)).map(|p| p.mv.to().index()).collect();
        assert_eq!(order, [2, 3, 1, 4]);
        assert!(list.pick(4).is_none());
    }

    #[test]
    fn history_stays_in_its_bounds() {
        let mut history = History::new();
        for _ in 0..1000 {
            history.cutoff(Color::Black, mv(5, 6), [mv(7, 8)].into_iter(), 100);
        }
        let (good, bad) = (history.of(Color::Black, mv(5, 6)), history.of(Color::Black, mv(7, 8)));
        assert!(good > 10_000 && good <= HISTORY_MAX && -bad == good, "{good} {bad}");
        assert_eq!(history.of(Color::White, mv(5, 6)), 0);
    }
}
