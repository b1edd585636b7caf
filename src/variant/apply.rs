//! Reads the lines of a section into a [`Draft`].
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use super::draft::{Arrangement, Both, Draft, Form, Given, Piece, Slot};
use super::error::{Place, Problem, Report, most_similar};
use super::ini::{Entry, Section};
use super::keys::{self, KEYS, MEN};
use super::notation::{self, Movement};
use super::rules::{Growth, Outcome};
use super::values::{
    Refused, file, number_up_to, one_of, read_types, refused, region, single_letter, size, slot_of, slots, truth,
};
use crate::types::PieceType;
use std::collections::BTreeMap;

/// Applies all lines of a section to what it inherits: the men first, then the rest in the order of [`KEYS`].
pub(crate) fn apply(section: &Section<'_>, draft: &mut Draft, report: &mut Report) {
    line_errors(section, report);
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for entry in &section.entries {
        if entry.value.is_empty() {
            report.push(entry.key, Some(&report.place(entry.line, entry.key)), Problem::NoValue);
        } else {
            entries.push(*entry);
        }
    }
    men(&entries, draft, report);
    for key in KEYS {
        for entry in &entries {
            let number = match (key.numbered(), split_number(entry.key)) {
                (false, _) if entry.key == key.name => None,
                (true, Some((stem, number))) if key.name.strip_suffix('N') == Some(stem) => Some(number),
                _ => continue,
            };
            let place = report.place(entry.line, entry.key);
            if let Err(problem) = set(key.name, number, entry.value, &place, draft) {
                report.push(entry.key, Some(&place), problem);
            }
        }
    }
    for entry in &entries {
        if let Some(problem) = not_a_key(entry) {
            report.push(entry.key, Some(&report.place(entry.line, entry.key)), problem);
        }
    }
}

/// The number at the end of a key, and what is before it. Numbers go from 1 to 62, without leading zeros.
fn split_number(key: &str) -> Option<(&str, u8)> {
    let stem = key.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = key.get(stem.len()..).filter(|n| !n.starts_with('0'))?;
    let number: u8 = number.parse().ok()?;
    (1..=PieceType::MAX)
        .contains(&usize::from(number))
        .then_some((stem, number))
}

/// What is wrong with a line whose key is neither a man's nor one of [`KEYS`].
fn not_a_key(entry: &Entry<'_>) -> Option<Problem> {
    let numbered = split_number(entry.key).map(|(stem, _)| format!("{stem}N"));
    let is_key = |name: &str| name == entry.key && !name.ends_with('N') || Some(name) == numbered.as_deref();
    if Slot::named(entry.key).is_some() || KEYS.iter().any(|k| is_key(k.name)) {
        return None;
    }
    if let Some((_, neutral)) = keys::NOT_SUPPORTED.iter().find(|(name, _)| *name == entry.key) {
        let what = match *neutral {
            "-" => "this key".to_string(),
            value => format!("any value but {value}"),
        };
        return (entry.value != *neutral).then_some(Problem::NotSupported(what));
    }
    if let Some((_, instead)) = keys::OUTDATED.iter().find(|(name, _)| *name == entry.key) {
        return Some(Problem::NotSupported(format!("this old key (write {instead})")));
    }
    if entry.key.starts_with("mobilityRegion") {
        return (entry.value != "-").then(|| Problem::NotSupported("a region for a man's moves".to_string()));
    }
    let similar = most_similar(entry.key, keys::all_names());
    Some(Problem::UnknownKey {
        similar: similar.map(String::from),
    })
}

// ---- Men --------------------------------------------------------------------------------------------------------

fn men(entries: &[Entry<'_>], draft: &mut Draft, report: &mut Report) {
    let mut found: Vec<(Slot, &Entry<'_>)> = Vec::new();
    for entry in entries {
        let slot = match split_number(entry.key) {
            Some(("customPiece", number)) => Some(Slot::Custom(number)),
            _ => Slot::named(entry.key),
        };
        found.extend(slot.map(|slot| (slot, entry)));
    }
    found.sort_by_key(|(slot, _)| *slot);
    // A letter taken from an inherited man replaces it; twice in one section it is a mistake.
    let mut taken: BTreeMap<char, Slot> = BTreeMap::new();
    for (slot, entry) in found {
        let place = report.place(entry.line, entry.key);
        if entry.value == "-" {
            draft.remove(slot);
            continue;
        }
        let piece = piece(slot, entry, &place).unwrap_or_else(|problem| {
            report.push(entry.key, Some(&place), problem);
            report.men_incomplete = true;
            stand_in(entry, &place)
        });
        let Some(piece) = piece else { continue };
        if let Some(other) = taken.insert(piece.letter, slot) {
            let problem = Problem::LetterTaken {
                letter: piece.letter,
                other: other.key(),
            };
            report.push(entry.key, Some(&place), problem);
            continue;
        }
        match draft.slot(piece.letter) {
            Some(replaced) if replaced != slot => draft.remove(replaced),
            Some(_) => {}
            None => draft.names.retain(|(owner, _), _| *owner != slot),
        }
        draft.pieces.insert(slot, piece);
    }
}

/// What stands for a man that could not be read, so that its letter is no further error: if that can be read at least.
fn stand_in(entry: &Entry<'_>, place: &Place) -> Option<Piece> {
    let (letter, _) = entry.value.split_once(':').unwrap_or((entry.value, ""));
    let letter = single_letter(letter.trim())?;
    Some(Piece {
        letter,
        notation: String::new(),
        movement: Movement::default(),
        place: place.clone(),
    })
}

fn piece(slot: Slot, entry: &Entry<'_>, place: &Place) -> Result<Option<Piece>, Refused> {
    let (letter, text) = match entry.value.split_once(':') {
        Some((letter, text)) => (letter.trim(), Some(text.trim())),
        None => (entry.value, None),
    };
    let expected = match slot {
        Slot::Named(_) => "a letter, or -",
        Slot::Custom(_) => "letter:movement as in j:NQ5, or -",
        Slot::King => "a letter, or letter:movement",
    };
    let Some(letter) = single_letter(letter) else {
        return refused(entry.value, expected);
    };
    let (notation, movement) = match (slot, text) {
        (Slot::Named(index), None) => {
            let Some(text) = MEN.get(usize::from(index)).and_then(|m| m.movement) else {
                return Err(Problem::NotSupported(format!("the man {}", entry.key)));
            };
            let movement = if text.is_empty() {
                Movement::default()
            } else {
                movement(letter, false, text)?
            };
            (text, movement)
        }
        (Slot::King, None) => ("K", movement(letter, false, "K")?),
        (Slot::King | Slot::Custom(_), Some(text)) => (text, movement(letter, false, text)?),
        _ => return refused(entry.value, expected),
    };
    if slot != Slot::King && movement.castling != [None, None] {
        return Err(Problem::Rule(
            "castling (O) is the king's; name its partners with castlingRookPieces".to_string(),
        ));
    }
    Ok(Some(Piece {
        letter,
        notation: notation.to_string(),
        movement,
        place: place.clone(),
    }))
}

fn movement(letter: char, promoted: bool, text: &str) -> Result<Movement, Refused> {
    let man = format!("{}{letter}", if promoted { "+" } else { "" });
    notation::parse(text).map_err(|error| Problem::Notation { man, error })
}

// ---- Everything else --------------------------------------------------------------------------------------------

/// Sets what one of [`KEYS`] says.
fn set(key: &str, number: Option<u8>, value: &str, place: &Place, draft: &mut Draft) -> Result<(), Refused> {
    let n = number.unwrap_or(0);
    // A key for one colour sets that one only.
    let (stem, sides) = match (key.strip_suffix("White"), key.strip_suffix("Black")) {
        (Some(stem), _) => (stem, 0..1),
        (_, Some(stem)) => (stem, 1..2),
        _ => (key, 0..2),
    };
    match stem {
        // Read with the men, or of no effect.
        "customPieceN" | "pieceToCharTable" | "variantTemplate" => {}
        "maxFile" => draft.files = given(file(value)? + 1, place),
        "maxRank" => draft.ranks = given(size(value)?, place),
        "promotedFormN" => form(n, value, place, draft)?,
        "pieceNames" => names(value, draft)?,
        "startFen" => draft.start = given(value.to_string(), place),
        "pawnTypes" => {
            let types = read_types(value, draft, false)?;
            for target in [
                &mut draft.promotion_pawns,
                &mut draft.en_passant_types,
                &mut draft.move_rule_types,
            ] {
                assign(target, 0..2, types.clone(), place);
            }
        }
        "promotionPawnTypes" | "promotionPieceTypes" | "enPassantTypes" | "nMoveRuleTypes" | "castlingRookPieces" => {
            let types = read_types(value, draft, ["nMoveRuleTypes", "castlingRookPieces"].contains(&stem))?;
            let target = match stem {
                "promotionPawnTypes" => &mut draft.promotion_pawns,
                "promotionPieceTypes" => &mut draft.promotion_to,
                "enPassantTypes" => &mut draft.en_passant_types,
                "nMoveRuleTypes" => &mut draft.move_rule_types,
                _ => &mut draft.partners,
            };
            assign(target, sides, types, place);
        }
        "promotionRegion" => assign(&mut draft.promotion_region, sides, region(value)?, place),
        "doubleStepRegion" => assign(&mut draft.double_step_region, sides, region(value)?, place),
        "enPassantRegion" => {
            if !region(value)?.0.is_empty() {
                return Err(Problem::NotSupported(
                    "a region for en passant other than - (nowhere)".to_string(),
                ));
            }
            assign(&mut draft.en_passant, sides, false, place);
        }
        "mandatoryPawnPromotion" => draft.promotion_mandatory = truth(value)?,
        "doubleStep" => draft.double_step = given(truth(value)?, place),
        "castling" => draft.castling = given(truth(value)?, place),
        "castlingKingsideFile" => draft.king_to[0] = given(file(value)?, place),
        "castlingQueensideFile" => draft.king_to[1] = given(file(value)?, place),
        "castlingRank" => {
            if value != "1" {
                return Err(Problem::NotSupported(
                    "castling on another rank than the first".to_string(),
                ));
            }
        }
        "castlingKingFile" => draft.king_file = given(Some(file(value)?), place),
        "castlingKingPiece" => {
            let king = draft.pieces.get(&Slot::King).map(|p| p.letter);
            if single_letter(value).is_none() || single_letter(value) != king {
                return Err(Problem::NotSupported(
                    "castling of another man than the king".to_string(),
                ));
            }
        }
        "castlingRookKingsideFile" => draft.partner_file[0] = given(Some(file(value)?), place),
        "castlingRookQueensideFile" => draft.partner_file[1] = given(Some(file(value)?), place),
        "chess960" => draft.free = given(truth(value)?, place),
        "stalemateValue" => {
            let outcomes = [("win", Outcome::Win), ("draw", Outcome::Draw), ("loss", Outcome::Loss)];
            draft.stalemate = one_of(value, &outcomes)?;
        }
        "nMoveRule" => draft.move_rule = number_up_to(value, 10_000)?,
        "nFoldRule" => {
            let times = number_up_to(value, 100)?;
            if times == 1 {
                return refused(value, "0 (never), or 2 or more");
            }
            draft.repetition = u8::try_from(times).unwrap_or(0);
        }
        "counterGrowth" => {
            draft.growth = one_of(
                value,
                &[("fullRange", Growth::FullRange), ("everyMove", Growth::EveryMove)],
            )?;
        }
        "checkEndsRide" => draft.check_ends_ride = truth(value)?,
        "returnHome" => draft.return_home = truth(value)?,
        "morphRankN" => morph_row(n, value, place, draft)?,
        "bareKing" => draft.bare_king_loses = one_of(value, &[("loss", true), ("none", false)])?,
        "shuffle" => {
            let arrangement = match value {
                "-" => Arrangement::Fixed,
                "fischer" => Arrangement::Fischer,
                letters => Arrangement::Permuted(slots(letters, draft)?),
            };
            draft.shuffle = given(arrangement, place);
        }
        "shuffleTwoColours" => draft.two_colours = given(read_types(value, draft, false)?, place),
        _ => return Err(Problem::UnknownKey { similar: None }),
    }
    Ok(())
}

fn given<T>(value: T, place: &Place) -> Given<T> {
    Given {
        value,
        place: Some(place.clone()),
    }
}

fn assign<T: Clone>(target: &mut Both<T>, sides: std::ops::Range<usize>, value: T, place: &Place) {
    for slot in target.iter_mut().take(sides.end).skip(sides.start) {
        *slot = given(value.clone(), place);
    }
}

fn form(n: u8, value: &str, place: &Place, draft: &mut Draft) -> Result<(), Refused> {
    if value == "-" {
        draft.forms.remove(&n);
        return Ok(());
    }
    let parts = value.split_once(':').map(|(l, t)| (single_letter(l.trim()), t.trim()));
    let Some((Some(letter), notation)) = parts else {
        return refused(value, "letter:movement as in w:W*, or -");
    };
    let base = slot_of(letter, draft)?;
    let movement = movement(letter, true, notation)?;
    if movement.castling != [None, None] {
        return Err(Problem::Rule("castling (O) is the king's".to_string()));
    }
    if let Some((other, _)) = draft.forms.iter().find(|(number, f)| f.base == base && **number != n) {
        let text = format!("man {letter} has a promoted form already, promotedForm{other}");
        return Err(Problem::Rule(text));
    }
    let form = Form {
        base,
        notation: notation.to_string(),
        movement,
        place: place.clone(),
    };
    draft.forms.insert(n, form);
    Ok(())
}

fn names(value: &str, draft: &mut Draft) -> Result<(), Refused> {
    for pair in value.split(',').map(str::trim) {
        let (id, name) = pair.split_once(':').unwrap_or((pair, ""));
        let (id, name) = (id.trim(), name.trim());
        let promoted = id.starts_with('+');
        let letter = single_letter(id.strip_prefix('+').unwrap_or(id));
        let Some(letter) = letter.filter(|_| !name.is_empty()) else {
            return refused(pair, "letter:name, as in j:joker or +w:multiple wazir");
        };
        let slot = slot_of(letter, draft)?;
        if promoted && !draft.forms.values().any(|f| f.base == slot) {
            return refused(id, "a man that has a promoted form");
        }
        draft.names.insert((slot, promoted), name.to_string());
    }
    Ok(())
}

fn morph_row(n: u8, value: &str, place: &Place, draft: &mut Draft) -> Result<(), Refused> {
    let row = if value == "-" {
        Vec::new()
    } else {
        let letters = value.chars().filter(|c| !c.is_whitespace());
        letters
            .map(|c| {
                if c == '-' {
                    Ok(None)
                } else {
                    slot_of(c, draft).map(Some)
                }
            })
            .collect::<Result<_, _>>()?
    };
    draft.morph.insert(
        n.saturating_sub(1),
        Given {
            value: row,
            place: Some(place.clone()),
        },
    );
    Ok(())
}

/// Reports the lines of a section that could not be read.
pub(crate) fn line_errors(section: &Section<'_>, report: &mut Report) {
    for error in &section.errors {
        let place = report.place(error.line, error.key.unwrap_or_default());
        report.push("", Some(&place), error.problem.clone());
        if let (None, Some(last)) = (error.key, report.errors.last_mut()) {
            last.key = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_applied() {
        let place = Place {
            file: "".into(),
            section: "".into(),
            line: 1,
            key: String::new(),
        };
        for key in KEYS {
            let unknown = Err(Problem::UnknownKey { similar: None });
            assert_ne!(
                set(key.name, None, "?", &place, &mut Draft::without_men()),
                unknown,
                "{}",
                key.name
            );
        }
    }

    #[test]
    fn numbers_of_keys() {
        assert_eq!(split_number("customPiece12"), Some(("customPiece", 12)));
        for key in [
            "customPiece",
            "customPiece0",
            "customPiece01",
            "customPiece63",
            "customPiece999",
        ] {
            assert_eq!(split_number(key), None, "{key}");
        }
    }
}
