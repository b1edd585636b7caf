//! Where the games of a match begin: the variant's own position, its numbered arrangements, a file, random moves.

use crate::game::{Game, SetUpError};
use crate::random::SplitMix64;
use crate::variant::{self, ShuffleError};

/// Where one game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The position; the variant's own without one.
    pub fen: Option<String>,
    /// The moves to play from there, as UCI writes them.
    pub moves: Vec<String>,
}

/// Where openings come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// The variant's own position.
    #[default]
    Start,
    /// Its numbered arrangements, from this number on.
    Shuffle(u64),
    /// A file; at least one.
    List(Vec<Opening>),
}

/// The openings of a match by number. The same number and seed give the same opening.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    /// Where they come from.
    pub source: Source,
    /// How many plies of random moves follow.
    pub random_plies: u32,
    /// What the random moves depend on.
    pub seed: u64,
}

/// Why there is no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// No such arrangement.
    #[error(transparent)]
    Shuffle(#[from] ShuffleError),
    /// It cannot be set up.
    #[error("opening {number}: {error}")]
    SetUp {
        /// Its number, from 1.
        number: u64,
        /// Why.
        error: SetUpError,
    },
    /// Every try at random moves ended the game.
    #[error("opening {number}: {plies} random plies end the game each time")]
    Ends {
        /// Its number, from 1.
        number: u64,
        /// How many random plies it was to have.
        plies: u32,
    },
}

impl Openings {
    /// Whether engines must be able to set up positions other than the variant's own.
    pub fn have_positions(&self) -> bool {
        match &self.source {
            Source::Start => false,
            Source::Shuffle(_) => true,
            Source::List(list) => list.iter().any(|opening| opening.fen.is_some()),
        }
    }

    /// The opening of a number from 0. `game` is of the variant; which position it has does not matter.
    pub fn get(&self, index: u64, game: &mut dyn Game) -> Result<Opening, OpeningError> {
        let mut opening = match &self.source {
            Source::Start => Opening::default(),
            Source::Shuffle(from) => {
                let fen = variant::arrangement(game.rules(), from.saturating_add(index))?;
                Opening {
                    fen: Some(fen).filter(|fen| *fen != game.rules().start),
                    moves: Vec::new(),
                }
            }
            Source::List(list) => list
                .get(index as usize % list.len().max(1))
                .cloned()
                .unwrap_or_default(),
        };
        if self.random_plies > 0 {
            self.add_random(index, &mut opening, game)?;
        }
        Ok(opening)
    }

    /// Adds random legal moves that do not end the game.
    fn add_random(&self, index: u64, opening: &mut Opening, game: &mut dyn Game) -> Result<(), OpeningError> {
        const TRIES: u32 = 1000;
        let number = index + 1;
        let mut random = SplitMix64(SplitMix64(self.seed).next().wrapping_add(index));
        for _ in 0..TRIES {
            game.set_up(opening.fen.as_deref(), &opening.moves)
                .map_err(|error| OpeningError::SetUp { number, error })?;
            if let Some(moves) = random_line(game, self.random_plies, &mut random) {
                opening.moves.extend(moves);
                return Ok(());
            }
        }
        let plies = self.random_plies;
        Err(OpeningError::Ends { number, plies })
    }
}

/// Plays a random move; `None` if there is none.
pub(super) fn random_move(game: &mut dyn Game, random: &mut SplitMix64) -> Option<String> {
    let mut moves = game.moves();
    if moves.is_empty() {
        return None;
    }
    let chosen = moves.swap_remove(random.below(moves.len()));
    game.play(&chosen).ok()?;
    Some(chosen)
}

/// So many random moves; `None` if the game ends with them.
fn random_line(game: &mut dyn Game, plies: u32, random: &mut SplitMix64) -> Option<Vec<String>> {
    let mut line = Vec::new();
    for _ in 0..plies {
        line.push(random_move(game, random)?);
        if game.end().is_some() {
            return None;
        }
    }
    Some(line)
}

/// Puts openings into a random order that depends on nothing but the seed.
pub fn shuffle(list: &mut [Opening], seed: u64) {
    SplitMix64(seed).shuffle(list);
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Catalogue, game};

    fn new(name: &str) -> Box<dyn Game> {
        game::new(Arc::clone(Catalogue::builtin().rules(name).unwrap()))
    }

    #[test]
    fn random_openings_depend_on_seed_and_number_alone() {
        let openings = |seed| Openings {
            random_plies: 6,
            seed,
            ..Openings::default()
        };
        let mut game = new("ninesquare");
        let first = openings(1).get(0, &mut *game).unwrap();
        assert_eq!(first.moves.len(), 6);
        assert_ne!(openings(1).get(1, &mut *game).unwrap(), first);
        assert_ne!(openings(2).get(0, &mut *game).unwrap(), first);
        assert_eq!(openings(1).get(0, &mut *game).unwrap(), first);
        game.set_up(None, &first.moves).unwrap();
        assert_eq!(game.end(), None);
    }

    #[test]
    fn arrangements_follow_each_other() {
        let openings = Openings {
            source: Source::Shuffle(0),
            ..Openings::default()
        };
        let mut game = new("haynie");
        assert_eq!(openings.get(0, &mut *game).unwrap(), Opening::default());
        let fen = openings.get(3, &mut *game).unwrap().fen;
        assert_eq!(fen, variant::arrangement(game.rules(), 3).ok());
        let error = openings.get(0, &mut *new("ninesquare")).unwrap_err();
        assert_eq!(error.to_string(), "ninesquare has no numbered arrangements");
    }

    #[test]
    fn a_list_begins_again() {
        let at = |text: &str| Opening {
            fen: None,
            moves: vec![text.into()],
        };
        let openings = Openings {
            source: Source::List(vec![at("e2e4"), at("d2d4")]),
            ..Openings::default()
        };
        let mut game = new("chess");
        assert_eq!(openings.get(2, &mut *game), Ok(at("e2e4")));
        assert_eq!(openings.get(3, &mut *game), Ok(at("d2d4")));
    }

    #[test]
    fn a_shuffled_list_has_all_of_it() {
        let list: Vec<Opening> = (0..20)
            .map(|i| Opening {
                fen: Some(i.to_string()),
                moves: Vec::new(),
            })
            .collect();
        let mut shuffled = list.clone();
        shuffle(&mut shuffled, 7);
        assert_ne!(shuffled, list);
        assert!(list.iter().all(|opening| shuffled.contains(opening)));
    }
}
