//! Who promotes, where, and to what.

use super::{COLOURS, Compiler, Owner, same_for_both, type_of};
use crate::types::PieceType;
use crate::variant::draft::{Slot, Types};
use crate::variant::rules::Promotion;

impl Compiler<'_> {
    pub(super) fn promotions(&mut self) {
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
}
