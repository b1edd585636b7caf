//! Who attacks a square, and what that leaves the side to move: checks and pins.

use arrayvec::ArrayVec;

use super::Position;
use crate::Bitboard;
use crate::types::{Color, PieceType, Square};
use crate::variant::tables::{Line, Mover, Threat};

/// What a king's safety asks of the moves of the other men. Multiple progressive attackers are not in it: see
/// [`Position::flooded`].
pub(crate) struct Safety<B> {
    /// Whether anything checks the king.
    pub in_check: bool,
    /// Where a move must end to answer all checks; everywhere if there is none.
    pub answers: B,
    /// Men that may not leave a line.
    pub pinned: B,
    /// For each pinned man where it may go.
    pins: ArrayVec<(Square, B), 128>,
}

impl<B: Bitboard> Safety<B> {
    /// Nothing known yet. It is filled in place: it is too large to be moved about.
    #[inline(always)]
    pub fn unknown() -> Self {
        Safety {
            in_check: false,
            answers: !B::EMPTY,
            pinned: B::EMPTY,
            pins: ArrayVec::new(),
        }
    }

    /// Where the man on a square may go by its pins.
    #[inline]
    pub fn allowed(&self, square: Square) -> B {
        self.pins
            .iter()
            .find(|(s, _)| *s == square)
            .map_or(!B::EMPTY, |(_, allowed)| *allowed)
    }

    fn pin(&mut self, square: Square, line: B) {
        if self.pinned.has(square) {
            for (s, allowed) in &mut self.pins {
                if *s == square {
                    *allowed &= line;
                }
            }
        } else {
            self.pinned |= B::bit(square);
            self.pins.push((square, line));
        }
    }
}

impl<B: Bitboard> Position<B> {
    /// The men of the kind of a threat that attack a square if nothing stands in their way.
    #[inline(always)]
    pub(super) fn in_sight(&self, threat: &Threat<B>, square: Square) -> B {
        self.board.by_code[threat.code.index()] & threat.sight.at(square)
    }

    /// The men with a counter above 1. What depends on the states of men is compiled once without them (`STATES` false),
    /// so that they cost nothing where no man has one.
    #[inline(always)]
    pub(super) fn grown<const STATES: bool>(&self) -> B {
        if STATES { self.board.grown } else { B::EMPTY }
    }

    /// Whether men of `by` attack a square when `occupied` are the occupied squares; men on `gone` do not count.
    #[inline(always)]
    pub(super) fn attacked<const STATES: bool>(&self, square: Square, by: Color, occupied: B, gone: B) -> bool {
        for threat in &self.variant.threats[by.index()] {
            let men = self.in_sight(threat, square) & !gone;
            if men.any() && self.arriving::<STATES>(threat, square, men, occupied).any() {
                return true;
            }
        }
        STATES && self.flooded(square, by, occupied, gone)
    }

    /// Those of the men in sight of a square that attack it.
    #[inline(always)]
    pub(super) fn arriving<const STATES: bool>(&self, threat: &Threat<B>, square: Square, men: B, occupied: B) -> B {
        let mover = &threat.mover;
        let grown = men & self.grown::<STATES>();
        let new = men & !grown;
        let mut arriving = B::EMPTY;
        if new.any() {
            arriving = mover.reach_near(square, occupied) & new;
        }
        if !threat.first && grown.any() {
            arriving |= self.arriving_grown(threat, square, grown, occupied);
        }
        arriving
    }

    fn arriving_grown(&self, threat: &Threat<B>, square: Square, grown: B, occupied: B) -> B {
        let mover = &threat.mover;
        let mut arriving = (mover.leaps.at(square) | mover.ride(square, occupied)) & grown;
        for line in &mover.progressive {
            for rider in (line.full().ride(square, occupied) & grown).squares() {
                let limited = line.limited(self.board.counters[rider.index()]);
                if limited.at(square).squares().has(rider) {
                    arriving |= B::bit(rider);
                }
            }
        }
        arriving
    }

    /// Whether grown multiple progressive men of `by` attack a square.
    pub(crate) fn flooded(&self, square: Square, by: Color, occupied: B, gone: B) -> bool {
        self.flooding(square, by, occupied, gone).is_some()
    }

    /// A grown multiple progressive man of `by` that attacks a square.
    pub(super) fn flooding(&self, square: Square, by: Color, occupied: B, gone: B) -> Option<(Square, PieceType)> {
        for flood in &self.variant.floods[by.index()] {
            let owners = self.board.by_code[flood.code.index()] & self.board.grown & !gone;
            if owners.is_empty() {
                continue;
            }
            let mut reached = B::bit(square);
            let mut layer = reached;
            let mut leaps = 0;
            while layer.any() && leaps < u8::MAX {
                leaps += 1;
                let next = flood.leap.layer(layer) & !reached;
                let mut near = (next & owners).squares();
                if let Some(owner) = near.find(|s| self.board.counters[s.index()] >= leaps) {
                    return Some((owner, flood.code.ty()));
                }
                reached |= next;
                layer = next & !occupied;
            }
        }
        None
    }

    /// The own men whose leaving could open a way to the king for a multiple progressive man: those that bound the
    /// empty squares around the king as such men see them.
    pub(crate) fn flood_bounds(&self, king: Square, by: Color, occupied: B) -> B {
        let floods = self.variant.floods[by.index()].iter();
        let grown = floods.filter(|flood| (self.board.by_code[flood.code.index()] & self.board.grown).any());
        let bounds = grown.fold(B::EMPTY, |set, flood| set | flood.leap.flood(king, u8::MAX, occupied));
        bounds & occupied
    }

    /// Whether `by` has multiple progressive men with a counter above 1.
    pub(crate) fn has_floods(&self, by: Color) -> bool {
        let mut floods = self.variant.floods[by.index()].iter();
        floods.any(|flood| (self.board.by_code[flood.code.index()] & self.board.grown).any())
    }

    /// Finds the checks on and pins to the king of the side to move.
    #[inline(always)]
    pub(crate) fn look_at_king<const STATES: bool>(&self, safety: &mut Safety<B>) {
        let (king, them) = (self.board.kings[self.side.index()], !self.side);
        for threat in &self.variant.threats[them.index()] {
            let men = self.in_sight(threat, king);
            if men.any() {
                self.look_at_threat::<STATES>(safety, threat, king, men);
            }
        }
        if STATES && self.flooded(king, them, self.board.occupied(), B::EMPTY) {
            safety.in_check = true;
        }
    }

    /// Checks and pins by men in sight of the king.
    fn look_at_threat<const STATES: bool>(&self, safety: &mut Safety<B>, threat: &Threat<B>, king: Square, men: B) {
        let mover = &threat.mover;
        let (new, grown) = (men & !self.grown::<STATES>(), men & self.grown::<STATES>());
        let mut checkers = mover.near.at(king) & new;
        let mut riders = new;
        if !threat.first {
            checkers |= mover.leaps.at(king) & grown;
            riders = men;
        }
        for checker in checkers.squares() {
            safety.in_check = true;
            safety.answers &= B::bit(checker);
        }
        if mover.only_leaps() && grown.is_empty() {
            return;
        }
        let occupied = self.board.occupied();
        for line in &mover.lines {
            let line = line.at(king);
            for rider in (line.squares() & riders).squares() {
                self.look_along(safety, line, king, rider, occupied);
            }
        }
        for lame in &mover.lames {
            let line = lame.walk.at(king);
            for rider in (line.squares() & lame.land.at(king) & riders).squares() {
                self.look_along(safety, line, king, rider, occupied);
            }
        }
        if threat.first {
            return;
        }
        for line in &mover.progressive {
            let full = line.full().at(king);
            for rider in (full.squares() & grown).squares() {
                let limited = line.limited(self.board.counters[rider.index()]);
                if limited.at(king).squares().has(rider) {
                    self.look_along(safety, full, king, rider, occupied);
                }
            }
        }
    }

    /// A rider on a line through the king checks it, or pins the only man between, or neither. Along one half of a
    /// line the squares between are those of lower index than the farther one.
    #[inline(always)]
    fn look_along(&self, safety: &mut Safety<B>, line: Line<B>, king: Square, rider: Square, occupied: B) {
        let between = if rider > king {
            line.upper & B::below(rider)
        } else {
            line.lower & !(B::below(rider) | B::bit(rider))
        };
        let men = between & occupied;
        let line = between | B::bit(rider);
        if men.is_empty() {
            safety.in_check = true;
            safety.answers &= line;
        } else if !men.several() && (men & self.board.by_color[self.side.index()]).any() {
            safety.pin(men.first(), line);
        }
    }

    /// Squares on which a progressive man of `color` with counter `n` would attack the opposing king, its origin
    /// being empty: there its rides end.
    pub(crate) fn checking_squares(&self, color: Color, reverse: &Mover<B>, n: u8, occupied: B) -> B {
        let king = self.board.kings[(!color).index()];
        reverse.reach(king, n, occupied, B::EMPTY)
    }
}
