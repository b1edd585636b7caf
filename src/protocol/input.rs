//! Lines from any bytes: never fails on invalid UTF-8, never holds more than a line may have.

use std::io::{self, BufRead, BufReader, Read};

/// Longest line, bytes: a `position` with a hundred thousand moves fits.
const LONGEST: usize = 1 << 20;

/// What comes next.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// A line, without its end.
    Text(String),
    /// A line longer than this many bytes; it was skipped.
    TooLong(usize),
    /// No more.
    End,
}

/// Splits an input into lines.
pub struct Lines<R> {
    input: BufReader<R>,
    /// A line that was read and is to be read again.
    returned: Option<Line>,
}

impl<R: Read> Lines<R> {
    /// The lines of an input.
    pub fn new(input: R) -> Self {
        Lines {
            input: BufReader::new(input),
            returned: None,
        }
    }

    /// Gives a line back: it is the next one.
    pub fn give_back(&mut self, line: Line) {
        self.returned = Some(line);
    }

    /// The next line. An input that cannot be read has ended.
    pub fn next_line(&mut self) -> Line {
        if let Some(line) = self.returned.take() {
            return line;
        }
        let mut line = Vec::new();
        let mut too_long = false;
        loop {
            let available = match self.input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    log::error!("cannot read the input: {error}");
                    &[]
                }
            };
            let at_end = available.is_empty();
            if at_end && line.is_empty() && !too_long {
                return Line::End;
            }
            let newline = available.iter().position(|&byte| byte == b'\n');
            let taken = newline.unwrap_or(available.len());
            if line.len() + taken > LONGEST {
                too_long = true;
                line.clear();
            }
            if !too_long {
                line.extend_from_slice(&available[..taken]);
            }
            self.input.consume(newline.map_or(taken, |end| end + 1));
            if at_end || newline.is_some() {
                break;
            }
        }
        if too_long {
            return Line::TooLong(LONGEST);
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Line::Text(String::from_utf8_lossy(&line).into_owned())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn text(text: &str) -> Line {
        Line::Text(text.into())
    }

    #[test]
    fn ends_of_lines_and_of_input() {
        let mut lines = Lines::new(&b"uci\r\n\nisready\nquit"[..]);
        assert_eq!(lines.next_line(), text("uci"));
        assert_eq!(lines.next_line(), text(""));
        assert_eq!(lines.next_line(), text("isready"));
        assert_eq!(lines.next_line(), text("quit"));
        assert_eq!(lines.next_line(), Line::End);
        assert_eq!(lines.next_line(), Line::End);
    }

    #[test]
    fn a_line_given_back_comes_again() {
        let mut lines = Lines::new(&b"xboard\nnew\n"[..]);
        let first = lines.next_line();
        lines.give_back(first);
        assert_eq!(lines.next_line(), text("xboard"));
        assert_eq!(lines.next_line(), text("new"));
    }

    #[test]
    fn any_bytes() {
        let mut lines = Lines::new(&b"\xff\xfe\x00d\n"[..]);
        assert_eq!(lines.next_line(), text("\u{fffd}\u{fffd}\0d"));
    }

    #[test]
    fn a_long_line_is_skipped_whole() {
        let mut bytes = vec![b'x'; 3 * LONGEST];
        bytes.extend_from_slice(b"\nstop\n");
        let mut lines = Lines::new(&bytes[..]);
        assert_eq!(lines.next_line(), Line::TooLong(LONGEST));
        assert_eq!(lines.next_line(), text("stop"));
        let exact = vec![b'x'; LONGEST];
        assert!(matches!(Lines::new(&exact[..]).next_line(), Line::Text(line) if line.len() == LONGEST));
    }
}
