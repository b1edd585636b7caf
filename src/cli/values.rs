//! `values`: what each man is believed to be worth.

use std::io::Write;

use super::Failure;
use crate::PieceType;
use crate::eval::Evaluator;
use crate::eval::weights::Weights;
use crate::game::Game;

/// The counters that are shown of men that have one.
const COUNTERS: [u8; 3] = [1, 2, 3];

/// Runs the command.
pub fn run(game: &dyn Game, out: &mut dyn Write) -> Result<(), Failure> {
    let rules = game.rules();
    let evaluator = Evaluator::new(rules);
    let derived = evaluator.derived(rules);
    let fitted = Some(evaluator.weights()).filter(|weights| **weights != derived);

    let width = rules.men.iter().map(|man| man.name.chars().count()).max().unwrap_or(0) + 3;
    let heading = if fitted.is_some() { "        fitted" } else { "" };
    writeln!(out, "{:6}{:width$}        by the rules{heading}", "", "")?;
    let phases = "  middlegame  ending".repeat(1 + usize::from(fitted.is_some()));
    writeln!(out, "{:6}{:width$}{phases}", "man", "")?;
    for (index, man) in rules.men.iter().enumerate().filter(|(_, man)| !man.royal) {
        let ty = PieceType(index as u8);
        let row = |weights: &Weights, counter: u8| {
            let [middlegame, ending] = evaluator.worth(weights, ty, counter);
            format!("{middlegame:>12}{ending:>8}")
        };
        let counters = if man.has_counter() {
            &COUNTERS[..]
        } else {
            &COUNTERS[..1]
        };
        for &counter in counters {
            let name = match man.has_counter() {
                true => format!("{} {counter}", man.name),
                false => man.name.clone(),
            };
            let fitted = fitted.map_or(String::new(), |weights| row(weights, counter));
            writeln!(out, "{:6}{name:width$}{}{fitted}", man.id(), row(&derived, counter))?;
        }
    }
    Ok(())
}
