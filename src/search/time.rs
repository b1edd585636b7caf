//! The clock of one move: how long to think, in whole milliseconds.

use std::time::Instant;

use super::Limits;
use crate::Color;

/// How many more moves a game is planned for when no time control is in sight. With an increment `i` the clock settles
/// where `clock / HORIZON` is the part of `i` that is not spent at once, here at eight increments and the reserve.
const HORIZON: u64 = 22;
/// Nobody's next time control is planned for in more moves than this.
const MOST_MOVES: u64 = 50;
/// Part of the increment that is spent at once, in eighths.
const INCREMENT_EIGHTHS: u64 = 5;
/// The hard limit as a multiple of the soft one.
const STRETCH: u64 = 3;
/// Not planned with, milliseconds: the machine may stall. Of a clock that is nearly empty three quarters are kept
/// back, so that it fills up again by its increments.
const RESERVE: u64 = 150;
/// Part of the whole clock that one move may use at most, in eighths, when other moves have to follow.
const SHARE_EIGHTHS: u64 = 3;
/// The last move before a time control still leaves this part of the clock, as a divisor.
const LAST_RESERVE: u64 = 8;
/// An iteration is not begun after this part of the soft limit, in eighths: it would hardly be finished in the rest.
const BEGIN_EIGHTHS: u64 = 6;

/// How long one move may take, milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// What it should take.
    pub soft: u64,
    /// What it must not exceed.
    pub hard: u64,
}

impl Budget {
    /// From the clock of the side to move; `None` if its time is not limited.
    pub fn new(limits: &Limits, side: Color) -> Option<Self> {
        let exactly = |time: u64| {
            let time = time.saturating_sub(limits.overhead).max(1);
            Budget { soft: time, hard: time }
        };
        match (limits.time[side.index()], limits.movetime) {
            (None, None) => None,
            (Some(clock), None) => Some(Budget::for_clock(clock, limits, side)),
            (None, Some(time)) => Some(exactly(time)),
            // A move's exact time is kept, but never at the price of the game.
            (Some(clock), Some(time)) => Some(exactly(time.min(clock))),
        }
    }

    fn for_clock(time: u64, limits: &Limits, side: Color) -> Self {
        let left = time.saturating_sub(limits.overhead);
        let left = left - RESERVE.min(left / 4 * 3);
        let moves = match limits.moves_to_go {
            Some(moves) if moves > 0 => u64::from(moves).min(MOST_MOVES),
            _ => HORIZON,
        };
        let increment = eighths(limits.increment[side.index()], INCREMENT_EIGHTHS);
        let most = match moves {
            1 => left - left / LAST_RESERVE,
            _ => eighths(left, SHARE_EIGHTHS),
        };
        let soft = (left / moves).saturating_add(increment).min(most);
        let hard = soft.saturating_mul(STRETCH).min(most);
        // A search of no time at all has nothing to say; a millisecond is below any delay around it.
        Budget {
            soft: soft.max(1),
            hard: hard.max(1),
        }
    }
}

/// So many eighths (at most 8) of an amount of any size, rounded down.
fn eighths(amount: u64, count: u64) -> u64 {
    amount / 8 * count + amount % 8 * count / 8
}

/// The running clock of one search. Each of its threads has a copy.
#[derive(Clone)]
pub(super) struct Clock {
    /// When the search began: what is reported counts from here.
    begun: Instant,
    /// When our own time began to run: later, if the search began on the opponent's.
    running: Instant,
    /// Nodes searched by then.
    nodes_before: u64,
    /// How many nodes are a second, if time is measured by them.
    nodes_per_second: Option<u64>,
    budget: Option<Budget>,
    exact: bool,
}

impl Clock {
    /// Starts now.
    pub fn start(limits: &Limits, side: Color) -> Self {
        let now = Instant::now();
        Clock {
            begun: now,
            running: now,
            nodes_before: 0,
            nodes_per_second: limits.nodes_per_second.filter(|&nodes| nodes > 0),
            budget: Budget::new(limits, side),
            exact: limits.movetime.is_some(),
        }
    }
    /// Our own time begins to run now (`ponderhit`), after so many nodes.
    pub fn ponderhit(&mut self, nodes: u64) {
        self.running = Instant::now();
        self.nodes_before = nodes;
    }
    /// Since the search began, milliseconds.
    pub fn elapsed(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }
    /// Whether time is limited.
    pub fn limited(&self) -> bool {
        self.budget.is_some()
    }
    /// Whether the limit asks for its whole length to be used.
    pub fn exact(&self) -> bool {
        self.exact
    }
    fn running_for(&self, nodes: u64) -> u64 {
        match self.nodes_per_second {
            Some(second) => (nodes - self.nodes_before).saturating_mul(1000) / second,
            None => self.running.elapsed().as_millis() as u64,
        }
    }
    /// Whether the search must stop now, after so many nodes.
    pub fn expired(&self, nodes: u64) -> bool {
        self.budget.is_some_and(|b| self.running_for(nodes) >= b.hard)
    }
    /// Whether another iteration is worth beginning, after so many nodes. `share`: how much of the usual time this move
    /// deserves, in 1/1024.
    pub fn allows_iteration(&self, nodes: u64, share: u64) -> bool {
        self.budget.is_none_or(|b| {
            let most = if self.exact {
                b.hard
            } else {
                let begin = b.soft.saturating_mul(BEGIN_EIGHTHS).div_ceil(8);
                (begin.saturating_mul(share) / 1024).clamp(1, b.hard)
            };
            self.running_for(nodes) < most
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn limits(time: u64, increment: u64, moves_to_go: Option<u32>, overhead: u64) -> Limits {
        Limits {
            time: [Some(time), None],
            increment: [increment, 0],
            moves_to_go,
            overhead,
            ..Limits::default()
        }
    }

    fn budget(limits: &Limits) -> Budget {
        Budget::new(limits, Color::White).unwrap_or(Budget { soft: 0, hard: 0 })
    }

    #[test]
    fn only_ones_own_clock_counts() {
        assert_eq!(Budget::new(&limits(1000, 0, None, 0), Color::Black), None);
        assert_eq!(Budget::new(&Limits::default(), Color::White), None);
    }

    #[test]
    fn an_empty_clock_still_gives_a_millisecond() {
        for moves in [None, Some(0), Some(1), Some(40)] {
            assert_eq!(budget(&limits(0, 0, moves, 10)), Budget { soft: 1, hard: 1 });
            assert_eq!(budget(&limits(0, 5000, moves, 10)), Budget { soft: 1, hard: 1 });
            assert!(budget(&limits(10, 0, moves, 0)).hard <= 9);
        }
    }

    #[test]
    fn the_last_move_before_a_control_uses_most_of_the_clock() {
        let last = budget(&limits(8000, 0, Some(1), 0));
        assert!(last.soft == last.hard && (6800..7000).contains(&last.hard), "{last:?}");
    }

    #[test]
    fn a_moves_exact_time_is_used_unless_the_clock_is_shorter() {
        let fixed = |movetime, time| {
            let limits = Limits {
                movetime: Some(movetime),
                time: [time, None],
                overhead: 20,
                ..Limits::default()
            };
            budget(&limits).hard
        };
        assert_eq!(fixed(500, None), 480);
        assert_eq!(fixed(500, Some(60_000)), 480);
        assert_eq!(fixed(500, Some(100)), 80);
        assert_eq!(fixed(0, None), 1);
    }

    #[test]
    fn nodes_can_be_the_measure_of_time() {
        let limits = Limits {
            movetime: Some(2000),
            nodes_per_second: Some(1000),
            ..Limits::default()
        };
        let mut clock = Clock::start(&limits, Color::White);
        assert!(!clock.expired(1999) && clock.expired(2000));
        clock.ponderhit(500);
        assert!(!clock.expired(2499) && clock.expired(2500));
        assert!(clock.allows_iteration(2499, 1024) && !clock.allows_iteration(2500, 1024));
    }

    /// A whole game in which every move takes its hard limit and a delay as long as the overhead.
    #[test]
    fn a_long_game_at_two_seconds_never_runs_out() {
        let (overhead, increment) = (10, 20);
        let mut clock: u64 = 2000;
        for number in 0..400 {
            let used = budget(&limits(clock, increment, None, overhead)).hard + overhead;
            assert!(used < clock, "move {number}: {used} of {clock}");
            clock = clock - used + increment;
        }
        // At its usual pace it keeps a reserve against stalls.
        let mut clock: u64 = 2000;
        for _ in 0..400 {
            clock = clock - budget(&limits(clock, increment, None, overhead)).soft - 5 + increment;
        }
        assert!(clock > 200, "{clock}");
    }

    proptest! {
        #[test]
        fn the_hard_limit_stays_within_the_clock(
            time in prop_oneof![0u64..50, 0u64..10_000, any::<u64>()],
            increment in prop_oneof![Just(0u64), 0u64..10_000, any::<u64>()],
            moves in proptest::option::of(any::<u32>()),
            overhead in prop_oneof![0u64..100, any::<u64>()],
            movetime in proptest::option::of(any::<u64>()),
        ) {
            let limits = Limits { movetime, ..limits(time, increment, moves, overhead) };
            let budget = budget(&limits);
            prop_assert!(budget.soft <= budget.hard);
            prop_assert!(budget.soft >= 1);
            prop_assert!(budget.hard <= time.saturating_sub(overhead).max(1));
        }
    }
}
