//! Games and positions in files: PGN and EPD.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod epd;
pub mod pgn;
