//! What XBoard must be told to show a game that it does not know: the board, the men and their pictures, how they move.
//!
//! `setup` names the men by places in a table, each of which has a picture, gives the size of the board, a game of XBoard's
//! own to be like (`fairy`: no rules but those told), and the start position. `piece` tells how a man moves. XBoard forgets
//! both at each new game. Facts about it were found by running XBoard 4.9.1 and reading its backend.c and moves.c.

mod fit;
pub mod names;
mod pictures;

pub use fit::Unshowable;

use crate::variant::notation::betza;
use crate::variant::{Man, Rules};
use pictures::{KING, MONARCH, PLACES};

/// A game of XBoard's own whose pawns it knows when it is told how they move.
const OWN_PAWNS: &str = "berolina";

/// What is said to the interface when a game is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The commands that show the game.
    pub lines: Vec<String>,
    /// That the person must switch the legality test off, if it is on.
    pub switch_off: Option<String>,
    /// What else the person must know, a sentence each.
    pub remarks: Vec<String>,
}

/// Why XBoard's legality test must be off for a game; `None` where it may be on, or XBoard cannot show the game.
pub fn test_off(rules: &Rules) -> Option<&'static str> {
    if rules.name == OWN_PAWNS {
        return None;
    }
    fit::of(rules).ok()?.test_off
}

/// The setup of a game.
///
/// # Errors
/// If XBoard cannot show it.
pub fn of(rules: &Rules) -> Result<Setup, Unshowable> {
    let fit = fit::of(rules)?;
    let places = pictures::places(rules, if fit.monarch { MONARCH } else { KING });
    let board = rules.board;
    let mut lines = vec![format!(
        "setup ({}) {}x{}+0_fairy {}",
        table(rules, &places),
        board.files,
        board.ranks,
        rules.start
    )];
    lines.extend(pieces(rules, &fit.initial));
    let say = |remark: &&str| format!("{}: {remark}.", rules.name);
    Ok(Setup {
        lines,
        switch_off: fit.test_off.map(|why| switch_off(&rules.name, why)),
        remarks: fit.remarks.iter().map(say).collect(),
    })
}

/// The men's movements alone, where XBoard knows the rest.
pub fn pieces_alone(rules: &Rules) -> Vec<String> {
    match &*rules.name {
        OWN_PAWNS => pieces(rules, &vec![true; rules.men.len()]),
        _ => Vec::new(),
    }
}

/// How the men move.
fn pieces(rules: &Rules, initial: &[bool]) -> Vec<String> {
    let board = rules.board;
    let shown = |initial| betza::Shown {
        initial,
        en_passant: rules.men.iter().any(|man| man.en_passant_victim),
        longest: board.files.max(board.ranks) - 1,
    };
    let lines = |(man, initial): (&Man, &bool)| {
        let movement = betza::xboard(man, shown(*initial)).unwrap_or_default();
        let castling = rules.castling.as_ref().filter(|_| man.royal);
        let castling = castling.map(|castling| betza::xboard_castling(castling.king_file, castling.wings, board.files));
        piece(&man.id(), &movement, &castling.unwrap_or_default())
    };
    rules.men.iter().zip(initial).flat_map(lines).collect()
}

fn switch_off(name: &str, why: &str) -> String {
    format!("{name} needs Test Legality switched off (Options, General, or Ctrl+Shift+L): {why}.")
}

/// What tells a man's moves, which castles as White and as Black as it says.
fn piece(id: &str, movement: &str, castling: &[String; 2]) -> Vec<String> {
    let [white, black] = castling
        .each_ref()
        .map(|castling| match format!("{movement}{castling}") {
            // A movement without an atom is none at all.
            none if none.is_empty() => "m".into(),
            all => all,
        });
    match white == black {
        true => vec![format!("piece {id}& {white}")],
        false => vec![
            format!("piece {id} {white}"),
            format!("piece {} {black}", id.to_lowercase()),
        ],
    }
}

/// The men's letters by place, White's and Black's. The king is named last in each half; a promoted form refers to its
/// simple one.
fn table(rules: &Rules, places: &[usize]) -> String {
    let mut letters = vec![".".to_owned(); PLACES];
    for (man, place) in rules.men.iter().zip(places) {
        letters[*place] = match man.promoted {
            true => format!("^{}", man.letter),
            false => man.letter.to_string(),
        };
    }
    let king = letters.pop().unwrap_or_default();
    // XBoard wants six places a side at least.
    while letters.len() > 5 && letters.last().is_some_and(|letter| letter == ".") {
        letters.pop();
    }
    let white = letters.concat() + &king;
    let black = white.to_ascii_lowercase();
    white + &black
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
