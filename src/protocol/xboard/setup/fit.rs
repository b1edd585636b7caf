//! How far XBoard's own idea of the rules fits a game.
//!
//! With its legality test on, XBoard tests moves against the men's descriptions and for check, lets only the man at the
//! pawn's place promote, on the last rank and by a letter, and calls mates and stalemates itself (`LegalityTest` in its
//! moves.c). The engine neither sees whether the test is on, nor can switch it. Where that does not fit, the king goes to
//! a place of the table where XBoard knows nothing of check, or the person is asked to switch the test off.

use std::collections::BTreeSet;

use crate::types::{Color, Geometry, PieceType, Square};
use crate::variant::start::StartBoard;
use crate::variant::{Castling, Man, Outcome, Part, Promotion, Reach, Rules};

/// Most ranks of a board that XBoard can show.
const MOST_RANKS: u8 = 15;

/// How a game is to be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fit {
    /// Why XBoard's legality test must be off.
    pub test_off: Option<&'static str>,
    /// Whether the king stands where XBoard does not test for check.
    pub monarch: bool,
    /// For each man whether its initial parts are told as such.
    pub initial: Vec<bool>,
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
    /// XBoard lets a king in the corner castle with nobody.
    #[error("its king castles from a corner")]
    CornerCastling,
    /// XBoard takes the partner off the square where it puts it.
    #[error("its king castles with a man that stays where it is")]
    IdlePartner,
    /// XBoard takes each such move for castling.
    #[error("its king castles, and moves two squares or more to the side otherwise")]
    SlidingKing,
    /// Behind a move XBoard reads `x` as the sign of a capture.
    #[error("men become X, which XBoard takes for the sign of a capture: give that man another letter")]
    BecomesX,
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
        castling_is_showable(rules, castling)?;
    }
    if becomes_x(rules) {
        return Err(Unshowable::BecomesX);
    }
    let first_moves: Vec<FirstMoves> = (0..rules.men.len()).map(|man| first_moves(rules, man)).collect();
    let judges_well = !first_moves.contains(&FirstMoves::Otherwise)
        && !rules.has_counters()
        && rules.stalemate == Outcome::Draw
        && !rules.bare_king_loses
        && !king_slides_sideways(rules);
    let castles = rules.castling.is_some();
    let mut remarks = Vec::new();
    if !en_passant_agrees(rules) {
        remarks.push("XBoard may leave a man that was captured en passant on its board");
    }
    Ok(Fit {
        test_off: refused(rules).or((castles && !judges_well).then_some("games end by rules that it does not know")),
        monarch: !judges_well && !castles,
        initial: first_moves.iter().map(|when| *when == FirstMoves::Unmoved).collect(),
        remarks,
    })
}

/// Whether XBoard moves the men that castle where they go (`ApplyMove` in its backend.c).
fn castling_is_showable(rules: &Rules, castling: &Castling) -> Result<(), Unshowable> {
    let from = castling.king_file;
    for wing in castling.wings.iter().flatten() {
        let partner_to = if wing.king_to > from {
            wing.king_to - 1
        } else {
            wing.king_to + 1
        };
        if wing.king_to.abs_diff(from) < 2 {
            return Err(Unshowable::ShortCastling);
        }
        if partner_to == wing.partner_file {
            return Err(Unshowable::IdlePartner);
        }
    }
    if from == 0 || from == rules.board.files - 1 {
        return Err(Unshowable::CornerCastling);
    }
    match king_slides_sideways(rules) {
        true => Err(Unshowable::SlidingKing),
        false => Ok(()),
    }
}

/// Why XBoard refuses legal moves, if it does. Ranges that grow are no reason: it is told the longest.
fn refused(rules: &Rules) -> Option<&'static str> {
    let pawn = pawn(rules);
    let promoting = || {
        let men = rules.men.iter().enumerate();
        men.filter_map(|(index, man)| Some((index, man.promotion.as_ref()?)))
    };
    let takes_form = |(_, promotion): (usize, &Promotion)| {
        let mut to = promotion.to.iter().flatten();
        to.any(|ty| rules.men[ty.index()].promoted)
    };
    let is_unusual = |(index, promotion): (usize, &Promotion)| {
        Some(index) != pawn || !promotion.mandatory || !promotes_on_last(rules.board, promotion)
    };
    if rules.men.iter().any(|man| man.morph.iter().any(Option::is_some)) {
        Some("men change with the square they go to")
    } else if promoting().any(takes_form) {
        Some("men take promoted forms")
    } else if promoting().any(is_unusual) {
        Some("men promote otherwise than the pawns of chess")
    } else if rules
        .men
        .iter()
        .flat_map(|man| &man.parts)
        .any(|part| part.reach == Reach::Multiple)
    {
        Some("men turn while they ride")
    } else {
        None
    }
}

/// Whether a man promotes on the whole last rank and nowhere else.
fn promotes_on_last(board: Geometry, promotion: &Promotion) -> bool {
    let last = |color: Color| {
        let rank = [board.ranks - 1, 0][color.index()];
        let squares = board.all().filter(|&square| board.rank(square) == rank);
        squares.fold(0u128, |set, square| set | 1 << square.index())
    };
    Color::BOTH
        .iter()
        .all(|&color| promotion.zone[color.index()] == last(color))
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

/// Where a man may use its initial parts, as XBoard sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FirstMoves {
    /// Where one of its type stood at the start of the game: XBoard knows that as `i`.
    Unmoved,
    /// Wherever it can be.
    Always,
    /// On other squares, which XBoard cannot be told.
    Otherwise,
}

fn first_moves(rules: &Rules, index: usize) -> FirstMoves {
    let man = &rules.men[index];
    let Ok(start) = StartBoard::read(&rules.start, rules.board, &rules.men) else {
        return FirstMoves::Otherwise;
    };
    if !man.parts.iter().any(|part| part.initial) {
        return FirstMoves::Always;
    }
    let ty = PieceType(index as u8);
    let (mut unmoved, mut always) = (true, true);
    for color in Color::BOTH {
        let men = start.of(color).filter(|(_, man)| *man == ty);
        let began: BTreeSet<Square> = men.map(|(square, _)| Square::new(square as u8)).collect();
        let reached = match becomes(rules, ty) {
            true => rules.board.all().collect(),
            false => reachable(rules.board, man, color, &began),
        };
        let in_zone = |square: &Square| man.initial_zone[color.index()] >> square.index() & 1 == 1;
        always &= reached.iter().all(in_zone);
        unmoved &= !returns_to_edge(rules.board, man, color, &began);
        unmoved &= began == reached.into_iter().filter(in_zone).collect();
    }
    match (unmoved, always) {
        (true, _) => FirstMoves::Unmoved,
        (_, true) => FirstMoves::Always,
        _ => FirstMoves::Otherwise,
    }
}

/// Whether a man can become one that is written X. A promoted form is not: its sign is `+`.
fn becomes_x(rules: &Rules) -> bool {
    rules.man('X', false).is_some_and(|ty| becomes(rules, ty))
}

/// Whether a man can become one of this type.
fn becomes(rules: &Rules, ty: PieceType) -> bool {
    rules.men.iter().any(|man| {
        let promotes = man.promotion.iter().flat_map(|promotion| promotion.to.iter().flatten());
        promotes.chain(man.morph.iter().flatten()).any(|to| *to == ty)
    })
}

/// Whether a man can come back to one of the squares where its type began, on the first rank or the last: only there XBoard
/// remembers who has moved.
fn returns_to_edge(board: Geometry, man: &Man, color: Color, began: &BTreeSet<Square>) -> bool {
    let left = began
        .iter()
        .flat_map(|square| leaps(board, man, color, *square))
        .collect();
    let edge = [0, board.ranks - 1];
    let mut back = reachable(board, man, color, &left).into_iter();
    back.any(|square| began.contains(&square) && edge.contains(&board.rank(square)))
}

/// The squares that a man can come to from some squares, on an empty board.
fn reachable(board: Geometry, man: &Man, color: Color, from: &BTreeSet<Square>) -> BTreeSet<Square> {
    let mut reached = from.clone();
    let mut to_do: Vec<Square> = from.iter().copied().collect();
    while let Some(square) = to_do.pop() {
        to_do.extend(leaps(board, man, color, square).filter(|next| reached.insert(*next)));
    }
    reached
}

/// The squares that are one leap away.
fn leaps(board: Geometry, man: &Man, color: Color, from: Square) -> impl Iterator<Item = Square> {
    let sign = if color == Color::White { 1 } else { -1 };
    let leaps = man.parts.iter().flat_map(|part| &part.leaps);
    leaps.filter_map(move |&(x, y)| {
        let file = i32::from(board.file(from)) + sign * i32::from(x);
        let rank = i32::from(board.rank(from)) + sign * i32::from(y);
        board.square(file, rank)
    })
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
