//! How long an engine may think, as cutechess-cli writes it, and the clock that holds it to that.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How the time for a game is measured out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// No clock: something else must limit the search.
    Unlimited,
    /// So much for each move.
    PerMove(Duration),
    /// A clock.
    Clock {
        /// After how many own moves the base time is added again; never without.
        moves: Option<u32>,
        /// The time to begin with.
        base: Duration,
        /// What is added for each move; the first move has it already.
        increment: Duration,
    },
}

/// A text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no time control; it is `inf` or MOVES/TIME+INCREMENT, where MOVES/ and +INCREMENT may be left out and TIME is seconds or minutes:seconds: 10+0.1, 40/1:30"
)]
pub struct PaceError(String);

impl FromStr for Pace {
    type Err = PaceError;

    fn from_str(text: &str) -> Result<Self, PaceError> {
        let error = || PaceError(text.to_owned());
        if matches!(text, "inf" | "infinite") {
            return Ok(Pace::Unlimited);
        }
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|&m| m > 0).ok_or_else(error)?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = match base.split_once(':') {
            Some((minutes, seconds)) => {
                let minutes: u32 = minutes.parse().map_err(|_| error())?;
                seconds_of(seconds).map(|s| s + Duration::from_secs(60) * minutes)
            }
            None => seconds_of(base),
        };
        let (base, increment) = (base.ok_or_else(error)?, seconds_of(increment).ok_or_else(error)?);
        if base + increment == Duration::ZERO {
            return Err(error());
        }
        Ok(Pace::Clock { moves, base, increment })
    }
}

/// A number of seconds, with a fraction if need be; at most a year.
pub fn seconds_of(text: &str) -> Option<Duration> {
    const YEAR: f64 = 365.0 * 86_400.0;
    let seconds: f64 = text.parse().ok()?;
    // In whole milliseconds: that is what the protocols can say.
    (0.0..=YEAR)
        .contains(&seconds)
        .then(|| Duration::from_millis((seconds * 1000.0).round() as u64))
}

impl fmt::Display for Pace {
    /// As the tag `TimeControl` of PGN has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Pace::Unlimited => f.write_str("-"),
            Pace::PerMove(time) => write!(f, "1/{}", time.as_secs_f64()),
            Pace::Clock { moves, base, increment } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", base.as_secs_f64())?;
                if !increment.is_zero() {
                    write!(f, "+{}", increment.as_secs_f64())?;
                }
                Ok(())
            }
        }
    }
}

/// What limits an engine's thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Its time.
    pub pace: Pace,
    /// Plies to search to.
    pub depth: Option<u32>,
    /// Nodes to search.
    pub nodes: Option<u64>,
    /// How much later than its time it may answer.
    pub margin: Duration,
    /// How long it may take for anything while no clock runs, if that is not as usual.
    pub patience: Option<Duration>,
}

impl Limits {
    /// How long it may take for something that usually takes at most so long.
    pub fn patience(&self, usual: Duration) -> Duration {
        self.patience.unwrap_or(usual)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            pace: Pace::Unlimited,
            depth: None,
            nodes: None,
            margin: Duration::ZERO,
            patience: None,
        }
    }
}

/// One side's clock in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What it was set to.
    pub limits: Limits,
    /// The time left; `None` without a clock.
    pub left: Option<Duration>,
    /// The moves until the base time is added again.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// The clock at the beginning of a game.
    pub fn new(limits: Limits) -> Self {
        let (left, moves_to_go) = match limits.pace {
            Pace::Unlimited => (None, None),
            Pace::PerMove(time) => (Some(time), None),
            Pace::Clock { moves, base, increment } => (Some(base + increment), moves),
        };
        Clock {
            limits,
            left,
            moves_to_go,
        }
    }

    /// What is added for each move.
    pub fn increment(&self) -> Duration {
        match self.limits.pace {
            Pace::Clock { increment, .. } => increment,
            _ => Duration::ZERO,
        }
    }

    /// How long a move may take before the flag falls, the margin included.
    pub fn until_flag(&self) -> Option<Duration> {
        self.left.map(|left| left + self.limits.margin)
    }

    /// Takes the time of a move off. After the flag has fallen, by how much the move was late is the error.
    pub fn spend(&mut self, time: Duration) -> Result<(), Duration> {
        let Some(left) = self.left else { return Ok(()) };
        let late = time.saturating_sub(left + self.limits.margin);
        if !late.is_zero() {
            return Err(late);
        }
        self.left = Some(match self.limits.pace {
            Pace::Clock { base, increment, .. } => left.saturating_sub(time) + increment + self.new_period(base),
            _ => left,
        });
        Ok(())
    }

    /// One move of the period is done: the time that is added if it was the last.
    fn new_period(&mut self, base: Duration) -> Duration {
        let Pace::Clock { moves: Some(moves), .. } = self.limits.pace else {
            return Duration::ZERO;
        };
        match self.moves_to_go {
            Some(to_go) if to_go > 1 => {
                self.moves_to_go = Some(to_go - 1);
                Duration::ZERO
            }
            _ => {
                self.moves_to_go = Some(moves);
                base
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn clock(pace: &str) -> Clock {
        Clock::new(Limits {
            pace: pace.parse().unwrap(),
            ..Limits::default()
        })
    }

    #[test]
    fn time_controls_are_read_and_written() {
        let same = ["10+0.1", "40/60+0.5", "40/90", "0.5+0.01", "0+1"];
        for text in same {
            assert_eq!(text.parse::<Pace>().unwrap().to_string(), text);
        }
        assert_eq!("40/1:30".parse::<Pace>().unwrap().to_string(), "40/90");
        assert_eq!("inf".parse(), Ok(Pace::Unlimited));
        assert_eq!(Pace::PerMove(ms(500)).to_string(), "1/0.5");
        for text in [
            "", "x", "10+", "+1", "-1", "0/10", "40/", "1:x", "0", "nan", "1e300", "10+-1",
        ] {
            let error = text.parse::<Pace>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{text}` is no time control")), "{error}");
        }
    }

    #[test]
    fn the_first_move_has_the_increment() {
        let mut clock = clock("1+0.1");
        assert_eq!(clock.left, Some(ms(1100)));
        assert_eq!(clock.spend(ms(1100)), Ok(()));
        assert_eq!(clock.left, Some(ms(100)));
        assert_eq!(clock.spend(ms(130)), Err(ms(30)));
    }

    #[test]
    fn a_margin_is_forgiven_but_not_given() {
        let mut clock = clock("1+0.1");
        clock.limits.margin = ms(50);
        assert_eq!(clock.spend(ms(1150)), Ok(()));
        assert_eq!(clock.left, Some(ms(100)));
    }

    #[test]
    fn periods_begin_again() {
        let mut clock = clock("2/10");
        assert_eq!(clock.moves_to_go, Some(2));
        clock.spend(ms(3000)).unwrap();
        assert_eq!((clock.left, clock.moves_to_go), (Some(ms(7000)), Some(1)));
        clock.spend(ms(3000)).unwrap();
        assert_eq!((clock.left, clock.moves_to_go), (Some(ms(14_000)), Some(2)));
    }

    #[test]
    fn a_fixed_time_is_there_for_every_move() {
        let mut clock = Clock::new(Limits {
            pace: Pace::PerMove(ms(200)),
            ..Limits::default()
        });
        for _ in 0..3 {
            assert_eq!(clock.spend(ms(200)), Ok(()));
        }
        assert_eq!(clock.spend(ms(201)), Err(ms(1)));
    }
}
