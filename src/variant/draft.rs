//! A definition as it has been understood key by key, before it is checked as a whole. Sections inherit drafts.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use super::error::Place;
use super::keys::MEN;
use super::notation::Movement;
use super::rules::{Growth, Outcome};
use crate::types::Geometry;
use std::collections::{BTreeMap, BTreeSet};

/// Which man: by the key it has, which stays when its letter changes. The order is that of
/// [`Rules::men`](super::Rules::men).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Slot {
    /// Index into [`MEN`].
    Named(u8),
    /// `customPieceN`.
    Custom(u8),
    King,
}

impl Slot {
    pub(crate) const PAWN: Slot = Slot::Named(0);

    /// The slot of a named man's key.
    pub(crate) fn named(key: &str) -> Option<Slot> {
        if key == "king" {
            return Some(Slot::King);
        }
        let index = MEN.iter().position(|m| m.key == key)?;
        u8::try_from(index).ok().map(Slot::Named)
    }

    pub(crate) fn key(self) -> String {
        match self {
            Slot::Named(index) => MEN.get(usize::from(index)).map_or("", |m| m.key).to_string(),
            Slot::Custom(n) => format!("customPiece{n}"),
            Slot::King => "king".to_string(),
        }
    }
}

/// A value and the line that set it; none for a default.
#[derive(Clone, Debug)]
pub(crate) struct Given<T> {
    pub value: T,
    pub place: Option<Place>,
}

impl<T> Given<T> {
    fn default(value: T) -> Self {
        Given { value, place: None }
    }
}

/// A value for each colour.
pub(crate) type Both<T> = [Given<T>; 2];

fn both<T: Clone>(value: T) -> Both<T> {
    [Given::default(value.clone()), Given::default(value)]
}

/// A man: its letter and, unless it is a named one, its movement.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// Upper case.
    pub letter: char,
    pub notation: String,
    pub movement: Movement,
    pub place: Place,
}

/// A promoted form of the man in `base`.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub base: Slot,
    pub notation: String,
    pub movement: Movement,
    pub place: Place,
}

/// A set of men.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Types {
    /// `*`: all but the king.
    All,
    Only(BTreeSet<Slot>),
}

impl Types {
    pub(crate) fn none() -> Self {
        Types::Only(BTreeSet::new())
    }
    fn of(slot: Slot) -> Self {
        Types::Only(BTreeSet::from([slot]))
    }
    pub(crate) fn contains(&self, slot: Slot) -> bool {
        match self {
            Types::All => slot != Slot::King,
            Types::Only(slots) => slots.contains(&slot),
        }
    }
    fn remove(&mut self, slot: Slot) {
        if let Types::Only(slots) = self {
            slots.remove(&slot);
        }
    }
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Types::Only(slots) if slots.is_empty())
    }
}

/// Squares as a definition names them; files and ranks from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    File(u8),
    Rank(u8),
    Square(u8, u8),
}

/// A region of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Region(pub Vec<Term>);

impl Region {
    fn rank(rank: u8) -> Self {
        Region(vec![Term::Rank(rank)])
    }

    /// Its squares, and whether all of its terms are on the board.
    pub(crate) fn squares(&self, board: Geometry) -> (u128, bool) {
        let mut set = 0u128;
        let mut complete = true;
        for term in &self.0 {
            for square in board.all() {
                let (file, rank) = (board.file(square), board.rank(square));
                let hit = match *term {
                    Term::File(f) => f == file,
                    Term::Rank(r) => r == rank,
                    Term::Square(f, r) => (f, r) == (file, rank),
                };
                set |= u128::from(hit) << square.index();
            }
            let on_board = match *term {
                Term::File(f) => f < board.files,
                Term::Rank(r) => r < board.ranks,
                Term::Square(f, r) => f < board.files && r < board.ranks,
            };
            complete &= on_board;
        }
        (set, complete)
    }
}

/// Numbered start positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Arrangement {
    Fixed,
    Fischer,
    Permuted(Vec<Slot>),
}

/// All a definition can say. Fields are named after the keys.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub files: Given<u8>,
    pub ranks: Given<u8>,
    pub pieces: BTreeMap<Slot, Piece>,
    /// By the number in their key.
    pub forms: BTreeMap<u8, Form>,
    /// By slot, plain or promoted.
    pub names: BTreeMap<(Slot, bool), String>,
    pub start: Given<String>,
    pub promotion_pawns: Both<Types>,
    pub promotion_to: Both<Types>,
    pub promotion_region: Both<Region>,
    pub promotion_mandatory: bool,
    pub double_step: Given<bool>,
    pub double_step_region: Both<Region>,
    pub en_passant_types: Both<Types>,
    /// Whether en passant is allowed (everywhere).
    pub en_passant: Both<bool>,
    pub castling: Given<bool>,
    /// Towards the last file and towards the first, like all castling pairs.
    pub king_to: [Given<u8>; 2],
    pub king_file: Given<Option<u8>>,
    /// `None`: the edge of the board.
    pub partner_file: [Given<Option<u8>>; 2],
    pub partners: Both<Types>,
    pub free: Given<bool>,
    pub stalemate: Outcome,
    /// In full moves.
    pub move_rule: u16,
    pub move_rule_types: Both<Types>,
    pub repetition: u8,
    pub growth: Growth,
    pub check_ends_ride: bool,
    pub return_home: bool,
    /// By rank from 0, a man or nothing for each file.
    pub morph: BTreeMap<u8, Given<Vec<Option<Slot>>>>,
    pub bare_king_loses: bool,
    pub shuffle: Given<Arrangement>,
    pub two_colours: Given<Types>,
}

impl Draft {
    /// What holds for a section without parent: chess without men, as in Fairy-Stockfish.
    pub(crate) fn without_men() -> Self {
        let rook = Slot::named("rook").map_or_else(Types::none, Types::of);
        Draft {
            files: Given::default(8),
            ranks: Given::default(8),
            pieces: BTreeMap::new(),
            forms: BTreeMap::new(),
            names: BTreeMap::new(),
            start: Given::default("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_string()),
            promotion_pawns: both(Types::of(Slot::PAWN)),
            promotion_to: both(Types::none()),
            promotion_region: [Given::default(Region::rank(7)), Given::default(Region::rank(0))],
            promotion_mandatory: true,
            double_step: Given::default(true),
            double_step_region: [Given::default(Region::rank(1)), Given::default(Region::rank(6))],
            en_passant_types: both(Types::of(Slot::PAWN)),
            en_passant: both(true),
            castling: Given::default(true),
            king_to: [Given::default(6), Given::default(2)],
            king_file: Given::default(None),
            partner_file: [Given::default(None), Given::default(None)],
            partners: both(rook),
            free: Given::default(false),
            stalemate: Outcome::Draw,
            move_rule: 50,
            move_rule_types: both(Types::of(Slot::PAWN)),
            repetition: 3,
            growth: Growth::FullRange,
            check_ends_ride: false,
            return_home: false,
            morph: BTreeMap::new(),
            bare_king_loses: false,
            shuffle: Given::default(Arrangement::Fixed),
            two_colours: Given::default(Types::none()),
        }
    }

    /// The slot of the man with a letter.
    pub(crate) fn slot(&self, letter: char) -> Option<Slot> {
        let letter = letter.to_ascii_uppercase();
        self.pieces
            .iter()
            .find(|(_, p)| p.letter == letter)
            .map(|(slot, _)| *slot)
    }

    /// Removes a man, and what stands or falls with it.
    pub(crate) fn remove(&mut self, slot: Slot) {
        self.pieces.remove(&slot);
        self.forms.retain(|_, form| form.base != slot);
        self.names.retain(|(owner, _), _| *owner != slot);
        for side in &mut self.promotion_to {
            side.value.remove(slot);
        }
    }

    /// The letters of all men, to be named in an error.
    pub(crate) fn letters(&self) -> String {
        let letters: Vec<String> = self.pieces.values().map(|p| p.letter.to_string()).collect();
        letters.join(" ")
    }
}
