//! The sequential probability ratio test: when a match has shown enough.
//!
//! The generalized test of fishtest: the log-likelihood ratio of two hypotheses about the Elo difference, each with the
//! distribution of results that fits the results found best among those the hypothesis allows. Sources: M. Van den
//! Bergh, "Comparing the approximations for the generalized log likelihood ratio of a multinomial distribution" (logistic
//! Elo), "Comments on normalized Elo" (normalized Elo).

use super::stats::{Results, expected_score};

/// What stands for a result that has not occurred, in results: a small prior.
const UNSEEN: f64 = 1e-3;
/// Elo differences beyond this are not what this test is for.
const MOST_ELO: f64 = 200.0;

/// What the hypotheses are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Elo, so the score.
    Logistic,
    /// Normalized Elo, so the score over its deviation per game.
    Normalized,
}

/// A test of the hypothesis that the Elo difference is `elo1` against that it is `elo0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// Why there is no such test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses.
    #[error("elo0={0} elo1={1}: expected elo0 below elo1, both from -{MOST_ELO} to {MOST_ELO}")]
    Elo(f64, f64),
    /// The probabilities of error.
    #[error("alpha={0} beta={1}: expected two probabilities above 0, together below 1")]
    Errors(f64, f64),
}

/// What the test has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// `elo0` is accepted.
    H0,
    /// `elo1` is accepted.
    H1,
}

impl Sprt {
    /// A test with the probability `alpha` to accept `elo1` where `elo0` is true, and `beta` of the reverse.
    ///
    /// # Errors
    /// If `elo0` is not below `elo1`, one of them is beyond what the test is for, or a probability is none.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: Model) -> Result<Self, SprtError> {
        let usual = |elo: f64| elo.abs() <= MOST_ELO;
        if !(elo0 < elo1 && usual(elo0) && usual(elo1)) {
            return Err(SprtError::Elo(elo0, elo1));
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Errors(alpha, beta));
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        })
    }

    /// The two hypotheses, Elo.
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The log-likelihood ratios at which `elo0` and `elo1` are accepted (A. Wald).
    pub fn bounds(&self) -> (f64, f64) {
        let (alpha, beta) = (self.alpha, self.beta);
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The log-likelihood ratio of `elo1` to `elo0` after these results; 0 without any.
    pub fn llr<const N: usize>(&self, results: &Results<N>) -> f64 {
        if results.count() == 0 {
            return 0.0;
        }
        let seen = Distribution::of(results);
        let ratio = match self.model {
            Model::Logistic => {
                let [s0, s1] = [self.elo0, self.elo1].map(expected_score);
                seen.log_ratio(seen.with_mean(s0), seen.with_mean(s1))
            }
            Model::Normalized => {
                let scale = ((N as f64 - 1.0) / 2.0).sqrt() * std::f64::consts::LN_10 / 800.0;
                let [t0, t1] = [self.elo0, self.elo1].map(|elo| elo * scale);
                let exact = seen.log_ratio(seen.with_t_value(t0), seen.with_t_value(t1));
                exact.or(Some(seen.approximate_log_ratio(t0, t1)))
            }
        };
        ratio.unwrap_or(0.0) * seen.total
    }

    /// What a log-likelihood ratio decides; `None`: the test goes on.
    pub fn verdict(&self, llr: f64) -> Option<Verdict> {
        let (low, high) = self.bounds();
        if llr >= high {
            Some(Verdict::H1)
        } else {
            (llr <= low).then_some(Verdict::H0)
        }
    }
}

/// The relative frequencies of results; none is 0.
struct Distribution<const N: usize> {
    probability: [f64; N],
    total: f64,
}

impl<const N: usize> Distribution<N> {
    fn of(results: &Results<N>) -> Self {
        let counts = results.0.map(|n| if n == 0 { UNSEEN } else { n as f64 });
        let total = counts.iter().sum();
        Distribution {
            probability: counts.map(|n| n / total),
            total,
        }
    }

    fn values() -> [f64; N] {
        std::array::from_fn(Results::<N>::value)
    }

    /// The mean of the logarithm of the ratio of two distributions over this one.
    fn log_ratio(&self, h0: Option<[f64; N]>, h1: Option<[f64; N]>) -> Option<f64> {
        let (h0, h1) = (h0?, h1?);
        Some((0..N).map(|i| self.probability[i] * (h1[i] / h0[i]).ln()).sum())
    }

    /// The most likely distribution whose mean is `mean`, given this one as found ("Comparing the approximations",
    /// Proposition 1.1).
    fn with_mean(&self, mean: f64) -> Option<[f64; N]> {
        self.tilted(Self::values().map(|value| value - mean))
    }

    /// The most likely distribution whose mean is `t` deviations above 1/2, given this one as found ("Comments on
    /// normalized Elo", section 4.1): a fixed point of solutions for the linearised condition.
    fn with_t_value(&self, t: f64) -> Option<[f64; N]> {
        /// Far more rounds than it takes where it converges at all.
        const MOST_ROUNDS: usize = 100;
        const CLOSE: f64 = 1e-12;
        let values = Self::values();
        let mut fitted = [1.0 / N as f64; N];
        for _ in 0..MOST_ROUNDS {
            let (mean, variance) = moments(&values, &fitted);
            let deviation = variance.sqrt();
            let condition = values.map(|value| {
                let distance = (value - mean) / deviation;
                value - 0.5 - t * deviation * (1.0 + distance * distance) / 2.0
            });
            let next = self.tilted(condition)?;
            let change = (0..N).map(|i| (next[i] - fitted[i]).abs()).fold(0.0, f64::max);
            fitted = next;
            if change < CLOSE {
                break;
            }
        }
        Some(fitted)
    }

    /// The distribution closest to this one under which `condition` has the mean 0: this one divided by
    /// 1 + x `condition`. `None` if the condition has the same sign throughout.
    fn tilted(&self, condition: [f64; N]) -> Option<[f64; N]> {
        let least = condition.iter().copied().fold(f64::INFINITY, f64::min);
        let most = condition.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if !(least < 0.0 && most > 0.0) {
            return None;
        }
        let mean = |x: f64| -> f64 {
            let terms = self.probability.iter().zip(&condition);
            terms.map(|(p, c)| p * c / (1.0 + x * c)).sum()
        };
        // The mean falls from infinity to minus infinity between the poles, so halving finds its only root.
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        loop {
            let middle = (low + high) / 2.0;
            if middle <= low || middle >= high {
                break;
            }
            if mean(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let x = (low + high) / 2.0;
        Some(std::array::from_fn(|i| self.probability[i] / (1.0 + x * condition[i])))
    }

    /// What the log ratio for t-values is close to ("Comments on normalized Elo", section 4.2).
    fn approximate_log_ratio(&self, t0: f64, t1: f64) -> f64 {
        let (mean, variance) = moments(&Self::values(), &self.probability);
        let t = (mean - 0.5) / variance.sqrt();
        ((1.0 + (t - t0).powi(2)) / (1.0 + (t - t1).powi(2))).ln() / 2.0
    }
}

/// Mean and variance.
fn moments<const N: usize>(values: &[f64; N], probability: &[f64; N]) -> (f64, f64) {
    let mean = (0..N).map(|i| values[i] * probability[i]).sum::<f64>();
    let variance = (0..N).map(|i| (values[i] - mean).powi(2) * probability[i]).sum();
    (mean, variance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Model::{Logistic, Normalized};

    fn llr<const N: usize>(results: [u64; N], elo0: f64, elo1: f64, model: Model) -> f64 {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap().llr(&Results(results))
    }

    /// Made with fishtest's LLRcalc.py (LLR_logistic, LLR_normalized), which needs scipy. The first twelve results are
    /// those of fastchess's tests (app/tests/sprt_test.cpp) and of fishtest's stat_util.py.
    #[test]
    fn known_values() {
        let trinomial = [
            ([36027, 68692, 36433], 0.0, 2.0, -0.002982, 0.923293),
            ([10650, 20431, 10871], -1.75, 0.25, 3.496019, 2.297500),
            ([0, 0, 4250], 0.0, 10.0, 120.564679, 120.548268),
            ([21184, 40708, 21404], 0.5, 2.5, -1.571889, -0.298985),
            ([57030, 106593, 57433], 0.0, 2.0, -2.593024, -0.438639),
            ([10, 20, 30], 0.0, 5.0, 0.423169, 0.346418),
            ([3, 0, 2], 0.0, 50.0, -0.195559, -0.194691),
            ([100, 50, 0], 0.0, 20.0, -8.882975, -7.275201),
            ([1, 0, 0], 0.0, 5.0, -0.014495, -0.014487),
        ];
        for (results, elo0, elo1, logistic, normalized) in trinomial {
            check(results, elo0, elo1, logistic, normalized);
        }
        let pentanomial = [
            ([365, 16618, 36229, 16974, 390], 0.0, 2.0, -0.005920, 2.250368),
            ([127, 4883, 10712, 5150, 104], -1.75, 0.25, 6.862003, 3.010154),
            ([0, 0, 0, 0, 5550], 0.0, 5.0, 79.296251, 111.797555),
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.074126, 0.406799),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, -4.978673, 0.804451),
            ([10789, 19328, 33806, 19402, 10543], -3.0, 1.0, 2.131068, 0.300870),
            ([39, 2226, 31451, 2412, 40], 0.764, 3.439, -27.865237, 2.162941),
            ([1, 4, 9, 6, 3], 0.0, 10.0, 0.276824, 0.212192),
            ([0, 3, 9, 6, 0], -5.0, 5.0, 0.344741, 0.172576),
            ([5, 0, 0, 0, 5], 0.0, 30.0, -0.037253, -0.074030),
        ];
        for (results, elo0, elo1, logistic, normalized) in pentanomial {
            check(results, elo0, elo1, logistic, normalized);
        }
    }

    fn check<const N: usize>(results: [u64; N], elo0: f64, elo1: f64, logistic: f64, normalized: f64) {
        for (model, expected) in [(Logistic, logistic), (Normalized, normalized)] {
            let found = llr(results, elo0, elo1, model);
            assert!(
                (found - expected).abs() < 1e-4 * expected.abs().max(1.0),
                "{results:?} {model:?}: {found} is not {expected}"
            );
        }
    }

    #[test]
    fn bounds_and_verdicts() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Logistic).unwrap();
        let (low, high) = sprt.bounds();
        assert!((low + 2.944_439).abs() < 1e-6 && (high - 2.944_439).abs() < 1e-6);
        assert_eq!(sprt.verdict(2.95), Some(Verdict::H1));
        assert_eq!(sprt.verdict(-2.95), Some(Verdict::H0));
        assert_eq!(sprt.verdict(2.9), None);
        assert_eq!(sprt.llr(&Results([0; 5])), 0.0);
    }

    #[test]
    fn tests_that_cannot_be_are_refused() {
        let new = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, Normalized).unwrap_err().to_string();
        assert_eq!(
            new(5.0, 0.0, 0.05, 0.05),
            "elo0=5 elo1=0: expected elo0 below elo1, both from -200 to 200"
        );
        assert!(new(f64::NAN, 0.0, 0.05, 0.05).starts_with("elo0=NaN"));
        assert!(new(0.0, 5.0, 0.0, 0.05).ends_with("expected two probabilities above 0, together below 1"));
        assert!(new(0.0, 5.0, 0.6, 0.6).starts_with("alpha=0.6"));
    }

    #[test]
    fn extreme_results_give_numbers() {
        for elo1 in [1.0, 50.0, 200.0] {
            for model in [Logistic, Normalized] {
                for results in [
                    [0, 0, 1_000_000, 0, 0],
                    [1, 0, 0, 0, 0],
                    [0, 0, 0, 0, 1],
                    [9, 0, 0, 0, 900_000],
                ] {
                    assert!(
                        llr(results, -200.0, elo1, model).is_finite(),
                        "{results:?} {elo1} {model:?}"
                    );
                }
            }
        }
    }
}
