//! What can be wrong in a definition, where, and what would be right.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use super::start::StartError;
use super::{ini, notation};
use std::fmt;
use std::sync::Arc;

/// A line of a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, or `builtin.ini`.
    pub file: Arc<str>,
    /// The name of the section, in lower case.
    pub section: Arc<str>,
    /// The line, from 1.
    pub line: usize,
    /// The key.
    pub key: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}:{} [{}]", self.key, self.file, self.line, self.section)
    }
}

/// A fault in a definition. Its text reads `my.ini:12: [mygame] customPiece1: man J: column 3 of "NQp": ...`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct DefinitionError {
    /// The file.
    pub file: Arc<str>,
    /// The line, from 1. For what a section inherits or leaves out, that of its header.
    pub line: usize,
    /// The section, if the line is in one.
    pub section: Option<String>,
    /// The key, if it concerns one.
    pub key: Option<String>,
    /// Where the value was set, if the section inherited it.
    pub inherited: Option<Place>,
    /// What is wrong.
    pub problem: Problem,
}

impl fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.file, self.line)?;
        if let Some(section) = &self.section {
            write!(f, "[{section}] ")?;
        }
        if let Some(key) = &self.key {
            write!(f, "{key}: ")?;
        }
        write!(f, "{}", self.problem)?;
        if let Some(place) = &self.inherited {
            write!(f, " (inherited from {place})")?;
        }
        Ok(())
    }
}

/// The faults a definition can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A line that is none.
    #[error("{0}")]
    Line(#[from] ini::Problem),
    /// A key nobody knows.
    #[error("unknown key{}", did_you_mean(similar.as_deref()))]
    UnknownKey {
        /// The known key that looks most like it.
        similar: Option<String>,
    },
    /// Something that is known but cannot be expressed.
    #[error("{0} is not supported yet")]
    NotSupported(String),
    /// A key without value.
    #[error("has no value; write - for none")]
    NoValue,
    /// A value that does not fit its key.
    #[error("found \"{found}\", expected {expected}")]
    Value {
        /// What stands there.
        found: String,
        /// What could stand there.
        expected: String,
    },
    /// A letter no man has.
    #[error("no man has the letter '{letter}'; the men are {known}")]
    UnknownMan {
        /// The letter.
        letter: char,
        /// The letters there are.
        known: String,
    },
    /// A letter given to two men.
    #[error("the letter '{letter}' is given to {other} already")]
    LetterTaken {
        /// The letter.
        letter: char,
        /// The key of the man that has it.
        other: String,
    },
    /// A movement that cannot be read.
    #[error("man {man}: {error}")]
    Notation {
        /// The man, as `J` or `+W`.
        man: String,
        /// What is wrong.
        error: notation::NotationError,
    },
    /// Two lines that contradict each other.
    #[error("{text}; it disagrees with {other}")]
    Disagrees {
        /// What this line says.
        text: String,
        /// The other line.
        other: Place,
    },
    /// A start position that does not fit.
    #[error("{0}")]
    Start(#[from] StartError),
    /// A start position that is refused as a position.
    #[error("{0}")]
    Fen(#[from] crate::position::FenError),
    /// A rule that does not hold; the text says which and how to keep it.
    #[error("{0}")]
    Rule(String),
    /// A parent that does not exist.
    #[error("there is no variant \"{name}\" to inherit from{}", did_you_mean(similar.as_deref()))]
    UnknownParent {
        /// The name.
        name: String,
        /// The known name that looks most like it.
        similar: Option<String>,
    },
    /// A parent that has errors itself.
    #[error("inherits from \"{0}\", which has errors")]
    BrokenParent(String),
    /// Weights for a variant that does not exist.
    #[error("there is no variant \"{name}\" to have these weights{}", did_you_mean(similar.as_deref()))]
    WeightsOfNothing {
        /// The name.
        name: String,
        /// The known name that looks most like it.
        similar: Option<String>,
    },
    /// A weight that cannot be read.
    #[error("{0}")]
    Weight(#[from] crate::eval::weights::WeightError),
    /// A network that cannot be read.
    #[error("{0}")]
    Network(#[from] crate::eval::network::NetworkError),
    /// A name that is a built-in's.
    #[error("\"{0}\" is a built-in variant; give the section another name")]
    NameTaken(String),
}

pub(crate) fn did_you_mean(similar: Option<&str>) -> String {
    similar.map_or(String::new(), |name| format!("; did you mean {name}?"))
}

/// The errors of one section as they are found.
pub(crate) struct Report {
    file: Arc<str>,
    section: Arc<str>,
    header: usize,
    /// What was found so far.
    pub errors: Vec<DefinitionError>,
    /// Whether some man's movement could not be read, so that nothing can be said about what men can do.
    pub men_incomplete: bool,
}

impl Report {
    pub(crate) fn new(file: &Arc<str>, section: &Arc<str>, header: usize) -> Self {
        Report {
            file: file.clone(),
            section: section.clone(),
            header,
            errors: Vec::new(),
            men_incomplete: false,
        }
    }

    /// The file.
    pub(crate) fn file(&self) -> Arc<str> {
        self.file.clone()
    }

    /// The place of a line of this section.
    pub(crate) fn place(&self, line: usize, key: &str) -> Place {
        Place {
            file: self.file.clone(),
            section: self.section.clone(),
            line,
            key: key.to_string(),
        }
    }

    /// Whether a value was set in this section, not inherited.
    pub(crate) fn is_here(&self, place: Option<&Place>) -> bool {
        place.is_some_and(|p| p.file == self.file && p.section == self.section)
    }

    /// An error of a key: at its line if it is in this section, else at the header.
    pub(crate) fn push(&mut self, key: &str, place: Option<&Place>, problem: impl Into<Problem>) {
        let here = self.is_here(place);
        self.errors.push(DefinitionError {
            file: self.file.clone(),
            line: place.filter(|_| here).map_or(self.header, |p| p.line),
            section: Some(self.section.to_string()),
            key: Some(place.map_or(key, |p| p.key.as_str()).to_string()),
            inherited: place.filter(|_| !here).cloned(),
            problem: problem.into(),
        });
    }

    /// An error of a rule that a sentence explains.
    pub(crate) fn rule(&mut self, key: &str, place: Option<&Place>, text: impl Into<String>) {
        self.push(key, place, Problem::Rule(text.into()));
    }

    /// Two lines that contradict each other; if the second is a default, `default` names it.
    pub(crate) fn disagree(
        &mut self,
        key: &str,
        place: Option<&Place>,
        text: String,
        other: Option<&Place>,
        default: &str,
    ) {
        let problem = match other {
            Some(other) => Problem::Disagrees {
                text,
                other: other.clone(),
            },
            None => Problem::Rule(format!("{text}; it disagrees with {default}, which is the default")),
        };
        self.push(key, place, problem);
    }

    /// An error of the section as a whole.
    pub(crate) fn section(&mut self, problem: Problem) {
        self.errors.push(DefinitionError {
            file: self.file.clone(),
            line: self.header,
            section: Some(self.section.to_string()),
            key: None,
            inherited: None,
            problem,
        });
    }
}

/// The candidate that looks most like a name: the same but for case, or at most a third of its letters away.
pub(crate) fn most_similar<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (distance(&name, &candidate.to_lowercase()), candidate))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, _)| distance * 3 <= name.chars().count().max(3))
        .map(|(_, candidate)| candidate)
}

/// Edit distance (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (cell, cb) in row.iter_mut().skip(1).zip(&b) {
            let best = (diagonal + usize::from(ca != *cb)).min(left + 1).min(*cell + 1);
            diagonal = *cell;
            *cell = best;
            left = best;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        let keys = ["promotionPieceTypes", "startFen", "doubleStep"];
        assert_eq!(most_similar("promotionPeiceTypes", keys), Some("promotionPieceTypes"));
        assert_eq!(most_similar("startfen", keys), Some("startFen"));
        assert_eq!(most_similar("gravity", keys), None);
    }
}
