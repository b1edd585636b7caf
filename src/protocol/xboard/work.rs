//! The searches: begun where one is due, ended where it is not wanted any more, shown while they run.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::clock::milliseconds;
use super::player::{Mode, Player};
use super::thinker::{Failed, Found, Job};
use crate::game::{Game, Notation};
use crate::search::{Control, Info, Limits, Score};

/// What XBoard adds to the moves until a mate to tell them from centipawns.
const MATE: i32 = 100_000;
/// How deep a hint is searched where no answer is known, plies.
const HINT_DEPTH: u32 = 6;

/// What a search is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A move of the engine's own.
    Move,
    /// The same, while the opponent has not yet made this one (as UCI writes it).
    Ponder(String),
    /// Analysis.
    Analyze,
    /// Advice for the person.
    Hint,
}

/// A running search.
pub(super) struct Task {
    number: u64,
    pub(super) purpose: Purpose,
    control: Arc<Control>,
    /// When it began, and when the engine's own time began to run.
    begun: Instant,
    pub(super) since: Instant,
    /// Depth of the last iteration, plies.
    depth: u32,
    /// The best move of it, as this protocol writes it.
    best: Option<String>,
}

impl Player {
    /// Whether a move is being thought about that is to be played.
    pub(super) fn is_thinking(&self) -> bool {
        self.task.as_ref().is_some_and(|task| task.purpose == Purpose::Move)
    }

    /// Whether the engine thinks on the opponent's time.
    pub(super) fn is_pondering(&self) -> bool {
        let pondering = |task: &Task| matches!(task.purpose, Purpose::Ponder(_));
        self.task.as_ref().is_some_and(pondering)
    }

    /// Begins the search that is due, if any is and none runs.
    pub(super) fn carry_on(&mut self) -> Result<(), Failed> {
        if self.paused || self.refused || self.task.is_some() {
            return Ok(());
        }
        match self.mode {
            Mode::Force => Ok(()),
            Mode::Analyze => self.analyze(),
            Mode::Play(_) if self.over => Ok(()),
            Mode::Play(own) if own == self.session.game().side() => self.think(),
            Mode::Play(_) => self.begin_pondering(),
        }
    }

    fn think(&mut self) -> Result<(), Failed> {
        let game = self.session.game().copy();
        let limits = self.limits(&*game);
        self.begin(Purpose::Move, game, limits, Vec::new())
    }

    fn begin_pondering(&mut self) -> Result<(), Failed> {
        let Some(expected) = self.expected.clone().filter(|_| self.ponder) else {
            return Ok(());
        };
        let mut game = self.session.game().copy();
        if game.play(&expected).is_err() || game.end().is_some() {
            return Ok(());
        }
        let limits = self.limits(&*game);
        if self.post {
            // The lines of thinking go on from this move.
            self.say_hint(&expected);
        }
        self.begin(Purpose::Ponder(expected), game, limits, Vec::new())
    }

    fn analyze(&mut self) -> Result<(), Failed> {
        let game = self.session.game().copy();
        let mut moves = game.moves();
        moves.retain(|mv| !self.excluded.contains(mv));
        if moves.is_empty() {
            return Ok(());
        }
        let limits = Limits {
            infinite: true,
            lines: self.session.lines,
            threads: self.session.threads,
            ..Limits::default()
        };
        self.begin(Purpose::Analyze, game, limits, moves)
    }

    /// What the clock allows for the move of the side to move.
    fn limits(&self, game: &dyn Game) -> Limits {
        Limits {
            overhead: self.session.overhead,
            lines: self.session.lines,
            threads: self.session.threads,
            ..self.clock.limits(game.side(), game.plies())
        }
    }

    /// Begins a search; where there is no memory for its table, says so and begins none.
    fn begin(
        &mut self,
        purpose: Purpose,
        game: Box<dyn Game>,
        limits: Limits,
        moves: Vec<String>,
    ) -> Result<(), Failed> {
        let table = match self.session.lend_table() {
            Ok(table) => table,
            Err(error) => {
                self.output.line(&format!("tellusererror {error}"));
                return Ok(());
            }
        };
        let control = Arc::new(Control::default());
        let pondering = matches!(purpose, Purpose::Ponder(_));
        control.pondering.store(pondering, Ordering::Release);
        self.searches += 1;
        let now = Instant::now();
        self.task = Some(Task {
            number: self.searches,
            purpose,
            control: Arc::clone(&control),
            begun: now,
            since: now,
            depth: 0,
            best: None,
        });
        self.thinker.begin(Job {
            number: self.searches,
            game,
            table,
            limits,
            moves,
            control,
        })
    }

    /// Ends the running search, if there is one; what it has found is lost, but not the time that it has needed.
    pub(super) fn halt(&mut self) -> Result<(), Failed> {
        let Some(task) = self.task.take() else {
            return Ok(());
        };
        if task.purpose == Purpose::Move {
            self.clock.cut_short(milliseconds(task.since.elapsed()));
        }
        task.stop();
        let found = self.thinker.wait()?;
        self.session.take_table(found.table);
        Ok(())
    }

    /// Takes the answer of the search, if there is one.
    pub(super) fn look(&mut self) -> Result<(), Failed> {
        let Some(Found { table, reply }) = self.thinker.look()? else {
            return Ok(());
        };
        self.session.take_table(table);
        let Some(task) = self.task.take() else {
            return Ok(());
        };
        match (task.purpose, reply) {
            (Purpose::Move, Ok(reply)) => self.answer(reply, task.since.elapsed()),
            (Purpose::Hint, Ok(reply)) => {
                if let Some(best) = reply.best {
                    self.say_hint(&best);
                }
            }
            // These end only when they are told to.
            (Purpose::Ponder(_) | Purpose::Analyze, Ok(_)) => {}
            (_, Err(error)) => log::error!("{error}"),
        }
        self.answer_pings();
        self.carry_on()
    }

    /// Answers the `ping`s that had to wait for a move, unless they still have to.
    pub(super) fn answer_pings(&mut self) {
        if self.is_thinking() {
            return;
        }
        for number in self.pings.drain(..) {
            self.output.line(&format!("pong {number}"));
        }
    }

    /// If this is the move that is pondered on, plays it; the search goes on, now on the engine's own time.
    pub(super) fn hit(&mut self, mv: &str) -> bool {
        let Some(task) = &mut self.task else { return false };
        if task.purpose != Purpose::Ponder(mv.to_owned()) {
            return false;
        }
        task.purpose = Purpose::Move;
        task.since = Instant::now();
        task.control.pondering.store(false, Ordering::Release);
        self.play(mv);
        true
    }

    /// `?`: the search for a move ends with what it has.
    pub(super) fn move_now(&mut self) {
        if let Some(task) = self.task.as_ref().filter(|task| task.purpose == Purpose::Move) {
            task.stop();
        }
    }

    /// `hint`: the move that the engine expects, the best of an analysis, or one found now.
    pub(super) fn hint(&mut self) -> Result<(), Failed> {
        let analysis = self.task.as_ref().filter(|task| task.purpose == Purpose::Analyze);
        if let Some(best) = analysis.and_then(|task| task.best.as_ref()) {
            self.output.line(&format!("Hint: {best}"));
            return Ok(());
        }
        if let Some(expected) = self.expected.clone() {
            self.say_hint(&expected);
            return Ok(());
        }
        if self.task.is_some() || self.paused || self.refused || self.session.game().end().is_some() {
            return Ok(());
        }
        let limits = Limits {
            depth: Some(HINT_DEPTH),
            threads: self.session.threads,
            ..Limits::default()
        };
        let game = self.session.game().copy();
        self.begin(Purpose::Hint, game, limits, Vec::new())
    }

    fn say_hint(&self, mv: &str) {
        if let Ok(text) = self.session.game().write_move(mv, Notation::Xboard) {
            self.output.line(&format!("Hint: {text}"));
        }
    }

    /// A report of a search.
    pub(super) fn report(&mut self, number: u64, info: &Info, pv: &[String]) {
        let Some(task) = self.task.as_mut().filter(|task| task.number == number) else {
            return;
        };
        if info.depth == 0 {
            return;
        }
        task.depth = info.depth;
        if info.line == 1 {
            task.best = pv.first().cloned();
        }
        let for_the_game = matches!(task.purpose, Purpose::Move | Purpose::Ponder(_));
        let shown = match task.purpose {
            Purpose::Analyze => true,
            Purpose::Hint => false,
            _ => self.post,
        };
        if for_the_game && info.line == 1 {
            self.judged = Some(info.score);
        }
        if shown {
            self.output.line(&thinking(info, pv));
        }
    }

    /// `.`: what the search is at. Analysis always answers, else XBoard would not ask again.
    pub(super) fn status(&self) {
        let Some(task) = &self.task else {
            if self.mode == Mode::Analyze {
                self.output.line("stat01: 0 0 0 0 0");
            }
            return;
        };
        let (depth, left, count, name) = match task.control.root_move() {
            // The move is one of the position searched, which while pondering is not the one on the board.
            Some(root) if self.is_pondering() => (root.depth, root.count - root.number, root.count, String::new()),
            Some(root) => {
                let name = self.session.game().move_text(root.mv, Notation::Xboard);
                (root.depth, root.count - root.number, root.count, format!(" {name}"))
            }
            None => (0, 0, 0, String::new()),
        };
        self.output.line(&format!(
            "stat01: {} {} {} {left} {count}{name}",
            task.begun.elapsed().as_millis() / 10,
            task.control.nodes.load(Ordering::Relaxed),
            depth.max(task.depth),
        ));
    }
}

impl Task {
    /// Tells the search to end now.
    fn stop(&self) {
        self.control.pondering.store(false, Ordering::Release);
        self.control.stop.store(true, Ordering::Release);
    }
}

/// A line of thinking: depth, score, centiseconds, nodes, deepest ply, nodes per second, endgame tables asked, and behind
/// a tabulator the moves.
fn thinking(info: &Info, pv: &[String]) -> String {
    let score = match info.score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) if moves > 0 => MATE + moves,
        Score::Mate(moves) => moves - MATE,
    };
    let nps = u128::from(info.nodes) * 1000 / u128::from(info.time.max(1));
    format!(
        "{} {score} {} {} {} {nps} 0\t{}",
        info.depth,
        info.time / 10,
        info.nodes,
        info.seldepth,
        pv.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(score: Score) -> String {
        let info = Info {
            depth: 7,
            seldepth: 12,
            line: 1,
            score,
            nodes: 5000,
            time: 129,
            hashfull: 3,
            pv: Vec::new(),
        };
        thinking(&info, &["e2e4".into(), "e7e5".into()])
    }

    #[test]
    fn lines_of_thinking() {
        assert_eq!(line(Score::Centipawns(-31)), "7 -31 12 5000 12 38759 0\te2e4 e7e5");
        assert!(line(Score::Mate(3)).starts_with("7 100003 12 "));
        assert!(line(Score::Mate(-3)).starts_with("7 -100003 12 "));
    }
}
