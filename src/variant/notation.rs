//! Movement notation: Betza's letters as XBoard and the Interactive Diagram extend them, read into [`Part`]s and
//! written back.
//!
//! A movement is a row of *atoms*, each with modifiers before it and a range behind it: `fmWfceFifmnD`.
//!
//! | text | meaning |
//! |---|---|
//! | `W F D N A H C Z G` | leaps (0,1) (1,1) (0,2) (1,2) (2,2) (0,3) (1,3) (2,3) (3,3) |
//! | `R B Q K` | `W0`, `F0`, both without limit, both as single leaps |
//! | `R5 D2 W0 NN` | at most five leaps, at most two, no limit, no limit |
//! | `W+ W*` | as many leaps as the man's counter says: in one direction, or each in any direction |
//! | `f b l r v s h` | directions, see [`Direction letters`](#direction-letters) |
//! | `m c` | only without, only with capture |
//! | `i` | only from the squares of the initial step |
//! | `nD nA` | the square half way must be empty |
//! | `ceF` | also captures en passant |
//! | `isO2` | castling: the king goes exactly two squares towards its partner |
//!
//! # Direction letters
//! On `W D H R` each letter adds its direction. On `F A G B` one letter gives the two leaps on that side, two letters
//! across (`fr`) the one between. On `N C Z` one letter gives the two leaps nearest to it; of two letters across the
//! second is the longer axis (`rf` is narrow, `fr` wide, `fs` the two wide forward ones); `fh` is the four forward
//! ones, `hr` and `hl` the four of one turn. Letters are taken in pairs from the left where they pair. On `K` and `Q`
//! one letter gives the three directions on that side. All are seen by the man's own side: Black's forward is down, its left
//! towards the last file.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod atom;
pub mod betza;
mod fault;
mod signs;

use super::rules::{Part, Reach};
use atom::{Atom, tokens};
use fault::unsupported;
pub use fault::{NotationError, Problem};
pub use signs::{SIGNS, Sign};

/// A movement as its text says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Movement {
    /// The parts, in the order of the text; `K` and `Q` give two each.
    pub parts: Vec<Part>,
    /// How many squares the king goes when castling towards the last file and towards the first, if it castles.
    pub castling: [Option<u8>; 2],
}

/// Letters that stand for others: their leaps and whether they ride by themselves.
const COMPOUNDS: [(char, &str, bool); 4] = [
    ('R', "W", true),
    ('B', "F", true),
    ('Q', "WF", true),
    ('K', "WF", false),
];

/// The ranges an `u8` holds; no board is that long, so a larger one loses nothing.
const LONGEST: u8 = u8::MAX;

/// The modifiers before one atom.
#[derive(Default)]
struct Modifiers {
    /// All of them as written.
    text: String,
    /// The direction letters and the column of the first.
    directions: String,
    directions_column: usize,
    /// The others, each with its column.
    flags: Vec<(char, usize)>,
}

impl Modifiers {
    fn has(&self, flag: char) -> bool {
        self.flags.iter().any(|&(f, _)| f == flag)
    }
    fn column(&self, flag: char) -> usize {
        let found = self.flags.iter().find(|&&(f, _)| f == flag);
        found.map_or(self.directions_column, |&(_, column)| column)
    }
}

/// Reads the text of one movement.
///
/// ```
/// use ninefold::variant::notation::{parse, write};
/// let joker = parse("NQ5").unwrap();
/// assert_eq!(joker.parts.len(), 3);
/// assert_eq!(write(&joker), "NR5B5");
/// assert_eq!(
///     parse("NpQ").unwrap_err().to_string(),
///     "column 2 of \"NpQ\": 'p' (hop over a man) is not supported; \
///      possible before an atom are f b l r v s h, m c, i n e"
/// );
/// ```
pub fn parse(text: &str) -> Result<Movement, NotationError> {
    let mut reader = Reader {
        chars: text.chars().collect(),
        at: 0,
        movement: Movement::default(),
    };
    match reader.movement() {
        Ok(()) => Ok(reader.movement),
        Err((column, problem)) => Err(NotationError {
            text: text.to_string(),
            column,
            problem,
        }),
    }
}

/// A fault and its column.
type Fault = (usize, Problem);

struct Reader {
    chars: Vec<char>,
    /// How many characters are read.
    at: usize,
    movement: Movement,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn movement(&mut self) -> Result<(), Fault> {
        if self.chars.is_empty() {
            return Err((1, Problem::Empty));
        }
        while self.at < self.chars.len() {
            let modifiers = self.modifiers()?;
            self.atom(&modifiers)?;
        }
        Ok(())
    }

    fn modifiers(&mut self) -> Result<Modifiers, Fault> {
        let mut found = Modifiers {
            directions_column: self.at + 1,
            ..Modifiers::default()
        };
        let mut in_directions = false;
        while let Some(c) = self.peek().filter(char::is_ascii_lowercase) {
            let column = self.at + 1;
            if "fblrvsh".contains(c) {
                if !found.directions.is_empty() && !in_directions {
                    return Err((column, Problem::DirectionsApart));
                }
                if found.directions.is_empty() {
                    found.directions_column = column;
                }
                found.directions.push(c);
            } else if "mcine".contains(c) {
                if found.has(c) {
                    return Err((column, Problem::Twice(c)));
                }
                found.flags.push((c, column));
            } else {
                return Err((column, unsupported(c)));
            }
            in_directions = "fblrvsh".contains(c);
            found.text.push(c);
            self.at += 1;
        }
        Ok(found)
    }

    fn atom(&mut self, modifiers: &Modifiers) -> Result<(), Fault> {
        let column = self.at + 1;
        let Some(letter) = self.peek() else {
            return Err((column, Problem::NoAtom(modifiers.text.clone())));
        };
        let compound = COMPOUNDS.iter().find(|(l, ..)| *l == letter);
        let problem = match letter {
            'O' => {
                self.at += 1;
                return self.castling(modifiers, column);
            }
            _ if compound.is_some() || Atom::of_letter(letter).is_some() => {
                self.at += 1;
                let (atoms, rides) = compound.map_or((letter.to_string(), false), |c| (c.1.to_string(), c.2));
                return self.leaps(modifiers, letter, &atoms, rides);
            }
            '0'..='9' => Problem::StrayRange,
            '+' | '*' => Problem::StraySuffix(letter),
            'L' => Problem::OtherName('L', 'C'),
            'J' => Problem::OtherName('J', 'Z'),
            _ if !modifiers.text.is_empty() => Problem::NoAtom(modifiers.text.clone()),
            _ => unsupported(letter),
        };
        Err((column, problem))
    }

    /// The digits that follow, if any, as a number; larger ones than [`LONGEST`] count as that.
    fn number(&mut self) -> Result<Option<u8>, Fault> {
        let column = self.at + 1;
        let mut digits = String::new();
        while let Some(c) = self.peek().filter(char::is_ascii_digit) {
            digits.push(c);
            self.at += 1;
        }
        if digits.is_empty() {
            return Ok(None);
        }
        if digits.len() > 1 && digits.starts_with('0') {
            return Err((column, Problem::LeadingZero));
        }
        Ok(Some(digits.parse().unwrap_or(LONGEST)))
    }

    /// What stands behind the atom: how often it leaps.
    fn reach(&mut self, letter: char, atoms: &str, rides: bool) -> Result<Reach, Fault> {
        let column = self.at + 1;
        let doubled = self.peek() == Some(letter);
        if doubled {
            if rides {
                return Err((column, Problem::TwoRanges(letter.to_string())));
            }
            self.at += 1;
        }
        let range_column = self.at + 1;
        let range = self.number()?;
        if doubled && range.is_some() {
            return Err((range_column, Problem::TwoRanges(format!("{letter}{letter}"))));
        }
        if let Some(suffix @ ('+' | '*')) = self.peek() {
            let column = self.at + 1;
            if Atom::of_letter(letter).is_none() {
                let instead = atoms.chars().flat_map(|a| [a, suffix]).collect();
                return Err((
                    column,
                    Problem::NotALeap {
                        suffix,
                        atom: letter,
                        instead,
                    },
                ));
            }
            if doubled || range.is_some() {
                return Err((column, Problem::StraySuffix(suffix)));
            }
            self.at += 1;
            return Ok(if suffix == '+' {
                Reach::Progressive
            } else {
                Reach::Multiple
            });
        }
        Ok(match range {
            Some(0) => Reach::Unlimited,
            Some(n) => Reach::Leaps(n),
            None if doubled || rides => Reach::Unlimited,
            None => Reach::Leaps(1),
        })
    }

    fn leaps(&mut self, modifiers: &Modifiers, letter: char, atoms: &str, rides: bool) -> Result<(), Fault> {
        let start = self.at - modifiers.text.chars().count();
        let reach = self.reach(letter, atoms, rides)?;
        let single = reach == Reach::Leaps(1);
        if modifiers.has('n') && !("DA".contains(letter) && single) {
            return Err((modifiers.column('n'), Problem::Lame));
        }
        if modifiers.has('e') {
            if !modifiers.has('c') || modifiers.has('m') {
                return Err((modifiers.column('e'), Problem::EnPassantNeedsCapture));
            }
            if !single || modifiers.has('i') || modifiers.has('n') {
                return Err((modifiers.column('e'), Problem::EnPassantNeedsLeap));
            }
        }
        let both = modifiers.has('m') == modifiers.has('c');
        for atom in atoms.chars().filter_map(Atom::of_letter) {
            let part = Part {
                leaps: directed(atom, letter, modifiers)?,
                reach,
                quiet: both || modifiers.has('m'),
                capture: both || modifiers.has('c'),
                initial: modifiers.has('i'),
                lame: modifiers.has('n'),
                en_passant: modifiers.has('e'),
            };
            if self.movement.parts.iter().any(|earlier| repeats(earlier, &part)) {
                let text = self.chars.iter().take(self.at).skip(start.saturating_sub(1)).collect();
                return Err((start.max(1), Problem::Repeated(text)));
            }
            self.movement.parts.push(part);
        }
        Ok(())
    }

    fn castling(&mut self, modifiers: &Modifiers, column: usize) -> Result<(), Fault> {
        if let Some(&(flag, column)) = modifiers.flags.iter().find(|(f, _)| !"im".contains(*f)) {
            return Err((column, Problem::CastlingModifier(flag)));
        }
        if let Some(letter) = modifiers.directions.chars().find(|c| !"lrs".contains(*c)) {
            return Err((modifiers.directions_column, Problem::CastlingModifier(letter)));
        }
        if !modifiers.has('i') {
            return Err((column, Problem::CastlingNeedsInitial));
        }
        let range_column = self.at + 1;
        let squares = match self.number()? {
            Some(n @ 1..=15) => n,
            _ => return Err((range_column, Problem::CastlingRange)),
        };
        let directions = if modifiers.directions.is_empty() {
            "s"
        } else {
            &modifiers.directions
        };
        for letter in directions.chars() {
            for (side, wanted, name) in [(0, 'r', "last"), (1, 'l', "first")] {
                if letter != wanted && letter != 's' {
                    continue;
                }
                if let Some(slot) = self.movement.castling.get_mut(side) {
                    if slot.is_some() {
                        return Err((modifiers.directions_column, Problem::CastlingTwice(name)));
                    }
                    *slot = Some(squares);
                }
            }
        }
        Ok(())
    }
}

/// The leaps of an atom in the directions of its modifiers; `letter` is the atom as written.
fn directed(atom: &Atom, letter: char, modifiers: &Modifiers) -> Result<Vec<(i8, i8)>, Fault> {
    if modifiers.directions.is_empty() {
        return Ok(atom.leaps());
    }
    let column = modifiers.directions_column;
    let compound = "KQ".contains(letter);
    let tokens = if atom.is_orthogonal() && !compound {
        modifiers.directions.chars().map(String::from).collect()
    } else {
        tokens(&modifiers.directions)
    };
    let mut chosen: Vec<(i8, i8)> = Vec::new();
    for token in tokens {
        // Programs disagree on pairs before K and Q, so they are refused there.
        let selected = if compound && token.len() > 1 {
            Vec::new()
        } else {
            atom.select(&token)
        };
        if selected.is_empty() {
            let possible = if compound {
                "f b l r v s, one or two that face each other; else write the W and F parts (R and B) apart"
            } else {
                atom.possible_directions()
            };
            return Err((
                column,
                Problem::Direction {
                    letters: token,
                    atom: letter,
                    possible,
                },
            ));
        }
        if !compound && selected.iter().any(|leap| chosen.contains(leap)) {
            return Err((column, Problem::DirectionTwice(token)));
        }
        chosen.extend(selected);
    }
    Ok(atom.leaps().into_iter().filter(|leap| chosen.contains(leap)).collect())
}

/// Whether a part adds nothing to an earlier one in some leap and mode. An initial part may have more range than the
/// part it extends.
fn repeats(earlier: &Part, part: &Part) -> bool {
    let same_mode = (earlier.quiet && part.quiet) || (earlier.capture && part.capture);
    let extends = match (earlier.initial, part.initial) {
        (true, false) => earlier.reach > part.reach,
        (false, true) => part.reach > earlier.reach,
        _ => false,
    };
    same_mode && !extends && part.leaps.iter().any(|leap| earlier.leaps.contains(leap))
}

/// Writes a movement as text that [`parse`] reads back to the same parts.
///
/// A part whose leaps are not all of one atom (which [`parse`] never gives) is written as its leaps in parentheses.
pub fn write(movement: &Movement) -> String {
    let mut text = String::new();
    // The range of the last part, if it was left out.
    let mut range = None;
    for part in &movement.parts {
        let next = write_part(part);
        // `N` and `N` in a row would read as the rider `NN`, `R` and `R2` as two ranges of one man.
        if let Some(range) = range
            && text.chars().last().is_some_and(|c| next.starts_with(c))
        {
            text.push(range);
        }
        text.push_str(&next);
        range = match part.reach {
            Reach::Leaps(1) => Some('1'),
            Reach::Unlimited if text.ends_with(['R', 'B']) => Some('0'),
            _ => None,
        };
    }
    match movement.castling {
        [Some(right), Some(left)] if right == left => text.push_str(&format!("isO{right}")),
        sides => {
            for (squares, letter) in sides.iter().zip(['r', 'l']) {
                if let Some(n) = squares {
                    text.push_str(&format!("i{letter}O{n}"));
                }
            }
        }
    }
    text
}

fn write_part(part: &Part) -> String {
    let atom = part.leaps.first().and_then(|leap| Atom::of_leap(*leap));
    let Some(atom) = atom.filter(|a| part.leaps.iter().all(|leap| a.leaps().contains(leap))) else {
        return format!("{:?}", part.leaps);
    };
    let mut text = String::new();
    if part.initial {
        text.push('i');
    }
    text.push_str(&atom.directions(&part.leaps));
    if part.quiet && !part.capture {
        text.push('m');
    }
    if part.capture && !part.quiet {
        text.push('c');
    }
    if part.en_passant {
        text.push('e');
    }
    if part.lame {
        text.push('n');
    }
    let rider = match atom.letter {
        'W' => "R".to_string(),
        'F' => "B".to_string(),
        letter => letter.to_string(),
    };
    match part.reach {
        Reach::Leaps(1) => text.push(atom.letter),
        Reach::Leaps(n) => text.push_str(&format!("{rider}{n}")),
        Reach::Unlimited if rider == atom.letter.to_string() => text.push_str(&rider.repeat(2)),
        Reach::Unlimited => text.push_str(&rider),
        Reach::Progressive => text.extend([atom.letter, '+']),
        Reach::Multiple => text.extend([atom.letter, '*']),
    }
    text
}

#[cfg(test)]
#[path = "notation_tests.rs"]
mod tests;
