//! The state of one side of the conversation, and what each command does to it.

use std::io;
use std::sync::mpsc::{Receiver, Sender};

use super::Event;
use super::clock::Clock;
use super::command::{self, Command};
use super::features;
use super::highlight::{Hand, SquareError};
use super::thinker::{Failed, Thinker};
use super::voice::Voice;
use super::work::Task;
use crate::display;
use crate::game::Notation;
use crate::protocol::command::SetOption;
use crate::protocol::input::Line;
use crate::protocol::options;
use crate::protocol::session::Session;
use crate::search::{MOST_THREADS, Score};
use crate::types::Color;
use crate::variant::DefinitionError;

/// What the engine does with the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Plays this side.
    Play(Color),
    /// Only keeps the position.
    Force,
    /// Analyses it.
    Analyze,
}

/// The engine as an interface of this protocol sees it.
pub(super) struct Player {
    pub(super) session: Session,
    /// What is wrong with the definitions that the engine began with, until it is said.
    errors: Vec<DefinitionError>,
    pub(super) output: Voice,
    pub(super) thinker: Thinker,
    /// The running search, if there is one.
    pub(super) task: Option<Task>,
    /// How many searches have been begun.
    pub(super) searches: u64,
    pub(super) mode: Mode,
    pub(super) clock: Clock,
    /// Whether to think on the opponent's time.
    pub(super) ponder: bool,
    /// Whether to show the thinking.
    pub(super) post: bool,
    pub(super) paused: bool,
    /// Whether the opponent is an engine.
    pub(super) computer: bool,
    /// Whether the game is over, as far as anybody has said so.
    pub(super) over: bool,
    /// The opponent has offered a draw that was not answered.
    pub(super) offered: bool,
    /// The answer expected to the engine's last move, as UCI writes it.
    pub(super) expected: Option<String>,
    /// How the engine judged its last move.
    pub(super) judged: Option<Score>,
    /// Moves left out of the analysis, as UCI writes them.
    pub(super) excluded: Vec<String>,
    /// The man that a person at the board has picked up.
    pub(super) hand: Hand,
    /// `ping`s that are to be answered behind the move.
    pub(super) pings: Vec<String>,
    /// Whether the interface tests the legality of moves itself, if that was said at the start.
    pub(super) legality_test: Option<bool>,
    /// The variant whose looks were told last.
    pub(super) shown: String,
    /// The interface shows a position that was refused: no move of it is legal.
    pub(super) refused: bool,
    /// The input has ended: leave when the move is made.
    leaving: bool,
}

/// Why a command cannot be carried out now. The text goes between the brackets of `Error (...): line`.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refused {
    #[error(transparent)]
    Command(#[from] command::CommandError),
    #[error("there are no moves to take back")]
    NothingToUndo,
    #[error("only while analysing")]
    NotAnalysing,
    #[error("unknown variant")]
    Variant,
    #[error("no such move now")]
    NoSuchMove,
    #[error(transparent)]
    Square(#[from] SquareError),
    #[error(transparent)]
    Failed(#[from] Failed),
}

impl Player {
    pub fn new(
        session: Session,
        errors: Vec<DefinitionError>,
        output: Voice,
        events: Sender<Event>,
    ) -> io::Result<Self> {
        Ok(Player {
            session,
            errors,
            output,
            thinker: Thinker::start(events)?,
            task: None,
            searches: 0,
            mode: Mode::Play(Color::Black),
            clock: Clock::default(),
            ponder: false,
            post: false,
            paused: false,
            computer: false,
            over: false,
            offered: false,
            expected: None,
            judged: None,
            excluded: Vec::new(),
            hand: Hand::default(),
            pings: Vec::new(),
            legality_test: None,
            shown: String::new(),
            refused: false,
            leaving: false,
        })
    }

    /// Does what is said until it is time to leave.
    pub fn listen(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        for event in events {
            match event {
                Event::Line(Line::Text(line)) => {
                    self.output.plain().received(&line);
                    match self.obey(&line) {
                        Ok(true) => {}
                        Ok(false) => break,
                        Err(Refused::Failed(failed)) => return Err(failed.into()),
                        Err(refused) => {
                            let line = command::repeated(&line);
                            self.output.line(&format!("Error ({refused}): {line}"));
                        }
                    }
                }
                Event::Line(Line::TooLong(bytes)) => {
                    self.output
                        .line(&format!("Error (more than {bytes} bytes): line skipped"));
                }
                Event::Line(Line::End) => self.leaving = true,
                Event::Info(number, info, pv) => self.report(number, &info, &pv),
                Event::Wake => self.look()?,
            }
            if self.output.plain().is_closed() || self.leaving && !self.is_thinking() {
                break;
            }
        }
        Ok(self.halt()?)
    }

    /// Carries a line out; false when it is time to leave.
    fn obey(&mut self, line: &str) -> Result<bool, Refused> {
        let Some(command) = command::parse(line)? else {
            return Ok(true);
        };
        match command {
            Command::Quit => return Ok(false),
            Command::Xboard | Command::Nothing | Command::Hover => {}
            Command::Protover => self.introduce(),
            Command::Ping(number) if self.is_thinking() => self.pings.push(number),
            Command::Ping(number) => self.output.line(&format!("pong {number}")),
            Command::Computer => self.computer = true,
            Command::Post(on) => self.post = on,
            Command::Level(level) => self.clock.set_level(level, self.session.game().plies()),
            Command::ExactTime(time) => self.clock.set_exact(time),
            Command::Depth(depth) => self.clock.depth = Some(depth),
            Command::NodesPerSecond(nodes) => self.clock.nodes_per_second = nodes,
            Command::OwnTime(time) => self.clock.set_left(time),
            Command::OtherTime(_) => {}
            Command::MoveNow => self.move_now(),
            Command::Status => self.status(),
            Command::Draw => self.hear_offer(),
            Command::Hint => self.hint()?,
            Command::Book => self.output.line(" Ninefold has no book.\n"),
            Command::Display => self.display(),
            Command::BareMove(text) if self.is_signal(&text) => {}
            Command::Move(text) | Command::BareMove(text) => self.hear_move(&text)?,
            Command::Ponder(on) => {
                self.ponder = on;
                if !on && self.is_pondering() {
                    self.halt()?;
                }
            }
            Command::Lift(square) => {
                let may_move = self.not_now().is_none();
                self.lift(&square, may_move)?;
            }
            Command::Put(square) => self.put(&square)?,
            other => {
                self.halt()?;
                let done = self.rearrange(other);
                self.carry_on()?;
                self.answer_pings();
                done?;
            }
        }
        Ok(true)
    }

    /// Carries out a command before which the search has to end.
    fn rearrange(&mut self, command: Command) -> Result<(), Refused> {
        match command {
            Command::New => self.new_game(),
            Command::Variant(name) => self.set_variant(&name)?,
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::Force => self.mode = Mode::Force,
            Command::Go => {
                self.mode = Mode::Play(self.session.game().side());
                self.over = false;
                self.clock.next_move();
                self.conclude();
            }
            Command::PlayOther => {
                self.mode = Mode::Play(!self.session.game().side());
                self.over = false;
            }
            Command::Result => self.over = true,
            Command::Undo => self.take_back(1)?,
            Command::Remove => self.take_back(2)?,
            Command::Analyze => {
                self.mode = Mode::Analyze;
                self.excluded.clear();
            }
            Command::Exit => self.mode = Mode::Force,
            Command::Pause(paused) => self.paused = paused,
            Command::Memory(mib) => self.set_option("Hash", Some(&mib.clamp(1, options::MOST_HASH).to_string())),
            Command::Cores(count) => {
                let threads = count.clamp(1, MOST_THREADS as u64);
                self.set_option("Threads", Some(&threads.to_string()));
            }
            Command::Option(name, value) => self.set_option(&name, value.as_deref()),
            Command::Exclude(exclude, which) => self.exclude(exclude, which.as_deref())?,
            _ => {}
        }
        Ok(())
    }

    /// Lists the features. Only then may errors be told: the interface would take what comes before for a failed start.
    fn introduce(&mut self) {
        for line in features::list(&self.session) {
            self.output.line(&line);
        }
        for error in self.errors.drain(..) {
            self.output.line(&format!("tellusererror {error}"));
        }
    }

    fn exclude(&mut self, exclude: bool, which: Option<&str>) -> Result<(), Refused> {
        if self.mode != Mode::Analyze {
            return Err(Refused::NotAnalysing);
        }
        match (exclude, which) {
            (true, None) => self.excluded = self.session.game().moves(),
            (false, None) => self.excluded.clear(),
            (_, Some(text)) => {
                let game = self.session.game();
                let mv = game
                    .read_move(text, Notation::Xboard)
                    .map_err(|_| Refused::NoSuchMove)?;
                self.excluded.retain(|excluded| *excluded != mv);
                if exclude {
                    self.excluded.push(mv);
                }
            }
        }
        Ok(())
    }

    /// Sets an option; what is wrong with it, and what else there is to say, is said to the person who set it.
    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let wanted = SetOption {
            name: name.to_owned(),
            value: features::value_from(name, value).filter(|value| !value.is_empty()),
        };
        let is_under_way = self.session.game().plies() > 0;
        match options::set(&mut self.session, self.output.plain(), &wanted) {
            Ok(mut outcome) => {
                if outcome.game_changed {
                    self.begin_at_start();
                    if is_under_way {
                        outcome
                            .remarks
                            .push("the rules are others now: please begin a new game".into());
                    }
                }
                if !outcome.remarks.is_empty() {
                    self.output.line(&format!("telluser {}", outcome.remarks.join("; ")));
                }
                if outcome.variants_changed {
                    self.output.line(&features::variants(&self.session));
                }
            }
            Err(error) => self.output.line(&format!("tellusererror {error}")),
        }
    }

    fn display(&self) {
        let game = self.session.game();
        let text = format!("{}Fen: {}", display::board(game), game.fen());
        let lines: Vec<String> = text.lines().map(|line| format!("# {line}")).collect();
        self.output.line(&lines.join("\n"));
    }
}
