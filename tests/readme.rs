//! What the README says of definitions: its tables, its example, and what the example gives.

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ninefold::perft::perft;
use ninefold::{Catalogue, Position, Variant, reference, understood};

const README: &str = include_str!("../README.md");

/// What stands between two texts.
fn between(start: &str, end: &str) -> &'static str {
    let (_, rest) = README
        .split_once(start)
        .unwrap_or_else(|| panic!("README has no {start:?}"));
    rest.split_once(end)
        .unwrap_or_else(|| panic!("README has no {end:?} after {start:?}"))
        .0
}

fn example() -> &'static str {
    between("```ini\n", "```")
}

/// Print `ninefold keys` between the two comments to mend it.
#[test]
fn tables_are_those_of_the_program() {
    let tables = between(
        "<!-- what `ninefold keys` prints -->\n",
        "<!-- end of what `ninefold keys` prints -->",
    );
    assert_eq!(tables, reference::all());
}

#[test]
fn the_example_can_be_played_and_counted() {
    let mut catalogue = Catalogue::builtin();
    let (errors, warnings) = catalogue.check("my.ini", example());
    assert!(errors.is_empty() && warnings.is_empty(), "{errors:#?}{warnings:#?}");
    let rules = Arc::clone(catalogue.rules("wardens").expect("the example's variant"));
    let captain = between("Of the captain:\n\n```text\n", "```");
    assert!(understood::men(&rules).contains(captain));

    let variant = Arc::new(Variant::<u128>::new(rules));
    let mut position = Position::start(variant);
    let counts: Vec<String> = (1..=4)
        .map(|depth| {
            perft(&mut position, depth, &AtomicBool::new(false))
                .expect("a count")
                .to_string()
        })
        .collect();
    let counts = format!("counts {} and {} leaves", counts[..3].join(", "), counts[3]);
    assert!(README.contains(&counts), "{counts}");
    for text in ["f2f4", "h8g6", "c1c3"] {
        position.make(position.parse_move(text).expect("a legal move"));
    }
}

#[test]
fn the_messages_are_those_of_the_program() {
    let said = between("called a knight:\n\n```text\n", "```");
    let broken = example().replace("c:NB3", "c:NB3q");
    let (errors, _) = Catalogue::builtin().check("my.ini", &broken);
    assert_eq!(errors.len(), 1, "{errors:#?}");
    let doubtful = example().replace("w:WD", "w:D").replace("w:warden", "w:knight");
    let (_, warnings) = Catalogue::builtin().check("my.ini", &doubtful);
    assert_eq!(warnings.len(), 1, "{warnings:#?}");
    assert_eq!(said, format!("{}\n{}\n", errors[0], warnings[0]));
}

#[test]
fn every_built_in_variant_is_in_the_table_of_games() {
    let games = between("## The games", "The first five rows");
    for name in Catalogue::builtin().names() {
        assert!(games.contains(&format!("`{name}`")), "{name}");
    }
}
