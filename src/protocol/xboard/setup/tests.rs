use super::*;
use crate::Catalogue;
use crate::variant::{Part, Reach, notation};

fn lines(name: &str) -> Vec<String> {
    of(Catalogue::builtin().rules(name).unwrap()).unwrap().lines
}

fn own(text: &str) -> Result<Setup, Unshowable> {
    let mut catalogue = Catalogue::builtin();
    let errors = catalogue.load("own.ini", text);
    assert!(errors.is_empty(), "{errors:?}");
    of(catalogue.rules("own").unwrap())
}

#[test]
fn haynie_on_ten_ranks() {
    let lines = lines("haynie");
    assert_eq!(
        lines[0],
        "setup (PNBRQF.A.WO.H...M......ZC....GKpnbrqf.a.wo.h...m......zc....gk) 10x10+0_fairy \
         rnzbmkbznr/cfwgoqhafc/pppppppppp/10/10/10/10/PPPPPPPPPP/CFWGOQHAFC/RNZBMKBZNR w - - 0 1"
    );
    for piece in [
        "P& fmWfceFifmnD",
        "N& N",
        "H& N0",
        "Q& RB",
        "O& WF",
        "M& RN",
        "Z& Z",
        "K& WF",
    ] {
        assert!(lines.contains(&format!("piece {piece}")), "{piece}: {lines:?}");
    }
}

#[test]
fn castling_with_partners_in_the_corner_and_beside_it() {
    assert!(lines("ninesquare").contains(&"piece J& NW5F5".into()));
    assert!(lines("ninesquare").contains(&"piece K& WFisO2".into()));
    // To Black the last file is on the left.
    assert!(lines("ninesquare3").contains(&"piece K WFilO2irjO2".into()));
    assert!(lines("ninesquare3").contains(&"piece k WFirO2iljO2".into()));
    assert!(lines("snappy").contains(&"piece K& WFisO3".into()));
}

#[test]
fn counters_have_no_limit_and_the_king_no_checks() {
    let lines = lines("chess99");
    let (table, rest) = lines[0].split_once(") ").unwrap();
    assert_eq!(
        rest,
        "9x11+0_fairy kdwlqfanr/ppppppppp/9/bbbbbbbbb/9/9/9/BBBBBBBBB/9/PPPPPPPPP/KDWLQFANR w - - 0 1"
    );
    assert!(
        table.starts_with("setup (PN.RQFA..WD.^NL.") && table.ends_with(".k^q.^a.^w^d..^f."),
        "{table}"
    );
    for piece in [
        "P& fmRfcBifmnD",
        "W& R",
        "F& BN",
        "+W& RmRaR",
        "+N& N0",
        "+F& BNmBaB",
        "N& N0",
        "K& WF",
    ] {
        assert!(lines.contains(&format!("piece {piece}")), "{piece}: {lines:?}");
    }
}

#[test]
fn who_needs_the_test_off() {
    for (name, off) in [
        ("snappy", true),
        ("chess99", true),
        ("haynie", false),
        ("ninesquare", false),
        ("ninesquare3", false),
    ] {
        let setup = of(Catalogue::builtin().rules(name).unwrap()).unwrap();
        assert_eq!(setup.switch_off.is_some(), off, "{name}");
        assert!(setup.remarks.is_empty(), "{:?}", setup.remarks);
    }
    let catalogue = Catalogue::builtin();
    let needs = |name: &&str| test_off(catalogue.rules(name).unwrap()).is_some();
    let found: Vec<&str> = catalogue.names().filter(needs).collect();
    assert_eq!(found, ["pawnsideways", "snappy", "chess99", "chess99-everymove"]);
    for lines in [
        "promotionRegionBlack = a1",
        "promotionPawnTypes = pn\npromotionPieceTypes = q",
        "mandatoryPawnPromotion = false",
        "customPiece1 = w:W*",
        "stalemateValue = loss",
    ] {
        let setup = own(&format!("[own:chess]\n{lines}\n")).unwrap();
        assert!(setup.switch_off.is_some(), "{lines}");
    }
    let setup = own("[own:chess]\npromotionRegionWhite = *7 *8\npromotionRegionBlack = *1 *2\n").unwrap();
    assert!(
        setup
            .switch_off
            .unwrap()
            .starts_with("own needs Test Legality switched off")
    );
}

#[test]
fn a_king_that_xboard_would_misjudge_stands_elsewhere() {
    let loses = own("[own:nocastle]\nstalemateValue = loss\n").unwrap();
    assert!(loses.lines[0].starts_with("setup (PNBRQ.............................................K.pnbrq"));
    assert!(loses.remarks.is_empty());
    let slides = own("[own:nocastle]\nking = k:Q\n").unwrap();
    assert!(slides.lines[0].contains(".K.pnbrq"), "{:?}", slides.lines);
    let castles = own("[own:chess]\nstalemateValue = loss\n").unwrap();
    assert!(castles.lines[0].starts_with("setup (PNBRQKpnbrqk) 8x8+0_fairy "));
    assert!(castles.switch_off.is_some());
}

#[test]
fn first_moves_that_xboard_does_not_see_alike() {
    // Pawns may step two squares from anywhere, and leave captured men behind on XBoard's board.
    let torpedo = own("[own:torpedo]\n").unwrap();
    assert!(
        torpedo.lines.contains(&"piece P& fmWfceFfmnD".into()),
        "{:?}",
        torpedo.lines
    );
    assert!(torpedo.remarks.iter().any(|remark| remark.contains("en passant")));
    // Pawns that begin further up have no double step.
    let moved = own("[own:chess]\nstartFen = rnbqkbnr/1ppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n").unwrap();
    assert!(moved.lines.contains(&"piece P& fmWfceFfmnD".into()));
}

#[test]
fn first_moves_on_the_edge_are_for_men_that_cannot_come_back() {
    let leapt = |movement: &str| {
        let men = "vnbqkbnv/8/8/8/8/8/8/VNBQKBNV w - - 0 1";
        let zones = "doubleStepRegionWhite = *1\ndoubleStepRegionBlack = *8\npromotionPieceTypes = qbn";
        own(&format!(
            "[own:nocastle]\ncustomPiece1 = v:{movement}\nstartFen = {men}\n{zones}\n"
        ))
        .unwrap()
        .lines
    };
    // To XBoard one that came back has moved.
    assert!(leapt("vWifH").contains(&"piece V& vWfH".into()));
    assert!(leapt("fWifH").contains(&"piece V& fWifH".into()));
}

#[test]
fn a_king_that_goes_to_its_partners_square_castles_with_no_rook_of_xboards() {
    let start = "r1b1k1r1/pppppppp/8/8/8/8/PPPPPPPP/R1B1K1R1 w KQkq - 0 1";
    let setup = own(&format!("[own:chess]\nstartFen = {start}\ncastlingQueensideFile = b\n")).unwrap();
    let (table, _) = setup.lines[0].split_once('K').unwrap();
    assert_eq!(table.find('R'), Some("setup (".len() + 47), "{}", setup.lines[0]);
}

#[test]
fn what_cannot_be_shown() {
    assert_eq!(own("[own:fischerandom]\n"), Err(Unshowable::FreeCastling));
    let tall = "[own:nocastle]\nmaxRank = 16\npromotionRegionWhite = *16\nstartFen = \
                rnbqkbnr/pppppppp/8/8/8/8/8/8/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\ndoubleStep = false\n";
    assert_eq!(own(tall), Err(Unshowable::Ranks));
    let castling = |men: &str, to: char| {
        let start = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{men} w Kk - 0 1", men.to_lowercase());
        own(&format!(
            "[own:chess]\nstartFen = {start}\ncastlingKingsideFile = {to}\n"
        ))
    };
    assert_eq!(castling("1NBQKBNR", 'f'), Err(Unshowable::ShortCastling));
    assert_eq!(castling("1NBBKR1N", 'g'), Err(Unshowable::IdlePartner));
    assert_eq!(castling("KNBQBNNR", 'c'), Err(Unshowable::CornerCastling));
    assert_eq!(own("[own:chess]\nking = k:Q\n"), Err(Unshowable::SlidingKing));
    assert!(castling("1NBBKR1N", 'h').is_ok());
    let x = |rest: &str| own(&format!("[own:nocastle]\ncustomPiece1 = x:NH\n{rest}\n"));
    assert_eq!(x("promotionPieceTypes = qx"), Err(Unshowable::BecomesX));
    assert_eq!(x("morphRank4 = - x - - - - x -"), Err(Unshowable::BecomesX));
    assert!(x("promotedForm1 = x:Q").is_ok());
}

#[test]
fn every_game_has_lines_that_xboard_can_read() {
    let catalogue = Catalogue::builtin();
    for name in catalogue.names() {
        let rules = catalogue.rules(name).unwrap();
        let Ok(setup) = of(rules) else { continue };
        let (table, _) = setup.lines[0]
            .strip_prefix("setup (")
            .unwrap()
            .split_once(") ")
            .unwrap();
        let men = |text: &str| text.chars().filter(|c| *c != '^').count();
        assert!(
            men(table) % 2 == 0 && (12..=132).contains(&men(table)),
            "{name}: {table}"
        );
        assert!(setup.lines.iter().all(|line| line.len() < 512), "{name}");
        for id in rules.men.iter().map(Man::id) {
            let tells = |line: &String| line.strip_prefix("piece ").is_some_and(|rest| rest.starts_with(&id));
            assert!(setup.lines.iter().any(tells), "{name}: {id}");
        }
    }
}

/// What a man moves like where counters are without limit.
fn told(man: &Man, initial: bool, en_passant: bool) -> Vec<Part> {
    let part = |part: &Part| Part {
        reach: match part.reach {
            Reach::Progressive => Reach::Unlimited,
            reach => reach,
        },
        initial: part.initial && initial,
        en_passant: part.en_passant && en_passant,
        ..part.clone()
    };
    man.parts.iter().map(part).collect()
}

#[test]
fn movements_mean_in_xboard_what_they_mean_here() {
    let catalogue = Catalogue::builtin();
    let mut compared = 0;
    for name in catalogue.names() {
        let rules = catalogue.rules(name).unwrap();
        let Ok(fit) = fit::of(rules) else { continue };
        let passes = rules.men.iter().any(|man| man.en_passant_victim);
        let mut pieces = pieces(rules, &fit.initial);
        // Where Black's king castles by other letters.
        pieces.retain(|line| !line.starts_with("piece k "));
        for ((man, line), initial) in rules.men.iter().zip(pieces).zip(fit.initial) {
            let turns = man.parts.iter().any(|part| part.reach == Reach::Multiple);
            if turns || man.royal && rules.castling.is_some() {
                continue;
            }
            let text = line.rsplit(' ').next().unwrap();
            // XBoard's letters are ours, but that a doubled one is no rider, which is never written.
            let letters = text.as_bytes();
            assert!(
                letters
                    .windows(2)
                    .all(|two| two[0] != two[1] || !two[0].is_ascii_uppercase()),
                "{name}: {line}"
            );
            let mut read = notation::parse(text).unwrap().parts;
            let mut meant = told(man, initial, passes);
            let longest = rules.board.files.max(rules.board.ranks) - 1;
            for part in read.iter_mut().chain(&mut meant) {
                part.reach = match part.reach {
                    Reach::Leaps(n) if n >= longest => Reach::Unlimited,
                    reach => reach,
                };
            }
            assert_eq!(read, meant, "{name}: {line}");
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}
