//! Broken input: FENs and definitions with random damage are refused or accepted, and never end in a panic.

mod common;

use std::sync::Arc;

use common::random::Random;
use ninefold::variant::{Rules, Variant};
use ninefold::{Bitboard, Catalogue, Position};

/// What is accepted must be a position: it can be written, read, played on and taken back.
fn try_fen<B: Bitboard>(variant: &Arc<Variant<B>>, fen: &str) -> bool {
    let Ok(mut position) = Position::from_fen(Arc::clone(variant), fen) else {
        return false;
    };
    let written = position.fen();
    let again = Position::from_fen(Arc::clone(variant), &written).unwrap_or_else(|e| panic!("{fen} -> {written}: {e}"));
    assert_eq!(again, position, "{fen}");
    assert_eq!(position.hash(), position.hash_from_scratch(), "{fen}");
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    assert_eq!(position.count_moves(), moves.len() as u64, "{fen}");
    for mv in moves {
        position.make(mv);
        assert_eq!(position.hash(), position.hash_from_scratch(), "{fen}: {mv:?}");
        position.count_moves();
        position.unmake();
        assert_eq!(position, again, "{fen}: {mv:?}");
    }
    true
}

fn try_fens<B: Bitboard>(rules: &Arc<Rules>, random: &mut Random, count: usize) -> usize {
    let variant = Arc::new(Variant::<B>::new(Arc::clone(rules)));
    let starts = common::fens(rules);
    let alphabet = "kqrbnpKQRBNPWDAFwdafJjZz+123456789/ -wb:,acehi";
    let damaged = |random: &mut Random| {
        let fen = starts[random.below(starts.len())].clone();
        random.damage(&fen, alphabet)
    };
    (0..count).filter(|_| try_fen(&variant, &damaged(random))).count()
}

#[test]
fn damaged_fens_are_refused_or_right() {
    let catalogue = Catalogue::builtin();
    let names: Vec<&str> = catalogue.names().collect();
    let mut random = Random(0x9e37_79b9);
    let each = 100_000 / names.len();
    for name in names {
        let rules = catalogue.rules(name).expect("a built-in variant");
        let accepted = with_width!(rules, try_fens(rules, &mut random, each));
        assert!(
            accepted > each / 50,
            "{name}: {accepted} of {each} damaged FENs accepted: the damage is too great"
        );
    }
}

fn play_on<B: Bitboard>(rules: &Arc<Rules>) {
    let variant = Arc::new(Variant::<B>::new(Arc::clone(rules)));
    assert!(
        try_fen(&variant, &rules.start),
        "{}: its start position {} is refused",
        rules.name,
        rules.start
    );
}

#[test]
fn damaged_definitions_are_refused_or_playable() {
    let text = include_str!("../src/catalogue/builtin.ini");
    let mut sections: Vec<String> = text.split("\n[").skip(1).map(|s| format!("[{s}")).collect();
    sections.iter_mut().for_each(|s| *s = s.replacen('[', "[my", 1));
    let mut random = Random(0x1234_5678);
    let (mut loaded, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let section = &sections[random.below(sections.len())];
        let damaged = random.damage(section, "abcdefghkmnpqrswFWNDACZGKQRB0123456789=:*+-/[]# \n");
        let mut catalogue = Catalogue::builtin();
        let before = catalogue.names().count();
        refused += usize::from(!catalogue.load("damaged.ini", &damaged).is_empty());
        let names: Vec<String> = catalogue.names().skip(before).map(String::from).collect();
        for name in names {
            let rules = catalogue.rules(&name).expect("a loaded variant");
            with_width!(rules, play_on(rules));
            loaded += 1;
        }
    }
    assert!(loaded > 1_000 && refused > 1_000, "{loaded} loaded, {refused} refused");
}
