//! Judging a position: men on their squares, mobility, pawns, danger to the kings, driving a bare king to the edge.

use arrayvec::ArrayVec;

use super::network::{Layout, Network};
use super::tables::{ATTACKS_MOST, Basis, CHECKS, ManTable, Phased, curve};
use super::weights::{OfMan, Term, WHOLE, Weights, Whole, off_centre};
use super::{Evaluate, LIMIT, array, structure, values};
use crate::variant::Rules;
use crate::{Bitboard, Color, Geometry, PieceType, Position, Square};

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
/// A king that has left more ranks behind is not worse for it.
const WALK_MOST: i32 = 4;
/// A side with at most this much material can be mated ...
const WEAK: i32 = 350;
/// ... by one that has this much more, centipawns.
const LEAD: i32 = 350;
/// Then its king's distance from the centre counts, ...
const EDGE: i32 = 10;
/// ... and the nearness of the other king.
const NEAR: i32 = 6;

/// A whole stage of the game: all men of the start are there.
const STAGE: i32 = 256;

/// The built-in evaluation of one variant: its terms and their derived weights come from the rules, other weights from a
/// fit.
pub struct Evaluator {
    pub(super) men: Vec<ManTable>,
    pub(super) basis: Basis,
    weights: Weights,
    network: Option<Network>,
    king: PieceType,
    /// The types that are pawns.
    pub(super) pawns: Vec<PieceType>,
    /// Tells this evaluator from others in what threads remember.
    pub(super) id: u64,
    /// All types, those of least value first, the royal one left out.
    order: Vec<PieceType>,
    /// By square: it and its neighbours.
    around: Vec<u128>,
    /// By colour and square of a king: what is around it or in front of that.
    zone: [Vec<u128>; 2],
    /// By colour: beyond the middle of the board, the last rank left out.
    beyond: [u128; 2],
    /// By square: its file and rank.
    places: Vec<[i8; 2]>,
    /// Squares of one colour.
    dark: u128,
    /// By colour and square: a king's steps from its first rank and towards the edge there.
    walked: [Vec<[i32; 2]>; 2],
    /// By square: how far from the centre, in squares.
    outside: Vec<i32>,
    /// By term of a side as a whole, tenths of centipawns.
    whole: [[i32; 2]; WHOLE],
    /// By colour and square: what the king's place counts.
    place: [Vec<Phased>; 2],
    /// Whether men change their types by the squares they land on: the stage of the game is then told by their number.
    changes: bool,
    /// Material of both sides at the start, or the number of men.
    start: i32,
    move_rule: i32,
}

/// Hears what an evaluation is the sum of.
pub(super) trait Trace {
    /// Whether anybody listens.
    const LISTENS: bool;
    /// A man on a square.
    fn man(&mut self, _color: Color, _ty: PieceType, _level: usize, _square: Square) {}
    /// So much of a term.
    fn term(&mut self, _color: Color, _term: Term, _part: f32) {}
    /// What is not weighted, for White, centipawns.
    fn rest(&mut self, _centipawns: i32) {}
    /// How much of the middlegame there is, and by how much all is made less for the move rule.
    fn stage(&mut self, _middlegame: f32, _factor: f32) {}
}

/// Nobody listens.
impl Trace for () {
    const LISTENS: bool = false;
}

/// A sum of middlegame and ending, centipawns.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    middlegame: i32,
    ending: i32,
    /// What the side as a whole adds, tenths of centipawns.
    whole: [i32; 2],
}

impl Sum {
    #[inline(always)]
    fn join(&mut self, other: Sum) {
        self.middlegame += other.middlegame;
        self.ending += other.ending;
        self.whole = [0, 1].map(|phase| self.whole[phase] + other.whole[phase]);
    }
    #[inline(always)]
    pub fn add(&mut self, phased: Phased, times: i32) {
        self.middlegame += i32::from(phased.middlegame) * times;
        self.ending += i32::from(phased.ending) * times;
    }
}

/// What is counted for one side.
#[derive(Default)]
pub(super) struct Side<B> {
    /// Men without their squares, by the rules alone.
    material: i32,
    pub sum: Sum,
    /// Attacks on the other king's squares, and how many men make them.
    attacks: u32,
    attackers: u32,
    pawns: B,
    /// What pawns attack, what men other than the king do, what the king does.
    by_pawns: B,
    by_men: B,
    by_king: B,
    /// What anybody attacks, and what two do (a king, other men, pawns as one).
    pub by_all: B,
    by_two: B,
}

/// The men of one type, pawns left out, and what they attack.
struct Kind<B> {
    ty: PieceType,
    men: B,
    attacks: B,
}

/// All of a side, those of least value first.
type Kinds<B> = ArrayVec<Kind<B>, 64>;

impl Evaluator {
    /// Derived from the rules (some tens of milliseconds where men have counters, else about one), with the fitted weights
    /// that these have.
    pub fn new(rules: &Rules) -> Self {
        let basis = Basis::derive(rules);
        let mut weights = Weights::derived(rules, &basis.values);
        weights.fit(rules, &rules.fitted);
        let network = rules.network.as_ref();
        let network = network.and_then(|numbers| Network::new(Layout::new(rules), numbers));
        Evaluator::with(rules, basis, weights, network)
    }

    /// With these weights in place of the present ones, and without a network.
    pub fn weighted(self, rules: &Rules, weights: Weights) -> Self {
        Evaluator::with(rules, self.basis, weights, None)
    }

    fn with(rules: &Rules, basis: Basis, weights: Weights, network: Option<Network>) -> Self {
        let board = rules.board;
        let men = (0..rules.men.len() as u8).map(|ty| ManTable::new(rules, PieceType(ty), &basis, &weights));
        let men: Vec<ManTable> = men.collect();
        let changes = rules.men.iter().any(|man| man.morph.iter().any(Option::is_some));
        let at_start = array::men(rules);
        let start: i32 = match changes {
            true => at_start.len() as i32,
            false => at_start.iter().map(|(_, ty, _)| men[ty.index()].on[0].material).sum(),
        };
        let whole = Whole::ALL.map(|whole| weights.get(Term::Whole(whole)));
        let mut evaluator = Evaluator {
            king: rules.king(),
            id: structure::new_id(),
            pawns: (0..)
                .map(PieceType)
                .zip(&rules.men)
                .filter(|(_, man)| man.pawn)
                .map(|(ty, _)| ty)
                .collect(),
            order: Vec::new(),
            around: board.all().map(|square| around(rules, square)).collect(),
            zone: Color::BOTH.map(|color| {
                let zone = |square| around(rules, square) | ahead(rules, color, square);
                board.all().map(zone).collect()
            }),
            beyond: Color::BOTH.map(|color| {
                let ranks = i32::from(board.ranks);
                squares_where(board, |square| {
                    let walked = walked_ranks(rules, color, square);
                    walked * 2 >= ranks - 1 && walked < ranks - 1
                })
            }),
            places: board.all().map(|square| place(board, square)).collect(),
            dark: squares_where(board, |square| {
                (board.file(square) + board.rank(square)).is_multiple_of(2)
            }),
            walked: Color::BOTH.map(|color| board.all().map(|square| walked(rules, color, square)).collect()),
            outside: board
                .all()
                .map(|s| off_centre(board, s).into_iter().max().unwrap_or(0))
                .collect(),
            whole,
            place: [Vec::new(), Vec::new()],
            start: start.max(1),
            changes,
            move_rule: i32::from(rules.move_rule),
            men,
            basis,
            weights,
            network,
        };
        evaluator.order = (0..evaluator.men.len() as u8).map(PieceType).collect();
        let men = &evaluator.men;
        evaluator
            .order
            .sort_by_key(|ty| (men[ty.index()].royal, men[ty.index()].on[0].average));
        evaluator.place = Color::BOTH.map(|color| {
            let on = |square: Square| {
                let parts = evaluator.king_parts(color, square).into_iter();
                let sum = parts.fold([0.0; 2], |sum: [f32; 2], (whole, part)| {
                    let weight = evaluator.weights.get(Term::Whole(whole));
                    [0, 1].map(|phase| sum[phase] + weight[phase] as f32 * part)
                });
                Phased::of_tenths(sum)
            };
            board.all().map(on).collect()
        });
        evaluator
    }

    /// The weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The weights that follow from the rules alone.
    pub fn derived(&self, rules: &Rules) -> Weights {
        Weights::derived(rules, &self.basis.values)
    }

    /// What a man of a type and counter is worth in middlegame and ending by some weights, centipawns.
    pub fn worth(&self, weights: &Weights, ty: PieceType, counter: u8) -> [i32; 2] {
        let level = values::level(counter, self.men[ty.index()].on.len());
        self.basis.worth(weights, ty, level)
    }

    /// What a man on a square is the sum of.
    pub(super) fn man_parts(
        &self,
        rules: &Rules,
        ty: PieceType,
        level: usize,
        color: Color,
        square: Square,
    ) -> [(Term, f32); 7] {
        self.basis.man(rules, ty, level, color, square)
    }

    /// What the place of a king is the sum of.
    fn king_parts(&self, color: Color, square: Square) -> [(Whole, f32); 3] {
        let [walked, corner] = self.walked[color.index()][square.index()];
        [
            (Whole::Walk, walked as f32),
            (Whole::Corner, corner as f32),
            (Whole::KingCentre, -self.outside[square.index()] as f32),
        ]
    }

    /// What a man of a type is worth on average at the start of its life, centipawns; a royal one 0.
    pub fn value(&self, ty: PieceType) -> i32 {
        self.men[ty.index()].on[0].average
    }

    /// Counts the men of a side. `target`: the squares around the other king; `good`: where men are counted to be able to go.
    #[inline(always)]
    fn count<B: Bitboard, T: Trace>(
        &self,
        position: &Position<B>,
        color: Color,
        [target, good]: [B; 2],
        kinds: &mut Kinds<B>,
        trace: &mut T,
    ) -> Side<B> {
        let mut side = Side {
            pawns: self.pawn_men(position, color),
            ..Side::default()
        };
        for &ty in &self.order {
            let man = &self.men[ty.index()];
            let men = position.men(color, ty);
            if men.is_empty() {
                continue;
            }
            if man.royal {
                side.by_king |= position.seen(color, ty, men.first()).1;
                continue;
            }
            if man.pawn {
                self.changes(position, man, color, men, &mut side, trace);
            } else {
                let attacks = self.mobility(position, man, color, men, [target, good], &mut side, trace);
                if !kinds.is_full() {
                    kinds.push(Kind { ty, men, attacks });
                }
            }
        }
        side
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

    /// Counts where the men of a type can go, and what they attack.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn mobility<B: Bitboard, T: Trace>(
        &self,
        position: &Position<B>,
        man: &ManTable,
        color: Color,
        men: B,
        [target, good]: [B; 2],
        side: &mut Side<B>,
        trace: &mut T,
    ) -> B {
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
                change(man, color, free, side, trace);
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
        color: Color,
        men: B,
        side: &mut Side<B>,
        trace: &mut T,
    ) {
        if man.changes.is_empty() {
            return;
        }
        let own = position.color(color);
        for square in men.squares() {
            let free = position.seen(color, man.ty, square).0 & !own;
            change(man, color, free, side, trace);
        }
    }

    /// Counts a term of a side so many times.
    #[inline(always)]
    pub(super) fn add<T: Trace>(&self, sum: &mut Sum, color: Color, whole: Whole, times: i32, trace: &mut T) {
        let weight = self.whole[whole as usize];
        sum.whole = [0, 1].map(|phase| sum.whole[phase] + weight[phase] * times);
        if T::LISTENS {
            trace.term(color, Term::Whole(whole), times as f32);
        }
    }

    /// Counts what the two sides do to each other, for the first of them, whose king stands on `king`, the other's on
    /// squares `target`.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn contact<B: Bitboard, T: Trace>(
        &self,
        position: &Position<B>,
        color: Color,
        [side, other]: [&mut Side<B>; 2],
        [side_kinds, other_kinds]: [&Kinds<B>; 2],
        [king, enemy_king]: [Option<Square>; 2],
        target: B,
        span: u128,
        trace: &mut T,
    ) {
        let (own, enemies) = (position.color(color), position.color(!color));
        let guarded = other.by_men | other.by_pawns;
        let weak = target & !enemies & (side.by_men | side.by_pawns) & !guarded;
        self.add(&mut side.sum, color, Whole::Weak, weak.count() as i32, trace);

        let mut checks = 0;
        if let Some(enemy_king) = enemy_king {
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
            self.add(&mut other.sum, !color, Whole::Exposed, exposed.count() as i32, trace);
        }
        let danger = side.attacks + side.attackers + DANGER_WEAK * weak.count() + DANGER_CHECK * checks;
        let danger = danger.min(DANGER_MOST) as i32;
        let danger = danger * danger / DANGER_PART;
        self.add(&mut side.sum, color, Whole::Danger, danger, trace);

        let attacked = other.by_all & own;
        let hanging = attacked & !side.by_all;
        self.add(&mut side.sum, color, Whole::Hanging, hanging.count() as i32, trace);
        let threatened = other.by_pawns & own & !side.pawns;
        self.add(
            &mut side.sum,
            color,
            Whole::Threatened,
            threatened.count() as i32,
            trace,
        );
        let firm = side.by_pawns | side.by_two & !other.by_two;
        let pressed = attacked & side.by_all & !firm & !other.by_pawns;
        self.add(&mut side.sum, color, Whole::Pressed, pressed.count() as i32, trace);
        let restricted = side.by_all & other.by_all & !firm;
        self.add(
            &mut other.sum,
            !color,
            Whole::Restricted,
            restricted.count() as i32,
            trace,
        );
        let allowed = !other.by_pawns & (side.by_all | !other.by_all);
        let mut pushed = B::EMPTY;
        for &ty in &self.pawns {
            pushed |= position.stepped_attacks(color, ty, allowed);
        }
        let pushed = pushed & enemies & !other.pawns & !side.by_pawns;
        self.add(&mut side.sum, color, Whole::Push, pushed.count() as i32, trace);

        let posts = side.by_pawns & !B::from_bits(span) & B::from_bits(self.beyond[color.index()]);
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

        if let Some(square) = king {
            let guards = B::from_bits(self.around[square.index()]) & own;
            self.add(&mut side.sum, color, Whole::Shelter, guards.count() as i32 - 1, trace);
            side.sum.add(self.place[color.index()][square.index()], 1);
            if T::LISTENS {
                for (whole, part) in self.king_parts(color, square) {
                    trace.term(color, Term::Whole(whole), part);
                }
            }
        }
    }

    /// How far a king is from the square in front of a pawn.
    #[inline(always)]
    pub(super) fn distance(&self, king: Square, color: Color, pawn: Square) -> i32 {
        let [file, rank] = self.places[pawn.index()];
        let ahead = if color == Color::White { rank + 1 } else { rank - 1 };
        steps(self.places[king.index()], [file, ahead])
    }

    /// What it is worth to a side that is far ahead to have the other king at the edge and its own near it.
    fn drive<B>(&self, own: &Side<B>, other: &Side<B>, kings: [Option<Square>; 2]) -> i32 {
        let [Some(own_king), Some(other_king)] = kings else {
            return 0;
        };
        if other.material > WEAK || own.material < other.material + LEAD {
            return 0;
        }
        let distance = steps(self.places[own_king.index()], self.places[other_king.index()]);
        EDGE * self.outside[other_king.index()] + NEAR * (16 - distance)
    }

    /// The evaluation, for the side to move, and for `trace` what it is the sum of.
    #[inline(always)]
    pub(super) fn judge<B: Bitboard, T: Trace>(&self, position: &Position<B>, trace: &mut T) -> i32 {
        let us = position.side();
        let sides = [us, !us];
        let kings = sides.map(|color| {
            let set = position.men(color, self.king);
            set.any().then(|| set.first())
        });
        let zone = |color: Color, king: Option<Square>| {
            king.map_or(B::EMPTY, |s| B::from_bits(self.zone[color.index()][s.index()]))
        };
        let (ours, theirs) = (zone(us, kings[0]), zone(!us, kings[1]));
        let pawns = self.pawns(position, trace);
        let mut kinds = [Kinds::new(), Kinds::new()];
        let [own_kinds, other_kinds] = &mut kinds;
        let good = sides.map(|color| {
            let fixed = position.men(color, self.king) | self.pawn_men(position, color);
            !(fixed | B::from_bits(pawns[(!color).index()].attacks))
        });
        let mut own = self.count(position, us, [theirs, good[0]], own_kinds, trace);
        let mut other = self.count(position, !us, [ours, good[1]], other_kinds, trace);
        for (side, color) in [(&mut own, us), (&mut other, !us)] {
            let pawns = &pawns[color.index()];
            side.material += pawns.material;
            side.by_pawns = B::from_bits(pawns.attacks);
            side.by_two |= side.by_men & side.by_pawns | (side.by_men | side.by_pawns) & side.by_king;
            side.by_all = side.by_men | side.by_pawns | side.by_king;
            side.sum.join(pawns.sum);
        }
        let passed = sides.map(|color| B::from_bits(pawns[color.index()].passed));
        let turned = [kings[1], kings[0]];
        self.free(position, us, passed[0], [&mut own, &mut other], kings, trace);
        self.free(position, !us, passed[1], [&mut other, &mut own], turned, trace);
        let spans = sides.map(|color| pawns[color.index()].span);
        let [own_kinds, other_kinds] = &kinds;
        self.contact(
            position,
            us,
            [&mut own, &mut other],
            [own_kinds, other_kinds],
            kings,
            theirs,
            spans[1],
            trace,
        );
        self.contact(
            position,
            !us,
            [&mut other, &mut own],
            [other_kinds, own_kinds],
            turned,
            ours,
            spans[0],
            trace,
        );
        self.add(&mut own.sum, us, Whole::Tempo, 1, trace);

        let left = match self.changes {
            true => position.occupied().count() as i32,
            false => own.material + other.material,
        };
        let stage = (left * STAGE / self.start).clamp(0, STAGE);
        let [middlegame, ending] = [0, 1].map(|phase| (own.sum.whole[phase] - other.sum.whole[phase]) / 10);
        let middlegame = middlegame + own.sum.middlegame - other.sum.middlegame;
        let ending = ending + own.sum.ending - other.sum.ending;
        let mut score = (middlegame * stage + ending * (STAGE - stage)) / STAGE;
        let drive = self.drive(&own, &other, kings) - self.drive(&other, &own, turned);
        trace.rest(if us == Color::White { drive } else { -drive });
        score += drive;
        let (left, whole) = self.time_left(position);
        trace.stage(stage as f32 / STAGE as f32, left as f32 / whole as f32);
        score.clamp(-LIMIT, LIMIT) * left / whole
    }

    /// The part of an advantage that counts: one that gets nowhere until the move rule ends the game is none.
    #[inline(always)]
    fn time_left<B: Bitboard>(&self, position: &Position<B>) -> (i32, i32) {
        if self.move_rule == 0 {
            return (1, 1);
        }
        let clock = i32::from(position.halfmove_clock()).min(self.move_rule);
        (2 * self.move_rule - clock, 2 * self.move_rule)
    }
}

/// Counts what a man gains by the best change of type among its moves.
#[inline(always)]
fn change<B: Bitboard, T: Trace>(man: &ManTable, color: Color, moves: B, side: &mut Side<B>, trace: &mut T) {
    let mut changes = man.changes.iter();
    if let Some(change) = changes.find(|change| (B::from_bits(change.squares) & moves).any()) {
        side.sum.add(change.worth, 1);
        trace.term(color, Term::OfMan(OfMan::Change, man.ty), change.gain);
    }
}

/// The file and the rank of a square.
fn place(board: Geometry, square: Square) -> [i8; 2] {
    [board.file(square) as i8, board.rank(square) as i8]
}

/// How many steps of a king there are from one place to another.
#[inline(always)]
fn steps([file, rank]: [i8; 2], [f, r]: [i8; 2]) -> i32 {
    i32::from((file - f).abs().max((rank - r).abs()))
}

/// The squares for which this is true.
fn squares_where(board: Geometry, is_one: impl Fn(Square) -> bool) -> u128 {
    let squares = board.all().filter(|&square| is_one(square));
    squares.fold(0, |set, square| set | 1 << square.index())
}

/// A square and its neighbours.
fn around(rules: &Rules, square: Square) -> u128 {
    let board = rules.board;
    squares_where(board, |near| steps(place(board, near), place(board, square)) <= 1)
}

/// The three squares two ranks ahead of a king.
fn ahead(rules: &Rules, color: Color, king: Square) -> u128 {
    let board = rules.board;
    squares_where(board, |square| {
        let files = i32::from(board.file(square)) - i32::from(board.file(king));
        files.abs() <= 1 && walked_ranks(rules, color, square) == walked_ranks(rules, color, king) + 2
    })
}

/// How many ranks behind a square are.
fn walked_ranks(rules: &Rules, color: Color, square: Square) -> i32 {
    let rank = i32::from(rules.board.rank(square));
    match color {
        Color::White => rank,
        Color::Black => i32::from(rules.board.ranks) - 1 - rank,
    }
}

/// How many ranks a king on a square has left behind, and on its first rank how far it is off the middle files.
fn walked(rules: &Rules, color: Color, square: Square) -> [i32; 2] {
    let walked = walked_ranks(rules, color, square);
    let corner = if walked == 0 {
        off_centre(rules.board, square)[0]
    } else {
        0
    };
    [walked.min(WALK_MOST), corner]
}

impl<B: Bitboard> Evaluate<B> for Evaluator {
    fn evaluate(&self, position: &Position<B>) -> i32 {
        if let Some(network) = &self.network
            && let Some(score) = network.evaluate(position)
        {
            let (left, whole) = self.time_left(position);
            return score * left / whole;
        }
        self.judge(position, &mut ())
    }

    fn value(&self, ty: PieceType, counter: u8) -> i32 {
        let man = &self.men[ty.index()];
        man.on[man.level(counter)].average
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Catalogue, Variant};

    fn position(variant: &str, fen: &str) -> Position<u128> {
        let catalogue = Catalogue::builtin();
        let rules = catalogue.rules(variant).unwrap_or_else(|| panic!("no {variant}"));
        let fen = if fen.is_empty() { &rules.start } else { fen };
        Position::from_fen(Arc::new(Variant::new(rules.clone())), fen).unwrap_or_else(|e| panic!("{e}"))
    }

    /// The terms alone.
    fn terms(variant: &str) -> Evaluator {
        let catalogue = Catalogue::builtin();
        let rules = Rules {
            network: None,
            ..Rules::clone(catalogue.rules(variant).unwrap_or_else(|| panic!("no {variant}")))
        };
        Evaluator::new(&rules)
    }

    fn tempo(variant: &str) -> i32 {
        let evaluator = terms(variant);
        let [middlegame, _] = evaluator.weights().get(Term::Whole(Whole::Tempo));
        middlegame / 10
    }

    fn score(variant: &str, fen: &str) -> i32 {
        terms(variant).evaluate(&position(variant, fen))
    }

    #[test]
    fn both_sides_are_judged_alike() {
        for game in ["ninesquare", "haynie", "snappy", "chess99"] {
            let mut position = position(game, "");
            let evaluator = terms(game);
            for turn in 0..40 {
                assert_eq!(
                    evaluator.evaluate(&position),
                    evaluator.evaluate(&position.flipped()),
                    "{game}"
                );
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let Some(&mv) = moves.get(turn * 7 % moves.len().max(1)) else {
                    break;
                };
                position.make(mv);
            }
        }
    }

    #[test]
    fn the_start_is_level_but_for_the_move() {
        for game in ["ninesquare", "haynie", "snappy", "chess99"] {
            assert_eq!(score(game, ""), tempo(game), "{game}");
        }
    }

    #[test]
    fn the_side_with_more_is_ahead_and_nothing_reaches_the_limit() {
        let rook_up = score(
            "ninesquare",
            "rnbqjkbn1/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQJKBNR w - - 0 1",
        );
        assert!((300..700).contains(&rook_up), "{rook_up}");
        let full = "k8/9/QQQQQQQQQ/QQQQQQQQQ/QQQQQQQQQ/QQQQQQQQQ/QQQQQQQQQ/QQQQQQQQQ/K8 b - - 0 1";
        assert_eq!(score("ninesquare", full), -LIMIT);
    }

    #[test]
    fn networks_know_who_is_ahead_and_leave_the_rest_to_the_terms() {
        for (game, start, rook_up) in [
            (
                "ninesquare",
                "rnbqjkbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQJKBNR w - - 0 1",
                "rnbqjkbn1/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQJKBNR w - - 0 1",
            ),
            (
                "gothic",
                "",
                "rnbqckabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w - - 0 1",
            ),
            (
                "janus",
                "",
                "rjnbkqbnj1/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w - - 0 1",
            ),
        ] {
            let (start, rook_up) = (position(game, start), position(game, rook_up));
            let evaluator = Evaluator::new(start.variant().rules());
            let [level, ahead] = [&start, &rook_up].map(|position| evaluator.evaluate(position));
            assert!((-50..100).contains(&level), "{game} {level}");
            assert!(ahead > level + 150, "{game} {ahead}");
            assert_ne!(level, terms(game).evaluate(&start), "{game} has no network");
        }
        // Few men, and a lead that no network has learned from.
        for fen in [
            "k8/9/9/9/9/9/9/9/K6RR w - - 0 1",
            "k8/9/QQQQQQQQQ/QQQQQQQQQ/QQQQQQQQQ/9/9/9/K8 b - - 0 1",
        ] {
            let position = position("ninesquare", fen);
            let evaluator = Evaluator::new(position.variant().rules());
            assert_eq!(evaluator.evaluate(&position), score("ninesquare", fen), "{fen}");
        }
    }

    #[test]
    fn an_advantage_fades_towards_the_move_rule() {
        let at = |clock: u32| score("ninesquare", &format!("k8/9/9/9/9/9/9/9/K6RR w - - {clock} 80"));
        assert!(at(0) > at(50) && at(50) > at(99) && at(99) > 0);
    }

    #[test]
    fn a_lone_king_is_driven_to_the_edge() {
        let centre = score("ninesquare", "9/9/9/9/4k4/9/4K4/9/8Q w - - 0 1");
        let corner = score("ninesquare", "k8/9/2K6/9/9/9/9/9/8Q w - - 0 1");
        assert!(corner > centre, "{corner} {centre}");
    }
}
