//! The form of a definition file: sections of `key = value` lines, as in Fairy-Stockfish's `variants.ini`.
//!
//! Lines that begin with `#` or `;` are comments; a value goes to the end of its line. A section begins with `[name]`
//! or `[name:parent]`; `[eval:name]` has weights for the evaluation of a variant, `[network:name]` a network. What stands before the first section may be comments only.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

/// One section: a variant's definition as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section<'a> {
    /// The name as written.
    pub name: &'a str,
    /// The section it inherits from, if any.
    pub parent: Option<&'a str>,
    /// The line of its header, from 1.
    pub line: usize,
    /// Its lines in order, the first of each key.
    pub entries: Vec<Entry<'a>>,
    /// Lines that could not be read.
    pub errors: Vec<LineError<'a>>,
}

impl<'a> Section<'a> {
    /// What the section has learned of which variant, if it is no variant's definition.
    pub fn learned_of(&self) -> Option<(Learned, &'a str)> {
        Some((learned(self.name)?, self.parent?))
    }
}

/// What a section may have that was learned from games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learned {
    /// Weights of the evaluation: `[eval:name]`.
    Weights,
    /// A network: `[network:name]`.
    Network,
}

fn learned(name: &str) -> Option<Learned> {
    match name.to_ascii_lowercase().as_str() {
        "eval" => Some(Learned::Weights),
        "network" => Some(Learned::Network),
        _ => None,
    }
}

/// One `key = value` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The key.
    pub key: &'a str,
    /// The value without spaces around it; may be empty.
    pub value: &'a str,
    /// The line, from 1.
    pub line: usize,
}

/// A line that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError<'a> {
    /// The line, from 1.
    pub line: usize,
    /// The key, if it is known.
    pub key: Option<&'a str>,
    /// What is wrong.
    pub problem: Problem,
}

/// The faults a line can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Neither header, comment nor `key = value`.
    #[error("expected key = value, [section] or a comment (#), found \"{0}\"")]
    NoEquals(String),
    /// Nothing before the `=`.
    #[error("there is no key before =")]
    NoKey,
    /// A header that is not `[name]` or `[name:parent]`.
    #[error("expected [name] or [name:parent] (letters, digits, - and _), found \"{0}\"")]
    Header(String),
    /// A line before the first section.
    #[error("\"{0}\" stands before the first [section]")]
    Outside(String),
    /// A key given twice in one section.
    #[error("given twice in this section, first in line {first}")]
    DuplicateKey {
        /// The line of the first.
        first: usize,
    },
    /// A name given to two sections.
    #[error("a section of this name is in line {first} already")]
    DuplicateSection {
        /// The line of the first.
        first: usize,
    },
}

/// Cuts a text into its sections. Lines that belong to no readable section are errors of their own.
///
/// ```
/// let (sections, errors) = ninefold::variant::ini::read("[tiny:chess]\nmaxRank = 6\n");
/// assert_eq!(sections[0].parent, Some("chess"));
/// assert_eq!(sections[0].entries[0].value, "6");
/// assert!(errors.is_empty());
/// ```
pub fn read(text: &str) -> (Vec<Section<'_>>, Vec<LineError<'_>>) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut sections: Vec<Section<'_>> = Vec::new();
    let mut errors = Vec::new();
    // Whether the lines belong to a section whose header could not be read; they say nothing then.
    let mut lost = false;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if line.starts_with('[') {
            match header(line) {
                Some((name, parent)) => {
                    sections.push(new_section(&sections, name, parent, number));
                    lost = false;
                }
                None => {
                    errors.push(LineError {
                        line: number,
                        key: None,
                        problem: Problem::Header(line.to_string()),
                    });
                    lost = true;
                }
            }
        } else if !lost {
            match sections.last_mut() {
                Some(section) => add_line(section, line, number),
                None => {
                    errors.push(LineError {
                        line: number,
                        key: None,
                        problem: Problem::Outside(line.to_string()),
                    });
                }
            }
        }
    }
    (sections, errors)
}

fn header(line: &str) -> Option<(&str, Option<&str>)> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?;
    let (name, parent) = match inner.split_once(':') {
        Some((name, parent)) => (name.trim(), Some(parent.trim())),
        None => (inner.trim(), None),
    };
    let good = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    (good(name) && parent.is_none_or(good)).then_some((name, parent))
}

fn new_section<'a>(earlier: &[Section<'a>], name: &'a str, parent: Option<&'a str>, line: usize) -> Section<'a> {
    let is_same = |s: &&Section| {
        s.name.eq_ignore_ascii_case(name) && !(learned(name).is_some() && s.parent != parent && parent.is_some())
    };
    let same = earlier.iter().find(is_same);
    let problem = same.map(|s| Problem::DuplicateSection { first: s.line });
    Section {
        name,
        parent,
        line,
        entries: Vec::new(),
        errors: problem
            .into_iter()
            .map(|problem| LineError {
                line,
                key: None,
                problem,
            })
            .collect(),
    }
}

fn add_line<'a>(section: &mut Section<'a>, text: &'a str, line: usize) {
    let Some((key, value)) = text.split_once('=') else {
        let problem = Problem::NoEquals(text.to_string());
        section.errors.push(LineError {
            line,
            key: None,
            problem,
        });
        return;
    };
    let (key, value) = (key.trim(), value.trim());
    if key.is_empty() {
        section.errors.push(LineError {
            line,
            key: None,
            problem: Problem::NoKey,
        });
    } else if let Some(first) = section.entries.iter().find(|e| e.key == key) {
        let problem = Problem::DuplicateKey { first: first.line };
        section.errors.push(LineError {
            line,
            key: Some(key),
            problem,
        });
    } else {
        section.entries.push(Entry { key, value, line });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sections_and_comments() {
        let text = "\u{feff}# first\r\n\r\n[a]\r\nking = k\r\n;no\r\n  # no\r\n[b:A]\r\nstartFen =  8/8 w  \r\nx=\r\n";
        let (sections, errors) = read(text);
        assert!(errors.is_empty());
        assert_eq!(sections.len(), 2);
        assert_eq!((sections[0].name, sections[0].parent, sections[0].line), ("a", None, 3));
        assert_eq!(
            sections[0].entries,
            [Entry {
                key: "king",
                value: "k",
                line: 4
            }]
        );
        assert_eq!((sections[1].name, sections[1].parent), ("b", Some("A")));
        assert_eq!(
            sections[1].entries[0],
            Entry {
                key: "startFen",
                value: "8/8 w",
                line: 8
            }
        );
        assert_eq!(
            sections[1].entries[1],
            Entry {
                key: "x",
                value: "",
                line: 9
            }
        );
    }

    #[test]
    fn faults() {
        let (sections, errors) = read("x = 1\n[a b]\ny = 2\n[a]\nz = 1\nz = 2\nnothing\n= 3\n[A]\n[c\n");
        let lines: Vec<_> = errors.iter().map(|e| e.line).collect();
        assert_eq!(lines, [1, 2, 10]);
        assert_eq!(errors[0].problem, Problem::Outside("x = 1".into()));
        assert_eq!(errors[1].problem, Problem::Header("[a b]".into()));
        let problems: Vec<_> = sections[0].errors.iter().map(|e| e.problem.clone()).collect();
        assert_eq!(
            problems,
            [
                Problem::DuplicateKey { first: 5 },
                Problem::NoEquals("nothing".into()),
                Problem::NoKey
            ]
        );
        assert_eq!(sections[1].errors[0].problem, Problem::DuplicateSection { first: 4 });
    }

    proptest! {
        #[test]
        fn never_panics(text in "(\\PC|[\\[\\]:=#\n\r]){0,60}") {
            read(&text);
        }
    }
}
