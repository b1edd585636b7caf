//! Which moves may give check, told before they are made.

use super::Position;
use super::movegen::Wanted;
use super::sink::Sink;
use crate::Bitboard;
use crate::types::{Move, MoveKind, Square};
use crate::variant::tables::ManTables;

/// Lists moves that may give check.
struct Checks<'a, B: Bitboard> {
    position: &'a Position<B>,
    discoverers: B,
    moves: &'a mut Vec<Move>,
}

impl<B: Bitboard> Checks<'_, B> {
    fn push(&mut self, from: Square, to: Square) {
        let mv = Move::new(from, to, MoveKind::Plain);
        if self.position.may_check(mv, self.discoverers) {
            self.moves.push(mv);
        }
    }
}

impl<B: Bitboard> Sink<B> for Checks<'_, B> {
    fn man(&mut self, man: &ManTables<B>, from: Square, to: B, _: bool) {
        let position = self.position;
        let is_plain = position.variant.morph.is_empty() && position.board.counters[from.index()] == 1;
        if !is_plain || man.ty == position.variant.king || self.discoverers.has(from) {
            return to.squares().for_each(|to| self.push(from, to));
        }
        // What `may_check` asks, once for all targets.
        let king = position.board.kings[(!position.side).index()];
        let checking = man.reverse.reach_near(king, position.occupied() & !B::bit(from));
        let moves = (to & checking).squares();
        self.moves.extend(moves.map(|to| Move::new(from, to, MoveKind::Plain)));
    }
    fn step(&mut self, _: &ManTables<B>, to: B, back: i32) {
        for to in to.squares() {
            self.push(Square::new((to.index() as i32 - back) as u8), to);
        }
    }
    fn special(&mut self, _: Move) {}
}

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

    /// Appends the legal quiet moves that may give check, as far as [`may_check`](Position::may_check) tells.
    pub(crate) fn quiet_checks(&self, moves: &mut Vec<Move>) {
        let discoverers = self.discoverers();
        let mut sink = Checks {
            position: self,
            discoverers,
            moves,
        };
        self.generate(&mut sink, Wanted::Quiets);
    }
}
