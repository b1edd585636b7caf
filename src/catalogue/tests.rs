use super::*;
use crate::eval::network::{self, Layout, Network};
use crate::types::{Color, Geometry};
use crate::variant::{Castling, Growth, Man, Outcome, Reach, Shuffle, Wing, keys};
use proptest::prelude::*;

fn builtin(name: &str) -> Arc<Rules> {
    Catalogue::builtin().rules(name).unwrap().clone()
}

fn man(rules: &Rules, id: &str) -> Man {
    let letter = id.chars().last().unwrap();
    rules.men[rules.man(letter, id.starts_with('+')).unwrap().index()].clone()
}

fn letters(rules: &Rules, types: &[crate::PieceType]) -> String {
    let mut ids: Vec<_> = types.iter().map(|t| rules.men[t.index()].id()).collect();
    ids.sort();
    ids.concat()
}

fn rank(rules: &Rules, rank: u32) -> u128 {
    let files = u32::from(rules.board.files);
    ((1u128 << files) - 1) << ((rank - 1) * files)
}

/// The errors of a text, one a line, without the file's name.
fn errors(text: &str) -> Vec<String> {
    let errors = Catalogue::builtin().load("t", text);
    errors.iter().map(|e| e.to_string().replacen("t:", "", 1)).collect()
}

fn error(text: &str) -> String {
    let errors = errors(text);
    assert_eq!(errors.len(), 1, "{errors:#?}");
    errors[0].clone()
}

/// The only error of lines added to a child of chess; without the section.
fn chess_error(lines: &str) -> String {
    error(&format!("[t:chess]\n{lines}")).replace("[t] ", "")
}

fn load(text: &str) -> Arc<Rules> {
    let mut catalogue = Catalogue::builtin();
    let errors = catalogue.load("t", text);
    assert!(errors.is_empty(), "{errors:#?}");
    let name = catalogue.names().last().unwrap().to_string();
    catalogue.rules(&name).unwrap().clone()
}

// ---- Built-in variants ------------------------------------------------------------------------------------------

#[test]
fn builtins() {
    let catalogue = Catalogue::builtin();
    let names: Vec<_> = catalogue.names().collect();
    assert_eq!(
        names.join(" "),
        "chess fischerandom nocastle torpedo berolina pawnsideways amazon georgian almost sortofalmost chigorin \
         perfect nightrider hoppelpoppel newzealand knightmate shatranj chaturanga losalamos gardner capablanca \
         gothic embassy caparandom janus gemini centaur modern chancellor courier tencubed ninesquare ninesquare2 \
         ninesquare3 haynie snappy chess99 chess99-everymove"
    );
    assert_eq!(catalogue.rules("CHESS960").unwrap().name, "fischerandom");
    assert!(catalogue.rules("nonsense").is_none());
    for name in names {
        let rules = catalogue.rules(name).unwrap();
        let moves = if ["shatranj", "chaturanga"].contains(&name) {
            70
        } else {
            50
        };
        assert_eq!((rules.move_rule, rules.repetition), (2 * moves, 3), "{name}");
        assert_eq!(rules.men.iter().filter(|m| m.royal).count(), 1);
    }
}

#[test]
fn reading_them_takes_no_time() {
    let start = std::time::Instant::now();
    for _ in 0..100 {
        Catalogue::builtin();
    }
    assert!(start.elapsed().as_millis() < 2000, "{:?} for 100", start.elapsed());
}

#[test]
fn chess() {
    let rules = builtin("chess");
    let pawn = man(&rules, "P");
    assert_eq!(pawn.notation, "fmWfceFifmnD");
    assert!(pawn.pawn && pawn.en_passant_victim);
    assert_eq!(pawn.initial_zone, [rank(&rules, 2), rank(&rules, 7)]);
    let promotion = pawn.promotion.unwrap();
    assert_eq!(promotion.zone, [rank(&rules, 8), rank(&rules, 1)]);
    assert!(promotion.mandatory);
    assert_eq!(letters(&rules, &promotion.to[0]), "BNQR");
    let wings = [
        Some(Wing {
            partner_file: 7,
            king_to: 6,
        }),
        Some(Wing {
            partner_file: 0,
            king_to: 2,
        }),
    ];
    let partners = vec![rules.man('R', false).unwrap()];
    assert_eq!(
        rules.castling,
        Some(Castling {
            king_file: 4,
            wings,
            partners,
            free: false
        })
    );
    let fischer = builtin("fischerandom");
    assert_eq!(fischer.shuffle, Some(Shuffle::Fischer));
    assert!(fischer.castling.as_ref().unwrap().free);
}

#[test]
fn castlings() {
    for (name, king, wings) in [
        ("capablanca", 5, [(9, 8), (0, 2)]),
        ("gothic", 5, [(9, 8), (0, 2)]),
        ("janus", 4, [(9, 8), (0, 1)]),
        ("ninesquare", 5, [(8, 7), (0, 3)]),
        ("ninesquare2", 4, [(8, 6), (0, 2)]),
        ("ninesquare3", 4, [(7, 6), (0, 2)]),
        ("snappy", 4, [(8, 7), (0, 1)]),
    ] {
        let castling = builtin(name).castling.clone().unwrap();
        let wings = wings.map(|(partner_file, king_to)| Some(Wing { partner_file, king_to }));
        assert_eq!((castling.king_file, castling.wings), (king, wings), "{name}");
    }
    assert_eq!(builtin("haynie").castling, None);
    assert_eq!(builtin("chess99").castling, None);
}

#[test]
fn each_colour_has_its_own_promotions() {
    let rules = builtin("chigorin");
    let to = man(&rules, "P").promotion.unwrap().to;
    assert_eq!(to.map(|to| letters(&rules, &to)), ["CNR", "BQR"]);
    assert_eq!(
        chess_error("promotionPieceTypesBlack = qk\n"),
        "2: promotionPieceTypesBlack: man K is the king and cannot be promoted to"
    );
    assert!(chess_error("promotionPieceTypesWhite = -\n").starts_with("2: promotionPieceTypesWhite: there is no man"));
}

#[test]
fn berolina() {
    let rules = builtin("berolina");
    let pawn = man(&rules, "P");
    assert!(pawn.en_passant_victim && pawn.pawn);
    assert_eq!(pawn.initial_zone, [rank(&rules, 2), rank(&rules, 7)]);
}

#[test]
fn ninesquare() {
    let rules = builtin("ninesquare2");
    let joker = man(&rules, "J");
    assert_eq!((joker.name.as_str(), joker.notation.as_str()), ("joker", "NQ5"));
    assert_eq!(joker.parts[1].reach, Reach::Leaps(5));
    let pawn = man(&rules, "P");
    assert_eq!(pawn.initial_zone, [rank(&rules, 2), rank(&rules, 8)]);
    let promotion = pawn.promotion.unwrap();
    assert_eq!(promotion.zone, [rank(&rules, 9), rank(&rules, 1)]);
    assert_eq!(letters(&rules, &promotion.to[0]), "BJNQR");
}

#[test]
fn haynie() {
    let rules = builtin("haynie");
    assert_eq!(rules.men.len(), 15);
    assert_eq!(man(&rules, "H").parts[0].reach, Reach::Unlimited);
    assert_eq!(man(&rules, "M").name, "marshall");
    let promotion = man(&rules, "P").promotion.unwrap();
    assert_eq!(letters(&rules, &promotion.to[0]), "ABCFGHMNOQRWZ");
    assert_eq!(man(&rules, "P").initial_zone, [rank(&rules, 3), rank(&rules, 8)]);
    let Some(Shuffle::Permutation { men, two_colours }) = &rules.shuffle else {
        panic!()
    };
    let listed: String = men.iter().map(|t| rules.men[t.index()].letter).collect();
    assert_eq!(listed, "KQRRBBNNAMGHOFFWCCZZ");
    assert_eq!(letters(&rules, two_colours), "BCF");
}

#[test]
fn snappy() {
    let rules = builtin("snappy");
    assert_eq!(rules.stalemate, Outcome::Loss);
    assert!(rules.bare_king_loses);
    let castling = rules.castling.as_ref().unwrap();
    assert_eq!(castling.partners.len(), rules.men.len() - 1);
    let pawn = man(&rules, "P");
    assert!(pawn.pawn && !pawn.en_passant_victim && pawn.initial_zone == [0, 0]);
    assert!(pawn.parts[1].lame && pawn.parts[1].quiet && pawn.parts[1].capture && !pawn.parts[1].initial);
    let morph = |man: &Man, square: &str| {
        let target = man.morph[rules.board.parse(square).unwrap().index()];
        target.map(|t| rules.men[t.index()].letter)
    };
    assert_eq!(morph(&pawn, "a3"), Some('R'));
    assert_eq!(morph(&pawn, "e5"), Some('Z'));
    assert_eq!(morph(&pawn, "h7"), Some('H'));
    assert_eq!(morph(&pawn, "a4"), None);
    assert_eq!(morph(&man(&rules, "R"), "a3"), None);
    assert_eq!(morph(&man(&rules, "R"), "b3"), Some('H'));
    assert!(man(&rules, "K").morph.is_empty());
    assert_eq!(letters(&rules, &pawn.promotion.unwrap().to[0]), "ACDHIJNQRZ");
}

#[test]
fn chess99() {
    let rules = builtin("chess99");
    assert_eq!(rules.board, Geometry { files: 9, ranks: 11 });
    assert_eq!(rules.men.len(), 17);
    assert!(rules.check_ends_ride && rules.return_home && rules.has_counters());
    assert_eq!(rules.growth, Growth::FullRange);
    let pawn = man(&rules, "P");
    assert!(pawn.pawn && !pawn.en_passant_victim && pawn.has_counter());
    assert_eq!(pawn.initial_zone, [rank(&rules, 2), rank(&rules, 10)]);
    assert!(man(&rules, "B").pawn);
    let promotion = pawn.promotion.unwrap();
    assert_eq!(letters(&rules, &promotion.to[0]), "ADFLNQRW");
    assert_eq!(promotion.zone[0], rank(&rules, 11));
    let queen = man(&rules, "Q");
    let promotion = queen.promotion.unwrap();
    assert_eq!(
        (letters(&rules, &promotion.to[0]), promotion.mandatory),
        ("+Q".into(), false)
    );
    assert_eq!(man(&rules, "+Q").parts[1].reach, Reach::Multiple);
    assert_eq!(man(&rules, "+Q").name, "multiple queen");
    assert_eq!(man(&rules, "+Q").promotion, None);
    assert_eq!(man(&rules, "R").promotion, None);
    assert_eq!(builtin("chess99-everymove").growth, Growth::EveryMove);
}

/// Fairy-Stockfish's own form of the games gives the same rules.
#[test]
fn in_fairy_stockfishs_words() {
    let text = "
[nine]
maxFile = 9
maxRank = 9
pawn = p
knight = n
bishop = b
rook = r
queen = q
king = k
customPiece1 = j:NQ5
startFen = rnbqjkbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQJKBNR w KQkq - 0 1
promotionRegionWhite = *9
promotionRegionBlack = *1
promotionPieceTypes = qjrbn
doubleStepRegionWhite = *2
doubleStepRegionBlack = *8
castlingKingsideFile = h
castlingQueensideFile = d
castlingKingFile = f
castlingRookKingsideFile = i
castlingRookQueensideFile = a
pieceNames = j:joker
";
    let mut rules = (*load(text)).clone();
    rules.name = "ninesquare".into();
    assert_eq!(rules, *builtin("ninesquare"));
}

// ---- Inheritance ------------------------------------------------------------------------------------------------

#[test]
fn inheritance() {
    let text = "[A:Chess]\nqueen = -\ncustomPiece1 = q:QN\npromotionPieceTypes = q\n[b:a]\nstalemateValue = win\n";
    let mut catalogue = Catalogue::builtin();
    assert_eq!(catalogue.load("t", text), []);
    let rules = catalogue.rules("B").unwrap();
    assert_eq!(rules.name, "b");
    assert_eq!(rules.stalemate, Outcome::Win);
    assert_eq!(man(rules, "Q").notation, "QN");
    assert_eq!(catalogue.names().filter(|n| *n == "a" || *n == "b").count(), 2);
    // A later file may define its own names anew.
    assert_eq!(catalogue.load("t", "[b:chess]\nnMoveRule = 60\n"), []);
    assert_eq!(catalogue.rules("b").unwrap().move_rule, 120);
    assert_eq!(catalogue.names().filter(|n| *n == "b").count(), 1);
}

#[test]
fn a_letter_given_anew_replaces_the_man() {
    let rules = load("[t:chess]\ncustomPiece1 = p:mWfceFifmnD\npawnTypes = p\n");
    assert_eq!(rules.men.len(), 6);
    let pawn = man(&rules, "P");
    assert!(pawn.pawn && pawn.en_passant_victim && pawn.promotion.is_some());
    assert_eq!(pawn.initial_zone, [rank(&rules, 2), rank(&rules, 7)]);
}

#[test]
fn a_king_of_another_kind() {
    let rules = load("[t:chess]\nking = k:KNisO2\n");
    let king = man(&rules, "K");
    assert!(king.royal);
    assert_eq!((king.parts.len(), king.notation.as_str()), (3, "KNisO2"));
    assert_eq!(rules.castling, builtin("chess").castling);
}

#[test]
fn broken_sections_are_left_out() {
    let mut catalogue = Catalogue::builtin();
    let text = "[a:chess]\nfoo = 1\n[b:a]\n[c:chess]\n[d:nowhere]\n[chess]\n[C]\n";
    let errors: Vec<_> = catalogue.load("t", text).iter().map(ToString::to_string).collect();
    assert_eq!(errors[0], "t:2: [a] foo: unknown key");
    assert_eq!(errors[1], "t:3: [b] inherits from \"a\", which has errors");
    assert_eq!(errors[2], "t:5: [d] there is no variant \"nowhere\" to inherit from");
    assert_eq!(
        errors[3],
        "t:6: [chess] \"chess\" is a built-in variant; give the section another name"
    );
    assert!(
        errors
            .iter()
            .any(|e| e == "t:7: [c] a section of this name is in line 4 already")
    );
    assert!(catalogue.rules("a").is_none() && catalogue.rules("d").is_none() && catalogue.rules("c").is_some());
}

#[test]
fn the_second_of_two_sections_does_not_replace_the_first() {
    let mut catalogue = Catalogue::builtin();
    let errors = catalogue.load("t", "[c:chess]\n[c:chess]\nnMoveRule = 1\n");
    assert_eq!(errors.len(), 1);
    assert_eq!(catalogue.rules("c").unwrap().move_rule, 100);
}

// ---- Errors -----------------------------------------------------------------------------------------------------

#[test]
fn errors_of_single_lines() {
    for (line, text) in [
        (
            "promotionPeiceTypes = q",
            "2: promotionPeiceTypes: unknown key; did you mean promotionPieceTypes?",
        ),
        ("startfen = 8", "2: startfen: unknown key; did you mean startFen?"),
        (
            "pieceDrops = true",
            "2: pieceDrops: any value but false is not supported yet",
        ),
        ("cannon = c", "2: cannon: the man cannon is not supported yet"),
        (
            "promotedPieceType = p:g",
            "2: promotedPieceType: this key is not supported yet",
        ),
        (
            "mobilityRegionWhiteRook = a1",
            "2: mobilityRegionWhiteRook: a region for a man's moves is not supported yet",
        ),
        (
            "promotionRank = 7",
            "2: promotionRank: this old key (write promotionRegionWhite and promotionRegionBlack) is not supported yet",
        ),
        (
            "castling = yes",
            "2: castling: found \"yes\", expected one of true, false",
        ),
        (
            "nMoveRule = -5",
            "2: nMoveRule: found \"-5\", expected a number from 0 to 10000",
        ),
        (
            "maxRank = 17",
            "2: maxRank: found \"17\", expected a number from 1 to 16",
        ),
        (
            "promotionRegionWhite = a9z",
            "2: promotionRegionWhite: found \"a9z\", expected squares",
        ),
        (
            "promotionRegionWhite = *9",
            "2: promotionRegionWhite: names squares off the board of 8 x 8",
        ),
        (
            "promotionPieceTypes = qx",
            "2: promotionPieceTypes: no man has the letter 'x'; the men are P N B R Q K",
        ),
        (
            "promotionPieceTypes = qk",
            "2: promotionPieceTypes: man K is the king and cannot be promoted to",
        ),
        (
            "promotionPieceTypes = -",
            "2: promotionPieceTypes: there is no man to promote to",
        ),
        ("knight = n:N", "2: knight: found \"n:N\", expected a letter, or -"),
        (
            "customPiece1 = x",
            "2: customPiece1: found \"x\", expected letter:movement as in j:NQ5, or -",
        ),
        (
            "customPiece1 = x:RR",
            "2: customPiece1: man X: column 2 of \"RR\": R has no limit already",
        ),
        ("customPiece1 = x:KisO2", "2: customPiece1: castling (O) is the king's"),
        (
            "customPiece0 = x:W",
            "2: customPiece0: unknown key; did you mean customPieceN?",
        ),
        (
            "castlingRank = 2",
            "2: castlingRank: castling on another rank than the first is not supported yet",
        ),
        (
            "castlingKingPiece = r",
            "2: castlingKingPiece: castling of another man than the king is not supported yet",
        ),
        (
            "castlingKingFile = d",
            "2: castlingKingFile: the king stands on file e, not d",
        ),
        (
            "castlingKingsideFile = c",
            "2: castlingKingsideFile: the king on e cannot go to c when it castles towards h",
        ),
        (
            "castlingRookKingsideFile = b",
            "2: castlingRookKingsideFile: file b is not on that side of the king on e",
        ),
        (
            "castlingRookPieces = p",
            "1: startFen: castling towards the last file needs a partner on the same file",
        ),
        (
            "castlingRookPiecesWhite = n",
            "2: castlingRookPiecesWhite: a difference between White and Black here is not",
        ),
        (
            "enPassantRegion = *3",
            "2: enPassantRegion: a region for en passant other than - (nowhere) is not supported",
        ),
        (
            "nFoldRule = 1",
            "2: nFoldRule: found \"1\", expected 0 (never), or 2 or more",
        ),
        ("king = -", "1: king: there is no king; write for example king = k"),
        (
            "king = k:KW+isO2",
            "2: king: man K: column 2 of \"KW+isO2\": W+ repeats a leap that an earlier part already has",
        ),
        ("king = k:W+isO2", "2: king: a king with + or * is not supported yet"),
        (
            "king = k:isO2",
            "2: king: the king needs a movement beside castling, as in k:KisO2",
        ),
        (
            "morphRank3 = rnb",
            "2: morphRank3: has 3 entries, expected one for each of the 8 files",
        ),
        ("morphRank9 = rnbqqbnr", "2: morphRank9: the board has 8 ranks"),
        ("morphRank4 = rnbqkbnr", "2: morphRank4: no man can turn into the king"),
        (
            "shuffle = rnbqkbnr",
            "2: shuffle: a list of men to shuffle together with castling is not supported yet",
        ),
        (
            "shuffle = fischer",
            "2: shuffle: fischer needs 8 files, chess960 = true",
        ),
        (
            "shuffleTwoColours = b",
            "2: shuffleTwoColours: is for a shuffle that lists men",
        ),
        (
            "promotedForm1 = r",
            "2: promotedForm1: found \"r\", expected letter:movement as in w:W*, or -",
        ),
        (
            "promotedForm1 = p:Q",
            "2: promotedForm1: man P cannot have a promoted form: it is the king or a pawn",
        ),
        (
            "promotedForm1 = r:Qp",
            "2: promotedForm1: man +R: column 2 of \"Qp\": 'p' (hop over a man) is not supported",
        ),
        ("pieceNames = r", "2: pieceNames: found \"r\", expected letter:name"),
        (
            "pieceNames = +r:dragon",
            "2: pieceNames: found \"+r\", expected a man that has a promoted form",
        ),
        ("startFen =", "2: startFen: has no value; write - for none"),
        ("startFen = 8/8 w - -", "2: startFen: the board has 2 ranks, expected 8"),
        (
            "castling",
            "2: expected key = value, [section] or a comment (#), found \"castling\"",
        ),
        (
            "bareKing = win",
            "2: bareKing: found \"win\", expected one of loss, none",
        ),
    ] {
        let found = errors(&format!("[t:chess]\n{line}\n"));
        let found: Vec<_> = found.iter().map(|e| e.replace("[t] ", "")).collect();
        assert!(found.iter().any(|e| e.starts_with(text)), "{line}: {found:#?}");
    }
}

#[test]
fn letters_are_unique_in_a_section() {
    let text = error(
        "[t]\nking = k\nrook = r\ncustomPiece1 = R:W\npromotionPawnTypes = -\ncastling = false\n\
                      startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n",
    );
    assert_eq!(text, "4: [t] customPiece1: the letter 'R' is given to rook already");
}

#[test]
fn all_errors_are_collected() {
    let found = errors("[t:chess]\nfoo = 1\ncustomPiece1 = x:RR\nmaxRank = x\ncastling = maybe\n[u]\n");
    let lines: Vec<_> = found.iter().map(|e| e.split(':').next().unwrap()).collect();
    assert_eq!(lines[..4], ["2", "3", "4", "5"]);
    assert!(
        found
            .iter()
            .any(|e| e == "6: [u] king: there is no king; write for example king = k"),
        "{found:#?}"
    );
}

#[test]
fn an_unreadable_man_is_one_error() {
    let text = "queen = -\ncustomPiece1 = q:NQp\npromotionPieceTypes = q\npromotedForm1 = q:Q\n";
    assert!(chess_error(text).starts_with("3: customPiece1: man Q: column 3 of"));
    assert!(chess_error("pawn = -\ncustomPiece1 = p:fmWfceFifmmD\npawnTypes = p\n").starts_with("3: customPiece1: "));
    assert!(chess_error("king = k:KisO\n").starts_with("2: king: man K: column 5 of"));
}

#[test]
fn start_positions() {
    let found = errors("[t:chess]\nstartFen = rnbqkbnr/ppppppppp/8/7/4x3/8/PPPPPPPP/RNBQ+KBNR w KQkq - 0 1\n");
    let texts: Vec<_> = found.iter().map(|e| e.split("startFen: ").nth(1).unwrap()).collect();
    assert_eq!(
        texts,
        [
            "rank 7 has 9 squares, expected 8",
            "rank 5 has 7 squares, expected 8",
            "'x' in rank 4 is no man; the men are P N B R Q K",
            "'+K' in rank 1 is no man; the men are P N B R Q K",
        ]
    );
    let text = chess_error("castling = false\nstartFen = 4k3/8/8/8/8/8/8/KK6 w - - 0 1\n");
    assert_eq!(text, "3: startFen: White has 2 kings, expected one");
    let text = chess_error("maxFile = 16\nmaxRank = 9\n");
    assert_eq!(text, "2: maxFile: 16 x 9 squares are more than 128");
}

#[test]
fn keys_and_notation_agree() {
    // i and doubleStep
    let pawn = "customPiece1 = p:fmWfceFifmnD\npawnTypes = p\n";
    assert_eq!(
        chess_error("customPiece1 = p:fmWfcFifmnD\npromotionPawnTypes = p\ndoubleStep = false\n"),
        "2: customPiece1: man P has initial moves (i); it disagrees with doubleStep, t:4 [t]"
    );
    assert_eq!(
        errors("[t:chess]\ncustomPiece1 = x:WimD\n")[0],
        "2: [t] customPiece1: man X has initial moves (i), but none of White's stands in doubleStepRegionWhite in the \
         start position"
    );
    assert_eq!(
        chess_error("customPiece1 = p:fmWfcF\npawnTypes = p\ndoubleStep = true\n"),
        "4: doubleStep: no man has an initial move (key pawn, or i in a movement)"
    );
    assert_eq!(
        chess_error("doubleStep = false\ndoubleStepRegionWhite = *2\n"),
        "3: doubleStepRegionWhite: a region is given but there are no double steps; it disagrees with doubleStep, \
         t:2 [t]"
    );
    // e and enPassantTypes
    assert_eq!(
        chess_error(&format!("{pawn}enPassantTypes = -\n")),
        "2: customPiece1: man P captures en passant (e); it disagrees with enPassantTypes, t:4 [t]"
    );
    assert_eq!(
        chess_error(&format!("{pawn}enPassantRegion = -\n")),
        "2: customPiece1: man P captures en passant (e); it disagrees with enPassantRegion, t:4 [t]"
    );
    assert!(
        chess_error("customPiece1 = p:fmWfcFifmnD\npawnTypes = p\n")
            .starts_with("2: customPiece1: man P does not capture en passant (write ce"),
    );
    assert!(chess_error("doubleStep = false\nenPassantTypes = p\n").starts_with("3: enPassantTypes: no man has an"));
    assert!(
        chess_error("customPiece1 = p:fmWfceF\npromotionPawnTypes = p\n")
            .starts_with("2: customPiece1: man P captures en passant (e), but no man has an initial double step"),
    );
    // O and castling*
    assert_eq!(
        chess_error("king = k:KisO2\ncastling = false\nstartFen = rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1\n"),
        "2: king: the king castles (O); it disagrees with castling, t:3 [t]"
    );
    assert_eq!(
        chess_error("king = k:KisO2\nchess960 = true\n"),
        "2: king: the king's O counts squares from one file; it disagrees with chess960, t:3 [t]"
    );
    assert_eq!(
        chess_error("king = k:KisO2\ncastlingQueensideFile = b\n"),
        "2: king: the king's O takes it to file c; it disagrees with castlingQueensideFile, t:3 [t]"
    );
    assert_eq!(
        chess_error("king = k:KirO2\n"),
        "2: king: the king's O does not castle towards the first file; it disagrees with startFen, which is the default"
    );
    assert_eq!(
        chess_error("castling = false\nstartFen = rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQ - 0 1\n"),
        "3: startFen: the start position has the castling rights KQ; it disagrees with castling, t:2 [t]"
    );
}

#[test]
fn inherited_values_are_traced() {
    let found = errors(
        "[t:ninesquare]\nmaxRank = 8\nstartFen = rnbqjkbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBQJKBNR w KQkq - 0 1\n",
    );
    let wanted = "1: [t] promotionRegionWhite: names squares off the board of 9 x 8 (inherited from \
                  promotionRegionWhite, builtin.ini:";
    assert!(found.iter().any(|e| e.starts_with(wanted)), "{found:#?}");
}

#[test]
fn neutral_values_are_taken() {
    let lines: String = keys::NOT_SUPPORTED
        .iter()
        .map(|(key, value)| format!("{key} = {value}\n"))
        .collect();
    assert_eq!(*load(&format!("[x:chess]\n{lines}")).men, *builtin("chess").men);
}

#[test]
fn no_castling_right_needs_no_key() {
    // Fairy-Stockfish's castling = true without anybody who could castle.
    let rules = load(
        "[t]\nmaxRank = 5\nmaxFile = 5\nking = k\nrook = r\npromotionPawnTypes = -\n\
         startFen = k3r/5/5/5/R3K w - - 0 1\n",
    );
    assert_eq!(rules.castling, None);
    assert_eq!(rules.board, Geometry { files: 5, ranks: 5 });
}

#[test]
fn starts_fit_the_rules() {
    let catalogue = Catalogue::builtin();
    for name in catalogue.names() {
        let rules = catalogue.rules(name).unwrap();
        let start = crate::variant::start::StartBoard::read(&rules.start, rules.board, &rules.men).unwrap();
        assert_eq!(start.of(Color::White).count(), start.of(Color::Black).count(), "{name}");
    }
}

// ---- Arbitrary text ---------------------------------------------------------------------------------------------

/// Definitions that are nearly right.
fn nearly() -> impl Strategy<Value = String> {
    let key = prop_oneof![
        proptest::sample::select(keys::all_names().collect::<Vec<_>>()).prop_map(|name| name.replace('N', "1")),
        proptest::sample::select(vec![
            "customPiece2",
            "promotedForm2",
            "morphRank4",
            "castlingKingFile",
            "morphRank62"
        ])
        .prop_map(String::from),
        "[a-z]{1,5}",
    ];
    let value = prop_oneof![
        "[a-z]",
        "[a-z]:[fblrsvhmcine]{0,3}[WFDNAHCZGKQRBO][0-9+*]{0,2}",
        "[a-zA-Z*+:/0-9 -]{0,12}",
        "(true|false|-|\\*|[0-9]{1,3})",
        "[a-p][0-9]{1,2}( \\*[0-9]{1,2})?",
        "([pnbrqkPNBRQK1-9]{1,9}/){4,8}[PNBRQK1-9]{8} w (KQkq|-) - 0 1",
        "\\PC{0,10}",
    ];
    let parent = proptest::sample::select(vec!["", ":chess", ":snappy", ":haynie", ":chess99", ":janus", ":none"]);
    let lines = proptest::collection::vec((key, value), 0..8);
    (parent, lines).prop_map(|(parent, lines)| {
        let lines: String = lines.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
        format!("[t{parent}]\n{lines}")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn never_panics(text in nearly()) {
        let mut catalogue = Catalogue::builtin();
        let errors = catalogue.load("t", &text);
        prop_assert_eq!(errors.is_empty(), catalogue.rules("t").is_some(), "{:?}", errors);
        for error in errors {
            prop_assert!(error.to_string().starts_with("t:"));
        }
    }

    #[test]
    fn never_panics_on_damaged_definitions(
        changes in proptest::collection::vec((any::<proptest::sample::Index>(), "[ -~\n]{0,3}", 0..4usize), 1..20),
    ) {
        let mut text: Vec<char> = BUILTIN.chars().collect();
        for (place, new, removed) in changes {
            let from = place.index(text.len());
            let to = (from + removed).min(text.len());
            text.splice(from..to, new.chars());
        }
        Catalogue::default().load("t", &text.iter().collect::<String>());
    }

    #[test]
    fn never_panics_on_any_text(text in "(\\PC|[\\[\\]=:\n]){0,80}") {
        Catalogue::default().load("t", &text);
    }
}

// ---- Weights ----------------------------------------------------------------------------------------------------

/// The fitted weights of a variant after loading a file.
fn fitted(text: &str, name: &str) -> Vec<(String, [i32; 2])> {
    let mut catalogue = Catalogue::builtin();
    let errors = catalogue.load("t", text);
    assert!(errors.is_empty(), "{errors:#?}");
    catalogue.rules(name).unwrap().fitted.clone()
}

#[test]
fn weights_are_given_by_name_wherever_they_stand() {
    let knight = vec![("value.N".to_owned(), [3000, 2955])];
    let weights = "[eval:mine]\nvalue.N = 300 295.5\n";
    for text in [
        format!("[mine:ninesquare]\n{weights}"),
        format!("{weights}[mine:ninesquare]\n"),
    ] {
        assert_eq!(fitted(&text, "mine"), knight);
    }
    let two = format!("[mine:ninesquare]\n{weights}[eval:chess]\n");
    assert_eq!((fitted(&two, "mine"), fitted(&two, "chess")), (knight, Vec::new()));
}

#[test]
fn games_with_the_same_men_share_weights_that_no_name_asks_for() {
    let weights = "[eval:capablanca]\ntempo = 7 8\n";
    let tempo = vec![("tempo".to_owned(), [70, 80])];
    for name in ["capablanca", "gothic", "caparandom"] {
        assert_eq!(fitted(weights, name), tempo, "{name}");
    }
    assert_ne!(fitted(weights, "janus"), tempo);
    assert_eq!(
        fitted(&format!("{weights}[mine:gothic]\nnFoldRule = 2\n"), "mine"),
        tempo
    );
    assert_ne!(
        fitted(&format!("{weights}[mine:gothic]\npromotionPieceTypes = q\n"), "mine"),
        tempo
    );
    let own = format!("[eval:gothic]\ntempo = 1 1\n{weights}");
    assert_eq!(fitted(&own, "gothic"), vec![("tempo".to_owned(), [10, 10])]);
    assert_eq!(fitted(&own, "embassy"), tempo);
}

#[test]
fn wrong_weights_are_named() {
    assert_eq!(
        error("[eval:ninesquares]\ntempo = 1 1\n"),
        "1: [eval:ninesquares] there is no variant \"ninesquares\" to have these weights; did you mean ninesquare?"
    );
    assert_eq!(
        error("[eval:ninesquare]\nvalue.N = 300 290\nvalue.K = 1 1\n"),
        "3: [eval:ninesquare] value.K: this game has no such weight; did you mean value.P?"
    );
    assert_eq!(
        error("[eval:ninesquare]\nvalue.N = 300\n"),
        "2: [eval:ninesquare] value.N: found \"300\", expected two numbers, for middlegame and ending, from -20000 to 20000, \
         with at most one decimal"
    );
    assert_eq!(errors("[eval:ninesquare]\n[eval:ninesquare]\n").len(), 1);
    assert_eq!(
        errors("[eval:ninesquare]\ntempo = 1 1\ntempo = 1 1\nnonsense\n").len(),
        2
    );
    let broken = errors("[mine:chess]\nqueen = 1\n[eval:mine]\n");
    assert!(
        broken
            .iter()
            .any(|e| e == "3: [eval:mine] inherits from \"mine\", which has errors"),
        "{broken:?}"
    );
    // An error leaves all of the section out.
    let mut catalogue = Catalogue::builtin();
    let before = catalogue.rules("haynie").unwrap().fitted.clone();
    assert_eq!(
        catalogue.load("t", "[eval:haynie]\ntempo = 1 1\ntempo2 = 1 1\n").len(),
        1
    );
    assert_eq!(catalogue.rules("haynie").unwrap().fitted, before);
}

#[test]
fn networks_are_given_shared_and_forgotten() {
    let numbers = |game: &str| {
        let layout = Layout::new(Catalogue::builtin().rules(game).unwrap());
        network::text(&vec![1; Network::numbers(&layout)])
    };
    let network = |texts: &[&str], name: &str| {
        let mut catalogue = Catalogue::builtin();
        for text in texts {
            let errors = catalogue.load("t", text);
            assert!(errors.is_empty(), "{errors:#?}");
        }
        catalogue.rules(name).unwrap().network.clone()
    };
    let janus = format!("[network:janus]\nnumbers = {}\n", numbers("janus"));
    let ones = network(&[&janus], "janus");
    assert!(ones.is_some_and(|network| network.terms == 50 && network.numbers.iter().all(|&n| n == 1)));
    assert!(network(&[&janus, "[mine:janus]\nnFoldRule = 2\n"], "mine").is_some());
    assert_eq!(network(&[&janus, "[network:janus]\n"], "janus"), None);
    let alone = network(&[&janus.replace("]", "]\nterms = 0")], "janus");
    assert_eq!(alone.map(|network| network.terms), Some(0));
    for share in ["101", "-1", "half"] {
        assert_eq!(
            error(&format!("[network:janus]\nterms = {share}\n")),
            format!("2: [network:janus] terms: expected a percentage from 0 to 100, found \"{share}\"")
        );
    }
    // Weights are wanted in its place.
    assert_eq!(network(&[&janus, "[eval:janus]\ntempo = 1 1\n"], "janus"), None);
    assert_eq!(
        error(&format!("[network:chess]\nnumbers = {}\n", numbers("janus"))),
        "2: [network:chess] numbers: found a network of 72260 numbers, expected the 49732 of this game"
    );
    assert_eq!(
        error("[network:janus]\ntempo = 1 1\n"),
        "2: [network:janus] tempo: a network's section has the keys \"numbers\" and \"terms\""
    );
}
