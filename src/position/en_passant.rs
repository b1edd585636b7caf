//! En passant: what can be captured so, and its field of a FEN.

use super::Position;
use super::fen::{FenError, field};
use crate::Bitboard;
use crate::types::{Color, Square};

/// An en-passant capture that is legal for at least one man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EnPassant {
    /// The square that was crossed, where the capture lands.
    pub crossed: Square,
    /// The square of the man that can be captured.
    pub victim: Square,
}

impl<B: Bitboard> Position<B> {
    /// One square (the crossed one), or two in any order: the crossed one and that of the man to be captured.
    pub(super) fn read_en_passant(&mut self, text: &str) -> Result<(), FenError> {
        if text == "-" {
            return Ok(());
        }
        let geometry = self.variant.board;
        let wrong = |expected: &str| field("en passant", text, expected);
        let [_, last] = geometry.corners_counted(1);
        let read = |t| {
            geometry
                .parse_prefix(t)
                .ok_or_else(|| wrong(&format!("expected `-` or a square a1 to {last}")))
        };
        let (first, rest) = read(text)?;
        let second = if rest.is_empty() { None } else { Some(read(rest)?) };
        if second.is_some_and(|(_, rest)| !rest.is_empty()) {
            return Err(wrong("expected at most two squares"));
        }
        let second = second.map(|(square, _)| square);
        let mut passed = self.double_steps().into_iter().filter(|e| match second {
            None => e.crossed == first,
            Some(second) => [(first, second), (second, first)].contains(&(e.crossed, e.victim)),
        });
        // Where the crossed square alone does not tell which man passed, it was going straight ahead.
        let straight = passed.clone().find(|e| self.is_straight_step(*e));
        let passed = straight.or_else(|| passed.next());
        let passed = passed.ok_or_else(|| wrong("no man can have just passed there in a double step"))?;
        // It has just moved, so it castles with nobody.
        self.castling &= !self.touches[passed.victim.index()];
        if self.en_passant_captures::<true>(self.side, passed).any() {
            self.en_passant = Some(passed);
        }
        Ok(())
    }

    /// The squares that double steps of a colour can cross.
    pub(super) fn crossed(&self, color: Color) -> B {
        let mut crossed = B::EMPTY;
        for man in self.variant.men[color.index()].iter().filter(|m| m.en_passant_victim) {
            for from in man.initial_zone.squares() {
                for to in man.double_steps.at(from).squares() {
                    crossed |= B::bit(Square::half_way(from, to));
                }
            }
        }
        crossed
    }

    /// All double steps that could have been the last move.
    fn double_steps(&self) -> Vec<EnPassant> {
        let us = !self.side;
        let mut found = Vec::new();
        for man in self.variant.men[us.index()].iter().filter(|m| m.en_passant_victim) {
            for victim in self.men(us, man.ty).squares() {
                for from in man.initial_zone.squares() {
                    let crossed = Square::half_way(from, victim);
                    let steps_there = man.double_steps.at(from).has(victim);
                    if steps_there && !(self.occupied().has(from) || self.occupied().has(crossed)) {
                        found.push(EnPassant { crossed, victim });
                    }
                }
            }
        }
        found
    }

    /// Whether a man of the side not to move has passed straight ahead.
    fn is_straight_step(&self, en_passant: EnPassant) -> bool {
        let ahead = if self.side == Color::Black { 1 } else { -1 };
        let board = self.variant.board;
        let (file, rank) = (board.file(en_passant.crossed), board.rank(en_passant.crossed));
        board.square(i32::from(file), i32::from(rank) + ahead) == Some(en_passant.victim)
    }

    pub(super) fn en_passant_text(&self) -> String {
        let board = self.variant.board;
        let Some(EnPassant { crossed, victim }) = self.en_passant else {
            return "-".into();
        };
        // Where a double step is not straight ahead, the crossed square does not tell where the man stands.
        let straight = self.is_straight_step(EnPassant { crossed, victim });
        board.name(crossed) + &if straight { String::new() } else { board.name(victim) }
    }
}
