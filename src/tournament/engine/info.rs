//! What engines say of their thinking.

use crate::search::Score;

/// The last an engine has said of its search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Its score, from its own side.
    pub score: Option<Score>,
    /// Its depth, plies.
    pub depth: Option<u32>,
    /// The nodes it has searched.
    pub nodes: Option<u64>,
}

impl Info {
    /// Adds what a line `info ...` of UCI says. Bounds, and lines other than the best, are not about the move to come.
    pub fn read_uci(&mut self, line: &str) {
        let mut words = line.split_ascii_whitespace();
        if words.next() != Some("info") {
            return;
        }
        let mut new = *self;
        while let Some(word) = words.next() {
            match word {
                "string" | "pv" => break,
                "multipv" if words.next() != Some("1") => return,
                "lowerbound" | "upperbound" => return,
                "depth" => new.depth = words.next().and_then(|word| word.parse().ok()),
                "nodes" => new.nodes = words.next().and_then(|word| word.parse().ok()),
                "score" => {
                    let (kind, number) = (words.next(), words.next().and_then(|word| word.parse().ok()));
                    new.score = match (kind, number) {
                        (Some("cp"), Some(score)) => Some(Score::Centipawns(score)),
                        (Some("mate"), Some(moves)) => Some(Score::Mate(moves)),
                        _ => return,
                    };
                }
                _ => {}
            }
        }
        *self = new;
    }

    /// Takes a line of thinking of the XBoard protocol: `depth score time nodes pv`.
    pub fn read_xboard(&mut self, line: &str) {
        /// Scores from here on are mates, in moves.
        const MATE: i32 = 100_000;
        let mut words = line.split_ascii_whitespace();
        // The depth may have a sign of a bound or of the end of an iteration behind it.
        let number =
            |word: Option<&str>| word.and_then(|word| word.trim_end_matches(['.', '+', '&']).parse::<i64>().ok());
        let (Some(depth), Some(score), Some(_), Some(nodes)) = (
            number(words.next()),
            number(words.next()),
            number(words.next()),
            number(words.next()),
        ) else {
            return;
        };
        let Ok(score) = i32::try_from(score) else { return };
        self.depth = u32::try_from(depth).ok();
        self.nodes = u64::try_from(nodes).ok();
        self.score = Some(match score {
            MATE.. => Score::Mate(score - MATE),
            ..=-100_000 => Score::Mate(score + MATE),
            _ => Score::Centipawns(score),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uci(lines: &[&str]) -> Info {
        let mut info = Info::default();
        lines.iter().for_each(|line| info.read_uci(line));
        info
    }

    #[test]
    fn the_last_whole_line_counts() {
        let info = uci(&[
            "info depth 5 seldepth 7 multipv 1 score cp 35 nodes 1200 nps 1 time 3 pv e2e4 score",
            "info depth 6 score cp 90 lowerbound nodes 1500",
            "info depth 6 multipv 2 score cp 10",
            "info string depth 9 score cp 1",
            "info depth 6 currmove e2e4 currmovenumber 3",
        ]);
        assert_eq!(info.score, Some(Score::Centipawns(35)));
        assert_eq!((info.depth, info.nodes), (Some(6), Some(1200)));
        assert_eq!(uci(&["info score mate -3"]).score, Some(Score::Mate(-3)));
        for garbage in [
            "info",
            "info score",
            "info score cp",
            "info score cp x",
            "info depth -",
            "infodepth 3",
        ] {
            assert_eq!(uci(&[garbage]), Info::default(), "{garbage}");
        }
    }

    #[test]
    fn thinking_of_the_xboard_protocol() {
        let read = |line: &str| {
            let mut info = Info::default();
            info.read_xboard(line);
            info
        };
        let info = read("  6    11     13     32772  1. Nc3  e5");
        assert_eq!(info.score, Some(Score::Centipawns(11)));
        assert_eq!((info.depth, info.nodes), (Some(6), Some(32772)));
        assert_eq!(read("9. 100004 0 1 e2e4").score, Some(Score::Mate(4)));
        assert_eq!(read("9 -100004 0 1 e2e4").score, Some(Score::Mate(-4)));
        assert_eq!(read("9 20 1"), Info::default());
        assert_eq!(read("# times @ 1: 2"), Info::default());
        assert_eq!(read("9 99999999999 1 1"), Info::default());
    }
}
