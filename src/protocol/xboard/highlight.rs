//! The squares that light up where a person picks a man up, and what the man becomes where it is put down.
//!
//! XBoard sends `lift SQUARE` and takes a click only on a square that `highlight` has lit. Colours are letters: `Y`
//! for a move, `R` for a capture, `M` where the person chooses what the man becomes, `B` where it is the engine that
//! says so. Behind the click comes `put SQUARE`, on `M` twice, and the answer is `choice` with the letters to choose
//! from, the first of which a mere click takes; on `B` XBoard waits for the one it has to append to the move. All of
//! this was seen in XBoard 4.9.1, or read in its backend.c (`MarkByFEN`, `LeftClick`, `Sweep`). It asks (`hover`) for
//! nothing that is not known at `lift`.

use std::collections::BTreeMap;

use super::player::Player;
use super::setup;
use crate::game::Game;
use crate::position::Effect;
use crate::types::{Geometry, PieceType, Square};
use crate::variant::Rules;

/// What stands for a promoted form.
const FORM: char = '+';

/// A text is not the name of a square of the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a square from {first} to {last}")]
pub(super) struct SquareError {
    first: String,
    last: String,
}

/// A man that a person has picked up: the squares that are lit for it. Empty where it may not move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Hand(BTreeMap<Square, Light>);

/// What a man may do on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Light {
    colour: char,
    /// What XBoard is told of the change there, if anything.
    choice: Option<String>,
}

impl Player {
    /// `lift`: a man is picked up. All is dark where it may not be moved, because it is not his turn or at all.
    pub(super) fn lift(&mut self, name: &str, may_move: bool) -> Result<(), SquareError> {
        let game = self.session.game();
        let from = square(game, name)?;
        self.hand = match may_move {
            true => Hand::with(game, from),
            false => Hand::default(),
        };
        self.output
            .line(&format!("highlight {}", self.hand.colours(game.rules().board)));
        if let Some(choice) = self.hand.choice(game.rules()) {
            self.output.line(&format!("choice {choice}"));
        }
        Ok(())
    }

    /// `put`: it is about to be put down.
    pub(super) fn put(&self, name: &str) -> Result<(), SquareError> {
        // The Control key adds a comma.
        let to = square(self.session.game(), name.trim_end_matches(','))?;
        if let Some(choice) = self.hand.0.get(&to).and_then(|light| light.choice.as_ref()) {
            self.output.line(&format!("choice {choice}"));
        }
        Ok(())
    }
}

/// The square of a name, ranks counted as XBoard does.
fn square(game: &dyn Game, name: &str) -> Result<Square, SquareError> {
    let board = game.rules().board;
    let first = board.first_rank_of_xboard();
    match board.parse_prefix_counted(name, first) {
        Some((square, "")) => Ok(square),
        _ => {
            let [first, last] = board.corners_counted(first);
            Err(SquareError { first, last })
        }
    }
}

impl Hand {
    /// The man on a square in hand.
    fn with(game: &dyn Game, from: Square) -> Self {
        let rules = game.rules();
        let mut targets: BTreeMap<Square, Vec<Effect>> = BTreeMap::new();
        for effect in game.effects(from) {
            // The king may castle without going anywhere.
            let castled = effect.partner.filter(|partner| *partner != effect.to);
            for to in [Some(effect.to), castled]
                .into_iter()
                .flatten()
                .filter(|to| *to != from)
            {
                targets.entry(to).or_default().push(effect);
            }
        }
        let own = game.man(from).map(|(_, ty)| ty);
        let test_off = setup::test_off(rules).is_some();
        let light = |effects: Vec<Effect>| Light::of(rules, own, &effects, test_off);
        Hand(targets.into_iter().map(|(to, effects)| (to, light(effects))).collect())
    }

    /// The board in colours, written like that of a FEN.
    fn colours(&self, board: Geometry) -> String {
        let rank = |rank: i32| {
            let mut text = String::new();
            let mut dark = 0;
            for file in 0..i32::from(board.files) {
                let light = board.square(file, rank).and_then(|square| self.0.get(&square));
                let Some(light) = light else {
                    dark += 1;
                    continue;
                };
                text += &run(dark);
                text.push(light.colour);
                dark = 0;
            }
            text + &run(dark)
        };
        let ranks: Vec<String> = (0..i32::from(board.ranks)).rev().map(rank).collect();
        ranks.join("/")
    }

    /// What can be said of a choice before the square is known: XBoard shows a pawn about to promote as what it will
    /// become while it is still dragged.
    ///
    /// Until another man is picked up, XBoard keeps what it was told: it would take it for the answer on the squares
    /// where it waits for one. And where a man that may be chosen has a promoted form, it looks for the next to offer
    /// from one to the other and back; it never ends unless one of them is on the list.
    fn choice(&self, rules: &Rules) -> Option<&str> {
        let mut choices = self.0.values().filter(|light| "MB".contains(light.colour));
        let first = choices.next()?;
        let choice = first.choice.as_deref().filter(|_| first.colour == 'M')?;
        let mut forms = rules.men.iter().filter(|man| man.promoted);
        let is_safe = choices.all(|light| light == first) && forms.all(|man| choice.contains(man.letter));
        is_safe.then_some(choice)
    }
}

/// So many dark squares.
fn run(dark: usize) -> String {
    match dark {
        0 => String::new(),
        _ => dark.to_string(),
    }
}

impl Light {
    /// What a man of type `own` may do on the square to which all these moves go. `test_off`: XBoard's legality test is.
    fn of(rules: &Rules, own: Option<PieceType>, effects: &[Effect], test_off: bool) -> Self {
        let captures = effects.iter().any(|effect| effect.captures);
        let keeps = effects.iter().any(|effect| effect.becomes.is_none());
        let becomes: Vec<PieceType> = effects.iter().filter_map(|effect| effect.becomes).collect();
        match becomes[..] {
            [] => Light {
                colour: if captures { 'R' } else { 'Y' },
                choice: None,
            },
            // With its test of legality on, XBoard hears of no choice, and would wait for ever.
            [only] if !keeps && test_off => Light {
                colour: 'B',
                choice: Some(sign(rules, only).into()),
            },
            _ => Light {
                colour: 'M',
                choice: to_choose_from(rules, own.filter(|_| keeps), &becomes),
            },
        }
    }
}

/// What XBoard offers for a type.
fn sign(rules: &Rules, ty: PieceType) -> char {
    let man = &rules.men[ty.index()];
    if man.promoted { FORM } else { man.letter }
}

/// The signs that XBoard offers, the best first, `own` last if the man may stay what it is.
///
/// A man's own promoted form needs no list: XBoard shows it, and goes between the two while the mouse is pulled; with
/// the list `+` it could not be put off. A list that begins with a man that has a promoted form makes XBoard look for
/// the next for ever.
fn to_choose_from(rules: &Rules, own: Option<PieceType>, becomes: &[PieceType]) -> Option<String> {
    let mut signs: Vec<char> = becomes.iter().map(|ty| sign(rules, *ty)).collect();
    signs.sort_by_key(|sign| *sign == FORM);
    let first = signs
        .iter()
        .position(|sign| *sign != FORM && rules.man(*sign, true).is_none())?;
    signs[..=first].rotate_right(1);
    signs.extend(own.map(|ty| sign(rules, ty)).filter(|sign| *sign != FORM));
    Some(signs.into_iter().collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests;
