//! What a file says was learned of a variant: the weights of its evaluation, sections `[eval:name]`, and a network,
//! sections `[network:name]`.

use std::sync::Arc;

use super::{Catalogue, Known};
use crate::eval::network::{self, Layout};
use crate::eval::weights::{Term, Weights};
use crate::variant::apply::line_errors;
use crate::variant::error::{Problem, Report, most_similar};
use crate::variant::ini::{Learned, Section};
use crate::variant::{Rules, StoredNetwork};

impl Catalogue {
    /// Gives a variant what a section has learned of it, and those that are the same but for their arrays. What a section
    /// does not weight follows from the rules; an empty one makes the variant forget.
    pub(super) fn learned(
        &mut self,
        section: &Section<'_>,
        learned: Learned,
        name: &str,
        broken: &[String],
        report: &mut Report,
    ) {
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
        match learned {
            Learned::Weights => {
                let fitted = weights(section, &rules, report);
                // A network beside other weights would count as much as these.
                self.give(&rules, learned, report, |rules| {
                    (rules.fitted, rules.network) = (fitted.clone(), None);
                });
            }
            Learned::Network => {
                let network = network(section, &rules, report);
                self.give(&rules, learned, report, |rules| rules.network = network.clone());
            }
        }
    }

    /// Gives something to a game and to those that are like it and have nothing of their own.
    fn give(&mut self, rules: &Rules, learned: Learned, report: &Report, give: impl Fn(&mut Rules)) {
        if !report.errors.is_empty() {
            return;
        }
        for known in &mut self.variants {
            let own = known.name == rules.name;
            if own || !known.learned[learned as usize] && plays_alike(&known.rules, rules) {
                give(Arc::make_mut(&mut known.rules));
                known.learned[learned as usize] |= own;
            }
        }
    }

    /// Gives a new variant what was learned of one with the same men, if there is one that has anything.
    pub(super) fn lend(&self, new: &mut Known) {
        let alike = |known: &&Known| known.name != new.name && plays_alike(&known.rules, &new.rules);
        let alike: Vec<&Rules> = self.variants.iter().filter(alike).map(|known| &*known.rules).collect();
        let rules = Arc::make_mut(&mut new.rules);
        if let Some(known) = alike.iter().find(|known| !known.fitted.is_empty()) {
            rules.fitted = known.fitted.clone();
        }
        if let Some(known) = alike.iter().find(|known| known.network.is_some()) {
            rules.network = known.network.clone();
        }
    }
}

/// The weights of a section.
fn weights(section: &Section<'_>, rules: &Rules, report: &mut Report) -> Vec<(String, [i32; 2])> {
    let names: Vec<String> = Term::all(rules).iter().map(|term| term.name(rules)).collect();
    let mut fitted = Vec::new();
    for entry in &section.entries {
        match Weights::read(&names, entry.key, entry.value) {
            Ok(tenths) => fitted.push((entry.key.to_string(), tenths)),
            Err(error) => report.push(entry.key, Some(&report.place(entry.line, entry.key)), error),
        }
    }
    fitted
}

/// The network of a section.
fn network(section: &Section<'_>, rules: &Rules, report: &mut Report) -> Option<StoredNetwork> {
    let (mut numbers, mut terms) = (None, network::TERMS);
    for entry in &section.entries {
        let error = match entry.key {
            network::KEY => network::read(&Layout::new(rules), entry.value).map(|read| numbers = Some(read)),
            network::TERMS_KEY => network::read_terms(entry.value).map(|read| terms = read),
            _ => Err(network::NetworkError::Key),
        };
        if let Err(error) = error {
            report.push(entry.key, Some(&report.place(entry.line, entry.key)), error);
        }
    }
    numbers.map(|numbers| StoredNetwork { numbers, terms })
}

/// Whether two games have the same men on the same board, so that what they are worth is the same.
fn plays_alike(one: &Rules, other: &Rules) -> bool {
    let same =
        |one: &Rules, other: &Rules| one.men == other.men && one.board == other.board && one.growth == other.growth;
    same(one, other) && one.check_ends_ride == other.check_ends_ride && one.return_home == other.return_home
}
