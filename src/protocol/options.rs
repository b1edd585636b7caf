//! The options of UCI: what they are called, what values they take, and what they do to the session.

use std::io;
use std::path::Path;

use super::command::{Quoted, SetOption};
use super::output::Output;
use crate::catalogue::UnknownVariant;
use crate::search::{MOST_THREADS, TableError};

use super::session::{DEFAULT_HASH, DEFAULT_OVERHEAD, STANDARD, Session};

/// Why an option was not set.
#[derive(Debug, thiserror::Error)]
pub enum OptionError {
    /// There is none of this name.
    #[error("there is no option {name}; there are {known}", known = known())]
    Unknown {
        /// The name asked for.
        name: Quoted,
    },
    /// A number was expected.
    #[error("{option}: {value} is not a whole number from {min} to {max}")]
    Number {
        /// The option.
        option: &'static str,
        /// What was given.
        value: Quoted,
        /// The least.
        min: u64,
        /// The largest.
        max: u64,
    },
    /// `true` or `false` was expected.
    #[error("{option}: {value} is neither \"true\" nor \"false\"")]
    Check {
        /// The option.
        option: &'static str,
        /// What was given.
        value: Quoted,
    },
    /// No such variant.
    #[error("UCI_Variant: {0}")]
    Variant(#[from] UnknownVariant),
    /// No memory for the table.
    #[error("Hash: {0}")]
    Memory(#[from] TableError),
    /// A file could not be read or written.
    #[error("{option}: {error}")]
    File {
        /// The option.
        option: &'static str,
        /// What is wrong.
        error: io::Error,
    },
}

/// What an option does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Hash,
    Threads,
    ClearHash,
    Ponder,
    Variant,
    Chess960,
    VariantPath,
    Overhead,
    LogFile,
    Lines,
}

/// What values an option takes.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A number within limits.
    Spin {
        /// Without it.
        default: u64,
        /// The least.
        min: u64,
        /// The largest.
        max: u64,
    },
    /// `true` or `false`.
    Check {
        /// Without it.
        default: bool,
    },
    /// The path of a file, or nothing.
    File,
    /// None: it does something.
    Button,
    /// The name of a variant.
    Variants,
}

/// Largest hash table, MiB.
pub const MOST_HASH: u64 = 65_536;
/// Most lines of MultiPV: as in Stockfish.
const MOST_LINES: u64 = 256;

/// All options, in the order in which they are listed.
pub const OPTIONS: [(&str, Kind, Effect); 10] = [
    ("Hash", spin(DEFAULT_HASH as u64, 1, MOST_HASH), Effect::Hash),
    ("Threads", spin(1, 1, MOST_THREADS as u64), Effect::Threads),
    ("Clear Hash", Kind::Button, Effect::ClearHash),
    ("MultiPV", spin(1, 1, MOST_LINES), Effect::Lines),
    ("Ponder", Kind::Check { default: false }, Effect::Ponder),
    ("UCI_Variant", Kind::Variants, Effect::Variant),
    ("UCI_Chess960", Kind::Check { default: false }, Effect::Chess960),
    ("VariantPath", Kind::File, Effect::VariantPath),
    ("Move Overhead", spin(DEFAULT_OVERHEAD, 0, 5000), Effect::Overhead),
    ("Log File", Kind::File, Effect::LogFile),
];

const fn spin(default: u64, min: u64, max: u64) -> Kind {
    Kind::Spin { default, min, max }
}

fn known() -> String {
    OPTIONS.map(|(name, ..)| name).join(", ")
}

/// The lines that list all options.
pub fn list(session: &Session) -> String {
    let line = |(name, kind, _): &(&str, Kind, Effect)| match kind {
        Kind::Spin { default, min, max } => {
            format!("option name {name} type spin default {default} min {min} max {max}")
        }
        Kind::Check { default } => format!("option name {name} type check default {default}"),
        Kind::File => format!("option name {name} type string default <empty>"),
        Kind::Button => format!("option name {name} type button"),
        Kind::Variants => {
            let names: String = session.variants().map(|name| format!(" var {name}")).collect();
            format!("option name {name} type combo default {STANDARD}{names}")
        }
    };
    OPTIONS.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// What else there is to say of an option that was set.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Remarks, a line each.
    pub remarks: Vec<String>,
    /// Whether it put another variant on the board.
    pub variant_changed: bool,
    /// Whether there is another game on the board than before, by other rules.
    pub game_changed: bool,
    /// Whether there may be other variants than before.
    pub variants_changed: bool,
}

/// Sets an option. After an error all is as it was.
pub fn set(session: &mut Session, output: &Output, wanted: &SetOption) -> Result<Outcome, OptionError> {
    let Some(&(option, kind, effect)) = OPTIONS
        .iter()
        .find(|(name, ..)| name.eq_ignore_ascii_case(&wanted.name))
    else {
        let name = Quoted::new(&wanted.name);
        return Err(OptionError::Unknown { name });
    };
    let value = wanted
        .value
        .as_deref()
        .filter(|&value| value != "<empty>")
        .unwrap_or_default();
    let number = number(option, kind, value)?;
    let check = check(option, kind, value)?;
    let path = Some(Path::new(value)).filter(|_| !value.is_empty());
    let file = |error| OptionError::File { option, error };
    let mut outcome = Outcome::default();
    match effect {
        Effect::Hash => session.set_hash(number as usize)?,
        Effect::Threads => session.threads = number as usize,
        // Whether to ponder is for the interface to decide: nothing to remember.
        Effect::Ponder => {}
        Effect::ClearHash => session.clear(),
        Effect::Variant => {
            outcome.game_changed = session.set_variant(value)?;
            outcome.variant_changed = true;
        }
        Effect::Chess960 => outcome.game_changed = session.set_free_castling(check),
        Effect::VariantPath => outcome = load(session, path).map_err(file)?,
        Effect::Overhead => session.overhead = number,
        Effect::Lines => session.lines = number as usize,
        Effect::LogFile => output.log_to(path).map_err(|error| {
            let error = io::Error::new(error.kind(), format!("cannot write {value}: {error}"));
            OptionError::File { option, error }
        })?,
    }
    Ok(outcome)
}

/// The number of a spin option, in its limits; 0 for other kinds.
fn number(option: &'static str, kind: Kind, value: &str) -> Result<u64, OptionError> {
    let Kind::Spin { min, max, .. } = kind else {
        return Ok(0);
    };
    let parsed = value.parse().ok().filter(|number| (min..=max).contains(number));
    parsed.ok_or_else(|| OptionError::Number {
        option,
        value: Quoted::new(value),
        min,
        max,
    })
}

/// The value of a check option; `false` for other kinds.
fn check(option: &'static str, kind: Kind, value: &str) -> Result<bool, OptionError> {
    let Kind::Check { .. } = kind else { return Ok(false) };
    value.to_ascii_lowercase().parse().map_err(|_| OptionError::Check {
        option,
        value: Quoted::new(value),
    })
}

/// What is on the board, in the words of Fairy-Stockfish, which interfaces know.
pub fn variant_line(session: &Session) -> String {
    let rules = session.game().rules();
    format!(
        "variant {} files {} ranks {} pocket 0 template fairy startpos {}",
        rules.name, rules.board.files, rules.board.ranks, rules.start
    )
}

/// Loads a file of definitions and says what came of it.
fn load(session: &mut Session, path: Option<&Path>) -> io::Result<Outcome> {
    let loaded = session.load_variants(path)?;
    let mut remarks: Vec<String> = loaded.errors.iter().map(ToString::to_string).collect();
    if let Some(variant) = &loaded.kept {
        remarks.push(format!(
            "VariantPath: {variant} is being played and has errors there; nothing was loaded"
        ));
    } else if !loaded.names.is_empty() {
        remarks.push(format!("VariantPath: loaded {}", loaded.names.join(", ")));
    } else if path.is_some() {
        remarks.push("VariantPath: no variant loaded".into());
    }
    Ok(Outcome {
        remarks,
        variant_changed: loaded.changed_to.is_some(),
        game_changed: loaded.changed_to.is_some(),
        variants_changed: true,
    })
}
