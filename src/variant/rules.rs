//! The rules of one variant, checked, as data: what a definition says once its text has been understood.
//!
//! Sets of squares are `u128` here whatever the board's size; bit `n` is square `n` (see [`Square`](crate::Square)).

use std::sync::Arc;

use crate::types::{Color, Geometry, PieceType};

/// A [network](crate::eval::network) as a file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredNetwork {
    /// Its numbers, as [`Network::new`](crate::eval::network::Network::new) takes them.
    pub numbers: Arc<[i16]>,
    /// How much what the terms say counts beside it, percent.
    pub terms: i32,
}

/// The rules of one variant. Made from a definition by [`Catalogue`](crate::Catalogue); everything in it has been checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The name a user types: lower case.
    pub name: String,
    /// The size of the board; at most 128 squares.
    pub board: Geometry,
    /// The types of men; [`PieceType`] is an index into this. Exactly one of them is royal.
    pub men: Vec<Man>,
    /// The start position as FEN.
    pub start: String,
    /// Castling, if the game has it.
    pub castling: Option<Castling>,
    /// When a counter grows.
    pub growth: Growth,
    /// Whether a progressive ride ends on a square from which the rider attacks the opposing king.
    pub check_ends_ride: bool,
    /// Whether a man that came from a pawn must have been on its own first rank before it may take its promoted form.
    pub return_home: bool,
    /// What it means for the side to move to have no legal move while not in check.
    pub stalemate: Outcome,
    /// Whether a side without any man but its king has lost (unless it bares the other side at once).
    pub bare_king_loses: bool,
    /// After how many plies without a capture or a pawn's move the game is drawn; 0: never.
    pub move_rule: u16,
    /// At which occurrence of a position the game is drawn; 0: never.
    pub repetition: u8,
    /// Numbered start positions, if the game has them.
    pub shuffle: Option<Shuffle>,
    /// Weights of the evaluation that a fit has found, by their names in [`weights`](crate::eval::weights), for middlegame
    /// and ending, in tenths. What is not among them follows from the rules.
    pub fitted: Vec<(String, [i32; 2])>,
    /// The [network](crate::eval::network) that a fit has found.
    pub network: Option<StoredNetwork>,
}

impl Rules {
    /// The type with this letter, plain or promoted (`+`).
    pub fn man(&self, letter: char, promoted: bool) -> Option<PieceType> {
        let letter = letter.to_ascii_uppercase();
        let index = self
            .men
            .iter()
            .position(|m| m.letter == letter && m.promoted == promoted)?;
        Some(PieceType(index as u8))
    }
    /// The royal type.
    pub fn king(&self) -> PieceType {
        let index = self.men.iter().position(|m| m.royal).unwrap_or(0);
        PieceType(index as u8)
    }
    /// Whether castling is free: king and partners may start anywhere.
    pub fn castles_freely(&self) -> bool {
        self.castling.as_ref().is_some_and(|castling| castling.free)
    }
    /// Whether any man has a counter.
    pub fn has_counters(&self) -> bool {
        self.men.iter().any(Man::has_counter)
    }
}

/// One type of man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Man {
    /// Upper-case letter, `A` to `Z`.
    pub letter: char,
    /// Whether this is the promoted form of the man with the same letter, written `+X`.
    pub promoted: bool,
    /// The name a person reads: `nightrider`.
    pub name: String,
    /// The movement as the definition has it: `NQ5`.
    pub notation: String,
    /// The movement, without castling.
    pub parts: Vec<Part>,
    /// Whether it must not be left attacked.
    pub royal: bool,
    /// Whether it counts as a pawn: its moves restart the move rule.
    pub pawn: bool,
    /// Where it must stand to use its initial parts, for White and Black.
    pub initial_zone: [u128; 2],
    /// Whether its initial double step can be answered by an en-passant capture.
    pub en_passant_victim: bool,
    /// What it may or must become by choice where it lands.
    pub promotion: Option<Promotion>,
    /// What it turns into by landing on a square, per square; empty if it never does.
    pub morph: Vec<Option<PieceType>>,
}

impl Man {
    /// Whether it has a counter.
    pub fn has_counter(&self) -> bool {
        self.parts
            .iter()
            .any(|p| matches!(p.reach, Reach::Progressive | Reach::Multiple))
    }
    /// How it is written for White: `W`, `+W`.
    pub fn id(&self) -> String {
        format!("{}{}", if self.promoted { "+" } else { "" }, self.letter)
    }
    /// How a FEN writes one of a colour: `+W`, `+w`.
    pub fn id_of(&self, color: Color) -> String {
        match color {
            Color::White => self.id(),
            Color::Black => self.id().to_ascii_lowercase(),
        }
    }
}

/// One part of a movement: the same leap in some directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The leaps as (files, ranks) from White's side, one for each direction. Never empty, no doubles.
    pub leaps: Vec<(i8, i8)>,
    /// How often the leap may be repeated.
    pub reach: Reach,
    /// Whether it may end on an empty square.
    pub quiet: bool,
    /// Whether it may end on an opposing man.
    pub capture: bool,
    /// Whether it may be used from [`Man::initial_zone`] only; if the man has a counter, only while that is 1.
    pub initial: bool,
    /// Whether the square half way must be empty (`n` on `D` or `A`); the reach is then one leap.
    pub lame: bool,
    /// Whether it may also capture en passant.
    pub en_passant: bool,
}

/// How often a part's leap may be repeated in one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reach {
    /// Up to this many times in one direction, at least 1; squares passed must be empty. 1 is a leaper.
    Leaps(u8),
    /// Without limit in one direction.
    Unlimited,
    /// `+`: up to the man's counter, in one direction.
    Progressive,
    /// `*`: up to the man's counter, each leap in any of the part's directions.
    Multiple,
}

/// Promotion of one type of man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// Where it promotes when it lands, for White and Black.
    pub zone: [u128; 2],
    /// What it may become, for White and Black; never empty.
    pub to: [Vec<PieceType>; 2],
    /// Whether it must.
    pub mandatory: bool,
}

/// When a progressive man's counter grows by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// When it moves its maximum range: exactly as many leaps as the counter says.
    FullRange,
    /// With every move it makes.
    EveryMove,
}

/// What a finished game means for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It has won.
    Win,
    /// Nobody has won.
    Draw,
    /// It has lost.
    Loss,
}

/// Castling. Both sides castle on their first rank; the partner lands next to the king on its inner side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    /// The king's file before castling, from 0.
    pub king_file: u8,
    /// Towards the last file (`K`) and towards the first (`Q`).
    pub wings: [Option<Wing>; 2],
    /// The types a partner may have. A king never is one.
    pub partners: Vec<PieceType>,
    /// Whether king and partners may stand anywhere on the rank at the start (as in Fischer random chess);
    /// [`king_file`](Castling::king_file) and the wings' partner files then only say where they stand in the usual array.
    pub free: bool,
}

/// One direction of castling, in files from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wing {
    /// Where the partner stands.
    pub partner_file: u8,
    /// Where the king goes. The partner goes to the next file towards the king's origin side.
    pub king_to: u8,
}

/// How numbered start positions are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shuffle {
    /// The men in this order are permuted by SplitMix64 and laid out from `a1` along the ranks; number 0 is the game's
    /// own start. Those in `two_colours` (two men each) must stand on squares of different colour. Black mirrors White.
    Permutation {
        /// The men, in the order in which the shuffle begins.
        men: Vec<PieceType>,
        /// Types of which both men must stand on different colours.
        two_colours: Vec<PieceType>,
    },
    /// The 960 arrays of Fischer random chess by their usual numbers (518 is the orthodox one).
    Fischer,
}
