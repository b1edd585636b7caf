//! The engine's clock, and what it allows for a move.

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

    /// A time control.
    pub fn set_level(&mut self, level: Level) {
        self.control = Control::Sessions(level);
        self.left = None;
    }

    /// So much time for each move, milliseconds.
    pub fn set_exact(&mut self, time: u64) {
        self.control = Control::EachMove(time);
        self.left = None;
    }

    /// What the clock shows, milliseconds.
    pub fn set_left(&mut self, time: u64) {
        self.left = Some(time);
    }

    /// The engine has made its move number `made` (from 1) and needed so many milliseconds.
    pub fn spend(&mut self, used: u64, made: u32) {
        let Control::Sessions(level) = self.control else {
            self.left = None;
            return;
        };
        let left = self.left.unwrap_or(level.base).saturating_sub(used);
        let next_session = level.moves.is_some_and(|moves| made.is_multiple_of(moves));
        let more = if next_session { level.base } else { 0 };
        self.left = Some(left.saturating_add(level.increment).saturating_add(more));
    }

    /// The limits of a search for a side that has made so many moves.
    pub fn limits(&self, side: Color, made: u32) -> Limits {
        let mut limits = Limits {
            depth: self.depth,
            nodes_per_second: self.nodes_per_second,
            ..Limits::default()
        };
        let side = side.index();
        match self.control {
            Control::Sessions(level) => {
                limits.time[side] = Some(self.left.unwrap_or(level.base));
                limits.increment[side] = level.increment;
                limits.moves_to_go = level.moves.map(|moves| moves - made % moves);
            }
            Control::EachMove(0) => limits.movetime = Some(self.left.map_or(UNDER_A_SECOND, |left| left.min(1000))),
            Control::EachMove(time) => {
                limits.movetime = Some(time);
                limits.time[side] = self.left;
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
        clock.set_level(Level { moves, base, increment });
        clock
    }

    #[test]
    fn sessions_begin_anew() {
        let mut clock = level(Some(3), 60_000, 0);
        let togo = |clock: &Clock, made| clock.limits(Color::Black, made).moves_to_go;
        assert_eq!(
            (togo(&clock, 0), togo(&clock, 2), togo(&clock, 3)),
            (Some(3), Some(1), Some(3))
        );
        clock.spend(10_000, 1);
        clock.spend(10_000, 2);
        assert_eq!(clock.limits(Color::Black, 2).time, [None, Some(40_000)]);
        clock.spend(10_000, 3);
        assert_eq!(clock.limits(Color::Black, 3).time[1], Some(90_000));
    }

    #[test]
    fn what_the_interface_says_counts() {
        let mut clock = level(None, 60_000, 1000);
        clock.spend(5000, 1);
        assert_eq!(clock.limits(Color::White, 1).time[0], Some(56_000));
        clock.set_left(7000);
        let limits = clock.limits(Color::White, 1);
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
        assert_eq!(clock.limits(Color::White, 5).movetime, Some(2000));
        assert_eq!(clock.limits(Color::White, 5).time, [None, None]);
        clock.set_exact(0);
        assert_eq!(clock.limits(Color::White, 5).movetime, Some(UNDER_A_SECOND));
        clock.set_left(300);
        assert_eq!(clock.limits(Color::White, 5).movetime, Some(300));
        clock.spend(200, 6);
        assert_eq!(clock.limits(Color::White, 6).movetime, Some(UNDER_A_SECOND));
    }
}
