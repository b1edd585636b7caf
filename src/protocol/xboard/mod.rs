//! The XBoard protocol, version 2 (CECP).
//!
//! Three threads: one reads lines, one searches, and the player between them hears both and owns the state.
//! It is never busy for long, so it answers every command at once, also while a search runs; what changes the position or the
//! settings ends the search first, and begins it anew where one is due. Analysis, pondering, moves and hints are the same search
//! with different ends.

mod board;
mod clock;
pub mod command;
mod features;
mod fen;
mod highlight;
pub mod launch;
mod play;
mod player;
pub mod setup;
mod thinker;
mod voice;
mod work;

use std::io::{self, Read};
use std::sync::mpsc::{self, Sender};
use std::thread;

use super::Start;
use super::input::{Line, Lines};
use super::output::Output;
use super::session::Session;
use crate::search::Info;
use player::Player;
use voice::Voice;

/// What the player hears.
enum Event {
    /// A line of the interface, or the end of its lines.
    Line(Line),
    /// A report of the search with this number, its line as the protocol writes it.
    Info(u64, Info, Vec<String>),
    /// The search may have an answer.
    Wake,
}

/// Speaks the protocol until `quit` or the end of the input.
pub fn run<R: Read + Send + 'static>(start: Start, input: Lines<R>, output: Output) -> io::Result<()> {
    let (session, errors) = Session::new(start.variants)?;
    let (events, heard) = mpsc::channel();
    let mut player = Player::new(session, errors, Voice::new(output), events.clone())?;
    player.legality_test = start.legality_test;
    // Not joined: when the work is done, the reader may still wait for a line.
    thread::Builder::new()
        .name("reader".into())
        .spawn(move || read(input, &events))?;
    player.listen(&heard)
}

/// Hands all lines on, the end too.
fn read<R: Read>(mut lines: Lines<R>, events: &Sender<Event>) {
    loop {
        let line = lines.next_line();
        let ended = line == Line::End;
        if events.send(Event::Line(line)).is_err() || ended {
            return;
        }
    }
}
