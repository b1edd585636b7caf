//! What `check` warns of: definitions that can be played but look like a mistake.

use ninefold::Catalogue;

/// The warnings of lines added to a child of chess, without file and section.
fn warnings(lines: &str) -> Vec<String> {
    let (errors, warnings) = Catalogue::builtin().check("t", &format!("[t:chess]\n{lines}"));
    assert!(errors.is_empty(), "{errors:#?}");
    let texts = warnings.iter().map(|w| w.to_string());
    texts
        .map(|t| t.replacen("t:", "", 1).replace("[t] ", "").replace("warning: ", ""))
        .collect()
}

/// The only warning.
fn warning(lines: &str) -> String {
    let warnings = warnings(lines);
    assert_eq!(warnings.len(), 1, "{lines}{warnings:#?}");
    warnings[0].clone()
}

#[test]
fn the_built_in_games_look_right() {
    let text = include_str!("../src/catalogue/builtin.ini");
    let (errors, warnings) = Catalogue::default().check("builtin.ini", text);
    assert!(errors.is_empty() && warnings.is_empty(), "{errors:#?}{warnings:#?}");
}

#[test]
fn men_that_do_not_move_as_one_would_think() {
    let there = "promotionPieceTypes = qrbnx\n";
    assert!(
        warning(
            "maxFile = 3\nmaxRank = 5\nstartFen = kxx/3/3/3/KXX w - - 0 1\npawn = -\ncastling = false\n\
                          promotionPawnTypes = -\nqueen = -\nrook = -\nbishop = -\nknight = -\n\
                          customPiece1 = x:sG\n"
        )
        .starts_with("12: customPiece1: man X (sG) has no move from any square of this board; key immobile"),
    );
    assert!(warnings(&format!("immobile = x\n{there}")).is_empty());
    assert_eq!(
        warning(&format!("customPiece1 = x:AD\npieceNames = x:war knight\n{there}")),
        "2: customPiece1: man X is called war knight, but its movement AD never leaves the colour it stands on; a leap \
         of W, N, H, C or Z (or R, Q, K) would"
    );
    assert!(warnings(&format!("customPiece1 = x:AD\npieceNames = x:camel\n{there}")).is_empty());
    assert!(
        warning("king = k:F\ncastling = false\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n")
            .starts_with("2: king: man K is called king, but")
    );
    assert_eq!(
        warning("customPiece1 = x:W\n"),
        "2: customPiece1: man X is not in the start position and no man can become one; put it there, or name it in \
         promotionPieceTypes"
    );
}

#[test]
fn pawns_that_cannot_promote() {
    assert_eq!(
        warning("promotionRegionBlack = *8\n"),
        "2: promotionRegionBlack: no P of Black can get to a square of promotionRegionBlack from where it starts, so it \
         never promotes; promotionRegionBlack names squares (a8), ranks (*8) or files (a*)"
    );
    assert!(
        warning("pawn = -\npromotionPawnTypes = -\ncustomPiece1 = p:fmWfcF\nnMoveRuleTypes = p\ndoubleStep = false\n")
            .starts_with("4: customPiece1: man P only moves forward and never promotes")
    );
}

#[test]
fn checks_at_the_start() {
    let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR";
    assert_eq!(
        warning(&format!("startFen = {fen} w KQkq - 0 1\n")),
        "2: startFen: in the start position White's king is in check"
    );
    assert!(warning(&format!("startFen = {fen} b KQkq - 0 1\n")).ends_with("in check, and it is not even to move"));
}

#[test]
fn keys_without_effect() {
    let no_castling = "startFen = 1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w - - 0 1\n";
    for (lines, key, why) in [
        (
            format!("castlingKingsideFile = g\n{no_castling}"),
            "2: castlingKingsideFile",
            "nobody castles",
        ),
        (
            format!("castlingRookPiecesWhite = r\n{no_castling}"),
            "2: castlingRookPiecesWhite",
            "nobody castles",
        ),
        ("morphRank4 = --------\n".into(), "2: morphRank4", "it names no man"),
        (
            "counterGrowth = everyMove\n".into(),
            "2: counterGrowth",
            "no man has a counter",
        ),
        (
            "returnHome = true\n".into(),
            "2: returnHome",
            "no man has a promoted form",
        ),
        (
            "nMoveRule = 0\nnMoveRuleTypes = p\n".into(),
            "3: nMoveRuleTypes",
            "nMoveRule is 0",
        ),
        (
            "pawn = -\npromotionPawnTypes = -\nstartFen = rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1\n\
             promotionRegionWhite = *7\n"
                .into(),
            "5: promotionRegionWhite",
            "no man promotes",
        ),
    ] {
        let text = warning(&lines);
        assert!(text.starts_with(&format!("{key}: has no effect here: {why}")), "{text}");
    }
    // What says "none" is not asked to have an effect.
    assert!(warnings("returnHome = false\nshuffle = -\npromotionPawnTypes = p\n").is_empty());
}

#[test]
fn letters_used_twice() {
    assert_eq!(
        warning("promotionPieceTypes = qrrbn\n"),
        "2: promotionPieceTypes: names 'r' twice; once is enough"
    );
    assert_eq!(
        warning("customPiece1 = q:QN\npromotionPieceTypes = qrbn\n"),
        "2: customPiece1: takes the letter 'q' from the inherited queen, which is gone now; write queen = - to say so, \
         or choose another letter"
    );
    assert!(warnings("queen = -\ncustomPiece1 = q:QN\npromotionPieceTypes = qrbn\n").is_empty());
}

/// Black's men were taken to go White's left and right.
#[test]
fn black_men_go_their_own_left_and_right() {
    let lines = "pawn = -\nenPassantTypes = -\ncustomPiece1 = p:frFfW\npromotionPawnTypes = p\n\
                 startFen = 4k2p/8/8/8/8/8/8/P3K3 w - - 0 1\npromotionRegionWhite = h8\npromotionRegionBlack = a1\n\
                 doubleStep = false\nmandatoryPawnPromotion = false\n";
    let all = warnings(lines);
    assert!(!all.iter().any(|w| w.contains("promote")), "{all:?}");
}
