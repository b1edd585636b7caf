//! `perft`: counts, suites of counts.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::args::PerftArgs;
use super::{Failure, against, new_game};
use crate::Catalogue;
use crate::catalogue::read_file;
use crate::game::Game;
use crate::perft::Table;

/// Runs the command.
pub fn run(catalogue: &Catalogue, args: &PerftArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut game = new_game(catalogue, &args.variant, args.fen.as_deref())?;
    let counting = Counting::new(args)?;
    if let Some(file) = &args.suite {
        return suite(&mut *game, file, args.depth, &counting, out);
    }
    if let Some(command) = &args.against {
        return against::run(&mut *game, command, args, out);
    }
    if args.divide {
        return divide(&*game, args.depth, out);
    }
    writeln!(out, "depth         leaves     seconds       leaves/s")?;
    for depth in args.depth.min(1)..=args.depth {
        let (leaves, time) = counting.count(&*game, depth);
        let seconds = time.as_secs_f64();
        let speed = leaves as f64 / seconds.max(1e-9);
        writeln!(out, "{depth:>5} {leaves:>14} {seconds:>11.3} {speed:>14.0}")?;
        out.flush()?;
    }
    Ok(())
}

/// What to count with.
struct Counting {
    threads: usize,
    table: Option<Table>,
}

impl Counting {
    fn new(args: &PerftArgs) -> Result<Self, Failure> {
        let mib = args.hash as usize;
        let table = (mib > 0).then(|| Table::new(mib).ok_or(mib)).transpose();
        let table = table.map_err(|mib| Failure::usage(format!("no memory for a table of {mib} MiB")))?;
        Ok(Counting {
            threads: args.threads as usize,
            table,
        })
    }

    /// Leaves, and the time it took to count them.
    fn count(&self, game: &dyn Game, depth: u32) -> (u64, Duration) {
        let start = Instant::now();
        // Nobody stops it.
        let leaves = game.perft(depth, self.threads, self.table.as_ref(), &AtomicBool::new(false));
        (leaves.unwrap_or(0), start.elapsed())
    }
}

fn divide(game: &dyn Game, depth: u32, out: &mut dyn Write) -> Result<(), Failure> {
    let mut written = Ok(());
    let mut say = |mv: &str, leaves: u64| {
        if written.is_ok() {
            written = writeln!(out, "{mv}: {leaves}").and_then(|()| out.flush());
        }
    };
    let leaves = match depth {
        0 => 1,
        _ => game.divide(depth, &AtomicBool::new(false), &mut say).unwrap_or(0),
    };
    written?;
    Ok(writeln!(out, "\nNodes searched: {leaves}")?)
}

/// Checks every line of a suite up to a depth.
fn suite(
    game: &mut dyn Game,
    file: &Path,
    deepest: u32,
    counting: &Counting,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let text = read_file(file).map_err(Failure::usage)?;
    let (mut right, mut wrong) = (0, 0);
    for (index, line) in text.lines().enumerate() {
        let at = |what: String| Failure::usage(format!("{}:{}: {what}", file.display(), index + 1));
        let Some(entry) = Entry::parse(line).map_err(at)? else {
            continue;
        };
        game.set_up(Some(entry.fen), &[])
            .map_err(|error| at(error.to_string()))?;
        for &(depth, expected) in entry.counts.iter().filter(|(depth, _)| *depth <= deepest) {
            let (leaves, time) = counting.count(game, depth);
            let verdict = if leaves == expected { "pass" } else { "FAIL" };
            *(if leaves == expected { &mut right } else { &mut wrong }) += 1;
            let seconds = time.as_secs_f64();
            write!(out, "{verdict} D{depth} {leaves} {seconds:.3} s  {}", entry.fen)?;
            match leaves == expected {
                true => writeln!(out)?,
                false => writeln!(out, "  expected {expected}")?,
            }
            out.flush()?;
        }
    }
    writeln!(out, "{right} right, {wrong} wrong")?;
    if wrong > 0 {
        return Err(Failure::Found);
    }
    Ok(())
}

/// One line of a suite.
#[derive(Debug, PartialEq, Eq)]
struct Entry<'a> {
    fen: &'a str,
    /// Depth and leaves.
    counts: Vec<(u32, u64)>,
}

impl<'a> Entry<'a> {
    /// Reads `FEN ;D1 n ;D2 n`; `None` for an empty line and for a comment (`#`).
    fn parse(line: &'a str) -> Result<Option<Self>, String> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        let mut parts = line.split(';');
        let fen = parts.next().unwrap_or_default().trim();
        let mut counts = Vec::new();
        for part in parts {
            let wrong = || {
                format!(
                    "\"{}\": expected \"D\" with a depth and a count, as in \"D2 400\"",
                    part.trim()
                )
            };
            let (depth, leaves) = part.trim().split_once(char::is_whitespace).ok_or_else(wrong)?;
            let depth = depth
                .strip_prefix('D')
                .and_then(|depth| depth.parse().ok())
                .ok_or_else(wrong)?;
            let leaves = leaves.trim().parse().map_err(|_| wrong())?;
            counts.push((depth, leaves));
        }
        if counts.is_empty() {
            return Err("expected a FEN and counts, as in \"FEN ;D1 20 ;D2 400\"".into());
        }
        Ok(Some(Entry { fen, counts }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_suite() {
        let entry = Entry::parse("8/8 w - - 0 1 ;D1 20 ;D2  400 ").unwrap().unwrap();
        assert_eq!(entry.fen, "8/8 w - - 0 1");
        assert_eq!(entry.counts, [(1, 20), (2, 400)]);
        assert_eq!(Entry::parse("# start"), Ok(None));
        assert_eq!(Entry::parse("  "), Ok(None));
        assert!(
            Entry::parse("8/8 w - - 0 1")
                .unwrap_err()
                .contains("expected a FEN and counts")
        );
        assert!(
            Entry::parse("8/8 w - - 0 1 ;D1 x")
                .unwrap_err()
                .starts_with("\"D1 x\": expected")
        );
        assert!(Entry::parse("8/8 w - - 0 1 ;E1 3").is_err());
    }
}
