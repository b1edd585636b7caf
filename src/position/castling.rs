//! Castling: the rights, how each goes, and their field of a FEN.

use std::sync::Arc;

use super::Position;
use super::fen::{FenError, field};
use crate::Bitboard;
use crate::random::mix;
use crate::types::{Color, Geometry, Square};
use crate::variant::Castling;

/// One castling right: a colour and a wing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Right(u8);

impl Right {
    pub fn new(color: Color, wing: usize) -> Self {
        Right(color as u8 * 2 + wing as u8)
    }
    pub fn of(color: Color) -> [Right; 2] {
        [Right::new(color, 0), Right::new(color, 1)]
    }
    pub const fn bit(self) -> u8 {
        1 << self.0
    }
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How one castling goes. It stays the same for a game; the rights say whether it may still be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ways<B> {
    pub king: Square,
    pub partner: Square,
    pub king_to: Square,
    pub partner_to: Square,
    /// Must be empty.
    pub empty: B,
    /// Must not be attacked before the move: what the king crosses, and its target.
    pub king_path: B,
    /// Whether leaving its squares can open a way to the king's target from where nothing attacked the king before.
    pub opens: bool,
    pub key: u64,
}

impl<B: Bitboard> Ways<B> {
    /// No castling at all.
    pub fn none() -> Self {
        let a1 = Square::new(0);
        Ways {
            king: a1,
            partner: a1,
            king_to: a1,
            partner_to: a1,
            empty: B::EMPTY,
            king_path: B::EMPTY,
            opens: false,
            key: 0,
        }
    }

    pub fn new(right: Right, king: Square, partner: Square, king_to: Square, partner_to: Square, opens: bool) -> Self {
        let walk = |a: Square, b: Square| {
            let (a, b) = (a.index().min(b.index()), a.index().max(b.index()));
            (a..=b).fold(B::EMPTY, |set, s| set | B::bit(Square::new(s as u8)))
        };
        let own = B::bit(king) | B::bit(partner);
        Ways {
            king,
            partner,
            king_to,
            partner_to,
            empty: (walk(king, partner) | walk(king, king_to) | walk(partner, partner_to)) & !own,
            king_path: walk(king, king_to) & !B::bit(king),
            opens,
            key: mix(0xca57_1e00_0000 | (right.0 as u64) << 8 | partner.index() as u64),
        }
    }
}

impl<B: Bitboard> Position<B> {
    pub(super) fn read_castling(&mut self, text: &str) -> Result<(), FenError> {
        if text == "-" {
            return Ok(());
        }
        let geometry = self.variant.board;
        for (i, letter) in text.char_indices() {
            let color = Color::of_letter(letter);
            let wing = match letter.to_ascii_lowercase() {
                'k' => Err(0),
                'q' => Err(1),
                file @ 'a'..='p' if (file as u8 - b'a') < geometry.files => Ok(file as u8 - b'a'),
                _ => {
                    let last = Geometry::file_letter(geometry.files - 1);
                    let expected = format!("expected `-`, or letters K Q k q, or files a to {last} in both cases");
                    return Err(field("castling", &text[i..], expected));
                }
            };
            let variant = Arc::clone(&self.variant);
            if let Some(castling) = &variant.rules.castling {
                self.allow_castling(castling, color, wing);
            }
        }
        Ok(())
    }

    /// Grants one right, by wing (`Err`) or by the partner's file (`Ok`), if king and partner are where it needs them.
    fn allow_castling(&mut self, castling: &Castling, color: Color, which: Result<u8, usize>) {
        let geometry = self.variant.board;
        let rank = if color == Color::White {
            0
        } else {
            i32::from(geometry.ranks) - 1
        };
        let on_rank = |file: u8| geometry.square(i32::from(file), rank);
        let king = self.king(color);
        let king_file = geometry.file(king);
        if i32::from(geometry.rank(king)) != rank || !castling.free && king_file != castling.king_file {
            return;
        }
        let is_partner = |file: u8| {
            let man = on_rank(file).and_then(|s| self.man(s));
            man.is_some_and(|(c, ty)| c == color && ty != self.variant.king && castling.partners.contains(&ty))
        };
        // On a wide board K is a file too, and means that one where a partner stands on it: files are what is written.
        let file_k = b'k' - b'a';
        let which = if which == Err(0) && castling.free && is_partner(file_k) {
            Ok(file_k)
        } else {
            which
        };
        // The outermost partner is meant where only the wing is named (X-FEN).
        let outermost = |wing: usize| {
            let mut files: Vec<u8> = if wing == 0 {
                (king_file + 1..geometry.files).collect()
            } else {
                (0..king_file).rev().collect()
            };
            files.retain(|&f| is_partner(f));
            files.last().copied()
        };
        let (wing, partner_file) = match which {
            Ok(file) => (usize::from(file < king_file), Some(file)),
            Err(wing) if castling.free => (wing, outermost(wing)),
            Err(wing) => (wing, castling.wings[wing].map(|w| w.partner_file)),
        };
        let (Some(rule), Some(file)) = (castling.wings[wing], partner_file) else {
            return;
        };
        if !is_partner(file) || !castling.free && file != rule.partner_file {
            return;
        }
        let inner = if wing == 0 {
            rule.king_to.checked_sub(1)
        } else {
            rule.king_to.checked_add(1)
        };
        let (Some(partner), Some(king_to), Some(partner_to)) =
            (on_rank(file), on_rank(rule.king_to), inner.and_then(on_rank))
        else {
            return;
        };
        // Nothing can stand behind a partner at the edge; and what attacks the target along the rank through the king's
        // square attacks the king. Men that bend round corners or jump over one square are another matter.
        let at_edge = file == 0 || file + 1 == geometry.files;
        let opens = castling.free || !at_edge || self.variant.jumps_or_bends(!color);
        let right = Right::new(color, wing);
        self.castling |= right.bit();
        self.ways[right.index()] = Ways::new(right, king, partner, king_to, partner_to, opens);
        self.note_rights();
    }

    pub(super) fn note_rights(&mut self) {
        self.touches = [0; 128];
        for (i, ways) in self.ways.iter().enumerate() {
            if self.castling & (1 << i) != 0 {
                self.touches[ways.king.index()] |= 1 << i;
                self.touches[ways.partner.index()] |= 1 << i;
            }
        }
    }

    pub(super) fn castling_text(&self) -> String {
        let free = self.variant.rules.castles_freely();
        let mut text = String::new();
        for color in Color::BOTH {
            for (wing, right) in Right::of(color).into_iter().enumerate() {
                if self.castling & right.bit() != 0 {
                    let file = Geometry::file_letter(self.variant.board.file(self.ways[right.index()].partner));
                    let letter = if free { file } else { ['k', 'q'][wing] };
                    text.push(if color == Color::White {
                        letter.to_ascii_uppercase()
                    } else {
                        letter
                    });
                }
            }
        }
        if text.is_empty() { "-".into() } else { text }
    }
}
