//! The engine's clock, and what it allows for a move.

use std::time::Duration;

use super::command::Level;
use crate::search::Limits;
use crate::types::Color;

/// Time for a move under `st 0`, which stands for less than a second, where no clock says more; milliseconds.
const UNDER_A_SECOND: u64 = 100;
/// Where nobody has named a time control: 40 moves in five minutes, XBoard's own default.
const USUAL: Level = Level {
    moves: Some(40),
    base: 300_000,
    increment: 0,
};

/// A duration as clocks count it.
pub fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// How time is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Control {
    /// For the game, or for so many moves.
    Sessions(Level),
    /// For each move, milliseconds.
    EachMove(u64),
}

/// The engine's clock and the other limits of its searches.
#[derive(Clone, Debug)]
pub struct Clock {
    control: Control,
    /// What the clock shows, milliseconds, if that is known.
    left: Option<u64>,
    /// Milliseconds of it that a search cut short has needed for the move that is still to be made.
    used: u64,
    /// After how many plies the moves of a session began to count.
    since: usize,
    /// Deepest search, plies.
    pub depth: Option<u32>,
    /// Nodes that count as a second.
    pub nodes_per_second: Option<u64>,
}

impl Default for Clock {
    fn default() -> Self {
        Clock {
            control: Control::Sessions(USUAL),
            left: None,
            used: 0,
            since: 0,
            depth: None,
            nodes_per_second: None,
        }
    }
}

impl Clock {
    /// A new game: the clock shows all its time again, the other limits are gone.
    pub fn restart(&mut self) {
        *self = Clock {
            control: self.control,
            ..Clock::default()
        };
    }

    /// A time control that counts from here, after so many plies.
    pub fn set_level(&mut self, level: Level, plies: usize) {
        self.control = Control::Sessions(level);
        self.left = None;
        self.used = 0;
        self.since = plies;
    }

    /// So much time for each move, milliseconds.
    pub fn set_exact(&mut self, time: u64) {
        self.control = Control::EachMove(time);
        self.left = None;
        self.used = 0;
    }

    /// What the clock shows, milliseconds.
    pub fn set_left(&mut self, time: u64) {
        self.left = Some(time);
        self.used = 0;
    }

    /// A search that took so many milliseconds was cut short: the move is still to be made.
    pub fn cut_short(&mut self, used: u64) {
        self.used = self.used.saturating_add(used);
    }

    /// Another position: nothing of the next move's time is used up.
    pub fn next_move(&mut self) {
        self.used = 0;
    }

    /// Another game's position is set up: its moves count from the first.
    pub fn set_up(&mut self) {
        self.used = 0;
        self.since = 0;
    }

    /// The engine has made the move that was ply number `plies` (from 1) and needed so many milliseconds.
    pub fn spend(&mut self, used: u64, plies: usize) {
        let used = used.saturating_add(self.used);
        self.used = 0;
        let made = plies.saturating_sub(self.since).div_ceil(2);
        let Control::Sessions(level) = self.control else {
            self.left = None;
            return;
        };
        let left = self.left.unwrap_or(level.base).saturating_sub(used);
        let next_session = level.moves.is_some_and(|moves| made.is_multiple_of(moves as usize));
        let more = if next_session { level.base } else { 0 };
        self.left = Some(left.saturating_add(level.increment).saturating_add(more));
    }

    /// The limits of a search for this side after so many plies.
    pub fn limits(&self, side: Color, plies: usize) -> Limits {
        let mut limits = Limits {
            depth: self.depth,
            nodes_per_second: self.nodes_per_second,
            ..Limits::default()
        };
        let side = side.index();
        let made = plies.saturating_sub(self.since) / 2;
        let rest = |time: u64| time.saturating_sub(self.used);
        match self.control {
            Control::Sessions(level) => {
                limits.time[side] = Some(rest(self.left.unwrap_or(level.base)));
                limits.increment[side] = level.increment;
                limits.moves_to_go = level.moves.map(|moves| moves - (made % moves as usize) as u32);
            }
            Control::EachMove(0) => limits.movetime = Some(self.left.map_or(UNDER_A_SECOND, |left| left.min(1000))),
            Control::EachMove(time) => {
                limits.movetime = Some(rest(time).max(1));
                limits.time[side] = self.left.map(rest);
            }
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(moves: Option<u32>, base: u64, increment: u64) -> Clock {
        let mut clock = Clock::default();
        clock.set_level(Level { moves, base, increment }, 0);
        clock
    }

    #[test]
    fn sessions_begin_anew() {
        let mut clock = level(Some(3), 60_000, 0);
        let togo = |clock: &Clock, made: usize| clock.limits(Color::Black, 2 * made + 1).moves_to_go;
        assert_eq!(
            (togo(&clock, 0), togo(&clock, 2), togo(&clock, 3)),
            (Some(3), Some(1), Some(3))
        );
        clock.spend(10_000, 2);
        clock.spend(10_000, 4);
        assert_eq!(clock.limits(Color::Black, 5).time, [None, Some(40_000)]);
        clock.spend(10_000, 6);
        assert_eq!(clock.limits(Color::Black, 7).time[1], Some(90_000));
    }

    #[test]
    fn a_session_counts_from_its_level() {
        let mut clock = level(Some(40), 60_000, 0);
        let next = Level {
            moves: Some(20),
            base: 30_000,
            increment: 0,
        };
        clock.set_level(next, 79);
        let togo = |clock: &Clock, plies| clock.limits(Color::Black, plies).moves_to_go;
        assert_eq!(
            (togo(&clock, 79), togo(&clock, 81), togo(&clock, 119)),
            (Some(20), Some(19), Some(20))
        );
        clock.set_up();
        assert_eq!((togo(&clock, 1), togo(&clock, 3)), (Some(20), Some(19)));
    }

    #[test]
    fn what_was_cut_short_is_used_up() {
        let mut clock = level(None, 60_000, 0);
        clock.cut_short(50_000);
        assert_eq!(clock.limits(Color::White, 0).time[0], Some(10_000));
        clock.spend(5_000, 1);
        assert_eq!(clock.limits(Color::White, 2).time[0], Some(5_000));
        clock.set_exact(3000);
        clock.cut_short(1000);
        clock.cut_short(500);
        assert_eq!(clock.limits(Color::White, 2).movetime, Some(1500));
        clock.next_move();
        assert_eq!(clock.limits(Color::White, 2).movetime, Some(3000));
        clock.cut_short(9000);
        assert_eq!(clock.limits(Color::White, 2).movetime, Some(1));
    }

    #[test]
    fn what_the_interface_says_counts() {
        let mut clock = level(None, 60_000, 1000);
        clock.spend(5000, 1);
        assert_eq!(clock.limits(Color::White, 2).time[0], Some(56_000));
        clock.set_left(7000);
        let limits = clock.limits(Color::White, 2);
        assert_eq!(
            (limits.time[0], limits.increment[0], limits.moves_to_go),
            (Some(7000), 1000, None)
        );
        clock.depth = Some(4);
        clock.restart();
        let limits = clock.limits(Color::White, 0);
        assert_eq!((limits.time[0], limits.depth), (Some(60_000), None));
    }

    #[test]
    fn exact_time() {
        let mut clock = Clock::default();
        clock.set_exact(2000);
        assert_eq!(clock.limits(Color::White, 10).movetime, Some(2000));
        assert_eq!(clock.limits(Color::White, 10).time, [None, None]);
        clock.set_exact(0);
        assert_eq!(clock.limits(Color::White, 10).movetime, Some(UNDER_A_SECOND));
        clock.set_left(300);
        assert_eq!(clock.limits(Color::White, 10).movetime, Some(300));
        clock.spend(200, 11);
        assert_eq!(clock.limits(Color::White, 12).movetime, Some(UNDER_A_SECOND));
    }
}
