//! Reads the values of keys: numbers, squares, sets of men.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use super::draft::{Draft, Region, Slot, Term, Types};
use super::error::Problem;

/// Why a value was refused.
pub(super) type Refused = Problem;

/// The refusal of a value.
pub(super) fn refused<T>(found: &str, expected: impl Into<String>) -> Result<T, Refused> {
    Err(Problem::Value {
        found: found.to_string(),
        expected: expected.into(),
    })
}

/// The one letter of a text, in upper case.
pub(super) fn single_letter(text: &str) -> Option<char> {
    let mut chars = text.chars();
    let letter = chars.next().filter(char::is_ascii_alphabetic)?;
    chars.next().is_none().then(|| letter.to_ascii_uppercase())
}

/// The man with a letter.
pub(super) fn slot_of(letter: char, draft: &Draft) -> Result<Slot, Refused> {
    draft.slot(letter).ok_or_else(|| Problem::UnknownMan {
        letter,
        known: draft.letters(),
    })
}

/// The men of a row of letters.
pub(super) fn slots(value: &str, draft: &Draft) -> Result<Vec<Slot>, Refused> {
    let letters = value.chars().filter(|c| !c.is_whitespace());
    letters.map(|c| slot_of(c, draft)).collect()
}

/// A set of men: letters, `-` for none, `*` for all where that is possible.
pub(super) fn read_types(value: &str, draft: &Draft, all: bool) -> Result<Types, Refused> {
    match value {
        "-" => Ok(Types::none()),
        "*" if all => Ok(Types::All),
        "*" => refused(value, "letters of men, or - for none"),
        _ => Ok(Types::Only(slots(value, draft)?.into_iter().collect())),
    }
}

/// `true` or `false`.
pub(super) fn truth(value: &str) -> Result<bool, Refused> {
    one_of(value, &[("true", true), ("false", false)])
}

/// One of some words.
pub(super) fn one_of<T: Copy>(value: &str, choices: &[(&str, T)]) -> Result<T, Refused> {
    match choices.iter().find(|(name, _)| *name == value) {
        Some((_, choice)) => Ok(*choice),
        None => {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            refused(value, format!("one of {}", names.join(", ")))
        }
    }
}

/// A number from 0.
pub(super) fn number_up_to(value: &str, most: u16) -> Result<u16, Refused> {
    match value.parse::<u16>() {
        Ok(number) if number <= most && value.bytes().all(|b| b.is_ascii_digit()) => Ok(number),
        _ => refused(value, format!("a number from 0 to {most}")),
    }
}

/// A number of ranks or files.
pub(super) fn size(value: &str) -> Result<u8, Refused> {
    match number_up_to(value, 16) {
        Ok(number @ 1..=16) => Ok(u8::try_from(number).unwrap_or(16)),
        _ => refused(value, "a number from 1 to 16"),
    }
}

/// A file, by letter or by number from 1; as a number from 0.
pub(super) fn file(value: &str) -> Result<u8, Refused> {
    let index = match single_letter(value) {
        Some(letter) => Some(letter as u8 - b'A'),
        None => size(value).ok().map(|n| n - 1),
    };
    match index {
        Some(index @ 0..=15) => Ok(index),
        _ => refused(value, "a file: a letter from a to p, or a number from 1 to 16"),
    }
}

/// A region of squares, ranks and files.
pub(super) fn region(value: &str) -> Result<Region, Refused> {
    if value == "-" {
        return Ok(Region::default());
    }
    let terms = value.split_whitespace().map(term).collect::<Result<_, _>>()?;
    Ok(Region(terms))
}

fn term(text: &str) -> Result<Term, Refused> {
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    let parsed = match (first, rest) {
        ("*", rank) => size(rank).ok().map(|r| Term::Rank(r - 1)),
        (_, "*") if single_letter(first).is_some() => file(first).ok().map(Term::File),
        _ if single_letter(first).is_some() => match (file(first), size(rest)) {
            (Ok(f), Ok(r)) => Some(Term::Square(f, r - 1)),
            _ => None,
        },
        _ => None,
    };
    parsed.map_or_else(|| refused(text, "squares (a8), ranks (*8), files (a*), or - alone"), Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions() {
        assert_eq!(
            region("*9 a8 B* b11").unwrap().0,
            [Term::Rank(8), Term::Square(0, 7), Term::File(1), Term::Square(1, 10)]
        );
        assert_eq!(region("-").unwrap(), Region::default());
        for text in ["*", "*0", "*17", "a0", "q1", "8", "**", "a1-b1", "é*", "a8 -"] {
            assert!(region(text).is_err(), "{text}");
        }
    }

    #[test]
    fn files() {
        assert_eq!((file("a"), file("J"), file("10")), (Ok(0), Ok(9), Ok(9)));
        for text in ["", "0", "17", "q", "aa", "+1"] {
            assert!(file(text).is_err(), "{text}");
        }
    }
}
