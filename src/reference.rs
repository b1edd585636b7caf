//! All that a definition can say, as Markdown tables made from the data that reads it.

use std::fmt::Write as _;

use crate::variant::keys::{KEYS, MEN};
use crate::variant::notation::SIGNS;

/// A Markdown table; cells are taken as they are.
fn table<const N: usize>(head: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    let mut text = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(N));
    for row in rows {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text
}

/// Words as code, each.
fn code(words: &str) -> String {
    let words: Vec<String> = words.split(' ').map(|word| format!("`{word}`")).collect();
    words.join(" ")
}

/// The keys of a definition beside the names of men.
pub fn keys() -> String {
    let rows = KEYS.iter().map(|key| {
        let own = if key.own { " (ours)" } else { "" };
        let cells = [key.value, key.default, key.meaning].map(str::to_owned);
        let [value, default, meaning] = cells;
        [format!("`{}`{own}", key.name), value, default, meaning]
    });
    table(["key", "value", "without it", "meaning"], rows)
}

/// The keys that name a man, with their movements.
pub fn men() -> String {
    let king = [("king", "king", Some("K"))];
    let rows = MEN.iter().map(|man| (man.key, man.name, man.movement)).chain(king);
    let rows = rows.filter_map(|(key, name, movement)| {
        let movement = match movement? {
            "" => "none".to_string(),
            movement => format!("`{movement}`"),
        };
        Some([format!("`{key}`"), name.to_string(), movement])
    });
    table(["key", "man", "movement"], rows)
}

/// The signs of the movement notation.
pub fn notation() -> String {
    let rows = SIGNS
        .iter()
        .map(|sign| [code(sign.signs), sign.meaning.to_string(), code(sign.examples)]);
    table(["sign", "meaning", "examples"], rows)
}

/// All of it, with headings.
///
/// ```
/// assert!(ninefold::reference::all().contains("| `maxFile` | number or letter | 8 |"));
/// ```
pub fn all() -> String {
    format!(
        "### Keys\n\n{}\n### Keys that name a man\n\n{}\n### Movement notation\n\n{}",
        keys(),
        men(),
        notation()
    )
}
