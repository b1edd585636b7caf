//! The weights of a game as tables: what each man adds on each square. Where a table entry is a sum of weighted parts,
//! the parts can be asked for as well, since a fit needs them.

use super::mobility::ONE;
use super::pawns;
use super::promotion::{self, FAR};
use super::values::{self, MOST, Values, mirrored};
use super::weights::{OfMan, Term, Weights, Whole, is_bound, off_centre};
use crate::variant::{Man, Rules};
use crate::{Color, PieceType, Square};

/// What something counts in middlegame and ending, centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Phased {
    pub middlegame: i16,
    pub ending: i16,
}

impl Phased {
    /// From tenths of centipawns.
    pub fn of_tenths([middlegame, ending]: [f32; 2]) -> Self {
        let rounded = |tenths: f32| (tenths / 10.0).round().clamp(-MOST as f32, MOST as f32) as i16;
        Phased {
            middlegame: rounded(middlegame),
            ending: rounded(ending),
        }
    }
}

/// One man counts for at most so many attacks on the squares around the other king.
pub(super) const ATTACKS_MOST: u32 = 4;

/// What one square from which a type can check safely counts, and two or more.
pub(super) const CHECKS: [f32; 3] = [0.0, 1.0, 1.5];

/// What a passed pawn counts by the moves it is away from promotion, per cent.
const PASSED: [f32; FAR as usize + 1] = [1.0, 1.0, 0.62, 0.38, 0.22, 0.12, 0.06, 0.03, 0.0, 0.0, 0.0, 0.0, 0.0];
/// What is counted of a passed pawn.
pub(super) const PASSED_TERMS: [Whole; 6] = [
    Whole::Passed,
    Whole::Free,
    Whole::Way,
    Whole::Clear,
    Whole::Escort,
    Whole::Backed,
];

/// The gain by promotion, centipawns, for which a passed pawn counts fully.
const PASSED_GAIN: f32 = 800.0;

/// What a mobility of so many squares counts for a weight of 1.
pub(super) fn curve(squares: f32) -> f32 {
    squares.sqrt()
}

/// What is known of a game beside its weights.
pub(super) struct Basis {
    pub values: Values,
    /// By type, colour, counter and square: what a passed pawn counts for a weight of 1; empty for men that are none.
    passed: Vec<[Vec<Vec<f32>>; 2]>,
    /// By square: how much nearer to the centre than the average.
    centre: Vec<f32>,
    /// By colour and square: how many ranks ahead of the middle.
    advance: [Vec<f32>; 2],
}

impl Basis {
    pub fn derive(rules: &Rules) -> Self {
        let values = Values::derive(rules);
        let board = rules.board;
        let off = |square: Square| off_centre(board, square).into_iter().max().unwrap_or(0) as f32;
        let mean = board.all().map(off).sum::<f32>() / board.squares() as f32;
        let middle = f32::from(board.ranks - 1) / 2.0;
        let white: Vec<f32> = board.all().map(|s| f32::from(board.rank(s)) - middle).collect();
        let passed = (0..rules.men.len())
            .map(|index| passed(rules, index, &values))
            .collect();
        Basis {
            values,
            passed,
            centre: board.all().map(|s| mean - off(s)).collect(),
            advance: [white.clone(), white.iter().map(|ranks| -ranks).collect()],
        }
    }

    /// What a man on a square is worth, as weighted parts.
    pub fn man(&self, rules: &Rules, ty: PieceType, level: usize, color: Color, square: Square) -> [(Term, f32); 7] {
        let worth = &self.values.types[ty.index()];
        let seen = match color {
            Color::White => square,
            Color::Black => mirrored(rules.board, square),
        };
        let gain = (worth.mean(level) - worth.mean(0)) as f32 / 100.0;
        let usual = match rules.men[ty.index()].pawn {
            true => 0.0,
            // So that the value is that of a man of average mobility.
            false => -curve(worth.mobility[level] as f32 / ONE as f32),
        };
        [
            (OfMan::Value, 1.0),
            (OfMan::Grow, gain),
            (OfMan::Place, worth.place[level][seen.index()] as f32 / 100.0),
            (
                OfMan::Hope,
                worth.hope[color.index()][level][square.index()] as f32 / 100.0,
            ),
            (OfMan::Mobility, usual),
            (OfMan::Centre, self.centre[square.index()]),
            (OfMan::Advance, self.advance[color.index()][square.index()]),
        ]
        .map(|(of, part)| (Term::OfMan(of, ty), part))
    }

    /// What a man of a type is worth in middlegame and ending by some weights, centipawns.
    pub fn worth(&self, weights: &Weights, ty: PieceType, level: usize) -> [i32; 2] {
        let worth = &self.values.types[ty.index()];
        let gain = worth.mean(level) - worth.mean(0);
        let [value, grow] = [OfMan::Value, OfMan::Grow].map(|of| weights.get(Term::OfMan(of, ty)));
        [0, 1].map(|phase| ((value[phase] + grow[phase] * gain / 100) / 10).clamp(-MOST, MOST))
    }

    /// What a passed pawn on a square counts for a weight of 1.
    pub fn passed(&self, ty: PieceType, level: usize, color: Color, square: Square) -> f32 {
        self.passed[ty.index()][color.index()]
            .get(level)
            .map_or(0.0, |on| on[square.index()])
    }
}

fn passed(rules: &Rules, index: usize, values: &Values) -> [Vec<Vec<f32>>; 2] {
    let (man, worth) = (&rules.men[index], &values.types[index]);
    Color::BOTH.map(|color| {
        let Some(promotion) = man.promotion.as_ref().filter(|_| man.pawn) else {
            return Vec::new();
        };
        let best = promotion.to[color.index()].iter().map(|&ty| values.mean(ty, 1)).max();
        let gain = (best.unwrap_or(0) - worth.mean(0)).max(0) as f32;
        let distances = promotion::distances(rules, man, color, worth.levels());
        let counts = |distance: &u8| PASSED[usize::from(*distance)] * gain / PASSED_GAIN;
        distances.iter().map(|on| on.iter().map(counts).collect()).collect()
    })
}

/// What evaluation reads of one type of man.
pub(super) struct ManTable {
    pub ty: PieceType,
    pub royal: bool,
    pub pawn: bool,
    /// Whether its value depends on a counter.
    pub counts: bool,
    /// By counter.
    pub on: Vec<OnSquares>,
    /// By number of squares it can go to; nothing if that does not count.
    pub mobility: Box<[Phased; 129]>,
    /// By number of squares around the other king that it attacks, as far as they count.
    pub attack: [Phased; ATTACKS_MOST as usize + 1],
    /// By number of squares from which it can check, as far as they count.
    pub check: [Phased; CHECKS.len()],
    pub chased: Phased,
    pub outpost: Phased,
    /// Two of them, on squares of both colours.
    pub pair: Option<Phased>,
    /// By colour and square, for pawns: from where opposing pawns can stop them.
    pub stoppers: Option<[Vec<u128>; 2]>,
    /// By colour and square, for pawns: what they may ever attack, and where they may ever come to by steps.
    pub spans: Option<[Vec<[u128; 2]>; 2]>,
    /// Where it gains by a change of type: the squares and what it gains there, the most first.
    pub changes: Vec<Change>,
}

/// By colour and square.
type BySquare = [[Phased; 128]; 2];

/// What a man of one type and counter counts.
pub(super) struct OnSquares {
    pub at: BySquare,
    /// For the stage of the game, centipawns.
    pub material: i32,
    /// On average, centipawns.
    pub average: i32,
    /// As a passed pawn, by [`PASSED_TERMS`]; nothing for men that are none.
    pub passed: Option<Box<[BySquare; PASSED_TERMS.len()]>>,
}

/// Squares where a man gains by a change of type.
pub(super) struct Change {
    pub squares: u128,
    /// Part of [`OfMan::Change`]: the gain in per cent of centipawns.
    pub gain: f32,
    pub worth: Phased,
}

impl ManTable {
    pub fn new(rules: &Rules, ty: PieceType, basis: &Basis, weights: &Weights) -> Self {
        let man = &rules.men[ty.index()];
        let worth = &basis.values.types[ty.index()];
        let phased = |term: Term, part: f32| Phased::of_tenths(weights.get(term).map(|weight| weight as f32 * part));
        let of_man = |of: OfMan, part: f32| phased(Term::OfMan(of, ty), part);
        let mobile = !man.royal && !man.pawn;
        ManTable {
            ty,
            royal: man.royal,
            pawn: man.pawn,
            counts: worth.levels() > 1,
            on: (0..worth.levels())
                .map(|level| OnSquares::new(rules, ty, level, basis, weights))
                .collect(),
            mobility: Box::new(std::array::from_fn(|n| match mobile {
                true => of_man(OfMan::Mobility, curve(n as f32)),
                false => Phased::default(),
            })),
            attack: std::array::from_fn(|n| of_man(OfMan::Attack, n as f32)),
            check: CHECKS.map(|part| of_man(OfMan::Check, part)),
            chased: of_man(OfMan::Chased, 1.0),
            outpost: of_man(OfMan::Outpost, 1.0),
            pair: (mobile && is_bound(man)).then(|| of_man(OfMan::Pair, 1.0)),
            stoppers: man
                .pawn
                .then(|| Color::BOTH.map(|color| pawns::stoppers(rules, ty, color))),
            spans: man
                .pawn
                .then(|| Color::BOTH.map(|color| pawns::spans(rules, ty, color))),
            changes: changes(man, basis, worth.mean(0), |gain| of_man(OfMan::Change, gain)),
        }
    }

    /// What it counts as a passed pawn, by the number of the term.
    #[inline(always)]
    pub fn passed(&self, term: usize, counter: u8, color: Color, square: Square) -> Phased {
        let passed = self.on[self.level(counter)].passed.as_ref();
        passed.map_or(Phased::default(), |by| by[term][color.index()][square.index()])
    }

    /// The place of a counter in the tables.
    #[inline(always)]
    pub fn level(&self, counter: u8) -> usize {
        values::level(counter, self.on.len())
    }
}

impl OnSquares {
    fn new(rules: &Rules, ty: PieceType, level: usize, basis: &Basis, weights: &Weights) -> Self {
        let worth = &basis.values.types[ty.index()];
        let royal = rules.men[ty.index()].royal;
        let weighed = |sum: [f32; 2], (term, part): (Term, f32)| {
            let weight = weights.get(term);
            [0, 1].map(|phase| sum[phase] + weight[phase] as f32 * part)
        };
        let at = |color: Color, square: Square| match royal {
            true => [0.0; 2],
            false => basis
                .man(rules, ty, level, color, square)
                .into_iter()
                .fold([0.0; 2], weighed),
        };
        let passed = || {
            Box::new(PASSED_TERMS.map(|whole| {
                let part = |color, square| (Term::Whole(whole), basis.passed(ty, level, color, square));
                by_square(rules, |color, square| weighed([0.0; 2], part(color, square)))
            }))
        };
        OnSquares {
            at: by_square(rules, at),
            material: worth.mean(level),
            average: match royal {
                true => 0,
                false => basis.worth(weights, ty, level).into_iter().sum::<i32>() / 2,
            },
            passed: rules.men[ty.index()].pawn.then(passed),
        }
    }
}

fn by_square(rules: &Rules, tenths: impl Fn(Color, Square) -> [f32; 2]) -> BySquare {
    Color::BOTH.map(|color| {
        let mut row = [Phased::default(); 128];
        for square in rules.board.all() {
            row[square.index()] = Phased::of_tenths(tenths(color, square));
        }
        row
    })
}

/// Where a man gains by a change of type, the most first.
fn changes(man: &Man, basis: &Basis, own: i32, worth: impl Fn(f32) -> Phased) -> Vec<Change> {
    let mut gains: Vec<(i32, u128)> = Vec::new();
    for (square, ty) in man.morph.iter().enumerate().filter_map(|(s, ty)| Some((s, (*ty)?))) {
        let gain = basis.values.mean(ty, 1) - own;
        match gains.iter_mut().find(|(known, _)| *known == gain) {
            Some((_, squares)) => *squares |= 1 << square,
            None => gains.push((gain, 1 << square)),
        }
    }
    gains.retain(|(gain, _)| *gain > 0);
    gains.sort_unstable_by_key(|(gain, _)| -gain);
    let change = |(gain, squares): (i32, u128)| {
        let gain = gain as f32 / 100.0;
        Change {
            squares,
            gain,
            worth: worth(gain),
        }
    };
    gains.into_iter().map(change).collect()
}
