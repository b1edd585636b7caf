//! The variants there are: the built-in ones, and those of a user's files.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod files;
mod learned;

pub use files::read_file;

use std::sync::Arc;

use crate::position;
use crate::variant::apply::apply;
use crate::variant::definition::compile;
use crate::variant::doubts;
use crate::variant::draft::Draft;
use crate::variant::error::{DefinitionError, Problem, Report, most_similar};
use crate::variant::ini::{self, Section};
use crate::variant::{Rules, Warning};

/// The built-in definitions.
const BUILTIN: &str = include_str!("builtin.ini");
/// Weights of their evaluation.
const FITTED: &str = include_str!("fitted.ini");
/// Networks beside these.
const NETWORKS: &str = include_str!("networks.ini");

/// Other names for built-in variants: `chess960` is what cutechess calls Fischer random chess.
const ALIASES: [(&str, &str); 1] = [("chess960", "fischerandom")];

/// Why a variant cannot be played: nobody has defined it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no variant \"{name}\"; there are {known}")]
pub struct UnknownVariant {
    /// The name asked for.
    pub name: String,
    /// Those there are.
    pub known: String,
}

/// All known variants by name. Names are in lower case; upper case in a name asked for makes no difference.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    variants: Vec<Known>,
}

#[derive(Clone, Debug)]
struct Known {
    name: String,
    rules: Arc<Rules>,
    /// What sections that inherit from it begin with.
    draft: Draft,
    builtin: bool,
    /// Whether weights were given to it by name, whether a network was.
    learned: [bool; 2],
}

impl Catalogue {
    /// The built-in variants.
    ///
    /// ```
    /// let catalogue = ninefold::Catalogue::builtin();
    /// assert_eq!(catalogue.rules("chess99").unwrap().board.ranks, 11);
    /// assert_eq!(catalogue.rules("Chess960").unwrap().name, "fischerandom");
    /// ```
    pub fn builtin() -> Self {
        let mut catalogue = Catalogue::default();
        let mut errors = catalogue.read("builtin.ini", BUILTIN, true, None);
        errors.extend(catalogue.read("fitted.ini", FITTED, true, None));
        errors.extend(catalogue.read("networks.ini", NETWORKS, true, None));
        debug_assert!(errors.is_empty(), "{errors:?}");
        catalogue
    }

    /// Adds the variants of a definition file; `source` is its name in errors.
    ///
    /// A section with an error is left out and all its errors are returned; the others are added. A section may
    /// inherit from a built-in variant or from any before it. It may not have a built-in's name; one that an earlier
    /// file used is defined anew.
    ///
    /// ```
    /// let mut catalogue = ninefold::Catalogue::builtin();
    /// let errors = catalogue.load("my.ini", "[mygame:chess]\nqueen = -\ncustomPiece1 = q:NQp\n");
    /// assert!(errors[0].to_string().starts_with("my.ini:3: [mygame] customPiece1: man Q: column 3 of \"NQp\": 'p'"));
    /// ```
    pub fn load(&mut self, source: &str, text: &str) -> Vec<DefinitionError> {
        self.read(source, text, false, None)
    }

    /// The same as [`load`](Catalogue::load), and says what is allowed but looks like a mistake.
    ///
    /// ```
    /// let mut catalogue = ninefold::Catalogue::builtin();
    /// let (errors, warnings) = catalogue.check("my.ini", "[mygame:chess]\nknight = -\ncustomPiece1 = n:A\npieceNames = n:knight\n");
    /// assert!(errors.is_empty());
    /// assert!(warnings[0].to_string().starts_with("my.ini:3: [mygame] customPiece1: warning: man N is called knight, but"));
    /// ```
    pub fn check(&mut self, source: &str, text: &str) -> (Vec<DefinitionError>, Vec<Warning>) {
        let mut warnings = Vec::new();
        let errors = self.read(source, text, false, Some(&mut warnings));
        warnings.sort_by_key(|w| w.line);
        (errors, warnings)
    }

    /// The rules of a variant.
    pub fn rules(&self, name: &str) -> Option<&Arc<Rules>> {
        self.find(name).map(|known| &known.rules)
    }

    /// The rules of a variant by its name in any case, or which variants there are instead.
    pub fn require(&self, name: &str) -> Result<&Arc<Rules>, UnknownVariant> {
        self.rules(name.trim()).ok_or_else(|| {
            let known: Vec<&str> = self.names().collect();
            UnknownVariant {
                name: name.chars().take(60).flat_map(char::escape_debug).collect(),
                known: known.join(", "),
            }
        })
    }

    /// The names of all variants, in the order of definition.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.variants.iter().map(|known| known.name.as_str())
    }

    /// Whether a variant, by its name in any case, is one of the user's.
    pub fn is_own(&self, name: &str) -> bool {
        self.find(name).is_some_and(|known| !known.builtin)
    }

    fn find(&self, name: &str) -> Option<&Known> {
        let alias = ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name));
        let name = alias.map_or(name, |(_, name)| name);
        self.variants.iter().find(|known| known.name.eq_ignore_ascii_case(name))
    }

    fn read(
        &mut self,
        source: &str,
        text: &str,
        builtin: bool,
        mut warnings: Option<&mut Vec<Warning>>,
    ) -> Vec<DefinitionError> {
        let file: Arc<str> = source.into();
        let (sections, faults) = ini::read(text);
        let mut errors: Vec<DefinitionError> = faults
            .into_iter()
            .map(|fault| DefinitionError {
                file: file.clone(),
                line: fault.line,
                section: None,
                key: None,
                inherited: None,
                problem: fault.problem.into(),
            })
            .collect();
        let mut broken: Vec<String> = Vec::new();
        for section in sections.iter().filter(|section| section.learned_of().is_none()) {
            let name = section.name.to_lowercase();
            let mut report = Report::new(&file, &name.as_str().into(), section.line);
            match self.section(section, &name, &broken, builtin, &mut report) {
                Some((rules, draft)) => {
                    if let Some(warnings) = warnings.as_deref_mut() {
                        warnings.extend(self.doubts(section, &draft, &rules, &report));
                    }
                    self.add(Known {
                        name,
                        rules,
                        draft,
                        builtin,
                        learned: [false; 2],
                    });
                }
                None => broken.push(name),
            }
            errors.append(&mut report.errors);
        }
        for section in &sections {
            let Some((learned, name)) = section.learned_of() else {
                continue;
            };
            let title = format!("{}:{name}", section.name.to_lowercase());
            let mut report = Report::new(&file, &title.as_str().into(), section.line);
            self.learned(section, learned, name, &broken, &mut report);
            errors.append(&mut report.errors);
        }
        errors.sort_by_key(|e| e.line);
        errors
    }

    /// One section, from what it inherits to its rules.
    fn section(
        &self,
        section: &Section<'_>,
        name: &str,
        broken: &[String],
        builtin: bool,
        report: &mut Report,
    ) -> Option<(Arc<Rules>, Draft)> {
        if self.find(name).is_some_and(|known| known.builtin) {
            report.section(Problem::NameTaken(name.to_string()));
        }
        let mut draft = match section.parent {
            None => Draft::without_men(),
            Some(parent) if broken.contains(&parent.to_lowercase()) => {
                report.section(Problem::BrokenParent(parent.to_string()));
                return None;
            }
            Some(parent) => match self.find(parent) {
                Some(known) => known.draft.clone(),
                None => {
                    let similar = most_similar(parent, self.names()).map(String::from);
                    report.section(Problem::UnknownParent {
                        name: parent.to_string(),
                        similar,
                    });
                    return None;
                }
            },
        };
        apply(section, &mut draft, report);
        let rules = Arc::new(compile(name, &draft, report)?);
        // That the built-in ones start from legal positions is tested; it need not be found out at every start.
        if !builtin && let Err(error) = position::check_start(&rules) {
            report.push("startFen", draft.start.place.as_ref(), Problem::Fen(error));
            return None;
        }
        Some((rules, draft))
    }

    /// What looks like a mistake in a section that can be played.
    fn doubts(&self, section: &Section<'_>, draft: &Draft, rules: &Arc<Rules>, report: &Report) -> Vec<Warning> {
        let parent = section
            .parent
            .and_then(|name| self.find(name))
            .map(|known| known.draft.clone());
        let parent = parent.unwrap_or_else(Draft::without_men);
        doubts::find(section, &parent, draft, rules, &position::start_checks(rules), report)
    }

    fn add(&mut self, mut new: Known) {
        self.lend(&mut new);
        match self.variants.iter_mut().find(|known| known.name == new.name) {
            Some(old) => *old = new,
            None => self.variants.push(new),
        }
    }
}

#[cfg(test)]
mod tests;
