//! `variants` and `show`: what a person wants to see of a game.

use std::io::Write;

use super::Failure;
use crate::Catalogue;
use crate::display;
use crate::game::Game;
use crate::picture;
use crate::variant;
use crate::variant::{Growth, Man, Outcome, Rules, Shuffle};

/// Prints the table of all variants.
pub fn variants(catalogue: &Catalogue, out: &mut dyn Write) -> Result<(), Failure> {
    let all = || catalogue.names().filter_map(|name| catalogue.rules(name));
    let name_width = all()
        .map(|rules| rules.name.len())
        .max()
        .unwrap_or(0)
        .max("variant".len());
    let men_width = all()
        .map(|rules| letters(rules).len())
        .max()
        .unwrap_or(0)
        .max("men".len());
    writeln!(out, "{:<name_width$}  board  {:<men_width$}  special", "variant", "men")?;
    for rules in all() {
        let board = format!("{}x{}", rules.board.files, rules.board.ranks);
        let special = features(rules).join(", ");
        let line = format!(
            "{:<name_width$}  {board:<5}  {:<men_width$}  {special}",
            rules.name,
            letters(rules)
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// The letters of a game's men, promoted forms left out.
fn letters(rules: &Rules) -> String {
    rules
        .men
        .iter()
        .filter(|man| !man.promoted)
        .map(|man| man.letter)
        .collect()
}

/// What sets a game apart, in a few words each.
fn features(rules: &Rules) -> Vec<&'static str> {
    let any = |wanted: &dyn Fn(&Man) -> bool| rules.men.iter().any(wanted);
    let features = [
        (
            rules.has_counters(),
            match rules.growth {
                Growth::FullRange => "progressive men",
                Growth::EveryMove => "progressive men that grow with every move",
            },
        ),
        (any(&|man| man.promoted), "promoted forms"),
        (
            any(&|man| man.morph.iter().any(Option::is_some)),
            "men change by the square",
        ),
        (
            rules.castling.is_some(),
            match &rules.castling {
                Some(castling) if castling.free => "free castling",
                _ => "castling",
            },
        ),
        (any(&|man| man.en_passant_victim), "en passant"),
        (rules.bare_king_loses, "bare king loses"),
        (rules.stalemate == Outcome::Loss, "stalemate loses"),
        (rules.stalemate == Outcome::Win, "stalemate wins"),
        (
            rules.shuffle.is_some(),
            match &rules.shuffle {
                Some(Shuffle::Fischer) => "960 arrays",
                _ => "numbered arrays",
            },
        ),
    ];
    features
        .into_iter()
        .filter(|(is_so, _)| *is_so)
        .map(|(_, text)| text)
        .collect()
}

/// Prints the board, what single men have that the board cannot show, and how each type moves.
pub fn show(game: &dyn Game, out: &mut dyn Write) -> Result<(), Failure> {
    let rules = game.rules();
    let fen = game.fen();
    writeln!(out, "{} ({}x{})\n", rules.name, rules.board.files, rules.board.ranks)?;
    writeln!(out, "{}\nFen: {fen}\n{} to move", display::board(game), game.side())?;
    for state in display::states(&fen) {
        writeln!(out, "{state}")?;
    }
    for man in &rules.men {
        writeln!(out, "\n{}", heading(rules, man))?;
        write!(out, "{}", picture::picture(man))?;
        for line in remarks(rules, man) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// Prints a variant's definition: a section that reads as the same game.
pub fn definition(catalogue: &Catalogue, name: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let rules = catalogue.require(name).map_err(Failure::usage)?;
    let text = variant::write(rules).map_err(Failure::usage)?;
    Ok(write!(out, "{text}")?)
}

/// `+W  name  notation`.
fn heading(rules: &Rules, man: &Man) -> String {
    let royal = if man.royal { ", royal" } else { "" };
    let castles = if man.royal && rules.castling.is_some() {
        ", castles"
    } else {
        ""
    };
    format!("{}  {}  {}{royal}{castles}", man.id(), man.name, man.notation)
}

/// What a picture does not show.
fn remarks(rules: &Rules, man: &Man) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(promotion) = &man.promotion {
        let [white, black] = promotion.to.each_ref().map(|to| {
            let ids = to.iter().filter_map(|ty| Some(rules.men.get(ty.index())?.id()));
            ids.collect::<Vec<_>>().join(" ")
        });
        let to = match white == black {
            true => white,
            false => format!("{white} (Black's to {black})"),
        };
        let must = if promotion.mandatory { "must" } else { "may" };
        lines.push(format!("{must} promote to {to} on {}", ranks(rules, promotion.zone[0])));
    }
    for rank in 0..rules.board.ranks {
        let becomes = |file: u8| -> Option<String> {
            let square = rules.board.square(file.into(), rank.into())?;
            let ty = (*man.morph.get(square.index())?)?;
            Some(rules.men.get(ty.index())?.id())
        };
        let row: Vec<Option<String>> = (0..rules.board.files).map(becomes).collect();
        if row.iter().any(Option::is_some) {
            let row: Vec<String> = row.into_iter().map(|id| id.unwrap_or_else(|| ".".into())).collect();
            lines.push(format!(
                "on rank {} it becomes, from the a-file: {}",
                rank + 1,
                row.join(" ")
            ));
        }
    }
    lines
}

/// The ranks of White's zone, in words.
fn ranks(rules: &Rules, zone: u128) -> String {
    let in_zone = |rank: &u8| {
        let squares = (0..rules.board.files).filter_map(|file| rules.board.square(file.into(), i32::from(*rank)));
        squares.into_iter().any(|square| zone >> square.index() & 1 == 1)
    };
    let ranks: Vec<String> = (0..rules.board.ranks)
        .filter(in_zone)
        .map(|rank| (rank + 1).to_string())
        .collect();
    let word = if ranks.len() == 1 { "rank" } else { "ranks" };
    format!("{word} {}", ranks.join(", "))
}
