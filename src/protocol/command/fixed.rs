//! The messages that are fixed words: `uci`, `debug on`, `isready`, `ucinewgame`, `stop`, `ponderhit`, `quit`, `register`.
//!
//! The crate `vampirc-uci` reads them, by its strict entry point. It is given nothing else: its grammar knows 8x8 boards
//! only, and numbers of other messages can make it panic. The words are joined by single spaces before, since a carriage return would
//! start another message for it.

use vampirc_uci::UciMessage;

use super::{Command, Quoted};

/// Why a fixed message was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FixedError {
    /// `debug` without a switch.
    #[error("debug: expected \"on\" or \"off\"")]
    DebugMissing,
    /// `debug` with something else.
    #[error("debug: {0} is neither \"on\" nor \"off\"")]
    Debug(Quoted),
    /// `register` with something else.
    #[error("register: expected \"later\" or \"name NAME code CODE\", and there is nothing to register")]
    Register,
    /// A word that is no fixed message.
    #[error("{0} is not a command of fixed words")]
    Other(Quoted),
}

/// Parses a line that begins with the word of a fixed message.
pub fn parse(word: &str, after: &str) -> Result<Command, FixedError> {
    let arguments: Vec<&str> = after.split_whitespace().collect();
    let taken = match word {
        "debug" => arguments.len().min(1),
        "register" => arguments.len(),
        _ => 0,
    };
    let line = [&[word], &arguments[..taken]].concat().join(" ");
    let message = vampirc_uci::parse_strict(&line)
        .ok()
        .and_then(|list| list.into_iter().next());
    Ok(match message {
        Some(UciMessage::Uci) => Command::Uci,
        Some(UciMessage::Debug(on)) => Command::Debug(on),
        Some(UciMessage::IsReady) => Command::IsReady,
        Some(UciMessage::UciNewGame) => Command::NewGame,
        Some(UciMessage::Stop) => Command::Stop,
        Some(UciMessage::PonderHit) => Command::PonderHit,
        Some(UciMessage::Quit) => Command::Quit,
        Some(UciMessage::Register { .. }) => Command::Register,
        _ => {
            return Err(match (word, arguments.first()) {
                ("debug", None) => FixedError::DebugMissing,
                ("debug", Some(switch)) => FixedError::Debug(Quoted::new(switch)),
                ("register", _) => FixedError::Register,
                _ => FixedError::Other(Quoted::new(word)),
            });
        }
    })
}
