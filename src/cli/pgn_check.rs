//! `pgn-check`: plays games of files again by the rules.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Failure, input};
use crate::Catalogue;
use crate::game::{self, Game};
use crate::record::pgn::{self, Pgn, Problem, Reader};
use crate::variant::Rules;

/// Plays all games of the files again, by the rules of `variant` or of each game's own tag, and says where one breaks.
pub fn run(
    catalogue: &Catalogue,
    files: &[PathBuf],
    variant: Option<&str>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let rules = variant.map(|name| catalogue.require(name)).transpose();
    let mut checker = Checker {
        catalogue,
        rules: rules.map_err(Failure::usage)?,
        games: HashMap::new(),
    };
    let mut broken = 0;
    for path in files {
        let counts = checker.file(path, out)?;
        writeln!(
            out,
            "{}: {}, {}, {} broken",
            path.display(),
            number(counts.games, "game", "games"),
            number(counts.plies, "ply", "plies"),
            counts.broken
        )?;
        broken += counts.broken;
    }
    match broken {
        0 => Ok(()),
        _ => Err(Failure::Found),
    }
}

fn number(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// What was found in a file.
#[derive(Default)]
struct Counts {
    games: u64,
    plies: u64,
    broken: u64,
}

struct Checker<'a> {
    catalogue: &'a Catalogue,
    /// The rules for all games, whatever their tags say.
    rules: Option<&'a Arc<Rules>>,
    /// A game of each variant that was met: its tables take longer to make than a game to play.
    games: HashMap<String, Box<dyn Game>>,
}

impl Checker<'_> {
    /// Checks the games of a file; `-` is the standard input.
    fn file(&mut self, path: &Path, out: &mut dyn Write) -> Result<Counts, Failure> {
        let mut counts = Counts::default();
        for pgn in Reader::new(input(path)?) {
            counts.games += 1;
            let fault = match pgn {
                Ok(pgn) => self.game(&pgn, counts.games, &mut counts.plies).err(),
                Err(error) if matches!(error.problem, Problem::Io(_)) => {
                    return Err(Failure::of_file(path, error.problem));
                }
                Err(error) => Some((error.line, error.to_string())),
            };
            if let Some((line, fault)) = fault {
                counts.broken += 1;
                writeln!(out, "{}:{line}: {fault}", path.display())?;
            }
        }
        Ok(counts)
    }

    /// Plays a game again; an error with the line where it breaks.
    fn game(&mut self, pgn: &Pgn, number: u64, plies: &mut u64) -> Result<(), (u64, String)> {
        let named = |fault: &dyn std::fmt::Display| {
            let players = [pgn.tag("White"), pgn.tag("Black")].map(|name| name.unwrap_or("?"));
            format!("game {number} ({} - {}): {fault}", players[0], players[1])
        };
        let rules = match self.rules {
            Some(rules) => rules,
            None => pgn::rules_of(pgn, self.catalogue).map_err(|error| (pgn.line, named(&error)))?,
        };
        let new = || game::new(Arc::clone(rules));
        let game = self.games.entry(rules.name.clone()).or_insert_with(new);
        let replayed = pgn::replay(pgn, &mut **game).map_err(|broken| (broken.line, named(&broken.fault)))?;
        *plies += replayed.moves.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, text: &str, variant: Option<&str>) -> (Result<(), Failure>, String) {
        let path = std::env::temp_dir().join(format!("ninefold-{}-{name}.pgn", std::process::id()));
        std::fs::write(&path, text).unwrap();
        let mut out = Vec::new();
        let result = run(&Catalogue::builtin(), std::slice::from_ref(&path), variant, &mut out);
        std::fs::remove_file(&path).unwrap();
        let said = String::from_utf8(out).unwrap();
        (result, said.replace(&path.display().to_string(), "file"))
    }

    #[test]
    fn every_broken_game_is_named() {
        let text = "[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n[Black \"C\"]\n\n1. e4 e4 *\n\n[Variant \"no\"]\n\n*\n\n[Event x]\n\n1. e4 *\n\n\
                    [Variant \"ninesquare\"]\n\n1. i4 *\n";
        let (result, said) = check("broken", text, None);
        assert!(matches!(result, Err(Failure::Found)));
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(
            lines[0],
            "file:8: game 2 (B - C): move 1... e4 (ply 2): `e4` is not legal in this position"
        );
        assert!(lines[1].starts_with("file:10: game 3 (? - ?): there is no variant \"no\"; there are chess"));
        assert_eq!(
            lines[2],
            "file:14: game 4: `[Event x]`: expected a tag like [White \"Anna\"]"
        );
        assert_eq!(lines[3], "file: 5 games, 3 plies, 3 broken");
    }

    #[test]
    fn the_variant_may_be_given() {
        let (result, said) = check("given", "1. i4 *\n", Some("ninesquare"));
        assert!(result.is_ok() && said == "file: 1 game, 1 ply, 0 broken\n", "{said}");
        let (result, _) = check("unknown", "", Some("no"));
        assert!(matches!(result, Err(Failure::Usage(_))));
        let missing = run(&Catalogue::builtin(), &["/no/such.pgn".into()], None, &mut Vec::new());
        let said = missing.unwrap_err().to_string();
        assert!(said.starts_with("/no/such.pgn: cannot be read: "), "{said}");
    }
}
