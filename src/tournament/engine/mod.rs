//! Engines as players: processes that speak UCI or the XBoard protocol.

mod divide;
mod features;
mod info;
mod options;
pub mod process;
mod uci;
mod xboard;

pub use info::Info;
pub use process::Launch;
pub use uci::UciPlayer;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::fault::Fault;
use super::time_control::{Clock, Limits};
use crate::Color;
use crate::position::{GameResult, Notation};
use crate::variant::Rules;

/// How long an engine may take to say what it is.
const START: Duration = Duration::from_secs(35);
/// How long it may take to be ready when it has not to think.
const READY: Duration = Duration::from_secs(15);
/// How long it may take to move when its time is over and it has been told to.
const STOPPED: Duration = Duration::from_secs(15);
/// How long after its flag it is told to move.
const GRACE: Duration = Duration::from_millis(200);
/// How long it may think where it has no clock.
const THINK: Duration = Duration::from_secs(600);
/// How long it may take to quit.
const QUIT: Duration = Duration::from_secs(5);

/// The protocol an engine speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// UCI.
    #[default]
    Uci,
    /// Version 2 of the XBoard protocol.
    Xboard,
}

/// Whether an engine is started anew for every game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Restart {
    /// If it says that it must be.
    #[default]
    Auto,
    /// For every game.
    On,
    /// Never.
    Off,
}

/// An option to set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// Its value; empty for a button.
    pub value: String,
    /// Whether the engine must have it: it was asked of this engine, not of all.
    pub required: bool,
}

/// All there is to say of one engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineSetup {
    /// Its name in the match.
    pub name: String,
    /// What it speaks.
    pub protocol: Protocol,
    /// Its process.
    pub launch: Launch,
    /// What it calls the variant, if something else than the runner does.
    pub variant: Option<String>,
    /// Options to set.
    pub settings: Vec<Setting>,
    /// Lines to send before anything else.
    pub init: Vec<String>,
    /// What limits its thinking.
    pub limits: Limits,
    /// Whether it is started anew for every game.
    pub restart: Restart,
    /// Whether its claims of a result are taken as true.
    pub trust: bool,
    /// Whether its scores are from White's side.
    pub white_scores: bool,
    /// Whether it must be able to set up positions.
    pub sets_up: bool,
    /// The file of definitions that an engine gets which does not know the variant and has an option `VariantPath`.
    pub definitions: Option<PathBuf>,
}

/// A game as it stands.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The position it started from.
    pub start: &'a str,
    /// Whether that is the variant's own.
    pub from_array: bool,
    /// The moves played since, as UCI writes them.
    pub uci: &'a [String],
    /// The same as the XBoard protocol writes them.
    pub xboard: &'a [String],
    /// Who is to move.
    pub side: Color,
    /// Their clocks, White's first.
    pub clocks: &'a [Clock; 2],
}

impl Situation<'_> {
    /// The clock of the side to move.
    pub fn clock(&self) -> &Clock {
        &self.clocks[self.side.index()]
    }

    /// How long the side to move may think before it is told to move.
    fn thinking_time(&self) -> Duration {
        let clock = self.clock();
        match clock.until_flag() {
            Some(time) => time + GRACE,
            None => clock.limits.patience(THINK),
        }
    }
}

/// What a player wants to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// To play this.
    Move(String, Notation),
    /// To give up.
    Resign,
    /// To have the game end so.
    Claim(GameResult),
}

/// A decision and how it came.
#[derive(Clone, Debug)]
pub struct Thought {
    /// What it has decided.
    pub decision: Decision,
    /// How long that took.
    pub time: Duration,
    /// What it has said of its thinking.
    pub info: Info,
}

/// Why a player gives no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// It has done something wrong.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The match has been stopped.
    #[error("the match has been stopped")]
    Stopped,
}

/// Why an engine cannot play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// It never will: the match cannot be played as it was described.
    #[error("{0}")]
    Hopeless(String),
    /// Not this time.
    #[error(transparent)]
    Trouble(Trouble),
}

impl From<Trouble> for StartError {
    /// Whatever goes wrong before the first game is a failure to start.
    fn from(trouble: Trouble) -> Self {
        let trouble = match trouble {
            Trouble::Fault(Fault::Crash(how)) => Fault::Start(how).into(),
            Trouble::Fault(fault @ (Fault::Stall { .. } | Fault::Flood { .. })) => {
                Fault::Start(fault.to_string()).into()
            }
            other => other,
        };
        StartError::Trouble(trouble)
    }
}

/// One who plays games.
pub trait Player: Send {
    /// Makes ready for a game. The clocks are not running.
    fn new_game(&mut self, situation: &Situation) -> Result<(), Trouble>;
    /// Thinks about what to do; it is its turn.
    fn think(&mut self, situation: &Situation) -> Result<Thought, Trouble>;
    /// Hears how the game ended.
    fn end_game(&mut self, result: GameResult, why: &str);
    /// Whether it must be started anew for each game.
    fn must_restart(&self) -> bool;
    /// What it has to say of itself that the user should know, each once.
    fn warnings(&mut self) -> Vec<String>;
    /// Leaves.
    fn quit(&mut self);
}

/// Starts an engine for a variant. When `stop` becomes true, its answers are not waited for any more.
pub fn start(setup: &EngineSetup, rules: &Rules, stop: &Arc<AtomicBool>) -> Result<Box<dyn Player>, StartError> {
    Ok(match setup.protocol {
        Protocol::Uci => Box::new(UciPlayer::start(setup, rules, stop)?),
        Protocol::Xboard => Box::new(xboard::XboardPlayer::start(setup, rules, stop)?),
    })
}

/// That an engine does not play a variant.
fn unknown_variant(setup: &EngineSetup, name: &str, known: &str) -> StartError {
    StartError::Hopeless(format!("{} does not play {name}; {known}", setup.name))
}
