//! Judging a position: material on its squares, mobility, danger to the kings, driving a bare king to the edge.

use super::values::Values;
use super::{Evaluate, LIMIT, array};
use crate::variant::Rules;
use crate::{Bitboard, Color, PieceType, Position, Square};

// All weights are centipawns of the variant's pawn.

/// Having the move.
const TEMPO: i32 = 10;
/// A man's mobility counts so much times the square root of the number of squares it can go to: the first ones most.
const MOBILITY: i32 = 14;
/// King danger: the square of the number of attacks on squares around the king counts so much, in halves ...
const DANGER: i32 = 3;
/// ... where one man counts for at most so many attacks ...
const ATTACKS_MOST: u32 = 4;
/// ... two men at least must take part ...
const ATTACKERS: u32 = 2;
/// ... and it never counts more than this.
const DANGER_MOST: i32 = 250;
/// An own man beside the king, while the other side has its men.
const SHELTER: i32 = 7;
/// A rank that the king has left behind, while the other side has its men, for at most [`WALK_MOST`] ranks.
const WALK: i32 = 14;
/// See [`WALK`].
const WALK_MOST: i32 = 4;
/// A file nearer to the edge of the board, for a king on its first rank.
const CORNER: i32 = 4;
/// A square nearer to the centre, for a king in the ending.
const CENTRE: i32 = 6;
/// A side with at most this much material can be mated ...
const WEAK: i32 = 350;
/// ... by one that has this much more.
const LEAD: i32 = 350;
/// Then its king's distance from the centre counts, ...
const EDGE: i32 = 10;
/// ... and the nearness of the other king.
const NEAR: i32 = 6;

/// A whole stage of the game in [`Side::stage`].
const STAGE: i32 = 256;

/// The built-in evaluation of one variant, derived from its rules.
pub struct Evaluator {
    values: Values,
    king: PieceType,
    /// The types whose mobility counts: neither royal nor pawns.
    mobile: Vec<bool>,
    /// By square: it and its neighbours.
    around: Vec<u128>,
    /// By colour and square, for a king with the other side's men on the board.
    sheltered: [Vec<i32>; 2],
    /// By square: how far from the centre, in squares.
    outside: Vec<i32>,
    /// By number of squares.
    mobility: [i32; 129],
    /// Material of a side at the start.
    start: i32,
    move_rule: i32,
    files: i32,
}

/// What is counted for one side.
#[derive(Default)]
struct Side {
    /// Men without their squares.
    material: i32,
    /// Men on their squares, and their mobility.
    activity: i32,
    /// Attacks on the other king's squares, and how many men make them.
    attacks: u32,
    attackers: u32,
}

impl Side {
    /// How much of its men a side still has against the start, in [`STAGE`]ths.
    fn stage(&self, start: i32) -> i32 {
        (self.material * STAGE / start).clamp(0, STAGE)
    }
}

impl Evaluator {
    /// Derived from the rules: some tens of milliseconds where men have counters, else about one.
    pub fn new(rules: &Rules) -> Self {
        let values = Values::derive(rules);
        let board = rules.board;
        let place = |square: Square| (i32::from(board.file(square)), i32::from(board.rank(square)));
        let (files, ranks) = (i32::from(board.files), i32::from(board.ranks));
        // Distance from the centre along one axis of so many squares.
        let off = |at: i32, length: i32| ((2 * at - (length - 1)).abs() + 1) / 2;
        let around = |square: Square| {
            let (file, rank) = place(square);
            let near = board.all().filter(|&s| {
                let (f, r) = place(s);
                (f - file).abs() <= 1 && (r - rank).abs() <= 1
            });
            near.fold(0u128, |set, s| set | 1 << s.index())
        };
        let sheltered = |color: Color| {
            let on = |square: Square| {
                let (file, rank) = place(square);
                let walked = if color == Color::White { rank } else { ranks - 1 - rank };
                let corner = if walked == 0 { CORNER * off(file, files) } else { 0 };
                corner - WALK * walked.min(WALK_MOST)
            };
            board.all().map(on).collect()
        };
        let men = array::men(rules)
            .into_iter()
            .filter(|(color, ..)| *color == Color::White);
        let start: i32 = men.map(|(_, ty, _)| values.average(ty, 1)).sum();
        Evaluator {
            king: rules.king(),
            mobile: rules.men.iter().map(|man| !man.royal && !man.pawn).collect(),
            around: board.all().map(around).collect(),
            sheltered: Color::BOTH.map(sheltered),
            outside: board
                .all()
                .map(|s| off(place(s).0, files).max(off(place(s).1, ranks)))
                .collect(),
            mobility: std::array::from_fn(|n| MOBILITY * (256 * n as u32).isqrt() as i32 / 16),
            start: start.max(1),
            move_rule: i32::from(rules.move_rule),
            files,
            values,
        }
    }

    /// What a man of a type is worth on average at the start of its life, centipawns; a royal one 0.
    pub fn value(&self, ty: PieceType) -> i32 {
        self.values.average(ty, 1)
    }

    /// Counts the men of a side. `target`: the squares around the other king.
    fn count<B: Bitboard>(&self, position: &Position<B>, color: Color, target: B) -> Side {
        let mut side = Side::default();
        let own = position.color(color);
        for (index, &mobile) in self.mobile.iter().enumerate() {
            let ty = PieceType(index as u8);
            let counts = self.values.counts(ty);
            for square in position.men(color, ty).squares() {
                let counter = if counts { position.counter(square) } else { 1 };
                side.material += self.values.average(ty, counter);
                side.activity += self.values.at(color, ty, counter, square);
                if mobile {
                    let reach = position.reach(color, ty, square) & !own;
                    side.activity += self.mobility[reach.count() as usize];
                    let attacks = (reach & target).count();
                    side.attacks += attacks.min(ATTACKS_MOST);
                    side.attackers += u32::from(attacks > 0);
                }
            }
        }
        side
    }

    /// What a side's king adds: shelter while the other side has its men, the centre later.
    fn king<B: Bitboard>(&self, position: &Position<B>, color: Color, king: Option<Square>, stage: i32) -> i32 {
        let Some(square) = king else { return 0 };
        let guards = B::from_bits(self.around[square.index()]) & position.color(color);
        let shelter = self.sheltered[color.index()][square.index()] + SHELTER * (guards.count() as i32 - 1);
        let centre = -CENTRE * self.outside[square.index()];
        (shelter * stage + centre * (STAGE - stage)) / STAGE
    }

    /// What it is worth to a side that is far ahead to have the other king at the edge and its own near it.
    fn drive(&self, own: &Side, other: &Side, kings: [Option<Square>; 2]) -> i32 {
        let [Some(own_king), Some(other_king)] = kings else {
            return 0;
        };
        if other.material > WEAK || own.material < other.material + LEAD {
            return 0;
        }
        let place = |s: Square| (s.index() as i32 % self.files, s.index() as i32 / self.files);
        let ((f, r), (g, q)) = (place(own_king), place(other_king));
        let distance = (f - g).abs().max((r - q).abs());
        EDGE * self.outside[other_king.index()] + NEAR * (16 - distance)
    }
}

/// What attacks on the squares around a king count, `stage` being how much of the attackers' side is left.
fn danger(side: &Side, stage: i32) -> i32 {
    if side.attackers < ATTACKERS {
        return 0;
    }
    let attacks = side.attacks as i32;
    (attacks * attacks * DANGER / 2).min(DANGER_MOST) * stage / STAGE
}

impl<B: Bitboard> Evaluate<B> for Evaluator {
    fn evaluate(&self, position: &Position<B>) -> i32 {
        let us = position.side();
        let sides = [us, !us];
        let kings = sides.map(|color| {
            let set = position.men(color, self.king);
            set.any().then(|| set.first())
        });
        let around = kings.map(|king| king.map_or(B::EMPTY, |s| B::from_bits(self.around[s.index()])));
        let own = self.count(position, us, around[1]);
        let other = self.count(position, !us, around[0]);
        let (own_stage, other_stage) = (own.stage(self.start), other.stage(self.start));

        let mut score = own.activity - other.activity;
        score += danger(&own, own_stage) - danger(&other, other_stage);
        score += self.king(position, us, kings[0], other_stage) - self.king(position, !us, kings[1], own_stage);
        score += self.drive(&own, &other, kings) - self.drive(&other, &own, [kings[1], kings[0]]);
        score += TEMPO;
        if self.move_rule > 0 {
            // An advantage that gets nowhere until the move rule ends the game is none.
            let clock = i32::from(position.halfmove_clock()).min(self.move_rule);
            score = score.clamp(-LIMIT, LIMIT) * (2 * self.move_rule - clock) / (2 * self.move_rule);
        }
        score.clamp(-LIMIT, LIMIT)
    }

    fn value(&self, ty: PieceType, counter: u8) -> i32 {
        self.values.average(ty, counter)
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

    fn score(variant: &str, fen: &str) -> i32 {
        let position = position(variant, fen);
        Evaluator::new(position.variant().rules()).evaluate(&position)
    }

    #[test]
    fn both_sides_are_judged_alike() {
        for game in ["ninesquare", "haynie", "snappy", "chess99"] {
            let mut position = position(game, "");
            let evaluator = Evaluator::new(position.variant().rules());
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
            assert_eq!(score(game, ""), TEMPO, "{game}");
        }
    }

    #[test]
    fn the_side_with_more_is_ahead_and_nothing_reaches_the_limit() {
        let rook_up = score(
            "ninesquare",
            "rnbqjkbn1/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQJKBNR w - - 0 1",
        );
        assert!((350..700).contains(&rook_up), "{rook_up}");
        let full = "k8/9/QQQQQQQQQ/QQQQQQQQQ/QQQQQQQQQ/QQQQQQQQQ/QQQQQQQQQ/QQQQQQQQQ/K8 b - - 0 1";
        assert_eq!(score("ninesquare", full), -LIMIT);
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
