//! Finds what looks like a mistake in a definition that can be played.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use super::draft::{Draft, Slot};
use super::error::{Place, Report};
use super::ini::Section;
use super::rules::{Man, Reach, Rules};
use super::start::StartBoard;
use super::warning::{Doubt, Warning};
use crate::types::{Color, PieceType, Square};

/// Names of men that reach squares of both colours in every game.
const NOT_COLOUR_BOUND: [&str; 16] = [
    "rook",
    "knight",
    "nightrider",
    "queen",
    "king",
    "wazir",
    "chancellor",
    "marshal",
    "archbishop",
    "cardinal",
    "amazon",
    "centaur",
    "commoner",
    "mann",
    "princess",
    "zebra",
];

/// Keys that list each man once.
const LISTS: [&str; 6] = [
    "pawnTypes",
    "promotionPawnTypes",
    "promotionPieceTypes",
    "enPassantTypes",
    "nMoveRuleTypes",
    "castlingRookPieces",
];

/// All doubts about one section. `parent` is what it inherited.
pub(crate) fn find(
    section: &Section<'_>,
    parent: &Draft,
    draft: &Draft,
    rules: &Rules,
    checked: &[Color],
    report: &Report,
) -> Vec<Warning> {
    let mut finder = Finder {
        section,
        draft,
        rules,
        report,
        start: StartBoard::read(&rules.start, rules.board, &rules.men).ok(),
        found: Vec::new(),
    };
    for (index, man) in rules.men.iter().enumerate() {
        finder.movement(man);
        finder.promotion(index, man);
        finder.presence(index, man);
    }
    finder.checks(checked);
    finder.keys();
    finder.letters(parent);
    finder.found.sort_by_key(|warning| warning.line);
    finder.found
}

struct Finder<'a> {
    section: &'a Section<'a>,
    draft: &'a Draft,
    rules: &'a Rules,
    report: &'a Report,
    start: Option<StartBoard>,
    found: Vec<Warning>,
}

impl Finder<'_> {
    /// A doubt about a line: of this section, or what it inherits (then the header's).
    fn add(&mut self, key: Option<&str>, line: Option<usize>, doubt: Doubt) {
        self.found.push(Warning {
            file: self.report.file(),
            line: line.unwrap_or(self.section.line),
            section: self.section.name.to_lowercase(),
            key: key.map(String::from),
            doubt,
        });
    }

    /// A doubt about a key, at its line if the section has it.
    fn add_key(&mut self, key: &str, doubt: Doubt) {
        let line = self.section.entries.iter().find(|e| e.key == key).map(|e| e.line);
        self.add(Some(key), line, doubt);
    }

    /// The line that defines a man, if it is in this section.
    fn place(&self, man: &Man) -> Option<Place> {
        let slot = self.draft.slot(man.letter)?;
        let place = match man.promoted {
            true => self.draft.forms.values().find(|f| f.base == slot).map(|f| &f.place),
            false => self.draft.pieces.get(&slot).map(|p| &p.place),
        };
        place.filter(|p| self.report.is_here(Some(p))).cloned()
    }

    /// A doubt about a man. One that is inherited has been doubted where it was written.
    fn add_man(&mut self, man: &Man, doubt: Doubt) {
        if let Some(place) = self.place(man) {
            self.add(Some(&place.key), Some(place.line), doubt);
        }
    }

    // ---- Men ----------------------------------------------------------------------------------------------------

    fn movement(&mut self, man: &Man) {
        let moves = Color::BOTH.map(|color| {
            let mut squares = self.rules.board.all();
            squares.any(|from| steps(self.rules, man, color, from).next().is_some())
        });
        let slot = self.draft.slot(man.letter);
        if !moves.contains(&true) {
            if slot != Slot::named("immobile") {
                let (id, notation) = (man.id(), man.notation.clone());
                self.add_man(man, Doubt::NeverMoves { man: id, notation });
            }
            return;
        }
        let name = man.name.to_lowercase();
        let promises = NOT_COLOUR_BOUND
            .iter()
            .any(|n| name.split([' ', '-']).any(|word| word == *n));
        if promises && man.parts.iter().flat_map(|p| &p.leaps).all(|(f, r)| (f + r) % 2 == 0) {
            let doubt = Doubt::ColourBound {
                man: man.id(),
                name: man.name.clone(),
                notation: man.notation.clone(),
            };
            self.add_man(man, doubt);
        }
    }

    fn promotion(&mut self, index: usize, man: &Man) {
        let forward = || man.parts.iter().flat_map(|p| &p.leaps).all(|(_, r)| *r > 0);
        let Some(promotion) = &man.promotion else {
            if man.pawn && !man.parts.is_empty() && forward() && man.morph.iter().all(Option::is_none) {
                self.add_man(man, Doubt::StuckForward { man: man.id() });
            }
            return;
        };
        for (side, colour) in Color::BOTH.into_iter().zip(["White", "Black"]) {
            let zone = promotion.zone.get(side.index()).copied().unwrap_or(0);
            if reached(self.rules, self.start.as_ref(), index, man, side) & zone == 0 {
                let region = format!("promotionRegion{colour}");
                let doubt = Doubt::NeverPromotes {
                    man: man.id(),
                    side,
                    region: region.clone(),
                };
                self.add_key(&region, doubt);
            }
        }
    }

    /// Whether a man stands on the board or can come there.
    fn presence(&mut self, index: usize, man: &Man) {
        let Some(start) = &self.start else { return };
        let is_it = |ty: PieceType| ty.index() == index;
        let stands = Color::BOTH.iter().any(|&side| start.of(side).any(|(_, ty)| is_it(ty)));
        let becomes = self.rules.men.iter().any(|other| {
            let promoted = other.promotion.iter().flat_map(|p| p.to.iter().flatten());
            promoted.chain(other.morph.iter().flatten()).any(|&ty| is_it(ty))
        });
        if !stands && !becomes {
            self.add_man(man, Doubt::NeverThere { man: man.id() });
        }
    }

    // ---- Start --------------------------------------------------------------------------------------------------

    fn checks(&mut self, checked: &[Color]) {
        let black = self.rules.start.split_whitespace().nth(1) == Some("b");
        for &side in checked {
            let to_move = (side == Color::Black) == black;
            self.add_key("startFen", Doubt::InCheck { side, to_move });
        }
    }

    // ---- Keys ---------------------------------------------------------------------------------------------------

    /// Keys of this section that change nothing, those left out that say "none".
    fn keys(&mut self) {
        let rules = self.rules;
        let any = |wanted: &dyn Fn(&Man) -> bool| rules.men.iter().any(wanted);
        let promotes = any(&|m| m.promotion.is_some());
        let by_choice = any(&|m| {
            m.promotion
                .as_ref()
                .is_some_and(|p| p.to.iter().flatten().any(|t| !self.is_form(*t)))
        });
        let forms = any(&|m| m.promoted);
        let because: [(&[&str], bool, &str); 7] = [
            (
                &[
                    "castlingKingsideFile",
                    "castlingQueensideFile",
                    "castlingKingFile",
                    "castlingRookKingsideFile",
                    "castlingRookQueensideFile",
                    "castlingRookPieces",
                    "chess960",
                ],
                rules.castling.is_none(),
                "nobody castles; that needs both kings on their first rank, partners beside them and rights in startFen",
            ),
            (
                &["promotionRegion"],
                !promotes,
                "no man promotes; promotionPawnTypes names those that do",
            ),
            (
                &["promotionPieceTypes", "mandatoryPawnPromotion"],
                !by_choice,
                "no man promotes by choice; promotionPawnTypes names those that do",
            ),
            (
                &["counterGrowth", "checkEndsRide"],
                !rules.has_counters(),
                "no man has a counter; + or * behind a leap gives it one, as in W+",
            ),
            (
                &["returnHome"],
                !forms,
                "no man has a promoted form; promotedFormN gives it one",
            ),
            (&["nMoveRuleTypes"], rules.move_rule == 0, "nMoveRule is 0"),
            (&["shuffleTwoColours"], rules.shuffle.is_none(), "there is no shuffle"),
        ];
        let neutral = ["-", "false", "none"];
        for entry in self.section.entries.iter().filter(|e| !neutral.contains(&e.value)) {
            let stem = entry.key.strip_suffix("White").or(entry.key.strip_suffix("Black"));
            let stem = stem.unwrap_or(entry.key);
            let reason = because.iter().find(|(keys, holds, _)| *holds && keys.contains(&stem));
            if let Some((_, _, why)) = reason {
                let why = (*why).to_string();
                self.add(Some(entry.key), Some(entry.line), Doubt::NoEffect { why });
            }
            let is_row = entry.key.starts_with("morphRank");
            if is_row && entry.value.chars().all(|c| c == '-' || c.is_whitespace()) {
                let why = "it names no man; a letter makes a man change on that file".to_string();
                self.add(Some(entry.key), Some(entry.line), Doubt::NoEffect { why });
            }
        }
    }

    fn is_form(&self, ty: PieceType) -> bool {
        self.rules.men.get(ty.index()).is_some_and(|m| m.promoted)
    }

    // ---- Letters ------------------------------------------------------------------------------------------------

    fn letters(&mut self, parent: &Draft) {
        for entry in &self.section.entries {
            let stem = entry.key.strip_suffix("White").or(entry.key.strip_suffix("Black"));
            if !LISTS.contains(&stem.unwrap_or(entry.key)) {
                continue;
            }
            let mut seen: Vec<char> = Vec::new();
            let mut told: Vec<char> = Vec::new();
            for letter in entry.value.chars().filter(char::is_ascii_alphabetic) {
                let letter = letter.to_ascii_lowercase();
                if seen.contains(&letter) && !told.contains(&letter) {
                    told.push(letter);
                    self.add(Some(entry.key), Some(entry.line), Doubt::LetterTwice { letter });
                }
                seen.push(letter);
            }
        }
        for (slot, piece) in &self.draft.pieces {
            let Some(other) = parent.slot(piece.letter).filter(|old| old != slot) else {
                continue;
            };
            let (letter, other) = (piece.letter.to_ascii_lowercase(), other.key());
            let said = self.section.entries.iter().any(|e| e.key == other);
            if !said && self.report.is_here(Some(&piece.place)) {
                let (key, line) = (piece.place.key.clone(), piece.place.line);
                self.add(Some(&key), Some(line), Doubt::LetterTaken { letter, other });
            }
        }
    }
}

/// The squares one move takes a man to, other men aside; a ride is walked leap by leap.
fn steps<'a>(rules: &'a Rules, man: &'a Man, color: Color, from: Square) -> impl Iterator<Item = Square> + 'a {
    let zone = man.initial_zone.get(color.index()).copied().unwrap_or(0);
    let may_use = move |initial: bool| !initial || zone >> from.index() & 1 != 0;
    // Black's movement is turned by half a circle.
    let sense = if color == Color::White { 1 } else { -1 };
    man.parts
        .iter()
        .filter(move |p| may_use(p.initial))
        .flat_map(move |part| {
            let rides = part.reach != Reach::Leaps(1);
            part.leaps.iter().flat_map(move |&(files, ranks)| {
                let board = rules.board;
                let most = if rides { 16 } else { 1 };
                let at = move |n: i32| {
                    let file = i32::from(board.file(from)) + i32::from(files) * sense * n;
                    board.square(file, i32::from(board.rank(from)) + i32::from(ranks) * sense * n)
                };
                let limit = match part.reach {
                    Reach::Leaps(n) => i32::from(n).min(most),
                    _ => most,
                };
                (1..=limit).map_while(at)
            })
        })
}

/// Where a side's men of a type get to from where they start (from anywhere if none does), other men aside. A man that
/// changes where it lands goes no further as this type.
fn reached(rules: &Rules, start: Option<&StartBoard>, index: usize, man: &Man, side: Color) -> u128 {
    let own = start.into_iter().flat_map(|s| s.of(side));
    let mut open: Vec<Square> = own
        .filter(|(_, ty)| ty.index() == index)
        .filter_map(|(square, _)| u8::try_from(square).ok().map(Square::new))
        .collect();
    if open.is_empty() {
        open = rules.board.all().collect();
    }
    let mut seen = 0u128;
    while let Some(from) = open.pop() {
        for to in steps(rules, man, side, from) {
            let changes = man.morph.get(to.index()).copied().flatten().is_some();
            if !changes && seen >> to.index() & 1 == 0 {
                seen |= 1 << to.index();
                open.push(to);
            }
        }
    }
    seen
}
