//! Rules to tables.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::tables::{Flood, Keys, Lame, Line, ManTables, Mode, Mover, ProgressiveLine, Row, Step, Threat, Variant};
use super::{Man, Part, Reach, Rules};
use crate::Bitboard;
use crate::random::SplitMix64;
use crate::types::{Code, Color, Geometry, PieceType, Square};

type Leap = (i8, i8);

/// Which tables exist already, by what they were made from.
struct Builder<B> {
    board: Geometry,
    leaps: Vec<(Vec<Leap>, Row<B>)>,
    lines: Vec<(LineKey, Row<Line<B>>)>,
}

/// A line table: the direction that raises the index, which of its two senses there are, and the longest ride in leaps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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
    let threats = Color::BOTH.map(|color| {
        let men = rules.men.iter().zip(&men[color.index()]);
        men.flat_map(|(man, tables)| builder.threats(man, tables, color))
            .collect::<Box<[_]>>()
    });
    let floods = [0, 1].map(|color: usize| men[color].iter().flat_map(floods).collect());
    let home = [0, board.ranks as i32 - 1].map(|rank| set(board.all().filter(|&s| board.rank(s) as i32 == rank)));
    let mut numbers = SplitMix64(squares as u64);
    let keys = Keys {
        men: (0..=2 * rules.men.len())
            .map(|_| Row::new(|_| numbers.next()))
            .collect(),
        side: numbers.next(),
    };
    let morph = if rules.men.iter().all(|m| m.morph.is_empty()) {
        Box::default()
    } else {
        let types = rules.men.iter().enumerate();
        let after = |i: usize, man: &Man| Row::new(|square| morphed(man, PieceType(i as u8), square));
        types.map(|(i, man)| after(i, man)).collect()
    };
    Variant {
        board,
        men,
        threats,
        floods,
        king: rules.king(),
        morph,
        home,
        keys,
        has_states: rules.has_counters() || rules.return_home,
        return_home: rules.return_home,
        bare_king_loses: rules.bare_king_loses,
        has_en_passant: rules.men.iter().any(|m| m.en_passant_victim),
        pawns_return: pawns_return(&rules),
        rules,
    }
}

/// Whether a pawn can move without getting nearer to the last rank, or another man become a pawn.
fn pawns_return(rules: &Rules) -> bool {
    let strays = |part: &Part| part.quiet && part.leaps.iter().any(|(_, ranks)| *ranks <= 0);
    let is_pawn = |ty: &PieceType| rules.men[ty.index()].pawn;
    rules.men.iter().any(|man| match man.pawn {
        true => man.parts.iter().any(strays),
        false => {
            let promotions = man.promotion.iter().flat_map(|promotion| promotion.to.iter().flatten());
            promotions.chain(man.morph.iter().flatten()).any(is_pawn)
        }
    })
}

fn morphed(man: &Man, ty: PieceType, square: usize) -> PieceType {
    man.morph.get(square).copied().flatten().unwrap_or(ty)
}

fn set<B: Bitboard>(squares: impl Iterator<Item = Square>) -> B {
    squares.fold(B::EMPTY, |set, square| set | B::bit(square))
}

impl<B: Bitboard> Builder<B> {
    fn new(board: Geometry) -> Self {
        Builder {
            board,
            leaps: Vec::new(),
            lines: Vec::new(),
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

    fn row<T: Copy + Default>(&self, entry: impl Fn(Square) -> T) -> Row<T> {
        let squares = self.board.squares();
        Row::new(|index| {
            if index < squares {
                entry(Square::new(index as u8))
            } else {
                T::default()
            }
        })
    }

    fn leap_table(&mut self, leaps: &[Leap]) -> Row<B> {
        let mut key = leaps.to_vec();
        key.sort_unstable();
        key.dedup();
        if let Some((_, row)) = self.leaps.iter().find(|(k, _)| *k == key) {
            return row.clone();
        }
        let targets = |from| set(key.iter().filter_map(|&leap| self.target(from, leap, 1)));
        let row = self.row(targets);
        self.leaps.push((key, row.clone()));
        row
    }

    fn line_table(&mut self, key: LineKey) -> Row<Line<B>> {
        if let Some((_, row)) = self.lines.iter().find(|(k, _)| *k == key) {
            return row.clone();
        }
        let half = |from, there: bool, sense: i32| {
            let leaps = 1..=i32::from(if there { key.leaps } else { 0 });
            set(leaps.map_while(|n| self.target(from, key.direction, n * sense)))
        };
        let line = |from| Line {
            lower: half(from, key.down, -1),
            upper: half(from, key.up, 1),
        };
        let row = self.row(line);
        self.lines.push((key, row.clone()));
        row
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
    fn mover<'a>(&mut self, parts: impl Iterator<Item = &'a Part>, turn: impl Fn(Leap) -> Leap) -> Mover<B> {
        let (mut single, mut first) = (Vec::new(), Vec::new());
        let (mut lines, mut lames, mut progressive, mut multiple) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for part in parts {
            let leaps: Vec<Leap> = part.leaps.iter().map(|&leap| turn(leap)).collect();
            match part.reach {
                Reach::Leaps(1) if part.lame => {
                    let halves: Vec<Leap> = leaps.iter().map(|&(f, r)| (f / 2, r / 2)).collect();
                    let land = self.leap_table(&leaps);
                    for key in self.line_keys(&halves, 2) {
                        let walk = self.line_table(key);
                        lames.push(Lame {
                            walk,
                            land: land.clone(),
                        });
                    }
                }
                Reach::Leaps(1) => single.extend(leaps),
                Reach::Leaps(limit) => lines.extend(self.line_keys(&leaps, limit)),
                Reach::Unlimited => lines.extend(self.line_keys(&leaps, u8::MAX)),
                Reach::Progressive => {
                    for key in self.line_keys(&leaps, u8::MAX) {
                        let lines = (1..=key.leaps).map(|leaps| self.line_table(LineKey { leaps, ..key }));
                        progressive.push(ProgressiveLine(lines.collect()));
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
        let near = [single.as_slice(), &first].concat();
        Mover {
            leaps: self.leap_table(&single),
            near: self.leap_table(&near),
            lines: lines.into_iter().map(|key| self.line_table(key)).collect(),
            lames: lames.into(),
            first_leaps: self.leap_table(&first),
            progressive: progressive.into(),
            multiple: multiple.into(),
        }
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
            let mut modes = ArrayVec::<(Mode, Mover<B>), 3>::new();
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
        ManTables {
            ty,
            code: Code::new(color, ty),
            complex: modes.len() != 1 || !initial.is_empty() || modes.iter().any(|(_, m)| !m.lames.is_empty()),
            modes,
            initial,
            initial_zone: zone,
            double_steps: self.row(|from| {
                let steps = double_steps.iter().filter(|_| zone.has(from));
                set(steps.filter_map(|&leap| self.target(from, leap, 1)))
            }),
            reverse: self.mover(man.parts.iter().filter(|p| p.capture && !p.initial), reversed),
            steps: self.steps(man, zone, forward),
            en_passant_from: (!en_passant.is_empty()).then(|| self.leap_table(&en_passant)),
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

    /// How men of one type attack: always, and by their initial parts.
    fn threats(&mut self, man: &Man, tables: &ManTables<B>, color: Color) -> Vec<Threat<B>> {
        let sign = if color == Color::White { -1 } else { 1 };
        let initial = man.parts.iter().filter(|p| p.capture && p.initial);
        let initial = self.mover(initial, |(files, ranks)| (files * sign, ranks * sign));
        let threat = |mover: Mover<B>, first: bool, zone: B| {
            let sight = self.row(|square| origins(&mover, first, square) & zone);
            Threat {
                code: tables.code,
                sight,
                first,
                mover,
            }
        };
        let both = [
            threat(tables.reverse.clone(), false, !B::EMPTY),
            threat(initial, man.has_counter(), tables.initial_zone),
        ];
        let seen = |threat: &Threat<B>| self.board.all().any(|square| threat.sight.at(square).any());
        both.into_iter().filter(seen).collect()
    }
}

fn floods<B: Bitboard>(man: &ManTables<B>) -> impl Iterator<Item = Flood<B>> {
    let leaps = man.reverse.multiple.iter();
    leaps.map(|leap| Flood {
        code: man.code,
        leap: leap.clone(),
    })
}

fn mode_of(part: &Part) -> Mode {
    match (part.quiet, part.capture) {
        (true, true) => Mode::Both,
        (true, false) => Mode::Quiet,
        _ => Mode::Capture,
    }
}

/// From where a man that attacks by `mover`, seen from the square it attacks, does so if nothing stands between. `first`:
/// only while its counter is 1.
fn origins<B: Bitboard>(mover: &Mover<B>, first: bool, square: Square) -> B {
    let mut origins = mover.reach_near(square, B::EMPTY);
    if !first {
        for line in &mover.progressive {
            origins |= line.full().at(square).squares();
        }
    }
    origins
}
