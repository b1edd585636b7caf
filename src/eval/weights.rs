//! The weights of the evaluation: what they are called, what they are by the rules alone, and how a file has them.

use super::values::Values;
use crate::variant::error::{did_you_mean, most_similar};
use crate::variant::{Man, Rules};
use crate::{Geometry, PieceType};

/// What is weighted for each type of man but the royal one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfMan {
    /// The man itself, with a counter of 1, on an average square with average mobility: centipawns.
    Value,
    /// What higher counters add by the rules: per cent.
    Grow,
    /// What the mobility of its square adds by the rules: per cent.
    Place,
    /// What it may hope for from promotion and change of type by the rules: per cent.
    Hope,
    /// The square root of the number of squares it can go to: centipawns.
    Mobility,
    /// A square nearer to the centre: centipawns.
    Centre,
    /// A rank forward: centipawns.
    Advance,
    /// An attack on a square around the other king: centipawns.
    Attack,
    /// Two men bound to one colour of squares each, on both colours: centipawns.
    Pair,
    /// What it would gain by the best change of type among its moves: per cent.
    Change,
    /// A square from which it can check and be taken by nobody, or two or more as one and a half: centipawns.
    Check,
    /// Being attacked by a man of less value, pawns left out: centipawns.
    Chased,
    /// Being guarded by a pawn beyond the middle of the board where no pawn can ever attack it: centipawns.
    Outpost,
}

/// How many terms a side as a whole has.
pub(super) const WHOLE: usize = 19;

/// What is weighted for a side as a whole. All are centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whole {
    /// Having the move.
    Tempo,
    /// A tenth of the square of how much is done against the other king: attacks on its squares, men that make them, squares
    /// that only it guards (twice), types of men that can check (four times).
    Danger,
    /// A square around the other king that is attacked and guarded by nobody but the king.
    Weak,
    /// An own man beside the king.
    Shelter,
    /// A rank that the king has left behind, for at most four ranks.
    Walk,
    /// A file nearer to the edge of the board, for a king on its first rank.
    Corner,
    /// A square nearer to the centre, for the king.
    KingCentre,
    /// A pawn that no pawn can stop, a move away from promotion; less if farther, or if it has less to gain.
    Passed,
    /// The same, if it can move.
    Free,
    /// A man that is attacked and not guarded.
    Hanging,
    /// A man attacked by a pawn, pawns themselves left out.
    Threatened,
    /// A square from which men of the other side's types could check the king as it stands.
    Exposed,
    /// A man that is attacked and guarded, but not well: not by a pawn, and not by two men against one.
    Pressed,
    /// A square attacked by both sides that the other does not guard well.
    Restricted,
    /// A man that a pawn could attack by a safe step.
    Push,
    /// As for passed: if its next square is safe.
    Way,
    /// As for passed: if no man of the other side is or attacks anywhere on its way.
    Clear,
    /// As for passed: a square by which the own king is nearer to it than the other.
    Escort,
    /// As for passed: if it is guarded.
    Backed,
}

impl OfMan {
    const ALL: [OfMan; 13] = [
        OfMan::Value,
        OfMan::Grow,
        OfMan::Place,
        OfMan::Hope,
        OfMan::Mobility,
        OfMan::Centre,
        OfMan::Advance,
        OfMan::Attack,
        OfMan::Pair,
        OfMan::Change,
        OfMan::Check,
        OfMan::Chased,
        OfMan::Outpost,
    ];

    const fn name(self) -> &'static str {
        match self {
            OfMan::Value => "value",
            OfMan::Grow => "grow",
            OfMan::Place => "place",
            OfMan::Hope => "hope",
            OfMan::Mobility => "mobility",
            OfMan::Centre => "centre",
            OfMan::Advance => "advance",
            OfMan::Attack => "attack",
            OfMan::Pair => "pair",
            OfMan::Change => "change",
            OfMan::Check => "check",
            OfMan::Chased => "chased",
            OfMan::Outpost => "outpost",
        }
    }

    /// Whether a man has it.
    fn applies(self, man: &Man) -> bool {
        let changes = man.morph.iter().any(Option::is_some);
        !man.royal
            && match self {
                OfMan::Value | OfMan::Place | OfMan::Centre | OfMan::Advance => true,
                OfMan::Grow => man.has_counter(),
                OfMan::Hope => man.promotion.is_some() || changes,
                OfMan::Mobility | OfMan::Attack | OfMan::Check | OfMan::Chased | OfMan::Outpost => !man.pawn,
                OfMan::Pair => !man.pawn && is_bound(man),
                OfMan::Change => changes,
            }
    }
}

/// Whether a man never leaves the colour of its square.
pub(super) fn is_bound(man: &Man) -> bool {
    let mut leaps = man.parts.iter().flat_map(|part| &part.leaps);
    leaps.all(|(files, ranks)| (files + ranks) % 2 == 0)
}

impl Whole {
    pub(super) const ALL: [Whole; WHOLE] = [
        Whole::Tempo,
        Whole::Danger,
        Whole::Weak,
        Whole::Shelter,
        Whole::Walk,
        Whole::Corner,
        Whole::KingCentre,
        Whole::Passed,
        Whole::Free,
        Whole::Hanging,
        Whole::Threatened,
        Whole::Exposed,
        Whole::Pressed,
        Whole::Restricted,
        Whole::Push,
        Whole::Way,
        Whole::Clear,
        Whole::Escort,
        Whole::Backed,
    ];

    const fn name(self) -> &'static str {
        match self {
            Whole::Tempo => "tempo",
            Whole::Danger => "danger",
            Whole::Weak => "weak",
            Whole::Shelter => "shelter",
            Whole::Walk => "walk",
            Whole::Corner => "corner",
            Whole::KingCentre => "kingCentre",
            Whole::Passed => "passed",
            Whole::Free => "free",
            Whole::Hanging => "hanging",
            Whole::Threatened => "threatened",
            Whole::Exposed => "exposed",
            Whole::Pressed => "pressed",
            Whole::Restricted => "restricted",
            Whole::Push => "push",
            Whole::Way => "way",
            Whole::Clear => "clear",
            Whole::Escort => "escort",
            Whole::Backed => "backed",
        }
    }

    /// Whether a game has it.
    fn applies(self, rules: &Rules) -> bool {
        let mut pawns = rules.men.iter().filter(|man| man.pawn);
        match self {
            Whole::Passed | Whole::Free | Whole::Way | Whole::Clear | Whole::Escort | Whole::Backed => {
                pawns.any(|man| man.promotion.is_some())
            }
            Whole::Threatened | Whole::Push => pawns.next().is_some(),
            _ => true,
        }
    }

    /// In middlegame and ending, tenths of centipawns, for any game: about what fits to several games agree on.
    const fn usual(self) -> [i32; 2] {
        match self {
            Whole::Tempo => [250, 140],
            Whole::Danger => [30, 9],
            Whole::Weak => [110, -100],
            Whole::Shelter => [60, 40],
            Whole::Walk => [-120, 20],
            Whole::Corner => [80, -30],
            Whole::KingCentre => [20, 20],
            Whole::Passed => [200, 650],
            Whole::Free => [100, 750],
            Whole::Hanging => [-120, -430],
            Whole::Threatened => [-300, -90],
            Whole::Exposed => [-65, 40],
            Whole::Pressed => [-20, -120],
            Whole::Restricted => [40, -35],
            Whole::Push => [140, 110],
            Whole::Way => [10, 600],
            Whole::Clear => [180, 400],
            Whole::Escort => [0, 110],
            Whole::Backed => [300, 50],
        }
    }
}

/// A weight of the evaluation of some game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// One of a side as a whole.
    Whole(Whole),
    /// One of a type of man.
    OfMan(OfMan, PieceType),
}

impl Term {
    /// Its number.
    pub const fn index(self) -> usize {
        match self {
            Term::Whole(whole) => whole as usize,
            Term::OfMan(of, ty) => Whole::ALL.len() + ty.index() * OfMan::ALL.len() + of as usize,
        }
    }

    /// What a file calls it: `value.N`, `tempo`.
    pub fn name(self, rules: &Rules) -> String {
        match self {
            Term::Whole(whole) => whole.name().to_owned(),
            Term::OfMan(of, ty) => format!("{}.{}", of.name(), rules.men[ty.index()].id()),
        }
    }

    /// All that a game has, in the order in which they are written.
    pub fn all(rules: &Rules) -> Vec<Term> {
        let whole = Whole::ALL.into_iter().filter(|whole| whole.applies(rules));
        let men = rules.men.iter().enumerate().flat_map(|(index, man)| {
            let terms = OfMan::ALL.into_iter().filter(|of| of.applies(man));
            terms.map(move |of| Term::OfMan(of, PieceType(index as u8)))
        });
        whole.map(Term::Whole).chain(men).collect()
    }
}

/// Why a line of weights was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightError {
    /// There is none of this name.
    #[error("this game has no such weight{}", did_you_mean(similar.as_deref()))]
    Unknown {
        /// The name that looks most like it.
        similar: Option<String>,
    },
    /// Not two numbers.
    #[error(
        "found \"{0}\", expected two numbers, for middlegame and ending, from -{MOST} to {MOST}, with at most one decimal"
    )]
    Numbers(String),
}

/// The largest weight, centipawns or per cent.
const MOST: i32 = 20_000;

/// All weights of the evaluation of one game, for middlegame and ending, in tenths of centipawns or of per cent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(Vec<[i32; 2]>);

impl Weights {
    /// Those that follow from the rules.
    pub(super) fn derived(rules: &Rules, values: &Values) -> Self {
        let last = Term::OfMan(OfMan::Outpost, PieceType(rules.men.len().saturating_sub(1) as u8));
        let mut weights = Weights(vec![[0, 0]; last.index() + 1]);
        for term in Term::all(rules) {
            let usual = match term {
                Term::Whole(whole) => whole.usual(),
                Term::OfMan(of, ty) => match of {
                    OfMan::Value => [0, 1].map(|phase| values.types[ty.index()].average[phase][0] * 10),
                    OfMan::Grow => [1000, 1000],
                    OfMan::Place => [700, 900],
                    OfMan::Hope => [700, 600],
                    OfMan::Mobility => [140, 140],
                    OfMan::Centre | OfMan::Advance | OfMan::Attack | OfMan::Pair | OfMan::Change => [0, 0],
                    OfMan::Check => [100, 60],
                    OfMan::Chased => [-120, -40],
                    OfMan::Outpost => [30, 50],
                },
            };
            weights.set(term, usual);
        }
        weights
    }

    /// The weight of a term, tenths, in middlegame and ending; 0 of one that the game does not have.
    pub fn get(&self, term: Term) -> [i32; 2] {
        self.0.get(term.index()).copied().unwrap_or_default()
    }

    /// The weight of the term with this number.
    pub fn by_index(&self, index: usize) -> [i32; 2] {
        self.0.get(index).copied().unwrap_or_default()
    }

    /// Changes the weight of a term that the game has.
    pub fn set(&mut self, term: Term, tenths: [i32; 2]) {
        if let Some(weight) = self.0.get_mut(term.index()) {
            *weight = tenths;
        }
    }

    /// Puts fitted weights in the place of others. Names that the game does not have change nothing.
    pub(super) fn fit(&mut self, rules: &Rules, fitted: &[(String, [i32; 2])]) {
        for term in Term::all(rules) {
            let name = term.name(rules);
            if let Some(&(_, tenths)) = fitted.iter().find(|(known, _)| *known == name) {
                self.set(term, tenths);
            }
        }
    }

    /// Reads a line of a file: one of these names of terms, and its two numbers; those in tenths.
    pub fn read(names: &[String], name: &str, value: &str) -> Result<[i32; 2], WeightError> {
        let numbers = || WeightError::Numbers(value.chars().take(40).collect());
        let read: Option<Vec<i32>> = value.split_whitespace().map(tenths).collect();
        match read.as_deref() {
            _ if !names.iter().any(|known| known == name) => {
                let similar = most_similar(name, names.iter().map(String::as_str)).map(str::to_owned);
                Err(WeightError::Unknown { similar })
            }
            Some(&[middlegame, ending]) => Ok([middlegame, ending]),
            _ => Err(numbers()),
        }
    }

    /// The lines of a file that hold the weights, one for each term of the game.
    pub fn lines(&self, rules: &Rules) -> Vec<String> {
        let line = |term: Term| {
            let [middlegame, ending] = self.get(term).map(text);
            format!("{} = {middlegame} {ending}", term.name(rules))
        };
        Term::all(rules).into_iter().map(line).collect()
    }
}

/// A number with at most one decimal, in tenths.
fn tenths(text: &str) -> Option<i32> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, decimal) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !is_number(whole) || !is_number(decimal) || decimal.len() > 1 {
        return None;
    }
    let whole: i32 = whole.parse().ok().filter(|whole| *whole <= MOST)?;
    let tenths = whole * 10 + decimal.parse::<i32>().ok()?;
    (tenths <= MOST * 10).then_some(if negative { -tenths } else { tenths })
}

fn text(tenths: i32) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, decimal) = (tenths.abs() / 10, tenths.abs() % 10);
    match decimal {
        0 => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.{decimal}"),
    }
}

/// How far from the centre of a board a square is along both axes, in squares.
pub(super) fn off_centre(board: Geometry, square: crate::Square) -> [i32; 2] {
    let off = |at: u8, length: u8| ((2 * i32::from(at) - (i32::from(length) - 1)).abs() + 1) / 2;
    [
        off(board.file(square), board.files),
        off(board.rank(square), board.ranks),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;

    #[test]
    fn what_is_written_is_read_back() {
        let catalogue = Catalogue::builtin();
        for game in ["chess99", "snappy", "haynie"] {
            let rules = catalogue.rules(game).unwrap();
            let mut weights = Weights::derived(rules, &Values::derive(rules));
            for (i, term) in Term::all(rules).into_iter().enumerate() {
                weights.set(term, [i as i32 * 7 - 300, 5 - i as i32]);
            }
            let lines = weights.lines(rules);
            let names: Vec<String> = Term::all(rules).iter().map(|term| term.name(rules)).collect();
            assert_eq!(names.len(), lines.len());
            let mut again = Weights::derived(rules, &Values::derive(rules));
            let read = |line: &String| {
                let (name, value) = line.split_once(" = ").unwrap();
                (name.to_owned(), Weights::read(&names, name, value).unwrap())
            };
            again.fit(rules, &lines.iter().map(read).collect::<Vec<_>>());
            assert_eq!(again, weights, "{game}");
        }
    }

    #[test]
    fn numbers_of_weights() {
        let names = ["value.N".to_owned()];
        let read = |value: &str| Weights::read(&names, "value.N", value);
        assert_eq!(read("310 -2.5"), Ok([3100, -25]));
        assert_eq!(read("-0.1\t20000"), Ok([-1, 200_000]));
        for value in [
            "",
            "1",
            "1 2 3",
            "1 2.55",
            "1 20000.1",
            "1 99999999999",
            "1 -",
            "1 .5",
            "1 5.",
            "a b",
            "1,5 2",
            "1 --2",
            "+1 2",
            "1 é",
        ] {
            let error = read(value).unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("found \"{value}\", expected two numbers")),
                "{error}"
            );
        }
        let error = Weights::read(&names, "value.M", "1 2").unwrap_err().to_string();
        assert_eq!(error, "this game has no such weight; did you mean value.N?");
    }

    #[test]
    fn terms_have_numbers_and_names_of_their_own() {
        let catalogue = Catalogue::builtin();
        for game in ["chess99", "snappy", "chess", "haynie"] {
            let rules = catalogue.rules(game).unwrap();
            let terms = Term::all(rules);
            let different = |items: Vec<String>| items.iter().collect::<std::collections::HashSet<_>>().len();
            assert_eq!(
                different(terms.iter().map(|term| term.index().to_string()).collect()),
                terms.len()
            );
            assert_eq!(
                different(terms.iter().map(|term| term.name(rules)).collect()),
                terms.len()
            );
        }
    }
}
