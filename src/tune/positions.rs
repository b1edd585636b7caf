//! Positions in a file, one a line: `FEN | score | result`, with what a search thought of it (centipawns for White) and what
//! White got in the end.

use std::io::{self, BufRead, Write};
use std::sync::Arc;

use super::sample::{Noted, OPEN, Samples, note};
use crate::eval::{Analyst, Evaluator};
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

/// Writes the positions of a game whose FENs were kept; none of an unfinished one.
///
/// # Errors
/// If it cannot be written.
pub fn write(noted: &[Noted], result: GameResult, out: &mut dyn Write) -> io::Result<()> {
    let Some((text, _)) = RESULTS.iter().find(|(_, known)| *known == result) else {
        return Ok(());
    };
    for position in noted {
        if let (Some(fen), Some(score)) = (&position.fen, position.score) {
            writeln!(out, "{fen} | {score} | {text}")?;
        }
    }
    Ok(())
}

/// Reads positions and takes them apart; empty lines are passed over.
///
/// # Errors
/// If a line is not one.
pub fn read<B: Bitboard>(
    input: &mut dyn BufRead,
    rules: &Arc<Rules>,
    evaluator: &Evaluator,
) -> Result<Samples, BadLine> {
    let variant = Arc::new(Variant::<B>::new(Arc::clone(rules)));
    let mut analyst = Analyst::new(evaluator, rules);
    let mut samples = Samples::default();
    let mut text = String::new();
    for line in 1.. {
        text.clear();
        let mut noted = || {
            if input.read_line(&mut text)? == 0 {
                return Ok(None);
            }
            line_of(&text, &variant, &mut analyst).map(Some)
        };
        match noted() {
            Ok(None) => break,
            Ok(Some(Some((noted, result)))) => samples.add(vec![noted], result),
            Ok(Some(None)) => {}
            Err(fault) => return Err(BadLine { line, fault }),
        }
    }
    Ok(samples)
}

/// The position of a line; nothing of an empty one.
fn line_of<B: Bitboard>(
    text: &str,
    variant: &Arc<Variant<B>>,
    analyst: &mut Analyst,
) -> Result<Option<(Noted, GameResult)>, Fault> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let fields: Vec<&str> = text.split('|').map(str::trim).collect();
    let [fen, score, result] = fields[..] else {
        return Err(Fault::Fields);
    };
    let quoted = |text: &str| text.chars().take(40).collect::<String>();
    let position = Position::from_fen(Arc::clone(variant), fen)?;
    let number = score.parse::<i32>().ok().filter(|score| score.abs() <= OPEN);
    let number = number.ok_or_else(|| Fault::Score(quoted(score)))?;
    let known = RESULTS.iter().find(|(known, _)| *known == result);
    let &(_, result) = known.ok_or_else(|| Fault::Result(quoted(result)))?;
    let noted = Noted {
        score: Some(number),
        ..note(analyst, &position, None)
    };
    Ok(Some((noted, result)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;

    const FEN: &str = "k8/9/9/9/9/9/9/9/K6RR b - - 0 1";

    fn read_text(text: &str) -> Result<Samples, String> {
        let catalogue = Catalogue::builtin();
        let rules = catalogue.rules("ninesquare").unwrap();
        let evaluator = Evaluator::new(rules);
        read::<u128>(&mut text.as_bytes(), rules, &evaluator).map_err(|error| error.to_string())
    }

    #[test]
    fn positions_are_read_and_written() {
        let samples = read_text(&format!("{FEN}|700|1\n\n{FEN} | -20 | 0.5\r\n{FEN} | 0 | 0")).unwrap();
        let heads: Vec<_> = samples
            .heads(0..3)
            .iter()
            .map(|head| (head.score, head.result))
            .collect();
        assert_eq!(heads, [(Some(700), 1.0), (Some(-20), 0.5), (Some(0), 0.0)]);
        assert_eq!(samples.len(), 3);

        let noted = Noted {
            parts: Default::default(),
            score: Some(-7),
            fen: Some(FEN.to_owned()),
        };
        let mut text = Vec::new();
        for result in [GameResult::Draw, GameResult::Unfinished, GameResult::Won(Color::Black)] {
            write(std::slice::from_ref(&noted), result, &mut text).unwrap();
        }
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text, format!("{FEN} | -7 | 0.5\n{FEN} | -7 | 0\n"));
        assert_eq!(read_text(&text).unwrap().len(), 2);
    }

    #[test]
    fn bad_lines_are_refused_by_number() {
        let refused = |line: &str| read_text(&format!("{FEN} | 1 | 1\n{line}\n")).unwrap_err();
        assert_eq!(refused(FEN), "line 2: expected \"FEN | score | result\"");
        assert_eq!(
            refused(&format!("{FEN} | 1.5 | 1")),
            "line 2: found \"1.5\", expected a score in centipawns, from -1000 to 1000"
        );
        assert_eq!(
            refused(&format!("{FEN} | 15 | 1-0")),
            "line 2: found \"1-0\", expected what White got: 1, 0.5 or 0"
        );
        assert!(refused("9/9 w - - 0 1 | 15 | 1").starts_with("line 2: "));
    }
}
