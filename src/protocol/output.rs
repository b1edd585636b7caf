//! Where all lines go out: one writer, locked, flushed after each line, with an optional log of both directions.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::time;

/// The way out. Clones write to the same place.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Sink>>);

struct Sink {
    out: Box<dyn Write + Send>,
    log: Option<File>,
    closed: bool,
}

impl Output {
    /// An output that writes here.
    pub fn new(out: impl Write + Send + 'static) -> Self {
        Output(Arc::new(Mutex::new(Sink {
            out: Box::new(out),
            log: None,
            closed: false,
        })))
    }

    fn sink(&self) -> MutexGuard<'_, Sink> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a text of one or more lines; a newline is added. If nobody reads any more, [`is_closed`](Self::is_closed) becomes true.
    pub fn line(&self, text: &str) {
        log::debug!("-> {text}");
        let mut sink = self.sink();
        sink.note("->", text);
        if sink.closed {
            return;
        }
        let written = writeln!(sink.out, "{text}").and_then(|()| sink.out.flush());
        if let Err(error) = written {
            log::debug!("output closed: {error}");
            sink.closed = true;
        }
    }

    /// Writes a text as `info string`, once for each of its lines.
    pub fn info(&self, text: &str) {
        let lines: Vec<String> = text.lines().map(|line| format!("info string {line}")).collect();
        self.line(&lines.join("\n"));
    }

    /// Notes a line that came in.
    pub fn received(&self, line: &str) {
        log::debug!("<- {line}");
        self.sink().note("<-", line);
    }

    /// Whether nobody reads any more.
    pub fn is_closed(&self) -> bool {
        self.sink().closed
    }

    /// Appends all lines in and out to this file from now on; to none without one.
    pub fn log_to(&self, path: Option<&Path>) -> io::Result<()> {
        let log = match path {
            Some(path) => Some(File::options().create(true).append(true).open(path)?),
            None => None,
        };
        self.sink().log = log;
        Ok(())
    }
}

impl Sink {
    /// Adds lines to the log, if there is one. A log that cannot be written is given up.
    fn note(&mut self, direction: &str, text: &str) {
        let Some(log) = &mut self.log else { return };
        let now = time::now();
        let lines: String = text.lines().map(|line| format!("{now} {direction} {line}\n")).collect();
        if let Err(error) = log.write_all(lines.as_bytes()) {
            log::error!("cannot write the log file: {error}");
            self.log = None;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    /// An output whose reader has gone.
    struct Gone;

    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_output_is_noticed() {
        let output = Output::new(Gone);
        assert!(!output.is_closed());
        output.info("one\ntwo");
        assert!(output.is_closed());
        output.line("three");
    }

    #[test]
    fn the_log_has_both_directions() {
        let path = std::env::temp_dir().join(format!("ninefold-log-{}", std::process::id()));
        let output = Output::new(io::sink());
        output.log_to(Some(&path)).unwrap();
        output.received("isready");
        output.line("readyok");
        output.info("one\ntwo");
        output.log_to(None).unwrap();
        output.line("not noted");
        let log = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let lines: Vec<&str> = log.lines().map(|line| line.split_at(24).1).collect();
        assert_eq!(
            lines,
            ["<- isready", "-> readyok", "-> info string one", "-> info string two"]
        );
    }
}
