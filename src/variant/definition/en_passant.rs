//! Who captures en passant, and who can be captured so.

use super::{Compiler, Owner, same_for_both};
use crate::variant::draft::Slot;
use crate::variant::error::Place;
use crate::variant::notation::{self, Movement};
use crate::variant::rules::{Man, Reach};

impl Compiler<'_> {
    /// Marks who captures en passant and who can be captured so: never a king.
    pub(super) fn en_passant(&mut self) {
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
}
