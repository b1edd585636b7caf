//! The way out, guarded: texts for people must not be taken for commands.
//!
//! XBoard looks for some phrases anywhere in a line. "not found" of a file name makes it give the engine up, a "Draw" ends the
//! game, an error with "analyze" in it ends analysis for good, and a move refused for a reason that mentions the board stays
//! on the board. In such texts, which may quote a person's words, these are written in capitals: XBoard minds the case.

use crate::protocol::output::Output;

/// Wherever they stand, these end the engine or the game.
const FATAL: [&str; 8] = [
    "unknown host",
    "No remote directory",
    "not found",
    "No such file",
    "can't alloc",
    "Permission denied",
    "Draw",
    "game is a draw",
];
/// In an error these withdraw a command, or take the last move back.
const WITHDRAWN: [&str; 4] = ["protover", "draw", "analyze", "llegal"];
/// In the refusal of a move these do the same, or leave the move where it is.
const OVERHEARD: [&str; 15] = [
    "protover", "draw", "analyze", "name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint",
    "random", "depth", "accepted",
];
/// How texts for people begin, and what must not be in them besides [`FATAL`].
const TEXTS: [(&str, &[&str]); 5] = [
    ("telluser ", &[]),
    ("tellusererror ", &[]),
    ("#", &[]),
    ("Error", &WITHDRAWN),
    ("Illegal move", &OVERHEARD),
];
/// Longest text, and longest word of one, bytes: XBoard takes a line of 8 KiB for the end of the engine, and reads a third
/// word into 512 bytes.
const LONGEST: usize = 2000;
const LONGEST_WORD: usize = 400;

/// The output of an engine that speaks this protocol.
pub(super) struct Voice(Output);

impl Voice {
    pub fn new(output: Output) -> Self {
        Voice(output)
    }

    /// Writes a line, or several. A text for people is guarded and stays one line; comments may be several.
    pub fn line(&self, text: &str) {
        if text.starts_with('#') {
            let lines: Vec<String> = text.lines().map(guarded).collect();
            return self.0.line(&lines.join("\n"));
        }
        self.0.line(&guarded(text));
    }

    /// The output itself, for what writes no lines.
    pub fn plain(&self) -> &Output {
        &self.0
    }
}

/// A text for people without the words that XBoard would act on; any other text as it is.
fn guarded(text: &str) -> String {
    let Some((start, words)) = TEXTS.iter().find(|(start, _)| text.starts_with(start)) else {
        return text.to_owned();
    };
    let said = shortened(&text[start.len()..]);
    format!("{start}{}", in_capitals(said, words))
}

/// In one piece of which no part is too long.
fn shortened(text: &str) -> String {
    let mut short = String::new();
    let mut word = 0;
    for letter in text.chars() {
        if short.len() > LONGEST {
            return short + "...";
        }
        if letter != ' ' && word >= LONGEST_WORD {
            continue;
        }
        let before = short.len();
        match letter.is_control() {
            true => short.extend(letter.escape_debug()),
            false => short.push(letter),
        }
        word = if letter == ' ' { 0 } else { word + short.len() - before };
    }
    short
}

/// With the fatal and these other words in capitals.
fn in_capitals(mut text: String, words: &[&str]) -> String {
    // Capitals may make one of the others: again until none is left. Each time there are fewer small letters.
    while let Some(word) = FATAL.iter().chain(words).find(|&&word| text.contains(word)) {
        let instead = match *word {
            "?" => "\\u{3f}".to_owned(),
            word => word.to_ascii_uppercase(),
        };
        text = text.replace(word, &instead);
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_that_end_the_engine() {
        for (text, said) in [
            (
                "tellusererror VariantPath: cannot read none.ini: No such file or directory (os error 2)",
                "tellusererror VariantPath: cannot read none.ini: NO SUCH FILE or directory (os error 2)",
            ),
            ("telluser Drawn.ini: not found", "telluser DRAWn.ini: NOT FOUND"),
            ("telluser not foundraw", "telluser NOT FOUNDRAW"),
            ("Error (unknown command): analyze2", "Error (unknown command): ANALYZE2"),
            (
                "Illegal move (off the board): a0a?",
                "Illegal move (off the BOARD): a0a\\u{3f}",
            ),
            ("telluser one\n1-0 {two}", "telluser one\\n1-0 {two}"),
            ("offer draw", "offer draw"),
            ("1/2-1/2 {stalemate}", "1/2-1/2 {stalemate}"),
        ] {
            assert_eq!(guarded(text), said);
        }
    }

    #[test]
    fn long_texts() {
        assert_eq!(guarded(&format!("telluser {}", "é ".repeat(3000))).len(), 2013);
        let word = "x".repeat(5000);
        assert_eq!(guarded(&format!("Error (a): {word} b")).len(), 413);
        assert_eq!(guarded(&format!("telluser {}", "\0".repeat(5000))).len(), 409);
    }

    proptest! {
        #[test]
        fn no_text_says_more_than_it_is(
            start in "telluser |tellusererror |Error \\(|Illegal move \\(|# ",
            parts in prop::collection::vec("[a-zA-Z ?\n\t]{0,3}|not found|No such file|can't alloc|Draw|draw|analyze|llegal|b", 0..12)
        ) {
            let said = guarded(&(start.clone() + &parts.concat()));
            prop_assert!(said.starts_with(&start) && said.lines().count() == 1);
            let text = &said[start.len()..];
            for word in FATAL {
                prop_assert!(!text.contains(word), "{text}");
            }
            let (error, illegal) = (start.starts_with("Error"), start.starts_with("Illegal"));
            prop_assert!(!error || WITHDRAWN.iter().all(|word| !text.contains(word)), "{text}");
            prop_assert!(!illegal || OVERHEARD.iter().all(|word| !text.contains(word)), "{text}");
        }
    }
}
