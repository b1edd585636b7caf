//! The smallest case of each fault that was found once.

mod common;

use std::sync::Arc;

use ninefold::variant::Rules;
use ninefold::{Catalogue, Position, Variant};

fn chess(fen: &str) -> Position<u64> {
    common::position(&common::rules("chess"), fen)
}

/// The rules of a definition without castling or promotion, but for what its lines say.
fn game(lines: &str) -> Arc<Rules> {
    let common = [
        ("king", "k"),
        ("castling", "false"),
        ("doubleStep", "false"),
        ("promotionPawnTypes", "-"),
    ];
    let mut text = format!("[game]\n{lines}\n");
    for (key, value) in common {
        if !text.contains(&format!("\n{key} ")) && !text.contains(&format!("\n{key}Region")) {
            text += &format!("{key} = {value}\n");
        }
    }
    let mut catalogue = Catalogue::default();
    let errors = catalogue.load("game.ini", &text);
    assert!(errors.is_empty(), "{errors:?}");
    Arc::clone(catalogue.rules("game").expect("the game"))
}

/// Legal moves from a square as texts.
fn moves(rules: &Arc<Rules>, fen: &str, from: &str) -> Vec<String> {
    let texts = common::legal_texts::<u128>(&common::position(rules, fen));
    texts.into_iter().filter(|text| text.starts_with(from)).collect()
}

/// The FEN after a move.
fn after(rules: &Arc<Rules>, fen: &str, mv: &str) -> String {
    let mut position: Position<u128> = common::position(rules, fen);
    let mv = position.parse_move(mv).unwrap_or_else(|e| panic!("{fen}: {e}"));
    position.make(mv);
    assert_eq!(position.hash(), position.hash_from_scratch());
    position.fen()
}

/// The other right being gone, castling was written as the king taking its partner.
#[test]
fn castling_towards_a1_is_the_kings_move() {
    let position = chess("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    let castling = position.parse_move("e1c1").expect("castling is legal");
    assert_eq!(position.move_text(castling), "e1c1");
    assert_eq!(position.parse_move("e1a1"), Ok(castling));
}

/// The rules of the one variant that a text defines.
fn defined(text: &str) -> Arc<Rules> {
    let mut catalogue = Catalogue::builtin();
    assert_eq!(catalogue.load("test", text), []);
    let name = catalogue.names().last().expect("a variant");
    Arc::clone(catalogue.rules(name).expect("its rules"))
}

/// Left and right were White's for both sides. Fairy-Stockfish and XBoard turn a movement round for Black.
#[test]
fn left_and_right_are_the_own_sides() {
    let rules =
        defined("[t:chess]\ncustomPiece1 = n:flFrW2ircH\nstartFen = 4k3/pppn1ppp/8/8/8/8/PPPN1PPP/4K3 w - - 0 1");
    let moves = |fen| {
        let mut moves = common::legal_texts(&common::position::<u64>(&rules, fen));
        moves.retain(|m| m.starts_with('d'));
        moves
    };
    assert_eq!(
        moves("k7/8/8/8/8/8/p2N2p1/K7 w - - 0 1"),
        ["d2c3", "d2e2", "d2f2", "d2g2"]
    );
    assert_eq!(
        moves("k7/P2n2P1/8/8/8/8/8/K7 b - - 0 1"),
        ["d7a7", "d7b7", "d7c7", "d7e6"]
    );
    // So do attacks.
    let checked = |fen| common::position::<u64>(&rules, fen).in_check();
    assert!(checked("8/K2n4/8/8/8/8/8/k7 w - - 0 1") && checked("8/3n4/4K3/8/8/8/8/k7 w - - 0 1"));
    assert!(!checked("8/3n2K1/8/8/8/8/8/k7 w - - 0 1") && !checked("8/3n4/2K5/8/8/8/8/k7 w - - 0 1"));
}

/// Castling to the next square had the same text as the king's step there, and could not be told from it.
#[test]
fn castling_by_one_square_is_not_a_kings_step() {
    let rules = defined("[t:chess]\ncastlingKingsideFile = f\ncastlingQueensideFile = d\n");
    let position = common::position::<u64>(&rules, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    let king: Vec<String> = common::legal_texts(&position)
        .into_iter()
        .filter(|m| m.starts_with('e'))
        .collect();
    assert_eq!(king, ["e1a1", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2", "e1h1"]);
    for text in king {
        assert_eq!(position.parse_move(&text).map(|m| position.move_text(m)), Ok(text));
    }
}

/// Where pawns promote on squares that a double step crosses, the position after an en-passant capture was refused.
#[test]
fn a_man_that_captured_en_passant_may_stand_where_it_promotes() {
    let rules = defined("[t:chess]\npromotionRegionWhite = *8 *7 *6\n");
    let mut position = common::position::<u64>(&rules, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    let mv = position.parse_move("e5d6").expect("the capture is legal");
    position.make(mv);
    assert_eq!(common::position::<u64>(&rules, &position.fen()), position);
    let fen = "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1";
    let variant = Arc::new(Variant::<u64>::new(rules));
    let error = Position::from_fen(variant, fen).expect_err("no pawn comes to d7");
    assert_eq!(error.to_string(), "P on d7: such a man has promoted when it gets there");
}

/// Of a number that does not fit only the first digit was shown, which may well be a number that does.
#[test]
fn a_wrong_number_of_empty_squares_is_shown_whole() {
    let variant = Arc::new(Variant::<u64>::new(common::rules("chess")));
    let error = Position::from_fen(variant, "4k3/8/8/8/44/8/8/4K3 w - - 0 1").expect_err("44 is too much");
    let expected = "board, rank 4, character 1 (`44`): expected a number of empty squares from 1 to 8";
    assert_eq!(error.to_string(), expected);
}

/// Two double steps can cross one square; the second square of the field says which it was.
#[test]
fn a_diagonal_double_step_is_told_by_two_squares() {
    let rules = common::rules("berolina");
    let mut position: Position<u64> = common::position(&rules, "4k3/p1p5/8/1P6/8/8/8/4K3 b - - 0 1");
    for (text, written) in [("a7c5", "b6c5"), ("c7a5", "b6a5")] {
        position.make(position.parse_move(text).expect("a double step"));
        let fen = position.fen();
        assert_eq!(fen.split(' ').nth(3), Some(written));
        let again: Position<u64> = common::position(&rules, &fen);
        assert_eq!(again, position, "{fen}");
        let taken = position.parse_move("b5b6").expect("a capture en passant");
        position.make(taken);
        assert!(position.fen().starts_with(if text == "a7c5" {
            "4k3/2p5/1P6/8/"
        } else {
            "4k3/p7/1P6/8/"
        }));
        position.unmake();
        position.unmake();
    }
}

/// A move over the edge of the board has the same index difference as a diagonal double step.
#[test]
fn a_double_step_does_not_wrap_around() {
    let rules = common::rules("berolina");
    let fen = "4k3/8/8/8/P7/8/8/4K3 b - b3 0 1";
    let variant = std::sync::Arc::new(ninefold::Variant::<u64>::new(rules.clone()));
    assert!(Position::from_fen(variant.clone(), fen).is_ok());
    let wrapped = "4k3/8/8/P7/8/8/8/4K3 b - a4 0 1";
    assert!(Position::from_fen(variant, wrapped).is_err());
}

/// A king that may also go alone where it goes in castling had two moves of one text.
#[test]
fn castling_that_reads_like_a_kings_move_is_written_as_its_capture_of_the_partner() {
    let rules = game(
        "maxFile = 5\nmaxRank = 4\nrook = r\ncastling = true\ncastlingKingsideFile = 4\n\
         startFen = 2k1r/5/5/2K1R w Kk - 0 1",
    );
    let fen = &rules.start;
    assert_eq!(moves(&rules, fen, "c1").join(" "), "c1b1 c1b2 c1c2 c1d1 c1d2 c1e1");
    assert_eq!(after(&rules, fen, "c1d1"), "2k1r/5/5/3KR b k - 1 1");
    assert_eq!(after(&rules, fen, "c1e1"), "2k1r/5/5/2RK1 b k - 1 1");
}

/// K is the eleventh file too: the right was read as that of the outermost rook.
#[test]
fn a_castling_right_on_file_k_is_of_the_rook_there() {
    let rules = game(
        "maxFile = 13\nmaxRank = 4\nrook = r\ncastling = true\nchess960 = true\n\
         startFen = r5k3r1r/13/13/R5K3R1R w AMam - 0 1",
    );
    for fen in ["r5k3r1r/13/13/R5K3R1R w Mk - 0 1", "11k1/13/13/10RKR w K - 0 1"] {
        assert_eq!(common::position::<u128>(&rules, fen).fen(), fen);
    }
}

/// Initial parts of men with a counter attacked with any counter, progressive ones from anywhere.
#[test]
fn initial_parts_attack_from_their_zone_with_a_counter_of_one() {
    let lines = "maxFile = 5\nmaxRank = 5\ndoubleStepRegionWhite = *1\ndoubleStepRegionBlack = *5\n";
    for (movement, first, others) in [
        (
            "F+icR",
            "k4/5/5/5/A3K b - - 0 1",
            ["k4/5/5/5/A3K b - - 0 1 a1:2", "k4/5/A4/5/4K b - - 0 1"],
        ),
        (
            "F+icnD",
            "5/5/k4/5/A3K b - - 0 1",
            ["5/5/k4/5/A3K b - - 0 1 a1:2", "k4/5/A4/5/4K b - - 0 1"],
        ),
        (
            "W+icF+",
            "5/5/5/1k3/A3K b - - 0 1",
            ["5/5/5/1k3/A3K b - - 0 1 a1:2", "5/1k3/A4/5/4K b - - 0 1"],
        ),
        (
            "W+icF*",
            "5/5/5/1k3/A3K b - - 0 1",
            ["5/5/1k3/5/A3K b - - 0 1 a1:2", "5/1k3/A4/5/4K b - - 0 1"],
        ),
    ] {
        let rules = game(&format!(
            "{lines}customPiece1 = a:{movement}\nstartFen = a3k/5/5/5/A3K w - - 0 1"
        ));
        let in_check = |fen: &str| common::position::<u128>(&rules, fen).in_check();
        assert!(in_check(first), "{movement}");
        assert_eq!(others.map(in_check), [false, false], "{movement}");
    }
}

/// An initial progressive leap is one of maximum range, an index difference of two files is not a double step.
#[test]
fn what_grows_a_counter_by_a_first_move() {
    let lines = "maxFile = 4\nmaxRank = 5\ndoubleStepRegionWhite = *1 *2\ndoubleStepRegionBlack = *4 *5\n";
    let rules = game(&format!(
        "{lines}customPiece1 = a:F+iW+\nstartFen = a2k/4/4/4/A2K w - - 0 1"
    ));
    assert_eq!(after(&rules, &rules.start, "a1a2"), "a2k/4/4/A3/3K b - - 1 1 a2:2");
    let rules = game(&format!(
        "{lines}customPiece1 = a:W+NisnD\nstartFen = a2k/4/4/4/2AK w - - 0 1"
    ));
    assert_eq!(after(&rules, &rules.start, "c1a2"), "a2k/4/4/A3/3K b - - 1 1");
    assert_eq!(after(&rules, &rules.start, "c1a1"), "a2k/4/4/4/A2K b - - 1 1 a1:2");
}

/// In games without counters there were no marks, and a man without counter could not have one.
#[test]
fn men_without_counters_wait_for_their_first_rank() {
    let rules = game(
        "maxFile = 4\nmaxRank = 4\npawn = p\nknight = n\npromotedForm1 = n:NN\nreturnHome = true\n\
         promotionPawnTypes = p\npromotionPieceTypes = n\npromotionRegionWhite = *4\npromotionRegionBlack = *1\n\
         startFen = k3/3P/4/2KN w - - 0 1",
    );
    let promoted = after(&rules, &rules.start, "d3d4n");
    assert_eq!(promoted, "k2N/4/4/2KN b - - 0 1 d4:1-");
    let again = promoted.replace(" b ", " w ");
    assert_eq!(moves(&rules, &again, "d4").join(" "), "d4b3 d4c2");
    assert_eq!(
        after(&rules, "k3/4/2N1/3K w - - 0 1 c2:1-", "c2a1"),
        "k3/4/4/N2K b - - 1 1"
    );
}

/// A man that was also a pawn took its promoted form in spite of its mark, and pawns kept marks they had no use for.
#[test]
fn marks_are_of_men_with_a_promoted_form() {
    let lines = "maxFile = 4\nmaxRank = 5\nreturnHome = true\ncustomPiece1 = a:fW\nknight = n\npawn = p\n\
                 promotionPieceTypes = n\npromotionRegionWhite = *5\npromotionRegionBlack = *1\n";
    let rules = game(&format!(
        "{lines}promotedForm1 = a:R\nnMoveRuleTypes = a\nstartFen = k3/4/4/4/A2K w - - 0 1"
    ));
    assert_eq!(moves(&rules, "k3/3A/4/4/3K w - - 0 1 d4:1-", "d4").join(" "), "d4d5");
    let rules = game(&format!(
        "{lines}promotedForm1 = a:R\npromotionPawnTypes = p\nmandatoryPawnPromotion = false\nmorphRank3 = pppp\n\
         startFen = k3/4/4/4/A2K w - - 0 1"
    ));
    assert_eq!(
        after(&rules, "k3/4/4/3A/K3 w - - 0 1 d2:1-", "d2d3"),
        "k3/4/3P/4/K3 b - - 1 1"
    );
}

/// A game of 4 x 6 in which men move first from the ranks of a zone, and may be captured en passant.
fn passing(lines: &str) -> Arc<Rules> {
    let start = if lines.contains("startFen") {
        ""
    } else {
        "startFen = a2k/4/p3/P3/4/A2K w - - 0 1"
    };
    game(&format!(
        "maxFile = 4\nmaxRank = 6\ndoubleStepRegionWhite = *1 *2 *3\ndoubleStepRegionBlack = *4 *5 *6\n{lines}\n{start}"
    ))
}

/// Any other move by as many squares opened an en-passant capture, over an occupied square too.
#[test]
fn only_a_double_step_is_answered_en_passant() {
    let rules = passing("customPiece1 = a:cDimfnD\ncustomPiece2 = p:mWceFcW");
    let stepped = after(&rules, "k3/4/1p2/4/2A1/3K w - - 0 1", "c2c4");
    assert_eq!(stepped, "k3/4/1pA1/4/4/3K b - c3 1 1");
    let jumped = after(&rules, "k3/4/1pp1/2P1/2A1/3K w - - 0 1", "c2c4");
    assert_eq!(jumped, "k3/4/1pA1/2P1/4/3K b - - 0 1");
    // Two files to the right on a board of four are an index difference of 2, as is a knight's leap to the left.
    let rules = passing("customPiece1 = a:imsnDN\ncustomPiece2 = p:mWceFcW");
    let leaped = after(&rules, "k3/4/4/2p1/2A1/3K w - - 0 1", "c2a3");
    assert_eq!(leaped, "k3/4/4/A1p1/4/3K b - - 1 1");
}

/// A man that changed where it landed could be captured en passant, or not, by what it had become.
#[test]
fn a_double_step_that_changes_the_man_is_not_answered_en_passant() {
    let rules = passing(
        "customPiece1 = a:imfnD\ncustomPiece2 = b:WimfnD\ncustomPiece3 = p:ceF\nmorphRank4 = bbbb\n\
         startFen = ab1k/4/p3/P3/4/AB1K w - - 0 1",
    );
    for (man, en_passant) in [("A", "-"), ("B", "c3")] {
        let fen = format!("k3/4/3p/4/2{man}1/3K w - - 0 1");
        let expected = format!("k3/4/2Bp/4/4/3K b - {en_passant} ");
        assert!(after(&rules, &fen, "c2c4").starts_with(&expected), "{man}");
    }
}

/// The crossed square was written alone for steps backwards, and read for steps round the edge of the board.
#[test]
fn a_double_step_that_is_not_straight_ahead_names_the_man() {
    let rules = passing("customPiece1 = a:imnD\ncustomPiece2 = p:mWceFcW");
    let fen = after(&rules, "3k/3a/1Pa1/4/4/3K b - - 0 1", "c4c6");
    assert_eq!(fen, "2ak/3a/1P2/4/4/3K w - c5c6 1 2");
    assert_eq!(common::position::<u128>(&rules, &fen).fen(), fen);
    let variant = Arc::new(Variant::<u128>::new(rules));
    let round_the_edge = Position::from_fen(variant, "k3/4/4/4/A1p1/1K2 b - d1a2 0 1");
    assert!(round_the_edge.is_err(), "{round_the_edge:?}");
}

/// The king could be captured en passant, and capture so where it was attacked.
#[test]
fn kings_and_en_passant() {
    let rules = passing("customPiece1 = a:imfnD\ncustomPiece2 = p:ceF\nking = k:WifmnD");
    let stepped = after(&rules, "k3/4/1p2/4/2K1/4 w - - 0 1", "c2c4");
    assert_eq!(stepped, "k3/4/1pK1/4/4/4 b - - 1 1");
    let rules = passing("rook = r\ncustomPiece1 = a:imfnD\ncustomPiece2 = p:W\nking = k:mWceFcW\nbareKing = loss");
    let bare = "k3/4/4/1Ka1/4/4 w - c4 0 1";
    assert_eq!(
        common::legal_texts::<u128>(&common::position(&rules, bare)),
        ["b3c3", "b3c4"]
    );
    assert_eq!(after(&rules, bare, "b3c4"), "k3/4/2K1/4/4/4 b - - 0 1");
    let guarded = common::position::<u128>(&rules, "k3/4/3r/1Ka1/R3/4 w - c4 0 1");
    assert_eq!(guarded.fen(), "k3/4/3r/1Ka1/R3/4 w - - 0 1");
}

/// A FEN that let a man castle that it said to have just moved led to castling with nobody.
#[test]
fn a_man_that_has_just_passed_castles_with_nobody() {
    let rules = game(
        "maxFile = 4\nmaxRank = 4\ncastling = true\ncastlingKingsideFile = 3\ncastlingRookPieces = a\n\
         customPiece1 = a:imsnD\ncustomPiece2 = p:ceF\ndoubleStepRegionWhite = *1\ndoubleStepRegionBlack = *4\n\
         startFen = k2a/4/4/K2A w Kk - 0 1",
    );
    let fen = common::position::<u128>(&rules, "k2a/4/1p2/K2A b Kk c1d1 0 1").fen();
    assert_eq!(fen, "k2a/4/1p2/K2A b k c1d1 0 1");
}

/// Two moves had one text.
#[test]
fn where_a_man_may_go_without_capture_it_does_not_capture_en_passant() {
    let rules = passing("customPiece1 = a:imfnD\ncustomPiece2 = p:mFceF");
    let fen = after(&rules, "3k/2a1/4/1P2/4/3K b - - 0 1", "c5c3");
    assert_eq!(fen, "3k/4/4/1Pa1/4/3K w - - 1 2");
    assert_eq!(after(&rules, &fen, "b3c4"), "3k/4/2P1/2a1/4/3K b - - 2 2");
}

/// A named man's notation did not say that it captures en passant; a table that changes nobody was kept.
#[test]
fn rules_say_what_men_do() {
    let rules = passing("customPiece1 = a:imfnD\nclobber = p\nenPassantTypes = p");
    assert_eq!(rules.men[0].notation, "ceW");
    let rules = game("maxFile = 4\nmaxRank = 4\nrook = r\nmorphRank2 = rr-r\nstartFen = r2k/4/4/R2K w - - 0 1");
    assert!(rules.men.iter().all(|m| m.morph.is_empty()));
}
