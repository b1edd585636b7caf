//! Another UCI engine, in a process of its own.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::Counts;

/// How long an engine may take to say what it is.
const START: Duration = Duration::from_secs(20);

/// What is wrong with the other engine.
#[derive(Debug, thiserror::Error)]
pub enum PeerError {
    /// The command is not one.
    #[error("the command cannot be split into words: a quote is not closed, or there is nothing in it")]
    Command,
    /// It does not start.
    #[error("cannot be started: {0}")]
    Start(io::Error),
    /// It has gone.
    #[error("the engine ended without an answer to \"{0}\"")]
    Gone(String),
    /// It does not answer.
    #[error("no answer to \"{asked}\" within {seconds} s")]
    Silent {
        /// What it was asked.
        asked: String,
        /// How long it had.
        seconds: u64,
    },
    /// It does not play the game.
    #[error("the engine does not play {variant}; {known}")]
    Variant {
        /// The game.
        variant: String,
        /// What it plays.
        known: String,
    },
    /// It has no such option.
    #[error("the engine has no option \"{0}\"")]
    Option(String),
}

/// Another engine.
pub struct Peer {
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    timeout: Duration,
    /// Its `option` lines.
    options: Vec<String>,
}

impl Peer {
    /// Starts an engine and learns its options. `timeout` is how long it may take to count.
    pub fn start(command: &str, timeout: Duration) -> Result<Self, PeerError> {
        let words = shlex::split(command)
            .filter(|words| !words.is_empty())
            .ok_or(PeerError::Command)?;
        let mut process = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(PeerError::Start)?;
        let no_pipe = || PeerError::Start(io::ErrorKind::BrokenPipe.into());
        let input = process.stdin.take().ok_or_else(no_pipe)?;
        let lines = read_lines(process.stdout.take().ok_or_else(no_pipe)?);
        let mut peer = Peer {
            process,
            input,
            lines,
            timeout,
            options: Vec::new(),
        };
        peer.learn_options()?;
        Ok(peer)
    }

    fn learn_options(&mut self) -> Result<(), PeerError> {
        let lines = self.ask("uci", START, |line| line == "uciok")?;
        self.options = lines
            .into_iter()
            .filter(|line| line.starts_with("option name "))
            .collect();
        Ok(())
    }

    /// Its line for an option.
    fn option(&self, name: &str) -> Option<&str> {
        let start = format!("option name {name} type ").to_lowercase();
        let found = self.options.iter().find(|line| line.to_lowercase().starts_with(&start));
        found.map(String::as_str)
    }

    /// Sets an option.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), PeerError> {
        if self.option(name).is_none() {
            return Err(PeerError::Option(name.to_owned()));
        }
        self.tell(&format!("setoption name {name} value {value}"))
    }

    /// Sets an option that may bring new ones or new values of others, such as a file of variants.
    ///
    /// To be done before a variant is chosen: Fairy-Stockfish goes back to chess when it is asked again what it is.
    pub fn prepare(&mut self, name: &str, value: &str) -> Result<(), PeerError> {
        self.set_option(name, value)?;
        self.learn_options()
    }

    /// Makes it play a game.
    pub fn choose_variant(&mut self, variant: &str, free_castling: bool) -> Result<(), PeerError> {
        let known = self.option("UCI_Variant").map(combo_values);
        let mut name = variant;
        let plays = |name: &str| known.as_ref().is_some_and(|known| known.iter().any(|k| k == name));
        let has_960 = free_castling && self.option("UCI_Chess960").is_some();
        if variant == "fischerandom" && !plays(variant) && has_960 {
            name = "chess";
        }
        if plays(name) {
            self.set_option("UCI_Variant", name)?;
        } else if name != "chess" {
            return Err(PeerError::Variant {
                variant: variant.to_owned(),
                known: match known {
                    Some(known) => format!("it plays {}", known.join(", ")),
                    None => "it has no option UCI_Variant".to_owned(),
                },
            });
        }
        if has_960 {
            self.set_option("UCI_Chess960", "true")?;
        }
        self.ask("isready", self.timeout, |line| line == "readyok")?;
        Ok(())
    }

    /// Its leaves under each move.
    pub fn divide(&mut self, fen: &str, line: &[String], depth: u32) -> Result<Counts, PeerError> {
        let moves = if line.is_empty() {
            String::new()
        } else {
            format!(" moves {}", line.join(" "))
        };
        self.tell(&format!("position fen {fen}{moves}"))?;
        let lines = self.ask(&format!("go perft {depth}"), self.timeout, |line| {
            line.to_lowercase().starts_with("nodes searched")
        })?;
        Ok(lines.iter().filter_map(|line| count(line)).collect())
    }

    fn tell(&mut self, line: &str) -> Result<(), PeerError> {
        let written = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        written.map_err(|_| PeerError::Gone(line.to_owned()))
    }

    /// Says a line, and takes what is answered, up to the line that `last` knows.
    fn ask(&mut self, line: &str, timeout: Duration, last: impl Fn(&str) -> bool) -> Result<Vec<String>, PeerError> {
        self.tell(line)?;
        let end = Instant::now() + timeout;
        let mut answer = Vec::new();
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(text) if last(&text) => return Ok(answer),
                Ok(text) => answer.push(text),
                Err(RecvTimeoutError::Disconnected) => return Err(PeerError::Gone(line.to_owned())),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(PeerError::Silent {
                        asked: line.to_owned(),
                        seconds: timeout.as_secs(),
                    });
                }
            }
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It is at work or done; either way nothing of it is wanted any more.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The lines of a process, as they come.
fn read_lines(output: ChildStdout) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(output).split(b'\n') {
            let Ok(line) = line else { return };
            let line = String::from_utf8_lossy(&line).trim().to_owned();
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The values of a combo option.
fn combo_values(line: &str) -> Vec<String> {
    line.split(" var ")
        .skip(1)
        .map(|value| value.trim().to_owned())
        .collect()
}

/// Move and leaves of a line `e2e4: 20`.
fn count(line: &str) -> Option<(String, u64)> {
    let (mv, leaves) = line.split_once(':')?;
    let one_word = !mv.trim().is_empty() && !mv.trim().contains(char::is_whitespace);
    let leaves = leaves.trim().parse().ok().filter(|_| one_word)?;
    Some((mv.trim().to_owned(), leaves))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_divide() {
        assert_eq!(count("e2e4: 20"), Some(("e2e4".into(), 20)));
        assert_eq!(count("a10a11r : 3 "), Some(("a10a11r".into(), 3)));
        assert_eq!(count("info string x: 3"), None);
        assert_eq!(count(": 3"), None);
        assert_eq!(count("e2e4: none"), None);
    }

    #[test]
    fn values_of_a_combo() {
        let line = "option name UCI_Variant type combo default chess var chess var gothic";
        assert_eq!(combo_values(line), ["chess", "gothic"]);
    }

    #[test]
    fn what_is_no_engine_is_said() {
        let start = |command| Peer::start(command, Duration::from_secs(1)).err().unwrap().to_string();
        assert!(start("/no/such/engine").starts_with("cannot be started"));
        assert!(start("'open quote").starts_with("the command cannot be split"));
        assert!(start(" ").starts_with("the command cannot be split"));
        if cfg!(unix) {
            assert_eq!(start("false"), "the engine ended without an answer to \"uci\"");
        }
    }
}
