//! A second, slow model of the rules, for comparison: it walks from square to square over a plain array, tries every
//! move on a copy of the board, and looks whether the king could be taken. It shares no code with the engine but the
//! [`Rules`] it reads.

use std::collections::{BTreeMap, BTreeSet};

use ninefold::variant::{Growth, Man, Part, Reach, Rules};
use ninefold::{Color, PieceType};

type At = (i32, i32);

/// A man with its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Unit {
    color: Color,
    ty: PieceType,
    counter: u8,
    away: bool,
}

/// The men by rank and file; no board has more than 16 of either.
#[derive(Clone, Debug)]
struct Men([[Option<Unit>; 16]; 16]);

impl Men {
    fn get(&self, at: At) -> Option<Unit> {
        self.0[at.1 as usize][at.0 as usize]
    }
    fn set(&mut self, at: At, unit: Option<Unit>) -> Option<Unit> {
        std::mem::replace(&mut self.0[at.1 as usize][at.0 as usize], unit)
    }
    fn all(&self) -> impl Iterator<Item = (At, Unit)> + '_ {
        let squares = (0..16).flat_map(|rank| (0..16).map(move |file| (file, rank)));
        squares.filter_map(|at| self.get(at).map(|unit| (at, unit)))
    }
    fn of(&self, color: Color) -> impl Iterator<Item = (At, Unit)> + '_ {
        self.all().filter(move |(_, unit)| unit.color == color)
    }
}

/// How a man gets to a square.
#[derive(Clone, Copy, Default)]
struct Way {
    /// Whether it may count as its maximum range.
    full: bool,
    /// The square that is crossed, if it may be an initial double step.
    crossed: Option<At>,
}

/// A position as the slow model holds it.
#[derive(Clone, Debug)]
pub struct Slow<'a> {
    rules: &'a Rules,
    men: Men,
    side: Color,
    castling: String,
    /// Crossed square and the man's.
    en_passant: Option<(At, At)>,
    halfmove: u32,
    fullmove: u32,
}

impl<'a> Slow<'a> {
    /// Reads a FEN that the engine wrote.
    pub fn new(rules: &'a Rules, fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut men = Men([[None; 16]; 16]);
        for (row, text) in fields[0].split('/').enumerate() {
            let rank = i32::from(rules.board.ranks) - 1 - row as i32;
            let (mut file, mut digits, mut promoted) = (0, String::new(), false);
            for c in text.chars().chain(['|']) {
                if c.is_ascii_digit() {
                    digits.push(c);
                    continue;
                }
                file += digits.parse().unwrap_or(0);
                digits.clear();
                if c == '+' {
                    promoted = true;
                } else if c != '|' {
                    let unit = Unit {
                        color: if c.is_ascii_uppercase() {
                            Color::White
                        } else {
                            Color::Black
                        },
                        ty: rules.man(c, promoted).expect("a man of the variant"),
                        counter: 1,
                        away: false,
                    };
                    men.set((file, rank), Some(unit));
                    file += 1;
                    promoted = false;
                }
            }
        }
        let mut slow = Slow {
            rules,
            men,
            side: if fields[1] == "w" { Color::White } else { Color::Black },
            castling: fields[2].into(),
            en_passant: None,
            halfmove: fields[4].parse().expect("a clock"),
            fullmove: fields[5].parse().expect("a number"),
        };
        for entry in fields.get(6).into_iter().flat_map(|s| s.split(',')) {
            let (square, state) = entry.split_once(':').expect("a state");
            let mut unit = slow.men.get(at(square)).expect("a man with a state");
            unit.away = state.ends_with('-');
            unit.counter = state.trim_end_matches('-').parse().expect("a counter");
            slow.men.set(at(square), Some(unit));
        }
        if fields[3] != "-" {
            let split = fields[3][1..].find(|c: char| c.is_ascii_alphabetic()).map(|i| i + 1);
            let (crossed, man) = fields[3].split_at(split.unwrap_or(fields[3].len()));
            let crossed = at(crossed);
            let ahead = (crossed.0, crossed.1 + forward(!slow.side));
            slow.en_passant = Some((crossed, if man.is_empty() { ahead } else { at(man) }));
        }
        slow
    }

    fn man(&self, unit: Unit) -> &'a Man {
        &self.rules.men[unit.ty.index()]
    }

    fn on_board(&self, (file, rank): At) -> bool {
        (0..i32::from(self.rules.board.files)).contains(&file) && (0..i32::from(self.rules.board.ranks)).contains(&rank)
    }

    fn squares(&self) -> impl Iterator<Item = At> + use<> {
        let (files, ranks) = (i32::from(self.rules.board.files), i32::from(self.rules.board.ranks));
        (0..ranks).flat_map(move |rank| (0..files).map(move |file| (file, rank)))
    }

    fn bit(&self, (file, rank): At) -> u128 {
        1 << (rank * i32::from(self.rules.board.files) + file)
    }

    fn king(&self, color: Color) -> At {
        let mut own = self.men.of(color);
        own.find(|(_, u)| self.man(*u).royal).expect("a king").0
    }

    /// Where a unit's part can end, from a square the unit is not on (its origin is empty), as plain geometry; the
    /// number of leaps is given with each end. `stops`: empty squares on which a progressive ride ends.
    fn walk(&self, unit: Unit, part: &Part, from: At, stops: &BTreeSet<At>) -> Vec<(At, u8)> {
        let mut ends = Vec::new();
        let sense = forward(unit.color);
        let turn = |&(f, r): &(i8, i8)| (i32::from(f) * sense, i32::from(r) * sense);
        let may_end = |to: At| match self.men.get(to) {
            None => part.quiet,
            Some(other) => part.capture && other.color != unit.color,
        };
        if part.initial && (unit.counter > 1 || self.man(unit).initial_zone[unit.color.index()] & self.bit(from) == 0) {
            return ends;
        }
        if part.reach == Reach::Multiple {
            let mut layer = BTreeSet::from([from]);
            for n in 1..=unit.counter {
                let mut next = BTreeSet::new();
                for (file, rank) in layer {
                    next.extend(part.leaps.iter().map(turn).map(|(f, r)| (file + f, rank + r)));
                }
                next.retain(|to| self.on_board(*to));
                ends.extend(next.iter().filter(|&&to| to != from && may_end(to)).map(|&to| (to, n)));
                next.retain(|to| self.men.get(*to).is_none() && !stops.contains(to));
                layer = next;
            }
            return ends;
        }
        for (f, r) in part.leaps.iter().map(turn) {
            let most = match part.reach {
                Reach::Leaps(n) => n,
                Reach::Unlimited => u8::MAX,
                _ => unit.counter,
            };
            let half = (from.0 + f / 2, from.1 + r / 2);
            if part.lame && self.on_board(half) && self.men.get(half).is_some() {
                continue;
            }
            let mut to = from;
            for n in 1..=most {
                to = (to.0 + f, to.1 + r);
                if !self.on_board(to) {
                    break;
                }
                if may_end(to) {
                    ends.push((to, n));
                }
                let stopped = part.reach == Reach::Progressive && stops.contains(&to);
                if self.men.get(to).is_some() || stopped {
                    break;
                }
            }
        }
        ends
    }

    /// Whether a unit standing on a square (and not among the men) could capture on another, with a man to be captured
    /// there.
    fn would_take(&self, unit: Unit, from: At, target: At) -> bool {
        let none = BTreeSet::new();
        let mut parts = self.man(unit).parts.iter().filter(|p| p.capture);
        parts.any(|part| self.walk(unit, part, from, &none).iter().any(|(to, _)| *to == target))
    }

    fn attacked(&self, square: At, by: Color) -> bool {
        // A man to be captured must be there for capture-only parts to see it.
        let mut board = self.clone();
        let bait = Unit {
            color: !by,
            ty: self.rules.king(),
            counter: 1,
            away: false,
        };
        let target = board.men.get(square).filter(|t| t.color != by).unwrap_or(bait);
        board.men.set(square, Some(target));
        self.men.of(by).filter(|(from, _)| *from != square).any(|(from, unit)| {
            board.men.set(from, None);
            let takes = board.would_take(unit, from, square);
            board.men.set(from, Some(unit));
            takes
        })
    }

    /// The legal moves with the FEN after each.
    pub fn moves(&self) -> BTreeMap<String, String> {
        let mut found: BTreeMap<String, Slow> = BTreeMap::new();
        let (own, enemy) = (self.men.of(self.side).count(), self.men.of(!self.side).count());
        if self.rules.bare_king_loses && (own == 1 && enemy != 2 || own > 1 && enemy == 1) {
            return BTreeMap::new();
        }
        for (from, unit) in self.men.of(self.side) {
            self.moves_of(from, unit, &mut found);
        }
        self.castlings(&mut found);
        if self.rules.bare_king_loses && own == 1 {
            found.retain(|_, after| after.men.all().count() == 2);
        }
        found.into_iter().map(|(text, after)| (text, after.fen())).collect()
    }

    /// The position with a man off the board.
    fn without(&self, from: At) -> Slow<'a> {
        let mut lifted = self.clone();
        lifted.men.set(from, None);
        lifted
    }

    /// Where a man goes by its movement, its king and the other side's aside.
    fn targets(&self, from: At, unit: Unit) -> BTreeMap<At, Way> {
        let (lifted, man) = (self.without(from), self.man(unit));
        let mut stops = BTreeSet::new();
        if self.rules.check_ends_ride && man.has_counter() {
            let king = self.king(!self.side);
            stops.extend(self.squares().filter(|at| lifted.men.get(*at).is_none()));
            stops.retain(|at| lifted.would_take(unit, *at, king));
        }
        let mut targets: BTreeMap<At, Way> = BTreeMap::new();
        for part in &man.parts {
            let progressive = matches!(part.reach, Reach::Progressive | Reach::Multiple);
            for (to, leaps) in lifted.walk(unit, part, from, &stops) {
                let way = targets.entry(to).or_default();
                way.full |= progressive && leaps == unit.counter;
                if part.initial && part.lame {
                    way.full = true;
                    way.crossed = Some(((from.0 + to.0) / 2, (from.1 + to.1) / 2));
                }
            }
        }
        targets
    }

    fn moves_of(&self, from: At, unit: Unit, found: &mut BTreeMap<String, Slow<'a>>) {
        let enemy_king = self.king(!self.side);
        for (to, way) in self.targets(from, unit) {
            if to != enemy_king {
                self.land(from, to, to, way, found);
            }
        }
        if let Some((crossed, victim)) = self.en_passant
            && self.captures_en_passant(from, unit, crossed)
        {
            self.land(from, crossed, victim, Way::default(), found);
        }
    }

    /// Whether a man's movement captures en passant on a square. Where it could also go without capture, the move is
    /// that one, as in Fairy-Stockfish: the text is the same.
    fn captures_en_passant(&self, from: At, unit: Unit, crossed: At) -> bool {
        let mut leaps = self
            .man(unit)
            .parts
            .iter()
            .filter(|p| p.en_passant)
            .flat_map(|p| &p.leaps);
        let sense = forward(unit.color);
        leaps.any(|&(f, r)| (from.0 + i32::from(f) * sense, from.1 + i32::from(r) * sense) == crossed)
            && !self.targets(from, unit).contains_key(&crossed)
    }

    /// All that a man can become by a move to a square, which captures on `victim`.
    fn land(&self, from: At, to: At, victim: At, way: Way, found: &mut BTreeMap<String, Slow<'a>>) {
        let mut after = self.without(from);
        let unit = self.men.get(from).expect("a man to move");
        let captured = after.men.set(victim, None);
        let man = self.man(unit);
        // A capture en passant promotes nobody, as in Fairy-Stockfish.
        let choices = if victim == to {
            self.promotions(unit, man, to)
        } else {
            vec![(String::new(), None)]
        };
        for (suffix, becomes) in choices {
            let mut after = after.clone();
            let mut landed = unit;
            let morphed = man.morph.get(self.bit(to).trailing_zeros() as usize).copied().flatten();
            landed.ty = becomes.or(morphed).unwrap_or(unit.ty);
            let grows = man.has_counter() && (way.full || self.rules.growth == Growth::EveryMove);
            landed.counter = if landed.ty != unit.ty {
                1
            } else {
                (unit.counter + u8::from(grows)).min(99)
            };
            let from_pawn = man.pawn && becomes.is_some() && self.rules.return_home;
            let home = if self.side == Color::White {
                0
            } else {
                i32::from(self.rules.board.ranks) - 1
            };
            landed.away = (unit.away || from_pawn) && self.has_form(landed.ty) && to.1 != home;
            after.men.set(to, Some(landed));
            let clock = if man.pawn || captured.is_some() {
                0
            } else {
                self.halfmove + 1
            };
            let passed = way.crossed.filter(|_| man.en_passant_victim && landed.ty == unit.ty);
            let text = format!("{}{}{suffix}", name(from), name(to));
            self.keep_if_legal(after, text, clock, passed.map(|crossed| (crossed, to)), found);
        }
    }

    fn has_form(&self, ty: PieceType) -> bool {
        let promotion = self.rules.men[ty.index()].promotion.as_ref();
        promotion.is_some_and(|p| p.to.iter().flatten().any(|to| self.rules.men[to.index()].promoted))
    }

    fn promotions(&self, unit: Unit, man: &Man, to: At) -> Vec<(String, Option<PieceType>)> {
        let plain = vec![(String::new(), None)];
        let Some(promotion) = &man.promotion else { return plain };
        if promotion.zone[unit.color.index()] & self.bit(to) == 0 || unit.away {
            return plain;
        }
        let mut all = if promotion.mandatory { Vec::new() } else { plain };
        all.extend(promotion.to[unit.color.index()].iter().map(|&ty| {
            let man = &self.rules.men[ty.index()];
            let suffix = if man.promoted {
                "+".into()
            } else {
                man.letter.to_ascii_lowercase().to_string()
            };
            (suffix, Some(ty))
        }));
        all
    }

    /// Finishes a move whose men have been moved, if it leaves no king attacked.
    fn keep_if_legal(
        &self,
        mut after: Slow<'a>,
        text: String,
        clock: u32,
        passed: Option<(At, At)>,
        found: &mut BTreeMap<String, Slow<'a>>,
    ) {
        if after.attacked(after.king(self.side), !self.side) {
            return;
        }
        let stand = |letter: char| {
            let color = if letter.is_ascii_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            let (_, king, partner) = self.castling(color, letter);
            [king, partner].iter().all(|at| after.men.get(*at) == self.men.get(*at))
        };
        let rights: String = after.castling.chars().filter(|c| *c != '-' && stand(*c)).collect();
        after.castling = if rights.is_empty() { "-".into() } else { rights };
        after.halfmove = clock;
        after.fullmove += u32::from(self.side == Color::Black);
        after.side = !self.side;
        after.en_passant = passed.filter(|&(crossed, victim)| {
            let mut after = after.clone();
            after.en_passant = Some((crossed, victim));
            let mut replies = BTreeMap::new();
            for (from, unit) in after.men.of(after.side) {
                if after.captures_en_passant(from, unit, crossed) {
                    after.land(from, crossed, victim, Way::default(), &mut replies);
                }
            }
            !replies.is_empty()
        });
        assert!(found.insert(text.clone(), after).is_none(), "{text} twice");
    }

    /// The wing of a castling right, and the squares of king and partner.
    fn castling(&self, color: Color, letter: char) -> (usize, At, At) {
        let castling = self.rules.castling.as_ref().expect("castling");
        let king = self.king(color);
        let file = i32::from(letter.to_ascii_lowercase() as u8) - i32::from(b'a');
        if castling.free {
            return (usize::from(file < king.0), king, (file, king.1));
        }
        let wing = usize::from(letter.eq_ignore_ascii_case(&'q'));
        let partner = castling.wings[wing].expect("a wing").partner_file;
        (wing, king, (i32::from(partner), king.1))
    }

    fn castlings(&self, found: &mut BTreeMap<String, Slow<'a>>) {
        let Some(castling) = &self.rules.castling else { return };
        let mine = |c: &char| *c != '-' && c.is_ascii_uppercase() == (self.side == Color::White);
        for letter in self.castling.chars().filter(mine) {
            let (wing, king, partner) = self.castling(self.side, letter);
            let king_to = (i32::from(castling.wings[wing].expect("a wing").king_to), king.1);
            let partner_to = (king_to.0 + if wing == 0 { -1 } else { 1 }, king.1);
            let span = |a: At, b: At| {
                (a.0.min(b.0)..=a.0.max(b.0))
                    .map(|file| (file, king.1))
                    .collect::<Vec<_>>()
            };
            let all = [span(king, partner), span(king, king_to), span(partner, partner_to)].concat();
            let blocked = all
                .iter()
                .any(|s| *s != king && *s != partner && self.men.get(*s).is_some());
            if blocked || span(king, king_to).iter().any(|s| self.attacked_as_is(*s, king)) {
                continue;
            }
            let royal = self.men.get(king).expect("a king");
            let mut after = self.without(king);
            let other = after.men.set(partner, None);
            after.men.set(king_to, Some(royal));
            after.men.set(partner_to, other);
            after.castling.retain(|c| !mine(&c));
            // Castling that reads like a move of the king alone is written as the king's capture of its partner.
            let moves_there = self.targets(king, royal).contains_key(&king_to);
            let to = if castling.free || moves_there { partner } else { king_to };
            let text = format!("{}{}", name(king), name(to));
            self.keep_if_legal(after, text, self.halfmove + 1, None, found);
        }
    }

    /// Whether the opponent attacks a square on the king's way; if a man stands there it counts as one to be taken.
    fn attacked_as_is(&self, square: At, king: At) -> bool {
        if square != king && self.men.get(square).is_some_and(|u| u.color == self.side) {
            return self.without(square).attacked(square, !self.side);
        }
        self.attacked(square, !self.side)
    }

    /// The position as FEN.
    fn fen(&self) -> String {
        let (mut rows, mut states) = (Vec::new(), Vec::new());
        for rank in (0..i32::from(self.rules.board.ranks)).rev() {
            let (mut row, mut empty) = (String::new(), 0);
            for file in 0..=i32::from(self.rules.board.files) {
                let unit = Some((file, rank))
                    .filter(|at| self.on_board(*at))
                    .and_then(|at| self.men.get(at));
                if unit.is_none() && file < i32::from(self.rules.board.files) {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    row += &empty.to_string();
                    empty = 0;
                }
                if let Some(unit) = unit {
                    let id = self.man(unit).id();
                    row += &if unit.color == Color::White {
                        id
                    } else {
                        id.to_ascii_lowercase()
                    };
                    if unit.counter > 1 || unit.away {
                        let mark = if unit.away { "-" } else { "" };
                        states.push(format!("{}:{}{mark}", name((file, rank)), unit.counter));
                    }
                }
            }
            rows.push(row);
        }
        let en_passant = self.en_passant.map_or("-".into(), |(crossed, victim)| {
            let ahead = (crossed.0, crossed.1 + forward(!self.side));
            name(crossed) + &if victim == ahead { String::new() } else { name(victim) }
        });
        let side = if self.side == Color::White { "w" } else { "b" };
        let mut fen = format!("{} {side} {} {en_passant} ", rows.join("/"), self.castling);
        fen += &format!("{} {} {}", self.halfmove, self.fullmove, states.join(","));
        fen.trim_end().to_string()
    }
}

fn forward(color: Color) -> i32 {
    if color == Color::White { 1 } else { -1 }
}

fn at(name: &str) -> At {
    (
        name.as_bytes()[0] as i32 - 'a' as i32,
        name[1..].parse::<i32>().expect("a rank") - 1,
    )
}

fn name((file, rank): At) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}
