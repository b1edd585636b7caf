//! Options and the words behind them, and what can be wrong with them.

use std::str::FromStr;

use super::help::{self, Known};
use crate::tournament::sprt::SprtError;
use crate::tournament::time_control::PaceError;

/// What is expected of a number that counts.
pub const COUNT: &str = "a number from 1";
/// What is expected of a number that may be 0.
pub const NUMBER: &str = "a number from 0";

/// What is wrong with the words.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ArgsError {
    /// No such option.
    #[error("there is no option {word}; there are {possible}")]
    Option {
        /// What was given.
        word: String,
        /// What there is.
        possible: String,
    },
    /// An option of cutechess-cli's that there is not here.
    #[error("{0} is not supported here")]
    Unsupported(String),
    /// A word that belongs to no option.
    #[error("`{word}` belongs to no option{}", .behind.as_ref().map_or(String::new(), |option| format!("; {option} takes {}", values(option))))]
    Stray {
        /// The word.
        word: String,
        /// The option it follows, if any.
        behind: Option<String>,
    },
    /// A value is missing.
    #[error("{option}: expected {expected}")]
    Missing {
        /// The option.
        option: String,
        /// What is missing.
        expected: String,
    },
    /// No such key.
    #[error("{option}: there is no key `{key}`; there are {possible}")]
    Key {
        /// The option.
        option: String,
        /// What was given.
        key: String,
        /// What there is.
        possible: String,
    },
    /// A value that is not possible.
    #[error("{place}: `{value}` is not {expected}")]
    Value {
        /// The option, and the key.
        place: String,
        /// What was given.
        value: String,
        /// What is possible.
        expected: &'static str,
    },
    /// A time control.
    #[error("{option} tc: {error}")]
    Pace {
        /// The option.
        option: String,
        /// What is wrong.
        error: PaceError,
    },
    /// The test.
    #[error("-sprt: {0}")]
    Sprt(#[from] SprtError),
    /// Too few engines, or too many for what is asked.
    #[error("{what}, but there are {engines} engines")]
    Engines {
        /// What is needed.
        what: &'static str,
        /// How many there are.
        engines: usize,
    },
    /// An engine has all the time in the world.
    #[error("nothing limits the thinking of {0}: expected tc=, st=, nodes= or depth=")]
    NoLimit(String),
    /// Two things of which there can be one.
    #[error("{0} and {1} exclude each other")]
    Both(&'static str, &'static str),
}

/// What an option takes, for a message.
fn values(option: &str) -> &'static str {
    let known = help::OPTIONS.iter().find(|known| known.name == option);
    known
        .map(|known| known.value)
        .filter(|value| !value.is_empty())
        .unwrap_or("nothing")
}

/// An option and the words behind it.
pub struct Words<'a> {
    /// The option, with one `-`.
    pub option: &'a str,
    /// The words.
    pub words: Vec<&'a str>,
}

/// A key and its value; keys that are given without a value have none.
pub type Pair<'a> = (&'a str, Option<&'a str>);

impl<'a> Words<'a> {
    /// Splits the command line at its options: words with `-` and a letter.
    pub fn split(words: &'a [String]) -> Result<Vec<Self>, ArgsError> {
        let mut all: Vec<Words> = Vec::new();
        for word in words {
            let is_option = word
                .trim_start_matches('-')
                .starts_with(|c: char| c.is_ascii_alphabetic())
                && word.starts_with('-');
            match all.last_mut() {
                _ if is_option => all.push(Words {
                    option: if word.starts_with("--") { &word[1..] } else { word },
                    words: Vec::new(),
                }),
                Some(last) => last.words.push(word),
                None => {
                    return Err(ArgsError::Stray {
                        word: word.clone(),
                        behind: None,
                    });
                }
            }
        }
        Ok(all)
    }

    /// That there is nothing behind it.
    pub fn nothing(&self) -> Result<(), ArgsError> {
        self.at_most(0)
    }

    pub fn at_most(&self, count: usize) -> Result<(), ArgsError> {
        match self.words.get(count) {
            Some(word) => Err(ArgsError::Stray {
                word: (*word).to_owned(),
                behind: Some(self.option.to_owned()),
            }),
            None => Ok(()),
        }
    }

    /// The one word behind it.
    pub fn text(&self) -> Result<&'a str, ArgsError> {
        self.at_most(1)?;
        self.words
            .first()
            .copied()
            .ok_or_else(|| self.missing(values(self.option)))
    }

    /// The one number behind it, at least `least`.
    pub fn number<T: FromStr + PartialOrd>(&self, least: T, expected: &'static str) -> Result<T, ArgsError> {
        let text = self.text()?;
        number(self.option, text, least, expected)
    }

    pub fn missing(&self, expected: &str) -> ArgsError {
        ArgsError::Missing {
            option: self.option.to_owned(),
            expected: expected.to_owned(),
        }
    }

    /// The words as keys with values.
    pub fn pairs(&self) -> impl Iterator<Item = Pair<'a>> {
        self.words.iter().map(|word| match word.split_once('=') {
            Some((key, value)) => (key, Some(value)),
            None => (*word, None),
        })
    }

    /// The value of a key.
    pub fn value(&self, (key, value): Pair<'a>) -> Result<&'a str, ArgsError> {
        value.ok_or_else(|| self.missing(&format!("{key}=VALUE")))
    }

    pub fn pair_number<T: FromStr + PartialOrd>(
        &self,
        pair: Pair<'a>,
        least: T,
        expected: &'static str,
    ) -> Result<T, ArgsError> {
        number(
            &format!("{} {}", self.option, pair.0),
            self.value(pair)?,
            least,
            expected,
        )
    }

    pub fn pair_choice<T: Copy>(
        &self,
        pair: Pair<'a>,
        choices: &[(&str, T)],
        expected: &'static str,
    ) -> Result<T, ArgsError> {
        choice(
            &format!("{} {}", self.option, pair.0),
            self.value(pair)?,
            choices,
            expected,
        )
    }

    pub fn unknown(&self, key: &str, table: &[Known]) -> ArgsError {
        ArgsError::Key {
            option: self.option.to_owned(),
            key: key.to_owned(),
            possible: help::names(table),
        }
    }

    pub fn unknown_of(&self, key: &str, possible: &str) -> ArgsError {
        ArgsError::Key {
            option: self.option.to_owned(),
            key: key.to_owned(),
            possible: possible.to_owned(),
        }
    }
}

/// A number, at least `least`.
pub fn number<T: FromStr + PartialOrd>(
    place: &str,
    text: &str,
    least: T,
    expected: &'static str,
) -> Result<T, ArgsError> {
    let parsed = text.parse().ok().filter(|number| *number >= least);
    parsed.ok_or_else(|| ArgsError::Value {
        place: place.to_owned(),
        value: text.to_owned(),
        expected,
    })
}

/// The value that stands for a word.
pub fn choice<T: Copy>(place: &str, text: &str, choices: &[(&str, T)], expected: &'static str) -> Result<T, ArgsError> {
    let found = choices.iter().find(|(name, _)| *name == text);
    found.map(|(_, value)| *value).ok_or_else(|| ArgsError::Value {
        place: place.to_owned(),
        value: text.to_owned(),
        expected,
    })
}
