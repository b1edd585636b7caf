//! Writing PGN, as cutechess does: the tags, moves with what was thought of them, lines of at most 80 characters.

use std::fmt::{self, Write as _};
use std::time::Duration;

use super::{Pgn, one_line, tags};
use crate::position::GameResult;
use crate::search::Score;

/// The tags that every game has, in their order, and what stands for a value that is not known.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];
/// Longest line, characters; what has no space in it may be longer.
const LINE: usize = 80;

impl fmt::Display for Pgn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, unknown) in ROSTER {
            f.write_str(&tags::write(name, self.tag(name).unwrap_or(unknown)))?;
        }
        let result = self.result.unwrap_or(GameResult::Unfinished);
        f.write_str(&tags::write("Result", &result.to_string()))?;
        let is_written = |name: &str| {
            name.eq_ignore_ascii_case("Result") || ROSTER.iter().any(|(n, _)| n.eq_ignore_ascii_case(name))
        };
        for (name, value) in self.tags().filter(|(name, _)| !is_written(name)) {
            f.write_str(&tags::write(name, value))?;
        }
        f.write_char('\n')?;
        self.write_moves(f, result)?;
        f.write_str("\n\n")
    }
}

impl Pgn {
    fn write_moves(&self, f: &mut fmt::Formatter<'_>, result: GameResult) -> fmt::Result {
        let (mut number, mut white) = self.first_move();
        let mut lines = Lines { f, length: 0 };
        if let Some(preface) = &self.preface {
            lines.comment(preface)?;
        }
        for (index, ply) in self.moves.iter().enumerate() {
            if white {
                lines.word(&format!("{number}."))?;
            } else if index == 0 {
                lines.word(&format!("{number}..."))?;
            }
            lines.word(&ply.text)?;
            if let Some(comment) = &ply.comment {
                lines.comment(comment)?;
            }
            number += u64::from(!white);
            white = !white;
        }
        lines.word(&result.to_string())
    }

    /// The number of the first move, and whether it is White's.
    pub(super) fn first_move(&self) -> (u64, bool) {
        let fen = self.tag("FEN").unwrap_or("");
        let mut fields = fen.split_whitespace().skip(1);
        let white = fields.next() != Some("b");
        (fields.nth(3).and_then(|n| n.parse().ok()).unwrap_or(1), white)
    }
}

/// Text in lines.
struct Lines<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    length: usize,
}

impl Lines<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let length = word.chars().count();
        // A line that begins with % is not PGN's, and one that begins with [ may be taken for a tag.
        let may_begin = !word.starts_with(['%', '[']);
        if self.length > 0 && self.length + 1 + length > LINE && may_begin {
            self.f.write_char('\n')?;
            self.length = 0;
        } else if self.length > 0 {
            self.f.write_char(' ')?;
            self.length += 1;
        }
        self.length += length;
        self.f.write_str(word)
    }

    /// A comment cannot say its own end.
    fn comment(&mut self, text: &str) -> fmt::Result {
        let text = format!("{{{}}}", one_line(text).replace('}', ")"));
        text.split_whitespace().try_for_each(|word| self.word(word))
    }
}

/// What was thought of a move, for its comment: `+0.35/12 0.45s`, `-M3/20 1.20s`. The score is from the side that moves.
pub fn thinking(score: Option<Score>, depth: Option<u32>, time: Duration) -> String {
    let mut text = match score {
        Some(Score::Centipawns(score)) => format!("{:+.2}", f64::from(score) / 100.0),
        Some(Score::Mate(moves)) => format!("{}M{}", if moves < 0 { '-' } else { '+' }, moves.unsigned_abs()),
        None => String::new(),
    };
    if let Some(depth) = depth {
        let _ = write!(text, "/{depth}");
    }
    if !text.is_empty() {
        text.push(' ');
    }
    let seconds = time.as_secs_f64();
    let decimals = if seconds < 0.1 { 3 } else { 2 };
    let _ = write!(text, "{seconds:.decimals$}s");
    text
}
