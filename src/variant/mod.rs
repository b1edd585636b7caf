//! From a definition's text to checked rules, and from rules to the tables of one variant.
//!
//! A definition file is cut into [sections](ini), whose [keys] say what a game is; men's movements are written in
//! [`notation`]. What was understood is [`Rules`]; a [`Catalogue`](crate::Catalogue) holds the rules of many games.

pub(crate) mod apply;
mod arrangement;
mod castling;
mod compile;
pub(crate) mod definition;
pub(crate) mod doubts;
pub(crate) mod draft;
pub(crate) mod error;
pub mod ini;
pub mod keys;
pub mod notation;
mod rules;
mod shuffle;
pub(crate) mod start;
pub(crate) mod tables;
mod values;
mod warning;
mod writer;

pub use arrangement::{ShuffleError, arrangement};
pub use error::{DefinitionError, Place, Problem};
pub use rules::{Castling, Growth, Man, Outcome, Part, Promotion, Reach, Rules, Shuffle, StoredNetwork, Wing};
pub use start::StartError;
pub use tables::Variant;
pub use warning::{Doubt, Warning};
pub use writer::{WriteError, write};
