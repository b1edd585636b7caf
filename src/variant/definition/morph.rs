//! Who changes by the square it lands on.

use super::{Compiler, type_of};
use crate::types::PieceType;
use crate::variant::draft::{Given, Slot};
use crate::variant::rules::Castling;

impl Compiler<'_> {
    pub(super) fn morphs(&mut self) {
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
    pub(super) fn morphs_and_castling(&mut self, castling: Option<&Castling>) {
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
}
