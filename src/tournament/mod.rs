//! Matches between engines, and what their results say.

pub mod book;
pub mod sprt;
pub mod stats;
