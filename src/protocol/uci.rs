//! The Universal Chess Interface.
//!
//! Two threads: the reader parses lines and answers at once what cannot wait, the worker executes the rest in order. `isready`
//! and errors are answered at once while a long command (`go`, `bench`) waits or runs, in order otherwise.

use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use super::STACK;
use super::command::{self, Command, Go, PositionCommand, Quoted, SetOption};
use super::input::{Line, Lines};
use super::options;
use super::output::Output;
use super::session::Session;
use super::tasks::Tasks;
use crate::bench;
use crate::display;
use crate::search::{Control, Info, Score};
use crate::types::Color;

/// Speaks UCI until `quit` or the end of the input. `variants` is a file of definitions to begin with.
pub fn run<R: Read + Send + 'static>(variants: Option<PathBuf>, input: Lines<R>, output: Output) -> io::Result<()> {
    let tasks = Tasks::default();
    let (queue, jobs) = mpsc::channel();
    let reader = Reader {
        queue,
        tasks: tasks.clone(),
        output: output.clone(),
    };
    let worker = thread::Builder::new()
        .name("worker".into())
        .stack_size(STACK)
        .spawn(move || {
            let (session, errors) = Session::new(variants)?;
            for error in errors {
                log::error!("{error}");
            }
            let mut worker = Worker {
                session,
                tasks,
                output,
                debug: false,
            };
            worker.work(&jobs);
            Ok(())
        })?;
    // Not joined: when the work is done, the reader may still wait for a line.
    thread::Builder::new()
        .name("reader".into())
        .spawn(move || reader.read(input))?;
    worker
        .join()
        .unwrap_or_else(|_| Err(io::Error::other("the engine has failed")))
}

/// What the reader hands to the worker.
enum Job {
    /// A command that is done soon.
    Short(Command),
    /// A command that can be stopped.
    Long(Command, Arc<Control>),
    /// Something to say in order.
    Say(String),
    /// Something to say as `info string`, in order.
    Complain(String),
}

/// Reads commands.
struct Reader {
    queue: Sender<Job>,
    tasks: Tasks,
    output: Output,
}

impl Reader {
    fn read<R: Read>(&self, mut lines: Lines<R>) {
        loop {
            match lines.next_line() {
                Line::Text(line) => {
                    self.output.received(&line);
                    match command::parse(&line) {
                        // What was said before is still done, so that `uci` and `quit` in one write are answered.
                        Ok(Some(Command::Quit)) => return self.tasks.quit(),
                        Ok(Some(command)) => self.hand_over(command),
                        Ok(None) => {}
                        Err(error) => self.complain(error.to_string()),
                    }
                }
                Line::TooLong(bytes) => self.complain(format!("line skipped: it has more than {bytes} bytes")),
                Line::End => return self.tasks.end_of_input(),
            }
        }
    }

    fn hand_over(&self, command: Command) {
        match command {
            Command::Stop => self.tasks.stop(),
            Command::PonderHit => self.tasks.ponder_hit(),
            Command::IsReady if self.tasks.busy() => self.output.line("readyok"),
            Command::IsReady => self.send(Job::Say("readyok".into())),
            Command::Go(ref go) => {
                // Whose clock counts is known only once the position is; the worker looks again.
                let endless = go.is_endless(0) && go.is_endless(1);
                let control = self.tasks.begin(go.ponder && go.perft.is_none(), endless);
                self.send(Job::Long(command, control));
            }
            Command::Bench(_) => {
                let control = self.tasks.begin(false, false);
                self.send(Job::Long(command, control));
            }
            _ => self.send(Job::Short(command)),
        }
    }

    fn complain(&self, text: String) {
        if self.tasks.busy() {
            self.output.info(&text);
        } else {
            self.send(Job::Complain(text));
        }
    }

    /// The worker takes everything until it leaves; then nothing matters any more.
    fn send(&self, job: Job) {
        let _ = self.queue.send(job);
    }
}

/// Executes commands.
struct Worker {
    session: Session,
    tasks: Tasks,
    output: Output,
    debug: bool,
}

impl Worker {
    fn work(&mut self, jobs: &Receiver<Job>) {
        for job in jobs {
            if self.output.is_closed() {
                return;
            }
            match job {
                Job::Say(text) => self.output.line(&text),
                Job::Complain(text) => self.output.info(&text),
                Job::Short(command) => self.execute(command),
                Job::Long(command, control) => {
                    match command {
                        Command::Go(go) => self.go(&go, &control),
                        Command::Bench(depth) => self.bench(depth, &control),
                        _ => {}
                    }
                    self.tasks.finish(&control);
                }
            }
        }
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Uci => self.identify(),
            Command::Debug(on) => self.debug = on,
            Command::SetOption(wanted) => self.set_option(&wanted),
            Command::NewGame => self.session.clear(),
            Command::Position(wanted) => self.set_up(&wanted),
            Command::Display => self.display(),
            Command::Eval => self.evaluate(),
            Command::Flip => self.session.game_mut().flip(),
            Command::Register => {}
            // The reader deals with these, or hands them over as something else.
            Command::IsReady
            | Command::Go(_)
            | Command::Bench(_)
            | Command::Stop
            | Command::PonderHit
            | Command::Quit => {}
        }
    }

    fn set_option(&mut self, wanted: &SetOption) {
        match options::set(&mut self.session, &self.output, wanted) {
            Ok(outcome) => {
                outcome.remarks.iter().for_each(|remark| self.output.info(remark));
                if outcome.variant_changed {
                    self.output.info(&options::variant_line(&self.session));
                }
            }
            Err(error) => self.output.info(&format!("setoption: {error}")),
        }
    }

    fn identify(&self) {
        let options = options::list(&self.session);
        self.output.line(&format!(
            "id name Ninefold {}\nid author the Ninefold authors\n{options}\nuciok",
            env!("CARGO_PKG_VERSION")
        ));
    }

    fn set_up(&mut self, wanted: &PositionCommand) {
        match self.session.game_mut().set_up(wanted.fen.as_deref(), &wanted.moves) {
            Ok(()) if self.debug => self.output.info(&format!("position {}", self.session.game().fen())),
            Ok(()) => {}
            Err(error) => self.output.info(&format!("position refused: {error}")),
        }
    }

    fn display(&self) {
        let game = self.session.game();
        let board = game.rules().board;
        let checkers: Vec<String> = game.checkers().into_iter().map(|square| board.name(square)).collect();
        self.output.line(&format!(
            "\n{}\nFen: {}\nKey: {:016X}\nCheckers: {}",
            display::board(game),
            game.fen(),
            game.key(),
            checkers.join(" ")
        ));
    }

    fn evaluate(&self) {
        let game = self.session.game();
        let (value, side) = (game.evaluation(), game.side());
        let white = if side == Color::White { value } else { -value };
        let sign = if white < 0 { '-' } else { '+' };
        let (pawns, cents) = (white.unsigned_abs() / 100, white.unsigned_abs() % 100);
        self.output
            .line(&format!("Final evaluation       {sign}{pawns}.{cents:02} (white side)"));
    }

    fn go(&mut self, go: &Go, control: &Arc<Control>) {
        if !go.ignored.is_empty() {
            let words = Quoted::new(&go.ignored.join(" "));
            self.output
                .info(&format!("go: ignored {words}, which means nothing here"));
        }
        match go.perft {
            Some(depth) => self.perft(depth, control),
            None => self.search(go, control),
        }
    }

    fn perft(&self, depth: u32, control: &Arc<Control>) {
        let game = self.session.game();
        let mut say = |mv: &str, leaves: u64| self.say_while_heard(&format!("{mv}: {leaves}"), control);
        let leaves = match depth {
            0 => Some(1),
            _ => game.divide(depth, &control.stop, &mut say),
        };
        self.tasks.finish(control);
        match leaves {
            Some(leaves) => self.output.line(&format!("\nNodes searched: {leaves}\n")),
            None => self.output.info("perft stopped"),
        }
    }

    fn search(&mut self, go: &Go, control: &Arc<Control>) {
        let mut limits = go.limits.clone();
        limits.overhead = self.session.overhead;
        limits.lines = self.session.lines;
        limits.threads = self.session.threads;
        if go.is_endless(self.session.game().side().index()) {
            limits.infinite = true;
            self.tasks.is_endless(control);
        }

        // An interface that names an illegal move still waits for a move: the others are searched, or all.
        let mut searchmoves = go.searchmoves.clone();
        searchmoves.retain(|mv| match self.session.game().check_move(mv) {
            Ok(()) => true,
            Err(error) => {
                self.output.info(&format!("go: searchmoves: {error}; left out"));
                false
            }
        });

        let output = self.output.clone();
        let mut listener = |info: &Info, pv: &[String]| {
            output.line(&info_text(info, pv));
            if output.is_closed() {
                control.stop.store(true, Ordering::Release);
            }
        };
        let reply = match self.session.game_and_table() {
            Ok((game, table)) => game
                .think(&limits, &searchmoves, control, table, &mut listener)
                .map_err(|error| format!("searchmoves: {error}")),
            Err(error) => Err(error.to_string()),
        };

        // From here on `isready` is answered behind what follows.
        self.tasks.finish(control);
        match reply {
            Ok(reply) => {
                let best = reply.best.as_deref().unwrap_or("(none)");
                let ponder = reply.ponder.map(|mv| format!(" ponder {mv}")).unwrap_or_default();
                self.output.line(&format!("bestmove {best}{ponder}"));
            }
            Err(error) => self.output.info(&format!("go refused: {error}")),
        }
    }

    fn bench(&self, depth: Option<u32>, control: &Arc<Control>) {
        let mut say = |line: &str| self.say_while_heard(line, control);
        if let Err(error) = bench::run(depth.unwrap_or(bench::DEPTH), control, &mut say) {
            self.output.info(&error.to_string());
        }
    }

    /// Says a line of a long command; stops it when nobody reads any more.
    fn say_while_heard(&self, line: &str, control: &Control) {
        self.output.line(line);
        if self.output.is_closed() {
            control.stop.store(true, Ordering::Release);
        }
    }
}

fn score_text(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(moves) => format!("mate {moves}"),
    }
}

fn info_text(info: &Info, pv: &[String]) -> String {
    let nps = u128::from(info.nodes) * 1000 / u128::from(info.time.max(1));
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {} nodes {} nps {nps} hashfull {} time {}",
        info.depth,
        info.seldepth,
        info.line,
        score_text(info.score),
        info.nodes,
        info.hashfull,
        info.time
    );
    if !pv.is_empty() {
        text += " pv ";
        text += &pv.join(" ");
    }
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn info_lines() {
        let info = Info {
            depth: 7,
            seldepth: 12,
            line: 1,
            score: Score::Mate(-2),
            nodes: 5000,
            time: 10,
            hashfull: 3,
            pv: Vec::new(),
        };
        assert_eq!(
            info_text(&info, &["e2e4".into(), "e7e5".into()]),
            "info depth 7 seldepth 12 multipv 1 score mate -2 nodes 5000 nps 500000 hashfull 3 time 10 pv e2e4 e7e5"
        );
        assert_eq!(score_text(Score::Centipawns(-31)), "cp -31");
    }
}
