//! Conversations with the engine as text files, in `tests/transcripts`, held with the real binary.
//!
//! - `# ...` is a comment, an empty line is nothing; `$ ...` gives the arguments (first, at most once).
//! - `> line` is sent; `>` alone sends an empty line.
//! - `< line` must come next, where `*` stands for any text, also none; `<` alone is an empty line.
//! - `< ...` lets any lines pass before the next expected one, or before the end.
//! - `= code` is the exit code at the end, 0 without it.
//!
//! After the last line the input is closed and the engine must leave. The directory is that of `Cargo.toml`.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use ninefold::protocol::xboard::command;

/// How long the engine may take for a line, or to leave.
const PATIENCE: Duration = Duration::from_secs(30);

#[test]
fn transcripts() {
    let files = files();
    assert!(!files.is_empty());
    let faults: Vec<String> = files.iter().filter_map(|file| hold(file).err()).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// All transcripts.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    files
}

/// Whether a transcript is of the XBoard protocol.
fn is_xboard(file: &Path) -> bool {
    file.file_name()
        .is_some_and(|name| name.to_string_lossy().starts_with("xboard"))
}

/// Holds one conversation.
fn hold(file: &Path) -> Result<(), String> {
    let text = fs::read_to_string(file).unwrap();
    let arguments = text
        .lines()
        .find_map(|line| line.strip_prefix("$ "))
        .unwrap_or_default();
    let code = text.lines().find_map(|line| line.strip_prefix("= ")).unwrap_or("0");
    let mut engine = Engine::start(arguments);
    let mut skip = false;
    for (index, line) in text.lines().enumerate() {
        let fault = |what: String| format!("{}:{}: {what}", file.display(), index + 1);
        if let Some(sent) = line.strip_prefix('>') {
            engine.send(sent.strip_prefix(' ').unwrap_or(sent)).map_err(fault)?;
        } else if line == "< ..." {
            skip = true;
        } else if let Some(expected) = line.strip_prefix('<') {
            let expected = expected.strip_prefix(' ').unwrap_or(expected);
            engine.expect(expected, skip).map_err(fault)?;
            skip = false;
        }
    }
    let at_end = |what: String| format!("{}: at the end: {what}", file.display());
    engine.leave(code, skip).map_err(at_end)
}

#[test]
fn every_xboard_command_is_in_a_transcript() {
    // Commands that are well formed and still may be refused.
    const MAY_BE_REFUSED: [&str; 8] = [
        "undo", "remove", "variant", "setboard", "usermove", "exclude", "include", "option",
    ];
    let (mut good, mut bad) = (HashSet::new(), HashSet::new());
    for file in files().iter().filter(|file| is_xboard(file)) {
        let text = fs::read_to_string(file).unwrap();
        for spoken in text.split("\n> ").skip(1) {
            let word = spoken.split_whitespace().next().unwrap_or_default().to_owned();
            let refusals = ["\n< Error (", "\n< Illegal move (", "\n< tellusererror "];
            let refused = refusals.iter().any(|refusal| spoken.contains(refusal));
            if refused { &mut bad } else { &mut good }.insert(word);
        }
    }
    for word in command::WORDS {
        let is_wrong = |line: &str| command::parse(line).is_err();
        let may_be_bad = is_wrong(word) || is_wrong(&format!("{word} x")) || MAY_BE_REFUSED.contains(&word);
        assert!(good.contains(word), "no transcript says {word}");
        assert!(
            !may_be_bad || bad.contains(word),
            "no transcript says {word} where it is refused"
        );
    }
}

/// The engine at work.
struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start(arguments: &str) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_ninefold"))
            .args(arguments.split_whitespace())
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            output
                .lines()
                .map_while(Result::ok)
                .try_for_each(|line| sender.send(line))
        });
        Engine {
            input: process.stdin.take(),
            process,
            lines,
        }
    }

    fn send(&mut self, line: &str) -> Result<(), String> {
        let input = self.input.as_mut().ok_or("the input is closed")?;
        writeln!(input, "{line}").map_err(|error| format!("cannot send: {error}"))
    }

    fn expect(&self, expected: &str, skip: bool) -> Result<(), String> {
        let end = Instant::now() + PATIENCE;
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) if matches(expected, &line) => return Ok(()),
                Ok(_) if skip => {}
                Ok(line) => return Err(format!("expected \"{expected}\", got \"{line}\"")),
                Err(error) => return Err(format!("expected \"{expected}\": {error}")),
            }
        }
    }

    /// Closes the input and waits until the engine has left.
    fn leave(mut self, code: &str, skip: bool) -> Result<(), String> {
        self.input = None;
        let end = Instant::now() + PATIENCE;
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) if !skip => return Err(format!("got \"{line}\"")),
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => return Err("the engine does not leave".into()),
            }
        }
        let status = self.process.wait().map_err(|error| error.to_string())?;
        match status.code().map(|code| code.to_string()) {
            Some(left) if left == code => Ok(()),
            _ => Err(format!("expected exit code {code}, got {status}")),
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Whether a line is what a pattern says; `*` in the pattern is any text.
fn matches(pattern: &str, line: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == line;
    };
    let Some(after) = line.strip_prefix(start) else {
        return false;
    };
    (0..=after.len()).any(|at| after.is_char_boundary(at) && matches(rest, &after[at..]))
}

#[test]
fn patterns() {
    assert!(matches("info * pv *", "info depth 1 pv e2e4 e7e5"));
    assert!(matches("a*", "a"));
    assert!(!matches("a*b", "abc"));
    assert!(!matches("readyok", "readyok "));
}
