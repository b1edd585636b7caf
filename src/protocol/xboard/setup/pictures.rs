//! Which of XBoard's pictures a man gets: the one of the man known best that moves most like it.

use std::collections::BTreeMap;

use super::fit;
use crate::variant::notation;
use crate::variant::{Man, Part, Reach, Rules};

/// The place of the pawn: only there XBoard promotes by letters, and captures en passant.
pub const PAWN: usize = 0;
/// The rook: a king that goes to its square has castled as in Fischer random chess, to XBoard.
const ROOK: usize = 3;
/// Another rook's picture.
const OTHER_ROOK: usize = 47;
/// A second king's picture, for a king that XBoard's own rules of check would not do justice.
pub const MONARCH: usize = 50;
/// The king, always the last in the table.
pub const KING: usize = 65;
/// How many places there are.
pub const PLACES: usize = 66;

/// How far squares are compared, from the man.
const HORIZON: i32 = 7;
/// Men that share less than this of their moves do not look alike, in hundredths.
const ALIKE: usize = 25;

/// Places with a picture that stands for a movement, the usual one first.
const KNOWN: [(usize, &str); 35] = [
    (1, "N"),
    (2, "B"),
    (3, "R"),
    (4, "Q"),
    (5, "F"),
    (6, "A"),
    (7, "BN"),
    (16, "RN"),
    (29, "QN"),
    (9, "W"),
    (10, "K"),
    (12, "NN"),
    (13, "BW"),
    (14, "RF"),
    (23, "Z"),
    (24, "C"),
    (31, "NC"),
    (34, "KN"),
    (27, "NQ5"),
    (20, "BNN"),
    (31, "RNN"),
    (48, "RNN"),
    (52, "KNDA"),
    (35, "FC"),
    (53, "FA"),
    (44, "H"),
    (25, "D"),
    (26, "WDH"),
    (30, "QNN"),
    (1, "N+"),
    (4, "W+F+"),
    (5, "F+"),
    (6, "A+"),
    (9, "W+"),
    (25, "D+"),
];
/// Where the promoted form of the man at a place stands: its picture in another dress.
const PROMOTED: [(usize, usize); 9] = [
    (1, 12),
    (2, 57),
    (3, 58),
    (4, 51),
    (5, 59),
    (6, 53),
    (9, 55),
    (10, 56),
    (44, 54),
];
/// Further pawns: shields and swords.
const PAWNS: [usize; 6] = [33, 49, 22, 61, 62, 63];
/// Places that XBoard has rules of its own for: the Lance is a second pawn, and a Lion may not always capture a Lion.
const RULED: [usize; 2] = [18, 21];
/// Pictures that stand for nothing, for men like no other; then whatever else there is.
const OTHERS: [usize; 55] = [
    40, 28, 41, 43, 45, 36, 37, 38, 39, 32, 42, 8, 15, 64, 60, 46, 47, 22, 33, 49, 61, 62, 63, 26, 25, 44, 30, 35, 34,
    31, 27, 20, 48, 52, 53, 54, 55, 56, 57, 58, 59, 51, 11, 14, 13, 24, 23, 16, 12, 29, 9, 7, 17, 19, 6,
];

/// The place of each man, by its type. `king` is where the king stands.
pub fn places(rules: &Rules, king: usize) -> Vec<usize> {
    let mut table = Table {
        place: vec![None; rules.men.len()],
    };
    if let Some(royal) = rules.men.iter().position(|man| man.royal) {
        table.put(royal, king);
    }
    if let Some(pawn) = fit::pawn(rules) {
        table.put(pawn, PAWN);
    }
    table.put_like_known(rules);
    for (index, man) in rules.men.iter().enumerate() {
        let simple = man.promoted.then(|| rules.man(man.letter, false)).flatten();
        let simple = simple.and_then(|simple| table.place[simple.index()]);
        let dressed = PROMOTED.iter().find(|(plain, _)| Some(*plain) == simple);
        let wanted = match dressed {
            Some((_, place)) => std::slice::from_ref(place),
            None if man.pawn => &PAWNS,
            None => &[],
        };
        let any = || (1..KING).filter(|place| !RULED.contains(place));
        let all = wanted.iter().copied().chain(OTHERS).chain(any());
        if table.place[index].is_none()
            && let Some(free) = all.into_iter().find(|place| table.is_free(*place))
        {
            table.put(index, free);
        }
    }
    table.place.into_iter().map(Option::unwrap_or_default).collect()
}

/// The table while it fills.
struct Table {
    place: Vec<Option<usize>>,
}

impl Table {
    fn put(&mut self, man: usize, place: usize) {
        self.place[man] = Some(place);
    }

    fn is_free(&self, place: usize) -> bool {
        !self.place.contains(&Some(place))
    }

    /// Puts the men that move like known ones on their places, the most alike first.
    fn put_like_known(&mut self, rules: &Rules) {
        let rook = if castles_onto_partner(rules) { OTHER_ROOK } else { ROOK };
        let usable = |place: usize| if place == ROOK { rook } else { place };
        let known: Vec<(usize, Moves)> = KNOWN
            .iter()
            .filter_map(|(place, text)| Some((usable(*place), moves(&notation::parse(text).ok()?.parts))))
            .collect();
        let mut pairs = Vec::new();
        for (index, man) in rules.men.iter().enumerate() {
            if self.place[index].is_some() || is_dressed(rules, man) || man.pawn {
                continue;
            }
            let own = moves(&man.parts);
            let alike = known
                .iter()
                .map(|(place, moves)| (likeness(&own, moves), index, *place));
            pairs.extend(alike.filter(|(likeness, ..)| *likeness >= ALIKE));
        }
        pairs.sort_by_key(|(likeness, ..)| std::cmp::Reverse(*likeness));
        for (_, man, place) in pairs {
            if self.place[man].is_none() && self.is_free(place) {
                self.put(man, place);
            }
        }
    }
}

/// Whether a king goes to its partner's square to castle.
fn castles_onto_partner(rules: &Rules) -> bool {
    let mut wings = rules
        .castling
        .iter()
        .flat_map(|castling| castling.wings.iter().flatten());
    wings.any(|wing| wing.king_to == wing.partner_file)
}

/// Whether a man is the promoted form of another, whose picture decides its own.
fn is_dressed(rules: &Rules, man: &Man) -> bool {
    man.promoted && rules.man(man.letter, false).is_some()
}

/// Where a man goes on an empty board, and by a ride whose range grows or not; whether it may go there without and with
/// capture.
type Moves = BTreeMap<(i32, i32, bool), [bool; 2]>;

fn moves(parts: &[Part]) -> Moves {
    let mut moves = Moves::new();
    for part in parts.iter().filter(|part| !part.initial) {
        let grows = matches!(part.reach, Reach::Progressive | Reach::Multiple);
        let most = match part.reach {
            Reach::Leaps(n) => i32::from(n),
            Reach::Unlimited => HORIZON,
            // As it begins.
            Reach::Progressive | Reach::Multiple => 1,
        };
        for &(x, y) in &part.leaps {
            let squares = (1..=most).map(|n| (i32::from(x) * n, i32::from(y) * n));
            for (x, y) in squares.take_while(|(x, y)| x.abs().max(y.abs()) <= HORIZON) {
                let [quiet, capture] = moves.entry((x, y, grows)).or_default();
                *quiet |= part.quiet;
                *capture |= part.capture;
            }
        }
    }
    moves
}

/// How much two men's moves have in common, in hundredths of all that one of them has. A ride that grows counts twice: it is
/// more than it begins as.
fn likeness(one: &Moves, other: &Moves) -> usize {
    let weight = |grows: bool, modes: &[bool; 2]| {
        let ways = modes.iter().filter(|mode| **mode).count();
        if grows { 2 * ways } else { ways }
    };
    let all_of = |moves: &Moves| {
        moves
            .iter()
            .map(|((.., grows), modes)| weight(*grows, modes))
            .sum::<usize>()
    };
    let shared = one.iter().filter_map(|(square, modes)| {
        let others = other.get(square)?;
        Some(weight(square.2, &[modes[0] && others[0], modes[1] && others[1]]))
    });
    let both: usize = shared.sum();
    let all = all_of(one) + all_of(other) - both;
    (both * 100).checked_div(all).unwrap_or(0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::Catalogue;

    fn place(rules: &Rules, id: &str) -> usize {
        let index = rules.men.iter().position(|man| man.id() == id).unwrap();
        places(rules, KING)[index]
    }

    #[test]
    fn the_usual_men_have_their_pictures() {
        let catalogue = Catalogue::builtin();
        let haynie = catalogue.rules("haynie").unwrap();
        let expected = [
            ("P", 0),
            ("N", 1),
            ("B", 2),
            ("R", 3),
            ("Q", 4),
            ("F", 5),
            ("A", 7),
            ("W", 9),
            ("O", 10),
        ];
        for (id, picture) in expected {
            assert_eq!(place(haynie, id), picture, "{id}");
        }
        for (id, picture) in [("H", 12), ("M", 16), ("Z", 23), ("C", 24), ("G", 29), ("K", KING)] {
            assert_eq!(place(haynie, id), picture, "{id}");
        }
        assert_eq!(place(catalogue.rules("ninesquare").unwrap(), "J"), 27);
    }

    #[test]
    fn promoted_forms_are_dressed() {
        let catalogue = Catalogue::builtin();
        let chess99 = catalogue.rules("chess99").unwrap();
        for (id, picture) in [
            ("W", 9),
            ("+W", 55),
            ("N", 1),
            ("+N", 12),
            ("Q", 4),
            ("+Q", 51),
            ("F", 5),
            ("A", 6),
            ("D", 10),
        ] {
            assert_eq!(place(chess99, id), picture, "{id}");
        }
    }

    #[test]
    fn no_man_stands_at_the_lions_place() {
        let mut catalogue = Catalogue::builtin();
        let errors = catalogue.load("own.ini", "[own:chess]\ncustomPiece1 = a:NDA\ncustomPiece2 = l:KNDA\n");
        assert!(errors.is_empty(), "{errors:?}");
        let rules = catalogue.rules("own").unwrap();
        assert_eq!(place(rules, "L"), 52);
        assert_ne!(place(rules, "A"), 21);
    }

    #[test]
    fn a_game_of_62_men_has_a_picture_for_each() {
        let movements = [
            "N", "R", "fR", "K", "vR", "D", "BN", "A", "H", "C", "Z", "G", "WD", "FA", "sR", "FD",
        ];
        let mut text =
            String::from("[many:chess]\npawn = -\nknight = -\nbishop = -\nrook = -\nqueen = -\nking = k:K\n");
        for (number, letter) in ('a'..='z').filter(|letter| *letter != 'k').enumerate() {
            text += &format!(
                "customPiece{} = {letter}:{}\n",
                number + 1,
                movements[number % movements.len()]
            );
        }
        text += "startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\npromotionPieceTypes = -\npromotionPawnTypes = -\ncastling = false\n";
        let mut catalogue = Catalogue::builtin();
        let errors = catalogue.load("many.ini", &text);
        assert!(errors.is_empty(), "{errors:?}");
        let rules = catalogue.rules("many").unwrap();
        let places = places(rules, KING);
        let different: HashSet<usize> = places.iter().copied().collect();
        assert_eq!(different.len(), rules.men.len(), "{places:?}");
        assert!(RULED.iter().all(|place| !different.contains(place)));
        assert!(places.iter().all(|place| *place < PLACES));
    }
}
