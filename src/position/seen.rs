//! What men see from where they stand: where they could move to, and what they attack. For evaluation: legality, the king's
//! safety and initial parts aside.

use super::Position;
use crate::Bitboard;
use crate::types::{Color, PieceType, Square};
use crate::variant::tables::{ManTables, Mode};

impl<B: Bitboard> Position<B> {
    /// Where a man of this colour and type can move to from its square, and what it attacks. Squares of own men are among
    /// both.
    #[inline(always)]
    pub(crate) fn seen(&self, color: Color, ty: PieceType, square: Square) -> (B, B) {
        let man = self.variant.man(color, ty);
        let occupied = self.board.occupied();
        if man.complex {
            return self.seen_by_complex(man, square, occupied);
        }
        let (mode, mover) = &man.modes[0];
        let reached = match self.board.counters[square.index()] {
            1 if mover.only_leaps() => mover.near.at(square),
            1 => self.sights.reach(man.code, mover, square, occupied),
            n => self.sights.reach_grown(man.code, n, mover, square, occupied),
        };
        Self::seen_by(*mode, reached, occupied)
    }

    /// The same for some men of a colour and type, one after the other.
    #[inline(always)]
    pub(crate) fn each_seen(&self, color: Color, ty: PieceType, men: B, mut each: impl FnMut(Square, B, B)) {
        let man = self.variant.man(color, ty);
        let occupied = self.board.occupied();
        if man.complex || (men & self.board.grown).any() {
            for square in men.squares() {
                let (moves, attacks) = self.seen(color, ty, square);
                each(square, moves, attacks);
            }
            return;
        }
        let (mode, mover) = &man.modes[0];
        if mover.only_leaps() {
            for square in men.squares() {
                let (moves, attacks) = Self::seen_by(*mode, mover.near.at(square), occupied);
                each(square, moves, attacks);
            }
        } else {
            for square in men.squares() {
                let reached = self.sights.reach(man.code, mover, square, occupied);
                let (moves, attacks) = Self::seen_by(*mode, reached, occupied);
                each(square, moves, attacks);
            }
        }
    }

    /// What a mode makes of squares reached: moves and attacks.
    #[inline(always)]
    fn seen_by(mode: Mode, reached: B, occupied: B) -> (B, B) {
        match mode {
            Mode::Both => (reached, reached),
            Mode::Quiet => (reached & !occupied, B::EMPTY),
            Mode::Capture => (reached & occupied, reached),
        }
    }

    #[inline(never)]
    fn seen_by_complex(&self, man: &ManTables<B>, square: Square, occupied: B) -> (B, B) {
        let n = self.board.counters[square.index()];
        let (mut moves, mut attacks) = (B::EMPTY, B::EMPTY);
        for (mode, mover) in &man.modes {
            let reached = mover.reach(square, n, occupied & !B::bit(square), B::EMPTY);
            let (to, on) = Self::seen_by(*mode, reached, occupied);
            moves |= to;
            attacks |= on;
        }
        (moves, attacks)
    }

    /// What the pawns of a colour and type attack.
    #[inline(always)]
    pub(crate) fn pawn_attacks(&self, color: Color, ty: PieceType) -> B {
        let man = self.variant.man(color, ty);
        let men = self.men(color, ty);
        let at_once = if man.steps.is_empty() {
            B::EMPTY
        } else {
            men & !self.board.grown
        };
        let mut attacks = single_steps(man, at_once, Mode::Quiet);
        for square in (men & !at_once).squares() {
            attacks |= self.seen(color, ty, square).1;
        }
        attacks
    }

    /// From where men of a colour and type, with counters of 1, attack a square.
    #[inline(always)]
    pub(crate) fn attack_from(&self, color: Color, ty: PieceType, square: Square) -> B {
        let reverse = &self.variant.man(color, ty).reverse;
        reverse.reach_near(square, self.board.occupied())
    }

    /// What the pawns of a colour and type would attack after single steps to squares of a set.
    #[inline(always)]
    pub(crate) fn stepped_attacks(&self, color: Color, ty: PieceType, allowed: B) -> B {
        let man = self.variant.man(color, ty);
        let men = self.men(color, ty) & !self.board.grown;
        let stepped = single_steps(man, men, Mode::Capture) & allowed & !self.board.occupied();
        single_steps(man, stepped, Mode::Quiet)
    }
}

/// Where men of a type get by single steps, those of one mode left out.
#[inline(always)]
fn single_steps<B: Bitboard>(man: &ManTables<B>, men: B, without: Mode) -> B {
    let steps = man.steps.iter().filter(|step| step.mode != without && !step.double);
    steps.fold(B::EMPTY, |to, step| to | (men & step.sources).shift(step.delta))
}
