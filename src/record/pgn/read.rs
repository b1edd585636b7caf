//! Reading PGN: what XBoard, cutechess, pychess and people write. A file is read game by game, so it may be of any size.

use std::io::{self, BufRead, Read};

use super::{Pgn, Ply, tags};
use crate::position::GameResult;

/// Longest line, bytes. Files of games have none that is near to it.
const LONGEST_LINE: u64 = 1 << 24;

/// What most games begin with.
const EVENT: &str = "[Event \"";

/// What is wrong with a file of games.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The file cannot be read further.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// A line that cannot be of a file of games.
    #[error("the line has more than 16 MiB")]
    Line,
    /// A tag.
    #[error("`{0}`: expected a tag like [White \"Anna\"]")]
    Tag(String),
    /// A comment without end.
    #[error("the comment that begins here has no end (`}}`)")]
    Comment,
    /// A variation without end.
    #[error("the variation that begins here has no end (`)`)")]
    Variation,
    /// Something that closes what was not open.
    #[error("`{0}` ends what has not begun")]
    Stray(char),
}

/// Where a file of games is wrong.
#[derive(Debug, thiserror::Error)]
#[error("game {game}: {problem}")]
pub struct SyntaxError {
    /// The line, from 1.
    pub line: u64,
    /// The game, from 1.
    pub game: u64,
    /// What is wrong.
    pub problem: Problem,
}

/// Reads games one after the other. After an error it goes on with the next game.
pub struct Reader<R> {
    lines: Lines<R>,
    games: u64,
    /// Nothing more will come.
    ended: bool,
}

/// What comes next in a game.
enum Token {
    End,
    Tag(String, String),
    Comment(String),
    Open,
    Close,
    Result(GameResult),
    Move(String),
    /// A move number, a glyph: nothing that says which moves were played.
    Nothing,
}

impl<R: BufRead> Reader<R> {
    /// A reader of a file.
    pub fn new(input: R) -> Self {
        Reader {
            lines: Lines {
                input,
                number: 0,
                text: String::new(),
                at: 0,
            },
            games: 0,
            ended: false,
        }
    }

    /// How many games have been read or begun.
    pub fn games(&self) -> u64 {
        self.games
    }

    fn game(&mut self) -> Result<Option<Pgn>, (u64, Problem)> {
        let mut game = Pgn::default();
        let mut variations: Vec<u64> = Vec::new();
        loop {
            let begins_line = self.lines.skip_space()?;
            let line = self.lines.number;
            let rest = self.lines.rest();
            let is_next = !game.moves.is_empty() && rest.starts_with('[')
                || game.tag("Event").is_some() && rest.starts_with(EVENT);
            if begins_line && is_next {
                // The next game begins, though this one has no result.
                return finish(game, &variations);
            }
            let token = self.lines.token(begins_line)?;
            if game.line == 0 && !matches!(token, Token::End | Token::Nothing | Token::Comment(_)) {
                game.line = line;
                self.games += 1;
            }
            match token {
                Token::End if game.line == 0 => return Ok(None),
                Token::End => return finish(game, &variations),
                Token::Open => variations.push(line),
                Token::Close if variations.pop().is_none() => return Err((line, Problem::Stray(')'))),
                Token::Close | Token::Nothing => {}
                _ if !variations.is_empty() => {}
                Token::Tag(name, value) => game.tags.push((name, value)),
                Token::Comment(text) => {
                    let comment = match game.moves.last_mut() {
                        Some(ply) => &mut ply.comment,
                        None => &mut game.preface,
                    };
                    add_comment(comment, text);
                }
                Token::Result(result) => {
                    game.result = Some(result);
                    return Ok(Some(game));
                }
                Token::Move(text) => game.moves.push(Ply {
                    text,
                    comment: None,
                    line,
                }),
            }
        }
    }
}

fn finish(game: Pgn, variations: &[u64]) -> Result<Option<Pgn>, (u64, Problem)> {
    match variations.last() {
        Some(line) => Err((*line, Problem::Variation)),
        None => Ok(Some(game)),
    }
}

fn add_comment(to: &mut Option<String>, text: String) {
    match to {
        Some(before) => {
            before.push(' ');
            before.push_str(&text);
        }
        None => *to = Some(text),
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Pgn, SyntaxError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let begun = self.games;
        match self.game() {
            Ok(game) => {
                self.ended = game.is_none();
                game.map(Ok)
            }
            Err((line, problem)) => {
                if self.games == begun {
                    self.games += 1;
                }
                let unreadable = matches!(problem, Problem::Io(_) | Problem::Line);
                self.ended = unreadable || self.lines.skip_to_game().is_err();
                Some(Err(SyntaxError {
                    line,
                    game: self.games,
                    problem,
                }))
            }
        }
    }
}

/// The file, line by line, and where in the line reading is.
struct Lines<R> {
    input: R,
    /// Of the present line, from 1.
    number: u64,
    /// The present line without its end.
    text: String,
    at: usize,
}

impl<R: BufRead> Lines<R> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Goes to the next line; false at the end of the file. Lines that begin with `%` are not PGN's.
    fn next_line(&mut self) -> Result<bool, (u64, Problem)> {
        loop {
            let mut bytes = Vec::new();
            let read = (&mut self.input).take(LONGEST_LINE).read_until(b'\n', &mut bytes);
            let length = read.map_err(|error| (self.number + 1, Problem::Io(error)))?;
            self.at = 0;
            self.text.clear();
            if length == 0 {
                return Ok(false);
            }
            self.number += 1;
            if length as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
                return Err((self.number, Problem::Line));
            }
            self.text = decoded(bytes);
            if self.number == 1 && self.text.starts_with('\u{feff}') {
                self.text.remove(0);
            }
            if !self.text.starts_with('%') {
                return Ok(true);
            }
        }
    }

    /// Goes to the next character that is not a space; true if it is the first of its line.
    fn skip_space(&mut self) -> Result<bool, (u64, Problem)> {
        loop {
            let rest = self.rest();
            let skipped = rest.len() - rest.trim_start().len();
            if skipped < rest.len() {
                self.at += skipped;
                return Ok(self.text[..self.at].trim_start().is_empty());
            }
            if !self.next_line()? {
                return Ok(false);
            }
        }
    }

    /// The token that begins here; `begins_line` if nothing stands before it on its line.
    fn token(&mut self, begins_line: bool) -> Result<Token, (u64, Problem)> {
        let line = self.number;
        let Some(first) = self.rest().chars().next() else {
            return Ok(Token::End);
        };
        match first {
            '{' => return self.comment(),
            '[' if begins_line || self.text[..self.at].trim_end().ends_with(']') => {
                let Some((name, value, rest)) = tags::read(self.rest()) else {
                    return Err(self.wrong_tag());
                };
                self.at = self.text.len() - rest.len();
                return Ok(Token::Tag(name, value));
            }
            '[' => return Err(self.wrong_tag()),
            _ => {}
        }
        let length = match first {
            ';' => {
                let text = self.rest()[1..].trim().to_string();
                self.at = self.text.len();
                return Ok(Token::Comment(text));
            }
            '(' | ')' | '}' | ']' | '*' => 1,
            '$' => 1 + self.rest()[1..].bytes().take_while(u8::is_ascii_digit).count(),
            '<' => self.rest().find('>').map_or(self.rest().len(), |end| end + 1),
            _ => symbol_length(self.rest()),
        };
        let end = self.at + length;
        let text = self.text[self.at..end].to_string();
        self.at = end;
        match first {
            '(' => Ok(Token::Open),
            ')' => Ok(Token::Close),
            '}' | ']' => Err((line, Problem::Stray(first))),
            '$' | '<' => Ok(Token::Nothing),
            _ => Ok(symbol(&text)),
        }
    }

    /// The error of what begins here like a tag; the rest of the line goes with it.
    fn wrong_tag(&mut self) -> (u64, Problem) {
        let text = self.rest().chars().take(80).collect();
        self.at = self.text.len();
        (self.number, Problem::Tag(text))
    }

    fn comment(&mut self) -> Result<Token, (u64, Problem)> {
        let begun = self.number;
        self.at += 1;
        let mut text = String::new();
        loop {
            if let Some(length) = self.rest().find('}') {
                text.push_str(&self.rest()[..length]);
                self.at += length + 1;
                return Ok(Token::Comment(text.trim().to_string()));
            }
            text.push_str(self.rest());
            text.push(' ');
            // Somebody has forgotten the end, and the other games shall not be lost for it.
            if !self.next_line()? || self.text.starts_with(EVENT) {
                return Err((begun, Problem::Comment));
            }
        }
    }

    /// Goes to where the next game seems to begin, if it is not there already.
    fn skip_to_game(&mut self) -> Result<(), (u64, Problem)> {
        let mut after_blank = self.text[..self.at].trim().is_empty();
        loop {
            let text = self.rest().trim_start();
            if self.at == 0 && text.starts_with(EVENT) || after_blank && text.starts_with('[') {
                return Ok(());
            }
            after_blank = self.text.trim().is_empty();
            if !self.next_line()? {
                return Ok(());
            }
        }
    }
}

/// A line as text. What is not UTF-8 is taken for Latin-1, as older files are.
fn decoded(mut bytes: Vec<u8>) -> String {
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect())
}

/// How long the move, number or result is that begins a text, bytes.
fn symbol_length(text: &str) -> usize {
    let stops = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '*' | '$' | '<');
    let end = text.find(stops).unwrap_or(text.len());
    let behind = &text[end..];
    // Promotions may be written e8(Q).
    let inner = behind.strip_prefix('(').unwrap_or("");
    let inner = inner.strip_prefix('+').unwrap_or(inner);
    let is_man = end > 0 && inner.starts_with(|c: char| c.is_ascii_uppercase()) && inner[1..].starts_with(')');
    if is_man {
        end + (behind.len() - inner.len()) + 2
    } else {
        end
    }
}

/// What a symbol is.
fn symbol(text: &str) -> Token {
    let text = without_number(text);
    let says_nothing = |c: char| !c.is_alphanumeric() && c != '@';
    if let Some(result) = GameResult::of_pgn(text) {
        return Token::Result(result);
    }
    match text {
        "e.p." | "ep" => Token::Nothing,
        // No move at all is not a comment.
        "--" => Token::Move(text.to_string()),
        _ if text.chars().all(says_nothing) => Token::Nothing,
        _ => Token::Move(text.to_string()),
    }
}

/// A symbol without the number of its move. 4e5 is the move of a pawn on the fourth rank: only a dot makes a number of it.
fn without_number(mut text: &str) -> &str {
    loop {
        let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
        if !(rest.is_empty() || rest.starts_with(['.', '…'])) || text.is_empty() {
            return text;
        }
        text = rest.trim_start_matches(['.', '…']);
    }
}
