//! Moves that are played, and what ends a game: results that the engine may claim, draws by offer.

use std::time::Duration;

use super::player::{Mode, Player};
use crate::game::{Game, Notation, Reply};
use crate::position::{End, GameResult};
use crate::search::Score;

/// A draw is accepted where the engine has judged itself to be this far behind, or further; centipawns.
const DRAW_IS_WELCOME: i32 = -50;

/// How a game has ended.
struct Verdict {
    /// Who has won, if anybody has.
    result: GameResult,
    /// In words.
    reason: &'static str,
    /// Whether there are still legal moves, so that the game goes on until somebody stops it.
    goes_on: bool,
}

/// How a game has ended, if it has.
fn verdict(game: &dyn Game) -> Option<Verdict> {
    let end = game.end()?;
    let result = end.result(game.side(), game.rules());
    let reason = match end {
        End::Checkmate => "checkmate",
        End::Stalemate => "stalemate",
        End::Bared | End::BaredOpponent => "bare king",
        End::BareKings => "bare kings",
        End::Repetition => "repetition",
        End::MoveRule => "no progress",
    };
    Some(Verdict {
        result,
        reason,
        goes_on: result == GameResult::Draw && !game.moves().is_empty(),
    })
}

/// Whether the rules call the position drawn although there are moves.
fn is_drawn(game: &dyn Game) -> bool {
    verdict(game).is_some_and(|verdict| verdict.goes_on)
}

impl Player {
    /// Plays a legal move of either side.
    pub(super) fn play(&mut self, mv: &str) {
        if let Err(error) = self.session.game_mut().play(mv) {
            log::error!("{error}");
        }
        self.expected = None;
        self.excluded.clear();
        if let Mode::Play(_) = self.mode {
            self.conclude();
            self.consider_offer();
        }
    }

    /// Plays the engine's own move.
    pub(super) fn answer(&mut self, reply: Reply, used: Duration) {
        let Some(best) = reply.best else {
            self.conclude();
            return;
        };
        let game = self.session.game();
        let Ok(text) = game.write_move(&best, Notation::Xboard) else {
            return log::error!("{best} is not legal");
        };
        let mut after = game.copy();
        let _ = after.play(&best);
        // XBoard passes an offer on behind the move that follows it, and takes it for a claim where the rules allow one.
        if self.computer && (is_drawn(game) || is_drawn(&*after)) {
            self.output.line("offer draw");
        }
        self.offered = false;
        self.output.line(&format!("move {text}"));

        let made = u32::try_from(after.plies().div_ceil(2)).unwrap_or(u32::MAX);
        let used = u64::try_from(used.as_millis()).unwrap_or(u64::MAX);
        self.clock.spend(used, made);
        self.play(&best);
        self.expected = reply.ponder;
    }

    /// If the game is over, claims the result where that is the engine's to do.
    ///
    /// Against a person it says every result. Of two engines the loser says it, or the side that has no move: an interface
    /// that cannot verify a claim lets the claimant lose. A drawn game with moves left is ended by offers.
    pub(super) fn conclude(&mut self) {
        let Mode::Play(own) = self.mode else { return };
        let game = self.session.game();
        let Some(verdict) = verdict(game) else { return };
        if verdict.goes_on && self.computer {
            return;
        }
        let is_ours = match verdict.result {
            GameResult::Won(winner) => winner != own,
            _ => game.side() == own,
        };
        self.over = true;
        if is_ours || !self.computer {
            self.output.line(&format!("{} {{{}}}", verdict.result, verdict.reason));
        }
    }

    /// `draw`: the opponent offers one.
    pub(super) fn hear_offer(&mut self) {
        self.offered = true;
        self.consider_offer();
    }

    /// Accepts an offer where the rules call the game drawn or the engine is behind.
    fn consider_offer(&mut self) {
        if !self.offered || self.over || !matches!(self.mode, Mode::Play(_)) {
            return;
        }
        let behind = match self.judged {
            Some(Score::Centipawns(value)) => value <= DRAW_IS_WELCOME,
            Some(Score::Mate(moves)) => moves <= 0,
            None => false,
        };
        if behind || is_drawn(self.session.game()) {
            self.offered = false;
            self.output.line("offer draw");
        }
    }
}
