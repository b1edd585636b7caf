//! Judging a position: the sum of what either side counts, by the stage of the game.

use super::network::{Layout, Network};
use super::side::{Kinds, Side};
use super::tables::{Basis, ManTable, Phased};
use super::trace::Trace;
use super::weights::{Term, WHOLE, Weights, Whole, off_centre};
use super::{Evaluate, LIMIT, WHOLE_WINDOW, array, structure, values};
use crate::variant::Rules;
use crate::{Bitboard, Color, Geometry, PieceType, Position, Square};

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

/// The terms are not asked if what a network says is so far outside of the window, centipawns.
const DISAGREEMENT: i32 = 150;

/// A whole stage of the game: all men of the start are there.
const STAGE: i32 = 256;

/// The built-in evaluation of one variant: its terms and their derived weights come from the rules, other weights from a
/// fit.
pub struct Evaluator {
    pub(super) men: Vec<ManTable>,
    pub(super) basis: Basis,
    weights: Weights,
    network: Option<Network>,
    pub(super) king: PieceType,
    /// The types that are pawns.
    pub(super) pawns: Vec<PieceType>,
    /// Tells this evaluator from others in what threads remember.
    pub(super) id: u64,
    /// All types, those of least value first, the royal one left out.
    pub(super) order: Vec<PieceType>,
    /// By square: it and its neighbours.
    pub(super) around: Vec<u128>,
    /// By colour and square of a king: what is around it or in front of that.
    zone: [Vec<u128>; 2],
    /// By colour: beyond the middle of the board, the last rank left out.
    pub(super) beyond: [u128; 2],
    /// By square: its file and rank.
    places: Vec<[i8; 2]>,
    /// Squares of one colour.
    pub(super) dark: u128,
    /// By colour and square: a king's steps from its first rank and towards the edge there.
    walked: [Vec<[i32; 2]>; 2],
    /// By square: how far from the centre, in squares.
    outside: Vec<i32>,
    /// By term of a side as a whole, tenths of centipawns.
    pub(super) whole: [[i32; 2]; WHOLE],
    /// By colour and square: what the king's place counts.
    pub(super) place: [Vec<Phased>; 2],
    /// Whether men change their types by the squares they land on: the stage of the game is then told by their number.
    changes: bool,
    /// Material of both sides at the start, or the number of men.
    start: i32,
    move_rule: i32,
}

impl Evaluator {
    /// Derived from the rules (some tens of milliseconds where men have counters, else about one), with the fitted weights
    /// that these have.
    pub fn new(rules: &Rules) -> Self {
        let basis = Basis::derive(rules);
        let mut weights = Weights::derived(rules, &basis.values);
        weights.fit(rules, &rules.fitted);
        let network = rules.network.as_ref();
        let network = network.and_then(|stored| Network::new(Layout::new(rules), stored));
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
    pub(super) fn king_parts(&self, color: Color, square: Square) -> [(Whole, f32); 3] {
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

    /// How far a king is from the square in front of a pawn.
    #[inline(always)]
    pub(super) fn distance(&self, king: Square, color: Color, pawn: Square) -> i32 {
        let [file, rank] = self.places[pawn.index()];
        let ahead = if color == Color::White { rank + 1 } else { rank - 1 };
        steps(self.places[king.index()], [file, ahead])
    }

    /// What it is worth to a side that is far ahead to have the other king at the edge and its own near it.
    fn drive<B>(&self, own: &Side<B>, other: &Side<B>) -> i32 {
        let (Some(own_king), Some(other_king)) = (own.king, other.king) else {
            return 0;
        };
        if other.material > WEAK || own.material < other.material + LEAD {
            return 0;
        }
        let distance = steps(self.places[own_king.index()], self.places[other_king.index()]);
        EDGE * self.outside[other_king.index()] + NEAR * (16 - distance)
    }

    /// The squares around a king that are watched.
    #[inline(always)]
    pub(super) fn zone<B: Bitboard>(&self, color: Color, king: Option<Square>) -> B {
        let zone = &self.zone[color.index()];
        king.map_or(B::EMPTY, |king| B::from_bits(zone[king.index()]))
    }

    /// The evaluation, for the side to move, and for `trace` what it is the sum of.
    #[inline(always)]
    pub(super) fn judge<B: Bitboard, T: Trace>(&self, position: &Position<B>, trace: &mut T) -> i32 {
        let us = position.side();
        let pawns = self.pawns(position, trace);
        let (mut kinds, mut other_kinds) = (Kinds::new(), Kinds::new());
        let mut own = self.count(position, us, &pawns, &mut kinds, trace);
        let mut other = self.count(position, !us, &pawns, &mut other_kinds, trace);
        self.free(position, &mut own, &other, trace);
        self.free(position, &mut other, &own, trace);
        self.contact(position, [&mut own, &mut other], [&kinds, &other_kinds], trace);
        self.contact(position, [&mut other, &mut own], [&other_kinds, &kinds], trace);
        self.add(&mut own, Whole::Tempo, 1, trace);

        let left = match self.changes {
            true => position.occupied().count() as i32,
            false => own.material + other.material,
        };
        let stage = (left * STAGE / self.start).clamp(0, STAGE);
        let [middlegame, ending] = [0, 1].map(|phase| (own.sum.whole[phase] - other.sum.whole[phase]) / 10);
        let middlegame = middlegame + own.sum.middlegame - other.sum.middlegame;
        let ending = ending + own.sum.ending - other.sum.ending;
        let mut score = (middlegame * stage + ending * (STAGE - stage)) / STAGE;
        let drive = self.drive(&own, &other) - self.drive(&other, &own);
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
        self.evaluate_near(position, WHOLE_WINDOW).0
    }

    fn evaluate_near(&self, position: &Position<B>, [alpha, beta]: [i32; 2]) -> (i32, bool) {
        let by_terms = || self.judge(position, &mut ());
        let network = self.network.as_ref();
        let Some((terms, by_network)) = network.and_then(|network| Some((network.terms, network.evaluate(position)?)))
        else {
            return (by_terms(), true);
        };
        let (left, whole) = self.time_left(position);
        let by_network = by_network * left / whole;
        let outside = by_network <= alpha - DISAGREEMENT || by_network >= beta + DISAGREEMENT;
        match terms {
            0 => (by_network, true),
            _ if outside => (by_network, false),
            _ => ((by_network * (100 - terms) + by_terms() * terms) / 100, true),
        }
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
            let judged = |evaluator: &Evaluator| [&start, &rook_up].map(|position| evaluator.evaluate(position));
            let by_both = judged(&Evaluator::new(start.variant().rules()));
            let [level, ahead] = by_both;
            assert!((-50..100).contains(&level), "{game} {level}");
            assert!(ahead > level + 150, "{game} {ahead}");
            assert_ne!(by_both, judged(&terms(game)), "{game} has no network");
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
    fn far_outside_of_a_window_a_network_is_enough() {
        let near = |game: &str, fen: &str, window: &dyn Fn(i32) -> [i32; 2]| {
            let position = position(game, fen);
            let evaluator = Evaluator::new(position.variant().rules());
            let score = evaluator.evaluate(&position);
            let (found, exact) = evaluator.evaluate_near(&position, window(score));
            (found - score, exact)
        };
        let rook_up = "rnbqckabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w - - 0 1";
        assert_eq!(near("gothic", rook_up, &|score| [score - 1, score]), (0, true));
        for window in [
            &(|score| [score + 1000, score + 1001]) as &dyn Fn(i32) -> [i32; 2],
            &|score| [score - 1001, score - 1000],
        ] {
            let (off, exact) = near("gothic", rook_up, window);
            assert!(!exact && off != 0 && off.abs() < DISAGREEMENT, "{off}");
            // Here the network judges alone, there the terms.
            assert_eq!(near("ninesquare", "", window), (0, true));
            assert_eq!(near("haynie", "", window), (0, true));
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
