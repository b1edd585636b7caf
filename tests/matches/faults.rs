//! Engines that do wrong: each fault is recorded with its reason, costs the game, and the match goes on or not as it was
//! asked to.

use libtest_mimic::Trial;

use super::{play, test};

/// Protocol, fault, what is said of it, the tag `Termination`, and whether the match ends without `-recover`.
const FAULTS: [(&str, &str, &str, &str, bool); 20] = [
    (
        "STUB",
        "dies-at-once",
        "does not start: exit status: 3: no book for today",
        "abandoned",
        true,
    ),
    (
        "STUB",
        "mute",
        "does not start: stalls (no answer to `uci` within 1 s)",
        "abandoned",
        true,
    ),
    (
        "XSTUB",
        "dies-at-once",
        "does not start: exit status: 3: no book for today",
        "abandoned",
        true,
    ),
    (
        "STUB",
        "crash",
        "disconnects (exit status: 7: ran out of ideas)",
        "abandoned",
        true,
    ),
    (
        "XSTUB",
        "crash",
        "disconnects (exit status: 7: ran out of ideas)",
        "abandoned",
        true,
    ),
    (
        "STUB",
        "stall",
        "stalls (no answer to `stop` within 1 s)",
        "stalled connection",
        true,
    ),
    (
        "XSTUB",
        "stall",
        "stalls (no answer to `?` within 1 s)",
        "stalled connection",
        true,
    ),
    (
        "STUB",
        "deaf",
        "stalls (no answer to `isready` within 1 s)",
        "stalled connection",
        true,
    ),
    // On a slow machine it has been told to stop before so much has come.
    (
        "STUB",
        "flood",
        "floods its output (more than 64 MiB in answer to `",
        "stalled connection",
        true,
    ),
    (
        "XSTUB",
        "flood",
        "floods its output (more than 64 MiB in answer to `",
        "stalled connection",
        true,
    ),
    (
        "STUB",
        "illegal",
        "makes an illegal move: `a1a1`",
        "illegal move",
        false,
    ),
    (
        "XSTUB",
        "illegal",
        "makes an illegal move: `a1a1`",
        "illegal move",
        false,
    ),
    (
        "STUB",
        "nonsense",
        "makes an illegal move: `xxxx",
        "illegal move",
        false,
    ),
    ("STUB", "none", "makes an illegal move: `(none)`", "illegal move", false),
    ("STUB", "empty", "makes an illegal move: ``", "illegal move", false),
    ("STUB", "late", "loses on time (", "time forfeit", false),
    ("XSTUB", "late", "loses on time (", "time forfeit", false),
    (
        "XSTUB",
        "claims-win",
        "makes a false claim: `",
        "rules infraction",
        false,
    ),
    (
        "XSTUB",
        "claims-draw",
        "makes a false claim: `1/2-1/2`",
        "rules infraction",
        false,
    ),
    (
        "XSTUB",
        "refuses",
        "makes a false claim: it says `Illegal move: ",
        "rules infraction",
        false,
    ),
];

pub fn tests() -> Vec<Trial> {
    let fault = |(stub, fault, said, termination, fatal)| {
        test(format!("faults::{stub}::{fault}"), move || {
            is_recorded(stub, fault, said, termination);
            is_fatal_or_not(stub, fault, fatal);
        })
    };
    let harmless = |(stub, habit)| test(format!("faults::{stub}::{habit}"), move || is_no_fault(stub, habit));
    let habits = [
        ("STUB", "chatter"),
        ("STUB", "garbage"),
        ("STUB", "twice"),
        ("STUB", "slow"),
        ("STUB", "stays"),
        ("XSTUB", "chatter"),
        ("XSTUB", "garbage"),
        ("XSTUB", "slow"),
        ("XSTUB", "algebraic"),
        ("XSTUB", "old"),
    ];
    let other = [
        test("faults::a_move_on_stop_is_late", a_move_on_stop_is_late),
        test("faults::giving_up_is_none", giving_up_is_none),
        test("faults::what_cannot_be_played_is_said", what_cannot_be_played_is_said),
    ];
    let all = FAULTS.into_iter().map(fault).chain(habits.into_iter().map(harmless));
    all.chain(other).collect()
}

const RULES: &str = "-each st=0.2 patience=1 -variant ninesquare -maxmoves 10";

/// With `-recover` every game is played, and lost by the one at fault with either colour.
fn is_recorded(stub: &str, fault: &str, said: &str, termination: &str) {
    let over = play(&format!(
        "-engine {stub} arg={fault} name=bad -engine STUB name=good {RULES} -games 2 -recover"
    ));
    over.expect("exit code 1", over.code == Some(1));
    over.expect("both games are lost", over.tags("Result") == ["0-1", "1-0"]);
    over.expect("with their reason", over.tags("Termination") == [termination; 2]);
    over.says(&format!("Finished game 1 (bad vs good): 0-1 {{White {said}"));
    over.says(&format!("Finished game 2 (good vs bad): 1-0 {{Black {said}"));
    over.says("Score of bad vs good: 0 - 2 - 0");
    over.says("Faults: 2\n  game 1, ply ");
    over.says(&format!(": bad {said}"));
}

/// Without `-recover` the match ends if the engine has to be started anew.
fn is_fatal_or_not(stub: &str, fault: &str, fatal: bool) {
    let over = play(&format!(
        "-engine {stub} arg={fault} name=bad -engine STUB name=good {RULES} -games 3"
    ));
    over.expect("exit code 1", over.code == Some(1));
    let games = if fatal { 1 } else { 3 };
    over.expect("as many games as it should be", over.tags("Result").len() == games);
    over.says(&format!("Finished match: {games} games"));
}

/// Strange habits are not punished.
fn is_no_fault(stub: &str, habit: &str) {
    let over = play(&format!(
        "-engine {stub} arg={habit} name=odd -engine XSTUB name=good {RULES} -games 2"
    ));
    over.expect("exit code 0", over.code == Some(0));
    over.expect("both games are played", over.tags("PlyCount") == ["20"; 2]);
    over.says("Ends: maximum length 2\nFaults: none");
}

/// One that moves only when it is told to is late, but lives.
fn a_move_on_stop_is_late() {
    let over = play(&format!(
        "-engine STUB arg=waits name=bad -engine STUB name=good {RULES}"
    ));
    over.says("Finished game 1 (bad vs good): 0-1 {White loses on time (");
}

fn giving_up_is_none() {
    for habit in ["resigns", "claims-loss"] {
        let over = play(&format!(
            "-engine XSTUB arg={habit} name=meek -engine STUB {RULES} -games 2"
        ));
        over.expect("exit code 0", over.code == Some(0));
        over.expect("both games are lost", over.tags("Result") == ["0-1", "1-0"]);
        over.says("{White resigns}");
    }
}

/// What no starting anew can mend ends the match with what is wrong.
fn what_cannot_be_played_is_said() {
    let said = [
        ("-engine cmd=/no/such/engine", "cannot start `/no/such/engine`: "),
        (
            "-engine STUB option.Lvl=2",
            "there is no option Lvl; there are UCI_Variant, Level",
        ),
        (
            "-engine STUB option.Level=10",
            "option Level cannot be `10`: it is a number from 1 to 9",
        ),
        (
            "-engine STUB variant=nine",
            "does not play nine; it plays chess, ninesquare, haynie",
        ),
        (
            "-engine XSTUB variant=nine",
            "does not play nine; it plays normal, ninesquare, haynie",
        ),
        ("-engine XSTUB nodes=5", "cannot count nodes: it has no feature nps"),
        (
            "-engine XSTUB arg=old patience=1 -openings file=positions/perft/ninesquare.epd",
            "cannot set up positions: it has no feature setboard",
        ),
        (
            "-engine STUB -openings shuffle=0",
            "ninesquare has no numbered arrangements",
        ),
        ("-engine STUB -openings file=/no/such/file", "/no/such/file: "),
        ("-engine STUB -variant nine", "there is no variant \"nine\"; there are "),
        ("-engine STUB -gmes 2", "there is no option -gmes; there are "),
    ];
    for (words, what) in said {
        let over = play(&format!(
            "-engine STUB -each st=0.2 -variant ninesquare -games 4 -recover {words}"
        ));
        over.expect("exit code 2", over.code == Some(2));
        over.expect(&format!("expected `{what}`"), over.errors.contains(what));
    }
    let over = play(&format!("-engine STUB -engine STUB {RULES} -each option.Lvl=2"));
    over.expect("exit code 0", over.code == Some(0));
    over.says("Warning: matches");
}
