//! What must hold in every position of every game.

use std::collections::BTreeMap;
use std::sync::Arc;

use ninefold::variant::Rules;
use ninefold::{Bitboard, Geometry, Move, MoveKind, Position};

use super::slow::Slow;

/// Plays up to `choices.len()` random plies and checks every property at each; the slow model is asked at every
/// `rarity`-th, for it takes the most time.
pub fn check_game<B: Bitboard>(mut position: Position<B>, choices: &[u16], rarity: usize) {
    let mut game = Vec::new();
    for (ply, choice) in choices.iter().enumerate() {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        assert_eq!(position.count_moves(), moves.len() as u64, "{}", position.fen());
        if ply % rarity == rarity - 1 {
            check_against_walk(&mut position);
        }
        if moves.is_empty() {
            break;
        }
        check_captures(&position, &moves);
        check_legality(&position, &moves);
        if choice % 2 == 1 {
            prefer_rare(&mut position, &mut moves);
        }
        let mv = moves[usize::from(*choice) % moves.len()];
        let text = position.move_text(mv);
        assert_eq!(position.parse_move(&text), Ok(mv), "{} {text}", position.fen());
        let before = position.clone();
        position.make(mv);
        check_round_trips(&position);
        game.push((before, mv));
    }
    for (before, mv) in game.into_iter().rev() {
        position.unmake();
        assert_eq!(position, before, "unmake of {}", before.move_text(mv));
        assert_eq!(position.hash(), before.hash());
        assert_eq!(position.repetitions(), before.repetitions());
    }
}

/// Keeps castling, en-passant captures and double steps that can be answered by one, if there are any.
fn prefer_rare<B: Bitboard>(position: &mut Position<B>, moves: &mut Vec<Move>) {
    let passes = position.variant().rules().men.iter().any(|m| m.en_passant_victim);
    let mut rare = moves.clone();
    rare.retain(|mv| {
        position.make(*mv);
        let opens = passes && position.fen().split(' ').nth(3) != Some("-");
        position.unmake();
        opens || mv.kind() != MoveKind::Plain
    });
    if !rare.is_empty() {
        *moves = rare;
    }
}

/// The moves and what each leads to are those of the slow model.
pub fn check_against_walk<B: Bitboard>(position: &mut Position<B>) {
    let fen = position.fen();
    let rules = Arc::clone(position.variant().rules());
    let expected = Slow::new(&rules, &fen).moves();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut found = BTreeMap::new();
    for mv in moves {
        let text = position.move_text(mv);
        position.make(mv);
        let twice = found.insert(text.clone(), position.fen()).is_some();
        assert!(!twice, "{fen}: {text} listed twice");
        position.unmake();
    }
    if found != expected {
        let differs = |a: &BTreeMap<String, String>, b: &BTreeMap<String, String>| {
            let lines = a.iter().filter(|(text, after)| b.get(*text) != Some(after));
            lines
                .map(|(text, after)| format!("\n  {text} -> {after}"))
                .collect::<String>()
        };
        panic!(
            "{}: {fen}\nthe engine's alone:{}\nthe slow model's alone:{}",
            rules.name,
            differs(&found, &expected),
            differs(&expected, &found)
        );
    }
}

fn check_captures<B: Bitboard>(position: &Position<B>, all: &[Move]) {
    let mut captures = Vec::new();
    position.legal_captures(&mut captures);
    let noisy = |m: &&Move| position.captured(**m).is_some();
    assert!(captures.iter().all(|m| all.contains(m)), "{}", position.fen());
    assert!(
        all.iter().filter(noisy).all(|m| captures.contains(m)),
        "{}",
        position.fen()
    );
    let mut staged = captures;
    position.legal_quiets(&mut staged);
    let sorted = |moves: &[Move]| {
        let mut bits: Vec<u32> = moves.iter().map(|mv| mv.bits()).collect();
        bits.sort_unstable();
        bits
    };
    assert_eq!(sorted(&staged), sorted(all), "{}", position.fen());
}

/// A move is legal exactly if it is in the list. Tried are all moves of the list, and what differs from them by a little.
fn check_legality<B: Bitboard>(position: &Position<B>, all: &[Move]) {
    for mv in all {
        for flipped in (0..22).map(|bit| 1 << bit).chain([0]) {
            let mv = Move::from_bits(mv.bits() ^ flipped);
            assert_eq!(position.is_legal(mv), all.contains(&mv), "{} {mv:?}", position.fen());
        }
    }
}

/// Hash, FEN and the view from the other side.
pub fn check_round_trips<B: Bitboard>(position: &Position<B>) {
    let fen = position.fen();
    assert_eq!(position.hash(), position.hash_from_scratch(), "{fen}");
    let again = Position::from_fen(Arc::clone(position.variant()), &fen);
    let again = again.unwrap_or_else(|e| panic!("{fen}: {e}"));
    assert_eq!(again, *position, "{fen}");
    assert_eq!(again.fen(), fen);
    assert_eq!(again.hash(), position.hash(), "{fen}");
    let flipped = position.flipped();
    if is_symmetric(position.variant().rules()) {
        assert_eq!(flipped.count_moves(), position.count_moves(), "{fen} flipped");
    }
    assert_eq!(flipped.hash(), flipped.hash_from_scratch(), "{fen} flipped");
    assert_eq!(flipped.flipped().fen(), fen);
    assert_eq!(position.checkers().any(), position.in_check(), "{fen}");
}

/// Whether the rules are the same for Black as for White with the ranks turned round: that needs men that move alike to
/// both sides, for Black's movement is turned by half a circle.
fn is_symmetric(rules: &Rules) -> bool {
    let mirror = |set: u128| mirrored(rules.board, set);
    let becomes = |set: u128, board: Geometry, man: &ninefold::variant::Man| {
        let square = board.all().find(|s| set >> s.index() & 1 != 0)?;
        man.morph.get(square.index()).copied().flatten()
    };
    rules.men.iter().all(|man| {
        let zones = man.promotion.iter().map(|p| p.zone).chain([man.initial_zone]);
        let mut squares = rules.board.all().map(|square| 1 << square.index());
        let alike = |p: &ninefold::variant::Part| p.leaps.iter().all(|&(f, r)| p.leaps.contains(&(-f, r)));
        man.parts.iter().all(alike)
            && man.promotion.iter().all(|p| p.to[0] == p.to[1])
            && zones.into_iter().all(|[white, black]| mirror(white) == black)
            && squares.all(|set| becomes(set, rules.board, man) == becomes(mirror(set), rules.board, man))
    })
}

/// A set of squares with the ranks turned round.
fn mirrored(board: Geometry, set: u128) -> u128 {
    let mirrored = board.all().filter(|s| set >> s.index() & 1 != 0).map(|square| {
        let rank = board.ranks - 1 - board.rank(square);
        1 << (rank * board.files + board.file(square))
    });
    mirrored.fold(0, |all: u128, bit: u128| all | bit)
}
