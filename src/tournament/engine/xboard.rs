//! An engine that speaks version 2 of the XBoard protocol.
//!
//! It is kept in force mode but for its own turns, so that it never thinks on its opponent's time and never moves on
//! a position other than the runner's. Its claims are looked at when it is its turn.

use std::ops::Neg;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::features::Features;
use super::options::{Values, find};
use super::process::{Line, Process};
use super::{
    Decision, EngineSetup, Info, Player, QUIT, READY, Restart, START, STOPPED, Setting, Situation, StartError, THINK,
    Thought, Trouble, unknown_variant,
};
use crate::Color;
use crate::position::{GameResult, Notation};
use crate::tournament::fault::Fault;
use crate::tournament::time_control::Pace;
use crate::variant::Rules;

/// How long an engine that says nothing of `done` may take to name its features.
const FEATURES: Duration = Duration::from_secs(8);
/// The name that the protocol has for chess.
const CHESS: &str = "normal";

/// An engine that speaks the XBoard protocol.
pub struct XboardPlayer {
    process: Process,
    features: Features,
    setup: EngineSetup,
    warnings: Vec<String>,
    /// What it calls the variant.
    variant: String,
    /// The number of the last `ping`.
    pings: u32,
    /// How many of the game's moves it knows.
    known: usize,
}

impl XboardPlayer {
    /// Learns what an engine is and sees whether it can play a variant as it is to be played.
    pub fn start(setup: &EngineSetup, rules: &Rules, stop: &Arc<AtomicBool>) -> Result<Self, StartError> {
        let name = match rules.name.as_str() {
            "chess" => CHESS,
            name => name,
        };
        let mut player = XboardPlayer {
            process: Process::start(&setup.launch, stop)?,
            features: Features::default(),
            setup: setup.clone(),
            warnings: Vec::new(),
            variant: setup.variant.clone().unwrap_or_else(|| name.to_owned()),
            pings: 0,
            known: 0,
        };
        for line in &setup.init {
            player.process.say(line);
        }
        player.learn_features()?;
        let plays = |names: &Vec<String>| names.contains(&player.variant);
        if player.features.variants.as_ref().is_some_and(|names| !plays(names)) {
            let known = player
                .features
                .variants
                .as_ref()
                .map_or(String::new(), |names| names.join(", "));
            return Err(unknown_variant(setup, &player.variant, &format!("it plays {known}")));
        }
        let lacks = match &player.features {
            features if setup.sets_up && !features.setboard => "cannot set up positions: it has no feature setboard",
            features if setup.limits.nodes.is_some() && !features.nps => "cannot count nodes: it has no feature nps",
            _ => "",
        };
        if !lacks.is_empty() {
            return Err(StartError::Hopeless(format!("{} {lacks}", setup.name)));
        }
        for setting in &setup.settings {
            player.set(setting)?;
        }
        player.ping(&mut |_, _| Ok(()))?;
        Ok(player)
    }

    fn learn_features(&mut self) -> Result<(), StartError> {
        let limits = self.setup.limits;
        self.process.say("xboard");
        self.process.say("protover 2");
        let begin = Instant::now();
        loop {
            let time = match self.features.done {
                Some(true) => return Ok(()),
                Some(false) => limits.patience(START),
                None => limits.patience(FEATURES),
            };
            let Some(line) = self.process.hear_until(begin + time)? else {
                return match self.features.done {
                    Some(false) => Err(self.process.stall(time).into()),
                    // Nobody needs to say anything.
                    _ => Ok(()),
                };
            };
            if let Some(features) = line.text.strip_prefix("feature ") {
                for answer in self.features.read(features) {
                    self.process.say(&answer);
                }
            }
        }
    }

    fn set(&mut self, setting: &Setting) -> Result<(), StartError> {
        // These two have commands of their own; they are named as in cutechess-cli.
        let number = setting.value.parse::<u32>().is_ok();
        match setting.name.as_str() {
            "memory" if self.features.memory && number => self.process.say(&format!("memory {}", setting.value)),
            "cores" if self.features.smp && number => self.process.say(&format!("cores {}", setting.value)),
            _ => {
                let Some((option, value)) = find(&self.features.options, setting, &self.setup, &mut self.warnings)?
                else {
                    return Ok(());
                };
                let line = match (&option.values, value.as_str()) {
                    (Values::Button, _) => format!("option {}", option.name),
                    (Values::Check, "true") => format!("option {}=1", option.name),
                    (Values::Check, _) => format!("option {}=0", option.name),
                    _ => format!("option {}={value}", option.name),
                };
                self.process.say(&line);
            }
        }
        Ok(())
    }

    /// Waits until it has done all it was told; `heard` gets what it says until then.
    fn ping(&mut self, heard: &mut dyn FnMut(&mut Process, &Line) -> Result<(), Trouble>) -> Result<(), Trouble> {
        if !self.features.ping {
            return Ok(());
        }
        let patience = self.setup.limits.patience(READY);
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.process.say(&format!("ping {}", self.pings));
        self.process
            .wait_for(patience, |process, line| match line.text == pong {
                true => Some(Ok(())),
                false => heard(process, line).err().map(Err),
            })?
    }

    /// How long it may think.
    fn say_limits(&mut self) {
        let limits = self.setup.limits;
        match limits.pace {
            Pace::Clock { moves, base, increment } => {
                let (minutes, seconds) = (base.as_secs() / 60, base.as_secs() % 60);
                let (moves, increment) = (moves.unwrap_or(0), increment.as_secs_f64());
                self.process
                    .say(&format!("level {moves} {minutes}:{seconds:02} {increment}"));
            }
            Pace::PerMove(time) => self.process.say(&format!("st {}", time.as_secs_f64())),
            Pace::Unlimited => self.process.say(&format!("st {}", limits.patience(THINK).as_secs())),
        }
        if let Some(depth) = limits.depth {
            self.process.say(&format!("sd {depth}"));
        }
        if let Some(nodes) = limits.nodes {
            self.process.say("st 1");
            self.process.say(&format!("nps {nodes}"));
        }
    }

    /// Tells it the moves it does not know yet.
    fn say_moves(&mut self, moves: &[String]) {
        let prefix = if self.features.usermove { "usermove " } else { "" };
        for text in moves.iter().skip(self.known) {
            self.process.say(&format!("{prefix}{text}"));
        }
        self.known = moves.len();
    }

    fn say_clocks(&mut self, situation: &Situation) {
        let centiseconds = |side: Color| {
            let left = situation.clocks[side.index()].left;
            left.map(|left| (left.as_millis() / 10).max(1))
        };
        if let (true, Some(own)) = (self.features.time, centiseconds(situation.side)) {
            self.process.say(&format!("time {own}"));
            self.process
                .say(&format!("otim {}", centiseconds(!situation.side).unwrap_or(own)));
        }
    }
}

impl Player for XboardPlayer {
    fn new_game(&mut self, situation: &Situation) -> Result<(), Trouble> {
        self.process.say("new");
        if self.variant != CHESS {
            self.process.say(&format!("variant {}", self.variant));
        }
        self.process.say("force");
        self.say_limits();
        self.process.say("post");
        self.process.say("easy");
        if !situation.from_array {
            self.process.say(&format!("setboard {}", situation.start));
        }
        self.known = 0;
        // What it still has to say of the last game is done with.
        self.ping(&mut |_, _| Ok(()))
    }

    fn think(&mut self, situation: &Situation) -> Result<Thought, Trouble> {
        let mut early = None;
        self.say_moves(situation.xboard);
        self.ping(&mut |_, line| match message(&line.text) {
            Message::Refusal => Err(false_refusal(line)),
            Message::Decision(decision @ (Decision::Resign | Decision::Claim(_))) => {
                early = Some(decision);
                Ok(())
            }
            _ => Ok(()),
        })?;
        let mut info = Info::default();
        if let Some(decision) = early {
            return Ok(Thought {
                decision,
                time: Duration::ZERO,
                info,
            });
        }

        self.say_clocks(situation);
        let begin = Instant::now();
        self.process.say("go");
        let mut decision = |_: &mut Process, line: &Line| match message(&line.text) {
            Message::Decision(decision) => Some(Ok((decision, line.at))),
            Message::Refusal => Some(Err(false_refusal(line))),
            Message::Other => {
                info.read_xboard(&line.text);
                None
            }
        };
        let patience = self.setup.limits.patience(STOPPED);
        let time = situation.thinking_time();
        let (decision, at) = self.process.wait_or_hurry(time, "?", patience, &mut decision)??;
        self.process.say("force");
        self.known += 1;
        if self.setup.white_scores && situation.side == Color::Black {
            info.score = info.score.map(Neg::neg);
        }
        Ok(Thought {
            decision,
            time: at.saturating_duration_since(begin),
            info,
        })
    }

    fn end_game(&mut self, result: GameResult, why: &str) {
        self.process.say("force");
        self.process.say(&format!("result {result} {{{why}}}"));
    }

    fn must_restart(&self) -> bool {
        match self.setup.restart {
            Restart::On => true,
            Restart::Off => false,
            Restart::Auto => !self.features.reuse,
        }
    }

    fn warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    fn quit(&mut self) {
        self.process.quit(QUIT);
    }
}

/// It calls a move illegal that is not.
fn false_refusal(line: &Line) -> Trouble {
    let said: String = line.text.chars().take(60).collect();
    Fault::FalseClaim(format!("it says `{said}`")).into()
}

/// What a line means for the game.
#[derive(Debug, PartialEq, Eq)]
enum Message {
    Decision(Decision),
    /// It calls a move illegal.
    Refusal,
    Other,
}

fn message(line: &str) -> Message {
    let mut words = line.split_ascii_whitespace();
    let moved = |text: &str| Message::Decision(Decision::Move(text.to_owned(), Notation::Xboard));
    match words.next() {
        Some("move") => moved(words.next().unwrap_or_default()),
        Some("resign") => Message::Decision(Decision::Resign),
        Some("1-0") => Message::Decision(Decision::Claim(GameResult::Won(Color::White))),
        Some("0-1") => Message::Decision(Decision::Claim(GameResult::Won(Color::Black))),
        Some("1/2-1/2") => Message::Decision(Decision::Claim(GameResult::Draw)),
        Some(word) if word.starts_with("Illegal") => Message::Refusal,
        // As the first version of the protocol has it: `1. ... e7e5`.
        Some(number) if is_move_number(number) && words.next() == Some("...") => match (words.next(), words.next()) {
            (Some(text), None) => moved(text),
            _ => Message::Other,
        },
        _ => Message::Other,
    }
}

fn is_move_number(word: &str) -> bool {
    word.strip_suffix('.')
        .is_some_and(|number| number.parse::<u32>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_an_engine() {
        let moved = |text: &str| Message::Decision(Decision::Move(text.into(), Notation::Xboard));
        assert_eq!(message("move e2e4"), moved("e2e4"));
        assert_eq!(message("move"), moved(""));
        assert_eq!(message("12. ... e7e5"), moved("e7e5"));
        assert_eq!(message("resign"), Message::Decision(Decision::Resign));
        let black_won = Decision::Claim(GameResult::Won(Color::Black));
        assert_eq!(message("0-1 {Black mates}"), Message::Decision(black_won));
        assert_eq!(message("Illegal move: e2e5"), Message::Refusal);
        for other in [
            "",
            "Error (unknown command): x",
            "2 13 5 120 1. ... e5 2. Nc3",
            "offer draw",
            "moves e2e4",
            "# 1-0",
        ] {
            assert_eq!(message(other), Message::Other, "{other}");
        }
    }
}
