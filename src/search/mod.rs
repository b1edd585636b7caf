//! Search: knows no protocol. It is given a position and limits, reports through [`Report`], and returns a move.
//!
//! [`think`] deepens iteratively (`root`) an alpha-beta search (`alphabeta`) that leaves out what can be told in advance
//! (`early`) and ends in a search of captures (`quiescence`). Several threads may do so at once (`team`). Moves are tried in
//! an order (`picker`) that comes from what has worked (`learn`, `history`). Its numbers are in `params`. It knows the rules
//! through [`Position`](crate::Position) alone and the worth of things through [`Evaluate`](crate::eval::Evaluate).

mod alphabeta;
mod early;
mod history;
mod learn;
mod params;
mod picker;
mod quiescence;
mod root;
mod score;
mod table;
mod team;
mod time;
mod worker;

use std::ops::Neg;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, PoisonError};

use crate::Move;

pub use root::think;
pub use table::{Table, TableError};

/// Most threads of a search: more than any machine has processors that share a memory well.
pub const MOST_THREADS: usize = 512;

/// When to stop.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Only these root moves; all if empty.
    pub searchmoves: Vec<Move>,
    /// Time on the clock of White and Black, milliseconds.
    pub time: [Option<u64>; 2],
    /// Increment per move of White and Black, milliseconds.
    pub increment: [u64; 2],
    /// Moves to the next time control; `None`: the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Deepest iteration, plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Stop when a mate in this many moves is found.
    pub mate: Option<u32>,
    /// Exact time for this move, milliseconds.
    pub movetime: Option<u64>,
    /// Search until stopped.
    pub infinite: bool,
    /// Time kept back for each move against delays outside of the engine, milliseconds.
    pub overhead: u64,
    /// Time is measured by nodes: so many are a second.
    pub nodes_per_second: Option<u64>,
    /// How many of the best root moves to find, each with its own line; 0 counts as 1.
    pub lines: usize,
    /// How many threads search; 0 counts as 1, and what is above [`MOST_THREADS`] as that. With more than one, two searches of a position are not the same.
    pub threads: usize,
}

/// What another thread may tell a running search, and see of it.
#[derive(Debug, Default)]
pub struct Control {
    /// Stop now.
    pub stop: AtomicBool,
    /// The search is on the opponent's time: limits of time do not count until this is cleared (`ponderhit`).
    pub pondering: AtomicBool,
    /// Nodes so far of all threads, a little behind.
    pub nodes: AtomicU64,
    /// The root move that is being searched.
    root_move: Mutex<Option<RootMove>>,
}

impl Control {
    /// The root move that is being searched; `None` before the first.
    pub fn root_move(&self) -> Option<RootMove> {
        *self.root_move.lock().unwrap_or_else(PoisonError::into_inner)
    }
    fn begin_root_move(&self, root_move: RootMove) {
        *self.root_move.lock().unwrap_or_else(PoisonError::into_inner) = Some(root_move);
    }
}

/// A score as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centipawns of the variant's pawn, from the side to move.
    Centipawns(i32),
    /// Mate (or another forced end) in this many moves; negative: the side to move is mated.
    Mate(i32),
}

impl Neg for Score {
    type Output = Score;

    /// The score from the other side.
    fn neg(self) -> Score {
        match self {
            Score::Centipawns(score) => Score::Centipawns(score.saturating_neg()),
            Score::Mate(moves) => Score::Mate(moves.saturating_neg()),
        }
    }
}

/// One report of a running search.
#[derive(Clone, Debug)]
pub struct Info {
    /// Depth of the finished iteration, plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Which of the best root moves this is about, from 1.
    pub line: usize,
    /// Score of the line's first move.
    pub score: Score,
    /// Nodes so far, of all threads.
    pub nodes: u64,
    /// Time so far, milliseconds.
    pub time: u64,
    /// How full the table is, permille.
    pub hashfull: u32,
    /// Principal variation.
    pub pv: Vec<Move>,
}

/// The root move that a search has just begun with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// Depth of the iteration, plies.
    pub depth: u32,
    /// The move.
    pub mv: Move,
    /// Its number in the order of this iteration, from 1.
    pub number: usize,
    /// How many there are.
    pub count: usize,
}

/// Who hears of a running search.
pub trait Report {
    /// An iteration is finished.
    fn info(&mut self, info: &Info);
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The best move; `None` if there is no legal one.
    pub best: Option<Move>,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// Nodes searched, by all threads.
    pub nodes: u64,
}
