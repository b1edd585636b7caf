//! Forced wins by the rules alone: every move is tried, nothing is judged, nothing remembered but the order to try in.

use std::cmp::Reverse;

use ninefold::position::End;
use ninefold::variant::Outcome;
use ninefold::{Bitboard, Move, Position};

/// Whether the side to move has lost already.
pub fn lost<B: Bitboard>(position: &Position<B>) -> bool {
    let rules = position.variant().rules();
    // A look at the king spares a count of moves where only a mate can have ended the game.
    if rules.stalemate != Outcome::Loss && !rules.bare_king_loses && !position.in_check() {
        return false;
    }
    match position.end() {
        Some(End::Checkmate | End::Bared) => true,
        Some(End::Stalemate) => rules.stalemate == Outcome::Loss,
        _ => false,
    }
}

/// Looks for wins, and remembers which reply has refuted the last attempt.
#[derive(Default)]
pub struct Solver {
    refutations: Vec<Move>,
}

impl Solver {
    /// In how many moves the side to move can win, if in so many or fewer.
    pub fn fewest<B: Bitboard>(&mut self, position: &mut Position<B>, most: u32) -> Option<u32> {
        (1..=most).find(|&moves| !self.wins(position, moves, true).is_empty())
    }

    /// The moves that win in so many moves, all of them.
    pub fn keys<B: Bitboard>(&mut self, position: &mut Position<B>, moves: u32) -> Vec<Move> {
        self.wins(position, moves, false)
    }

    /// The moves that win in so many moves, or the first that is found.
    fn wins<B: Bitboard>(&mut self, position: &mut Position<B>, moves: u32, one: bool) -> Vec<Move> {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        if moves > 1 {
            // Checks first, then what leaves the fewest replies.
            legal.sort_by_cached_key(|&mv| {
                position.make(mv);
                let key = (Reverse(position.in_check()), position.count_moves());
                position.unmake();
                key
            });
        }
        let mut winning = Vec::new();
        for mv in legal {
            position.make(mv);
            let wins = lost(position) || (moves > 1 && self.loses(position, moves - 1));
            position.unmake();
            if wins {
                winning.push(mv);
                if one {
                    break;
                }
            }
        }
        winning
    }

    /// Whether the other side wins in so many moves whatever the side to move does.
    fn loses<B: Bitboard>(&mut self, position: &mut Position<B>, moves: u32) -> bool {
        let level = moves as usize;
        if self.refutations.len() <= level {
            self.refutations.resize(level + 1, Move::NONE);
        }
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        if let Some(known) = legal.iter().position(|&mv| mv == self.refutations[level]) {
            legal.swap(0, known);
        }
        !legal.is_empty()
            && legal.into_iter().all(|mv| {
                position.make(mv);
                let wins = !self.wins(position, moves, true).is_empty();
                position.unmake();
                if !wins {
                    self.refutations[level] = mv;
                }
                wins
            })
    }
}

/// What a line of `positions/mates/` says: a position, and in how many moves it is won.
pub fn fen_and_moves(line: &str) -> (&str, u32) {
    let (fen, moves) = line.split_once(" ;mate ").expect("a FEN and a number of moves");
    (fen, moves.parse().expect("a number of moves"))
}
