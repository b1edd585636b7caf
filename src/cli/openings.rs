//! `openings`: writes positions for matches to begin from.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::args::OpeningsArgs;
use super::{Failure, new_game};
use crate::Catalogue;
use crate::search::{Limits, Table};
use crate::tournament::book::{Finder, PATIENCE, Wanted};

/// Size of the table of each short search, MiB.
const TABLE: usize = 1;
/// How far each search goes if nothing else is said, nodes.
const NODES: u64 = 10_000;

/// Runs the command.
pub fn run(catalogue: &Catalogue, args: &OpeningsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut game = new_game(catalogue, &args.variant, None)?;
    let mut table = Table::try_new(TABLE).map_err(Failure::usage)?;
    let wanted = Wanted {
        plies: args.plies,
        balance: args.balance as i32,
        seed: args.seed,
        limits: Limits {
            depth: args.depth,
            nodes: args.nodes.or_else(|| args.depth.is_none().then_some(NODES)),
            ..Limits::default()
        },
    };
    let mut finder = Finder::new(&mut *game, wanted, &mut table);
    let found = match &args.output {
        Some(path) => write_file(&mut finder, args.count, path)?,
        None => write(&mut finder, args.count, out)?,
    };
    if found == args.count {
        return Ok(());
    }
    out.flush()?;
    let _ = writeln!(
        io::stderr(),
        "ninefold: {found} of {} positions found: the last {PATIENCE} of {} random lines of {} plies gave no other that is \
         within {} centipawns",
        args.count,
        finder.tried(),
        args.plies,
        args.balance
    );
    Err(Failure::Found)
}

fn write_file(finder: &mut Finder, count: u64, path: &Path) -> Result<u64, Failure> {
    let cannot = |error: io::Error| Failure::of_file(path, error);
    let mut file = BufWriter::new(File::create(path).map_err(cannot)?);
    let found = write(finder, count, &mut file).map_err(cannot)?;
    file.flush().map_err(cannot)?;
    Ok(found)
}

/// Writes up to so many positions, one a line, and says how many there were.
fn write(finder: &mut Finder, count: u64, out: &mut dyn Write) -> io::Result<u64> {
    let mut found = 0;
    while found < count {
        let Some(fen) = finder.next() else { break };
        writeln!(out, "{fen}")?;
        found += 1;
    }
    Ok(found)
}
