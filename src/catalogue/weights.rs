//! Weights of the evaluation that a file gives to a variant: sections `[eval:name]`.

use std::sync::Arc;

use super::{Catalogue, Known};
use crate::eval::weights::{Term, Weights};
use crate::variant::Rules;
use crate::variant::apply::line_errors;
use crate::variant::error::{Problem, Report, most_similar};
use crate::variant::ini::Section;

impl Catalogue {
    /// Gives a variant the weights of a section, and those that are the same but for their arrays. What a section does not
    /// weight follows from the rules.
    pub(super) fn weights(&mut self, section: &Section<'_>, name: &str, broken: &[String], report: &mut Report) {
        line_errors(section, report);
        if broken.contains(&name.to_lowercase()) {
            return report.section(Problem::BrokenParent(name.to_string()));
        }
        let Some(known) = self.find(name) else {
            let similar = most_similar(name, self.names()).map(String::from);
            let name = name.to_string();
            return report.section(Problem::WeightsOfNothing { name, similar });
        };
        let rules = Arc::clone(&known.rules);
        let names: Vec<String> = Term::all(&rules).iter().map(|term| term.name(&rules)).collect();
        let mut fitted = Vec::new();
        for entry in &section.entries {
            match Weights::read(&names, entry.key, entry.value) {
                Ok(tenths) => fitted.push((entry.key.to_string(), tenths)),
                Err(error) => report.push(entry.key, Some(&report.place(entry.line, entry.key)), error),
            }
        }
        if !report.errors.is_empty() {
            return;
        }
        for known in &mut self.variants {
            let own = known.name == rules.name;
            if own || !known.fitted && plays_alike(&known.rules, &rules) {
                Arc::make_mut(&mut known.rules).fitted = fitted.clone();
                known.fitted |= own;
            }
        }
    }

    /// Gives a new variant the weights of one with the same men, if there is one that has any.
    pub(super) fn lend_weights(&self, new: &mut Known) {
        let mut alike = self
            .variants
            .iter()
            .filter(|known| known.name != new.name && plays_alike(&known.rules, &new.rules));
        if let Some(known) = alike.find(|known| !known.rules.fitted.is_empty()) {
            Arc::make_mut(&mut new.rules).fitted = known.rules.fitted.clone();
        }
    }
}

/// Whether two games have the same men on the same board, so that what they are worth is the same.
fn plays_alike(one: &Rules, other: &Rules) -> bool {
    let same =
        |one: &Rules, other: &Rules| one.men == other.men && one.board == other.board && one.growth == other.growth;
    same(one, other) && one.check_ends_ride == other.check_ends_ride && one.return_home == other.return_home
}
