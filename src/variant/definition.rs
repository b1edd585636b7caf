//! From a [`Draft`] to checked [`Rules`]: what the keys say together.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use super::castling;
use super::draft::{Both, Draft, Given, Region, Slot, Types};
use super::error::{Place, Problem, Report};
use super::keys::MEN;
use super::notation::{self, Movement};
use super::rules::{Castling, Man, Part, Promotion, Reach, Rules};
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

    // ---- En passant ---------------------------------------------------------------------------------------------

    /// Marks who captures en passant and who can be captured so: never a king.
    fn en_passant(&mut self) {
        let draft = self.draft;
        let (types, place) = same_for_both(&draft.en_passant_types, "enPassantTypes", self.report);
        let (&allowed, region_place) = same_for_both(&draft.en_passant, "enPassantRegion", self.report);
        let is_victim = |m: &Man| !m.royal && m.parts.iter().any(|p| p.initial && p.lame && p.quiet);
        let victims = self.men.iter().any(is_victim);
        for index in 0..self.men.len() {
            let (Some(man), Some(&owner)) = (self.men.get(index), self.owners.get(index)) else {
                continue;
            };
            let written = man.parts.iter().any(|p| p.en_passant);
            let listed = types.contains(owner.0) && !owner.1;
            let id = man.id();
            let line = self.place(owner).cloned();
            let line = line.as_ref();
            if written && !allowed {
                let text = format!("man {id} captures en passant (e)");
                self.report.disagree("", line, text, region_place, "");
            } else if written && !victims {
                let text = format!(
                    "man {id} captures en passant (e), but no man has an initial double step (key pawn with \
                     doubleStep, or inD in a movement)"
                );
                self.fault(owner, text);
            } else if written && place.is_some() && !listed && !owner.1 {
                let text = format!("man {id} captures en passant (e)");
                self.report.disagree("", line, text, place, "");
            } else if listed && !written && allowed && victims {
                self.give_en_passant(index, owner, place);
            }
        }
        let capturers = self.men.iter().any(|m| m.parts.iter().any(|p| p.en_passant));
        for man in &mut self.men {
            man.en_passant_victim = capturers && is_victim(man);
        }
        let explicit = place.filter(|p| p.key != "pawnTypes" && self.report.is_here(Some(p)));
        if let Some(place) = explicit.filter(|_| !types.is_empty() && allowed && !victims) {
            let text = "no man has an initial double step (key pawn with doubleStep, or inD in a movement)";
            self.report.rule("enPassantTypes", Some(place), text);
        }
        // The notation of named men is written from what the keys made of it, where they did.
        for (man, owner) in self.men.iter_mut().zip(&self.owners) {
            let given = draft.pieces.get(&owner.0).filter(|_| !owner.1);
            if given.is_some_and(|piece| piece.movement.parts != man.parts) {
                man.notation = notation::write(&Movement {
                    parts: man.parts.clone(),
                    castling: [None, None],
                });
            }
        }
    }

    /// Lets a man that enPassantTypes names capture so: a named man's captures by one leap; any other must say it.
    fn give_en_passant(&mut self, index: usize, owner: Owner, place: Option<&Place>) {
        let Some(man) = self.men.get_mut(index) else { return };
        let id = man.id();
        if matches!(owner.0, Slot::Named(_)) {
            let mut found = false;
            for part in &mut man.parts {
                if part.capture && !part.quiet && part.reach == Reach::Leaps(1) {
                    part.en_passant = true;
                    found = true;
                }
            }
            if !found {
                let text = format!("man {id} has no leap that only captures, so it cannot capture en passant");
                self.report.rule("enPassantTypes", place, text);
            }
            return;
        }
        let line = self.place(owner).cloned();
        let text = format!(
            "man {id} does not capture en passant (write ce in its movement, or leave it out of enPassantTypes; \
             enPassantTypes = - for none)"
        );
        self.report.disagree("", line.as_ref(), text, place, "");
    }

    // ---- Promotion ----------------------------------------------------------------------------------------------

    fn promotions(&mut self) {
        let draft = self.draft;
        let (pawns, pawns_place) = same_for_both(&draft.promotion_pawns, "promotionPawnTypes", self.report);
        let promotes = |owner: &Owner| pawns.contains(owner.0) && !owner.1;
        let zones = match self.owners.iter().any(promotes) || !draft.forms.is_empty() {
            true => self.zones(&draft.promotion_region, "promotionRegion"),
            false => [0, 0],
        };
        if self.owners.iter().any(promotes) || !draft.forms.is_empty() {
            for ((zone, colour), region) in zones.iter().zip(COLOURS).zip(&draft.promotion_region) {
                if *zone == 0 {
                    let text = "there is no square to promote on; to have no promotion write promotionPawnTypes = -";
                    self.report
                        .rule(&format!("promotionRegion{colour}"), region.place.as_ref(), text);
                }
            }
        }
        let to = match self.owners.iter().any(promotes) {
            true => self.promotion_targets(pawns),
            false => [Vec::new(), Vec::new()],
        };
        if pawns.contains(Slot::King) {
            self.report
                .rule("promotionPawnTypes", pawns_place, "the king cannot promote");
        }
        for index in 0..self.men.len() {
            let (Some(man), Some(&owner)) = (self.men.get_mut(index), self.owners.get(index)) else {
                continue;
            };
            let form = type_of(&self.owners, owner.0, true).filter(|_| !owner.1);
            man.promotion = match form {
                Some(form) => Some(Promotion {
                    zone: zones,
                    to: [vec![form], vec![form]],
                    mandatory: false,
                }),
                None if promotes(&owner) => Some(Promotion {
                    zone: zones,
                    to: to.clone(),
                    mandatory: draft.promotion_mandatory,
                }),
                None => None,
            };
            if form.is_some() && (owner.0 == Slot::King || promotes(&owner)) {
                let text = format!("man {} cannot have a promoted form: it is the king or a pawn", man.id());
                self.fault((owner.0, true), text);
            }
        }
    }

    /// What the pawns of each colour may promote to.
    fn promotion_targets(&mut self, pawns: &Types) -> [Vec<PieceType>; 2] {
        let [white, black] = &self.draft.promotion_to;
        let alike = white.value == black.value;
        let mut to = [Vec::new(), Vec::new()];
        for ((to, targets), colour) in to.iter_mut().zip([white, black]).zip(COLOURS) {
            let key = format!("promotionPieceTypes{}", if alike { "" } else { colour });
            let (targets, place) = (&targets.value, targets.place.as_ref());
            let before = self.report.errors.len();
            for (index, owner) in self.owners.iter().enumerate() {
                if !targets.contains(owner.0) || owner.1 {
                    continue;
                }
                if owner.0 == Slot::King || pawns.contains(owner.0) {
                    let what = if owner.0 == Slot::King {
                        "the king"
                    } else {
                        "itself one of promotionPawnTypes"
                    };
                    let text = format!("man {} is {what} and cannot be promoted to", self.id(index));
                    self.report.rule(&key, place, text);
                } else {
                    to.extend(type_of(&self.owners, owner.0, false));
                }
            }
            if to.is_empty() {
                let text = "there is no man to promote to; to have no promotion write promotionPawnTypes = -";
                self.report.rule(&key, place, text);
            }
            // The same list would have the same faults again.
            if alike && self.report.errors.len() > before {
                break;
            }
        }
        to
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

    // ---- Morphing -----------------------------------------------------------------------------------------------

    fn morphs(&mut self) {
        let board = self.board;
        let mut table = vec![None; board.squares()];
        let promoting = self.men.iter().filter_map(|m| m.promotion.as_ref());
        let promoting = promoting.fold(0, |all, p| all | p.zone[0] | p.zone[1]);
        for (&rank, row) in &self.draft.morph {
            let Given { value: row, place } = row;
            let (key, place) = (format!("morphRank{}", rank + 1), place.as_ref());
            if row.is_empty() {
                continue;
            }
            if rank >= board.ranks {
                self.report
                    .rule(&key, place, format!("the board has {} ranks", board.ranks));
                continue;
            }
            if row.len() != usize::from(board.files) {
                let text = format!(
                    "has {} entries, expected one for each of the {} files",
                    row.len(),
                    board.files
                );
                self.report.rule(&key, place, text);
                continue;
            }
            for (file, slot) in (0..board.files).zip(row) {
                let Some(slot) = slot else { continue };
                let (Some(square), Some(target)) = (
                    board.square(i32::from(file), i32::from(rank)),
                    type_of(&self.owners, *slot, false),
                ) else {
                    let text = format!("the man of {} is there no longer", slot.key());
                    self.report.rule(&key, place, text);
                    continue;
                };
                if *slot == Slot::King {
                    self.report.rule(&key, place, "no man can turn into the king");
                }
                if promoting >> square.index() & 1 != 0 {
                    let text = format!(
                        "men promote on {}, so they cannot also change there",
                        board.name(square)
                    );
                    self.report.rule(&key, place, text);
                }
                if let Some(entry) = table.get_mut(square.index()) {
                    *entry = Some(target);
                }
            }
        }
        if table.iter().all(Option::is_none) {
            return;
        }
        for (index, man) in self.men.iter_mut().enumerate().filter(|(_, m)| !m.royal) {
            // A man that would turn into itself stays what it is.
            let changes = |entry: &Option<PieceType>| entry.filter(|t| t.index() != index);
            man.morph = table.iter().map(changes).collect();
            if man.morph.iter().all(Option::is_none) {
                man.morph.clear();
            }
        }
    }

    /// A partner would land on a rank where men change, which no rule settles.
    fn morphs_and_castling(&mut self, castling: Option<&Castling>) {
        for rank in [0, self.board.ranks - 1] {
            let row = self
                .draft
                .morph
                .get(&rank)
                .filter(|row| castling.is_some() && !row.value.is_empty());
            if let Some(row) = row {
                let text = "men castle on this rank, so they cannot also change there";
                self.report.rule("", row.place.as_ref(), text);
            }
        }
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
