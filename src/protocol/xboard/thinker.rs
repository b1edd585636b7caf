//! The thread that searches, so that commands can be heard while it does.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;

use super::Event;
use crate::game::{Game, Notation, Reply};
use crate::position::MoveError;
use crate::protocol::STACK;
use crate::search::{Control, Info, Limits, Table};

/// A search that is wanted.
pub struct Job {
    /// Tells its reports from those of others.
    pub number: u64,
    /// The position, with its history.
    pub game: Box<dyn Game>,
    /// The table, which comes back with the answer.
    pub table: Table,
    /// When to stop.
    pub limits: Limits,
    /// Only these moves, as UCI writes them; all if empty.
    pub moves: Vec<String>,
    /// What stops it.
    pub control: Arc<Control>,
}

/// What came of it.
pub struct Found {
    /// The table.
    pub table: Table,
    /// The answer.
    pub reply: Result<Reply, MoveError>,
}

/// The other thread has failed: it will never answer.
#[derive(Debug, thiserror::Error)]
#[error("the search has failed")]
pub struct Failed;

impl From<Failed> for io::Error {
    fn from(failed: Failed) -> Self {
        io::Error::other(failed)
    }
}

/// The way to the thread that searches.
pub struct Thinker {
    jobs: Sender<Job>,
    found: Receiver<Found>,
}

/// Says on the way out, also in a panic, that there is something to look at.
struct Waker(Sender<Event>);

impl Drop for Waker {
    fn drop(&mut self) {
        let _ = self.0.send(Event::Wake);
    }
}

impl Thinker {
    /// Starts the thread. It reports [`Event::Info`], and [`Event::Wake`] when there is an answer.
    pub fn start(events: Sender<Event>) -> io::Result<Self> {
        let (jobs, to_do) = mpsc::channel();
        let (done, found) = mpsc::channel();
        thread::Builder::new()
            .name("thinker".into())
            .stack_size(STACK)
            .spawn(move || {
                let waker = Waker(events);
                work(&to_do, done, &waker.0);
            })?;
        Ok(Thinker { jobs, found })
    }

    /// Begins a search.
    pub fn begin(&self, job: Job) -> Result<(), Failed> {
        self.jobs.send(job).map_err(|_| Failed)
    }

    /// The answer, if there is one.
    pub fn look(&self) -> Result<Option<Found>, Failed> {
        match self.found.try_recv() {
            Ok(found) => Ok(Some(found)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(Failed),
        }
    }

    /// Waits for the answer.
    pub fn wait(&self) -> Result<Found, Failed> {
        self.found.recv().map_err(|_| Failed)
    }
}

fn work(jobs: &Receiver<Job>, done: Sender<Found>, events: &Sender<Event>) {
    for mut job in jobs {
        let mut listener = |info: &Info, pv: &[String]| {
            let pv = job.game.write_line(pv, Notation::Xboard);
            let _ = events.send(Event::Info(job.number, info.clone(), pv));
        };
        let reply = job
            .game
            .think(&job.limits, &job.moves, &job.control, &mut job.table, &mut listener);
        let table = job.table;
        let answered = done.send(Found { table, reply });
        if answered.is_err() || events.send(Event::Wake).is_err() {
            return;
        }
    }
}
