//! The words of `ninefold match`, as cutechess-cli has them: `-option value key=value ...`.

use std::path::PathBuf;
use std::time::Duration;

use super::engine_args::engine_setups;
use super::help;
use super::words::{ArgsError, COUNT, NUMBER, Words, choice};
use crate::tournament::adjudication::{Adjudication, DrawRule, ResignRule};
use crate::tournament::engine::EngineSetup;
use crate::tournament::opening_file::OpeningFormat;
use crate::tournament::schedule::{OpeningPolicy, Schedule, Tournament};
use crate::tournament::sprt::{Model, Sprt};
use crate::tournament::time_control::Pace;

/// A match as it was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchArgs {
    /// Who plays.
    pub engines: Vec<EngineSetup>,
    /// The game.
    pub variant: String,
    /// A file of definitions.
    pub variants: Option<PathBuf>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Where the games begin.
    pub openings: OpeningArgs,
    /// When they are ended early.
    pub adjudication: Adjudication,
    /// How many are played at a time.
    pub concurrency: usize,
    /// What ends the match early.
    pub sprt: Option<Sprt>,
    /// Whether it goes on after a crash.
    pub recover: bool,
    /// Where the games are written to.
    pub pgn: Option<PgnArgs>,
    /// For the PGN.
    pub event: Option<String>,
    /// For the PGN.
    pub site: Option<String>,
    /// What random openings depend on.
    pub seed: Option<u64>,
    /// How often the state is told; 0: at the end.
    pub rating_interval: u64,
    /// How long to wait after each game.
    pub wait: Duration,
}

/// Where games begin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningArgs {
    /// A file of openings.
    pub file: Option<PathBuf>,
    /// What is in it.
    pub format: OpeningFormat,
    /// Whether they are played in a random order.
    pub random_order: bool,
    /// The first opening, from 0.
    pub start: usize,
    /// Numbered arrangements, from this number on.
    pub shuffle: Option<u64>,
    /// Plies of random moves.
    pub random: u32,
}

/// Where and how games are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnArgs {
    /// The file.
    pub file: PathBuf,
    /// Whether without comments.
    pub minimal: bool,
    /// Whether unfinished games are left out.
    pub finished_only: bool,
}

const BOOL: [(&str, bool); 2] = [("true", true), ("false", false)];

/// Options that cutechess-cli has and this has not.
const UNSUPPORTED: [&str; 14] = [
    "-tb",
    "-tbpieces",
    "-tbignore50",
    "-bookmode",
    "-epdout",
    "-livepgnout",
    "-seeds",
    "-outcomeinterval",
    "-resultformat",
    "-conf",
    "-tbdir",
    "-config",
    "-log",
    "-tscale",
];

/// Reads the words behind `ninefold match`.
pub fn parse(words: &[String]) -> Result<MatchArgs, ArgsError> {
    let mut args = MatchArgs::new();
    let (mut engines, mut each, mut debug) = (Vec::new(), Vec::new(), false);
    for words in Words::split(words)? {
        match words.option {
            "-engine" => engines.push(words),
            "-each" => each.push(words),
            "-variant" => words.text()?.clone_into(&mut args.variant),
            "-variants" => args.variants = Some(words.text()?.into()),
            "-tournament" => args.schedule.tournament = tournament(&words)?,
            "-games" => args.schedule.games = words.number(1, COUNT)?,
            "-rounds" => args.schedule.rounds = words.number(1, COUNT)?,
            "-repeat" if words.words.is_empty() => args.schedule.repeat = 2,
            "-repeat" => args.schedule.repeat = words.number(1, COUNT)?,
            "-noswap" => args.schedule.swap = words.nothing().map(|()| false)?,
            "-reverse" => args.schedule.reverse = words.nothing().map(|()| true)?,
            "-concurrency" => args.concurrency = words.number::<u8>(1, "a number from 1 to 255")?.into(),
            "-openings" => (args.openings, args.schedule.policy) = openings(&words)?,
            "-draw" => args.adjudication.draw = Some(draw(&words)?),
            "-resign" => args.adjudication.resign = Some(resign(&words)?),
            "-maxmoves" => args.adjudication.max_moves = Some(words.number(0, NUMBER)?).filter(|&moves| moves > 0),
            "-sprt" => args.sprt = Some(sprt(&words)?),
            "-recover" => args.recover = words.nothing().map(|()| true)?,
            "-pgnout" => args.pgn = Some(pgn(&words)?),
            "-event" => args.event = Some(words.text()?.to_owned()),
            "-site" => args.site = Some(words.text()?.to_owned()),
            "-srand" => args.seed = Some(words.number(0, NUMBER)?),
            "-ratinginterval" => args.rating_interval = words.number(0, NUMBER)?,
            "-wait" => args.wait = Duration::from_millis(words.number(0, NUMBER)?),
            // cutechess-cli has words behind it that say how much.
            "-debug" => debug = true,
            option if UNSUPPORTED.contains(&option) => return Err(ArgsError::Unsupported(option.to_owned())),
            option => {
                return Err(ArgsError::Option {
                    word: option.to_owned(),
                    possible: help::names(&help::OPTIONS),
                });
            }
        }
    }
    args.engines = engine_setups(&engines, &each)?;
    if debug {
        for engine in &mut args.engines {
            engine.launch.debug = Some(engine.name.clone());
        }
    }
    args.schedule.engines = args.engines.len();
    args.check()?;
    Ok(args)
}

impl MatchArgs {
    /// What holds when nothing is said.
    fn new() -> Self {
        MatchArgs {
            engines: Vec::new(),
            variant: "chess".into(),
            variants: None,
            schedule: Schedule {
                engines: 0,
                tournament: Tournament::RoundRobin,
                rounds: 1,
                games: 1,
                repeat: 1,
                swap: true,
                reverse: false,
                policy: OpeningPolicy::Default,
            },
            openings: OpeningArgs::default(),
            adjudication: Adjudication::default(),
            concurrency: 1,
            sprt: None,
            recover: false,
            pgn: None,
            event: None,
            site: None,
            seed: None,
            rating_interval: 10,
            wait: Duration::ZERO,
        }
    }

    fn check(&self) -> Result<(), ArgsError> {
        let engines = self.engines.len();
        if engines < 2 {
            let what = "a match needs two engines";
            return Err(ArgsError::Engines { what, engines });
        }
        if self.sprt.is_some() && engines != 2 {
            let what = "-sprt is about two engines";
            return Err(ArgsError::Engines { what, engines });
        }
        for engine in &self.engines {
            let limits = &engine.limits;
            if limits.pace == Pace::Unlimited && limits.depth.is_none() && limits.nodes.is_none() {
                return Err(ArgsError::NoLimit(engine.name.clone()));
            }
        }
        Ok(())
    }
}

fn tournament(words: &Words) -> Result<Tournament, ArgsError> {
    let choices = [
        ("round-robin", Tournament::RoundRobin),
        ("gauntlet", Tournament::Gauntlet),
    ];
    choice(words.option, words.text()?, &choices, "round-robin or gauntlet")
}

fn openings(words: &Words) -> Result<(OpeningArgs, OpeningPolicy), ArgsError> {
    let (mut args, mut policy) = (OpeningArgs::default(), OpeningPolicy::Default);
    let (mut is_pgn, mut plies) = (None, usize::MAX);
    for pair in words.pairs() {
        match pair.0 {
            "file" => args.file = Some(words.value(pair)?.into()),
            "format" => {
                let choices = [("epd", false), ("pgn", true)];
                is_pgn = Some(words.pair_choice(pair, &choices, "epd or pgn")?);
            }
            "order" => {
                let choices = [("random", true), ("sequential", false)];
                args.random_order = words.pair_choice(pair, &choices, "random or sequential")?;
            }
            "plies" => plies = words.pair_number(pair, 0, NUMBER)?,
            "start" => args.start = words.pair_number(pair, 1, COUNT)? - 1,
            "shuffle" => args.shuffle = Some(words.pair_number(pair, 0, NUMBER)?),
            "random" => args.random = words.pair_number(pair, 1, COUNT)?,
            "policy" => {
                let choices = [
                    ("default", OpeningPolicy::Default),
                    ("encounter", OpeningPolicy::Encounter),
                    ("round", OpeningPolicy::Round),
                ];
                policy = words.pair_choice(pair, &choices, "default, encounter or round")?;
            }
            key => return Err(words.unknown(key, &help::OPENINGS)),
        }
    }
    if args.file.is_some() && args.shuffle.is_some() {
        return Err(ArgsError::Both("-openings file", "-openings shuffle"));
    }
    if args.file.is_none() && args.shuffle.is_none() && args.random == 0 {
        return Err(words.missing("file=FILE, shuffle=FROM or random=PLIES"));
    }
    let by_name = args
        .file
        .as_ref()
        .is_some_and(|file| file.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("pgn")));
    if is_pgn.unwrap_or(by_name) {
        args.format = OpeningFormat::Pgn(plies);
    }
    Ok((args, policy))
}

fn draw(words: &Words) -> Result<DrawRule, ArgsError> {
    let (mut move_number, mut move_count, mut score) = (0, None, None);
    for pair in words.pairs() {
        match pair.0 {
            "movenumber" => move_number = words.pair_number(pair, 0, NUMBER)?,
            "movecount" => move_count = Some(words.pair_number(pair, 1, COUNT)?),
            "score" => score = Some(words.pair_number(pair, 0, NUMBER)?),
            key => return Err(words.unknown_of(key, "movenumber, movecount, score")),
        }
    }
    Ok(DrawRule {
        move_number,
        move_count: move_count.ok_or_else(|| words.missing("movecount=N"))?,
        score: score.ok_or_else(|| words.missing("score=CP"))?,
    })
}

fn resign(words: &Words) -> Result<ResignRule, ArgsError> {
    let (mut move_count, mut score, mut two_sided) = (None, None, false);
    for pair in words.pairs() {
        match pair.0 {
            "movecount" => move_count = Some(words.pair_number(pair, 1, COUNT)?),
            "score" => score = Some(words.pair_number(pair, 0, NUMBER)?),
            "twosided" => two_sided = words.pair_choice(pair, &BOOL, "true or false")?,
            key => return Err(words.unknown_of(key, "movecount, score, twosided")),
        }
    }
    Ok(ResignRule {
        move_count: move_count.ok_or_else(|| words.missing("movecount=N"))?,
        score: score.ok_or_else(|| words.missing("score=CP"))?,
        two_sided,
    })
}

fn sprt(words: &Words) -> Result<Sprt, ArgsError> {
    const ELO: &str = "a number";
    let (mut elo0, mut elo1, mut alpha, mut beta, mut model) = (None, None, 0.05, 0.05, Model::Logistic);
    for pair in words.pairs() {
        match pair.0 {
            "elo0" => elo0 = Some(words.pair_number(pair, f64::NEG_INFINITY, ELO)?),
            "elo1" => elo1 = Some(words.pair_number(pair, f64::NEG_INFINITY, ELO)?),
            "alpha" => alpha = words.pair_number(pair, 0.0, "a probability")?,
            "beta" => beta = words.pair_number(pair, 0.0, "a probability")?,
            "model" => {
                let choices = [("logistic", Model::Logistic), ("normalized", Model::Normalized)];
                model = words.pair_choice(pair, &choices, "logistic or normalized")?;
            }
            key => return Err(words.unknown_of(key, "elo0, elo1, alpha, beta, model")),
        }
    }
    let elo0 = elo0.ok_or_else(|| words.missing("elo0=E"))?;
    let elo1 = elo1.ok_or_else(|| words.missing("elo1=E"))?;
    Ok(Sprt::new(elo0, elo1, alpha, beta, model)?)
}

fn pgn(words: &Words) -> Result<PgnArgs, ArgsError> {
    let mut args = PgnArgs {
        file: words.words.first().ok_or_else(|| words.missing("FILE"))?.into(),
        minimal: false,
        finished_only: false,
    };
    for word in &words.words[1..] {
        match *word {
            "min" => args.minimal = true,
            "fi" => args.finished_only = true,
            other => return Err(words.unknown_of(other, "min, fi")),
        }
    }
    Ok(args)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::engine::Protocol;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    const TWO: &str = "-engine cmd=a -engine cmd=b -each tc=1+0.1";

    fn args(more: &str) -> MatchArgs {
        parse(&words(&format!("{TWO} {more}"))).unwrap()
    }

    fn error(more: &str) -> String {
        parse(&words(&format!("{TWO} {more}"))).unwrap_err().to_string()
    }

    #[test]
    fn a_whole_command() {
        let args = parse(&words(
            "-engine cmd=./new name=New option.Hash=64 tc=40/60 -engine cmd=/usr/games/fairymax proto=xboard variant=nine arg=20 \
             arg=my.ini -each tc=10+0.1 timemargin=50 option.Hash=16 -variant ninesquare -games 2 -rounds 50 -repeat \
             -concurrency 2 -openings random=6 -draw movenumber=30 movecount=5 score=10 -resign movecount=3 score=600 \
             twosided=true -maxmoves 300 -sprt elo0=-5 elo1=0 model=normalized -pgnout x.pgn fi -recover -srand 7 \
             -ratinginterval 20 -event Test",
        ))
        .unwrap();
        let [new, max] = &args.engines[..] else {
            panic!("two engines")
        };
        assert_eq!((new.name.as_str(), max.name.as_str()), ("New", "fairymax"));
        assert_eq!(new.limits.pace.to_string(), "40/60");
        assert_eq!(max.limits.pace.to_string(), "10+0.1");
        assert_eq!(new.settings.len(), 1);
        assert!(new.settings[0].value == "64" && new.settings[0].required && !max.settings[0].required);
        assert_eq!(max.launch.arguments, ["20", "my.ini"]);
        assert_eq!((max.protocol, max.variant.as_deref()), (Protocol::Xboard, Some("nine")));
        assert_eq!(
            (args.schedule.total(), args.schedule.repeat, args.schedule.engines),
            (100, 2, 2)
        );
        assert_eq!(args.openings.random, 6);
        assert!(
            args.adjudication
                .resign
                .is_some_and(|rule| rule.two_sided && rule.score == 600)
        );
        assert_eq!(args.sprt.map(|sprt| sprt.hypotheses()), Some((-5.0, 0.0)));
        assert!(args.pgn.is_some_and(|pgn| pgn.finished_only && !pgn.minimal));
        assert!(args.recover);
    }

    #[test]
    fn the_commands_of_the_readme_can_be_read() {
        let readme = include_str!("../../../README.md").replace("\\\n", " ");
        let commands: Vec<&str> = readme
            .lines()
            .filter_map(|line| line.strip_prefix("ninefold match "))
            .filter(|words| *words != "-help")
            .collect();
        assert_eq!(commands.len(), 7);
        for command in commands {
            let read = parse(&words(command));
            assert!(read.is_ok(), "{command}: {read:?}");
        }
    }

    #[test]
    fn names_are_never_the_same() {
        let args = parse(&words("-engine cmd=n -engine cmd=n -engine cmd=m name=n -each depth=1")).unwrap();
        let names: Vec<&str> = args.engines.iter().map(|engine| engine.name.as_str()).collect();
        assert_eq!(names, ["n", "n 2", "n 3"]);
    }

    #[test]
    fn formats_are_known_by_name() {
        assert_eq!(
            args("-openings file=x.PGN plies=6").openings.format,
            OpeningFormat::Pgn(6)
        );
        assert_eq!(args("-openings file=x").openings.format, OpeningFormat::Epd);
        assert_eq!(args("-openings file=x.pgn format=epd start=3").openings.start, 2);
    }

    #[test]
    fn errors_say_what_is_possible() {
        assert!(error("-gams 2").starts_with("there is no option -gams; there are -engine, -each, "));
        assert_eq!(error("-tb x"), "-tb is not supported here");
        assert_eq!(error("-games 2 3"), "`3` belongs to no option; -games takes N");
        assert_eq!(
            error("-recover yes"),
            "`yes` belongs to no option; -recover takes nothing"
        );
        assert_eq!(error("-games"), "-games: expected N");
        assert_eq!(error("-games 0"), "-games: `0` is not a number from 1");
        assert_eq!(
            error("-concurrency 99999999999"),
            "-concurrency: `99999999999` is not a number from 1 to 255"
        );
        assert_eq!(error("-games x"), "-games: `x` is not a number from 1");
        assert!(error("-openings fle=x").starts_with("-openings: there is no key `fle`; there are file, format, "));
        assert_eq!(
            error("-openings order=any"),
            "-openings order: `any` is not random or sequential"
        );
        assert_eq!(
            error("-openings order=random"),
            "-openings: expected file=FILE, shuffle=FROM or random=PLIES"
        );
        assert_eq!(
            error("-openings file=x shuffle=0"),
            "-openings file and -openings shuffle exclude each other"
        );
        assert_eq!(error("-draw score=5"), "-draw: expected movecount=N");
        assert_eq!(error("-resign movecount"), "-resign: expected movecount=VALUE");
        assert!(error("-sprt elo0=5 elo1=0").starts_with("-sprt: elo0=5 elo1=0: expected elo0 below elo1"));
        assert_eq!(
            error("-tournament knockout"),
            "-tournament: `knockout` is not round-robin or gauntlet"
        );
        assert!(error("-engine cmd=c tc=x").starts_with("-engine tc: `x` is no time control; it is"));
        assert!(error("-engine cmd=c tim=1").starts_with("-engine: there is no key `tim`; there are cmd, "));
        assert_eq!(error("-engine name=c"), "-engine: expected cmd=PROGRAM");
        assert_eq!(error("-engine cmd=c ponder"), "-engine ponder is not supported here");
        assert_eq!(
            error("-engine cmd=c -sprt elo0=0 elo1=5"),
            "-sprt is about two engines, but there are 3 engines"
        );
        let of = |text: &str| parse(&words(text)).unwrap_err().to_string();
        assert_eq!(of(""), "a match needs two engines, but there are 0 engines");
        assert_eq!(of("x -engine"), "`x` belongs to no option");
        assert_eq!(
            of("-engine cmd=a -engine cmd=b"),
            "nothing limits the thinking of a: expected tc=, st=, nodes= or depth="
        );
    }
}
