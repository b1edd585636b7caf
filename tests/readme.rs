//! What the README says: its tables, its examples, and what they give.

mod common;

use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ninefold::perft::perft;
use ninefold::record::epd;
use ninefold::{Catalogue, Position, Variant, game, reference, understood};

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
fn the_options_of_a_match_are_those_of_the_program() {
    let options = between(
        "<!-- what `ninefold match -help` prints -->\n```text\n",
        "```\n<!-- end of what `ninefold match -help` prints -->",
    );
    assert_eq!(options, ninefold::cli::matches::help::help());
}

#[test]
fn the_options_for_winboard_are_those_of_the_program() {
    let (_, printed) = ninefold(Path::new("."), "xboard snappy --print");
    let (_, options) = printed.split_once("off' ").expect("the engine comes first");
    assert_eq!(between("behind the engine:\n`", "`."), options.trim_end());
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

/// A directory of its own for one test, empty.
fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a directory");
    path
}

/// Runs the program and gives back its exit code and what it said.
fn ninefold(directory: &Path, arguments: &str) -> (Option<i32>, String) {
    let program = Command::new(env!("CARGO_BIN_EXE_ninefold"))
        .args(arguments.split_whitespace())
        .current_dir(directory)
        .output()
        .expect("the program runs");
    (program.status.code(), String::from_utf8_lossy(&program.stdout).into())
}

#[test]
fn the_broken_game_breaks_as_it_says() {
    let directory = directory("readme-pgn");
    let game = between("Of the file\n\n```text\n", "```");
    std::fs::write(directory.join("games.pgn"), game).expect("a file");
    let said = between("it says\n\n```text\n", "```");
    assert_eq!(ninefold(&directory, "pgn-check games.pgn"), (Some(1), said.into()));
    std::fs::write(directory.join("old.pgn"), "1. i4 *\n").expect("a file");
    let command = "pgn-check --variant ninesquare old.pgn";
    assert!(README.contains(command));
    let said = "old.pgn: 1 game, 1 ply, 0 broken\n".to_string();
    assert_eq!(ninefold(&directory, command), (Some(0), said));
}

#[test]
fn the_men_are_worth_what_it_says() {
    let directory = directory("readme-values");
    std::fs::write(directory.join("my.ini"), example()).expect("a file");
    let command = "values wardens --variants my.ini";
    assert!(README.contains(command));
    let said = between("when it has emptied:\n\n```text\n", "```");
    assert_eq!(ninefold(&directory, command), (Some(0), said.into()));
}

/// The commands that fit weights and train a network, of few games.
#[test]
fn what_is_learned_is_read() {
    let directory = directory("readme-tune");
    std::fs::write(directory.join("better.ini"), example()).expect("a file");
    let mut learned = example().to_string();
    for (command, games, output) in [
        (
            "--games 100000 --nodes 200 --save positions.txt --output fitted.ini",
            "100000",
            "fitted.ini",
        ),
        (
            "--positions positions.txt --network --output network.ini",
            "",
            "network.ini",
        ),
    ] {
        let command = format!("tune wardens --variants better.ini {command}");
        assert!(README.contains(&command), "{command}");
        let command = match games {
            "" => command,
            games => command.replace(games, "4"),
        };
        assert_eq!(ninefold(&directory, &command), (Some(0), String::new()));
        learned += &std::fs::read_to_string(directory.join(output)).expect("the file");
    }
    let mut catalogue = Catalogue::builtin();
    let errors = catalogue.load("best.ini", &learned);
    assert!(errors.is_empty(), "{errors:#?}");
    let rules = catalogue.rules("wardens").expect("the game");
    assert!(!rules.fitted.is_empty() && rules.network.is_some());
}

#[test]
fn the_openings_are_written() {
    let directory = directory("readme-openings");
    let command = "openings ninesquare --count 50 --plies 8 --balance 40 --output nine.epd";
    assert!(README.contains(command));
    assert_eq!(ninefold(&directory, command), (Some(0), String::new()));
    let file = std::fs::File::open(directory.join("nine.epd")).expect("the file");
    let mut game = game::new(common::rules("ninesquare"));
    let positions = epd::read(BufReader::new(file), &mut *game).expect("positions");
    assert_eq!(positions.len(), 50);
}
