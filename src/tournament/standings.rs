//! What the games of a match have brought so far.

use std::collections::{BTreeMap, HashMap};

use super::play::Played;
use super::schedule::Pairing;
use super::stats::{Games, Pairs};
use crate::Color;
use crate::position::GameResult;

/// A fault and the game in which it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultNote {
    /// The number of the game.
    pub game: u64,
    /// The engine.
    pub engine: usize,
    /// How many plies had been played.
    pub plies: usize,
    /// Its kind, for a count.
    pub kind: &'static str,
    /// What it was.
    pub what: String,
}

/// The results of a match.
#[derive(Clone, Debug)]
pub struct Standings {
    engines: usize,
    /// From White's view, by White and Black.
    games: Vec<Games>,
    /// From the view of the first, by both; filled where the first has the lower number.
    pairs: Vec<Pairs>,
    /// The half points, from the view of the engine with the lower number, of the one game of a pair that is over.
    half_pairs: HashMap<u64, usize>,
    endings: BTreeMap<&'static str, u64>,
    faults: Vec<FaultNote>,
    plies: u64,
}

impl Standings {
    /// For so many engines.
    pub fn new(engines: usize) -> Self {
        Standings {
            engines,
            games: vec![Games::default(); engines * engines],
            pairs: vec![Pairs::default(); engines * engines],
            half_pairs: HashMap::new(),
            endings: BTreeMap::new(),
            faults: Vec::new(),
            plies: 0,
        }
    }

    /// Counts a game.
    pub fn add(&mut self, pairing: &Pairing, played: &Played) {
        *self.endings.entry(played.ending.kind()).or_default() += 1;
        if let Some((side, fault)) = played.ending.fault() {
            self.faults.push(FaultNote {
                game: pairing.number,
                engine: pairing.players[side.index()],
                plies: played.moves.len(),
                kind: fault.kind(),
                what: fault.to_string(),
            });
        }
        let Some(for_white) = half_points(played.ending.result()) else {
            return;
        };
        self.plies += played.moves.len() as u64;
        let [white, black] = pairing.players;
        self.games[white * self.engines + black].add(for_white);
        if let Some(pair) = pairing.pair {
            let (first, second) = (white.min(black), white.max(black));
            let for_first = if white == first { for_white } else { 2 - for_white };
            match self.half_pairs.remove(&pair) {
                Some(other) => self.pairs[first * self.engines + second].add(for_first + other),
                None => {
                    self.half_pairs.insert(pair, for_first);
                }
            }
        }
    }

    /// How many games have a result.
    pub fn finished(&self) -> u64 {
        self.games.iter().map(Games::count).sum()
    }

    /// The games of an engine that was White against another, from its view.
    pub fn as_white(&self, engine: usize, against: usize) -> Games {
        self.games[engine * self.engines + against]
    }

    /// The games of two engines, from the view of the first.
    pub fn games(&self, engine: usize, against: usize) -> Games {
        plus(self.as_white(engine, against), reversed(self.as_white(against, engine)))
    }

    /// All games of an engine, from its view.
    pub fn all_games(&self, engine: usize) -> Games {
        let others = (0..self.engines).filter(|&other| other != engine);
        others
            .map(|other| self.games(engine, other))
            .fold(Games::default(), plus)
    }

    /// All games from White's view.
    pub fn white(&self) -> Games {
        self.games.iter().copied().fold(Games::default(), plus)
    }

    /// The pairs of games of two engines, the first of which has the lower number.
    pub fn pairs(&self, engine: usize, against: usize) -> Pairs {
        self.pairs[engine * self.engines + against]
    }

    /// How often games ended how; what was most often comes first.
    pub fn endings(&self) -> Vec<(&'static str, u64)> {
        let mut endings: Vec<_> = self.endings.iter().map(|(kind, count)| (*kind, *count)).collect();
        endings.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        endings
    }

    /// All faults, in the order of their games.
    pub fn faults(&self) -> Vec<FaultNote> {
        let mut faults = self.faults.clone();
        faults.sort_by_key(|fault| fault.game);
        faults
    }

    /// How many plies a game that has a result had on the average.
    pub fn mean_length(&self) -> Option<f64> {
        let games = self.finished();
        (games > 0).then(|| self.plies as f64 / games as f64)
    }
}

/// White's half points.
fn half_points(result: GameResult) -> Option<usize> {
    match result {
        GameResult::Won(Color::White) => Some(2),
        GameResult::Draw => Some(1),
        GameResult::Won(Color::Black) => Some(0),
        GameResult::Unfinished => None,
    }
}

fn plus(one: Games, other: Games) -> Games {
    let mut sum = one;
    sum.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    sum
}

/// The same games from the other side.
fn reversed(games: Games) -> Games {
    let [losses, draws, wins] = games.0;
    Games::new(losses, draws, wins)
}

#[cfg(test)]
mod tests {
    use super::super::fault::Fault;
    use super::super::outcome::Ending;
    use super::*;

    fn played(ending: Ending) -> Played {
        Played {
            fen: None,
            moves: vec!["e2e4".into(); 3],
            thoughts: vec![None; 3],
            ending,
            why: String::new(),
        }
    }

    fn pairing(number: u64, players: [usize; 2]) -> Pairing {
        Pairing {
            number,
            round: 1,
            players,
            opening: 0,
            pair: Some((number - 1) / 2),
        }
    }

    fn wins(side: Color) -> Played {
        played(Ending::Resignation(!side))
    }

    #[test]
    fn games_count_for_both_and_pairs_by_points() {
        let mut standings = Standings::new(2);
        standings.add(&pairing(1, [0, 1]), &wins(Color::White));
        standings.add(&pairing(4, [1, 0]), &wins(Color::White));
        standings.add(&pairing(2, [1, 0]), &played(Ending::TooLong));
        standings.add(&pairing(3, [0, 1]), &wins(Color::Black));
        standings.add(&pairing(5, [0, 1]), &wins(Color::White));
        assert_eq!(standings.games(0, 1), Games::new(2, 1, 2));
        assert_eq!(standings.all_games(1), Games::new(2, 1, 2));
        assert_eq!(standings.white(), Games::new(3, 1, 1));
        assert_eq!(standings.pairs(0, 1).0, [1, 0, 0, 1, 0]);
        assert_eq!(standings.endings(), [("resignation", 4), ("maximum length", 1)]);
        assert_eq!((standings.finished(), standings.mean_length()), (5, Some(3.0)));
    }

    #[test]
    fn faults_are_noted_and_unfinished_games_are_no_results() {
        let mut standings = Standings::new(2);
        let fault = Fault::IllegalMove("x".into());
        standings.add(&pairing(2, [1, 0]), &played(Ending::Fault(Color::White, fault)));
        standings.add(&pairing(1, [0, 1]), &played(Ending::Stopped));
        assert_eq!(standings.finished(), 1);
        assert_eq!(standings.games(0, 1), Games::new(1, 0, 0));
        let faults = standings.faults();
        assert_eq!((faults.len(), faults[0].game, faults[0].engine), (1, 2, 1));
    }
}
