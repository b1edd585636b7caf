//! What each type of man is worth, and what a square adds to it: from mobility to centipawns.
//!
//! The step from mobility to value is H. G. Muller's rule for short-range leapers with `n` targets,
//! `(30 + 5n/8) * n` centipawns: value grows faster than mobility, since targets help each other. Expected mobility is
//! brought to its scale by the knight of the 8x8 board (8 targets, expected 5.25). At the end everything is scaled so
//! that the variant's most frequent pawn is worth 100, the average of middlegame and ending.

use super::array;
use super::mobility::{self, ONE};
use super::promotion::{self, FAR};
use crate::variant::{Man, Reach, Rules};
use crate::{Color, Geometry, PieceType, Square};

/// Counters beyond this are worth what this one is.
pub(super) const COUNTERS: usize = 12;

/// Targets of Muller's rule per square of expected mobility: 8 / 5.25.
const TARGETS: (u32, u32) = (32, 21);
/// Beyond this many targets (the most that Muller's rule was made for) another one adds ...
const MOST_TARGETS: u32 = 24;
/// ... so many centipawns: there is only one square to go to.
const FURTHER_TARGET: u32 = 20;
/// A man whose leaps are all to neighbouring squares is slow, in sixteenths of its value.
const SLOW: i32 = 14;
/// What a man that can only come to a half, a quarter, less of the board is worth, in sixteenths.
const BOUND: [i32; 4] = [16, 15, 13, 12];
/// A counter will grow: how much of the value comes from the next counters, in quarters (this one, +1, +2).
const GROWTH: [i32; 3] = [2, 1, 1];

/// Men are worth more in the ending than their mobility says, and less before: of a man worth more than this, ...
const HEAVY: i32 = 250;
/// ... what is above it, divided by this, is the part of its value that passes from middlegame to ending, ...
const HEAVY_SPREAD: i32 = 2500;
/// ... in 256ths at most this much; and this much of a pawn's. Fits to several games agree on both.
const SPREAD_MOST: i32 = 38;
/// See [`SPREAD_MOST`].
const PAWN_SPREAD: i32 = 30;

/// What is already counted of what a promotion gains, by the moves it is away, in 256ths.
const PROMOTION: [i32; FAR as usize + 1] = [64, 56, 32, 18, 11, 7, 6, 5, 4, 4, 3, 3, 0];
/// What is counted of what a man gains by the best change of type it can make with its next move, in sixteenths.
const MORPH: i32 = 3;
/// How much of the difference in mobility between a square and the average is counted, in sixteenths.
const PLACEMENT: i32 = 2;
/// Bound of that, centipawns before scaling.
const PLACEMENT_MOST: i32 = 60;
/// Bound of all values, centipawns: sums of men stay far from overflow.
pub(super) const MOST: i32 = 20_000;

/// Values of the men of one variant, in centipawns of its pawn, by the rules alone.
pub(super) struct Values {
    pub types: Vec<Worth>,
}

/// Values of one type of man. Counters are counted from 1 to [`COUNTERS`]; a man without one has that of 1 only.
pub(super) struct Worth {
    /// By phase (middlegame, ending) and counter: on an average square, with what a man of the start array hopes for.
    pub average: [Vec<i32>; 2],
    /// By counter and square, for White: what the mobility there adds.
    pub place: Vec<Vec<i32>>,
    /// By colour, counter and square: what it may hope for from there more than usual.
    pub hope: [Vec<Vec<i32>>; 2],
    /// By counter: expected mobility, in [`ONE`]ths.
    pub mobility: Vec<u32>,
}

impl Values {
    /// Derived from the movements.
    pub fn derive(rules: &Rules) -> Self {
        let start = array::men(rules);
        let moves: Vec<Moves> = rules.men.iter().map(|man| Moves::of(rules, man)).collect();
        let mut types: Vec<Worth> = (0..rules.men.len())
            .map(|index| Worth::of(rules, index, &moves, &start))
            .collect();
        let pawn = most_frequent_pawn(rules, &start);
        let unit = pawn.map_or(100, |ty| types[ty.index()].mean(0)).max(10);
        types.iter_mut().for_each(|worth| worth.scale(unit));
        Values { types }
    }

    /// Of a type and counter, the mean of middlegame and ending; 0 for a royal one.
    pub fn mean(&self, ty: PieceType, counter: u8) -> i32 {
        let worth = &self.types[ty.index()];
        worth.mean(level(counter, worth.levels()))
    }
}

/// The place of a counter in tables of so many levels.
#[inline]
pub(super) fn level(counter: u8, levels: usize) -> usize {
    usize::from(counter).clamp(1, levels) - 1
}

/// The pawn that stands most often in the start array, the first of equals.
fn most_frequent_pawn(rules: &Rules, start: &[(Color, PieceType, Square)]) -> Option<PieceType> {
    let pawns = (0..rules.men.len())
        .filter(|&i| rules.men[i].pawn)
        .map(|i| PieceType(i as u8));
    let count = |ty: &PieceType| start.iter().filter(|(_, t, _)| t == ty).count();
    pawns.rev().max_by_key(count)
}

/// The square seen from the other side.
pub(super) fn mirrored(board: Geometry, square: Square) -> Square {
    let (file, rank) = (
        board.files - 1 - board.file(square),
        board.ranks - 1 - board.rank(square),
    );
    Square::new(rank * board.files + file)
}

/// What a type's movement alone says.
struct Moves {
    /// By phase and counter: value before any scaling.
    value: [Vec<i32>; 2],
    /// By counter and square, for White: expected mobility in [`ONE`]ths, the mean of the phases.
    mobility: Vec<Vec<u32>>,
    /// By counter: the average of that.
    average: Vec<u32>,
}

impl Moves {
    fn of(rules: &Rules, man: &Man) -> Self {
        let levels = if man.has_counter() { COUNTERS } else { 1 };
        let by_phase: Vec<Vec<[u32; 2]>> = (1..=levels as u8)
            .map(|counter| {
                let squares = rules.board.all();
                squares
                    .map(|s| mobility::expected(rules, man, counter, Color::White, s))
                    .collect()
            })
            .collect();
        // Squares on which the man never stays do not count.
        let left = man.promotion.as_ref().filter(|p| p.mandatory).map_or(0, |p| p.zone[0]);
        let stays: Vec<usize> = rules
            .board
            .all()
            .map(Square::index)
            .filter(|&s| left >> s & 1 == 0)
            .collect();
        let count = (stays.len() as u32).max(1);
        let mean = |on: &Vec<[u32; 2]>, phase: usize| stays.iter().map(|&s| on[s][phase]).sum::<u32>() / count;

        let factor = factor(rules, man);
        let value = [0, 1].map(|phase| {
            let now: Vec<i32> = by_phase
                .iter()
                .map(|on| from_mobility(mean(on, phase)) * factor / 256)
                .collect();
            let later = |i: usize| now[i.min(levels - 1)];
            let grown = |i: usize| (0..GROWTH.len()).map(|j| GROWTH[j] * later(i + j)).sum::<i32>() / 4;
            (0..levels).map(grown).collect()
        });
        Moves {
            value,
            average: by_phase.iter().map(|on| (mean(on, 0) + mean(on, 1)) / 2).collect(),
            mobility: by_phase
                .iter()
                .map(|on| on.iter().map(|[one, other]| (one + other) / 2).collect())
                .collect(),
        }
    }

    /// The mean of the phases.
    fn mean(&self, level: usize) -> i32 {
        (self.value[0][level] + self.value[1][level]) / 2
    }

    /// What the mobility on a square adds to the value or takes from it.
    fn placement(&self, level: usize, square: Square) -> i32 {
        let average = (self.average[level] as i32).max(1);
        let more = self.mobility[level][square.index()] as i32 - average;
        let relative = (more * 256 / average).clamp(-1024, 1024);
        (self.mean(level) * relative / 256 * PLACEMENT / 16).clamp(-PLACEMENT_MOST, PLACEMENT_MOST)
    }
}

/// Muller's rule, for an average mobility in [`ONE`]ths.
fn from_mobility(mobility: u32) -> i32 {
    let targets = mobility * TARGETS.0 / TARGETS.1;
    let ruled = u64::from(targets.min(MOST_TARGETS * ONE));
    let one = u64::from(ONE);
    let value = (30 * one + ruled * 5 / 8) * ruled / (one * one);
    let further = targets.saturating_sub(MOST_TARGETS * ONE) * FURTHER_TARGET / ONE;
    (value as i32 + further as i32).min(MOST)
}

/// What a movement as a whole makes of its mobility, in 256ths: slow men, and men bound to a part of the board.
fn factor(rules: &Rules, man: &Man) -> i32 {
    if man.pawn {
        return 256;
    }
    let near = |part: &crate::variant::Part| {
        part.reach == Reach::Leaps(1) && part.leaps.iter().all(|&(x, y)| x.abs() <= 1 && y.abs() <= 1)
    };
    let slow = if man.parts.iter().all(near) { SLOW } else { 16 };
    let squares = rules.board.squares() as u32;
    let share = mobility::territory(rules, man) * 8;
    let bound = match share {
        s if s > 5 * squares => BOUND[0],
        s if s > 3 * squares => BOUND[1],
        s if 2 * s > 3 * squares => BOUND[2],
        _ => BOUND[3],
    };
    slow * bound
}

impl Worth {
    fn of(rules: &Rules, index: usize, moves: &[Moves], start: &[(Color, PieceType, Square)]) -> Self {
        let (man, own) = (&rules.men[index], &moves[index]);
        let levels = own.average.len();
        let squares = rules.board.squares();
        if man.royal {
            return Worth {
                average: [vec![0], vec![0]],
                place: vec![vec![0; squares]],
                hope: [vec![vec![0; squares]], vec![vec![0; squares]]],
                mobility: vec![own.average[0]],
            };
        }
        let mut hope = Color::BOTH.map(|color| hopes(rules, man, color, own, moves));
        // On its own the type's value has the hopes of a man of the start array in it.
        let home: Vec<usize> = start
            .iter()
            .filter(|&&(color, ty, _)| color == Color::White && ty.index() == index)
            .map(|&(.., square)| square.index())
            .collect();
        let home = if home.is_empty() { (0..squares).collect() } else { home };
        let usual: Vec<i32> = hope[0]
            .iter()
            .map(|on| home.iter().map(|&s| on[s]).sum::<i32>() / home.len() as i32)
            .collect();
        for on in &mut hope {
            for (level, on) in on.iter_mut().enumerate() {
                on.iter_mut().for_each(|hope| *hope -= usual[level]);
            }
        }
        let average = |phase: usize| {
            let value = |level: usize| {
                let passes = (own.mean(level) + usual[level]) * spread(man, own.mean(level)) / 256;
                own.value[phase][level] + usual[level] + if phase == 0 { -passes } else { passes }
            };
            (0..levels).map(value).collect()
        };
        Worth {
            average: [average(0), average(1)],
            place: (0..levels)
                .map(|l| rules.board.all().map(|s| own.placement(l, s)).collect())
                .collect(),
            hope,
            mobility: own.average.clone(),
        }
    }

    /// How many counters are told apart.
    pub fn levels(&self) -> usize {
        self.mobility.len()
    }

    /// The mean of middlegame and ending at a level from 0.
    pub fn mean(&self, level: usize) -> i32 {
        (self.average[0][level] + self.average[1][level]) / 2
    }

    /// Makes `unit` worth 100.
    fn scale(&mut self, unit: i32) {
        let on_squares = self.place.iter_mut().chain(self.hope.iter_mut().flatten()).flatten();
        let all = self.average.iter_mut().flatten().chain(on_squares);
        let rounded = |value: i32| (value * 200 + unit * value.signum()) / (2 * unit);
        all.for_each(|value| *value = rounded(*value).clamp(-MOST, MOST));
    }
}

/// How much of a man's value passes from middlegame to ending, in 256ths.
fn spread(man: &Man, value: i32) -> i32 {
    match man.pawn {
        true => PAWN_SPREAD,
        false => ((value - HEAVY) * 256 / HEAVY_SPREAD).clamp(0, SPREAD_MOST),
    }
}

/// By counter and square: what a man has to hope for from promotion and from changes of type.
fn hopes(rules: &Rules, man: &Man, color: Color, own: &Moves, moves: &[Moves]) -> Vec<Vec<i32>> {
    let levels = own.average.len();
    let distances = promotion::distances(rules, man, color, levels);
    let new = |ty: &PieceType| moves[ty.index()].mean(0);
    let best = man
        .promotion
        .as_ref()
        .and_then(|p| p.to[color.index()].iter().map(new).max())
        .unwrap_or(0);
    let at = |level: usize, square: Square| {
        let gain = (best - own.mean(level)).max(0);
        let promotion = gain * PROMOTION[usize::from(distances[level][square.index()])] / 256;
        let changed = if man.morph.iter().any(Option::is_some) {
            let next = promotion::next_squares(rules, man, color, level as u8 + 1, square);
            let turns = (0..man.morph.len())
                .filter(|s| next >> s & 1 == 1)
                .filter_map(|s| man.morph[s]);
            let best = turns.map(|ty| new(&ty)).max().unwrap_or(0);
            (best - own.mean(level)).max(0) * MORPH / 16
        } else {
            0
        };
        promotion + changed
    };
    let levels = 0..levels;
    levels.map(|l| rules.board.all().map(|s| at(l, s)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;

    /// Values of types of a built-in variant by their letters (`+W`: promoted).
    fn values<const N: usize>(variant: &str, ids: [&str; N], counter: u8) -> [i32; N] {
        let catalogue = Catalogue::builtin();
        let rules = catalogue.rules(variant).unwrap_or_else(|| panic!("no {variant}"));
        let values = Values::derive(rules);
        ids.map(|id| {
            let letter = id.chars().last().unwrap_or(' ');
            let ty = rules
                .man(letter, id.starts_with('+'))
                .unwrap_or_else(|| panic!("no {id}"));
            values.mean(ty, counter)
        })
    }

    #[test]
    fn mullers_rule_is_met_where_it_was_made() {
        // A knight of the 8x8 board: 8 targets, expected mobility 336 / 64.
        assert_eq!(from_mobility(336 * ONE / 64), 280);
        // An amazon of the rule's upper end: 24 targets.
        assert_eq!(from_mobility(24 * ONE * TARGETS.1 / TARGETS.0), 1080);
        assert!(from_mobility(u32::MAX / 64) <= MOST);
    }

    #[test]
    fn orthodox_men_have_orthodox_values() {
        let [pawn, knight, bishop, rook, queen, king] = values("chess", ["P", "N", "B", "R", "Q", "K"], 1);
        assert_eq!((pawn, king), (100, 0));
        assert!((270..=330).contains(&knight), "{knight}");
        assert!((295..=355).contains(&bishop), "{bishop}");
        assert!((450..=550).contains(&rook), "{rook}");
        assert!((850..=1000).contains(&queen), "{queen}");
    }

    #[test]
    fn short_leapers_follow_mullers_rule() {
        // 4 targets: 130, 8 targets: 280; those bound to half of the board, and the widest leapers, somewhat less.
        let [wazir, ferz, commoner, knight, camel, zebra] = values("haynie", ["W", "F", "O", "N", "C", "Z"], 1);
        assert!(
            (110..=170).contains(&wazir) && (100..=160).contains(&ferz),
            "{wazir} {ferz}"
        );
        assert!(
            (250..=340).contains(&commoner) && (250..=340).contains(&knight),
            "{commoner} {knight}"
        );
        assert!(
            (190..=290).contains(&camel) && (190..=290).contains(&zebra),
            "{camel} {zebra}"
        );
    }

    #[test]
    fn compounds_are_worth_more_than_their_parts_alone() {
        let [queen, joker, rook, knight] = values("ninesquare", ["Q", "J", "R", "N"], 1);
        assert!(
            joker > queen && queen > rook && rook > knight,
            "{joker} {queen} {rook} {knight}"
        );
        let [amazon, queen, marshall, cardinal, rook] = values("haynie", ["G", "Q", "M", "A", "R"], 1);
        assert!(amazon > queen && queen > marshall && marshall > cardinal && cardinal > rook);
    }

    #[test]
    fn a_progressive_man_is_worth_more_as_its_counter_grows() {
        let ids = [
            "W", "F", "Q", "N", "D", "A", "P", "B", "+W", "+F", "+Q", "+N", "+D", "+A",
        ];
        let by_counter: Vec<_> = (1..=14).map(|n| values("chess99", ids, n)).collect();
        for pair in by_counter.windows(2) {
            // But for rounding.
            assert!((0..ids.len()).all(|i| pair[1][i] + 1 >= pair[0][i]), "{pair:?}");
        }
        assert!((0..ids.len()).all(|i| by_counter[3][i] > by_counter[0][i]));
        // Beyond the last level counted the value stays.
        assert_eq!(by_counter[COUNTERS - 1], by_counter[13]);
    }

    #[test]
    fn a_pawn_is_worth_more_the_nearer_it_is_to_promotion() {
        let catalogue = Catalogue::builtin();
        let rules = catalogue.rules("chess").unwrap_or_else(|| panic!("no chess"));
        let values = Values::derive(rules);
        let pawn = rules.man('P', false).unwrap_or_else(|| panic!("no pawn"));
        let worth = &values.types[pawn.index()];
        let on = |color: Color, name| rules.board.parse(name).map(|s| worth.hope[color.index()][0][s.index()]);
        for (near, far) in [("d7", "d6"), ("d6", "d5"), ("d5", "d4"), ("d4", "d3")] {
            assert!(on(Color::White, near) > on(Color::White, far), "{near} {far}");
        }
        assert_eq!(on(Color::White, "d7"), on(Color::Black, "d2"));
    }
}
