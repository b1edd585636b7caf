//! Fast games of the engine with itself.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::sample::{Noted, Notes, OPEN};
use crate::eval::Evaluator;
use crate::position::GameResult;
use crate::random::{SplitMix64, mix};
use crate::search::{Control, Info, Limits, Report, Score, Table, TableError, think};
use crate::variant::{Rules, Variant};
use crate::{Bitboard, Position};

/// A score this far from even, centipawns, ...
const DECIDED: i32 = OPEN;
/// ... for so many plies in a row ends a game as won.
const DECIDED_PLIES: u32 = 6;
/// Longer games are drawn, plies.
const LONGEST: usize = 400;
/// How often another random line is tried if one has ended the game.
const TRIES: u32 = 100;
/// Size of the table of each thread, MiB.
const TABLE: usize = 1;

/// What games are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// How many.
    pub games: u64,
    /// How many nodes are searched for each move.
    pub nodes: u64,
    /// How many random moves begin a game, or one more.
    pub plies: u32,
    /// What these depend on.
    pub seed: u64,
    /// How many threads play.
    pub threads: usize,
}

/// Plays games and notes their quiet positions. `played` hears how many games are over, now and then.
///
/// # Errors
/// If there is no memory for the tables of the search.
pub fn play<B: Bitboard>(
    rules: &Arc<Rules>,
    evaluator: &Evaluator,
    wanted: &Wanted,
    stop: &AtomicBool,
    played: &(dyn Fn(u64) + Sync),
) -> Result<Vec<Noted>, TableError> {
    let start = Position::<B>::start(Arc::new(Variant::new(Arc::clone(rules))));
    let next = AtomicU64::new(0);
    let games = Mutex::new(Vec::new());
    let work = |mut player: Player<'_, B>| {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= wanted.games || stop.load(Ordering::Relaxed) {
                break;
            }
            let game = player.game(mix(mix(wanted.seed) ^ number));
            let mut games = games.lock().unwrap_or_else(PoisonError::into_inner);
            games.push((number, game));
            played(games.len() as u64);
        }
    };
    let players = (0..wanted.threads.max(1)).map(|_| {
        Ok(Player {
            start: start.clone(),
            evaluator,
            limits: Limits {
                nodes: Some(wanted.nodes),
                ..Limits::default()
            },
            plies: wanted.plies,
            table: Table::try_new(TABLE)?,
        })
    });
    let players: Vec<Player<B>> = players.collect::<Result<_, TableError>>()?;
    thread::scope(|scope| {
        for player in players {
            scope.spawn(|| work(player));
        }
    });

    let mut games = games.into_inner().unwrap_or_else(PoisonError::into_inner);
    games.sort_unstable_by_key(|(number, _)| *number);
    Ok(games.into_iter().flat_map(|(_, game)| game).collect())
}

/// Plays games, one after the other.
struct Player<'a, B: Bitboard> {
    start: Position<B>,
    evaluator: &'a Evaluator,
    limits: Limits,
    plies: u32,
    table: Table,
}

/// Remembers the last score.
#[derive(Default)]
struct Heard(Option<Score>);

impl Report for Heard {
    fn info(&mut self, info: &Info) {
        self.0 = Some(info.score);
    }
}

impl<B: Bitboard> Player<'_, B> {
    /// The quiet positions of a game.
    fn game(&mut self, seed: u64) -> Vec<Noted> {
        let mut notes = Notes::default();
        let Some(mut position) = self.opening(seed) else {
            return Vec::new();
        };
        self.table.clear();
        let mut decided = [0; 2];
        for _ in 0..LONGEST {
            if let Some(end) = position.end() {
                return notes.end(end.result(position.side(), position.variant().rules()));
            }
            let mut heard = Heard::default();
            let control = Control::default();
            let thought = think(
                &position,
                self.evaluator,
                &self.limits,
                &control,
                &mut self.table,
                &mut heard,
            );
            let Some(best) = thought.best else { break };
            let score = match heard.0 {
                Some(Score::Centipawns(score)) => Some(score),
                Some(Score::Mate(moves)) => Some(if moves > 0 { i32::MAX } else { -i32::MAX }),
                None => None,
            };
            if let Some(score) = score {
                for (side, count) in [position.side(), !position.side()].into_iter().zip([score, -score]) {
                    let ahead = &mut decided[side.index()];
                    *ahead = if count >= DECIDED { *ahead + 1 } else { 0 };
                    if *ahead >= DECIDED_PLIES {
                        return notes.end(GameResult::Won(side));
                    }
                }
                notes.add(&position, best, Some(score));
            }
            position.make(best);
        }
        notes.end(GameResult::Draw)
    }

    /// A position after random moves from the start.
    fn opening(&self, seed: u64) -> Option<Position<B>> {
        let mut random = SplitMix64(seed);
        (0..TRIES).find_map(|_| {
            let mut position = self.start.clone();
            let plies = self.plies + (random.next() & 1) as u32;
            for _ in 0..plies {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                if moves.is_empty() || position.end().is_some() {
                    return None;
                }
                position.make(moves[random.below(moves.len())]);
            }
            position.end().is_none().then_some(position)
        })
    }
}
