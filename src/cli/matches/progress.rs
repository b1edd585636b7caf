//! What is seen of a match while it goes on: lines on standard output, and on a terminal a bar below them.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::tournament::report::hours;

/// The lines and the bar.
pub struct Progress {
    bar: ProgressBar,
    total: u64,
    begin: Instant,
    /// What kept a line from being written.
    failure: Option<io::Error>,
}

impl Progress {
    /// For a match of so many games. The bar is on standard error, and only if that is a terminal.
    pub fn new(total: u64) -> Self {
        let bar = ProgressBar::new(total);
        // The template is right, as a test sees to.
        if let Ok(style) = style() {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_secs(1));
        Progress {
            bar,
            total,
            begin: Instant::now(),
            failure: None,
        }
    }

    /// Writes lines.
    pub fn say(&mut self, text: &str) {
        let text = text.trim_end_matches('\n');
        let written = self.bar.suspend(|| {
            let mut out = io::stdout().lock();
            writeln!(out, "{text}").and_then(|()| out.flush())
        });
        if let Err(error) = written {
            self.failure.get_or_insert(error);
        }
    }

    /// So many games are over, and this is the state of the match.
    pub fn state(&self, finished: u64, brief: &str) {
        self.bar.set_position(finished);
        let left = match self.left(finished) {
            Some(left) => format!("  {} left", hours(left)),
            None => String::new(),
        };
        self.bar.set_message(format!("{brief}{left}"));
    }

    /// How long the rest takes, if it goes on like this.
    pub fn left(&self, finished: u64) -> Option<Duration> {
        let rest = self.total.checked_sub(finished)? as f64;
        let seconds = self.begin.elapsed().as_secs_f64() * rest / finished as f64;
        // Longer than can be said is as good as unknown.
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// How long it has taken.
    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Whether nobody reads the lines any more.
    pub fn is_closed(&self) -> bool {
        self.failure.is_some()
    }

    /// Takes the bar away.
    pub fn finish(self) -> io::Result<()> {
        self.bar.finish_and_clear();
        self.failure.map_or(Ok(()), Err)
    }
}

fn style() -> Result<ProgressStyle, indicatif::style::TemplateError> {
    ProgressStyle::with_template("{bar:20} {pos}/{len}  {wide_msg}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_can_be_drawn() {
        assert!(style().is_ok());
    }

    #[test]
    fn time_left() {
        let mut progress = Progress::new(10);
        progress.begin = Instant::now() - Duration::from_secs(60);
        assert_eq!(progress.left(0), None);
        assert_eq!(progress.left(4).map(|left| left.as_secs()), Some(90));
        assert_eq!(progress.left(11), None);
        progress.total = u64::MAX;
        assert_eq!(progress.left(1), None);
    }
}
