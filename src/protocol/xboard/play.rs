//! Moves that are heard and played, and what ends a game: results that the engine may claim, draws by offer.

use std::time::Duration;

use super::clock::milliseconds;
use super::command;
use super::player::{Mode, Player};
use super::thinker::Failed;
use crate::game::{Game, Notation, Reply};
use crate::position::{End, GameResult};
use crate::search::Score;

/// A draw is accepted where the engine has judged itself to be this far behind, or further; centipawns.
const DRAW_IS_WELCOME: i32 = -50;

/// A move in any notation is shorter than this, bytes.
const LONGEST_MOVE: usize = 40;

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

/// Whether the rules call the position drawn.
fn is_drawn(game: &dyn Game) -> bool {
    verdict(game).is_some_and(|verdict| verdict.result == GameResult::Draw)
}

impl Player {
    /// Whether a move alone only says that Black is to move: cutechess sends `b2b3` before such a position, legal or not.
    pub(super) fn is_signal(&self, text: &str) -> bool {
        let game = self.session.game();
        let is_first = self.mode == Mode::Force && game.plies() == 0;
        is_first && text == "b2b3" && game.read_move(text, Notation::Xboard).is_err()
    }

    /// Why no move of the opponent's can be made now, if that is so.
    pub(super) fn not_now(&self) -> Option<&'static str> {
        match self.mode {
            _ if self.refused => Some("the position was refused"),
            Mode::Play(own) if own == self.session.game().side() => Some("it is not your turn"),
            Mode::Play(_) if self.over => Some("the game is over"),
            _ => None,
        }
    }

    /// A move of the opponent, or of either side where the engine plays none.
    pub(super) fn hear_move(&mut self, text: &str) -> Result<(), Failed> {
        let reason = match text.len() {
            0..=LONGEST_MOVE => self.not_now(),
            _ => Some("too long for a move"),
        };
        let read = match reason {
            Some(reason) => Err(reason.to_owned()),
            None => self
                .session
                .game()
                .read_move(text, Notation::Xboard)
                .map_err(|error| error.to_string()),
        };
        let mv = match read {
            Ok(mv) => mv,
            Err(reason) => {
                self.refuse_move(text, &reason);
                return Ok(());
            }
        };
        if self.hit(&mv) {
            return Ok(());
        }
        self.halt()?;
        self.play(&mv);
        self.carry_on()?;
        Ok(())
    }

    /// Says that a move is not legal, so that a person's is taken back. Another engine's move is an interface's own affair:
    /// XBoard and cutechess let him lose who complains of it.
    fn refuse_move(&self, text: &str, reason: &str) {
        let text = command::repeated(text);
        match self.computer {
            true => self
                .output
                .line(&format!("tellusererror the opponent's move {text}: {reason}")),
            false => self.output.line(&format!("Illegal move ({reason}): {text}")),
        }
    }

    /// Plays a legal move of either side.
    pub(super) fn play(&mut self, mv: &str) {
        if let Err(error) = self.session.game_mut().play(mv) {
            log::error!("{error}");
        }
        self.expected = None;
        self.excluded.clear();
        self.clock.next_move();
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

        self.clock.spend(milliseconds(used), after.plies());
        self.play(&best);
        self.expected = reply.ponder;
    }

    /// If the game is over, claims the result where that is the engine's to do.
    ///
    /// Against a person it says every result. Of two engines the loser says it, or the side that has no move: an interface
    /// that cannot verify a claim lets the claimant lose. A drawn game with moves left is ended by offers.
    pub(super) fn conclude(&mut self) {
        let Mode::Play(own) = self.mode else { return };
        if self.refused {
            return;
        }
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
        // An interface that cannot see a stalemate would let the claimant lose, but never those who agree.
        if self.computer && self.offered && verdict.result == GameResult::Draw {
            self.offered = false;
            self.output.line("offer draw");
        }
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
