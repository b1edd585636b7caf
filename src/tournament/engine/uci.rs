//! An engine that speaks UCI.

use std::ops::Neg;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::options::{Declared, Values, find};
use super::process::Process;
use super::{
    Decision, EngineSetup, Info, Player, QUIT, READY, Restart, START, STOPPED, Setting, Situation, StartError, Thought,
    Trouble, unknown_variant,
};
use crate::position::{GameResult, Notation};
use crate::tournament::time_control::{Clock, Pace};
use crate::variant::Rules;

/// The name that UCI engines have for chess; for chess nothing is said.
const CHESS: &str = "chess";

/// An engine that speaks UCI.
pub struct UciPlayer {
    pub(super) process: Process,
    options: Vec<Declared>,
    setup: EngineSetup,
    warnings: Vec<String>,
}

impl UciPlayer {
    /// Learns what an engine is and has it play a variant.
    pub fn start(setup: &EngineSetup, rules: &Rules, stop: &Arc<AtomicBool>) -> Result<Self, StartError> {
        let mut player = UciPlayer {
            process: Process::start(&setup.launch, stop)?,
            options: Vec::new(),
            setup: setup.clone(),
            warnings: Vec::new(),
        };
        for line in &setup.init {
            player.process.say(line);
        }
        player.learn_options()?;
        for setting in &setup.settings {
            player.set(setting)?;
        }
        player.choose_variant(rules)?;
        player.ready()?;
        Ok(player)
    }

    fn learn_options(&mut self) -> Result<(), StartError> {
        let patience = self.setup.limits.patience(START);
        self.process.say("uci");
        let mut options = Vec::new();
        self.process.wait_for(patience, |_, line| {
            options.extend(Declared::from_uci(&line.text));
            (line.text == "uciok").then_some(())
        })?;
        self.options = options;
        Ok(())
    }

    fn option(&self, name: &str) -> Option<&Declared> {
        self.options
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn set(&mut self, setting: &Setting) -> Result<(), StartError> {
        let Some((option, value)) = find(&self.options, setting, &self.setup, &mut self.warnings)? else {
            return Ok(());
        };
        let mut line = format!("setoption name {}", option.name);
        if option.values != Values::Button {
            line += &format!(" value {value}");
        }
        self.process.say(&line);
        // A file of variants brings new values of others.
        if option.name.eq_ignore_ascii_case("VariantPath") {
            self.learn_options()?;
        }
        Ok(())
    }

    /// Makes it play a game. Nothing is said for chess, as an engine that knows no other may have no such option.
    fn choose_variant(&mut self, rules: &Rules) -> Result<(), StartError> {
        let name = self.setup.variant.clone().unwrap_or_else(|| rules.name.clone());
        let free = rules.castles_freely();
        if let Some(path) = self.setup.definitions.clone()
            && !self.plays(&name)
            && self.option("VariantPath").is_some()
        {
            let value = path.display().to_string();
            let name = "VariantPath".to_owned();
            self.set(&Setting {
                name,
                value,
                required: true,
            })?;
        }
        let chess960 = free && self.option("UCI_Chess960").is_some();
        // Whoever has the option for free castling has no name for chess with it.
        let name = if name == "fischerandom" && chess960 && !self.plays(&name) {
            CHESS.into()
        } else {
            name
        };
        if self.plays(&name) {
            if name != CHESS || self.setup.settings.iter().any(|setting| setting.name == "VariantPath") {
                self.process.say(&format!("setoption name UCI_Variant value {name}"));
            }
        } else if name != CHESS {
            let known = match self.option("UCI_Variant").map(|option| &option.values) {
                Some(Values::Combo(values)) => format!("it plays {}", values.join(", ")),
                _ => "it has no option UCI_Variant with names to choose from".into(),
            };
            return Err(unknown_variant(&self.setup, &name, &known));
        }
        if chess960 {
            self.process.say("setoption name UCI_Chess960 value true");
        }
        if self.option("Ponder").is_some() {
            self.process.say("setoption name Ponder value false");
        }
        Ok(())
    }

    fn plays(&self, name: &str) -> bool {
        let values = self.option("UCI_Variant").map(|option| &option.values);
        matches!(values, Some(Values::Combo(values)) if values.iter().any(|value| value == name))
    }

    /// Waits until it has done all it was told.
    fn ready(&mut self) -> Result<(), Trouble> {
        let patience = self.setup.limits.patience(READY);
        self.process.say("isready");
        self.process
            .wait_for(patience, |_, line| (line.text == "readyok").then_some(()))
    }
}

impl Player for UciPlayer {
    fn new_game(&mut self, _: &Situation) -> Result<(), Trouble> {
        self.process.say("ucinewgame");
        self.ready()
    }

    fn think(&mut self, situation: &Situation) -> Result<Thought, Trouble> {
        self.process.say(&position(situation.start, situation.uci));
        // It takes the position in while the clock stands, and what it still had to say of an earlier one is done with.
        self.ready()?;
        let mut info = Info::default();
        let mut best_move = |_: &mut Process, line: &super::process::Line| {
            info.read_uci(&line.text);
            let best = line.text.strip_prefix("bestmove")?;
            let text = best.split_ascii_whitespace().next().unwrap_or_default().to_owned();
            (best.is_empty() || best.starts_with([' ', '\t'])).then_some((text, line.at))
        };
        let begin = Instant::now();
        self.process.say(&go(situation));
        let patience = self.setup.limits.patience(STOPPED);
        let time = situation.thinking_time();
        let (text, at) = self.process.wait_or_hurry(time, "stop", patience, &mut best_move)?;
        if self.setup.white_scores && situation.side == crate::Color::Black {
            info.score = info.score.map(Neg::neg);
        }
        Ok(Thought {
            decision: Decision::Move(text, Notation::Uci),
            time: at.saturating_duration_since(begin),
            info,
        })
    }

    fn end_game(&mut self, _: GameResult, _: &str) {}

    fn must_restart(&self) -> bool {
        self.setup.restart == Restart::On
    }

    fn warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    fn quit(&mut self) {
        self.process.quit(QUIT);
    }
}

/// The line that sets up a game after these moves.
pub(super) fn position(fen: &str, moves: &[String]) -> String {
    let mut line = format!("position fen {fen}");
    if !moves.is_empty() {
        line += " moves ";
        line += &moves.join(" ");
    }
    line
}

/// The line that starts the search.
fn go(situation: &Situation) -> String {
    let mut line = String::from("go");
    let clock = situation.clock();
    match clock.limits.pace {
        Pace::Unlimited => {}
        Pace::PerMove(time) => line += &format!(" movetime {}", time.as_millis()),
        Pace::Clock { .. } => {
            let [white, black] = situation.clocks.each_ref();
            line += &format!(
                " wtime {} btime {} winc {} binc {}",
                left(white),
                left(black),
                white.increment().as_millis(),
                black.increment().as_millis()
            );
            if let Some(moves) = clock.moves_to_go {
                line += &format!(" movestogo {moves}");
            }
        }
    }
    if let Some(depth) = clock.limits.depth {
        line += &format!(" depth {depth}");
    }
    if let Some(nodes) = clock.limits.nodes {
        line += &format!(" nodes {nodes}");
    }
    line
}

/// The time left, milliseconds. One who has no clock has all the time there is.
fn left(clock: &Clock) -> u128 {
    const DAY: Duration = Duration::from_secs(86_400);
    clock.left.unwrap_or(DAY).as_millis().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;
    use crate::tournament::time_control::Limits;

    fn situation_says(limits: [Limits; 2], moves: &[&str]) -> (String, String) {
        let uci: Vec<String> = moves.iter().map(|&mv| mv.to_owned()).collect();
        let situation = Situation {
            start: "FEN",
            from_array: true,
            uci: &uci,
            xboard: &uci,
            side: Color::White,
            clocks: &limits.map(Clock::new),
        };
        (position(situation.start, situation.uci), go(&situation))
    }

    fn limits(pace: &str) -> Limits {
        Limits {
            pace: pace.parse().unwrap(),
            ..Limits::default()
        }
    }

    #[test]
    fn what_is_said_before_a_move() {
        let (position, go) = situation_says([limits("10+0.1"), limits("40/60")], &["e2e4", "e7e5"]);
        assert_eq!(position, "position fen FEN moves e2e4 e7e5");
        assert_eq!(go, "go wtime 10100 btime 60000 winc 100 binc 0");
        let (position, go) = situation_says([limits("40/60"), limits("inf")], &[]);
        assert_eq!(position, "position fen FEN");
        assert_eq!(go, "go wtime 60000 btime 86400000 winc 0 binc 0 movestogo 40");
        let fixed = Limits {
            pace: Pace::PerMove(Duration::from_millis(250)),
            ..Limits::default()
        };
        assert_eq!(situation_says([fixed, fixed], &[]).1, "go movetime 250");
        let nodes = Limits {
            nodes: Some(1000),
            depth: Some(5),
            ..Limits::default()
        };
        assert_eq!(situation_says([nodes, nodes], &[]).1, "go depth 5 nodes 1000");
    }
}
