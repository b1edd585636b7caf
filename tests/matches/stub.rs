//! An engine that plays some legal move at once, until on its third move it does what it is told to do wrong.
//!
//! `stub uci FAULT` or `stub xboard FAULT`; without a fault it does nothing wrong.

use std::io::{self, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use ninefold::Catalogue;
use ninefold::game::{self, Game, Notation};

/// On which of its moves it does wrong.
const TURN: u32 = 3;
/// More than the time it is given for a move.
const TOO_LONG: Duration = Duration::from_millis(400);

struct Stub {
    fault: String,
    game: Box<dyn Game>,
    /// How many moves it has been asked for in this game.
    turn: u32,
    /// A move that waits for someone to say stop.
    held_back: Option<String>,
}

/// Plays until it is told to quit.
pub fn run(words: &[String]) {
    let fault = words.get(1).cloned().unwrap_or_default();
    match fault.as_str() {
        "dies-at-once" => {
            eprintln!("no book for today");
            std::process::exit(3);
        }
        "mute" => return io::stdin().lines().for_each(drop),
        "slow" if words[0] == "uci" => thread::sleep(Duration::from_millis(700)),
        _ => {}
    }
    let stub = Stub {
        fault,
        game: new_game("chess"),
        turn: 0,
        held_back: None,
    };
    match words[0].as_str() {
        "uci" => stub.speak_uci(),
        _ => stub.speak_xboard(),
    }
}

fn new_game(variant: &str) -> Box<dyn Game> {
    game::new(Arc::clone(Catalogue::builtin().require(variant).expect("a variant")))
}

/// Says a line, and leaves if nobody listens.
fn say(text: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

impl Stub {
    /// A legal move: which one depends on the position alone.
    fn choose(&self) -> String {
        let moves = self.game.moves();
        let number = self.game.key() % moves.len().max(1) as u64;
        moves.get(number as usize).cloned().unwrap_or_default()
    }

    /// Whether this is the moment to do this kind of wrong.
    fn does(&self, fault: &str) -> bool {
        self.turn == TURN && self.fault == fault
    }

    /// What goes wrong in both protocols, before an answer.
    fn misbehave(&self) {
        match self.fault.as_str() {
            _ if self.turn != TURN => {}
            "crash" => {
                eprintln!("ran out of ideas");
                std::process::exit(7);
            }
            "stall" => loop {
                thread::sleep(Duration::from_secs(1));
            },
            "late" => thread::sleep(TOO_LONG),
            "flood" => loop {
                say(&"info string all work and no play makes a dull engine ".repeat(1000));
            },
            "chatter" => (0..5000).for_each(|i| say(&format!("info string {i}"))),
            "garbage" => {
                let mut out = io::stdout().lock();
                let _ = out.write_all(b"\xff\xfe\0\nbestmoves e2e4\nmoved e2e4\nfeature\npong\ninfo score cp\n\n");
                let _ = out.write_all(&vec![b'x'; 1 << 20]);
                let _ = out.write_all(b"\n");
            }
            _ => {}
        }
    }

    fn speak_uci(mut self) {
        for line in io::stdin().lines().map_while(Result::ok) {
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                "uci" => {
                    say("id name Stub");
                    say("option name UCI_Variant type combo default chess var chess var ninesquare var haynie");
                    say("option name Level type spin default 1 min 1 max 9");
                    say("uciok");
                }
                "isready" if self.fault == "deaf" && self.turn == TURN - 1 => {}
                "isready" => say("readyok"),
                "setoption" => {
                    if let Some(name) = rest.strip_prefix("name UCI_Variant value ") {
                        self.game = new_game(name);
                    }
                }
                "ucinewgame" => self.turn = 0,
                "position" => self.set_up(rest),
                "go" => self.go_uci(),
                "stop" => {
                    if let Some(text) = self.held_back.take() {
                        say(&format!("bestmove {text}"));
                    }
                }
                "quit" if self.fault == "stays" => {}
                "quit" => return,
                _ => {}
            }
        }
        if self.fault == "stays" {
            loop {
                thread::sleep(Duration::from_secs(1));
            }
        }
    }

    /// `fen FEN moves ...`.
    fn set_up(&mut self, text: &str) {
        let text = text.strip_prefix("fen ").expect("a FEN");
        let (fen, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        self.game.set_up(Some(fen), &moves).expect("a position");
    }

    fn go_uci(&mut self) {
        self.turn += 1;
        self.misbehave();
        say("info depth 4 score cp 12 nodes 100 pv");
        let text = self.choose();
        match self.fault.as_str() {
            _ if self.turn != TURN => say(&format!("bestmove {text} ponder {text}")),
            "illegal" => say("bestmove a1a1"),
            "nonsense" => say(&format!("bestmove {}", "x".repeat(5000))),
            "none" => say("bestmove (none)"),
            "empty" => say("bestmove"),
            "waits" => self.held_back = Some(text),
            "twice" => {
                say(&format!("bestmove {text}"));
                say("bestmove a1a1");
            }
            _ => say(&format!("bestmove {text}")),
        }
    }

    fn speak_xboard(mut self) {
        for line in io::stdin().lines().map_while(Result::ok) {
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                "protover" => self.say_features(),
                "ping" => say(&format!("pong {rest}")),
                "new" => {
                    self.game = new_game("chess");
                    self.turn = 0;
                }
                "variant" => self.game = new_game(rest),
                "setboard" => self.game.set_up(Some(rest), &[]).expect("a position"),
                "go" => self.go_xboard(),
                "usermove" => self.take_move(rest),
                "quit" => return,
                // Without the feature, a move is a line of its own.
                text if self.fault == "old" && self.game.read_move(text, Notation::Xboard).is_ok() => {
                    self.take_move(text)
                }
                _ => {}
            }
        }
    }

    /// The runner keeps engines in force mode but for their own turns.
    fn take_move(&mut self, text: &str) {
        if self.fault == "refuses" && self.turn == TURN - 1 {
            say(&format!("Illegal move: {text}"));
        }
        let uci = self.game.read_move(text, Notation::Xboard).expect("a legal move");
        self.game.play(&uci).expect("a legal move");
    }

    fn say_features(&self) {
        match self.fault.as_str() {
            // As engines of the first version of the protocol: they say nothing.
            "old" => {}
            "slow" => {
                say("feature done=0");
                thread::sleep(Duration::from_millis(700));
                say("feature ping=1 usermove=1 setboard=1 done=1");
            }
            _ => {
                say("feature ping=1 usermove=1 setboard=1 san=0 reuse=0 myname=\"Stub 1.0\"");
                say("feature variants=\"normal,ninesquare,haynie\" option=\"Level -spin 1 1 9\" done=1");
            }
        }
    }

    fn go_xboard(&mut self) {
        self.turn += 1;
        self.misbehave();
        say("4 12 1 100 all is well");
        let own = self.game.side();
        let win = ["1-0 {White mates}", "0-1 {Black mates}"];
        match self.fault.as_str() {
            _ if self.turn != TURN => {}
            "claims-win" => return say(win[own.index()]),
            "claims-loss" => return say(win[(!own).index()]),
            "claims-draw" => return say("1/2-1/2 {Draw by repetition}"),
            "resigns" => return say("resign"),
            "illegal" => return say("move a1a1"),
            _ => {}
        }
        let uci = self.choose();
        let text = self.game.write_move(&uci, Notation::Xboard).expect("a legal move");
        self.game.play(&uci).expect("a legal move");
        match self.does("algebraic") || self.fault == "old" {
            true => say(&format!("1. ... {text}")),
            false => say(&format!("move {text}")),
        }
    }
}
