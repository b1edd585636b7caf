//! Whole matches of engines that do nothing wrong.

use std::time::Instant;

use libtest_mimic::Trial;

use super::{play, test};

pub fn tests() -> Vec<Trial> {
    let mut tests = vec![
        test("whole::ten_ranks_are_counted_from_0_over_xboard", ten_ranks),
        test("whole::positions_are_set_up", positions_are_set_up),
        test("whole::all_meet_all", all_meet_all),
        test("whole::a_test_ends_when_it_has_shown_enough", sprt),
        test("whole::scores_end_games", scores_end_games),
        test("whole::own_games_reach_the_engines", own_games),
        test("whole::armies_keep_their_engines", armies_keep_their_engines),
        test("whole::random_openings_repeat", random_openings_repeat),
        test("whole::the_referee_costs_little", speed),
        test("whole::the_help_has_all_options", help),
    ];
    if cfg!(unix) {
        tests.push(test("whole::an_interrupt_loses_nothing", interrupt));
    }
    tests
}

fn ten_ranks() {
    let over = play(
        "-engine XSTUB -engine STUB -each st=1 -variant haynie -games 2 -maxmoves 10 -openings shuffle=3 random=3",
    );
    over.expect("exit code 0", over.code == Some(0));
    over.expect("both games are played", over.tags("PlyCount") == ["20"; 2]);
    over.expect(
        "from two arrangements",
        over.tags("FEN").len() == 2 && over.tags("FEN")[0] != over.tags("FEN")[1],
    );
}

fn positions_are_set_up() {
    let file = std::env::temp_dir().join(format!("ninefold-epd-{}", std::process::id()));
    let black = "rnbqjkbnr/ppppppppp/9/9/9/4P4/9/PPPP1PPPP/RNBQJKBNR b KQkq -";
    let white = "4k4/p8/9/9/9/9/9/P8/4K4 w - - hmvc 0; fmvn 30;";
    std::fs::write(&file, format!("{black}\n{white}\n")).unwrap();
    let openings = format!("-openings file={} format=epd", file.display());
    let over = play(&format!(
        "-engine XSTUB -engine STUB -each st=1 -variant ninesquare -rounds 4 -repeat -maxmoves 3 {openings}"
    ));
    std::fs::remove_file(&file).unwrap();
    over.expect("exit code 0", over.code == Some(0));
    let fens: Vec<bool> = over.tags("FEN").iter().map(|fen| fen.starts_with("rnbq")).collect();
    over.expect("each position twice", fens == [true, true, false, false]);
}

fn all_meet_all() {
    let engines = "-engine STUB name=a -engine STUB name=b -engine XSTUB name=c -each st=1 -variant ninesquare";
    let over = play(&format!("{engines} -games 2 -maxmoves 3 -concurrency 2"));
    over.expect("six games", over.tags("Result").len() == 6);
    over.expect(
        "a table of three",
        over.lines("Rank").len() == 1 && over.lines("   3").len() == 1,
    );
    let over = play(&format!("{engines} -tournament gauntlet -games 2 -maxmoves 3"));
    over.expect("four games", over.tags("Result").len() == 4);
    over.expect("of the first", over.pgn.matches("\"a\"").count() == 4);
}

fn sprt() {
    let over = play(
        "-engine STUB name=new -engine XSTUB arg=resigns name=old -each st=1 -variant chess -rounds 500 -games 2 -repeat \
         -openings random=4 -sprt elo0=0 elo1=100 -ratinginterval 2 -concurrency 2",
    );
    over.expect("exit code 0", over.code == Some(0));
    over.says("H1 was accepted");
    over.says("Ptnml(0-2): 0, 0, 0, 0, ");
    let games = over.tags("Result").len();
    over.expect("it ends early", games < 100);
}

/// The stubs say +0.12 of every position.
fn scores_end_games() {
    let stubs = "-engine STUB name=a -engine XSTUB name=b -each st=1 -variant ninesquare";
    let over = play(&format!("{stubs} -draw movenumber=4 movecount=2 score=12"));
    over.expect("eight plies", over.tags("PlyCount") == ["8"]);
    over.says("1/2-1/2 {Draw by adjudication}");
    let over = play(&format!("{stubs} -draw movenumber=4 movecount=2 score=11 -maxmoves 6"));
    over.expect("twelve plies", over.tags("PlyCount") == ["12"]);
    over.expect("adjudication", over.tags("Termination") == ["adjudication"]);
    over.expect("comments", over.pgn.contains("{+0.12/4 0.0"));
}

fn own_games() {
    let over = play(
        "-engine NINEFOLD name=a -engine NINEFOLD name=b -each nodes=50 -variants tests/transcripts/own.ini \
         -variant emptyhanded -maxmoves 10",
    );
    over.expect("exit code 0", over.code == Some(0));
    over.expect("the game is named", over.tags("Variant") == ["emptyhanded"]);
    over.expect("what is wrong with the file is said", over.errors.contains("noSuchKey"));
}

/// The two versions of an idea in the README.
fn armies_keep_their_engines() {
    let readme = include_str!("../../README.md");
    let definitions: String = readme
        .split("```ini\n")
        .skip(1)
        .filter_map(|part| part.split("```").next())
        .collect();
    let start = readme
        .find("rnvbqkbvnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNWBQKBWNR w KQkq -\n")
        .expect("armies");
    let positions = readme[start..].split("```").next().unwrap();
    let file = |name: &str| std::env::temp_dir().join(format!("ninefold-{}-{name}", std::process::id()));
    let (ini, epd) = (file("my.ini"), file("armies.epd"));
    std::fs::write(&ini, definitions).unwrap();
    std::fs::write(&epd, positions).unwrap();
    let over = play(&format!(
        "-variants {} -variant duel -engine NINEFOLD name=wardens -engine NINEFOLD name=watchers -each nodes=20 \
         -rounds 2 -games 2 -openings file={} random=4 -maxmoves 4",
        ini.display(),
        epd.display()
    ));
    [ini, epd].iter().for_each(|file| std::fs::remove_file(file).unwrap());
    over.expect("exit code 0", over.code == Some(0));
    let games: Vec<&str> = over.pgn.split("[Event ").skip(1).collect();
    over.expect("four games", games.len() == 4);
    for game in games {
        // The first position is the game's own.
        let white_has_watchers = game.contains("PPPPPPPPPP/RNVBQKBVNR w");
        over.expect(
            "each has its army",
            white_has_watchers == game.contains("[White \"watchers\"]"),
        );
    }
}

fn random_openings_repeat() {
    let moves = |seed: u32| {
        let over = play(&format!(
            "-engine STUB name=a -engine STUB name=b -each st=1 -variant ninesquare -rounds 2 -maxmoves 3 \
             -openings random=6 -srand {seed} -event Test -site Here"
        ));
        over.expect(
            "tags are as they were given",
            over.tags("Event") == ["Test"; 2] && over.tags("Site") == ["Here"; 2],
        );
        let moves = over.pgn.lines().filter(|line| line.starts_with("1. "));
        moves.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(moves(1), moves(1));
    assert_ne!(moves(1), moves(2));
    assert_ne!(moves(1)[0], moves(1)[1]);
}

/// At one node a move almost all time is the referee's and the pipes'.
fn speed() {
    let begin = Instant::now();
    let over = play(
        "-engine NINEFOLD name=a -engine NINEFOLD name=b -each nodes=1 -variant ninesquare -rounds 10 -games 2 -repeat \
         -openings random=8 -srand 1",
    );
    over.expect("exit code 0", over.code == Some(0));
    let plies: u32 = over
        .tags("PlyCount")
        .iter()
        .map(|plies| plies.parse::<u32>().unwrap())
        .sum();
    let speed = f64::from(plies) / begin.elapsed().as_secs_f64();
    over.expect(&format!("{speed:.0} plies a second are too few"), speed > 100.0);
}

fn help() {
    let help = super::ninefold().args(["match", "-help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    for word in [
        "-engine",
        "-each",
        "tc=[MOVES/]TIME",
        "-sprt elo0=E",
        "random=PLIES",
        "130 if",
    ] {
        assert!(help.contains(word), "{word}: {help}");
    }
}

/// The game that is being played is written as unfinished; the engines, which are not interrupted, are at no fault.
#[cfg(unix)]
fn interrupt() {
    use nix::sys::signal::{Signal, kill};

    let running =
        super::begin("-engine NINEFOLD name=a -engine NINEFOLD name=b -each st=30 -variant ninesquare -games 2");
    std::thread::sleep(std::time::Duration::from_secs(1));
    let process = nix::unistd::Pid::from_raw(running.process.id() as i32);
    kill(process, Signal::SIGINT).unwrap();
    let begin = Instant::now();
    let over = running.end();
    over.expect("exit code 130", over.code == Some(130));
    over.expect("at once", begin.elapsed().as_secs() < 5);
    over.expect(
        "an unfinished game",
        over.tags("Result") == ["*"] && over.tags("Termination") == ["unterminated"],
    );
    over.says("Ends: unfinished 1\nFaults: none\nFinished match: 0 games");
}

#[cfg(not(unix))]
fn interrupt() {}
