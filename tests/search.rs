//! The search: forced wins found at their true distance, draws sought and avoided, limits kept.

mod common;

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use common::position;
use common::searching::{All, Silent, evaluator, shortest, start, told};
use common::solver::{Solver, fen_and_moves};
use ninefold::search::{Control, Info, Limits, Report, Score, Table, Thought, think};
use ninefold::variant::Rules;
use ninefold::{Bitboard, Position};

/// Keeps the last report, and checks each as it comes.
struct Heard<B: Bitboard> {
    position: Position<B>,
    last: Option<Info>,
}

impl<B: Bitboard> Report for Heard<B> {
    fn info(&mut self, info: &Info) {
        let mut position = self.position.clone();
        for &mv in &info.pv {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            assert!(legal.contains(&mv), "{}: illegal move in {info:?}", position.fen());
            position.make(mv);
        }
        self.last = Some(info.clone());
    }
}

fn searched_with<B: Bitboard>(position: &Position<B>, limits: &Limits, table: &mut Table) -> (Thought, Option<Info>) {
    let mut heard = Heard {
        position: position.clone(),
        last: None,
    };
    let thought = think(
        position,
        &*evaluator(position),
        limits,
        &Control::default(),
        table,
        &mut heard,
    );
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    assert_eq!(thought.best.is_some(), !legal.is_empty(), "{}", position.fen());
    if let Some(best) = thought.best {
        assert!(legal.contains(&best), "{}", position.fen());
        let mut after = position.clone();
        after.make(best);
        legal.clear();
        after.legal_moves(&mut legal);
        assert!(
            thought.ponder.is_none_or(|mv| legal.contains(&mv)),
            "{}",
            position.fen()
        );
    }
    (thought, heard.last)
}

fn searched<B: Bitboard>(position: &Position<B>, limits: &Limits) -> (Thought, Option<Info>) {
    searched_with(position, limits, &mut Table::new(4))
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

fn mate(moves: u32) -> Limits {
    Limits {
        mate: Some(moves),
        ..Limits::default()
    }
}

/// How many nodes a search has to find a win: about as many as it has in a second.
const NODES: u64 = 1_000_000;

/// Stops a search when it has found a win in so many moves.
struct Until<'a> {
    moves: i32,
    control: &'a Control,
    found: Option<u64>,
}

impl Report for Until<'_> {
    fn info(&mut self, info: &Info) {
        if info.score == Score::Mate(self.moves) {
            self.found = Some(info.nodes);
            self.control.stop.store(true, Relaxed);
        }
    }
}

/// After how many nodes a plain search finds a win in so many moves, if it does within [`NODES`].
fn nodes_to_win<B: Bitboard>(position: &Position<B>, moves: u32) -> Option<u64> {
    let control = Control::default();
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let mut until = Until {
        moves: moves as i32,
        control: &control,
        found: None,
    };
    let table = &mut Table::new(16);
    think(position, &*evaluator(position), &limits, &control, table, &mut until);
    until.found
}

/// The move and score found in a position of a built-in variant.
fn found<B: Bitboard>(variant: &str, fen: &str, limits: &Limits) -> (Option<String>, Option<Score>) {
    let position = position::<B>(&common::rules(variant), fen);
    let (thought, info) = searched(&position, limits);
    (thought.best.map(|mv| position.move_text(mv)), info.map(|i| i.score))
}

// ---------------------------------------------------------------------------------------------------------------
// Forced wins

/// Every position of `positions/mates/VARIANT.epd` is won in as many moves as the file says (and in no fewer:
/// `mates.rs` proves it), and both a search for a mate and a plain one say so.
fn finds_wins<B: Bitboard>(rules: &Arc<Rules>) {
    let text = common::data(&format!("mates/{}.epd", rules.name));
    for line in text.lines() {
        let (fen, moves) = fen_and_moves(line);
        let position = position::<B>(rules, fen);
        for limits in [mate(moves), mate(moves + 1)] {
            let began = Instant::now();
            let (_, info) = searched(&position, &limits);
            assert_eq!(
                info.map(|i| i.score),
                Some(Score::Mate(moves as i32)),
                "{line} {limits:?}"
            );
            assert!(
                began.elapsed() < Duration::from_secs(5),
                "{line} {limits:?}: {:?}",
                began.elapsed()
            );
        }
        assert!(nodes_to_win(&position, moves).is_some(), "{line}");
    }
}

/// In every position of the oracle's file in which a win in one or two moves exists, it is found.
fn finds_short_wins<B: Bitboard>(rules: &Arc<Rules>) {
    let text = common::data(&format!("oracle/{}.jsonl", rules.name));
    for line in text.lines().take(150) {
        let line: serde_json::Value = serde_json::from_str(line).expect("a line of the oracle");
        let mut position = position::<B>(rules, line["fen"].as_str().expect("a FEN"));
        if position.end().is_some() {
            continue;
        }
        let Some(moves) = Solver::default().fewest(&mut position, 2) else {
            continue;
        };
        let (_, info) = searched(&position, &mate(moves));
        let score = info.map(|i| i.score);
        assert_eq!(score, Some(Score::Mate(moves as i32)), "{}", position.fen());
        assert!(nodes_to_win(&position, moves).is_some(), "{}", position.fen());
    }
}

macro_rules! wins {
    ($($function:ident $variant:literal $test:ident;)*) => {$(
        #[test]
        fn $test() {
            let rules = common::rules($variant);
            with_width!(rules, $function(&rules));
        }
    )*};
}

wins! {
    finds_wins "chess" wins_of_chess;
    finds_wins "ninesquare" wins_of_ninesquare;
    finds_wins "haynie" wins_of_haynie;
    finds_wins "snappy" wins_of_snappy;
    finds_wins "chess99" wins_of_chess99;
    finds_short_wins "ninesquare" short_wins_of_ninesquare;
    finds_short_wins "snappy" short_wins_of_snappy;
    finds_short_wins "chess99" short_wins_of_chess99;
}

#[test]
fn no_mate_where_there_is_none() {
    let (best, score) = found::<u64>("chess", "8/8/8/8/8/k7/8/K6R w - - 0 1", &mate(1));
    assert!(best.is_some() && !matches!(score, Some(Score::Mate(_))), "{score:?}");
}

// ---------------------------------------------------------------------------------------------------------------
// Ends that are not mates

#[test]
fn stalemate_is_played_for_where_it_wins_and_avoided_where_it_draws() {
    // A waiting move would leave Black without one: in chess the only way not to win.
    let rules = common::rules("chess");
    let mut position = position::<u64>(&rules, "k7/2Q5/8/8/8/8/8/7K w - - 0 1");
    let (thought, info) = searched(&position, &depth(6));
    position.make(thought.best.expect("a move"));
    assert_eq!(position.end(), None);
    assert!(matches!(
        info.map(|i| i.score),
        Some(Score::Centipawns(500..) | Score::Mate(1..))
    ));
    // In Snappy the pawn becomes a rook on i7 and leaves Black without a move: that wins, also at the horizon.
    let fen = "p8/k8/9/8P/9/9/9/9/1R2K4 w - - 0 1";
    for limits in [depth(1), depth(5), mate(1)] {
        let expected = (Some("i6i7".into()), Some(Score::Mate(1)));
        assert_eq!(found::<u128>("snappy", fen, &limits), expected, "{limits:?}");
    }
}

#[test]
fn a_side_about_to_be_bared_has_lost_in_snappy_only() {
    // Black's last man falls, and nothing of White's can be taken in return.
    let fen = "8k/9/9/9/9/4p4/9/9/K3R4 w - - 0 1";
    assert_eq!(
        found::<u128>("snappy", fen, &depth(3)),
        (Some("e1e4".into()), Some(Score::Mate(1)))
    );
    // Here the bared king takes the last man of the other side at once: a draw, and not a good one.
    let fen = "9/9/9/9/4k4/4p4/9/9/K3R4 w - - 0 1";
    let (best, score) = found::<u128>("snappy", fen, &depth(4));
    assert!(
        best.as_deref() != Some("e1e4") && score != Some(Score::Mate(1)),
        "{best:?} {score:?}"
    );
}

#[test]
fn a_lost_side_seeks_the_repetition() {
    // White is far behind and about to be mated, but its queen checks on e8 and h5 for ever.
    let fen = "6k1/6p1/8/7Q/8/1q6/r7/6K1 w - - 0 1";
    assert_eq!(
        found::<u64>("chess", fen, &depth(7)),
        (Some("h5e8".into()), Some(Score::Centipawns(0)))
    );
}

#[test]
fn a_position_of_the_game_met_again_is_a_draw_below_the_root() {
    // A rook ahead, and all moves have been played before: whoever goes back a third time has drawn.
    let rules = common::rules("chess");
    let mut position = position::<u64>(&rules, "7k/8/8/8/8/8/R7/K7 w - - 0 1");
    for text in ["a2b2", "h8g8", "b2a2", "g8h8", "a2b2", "h8g8"] {
        let mv = position.parse_move(text).expect("a legal move");
        position.make(mv);
    }
    let (thought, info) = searched(&position, &depth(5));
    let best = thought.best.map(|mv| position.move_text(mv));
    assert_ne!(best.as_deref(), Some("b2a2"));
    assert!(matches!(info.map(|i| i.score), Some(Score::Centipawns(n)) if n > 200));
}

#[test]
fn the_move_rule_is_seen_coming_and_a_mate_on_its_last_ply_wins() {
    let near = |clock: u32| format!("k7/8/1K6/8/8/8/8/7R w - - {clock} 90");
    assert_eq!(
        found::<u64>("chess", &near(99), &depth(3)),
        (Some("h1h8".into()), Some(Score::Mate(1)))
    );
    // Mate in two, but the game is drawn first.
    let far = |clock: u32| format!("1k6/8/2K5/8/8/8/8/7R w - - {clock} 90");
    let (_, score) = found::<u64>("chess", &far(0), &depth(6));
    assert!(matches!(score, Some(Score::Mate(n)) if n > 1), "{score:?}");
    assert_eq!(found::<u64>("chess", &far(99), &depth(6)).1, Some(Score::Centipawns(0)));
}

#[test]
fn a_position_that_is_over_has_no_best_move() {
    let over = [
        ("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", Score::Mate(0)),
        ("k7/2Q5/8/8/8/8/8/7K b - - 0 1", Score::Centipawns(0)),
    ];
    for (fen, score) in over {
        assert_eq!(found::<u64>("chess", fen, &depth(5)), (None, Some(score)), "{fen}");
    }
    let bare = [
        ("4k4/9/9/9/9/9/9/9/R3K4 b - - 0 1", Score::Mate(0)),
        ("4k4/9/9/9/9/9/9/9/4K4 b - - 0 1", Score::Centipawns(0)),
    ];
    for (fen, score) in bare {
        assert_eq!(found::<u128>("snappy", fen, &depth(5)), (None, Some(score)), "{fen}");
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Limits

const GAMES: [&str; 4] = ["ninesquare", "haynie", "snappy", "chess99"];

#[test]
fn the_same_search_counts_the_same_nodes() {
    for game in GAMES {
        let position = start::<u128>(game);
        for limits in [
            depth(6),
            Limits {
                nodes: Some(12_345),
                ..Limits::default()
            },
        ] {
            let mut table = Table::new(2);
            let first = searched_with(&position, &limits, &mut table).0;
            table.clear();
            assert_eq!(searched_with(&position, &limits, &mut table).0, first, "{game}");
            assert!(limits.nodes.is_none_or(|n| n == first.nodes), "{game}: {first:?}");
        }
    }
}

#[test]
fn the_move_is_among_those_asked_for() {
    let position = start::<u128>("haynie");
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    for &mv in legal.iter().step_by(7) {
        let limits = Limits {
            searchmoves: vec![mv],
            ..depth(3)
        };
        assert_eq!(searched(&position, &limits).0.best, Some(mv));
    }
}

#[test]
fn any_depth_can_be_asked_for() {
    // Few men, so that the deepest iteration is reached.
    let position = position::<u64>(&common::rules("chess"), "k7/p7/P7/8/8/8/8/K7 w - - 0 1");
    for asked in [0, 1, 255, 300, 1_000_000, u32::MAX] {
        let limits = Limits {
            nodes: Some(200_000),
            ..depth(asked)
        };
        assert!(searched(&position, &limits).0.best.is_some());
        searched(
            &position,
            &Limits {
                mate: Some(asked),
                ..limits
            },
        );
    }
}

#[test]
fn an_infinite_search_ends_when_told_and_at_once() {
    let infinite = Limits {
        infinite: true,
        ..Limits::default()
    };
    let exhausted = Limits {
        depth: Some(1),
        ..infinite.clone()
    };
    let stop = |control: &Control| control.stop.store(true, Relaxed);
    for game in GAMES {
        for limits in [&infinite, &exhausted] {
            let delay = shortest(|| told(&start::<u128>(game), limits, false, stop));
            assert!(delay < Duration::from_millis(50), "{game}: {delay:?}");
        }
    }
    // Also where there is nothing to search.
    let mated = position::<u64>(&common::rules("chess"), "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1");
    let delay = shortest(|| told(&mated, &infinite, false, stop));
    assert!(delay < Duration::from_millis(50), "{delay:?}");
}

#[test]
fn pondering_ends_with_a_stop_or_goes_on_with_its_own_time() {
    let limits = Limits {
        movetime: Some(30),
        ..Limits::default()
    };
    let position = start::<u128>("ninesquare");
    let delay = shortest(|| told(&position, &limits, true, |c| c.stop.store(true, Relaxed)));
    assert!(delay < Duration::from_millis(50), "{delay:?}");
    // After 60 ms of pondering its own 30 ms begin.
    let time = shortest(|| told(&position, &limits, true, |c| c.pondering.store(false, Relaxed)));
    assert!(
        time >= Duration::from_millis(25) && time < Duration::from_millis(150),
        "{time:?}"
    );
    // Nothing left to do: the move comes at once.
    let time = shortest(|| told(&position, &depth(1), true, |c| c.pondering.store(false, Relaxed)));
    assert!(time < Duration::from_millis(50), "{time:?}");
}

#[test]
fn a_search_stopped_before_it_begins_has_a_move() {
    for game in GAMES {
        let position = start::<u128>(game);
        let control = Control::default();
        control.stop.store(true, Relaxed);
        let thought = think(
            &position,
            &*evaluator(&position),
            &Limits::default(),
            &control,
            &mut Table::new(1),
            &mut Silent,
        );
        assert!(thought.best.is_some(), "{game}");
    }
}

#[test]
fn an_almost_empty_clock_is_kept() {
    for game in GAMES {
        let position = start::<u128>(game);
        // The evaluation is derived when a variant is chosen, not on the clock.
        evaluator(&position);
        for (time, moves_to_go) in [(0, None), (10, None), (10, Some(1)), (40, Some(2)), (100, None)] {
            let limits = Limits {
                time: [Some(time); 2],
                moves_to_go,
                ..Limits::default()
            };
            let mut table = Table::new(1);
            let used = shortest(|| {
                let began = Instant::now();
                let thought = think(
                    &position,
                    &*evaluator(&position),
                    &limits,
                    &Control::default(),
                    &mut table,
                    &mut Silent,
                );
                assert!(thought.best.is_some());
                began.elapsed()
            });
            assert!(used < Duration::from_millis(time.max(5)), "{game} {time}: {used:?}");
        }
    }
}

#[test]
fn several_lines_are_the_best_moves_in_order() {
    let rules = common::rules("ninesquare");
    let position = position::<u128>(&rules, &rules.start);
    let limits = Limits { lines: 4, ..depth(5) };
    let (control, mut all) = (Control::default(), All::default());
    let table = &mut Table::new(4);
    let thought = think(&position, &*evaluator(&position), &limits, &control, table, &mut all);
    for (iteration, depth) in all.0.chunks(4).zip(1..) {
        let numbered = |(info, line): (&Info, usize)| (info.depth, info.line) == (depth, line);
        assert!(iteration.iter().zip(1..).all(numbered));
        let firsts: std::collections::HashSet<u32> = iteration.iter().map(|info| info.pv[0].bits()).collect();
        assert_eq!(firsts.len(), 4, "a move twice at depth {depth}");
        let scores = iteration.iter().map(|info| match info.score {
            Score::Centipawns(score) => score,
            Score::Mate(_) => panic!("no mate is near"),
        });
        assert!(scores.is_sorted_by(|a, b| a >= b), "depth {depth}");
    }
    assert_eq!(all.0.len(), 20);
    assert_eq!(thought.best, Some(all.0[16].pv[0]));
    let root = control.root_move().unwrap();
    assert_eq!((root.depth, root.number, root.count), (5, 24, 24));
}

#[test]
fn more_lines_than_moves_are_as_many_as_there_are() {
    let position = position::<u64>(&common::rules("chess"), "7k/8/8/8/8/8/6q1/K7 w - - 0 1");
    let (thought, info) = searched(&position, &Limits { lines: 9, ..depth(3) });
    assert_eq!((thought.best.is_some(), info.unwrap().line), (true, 1));
}
