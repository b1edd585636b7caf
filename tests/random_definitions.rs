//! What must hold in every game somebody could write down: random definitions, random games and random positions.

mod common;

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;

use common::checks::{check_against_walk, check_game, check_round_trips};
use common::definitions::{definition, placement};
use ninefold::variant::{DefinitionError, Rules, Variant, write};
use ninefold::{Bitboard, Catalogue, Position, Square};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// A definition and what to play in it.
struct Case {
    text: String,
    game: Vec<u16>,
    placements: Vec<Vec<u16>>,
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}\nmoves {:?}, positions {:?}",
            self.text, self.game, self.placements
        )
    }
}

fn cases() -> impl Strategy<Value = Case> {
    let numbers = |n| prop::collection::vec(any::<u16>(), n);
    let game = prop::collection::vec(any::<u16>(), 1..50);
    let placements = prop::collection::vec(numbers(500), 0..4);
    (numbers(400), game, placements).prop_map(|(numbers, game, placements)| Case {
        text: definition(&numbers),
        game,
        placements,
    })
}

fn check<B: Bitboard>(rules: &Arc<Rules>, case: &Case) {
    let variant = Arc::new(Variant::<B>::new(Arc::clone(rules)));
    check_game(Position::start(Arc::clone(&variant)), &case.game, 3);
    let choices = &case.game[..case.game.len().min(6)];
    for numbers in &case.placements {
        // Both kings may have come to one square.
        let Ok(position) = Position::from_fen(Arc::clone(&variant), &placement(numbers, rules)) else {
            continue;
        };
        for mut position in just_passed(&position).into_iter().take(3).chain([position]) {
            check_round_trips(&position);
            check_against_walk(&mut position);
            check_game(position, choices, 2);
        }
    }
}

/// The position after each double step that may have led to it and can be answered en passant.
fn just_passed<B: Bitboard>(position: &Position<B>) -> Vec<Position<B>> {
    let variant = position.variant();
    if !variant.rules().men.iter().any(|m| m.en_passant_victim) {
        return Vec::new();
    }
    let fen = position.fen();
    let fields: Vec<&str> = fen.splitn(5, ' ').collect();
    let board = variant.board();
    let beside = |square: Square| {
        let (file, rank) = (i32::from(board.file(square)), i32::from(board.rank(square)));
        [(0, 1), (1, 0), (0, -1), (-1, 0)].map(|(x, y)| board.square(file + x, rank + y))
    };
    let pairs = board
        .all()
        .flat_map(|crossed| beside(crossed).into_iter().flatten().map(move |man| (crossed, man)));
    let passed = pairs.filter_map(|(crossed, man)| {
        let names = board.name(crossed) + &board.name(man);
        let fen = format!("{} {} {} {names} {}", fields[0], fields[1], fields[2], fields[4]);
        Position::from_fen(Arc::clone(variant), &fen).ok()
    });
    passed.filter(|passed| passed != position).collect()
}

/// The rules of a case, if they can be read; written as text and read again they are the same.
fn load(text: &str) -> Result<Arc<Rules>, Vec<DefinitionError>> {
    let read = |text: &str| {
        let mut catalogue = Catalogue::default();
        let errors = catalogue.load("random.ini", text);
        match catalogue.rules("random") {
            Some(rules) => Ok(Arc::clone(rules)),
            None => Err(errors),
        }
    };
    let rules = read(text)?;
    let written = write(&rules).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(read(&written).as_ref(), Ok(&rules), "{written}");
    Ok(rules)
}

#[test]
fn random_definitions_keep_every_property() {
    // PROPTEST_CASES asks for more.
    let cases_wanted = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok());
    let config = ProptestConfig {
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..ProptestConfig::with_cases(cases_wanted.unwrap_or(500))
    };
    let (loaded, refused) = (Cell::new(0), Cell::new(0));
    let result = TestRunner::new(config).run(&cases(), |case| {
        match load(&case.text) {
            Ok(rules) => {
                loaded.set(loaded.get() + 1);
                with_width!(rules, check(&rules, &case));
            }
            Err(_) => refused.set(refused.get() + 1),
        }
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    let (loaded, refused) = (loaded.get(), refused.get());
    assert!(refused * 4 < loaded, "{refused} definitions refused, {loaded} read");
}
