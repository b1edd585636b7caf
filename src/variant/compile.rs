//! Rules to tables.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::tables::{
    Attack, AttackMap, Base, Group, Keys, Line, ManTables, Mode, Mover, NO_TYPE, ProgressiveLine, Row, Step, Variant,
};
use super::{Man, Part, Reach, Rules};
use crate::Bitboard;
use crate::types::{Color, Geometry, PieceType, Square};

type Leap = (i8, i8);

/// Which tables exist already, by what they were made from.
struct Builder<B> {
    board: Geometry,
    leaps: Vec<Row<B>>,
    leap_keys: Vec<(Vec<Leap>, Base)>,
    lines: Vec<Row<Line<B>>>,
    line_keys: Vec<(LineKey, Base)>,
    progressive_keys: Vec<(LineKey, Base)>,
}

/// A line table: the direction that raises the index, which of its two senses there are, and the longest ride in leaps.
#[derive(Clone, Copy, PartialEq, Eq)]
struct LineKey {
    direction: Leap,
    down: bool,
    up: bool,
    leaps: u8,
}

pub(super) fn compile<B: Bitboard>(rules: Arc<Rules>) -> Variant<B> {
    let board = rules.board;
    let squares = board.squares();
    assert!(
        squares <= B::SQUARES,
        "{}: {squares} squares do not fit the bitboard",
        rules.name
    );

    let mut builder = Builder::<B>::new(board);
    let men = Color::BOTH.map(|color| {
        let men = rules.men.iter().enumerate();
        men.map(|(i, man)| builder.man(man, PieceType(i as u8), color))
            .collect::<Box<[_]>>()
    });
    let attacks = Color::BOTH.map(|color| builder.attack_map(&rules, &men[color.index()], color));
    let home = [0, board.ranks as i32 - 1].map(|rank| set(board.all().filter(|&s| board.rank(s) as i32 == rank)));
    let mut numbers = SplitMix64(squares as u64);
    let keys = Keys {
        men: (0..=2 * rules.men.len())
            .map(|_| std::array::from_fn(|_| numbers.next()))
            .collect(),
        side: numbers.next(),
    };
    let morph = if rules.men.iter().all(|m| m.morph.is_empty()) {
        Box::default()
    } else {
        let types = rules.men.iter().enumerate();
        let after = |i: usize, man: &Man| std::array::from_fn(|square| morphed(man, PieceType(i as u8), square));
        types.map(|(i, man)| after(i, man)).collect()
    };
    Variant {
        board,
        leaps: builder.leaps.into(),
        lines: builder.lines.into(),
        men,
        attacks,
        king: rules.king(),
        morph,
        home,
        keys,
        has_counters: rules.has_counters(),
        has_states: rules.has_counters() || rules.return_home,
        return_home: rules.return_home,
        bare_king_loses: rules.bare_king_loses,
        has_en_passant: rules.men.iter().any(|m| m.en_passant_victim),
        rules,
    }
}

fn morphed(man: &Man, ty: PieceType, square: usize) -> PieceType {
    man.morph.get(square).copied().flatten().unwrap_or(ty)
}

fn row<T: Copy>(entry: T) -> Row<T> {
    [entry; _]
}

/// Steele, Lea and Flood's generator: the source of the keys and of numbered arrays.
#[derive(Clone, Debug)]
pub(crate) struct SplitMix64(pub u64);

impl SplitMix64 {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }
    /// A number below `n`, which must not be 0. The bias is far below what any use here could notice.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// The finalizer of SplitMix64: every bit of the result depends on every bit of `z`.
#[inline]
pub(crate) fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn set<B: Bitboard>(squares: impl Iterator<Item = Square>) -> B {
    squares.fold(B::EMPTY, |set, square| set | B::bit(square))
}

impl<B: Bitboard> Builder<B> {
    fn new(board: Geometry) -> Self {
        // Table 0 is empty, for movers without leaps.
        Builder {
            board,
            leaps: vec![row(B::EMPTY)],
            leap_keys: vec![(Vec::new(), 0)],
            lines: Vec::new(),
            line_keys: Vec::new(),
            progressive_keys: Vec::new(),
        }
    }

    /// The square `times` leaps away.
    fn target(&self, from: Square, (files, ranks): Leap, times: i32) -> Option<Square> {
        let file = i32::from(self.board.file(from)) + i32::from(files) * times;
        self.board
            .square(file, i32::from(self.board.rank(from)) + i32::from(ranks) * times)
    }

    /// How many leaps a ride can have on this board at most.
    fn longest(&self, (files, ranks): Leap) -> u8 {
        let room = |size: u8, step: i8| {
            if step == 0 {
                u8::MAX
            } else {
                (size - 1) / step.unsigned_abs()
            }
        };
        room(self.board.files, files).min(room(self.board.ranks, ranks))
    }

    fn leap_table(&mut self, leaps: &[Leap]) -> Base {
        let mut key = leaps.to_vec();
        key.sort_unstable();
        key.dedup();
        if let Some((_, base)) = self.leap_keys.iter().find(|(k, _)| *k == key) {
            return *base;
        }
        let base = self.leaps.len() as Base;
        let mut table = row(B::EMPTY);
        for from in self.board.all() {
            table[from.index()] = set(key.iter().filter_map(|&leap| self.target(from, leap, 1)));
        }
        self.leaps.push(table);
        self.leap_keys.push((key, base));
        base
    }

    fn line_table(&mut self, key: LineKey) -> Base {
        if let Some((_, base)) = self.line_keys.iter().find(|(k, _)| *k == key) {
            return *base;
        }
        let base = self.push_line(key);
        self.line_keys.push((key, base));
        base
    }

    fn push_line(&mut self, key: LineKey) -> Base {
        let base = self.lines.len() as Base;
        let mut table = row(Line::default());
        for from in self.board.all() {
            let half = |there: bool, sense: i32| {
                let leaps = 1..=i32::from(if there { key.leaps } else { 0 });
                set(leaps.map_while(|n| self.target(from, key.direction, n * sense)))
            };
            table[from.index()] = Line {
                lower: half(key.down, -1),
                upper: half(key.up, 1),
            };
        }
        self.lines.push(table);
        base
    }

    /// The lines of a ride: opposite directions share one. Directions in which the board has no room are left out.
    fn line_keys(&self, leaps: &[Leap], limit: u8) -> Vec<LineKey> {
        let mut keys: Vec<LineKey> = Vec::new();
        for &leap in leaps {
            let up = i32::from(leap.1) * i32::from(self.board.files) + i32::from(leap.0) > 0;
            let direction = if up { leap } else { (-leap.0, -leap.1) };
            let leaps = limit.min(self.longest(leap));
            if leaps == 0 {
                continue;
            }
            match keys.iter_mut().find(|k| k.direction == direction) {
                Some(key) if up => key.up = true,
                Some(key) => key.down = true,
                None => keys.push(LineKey {
                    direction,
                    down: !up,
                    up,
                    leaps,
                }),
            }
        }
        keys
    }

    /// The union of parts, their leaps turned by `turn`.
    fn mover<'a>(&mut self, parts: impl Iterator<Item = &'a Part>, turn: impl Fn(Leap) -> Leap) -> Mover {
        let (mut single, mut first) = (Vec::new(), Vec::new());
        let (mut lines, mut lames, mut progressive, mut multiple) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for part in parts {
            let leaps: Vec<Leap> = part.leaps.iter().map(|&leap| turn(leap)).collect();
            match part.reach {
                Reach::Leaps(1) if part.lame => {
                    let halves: Vec<Leap> = leaps.iter().map(|&(f, r)| (f / 2, r / 2)).collect();
                    let land = self.leap_table(&leaps);
                    for key in self.line_keys(&halves, 2) {
                        lames.push((self.line_table(key), land));
                    }
                }
                Reach::Leaps(1) => single.extend(leaps),
                Reach::Leaps(limit) => self.ride(&mut lines, &leaps, limit),
                Reach::Unlimited => self.ride(&mut lines, &leaps, u8::MAX),
                Reach::Progressive => {
                    for key in self.line_keys(&leaps, u8::MAX) {
                        progressive.push(self.progressive_line(key));
                    }
                    first.extend(leaps);
                }
                Reach::Multiple => {
                    multiple.push(self.leap_table(&leaps));
                    first.extend(leaps);
                }
            }
        }
        lines.sort_unstable();
        lines.dedup();
        let more_lines = lines.split_off(lines.len().min(8));
        let near = [single.as_slice(), &first].concat();
        Mover {
            leaps: self.leap_table(&single),
            near: self.leap_table(&near),
            lines: lines.into_iter().collect(),
            special: !(lames.is_empty() && first.is_empty() && more_lines.is_empty()),
            more_lines: more_lines.into(),
            lames: lames.into(),
            first_leaps: self.leap_table(&first),
            progressive: progressive.into(),
            multiple: multiple.into(),
        }
    }

    fn ride(&mut self, lines: &mut Vec<Base>, leaps: &[Leap], limit: u8) {
        for key in self.line_keys(leaps, limit) {
            lines.push(self.line_table(key));
        }
    }

    /// The tables of a progressive ride: one leap, two leaps, ... to the longest.
    fn progressive_line(&mut self, key: LineKey) -> ProgressiveLine {
        let longest = key.leaps;
        if let Some((_, first)) = self.progressive_keys.iter().find(|(k, _)| *k == key) {
            return ProgressiveLine { first: *first, longest };
        }
        let first = self.lines.len() as Base;
        for leaps in 1..=longest {
            self.push_line(LineKey { leaps, ..key });
        }
        self.progressive_keys.push((key, first));
        ProgressiveLine { first, longest }
    }

    fn man(&mut self, man: &Man, ty: PieceType, color: Color) -> ManTables<B> {
        // Black sits on the other side of the board: its forward is down, its left towards the last file.
        let forward = |(files, ranks): Leap| {
            if color == Color::White {
                (files, ranks)
            } else {
                (-files, -ranks)
            }
        };
        let reversed = |leap: Leap| {
            let (files, ranks) = forward(leap);
            (-files, -ranks)
        };
        let by_mode = |builder: &mut Self, initial: bool| {
            let mut modes = ArrayVec::<(Mode, Mover), 3>::new();
            for mode in [Mode::Both, Mode::Quiet, Mode::Capture] {
                let of_mode = |p: &&Part| p.initial == initial && mode_of(p) == mode;
                if man.parts.iter().any(|p| of_mode(&p)) {
                    modes.push((mode, builder.mover(man.parts.iter().filter(of_mode), forward)));
                }
            }
            modes
        };
        let zone = B::from_bits(man.initial_zone[color.index()]);
        let double_steps = man.parts.iter().filter(|p| p.initial && p.lame).flat_map(|p| &p.leaps);
        let double_steps: Vec<Leap> = double_steps.map(|&leap| forward(leap)).collect();
        let promotion = man.promotion.as_ref();
        let becomes = promotion.map_or(&[][..], |p| &p.to[color.index()]);
        let choices = becomes.len() as u32;
        let mandatory = promotion.is_some_and(|p| p.mandatory);
        let en_passant: Vec<Leap> = man
            .parts
            .iter()
            .filter(|p| p.en_passant)
            .flat_map(|p| p.leaps.iter().map(|&l| reversed(l)))
            .collect();
        let modes = by_mode(self, false);
        let initial: Box<[_]> = by_mode(self, true).into_iter().collect();
        let plain = |m: &Mover| m.more_lines.is_empty() && m.lames.is_empty();
        ManTables {
            ty,
            complex: modes.len() != 1 || !initial.is_empty() || !modes.iter().all(|(_, m)| plain(m)),
            modes,
            initial,
            initial_zone: zone,
            double_steps: self.leap_table(&double_steps),
            reverse: self.mover(man.parts.iter().filter(|p| p.capture && !p.initial), reversed),
            steps: self.steps(man, zone, forward),
            en_passant_from: self.leap_table(&en_passant),
            promotion_zone: promotion.map_or(B::EMPTY, |p| B::from_bits(p.zone[color.index()])),
            promotions: becomes.into(),
            promotion_extra: choices - u32::from(mandatory && choices > 0),
            promotion_mandatory: mandatory,
            has_counter: man.has_counter(),
            pawn: man.pawn,
            en_passant_victim: man.en_passant_victim,
        }
    }

    fn delta(&self, (files, ranks): Leap) -> i32 {
        i32::from(ranks) * i32::from(self.board.files) + i32::from(files)
    }

    /// The steps of a pawn, if it makes no others than single and double ones and no two that could be the same move.
    fn steps(&self, man: &Man, zone: B, forward: impl Fn(Leap) -> Leap) -> Box<[Step<B>]> {
        let mut steps: Vec<Step<B>> = Vec::new();
        for part in man.parts.iter().filter(|_| man.pawn) {
            let mode = mode_of(part);
            let shapes: &[bool] = match part.reach {
                Reach::Leaps(1) if part.lame => &[true],
                Reach::Leaps(1) | Reach::Progressive => &[false],
                Reach::Leaps(2) => &[false, true],
                _ => return Box::default(),
            };
            for (&leap, &double) in part
                .leaps
                .iter()
                .flat_map(|leap| shapes.iter().map(move |shape| (leap, shape)))
            {
                let (files, ranks) = forward(leap);
                let one = if part.lame {
                    (files / 2, ranks / 2)
                } else {
                    (files, ranks)
                };
                let leaps = if double { 2 } else { 1 };
                let stays = set(self.board.all().filter(|&s| self.target(s, one, leaps).is_some()));
                let step = Step {
                    sources: if part.initial { stays & zone } else { stays },
                    delta: self.delta(one),
                    double,
                    mode,
                };
                let reach = |s: &Step<B>| s.delta * if s.double { 2 } else { 1 };
                let same = |s: &&Step<B>| {
                    reach(s) == reach(&step) && (s.mode == step.mode || s.mode == Mode::Both || step.mode == Mode::Both)
                };
                if steps.iter().any(|s| same(&s)) {
                    return Box::default();
                }
                steps.push(step);
            }
        }
        steps.into()
    }

    fn attack_map(&mut self, rules: &Rules, men: &[ManTables<B>], color: Color) -> AttackMap<B> {
        let mut map = Tables::default();
        let everywhere = !B::EMPTY;
        for (man, tables) in rules.men.iter().zip(men) {
            let ty = tables.ty.0;
            let add_mover = |map: &mut Tables<B>, mover: &Mover, zone: B| {
                if mover.leaps != 0 {
                    join(&mut map.leaps, mover.leaps, ty, zone);
                }
                for line in mover.all_lines() {
                    join(&mut map.lines, line, ty, zone);
                }
                for &lame in &mover.lames {
                    join(&mut map.lames, lame, ty, zone);
                }
                if mover.first_leaps != 0 {
                    join(&mut map.first_leaps, mover.first_leaps, ty, zone);
                }
                for &line in &mover.progressive {
                    join(&mut map.progressive, line, ty, zone);
                }
                for &leap in &mover.multiple {
                    join(&mut map.multiple, leap, ty, zone);
                }
            };
            add_mover(&mut map, &tables.reverse, everywhere);
            let sign = if color == Color::White { -1 } else { 1 };
            let initial = man.parts.iter().filter(|p| p.capture && p.initial);
            let mut initial = self.mover(initial, |(files, ranks)| (files * sign, ranks * sign));
            let zone = tables.initial_zone;
            if man.has_counter() {
                // Only while the counter is 1, and then a progressive part is a single leap.
                if initial.near != 0 {
                    join(&mut map.first_leaps, initial.near, ty, zone);
                }
                for line in initial.all_lines() {
                    join(&mut map.first_lines, line, ty, zone);
                }
                for &lame in &initial.lames {
                    join(&mut map.first_lames, lame, ty, zone);
                }
                initial = Mover::default();
            }
            add_mover(&mut map, &initial, zone);
        }
        map.grouped()
    }
}

fn mode_of(part: &Part) -> Mode {
    match (part.quiet, part.capture) {
        (true, true) => Mode::Both,
        (true, false) => Mode::Quiet,
        _ => Mode::Capture,
    }
}

/// A table with the types that attack along it, and from where.
struct Owned<T, B> {
    along: T,
    types: Vec<u8>,
    zone: B,
}

/// An attack map in the making.
#[derive(Default)]
struct Tables<B> {
    leaps: Vec<Owned<Base, B>>,
    lines: Vec<Owned<Base, B>>,
    lames: Vec<Owned<(Base, Base), B>>,
    first_leaps: Vec<Owned<Base, B>>,
    first_lines: Vec<Owned<Base, B>>,
    first_lames: Vec<Owned<(Base, Base), B>>,
    progressive: Vec<Owned<ProgressiveLine, B>>,
    multiple: Vec<Owned<Base, B>>,
}

impl<B: Bitboard> Tables<B> {
    fn grouped(self) -> AttackMap<B> {
        let mut groups = Vec::new();
        let leaps = group(self.leaps, &mut groups);
        let lines = group(self.lines, &mut groups);
        let lames = group(self.lames, &mut groups);
        let first_leaps = group(self.first_leaps, &mut groups);
        let first_lines = group(self.first_lines, &mut groups);
        let first_lames = group(self.first_lames, &mut groups);
        let progressive = group(self.progressive, &mut groups);
        let multiple = group(self.multiple, &mut groups);
        AttackMap {
            groups,
            leaps,
            lines,
            lames,
            first_leaps,
            first_lines,
            first_lames,
            progressive,
            multiple,
        }
    }
}

/// Adds a type to those that attack along a table.
fn join<T: Copy + PartialEq, B: Bitboard>(tables: &mut Vec<Owned<T, B>>, along: T, ty: u8, zone: B) {
    match tables.iter_mut().find(|t| t.along == along && t.zone == zone) {
        Some(table) if table.types.contains(&ty) => {}
        Some(table) => table.types.push(ty),
        None => tables.push(Owned {
            along,
            types: vec![ty],
            zone,
        }),
    }
}

/// Gives each table the number of its group.
fn group<T: Copy, B: Bitboard>(tables: Vec<Owned<T, B>>, groups: &mut Vec<Group<B>>) -> Vec<Attack<T>> {
    let number = |table: Owned<T, B>| {
        let first = std::array::from_fn(|i| table.types.get(i).copied().unwrap_or(NO_TYPE));
        let more_types = table.types.iter().skip(first.len()).copied().collect();
        let group = Group {
            types: first,
            more_types,
            zone: table.zone,
        };
        let known = groups.iter().position(|g| *g == group);
        let group = known.unwrap_or_else(|| {
            groups.push(group);
            groups.len() - 1
        });
        Attack {
            along: table.along,
            group: group as u32,
        }
    };
    tables.into_iter().map(number).collect()
}
