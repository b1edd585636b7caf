//! Positions in files, one a line, as match programs read them.
//!
//! A line is a FEN of four fields or more; our own writer writes it whole, so that counters and clocks are kept. Behind the
//! FEN there may be EPD's operations (`hmvc 3; fmvn 12; id "start";`), of which the two clocks are read. Empty lines and
//! those that begin with `#` say nothing.

use std::io::{self, BufRead};

use crate::game::{Game, SetUpError};

/// Why a file of positions was refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EpdError {
    /// It cannot be read.
    #[error("line {line}: {error}")]
    Io {
        /// The line, from 1.
        line: u64,
        /// Why.
        error: io::Error,
    },
    /// A position is none of the variant.
    #[error("line {line}: {error}")]
    Position {
        /// The line, from 1.
        line: u64,
        /// Why.
        error: SetUpError,
    },
}

/// The positions of a file as FEN, each of which can be set up. `game` is of their variant.
///
/// # Errors
/// With the line, if the file cannot be read or a position is not one of the variant.
pub fn read(input: impl BufRead, game: &mut dyn Game) -> Result<Vec<String>, EpdError> {
    let mut positions = Vec::new();
    for (index, text) in input.lines().enumerate() {
        let line = index as u64 + 1;
        let text = text.map_err(|error| EpdError::Io { line, error })?;
        let Some(fen) = fen(&text) else { continue };
        game.set_up(Some(&fen), &[])
            .map_err(|error| EpdError::Position { line, error })?;
        positions.push(fen);
    }
    Ok(positions)
}

/// The position of a line as FEN, whether it is one of any variant or not; `None` if the line says nothing.
///
/// ```
/// use ninefold::record::epd;
/// let line = "4k3/8/8/8/8/8/8/4K2R w K - hmvc 3; fmvn 12; id \"rook\";";
/// assert_eq!(epd::fen(line).unwrap(), "4k3/8/8/8/8/8/8/4K2R w K - 3 12");
/// assert_eq!(epd::fen("# rooks"), None);
/// ```
pub fn fen(line: &str) -> Option<String> {
    let line = line.trim_start_matches('\u{feff}').trim();
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    let (fields, operations) = split(line);
    let mut fields: Vec<String> = fields.into_iter().map(String::from).collect();
    if fields.len() == 4 {
        let clock = |name: &str, usual: &str| operand(operations, name).unwrap_or(usual).to_string();
        fields.extend([clock("hmvc", "0"), clock("fmvn", "1")]);
    }
    Some(fields.join(" "))
}

/// The fields of the FEN, and what stands behind them.
fn split(line: &str) -> (Vec<&str>, &str) {
    let is_number = |field: &str| !field.is_empty() && field.bytes().all(|b| b.is_ascii_digit());
    let mut fields = Vec::new();
    let mut rest = line;
    loop {
        let next = rest.trim_start();
        let field = next.split_whitespace().next().unwrap_or("");
        let belongs = match fields.len() {
            0..4 => !field.is_empty() && !field.starts_with(';'),
            4 | 5 => is_number(field),
            6 => field.starts_with(|c: char| c.is_ascii_lowercase()) && field.contains(':'),
            _ => false,
        };
        if !belongs {
            return (fields, next);
        }
        fields.push(field);
        rest = &next[field.len()..];
    }
}

/// What stands behind an operation's name, if that is one word.
fn operand<'a>(operations: &'a str, name: &str) -> Option<&'a str> {
    let mut words = operations.split(';').map(str::split_whitespace);
    words.find_map(|mut words| words.next().filter(|word| *word == name).and_then(|_| words.next()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Catalogue, game};

    #[test]
    fn what_others_write_is_read() {
        let board = "4k3/8/8/8/8/8/8/4K2R";
        for (line, expected) in [
            ("w K -", " w K - 0 1"),
            ("w K - 3 12", " w K - 3 12"),
            ("w K - 3 12 ;D1 20 ;D2 400", " w K - 3 12"),
            ("w K - bm Ke2; fmvn 7;", " w K - 0 7"),
            ("w K - 0 1 e1:3-", " w K - 0 1 e1:3-"),
            ("w", " w"),
            ("; D1 5", ""),
        ] {
            assert_eq!(
                fen(&format!("  {board} {line} ")),
                Some(format!("{board}{expected}")),
                "{line}"
            );
        }
        assert_eq!(fen("  "), None);
    }

    #[test]
    fn a_wrong_position_is_named_by_its_line() {
        let mut game = game::new(Arc::clone(Catalogue::builtin().rules("chess").unwrap()));
        let start = game.fen();
        let text = format!("# two\r\n{start}\r\n\n{start}\n");
        assert_eq!(
            read(text.as_bytes(), &mut *game).unwrap(),
            [start.clone(), start.clone()]
        );
        let error = read(format!("{start}\nx/8 w - -\n").as_bytes(), &mut *game).unwrap_err();
        assert_eq!(error.to_string(), "line 2: FEN: board: 2 ranks, expected 8");
    }
}
