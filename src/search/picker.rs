//! In which order moves are tried, in stages: table move, captures that do not lose, killers and the answer known to the
//! last move, quiet moves by history, captures that lose. A stage is generated when the ones before have not sufficed.

use super::history::{Before, History};
use super::params::*;
use crate::position::Prices;
use crate::{Bitboard, Move, Position};

/// Why a move is tried where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// Remembered by the table.
    Table,
    /// Captures or promotes and loses nothing, or changes the man for a better one.
    Good,
    /// A quiet move that has refuted a sibling, or the same last move elsewhere.
    Killer,
    /// Any other quiet move.
    Quiet,
    /// A capture that loses material.
    Bad,
}

/// A move to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picked {
    pub mv: Move,
    pub class: Class,
    /// Its history, or what a capture is ordered by.
    pub score: i32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    #[default]
    Table,
    ListCaptures,
    Captures,
    ListChecks,
    Checks,
    Killers,
    ListQuiets,
    Quiets,
    Bad,
    Done,
}

/// Which moves are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Wanted {
    #[default]
    All,
    /// Captures and promotions only.
    Captures,
    /// These, and behind them quiet moves that may give check.
    CapturesAndChecks,
}

/// What moves are ordered by, beside the position.
pub(super) struct Guide<'a> {
    pub prices: &'a Prices,
    pub history: &'a History,
    pub before: Before,
}

/// The moves of a position, one after the other. Kept for each ply and used again.
#[derive(Default)]
pub(super) struct Picker {
    stage: Stage,
    /// Of the stage that is being tried.
    moves: Vec<Move>,
    scores: Vec<i32>,
    next: usize,
    bad: Vec<Move>,
    table: Move,
    killers: [Move; 3],
    killer: usize,
    wanted: Wanted,
    /// Quiet moves are no longer wanted.
    skip_quiets: bool,
}

impl Picker {
    /// Begins anew. `table` and `killers` need not be legal, or moves at all.
    pub fn begin(&mut self, table: Move, killers: [Move; 3], wanted: Wanted) {
        self.stage = Stage::Table;
        self.moves.clear();
        self.scores.clear();
        self.bad.clear();
        (self.next, self.killer) = (0, 0);
        (self.table, self.killers, self.wanted) = (table, killers, wanted);
        self.skip_quiets = false;
    }

    /// No more quiet moves.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move, each legal one once.
    pub fn next<B: Bitboard>(&mut self, position: &Position<B>, guide: &Guide) -> Option<Picked> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::ListCaptures;
                    if self.table != Move::NONE {
                        if self.wants(position, self.table) && position.is_legal(self.table) {
                            return Some(picked(self.table, Class::Table, 0));
                        }
                        self.table = Move::NONE;
                    }
                }
                Stage::ListCaptures => {
                    self.stage = Stage::Captures;
                    position.legal_captures(&mut self.moves);
                    self.score_captures(position, guide);
                }
                Stage::Captures => match self.pick() {
                    Some((mv, _)) if mv == self.table => {}
                    Some((mv, score)) => {
                        if self.wanted != Wanted::All || position.wins_exchange(guide.prices, mv, -score / GOOD_CAPTURE)
                        {
                            return Some(picked(mv, Class::Good, score));
                        }
                        self.bad.push(mv);
                    }
                    None => {
                        self.stage = match self.wanted {
                            Wanted::All => Stage::Killers,
                            Wanted::Captures => Stage::Done,
                            Wanted::CapturesAndChecks => Stage::ListChecks,
                        }
                    }
                },
                Stage::ListChecks => {
                    self.stage = Stage::Checks;
                    self.moves.clear();
                    self.next = 0;
                    position.quiet_checks(&mut self.moves);
                    self.score_quiets(position, guide);
                }
                Stage::Checks => match self.pick() {
                    Some((mv, _)) if mv == self.table => {}
                    Some((mv, score)) => return Some(picked(mv, Class::Quiet, score)),
                    None => self.stage = Stage::Done,
                },
                Stage::Killers => match self.killers.get(self.killer) {
                    Some(&mv) if !self.skip_quiets => {
                        self.killer += 1;
                        if self.is_fresh_killer(position, mv) {
                            return Some(picked(mv, Class::Killer, HISTORY_MAX));
                        }
                        self.killers[self.killer - 1] = Move::NONE;
                    }
                    _ => self.stage = Stage::ListQuiets,
                },
                Stage::ListQuiets => {
                    self.stage = Stage::Quiets;
                    self.moves.clear();
                    self.next = 0;
                    if !self.skip_quiets {
                        position.legal_quiets(&mut self.moves);
                    }
                    self.score_quiets(position, guide);
                }
                Stage::Quiets => match self.pick().filter(|_| !self.skip_quiets) {
                    Some((mv, _)) if mv == self.table || self.killers.contains(&mv) => {}
                    Some((mv, score)) if score >= CHANGED => return Some(picked(mv, Class::Good, score)),
                    Some((mv, score)) => return Some(picked(mv, Class::Quiet, score)),
                    None => {
                        self.stage = Stage::Bad;
                        self.next = 0;
                    }
                },
                Stage::Bad => {
                    if let Some(&mv) = self.bad.get(self.next) {
                        self.next += 1;
                        return Some(picked(mv, Class::Bad, 0));
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Whether a table move belongs to what is wanted.
    fn wants<B: Bitboard>(&self, position: &Position<B>, mv: Move) -> bool {
        self.wanted != Wanted::Captures || mv.promoted().is_some() || position.captured(mv).is_some()
    }

    fn is_fresh_killer<B: Bitboard>(&self, position: &Position<B>, mv: Move) -> bool {
        mv != Move::NONE
            && mv != self.table
            && !self.killers[..self.killer - 1].contains(&mv)
            && mv.promoted().is_none()
            && position.captured(mv).is_none()
            && position.is_legal(mv)
    }

    /// The move of the highest score that is left; of equals the one generated first.
    fn pick(&mut self) -> Option<(Move, i32)> {
        let rest = self.scores.get(self.next..)?;
        let (mut best, mut highest) = (0, *rest.first()?);
        for (index, &score) in rest.iter().enumerate() {
            if score > highest {
                (best, highest) = (index, score);
            }
        }
        let (index, chosen) = (self.next, self.next + best);
        self.moves.swap(index, chosen);
        self.scores.swap(index, chosen);
        self.next += 1;
        Some((self.moves[index], highest))
    }

    fn score_captures<B: Bitboard>(&mut self, position: &Position<B>, guide: &Guide) {
        let (prices, history) = (guide.prices, guide.history);
        self.scores.clear();
        self.scores.extend(self.moves.iter().map(|&mv| {
            let gain = position.price_of_victim(prices, mv) + position.change(prices, mv);
            let learned = position
                .captured(mv)
                .map_or(0, |victim| history.capture(position, mv, victim));
            let mover = position
                .man(mv.from())
                .map_or(0, |(_, ty)| prices.of(ty, position.counter(mv.from())));
            gain * VICTIM_WEIGHT - mover + learned
        }));
    }

    fn score_quiets<B: Bitboard>(&mut self, position: &Position<B>, guide: &Guide) {
        self.scores.clear();
        self.scores.extend(self.moves.iter().map(|&mv| {
            let change = position.change(guide.prices, mv);
            if change >= CHANGE_MARGIN && position.wins_exchange(guide.prices, mv, 0) {
                CHANGED + change
            } else {
                guide.history.quiet(position, mv, guide.before)
            }
        }));
    }
}

/// Quiet moves that change the man for a better one are ordered above all others.
const CHANGED: i32 = 1 << 20;

fn picked(mv: Move, class: Class, score: i32) -> Picked {
    Picked { mv, class, score }
}
