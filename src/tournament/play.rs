//! One game: the players think, the rules core referees.

use std::time::Duration;

use super::adjudication::{Adjudication, Adjudicator};
use super::engine::{Decision, Info, Player, Situation, Trouble};
use super::fault::Fault;
use super::openings::Opening;
use super::outcome::Ending;
use super::time_control::{Clock, Limits};
use crate::Color;
use crate::game::{Game, SetUpError};
use crate::position::{GameResult, MoveError, Notation};
use crate::variant::Rules;

/// What an engine said and took for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// What it said of its search.
    pub info: Info,
    /// How long it took.
    pub time: Duration,
}

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The position it started from, if that was not the variant's own.
    pub fen: Option<String>,
    /// All moves, as UCI writes them.
    pub moves: Vec<String>,
    /// What was thought about each; `None` in the opening.
    pub thoughts: Vec<Option<Thinking>>,
    /// How it ended.
    pub ending: Ending,
    /// The same in words.
    pub why: String,
}

impl Played {
    /// A game that ended before its first move.
    pub fn not_begun(opening: &Opening, ending: Ending, rules: &Rules) -> Self {
        Played {
            why: ending.description(rules),
            fen: opening.fen.clone(),
            moves: opening.moves.clone(),
            thoughts: vec![None; opening.moves.len()],
            ending,
        }
    }
}

/// A game at its beginning, with all that is needed to play it.
pub struct Board<'a> {
    game: &'a mut dyn Game,
    start: String,
    from_array: bool,
    uci: Vec<String>,
    xboard: Vec<String>,
    thoughts: Vec<Option<Thinking>>,
    clocks: [Clock; 2],
    adjudicator: Adjudicator,
    trust: [bool; 2],
}

impl<'a> Board<'a> {
    /// Sets an opening up. Limits are White's first, and so is whether its claims are trusted.
    pub fn new(
        game: &'a mut dyn Game,
        opening: &Opening,
        limits: [Limits; 2],
        adjudication: Adjudication,
        trust: [bool; 2],
    ) -> Result<Self, SetUpError> {
        game.set_up(opening.fen.as_deref(), &[])?;
        let start = game.fen();
        let mut board = Board {
            from_array: opening.fen.is_none(),
            start,
            game,
            uci: Vec::new(),
            xboard: Vec::new(),
            thoughts: Vec::new(),
            clocks: limits.map(Clock::new),
            adjudicator: Adjudicator::new(adjudication, opening.moves.len() as u32),
            trust,
        };
        for (index, text) in opening.moves.iter().enumerate() {
            let number = index + 1;
            board
                .make(text, Notation::Uci, None)
                .map_err(|error| SetUpError::Move { number, error })?;
        }
        Ok(board)
    }

    /// Plays the game out. The players are White and Black.
    pub fn play(mut self, mut players: [&mut dyn Player; 2]) -> Played {
        let ending = match self.make_ready(&mut players) {
            Ok(()) => self.until_end(&mut players),
            Err(ending) => ending,
        };
        let why = ending.description(self.game.rules());
        for player in players {
            player.end_game(ending.result(), &why);
        }
        Played {
            fen: (!self.from_array).then_some(self.start),
            moves: self.uci,
            thoughts: self.thoughts,
            ending,
            why,
        }
    }

    fn make_ready(&self, players: &mut [&mut dyn Player; 2]) -> Result<(), Ending> {
        for side in Color::BOTH {
            let ready = players[side.index()].new_game(&self.situation());
            ready.map_err(|trouble| ending_of(trouble, side))?;
        }
        Ok(())
    }

    fn until_end(&mut self, players: &mut [&mut dyn Player; 2]) -> Ending {
        loop {
            let side = self.game.side();
            if let Some(end) = self.game.end() {
                return Ending::by_rule(end, side, self.game.rules());
            }
            match self.turn(players[side.index()], side) {
                Ok(None) => {}
                Ok(Some(ending)) => return ending,
                Err(trouble) => return ending_of(trouble, side),
            }
        }
    }

    /// One turn of a player. The game may end with it by something else than the rules.
    fn turn(&mut self, player: &mut dyn Player, side: Color) -> Result<Option<Ending>, Trouble> {
        let thought = player.think(&self.situation())?;
        let clock = &mut self.clocks[side.index()];
        clock.spend(thought.time).map_err(|late| Fault::Time { late })?;
        let (text, notation) = match thought.decision {
            // What is longer than any move is none, and need not be quoted whole.
            Decision::Move(text, notation) => (text.chars().take(40).collect::<String>(), notation),
            Decision::Resign => return Ok(Some(Ending::Resignation(side))),
            Decision::Claim(GameResult::Won(winner)) if winner != side => return Ok(Some(Ending::Resignation(side))),
            Decision::Claim(result) if self.trust[side.index()] => return Ok(Some(Ending::Claim(result))),
            // By the rules the game goes on, or it would not be anybody's turn.
            Decision::Claim(result) => {
                return Err(Fault::FalseClaim(format!("`{result}` in {}", self.game.fen())).into());
            }
        };
        let thinking = Thinking {
            info: thought.info,
            time: thought.time,
        };
        self.make(&text, notation, Some(thinking))
            .map_err(|error| Fault::IllegalMove(error.to_string()))?;
        // What the rules say comes first.
        Ok(match self.adjudicator.after_move(side, thinking.info.score) {
            Some(ending) if self.game.end().is_none() => Some(ending),
            _ => None,
        })
    }

    fn make(&mut self, text: &str, notation: Notation, thinking: Option<Thinking>) -> Result<(), MoveError> {
        let uci = self.read(text, notation)?;
        let xboard = self.game.write_move(&uci, Notation::Xboard)?;
        self.game.play(&uci)?;
        self.uci.push(uci);
        self.xboard.push(xboard);
        self.thoughts.push(thinking);
        Ok(())
    }

    /// The move of a text. Engines of the XBoard protocol may also write it algebraically, or leave out that a pawn
    /// becomes a queen.
    fn read(&self, text: &str, notation: Notation) -> Result<String, MoveError> {
        let read = self.game.read_move(text, notation);
        if read.is_ok() || notation != Notation::Xboard {
            return read;
        }
        let queen = format!("{text}q");
        let ways = [(text, Notation::XboardSan), (queen.as_str(), Notation::Xboard)];
        let other = ways
            .into_iter()
            .find_map(|(text, notation)| self.game.read_move(text, notation).ok());
        other.map_or(read, Ok)
    }

    fn situation(&self) -> Situation<'_> {
        Situation {
            start: &self.start,
            from_array: self.from_array,
            uci: &self.uci,
            xboard: &self.xboard,
            side: self.game.side(),
            clocks: &self.clocks,
        }
    }
}

fn ending_of(trouble: Trouble, side: Color) -> Ending {
    match trouble {
        Trouble::Fault(fault) => Ending::Fault(side, fault),
        Trouble::Stopped => Ending::Stopped,
    }
}
