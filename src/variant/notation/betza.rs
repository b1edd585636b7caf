//! Movements in the dialect of XBoard's `piece` command.
//!
//! The letters are those of [`parse`](super::parse), but a doubled one is not a rider (`N0` is), the order of modifiers is
//! fixed (`i`, directions, `m c e n`), and `a` (again) adds a second leg to a move. Source: XBoard 4.9.1,
//! `MovesFromString` in its moves.c.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use super::Atom;
use crate::variant::rules::{Man, Part, Reach, Wing};

/// Which of a man's modifiers XBoard gets to see.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Initial parts are for men that have not moved; else for all men of the type.
    pub initial: bool,
    /// There is en passant.
    pub en_passant: bool,
    /// The longest distance on the board, squares: a range as long is no limit.
    pub longest: u8,
}

/// A man's movement without castling; `None` if it cannot move. A range that depends on a counter has no limit here, and a
/// ride that may turn at each leap turns once: the nearest that the dialect can say.
pub fn xboard(man: &Man, shown: Shown) -> Option<String> {
    let straight = man.parts.iter().map(|part| written(part, shown));
    // XBoard keeps only so much of what follows an `a`, so these come last.
    let turning = man.parts.iter().filter_map(turn);
    let text: String = straight.chain(turning).collect();
    Some(text).filter(|text| !text.is_empty())
}

/// Castling of a king on a file towards its wings (the last file, the first), on a board of so many files: White's and
/// Black's, to whom left and right are the other way round.
pub fn xboard_castling(king: u8, wings: [Option<Wing>; 2], files: u8) -> [String; 2] {
    // How far the partner stands from the corner is how many squares `j` skips, counted from there.
    let away = |wing: Wing, last: bool| {
        usize::from(if last {
            files - 1 - wing.partner_file
        } else {
            wing.partner_file
        })
    };
    let squares = |wing: Wing| wing.king_to.abs_diff(king);
    if let [Some(last), Some(first)] = wings
        && squares(last) == squares(first)
        && away(last, true) == away(first, false)
    {
        let both = format!("is{}O{}", "j".repeat(away(first, false)), squares(first));
        return [both.clone(), both];
    }
    let one = |wing: Option<Wing>, last: bool, letter: char| {
        let skipped = |wing| "j".repeat(away(wing, last));
        wing.map(|wing| format!("i{letter}{}O{}", skipped(wing), squares(wing)))
            .unwrap_or_default()
    };
    [('l', 'r'), ('r', 'l')].map(|(first, last)| one(wings[1], false, first) + &one(wings[0], true, last))
}

fn written(part: &Part, shown: Shown) -> String {
    let Some(atom) = part.leaps.first().and_then(|leap| Atom::of_leap(*leap)) else {
        return String::new();
    };
    let signs = [
        ("i", part.initial && shown.initial),
        (&*atom.directions(&part.leaps), true),
        ("m", part.quiet && !part.capture),
        ("c", part.capture && !part.quiet),
        ("e", part.en_passant && shown.en_passant),
        ("n", part.lame),
    ];
    let modifiers: String = signs.iter().filter(|(_, has)| *has).map(|(sign, _)| *sign).collect();
    let range = match part.reach {
        Reach::Leaps(1) => return format!("{modifiers}{}", atom.letter),
        Reach::Leaps(n) if n < shown.longest => n.to_string(),
        _ => "0".into(),
    };
    match (atom.letter, &*range) {
        ('W', "0") => modifiers + "R",
        ('F', "0") => modifiers + "B",
        (letter, range) => format!("{modifiers}{letter}{range}"),
    }
}

/// One turn of a ride that may turn; `None` if it may not, or the dialect cannot say it (it turns oblique leaps otherwise).
fn turn(part: &Part) -> Option<String> {
    if part.reach != Reach::Multiple {
        return None;
    }
    let mode = match (part.quiet, part.capture) {
        (true, false) => "m",
        (false, true) => "c",
        _ => "",
    };
    match Atom::of_leap(*part.leaps.first()?)?.letter {
        'W' => Some(format!("mRa{mode}R")),
        'F' => Some(format!("mBa{mode}B")),
        _ => None,
    }
}
