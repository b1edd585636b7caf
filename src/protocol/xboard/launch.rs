//! With what arguments XBoard, or WinBoard, has to be started for a game.

use std::path::Path;

use super::setup::{self, Unshowable, names};
use crate::protocol::Session;

/// What every game needs, whatever the person has set otherwise: the squares that a man can go to are marked, what it
/// becomes is chosen with the mouse, and XBoard calls no game drawn by itself: it knows neither counters nor other rules.
const ALWAYS: [(&str, &str); 5] = [
    ("-showTargetSquares", "true"),
    ("-sweepPromotions", "true"),
    ("-repeatsToDraw", "0"),
    ("-ruleMoves", "0"),
    ("-materialDraws", "false"),
];

/// Why XBoard cannot be started with a game.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotLaunch {
    /// There is no such game.
    #[error("unknown variant '{0}'; `ninefold variants` lists all")]
    Unknown(String),
    /// XBoard has no way to show it.
    #[error("XBoard cannot show {0}: {1}")]
    Unshowable(String, Unshowable),
    /// XBoard splits the engine's command line itself, and knows no escapes.
    #[error("XBoard cannot be told of this path, which has both kinds of quotation marks or is not Unicode: {0}")]
    Path(String),
}

/// The arguments for a game against the engine with this program, which is to load this file of definitions.
///
/// # Errors
/// If XBoard cannot show the game.
pub fn arguments(
    session: &Session,
    variant: &str,
    program: &Path,
    definitions: Option<&Path>,
) -> Result<Vec<String>, CannotLaunch> {
    let unknown = || CannotLaunch::Unknown(variant.to_owned());
    let rules = session.rules(variant).ok_or_else(unknown)?;
    let name = names::in_xboard(session, &rules.name);
    let is_known = names::is_taken(&name);
    if !is_known {
        setup::of(rules).map_err(|why| CannotLaunch::Unshowable(name.clone(), why))?;
    }
    let test_off = !is_known && setup::test_off(rules).is_some();

    let mut engine = quoted(program)?;
    if let Some(file) = definitions {
        engine += &format!(" --variants {}", quoted(file)?);
    }
    // Must be last: where a command ends with a quotation mark XBoard adds an empty argument.
    engine += &format!(" --legality-test {}", if test_off { "off" } else { "on" });
    let mut arguments = vec!["-fcp".to_owned(), engine, "-variant".to_owned(), name];
    let test = ("-testLegality", if test_off { "false" } else { "true" });
    let options = std::iter::once(test).chain(ALWAYS);
    arguments.extend(options.flat_map(|(option, value)| [option.to_owned(), value.to_owned()]));
    Ok(arguments)
}

/// A line of XBoard's list of engines, which offers this game with these arguments.
///
/// # Errors
/// If there is a word that XBoard cannot read.
pub fn line(variant: &str, arguments: &[String]) -> Result<String, CannotLaunch> {
    let words = arguments
        .iter()
        .map(|word| enclosed(word).ok_or_else(|| CannotLaunch::Path(word.clone())));
    let words: Vec<String> = words.collect::<Result<_, _>>()?;
    Ok(format!("\"Ninefold {variant}\" {}", words.join(" ")))
}

/// A path as a word of a command line, which XBoard splits at blanks that are not between quotation marks.
fn quoted(path: &Path) -> Result<String, CannotLaunch> {
    let useless = || CannotLaunch::Path(path.display().to_string());
    path.to_str().and_then(enclosed).ok_or_else(useless)
}

/// A word between quotation marks, where it needs them and there are such that it has not itself.
fn enclosed(word: &str) -> Option<String> {
    if !word.is_empty() && !word.contains([' ', '"', '\'']) {
        return Some(word.to_owned());
    }
    let mark = ['"', '\''].into_iter().find(|mark| !word.contains(*mark))?;
    Some(format!("{mark}{word}{mark}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn engine(program: &str, definitions: Option<&str>) -> Result<String, CannotLaunch> {
        let (session, _) = Session::new(None).unwrap();
        let all = arguments(&session, "ninesquare", Path::new(program), definitions.map(Path::new))?;
        assert_eq!(all[0], "-fcp");
        Ok(all[1].clone())
    }

    fn options(variant: &str) -> Result<String, CannotLaunch> {
        let (session, _) = Session::new(None).unwrap();
        Ok(arguments(&session, variant, Path::new("ninefold"), None)?.join(" "))
    }

    #[test]
    fn a_game_says_whether_the_test_must_be_off() {
        let snappy = options("Snappy").unwrap();
        assert!(
            snappy.starts_with("-fcp ninefold --legality-test off -variant snappy -testLegality false -"),
            "{snappy}"
        );
        let ninesquare = options("ninesquare").unwrap();
        assert!(
            ninesquare.contains("--legality-test on -variant ninesquare -testLegality true"),
            "{ninesquare}"
        );
        assert!(options("chess").unwrap().contains("-variant normal"));
        assert!(options("courier").unwrap().contains("-variant courierchess"));
        assert!(options("Gothic").unwrap().contains("-variant gothic"));
        assert_eq!(options("nonsense"), Err(CannotLaunch::Unknown("nonsense".into())));
    }

    #[test]
    fn paths_with_blanks_and_quotation_marks() {
        assert_eq!(
            engine("/my games/it's", Some("/my \"own\".ini")).unwrap(),
            "\"/my games/it's\" --variants '/my \"own\".ini' --legality-test on"
        );
        assert!(matches!(engine("\"'", None), Err(CannotLaunch::Path(_))));
    }
}
