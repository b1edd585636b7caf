//! A second, slow model of the rules, for comparison: it walks from square to square over a plain array, tries every
//! move on a copy of the board, and looks whether the king could be taken. It shares no code with the engine but the
//! [`Rules`] it reads.

use std::collections::{BTreeMap, BTreeSet};

use ninefold::variant::{Growth, Man, Part, Reach, Rules};
use ninefold::{Color, PieceType};

type At = (i32, i32);

/// A man with its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    color: Color,
    ty: PieceType,
    counter: u8,
    away: bool,
}

/// A position as the slow model holds it.
#[derive(Clone, Debug)]
pub struct Slow<'a> {
    rules: &'a Rules,
    men: BTreeMap<At, Unit>,
    side: Color,
    castling: String,
    /// Crossed square and the man's.
    en_passant: Option<(At, At)>,
}

impl<'a> Slow<'a> {
    /// Reads a FEN that the engine wrote.
    pub fn new(rules: &'a Rules, fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut men = BTreeMap::new();
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
                    let color = if c.is_ascii_uppercase() {
                        Color::White
                    } else {
                        Color::Black
                    };
                    let ty = rules.man(c, promoted).expect("a man of the variant");
                    men.insert(
                        (file, rank),
                        Unit {
                            color,
                            ty,
                            counter: 1,
                            away: false,
                        },
                    );
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
        };
        for entry in fields.get(6).into_iter().flat_map(|s| s.split(',')) {
            let (square, state) = entry.split_once(':').expect("a state");
            let unit = slow.men.get_mut(&at(square)).expect("a man with a state");
            unit.away = state.ends_with('-');
            unit.counter = state.trim_end_matches('-').parse().expect("a counter");
        }
        if fields[3] != "-" {
            let split = fields[3][1..].find(|c: char| c.is_ascii_alphabetic()).map(|i| i + 1);
            let (crossed, man) = fields[3].split_at(split.unwrap_or(fields[3].len()));
            let crossed = at(crossed);
            let behind = (crossed.0, crossed.1 + slow.forward(!slow.side));
            slow.en_passant = Some((crossed, if man.is_empty() { behind } else { at(man) }));
        }
        slow
    }

    fn forward(&self, color: Color) -> i32 {
        if color == Color::White { 1 } else { -1 }
    }

    fn man(&self, unit: Unit) -> &'a Man {
        &self.rules.men[unit.ty.index()]
    }

    fn on_board(&self, (file, rank): At) -> bool {
        (0..i32::from(self.rules.board.files)).contains(&file) && (0..i32::from(self.rules.board.ranks)).contains(&rank)
    }

    fn bit(&self, (file, rank): At) -> u128 {
        1 << (rank * i32::from(self.rules.board.files) + file)
    }

    fn king(&self, color: Color) -> At {
        let is_king = |u: &Unit| u.color == color && self.man(*u).royal;
        *self.men.iter().find(|(_, u)| is_king(u)).expect("a king").0
    }

    /// Where a unit's part can end, from a square the unit is not on (its origin is empty), as plain geometry; the
    /// number of leaps is given with each end. `stops`: empty squares on which a progressive ride ends.
    fn walk(&self, unit: Unit, part: &Part, from: At, stops: &BTreeSet<At>) -> Vec<(At, u8)> {
        let mut ends = Vec::new();
        let sense = self.forward(unit.color);
        let turn = |&(f, r): &(i8, i8)| (i32::from(f) * sense, i32::from(r) * sense);
        let may_end = |to: At| match self.men.get(&to) {
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
                next.retain(|to| !self.men.contains_key(to) && !stops.contains(to));
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
            if part.lame && self.men.contains_key(&(from.0 + f / 2, from.1 + r / 2)) {
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
                if self.men.contains_key(&to) || stopped {
                    break;
                }
            }
        }
        ends
    }

    /// Whether a unit standing on a square (and not among the men) could capture the opposing king.
    fn would_check(&self, unit: Unit, from: At) -> bool {
        let king = self.king(!unit.color);
        let none = BTreeSet::new();
        let parts = self.man(unit).parts.iter().filter(|p| p.capture);
        parts
            .flat_map(|p| self.walk(unit, p, from, &none))
            .any(|(to, _)| to == king)
    }

    fn attacked(&self, square: At, by: Color) -> bool {
        // A man to be captured must be there for capture-only parts to see it.
        let mut board = self.clone();
        let target = board.men.get(&square).copied();
        let bait = Unit {
            color: !by,
            ty: self.rules.king(),
            counter: 1,
            away: false,
        };
        board
            .men
            .insert(square, target.filter(|t| t.color != by).unwrap_or(bait));
        self.men
            .iter()
            .filter(|(at, unit)| unit.color == by && **at != square)
            .any(|(&from, &unit)| {
                let mut without = board.clone();
                without.men.remove(&from);
                let none = BTreeSet::new();
                let parts = self.man(unit).parts.iter().filter(|p| p.capture);
                parts
                    .flat_map(|p| without.walk(unit, p, from, &none))
                    .any(|(to, _)| to == square)
            })
    }

    /// The legal moves with the board and state fields of the FEN after each.
    pub fn moves(&self) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        let units = |color| self.men.values().filter(move |u| u.color == color).count();
        let (own, enemy) = (units(self.side), units(!self.side));
        if self.rules.bare_king_loses && (own == 1 && enemy != 2 || own > 1 && enemy == 1) {
            return found;
        }
        for (&from, &unit) in self.men.iter().filter(|(_, u)| u.color == self.side) {
            self.moves_of(from, unit, &mut found);
        }
        self.castlings(&mut found);
        if self.rules.bare_king_loses && own == 1 {
            found.retain(|_, after| after.chars().filter(char::is_ascii_alphabetic).count() == 2);
        }
        found
    }

    fn moves_of(&self, from: At, unit: Unit, found: &mut BTreeMap<String, String>) {
        let mut lifted = self.clone();
        lifted.men.remove(&from);
        let man = self.man(unit);
        let mut stops = BTreeSet::new();
        if self.rules.check_ends_ride && man.has_counter() {
            for file in 0..i32::from(self.rules.board.files) {
                for rank in 0..i32::from(self.rules.board.ranks) {
                    let empty = !lifted.men.contains_key(&(file, rank));
                    if empty && lifted.would_check(unit, (file, rank)) {
                        stops.insert((file, rank));
                    }
                }
            }
        }
        // Each target with whether some way there is of full range.
        let mut targets: BTreeMap<At, bool> = BTreeMap::new();
        for part in &man.parts {
            let progressive = matches!(part.reach, Reach::Progressive | Reach::Multiple);
            for (to, leaps) in lifted.walk(unit, part, from, &stops) {
                let full = progressive && leaps == unit.counter || part.initial && part.lame;
                *targets.entry(to).or_default() |= full;
            }
        }
        let enemy_king = self.king(!self.side);
        for (to, full) in targets.into_iter().filter(|(to, _)| *to != enemy_king) {
            let text = format!("{}{}", name(from), name(to));
            let mut after = lifted.clone();
            after.men.remove(&to);
            for (suffix, becomes) in self.promotions(unit, man, to) {
                let mut unit = unit;
                let morphed = man.morph.get(self.bit(to).trailing_zeros() as usize).copied().flatten();
                let changed = becomes.or(morphed).unwrap_or(unit.ty);
                let grows = man.has_counter() && (full || self.rules.growth == Growth::EveryMove);
                unit.counter = if changed != unit.ty {
                    1
                } else {
                    (unit.counter + u8::from(grows)).min(99)
                };
                unit.ty = changed;
                let new = &self.rules.men[changed.index()];
                let has_form = new.promotion.as_ref().is_some_and(|p| !p.mandatory);
                let home = if self.side == Color::White {
                    0
                } else {
                    i32::from(self.rules.board.ranks) - 1
                };
                let from_pawn = man.pawn && becomes.is_some() && self.rules.return_home;
                unit.away = (unit.away || from_pawn) && has_form && to.1 != home;
                after.men.insert(to, unit);
                self.keep_if_legal(&after, text.clone() + &suffix, found);
            }
        }
        if let Some((crossed, victim)) = self.en_passant {
            let leaps = man.parts.iter().filter(|p| p.en_passant).flat_map(|p| &p.leaps);
            let sense = self.forward(self.side);
            for &(f, r) in leaps {
                if (from.0 + i32::from(f) * sense, from.1 + i32::from(r) * sense) == crossed {
                    let mut after = lifted.clone();
                    after.men.remove(&victim);
                    after.men.insert(crossed, unit);
                    self.keep_if_legal(&after, format!("{}{}", name(from), name(crossed)), found);
                }
            }
        }
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

    fn keep_if_legal(&self, after: &Slow, text: String, found: &mut BTreeMap<String, String>) {
        if !after.attacked(after.king(self.side), !self.side) {
            found.insert(text, after.board_and_state());
        }
    }

    fn castlings(&self, found: &mut BTreeMap<String, String>) {
        let Some(castling) = &self.rules.castling else { return };
        let king = self.king(self.side);
        let mine = |c: &char| *c != '-' && c.is_ascii_uppercase() == (self.side == Color::White);
        for letter in self.castling.chars().filter(mine) {
            let file = letter.to_ascii_lowercase();
            let wing = match (castling.free, file) {
                (false, 'k') => 0,
                (false, _) => 1,
                (true, file) => usize::from((file as i32 - 'a' as i32) < king.0),
            };
            let Some(rule) = castling.wings[wing] else { continue };
            let partner_file = if castling.free {
                file as i32 - 'a' as i32
            } else {
                i32::from(rule.partner_file)
            };
            let partner = (partner_file, king.1);
            let king_to = (i32::from(rule.king_to), king.1);
            let partner_to = (king_to.0 + if wing == 0 { -1 } else { 1 }, king.1);
            let span = |a: At, b: At| {
                (a.0.min(b.0)..=a.0.max(b.0))
                    .map(|file| (file, king.1))
                    .collect::<Vec<_>>()
            };
            let all = [span(king, partner), span(king, king_to), span(partner, partner_to)].concat();
            let blocked = all
                .iter()
                .any(|s| *s != king && *s != partner && self.men.contains_key(s));
            if blocked || span(king, king_to).iter().any(|s| self.attacked_as_is(*s, king)) {
                continue;
            }
            let mut after = self.clone();
            let units = [after.men.remove(&king), after.men.remove(&partner)];
            let [Some(royal), Some(other)] = units else { continue };
            after.men.insert(king_to, royal);
            after.men.insert(partner_to, other);
            let to = if castling.free { partner } else { king_to };
            self.keep_if_legal(&after, format!("{}{}", name(king), name(to)), found);
        }
    }

    /// Whether the opponent attacks a square on the king's way; if a man stands there it counts as one to be taken.
    fn attacked_as_is(&self, square: At, king: At) -> bool {
        let mut board = self.clone();
        if square != king && board.men.get(&square).is_some_and(|u| u.color == self.side) {
            board.men.remove(&square);
        }
        board.attacked(square, !self.side)
    }

    /// The first and the seventh field of the FEN.
    fn board_and_state(&self) -> String {
        let (mut rows, mut states) = (Vec::new(), Vec::new());
        for rank in (0..i32::from(self.rules.board.ranks)).rev() {
            let (mut row, mut empty) = (String::new(), 0);
            for file in 0..=i32::from(self.rules.board.files) {
                let unit = self.men.get(&(file, rank));
                if unit.is_none() && file < i32::from(self.rules.board.files) {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    row += &empty.to_string();
                    empty = 0;
                }
                if let Some(unit) = unit {
                    let id = self.man(*unit).id();
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
        format!("{} {}", rows.join("/"), states.join(","))
    }
}

/// The board and state fields of a FEN, as [`Slow::moves`] gives them.
pub fn board_and_state(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    format!("{} {}", fields[0], fields.get(6).unwrap_or(&""))
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
