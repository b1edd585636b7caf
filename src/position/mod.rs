//! Positions: who stands where, whose turn it is, and what has led here.
//!
//! [`Position`] knows the rules of its variant by the variant's tables. Its moves are legal as generated;
//! [`make`](Position::make) and [`unmake`](Position::unmake) keep the hash as they go.

mod attacks;
mod board;
mod castling;
mod checks;
mod effect;
mod en_passant;
mod end;
mod exchange;
mod fen;
mod make;
mod movegen;
mod notation;
#[cfg(test)]
mod random_games;
mod san;
mod seen;
mod sights;
mod sink;
mod text;
mod xboard;

pub use effect::Effect;
pub use end::{End, GameResult};
pub(crate) use exchange::Prices;
pub use fen::{FenError, check_start, start_checks};
pub use notation::Notation;
pub use text::MoveError;

use std::sync::Arc;

use crate::random::mix;
use crate::types::{Code, Color, PieceType, Square};
use crate::variant::Variant;
use crate::{Bitboard, Move};
use board::{Board, Unit};
use castling::{Right, Ways};
use en_passant::EnPassant;
use sights::Sights;

/// What a move changed and cannot be told from the move alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Undo {
    mv: Move,
    mover: Unit,
    captured: Unit,
    castling: u8,
    en_passant: Option<EnPassant>,
    halfmove: u16,
    hash: u64,
}

/// A position of one variant, with the moves that led to it.
///
/// It remembers what its men last saw, so threads do not share one: each takes a clone.
///
/// ```
/// use std::sync::Arc;
/// use ninefold::{Catalogue, Position, Variant};
///
/// let catalogue = Catalogue::builtin();
/// let rules = catalogue.rules("ninesquare").unwrap();
/// let variant = Arc::new(Variant::<u128>::new(Arc::clone(rules)));
/// let mut position = Position::start(variant);
/// let mv = position.parse_move("e2e4").unwrap();
/// position.make(mv);
/// assert_eq!(position.fen(), "rnbqjkbnr/ppppppppp/9/9/9/4P4/9/PPPP1PPPP/RNBQJKBNR b KQkq - 0 1");
/// position.unmake();
/// assert_eq!(position.count_moves(), 24);
/// ```
#[derive(Clone, Debug)]
pub struct Position<B: Bitboard> {
    variant: Arc<Variant<B>>,
    board: Board<B>,
    side: Color,
    castling: u8,
    ways: [Ways<B>; 4],
    /// The rights that end when something leaves or enters a square.
    touches: [u8; 128],
    en_passant: Option<EnPassant>,
    halfmove: u16,
    fullmove: u32,
    undo: Vec<Undo>,
    sights: Sights<B>,
}

impl<B: Bitboard> Position<B> {
    /// The variant.
    pub fn variant(&self) -> &Arc<Variant<B>> {
        &self.variant
    }
    /// The side to move.
    pub fn side(&self) -> Color {
        self.side
    }
    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.is_attacked(self.board.kings[self.side.index()], !self.side)
    }
    /// Whether men of `by` attack a square with the men as they stand.
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        let occupied = self.board.occupied();
        if self.variant.has_states {
            self.attacked::<true>(square, by, occupied, B::EMPTY)
        } else {
            self.attacked::<false>(square, by, occupied, B::EMPTY)
        }
    }
    /// The men that check the side to move.
    pub fn checkers(&self) -> B {
        let king = self.board.kings[self.side.index()];
        let occupied = self.board.occupied();
        let enemy = self.board.by_color[(!self.side).index()];
        // One by one, without the others: exact for leapers, riders and floods alike.
        let checks = |&man: &Square| self.attacked::<true>(king, !self.side, occupied, enemy & !B::bit(man));
        enemy
            .squares()
            .filter(checks)
            .fold(B::EMPTY, |set, man| set | B::bit(man))
    }
    /// Zobrist hash of everything that makes two positions the same: men and their state, side to move, castling
    /// rights, and the en-passant square where a capture is legal.
    pub fn hash(&self) -> u64 {
        self.board.hash
    }
    /// Plies since the last capture or move of a pawn.
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove
    }
    /// The man on a square.
    pub fn man(&self, square: Square) -> Option<(Color, PieceType)> {
        let code = self.board.code(square);
        code.is_some().then(|| (code.color(), code.ty()))
    }
    /// The men of a colour.
    pub fn color(&self, color: Color) -> B {
        self.board.by_color[color.index()]
    }
    /// The men of a colour and type.
    pub fn men(&self, color: Color, ty: PieceType) -> B {
        self.board.by_code[Code::new(color, ty).index()]
    }
    /// All men.
    pub fn occupied(&self) -> B {
        self.board.occupied()
    }
    /// The square of a king.
    pub fn king(&self, color: Color) -> Square {
        self.board.kings[color.index()]
    }
    /// The counter of the man on a square; 1 for a man without one and for an empty square.
    pub fn counter(&self, square: Square) -> u8 {
        self.board.counters[square.index()]
    }
    /// What stands on eight squares, the first of which has this index, and the counters there: a byte for each.
    #[inline(always)]
    pub(crate) fn eight(&self, first: usize) -> [u64; 2] {
        let codes = std::array::from_fn(|i| self.board.codes[first + i].0);
        let counters = std::array::from_fn(|i| self.board.counters[first + i]);
        [codes, counters].map(u64::from_le_bytes)
    }
    /// The men with a counter above 1.
    pub(crate) fn grown_men(&self) -> B {
        self.board.grown
    }
    /// Whether the man on a square may not take its promoted form before it has been on its own first rank.
    pub fn is_away(&self, square: Square) -> bool {
        self.board.away.has(square)
    }
    /// The type a move captures, if any.
    pub fn captured(&self, mv: Move) -> Option<PieceType> {
        use crate::MoveKind;
        let square = match mv.kind() {
            MoveKind::Plain => mv.to(),
            MoveKind::Castling => return None,
            MoveKind::EnPassant => self.en_passant?.victim,
        };
        let code = self.board.code(square);
        code.is_some().then(|| code.ty())
    }

    /// A key of where the men of these types of a colour stand.
    pub(crate) fn key_of(&self, color: Color, types: &[PieceType]) -> u64 {
        types.iter().fold(0, |key, &ty| {
            let bits = self.men(color, ty).bits();
            let folded = (bits as u64).wrapping_add(((bits >> 64) as u64).rotate_left(31));
            mix(key.wrapping_add(folded))
        })
    }

    /// The hash made anew from all fields, as [`hash`](Position::hash) must be.
    pub fn hash_from_scratch(&self) -> u64 {
        let mut board = Board::empty();
        for square in self.board.occupied().squares() {
            let away = self.board.away.has(square);
            let unit = Unit {
                code: self.board.code(square),
                counter: self.board.counters[square.index()],
                away,
            };
            board.put::<true, true>(&self.variant, square, unit);
        }
        board.hash ^ self.state_hash()
    }

    /// The same position from the other side: ranks mirrored, colours exchanged, the other side to move.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let variant = Arc::clone(&self.variant);
        let geometry = variant.board;
        let mirror = |square: Square| {
            let (file, rank) = (geometry.file(square), geometry.ranks - 1 - geometry.rank(square));
            Square::new(rank * geometry.files + file)
        };
        let mut flipped = Position {
            board: Board::empty(),
            side: !self.side,
            castling: 0,
            ways: [Ways::none(); 4],
            en_passant: self.en_passant.map(|e| EnPassant {
                crossed: mirror(e.crossed),
                victim: mirror(e.victim),
            }),
            undo: Vec::new(),
            sights: Sights::new(),
            ..self.clone()
        };
        for square in self.occupied().squares() {
            if let Some((color, ty)) = self.man(square) {
                let (counter, away) = (self.counter(square), self.is_away(square));
                let unit = Unit {
                    code: Code::new(!color, ty),
                    counter,
                    away,
                };
                flipped.board.put::<true, true>(&variant, mirror(square), unit);
            }
        }
        for color in Color::BOTH {
            for (wing, right) in Right::of(color).into_iter().enumerate() {
                if self.castling & right.bit() != 0 {
                    let ways = self.ways[right.index()];
                    let right = Right::new(!color, wing);
                    let [king, partner, king_to, partner_to] =
                        [ways.king, ways.partner, ways.king_to, ways.partner_to].map(mirror);
                    flipped.castling |= right.bit();
                    flipped.ways[right.index()] = Ways::new(right, king, partner, king_to, partner_to, ways.opens);
                }
            }
        }
        flipped.note_rights();
        flipped.board.hash ^= flipped.state_hash();
        flipped
    }

    /// The part of the hash that does not come from the men.
    fn state_hash(&self) -> u64 {
        let side = if self.side == Color::Black {
            self.variant.keys.side
        } else {
            0
        };
        let ways = self
            .ways
            .iter()
            .enumerate()
            .filter(|(i, _)| self.castling & (1 << i) != 0);
        let castling = ways.fold(0, |hash, (_, w)| hash ^ w.key);
        side ^ castling ^ self.en_passant.map_or(0, |e| self.en_passant_key(e))
    }

    #[inline]
    fn en_passant_key(&self, en_passant: EnPassant) -> u64 {
        // Code 0 stands for no man, so its row of keys is free for this. One square can be crossed on several ways.
        let keys = &self.variant.keys.men[0];
        keys.at(en_passant.crossed) ^ keys.at(en_passant.victim).rotate_left(1)
    }
}

impl<B: Bitboard> PartialEq for Position<B> {
    /// The same position, whatever led to it.
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.side == other.side
            && self.castling == other.castling
            && self.en_passant == other.en_passant
            && self.halfmove == other.halfmove
            && self.fullmove == other.fullmove
    }
}
