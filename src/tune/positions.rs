//! Positions in a file, one a line: `FEN | score | result`, with what a search thought of it (centipawns for White) and what
//! White got in the end.

use std::io::{self, BufRead, Write};
use std::sync::Arc;

use super::sample::{Noted, OPEN};
use crate::position::{FenError, GameResult};
use crate::variant::{Rules, Variant};
use crate::{Bitboard, Color, Position};

/// The results as they are written.
const RESULTS: [(&str, GameResult); 3] = [
    ("1", GameResult::Won(Color::White)),
    ("0.5", GameResult::Draw),
    ("0", GameResult::Won(Color::Black)),
];

/// Why a line is not a position.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// It cannot be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// It has not three fields.
    #[error("expected \"FEN | score | result\"")]
    Fields,
    /// The position is none.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// The score is no whole number.
    #[error("found \"{0}\", expected a score in centipawns, from -{OPEN} to {OPEN}")]
    Score(String),
    /// The result is none.
    #[error("found \"{0}\", expected what White got: 1, 0.5 or 0")]
    Result(String),
}

/// A line that is not a position.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct BadLine {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

/// Writes positions.
///
/// # Errors
/// If they cannot be written.
pub fn write(noted: &[Noted], out: &mut dyn Write) -> io::Result<()> {
    for Noted { fen, score, result } in noted {
        let text = RESULTS.iter().find(|(_, known)| known == result);
        if let (Some((text, _)), Some(score)) = (text, score) {
            writeln!(out, "{fen} | {score} | {text}")?;
        }
    }
    Ok(())
}

/// Reads positions; empty lines are passed over.
///
/// # Errors
/// If a line is not one.
pub fn read<B: Bitboard>(input: &mut dyn BufRead, rules: &Arc<Rules>) -> Result<Vec<Noted>, BadLine> {
    let variant = Arc::new(Variant::<B>::new(Arc::clone(rules)));
    let mut all = Vec::new();
    let mut text = String::new();
    for line in 1.. {
        text.clear();
        let mut noted = || {
            if input.read_line(&mut text)? == 0 {
                return Ok(None);
            }
            line_of(&text, &variant).map(Some)
        };
        match noted() {
            Ok(None) => break,
            Ok(Some(noted)) => all.extend(noted),
            Err(fault) => return Err(BadLine { line, fault }),
        }
    }
    Ok(all)
}

/// The position of a line; nothing of an empty one.
fn line_of<B: Bitboard>(text: &str, variant: &Arc<Variant<B>>) -> Result<Option<Noted>, Fault> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let fields: Vec<&str> = text.split('|').map(str::trim).collect();
    let [fen, score, result] = fields[..] else {
        return Err(Fault::Fields);
    };
    let quoted = |text: &str| text.chars().take(40).collect::<String>();
    Position::from_fen(Arc::clone(variant), fen)?;
    let number = score.parse::<i32>().ok().filter(|score| score.abs() <= OPEN);
    let number = number.ok_or_else(|| Fault::Score(quoted(score)))?;
    let known = RESULTS.iter().find(|(known, _)| *known == result);
    let &(_, result) = known.ok_or_else(|| Fault::Result(quoted(result)))?;
    Ok(Some(Noted {
        fen: fen.to_string(),
        score: Some(number),
        result,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;

    const FEN: &str = "k8/9/9/9/9/9/9/9/K6RR b - - 0 1";

    fn read_text(text: &str) -> Result<Vec<Noted>, String> {
        let catalogue = Catalogue::builtin();
        let rules = catalogue.rules("ninesquare").unwrap();
        read::<u128>(&mut text.as_bytes(), rules).map_err(|error| error.to_string())
    }

    #[test]
    fn positions_are_read_and_written() {
        let noted = |score, result| Noted {
            fen: FEN.to_owned(),
            score: Some(score),
            result,
        };
        let all = [
            noted(700, GameResult::Won(Color::White)),
            noted(-20, GameResult::Draw),
            noted(0, GameResult::Won(Color::Black)),
        ];
        assert_eq!(
            read_text(&format!("{FEN}|700|1\n\n{FEN} | -20 | 0.5\r\n{FEN} | 0 | 0")).unwrap(),
            all
        );
        let mut text = Vec::new();
        write(&all, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text, format!("{FEN} | 700 | 1\n{FEN} | -20 | 0.5\n{FEN} | 0 | 0\n"));
        assert_eq!(read_text(&text).unwrap(), all);
    }

    #[test]
    fn bad_lines_are_refused_by_number() {
        let refused = |line: &str| read_text(&format!("{FEN} | 1 | 1\n{line}\n")).unwrap_err();
        assert_eq!(refused(FEN), "line 2: expected \"FEN | score | result\"");
        assert_eq!(
            refused(&format!("{FEN} | 1.5 | 1")),
            "line 2: found \"1.5\", expected a score in centipawns, from -2000 to 2000"
        );
        assert_eq!(
            refused(&format!("{FEN} | 15 | 1-0")),
            "line 2: found \"1-0\", expected what White got: 1, 0.5 or 0"
        );
        assert!(refused("9/9 w - - 0 1 | 15 | 1").starts_with("line 2: "));
    }
}
