//! Castling: what the `castling*` keys, the `O` of the king's movement and the start position say together.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use super::definition::{Owner, same_for_both, type_of};
use super::draft::{Draft, Given, Slot, Types};
use super::error::{Place, Report};
use super::rules::{Castling, Man, Wing};
use super::start::StartBoard;
use crate::types::{Color, Geometry, PieceType};

/// The keys of a wing: where the king goes and where its partner stands.
const KEYS: [(&str, &str); 2] = [
    ("castlingKingsideFile", "castlingRookKingsideFile"),
    ("castlingQueensideFile", "castlingRookQueensideFile"),
];

/// The name of a file, counted from 0.
fn name(file: u8) -> char {
    Geometry::file_letter(file.min(25))
}

struct Castle<'a> {
    draft: &'a Draft,
    board: Geometry,
    start: &'a StartBoard,
    king_file: u8,
    partners: Vec<PieceType>,
    /// The `O` of the king's movement, and the line of the king.
    written: [Option<u8>; 2],
    king_place: Option<&'a Place>,
    report: &'a mut Report,
}

/// The castling of a game, if it has any.
pub(super) fn compile(
    draft: &Draft,
    board: Geometry,
    men: &[Man],
    owners: &[Owner],
    start: &StartBoard,
    report: &mut Report,
) -> Option<Castling> {
    let king = draft.pieces.get(&Slot::King)?;
    let written = king.movement.castling;
    let is_written = written != [None, None];
    let on = &draft.castling;
    if !on.value {
        if is_written {
            let text = "the king castles (O)".to_string();
            report.disagree("king", Some(&king.place), text, on.place.as_ref(), "");
        }
        refuse_leftovers(draft, report);
        if !start.castling.is_empty() {
            let text = format!("the start position has the castling rights {}", start.castling);
            report.disagree("startFen", draft.start.place.as_ref(), text, on.place.as_ref(), "");
        }
        return None;
    }
    let wanted = is_written || !start.castling.is_empty() || on.place.is_some();
    let king_type = type_of(owners, Slot::King, false)?;
    let (white, black) = (
        start.find(Color::White, king_type)?,
        start.find(Color::Black, king_type)?,
    );
    if white.1 != 0 || black.1 + 1 != board.ranks || white.0 != black.0 {
        if wanted {
            let place = Some(&king.place).filter(|_| is_written).or(on.place.as_ref());
            let text = "castling needs both kings on their first rank and on the same file in startFen; \
                        write castling = false for none";
            report.rule("castling", place.or(draft.start.place.as_ref()), text);
        }
        return None;
    }
    let king_file = white.0;
    if let Given {
        value: Some(file),
        place,
    } = &draft.king_file
        && *file != king_file
    {
        let text = format!("the king stands on file {}, not {}", name(king_file), name(*file));
        report.disagree(
            "castlingKingFile",
            place.as_ref(),
            text,
            draft.start.place.as_ref(),
            "startFen",
        );
    }
    if is_written && draft.free.value {
        let text = "the king's O counts squares from one file".to_string();
        report.disagree("king", Some(&king.place), text, draft.free.place.as_ref(), "");
    }
    let partners = partners(draft, board, men, owners, start, is_written, report);
    let king_place = Some(&king.place);
    let mut castle = Castle {
        draft,
        board,
        start,
        king_file,
        partners,
        written,
        king_place,
        report,
    };
    let wings = [castle.wing(0), castle.wing(1)];
    let partners = castle.partners;
    let any = wings.iter().any(Option::is_some);
    if !any && wanted && start.castling.is_empty() && report.errors.is_empty() {
        report.rule(
            "castling",
            on.place.as_ref(),
            "no man that may be the partner stands on the king's rank",
        );
    }
    any.then_some(Castling {
        king_file,
        wings,
        partners,
        free: draft.free.value,
    })
}

/// Keys that say how to castle in a section that says not to.
fn refuse_leftovers(draft: &Draft, report: &mut Report) {
    let files = draft.king_to.iter().map(|g| g.place.as_ref());
    let partner_files = draft.partner_file.iter().map(|g| g.place.as_ref());
    let partners = draft.partners.iter().map(|g| g.place.as_ref());
    let all = files
        .chain(partner_files)
        .chain(partners)
        .chain([draft.king_file.place.as_ref()]);
    let here: Vec<&Place> = all.flatten().filter(|p| report.is_here(Some(p))).collect();
    for (index, place) in here.iter().enumerate() {
        // One key may have set both colours.
        if !here.iter().take(index).any(|earlier| earlier == place) {
            let text = "says how to castle".to_string();
            report.disagree(&place.key, Some(place), text, draft.castling.place.as_ref(), "");
        }
    }
}

/// Who may be the king's partner. With `O` and nothing said, the men in the corners of the start position.
fn partners(
    draft: &Draft,
    board: Geometry,
    men: &[Man],
    owners: &[Owner],
    start: &StartBoard,
    is_written: bool,
    report: &mut Report,
) -> Vec<PieceType> {
    let (types, place) = same_for_both(&draft.partners, "castlingRookPieces", report);
    if types.contains(Slot::King) {
        report.rule("castlingRookPieces", place, "the king cannot be its own partner");
    }
    let corners = [start.at(0, 0), start.at(board.files - 1, 0)];
    let corners: Vec<PieceType> = corners.iter().flatten().map(|m| m.0).collect();
    let is_partner = |index: usize, owner: &Owner| {
        let royal = men.get(index).is_some_and(|m| m.royal);
        if is_written && place.is_none() {
            return !royal && corners.iter().any(|t| t.index() == index);
        }
        !royal && types.contains(owner.0) && (!owner.1 || *types == Types::All)
    };
    let found = owners
        .iter()
        .enumerate()
        .filter(|(index, owner)| is_partner(*index, owner));
    found
        .filter_map(|(_, owner)| type_of(owners, owner.0, owner.1))
        .collect()
}

impl Castle<'_> {
    /// One wing: 0 towards the last file, 1 towards the first.
    fn wing(&mut self, wing: usize) -> Option<Wing> {
        let (to_key, partner_key) = *KEYS.get(wing)?;
        let start_place = self.draft.start.place.as_ref();
        let rights = Color::BOTH.map(|side| self.start.may_castle(side, wing, self.king_file));
        let has_right = rights.contains(&true);
        let king_to = self.king_to(wing, to_key, has_right)?;
        let edge = if wing == 0 { self.board.files - 1 } else { 0 };
        let given = self.draft.partner_file.get(wing)?;
        let from = given.value.unwrap_or(edge);
        if from >= self.board.files || (from > self.king_file) != (wing == 0) || from == self.king_file {
            if given.place.is_some() {
                let text = format!(
                    "file {} is not on that side of the king on {}",
                    name(from),
                    name(self.king_file)
                );
                self.report.rule(partner_key, given.place.as_ref(), text);
            }
            return None;
        }
        let [white, black] = Color::BOTH.map(|side| self.partner_file(side, from));
        let explicit = has_right || self.written.get(wing).is_some_and(Option::is_some);
        let Some(partner_file) = white.filter(|_| white == black) else {
            if explicit {
                let text = format!(
                    "castling towards the {} file needs a partner on the same file for both sides in startFen; \
                     castlingRookPieces says who may be one",
                    if wing == 0 { "last" } else { "first" }
                );
                self.report.rule("startFen", start_place, text);
            }
            return None;
        };
        // The king passes no further than its partner stands, and leaves room for it on the inner side.
        let inwards = if wing == 0 {
            king_to <= self.king_file
        } else {
            king_to >= self.king_file
        };
        if king_to >= self.board.files || (inwards && !self.draft.free.value) {
            if explicit || self.draft.castling.place.is_some() {
                let place = self.draft.king_to.get(wing)?.place.as_ref().or(self.king_place);
                let text = format!(
                    "the king on {} cannot go to {} when it castles towards {}",
                    name(self.king_file),
                    name(king_to),
                    name(partner_file)
                );
                self.report.rule(to_key, place, text);
            }
            return None;
        }
        Some(Wing { partner_file, king_to })
    }

    /// Where the king goes: by `O`, by the key, or both if they agree.
    fn king_to(&mut self, wing: usize, key: &str, has_right: bool) -> Option<u8> {
        let given = self.draft.king_to.get(wing)?;
        if self.written == [None, None] {
            return Some(given.value);
        }
        let Some(squares) = *self.written.get(wing)? else {
            if has_right {
                let text = format!(
                    "the king's O does not castle towards the {} file",
                    ["last", "first"].get(wing)?
                );
                let start = self.draft.start.place.as_ref();
                self.report.disagree("king", self.king_place, text, start, "startFen");
            }
            return None;
        };
        let king_to = match wing {
            0 => self.king_file.saturating_add(squares),
            _ => match self.king_file.checked_sub(squares) {
                Some(file) => file,
                None => self.board.files,
            },
        };
        if king_to >= self.board.files {
            let text = format!(
                "the king on {} cannot go {squares} squares when it castles",
                name(self.king_file)
            );
            self.report.rule("king", self.king_place, text);
            return None;
        }
        if given.place.is_some() && given.value != king_to {
            let text = format!("the king's O takes it to file {}", name(king_to));
            self.report
                .disagree(key, self.king_place, text, given.place.as_ref(), "");
            return None;
        }
        Some(king_to)
    }

    /// The file of a side's first partner from a file inwards to the king.
    fn partner_file(&self, side: Color, from: u8) -> Option<u8> {
        let rank = if side == Color::White { 0 } else { self.board.ranks - 1 };
        let is_partner = |file: &u8| {
            let man = self.start.at(*file, rank);
            man.is_some_and(|(t, whose)| whose == side && self.partners.contains(&t))
        };
        if from > self.king_file {
            (self.king_file + 1..=from).rev().find(is_partner)
        } else {
            (from..self.king_file).find(is_partner)
        }
    }
}
