//! FEN in and out: the usual six fields, and a seventh for the state of single men.
//!
//! The format is described in the README under "FEN".

use std::fmt::Write as _;
use std::sync::Arc;

use super::board::{Board, Unit};
use super::make::MAX_COUNTER;
use super::sights::Sights;
use super::{Position, Ways};
use crate::Bitboard;
use crate::types::{Code, Color, PieceType};
use crate::variant::{Rules, Variant};

/// Why a FEN was refused; each message says where and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// Nothing there.
    #[error("empty FEN: expected a board field")]
    Empty,
    /// Something in the board field.
    #[error("board, rank {rank}, character {column} (`{found}`): {expected}")]
    Board {
        /// The rank, from 1.
        rank: u32,
        /// The character within the text of that rank, from 1.
        column: usize,
        /// What stands there.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// A wrong number of ranks.
    #[error("board: {found} ranks, expected {expected}")]
    Ranks {
        /// Number of ranks given.
        found: usize,
        /// Number of ranks of the board.
        expected: u8,
    },
    /// A side with no king or several.
    #[error("{color} has {found} kings, expected 1")]
    Kings {
        /// Whose.
        color: Color,
        /// How many.
        found: u32,
    },
    /// A man that must promote where it stands.
    #[error("{man} on {square}: such a man has promoted when it gets there")]
    Unpromoted {
        /// The man as FEN writes it.
        man: String,
        /// Where.
        square: String,
    },
    /// One of the other fields.
    #[error("{field} `{found}`: {expected}")]
    Field {
        /// Its name.
        field: &'static str,
        /// What it says, or the part of it that is wrong.
        found: String,
        /// What was expected.
        expected: String,
    },
}

/// Whether a variant's start position is one that play can begin from.
///
/// # Errors
/// As [`Position::from_fen`].
pub fn check_start(rules: &Arc<Rules>) -> Result<(), FenError> {
    fn check<B: Bitboard>(rules: &Arc<Rules>) -> Result<(), FenError> {
        let variant = Arc::new(Variant::<B>::new(Arc::clone(rules)));
        Position::from_fen(variant, &rules.start).map(|_| ())
    }
    if rules.board.squares() <= u64::SQUARES {
        check::<u64>(rules)
    } else {
        check::<u128>(rules)
    }
}

/// The sides whose king is in check in a variant's start position, which must be one that play can begin from.
pub fn start_checks(rules: &Arc<Rules>) -> Vec<Color> {
    fn checks<B: Bitboard>(rules: &Arc<Rules>) -> Vec<Color> {
        let variant = Arc::new(Variant::<B>::new(Arc::clone(rules)));
        let Ok(position) = Position::from_fen(variant, &rules.start) else {
            return Vec::new();
        };
        let attacked = |color: &Color| position.is_attacked(position.king(*color), !*color);
        Color::BOTH.into_iter().filter(attacked).collect()
    }
    if rules.board.squares() <= u64::SQUARES {
        checks::<u64>(rules)
    } else {
        checks::<u128>(rules)
    }
}

pub(super) fn field(field: &'static str, found: &str, expected: impl Into<String>) -> FenError {
    FenError::Field {
        field,
        found: found.into(),
        expected: expected.into(),
    }
}

impl<B: Bitboard> Position<B> {
    /// The start position.
    ///
    /// # Panics
    /// If the variant's own start position is not a legal position; the catalogue lets no such variant in.
    pub fn start(variant: Arc<Variant<B>>) -> Self {
        let fen = variant.rules.start.clone();
        match Self::from_fen(variant, &fen) {
            Ok(position) => position,
            Err(error) => panic!("start position {fen}: {error}"),
        }
    }

    /// A position from FEN. Fields that are left out at the end stand for White to move, no castling, no en passant,
    /// clocks 0 and 1. A castling right whose king or partner is not on its square is dropped, and so is an
    /// en-passant square on which no capture is legal. The side that is not to move may be in check (inventors set up such
    /// problems); its king is not captured.
    ///
    /// # Errors
    /// If the text is no FEN, or no position that play can go on from.
    pub fn from_fen(variant: Arc<Variant<B>>, fen: &str) -> Result<Self, FenError> {
        let mut fields = fen.split_whitespace();
        let men = fields.next().ok_or(FenError::Empty)?;
        let mut position = Position {
            variant,
            board: Board::empty(),
            side: Color::White,
            castling: 0,
            ways: [Ways::none(); 4],
            touches: [0; 128],
            en_passant: None,
            halfmove: 0,
            fullmove: 1,
            undo: Vec::new(),
            sights: Sights::new(),
        };
        position.read_board(men)?;
        position.side = match fields.next().unwrap_or("w") {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(field("side to move", other, "expected `w` or `b`")),
        };
        position.read_castling(fields.next().unwrap_or("-"))?;
        let en_passant = fields.next().unwrap_or("-");
        position.halfmove = read_clock("halfmove clock", fields.next().unwrap_or("0"), 9_999)? as u16;
        position.fullmove = read_clock("move number", fields.next().unwrap_or("1"), 999_999)?.max(1);
        if let Some(states) = fields.next() {
            position.read_states(states)?;
        }
        if let Some(extra) = fields.next() {
            return Err(field("after the last field", extra, "expected nothing"));
        }
        position.read_en_passant(en_passant)?;
        position.board.hash ^= position.state_hash();
        Ok(position)
    }

    fn read_board(&mut self, text: &str) -> Result<(), FenError> {
        let variant = Arc::clone(&self.variant);
        let geometry = variant.board;
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != usize::from(geometry.ranks) {
            return Err(FenError::Ranks {
                found: ranks.len(),
                expected: geometry.ranks,
            });
        }
        for (row, text) in ranks.into_iter().enumerate() {
            let rank = i32::from(geometry.ranks) - 1 - row as i32;
            for (file, unit) in read_rank(&variant, rank as u32 + 1, text)? {
                if let Some(square) = geometry.square(file, rank) {
                    self.board.put::<true, true>(&variant, square, unit);
                }
            }
        }
        for color in Color::BOTH {
            let found = self.men(color, variant.king).count();
            if found != 1 {
                return Err(FenError::Kings { color, found });
            }
            for man in variant.men[color.index()].iter().filter(|m| m.promotion_mandatory) {
                // Capturing en passant promotes nobody, so a man may stand where it ends.
                let taking = match man.en_passant_from {
                    None => B::EMPTY,
                    Some(_) => self.crossed(!color),
                };
                let late = self.men(color, man.ty) & man.promotion_zone & !taking;
                if let Some(square) = late.squares().next() {
                    let man = self.letter(color, man.ty);
                    return Err(FenError::Unpromoted {
                        man,
                        square: geometry.name(square),
                    });
                }
            }
        }
        Ok(())
    }

    fn read_states(&mut self, text: &str) -> Result<(), FenError> {
        let variant = Arc::clone(&self.variant);
        let geometry = variant.board;
        let mut seen = B::EMPTY;
        for entry in text.split(',') {
            let wrong = |expected: String| field("men's state", entry, expected);
            let form = "expected entries like `d4:3` or `h2:1-`, separated by commas";
            let (name, rest) = entry.split_once(':').ok_or_else(|| wrong(form.into()))?;
            let square = geometry
                .parse(name)
                .ok_or_else(|| wrong(format!("{name} is no square of this board")))?;
            let (digits, away) = rest.strip_suffix('-').map_or((rest, false), |digits| (digits, true));
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return Err(wrong(form.into()));
            }
            let counter = digits.parse::<u8>().ok().filter(|n| (1..=MAX_COUNTER).contains(n));
            let counter = counter.ok_or_else(|| wrong(format!("expected a counter from 1 to {MAX_COUNTER}")))?;
            if seen.has(square) {
                return Err(wrong(format!("{name} is named twice")));
            }
            seen |= B::bit(square);
            let (color, ty) = self.man(square).ok_or_else(|| wrong(format!("{name} is empty")))?;
            let man = self.letter(color, ty);
            if !variant.man(color, ty).has_counter && (counter > 1 || !away) {
                return Err(wrong(format!("{man} on {name} has no counter")));
            }
            if away && !(variant.return_home && variant.may_take_form(ty)) {
                return Err(wrong(format!("{man} on {name} has no promotion to wait for")));
            }
            if away && variant.home[color.index()].has(square) {
                return Err(wrong(format!("{man} on {name} stands on its own first rank")));
            }
            let unit = self.board.lift::<true, true>(&variant, square);
            self.board
                .put::<true, true>(&variant, square, Unit { counter, away, ..unit });
        }
        Ok(())
    }

    /// A man as FEN writes it.
    fn letter(&self, color: Color, ty: PieceType) -> String {
        self.variant.rules.men[ty.index()].id_of(color)
    }

    /// The position as FEN.
    pub fn fen(&self) -> String {
        let geometry = self.variant.board;
        let mut fen = String::new();
        let mut states = Vec::new();
        for rank in (0..i32::from(geometry.ranks)).rev() {
            let mut empty = 0;
            for square in (0..i32::from(geometry.files)).filter_map(|file| geometry.square(file, rank)) {
                let Some((color, ty)) = self.man(square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    let _ = write!(fen, "{empty}");
                    empty = 0;
                }
                fen += &self.letter(color, ty);
                let (counter, away) = (self.counter(square), self.is_away(square));
                if counter > 1 || away {
                    states.push(format!(
                        "{}:{counter}{}",
                        geometry.name(square),
                        if away { "-" } else { "" }
                    ));
                }
            }
            if empty > 0 {
                let _ = write!(fen, "{empty}");
            }
            if rank > 0 {
                fen.push('/');
            }
        }
        let side = if self.side == Color::White { 'w' } else { 'b' };
        let _ = write!(fen, " {side} {} {} ", self.castling_text(), self.en_passant_text());
        let _ = write!(fen, "{} {}", self.halfmove, self.fullmove);
        if !states.is_empty() {
            let _ = write!(fen, " {}", states.join(","));
        }
        fen
    }
}

/// The men of one rank of the board field, with their files.
fn read_rank<B: Bitboard>(variant: &Variant<B>, rank: u32, text: &str) -> Result<Vec<(i32, Unit)>, FenError> {
    let files = i32::from(variant.board.files);
    let wrong = |at: usize, expected: String| {
        let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
        let found = match text[at..].chars().next() {
            Some(_) if digits > 0 => text[at..at + digits].into(),
            Some(c) => String::from(c),
            None => "end of rank".into(),
        };
        FenError::Board {
            rank,
            column: text[..at].chars().count() + 1,
            found,
            expected,
        }
    };
    let mut men = Vec::new();
    let (mut file, mut at) = (0, 0);
    while let Some(c) = text[at..].chars().next() {
        if file >= files {
            return Err(wrong(at, format!("the rank has {files} squares and is full")));
        }
        if c.is_ascii_digit() {
            let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
            let run = text[at..at + digits].parse().unwrap_or(i32::MAX);
            if run == 0 || c == '0' || run > files - file {
                return Err(wrong(
                    at,
                    format!("expected a number of empty squares from 1 to {}", files - file),
                ));
            }
            file += run;
            at += digits;
        } else {
            let promoted = c == '+';
            let letter = text[at + usize::from(promoted)..].chars().next();
            let ty = letter
                .filter(char::is_ascii_alphabetic)
                .and_then(|l| variant.rules.man(l, promoted));
            let (Some(letter), Some(ty)) = (letter, ty) else {
                let ids: Vec<String> = variant.rules.men.iter().map(super::super::variant::Man::id).collect();
                return Err(wrong(
                    at,
                    format!("expected a number or one of {} in either case", ids.join(" ")),
                ));
            };
            let color = Color::of_letter(letter);
            men.push((
                file,
                Unit {
                    code: Code::new(color, ty),
                    counter: 1,
                    away: false,
                },
            ));
            file += 1;
            at += 1 + usize::from(promoted);
        }
    }
    if file < files {
        return Err(wrong(text.len(), format!("{file} of {files} squares are described")));
    }
    Ok(men)
}

fn read_clock(name: &'static str, text: &str, most: u32) -> Result<u32, FenError> {
    let value = text
        .bytes()
        .all(|b| b.is_ascii_digit())
        .then(|| text.parse().ok())
        .flatten();
    value
        .filter(|&n| n <= most)
        .ok_or_else(|| field(name, text, format!("expected a number from 0 to {most}")))
}
