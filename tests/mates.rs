//! The forced wins of `positions/mates/`, proven by the rules alone; that the search finds them is for `search.rs` to say.

mod common;

use std::collections::HashSet;
use std::sync::Arc;

use common::position;
use common::solver::Solver;
use ninefold::eval::Evaluator;
use ninefold::variant::Rules;
use ninefold::{Bitboard, Move, Position};

/// With more men than these, a win in four moves would take too long to prove.
const FEW: usize = 8;

/// Whether a move is no check, or offers more than it takes.
fn is_subtle<B: Bitboard>(position: &mut Position<B>, evaluator: &Evaluator, mv: Move) -> bool {
    let taken = position.captured(mv).map_or(0, |ty| evaluator.value(ty));
    position.make(mv);
    let mut replies = Vec::new();
    position.legal_captures(&mut replies);
    let offered = position.man(mv.to()).map_or(0, |(_, ty)| evaluator.value(ty));
    let subtle = !position.in_check() || offered > taken && replies.iter().any(|reply| reply.to() == mv.to());
    position.unmake();
    subtle
}

/// Every position of `positions/mates/VARIANT.epd` is won in as many moves as the file says and in no fewer.
fn proves_wins<B: Bitboard>(rules: &Arc<Rules>) -> Found {
    let text = common::data(&format!("mates/{}.epd", rules.name));
    let evaluator = Evaluator::new(rules);
    let mut found = Found::default();
    let mut positions = HashSet::new();
    for line in text.lines() {
        let (fen, moves) = common::solver::fen_and_moves(line);
        let mut position = position::<B>(rules, fen);
        assert_eq!(position.fen(), fen);
        assert!(positions.insert(fen), "twice: {line}");
        let mut solver = Solver::default();
        assert_eq!(solver.fewest(&mut position, moves), Some(moves), "{line}");
        let men = position.occupied().count() as usize;
        assert!(moves < 4 || moves == 4 && men <= FEW, "{line}");
        found.lines += 1;
        if moves > 1 {
            let keys = solver.keys(&mut position, moves);
            let subtle = keys.iter().all(|&key| is_subtle(&mut position, &evaluator, key));
            found.long += 1;
            found.subtle += usize::from(subtle);
            found.full += usize::from(men > 16);
            found.of[position.side().index()] += 1;
        }
    }
    found
}

/// What a file has.
#[derive(Debug, Default)]
struct Found {
    lines: usize,
    /// Wins in more than one move, of them ...
    long: usize,
    /// ... those that no move but a subtle one wins, ...
    subtle: usize,
    /// ... those with many men, ...
    full: usize,
    /// ... and those of either side.
    of: [usize; 2],
}

macro_rules! proven {
    ($($variant:literal $test:ident $long:literal $varied:literal;)*) => {$(
        #[test]
        fn $test() {
            let rules = common::rules($variant);
            let found = with_width!(rules, proves_wins(&rules));
            assert!(found.long >= $long, "{found:?}");
            if $varied {
                assert!(found.subtle * 3 >= found.lines && found.full >= 8, "{found:?}");
                assert!(found.of.iter().all(|&lines| lines >= 10), "{found:?}");
            }
        }
    )*};
}

proven! {
    "chess" wins_of_chess 8 false;
    "ninesquare" wins_of_ninesquare 24 true;
    "haynie" wins_of_haynie 24 true;
    "snappy" wins_of_snappy 24 true;
    "chess99" wins_of_chess99 24 true;
}
