//! Moves as the XBoard protocol writes them.
//!
//! XBoard, the engines that speak its protocol, and cutechess count the ranks of a board with exactly ten of them from 0.
//! A suffix says what the man becomes, also where the square and not the player decides it: XBoard cannot know.

use super::{MoveError, Notation, Position};
use crate::Bitboard;
use crate::types::{Move, MoveKind, PieceType, Square};

impl<B: Bitboard> Position<B> {
    /// The text of a move: `e2e4`, `e7e8q`, `d9d11+`, `O-O` where castling is free or reads like a move of the king.
    pub(super) fn xboard_text(&self, mv: Move) -> String {
        if mv.kind() == MoveKind::Castling {
            return match self.castles_by_capture(mv) {
                true => self.castling_side(mv).into(),
                false => self.squares_text(mv.from(), self.king_after(mv)),
            };
        }
        let mut text = self.squares_text(mv.from(), mv.to());
        if let Some((_, before)) = self.man(mv.from()) {
            let after = self.type_after(before, mv);
            if after != before || mv.promoted().is_some() {
                text.push_str(&self.suffix_of(after));
            }
        }
        text
    }

    fn squares_text(&self, from: Square, to: Square) -> String {
        let board = self.variant.board;
        let first = board.first_rank_of_xboard();
        board.name_counted(from, first) + &board.name_counted(to, first)
    }

    /// `O-O` towards the last file, `O-O-O` towards the first.
    pub(super) fn castling_side(&self, mv: Move) -> &'static str {
        ["O-O", "O-O-O"][self.right_of(mv).index() % 2]
    }

    /// The suffix of a move after which the man is of this type: its letter, or `+` for a promoted form.
    pub(super) fn suffix_of(&self, ty: PieceType) -> String {
        let man = &self.variant.rules.men[ty.index()];
        match man.promoted {
            true => "+".into(),
            false => man.letter.to_ascii_lowercase().into(),
        }
    }

    /// The legal move of a text. Read are also capitals, `=` before a suffix or alone for a promotion that is put off,
    /// a dash or `x` between the squares, castling with letters or zeros or as the king's capture of its partner, the
    /// man's own letter where it does not change, no suffix where there is but one promotion, and algebraic notation.
    pub(super) fn parse_xboard(&self, text: &str) -> Result<Move, MoveError> {
        let given = text.trim();
        if let Some(castling) = self.parse_castling(given, Notation::Xboard) {
            return castling;
        }
        if given.contains('@') {
            return Err(MoveError::Drop { text: given.into() });
        }
        let read = self.parse_coordinates(given);
        match read {
            Err(MoveError::Square { .. }) => self.parse_san(given, Notation::XboardSan).or(read),
            _ => read,
        }
    }

    fn parse_coordinates(&self, given: &str) -> Result<Move, MoveError> {
        let lower = given.to_ascii_lowercase();
        let (from, rest) = self.parse_square(given, &lower, Notation::Xboard)?;
        let rest = rest.strip_prefix(['-', 'x']).unwrap_or(rest);
        let (to, rest) = self.parse_square(given, rest, Notation::Xboard)?;
        let suffix = rest.strip_prefix('=').unwrap_or(rest);

        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let goes_there = |mv: &Move| mv.from() == from && (mv.to() == to || self.king_after(*mv) == to);
        moves.retain(goes_there);
        // A king's plain move goes before castling written as the king's move.
        moves.sort_by_key(|mv| mv.kind() == MoveKind::Castling);
        let promotes = |mv: &&Move| mv.promoted().is_some_and(|ty| self.suffix_of(ty) == suffix);
        let keeps = |mv: &&Move| mv.promoted().is_none() && self.is_suffix_after(**mv, suffix);
        if let Some(mv) = moves.iter().find(promotes).or_else(|| moves.iter().find(keeps)) {
            return Ok(*mv);
        }
        match moves[..] {
            [only] if suffix.is_empty() => Ok(only),
            [] if !self.color(self.side).has(from) => Err(self.no_man(given, from, Notation::Xboard)),
            [] => Err(MoveError::Illegal { text: given.into() }),
            _ => Err(MoveError::Suffix {
                text: given.into(),
                choices: self.list(&moves, Notation::Xboard),
            }),
        }
    }

    /// Whether a suffix may follow a move that does not promote: none, or what the man then is.
    fn is_suffix_after(&self, mv: Move, suffix: &str) -> bool {
        let after = self.man(mv.from()).map(|(_, before)| self.type_after(before, mv));
        suffix.is_empty() || mv.kind() != MoveKind::Castling && after.is_some_and(|ty| self.suffix_of(ty) == suffix)
    }

    /// The castling of a text like `O-O-O`, `o-o` or `0-0`; `None` if it does not look like that.
    pub(super) fn parse_castling(&self, text: &str, notation: Notation) -> Option<Result<Move, MoveError>> {
        let name = match text.to_ascii_uppercase().replace('0', "O").as_str() {
            "O-O" | "OO" => "O-O",
            "O-O-O" | "OOO" => "O-O-O",
            _ => return None,
        };
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.retain(|mv| mv.kind() == MoveKind::Castling);
        let mut named: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|mv| self.castling_name(*mv, notation) == name)
            .collect();
        if named.len() != 1 {
            // XBoard may write both alike.
            named = moves.into_iter().filter(|mv| self.castling_side(*mv) == name).collect();
        }
        Some(
            named
                .first()
                .copied()
                .ok_or_else(|| MoveError::Illegal { text: text.into() }),
        )
    }

    /// Reads the square that `rest`, a part of the move `text`, begins with.
    pub(super) fn parse_square<'a>(
        &self,
        text: &str,
        rest: &'a str,
        notation: Notation,
    ) -> Result<(Square, &'a str), MoveError> {
        let board = self.variant.board;
        let first = notation.first_rank(board);
        board.parse_prefix_counted(rest, first).ok_or_else(|| {
            let [first, last] = board.corners_counted(first);
            MoveError::Square {
                text: text.into(),
                rest: rest.into(),
                first,
                last,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use super::*;
    use crate::Catalogue;
    use crate::position::random_games;
    use crate::variant::Variant;

    fn at<B: Bitboard>(name: &str, fen: Option<&str>) -> Position<B> {
        let rules = Arc::clone(Catalogue::builtin().rules(name).unwrap());
        let fen = fen.map_or(rules.start.clone(), str::to_owned);
        Position::from_fen(Arc::new(Variant::new(rules)), &fen).unwrap()
    }

    /// The UCI text of what XBoard's text names, or the error.
    fn read<B: Bitboard>(position: &Position<B>, text: &str) -> String {
        match position.parse_xboard(text) {
            Ok(mv) => position.move_text(mv),
            Err(error) => error.to_string(),
        }
    }

    fn written<B: Bitboard>(position: &Position<B>, uci: &str) -> String {
        position.xboard_text(position.parse_move(uci).unwrap())
    }

    #[test]
    fn ten_ranks_are_counted_from_0_and_no_others() {
        let haynie = at::<u128>("haynie", None);
        assert_eq!(written(&haynie, "e3e5"), "e2e4");
        assert_eq!(read(&haynie, "e2e4"), "e3e5");
        assert_eq!(
            read(&haynie, "e10e9"),
            "`e10e9`: expected a square from a0 to j9 at `e10e9`"
        );
        let chess99 = at::<u128>("chess99", Some("9/4P4/9/9/k8/9/9/9/9/9/K8 w - - 0 1"));
        assert_eq!(written(&chess99, "e10e11r"), "e10e11r");
        let ninesquare = at::<u128>("ninesquare", None);
        assert_eq!(written(&ninesquare, "e2e4"), "e2e4");
    }

    #[test]
    fn what_engines_and_interfaces_send_is_read() {
        let chess = at::<u64>("chess", Some("7k/4P3/8/8/8/8/8/R3K2R w KQ - 0 1"));
        for text in ["e7e8q", "e7e8Q", "e7e8=Q", "E7E8=q", "e7-e8q", " e7e8q "] {
            assert_eq!(read(&chess, text), "e7e8q", "{text}");
        }
        for text in ["O-O-O", "o-o-o", "0-0-0", "e1c1", "e1a1"] {
            assert_eq!(read(&chess, text), "e1c1", "{text}");
        }
        assert_eq!(written(&chess, "e1c1"), "e1c1");
        assert_eq!(read(&chess, "e1xh1"), "e1g1");
        assert_eq!(read(&chess, "Ra1b1"), "a1b1");
        assert_eq!(read(&chess, "e7e8"), "`e7e8`: expected one of e7e8n e7e8b e7e8r e7e8q");
        assert_eq!(
            read(&chess, "P@e4"),
            "`P@e4`: men are not dropped in this game; expected a move from square to square"
        );
        assert_eq!(read(&chess, "e5e6"), "`e5e6`: White has no man on e5");
        assert_eq!(read(&chess, "e7e6"), "`e7e6` is not legal in this position");
        assert_eq!(
            read(&chess, "O-O-"),
            "`O-O-`: expected a square from a1 to h8 at `o-o-`"
        );
        // Only one promotion is possible.
        let shatranj = at::<u64>("shatranj", Some("7k/p3P3/8/8/8/8/P7/4K3 w - - 0 1"));
        assert_eq!(read(&shatranj, "e7e8"), "e7e8q");
    }

    #[test]
    fn free_castling_is_named() {
        let position = at::<u64>("fischerandom", None);
        assert_eq!(read(&position, "O-O"), "`O-O` is not legal in this position");
        let position = at::<u64>("fischerandom", Some("1r2k2r/8/8/8/8/8/8/1R2K2R b BHbh - 0 1"));
        assert_eq!(written(&position, "e8b8"), "O-O-O");
        assert_eq!(read(&position, "O-O-O"), "e8b8");
        assert_eq!(written(&position, "e8h8"), "O-O");
        assert_eq!(read(&position, "e8g8"), "e8h8");
    }

    #[test]
    fn promoted_forms_may_be_put_off() {
        let position = at::<u128>("chess99", Some("9/9/W8/9/7k1/9/9/9/9/9/K8 w - - 0 1 a9:2"));
        assert_eq!(written(&position, "a9a11+"), "a9a11+");
        for text in ["a9a11", "a9a11=", "a9a11w"] {
            assert_eq!(read(&position, text), "a9a11", "{text}");
        }
        assert_eq!(read(&position, "a9a11=+"), "a9a11+");
    }

    #[test]
    fn men_that_change_by_the_square_have_a_suffix() {
        let position = at::<u128>("snappy", None);
        assert_eq!(written(&position, "a2a3"), "a2a3r");
        assert_eq!(read(&position, "a2a3r"), "a2a3");
        assert_eq!(read(&position, "a2a3"), "a2a3");
        assert_eq!(read(&position, "a2a4p"), "a2a4");
        assert_eq!(read(&position, "a2a3q"), "`a2a3q`: expected one of a2a3r");
    }

    struct EveryText;

    impl random_games::Check for EveryText {
        const GAMES: (u32, u32) = (3, 200);
        const ONE_OF: u32 = 1;

        fn check<B: Bitboard>(position: &Position<B>, moves: &[Move]) {
            let mut texts = HashSet::new();
            for &mv in moves {
                let text = position.xboard_text(mv);
                assert_eq!(position.parse_xboard(&text), Ok(mv), "{}: {text}", position.fen());
                assert!(texts.insert(text.clone()), "{}: {text} twice", position.fen());
            }
        }
    }

    #[test]
    fn every_move_of_every_game_comes_back() {
        random_games::play::<EveryText>(99);
    }
}
