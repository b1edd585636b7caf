//! What two sides do to each other: danger to kings, what hangs, what chases what.

use super::judge::Evaluator;
use super::side::{Kinds, Side};
use super::tables::CHECKS;
use super::trace::Trace;
use super::weights::{OfMan, Term, Whole};
use crate::{Bitboard, Position};

/// King danger counts attacks on the king's squares and the men that make them, and squares there that are attacked and
/// guarded by none but the king so many times, ...
const DANGER_WEAK: u32 = 2;
/// ... and types of men that can check.
const DANGER_CHECK: u32 = 4;
/// More of these together count no more.
const DANGER_MOST: u32 = 40;
/// What is counted of the square of their number.
const DANGER_PART: i32 = 10;
/// A man that attacks one worth so much more, centipawns, chases it.
const CHASE: i32 = 80;

impl Evaluator {
    /// Counts what two sides do to each other, for the first of them.
    #[inline(always)]
    pub(super) fn contact<B: Bitboard, T: Trace>(
        &self,
        position: &Position<B>,
        [side, other]: [&mut Side<B>; 2],
        [side_kinds, other_kinds]: [&Kinds<B>; 2],
        trace: &mut T,
    ) {
        let color = side.color;
        let target: B = self.zone(other.color, other.king);
        let (own, enemies) = (position.color(color), position.color(!color));
        let guarded = other.by_men | other.by_pawns;
        let weak = target & !enemies & (side.by_men | side.by_pawns) & !guarded;
        self.add(side, Whole::Weak, weak.count() as i32, trace);

        let mut checks = 0;
        if let Some(enemy_king) = other.king {
            let safe = !own & !(other.by_all & !(side.by_two & !guarded));
            let mut exposed = B::EMPTY;
            for kind in side_kinds {
                let from = position.attack_from(color, kind.ty, enemy_king);
                exposed |= from;
                let count = ((from & kind.attacks & safe).count() as usize).min(CHECKS.len() - 1);
                if count > 0 {
                    checks += 1;
                    side.sum.add(self.men[kind.ty.index()].check[count], 1);
                    if T::LISTENS {
                        trace.term(color, Term::OfMan(OfMan::Check, kind.ty), CHECKS[count]);
                    }
                }
            }
            self.add(other, Whole::Exposed, exposed.count() as i32, trace);
        }
        let danger = side.attacks + side.attackers + DANGER_WEAK * weak.count() + DANGER_CHECK * checks;
        let danger = danger.min(DANGER_MOST) as i32;
        let danger = danger * danger / DANGER_PART;
        self.add(side, Whole::Danger, danger, trace);

        let attacked = other.by_all & own;
        let hanging = attacked & !side.by_all;
        self.add(side, Whole::Hanging, hanging.count() as i32, trace);
        let threatened = other.by_pawns & own & !side.pawns;
        self.add(side, Whole::Threatened, threatened.count() as i32, trace);
        let firm = side.by_pawns | side.by_two & !other.by_two;
        let pressed = attacked & side.by_all & !firm & !other.by_pawns;
        self.add(side, Whole::Pressed, pressed.count() as i32, trace);
        let restricted = side.by_all & other.by_all & !firm;
        self.add(other, Whole::Restricted, restricted.count() as i32, trace);
        let allowed = !other.by_pawns & (side.by_all | !other.by_all);
        let mut pushed = B::EMPTY;
        for &ty in &self.pawns {
            pushed |= position.stepped_attacks(color, ty, allowed);
        }
        let pushed = pushed & enemies & !other.pawns & !side.by_pawns;
        self.add(side, Whole::Push, pushed.count() as i32, trace);

        let posts = side.by_pawns & !other.span & B::from_bits(self.beyond[color.index()]);
        let mut cheaper = B::EMPTY;
        let mut enemy_kinds = other_kinds.iter().peekable();
        for kind in side_kinds {
            let man = &self.men[kind.ty.index()];
            let value = man.on[0].average - CHASE;
            while let Some(enemy) = enemy_kinds.next_if(|enemy| self.men[enemy.ty.index()].on[0].average <= value) {
                cheaper |= enemy.attacks;
            }
            let chased = (kind.men & cheaper).count();
            if chased > 0 {
                side.sum.add(man.chased, chased as i32);
                if T::LISTENS {
                    trace.term(color, Term::OfMan(OfMan::Chased, kind.ty), chased as f32);
                }
            }
            let posted = (kind.men & posts).count();
            if posted > 0 {
                side.sum.add(man.outpost, posted as i32);
                if T::LISTENS {
                    trace.term(color, Term::OfMan(OfMan::Outpost, kind.ty), posted as f32);
                }
            }
        }

        if let Some(square) = side.king {
            let guards = B::from_bits(self.around[square.index()]) & own;
            self.add(side, Whole::Shelter, guards.count() as i32 - 1, trace);
            side.sum.add(self.place[color.index()][square.index()], 1);
            if T::LISTENS {
                for (whole, part) in self.king_parts(color, square) {
                    trace.term(color, Term::Whole(whole), part);
                }
            }
        }
    }
}
