//! Playing all games of a match, several at a time.
//!
//! Each worker has its own engines and plays the next game of the schedule that nobody has begun. What happens is told
//! as events to the one that called, in the order in which it happens.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use super::adjudication::Adjudication;
use super::engine::{self, EngineSetup, Player, StartError, Trouble};
use super::openings::Openings;
use super::outcome::Ending;
use super::play::{Board, Played};
use super::schedule::{Pairing, Schedule};
use crate::Color;
use crate::game::{self, Game};
use crate::variant::Rules;

/// A match.
#[derive(Clone, Debug)]
pub struct Match {
    /// The game.
    pub rules: Arc<Rules>,
    /// Who plays.
    pub engines: Vec<EngineSetup>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Where the games begin.
    pub openings: Openings,
    /// When they are ended early.
    pub adjudication: Adjudication,
    /// How many are played at a time.
    pub concurrency: usize,
    /// Whether it goes on after an engine has crashed or stalled.
    pub recover: bool,
    /// How long to wait after each game.
    pub wait: Duration,
}

/// What happens in a match.
#[derive(Clone, Debug)]
pub enum Event {
    /// A game has begun.
    Started(Pairing),
    /// A game has ended.
    Finished(Pairing, Played),
    /// Something the user should know of an engine.
    Warning(String),
    /// The match cannot go on: it is not possible as it was described.
    Hopeless(String),
}

/// Plays a match. Every event is given to `hear`, which may break off; then, and when `stop` becomes true, the games
/// that are being played end unfinished.
pub fn run(plan: &Match, stop: &Arc<AtomicBool>, hear: &mut dyn FnMut(Event) -> ControlFlow<()>) {
    let next = AtomicU64::new(0);
    let (events, heard) = mpsc::channel();
    thread::scope(|scope| {
        let games = usize::try_from(plan.schedule.total()).unwrap_or(usize::MAX);
        for _ in 0..plan.concurrency.min(games) {
            let (events, next) = (events.clone(), &next);
            scope.spawn(move || Worker::new(plan, stop, events).work(next));
        }
        // The workers have clones of it.
        drop(events);
        for event in heard {
            if hear(event).is_break() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
}

impl Match {
    /// Whether nothing is played after this.
    fn ends_with(&self, event: &Event) -> bool {
        match event {
            Event::Hopeless(_) => true,
            Event::Finished(_, played) => {
                let fault = played.ending.fault();
                !self.recover && fault.is_some_and(|(_, fault)| fault.is_fatal())
            }
            _ => false,
        }
    }
}

/// One that plays games with its own engines.
struct Worker<'a> {
    plan: &'a Match,
    stop: &'a Arc<AtomicBool>,
    events: Sender<Event>,
    game: Box<dyn Game>,
    /// The engines that are running.
    team: Vec<(usize, Box<dyn Player>)>,
}

impl<'a> Worker<'a> {
    fn new(plan: &'a Match, stop: &'a Arc<AtomicBool>, events: Sender<Event>) -> Self {
        Worker {
            plan,
            stop,
            events,
            game: game::new(Arc::clone(&plan.rules)),
            team: Vec::new(),
        }
    }

    fn work(mut self, next: &AtomicU64) {
        while !self.stop.load(Ordering::Relaxed) {
            let Some(pairing) = self.plan.schedule.game(next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            self.tell(Event::Started(pairing));
            let event = match self.play(pairing) {
                Ok(played) => Event::Finished(pairing, played),
                Err(why) => Event::Hopeless(why),
            };
            if self.plan.ends_with(&event) {
                self.stop.store(true, Ordering::Relaxed);
            }
            self.tell(event);
            thread::sleep(self.plan.wait);
        }
        self.dismiss(|_, _| true);
    }

    fn tell(&self, event: Event) {
        // Who does not listen any more has stopped the match.
        let _ = self.events.send(event);
    }

    /// Plays one game; the error is why the match cannot be played at all.
    fn play(&mut self, pairing: Pairing) -> Result<Played, String> {
        let opening = self.plan.openings.get(pairing.opening, &mut *self.game);
        let opening = opening.map_err(|error| error.to_string())?;
        // Engines that do not play in this game take no memory and no time.
        self.dismiss(|index, _| !pairing.players.contains(&index));
        for side in Color::BOTH {
            if let Err(error) = self.seat(pairing.players[side.index()]) {
                let ending = match error {
                    StartError::Hopeless(why) => return Err(why),
                    StartError::Trouble(Trouble::Stopped) => Ending::Stopped,
                    StartError::Trouble(Trouble::Fault(fault)) => Ending::Fault(side, fault),
                };
                return Ok(Played::not_begun(&opening, ending, &self.plan.rules));
            }
        }
        let setups = pairing.players.map(|index| &self.plan.engines[index]);
        let board = Board::new(
            &mut *self.game,
            &opening,
            setups.map(|setup| setup.limits),
            self.plan.adjudication,
            setups.map(|setup| setup.trust),
        );
        let board = board.map_err(|error| format!("opening {}: {error}", pairing.opening + 1))?;
        let played = match players(&mut self.team, pairing.players) {
            Some(players) => board.play(players),
            None => return Err("both players are the same engine".into()),
        };
        let fault = played.ending.fault();
        let at_fault = fault.map(|(side, _)| pairing.players[side.index()]);
        if fault.is_some_and(|(_, fault)| fault.is_fatal()) {
            // It would not hear that it is to quit.
            self.team.retain(|(index, _)| Some(*index) != at_fault);
        }
        self.dismiss(|index, player| Some(index) == at_fault || player.must_restart());
        Ok(played)
    }

    /// Has an engine running.
    fn seat(&mut self, index: usize) -> Result<(), StartError> {
        if self.team.iter().any(|(seated, _)| *seated == index) {
            return Ok(());
        }
        let setup = &self.plan.engines[index];
        let mut player = engine::start(setup, &self.plan.rules, self.stop)?;
        for warning in player.warnings() {
            self.tell(Event::Warning(format!("{}: {warning}", setup.name)));
        }
        self.team.push((index, player));
        Ok(())
    }

    /// Ends the engines that are meant.
    fn dismiss(&mut self, meant: impl Fn(usize, &dyn Player) -> bool) {
        for (_, mut player) in self.team.extract_if(.., |(index, player)| meant(*index, &**player)) {
            player.quit();
        }
    }
}

/// The engines of a game, White's first.
fn players(team: &mut [(usize, Box<dyn Player>)], wanted: [usize; 2]) -> Option<[&mut dyn Player; 2]> {
    let (mut white, mut black) = (None, None);
    for (index, player) in team {
        if *index == wanted[0] {
            white = Some(&mut **player);
        } else if *index == wanted[1] {
            black = Some(&mut **player);
        }
    }
    Some([white?, black?])
}
