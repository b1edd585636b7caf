//! The arguments.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, value_parser};

use crate::bench;
use crate::protocol::command::MAX_DEPTH;

/// Ninefold, a chess-variant engine for large boards. Without a command it speaks UCI on its standard input.
#[derive(Debug, Parser)]
#[command(name = "ninefold", version)]
pub struct Cli {
    /// A file of variant definitions to load beside the built-in ones
    #[arg(long, global = true, value_name = "FILE")]
    pub variants: Option<PathBuf>,
    /// Whether XBoard's legality test is on, when XBoard starts the engine; if it is not said, a person is told of games that
    /// need it off
    #[arg(long, value_name = "on|off", value_parser = on_or_off)]
    pub legality_test: Option<bool>,
    /// What to do
    #[command(subcommand)]
    pub task: Option<Task>,
}

fn on_or_off(text: &str) -> Result<bool, &'static str> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("it is on or off"),
    }
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Count the leaves of the tree of legal moves
    Perft(PerftArgs),
    /// List all variants
    Variants,
    /// Show a variant's board, and how its men move
    Show {
        /// The variant
        variant: String,
        /// A position other than the start
        #[arg(long)]
        fen: Option<String>,
        /// Print the variant's definition instead, complete, as a file of definitions has it
        #[arg(long, conflicts_with = "fen")]
        definition: bool,
    },
    /// Print numbered start positions as FEN
    Shuffle {
        /// The variant
        variant: String,
        /// The first number
        #[arg(long, value_name = "N", default_value_t = 0)]
        from: u64,
        /// How many
        #[arg(long, value_name = "K", default_value_t = 1)]
        count: u64,
    },
    /// Report all errors of a file of variant definitions (exit code 1 if there are any), what looks like a mistake, and
    /// how each man was understood
    Check {
        /// The file
        file: PathBuf,
    },
    /// Play a match between engines; `ninefold match -help` has its options, which are cutechess-cli's
    #[command(disable_help_flag = true)]
    Match {
        /// The options
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// Play the games of PGN files again by the rules; exit code 1 if one breaks
    PgnCheck {
        /// The files; - is the standard input
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The variant of all games, whatever their tags say
        #[arg(long, value_name = "NAME")]
        variant: Option<String>,
    },
    /// Write different opening positions, about even by a short search, as FEN (exit code 1 if there are not so many)
    Openings(OpeningsArgs),
    /// Say what each man is believed to be worth, in centipawns of the variant's pawn: by the rules alone and as fitted
    Values {
        /// The variant
        variant: String,
    },
    /// Fit the evaluation to games of a variant: prints a section of weights for a file of definitions
    Tune(TuneArgs),
    /// Open XBoard (WinBoard on Windows) on this engine, with what a variant needs there
    Xboard(XboardArgs),
    /// Print all keys and all notation of definitions, as Markdown
    Keys,
    /// Search fixed positions; the last line is "N nodes M nps"
    Bench {
        /// Depth in plies
        #[arg(default_value_t = bench::DEPTH, value_parser = value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
        depth: u32,
    },
}

/// What to count.
#[derive(Debug, Args)]
pub struct PerftArgs {
    /// The variant
    pub variant: String,
    /// Depth in plies
    #[arg(value_parser = value_parser!(u32).range(0..=i64::from(MAX_DEPTH)))]
    pub depth: u32,
    /// A position other than the start
    #[arg(long, conflicts_with = "suite")]
    pub fen: Option<String>,
    /// Print the count under each move at DEPTH
    #[arg(long, conflicts_with = "suite")]
    pub divide: bool,
    /// How many threads count
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=256), conflicts_with_all = ["divide", "against"])]
    pub threads: u32,
    /// Remember counts in a table of this size, MiB (the count stays exact; the speed is then no longer that of the generator)
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = value_parser!(u32).range(0..=1 << 20), conflicts_with_all = ["divide", "against"])]
    pub hash: u32,
    /// Check a file with lines "FEN ;D1 n ;D2 n", up to DEPTH; exit code 1 on a difference
    #[arg(long, value_name = "FILE")]
    pub suite: Option<PathBuf>,
    /// Compare with another UCI engine's "go perft" and find the first position and move where they differ; exit code 1 if they do
    #[arg(long, value_name = "CMD", conflicts_with_all = ["suite", "divide"])]
    pub against: Option<String>,
    /// An option to set in the other engine first, NAME=VALUE; may be given again
    #[arg(long, value_name = "NAME=VALUE", requires = "against")]
    pub peer_option: Vec<String>,
    /// How long to wait for each answer of the other engine, seconds
    #[arg(long, value_name = "SECONDS", requires = "against", default_value_t = 600)]
    pub timeout: u64,
}

/// What opening positions to write.
#[derive(Debug, Args)]
pub struct OpeningsArgs {
    /// The variant
    pub variant: String,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub count: u64,
    /// After how many random plies
    #[arg(long, value_name = "P", default_value_t = 8, value_parser = value_parser!(u32).range(0..=1000))]
    pub plies: u32,
    /// How far from even the score may be, centipawns
    #[arg(long, value_name = "CP", default_value_t = 50, value_parser = value_parser!(u32).range(0..=100_000))]
    pub balance: u32,
    /// What the random moves depend on
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Search each position so many plies deep
    #[arg(long, value_name = "D", value_parser = value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    pub depth: Option<u32>,
    /// Search so many nodes of each position, 10000 if no depth is given either
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// The file to write, in place of the standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What to fit the evaluation to.
#[derive(Debug, Args)]
pub struct TuneArgs {
    /// The variant
    pub variant: String,
    /// How many games the engine plays with itself
    #[arg(long, value_name = "N", default_value_t = 10_000, conflicts_with = "pgn")]
    pub games: u64,
    /// How many nodes it searches for each move
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// After how many random plies these games begin
    #[arg(long, value_name = "P", default_value_t = 6, value_parser = value_parser!(u32).range(0..=1000))]
    pub plies: u32,
    /// What the random plies depend on
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// How many threads play and fit; makes no difference to what is found
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = value_parser!(u32).range(1..=256))]
    pub threads: u32,
    /// Take the games of a PGN file instead; - is the standard input
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Take the positions of a file that --save has written instead; - is the standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pgn", "games"])]
    pub positions: Option<PathBuf>,
    /// Add the positions of the games that are played to a file, as lines "FEN | score | result"
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pgn", "positions"])]
    pub save: Option<PathBuf>,
    /// Train a network, which judges beside the weighted terms: for millions of positions
    #[arg(long)]
    pub network: bool,
    /// The file to write, in place of the standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// With what XBoard is opened.
#[derive(Debug, Args)]
pub struct XboardArgs {
    /// The variant
    pub variant: String,
    /// Print the command instead, as a shell takes it
    #[arg(long, conflicts_with = "line")]
    pub print: bool,
    /// Print a line for XBoard's list of engines instead (its menu Engine, Edit Engine List)
    #[arg(long)]
    pub line: bool,
    /// XBoard's program
    #[arg(long, value_name = "PROGRAM", default_value = if cfg!(windows) { "winboard" } else { "xboard" })]
    pub program: PathBuf,
    /// More options of XBoard's
    #[arg(last = true, value_name = "XBOARD_OPTION")]
    pub options: Vec<String>,
}
