//! `tune`: fits the evaluation of a variant to games.

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use super::args::TuneArgs;
use super::{Failure, input};
use crate::eval::{Evaluator, network};
use crate::record::pgn::Reader;
use crate::tune::descent::{self, Fit};
use crate::tune::network::{self as training, Boards};
use crate::tune::positions;
use crate::tune::sample::{Noted, Samples};
use crate::tune::selfplay::{self, Wanted};
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
    let (noted, source) = match (&args.pgn, &args.positions) {
        (Some(path), _) => (read::<B>(rules, path)?, format!("the games of {}", path.display())),
        (None, Some(path)) => (
            read_positions::<B>(rules, path)?,
            format!("those of {}", path.display()),
        ),
        (None, None) => (play::<B>(rules, &evaluator, args)?, description(args)),
    };
    if noted.is_empty() {
        return Err(Failure::usage(
            "there is no game with a result and a quiet position to learn from",
        ));
    }
    let threads = args.threads as usize;
    let text = if args.network {
        let weights = evaluator.weights().clone();
        let boards = Boards::new::<B>(&noted, rules, &evaluator.weighted(rules, weights), threads);
        drop(noted);
        if boards.is_empty() {
            return Err(Failure::usage(format!(
                "there is no quiet position with {} men or more, and a network is asked of no other",
                network::FEWEST_MEN
            )));
        }
        network_section(rules, &boards, &source, threads)
    } else {
        let samples = Samples::new::<B>(&noted, rules, &evaluator);
        let fit = descent::fit(&samples, rules, &evaluator.derived(rules), threads);
        section(rules, &fit, &samples, &source)
    };
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

/// The same with a network.
fn network_section(rules: &Rules, boards: &Boards, source: &str, threads: usize) -> String {
    let bar = bar(0, "{bar:30} {pos}/{len} epochs, {eta} left");
    let trained = training::train(boards, threads, &|epochs, all| {
        bar.set_length(all);
        bar.set_position(epochs);
    });
    bar.finish_and_clear();
    let [terms, network, both] = trained.entropy;
    format!(
        "# Trained on {} positions: {source}.\n# Cross entropy of others {terms:.4} bits by the terms, {network:.4} by the \
         network, {both:.4} by both.\n[network:{}]\n{} = {}\n",
        boards.len(),
        rules.name,
        network::KEY,
        network::text(&trained.numbers)
    )
}

fn bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Plays games.
fn play<B: Bitboard>(rules: &Arc<Rules>, evaluator: &Evaluator, args: &TuneArgs) -> Result<Vec<Noted>, Failure> {
    let wanted = Wanted {
        games: args.games,
        nodes: args.nodes,
        plies: args.plies,
        seed: args.seed,
        threads: args.threads as usize,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::clone(&stop);
    let handler = ctrlc::set_handler(move || interrupted.store(true, Ordering::Relaxed));
    handler.map_err(|error| Failure::usage(format!("cannot listen for Ctrl-C: {error}")))?;
    let bar = bar(wanted.games, "{bar:30} {pos}/{len} games, {eta} left");
    let noted = selfplay::play::<B>(rules, evaluator, &wanted, &stop, &|games| bar.set_position(games));
    bar.finish_and_clear();
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::Interrupted);
    }
    let noted = noted.map_err(Failure::usage)?;
    if let Some(path) = &args.save {
        save(&noted, path).map_err(|error| Failure::of_file(path, error))?;
    }
    Ok(noted)
}

/// Adds positions to a file.
fn save(noted: &[Noted], path: &Path) -> io::Result<()> {
    let mut file = BufWriter::new(OpenOptions::new().create(true).append(true).open(path)?);
    positions::write(noted, &mut file)?;
    file.flush()
}

/// Reads positions.
fn read_positions<B: Bitboard>(rules: &Arc<Rules>, path: &Path) -> Result<Vec<Noted>, Failure> {
    positions::read::<B>(&mut input(path)?, rules).map_err(|error| Failure::of_file(path, error))
}

/// Reads games.
fn read<B: Bitboard>(rules: &Arc<Rules>, path: &Path) -> Result<Vec<Noted>, Failure> {
    let mut all = Vec::new();
    let mut games = written::Games::<B>::new(rules);
    for pgn in Reader::new(input(path)?) {
        let pgn = pgn.map_err(|error| Failure::of_file(path, error))?;
        let noted = games
            .note(&pgn)
            .map_err(|broken| Failure::of_file(path, format!("line {}: {}", broken.line, broken.fault)))?;
        all.extend(noted);
    }
    Ok(all)
}
