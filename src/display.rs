//! A position as a board that a person can read.

use crate::game::Game;
use crate::types::{Geometry, Square};

/// The board with its ranks and files labelled, White's men in upper case; lines end with a newline.
///
/// ```text
///  +---+---+
///  | k |   | 2
///  +---+---+
///  |   |+W | 1
///  +---+---+
///    a   b
/// ```
pub fn board(game: &dyn Game) -> String {
    let geometry = game.rules().board;
    let border = format!(" +{}\n", "---+".repeat(usize::from(geometry.files)));
    let mut text = border.clone();
    for rank in (0..geometry.ranks).rev() {
        for file in 0..geometry.files {
            let square = geometry.square(file.into(), rank.into());
            text += &format!(" |{:>2}", square.map_or_else(String::new, |s| man(game, s)));
        }
        text += &format!(" | {}\n{border}", rank + 1);
    }
    text += "  ";
    for file in 0..geometry.files {
        text += &format!(" {}  ", Geometry::file_letter(file));
    }
    let width = text.trim_end().len();
    text.truncate(width);
    text + "\n"
}

/// The man on a square as FEN writes it, or nothing.
fn man(game: &dyn Game, square: Square) -> String {
    let Some((color, ty)) = game.man(square) else {
        return String::new();
    };
    let man = game.rules().men.get(ty.index());
    man.map_or_else(String::new, |man| man.id_of(color))
}

/// What a FEN says about single men, in words: `b9: counter 2`, `h2: counter 1, may not promote before it has been home`.
pub fn states(fen: &str) -> Vec<String> {
    let entries = fen.split_whitespace().nth(6).unwrap_or_default();
    let in_words = |entry: &str| {
        let (square, state) = entry.split_once(':')?;
        Some(match state.strip_suffix('-') {
            Some(counter) => {
                format!("{square}: counter {counter}, must be on its own first rank before it may promote")
            }
            None => format!("{square}: counter {state}"),
        })
    };
    entries.split(',').filter_map(in_words).collect()
}

#[cfg(test)]
mod tests {
    use super::states;

    #[test]
    fn states_are_read_from_the_seventh_field() {
        assert!(states("8/8 w - - 0 1").is_empty());
        let lines = states("8/8 w - - 0 1 d4:3,h2:1-");
        assert_eq!(lines[0], "d4: counter 3");
        assert!(lines[1].starts_with("h2: counter 1, must"));
        assert_eq!(lines.len(), 2);
    }
}
