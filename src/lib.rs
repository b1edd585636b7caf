//! Ninefold: rules, perft and play for chess variants on boards of up to 128 squares.
//!
//! A variant is a [definition](variant) in text; it is checked into [`Rules`](variant::Rules) and compiled into the
//! tables of a [`Variant`], over bitboards as wide as its board needs. A [`Position`] of it makes moves and lists the
//! legal ones; [`perft`] counts them, [`search`] chooses among them, [`protocol`] speaks to a user interface.
//!
//! Dependencies point one way:
//! `types <- variant <- position <- eval <- catalogue, search <- game <- record <- tournament, tune, protocol, cli <- main`.

pub mod bench;
pub mod bitboard;
pub mod catalogue;
pub mod cli;
pub mod display;
pub mod eval;
pub mod game;
pub mod perft;
pub mod picture;
pub mod position;
pub mod protocol;
mod random;
pub mod record;
pub mod reference;
pub mod search;
pub mod tournament;
pub mod tune;
pub mod types;
pub mod understood;
pub mod variant;

pub use bitboard::Bitboard;
pub use catalogue::Catalogue;
pub use position::Position;
pub use types::{Color, Geometry, Move, MoveKind, PieceType, Square};
pub use variant::Variant;
