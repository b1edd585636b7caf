//! Counting leaves: what Stockfish and those like it answer to `go perft`.

use std::time::Duration;

use super::Trouble;
use super::uci::{UciPlayer, position};

impl UciPlayer {
    /// The leaves under each move at `depth` plies after these moves, counted by the engine within `time`.
    pub fn divide(
        &mut self,
        fen: &str,
        moves: &[String],
        depth: u32,
        time: Duration,
    ) -> Result<Vec<(String, u64)>, Trouble> {
        self.process.say(&position(fen, moves));
        self.process.say(&format!("go perft {depth}"));
        let mut counts = Vec::new();
        self.process.wait_for(time, |_, line| {
            counts.extend(count(&line.text));
            line.text.to_lowercase().starts_with("nodes searched").then_some(())
        })?;
        Ok(counts)
    }
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
}
