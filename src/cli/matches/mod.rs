//! `ninefold match`: from the words to the summary.

mod args;
mod engine_args;
pub mod help;
mod progress;
mod words;

use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use super::Failure;
use crate::game::Game;
use crate::position::GameResult;
use crate::protocol::time;
use crate::tournament::opening_file;
use crate::tournament::openings::{self, Openings, Source};
use crate::tournament::pgn::{self, Headline};
use crate::tournament::play::Played;
use crate::tournament::report::{Report, hours};
use crate::tournament::runner::{self, Event, Match};
use crate::tournament::schedule::Pairing;
use crate::tournament::standings::Standings;
use crate::variant::Rules;
use crate::{Catalogue, game};
use args::MatchArgs;
use progress::Progress;

/// Plays the match of these words. `catalogue` is of the file `variants` that was given before the name of the command.
pub(super) fn run(words: &[String], catalogue: Catalogue, variants: Option<PathBuf>) -> Result<(), Failure> {
    let asks = |word: &String| matches!(word.as_str(), "-help" | "--help" | "-h");
    if words.is_empty() || words.iter().any(asks) {
        return Ok(write!(io::stdout(), "{}", help::help())?);
    }
    let args = args::parse(words).map_err(Failure::usage)?;
    let plan = match &args.variants {
        Some(file) => plan(&args, &super::load(Some(file))?, Some(file))?,
        None => plan(&args, &catalogue, variants.as_deref())?,
    };
    let stop = stop_on_interrupt()?;
    let mut watch = Watch::new(&args, &plan)?;
    watch.introduce();
    runner::run(&plan, &stop.wanted, &mut |event| watch.hear(event));
    watch.conclude(stop.interrupted.load(Ordering::Relaxed))
}

/// The match, with all that is read from files.
fn plan(args: &MatchArgs, catalogue: &Catalogue, file: Option<&Path>) -> Result<Match, Failure> {
    let rules = Arc::clone(catalogue.require(&args.variant).map_err(Failure::usage)?);
    let mut engines = args.engines.clone();
    let openings = openings(args, &rules)?;
    for engine in &mut engines {
        engine.sets_up = openings.have_positions();
        engine.definitions = file.map(|file| file.canonicalize().unwrap_or_else(|_| file.to_owned()));
    }
    Ok(Match {
        openings,
        rules,
        engines,
        schedule: args.schedule,
        adjudication: args.adjudication,
        concurrency: args.concurrency,
        recover: args.recover,
        wait: args.wait,
    })
}

fn openings(args: &MatchArgs, rules: &Arc<Rules>) -> Result<Openings, Failure> {
    let clock = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |time| time.as_secs())
    };
    let seed = args.seed.unwrap_or_else(clock);
    let wanted = &args.openings;
    let source = match (&wanted.file, wanted.shuffle) {
        (Some(file), _) => {
            let mut game = game::new(Arc::clone(rules));
            let mut list = opening_file::read(file, wanted.format, &mut *game).map_err(Failure::usage)?;
            if wanted.random_order {
                openings::shuffle(&mut list, seed);
            }
            let start = wanted.start % list.len();
            list.rotate_left(start);
            Source::List(list)
        }
        (None, Some(from)) => Source::Shuffle(from),
        (None, None) => Source::Start,
    };
    Ok(Openings {
        source,
        random_plies: wanted.random,
        seed,
    })
}

/// How the user ends the match.
struct Interrupt {
    /// Whether the match is to stop, for whatever reason.
    wanted: Arc<AtomicBool>,
    /// Whether the user said so.
    interrupted: Arc<AtomicBool>,
}

/// The first Ctrl-C (or request to terminate) stops the match, the second ends the program.
fn stop_on_interrupt() -> Result<Interrupt, Failure> {
    let (wanted, interrupted) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let handles = (Arc::clone(&wanted), Arc::clone(&interrupted));
    let handler = move || {
        if handles.1.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(Failure::INTERRUPTED));
        }
        handles.0.store(true, Ordering::Relaxed);
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::usage(format!("cannot watch for Ctrl-C: {error}")))?;
    Ok(Interrupt { wanted, interrupted })
}

/// The file that games are added to.
struct PgnFile {
    file: File,
    /// To play the games again as they are written.
    game: Box<dyn Game>,
    headline: Headline,
    finished_only: bool,
    /// What kept a game from being written.
    failure: Option<String>,
}

impl PgnFile {
    fn open(args: &MatchArgs, rules: &Arc<Rules>) -> Result<Option<Self>, Failure> {
        let Some(pgn) = &args.pgn else { return Ok(None) };
        let file = File::options().create(true).append(true).open(&pgn.file);
        let explained = |error| Failure::usage(format!("-pgnout {}: {error}", pgn.file.display()));
        let unknown = || "?".to_owned();
        Ok(Some(PgnFile {
            file: file.map_err(explained)?,
            game: game::new(Arc::clone(rules)),
            headline: Headline {
                event: args.event.clone().unwrap_or_else(unknown),
                site: args.site.clone().unwrap_or_else(unknown),
                date: time::now().chars().take(10).collect::<String>().replace('-', "."),
                minimal: pgn.minimal,
            },
            finished_only: pgn.finished_only,
            failure: None,
        }))
    }

    fn add(&mut self, plan: &Match, pairing: &Pairing, played: &Played) {
        if self.finished_only && played.ending.result() == GameResult::Unfinished {
            return;
        }
        let [white, black] = pairing.players.map(|index| &plan.engines[index]);
        let names = [white.name.as_str(), black.name.as_str()];
        let limits = [&white.limits, &black.limits];
        let written = pgn::record(&mut *self.game, &self.headline, pairing, names, limits, played)
            .map_err(|error| error.to_string())
            // In one piece, so that a file is never left with half a game.
            .and_then(|pgn| {
                self.file
                    .write_all(pgn.to_string().as_bytes())
                    .map_err(|error| error.to_string())
            });
        if let Err(error) = written {
            self.failure
                .get_or_insert(format!("game {} cannot be written: {error}", pairing.number));
        }
    }
}

/// Follows a match: counts, tells and writes.
struct Watch<'a> {
    plan: &'a Match,
    report: Report,
    pgn: Option<PgnFile>,
    progress: Progress,
    rating_interval: u64,
    random_order: bool,
    /// Games that have ended, with a result or without.
    over: u64,
    hopeless: Option<String>,
}

impl<'a> Watch<'a> {
    fn new(args: &MatchArgs, plan: &'a Match) -> Result<Self, Failure> {
        let names: Vec<String> = plan.engines.iter().map(|engine| engine.name.clone()).collect();
        Ok(Watch {
            plan,
            pgn: PgnFile::open(args, &plan.rules)?,
            report: Report {
                standings: Standings::new(names.len()),
                names,
                schedule: plan.schedule,
                sprt: args.sprt,
            },
            progress: Progress::new(plan.schedule.total()),
            rating_interval: args.rating_interval,
            random_order: args.openings.random_order,
            over: 0,
            hopeless: None,
        })
    }

    /// What is played, and how it can be played again.
    fn introduce(&mut self) {
        let plan = self.plan;
        let total = plan.schedule.total();
        let mut text = format!(
            "Match of {}: {total} games of {}",
            self.report.names.join(", "),
            plan.rules.name
        );
        if plan.openings.random_plies > 0 || self.random_order {
            text += &format!(", -srand {}", plan.openings.seed);
        }
        self.progress.say(&text);
    }

    fn hear(&mut self, event: Event) -> ControlFlow<()> {
        match event {
            Event::Started(pairing) => {
                let (number, total) = (pairing.number, self.report.schedule.total());
                let players = self.report.players(&pairing);
                self.progress
                    .say(&format!("Started game {number} of {total} ({players})"));
            }
            Event::Finished(pairing, played) => {
                self.report.standings.add(&pairing, &played);
                if let Some(pgn) = &mut self.pgn {
                    pgn.add(self.plan, &pairing, &played);
                    self.hopeless = self.hopeless.take().or(pgn.failure.take());
                }
                self.over += 1;
                let (number, players) = (pairing.number, self.report.players(&pairing));
                let result = played.ending.result();
                self.progress.say(&format!(
                    "Finished game {number} ({players}): {result} {{{}}}",
                    played.why
                ));
                self.rate();
            }
            Event::Warning(warning) => self.progress.say(&format!("Warning: {warning}")),
            Event::Hopeless(why) => {
                self.hopeless.get_or_insert(why);
            }
        }
        let ends = self.hopeless.is_some() || self.report.verdict().is_some() || self.progress.is_closed();
        match ends {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Tells the state of the match when it is time to.
    fn rate(&mut self) {
        let finished = self.report.standings.finished();
        self.progress.state(finished, &self.report.brief());
        let is_time = self.rating_interval > 0 && self.over.is_multiple_of(self.rating_interval);
        if is_time && self.over < self.report.schedule.total() {
            let left = self
                .progress
                .left(finished)
                .map_or(String::new(), |left| format!("Time left: {}\n", hours(left)));
            let text = self.report.rating() + &left;
            self.progress.say(&text);
        }
    }

    /// The summary, and how the program ends.
    fn conclude(mut self, interrupted: bool) -> Result<(), Failure> {
        let mut text = String::new();
        if self.report.names.len() == 2 {
            text += &self.report.rating();
        }
        text += &format!("\n{}\n", self.report.table());
        text += &(self.report.game() + &self.report.endings() + &self.report.faults());
        let games = self.report.standings.finished();
        text += &format!("Finished match: {games} games in {}", hours(self.progress.elapsed()));
        self.progress.say(&text);
        self.progress.finish()?;
        if let Some(why) = self.hopeless {
            return Err(Failure::Usage(why));
        }
        if interrupted {
            return Err(Failure::Interrupted);
        }
        match self.report.standings.faults().is_empty() {
            true => Ok(()),
            false => Err(Failure::Found),
        }
    }
}
