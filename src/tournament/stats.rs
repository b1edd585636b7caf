//! What results say of the strength of two engines: score, Elo difference, likelihood of superiority.
//!
//! With `-repeat` two games belong together: the same opening with colours exchanged. Their results are not independent,
//! so what is counted then is pairs by their points (the pentanomial distribution); its error bars are right, and mostly
//! narrower.

/// The points that quantile 0.975 of the normal distribution is away from its mean, in standard deviations: 95% of it
/// lie within.
const SIGMAS_OF_95_PERCENT: f64 = 1.959_963_984_540_054;

/// How often each result occurred, from the fewest points to the most; from the view of the first engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Results<const N: usize>(pub [u64; N]);

/// Single games: losses, draws, wins.
pub type Games = Results<3>;

/// Pairs of games: those with 0, half a point, 1, one and a half, 2.
pub type Pairs = Results<5>;

/// An estimate with the half width of its 95% interval, both in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate; infinite if every game was won or lost.
    pub value: f64,
    /// What may be added or subtracted; infinite where the interval has no end.
    pub error: f64,
}

impl<const N: usize> Default for Results<N> {
    fn default() -> Self {
        Results([0; N])
    }
}

impl<const N: usize> Results<N> {
    /// How many games one result is of.
    const GAMES: u64 = (N as u64 - 1) / 2;

    /// Counts one result of so many half points; more than there can be are none.
    pub fn add(&mut self, half_points: usize) {
        if let Some(count) = self.0.get_mut(half_points) {
            *count += 1;
        }
    }

    /// How many results there are.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// How many games they are of.
    pub fn games(&self) -> u64 {
        self.count() * Self::GAMES
    }

    /// The part of all points that was won, 0 to 1; `None` without any games.
    pub fn score(&self) -> Option<f64> {
        let total = self.count() as f64;
        let points = self.0.iter().enumerate().map(|(i, n)| Self::value(i) * *n as f64);
        (total > 0.0).then(|| points.sum::<f64>() / total)
    }

    /// The part of a result's points that result `i` has.
    pub(super) fn value(i: usize) -> f64 {
        i as f64 / (N as f64 - 1.0)
    }

    /// The mean square of how far results are from `around`, as parts of a result's points.
    fn variance(&self, around: f64) -> f64 {
        let squares = self.0.iter().enumerate();
        let squares = squares.map(|(i, n)| (Self::value(i) - around).powi(2) * *n as f64);
        squares.sum::<f64>() / self.count() as f64
    }

    /// The Elo difference that the score stands for, -400 lg (1 / score - 1), with its error bar: the interval of the
    /// score by the normal distribution, turned into Elo, and half its width, as cutechess has it. `None` without any games.
    pub fn elo(&self) -> Option<Estimate> {
        let score = self.score()?;
        let error = SIGMAS_OF_95_PERCENT * (self.variance(score) / self.count() as f64).sqrt();
        let (low, high) = (elo(score - error), elo(score + error));
        Some(Estimate {
            value: elo(score),
            error: finite_or_infinite((high - low) / 2.0),
        })
    }

    /// The difference in normalized Elo, which compares the score with its deviation and so does not depend on the
    /// draw rate: (score - 1/2) / deviation per game times 800 / ln 10. `None` without any games. Source: M. Van den
    /// Bergh, "Normalized Elo".
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let score = self.score()?;
        let deviation = (self.variance(score) * Self::GAMES as f64).sqrt();
        let scale = 800.0 / std::f64::consts::LN_10;
        Some(Estimate {
            value: match score == 0.5 {
                true => 0.0,
                false => (score - 0.5) / deviation * scale,
            },
            error: SIGMAS_OF_95_PERCENT / (self.games() as f64).sqrt() * scale,
        })
    }
}

impl Games {
    /// So many won, drawn and lost.
    pub fn new(wins: u64, draws: u64, losses: u64) -> Self {
        Results([losses, draws, wins])
    }

    /// The part of the games that was drawn, 0 to 1; `None` without any games.
    pub fn draw_ratio(&self) -> Option<f64> {
        let [_, draws, _] = self.0;
        (self.count() > 0).then(|| draws as f64 / self.count() as f64)
    }

    /// The likelihood that the first engine is the stronger one, 0 to 1: by wins and losses only, as cutechess has it
    /// (chessprogramming wiki, "Match Statistics").
    pub fn los(&self) -> f64 {
        let [losses, _, wins] = self.0.map(|n| n as f64);
        match wins + losses > 0.0 {
            true => normal((wins - losses) / (wins + losses).sqrt()),
            false => 0.5,
        }
    }
}

impl Pairs {
    /// The part of the pairs that ended even, 0 to 1; `None` without any games.
    pub fn draw_ratio(&self) -> Option<f64> {
        let [_, _, even, _, _] = self.0;
        (self.count() > 0).then(|| even as f64 / self.count() as f64)
    }

    /// The likelihood that the first engine is the stronger one, 0 to 1: where the score of an even match lies in the
    /// normal distribution around the score found, as fishtest has it.
    pub fn los(&self) -> f64 {
        let Some(score) = self.score() else { return 0.5 };
        let deviation = (self.variance(score) / self.count() as f64).sqrt();
        match score == 0.5 {
            true => 0.5,
            false => normal((score - 0.5) / deviation),
        }
    }
}

/// The Elo difference of a score, infinite where the score is not between 0 and 1.
fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// The score expected at an Elo difference.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The distance between two infinities of the same sign is not a number; as an error bar it is no bound at all.
fn finite_or_infinite(error: f64) -> f64 {
    if error.is_nan() { f64::INFINITY } else { error }
}

/// The normal distribution up to so many standard deviations.
fn normal(sigmas: f64) -> f64 {
    libm::erfc(-sigmas / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!(
            (found - expected).abs() <= 0.005_001,
            "{found} is not {expected} to two decimals"
        );
    }

    /// Elo with its error, normalized Elo with its error.
    fn check(results: (Option<Estimate>, Option<Estimate>), expected: [f64; 4]) {
        let (elo, normalized) = (results.0.unwrap(), results.1.unwrap());
        let found = [elo.value, elo.error, normalized.value, normalized.error];
        found.into_iter().zip(expected).for_each(|(f, e)| near(f, e));
    }

    /// The values of fastchess's own tests (app/tests/elo_test.cpp), which agree with fishtest's stat_util.py.
    #[test]
    fn known_values() {
        let games = Games::new(136, 111, 96);
        check((games.elo(), games.normalized_elo()), [40.70, 30.43, 49.77, 36.77]);
        let pairs = Results([34, 54, 31 + 32, 64, 75]);
        check((pairs.elo(), pairs.normalized_elo()), [55.58, 27.65, 57.94, 28.28]);
        near(pairs.los() * 100.0, 100.00);
        let pairs = Results([332, 433, 457 + 41, 333, 334]);
        check((pairs.elo(), pairs.normalized_elo()), [-8.64, 10.33, -9.17, 10.96]);
        near(pairs.los() * 100.0, 5.05);
        let pairs = Results([7895, 8757, 5485 + 200, 568, 9999]);
        check((pairs.elo(), pairs.normalized_elo()), [-21.04, 2.95, -19.01, 2.65]);
    }

    /// Nine more wins than losses among 29 decided games are 1.671 deviations, of which a table of the normal
    /// distribution says 0.9527.
    #[test]
    fn likelihood_of_superiority() {
        near(Games::new(19, 100, 10).los() * 100.0, 95.27);
        assert_eq!(Games::new(5, 7, 5).los(), 0.5);
        assert_eq!(Games::default().los(), 0.5);
        assert_eq!(Pairs::default().los(), 0.5);
        assert_eq!(Results([0, 0, 0, 0, 3]).los(), 1.0);
    }

    #[test]
    fn few_games_say_little() {
        assert_eq!(Games::default().elo(), None);
        let one_sided = Games::new(3, 0, 0).elo().unwrap();
        assert_eq!((one_sided.value, one_sided.error), (f64::INFINITY, f64::INFINITY));
        let even = Games::new(0, 9, 0);
        assert_eq!(even.elo(), Some(Estimate { value: 0.0, error: 0.0 }));
        assert_eq!(even.normalized_elo().map(|e| e.value), Some(0.0));
        assert_eq!(Games::new(1, 1, 0).elo().unwrap().error, f64::INFINITY);
        assert_eq!(Games::new(6, 2, 2).draw_ratio(), Some(0.2));
    }
}
