//! `perft --against`: finds the first position and move where another engine counts differently.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::Failure;
use super::args::PerftArgs;
use crate::game::Game;
use crate::tournament::engine::{EngineSetup, Launch, Setting, StartError, UciPlayer};
use crate::variant::Rules;

/// Moves and the leaves under them.
type Counts = BTreeMap<String, u64>;

/// Runs the command.
pub fn run(game: &mut dyn Game, command: &str, args: &PerftArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if args.depth == 0 {
        return Err(Failure::usage("there is nothing to compare at depth 0"));
    }
    let mut peer = start(command, &args.peer_option, game.rules())?;
    let patience = Duration::from_secs(args.timeout);

    let fen = game.fen();
    let mut line: Vec<String> = Vec::new();
    let mut depth = args.depth;
    loop {
        game.set_up(Some(&fen), &line).map_err(Failure::usage)?;
        let ours = divide(game, depth);
        let theirs = peer.divide(&fen, &line, depth, patience);
        let theirs = theirs.map_err(|trouble| Failure::usage(format!("{command} {trouble}")))?;
        let theirs: Counts = theirs.into_iter().collect();
        if ours == theirs {
            // Only at the first depth; below, a difference has been seen.
            return agreed(&ours, depth, &line, out);
        }
        let shared = |mv: &&String| theirs.contains_key(*mv);
        let same_moves = ours.len() == theirs.len() && ours.keys().all(|mv| theirs.contains_key(mv));
        match ours.keys().filter(shared).find(|mv| ours[*mv] != theirs[*mv]) {
            Some(mv) if same_moves && depth > 1 => {
                writeln!(
                    out,
                    "depth {depth}: {mv} has {} leaves here, {} there",
                    ours[mv], theirs[mv]
                )?;
                line.push(mv.clone());
                depth -= 1;
            }
            _ => return differ(game, &fen, &line, &ours, &theirs, out),
        }
    }
}

/// Starts the other engine and makes it play the game.
fn start(command: &str, options: &[String], rules: &Rules) -> Result<UciPlayer, Failure> {
    let words = shlex::split(command).unwrap_or_default();
    let Some((program, arguments)) = words.split_first() else {
        let what = "the command cannot be split into words: a quote is not closed, or there is nothing in it";
        return Err(Failure::usage(format!("{command}: {what}")));
    };
    let setting = |option: &String| {
        let (name, value) = option
            .split_once('=')
            .ok_or_else(|| Failure::usage(format!("--peer-option {option}: expected NAME=VALUE")))?;
        Ok(Setting {
            name: name.to_owned(),
            value: value.to_owned(),
            required: true,
        })
    };
    let setup = EngineSetup {
        name: program.clone(),
        launch: Launch {
            command: program.clone(),
            arguments: arguments.to_vec(),
            ..Launch::default()
        },
        settings: options.iter().map(setting).collect::<Result<_, Failure>>()?,
        ..EngineSetup::default()
    };
    // Nobody stops it.
    UciPlayer::start(&setup, rules, &Arc::default()).map_err(|error| match error {
        StartError::Hopeless(_) => Failure::usage(error),
        StartError::Trouble(_) => Failure::usage(format!("{command} {error}")),
    })
}

/// Our counts.
fn divide(game: &dyn Game, depth: u32) -> Counts {
    let mut counts = Counts::new();
    // Nobody stops it.
    game.divide(depth, &AtomicBool::new(false), &mut |mv, leaves| {
        counts.insert(mv.to_owned(), leaves);
    });
    counts
}

fn agreed(counts: &Counts, depth: u32, line: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let leaves: u64 = counts.values().sum();
    if line.is_empty() {
        writeln!(
            out,
            "the same: {leaves} leaves at depth {depth}, under each of {} moves",
            counts.len()
        )?;
        return Ok(());
    }
    writeln!(
        out,
        "the other engine counts {leaves} leaves after {} when asked there, but did not before",
        line.join(" ")
    )?;
    Err(Failure::Found)
}

/// Says where the two differ.
fn differ(
    game: &dyn Game,
    fen: &str,
    line: &[String],
    ours: &Counts,
    theirs: &Counts,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let only = |one: &Counts, other: &Counts| {
        let moves: Vec<&str> = one
            .keys()
            .filter(|mv| !other.contains_key(*mv))
            .map(String::as_str)
            .collect();
        if moves.is_empty() {
            "none".to_owned()
        } else {
            moves.join(" ")
        }
    };
    writeln!(out, "different at {}", game.fen())?;
    if !line.is_empty() {
        writeln!(out, "reached from {fen}\nby           {}", line.join(" "))?;
    }
    writeln!(out, "only here:  {}", only(ours, theirs))?;
    writeln!(out, "only there: {}", only(theirs, ours))?;
    for (mv, leaves) in ours {
        if let Some(other) = theirs.get(mv).filter(|other| *other != leaves) {
            writeln!(out, "{mv}: {leaves} leaves here, {other} there")?;
        }
    }
    Err(Failure::Found)
}

#[cfg(all(test, unix))]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::game::{Listener, Notation, Reply, SetUpError};
    use crate::position::{Effect, End, MoveError};
    use crate::search::{Control, Limits, Table};
    use crate::variant::{Growth, Outcome, Rules};
    use crate::{Color, Geometry, Move, PieceType, Square};

    /// A game in which there are always the moves `a` and `b`.
    struct Toy(Rules, Vec<String>);

    fn toy(name: &str) -> Toy {
        let rules = Rules {
            name: name.into(),
            board: Geometry { files: 1, ranks: 1 },
            men: Vec::new(),
            start: String::new(),
            castling: None,
            growth: Growth::FullRange,
            check_ends_ride: false,
            return_home: false,
            stalemate: Outcome::Draw,
            bare_king_loses: false,
            move_rule: 0,
            repetition: 0,
            shuffle: None,
            fitted: Vec::new(),
            network: None,
        };
        Toy(rules, Vec::new())
    }

    impl Game for Toy {
        fn rules(&self) -> &Rules {
            &self.0
        }
        fn set_up(&mut self, _: Option<&str>, moves: &[String]) -> Result<(), SetUpError> {
            self.1 = moves.to_vec();
            Ok(())
        }
        fn play(&mut self, text: &str) -> Result<(), MoveError> {
            self.1.push(text.into());
            Ok(())
        }
        fn take_back(&mut self) -> bool {
            self.1.pop().is_some()
        }
        fn plies(&self) -> usize {
            self.1.len()
        }
        fn copy(&self) -> Box<dyn Game> {
            Box::new(Toy(self.0.clone(), self.1.clone()))
        }
        fn flip(&mut self) {}
        fn fen(&self) -> String {
            format!("toy{}", self.1.concat())
        }
        fn key(&self) -> u64 {
            0
        }
        fn side(&self) -> Color {
            Color::White
        }
        fn end(&self) -> Option<End> {
            None
        }
        fn checkers(&self) -> Vec<Square> {
            Vec::new()
        }
        fn man(&self, _: Square) -> Option<(Color, PieceType)> {
            None
        }
        fn moves(&self) -> Vec<String> {
            vec!["a".into(), "b".into()]
        }
        fn effects(&self, _: Square) -> Vec<Effect> {
            Vec::new()
        }
        fn evaluation(&self) -> i32 {
            0
        }
        fn perft(&self, depth: u32, _: usize, _: Option<&crate::perft::Table>, _: &AtomicBool) -> Option<u64> {
            Some(1 << depth)
        }
        fn divide(&self, depth: u32, _: &AtomicBool, each: &mut dyn FnMut(&str, u64)) -> Option<u64> {
            self.moves().iter().for_each(|mv| each(mv, 1 << (depth - 1)));
            Some(1 << depth)
        }
        fn check_move(&self, _: &str) -> Result<(), MoveError> {
            Ok(())
        }
        fn write_move(&self, text: &str, _: Notation) -> Result<String, MoveError> {
            Ok(text.into())
        }
        fn read_move(&self, text: &str, _: Notation) -> Result<String, MoveError> {
            Ok(text.into())
        }
        fn move_text(&self, _: Move, _: Notation) -> String {
            String::new()
        }
        fn write_line(&self, moves: &[String], _: Notation) -> Vec<String> {
            moves.to_vec()
        }
        fn think(
            &self,
            _: &Limits,
            _: &[String],
            _: &Control,
            _: &mut Table,
            _: &mut Listener,
        ) -> Result<Reply, MoveError> {
            Ok(Reply::default())
        }
    }

    /// An engine that has a third move `c` after `b`, and goes back to chess at every `uci`.
    const PEER: &str = r#"sh -c '
        while read line; do case "$line" in
            uci) game=chess; echo "option name UCI_Variant type combo default chess var chess var toy"; echo uciok;;
            isready) echo readyok;;
            setoption*UCI_Variant*toy) game=toy;;
            *"moves b") third="c: 1";;
            position*) third=;;
            "go perft 1") echo "a: 1"; echo "b: 1"; echo "$third"; echo; echo "Nodes searched: 2";;
            "go perft 2") if [ $game = toy ]; then echo "a: 2"; echo "b: 3"; fi; echo "Nodes searched: 5";;
        esac; done'"#;

    fn compare(variant: &str, depth: u32) -> (Result<(), Failure>, String) {
        let args = PerftArgs {
            threads: 1,
            hash: 0,
            variant: variant.into(),
            depth,
            fen: None,
            divide: false,
            suite: None,
            against: Some(PEER.into()),
            peer_option: Vec::new(),
            timeout: 10,
        };
        let mut out = Vec::new();
        let result = run(&mut toy(variant), PEER, &args, &mut out);
        (result, String::from_utf8(out).unwrap())
    }

    #[test]
    fn the_first_difference_is_found() {
        let (result, text) = compare("toy", 2);
        assert!(matches!(result, Err(Failure::Found)));
        let expected = "depth 2: b has 2 leaves here, 3 there\ndifferent at toyb\nreached from toy\nby           b\n\
                        only here:  none\nonly there: c\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn equal_counts_are_the_same() {
        let (result, text) = compare("toy", 1);
        assert!(result.is_ok());
        assert_eq!(text, "the same: 2 leaves at depth 1, under each of 2 moves\n");
    }

    #[test]
    fn a_game_that_the_other_does_not_know_is_named() {
        let (result, _) = compare("snappy", 1);
        let error = result.unwrap_err().to_string();
        assert!(
            error.ends_with("sh does not play snappy; it plays chess, toy"),
            "{error}"
        );
    }

    #[test]
    fn what_is_no_engine_is_said() {
        let start = |command| start(command, &[], &toy("toy").0).err().unwrap().to_string();
        assert!(start("/no/such/engine").starts_with("cannot start `/no/such/engine`: "));
        assert!(start("'open quote").contains("the command cannot be split"));
        assert!(start(" ").contains("the command cannot be split"));
        assert_eq!(start("false"), "false does not start: exit status: 1");
    }
}
