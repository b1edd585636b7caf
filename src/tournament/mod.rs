//! Matches between engines, and what their results say.
//!
//! A [`Match`](runner::Match) is played by the [`runner`]: each [game](play) between two [engines](engine), which are
//! processes that speak UCI or the XBoard protocol, with the rules core as referee. Whatever an engine does is a move, a
//! [`Fault`](fault::Fault) or nothing; nothing it does may stop the runner.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod adjudication;
pub mod book;
pub mod engine;
pub mod fault;
pub mod opening_file;
pub mod openings;
pub mod outcome;
pub mod pgn;
pub mod play;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod sprt;
pub mod standings;
pub mod stats;
pub mod time_control;
