//! How each man of a variant moves by its compiled tables, on the variant's own board: what play will do, drawn for the
//! author of a definition. [`picture`](crate::picture) draws what the movement's text says.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::types::{Color, PieceType, Square};
use crate::variant::tables::{ManTables, Mode, Mover};
use crate::variant::{Rules, Variant};
use crate::{Bitboard, Geometry};

/// Counters up to this are drawn.
const COUNTERS: u8 = 9;

/// How a man gets to a square of its board.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Mark {
    quiet: bool,
    capture: bool,
    initial: bool,
    /// The smallest counter with which it does; 0: it does not.
    counter: u8,
}

/// All White men of a game, each with its moves on an otherwise empty board, and what the signs mean.
///
/// ```
/// let catalogue = ninefold::Catalogue::builtin();
/// let text = ninefold::understood::men(catalogue.rules("gardner").unwrap());
/// let knight = text.split("\n\n").find(|man| man.starts_with("N  knight")).unwrap();
/// assert_eq!(knight.lines().nth(1).unwrap(), " .  *  .  *  . ".trim_end());
/// ```
pub fn men(rules: &Arc<Rules>) -> String {
    if rules.board.squares() <= u64::SQUARES {
        draw_all(&Variant::<u64>::new(Arc::clone(rules)))
    } else {
        draw_all(&Variant::<u128>::new(Arc::clone(rules)))
    }
}

fn draw_all<B: Bitboard>(variant: &Variant<B>) -> String {
    let rules = variant.rules();
    let mut text = String::new();
    let mut used = Mark::default();
    for (index, man) in rules.men.iter().enumerate() {
        let tables = variant.man(Color::White, PieceType(index as u8));
        let from = seat(variant.board(), tables.initial_zone);
        let marks = marks(variant, tables, from);
        for mark in &marks {
            used.initial |= mark.initial && mark.counter > 0;
            used.counter = used.counter.max(mark.counter);
        }
        let _ = writeln!(text, "\n{}  {}  {}", man.id(), man.name, man.notation);
        for rank in (0..variant.board().ranks).rev() {
            let row = variant.board().all().filter(|&s| variant.board().rank(s) == rank);
            let row: String = row
                .map(|square| match square == from {
                    true => format!("{:>2} ", man.id()),
                    false => cell(marks[square.index()]),
                })
                .collect();
            let _ = writeln!(text, "{}", row.trim_end());
        }
    }
    let _ = writeln!(text, "\n{}", legend(used));
    text
}

/// Where a man is drawn: in the middle, or nearest to it where it has its initial moves.
fn seat<B: Bitboard>(board: Geometry, zone: B) -> Square {
    let (file, rank) = (i32::from(board.files / 2), i32::from(board.ranks / 2));
    let far = |s: &Square| {
        let (f, r) = (i32::from(board.file(*s)) - file, i32::from(board.rank(*s)) - rank);
        // Low squares first: a double step needs room.
        (
            f * f,
            if zone.is_empty() {
                r * r
            } else {
                i32::from(board.rank(*s))
            },
        )
    };
    let all = board.all().filter(|&s| zone.is_empty() || zone.has(s));
    all.min_by_key(far).unwrap_or(Square::new(0))
}

fn marks<B: Bitboard>(variant: &Variant<B>, man: &ManTables<B>, from: Square) -> Vec<Mark> {
    let mut marks = vec![Mark::default(); variant.board().squares()];
    let most = if man.has_counter { COUNTERS } else { 1 };
    for counter in 1..=most {
        for (mode, mover) in &man.modes {
            add(&mut marks, (*mode, mover, false), from, counter);
        }
        if counter == 1 && man.initial_zone.has(from) {
            for (mode, mover) in &man.initial {
                add(&mut marks, (*mode, mover, true), from, counter);
            }
        }
    }
    marks
}

/// Adds what one mover reaches. The way that needs least is kept; ways that need the same are joined.
fn add<B: Bitboard>(marks: &mut [Mark], (mode, mover, initial): (Mode, &Mover<B>, bool), from: Square, counter: u8) {
    for square in mover.reach(from, counter, B::EMPTY, B::EMPTY).squares() {
        let mark = &mut marks[square.index()];
        if mark.counter == 0 {
            *mark = Mark {
                initial,
                counter,
                ..Mark::default()
            };
        }
        if mark.counter == counter && mark.initial == initial {
            mark.quiet |= mode.ends_on(false);
            mark.capture |= mode.ends_on(true);
        }
    }
}

/// The three characters of a square.
fn cell(mark: Mark) -> String {
    let mode = match (mark.quiet, mark.capture) {
        (false, false) => '.',
        (true, false) => '-',
        (false, true) => 'x',
        (true, true) => '*',
    };
    let more = match mark.counter {
        _ if mark.initial => 'i',
        0 | 1 => ' ',
        n => char::from_digit(n.into(), 10).unwrap_or('+'),
    };
    format!(" {mode}{more}")
}

fn legend(used: Mark) -> String {
    let mut text = "*  moves or captures   -  moves only   x  captures only".to_string();
    if used.initial {
        text += "   i  from where it starts only";
    }
    if used.counter > 1 {
        text += "   2 3 ...  with a counter of at least this";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;

    fn board_of(variant: &str, id: &str) -> Vec<String> {
        let text = men(Catalogue::builtin().rules(variant).unwrap());
        let man = text
            .split("\n\n")
            .find(|m| m.trim_start().starts_with(&format!("{id}  ")));
        man.unwrap().trim_start().lines().skip(1).map(String::from).collect()
    }

    #[test]
    fn a_pawn_is_drawn_where_it_starts() {
        let rows = board_of("chess", "P");
        assert_eq!(rows.len(), 8);
        assert_eq!(rows[4], " .  .  .  .  -i .  .  .");
        assert_eq!(rows[5], " .  .  .  x  -  x  .  .");
        assert_eq!(rows[6], " .  .  .  .  P  .  .  .");
    }

    #[test]
    fn counters_and_limits_are_drawn() {
        let rows = board_of("chess99", "W");
        assert_eq!(rows[0], " .  .  .  .  *5 .  .  .  .");
        assert_eq!(rows[5], " *4 *3 *2 *  W  *  *2 *3 *4");
        let joker = board_of("ninesquare", "J");
        assert_eq!(joker[4], " *  *  *  *  J  *  *  *  *");
        assert_eq!(joker[2], " .  .  *  *  *  *  *  .  .");
    }
}
