//! A small picture of how a man moves, drawn from its [parts](Man::parts) alone.

use std::collections::BTreeMap;

use crate::variant::{Man, Part, Reach};

/// Counters up to this are drawn.
const COUNTERS: i32 = 9;

/// How a man gets to one square of the picture.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Mark {
    quiet: bool,
    capture: bool,
    need: Need,
    /// A ride goes on beyond the picture.
    onward: bool,
}

/// What a move needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Need {
    Nothing,
    FirstMove,
    /// A counter of at least this.
    Counter(i32),
}

/// The marks, by (files, ranks) from the man.
type Marks = BTreeMap<(i32, i32), Mark>;

/// Draws the moves of a White man on an empty board, with a line below for each sign that needs one.
/// Each line ends with a newline.
pub fn picture(man: &Man) -> String {
    let half = half_width(man);
    let mut marks = Marks::new();
    for part in &man.parts {
        match part.reach {
            Reach::Leaps(n) => ride(&mut marks, part, half, i32::from(n), false),
            Reach::Unlimited => ride(&mut marks, part, half, i32::MAX, false),
            Reach::Progressive => ride(&mut marks, part, half, i32::MAX, true),
            Reach::Multiple => flood(&mut marks, part, half),
        }
    }
    let mut text = String::new();
    for rank in (-half..=half).rev() {
        let row: String = (-half..=half)
            .map(|file| match marks.get(&(file, rank)) {
                _ if (file, rank) == (0, 0) => format!("{:>2} ", man.id()),
                Some(mark) => cell(mark),
                None => " . ".into(),
            })
            .collect();
        text += row.trim_end();
        text.push('\n');
    }
    for line in legend(man, &marks) {
        text += &line;
        text.push('\n');
    }
    text
}

/// How far the picture goes from the man: far enough for every leap, for riders for two.
fn half_width(man: &Man) -> i32 {
    let wanted = man.parts.iter().flat_map(|part| {
        let leaps = if part.reach == Reach::Leaps(1) { 1 } else { 2 };
        part.leaps
            .iter()
            .map(move |&(x, y)| leaps * i32::from(x).abs().max(i32::from(y).abs()))
    });
    wanted.max().unwrap_or(0).clamp(4, 6)
}

fn inside((x, y): (i32, i32), half: i32) -> bool {
    x.abs() <= half && y.abs() <= half
}

/// Adds the squares of a part that rides straight on.
fn ride(marks: &mut Marks, part: &Part, half: i32, most: i32, progressive: bool) {
    for &(x, y) in &part.leaps {
        let (x, y) = (i32::from(x), i32::from(y));
        let most = if (x, y) == (0, 0) { 0 } else { most };
        let at = |n: i32| (x * n, y * n);
        let mut n = 1;
        while n <= most && inside(at(n), half) {
            let counter = if progressive { n } else { 1 };
            let onward = n < most && !inside(at(n + 1), half);
            add(marks, at(n), part, counter, onward);
            n += 1;
        }
    }
}

/// Adds the squares of a part that may turn after every leap.
fn flood(marks: &mut Marks, part: &Part, half: i32) {
    let mut seen = vec![(0, 0)];
    let mut layer = seen.clone();
    for counter in 1..=COUNTERS {
        let mut next = Vec::new();
        for &(x, y) in &layer {
            for &(dx, dy) in &part.leaps {
                let square = (x + i32::from(dx), y + i32::from(dy));
                if inside(square, half) && !seen.contains(&square) {
                    seen.push(square);
                    next.push(square);
                    add(marks, square, part, counter, false);
                }
            }
        }
        layer = next;
    }
}

/// Adds one way to a square. The way that needs least is kept; ways that need the same are joined.
fn add(marks: &mut Marks, square: (i32, i32), part: &Part, counter: i32, onward: bool) {
    let need = match counter {
        _ if part.initial => Need::FirstMove,
        1 => Need::Nothing,
        n => Need::Counter(n),
    };
    let new = Mark {
        quiet: part.quiet,
        capture: part.capture || part.en_passant,
        need,
        onward,
    };
    marks
        .entry(square)
        .and_modify(|old| {
            if new.need < old.need {
                *old = new;
            } else if new.need == old.need {
                old.quiet |= new.quiet;
                old.capture |= new.capture;
                old.onward |= new.onward;
            }
        })
        .or_insert(new);
}

/// The three characters of a square.
fn cell(mark: &Mark) -> String {
    let mode = match (mark.quiet, mark.capture) {
        (true, false) => '-',
        (false, true) => 'x',
        _ => '*',
    };
    let more = match mark.need {
        Need::Counter(n) if n <= COUNTERS => char::from_digit(n as u32, 10).unwrap_or('+'),
        Need::Counter(_) => '+',
        Need::FirstMove => 'i',
        Need::Nothing if mark.onward => '>',
        Need::Nothing => ' ',
    };
    format!(" {mode}{more}")
}

/// What the signs mean that this picture has, and what it cannot show.
fn legend(man: &Man, marks: &Marks) -> Vec<String> {
    let drawn = |wanted: &dyn Fn(&Mark) -> bool| marks.values().any(wanted);
    let part = |wanted: &dyn Fn(&Part) -> bool| man.parts.iter().any(wanted);
    let lines = [
        (drawn(&|m| m.quiet && m.capture), "*  moves or captures"),
        (drawn(&|m| m.quiet && !m.capture), "-  moves only"),
        (drawn(&|m| !m.quiet && m.capture), "x  captures only"),
        (drawn(&|m| m.need == Need::FirstMove), "i  from where it starts only"),
        (
            drawn(&|m| m.onward && m.need == Need::Nothing),
            ">  rides on in this direction",
        ),
        (
            drawn(&|m| matches!(m.need, Need::Counter(_))),
            "2, 3...  with a counter of at least this",
        ),
        (
            part(&|p| p.reach == Reach::Multiple),
            "may turn after every leap; all squares between must be empty",
        ),
        (part(&|p| p.lame), "does not jump"),
        (part(&|p| p.en_passant), "captures en passant"),
    ];
    let said = lines.into_iter().filter(|(is_so, _)| *is_so);
    said.map(|(_, text)| text.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;

    /// The picture of a man of a built-in variant.
    fn drawn(variant: &str, letter: char, promoted: bool) -> String {
        let catalogue = Catalogue::builtin();
        let rules = catalogue.rules(variant).unwrap();
        picture(&rules.men[rules.man(letter, promoted).unwrap().index()])
    }

    #[test]
    fn pawn() {
        let text = drawn("chess", 'P', false);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[2], " .  .  .  .  -i .  .  .  .");
        assert_eq!(lines[3], " .  .  .  x  -  x  .  .  .");
        assert_eq!(lines[4], " .  .  .  .  P  .  .  .  .");
        assert!(text.ends_with("does not jump\ncaptures en passant\n"));
    }

    #[test]
    fn riders_and_counters() {
        let rook = drawn("chess", 'R', false);
        let lines: Vec<&str> = rook.lines().collect();
        assert_eq!(lines[4], " *> *  *  *  R  *  *  *  *>");
        assert_eq!(lines[0], " .  .  .  .  *> .  .  .  .");

        let wazir = drawn("chess99", 'W', false);
        assert!(
            wazir.starts_with(" .  .  .  .  *4 .  .  .  .\n .  .  .  .  *3"),
            "{wazir}"
        );

        let multiple = drawn("chess99", 'W', true);
        let lines: Vec<&str> = multiple.lines().collect();
        assert_eq!(lines[3], " *5 *4 *3 *2 *  *2 *3 *4 *5");
    }
}
