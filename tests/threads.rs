//! A search by several threads: it finds what one finds, keeps the same limits, and ends as one.

mod common;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use common::position;
use common::searching::{All, evaluator, shortest, start, told};
use common::solver::fen_and_moves;
use ninefold::search::{Control, Info, Limits, MOST_THREADS, Score, Table, Thought, think};
use ninefold::variant::Rules;
use ninefold::{Bitboard, Position};

const THREADS: usize = 4;
/// Threads look at what the others do every so many nodes.
const POLL_INTERVAL: u64 = 64;
const GAMES: [&str; 4] = ["ninesquare", "haynie", "snappy", "chess99"];

/// A search by several threads, and what it said.
fn searched<B: Bitboard>(position: &Position<B>, limits: &Limits, table: &mut Table) -> (Thought, Vec<Info>) {
    let limits = Limits {
        threads: if limits.threads == 0 { THREADS } else { limits.threads },
        ..limits.clone()
    };
    let (control, mut all) = (Control::default(), All::default());
    let evaluator = evaluator(position);
    let thought = think(position, &*evaluator, &limits, &control, table, &mut all);
    assert_eq!(thought.nodes, control.nodes.load(Relaxed));
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    assert_eq!(thought.best.is_some(), !legal.is_empty());
    assert!(thought.best.is_none_or(|mv| legal.contains(&mv)));
    // What is played is what was said last.
    let said = all.0.iter().rev().find(|info| info.line == 1);
    assert!(said.is_none_or(|info| info.pv.first().copied() == thought.best));
    for info in &all.0 {
        let mut position = position.clone();
        for &mv in &info.pv {
            legal.clear();
            position.legal_moves(&mut legal);
            assert!(legal.contains(&mv), "{}: illegal move in {info:?}", position.fen());
            position.make(mv);
        }
    }
    (thought, all.0)
}

/// Some positions of `positions/mates/VARIANT.epd`: the win is found at its distance, and by a plain search too.
fn finds_wins<B: Bitboard>(rules: &Arc<Rules>) {
    let text = common::data(&format!("mates/{}.epd", rules.name));
    for line in text.lines().step_by(3) {
        let (fen, moves) = fen_and_moves(line);
        let position = position::<B>(rules, fen);
        let exhaustive = Limits {
            mate: Some(moves),
            ..Limits::default()
        };
        let (_, said) = searched(&position, &exhaustive, &mut Table::new(4));
        let score = said.last().map(|info| info.score);
        assert_eq!(score, Some(Score::Mate(moves as i32)), "{line}");
        let plain = Limits {
            nodes: Some(1_000_000 * THREADS as u64),
            movetime: Some(5_000),
            ..Limits::default()
        };
        let (_, said) = searched(&position, &plain, &mut Table::new(16));
        let score = said.last().map(|info| info.score);
        assert!(
            matches!(score, Some(Score::Mate(n)) if n > 0 && n <= moves as i32),
            "{line} {score:?}"
        );
    }
}

#[test]
fn wins() {
    for variant in ["chess", "ninesquare", "haynie", "snappy", "chess99"] {
        let rules = common::rules(variant);
        with_width!(rules, finds_wins(&rules));
    }
}

#[test]
fn the_limit_of_nodes_is_that_of_all_threads() {
    for game in GAMES {
        for limit in [1, 100, 20_000] {
            let limits = Limits {
                nodes: Some(limit),
                ..Limits::default()
            };
            let (thought, _) = searched(&start::<u128>(game), &limits, &mut Table::new(2));
            let most = limit + 2 * POLL_INTERVAL * THREADS as u64;
            assert!((limit..=most).contains(&thought.nodes), "{game} {limit}: {thought:?}");
        }
    }
}

#[test]
fn a_table_serves_any_number_of_threads_in_turn() {
    let position = start::<u128>("ninesquare");
    let mut table = Table::new(2);
    for threads in [4, 1, 2, 7, 2] {
        let limits = Limits {
            depth: Some(6),
            threads,
            ..Limits::default()
        };
        let (_, said) = searched(&position, &limits, &mut table);
        assert_eq!(said.last().map(|info| info.depth), Some(6));
    }
}

#[test]
fn several_lines_are_different_moves() {
    let limits = Limits {
        depth: Some(5),
        lines: 3,
        ..Limits::default()
    };
    let (_, said) = searched(&start::<u128>("haynie"), &limits, &mut Table::new(2));
    assert_eq!(said.len(), 15);
    for iteration in said.chunks(3) {
        let firsts: HashSet<u32> = iteration.iter().map(|info| info.pv[0].bits()).collect();
        assert_eq!(firsts.len(), 3);
    }
}

#[test]
fn only_the_moves_asked_for() {
    let position = start::<u128>("snappy");
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let limits = Limits {
        searchmoves: vec![legal[5]],
        movetime: Some(30),
        ..Limits::default()
    };
    assert_eq!(searched(&position, &limits, &mut Table::new(2)).0.best, Some(legal[5]));
}

#[test]
fn a_game_that_is_over_needs_no_threads() {
    let mated = position::<u64>(&common::rules("chess"), "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1");
    let mut table = Table::new(1);
    let control = Control::default();
    let evaluator = evaluator(&mated);
    let limits = Limits {
        threads: THREADS,
        ..Limits::default()
    };
    let thought = think(&mated, &*evaluator, &limits, &control, &mut table, &mut All::default());
    assert_eq!((thought.best, thought.nodes), (None, 0));
}

#[test]
fn all_threads_end_at_once() {
    let position = start::<u128>("ninesquare");
    let infinite = Limits {
        infinite: true,
        threads: THREADS,
        ..Limits::default()
    };
    let delay = shortest(|| told(&position, &infinite, false, |control| control.stop.store(true, Relaxed)));
    assert!(delay < Duration::from_millis(50), "{delay:?}");
    // The leader is at its last iteration soon, its helpers are not.
    let exhausted = Limits {
        depth: Some(1),
        ..infinite
    };
    let delay = shortest(|| {
        told(&position, &exhausted, false, |control| {
            control.stop.store(true, Relaxed)
        })
    });
    assert!(delay < Duration::from_millis(50), "{delay:?}");
    let on_the_clock = Limits {
        movetime: Some(30),
        threads: THREADS,
        ..Limits::default()
    };
    let time = shortest(|| {
        told(&position, &on_the_clock, true, |control| {
            control.pondering.store(false, Relaxed)
        })
    });
    assert!(
        time >= Duration::from_millis(25) && time < Duration::from_millis(150),
        "{time:?}"
    );
}

#[test]
fn as_many_threads_as_there_may_be_leave_the_leader_its_turn() {
    let limits = Limits {
        depth: Some(1),
        threads: MOST_THREADS,
        ..Limits::default()
    };
    let began = Instant::now();
    let (_, said) = searched(&start::<u128>("chess99"), &limits, &mut Table::new(1));
    assert_eq!(said.last().map(|info| info.depth), Some(1));
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

#[test]
fn as_many_threads_as_there_may_be_are_not_started_for_a_search_that_is_over() {
    let position = start::<u128>("ninesquare");
    let evaluator = evaluator(&position);
    let limits = Limits {
        infinite: true,
        threads: MOST_THREADS,
        ..Limits::default()
    };
    let used = shortest(|| {
        let control = Control::default();
        control.stop.store(true, Relaxed);
        let began = Instant::now();
        think(
            &position,
            &*evaluator,
            &limits,
            &control,
            &mut Table::new(1),
            &mut All::default(),
        );
        began.elapsed()
    });
    assert!(used < Duration::from_millis(50), "{used:?}");
}

#[test]
fn an_almost_empty_clock_is_kept() {
    let position = start::<u128>("haynie");
    let evaluator = evaluator(&position);
    let mut table = Table::new(1);
    for time in [10, 40, 100] {
        let limits = Limits {
            time: [Some(time); 2],
            threads: THREADS,
            ..Limits::default()
        };
        let used = shortest(|| {
            let began = Instant::now();
            let control = Control::default();
            think(
                &position,
                &*evaluator,
                &limits,
                &control,
                &mut table,
                &mut All::default(),
            );
            began.elapsed()
        });
        assert!(used < Duration::from_millis(time), "{time}: {used:?}");
    }
}

/// With memory for a few threads only, those search.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_be_had_are_done_without() {
    use std::io::Write;
    use std::process::{Command, Stdio};

    let limited = format!("ulimit -v 400000 && exec {}", env!("CARGO_BIN_EXE_ninefold"));
    let mut engine = Command::new("sh")
        .args(["-c", &limited])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = engine.stdin.take().unwrap();
    input
        .write_all(b"setoption name Hash value 1\nsetoption name Threads value 512\ngo depth 8\ngo depth 4\nisready\n")
        .unwrap();
    drop(input);
    let output = engine.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.matches("bestmove ").count(), 2, "{text}");
    assert!(output.status.success());
}
