//! The leaps that have a letter, and the letters for their directions.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

/// A kind of leap: its letter and the distances along the shorter and the longer axis.
pub(super) struct Atom {
    pub letter: char,
    short: i8,
    long: i8,
}

#[rustfmt::skip]
const ATOMS: [Atom; 9] = [
    Atom { letter: 'W', short: 0, long: 1 },
    Atom { letter: 'F', short: 1, long: 1 },
    Atom { letter: 'D', short: 0, long: 2 },
    Atom { letter: 'N', short: 1, long: 2 },
    Atom { letter: 'A', short: 2, long: 2 },
    Atom { letter: 'H', short: 0, long: 3 },
    Atom { letter: 'C', short: 1, long: 3 },
    Atom { letter: 'Z', short: 2, long: 3 },
    Atom { letter: 'G', short: 3, long: 3 },
];

impl Atom {
    /// The atom of a letter.
    pub fn of_letter(letter: char) -> Option<&'static Atom> {
        ATOMS.iter().find(|a| a.letter == letter)
    }

    /// The atom that has a leap.
    pub fn of_leap((x, y): (i8, i8)) -> Option<&'static Atom> {
        let (x, y) = (x.unsigned_abs(), y.unsigned_abs());
        let (short, long) = (x.min(y), x.max(y));
        ATOMS
            .iter()
            .find(|a| a.short.unsigned_abs() == short && a.long.unsigned_abs() == long)
    }

    /// All its leaps, clockwise from straight forward.
    pub fn leaps(&self) -> Vec<(i8, i8)> {
        let (s, l) = (self.short, self.long);
        let all = [(s, l), (l, s), (l, -s), (s, -l), (-s, -l), (-l, -s), (-l, s), (-s, l)];
        let mut leaps = Vec::new();
        for leap in all {
            if !leaps.contains(&leap) {
                leaps.push(leap);
            }
        }
        leaps
    }

    fn is_oblique(&self) -> bool {
        self.short != 0 && self.short != self.long
    }

    /// Whether it leaps along files and ranks.
    pub fn is_orthogonal(&self) -> bool {
        self.short == 0
    }

    /// The leaps one direction token (one letter, or two that pair) selects; none if it has no meaning.
    pub fn select(&self, token: &str) -> Vec<(i8, i8)> {
        let mut letters = token.chars();
        let (first, second) = (letters.next().unwrap_or(' '), letters.next());
        self.leaps()
            .into_iter()
            .filter(|&leap| match second {
                None => self.matches(leap, first),
                Some(second) if first == second => self.is_oblique() && self.matches(leap, first),
                Some(second) if !self.is_oblique() => on_side(leap, first) && on_side(leap, second),
                Some('h') => "fblr".contains(first) && on_side(leap, first),
                Some(second) if first == 'h' => {
                    let (x, y) = (i32::from(leap.0), i32::from(leap.1));
                    let right_turn = (x * y > 0) == (y.abs() > x.abs());
                    (second == 'r' && right_turn) || (second == 'l' && !right_turn)
                }
                Some(second) => on_side(leap, first) && self.matches(leap, second),
            })
            .collect()
    }

    /// Whether a leap goes the way of one letter: on oblique atoms with its longer axis.
    fn matches(&self, leap: (i8, i8), letter: char) -> bool {
        let steep = leap.1.unsigned_abs() > leap.0.unsigned_abs();
        on_side(leap, letter) && (!self.is_oblique() || "fbv".contains(letter) == steep)
    }

    /// The direction letters that can stand before it, for a reader.
    pub const fn possible_directions(&self) -> &'static str {
        match (self.short, self.short == self.long) {
            (0, _) => "f b l r v s",
            (_, true) => "f b l r fl fr bl br",
            _ => "f b l r v s, lf rf fl fr bl br lb rb fs bs lv rv, fh bh lh rh hl hr",
        }
    }

    /// Short text of directions that selects just these leaps; none for all of them.
    pub fn directions(&self, leaps: &[(i8, i8)]) -> String {
        if leaps.len() == self.leaps().len() {
            return String::new();
        }
        const TOKENS: [&str; 26] = [
            "f", "b", "l", "r", "v", "s", "fs", "bs", "lv", "rv", "fh", "bh", "lh", "rh", "hr", "hl", "lf", "rf", "fl",
            "fr", "bl", "br", "lb", "rb", "ff", "bb",
        ];
        let usable = TOKENS.iter().map(|t| (*t, self.select(t)));
        let usable: Vec<_> = usable.filter(|(t, _)| !self.is_orthogonal() || t.len() == 1).collect();
        if let Some((token, _)) = usable.iter().find(|(_, selected)| selected == leaps) {
            return (*token).to_string();
        }
        // Every single leap has a token of its own; pairs of letters cannot run together.
        leaps
            .iter()
            .filter_map(|leap| usable.iter().find(|(_, selected)| selected.as_slice() == [*leap]))
            .map(|(token, _)| *token)
            .collect()
    }
}

/// Whether a leap goes at all to the side of a letter.
fn on_side((x, y): (i8, i8), letter: char) -> bool {
    match letter {
        'f' => y > 0,
        'b' => y < 0,
        'l' => x < 0,
        'r' => x > 0,
        'v' => y != 0,
        's' => x != 0,
        _ => false,
    }
}

/// Cuts direction letters into tokens: two letters across each other, or a doubled one, belong together.
pub(super) fn tokens(letters: &str) -> Vec<String> {
    const VERTICAL: &str = "fbvh";
    const HORIZONTAL: &str = "lrsh";
    let letters: Vec<char> = letters.chars().collect();
    let mut rest = letters.as_slice();
    let mut result = Vec::new();
    while let [first, tail @ ..] = rest {
        let pairs = |second: char| {
            *first == second
                || (VERTICAL.contains(*first) && HORIZONTAL.contains(second))
                || (HORIZONTAL.contains(*first) && VERTICAL.contains(second))
        };
        match tail {
            [second, after @ ..] if pairs(*second) => {
                result.push([*first, *second].iter().collect());
                rest = after;
            }
            _ => {
                result.push(first.to_string());
                rest = tail;
            }
        }
    }
    result
}
