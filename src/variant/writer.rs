//! Rules written as a section of a definition file, which reads back as the same rules.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use super::apply::apply;
use super::definition::compile;
use super::draft::Draft;
use super::error::{DefinitionError, Report};
use super::keys::MEN;
use super::rules::{Castling, Growth, Man, Outcome, Promotion, Rules, Shuffle};
use super::{ini, notation};
use crate::types::{Geometry, PieceType};

/// Why rules cannot be written as a definition. Those that a definition was read into can, but for the rarest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// What they say together is no definition: two men without any move, for example, which only key `immobile` gives.
    #[error("there is no definition of these rules: {0}")]
    Refused(Box<DefinitionError>),
    /// They can only be written as something else.
    #[error("the definition has no key for the {0} of these rules")]
    NoKey(&'static str),
}

/// Writes rules as a section without parent that reads back as equal rules.
///
/// ```
/// let catalogue = ninefold::Catalogue::builtin();
/// let text = ninefold::variant::write(catalogue.rules("ninesquare").unwrap()).unwrap();
/// assert!(text.starts_with("[ninesquare]\nmaxFile = 9\nmaxRank = 9\npawn = p\nknight = n\n"));
///
/// let mut catalogue = catalogue;
/// assert!(catalogue.load("copy.ini", &text.replace("[ninesquare]", "[copy]")).is_empty());
/// assert_eq!(catalogue.rules("copy").unwrap().men, catalogue.rules("ninesquare").unwrap().men);
/// ```
///
/// # Errors
/// If there is no such section. It is read again to know, so a text that is returned is right.
pub fn write(rules: &Rules) -> Result<String, WriteError> {
    let mut writer = Writer {
        rules,
        lines: vec![format!("[{}]", rules.name)],
    };
    writer.board_and_men();
    writer.promotion();
    writer.first_moves();
    writer.castling();
    writer.ends();
    writer.counters();
    writer.morphs();
    writer.shuffle();
    let text = writer.lines.join("\n") + "\n";
    let again = read(&rules.name, &text)?;
    match difference(rules, &again) {
        None => Ok(text),
        Some(what) => Err(WriteError::NoKey(what)),
    }
}

/// The rules of a text of one section.
fn read(name: &str, text: &str) -> Result<Rules, WriteError> {
    let (sections, _) = ini::read(text);
    let section = sections.first().ok_or(WriteError::NoKey("name"))?;
    let mut report = Report::new(&"definition".into(), &name.into(), section.line);
    let mut draft = Draft::without_men();
    apply(section, &mut draft, &mut report);
    let rules = compile(name, &draft, &mut report);
    match report.errors.into_iter().next() {
        Some(error) => Err(WriteError::Refused(Box::new(error))),
        None => rules.ok_or(WriteError::NoKey("men")),
    }
}

/// What two rules do not have in common. Weights are no rules.
fn difference(a: &Rules, b: &Rules) -> Option<&'static str> {
    let weighted = Rules {
        fitted: b.fitted.clone(),
        network: b.network.clone(),
        ..a.clone()
    };
    if weighted == *b {
        None
    } else if a.men != b.men {
        Some("men")
    } else if a.castling != b.castling {
        Some("castling")
    } else if a.move_rule != b.move_rule {
        Some("move rule")
    } else {
        Some("rest")
    }
}

struct Writer<'a> {
    rules: &'a Rules,
    lines: Vec<String>,
}

impl Writer<'_> {
    fn set(&mut self, key: &str, value: impl std::fmt::Display) {
        self.lines.push(format!("{key} = {value}"));
    }

    /// A set of men: the letters of those that are in it, promoted forms aside.
    fn set_men(&mut self, key: &str, is_in: impl Fn(&Man) -> bool) {
        let letters = letters(self.rules.men.iter().filter(|m| !m.promoted && is_in(m)));
        self.set(key, if letters.is_empty() { "-" } else { &letters });
    }

    fn set_zones(&mut self, key: &str, zones: [u128; 2]) {
        for (zone, colour) in zones.into_iter().zip(["White", "Black"]) {
            self.set(&format!("{key}{colour}"), region(self.rules.board, zone));
        }
    }

    /// Men have a key of their own where the movement behind it is theirs and their place among the men is its place
    /// among the keys; from the first that has none on they are men of the author's own.
    fn board_and_men(&mut self) {
        let rules = self.rules;
        self.set("maxFile", rules.board.files);
        self.set("maxRank", rules.board.ranks);
        let mut names = Vec::new();
        let (mut named, mut customs) = (MEN.iter(), 0);
        for man in rules.men.iter().filter(|m| !m.promoted) {
            let letter = man.letter.to_ascii_lowercase();
            let usual = if man.royal {
                self.set("king", format!("{letter}:{}", man.notation));
                "king".to_string()
            } else if let Some(known) = named.find(|known| movement(known.key, rules) == Some(man.notation.as_str())) {
                self.set(known.key, letter);
                known.name.to_string()
            } else {
                customs += 1;
                self.set(&format!("customPiece{customs}"), format!("{letter}:{}", man.notation));
                format!("man {}", man.letter)
            };
            if man.name != usual {
                names.push(format!("{letter}:{}", man.name));
            }
        }
        for (index, form) in rules.men.iter().filter(|m| m.promoted).enumerate() {
            let letter = form.letter.to_ascii_lowercase();
            self.set(
                &format!("promotedForm{}", index + 1),
                format!("{letter}:{}", form.notation),
            );
            let base = rules.men.iter().find(|m| !m.promoted && m.letter == form.letter);
            if base.is_none_or(|base| form.name != format!("promoted {}", base.name)) {
                names.push(format!("+{letter}:{}", form.name));
            }
        }
        if !names.is_empty() {
            self.set("pieceNames", names.join(", "));
        }
        self.set("startFen", &rules.start);
    }

    fn promotion(&mut self) {
        let rules = self.rules;
        let is_form = |ty: &PieceType| rules.men.get(ty.index()).is_some_and(|m| m.promoted);
        let by_letter = |p: &Promotion| !p.to.iter().flatten().any(is_form);
        let promotions = || rules.men.iter().filter_map(|m| m.promotion.as_ref());
        self.set_men("promotionPawnTypes", |m| m.promotion.as_ref().is_some_and(by_letter));
        if let Some(pawns) = promotions().find(|p| by_letter(p)) {
            let list = |to: &[PieceType]| letters(to.iter().filter_map(|ty| rules.men.get(ty.index())));
            let [white, black] = &pawns.to;
            if white == black {
                self.set("promotionPieceTypes", list(white));
            } else {
                self.set("promotionPieceTypesWhite", list(white));
                self.set("promotionPieceTypesBlack", list(black));
            }
            self.set("mandatoryPawnPromotion", pawns.mandatory);
        }
        if let Some(any) = promotions().next() {
            self.set_zones("promotionRegion", any.zone);
        }
    }

    fn first_moves(&mut self) {
        let first = self.rules.men.iter().find(|m| has_first_move(m));
        self.set("doubleStep", first.is_some());
        if let Some(man) = first {
            self.set_zones("doubleStepRegion", man.initial_zone);
        }
        self.set_men("enPassantTypes", |m| m.parts.iter().any(|p| p.en_passant));
    }

    fn castling(&mut self) {
        let Some(castling) = &self.rules.castling else {
            return self.set("castling", false);
        };
        self.set("chess960", castling.free);
        // `O` in the king's movement says where the king goes, and that the men in the corners are its partners.
        let king = self.rules.men.iter().find(|m| m.royal);
        let written = king.is_some_and(|m| notation::parse(&m.notation).is_ok_and(|m| m.castling != [None, None]));
        if !written {
            for (wing, key) in castling
                .wings
                .iter()
                .zip(["castlingKingsideFile", "castlingQueensideFile"])
            {
                self.set(key, wing.map_or(nowhere(castling), |w| w.king_to) + 1);
            }
        }
        for (wing, key) in castling
            .wings
            .iter()
            .zip(["castlingRookKingsideFile", "castlingRookQueensideFile"])
        {
            if let Some(wing) = wing {
                self.set(key, wing.partner_file + 1);
            }
        }
        let is_partner = |index: usize| castling.partners.iter().any(|ty| ty.index() == index);
        let men = || self.rules.men.iter().enumerate();
        if men().all(|(index, man)| man.royal || is_partner(index)) {
            self.set("castlingRookPieces", "*");
        } else if !(written && men().any(|(index, man)| man.promoted && is_partner(index))) {
            let partners = letters(men().filter(|(index, _)| is_partner(*index)).map(|(_, man)| man));
            self.set("castlingRookPieces", partners);
        }
    }

    fn ends(&mut self) {
        let stalemate = match self.rules.stalemate {
            Outcome::Win => "win",
            Outcome::Draw => "draw",
            Outcome::Loss => "loss",
        };
        self.set("stalemateValue", stalemate);
        self.set("bareKing", if self.rules.bare_king_loses { "loss" } else { "none" });
        self.set("nMoveRule", self.rules.move_rule / 2);
        self.set_men("nMoveRuleTypes", |m| m.pawn);
        self.set("nFoldRule", self.rules.repetition);
    }

    fn counters(&mut self) {
        let growth = match self.rules.growth {
            Growth::FullRange => "fullRange",
            Growth::EveryMove => "everyMove",
        };
        self.set("counterGrowth", growth);
        self.set("checkEndsRide", self.rules.check_ends_ride);
        self.set("returnHome", self.rules.return_home);
    }

    /// A man that turns into what it is has no entry in its own table, so the squares of all men's tables count.
    fn morphs(&mut self) {
        let rules = self.rules;
        let becomes = |file: u8, rank: u8| {
            let square = rules.board.square(i32::from(file), i32::from(rank))?;
            let ty = rules.men.iter().find_map(|m| *m.morph.get(square.index())?)?;
            rules.men.get(ty.index()).map(|m| m.letter.to_ascii_lowercase())
        };
        for rank in 0..rules.board.ranks {
            let row: String = (0..rules.board.files)
                .map(|file| becomes(file, rank).unwrap_or('-'))
                .collect();
            if row.contains(|c| c != '-') {
                self.set(&format!("morphRank{}", rank + 1), row);
            }
        }
    }

    fn shuffle(&mut self) {
        let letters = |types: &[PieceType]| letters(types.iter().filter_map(|ty| self.rules.men.get(ty.index())));
        match &self.rules.shuffle {
            None => {}
            Some(Shuffle::Fischer) => self.set("shuffle", "fischer"),
            Some(Shuffle::Permutation { men, two_colours }) => {
                let pairs = Some(letters(two_colours)).filter(|pairs| !pairs.is_empty());
                self.set("shuffle", letters(men));
                if let Some(pairs) = pairs {
                    self.set("shuffleTwoColours", pairs);
                }
            }
        }
    }
}

/// The letters of men, as keys take them.
fn letters<'a>(men: impl Iterator<Item = &'a Man>) -> String {
    men.map(|man| man.letter.to_ascii_lowercase()).collect()
}

fn has_first_move(man: &Man) -> bool {
    man.parts.iter().any(|p| p.initial)
}

/// The movement that a key gives its man in this game. Only the pawn's depends on it: where there are first moves, it
/// has one, and it captures en passant if it is among those that do.
fn movement(key: &str, rules: &Rules) -> Option<&'static str> {
    let pawn = rules.men.first().filter(|_| key == "pawn");
    let Some(pawn) = pawn else {
        return MEN.iter().find(|m| m.key == key).and_then(|m| m.movement);
    };
    let double_steps = rules.men.iter().any(has_first_move);
    let en_passant = pawn.parts.iter().any(|p| p.en_passant);
    Some(match (double_steps, en_passant) {
        (true, true) => "fmWfceFifmnD",
        (true, false) => "fmWfcFifmnD",
        (false, true) => "fmWfceF",
        (false, false) => "fmWfcF",
    })
}

/// A file the king cannot castle to, for the wing where it does not castle: its own; where castling is free, one off
/// the board.
fn nowhere(castling: &Castling) -> u8 {
    if castling.free { 15 } else { castling.king_file }
}

/// A set of squares: whole ranks, then single squares.
fn region(board: Geometry, squares: u128) -> String {
    let has = |file: u8, rank: u8| {
        let square = board.square(i32::from(file), i32::from(rank));
        square.is_some_and(|square| squares >> square.index() & 1 != 0)
    };
    let mut terms = Vec::new();
    for rank in 0..board.ranks {
        let there: Vec<u8> = (0..board.files).filter(|file| has(*file, rank)).collect();
        if there.len() == usize::from(board.files) {
            terms.push(format!("*{}", rank + 1));
        } else {
            terms.extend(
                there
                    .iter()
                    .map(|file| format!("{}{}", Geometry::file_letter(*file), rank + 1)),
            );
        }
    }
    if terms.is_empty() {
        "-".to_string()
    } else {
        terms.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;

    #[test]
    fn built_in_games_can_be_written_and_read_again() {
        let mut catalogue = Catalogue::builtin();
        let names: Vec<String> = catalogue.names().map(String::from).collect();
        for name in names {
            let rules = catalogue.rules(&name).unwrap().clone();
            let copy = Rules {
                name: "copy".into(),
                ..(*rules).clone()
            };
            let errors = catalogue.load("copy.ini", &write(&copy).unwrap());
            assert_eq!(errors, [], "{name}");
            assert_eq!(**catalogue.rules("copy").unwrap(), copy);
        }
    }

    #[test]
    fn what_has_no_key_is_an_error() {
        let rules = Catalogue::builtin().rules("chess").unwrap().clone();
        let odd = Rules {
            move_rule: 101,
            ..(*rules).clone()
        };
        assert_eq!(write(&odd), Err(WriteError::NoKey("move rule")));
        let mut stuck = (*rules).clone();
        for man in &mut stuck.men[1..3] {
            man.parts.clear();
            man.notation.clear();
        }
        assert!(
            matches!(write(&stuck), Err(WriteError::Refused(_))),
            "{:?}",
            write(&stuck)
        );
    }
}
