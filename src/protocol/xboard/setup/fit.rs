//! How far XBoard's own idea of the rules fits a game.
//!
//! With its legality test on, XBoard tests moves against the men's descriptions and for check, promotes pawns on the last
//! rank only, and calls mates and stalemates itself. Where that does not fit, the king goes to a place of the table where
//! XBoard knows nothing of check, or the person is asked to switch the test off.

use std::collections::BTreeSet;

use crate::types::{Color, Geometry, PieceType, Square};
use crate::variant::start::StartBoard;
use crate::variant::{Man, Outcome, Part, Reach, Rules};

/// Most ranks of a board that XBoard can show.
const MOST_RANKS: u8 = 15;

/// How a game is to be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fit {
    /// Why XBoard's legality test must be off.
    pub test_off: Option<&'static str>,
    /// Whether the king stands where XBoard does not test for check.
    pub monarch: bool,
    /// Whether XBoard's "has not moved" is the same as the game's first move of a man.
    pub initial: bool,
    /// What will look wrong all the same.
    pub remarks: Vec<&'static str>,
}

/// Why a game cannot be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unshowable {
    /// Too many ranks.
    #[error("its board has more than {MOST_RANKS} ranks")]
    Ranks,
    /// Castling from anywhere.
    #[error("its castling is free, which XBoard knows in its own games only")]
    FreeCastling,
    /// A castling that looks like a step.
    #[error("its king castles by a single square")]
    ShortCastling,
}

/// The man at the pawn's place: the first pawn that goes straight forward. XBoard takes a pawn's step to the side for
/// en passant.
pub fn pawn(rules: &Rules) -> Option<usize> {
    rules.men.iter().position(|man| {
        let quiet = man.parts.iter().filter(|part| part.quiet);
        man.pawn && quiet.flat_map(|part| &part.leaps).all(|&(x, _)| x == 0)
    })
}

/// How a game is to be shown, or why it cannot be.
pub fn of(rules: &Rules) -> Result<Fit, Unshowable> {
    if rules.board.ranks > MOST_RANKS {
        return Err(Unshowable::Ranks);
    }
    if rules.castles_freely() {
        return Err(Unshowable::FreeCastling);
    }
    if let Some(castling) = &rules.castling {
        let mut wings = castling.wings.iter().flatten();
        if wings.any(|wing| wing.king_to.abs_diff(castling.king_file) < 2) {
            return Err(Unshowable::ShortCastling);
        }
    }
    let initial = (0..rules.men.len()).all(|man| first_moves_agree(rules, man));
    let judges_well = initial
        && !rules.has_counters()
        && rules.stalemate == Outcome::Draw
        && !rules.bare_king_loses
        && !king_slides_sideways(rules);
    let castles = rules.castling.is_some();
    let mut remarks = Vec::new();
    if !en_passant_agrees(rules) {
        remarks.push("XBoard may leave a man that was captured en passant on its board");
    }
    if castles && king_slides_sideways(rules) {
        remarks.push("XBoard takes the king's long moves to the side for castling");
    }
    if rules
        .men
        .iter()
        .filter_map(|man| man.promotion.as_ref())
        .any(|promotion| {
            let mut letters = promotion.to.iter().flatten().map(|ty| rules.men[ty.index()].letter);
            letters.any(|letter| letter == 'X')
        })
    {
        remarks.push("XBoard cannot promote to X");
    }
    Ok(Fit {
        test_off: changes(rules)
            .or((castles && !judges_well)
                .then_some("XBoard would judge castling or the end of the game by other rules")),
        monarch: !judges_well && !castles,
        initial,
        remarks,
    })
}

/// Why XBoard refuses legal changes of men, if it does.
fn changes(rules: &Rules) -> Option<&'static str> {
    if rules.men.iter().any(|man| !man.morph.is_empty()) {
        return Some("men change by the square they land on");
    }
    let pawn = pawn(rules);
    let usual = |(index, man): (usize, &Man)| {
        man.promotion.as_ref().is_none_or(|promotion| {
            let on_last = Color::BOTH.iter().all(|color| {
                let zone = promotion.zone[color.index()];
                let outside =
                    |square: &Square| zone >> square.index() & 1 == 1 && !is_last(rules.board, *color, *square);
                !rules.board.all().any(|square| outside(&square))
            });
            let simple = promotion.to.iter().flatten().all(|ty| !rules.men[ty.index()].promoted);
            Some(index) == pawn && on_last && simple && promotion.mandatory
        })
    };
    (!rules.men.iter().enumerate().all(usual))
        .then_some("other men than pawns promote, or elsewhere than on the last rank")
}

fn is_last(board: Geometry, color: Color, square: Square) -> bool {
    let last = if color == Color::White { board.ranks - 1 } else { 0 };
    board.rank(square) == last
}

/// Whether the royal man moves two squares or more along a rank, which XBoard takes for castling.
fn king_slides_sideways(rules: &Rules) -> bool {
    let far = |part: &Part| {
        let most = match part.reach {
            Reach::Leaps(n) => n,
            _ => u8::MAX,
        };
        let sideways = |&(x, y): &(i8, i8)| y == 0 && x != 0 && (x.unsigned_abs() > 1 || most > 1);
        part.leaps.iter().any(sideways)
    };
    rules.men[rules.king().index()].parts.iter().any(far)
}

/// Whether a man's initial parts can be used just where XBoard says so: by men of the type that stand where one stood at
/// the start of the game.
fn first_moves_agree(rules: &Rules, index: usize) -> bool {
    let man = &rules.men[index];
    if !man.parts.iter().any(|part| part.initial) {
        return true;
    }
    let ty = PieceType(index as u8);
    let Ok(start) = StartBoard::read(&rules.start, rules.board, &rules.men) else {
        return false;
    };
    Color::BOTH.into_iter().all(|color| {
        let men = start.of(color).filter(|(_, man)| *man == ty);
        let began: BTreeSet<Square> = men.map(|(square, _)| Square::new(square as u8)).collect();
        let zone = |square: &Square| man.initial_zone[color.index()] >> square.index() & 1 == 1;
        let reached = match becomes(rules, ty) {
            true => rules.board.all().collect(),
            false => reachable(rules.board, man, color, &began),
        };
        began == reached.into_iter().filter(zone).collect()
    })
}

/// Whether a man can become one of this type.
fn becomes(rules: &Rules, ty: PieceType) -> bool {
    rules.men.iter().any(|man| {
        let promotes = man.promotion.iter().flat_map(|promotion| promotion.to.iter().flatten());
        promotes.chain(man.morph.iter().flatten()).any(|to| *to == ty)
    })
}

/// The squares that a man can come to from some squares, on an empty board.
fn reachable(board: Geometry, man: &Man, color: Color, from: &BTreeSet<Square>) -> BTreeSet<Square> {
    let mut reached = from.clone();
    let mut to_do: Vec<Square> = from.iter().copied().collect();
    let sign = if color == Color::White { 1 } else { -1 };
    while let Some(square) = to_do.pop() {
        for &(x, y) in man.parts.iter().flat_map(|part| &part.leaps) {
            let file = i32::from(board.file(square)) + sign * i32::from(x);
            let rank = i32::from(board.rank(square)) + sign * i32::from(y);
            if let Some(next) = board.square(file, rank)
                && reached.insert(next)
            {
                to_do.push(next);
            }
        }
    }
    reached
}

/// Whether XBoard removes the men captured en passant: pawns at the pawn's place that end in their own half, taken by such.
fn en_passant_agrees(rules: &Rules) -> bool {
    let pawn = pawn(rules);
    let concerned = |man: &Man| man.en_passant_victim || man.parts.iter().any(|part| part.en_passant);
    if !rules.men.iter().any(|man| man.en_passant_victim) {
        return true;
    }
    let stays_home = |man: &Man| {
        let steps = man.parts.iter().filter(|part| part.initial).map(|part| {
            let leap = part.leaps.iter().map(|&(_, y)| y).max().unwrap_or(0);
            match part.reach {
                Reach::Leaps(n) => i32::from(leap) * i32::from(n),
                _ => i32::MAX / 2,
            }
        });
        let longest = steps.max().unwrap_or(0);
        let zone = man.initial_zone[Color::White.index()];
        let squares = rules.board.all().filter(|square| zone >> square.index() & 1 == 1);
        squares
            .map(|square| i32::from(rules.board.rank(square)) + longest)
            .all(|rank| rank < i32::from(rules.board.ranks / 2))
    };
    rules
        .men
        .iter()
        .enumerate()
        .filter(|(_, man)| concerned(man))
        .all(|(index, man)| Some(index) == pawn && (!man.en_passant_victim || stays_home(man)))
}
