//! Making moves and taking them back.

use super::board::Unit;
use super::{EnPassant, Position, Right, Undo};
use crate::Bitboard;
use crate::types::{Code, Color, Move, MoveKind, PieceType, Square};
use crate::variant::Growth;
use crate::variant::tables::{Lame, ManTables};

/// A counter grows no further.
pub(crate) const MAX_COUNTER: u8 = 99;

impl<B: Bitboard> Position<B> {
    /// Makes a move that is legal here, as [`legal_moves`](Position::legal_moves) lists it.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        if self.variant.has_states {
            self.make_with::<true>(mv);
        } else {
            self.make_with::<false>(mv);
        }
    }

    #[inline(always)]
    fn make_with<const STATES: bool>(&mut self, mv: Move) {
        let (us, from, to) = (self.side, mv.from(), mv.to());
        let mut undo = Undo {
            mv,
            mover: Unit::NONE,
            captured: Unit::NONE,
            castling: self.castling,
            en_passant: self.en_passant,
            halfmove: self.halfmove,
            hash: self.board.hash,
        };
        if let Some(en_passant) = self.en_passant.take() {
            self.board.hash ^= self.en_passant_key(en_passant);
        }
        self.halfmove = self.halfmove.saturating_add(1);

        let mut passed = None;
        if mv.kind() == MoveKind::Castling {
            self.castle::<STATES>(mv);
        } else {
            let v = &*self.variant;
            let man = v.man(us, self.board.code(from).ty());
            if v.has_en_passant && mv.kind() == MoveKind::Plain {
                passed = self.double_step(man, from, to);
            }
            let lands = if STATES && man.has_counter {
                self.unit_after(man, mv)
            } else {
                self.plain_unit_after::<STATES>(man, mv)
            };
            let victim = match mv.kind() {
                MoveKind::EnPassant => undo.en_passant.map_or(to, |e| e.victim),
                _ => to,
            };
            if self.board.code(victim).is_some() {
                undo.captured = self.board.lift::<STATES, true>(v, victim);
                self.halfmove = 0;
            }
            undo.mover = self.board.lift::<STATES, true>(v, from);
            self.board.put::<STATES, true>(v, to, lands);
            passed = passed.filter(|_| lands.code.ty() == man.ty);
            if man.pawn {
                self.halfmove = 0;
            }
        }
        self.undo.push(undo);
        self.drop_rights(self.touches[from.index()] | self.touches[to.index()]);
        self.pass_turn();
        if let Some(en_passant) = passed
            && self.en_passant_captures::<STATES>(!us, en_passant).any()
        {
            self.board.hash ^= self.en_passant_key(en_passant);
            self.en_passant = Some(en_passant);
        }
    }

    /// Takes back the last move or null move; does nothing if there is none.
    #[inline]
    pub fn unmake(&mut self) {
        if self.variant.has_states {
            self.unmake_with::<true>();
        } else {
            self.unmake_with::<false>();
        }
    }

    #[inline(always)]
    fn unmake_with<const STATES: bool>(&mut self) {
        let Some(undo) = self.undo.pop() else { return };
        self.side = !self.side;
        self.fullmove -= u32::from(self.side == Color::Black);
        self.castling = undo.castling;
        self.en_passant = undo.en_passant;
        self.halfmove = undo.halfmove;
        let v = &*self.variant;
        if undo.mv == Move::NONE {
            // Nothing was moved.
        } else if undo.mv.kind() == MoveKind::Castling {
            let ways = self.ways[self.right_of(undo.mv).index()];
            let king = self.board.lift::<STATES, false>(v, ways.king_to);
            let partner = self.board.lift::<STATES, false>(v, ways.partner_to);
            self.board.put::<STATES, false>(v, ways.king, king);
            self.board.put::<STATES, false>(v, ways.partner, partner);
        } else {
            self.board.lift::<STATES, false>(v, undo.mv.to());
            self.board.put::<STATES, false>(v, undo.mv.from(), undo.mover);
            if undo.captured.code.is_some() {
                let victim = match (undo.mv.kind(), undo.en_passant) {
                    (MoveKind::EnPassant, Some(e)) => e.victim,
                    _ => undo.mv.to(),
                };
                self.board.put::<STATES, false>(v, victim, undo.captured);
            }
        }
        self.board.hash = undo.hash;
    }

    /// Passes the turn. Not to be used in check. [`unmake`](Position::unmake) takes it back.
    pub fn make_null(&mut self) {
        self.undo.push(Undo {
            mv: Move::NONE,
            mover: Unit::NONE,
            captured: Unit::NONE,
            castling: self.castling,
            en_passant: self.en_passant,
            halfmove: self.halfmove,
            hash: self.board.hash,
        });
        if let Some(en_passant) = self.en_passant.take() {
            self.board.hash ^= self.en_passant_key(en_passant);
        }
        self.halfmove = self.halfmove.saturating_add(1);
        self.pass_turn();
    }

    #[inline(always)]
    fn pass_turn(&mut self) {
        self.fullmove += u32::from(self.side == Color::Black);
        self.side = !self.side;
        self.board.hash ^= self.variant.keys.side;
    }

    #[inline(always)]
    fn drop_rights(&mut self, touched: u8) {
        let lost = self.castling & touched;
        if lost != 0 {
            self.castling &= !lost;
            for (i, ways) in self.ways.iter().enumerate() {
                if lost & (1 << i) != 0 {
                    self.board.hash ^= ways.key;
                }
            }
        }
    }

    /// The right that a castling of the side to move uses.
    pub(crate) fn right_of(&self, mv: Move) -> Right {
        let [k, q] = Right::of(self.side);
        if self.ways[k.index()].partner == mv.to() && self.castling & k.bit() != 0 {
            k
        } else {
            q
        }
    }

    fn castle<const STATES: bool>(&mut self, mv: Move) {
        let ways = self.ways[self.right_of(mv).index()];
        let v = &*self.variant;
        let king = self.board.lift::<STATES, true>(v, ways.king);
        let partner = self.board.lift::<STATES, true>(v, ways.partner);
        self.board.put::<STATES, true>(v, ways.king_to, king);
        // A castling partner is placed, it does not land: it neither promotes nor changes by the square.
        self.board.put::<STATES, true>(v, ways.partner_to, partner);
    }

    /// What stands on the target of a man without a counter afterwards.
    #[inline(always)]
    fn plain_unit_after<const STATES: bool>(&self, man: &ManTables<B>, mv: Move) -> Unit {
        let ty = self.type_after(man.ty, mv);
        let away = STATES
            && self.variant.return_home
            && (self.board.away.has(mv.from()) || man.pawn && mv.promoted().is_some())
            && self.keeps_mark(ty, mv.to());
        Unit {
            code: Code::new(self.side, ty),
            counter: 1,
            away,
        }
    }

    /// What a man of this type is after a move, by choice or by the square it lands on.
    #[inline(always)]
    pub(super) fn type_after(&self, ty: PieceType, mv: Move) -> PieceType {
        let v = &*self.variant;
        match mv.promoted() {
            Some(promoted) => promoted,
            None if v.morph.is_empty() => ty,
            None => v.morph[ty.index()].at(mv.to()),
        }
    }

    /// What stands on the target of a progressive man afterwards.
    fn unit_after(&self, man: &ManTables<B>, mv: Move) -> Unit {
        let v = &*self.variant;
        let n = self.board.counters[mv.from().index()];
        let mut unit = self.plain_unit_after::<true>(man, mv);
        if unit.code.ty() == man.ty {
            let grows = match v.rules.growth {
                Growth::EveryMove => true,
                Growth::FullRange => self.is_full_range(man, n, mv.from(), mv.to()),
            };
            unit.counter = if grows { (n + 1).min(MAX_COUNTER) } else { n };
        }
        unit
    }

    /// Whether a man of this type keeps the mark on a square: only a plain man that has a promoted form, away from
    /// its own first rank.
    fn keeps_mark(&self, ty: PieceType, square: Square) -> bool {
        let v = &*self.variant;
        v.may_take_form(ty) && !v.home[self.side.index()].has(square)
    }

    /// Whether some permitted way from `from` to `to` has exactly `n` progressive leaps. An initial double step is
    /// one, and counts.
    fn is_full_range(&self, man: &ManTables<B>, n: u8, from: Square, to: Square) -> bool {
        let v = &*self.variant;
        let occupied = self.board.occupied() & !B::bit(from);
        let capture = self.board.code(to).is_some();
        if n == 1 {
            let first: &[_] = if man.initial_zone.has(from) { &man.initial } else { &[] };
            let modes = man.modes.iter().chain(first).filter(|(mode, _)| mode.ends_on(capture));
            let leaps = modes.fold(B::EMPTY, |set, (_, m)| set | m.first_leaps.at(from));
            return leaps.has(to) || self.is_initial_step(man, from, to);
        }
        let stop = if v.rules.check_ends_ride {
            self.checking_squares(self.side, &man.reverse, n, occupied)
        } else {
            B::EMPTY
        };
        let stops = occupied | stop;
        man.modes
            .iter()
            .filter(|(mode, _)| mode.ends_on(capture))
            .any(|(_, mover)| {
                let rides = mover.progressive.iter().filter(|line| line.longest() >= n).any(|line| {
                    let short = line.limited(n - 1).at(from).squares();
                    line.limited(n).ride(from, stops).has(to) && !short.has(to)
                });
                rides
                    || mover
                        .multiple
                        .iter()
                        .any(|leap| leap.flood_exact(from, n, stops).has(to))
            })
    }

    /// Whether a move that is still to be made may be an initial double step.
    #[inline(always)]
    fn is_initial_step(&self, man: &ManTables<B>, from: Square, to: Square) -> bool {
        // Another part can go as far.
        man.double_steps.at(from).has(to) && self.reaches_initially(man, from, to)
    }

    fn reaches_initially(&self, man: &ManTables<B>, from: Square, to: Square) -> bool {
        let (occupied, capture) = (self.board.occupied(), self.board.code(to).is_some());
        let lands = |lame: &Lame<B>| lame.reach(from, occupied).has(to);
        let mut modes = man.initial.iter().filter(|(mode, _)| mode.ends_on(capture));
        self.board.counters[from.index()] == 1 && modes.any(|(_, mover)| mover.lames.iter().any(lands))
    }

    /// What a move that is still to be made passes, if it is a double step that can be answered by an en-passant
    /// capture.
    #[inline(always)]
    fn double_step(&self, man: &ManTables<B>, from: Square, to: Square) -> Option<EnPassant> {
        let passes = man.en_passant_victim && self.is_initial_step(man, from, to);
        let crossed = Square::half_way(from, to);
        passes.then_some(EnPassant { crossed, victim: to })
    }
}
