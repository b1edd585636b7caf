//! The state of one engine: variants, the game on the board, the table, the settings. It knows no dialect.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalogue::{Catalogue, UnknownVariant};
use crate::game::{self, Game};
use crate::search::{Table, TableError};
use crate::variant::{DefinitionError, Rules};

/// The variant an engine comes up in: no interface names it.
pub const STANDARD: &str = "chess";
/// Size of the table at the start, MiB.
pub const DEFAULT_HASH: usize = 16;
/// Time kept back at the start, milliseconds.
pub const DEFAULT_OVERHEAD: u64 = 10;

/// What came of loading a file of definitions.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The variants it defines.
    pub names: Vec<String>,
    /// What is wrong with it; sections without an error are loaded all the same.
    pub errors: Vec<DefinitionError>,
    /// The variant on the board is not defined any more, or differently: a new game of this one was begun.
    pub changed_to: Option<String>,
    /// This variant is on the board and the file's errors would have taken it away, so everything stays as it was.
    pub kept: Option<String>,
}

/// The state of one engine.
pub struct Session {
    base: Option<PathBuf>,
    catalogue: Catalogue,
    variant: String,
    game: Box<dyn Game>,
    /// Made when it is first needed, so that the engine starts at once.
    table: Option<Table>,
    free_castling: bool,
    /// Time kept back for each move, milliseconds.
    pub overhead: u64,
    /// How many of the best moves a search finds.
    pub lines: usize,
    /// How many threads a search has.
    pub threads: usize,
}

impl Session {
    /// A new engine with chess on the board, and the errors of the file of definitions that it begins with.
    pub fn new(base: Option<PathBuf>) -> io::Result<(Self, Vec<DefinitionError>)> {
        let (catalogue, errors) = Catalogue::with_files(base.as_deref(), None)?;
        let no_variant = || io::Error::other("there is no variant to play");
        let name = catalogue
            .rules(STANDARD)
            .map(|rules| rules.name.clone())
            .or_else(|| catalogue.names().next().map(str::to_owned))
            .ok_or_else(no_variant)?;
        let rules = catalogue.rules(&name).ok_or_else(no_variant)?;
        let game = game::new(Arc::clone(rules));
        let session = Session {
            base,
            variant: name,
            game,
            table: None,
            free_castling: false,
            overhead: DEFAULT_OVERHEAD,
            lines: 1,
            threads: 1,
            catalogue,
        };
        Ok((session, errors))
    }

    /// The names of all variants, in the order of definition.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.catalogue.names()
    }

    /// Whether a variant is one of the user's.
    pub fn is_own(&self, name: &str) -> bool {
        self.catalogue.is_own(name)
    }

    /// The game on the board.
    pub fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// The game on the board, to change it.
    pub fn game_mut(&mut self) -> &mut dyn Game {
        &mut *self.game
    }

    /// The game on the board, and the table to search it with.
    pub fn game_and_table(&mut self) -> Result<(&dyn Game, &mut Table), TableError> {
        let table = self.lend_table()?;
        Ok((&*self.game, self.table.insert(table)))
    }

    /// Lends the table to a search on another thread; until it is given back there is none here.
    pub fn lend_table(&mut self) -> Result<Table, TableError> {
        match self.table.take() {
            Some(table) => Ok(table),
            None => Table::try_new(DEFAULT_HASH),
        }
    }

    /// Takes the table back.
    pub fn take_table(&mut self, table: Table) {
        self.table = Some(table);
    }

    /// The rules of a variant by its name in any case.
    pub fn rules(&self, name: &str) -> Option<&Arc<Rules>> {
        self.catalogue.rules(name)
    }

    /// Chooses a variant by its name in any case. Another variant than before begins at its start; whether it is another.
    pub fn set_variant(&mut self, name: &str) -> Result<bool, UnknownVariant> {
        let rules = self.catalogue.require(name)?;
        self.variant.clone_from(&rules.name);
        Ok(self.play())
    }

    /// Whether castling is free, as in Fischer random chess, in every variant that has castling. A change begins a new
    /// game; whether there was one.
    pub fn set_free_castling(&mut self, free: bool) -> bool {
        self.free_castling = free;
        self.play()
    }

    /// Replaces the user's variants by those of this file; by none without one. A file whose errors would take away the
    /// variant on the board replaces nothing.
    pub fn load_variants(&mut self, path: Option<&Path>) -> io::Result<Loaded> {
        let (before, known_errors) = Catalogue::with_files(self.base.as_deref(), None)?;
        let (catalogue, errors) = Catalogue::with_files(self.base.as_deref(), path)?;
        let errors: Vec<_> = errors.into_iter().skip(known_errors.len()).collect();
        if !errors.is_empty() && catalogue.rules(&self.variant).is_none() {
            return Ok(Loaded {
                errors,
                kept: Some(self.variant.clone()),
                ..Loaded::default()
            });
        }
        let is_new = |name: &&str| before.rules(name) != catalogue.rules(name);
        let names = catalogue.names().filter(is_new).map(str::to_owned).collect();
        self.catalogue = catalogue;
        if self.catalogue.rules(&self.variant).is_none() {
            self.variant = STANDARD.to_owned();
        }
        let changed_to = self.play().then(|| self.variant.clone());
        Ok(Loaded {
            names,
            errors,
            changed_to,
            kept: None,
        })
    }

    /// Sets the size of the table, MiB; where there is not so much memory the table stays as it was.
    pub fn set_hash(&mut self, mib: usize) -> Result<(), TableError> {
        self.table = Some(Table::try_new(mib)?);
        Ok(())
    }

    /// Forgets what searches have learned.
    pub fn clear(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    /// Puts the chosen variant on the board if it is not there. Whether it was not.
    fn play(&mut self) -> bool {
        let Some(rules) = self.catalogue.rules(&self.variant) else {
            return false;
        };
        let mut rules = Arc::clone(rules);
        if self.free_castling
            && let Some(castling) = &mut Arc::make_mut(&mut rules).castling
        {
            castling.free = true;
        }
        if *self.game.rules() == *rules {
            return false;
        }
        self.game = game::new(rules);
        if let Some(table) = &mut self.table {
            table.clear();
        }
        true
    }
}
