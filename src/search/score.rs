//! Scores inside the search: centipawns from the side to move, and ends of the game as distances in plies.

use super::Score;
use crate::variant::Outcome;

/// A game that is drawn.
pub(super) const DRAW: i32 = 0;
/// A win at the root itself; one in `n` plies is worth `n` less.
pub(super) const MATE: i32 = 100_000;
/// Beyond every score: the first window.
pub(super) const INFINITE: i32 = MATE + 1;
/// From here on a score is the distance to a forced end. Evaluations stay far below.
pub(super) const FORCED: i32 = MATE - 1_000;

/// The side to move has lost, `ply` plies from the root.
#[inline(always)]
pub(super) const fn lost_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// The side to move has won, `ply` plies from the root.
#[inline(always)]
pub(super) const fn won_in(ply: usize) -> i32 {
    MATE - ply as i32
}

/// Whether a score is a forced end, for either side.
#[inline(always)]
pub(super) const fn is_forced(score: i32) -> bool {
    score >= FORCED || score <= -FORCED
}

/// The score of an end of the game that means this for the side to move.
pub(super) const fn of_outcome(outcome: Outcome, ply: usize) -> i32 {
    match outcome {
        Outcome::Win => won_in(ply),
        Outcome::Draw => DRAW,
        Outcome::Loss => lost_in(ply),
    }
}

/// A score as the table keeps it: a forced end is counted from the entry's own position, since that position may be
/// met again at another distance from the root.
#[inline(always)]
pub(super) const fn to_table(score: i32, ply: usize) -> i32 {
    if score >= FORCED {
        score + ply as i32
    } else if score <= -FORCED {
        score - ply as i32
    } else {
        score
    }
}

/// The reverse of [`to_table`].
#[inline(always)]
pub(super) const fn from_table(score: i32, ply: usize) -> i32 {
    if score >= FORCED {
        score - ply as i32
    } else if score <= -FORCED {
        score + ply as i32
    } else {
        score
    }
}

/// A score as it is shown: forced ends in whole moves.
pub(super) const fn shown(score: i32) -> Score {
    if score >= FORCED {
        Score::Mate((MATE - score + 1) / 2)
    } else if score <= -FORCED {
        Score::Mate(-((MATE + score) / 2))
    } else {
        Score::Centipawns(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forced_ends_are_shown_in_moves() {
        assert_eq!(shown(won_in(1)), Score::Mate(1));
        assert_eq!(shown(won_in(5)), Score::Mate(3));
        assert_eq!(shown(lost_in(0)), Score::Mate(0));
        assert_eq!(shown(lost_in(2)), Score::Mate(-1));
        assert_eq!(shown(-37), Score::Centipawns(-37));
    }

    #[test]
    fn a_forced_end_keeps_its_distance_through_the_table() {
        // Found at ply 3 as a win at ply 8, met again at ply 1: there the win is at ply 6.
        let stored = to_table(won_in(8), 3);
        assert_eq!(from_table(stored, 1), won_in(6));
        let stored = to_table(lost_in(8), 3);
        assert_eq!(from_table(stored, 1), lost_in(6));
        assert_eq!(from_table(to_table(250, 9), 2), 250);
    }
}
