//! `xboard`: opens XBoard on this engine.

use std::env;
use std::io::{self, Write};
use std::path::{self, PathBuf};
use std::process::Command;

use super::Failure;
use super::args::XboardArgs;
use crate::protocol::Session;
use crate::protocol::xboard::launch;

/// Runs the command.
pub fn run(args: &XboardArgs, variants: Option<PathBuf>, out: &mut dyn Write) -> Result<(), Failure> {
    let definitions = variants.as_deref().map(path::absolute).transpose()?;
    let (session, _) = Session::new(variants).map_err(Failure::usage)?;
    let engine = env::current_exe()?;
    let mut arguments =
        launch::arguments(&session, &args.variant, &engine, definitions.as_deref()).map_err(Failure::usage)?;
    arguments.extend(args.options.iter().cloned());
    if args.line {
        let line = launch::line(&args.variant, &arguments).map_err(Failure::usage)?;
        return Ok(writeln!(out, "{line}")?);
    }
    if args.print {
        let words = std::iter::once(args.program.display().to_string()).chain(arguments);
        let words: Vec<String> = words.collect();
        let command = shlex::try_join(words.iter().map(String::as_str)).map_err(Failure::usage)?;
        return Ok(writeln!(out, "{command}")?);
    }
    let program = args.program.display();
    let status = Command::new(&args.program)
        .args(&arguments)
        .status()
        .map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                Failure::usage(format!("there is no `{program}` on the path; --program names another"))
            }
            _ => Failure::usage(format!("cannot start {program}: {error}")),
        })?;
    match status.success() {
        true => Ok(()),
        false => Err(Failure::usage(format!("{program} has ended with {status}"))),
    }
}
