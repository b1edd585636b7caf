//! `tune`: fits the evaluation of a variant to games.

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use super::args::TuneArgs;
use super::{Failure, input};
use crate::eval::Evaluator;
use crate::record::pgn::Reader;
use crate::tune::descent::{self, Fit};
use crate::tune::positions;
use crate::tune::sample::Samples;
use crate::tune::selfplay::{self, Played, Wanted};
use crate::tune::written;
use crate::variant::Rules;
use crate::{Bitboard, Catalogue};

/// Runs the command.
pub fn run(catalogue: &Catalogue, args: &TuneArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let rules = catalogue.require(&args.variant).map_err(Failure::usage)?;
    match rules.board.squares() {
        0..=64 => tune::<u64>(rules, args, out),
        _ => tune::<u128>(rules, args, out),
    }
}

fn tune<B: Bitboard>(rules: &Arc<Rules>, args: &TuneArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let evaluator = Evaluator::new(rules);
    let (samples, source) = match (&args.pgn, &args.positions) {
        (Some(path), _) => (
            read::<B>(rules, &evaluator, path)?,
            format!("the games of {}", path.display()),
        ),
        (None, Some(path)) => (
            read_positions::<B>(rules, &evaluator, path)?,
            format!("those of {}", path.display()),
        ),
        (None, None) => (play::<B>(rules, &evaluator, args)?, description(args)),
    };
    if samples.is_empty() {
        return Err(Failure::usage(
            "there is no game with a result and a quiet position to learn from",
        ));
    }
    let derived = evaluator.derived(rules);
    let fit = descent::fit(&samples, rules, &derived, args.threads as usize);
    let text = section(rules, &fit, &samples, &source);
    match &args.output {
        Some(path) => fs::write(path, text).map_err(|error| Failure::of_file(path, error)),
        None => Ok(out.write_all(text.as_bytes())?),
    }
}

fn description(args: &TuneArgs) -> String {
    format!("{} games, {} nodes a move, seed {}", args.games, args.nodes, args.seed)
}

/// What is written: a section for a file of definitions.
fn section(rules: &Rules, fit: &Fit, samples: &Samples, source: &str) -> String {
    let [before, after] = fit.entropy;
    let mut text = format!(
        "# Fitted to {} positions: {source}.\n# Cross entropy {before:.4} bits by the rules, {after:.4} fitted; a lead of {:.0} \
         wins ten times as often as it loses.\n[eval:{}]\n",
        samples.len(),
        fit.scale,
        rules.name
    );
    for line in fit.weights.lines(rules) {
        text += &line;
        text.push('\n');
    }
    text
}

/// Plays games.
fn play<B: Bitboard>(rules: &Arc<Rules>, evaluator: &Evaluator, args: &TuneArgs) -> Result<Samples, Failure> {
    let wanted = Wanted {
        games: args.games,
        nodes: args.nodes,
        plies: args.plies,
        seed: args.seed,
        threads: args.threads as usize,
        fens: args.save.is_some(),
    };
    let stop = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::clone(&stop);
    let handler = ctrlc::set_handler(move || interrupted.store(true, Ordering::Relaxed));
    handler.map_err(|error| Failure::usage(format!("cannot listen for Ctrl-C: {error}")))?;
    let bar = ProgressBar::new(wanted.games);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left") {
        bar.set_style(style);
    }
    let games = selfplay::play::<B>(rules, evaluator, &wanted, &stop, &|games| bar.set_position(games));
    bar.finish_and_clear();
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::Interrupted);
    }
    let games = games.map_err(Failure::usage)?;
    if let Some(path) = &args.save {
        save(&games, path).map_err(|error| Failure::of_file(path, error))?;
    }
    let mut samples = Samples::default();
    for (noted, result) in games {
        samples.add(noted, result);
    }
    Ok(samples)
}

/// Adds the positions of games to a file.
fn save(games: &[Played], path: &Path) -> io::Result<()> {
    let mut file = BufWriter::new(OpenOptions::new().create(true).append(true).open(path)?);
    for (noted, result) in games {
        positions::write(noted, *result, &mut file)?;
    }
    file.flush()
}

/// Reads positions.
fn read_positions<B: Bitboard>(rules: &Arc<Rules>, evaluator: &Evaluator, path: &Path) -> Result<Samples, Failure> {
    positions::read::<B>(&mut input(path)?, rules, evaluator).map_err(|error| Failure::of_file(path, error))
}

/// Reads games.
fn read<B: Bitboard>(rules: &Arc<Rules>, evaluator: &Evaluator, path: &Path) -> Result<Samples, Failure> {
    let mut samples = Samples::default();
    let mut games = written::Games::<B>::new(rules, evaluator);
    for pgn in Reader::new(input(path)?) {
        let pgn = pgn.map_err(|error| Failure::of_file(path, error))?;
        let (noted, result) = games
            .note(&pgn)
            .map_err(|broken| Failure::of_file(path, format!("line {}: {}", broken.line, broken.fault)))?;
        samples.add(noted, result);
    }
    Ok(samples)
}
