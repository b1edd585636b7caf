//! From a [`Draft`] to checked [`Rules`]: what the keys say together.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod en_passant;
mod morph;
mod promotion;

use super::castling;
use super::draft::{Both, Draft, Region, Slot, Types};
use super::error::{Place, Problem, Report};
use super::keys::MEN;
use super::notation::{self, Movement};
use super::rules::{Man, Part, Reach, Rules};
use super::shuffle;
use super::start::StartBoard;
use crate::types::{Color, Geometry, PieceType};

/// The names of White's and Black's half of a pair of keys.
const COLOURS: [&str; 2] = ["White", "Black"];

/// Checks a draft as a whole. Rules come only without errors in the report.
pub(crate) fn compile(name: &str, draft: &Draft, report: &mut Report) -> Option<Rules> {
    let board = Geometry {
        files: draft.files.value,
        ranks: draft.ranks.value,
    };
    if board.squares() > 128 {
        let place = draft.files.place.as_ref().or(draft.ranks.place.as_ref());
        let text = format!("{} x {} squares are more than 128", board.files, board.ranks);
        report.rule("maxFile", place, text);
        return None;
    }
    let mut compiler = Compiler {
        draft,
        board,
        men: Vec::new(),
        owners: Vec::new(),
        report,
    };
    compiler.men();
    if !compiler.report.men_incomplete {
        compiler.double_steps();
        compiler.en_passant();
    }
    compiler.promotions();
    compiler.morphs();
    let start = compiler.start();
    let (mut castling, mut shuffled) = (None, None);
    if let Some(start) = &start {
        if !compiler.report.men_incomplete {
            compiler.initial_men(start);
        }
        castling = castling::compile(draft, board, &compiler.men, &compiler.owners, start, compiler.report);
        shuffled = shuffle::compile(
            draft,
            board,
            &compiler.men,
            &compiler.owners,
            start,
            castling.as_ref(),
            compiler.report,
        );
        compiler.morphs_and_castling(castling.as_ref());
    }
    let men = compiler.men;
    report.errors.is_empty().then(|| Rules {
        name: name.to_string(),
        board,
        men,
        start: draft.start.value.clone(),
        castling,
        growth: draft.growth,
        check_ends_ride: draft.check_ends_ride,
        return_home: draft.return_home,
        stalemate: draft.stalemate,
        bare_king_loses: draft.bare_king_loses,
        move_rule: draft.move_rule.saturating_mul(2),
        repetition: draft.repetition,
        shuffle: shuffled,
        fitted: Vec::new(),
        network: None,
    })
}

/// What a man of the rules was made from: its slot, and whether it is the promoted form.
pub(crate) type Owner = (Slot, bool);

/// The type made from a slot.
pub(crate) fn type_of(owners: &[Owner], slot: Slot, promoted: bool) -> Option<PieceType> {
    let index = owners.iter().position(|owner| *owner == (slot, promoted))?;
    u8::try_from(index).ok().map(PieceType)
}

/// The one value of a pair of keys that must say the same for both colours.
pub(crate) fn same_for_both<'a, T: PartialEq>(
    pair: &'a Both<T>,
    key: &str,
    report: &mut Report,
) -> (&'a T, Option<&'a Place>) {
    let [white, black] = pair;
    if white.value != black.value {
        let place = white.place.as_ref().or(black.place.as_ref());
        let what = "a difference between White and Black here".to_string();
        report.push(key, place, Problem::NotSupported(what));
    }
    (&white.value, white.place.as_ref().or(black.place.as_ref()))
}

struct Compiler<'a> {
    draft: &'a Draft,
    board: Geometry,
    men: Vec<Man>,
    /// For each of `men`.
    owners: Vec<Owner>,
    report: &'a mut Report,
}

impl Compiler<'_> {
    // ---- Men ----------------------------------------------------------------------------------------------------

    /// There are never too many: 26 letters, each with a promoted form, are fewer than [`PieceType::MAX`].
    fn men(&mut self) {
        let draft = self.draft;
        let (pawns, _) = same_for_both(&draft.move_rule_types, "nMoveRuleTypes", self.report);
        for (&slot, piece) in &draft.pieces {
            let man = self.man(slot, piece.letter, false, &piece.notation, &piece.movement, pawns);
            self.add((slot, false), man);
        }
        for form in draft.forms.values() {
            let Some(base) = draft.pieces.get(&form.base) else {
                continue;
            };
            let man = self.man(form.base, base.letter, true, &form.notation, &form.movement, pawns);
            self.add((form.base, true), man);
        }
        if !draft.pieces.contains_key(&Slot::King) {
            self.report
                .rule("king", None, "there is no king; write for example king = k");
        }
        if let Some(king) = draft.pieces.get(&Slot::King) {
            let rides = |p: &Part| matches!(p.reach, Reach::Progressive | Reach::Multiple);
            if king.movement.parts.iter().any(rides) {
                let problem = Problem::NotSupported("a king with + or *".to_string());
                self.report.push("king", Some(&king.place), problem);
            }
            if king.movement.parts.is_empty() && !self.report.men_incomplete {
                let text = "the king needs a movement beside castling, as in k:KisO2";
                self.report.rule("king", Some(&king.place), text);
            }
        }
    }

    fn add(&mut self, owner: Owner, man: Man) {
        self.owners.push(owner);
        self.men.push(man);
    }

    fn man(&self, slot: Slot, letter: char, promoted: bool, text: &str, movement: &Movement, pawns: &Types) -> Man {
        let named = match slot {
            Slot::Named(index) => MEN.get(usize::from(index)).map_or("", |m| m.name).to_string(),
            Slot::Custom(_) => format!("man {letter}"),
            Slot::King => "king".to_string(),
        };
        let plain = self.draft.names.get(&(slot, false)).cloned().unwrap_or(named);
        let name = match promoted {
            false => plain,
            true => self
                .draft
                .names
                .get(&(slot, true))
                .cloned()
                .unwrap_or_else(|| format!("promoted {plain}")),
        };
        Man {
            letter,
            promoted,
            name,
            notation: text.to_string(),
            parts: movement.parts.clone(),
            royal: slot == Slot::King,
            pawn: pawns.contains(slot) && !promoted,
            initial_zone: [0, 0],
            en_passant_victim: false,
            promotion: None,
            morph: Vec::new(),
        }
    }

    /// The line that defines a man.
    fn place(&self, owner: Owner) -> Option<&Place> {
        let (slot, promoted) = owner;
        if promoted {
            return self.draft.forms.values().find(|f| f.base == slot).map(|f| &f.place);
        }
        self.draft.pieces.get(&slot).map(|p| &p.place)
    }

    fn fault(&mut self, owner: Owner, text: String) {
        let place = self.place(owner).cloned();
        self.report.rule("", place.as_ref(), text);
    }

    // ---- Initial moves ------------------------------------------------------------------------------------------

    /// Gives key `pawn` its double step, and all men with initial moves their zone.
    fn double_steps(&mut self) {
        let draft = self.draft;
        let enabled = &draft.double_step;
        let zones = self.zones(&draft.double_step_region, "doubleStepRegion");
        let on = enabled.value && zones != [0, 0];
        for index in 0..self.men.len() {
            let (Some(man), Some(&owner)) = (self.men.get_mut(index), self.owners.get(index)) else {
                continue;
            };
            if owner == (Slot::PAWN, false) && on {
                man.parts.extend(notation::parse("ifmnD").unwrap_or_default().parts);
            }
            if !man.parts.iter().any(|p| p.initial) {
                continue;
            }
            man.initial_zone = zones;
            if !enabled.value {
                let text = format!("man {} has initial moves (i)", man.id());
                let place = self.place(owner).cloned();
                let other = enabled.place.as_ref();
                self.report
                    .disagree("", place.as_ref(), text, other, "doubleStep = true");
            }
        }
        let anybody = self.men.iter().any(|m| m.parts.iter().any(|p| p.initial));
        if self.report.is_here(enabled.place.as_ref()) && enabled.value && !anybody {
            let text = "no man has an initial move (key pawn, or i in a movement)";
            self.report.rule("doubleStep", enabled.place.as_ref(), text);
        }
        for (region, colour) in draft.double_step_region.iter().zip(COLOURS) {
            let place = region.place.as_ref().filter(|p| self.report.is_here(Some(p)));
            let Some(place) = place.filter(|_| !region.value.0.is_empty()) else {
                continue;
            };
            let key = format!("doubleStepRegion{colour}");
            if !enabled.value {
                let text = "a region is given but there are no double steps".to_string();
                self.report
                    .disagree(&key, Some(place), text, enabled.place.as_ref(), "");
            } else if !anybody {
                let text = "no man has an initial move (key pawn, or i in a movement)";
                self.report.rule(&key, Some(place), text);
            }
        }
    }

    /// A man whose movement has `i` must stand somewhere where it may use it. (Key `pawn` has no `i` to be wrong.)
    fn initial_men(&mut self, start: &StartBoard) {
        for index in 0..self.men.len() {
            let (Some(man), Some(&owner)) = (self.men.get(index), self.owners.get(index)) else {
                continue;
            };
            let has_initial = man.parts.iter().any(|p| p.initial);
            if !has_initial || owner.0 == Slot::PAWN || !self.draft.double_step.value {
                continue;
            }
            let (id, zones) = (man.id(), man.initial_zone);
            for ((side, zone), colour) in Color::BOTH.into_iter().zip(zones).zip(COLOURS) {
                let stands = |(square, t): (usize, PieceType)| t.index() == index && zone >> square & 1 != 0;
                if !start.of(side).any(stands) {
                    let text = format!(
                        "man {id} has initial moves (i), but none of {side}'s stands in doubleStepRegion{colour} \
                         in the start position"
                    );
                    self.fault(owner, text);
                }
            }
        }
    }

    fn id(&self, index: usize) -> String {
        self.men.get(index).map_or(String::new(), Man::id)
    }

    /// The squares of a region for both colours.
    fn zones(&mut self, regions: &Both<Region>, key: &str) -> [u128; 2] {
        let mut zones = [0, 0];
        for ((zone, region), colour) in zones.iter_mut().zip(regions).zip(COLOURS) {
            let (squares, complete) = region.value.squares(self.board);
            if !complete && region.place.is_some() {
                let text = format!(
                    "names squares off the board of {} x {}",
                    self.board.files, self.board.ranks
                );
                self.report.rule(&format!("{key}{colour}"), region.place.as_ref(), text);
            }
            *zone = squares;
        }
        zones
    }

    // ---- Start -------------------------------------------------------------------------------------

    fn start(&mut self) -> Option<StartBoard> {
        let given = &self.draft.start;
        match StartBoard::read(&given.value, self.board, &self.men) {
            Ok(start) => Some(start),
            Err(errors) => {
                for error in errors {
                    self.report.push("startFen", given.place.as_ref(), error);
                }
                None
            }
        }
    }
}
