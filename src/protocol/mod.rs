//! What a user interface sees: text in, text out.
//!
//! A [`Session`] is the state of one engine, the same under every dialect. [`uci`] is the dialect spoken so far: a line is
//! parsed into a typed [`Command`](command::Command) first; a reader thread answers at once what cannot wait
//! (`isready`, `stop`, `ponderhit`, `quit`), a worker does the rest in order. Nothing that is sent may panic.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod command;
mod input;
mod options;
mod output;
mod session;
mod tasks;
pub(crate) mod time;
pub mod uci;

pub use output::Output;
pub use session::Session;
