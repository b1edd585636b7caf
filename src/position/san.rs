//! Moves in algebraic notation, for men of any letter on boards of up to 16 files and ranks: written so that they
//! cannot be mistaken, read as generously as that allows.
//!
//! A move is the man's letter (`+W` for a promoted form, none for the pawn `P`), what tells it from others of its kind
//! that can go there (file, rank or both), `x` if it captures, the square, what the man becomes (`=R`, `=+W`), and `+` for
//! check or `#` for mate. What a man becomes by the square it lands on is written too. Castling is `O-O` towards the last
//! file, `O-O-O` towards the first.

use super::{End, MoveError, Notation, Position};
use crate::types::{Move, MoveKind, PieceType, Square};
use crate::{Bitboard, Geometry};

/// The letter of the man whose letter is left out, if it is a pawn.
const PAWN: char = 'P';

/// A move in algebraic notation, taken apart.
struct Parts<'a> {
    /// The man; `None` where no letter is written.
    man: Option<PieceType>,
    /// What is said of where it comes from, both counted from 0.
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
    /// Everything behind the square.
    suffix: Suffix<'a>,
}

/// What stands behind the square of a move.
struct Suffix<'a> {
    /// What the man becomes: a letter, `+` and a letter, or `+` alone; empty if nothing is said.
    becomes: &'a str,
    /// A single `+`, which may mean a check, or a promotion to the promoted form as XBoard writes it.
    plus: bool,
}

impl<B: Bitboard> Position<B> {
    /// A legal move in algebraic notation.
    pub(super) fn san(&self, mv: Move, notation: Notation) -> String {
        let mut text = match mv.kind() {
            MoveKind::Castling => self.castling_name(mv, notation).to_string(),
            _ => self.san_of_man(mv, notation),
        };
        let mut after = self.clone();
        after.make(mv);
        if after.in_check() {
            let has_lost = matches!(after.end(), Some(End::Checkmate | End::Bared));
            text.push(if has_lost { '#' } else { '+' });
        }
        text
    }

    fn san_of_man(&self, mv: Move, notation: Notation) -> String {
        let board = self.variant.board;
        let Some((_, before)) = self.man(mv.from()) else {
            return self.move_text(mv);
        };
        let captures = self.captured(mv).is_some();
        let is_pawn = self.letter_is_left_out(before);
        let mut text = match is_pawn {
            true => String::new(),
            false => self.variant.rules.men[before.index()].id(),
        };
        text += &self.origin(mv, before, captures && is_pawn, notation);
        if captures {
            text.push('x');
        }
        text += &board.name_counted(mv.to(), notation.first_rank(board));
        let after = self.type_after(before, mv);
        if after != before || mv.promoted().is_some() {
            text.push('=');
            text += &self.variant.rules.men[after.index()].id();
        }
        text
    }

    /// What tells the man from others of its type that can go to the same square.
    fn origin(&self, mv: Move, ty: PieceType, file_wanted: bool, notation: Notation) -> String {
        let board = self.variant.board;
        let (file, rank) = (board.file(mv.from()), board.rank(mv.from()));
        let mut others = self.moves_of(ty);
        others.retain(|other| other.to() == mv.to() && other.from() != mv.from());
        let shares_file = others.iter().any(|other| board.file(other.from()) == file);
        let shares_rank = others.iter().any(|other| board.rank(other.from()) == rank);
        let names_file = file_wanted || !others.is_empty() && (!shares_file || shares_rank);
        let mut text = String::new();
        if names_file {
            text.push(Geometry::file_letter(file));
        }
        if shares_file {
            text += &(rank + notation.first_rank(board)).to_string();
        }
        text
    }

    /// The legal moves of all men of a type, castling aside.
    fn moves_of(&self, ty: PieceType) -> Vec<Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.retain(|mv| mv.kind() != MoveKind::Castling && self.man(mv.from()).is_some_and(|(_, t)| t == ty));
        moves
    }

    fn letter_is_left_out(&self, ty: PieceType) -> bool {
        let man = &self.variant.rules.men[ty.index()];
        man.pawn && !man.promoted && man.letter == PAWN
    }

    /// The legal move of a text in algebraic notation, or written with both its squares as UCI does.
    ///
    /// Marks of check and comment (`+`, `#`, `!?`, `e.p.`) need not be there and are not checked. Read are also a pawn's letter,
    /// a dash or nothing for `x` and the reverse, `0-0`, castling as the king's move, and promotions as `e8Q`, `e8(Q)`, `e8/Q`.
    pub(super) fn parse_san(&self, text: &str, notation: Notation) -> Result<Move, MoveError> {
        let given = text.trim();
        let bare = without_comment(given);
        if bare.contains('@') {
            return Err(MoveError::Drop { text: given.into() });
        }
        if let Some(castling) = self.parse_castling(bare.trim_end_matches(['+', '#']), notation) {
            return castling.map_err(|_| MoveError::Illegal { text: given.into() });
        }
        let parts = self.take_apart(given, bare, notation)?;
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.retain(|mv| self.fits(*mv, &parts));
        self.choose(given, moves, &parts, notation)
    }

    fn take_apart<'a>(&self, given: &str, bare: &'a str, notation: Notation) -> Result<Parts<'a>, MoveError> {
        let board = self.variant.board;
        let first = notation.first_rank(board);
        let promoted = bare.starts_with('+');
        let rest = bare.strip_prefix('+').unwrap_or(bare);
        let letter = rest.chars().next().filter(char::is_ascii_uppercase);
        let man = match letter {
            Some(letter) => Some(self.variant.rules.man(letter, promoted).ok_or_else(|| {
                MoveError::Letter {
                    text: given.into(),
                    men: self
                        .variant
                        .rules
                        .men
                        .iter()
                        .map(|man| man.id())
                        .collect::<Vec<_>>()
                        .join(" "),
                }
            })?),
            None if promoted => return Err(self.not_a_move(given, first)),
            None => None,
        };
        let rest = if letter.is_some() { &rest[1..] } else { rest };

        let (file, rank, rest) = file_and_rank(rest);
        let is_parted = rest.starts_with(['x', ':', '-']);
        let rest = rest.trim_start_matches(['x', ':', '-']);
        // What was read first is the target if no second square follows.
        let target_follows =
            is_parted || rest.starts_with(|c: char| c.is_ascii_lowercase()) && file_and_rank(rest).1.is_some();
        let (from, (to_file, to_rank, rest)) = match target_follows {
            true => ((file, rank), file_and_rank(rest)),
            false => ((None, None), (file, rank, rest)),
        };
        let to = to_file
            .zip(to_rank)
            .and_then(|(file, rank)| board.square(i32::from(file), i32::from(rank) - i32::from(first)));
        let suffix = read_suffix(rest);
        let (Some(to), Some(suffix)) = (to, suffix) else {
            return Err(self.not_a_move(given, first));
        };
        Ok(Parts {
            man,
            file: from.0,
            rank: from.1.map(|rank| rank.wrapping_sub(first)),
            to,
            suffix,
        })
    }

    fn not_a_move(&self, given: &str, first: u8) -> MoveError {
        let board = self.variant.board;
        let [first, last] = board.corners_counted(first);
        MoveError::Algebraic {
            text: given.into(),
            first,
            last,
        }
    }

    /// Whether a move is by the man named, from where it is said, to the square.
    fn fits(&self, mv: Move, parts: &Parts) -> bool {
        let board = self.variant.board;
        let Some((_, ty)) = self.man(mv.from()) else {
            return false;
        };
        let is_full = parts.file.is_some() && parts.rank.is_some();
        let is_man = match parts.man {
            Some(man) => man == ty,
            // Both squares without a letter are anybody's move.
            None => is_full || self.letter_is_left_out(ty),
        };
        is_man
            && parts.file.is_none_or(|file| file == board.file(mv.from()))
            && parts.rank.is_none_or(|rank| rank == board.rank(mv.from()))
            && (mv.to() == parts.to || self.king_after(mv) == parts.to)
    }

    /// The move that is meant among those between the right squares.
    fn choose(&self, given: &str, mut moves: Vec<Move>, parts: &Parts, notation: Notation) -> Result<Move, MoveError> {
        // A king's own move goes before castling written as one.
        if moves.iter().any(|mv| mv.kind() != MoveKind::Castling) {
            moves.retain(|mv| mv.kind() != MoveKind::Castling);
        }
        let suffix = &parts.suffix;
        let becoming =
            |suffix: &str| -> Vec<Move> { moves.iter().copied().filter(|mv| self.becomes(*mv, suffix)).collect() };
        let mut meant = becoming(suffix.becomes);
        if suffix.plus && suffix.becomes.is_empty() && !self.is_check_mark(&meant, parts) {
            let forms = becoming("+");
            if !forms.is_empty() {
                meant = forms;
            }
        }
        if meant.is_empty() && suffix.becomes.is_empty() {
            // There may be but one promotion.
            meant.clone_from(&moves);
        }
        let text = given.to_string();
        let same_man = moves.iter().all(|mv| mv.from() == moves[0].from());
        match meant[..] {
            [only] => Ok(only),
            _ if moves.is_empty() => Err(MoveError::Illegal { text }),
            _ if same_man => Err(MoveError::Suffix {
                text,
                choices: self.list(&moves, notation),
            }),
            _ => Err(MoveError::Ambiguous {
                text,
                choices: self.list(&moves, notation),
            }),
        }
    }

    /// Whether a single `+` behind these moves says that they give check. It may also be a promotion to the promoted
    /// form, as UCI and XBoard write it; then they give none, or both squares stand there as only UCI would write them.
    fn is_check_mark(&self, moves: &[Move], parts: &Parts) -> bool {
        let of_uci = |mv: &Move| {
            let ty = self.man(mv.from()).map(|(_, ty)| ty);
            parts.man.is_none() && ty.is_some_and(|ty| !self.letter_is_left_out(ty))
        };
        let gives_check = |mv: &Move| {
            let mut after = self.clone();
            after.make(*mv);
            after.in_check()
        };
        moves.iter().any(|mv| !of_uci(mv) && gives_check(mv))
    }

    /// Whether the man is after a move what a suffix says: a letter in either case, `+` and a letter, or `+` for any
    /// promoted form. Without a suffix it has not changed by choice.
    fn becomes(&self, mv: Move, suffix: &str) -> bool {
        let Some((_, before)) = self.man(mv.from()) else {
            return false;
        };
        let after = &self.variant.rules.men[self.type_after(before, mv).index()];
        match suffix {
            "" => mv.promoted().is_none(),
            _ if mv.kind() == MoveKind::Castling => false,
            "+" => after.promoted && mv.promoted().is_some(),
            _ => suffix.to_ascii_uppercase() == after.id(),
        }
    }

    /// How castling is written. XBoard goes by where the king lands, so that towards the first file may be `O-O`.
    pub(super) fn castling_name(&self, mv: Move, notation: Notation) -> &'static str {
        let board = self.variant.board;
        if notation != Notation::XboardSan || self.variant.rules.castles_freely() {
            return self.castling_side(mv);
        }
        let to = board.file(self.king_after(mv));
        if to == 1 || to + 2 == board.files {
            "O-O"
        } else {
            "O-O-O"
        }
    }
}

/// A move without what does not belong to it: `!`, `?` and `e.p.` at its end.
fn without_comment(text: &str) -> &str {
    let text = text.trim_end_matches(['!', '?']);
    let text = text.strip_suffix("e.p.").or(text.strip_suffix("ep")).unwrap_or(text);
    text.trim_end()
}

/// A file counted from 0 and a rank as it is written, as far as they are there, and the rest.
fn file_and_rank(text: &str) -> (Option<u8>, Option<u8>, &str) {
    let file = text.bytes().next().filter(|c| (b'a'..=b'p').contains(c));
    let text = if file.is_some() { &text[1..] } else { text };
    let digits = text.bytes().take_while(u8::is_ascii_digit).count().min(2);
    let (rank, rest) = text.split_at(digits);
    (file.map(|c| c - b'a'), rank.parse().ok(), rest)
}

/// Takes apart what stands behind the square; `None` if that is nothing that can stand there.
fn read_suffix(text: &str) -> Option<Suffix<'_>> {
    let is_letter = |text: &str| text.starts_with(|c: char| c.is_ascii_alphabetic());
    let named = text.trim_start_matches(['=', '/', '(']);
    let is_marked = named.len() < text.len();
    let becomes = match named.strip_prefix('+') {
        Some(rest) if is_letter(rest) => &named[..2],
        Some(_) if is_marked => &named[..1],
        None if is_letter(named) => &named[..1],
        _ => "",
    };
    let marks = named[becomes.len()..].trim_start_matches(')');
    let known = matches!(marks, "" | "+" | "#" | "++" | "##");
    known.then_some(Suffix {
        becomes,
        plus: marks == "+",
    })
}

#[cfg(test)]
#[path = "san_tests.rs"]
mod tests;
