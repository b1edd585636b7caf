//! Openings from files: positions (EPD) or the first moves of games (PGN).

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use super::openings::Opening;
use crate::game::Game;
use crate::record::epd::{self, EpdError};
use crate::record::pgn::{Broken, Reader, SyntaxError, replay};

/// What a file of openings holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpeningFormat {
    /// Positions.
    #[default]
    Epd,
    /// Games, of which so many plies are played.
    Pgn(usize),
}

/// Why a file of openings was refused.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", .path.display())]
pub struct OpeningFileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: Box<Problem>,
}

/// What is wrong with a file of openings.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// It cannot be opened.
    #[error(transparent)]
    Open(#[from] io::Error),
    /// A line of EPD.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// It is no PGN.
    #[error("line {line}: {0}", line = .0.line)]
    Syntax(#[from] SyntaxError),
    /// A game that cannot be played.
    #[error("line {line}: {fault}", line = .0.line, fault = .0.fault)]
    Game(Broken),
    /// A game that is over where it should begin.
    #[error("opening {0}: the game is over before it begins")]
    Over(usize),
    /// Nothing.
    #[error("there is no opening in it")]
    Empty,
}

impl From<Broken> for Problem {
    fn from(broken: Broken) -> Self {
        Problem::Game(broken)
    }
}

/// The openings of a file. `game` is of the variant; which position it has does not matter.
///
/// # Errors
/// If one of them cannot be played; the error says where it stands.
pub fn read(path: &Path, format: OpeningFormat, game: &mut dyn Game) -> Result<Vec<Opening>, OpeningFileError> {
    let explained = |problem: Problem| OpeningFileError {
        path: path.to_owned(),
        problem: Box::new(problem),
    };
    let read = |game: &mut dyn Game| -> Result<Vec<Opening>, Problem> {
        let file = BufReader::new(File::open(path)?);
        let openings = match format {
            OpeningFormat::Epd => positions(epd::read(file, game)?, game),
            OpeningFormat::Pgn(plies) => first_moves(Reader::new(file), plies, game)?,
        };
        check(&openings, game)?;
        Ok(openings)
    };
    read(game).map_err(explained)
}

fn positions(fens: Vec<String>, game: &dyn Game) -> Vec<Opening> {
    let opening = |fen: String| Opening {
        // An engine that cannot set up positions can play from the variant's own.
        fen: Some(fen).filter(|fen| *fen != game.rules().start),
        moves: Vec::new(),
    };
    fens.into_iter().map(opening).collect()
}

fn first_moves(
    games: impl Iterator<Item = Result<crate::record::pgn::Pgn, SyntaxError>>,
    plies: usize,
    game: &mut dyn Game,
) -> Result<Vec<Opening>, Problem> {
    games
        .map(|pgn| {
            let mut pgn = pgn?;
            pgn.moves.truncate(plies);
            // How the rest of the game went does not matter.
            pgn.result = None;
            pgn.set_tag("Result", "?");
            let moves = replay(&pgn, game)?.moves;
            let fen = pgn.tag("FEN").map(str::to_owned);
            Ok(Opening { fen, moves })
        })
        .collect()
}

fn check(openings: &[Opening], game: &mut dyn Game) -> Result<(), Problem> {
    for (index, opening) in openings.iter().enumerate() {
        let set_up = game.set_up(opening.fen.as_deref(), &opening.moves);
        if set_up.is_err() || game.end().is_some() {
            return Err(Problem::Over(index + 1));
        }
    }
    match openings.is_empty() {
        true => Err(Problem::Empty),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::{env, fs, process};

    use super::*;
    use crate::{Catalogue, game};

    fn from(text: &str, format: OpeningFormat) -> Result<Vec<Opening>, String> {
        static FILES: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = FILES.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path = env::temp_dir().join(format!("ninefold-openings-{}-{number}", process::id()));
        fs::write(&path, text).unwrap();
        let mut game = game::new(Arc::clone(Catalogue::builtin().rules("chess").unwrap()));
        let openings = read(&path, format, &mut *game);
        fs::remove_file(&path).unwrap();
        openings.map_err(|error| error.to_string().replace(&path.display().to_string(), "FILE"))
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    #[test]
    fn positions_of_epd() {
        let text = format!("{START}\n4k3/8/8/8/8/8/8/4K2R w K - id \"x\";\n");
        let openings = from(&text, OpeningFormat::Epd).unwrap();
        let fens: Vec<Option<&str>> = openings.iter().map(|opening| opening.fen.as_deref()).collect();
        assert_eq!(fens, [None, Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1")]);
    }

    #[test]
    fn first_moves_of_pgn() {
        let text =
            "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n";
        let openings = from(text, OpeningFormat::Pgn(3)).unwrap();
        assert_eq!(openings[0].moves, ["f2f3", "e7e5", "g2g4"]);
        assert_eq!(openings[1].moves, ["e1g1"]);
        assert!(openings[1].fen.is_some());
        let error = from(text, OpeningFormat::Pgn(9)).unwrap_err();
        assert_eq!(error, "FILE: opening 1: the game is over before it begins");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        assert!(
            from(&format!("{START}\nx"), OpeningFormat::Epd)
                .unwrap_err()
                .starts_with("FILE: line 2: ")
        );
        assert!(
            from("1. e5 *", OpeningFormat::Pgn(9))
                .unwrap_err()
                .starts_with("FILE: line 1: ")
        );
        assert_eq!(
            from("# none\n", OpeningFormat::Epd).unwrap_err(),
            "FILE: there is no opening in it"
        );
        let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        assert!(
            from(mate, OpeningFormat::Epd)
                .unwrap_err()
                .ends_with("is over before it begins")
        );
        let missing = read(
            Path::new("/no/such/file"),
            OpeningFormat::Epd,
            &mut *game::new(Arc::clone(Catalogue::builtin().rules("chess").unwrap())),
        );
        assert!(missing.unwrap_err().to_string().starts_with("/no/such/file: "));
    }
}
