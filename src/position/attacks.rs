//! Who attacks a square, and what that leaves the side to move: checks and pins.

use arrayvec::ArrayVec;

use super::Position;
use crate::Bitboard;
use crate::types::{Color, Square};
use crate::variant::tables::{Attack, Base, Group, Mover};

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
    /// The opposing men of each [group](crate::variant::tables::Group), as far as there is room.
    groups: ArrayVec<B, 64>,
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
            groups: ArrayVec::new(),
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
    /// The men of a group.
    #[inline(always)]
    fn group(&self, group: &Group<B>, color: Color) -> B {
        let [a, b, c, d] = group.types.map(|ty| self.board.by_type[usize::from(ty & 63)]);
        let mut men = (a | b) | (c | d);
        for &ty in &group.more_types {
            men |= self.board.by_type[usize::from(ty & 63)];
        }
        men & self.board.by_color[color.index()] & group.zone
    }

    /// The men of a colour's group of this number.
    #[inline(always)]
    fn owners(&self, group: u32, color: Color) -> B {
        self.group(&self.variant.attacks[color.index()].groups[group as usize], color)
    }

    /// The opponent's men of the group of this number, as they are known or, where there was no room, looked up again.
    #[inline(always)]
    fn opponents(&self, safety: &Safety<B>, group: u32) -> B {
        let known = safety.groups.get(group as usize).copied();
        known.unwrap_or_else(|| self.owners(group, !self.side))
    }

    /// Whether men of `by` attack a square when `occupied` are the occupied squares; men on `gone` do not count.
    #[inline]
    pub(crate) fn attacked(&self, square: Square, by: Color, occupied: B, gone: B) -> bool {
        self.attacked_by(square, by, occupied, gone, |group| self.owners(group, by) & !gone)
    }

    /// Whether the opponent attacks a square when `occupied` are the occupied squares, with what is known of its men.
    #[inline]
    pub(crate) fn endangered(&self, square: Square, safety: &Safety<B>, occupied: B) -> bool {
        let opponents = |group| self.opponents(safety, group);
        self.attacked_by(square, !self.side, occupied, B::EMPTY, opponents)
    }

    #[inline(always)]
    fn attacked_by(&self, square: Square, by: Color, occupied: B, gone: B, owners: impl Fn(u32) -> B) -> bool {
        let v = &*self.variant;
        let map = &v.attacks[by.index()];
        let mut hits = B::EMPTY;
        for a in &map.leaps {
            hits |= v.leap(a.along, square) & owners(a.group);
        }
        if hits.any() {
            return true;
        }
        self.attacked_along(&map.lines, &map.lames, square, occupied, &owners)
            || v.has_counters
                && (self.attacked_by_progressive(square, by, occupied, gone)
                    || self.flooded(square, by, occupied, gone))
    }

    #[inline(always)]
    fn attacked_along(
        &self,
        lines: &[Attack<Base>],
        lames: &[Attack<(Base, Base)>],
        square: Square,
        occupied: B,
        owners: &impl Fn(u32) -> B,
    ) -> bool {
        let v = &*self.variant;
        for a in lines {
            let line = v.line(a.along, square);
            let riders = owners(a.group) & (line.lower | line.upper);
            if riders.any() && (riders & B::between_obstacles(line.lower, line.upper, occupied)).any() {
                return true;
            }
        }
        lames.iter().any(|a| {
            let hits = v.ride(a.along.0, square, occupied) & v.leap(a.along.1, square);
            (hits & owners(a.group)).any()
        })
    }

    fn attacked_by_progressive(&self, square: Square, by: Color, occupied: B, gone: B) -> bool {
        let v = &*self.variant;
        let map = &v.attacks[by.index()];
        let (new, grown) = (!self.board.grown & !gone, self.board.grown & !gone);
        for a in &map.first_leaps {
            if (v.leap(a.along, square) & self.owners(a.group, by) & new).any() {
                return true;
            }
        }
        let first = |group| self.owners(group, by) & new;
        if self.attacked_along(&map.first_lines, &map.first_lames, square, occupied, &first) {
            return true;
        }
        if (grown & self.board.by_color[by.index()]).is_empty() {
            return false;
        }
        for a in &map.progressive {
            let owners = self.owners(a.group, by) & grown;
            let full = v.limited(a.along, a.along.longest);
            for rider in (v.ride(full, square, occupied) & owners).squares() {
                let limited = v.line(v.limited(a.along, self.board.counters[rider.index()]), square);
                if (limited.lower | limited.upper).has(rider) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether grown multiple progressive men of `by` attack a square.
    pub(crate) fn flooded(&self, square: Square, by: Color, occupied: B, gone: B) -> bool {
        let v = &*self.variant;
        for a in &v.attacks[by.index()].multiple {
            let owners = self.owners(a.group, by) & self.board.grown & !gone;
            if owners.is_empty() {
                continue;
            }
            let mut reached = B::bit(square);
            let mut layer = reached;
            let mut leaps = 0;
            while layer.any() && leaps < u8::MAX {
                leaps += 1;
                let next = v.layer(a.along, layer) & !reached;
                if (next & owners)
                    .squares()
                    .any(|s| self.board.counters[s.index()] >= leaps)
                {
                    return true;
                }
                reached |= next;
                layer = next & !occupied;
            }
        }
        false
    }

    /// The own men whose leaving could open a way to the king for a multiple progressive man: those that bound the
    /// empty squares around the king as such men see them.
    pub(crate) fn flood_bounds(&self, king: Square, by: Color, occupied: B) -> B {
        let v = &*self.variant;
        let mut bounds = B::EMPTY;
        for a in &v.attacks[by.index()].multiple {
            if (self.owners(a.group, by) & self.board.grown).any() {
                bounds |= v.flood(a.along, king, u8::MAX, occupied);
            }
        }
        bounds & occupied
    }

    /// Whether `by` has multiple progressive men with a counter above 1.
    pub(crate) fn has_floods(&self, by: Color) -> bool {
        let map = &self.variant.attacks[by.index()];
        map.multiple
            .iter()
            .any(|a| (self.owners(a.group, by) & self.board.grown).any())
    }

    /// Finds the checks on and pins to the king of the side to move.
    #[inline]
    pub(crate) fn look_at_king(&self, safety: &mut Safety<B>) {
        let v = &*self.variant;
        let (us, them) = (self.side, !self.side);
        let king = self.board.kings[us.index()];
        let occupied = self.board.occupied();
        let map = &v.attacks[them.index()];

        for group in &map.groups {
            let _ = safety.groups.try_push(self.group(group, them));
        }
        let mut checkers = B::EMPTY;
        for a in &map.leaps {
            checkers |= v.leap(a.along, king) & self.opponents(safety, a.group);
        }
        if v.has_counters {
            for a in &map.first_leaps {
                checkers |= v.leap(a.along, king) & self.owners(a.group, them) & !self.board.grown;
            }
        }
        for checker in checkers.squares() {
            safety.in_check = true;
            safety.answers &= B::bit(checker);
        }
        self.look_along_lines(safety, &map.lines, &map.lames, occupied, B::EMPTY);
        if v.has_counters {
            self.look_along_lines(safety, &map.first_lines, &map.first_lames, occupied, self.board.grown);
        }
        let grown = self.board.grown & self.board.by_color[them.index()];
        if grown.any() {
            for a in &map.progressive {
                let full = v.line(v.limited(a.along, a.along.longest), king);
                for rider in ((full.lower | full.upper) & self.owners(a.group, them) & grown).squares() {
                    let limited = v.line(v.limited(a.along, self.board.counters[rider.index()]), king);
                    if (limited.lower | limited.upper).has(rider) {
                        self.look_along(safety, full.lower, full.upper, king, rider, occupied);
                    }
                }
            }
            safety.in_check |= self.flooded(king, them, occupied, B::EMPTY);
        }
    }

    /// Checks by and pins of the riders and lame leapers of some tables; men on `gone` do not count.
    #[inline(always)]
    fn look_along_lines(
        &self,
        safety: &mut Safety<B>,
        lines: &[Attack<Base>],
        lames: &[Attack<(Base, Base)>],
        occupied: B,
        gone: B,
    ) {
        let v = &*self.variant;
        let king = self.board.kings[self.side.index()];
        for a in lines {
            let line = v.line(a.along, king);
            let riders = self.opponents(safety, a.group) & !gone & (line.lower | line.upper);
            for rider in riders.squares() {
                self.look_along(safety, line.lower, line.upper, king, rider, occupied);
            }
        }
        for a in lames {
            let line = v.line(a.along.0, king);
            let riders = self.opponents(safety, a.group) & !gone & (line.lower | line.upper) & v.leap(a.along.1, king);
            for rider in riders.squares() {
                self.look_along(safety, line.lower, line.upper, king, rider, occupied);
            }
        }
    }

    /// A rider on a line through the king checks it, or pins the only man between, or neither. Along one half of a
    /// line the squares between are those of lower index than the farther one.
    #[inline(always)]
    fn look_along(&self, safety: &mut Safety<B>, lower: B, upper: B, king: Square, rider: Square, occupied: B) {
        let between = if rider > king {
            upper & B::below(rider)
        } else {
            lower & !(B::below(rider) | B::bit(rider))
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
    pub(crate) fn checking_squares(&self, color: Color, reverse: &Mover, n: u8, occupied: B) -> B {
        let king = self.board.kings[(!color).index()];
        self.variant.reach(reverse, king, n, occupied, B::EMPTY)
    }
}
