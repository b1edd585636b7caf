//! A line of the XBoard protocol as a typed command.
//!
//! Every command that can be wrong has its own error, whose text says what was expected; it goes between the brackets of
//! `Error (...): line`. A line that is no command but looks like a move is one, as interfaces without `usermove` send it.

mod level;
mod numbers;

use crate::protocol::command::{Quoted, next_word};

pub use level::{Level, LevelError};
pub use numbers::NumberError;

/// The words that commands begin with; any other line is a move alone, or unknown.
#[rustfmt::skip]
pub const WORDS: [&str; 53] = [
    "xboard", "protover", "accepted", "rejected", "random", "name", "rating", "ics", "egtpath", "white", "black",
    "setscore", "new", "variant", "quit", "force", "go", "playother", "level", "st", "sd", "nps", "time", "otim",
    "usermove", "?", "ping", "draw", "result", "setboard", "hint", "bk", "undo", "remove", "hard", "easy", "post",
    "nopost", "analyze", "exit", ".", "computer", "pause", "resume", "memory", "cores", "option", "exclude", "include",
    "lift", "put", "hover", "d",
];

/// Most digits of the number of a `ping`.
const LONGEST_NUMBER: usize = 20;

/// One command.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `xboard`: this protocol is spoken.
    Xboard,
    /// `protover`: what can you do?
    Protover,
    /// What needs no answer and changes nothing: `accepted`, `rejected`, `random`, `name`, `rating`, `ics`, `egtpath`, ...
    Nothing,
    /// `new`: a new game of chess.
    New,
    /// `variant`: another game.
    Variant(String),
    /// `quit`.
    Quit,
    /// `force`: play neither side.
    Force,
    /// `go`: play the side to move.
    Go,
    /// `playother`: play the side that is not to move.
    PlayOther,
    /// `level`: the time control.
    Level(Level),
    /// `st`: exact time for each move, milliseconds.
    ExactTime(u64),
    /// `sd`: deepest search, plies.
    Depth(u32),
    /// `nps`: so many nodes are a second; `None`: the clock is the clock.
    NodesPerSecond(Option<u64>),
    /// `time`: what the engine's clock shows, milliseconds.
    OwnTime(u64),
    /// `otim`: what the opponent's shows, milliseconds.
    OtherTime(u64),
    /// `usermove`.
    Move(String),
    /// A move alone, as interfaces without `usermove` send it.
    BareMove(String),
    /// `?`: move now.
    MoveNow,
    /// `ping`, with what `pong` is to repeat.
    Ping(String),
    /// `draw`: the opponent offers one.
    Draw,
    /// `result`: the game is over.
    Result,
    /// `setboard`, with a FEN.
    SetBoard(String),
    /// `hint`: what should I play?
    Hint,
    /// `bk`: what does the book say?
    Book,
    /// `undo`: take back one ply.
    Undo,
    /// `remove`: take back two.
    Remove,
    /// `hard`: think on the opponent's time; `easy`: do not.
    Ponder(bool),
    /// `post`: show the thinking; `nopost`: do not.
    Post(bool),
    /// `analyze`.
    Analyze,
    /// `exit`: no more analysis.
    Exit,
    /// `.`: what is the search at?
    Status,
    /// `computer`: the opponent is an engine.
    Computer,
    /// `pause`: rest; `resume`: go on.
    Pause(bool),
    /// `memory`, MiB.
    Memory(u64),
    /// `cores`.
    Cores(u64),
    /// `option`: its name, and its value if there is one.
    Option(String, Option<String>),
    /// `exclude` a move, or all without one, from the analysis; `include` it again.
    Exclude(bool, Option<String>),
    /// `lift`: a man is picked up from this square.
    Lift(String),
    /// `put`: it is to be put down on this one, which may be said again before it is.
    Put(String),
    /// `hover`: it is held over this one.
    Hover,
    /// `d`: show the position.
    Display,
}

/// Why a line was refused. The text of each goes into the brackets of `Error (...): line`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// No command of that name.
    #[error("unknown command")]
    Unknown,
    /// A command of one number.
    #[error(transparent)]
    Number(#[from] NumberError),
    /// `level`.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// `ping` alone.
    #[error("expected a number after ping")]
    Ping,
    /// `variant` alone.
    #[error("expected the name of a variant")]
    Variant,
    /// `usermove` alone.
    #[error("expected a move after usermove")]
    Move,
    /// `setboard` alone.
    #[error("expected a FEN after setboard")]
    SetBoard,
    /// `option` alone.
    #[error("expected NAME=VALUE, or the name of a button")]
    Option,
    /// `exclude` or `include` alone.
    #[error("expected a move or \"all\"")]
    Exclude,
    /// `lift` or `put` alone.
    #[error("expected a square")]
    Square,
}

/// Parses a line; `None` for an empty one and for a comment (`#`).
pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
    let line = line.trim();
    if line.starts_with('#') {
        return Ok(None);
    }
    let Some((word, after)) = next_word(line) else {
        return Ok(None);
    };
    let rest = after.trim();
    if !WORDS.contains(&word) {
        return match is_move(word) {
            true => Ok(Some(Command::BareMove(word.to_owned()))),
            false => Err(CommandError::Unknown),
        };
    }
    let given = |error: CommandError| Some(rest.to_owned()).filter(|text| !text.is_empty()).ok_or(error);
    let first = |error: CommandError| next_word(rest).map(|(word, _)| word.to_owned()).ok_or(error);
    Ok(Some(match word {
        "xboard" => Command::Xboard,
        "protover" => Command::Protover,
        "accepted" | "rejected" | "random" | "name" | "rating" | "ics" | "egtpath" | "white" | "black" | "setscore" => {
            Command::Nothing
        }
        "new" => Command::New,
        "variant" => Command::Variant(given(CommandError::Variant)?),
        "quit" => Command::Quit,
        "force" => Command::Force,
        "go" => Command::Go,
        "playother" => Command::PlayOther,
        "level" => Command::Level(level::parse(rest)?),
        "st" => Command::ExactTime(numbers::seconds("st", rest)?),
        "sd" => Command::Depth(numbers::depth("sd", rest)?),
        "nps" => Command::NodesPerSecond(numbers::rate("nps", rest)?),
        "time" => Command::OwnTime(numbers::centiseconds("time", rest)?),
        "otim" => Command::OtherTime(numbers::centiseconds("otim", rest)?),
        "usermove" => Command::Move(first(CommandError::Move)?),
        "?" => Command::MoveNow,
        "ping" => Command::Ping(first(CommandError::Ping).and_then(number)?),
        "draw" => Command::Draw,
        "result" => Command::Result,
        "setboard" => Command::SetBoard(given(CommandError::SetBoard)?),
        "hint" => Command::Hint,
        "bk" => Command::Book,
        "undo" => Command::Undo,
        "remove" => Command::Remove,
        "hard" => Command::Ponder(true),
        "easy" => Command::Ponder(false),
        "post" => Command::Post(true),
        "nopost" => Command::Post(false),
        "analyze" => Command::Analyze,
        "exit" => Command::Exit,
        "." => Command::Status,
        "computer" => Command::Computer,
        "pause" => Command::Pause(true),
        "resume" => Command::Pause(false),
        "memory" => Command::Memory(numbers::whole("memory", rest)?),
        "cores" => Command::Cores(numbers::whole("cores", rest)?),
        "option" => option(rest)?,
        "exclude" | "include" => {
            let which = first(CommandError::Exclude)?;
            let which = Some(which).filter(|which| which != "all");
            Command::Exclude(word == "exclude", which.map(|text| with_digits(&text)))
        }
        "lift" => Command::Lift(first(CommandError::Square)?),
        "put" => Command::Put(first(CommandError::Square)?),
        "hover" => Command::Hover,
        "d" => Command::Display,
        _ => return Err(CommandError::Unknown),
    }))
}

/// The number of a `ping`, as it is written.
fn number(text: String) -> Result<String, CommandError> {
    match text.len() <= LONGEST_NUMBER && text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => Ok(text),
        false => Err(CommandError::Ping),
    }
}

/// A move whose ranks are numbers. On boards of more than ten ranks XBoard writes a rank of this command as one letter,
/// which follows the digits in ASCII: `a:a;q` is `a10a11q`.
fn with_digits(text: &str) -> String {
    let rank = |(index, letter): (usize, char)| match letter {
        ':'..='@' if index == 1 || index == 3 => (u32::from(letter) - u32::from('0')).to_string(),
        _ => letter.to_string(),
    };
    text.chars().enumerate().map(rank).collect()
}

/// `NAME=VALUE`, or `NAME` of a button.
fn option(text: &str) -> Result<Command, CommandError> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
        None => (text, None),
    };
    if name.is_empty() {
        return Err(CommandError::Option);
    }
    Ok(Command::Option(name.to_owned(), value))
}

/// Whether a word has the form of a move: two squares and perhaps a suffix, or castling.
fn is_move(word: &str) -> bool {
    let square = |text: &str| {
        let rest = text.strip_prefix(|letter: char| letter.is_ascii_lowercase())?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        (1..=2).contains(&digits).then(|| rest[digits..].to_owned())
    };
    let castling = matches!(word.to_ascii_uppercase().replace('0', "O").as_str(), "O-O" | "O-O-O");
    let suffix = |rest: String| rest.chars().count() <= 2;
    castling || square(word).and_then(|rest| square(&rest)).is_some_and(suffix)
}

/// A line as an error repeats it.
pub fn repeated(line: &str) -> String {
    Quoted::new(line.trim()).bare().to_owned()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests;
