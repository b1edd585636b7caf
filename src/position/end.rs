//! How games end.

use std::fmt;

use super::Position;
use crate::variant::{Outcome, Rules};
use crate::{Bitboard, Color, Move};

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The side to move is mated and has lost.
    Checkmate,
    /// The side to move has no legal move and is not in check; what that means is the variant's
    /// [`stalemate`](crate::variant::Rules::stalemate).
    Stalemate,
    /// The side to move has only its king left, cannot bare the other side, and has lost.
    Bared,
    /// The side that has just moved has only its king left, and the side to move has won.
    BaredOpponent,
    /// Only the kings are left: a draw.
    BareKings,
    /// The position has occurred as often as makes a draw.
    Repetition,
    /// A draw by the move rule.
    MoveRule,
}

impl End {
    /// What an end means when this side is to move.
    pub fn result(self, side: Color, rules: &Rules) -> GameResult {
        match self {
            End::Checkmate | End::Bared => GameResult::Won(!side),
            End::BaredOpponent => GameResult::Won(side),
            End::Stalemate => match rules.stalemate {
                Outcome::Win => GameResult::Won(side),
                Outcome::Draw => GameResult::Draw,
                Outcome::Loss => GameResult::Won(!side),
            },
            End::BareKings | End::Repetition | End::MoveRule => GameResult::Draw,
        }
    }

    /// Whether it is a draw after which the moves would go on being legal.
    pub fn is_by_count(self) -> bool {
        matches!(self, End::Repetition | End::MoveRule)
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::Checkmate => "checkmate",
            End::Stalemate => "stalemate",
            End::Bared | End::BaredOpponent => "a bared king",
            End::BareKings => "bare kings",
            End::Repetition => "repetition",
            End::MoveRule => "the move rule",
        })
    }
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// One side has won.
    Won(Color),
    /// Nobody has.
    Draw,
    /// It was not played to the end.
    Unfinished,
}

impl GameResult {
    /// The result that PGN writes like this.
    pub fn of_pgn(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(GameResult::Won(Color::White)),
            "0-1" => Some(GameResult::Won(Color::Black)),
            "1/2-1/2" | "1/2" | "½-½" | "½" => Some(GameResult::Draw),
            "*" => Some(GameResult::Unfinished),
            _ => None,
        }
    }
}

impl fmt::Display for GameResult {
    /// As PGN writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Won(Color::White) => "1-0",
            GameResult::Won(Color::Black) => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unfinished => "*",
        })
    }
}

impl<B: Bitboard> Position<B> {
    /// Whether and how the game has ended. Of several ends the decisive one counts: a mate on the last ply of the
    /// move rule is a mate.
    pub fn end(&self) -> Option<End> {
        if let Some(end) = self.bare_end() {
            return Some(end);
        }
        if self.count_moves() == 0 {
            return Some(if self.in_check() {
                End::Checkmate
            } else {
                End::Stalemate
            });
        }
        self.drawn_by_history(self.variant.rules.repetition)
    }

    /// An end by what is left on the board: bare kings.
    pub fn bare_end(&self) -> Option<End> {
        let (own, enemy) = (self.color(self.side).several(), self.color(!self.side).several());
        match (own, enemy) {
            (true, true) => None,
            (false, false) => Some(End::BareKings),
            _ if !self.variant.bare_king_loses => None,
            (true, false) => Some(End::BaredOpponent),
            (false, true) if self.count_moves() == 0 => Some(End::Bared),
            (false, true) => None,
        }
    }

    /// A draw by repetition (this position for the `occurrence`-th time; 0: never) or by the move rule.
    pub fn drawn_by_history(&self, occurrence: u8) -> Option<End> {
        let rules = &self.variant.rules;
        if rules.repetition > 0 && occurrence > 0 && self.repetitions() + 1 >= occurrence {
            return Some(End::Repetition);
        }
        (rules.move_rule > 0 && self.halfmove >= rules.move_rule).then_some(End::MoveRule)
    }

    /// How often this position has occurred before, as far back as the last irreversible move.
    pub fn repetitions(&self) -> u8 {
        // Where pawns can come back, only captures are for good.
        let pawns_return = self.variant.pawns_return;
        let plies = if pawns_return {
            usize::MAX
        } else {
            usize::from(self.halfmove)
        };
        let reversible = self.undo.iter().rev().take(plies);
        let reversible =
            reversible.take_while(|undo| undo.mv != Move::NONE && !(pawns_return && undo.captured.code.is_some()));
        let same = reversible
            .enumerate()
            .filter(|(i, undo)| i % 2 == 1 && undo.hash == self.board.hash)
            .count();
        same.min(u8::MAX as usize - 1) as u8
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::Arc;

    use super::End;
    use crate::{Catalogue, game};

    /// How a game ends that begins at `fen` and plays these moves `times` times.
    fn repeated(catalogue: &Catalogue, name: &str, fen: &str, moves: &str, times: usize) -> Option<End> {
        let mut game = game::new(Arc::clone(catalogue.rules(name).unwrap()));
        let once = moves.split_whitespace().map(String::from);
        let moves: Vec<String> = once.cycle().take(times * moves.split_whitespace().count()).collect();
        game.set_up(Some(fen), &moves).unwrap();
        game.end()
    }

    #[test]
    fn positions_recur_across_the_moves_of_pawns_that_come_back() {
        let end = |times| {
            let fen = "4k3/1P6/8/8/8/8/6K1/1r6 w - - 0 1";
            repeated(&Catalogue::builtin(), "pawnsideways", fen, "b7a7 b1a1 a7b7 a1b1", times)
        };
        assert_eq!((end(1), end(2)), (None, Some(End::Repetition)));
    }

    #[test]
    fn positions_recur_across_the_moves_of_pawns_that_others_become() {
        let mut catalogue = Catalogue::builtin();
        let text = "[turning:chess]\nmorphRank4 = NNNNNNNN\nmorphRank3 = PPPPPPPP\n";
        assert_eq!(catalogue.load("own.ini", text), []);
        let end = |times| {
            let fen = "4k3/8/8/8/8/1P6/8/4K3 w - - 0 1";
            let moves = "b3b4 e8d8 b4d5 d8e8 d5b4 e8d8 b4d3 d8e8 d3d4 e8d8 d4b3 d8e8";
            repeated(&catalogue, "turning", fen, moves, times)
        };
        assert_eq!((end(1), end(2)), (None, Some(End::Repetition)));
    }
}
