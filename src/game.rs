//! One game of one variant, whatever the width of its board: what a protocol or a command sees.
//!
//! Positions are generic over the bitboard; [`new`] chooses the width once, and above it everything is text and
//! plain values.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::eval::{Evaluate, Evaluator};
use crate::perft;
pub use crate::position::Notation;
use crate::position::{Effect, End, FenError, MoveError};
use crate::search::{self, Control, Info, Limits, Report, Table};
use crate::types::{Color, Move, PieceType, Square};
use crate::variant::{Rules, Variant};
use crate::{Bitboard, Position};

/// Why a position with its moves was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetUpError {
    /// The FEN.
    #[error("FEN: {0}")]
    Fen(#[from] FenError),
    /// One of the moves.
    #[error("move {number}: {error}")]
    Move {
        /// Its number in the list, from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
}

/// What a search answers, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// The best move; `None` if there is no legal one.
    pub best: Option<String>,
    /// The answer expected to it.
    pub ponder: Option<String>,
    /// Nodes searched.
    pub nodes: u64,
}

/// Who hears the iterations of a search: what was found, and its principal variation as text.
pub type Listener<'a> = dyn FnMut(&Info, &[String]) + 'a;

/// One game: a position of a variant with the moves that led to it.
///
/// Moves are text as UCI writes them (`e2e4`, `a10a11r`, `d9d11+`); [`Notation`] has the others.
pub trait Game: Send {
    /// The rules it is played by.
    fn rules(&self) -> &Rules;
    /// Sets a position up, the start without a FEN, and plays moves from it. After an error all is as it was.
    fn set_up(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), SetUpError>;
    /// Plays a legal move. After an error all is as it was.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;
    /// Takes the last move back; false if none has been played since the position was set up.
    fn take_back(&mut self) -> bool;
    /// How many moves have been played since the position was set up.
    fn plies(&self) -> usize;
    /// Another game in the same state, with its history.
    fn copy(&self) -> Box<dyn Game>;
    /// Turns the board round: ranks mirrored, colours exchanged.
    fn flip(&mut self);
    /// The position as FEN.
    fn fen(&self) -> String;
    /// The hash of the position.
    fn key(&self) -> u64;
    /// The side to move.
    fn side(&self) -> Color;
    /// Whether and how the game has ended.
    fn end(&self) -> Option<End>;
    /// The men that give check.
    fn checkers(&self) -> Vec<Square>;
    /// The man on a square.
    fn man(&self, square: Square) -> Option<(Color, PieceType)>;
    /// The legal moves.
    fn moves(&self) -> Vec<String>;
    /// What each legal move of the man on a square does; where it may change, the most valuable change comes first.
    fn effects(&self, from: Square) -> Vec<Effect>;
    /// The static evaluation, centipawns for the side to move.
    fn evaluation(&self) -> i32;
    /// Leaves at `depth` plies, counted on several threads and with a table if there is one; `None` if stopped.
    fn perft(&self, depth: u32, threads: usize, table: Option<&perft::Table>, stop: &AtomicBool) -> Option<u64>;
    /// Leaves at `depth` plies (at least 1) under each legal move, and their sum; `None` if stopped.
    fn divide(&self, depth: u32, stop: &AtomicBool, each: &mut dyn FnMut(&str, u64)) -> Option<u64>;
    /// Whether a text is a legal move, and if not why.
    fn check_move(&self, text: &str) -> Result<(), MoveError>;
    /// A legal move, given as UCI writes it, in another notation.
    fn write_move(&self, text: &str, notation: Notation) -> Result<String, MoveError>;
    /// The legal move that a text in a notation names, as UCI writes it.
    fn read_move(&self, text: &str, notation: Notation) -> Result<String, MoveError>;
    /// A legal move in a notation.
    fn move_text(&self, mv: Move, notation: Notation) -> String;
    /// A line of moves that can be played one after the other from here, given as UCI writes them, in another notation.
    /// Ends before the first that is not legal.
    fn write_line(&self, moves: &[String], notation: Notation) -> Vec<String>;
    /// Searches. Only `searchmoves` if there are any, each of which must be legal; [`Limits::searchmoves`] is not read.
    fn think(
        &self,
        limits: &Limits,
        searchmoves: &[String],
        control: &Control,
        table: &mut Table,
        listener: &mut Listener,
    ) -> Result<Reply, MoveError>;
}

/// A game of these rules, at its start position.
pub fn new(rules: Arc<Rules>) -> Box<dyn Game> {
    match rules.board.squares() {
        0..=64 => Box::new(OneWidth::<u64>::new(rules)),
        _ => Box::new(OneWidth::<u128>::new(rules)),
    }
}

/// A game on boards of one width.
struct OneWidth<B: Bitboard> {
    position: Position<B>,
    evaluator: Arc<Evaluator>,
}

impl<B: Bitboard> OneWidth<B> {
    fn new(rules: Arc<Rules>) -> Self {
        let evaluator = Arc::new(Evaluator::new(&rules));
        let position = Position::start(Arc::new(Variant::new(rules)));
        OneWidth { position, evaluator }
    }

    fn legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.position.legal_moves(&mut moves);
        moves
    }
}

impl<B: Bitboard> Game for OneWidth<B> {
    fn rules(&self) -> &Rules {
        self.position.variant().rules()
    }

    fn set_up(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), SetUpError> {
        let variant = Arc::clone(self.position.variant());
        let mut position = match fen {
            Some(fen) => Position::from_fen(variant, fen)?,
            None => Position::start(variant),
        };
        for (index, text) in moves.iter().enumerate() {
            let number = index + 1;
            let mv = position
                .parse_move(text)
                .map_err(|error| SetUpError::Move { number, error })?;
            position.make(mv);
        }
        self.position = position;
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let mv = self.position.parse_move(text)?;
        self.position.make(mv);
        Ok(())
    }

    fn take_back(&mut self) -> bool {
        let any = self.position.plies() > 0;
        if any {
            self.position.unmake();
        }
        any
    }

    fn plies(&self) -> usize {
        self.position.plies()
    }

    fn copy(&self) -> Box<dyn Game> {
        Box::new(OneWidth {
            position: self.position.clone(),
            evaluator: Arc::clone(&self.evaluator),
        })
    }

    fn flip(&mut self) {
        self.position = self.position.flipped();
    }

    fn fen(&self) -> String {
        self.position.fen()
    }

    fn key(&self) -> u64 {
        self.position.hash()
    }

    fn side(&self) -> Color {
        self.position.side()
    }

    fn end(&self) -> Option<End> {
        self.position.end()
    }

    fn checkers(&self) -> Vec<Square> {
        self.position.checkers().squares().collect()
    }

    fn man(&self, square: Square) -> Option<(Color, PieceType)> {
        self.position.man(square)
    }

    fn moves(&self) -> Vec<String> {
        self.legal().into_iter().map(|mv| self.position.move_text(mv)).collect()
    }

    fn effects(&self, from: Square) -> Vec<Effect> {
        let moves = self.legal().into_iter().filter(|mv| mv.from() == from);
        let mut effects: Vec<Effect> = moves.map(|mv| self.position.effect(mv)).collect();
        effects.sort_by_key(|effect| Reverse(effect.becomes.map(|ty| self.evaluator.value(ty))));
        effects
    }

    fn evaluation(&self) -> i32 {
        self.evaluator.evaluate(&self.position)
    }

    fn perft(&self, depth: u32, threads: usize, table: Option<&perft::Table>, stop: &AtomicBool) -> Option<u64> {
        perft::perft_with(&self.position, depth, threads, table, stop)
    }

    fn divide(&self, depth: u32, stop: &AtomicBool, each: &mut dyn FnMut(&str, u64)) -> Option<u64> {
        let mut position = self.position.clone();
        let mut sum = 0;
        for mv in self.legal() {
            let text = position.move_text(mv);
            position.make(mv);
            let leaves = perft::perft(&mut position, depth.saturating_sub(1), stop)?;
            position.unmake();
            each(&text, leaves);
            sum += leaves;
        }
        Some(sum)
    }

    fn check_move(&self, text: &str) -> Result<(), MoveError> {
        self.position.parse_move(text).map(|_| ())
    }

    fn write_move(&self, text: &str, notation: Notation) -> Result<String, MoveError> {
        let mv = self.position.parse_move(text)?;
        Ok(self.position.write_move(mv, notation))
    }

    fn read_move(&self, text: &str, notation: Notation) -> Result<String, MoveError> {
        let mv = self.position.read_move(text, notation)?;
        Ok(self.position.move_text(mv))
    }

    fn move_text(&self, mv: Move, notation: Notation) -> String {
        self.position.write_move(mv, notation)
    }

    fn write_line(&self, moves: &[String], notation: Notation) -> Vec<String> {
        let mut position = self.position.clone();
        let mut texts = Vec::with_capacity(moves.len());
        for text in moves {
            let Ok(mv) = position.parse_move(text) else { break };
            texts.push(position.write_move(mv, notation));
            position.make(mv);
        }
        texts
    }

    fn think(
        &self,
        limits: &Limits,
        searchmoves: &[String],
        control: &Control,
        table: &mut Table,
        listener: &mut Listener,
    ) -> Result<Reply, MoveError> {
        let searchmoves: Result<_, _> = searchmoves.iter().map(|text| self.position.parse_move(text)).collect();
        let limits = Limits {
            searchmoves: searchmoves?,
            ..limits.clone()
        };
        let mut report = Telling {
            root: &self.position,
            listener,
        };
        let thought = search::think(&self.position, &*self.evaluator, &limits, control, table, &mut report);

        let line: Vec<Move> = thought.best.into_iter().chain(thought.ponder).collect();
        let mut texts = line_text(&self.position, &line).into_iter();
        Ok(Reply {
            best: texts.next(),
            ponder: texts.next(),
            nodes: thought.nodes,
        })
    }
}

/// Turns the reports of a search into text.
struct Telling<'a, 'b, B: Bitboard> {
    root: &'a Position<B>,
    listener: &'a mut Listener<'b>,
}

impl<B: Bitboard> Report for Telling<'_, '_, B> {
    fn info(&mut self, info: &Info) {
        (self.listener)(info, &line_text(self.root, &info.pv));
    }
}

/// The texts of a line of moves: each depends on the position before it. Ends before a move that is not legal.
fn line_text<B: Bitboard>(root: &Position<B>, line: &[Move]) -> Vec<String> {
    let mut position = root.clone();
    let mut legal = Vec::new();
    let mut texts = Vec::with_capacity(line.len());
    for &mv in line {
        legal.clear();
        position.legal_moves(&mut legal);
        if !legal.contains(&mv) {
            break;
        }
        texts.push(position.move_text(mv));
        position.make(mv);
    }
    texts
}
