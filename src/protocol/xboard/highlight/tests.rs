use std::collections::BTreeSet;
use std::sync::Arc;

use super::*;
use crate::Catalogue;
use crate::game::{self, Notation};
use crate::random::SplitMix64;

/// Games that the built-in ones do not show.
const MORE: &str = "
[free9:ninesquare]
chess960 = true

[defer:chess]
mandatoryPawnPromotion = false

[formal:chess]
promotedForm1 = q:NQ
promotedForm2 = r:NR
promotionPieceTypes = qr

[single:shatranj]
promotionPawnTypes = p

[step:chess]
castlingKingsideFile = f
castlingQueensideFile = d
";

fn catalogue() -> Catalogue {
    let mut catalogue = Catalogue::builtin();
    let errors = catalogue.load("more.ini", MORE);
    assert!(errors.is_empty(), "{errors:?}");
    catalogue
}

fn at(name: &str, fen: &str) -> Box<dyn Game> {
    let mut game = game::new(Arc::clone(catalogue().rules(name).unwrap()));
    game.set_up(Some(fen).filter(|fen| !fen.is_empty()), &[]).unwrap();
    game
}

/// What is lit for the man on a square.
fn lit(game: &dyn Game, from: &str) -> String {
    Hand::with(game, square(game, from).unwrap()).colours(game.rules().board)
}

/// What XBoard is told of the change on a square.
fn choice(game: &dyn Game, from: &str, to: &str) -> Option<String> {
    let hand = Hand::with(game, square(game, from).unwrap());
    hand.0[&square(game, to).unwrap()].choice.clone()
}

/// What XBoard is told of it at once.
fn early_choice(game: &dyn Game, from: &str) -> Option<String> {
    let hand = Hand::with(game, square(game, from).unwrap());
    hand.choice(game.rules()).map(str::to_owned)
}

#[test]
fn moves_and_captures() {
    let game = at("ninesquare", "");
    assert_eq!(lit(&*game, "e2"), "9/9/9/9/9/4Y4/4Y4/9/9");
    assert_eq!(lit(&*game, "b1"), "9/9/9/9/9/9/Y1Y6/9/9");
    // Not his turn, an empty square, no move.
    for dark in ["e8", "e5", "a1"] {
        assert_eq!(lit(&*game, dark), "9/9/9/9/9/9/9/9/9", "{dark}");
    }
    let passing = at("ninesquare", "4k4/9/9/3pP4/9/9/9/9/4K4 w - d7 0 1");
    assert_eq!(lit(&*passing, "e6"), "9/9/3RY4/9/9/9/9/9/9");
    let pinned = at("ninesquare", "4k4/4r4/9/9/9/9/9/4R4/4K4 w - - 0 1");
    assert_eq!(lit(&*pinned, "e2"), "9/4R4/4Y4/4Y4/4Y4/4Y4/4Y4/9/9");
}

#[test]
fn castling() {
    let game = at("ninesquare", "5k3/9/9/9/9/9/9/9/R4K2R w KQ - 0 1");
    assert_eq!(lit(&*game, "f1"), "9/9/9/9/9/9/9/4YYY2/3YY1YY1");
    // Free castling, and one that looks like a step, are the king's capture of his own man too.
    let free = at("fischerandom", "1r2k2r/8/8/8/8/8/8/1R2K2R w BHbh - 0 1");
    assert_eq!(lit(&*free, "e1"), "8/8/8/8/8/8/3YYY2/1YYY1YYY");
    let step = at("step", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(lit(&*step, "e1"), "8/8/8/8/8/8/3YYY2/Y2Y1Y1Y");
    // The king stays where it is.
    let stays = at("fischerandom", "4k3/8/8/8/8/8/8/6KR w H - 0 1");
    assert_eq!(lit(&*stays, "g1"), "8/8/8/8/8/8/5YYY/5Y1Y");
}

#[test]
fn ten_ranks_are_counted_from_0() {
    let game = at("haynie", "");
    assert_eq!(lit(&*game, "e2"), "10/10/10/10/10/4Y5/4Y5/10/10/10");
    assert_eq!(
        square(&*game, "e10").unwrap_err().to_string(),
        "expected a square from a0 to j9"
    );
    let promotes = at("haynie", "k9/4P5/10/10/10/10/10/10/10/4K5 w - - 0 1");
    assert_eq!(lit(&*promotes, "e8"), "4M5/10/10/10/10/10/10/10/10/10");
    let choices = choice(&*promotes, "e8", "e9").unwrap();
    assert!(choices.starts_with('G') && choices.len() == 13, "{choices}");
    assert_eq!(early_choice(&*promotes, "e8"), Some(choices));
}

#[test]
fn promotions_of_eleven_ranks() {
    let pawn = at("chess99", "3r5/4P4/9/9/k8/9/9/9/9/9/K8 w - - 0 1");
    assert_eq!(lit(&*pawn, "e10"), "3MM4/9/9/9/9/9/9/9/9/9/9");
    // Not first is a man that has a promoted form.
    let choices = choice(&*pawn, "e10", "d11").unwrap();
    assert!(choices.starts_with(['R', 'L']), "{choices}");
    assert_eq!(
        choices.chars().collect::<BTreeSet<_>>(),
        "RLWFQNDA".chars().collect::<BTreeSet<_>>()
    );
    assert_eq!(early_choice(&*pawn, "e10"), Some(choices));
    // A promoted form may be put off: XBoard must not be told of it.
    let form = at("chess99", "9/9/W8/9/7k1/9/9/9/9/9/K8 w - - 0 1 a9:2");
    assert_eq!(lit(&*form, "a9"), "M8/Y8/1YY6/Y8/Y8/9/9/9/9/9/9");
    assert_eq!((choice(&*form, "a9", "a11"), early_choice(&*form, "a9")), (None, None));
    let marked = at("chess99", "9/9/W8/9/7k1/9/9/9/9/9/K8 w - - 0 1 a9:2-");
    assert_eq!(lit(&*marked, "a9"), "Y8/Y8/1YY6/Y8/Y8/9/9/9/9/9/9");
}

#[test]
fn men_that_change_with_the_square() {
    let game = at("snappy", "");
    assert_eq!(lit(&*game, "a2"), "9/9/9/9/9/Y8/B8/9/9");
    assert_eq!(choice(&*game, "a2", "a3").as_deref(), Some("R"));
    assert_eq!(choice(&*game, "a2", "a4"), None);
    assert_eq!(early_choice(&*game, "a2"), None);
    // A rook stays a rook there.
    let rook = at("snappy", "4k4/9/9/9/9/p8/9/8p/RP2K4 w - - 0 1");
    assert_eq!(lit(&*rook, "a1"), "9/9/9/9/9/R8/Y8/Y8/9");
    let pawn = at("snappy", "9/4P4/9/9/9/9/k8/8p/4K4 w - - 0 1");
    assert_eq!(lit(&*pawn, "e8"), "4M4/9/9/9/9/9/9/9/9");
    assert!(early_choice(&*pawn, "e8").is_some_and(|choice| choice.starts_with('Z') && choice.len() == 10));
}

#[test]
fn choices_of_other_games() {
    let pawn = "7k/4P3/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(choice(&*at("chess", pawn), "e7", "e8").as_deref(), Some("QRBN"));
    // XBoard's test of legality may be on: it is left to ask, though there is but one answer.
    let single = at("single", "7k/p3P3/8/8/8/8/P7/4K3 w - - 0 1");
    assert_eq!(lit(&*single, "e7"), "4M3/8/8/8/8/8/8/8");
    assert_eq!(choice(&*single, "e7", "e8").as_deref(), Some("Q"));
    // The pawn may stay one.
    assert_eq!(choice(&*at("defer", pawn), "e7", "e8").as_deref(), Some("QRBNP"));
    // All have promoted forms.
    let formal = at("formal", pawn);
    assert_eq!(lit(&*formal, "e7"), "4M3/8/8/8/8/8/8/8");
    assert_eq!(
        (choice(&*formal, "e7", "e8"), early_choice(&*formal, "e7")),
        (None, None)
    );
}

/// From where to where legal moves go, by their texts, and how many do.
fn ways(game: &dyn Game) -> BTreeMap<(Square, Square), usize> {
    let board = game.rules().board;
    let mut ways = BTreeMap::new();
    for uci in game.moves() {
        let (from, rest) = board.parse_prefix(&uci).unwrap();
        let (to, _) = board.parse_prefix(rest).unwrap();
        *ways.entry((from, to)).or_default() += 1;
    }
    ways
}

/// Lit are the squares where a click makes a legal move, with every change that is offered there, and no others.
fn check(game: &dyn Game) {
    let board = game.rules().board;
    let name = |square: Square| board.name_counted(square, board.first_rank_of_xboard());
    let ways = ways(game);
    for from in board.all() {
        let hand = Hand::with(game, from);
        let place = format!("{}: {} {}", game.rules().name, game.fen(), name(from));
        let mut targets = ways.keys().filter(|(start, _)| *start == from);
        assert!(targets.all(|(_, to)| hand.0.contains_key(to)), "{place}");
        for (to, light) in &hand.0 {
            let place = format!("{place}{}", name(*to));
            let clicked = |suffix: &str| {
                let text = format!("{}{}{suffix}", name(from), name(*to));
                let read = game.read_move(&text, Notation::Xboard);
                read.and_then(|uci| game.write_move(&uci, Notation::Xboard))
            };
            let offered = light.choice.clone().unwrap_or_default().to_ascii_lowercase();
            let made: BTreeSet<String> = offered.chars().map(|c| clicked(&c.to_string()).unwrap()).collect();
            let moves = ways.get(&(from, *to)).copied();
            match light.colour {
                // What a king does besides castling there is a move of its own.
                'Y' | 'R' => assert!(moves == Some(1) || clicked("").unwrap().starts_with("O-O"), "{place}"),
                'B' => assert!(moves == Some(1) && made.len() == 1, "{place}"),
                'M' if offered.is_empty() => assert!(moves > Some(1), "{place}"),
                'M' => assert_eq!(moves, Some(made.len()), "{place}"),
                other => panic!("{place}: {other}"),
            }
            let captures = clicked("").is_ok_and(|_| game.man(*to).is_some_and(|(color, _)| color != game.side()));
            assert!(light.colour != 'Y' || !captures, "{place}");
        }
    }
}

#[test]
fn a_click_is_a_legal_move() {
    let catalogue = catalogue();
    let mut random = SplitMix64(5);
    for name in catalogue.names() {
        let mut game = game::new(Arc::clone(catalogue.rules(name).unwrap()));
        for ply in 0..120 {
            if ply % 3 == 0 {
                check(&*game);
            }
            let moves = game.moves();
            let Some(mv) = moves.get(random.below(moves.len().max(1))) else {
                break;
            };
            game.play(mv).unwrap();
        }
    }
}
