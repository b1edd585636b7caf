//! The command line. Without a command the engine waits for the protocol on its standard input.
//!
//! Exit codes: 0 all is well, 1 something was found to be wrong (a count that differs, a definition with an error, a
//! game that breaks), 2 the command could not be carried out as it was written, 130 it was interrupted.

mod against;
mod args;
pub mod matches;
mod openings;
mod perft;
mod pgn_check;
mod show;
mod tune;
mod values;
mod xboard;

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;

use crate::bench;
use crate::catalogue::read_file;
use crate::game::{self, Game};
use crate::protocol::{self, Output, Start};
use crate::record::pgn::Problem;
use crate::search::Control;
use crate::{Catalogue, reference, understood, variant};
use args::{Cli, Task};

/// What ends a command early.
#[derive(Debug, thiserror::Error)]
enum Failure {
    /// The command cannot be carried out as it was written.
    #[error("{0}")]
    Usage(String),
    /// Something was found to be wrong; it has been said.
    #[error("")]
    Found,
    /// The user has broken it off.
    #[error("interrupted")]
    Interrupted,
    /// Input or output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Failure {
    /// The exit code of a program that was interrupted, as shells have it.
    const INTERRUPTED: u8 = 130;

    /// A command that cannot be carried out, and why.
    fn usage(why: impl ToString) -> Self {
        Failure::Usage(why.to_string())
    }

    /// What kept a file from being read or written.
    fn of_file(path: &Path, why: impl Display) -> Self {
        Failure::usage(format!("{}: {why}", path.display()))
    }
}

/// The text of a file; `-` is the standard input.
fn input(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(|error| Failure::of_file(path, Problem::Io(error)))?;
    Ok(Box::new(BufReader::new(file)))
}

/// Runs the binary with the arguments of the process.
pub fn main() -> ExitCode {
    // XBoard reads standard error as well, and takes this beginning for a comment.
    env_logger::builder()
        .format(|out, record| writeln!(out, "# {}: {}", record.level(), record.args()))
        .init();
    let cli = Cli::parse();
    let result = match cli.task {
        None => {
            let start = Start {
                variants: cli.variants,
                legality_test: cli.legality_test,
            };
            protocol::run(start, io::stdin(), Output::new(io::stdout())).map_err(Failure::from)
        }
        Some(task) => {
            let mut out = io::BufWriter::new(io::stdout().lock());
            let result = run(task, cli.variants, &mut out);
            let flushed = out.flush().map_err(Failure::from);
            result.and(flushed)
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Found) => ExitCode::from(1),
        Err(Failure::Interrupted) => ExitCode::from(Failure::INTERRUPTED),
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            // Nobody may listen on standard error either.
            let _ = writeln!(io::stderr(), "ninefold: {failure}");
            ExitCode::from(2)
        }
    }
}

fn run(task: Task, variants: Option<PathBuf>, out: &mut dyn Write) -> Result<(), Failure> {
    let catalogue = load(variants.as_deref())?;
    match task {
        Task::Match { words } => matches::run(&words, catalogue, variants),
        Task::Perft(args) => perft::run(&catalogue, &args, out),
        Task::Variants => show::variants(&catalogue, out),
        Task::Show {
            variant,
            definition: true,
            ..
        } => show::definition(&catalogue, &variant, out),
        Task::Show { variant, fen, .. } => show::show(&*new_game(&catalogue, &variant, fen.as_deref())?, out),
        Task::Shuffle { variant, from, count } => arrangements(&catalogue, &variant, from, count, out),
        Task::PgnCheck { files, variant } => pgn_check::run(&catalogue, &files, variant.as_deref(), out),
        Task::Openings(args) => openings::run(&catalogue, &args, out),
        Task::Check { file } => check(catalogue, &file, out),
        Task::Values { variant } => values::run(&*new_game(&catalogue, &variant, None)?, out),
        Task::Tune(args) => tune::run(&catalogue, &args, out),
        Task::Xboard(args) => xboard::run(&args, variants, out),
        Task::Keys => Ok(write!(out, "{}", reference::all())?),
        Task::Bench { depth } => run_bench(depth, out),
    }
}

/// The built-in variants and those of a file; what is wrong with the file is said.
fn load(variants: Option<&Path>) -> Result<Catalogue, Failure> {
    let (catalogue, errors) = Catalogue::with_files(variants, None).map_err(Failure::usage)?;
    for error in errors {
        let _ = writeln!(io::stderr(), "ninefold: {error}");
    }
    Ok(catalogue)
}

/// A game of a variant at a position.
fn new_game(catalogue: &Catalogue, variant: &str, fen: Option<&str>) -> Result<Box<dyn Game>, Failure> {
    let rules = catalogue.require(variant).map_err(Failure::usage)?;
    let mut game = game::new(Arc::clone(rules));
    game.set_up(fen, &[]).map_err(Failure::usage)?;
    Ok(game)
}

fn arrangements(
    catalogue: &Catalogue,
    variant: &str,
    from: u64,
    count: u64,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let rules = catalogue.require(variant).map_err(Failure::usage)?;
    let last = from.checked_add(count.saturating_sub(1));
    last.ok_or_else(|| Failure::usage(format!("numbers end at {}", u64::MAX)))?;
    for offset in 0..count {
        let fen = variant::arrangement(rules, from + offset).map_err(Failure::usage)?;
        writeln!(out, "{fen}")?;
    }
    Ok(())
}

/// Says all that is wrong with a file of definitions and what looks so, and shows what was understood of the others.
fn check(mut catalogue: Catalogue, file: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let text = read_file(file).map_err(Failure::usage)?;
    let known: Vec<String> = catalogue.names().map(str::to_owned).collect();
    let (errors, warnings) = catalogue.check(&file.display().to_string(), &text);
    for error in &errors {
        writeln!(out, "{error}")?;
    }
    for warning in &warnings {
        writeln!(out, "{warning}")?;
    }
    for name in catalogue.names().filter(|name| !known.iter().any(|k| k == name)) {
        let warned = warnings.iter().filter(|w| w.section == name).count();
        match warned {
            0 => writeln!(out, "{name}: ok")?,
            1 => writeln!(out, "{name}: ok, with a warning")?,
            _ => writeln!(out, "{name}: ok, with {warned} warnings")?,
        }
        if let Some(rules) = catalogue.rules(name) {
            write!(out, "{}", understood::men(rules))?;
        }
    }
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Failure::Found),
    }
}

fn run_bench(depth: u32, out: &mut dyn Write) -> Result<(), Failure> {
    let mut written = Ok(());
    let mut say = |line: &str| {
        if written.is_ok() {
            written = writeln!(out, "{line}").and_then(|()| out.flush());
        }
    };
    bench::run(depth, &Control::default(), &mut say).map_err(Failure::usage)?;
    Ok(written?)
}
