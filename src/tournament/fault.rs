//! What an engine can do wrong.

use std::time::Duration;

/// Why an engine lost a game by something other than the rules of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It did not get as far as being ready for a game.
    #[error("does not start: {0}")]
    Start(String),
    /// Its process has ended, or has closed its output.
    #[error("disconnects ({0})")]
    Crash(String),
    /// It has not answered.
    #[error("stalls (no answer to `{asked}` within {} s)", .after.as_secs_f64())]
    Stall {
        /// What it was asked.
        asked: String,
        /// How long it had.
        after: Duration,
    },
    /// It has written more than an engine has to say.
    #[error("floods its output (more than {} MiB in answer to `{asked}`)", .limit >> 20)]
    Flood {
        /// What it was asked.
        asked: String,
        /// How much it could have written, bytes.
        limit: usize,
    },
    /// Its move is none.
    #[error("makes an illegal move: {0}")]
    IllegalMove(String),
    /// Its move came after the flag.
    #[error("loses on time ({} ms too late)", .late.as_millis())]
    Time {
        /// How late.
        late: Duration,
    },
    /// It claims a result that is none by the rules, or calls a legal move illegal.
    #[error("makes a false claim: {0}")]
    FalseClaim(String),
}

impl Fault {
    /// Whether the engine must be started anew; without `-recover` the match ends.
    pub fn is_fatal(&self) -> bool {
        matches!(
            self,
            Fault::Start(_) | Fault::Crash(_) | Fault::Stall { .. } | Fault::Flood { .. }
        )
    }

    /// The value of the tag `Termination`, in cutechess-cli's words.
    pub fn termination(&self) -> &'static str {
        match self {
            Fault::Start(_) | Fault::Crash(_) => "abandoned",
            Fault::Stall { .. } | Fault::Flood { .. } => "stalled connection",
            Fault::IllegalMove(_) => "illegal move",
            Fault::Time { .. } => "time forfeit",
            Fault::FalseClaim(_) => "rules infraction",
        }
    }

    /// A name for the kind of fault, for a count.
    pub fn kind(&self) -> &'static str {
        match self {
            Fault::Start(_) => "start failure",
            Fault::Crash(_) => "crash",
            Fault::Stall { .. } => "stall",
            Fault::Flood { .. } => "flooded output",
            Fault::IllegalMove(_) => "illegal move",
            Fault::Time { .. } => "time loss",
            Fault::FalseClaim(_) => "false claim",
        }
    }
}
