//! Opening positions for a match: different, not decided, and by a short search about even.

use std::collections::HashSet;

use super::openings::random_move;
use crate::game::Game;
use crate::random::SplitMix64;
use crate::search::{Control, Limits, Score, Table};

/// How many lines in a row may give no new position before the search for more is given up.
pub const PATIENCE: u32 = 1000;

/// What positions are wanted.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// After how many random plies from the variant's own start.
    pub plies: u32,
    /// How far from even the score may be, centipawns.
    pub balance: i32,
    /// How far the search goes that finds the score. It should be limited by depth or nodes: by time, the same seed may not
    /// give the same positions.
    pub limits: Limits,
    /// What the random moves depend on.
    pub seed: u64,
}

/// Finds positions one after the other, each as FEN; ends when none has been found for long.
pub struct Finder<'a> {
    game: &'a mut dyn Game,
    wanted: Wanted,
    table: &'a mut Table,
    random: SplitMix64,
    met: HashSet<u64>,
    tried: u64,
}

impl<'a> Finder<'a> {
    /// A finder; what position `game` has and what `table` holds does not matter.
    pub fn new(game: &'a mut dyn Game, wanted: Wanted, table: &'a mut Table) -> Self {
        Finder {
            random: SplitMix64(wanted.seed),
            game,
            wanted,
            table,
            met: HashSet::new(),
            tried: 0,
        }
    }

    /// How many lines have been played.
    pub fn tried(&self) -> u64 {
        self.tried
    }

    /// Plays one random line; its position, if that is a new one to begin from.
    fn try_line(&mut self) -> Option<String> {
        self.tried += 1;
        self.game.set_up(None, &[]).ok()?;
        for _ in 0..self.wanted.plies {
            random_move(self.game, &mut self.random)?;
        }
        let is_open = self.game.end().is_none() && self.game.checkers().is_empty();
        let is_new = self.met.insert(self.game.key());
        (is_open && is_new && self.is_balanced()).then(|| self.game.fen())
    }

    fn is_balanced(&mut self) -> bool {
        // What earlier searches have left must not change what this one finds.
        self.table.clear();
        let mut score = None;
        let mut listener = |info: &crate::search::Info, _: &[String]| score = Some(info.score);
        let searched = self
            .game
            .think(&self.wanted.limits, &[], &Control::default(), self.table, &mut listener);
        let balance = self.wanted.balance;
        searched.is_ok() && matches!(score, Some(Score::Centipawns(score)) if score.abs() <= balance)
    }
}

impl Iterator for Finder<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        (0..PATIENCE).find_map(|_| self.try_line())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Catalogue, game};

    fn find(variant: &str, plies: u32, balance: i32, seed: u64, count: usize) -> Vec<String> {
        let mut game = game::new(Arc::clone(Catalogue::builtin().rules(variant).unwrap()));
        let limits = Limits {
            nodes: Some(500),
            ..Limits::default()
        };
        let wanted = Wanted {
            plies,
            balance,
            limits,
            seed,
        };
        let mut table = Table::try_new(1).unwrap();
        let finder = Finder::new(&mut *game, wanted, &mut table);
        finder.take(count).collect()
    }

    #[test]
    fn positions_are_different_open_and_the_same_for_a_seed() {
        for variant in ["chess99", "haynie", "snappy", "ninesquare", "shatranj"] {
            let found = find(variant, 6, 100, 1, 8);
            assert_eq!(found.len(), 8, "{variant}");
            assert_eq!(found, find(variant, 6, 100, 1, 8));
            assert_ne!(found, find(variant, 6, 100, 2, 8));
            let mut game = game::new(Arc::clone(Catalogue::builtin().rules(variant).unwrap()));
            let mut keys = HashSet::new();
            for fen in found {
                game.set_up(Some(&fen), &[]).unwrap();
                assert!(
                    keys.insert(game.key()) && game.end().is_none() && game.checkers().is_empty(),
                    "{fen}"
                );
                assert!(fen.contains(" w "), "{fen}");
            }
        }
    }

    #[test]
    fn it_ends_where_there_are_no_more() {
        // White has 20 first moves.
        assert_eq!(find("chess", 1, 10_000, 3, 50).len(), 20);
        assert_eq!(find("chess", 0, 10_000, 3, 50).len(), 1);
        assert_eq!(find("chess", 6, -1, 3, 1), Vec::<String>::new());
    }
}
