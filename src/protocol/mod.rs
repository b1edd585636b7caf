//! What a user interface sees: text in, text out.
//!
//! A [`Session`] is the state of one engine, the same under every dialect. There are two: [`uci`] and [`xboard`]. In both a
//! line is parsed into a typed command first, and what cannot wait is answered while a search runs. Nothing that is sent may
//! panic.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod command;
mod input;
mod options;
mod output;
mod session;
mod tasks;
pub(crate) mod time;
pub mod uci;
pub mod xboard;

use std::io::{self, Read};
use std::path::PathBuf;

use input::{Line, Lines};
pub use output::Output;
pub use session::Session;

/// Stack of a thread that searches, bytes: searches recurse.
const STACK: usize = 32 << 20;

/// What an engine is told before an interface speaks with it.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// A file of definitions to begin with.
    pub variants: Option<PathBuf>,
    /// Whether an interface of the XBoard protocol tests the legality of moves itself, if that is known.
    pub legality_test: Option<bool>,
}

/// Speaks with an interface until it says `quit` or the input ends: the XBoard protocol if its first line is `xboard`,
/// else UCI.
///
/// # Errors
/// If that file cannot be read or a thread cannot be started.
pub fn run(start: Start, input: impl Read + Send + 'static, output: Output) -> io::Result<()> {
    let mut lines = Lines::new(input);
    let first = loop {
        match lines.next_line() {
            Line::Text(line) if line.trim().is_empty() => {}
            line => break line,
        }
    };
    let is_xboard = matches!(&first, Line::Text(line) if line.trim() == "xboard");
    lines.give_back(first);
    match is_xboard {
        true => xboard::run(start, lines, output),
        false => uci::run(start.variants, lines, output),
    }
}
