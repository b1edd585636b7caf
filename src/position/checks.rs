//! Which moves may give check, told before they are made.

use super::Position;
use crate::Bitboard;
use crate::types::{Move, MoveKind};

impl<B: Bitboard> Position<B> {
    /// Own men that are alone between the other king and a rider of their side: when they leave, they may give check.
    pub(crate) fn discoverers(&self) -> B {
        let (us, king) = (self.side, self.board.kings[(!self.side).index()]);
        let (own, occupied) = (self.board.by_color[us.index()], self.board.occupied());
        let mut alone = B::EMPTY;
        for threat in &self.variant.threats[us.index()] {
            let men = self.in_sight(threat, king);
            if men.is_empty() || threat.mover.only_leaps() && threat.mover.progressive.is_empty() {
                continue;
            }
            let lines = threat.mover.lines.iter();
            let grown = threat.mover.progressive.iter().map(|line| line.full());
            for line in lines.chain(grown) {
                let near = line.ride(king, occupied) & own;
                if near.any() {
                    // Without the nearest own men the line reaches further: to a rider, if they hide one.
                    let beyond = line.ride(king, occupied & !near) & men & !near;
                    for rider in beyond.squares() {
                        let line = line.at(king);
                        let half = if line.upper.has(rider) { line.upper } else { line.lower };
                        alone |= near & half;
                    }
                }
            }
        }
        alone
    }

    /// Whether a legal move gives check, as far as that can be told cheaply: castling, what a multiple progressive man
    /// does, and what the mover uncovers (one of `discoverers`) are guessed.
    pub(crate) fn may_check(&self, mv: Move, discoverers: B) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if discoverers.has(from) {
            return true;
        }
        let Some((color, ty)) = self.man(from) else {
            return false;
        };
        if mv.kind() != MoveKind::Plain || ty == self.variant.king {
            return false;
        }
        let after = self.type_after(ty, mv);
        let counter = if after == ty { self.counter(from) } else { 1 };
        let king = self.board.kings[(!color).index()];
        let occupied = self.board.occupied() & !B::bit(from);
        let reverse = &self.variant.man(color, after).reverse;
        let mut from_king = if reverse.only_leaps() {
            reverse.near.at(king)
        } else {
            reverse.reach_near(king, occupied)
        };
        if counter > 1 {
            for line in &reverse.progressive {
                from_king |= line.limited(counter).ride(king, occupied);
            }
        }
        from_king.has(to)
    }
}
