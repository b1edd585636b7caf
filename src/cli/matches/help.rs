//! The options of `ninefold match`: one table for its help and its error messages.

/// What can be given to an option.
pub struct Known {
    /// Its name, or the key behind an option's name.
    pub name: &'static str,
    /// What follows.
    pub value: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

const fn known(name: &'static str, value: &'static str, meaning: &'static str) -> Known {
    Known { name, value, meaning }
}

/// The options.
pub const OPTIONS: [Known; 24] = [
    known("-engine", "KEY=VALUE ...", "an engine; at least two are needed"),
    known(
        "-each",
        "KEY=VALUE ...",
        "the same for all engines; what an engine has of its own goes before it",
    ),
    known("-variant", "NAME", "the game that is played (chess)"),
    known(
        "-variants",
        "FILE",
        "definitions of your own games; an engine that does not know the game and has an option VariantPath gets the file",
    ),
    known(
        "-tournament",
        "round-robin|gauntlet",
        "all meet each other, or the first meets all others (round-robin)",
    ),
    known("-games", "N", "how many games two engines play each time they meet (1)"),
    known("-rounds", "N", "how often they meet (1)"),
    known(
        "-repeat",
        "[N]",
        "plays each opening twice, or N times; two games with colours exchanged count as a pair",
    ),
    known("-noswap", "", "the engine that is named first always has White"),
    known("-reverse", "", "the engine that is named second begins with White"),
    known("-concurrency", "N", "how many games are played at a time (1)"),
    known(
        "-openings",
        "KEY=VALUE ...",
        "where the games begin; without it all begin with the game's own position",
    ),
    known(
        "-draw",
        "movenumber=N movecount=N score=CP",
        "a draw when both engines' scores have been within CP of 0 for movecount moves, from move movenumber on",
    ),
    known(
        "-resign",
        "movecount=N score=CP twosided=true|false",
        "a loss for the engine whose score has been CP below 0 for movecount moves; with twosided=true the other must agree",
    ),
    known("-maxmoves", "N", "a draw after N full moves"),
    known(
        "-sprt",
        "elo0=E elo1=E alpha=P beta=P model=logistic|normalized",
        "ends the match when it has shown whether the first engine is elo0 or elo1 stronger (alpha=0.05 beta=0.05 model=logistic)",
    ),
    known(
        "-recover",
        "",
        "goes on after an engine has crashed, stalled or not started; without it the match ends",
    ),
    known(
        "-pgnout",
        "FILE [min] [fi]",
        "adds each game to this file when it ends; min leaves out the comments, fi unfinished games",
    ),
    known("-event, -site", "TEXT", "what the PGN says of these"),
    known(
        "-srand",
        "N",
        "makes random openings the same each time (else a number that is printed)",
    ),
    known(
        "-ratinginterval",
        "N",
        "tells the state of the match every N games, 0: only at the end (10)",
    ),
    known("-wait", "MS", "waits so many milliseconds after each game (0)"),
    known(
        "-debug",
        "",
        "tells all that is said to and by the engines, on standard error",
    ),
    known("-help", "", "prints this"),
];

/// The keys of `-engine` and `-each`.
pub const ENGINE: [Known; 18] = [
    known("cmd", "PROGRAM", "the engine's program"),
    known("arg", "TEXT", "an argument for it; may be given again"),
    known("name", "TEXT", "its name in the match (the program's)"),
    known("dir", "FOLDER", "the folder it runs in"),
    known("proto", "uci|xboard", "the protocol it speaks (uci)"),
    known(
        "option.NAME",
        "VALUE",
        "sets an option; for xboard also option.memory and option.cores. An unknown one is an error, with -each a warning",
    ),
    known("variant", "NAME", "what it calls the game, if not as -variant has it"),
    known(
        "tc",
        "[MOVES/]TIME[+INCREMENT]|inf",
        "its clock: seconds or minutes:seconds, 10+0.1 40/60+0.5 40/1:30",
    ),
    known("st", "SECONDS", "a fixed time for each move"),
    known("nodes", "N", "a number of nodes for each move"),
    known("depth", "N", "a depth for each move"),
    known("timemargin", "MS", "how much later than its time it may answer (0)"),
    known(
        "patience",
        "SECONDS",
        "how long it may take to answer while no clock runs (35 to start, 15 to be ready, 600 to think without a clock)",
    ),
    known(
        "initstr",
        "TEXT",
        "lines to send before anything else; \\n begins a new one",
    ),
    known(
        "restart",
        "auto|on|off",
        "whether it is started anew for each game (auto: if it says so)",
    ),
    known("trust", "", "takes its claims of a result as true"),
    known("whitepov", "", "its scores are from White's side"),
    known("stderr", "FILE", "where its standard error is added to"),
];

/// The keys of `-openings`.
pub const OPENINGS: [Known; 8] = [
    known("file", "FILE", "a file of openings"),
    known("format", "epd|pgn", "what is in it (as its name ends, else epd)"),
    known(
        "order",
        "sequential|random",
        "in which order they are played (sequential)",
    ),
    known("plies", "N", "how many plies of a PGN's games are played (all)"),
    known("start", "N", "the first one, from 1 (1)"),
    known(
        "shuffle",
        "FROM",
        "the game's numbered arrangements, from this number on, as `ninefold shuffle` prints them",
    ),
    known("random", "PLIES", "so many random plies, behind any of these"),
    known(
        "policy",
        "default|encounter|round",
        "a new opening for each two engines and after each repetition, for each meeting, for each round (default)",
    ),
];

/// The names of a table, for a message.
pub fn names(table: &[Known]) -> String {
    let names: Vec<&str> = table.iter().map(|known| known.name).collect();
    names.join(", ")
}

/// What `ninefold match -help` prints.
pub fn help() -> String {
    let mut text = String::from(
        "Plays a match between engines. Options and their meaning are cutechess-cli's where it has them.\n\n\
         ninefold match -engine cmd=./new -engine cmd=./old -each tc=10+0.1 -variant haynie -rounds 100 -games 2 -repeat \
         -openings random=6 -concurrency 2 -pgnout games.pgn\n",
    );
    for (head, table) in [
        ("Options", &OPTIONS[..]),
        ("Keys of -engine and -each", &ENGINE[..]),
        ("Keys of -openings", &OPENINGS[..]),
    ] {
        text += &format!("\n{head}:\n");
        for Known { name, value, meaning } in table {
            let joint = if name.starts_with('-') || value.is_empty() {
                " "
            } else {
                "="
            };
            text += &format!("  {}\n        {meaning}\n", format!("{name}{joint}{value}").trim_end());
        }
    }
    text += "\nThe exit code is 0 if all went well, 1 if a game ended by a fault of an engine, 2 if the match could not be \
             played as it was described, 130 if it was interrupted.\n";
    text
}
