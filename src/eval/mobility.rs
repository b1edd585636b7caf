//! Expected mobility: how many squares a man can go to from a square, when the others stand anywhere by chance.
//!
//! Each other square is taken to be occupied with the same chance, independently. A ride then gets past `k` squares
//! with the chance `(1 - fill)^k`: this is R. Betza's crowded board ("About the values of chess pieces", 1996), here
//! at several fill levels, with quiet moves and captures weighted apart. The fuller levels stand for the middlegame, the
//! emptier ones for the ending.

use crate::variant::{Man, Part, Reach, Rules};
use crate::{Color, Square};

/// A chance of one, or one square.
pub(super) const ONE: u32 = 1024;

/// How full the board is, in [`ONE`]ths: ending, middlegame, opening.
const FILLS: [u32; 3] = [128, 320, 512];
/// The two levels of each phase, middlegame and ending, weighted alike.
const PHASES: [[usize; 2]; 2] = [[1, 2], [0, 1]];

/// What a target counts that can only be moved to, or only be captured on, in sixths of one that can be both. Captures
/// are rarer but worth more: H. G. Muller found "capture only" to be worth about twice "move only".
const QUIET_WEIGHT: u32 = 2;
/// See [`QUIET_WEIGHT`].
const CAPTURE_WEIGHT: u32 = 4;
const BOTH_WEIGHT: u32 = QUIET_WEIGHT + CAPTURE_WEIGHT;

/// The weighted number of targets of a man of this counter on a square, in [`ONE`]ths, in middlegame and ending.
pub(super) fn expected(rules: &Rules, man: &Man, counter: u8, color: Color, from: Square) -> [u32; 2] {
    // Parts may share targets (a queen written as two): each target counts once, by its best chance.
    let (mut quiet, mut capture) = ([[0u32; 3]; 128], [[0u32; 3]; 128]);
    for part in usable(man, counter, color, from) {
        targets(rules, part, counter, color, from, |step| {
            for (level, &chances) in CHANCES.iter().enumerate() {
                // A lame leap needs its middle square as a ride needs those it passes.
                let passed = if part.lame {
                    1
                } else {
                    usize::from(step.leaps - 1).min(LONGEST)
                };
                let chance = chances[usize::from(!step.single)][passed];
                let target = step.square.index();
                if part.quiet {
                    quiet[target][level] = quiet[target][level].max(chance);
                }
                if part.capture {
                    capture[target][level] = capture[target][level].max(chance);
                }
            }
        });
    }
    let sum = |chances: &[[u32; 3]; 128], level: usize| chances.iter().map(|c| c[level]).sum::<u32>();
    let at = |level| (sum(&quiet, level) * QUIET_WEIGHT + sum(&capture, level) * CAPTURE_WEIGHT) / BOTH_WEIGHT;
    PHASES.map(|[one, other]| (at(one) + at(other)) / 2)
}

/// Beyond so many squares passed a chance is taken to get no smaller.
const LONGEST: usize = 31;

/// The chance that so many squares in a row are free to pass, by fill level, and by whether a blocked square usually
/// leaves a second way (as for a multiple rider).
const CHANCES: [[[u32; LONGEST + 1]; 2]; 3] = {
    let mut chances = [[[ONE; LONGEST + 1]; 2]; 3];
    let mut level = 0;
    while level < 3 {
        let closed = FILLS[level];
        let pass = [ONE - closed, ONE - closed * closed / ONE];
        let mut i = 1;
        while i <= LONGEST {
            chances[level][0][i] = chances[level][0][i - 1] * pass[0] / ONE;
            chances[level][1][i] = chances[level][1][i - 1] * pass[1] / ONE;
            i += 1;
        }
        level += 1;
    }
    chances
};

/// The parts of a movement that may be used from a square.
pub(super) fn usable(man: &Man, counter: u8, color: Color, from: Square) -> impl Iterator<Item = &Part> {
    let initial = counter == 1 && man.initial_zone[color.index()] >> from.index() & 1 == 1;
    man.parts.iter().filter(move |part| initial || !part.initial)
}

/// A target of a part on the empty board.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub square: Square,
    /// Leaps it takes, from 1.
    pub leaps: u8,
    /// Whether there is one way only, so that any man on it blocks.
    single: bool,
}

/// Calls `found` for every target of a part on the empty board.
pub(super) fn targets(
    rules: &Rules,
    part: &Part,
    counter: u8,
    color: Color,
    from: Square,
    mut found: impl FnMut(Step),
) {
    let most = match part.reach {
        Reach::Leaps(n) => n,
        Reach::Unlimited => u8::MAX,
        Reach::Progressive => counter,
        Reach::Multiple => return flood(rules, part, counter, color, from, found),
    };
    for &leap in &part.leaps {
        let mut square = from;
        for leaps in 1..=most {
            let Some(next) = leapt(rules, square, leap, color) else {
                break;
            };
            square = next;
            let single = true;
            found(Step { square, leaps, single });
        }
    }
}

/// The targets of a multiple rider, layer by layer.
fn flood(rules: &Rules, part: &Part, most: u8, color: Color, from: Square, mut found: impl FnMut(Step)) {
    let mut seen = 1u128 << from.index();
    let mut layer = vec![from];
    for leaps in 1..=most {
        let mut next = Vec::new();
        for &square in &layer {
            for square in part.leaps.iter().filter_map(|&leap| leapt(rules, square, leap, color)) {
                if seen >> square.index() & 1 == 0 {
                    seen |= 1 << square.index();
                    let single = false;
                    found(Step { square, leaps, single });
                    next.push(square);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
}

/// The square one leap away.
fn leapt(rules: &Rules, from: Square, (files, ranks): (i8, i8), color: Color) -> Option<Square> {
    let board = rules.board;
    let sense = if color == Color::White { 1 } else { -1 };
    board.square(
        i32::from(board.file(from)) + i32::from(files) * sense,
        i32::from(board.rank(from)) + i32::from(ranks) * sense,
    )
}

/// How many squares of the board a man can ever come to from a square near the centre.
pub(super) fn territory(rules: &Rules, man: &Man) -> u32 {
    let board = rules.board;
    let Some(centre) = board.square(i32::from(board.files / 2), i32::from(board.ranks / 2)) else {
        return 0;
    };
    let mut seen = 1u128 << centre.index();
    let mut open = vec![centre];
    while let Some(from) = open.pop() {
        for &leap in man.parts.iter().filter(|p| !p.initial).flat_map(|p| &p.leaps) {
            if let Some(to) = leapt(rules, from, leap, Color::White)
                && seen >> to.index() & 1 == 0
            {
                seen |= 1 << to.index();
                open.push(to);
            }
        }
    }
    seen.count_ones()
}
