//! Counting the men of one side: each on its square, where it can go and what it attacks.

use arrayvec::ArrayVec;

use super::judge::Evaluator;
use super::structure::Pawns;
use super::tables::{ATTACKS_MOST, ManTable, curve};
use super::trace::{Sum, Trace};
use super::weights::{OfMan, Term, Whole};
use crate::{Bitboard, Color, PieceType, Position, Square};

/// What is counted for one side.
pub(super) struct Side<B> {
    pub color: Color,
    pub king: Option<Square>,
    /// Its men that are pawns, ...
    pub pawns: B,
    /// ... and those of them that no pawn can stop.
    pub passed: B,
    /// What its pawns may ever attack.
    pub span: B,
    /// Men without their squares, by the rules alone.
    pub material: i32,
    pub sum: Sum,
    /// Attacks on the other king's squares, and how many men make them.
    pub attacks: u32,
    pub attackers: u32,
    /// What pawns attack, what men other than the king do, what the king does.
    pub by_pawns: B,
    pub by_men: B,
    by_king: B,
    /// What anybody attacks, and what two do (a king, other men, pawns as one).
    pub by_all: B,
    pub by_two: B,
}

/// The men of one type, pawns left out, and what they attack.
pub(super) struct Kind<B> {
    pub ty: PieceType,
    pub men: B,
    pub attacks: B,
}

/// All of a side, those of least value first.
pub(super) type Kinds<B> = ArrayVec<Kind<B>, 64>;

impl Evaluator {
    /// Counts the men of a side, whose pawns are counted already. `kinds` is filled: to give it back would be to copy it.
    #[inline(always)]
    pub(super) fn count<B: Bitboard, T: Trace>(
        &self,
        position: &Position<B>,
        color: Color,
        pawns: &[Pawns; 2],
        kinds: &mut Kinds<B>,
        trace: &mut T,
    ) -> Side<B> {
        let [own, other] = [color, !color].map(|color| &pawns[color.index()]);
        let mut side = Side {
            color,
            king: self.king(position, color),
            pawns: self.pawn_men(position, color),
            passed: B::from_bits(own.passed),
            span: B::from_bits(own.span),
            by_pawns: B::from_bits(own.attacks),
            material: own.material,
            sum: own.sum,
            attacks: 0,
            attackers: 0,
            by_men: B::EMPTY,
            by_king: B::EMPTY,
            by_all: B::EMPTY,
            by_two: B::EMPTY,
        };
        // The squares around the other king, and where men are counted to be able to go.
        let target = self.zone(!color, self.king(position, !color));
        let good = !(position.men(color, self.king) | side.pawns | B::from_bits(other.attacks));
        for &ty in &self.order {
            let man = &self.men[ty.index()];
            let men = position.men(color, ty);
            if men.is_empty() {
                continue;
            }
            if man.royal {
                side.by_king |= position.seen(color, ty, men.first()).1;
            } else if man.pawn {
                self.changes(position, man, men, &mut side, trace);
            } else {
                let attacks = self.mobility(position, man, men, [target, good], &mut side, trace);
                if !kinds.is_full() {
                    kinds.push(Kind { ty, men, attacks });
                }
            }
        }
        side.by_two |= side.by_men & side.by_pawns | (side.by_men | side.by_pawns) & side.by_king;
        side.by_all = side.by_men | side.by_pawns | side.by_king;
        side
    }

    fn king<B: Bitboard>(&self, position: &Position<B>, color: Color) -> Option<Square> {
        let king = position.men(color, self.king);
        king.any().then(|| king.first())
    }

    /// Counts a man on its square; gives back what it counts for the stage of the game.
    #[inline(always)]
    pub(super) fn man<T: Trace>(
        &self,
        man: &ManTable,
        (color, square): (Color, Square),
        counter: impl Fn() -> u8,
        sum: &mut Sum,
        trace: &mut T,
    ) -> i32 {
        let level = if man.counts { man.level(counter()) } else { 0 };
        let on = &man.on[level];
        sum.add(on.at[color.index()][square.index()], 1);
        if T::LISTENS {
            trace.man(color, man.ty, level, square);
        }
        on.material
    }

    /// Counts where the men of a type can go; gives back what they attack.
    #[inline(always)]
    fn mobility<B: Bitboard, T: Trace>(
        &self,
        position: &Position<B>,
        man: &ManTable,
        men: B,
        [target, good]: [B; 2],
        side: &mut Side<B>,
        trace: &mut T,
    ) -> B {
        let color = side.color;
        let mut all = B::EMPTY;
        let own = position.color(color);
        position.each_seen(color, man.ty, men, |square, moves, attacks| {
            let counter = || position.counter(square);
            side.material += self.man(man, (color, square), counter, &mut side.sum, trace);
            side.by_two |= side.by_men & attacks;
            side.by_men |= attacks;
            all |= attacks;
            let free = moves & !own;
            let count = (moves & good).count();
            side.sum.add(man.mobility[count as usize], 1);
            let near = (attacks & target).count().min(ATTACKS_MOST);
            side.attacks += near;
            side.attackers += u32::from(near > 0);
            side.sum.add(man.attack[near as usize], 1);
            if T::LISTENS {
                trace.term(color, Term::OfMan(OfMan::Mobility, man.ty), curve(count as f32));
                trace.term(color, Term::OfMan(OfMan::Attack, man.ty), near as f32);
            }
            if !man.changes.is_empty() {
                change(man, free, side, trace);
            }
        });
        if let Some(pair) = man.pair {
            let dark = B::from_bits(self.dark) & men;
            if dark.any() && dark != men {
                side.sum.add(pair, 1);
                trace.term(color, Term::OfMan(OfMan::Pair, man.ty), 1.0);
            }
        }
        all
    }

    /// Counts what pawns gain by changes of type.
    #[inline(always)]
    fn changes<B: Bitboard, T: Trace>(
        &self,
        position: &Position<B>,
        man: &ManTable,
        men: B,
        side: &mut Side<B>,
        trace: &mut T,
    ) {
        if man.changes.is_empty() {
            return;
        }
        let color = side.color;
        let own = position.color(color);
        for square in men.squares() {
            let free = position.seen(color, man.ty, square).0 & !own;
            change(man, free, side, trace);
        }
    }

    /// Counts a term of a side so many times.
    #[inline(always)]
    pub(super) fn add<B, T: Trace>(&self, side: &mut Side<B>, whole: Whole, times: i32, trace: &mut T) {
        let weight = self.whole[whole as usize];
        side.sum.whole = [0, 1].map(|phase| side.sum.whole[phase] + weight[phase] * times);
        if T::LISTENS {
            trace.term(side.color, Term::Whole(whole), times as f32);
        }
    }
}

/// Counts what a man gains by the best change of type among its moves.
#[inline(always)]
fn change<B: Bitboard, T: Trace>(man: &ManTable, moves: B, side: &mut Side<B>, trace: &mut T) {
    let mut changes = man.changes.iter();
    if let Some(change) = changes.find(|change| (B::from_bits(change.squares) & moves).any()) {
        side.sum.add(change.worth, 1);
        trace.term(side.color, Term::OfMan(OfMan::Change, man.ty), change.gain);
    }
}
