//! An engine's process: lines to it, lines from it.
//!
//! Nothing it does or leaves undone may block the runner or make it grow: it is written to by a thread of its own, its
//! lines are cut where they get too long, and it has to wait when it writes more than is read. A line is stamped when
//! it arrives, so that a busy runner costs an engine no time.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::{StartError, Trouble};
use crate::tournament::fault::Fault;

/// The longest line that is read whole, bytes.
const LONGEST_LINE: usize = 1 << 16;
/// How many lines wait to be read before the engine must wait.
const QUEUE: usize = 256;
/// How much an engine may write in answer to one thing, bytes.
const LONGEST_ANSWER: usize = 1 << 26;
/// How soon a stopped match is noticed.
const PULSE: Duration = Duration::from_millis(50);
/// How long a process may take to end once its output is closed, so that its exit code can be told.
const LAST_MOMENT: Duration = Duration::from_millis(500);
/// How long it may take to quit when the match has been stopped.
const HURRY: Duration = Duration::from_secs(1);
/// How many of the last things it said to the user are told of an engine that has gone.
const LAST_WORDS: usize = 2;

/// What is needed to start a process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launch {
    /// The program.
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its working directory; the runner's own without one.
    pub directory: Option<PathBuf>,
    /// The file that its standard error is added to.
    pub errors: Option<PathBuf>,
    /// Under which name all that is said is told on standard error, if it is.
    pub debug: Option<String>,
}

/// A line and when it came.
#[derive(Clone, Debug)]
pub struct Line {
    /// When it came.
    pub at: Instant,
    /// The line, without white space at its ends.
    pub text: String,
}

/// A running engine.
pub struct Process {
    child: Child,
    /// What is to be written; `None` once it has been told to quit.
    input: Option<SyncSender<String>>,
    lines: Receiver<Line>,
    /// A line that came after the time that was waited for.
    early: Option<Line>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    /// Disconnected once its standard error has been read to the end.
    errors_read: Option<Receiver<()>>,
    /// The last thing said to it.
    asked: String,
    /// Bytes read since.
    heard: usize,
    stop: Arc<AtomicBool>,
    debug: Option<String>,
}

impl Process {
    /// Starts a process. When `stop` becomes true, nothing is waited for any more.
    ///
    /// # Errors
    /// If there is no such program.
    pub fn start(launch: &Launch, stop: &Arc<AtomicBool>) -> Result<Self, StartError> {
        let started = Self::spawn(launch, stop);
        started.map_err(|error| StartError::Hopeless(format!("cannot start `{}`: {error}", launch.command)))
    }

    fn spawn(launch: &Launch, stop: &Arc<AtomicBool>) -> io::Result<Self> {
        let mut command = Command::new(program(launch));
        command
            .args(&launch.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(match &launch.errors {
                Some(path) => File::options().create(true).append(true).open(path)?.into(),
                None => Stdio::piped(),
            });
        if let Some(directory) = &launch.directory {
            command.current_dir(directory);
        }
        // Ctrl-C is for the runner alone, and what the engine starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;

        let last_words = Arc::default();
        let errors = child.stderr.take();
        let errors_read = errors.map(|errors| keep_last(errors, Arc::clone(&last_words)));
        let broken = || io::Error::from(io::ErrorKind::BrokenPipe);
        Ok(Process {
            input: Some(writer(child.stdin.take().ok_or_else(broken)?)),
            lines: reader(child.stdout.take().ok_or_else(broken)?),
            child,
            early: None,
            last_words,
            errors_read,
            asked: String::new(),
            heard: 0,
            stop: Arc::clone(stop),
            debug: launch.debug.clone(),
        })
    }

    /// Says a line. Whether it has been read shows in what is answered.
    pub fn say(&mut self, line: &str) {
        self.note('>', line);
        self.asked = line.chars().take(60).collect();
        self.heard = 0;
        // A queue that is full, or nobody to write: the engine will not answer, which is noticed there.
        if let Some(input) = &self.input {
            let _ = input.try_send(format!("{line}\n"));
        }
    }

    /// The next line that comes within `time`.
    ///
    /// # Errors
    /// A stall if there is none, and whatever else keeps it from answering.
    pub fn hear(&mut self, time: Duration) -> Result<Line, Trouble> {
        let until = Instant::now() + time;
        self.hear_until(until)?.ok_or_else(|| self.stall(time))
    }

    /// The next line that comes up to this moment, if one does.
    pub fn hear_until(&mut self, until: Instant) -> Result<Option<Line>, Trouble> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Trouble::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            let line = match self.early.take() {
                Some(line) => Ok(line),
                None => self.lines.recv_timeout(left.min(PULSE)),
            };
            match line {
                Ok(line) if line.at > until => {
                    self.early = Some(line);
                    return Ok(None);
                }
                Ok(line) => return self.count(line).map(Some),
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Crash(self.obituary()).into()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The next line that `wanted` makes something of, within `time` for all lines up to it.
    pub fn wait_for<T>(
        &mut self,
        time: Duration,
        mut wanted: impl FnMut(&mut Self, &Line) -> Option<T>,
    ) -> Result<T, Trouble> {
        let asked = self.asked.clone();
        let until = Instant::now() + time;
        while let Some(line) = self.hear_until(until)? {
            if let Some(found) = wanted(self, &line) {
                return Ok(found);
            }
        }
        Err(Fault::Stall { asked, after: time }.into())
    }

    /// The same; where nothing has come within `time` it is told to `hurry`, and has `patience` more.
    pub fn wait_or_hurry<T>(
        &mut self,
        time: Duration,
        hurry: &str,
        patience: Duration,
        mut wanted: impl FnMut(&mut Self, &Line) -> Option<T>,
    ) -> Result<T, Trouble> {
        match self.wait_for(time, &mut wanted) {
            Err(Trouble::Fault(Fault::Stall { .. })) => {
                // The flag has fallen; whether it is alive is another question.
                self.say(hurry);
                self.wait_for(patience, wanted)
            }
            other => other,
        }
    }

    /// That it has not answered.
    pub fn stall(&self, after: Duration) -> Trouble {
        let asked = self.asked.clone();
        Fault::Stall { asked, after }.into()
    }

    fn count(&mut self, line: Line) -> Result<Line, Trouble> {
        self.note('<', &line.text);
        // What engines of the XBoard protocol say to the user, mostly before they leave.
        if line.text.starts_with("telluser") {
            remember(&self.last_words, &line.text);
        }
        // An empty line is something, too.
        self.heard += line.text.len() + 1;
        if self.heard > LONGEST_ANSWER {
            let asked = self.asked.clone();
            return Err(Fault::Flood {
                asked,
                limit: LONGEST_ANSWER,
            }
            .into());
        }
        Ok(line)
    }

    /// How it ended, and the last it said on standard error.
    fn obituary(&mut self) -> String {
        let status = match self.wait(LAST_MOMENT) {
            Some(status) => status,
            None => "it has closed its output".to_owned(),
        };
        // Its end may be known before its last words are. Another process may keep the other end open, though.
        if let Some(read) = &self.errors_read {
            let _ = read.recv_timeout(LAST_MOMENT);
        }
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        match words.is_empty() {
            true => status,
            false => {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                format!("{status}: {}", words.join(" / "))
            }
        }
    }

    /// How it has ended, if it does within `time`.
    fn wait(&mut self, time: Duration) -> Option<String> {
        let until = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// Tells it to quit, and ends it if it has not within `time`.
    pub fn quit(&mut self, time: Duration) {
        self.say("quit");
        // With this its input is closed as well.
        self.input = None;
        let stopped = self.stop.load(Ordering::Relaxed);
        let until = Instant::now() + if stopped { time.min(HURRY) } else { time };
        // Its output is read to the end, so that it is not kept waiting.
        while Instant::now() < until {
            if let Err(RecvTimeoutError::Disconnected) = self.lines.recv_timeout(PULSE) {
                break;
            }
        }
        self.wait(until.saturating_duration_since(Instant::now()));
    }

    fn note(&self, direction: char, line: &str) {
        if let Some(name) = &self.debug {
            // Nobody may listen.
            let _ = writeln!(io::stderr(), "{direction}{name}: {line}");
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // With all that it has started. Once it has been waited for, its number may be another's.
        #[cfg(unix)]
        if let (Ok(None), Ok(group)) = (self.child.try_wait(), i32::try_from(self.child.id())) {
            use nix::sys::signal::{Signal, killpg};
            let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program; a path that is relative to the working directory it is to have is understood so, as cutechess-cli does.
fn program(launch: &Launch) -> PathBuf {
    let command = PathBuf::from(&launch.command);
    match &launch.directory {
        Some(directory) if command.is_relative() && directory.join(&command).is_file() => {
            let path = directory.join(&command);
            path.canonicalize().unwrap_or(path)
        }
        _ => command,
    }
}

/// Writes lines to an engine as it takes them, until there are no more.
fn writer(mut input: ChildStdin) -> SyncSender<String> {
    let (sender, lines) = mpsc::sync_channel::<String>(QUEUE);
    thread::spawn(move || {
        for line in lines {
            if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

/// Reads lines from an engine as they are taken, until there are no more.
fn reader(output: impl Read + Send + 'static) -> Receiver<Line> {
    let (sender, receiver) = mpsc::sync_channel(QUEUE);
    thread::spawn(move || {
        each_line(output, |text| {
            let at = Instant::now();
            sender.send(Line { at, text }).is_ok()
        })
    });
    receiver
}

/// Keeps the last few lines of an engine's standard error. The channel is disconnected after the last one.
fn keep_last(errors: impl Read + Send + 'static, last: Arc<Mutex<VecDeque<String>>>) -> Receiver<()> {
    let (reading, read) = mpsc::channel();
    thread::spawn(move || {
        each_line(errors, |text| {
            if !text.is_empty() {
                remember(&last, &text);
            }
            true
        });
        drop(reading);
    });
    read
}

fn remember(last: &Mutex<VecDeque<String>>, text: &str) {
    let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
    last.push_back(text.chars().take(200).collect());
    if last.len() > LAST_WORDS {
        last.pop_front();
    }
}

/// Calls `each` with every line, cut to [`LONGEST_LINE`], until it returns false or there are no more.
fn each_line(output: impl Read, mut each: impl FnMut(String) -> bool) {
    let mut output = BufReader::new(output);
    let mut line: Vec<u8> = Vec::new();
    loop {
        let chunk = match output.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        line.extend_from_slice(&part[..part.len().min(LONGEST_LINE - line.len())]);
        let (used, at_end) = (end.map_or(chunk.len(), |end| end + 1), chunk.is_empty());
        output.consume(used);
        if end.is_some() || at_end && !line.is_empty() {
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            line.clear();
            if !each(text) {
                return;
            }
        }
        if at_end {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        each_line(text, |line| {
            lines.push(line);
            true
        });
        lines
    }

    #[test]
    fn lines_end_as_they_will() {
        assert_eq!(lines(b"a\r\n b \n\nc"), ["a", "b", "", "c"]);
        assert_eq!(lines(b""), Vec::<String>::new());
        assert_eq!(lines(b"\xff\n"), ["\u{fffd}"]);
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let mut text = vec![b'x'; 3 * LONGEST_LINE];
        text.extend(b"\nnext\n");
        let lines = lines(&text);
        assert_eq!(lines.len(), 2);
        assert_eq!((lines[0].len(), lines[1].as_str()), (LONGEST_LINE, "next"));
    }
}
