//! What variants are called: XBoard takes some names for games of its own.

use crate::protocol::session::{STANDARD, Session};

/// Chess, in the words of the protocol.
const NORMAL: &str = "normal";

/// A name that contains one of these is XBoard's. Source: its variantNames (common.h) and StringToVariant (backend.c).
const CONTAINED: [&str; 16] = [
    "normal",
    "wildcastle",
    "nocastle",
    "fischerandom",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
    "frc",
    "960",
];
/// A name that begins with one of these, if no letter follows.
const BEGINNING: [&str; 24] = [
    "shogi",
    "chu",
    "courier",
    "gothic",
    "capablanca",
    "knightmate",
    "fairy",
    "cylinder",
    "falcon",
    "caparandom",
    "berolina",
    "janus",
    "super",
    "great",
    "twilight",
    "makruk",
    "seirawan",
    "grand",
    "spartan",
    "xiangqi",
    "asean",
    "lion",
    "elven",
    "unknown",
];
/// Names that XBoard has, but does not offer.
const HIDDEN: [&str; 13] = [
    "tenjiku", "dai", "dada", "maka", "tai", "kyoku", "checkers", "go", "reversi", "dark", "alien", "multi", "amazons",
];

/// Games of XBoard's own that begin otherwise there, with the name under which it learns of ours. Under the usual name
/// cutechess has the same game as we.
const DIFFERENT: [(&str, &str); 1] = [("courier", "courierchess")];

/// Whether XBoard takes a name (in lower case) for one of its own.
pub fn is_taken(name: &str) -> bool {
    let follows = |start: &str| {
        let rest = name.strip_prefix(start);
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_alphabetic()))
    };
    let wild = name.split_once("wild").or_else(|| name.split_once('w'));
    let sized = |name: &str| {
        // `10x8_` before a name is the size of a board.
        let (size, _) = name.split_once('_')?;
        let (files, ranks) = size.split_once('x')?;
        let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        Some(number(files) && number(ranks))
    };
    CONTAINED.iter().any(|part| name.contains(part))
        || BEGINNING.iter().any(|start| follows(start))
        || HIDDEN.contains(&name)
        || name.contains("fischer") && name.contains("random")
        || wild.is_some_and(|(_, rest)| rest.starts_with(|next: char| next.is_ascii_digit()))
        || sized(name) == Some(true)
}

/// The name that a user's variant has for XBoard: its own, or the nearest that XBoard does not take for a game of its own
/// or for another of `others`.
fn free_name(name: &str, others: &[&str]) -> String {
    let is_ours = |candidate: &String| DIFFERENT.iter().any(|(_, other)| other == candidate);
    let usable = |candidate: &String| {
        !is_taken(candidate) && !is_ours(candidate) && (candidate == name || !others.contains(&&**candidate))
    };
    let cut = (1..name.len()).map(|at| format!("my-{}-{}", &name[..at], &name[at..]));
    let apart: String = name.chars().map(|letter| format!("-{letter}")).collect();
    [name.to_owned(), format!("my-{name}")]
        .into_iter()
        .chain(cut)
        .find(usable)
        .unwrap_or_else(|| format!("my{apart}"))
}

/// The name under which XBoard shows our variant of this name.
pub fn in_xboard(session: &Session, name: &str) -> String {
    heard(session, name).pop().unwrap_or_default()
}

/// The names that an interface hears of a variant: one, mostly; the last is for XBoard itself.
fn heard(session: &Session, name: &str) -> Vec<String> {
    if name == STANDARD {
        return vec![NORMAL.into()];
    }
    if session.is_own(name) {
        return vec![free_name(name, &session.variants().collect::<Vec<_>>())];
    }
    let other = DIFFERENT.iter().find(|(known, _)| *known == name);
    [name]
        .into_iter()
        .chain(other.map(|(_, other)| *other))
        .map(str::to_owned)
        .collect()
}

/// All variants as XBoard is to hear of them: chess, the four games, the user's own, other forms of the four, what other
/// programs play too. XBoard has buttons for 22 that are not its own.
pub fn all(session: &Session) -> Vec<String> {
    let rank = |name: &&str| match *name {
        STANDARD => 0,
        "chess99" => 1,
        "haynie" => 2,
        "snappy" => 3,
        "ninesquare" => 4,
        name if session.is_own(name) => 5,
        "chess99-everymove" | "ninesquare2" | "ninesquare3" => 6,
        _ => 7,
    };
    let mut names: Vec<&str> = session.variants().collect();
    names.sort_by_key(rank);
    names.into_iter().flat_map(|name| heard(session, name)).collect()
}

/// The variant that XBoard means by a name.
pub fn meant(session: &Session, name: &str) -> Option<String> {
    let name = name.trim().to_lowercase();
    let mut names = session.variants();
    let known = names
        .find(|known| heard(session, known).contains(&name))
        .map(str::to_owned);
    known.or_else(|| session.rules(&name).map(|rules| rules.name.clone()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_xboard_takes_for_its_own() {
        for name in [
            "great10",
            "great-chess",
            "grand99",
            "my960",
            "notatomic",
            "new5",
            "w5",
            "10x8_mine",
            "amazons",
        ] {
            assert!(is_taken(name), "{name}");
        }
        for name in [
            "greatchess",
            "haynie",
            "chess99",
            "snappy",
            "ninesquare",
            "newzealand",
            "wildebeest",
            "chancellor",
        ] {
            assert!(!is_taken(name), "{name}");
        }
    }

    #[test]
    fn names_are_changed_as_little_as_possible() {
        assert_eq!(free_name("mygame", &["mygame"]), "mygame");
        assert_eq!(free_name("great10", &["great10"]), "my-great10");
        assert_eq!(free_name("courierchess", &["courierchess"]), "my-courierchess");
        assert_eq!(free_name("great10", &["great10", "my-great10"]), "my-g-reat10");
        assert_eq!(free_name("my960", &["my960"]), "my-my9-60");
        for name in ["atomic960", "w5w6", "960frc3check", "960960", "wildwild"] {
            assert!(!is_taken(&free_name(name, &[name])), "{name}");
        }
    }

    #[test]
    fn the_four_games_come_first() {
        let (session, _) = Session::new(None).unwrap();
        let names = all(&session);
        assert_eq!(names[..5], ["normal", "chess99", "haynie", "snappy", "ninesquare"]);
        let buttons: Vec<&String> = names.iter().filter(|name| !is_taken(name)).take(22).collect();
        for name in ["ninesquare2", "ninesquare3", "chess99-everymove"] {
            assert!(buttons.contains(&&name.to_owned()), "{name}");
        }
        assert_eq!(names.len(), session.variants().count() + DIFFERENT.len());
        assert_eq!(meant(&session, "courierchess").as_deref(), Some("courier"));
        assert_eq!(meant(&session, "normal").as_deref(), Some("chess"));
        assert_eq!(meant(&session, "Snappy").as_deref(), Some("snappy"));
        assert_eq!(meant(&session, "chess960").as_deref(), Some("fischerandom"));
        assert_eq!(meant(&session, "nonsense"), None);
    }
}
