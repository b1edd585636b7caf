//! Which pawns can stop which others: by the moves that they can ever make.

use super::mobility::{targets, usable};
use crate::variant::{Man, Rules};
use crate::{Color, PieceType, Square};

/// By square of a pawn of this type and colour: from where an opposing pawn can come to stand on its square or way, or to
/// attack them.
pub(super) fn stoppers(rules: &Rules, ty: PieceType, color: Color) -> Vec<u128> {
    let own = ways(rules, &rules.men[ty.index()], color);
    let mut stoppers = vec![0; own.len()];
    for man in rules.men.iter().filter(|man| man.pawn) {
        let enemy = ways(rules, man, !color);
        for other in rules.board.all() {
            let way = enemy[other.index()] | 1 << other.index();
            let stops = way | attacks_from(rules, man, !color, way);
            for (square, (stoppers, own)) in stoppers.iter_mut().zip(&own).enumerate() {
                *stoppers |= u128::from(stops & (own | 1 << square) != 0) << other.index();
            }
        }
    }
    stoppers
}

/// By square of a pawn of this type and colour: what it may ever attack, and where it may ever come to by steps.
pub(super) fn spans(rules: &Rules, ty: PieceType, color: Color) -> Vec<[u128; 2]> {
    let man = &rules.men[ty.index()];
    let ways = ways(rules, man, color).into_iter().enumerate();
    ways.map(|(square, way)| [attacks_from(rules, man, color, way | 1 << square), way])
        .collect()
}

/// By square: where a man can come to by quiet moves (of one leap) on an empty board.
fn ways(rules: &Rules, man: &Man, color: Color) -> Vec<u128> {
    let reach = |start: Square| {
        let mut seen = 0u128;
        let mut open = vec![start];
        while let Some(from) = open.pop() {
            for part in usable(man, 1, color, from).filter(|part| part.quiet) {
                targets(rules, part, 1, color, from, |step| {
                    if seen >> step.square.index() & 1 == 0 {
                        seen |= 1 << step.square.index();
                        open.push(step.square);
                    }
                });
            }
        }
        seen
    };
    rules.board.all().map(reach).collect()
}

/// What a man attacks from the squares of a set.
fn attacks_from(rules: &Rules, man: &Man, color: Color, squares: u128) -> u128 {
    let mut attacked = 0;
    for from in rules.board.all().filter(|square| squares >> square.index() & 1 == 1) {
        for part in usable(man, 1, color, from).filter(|part| part.capture) {
            targets(rules, part, 1, color, from, |step| attacked |= 1 << step.square.index());
        }
    }
    attacked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;

    /// The squares from which the pawns of a game stop White's on a square, by name.
    fn stop(game: &str, square: &str) -> String {
        let catalogue = Catalogue::builtin();
        let rules = catalogue.rules(game).unwrap();
        let pawn = rules.man('P', false).unwrap();
        let square = rules.board.parse(square).unwrap().index();
        let stoppers = stoppers(rules, pawn, Color::White)[square];
        let squares = rules.board.all().filter(|square| stoppers >> square.index() & 1 == 1);
        squares
            .map(|square| rules.board.name(square))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn orthodox_pawns_are_stopped_from_three_files() {
        assert_eq!(stop("chess", "d5"), "d5 c6 d6 e6 c7 d7 e7 c8 d8 e8");
    }

    #[test]
    fn berolina_pawns_are_stopped_wherever_ways_cross() {
        // From d7 to c8 or e8: what goes there, or takes straight ahead on one of the three.
        assert_eq!(stop("berolina", "d7"), "d7 c8 d8 e8");
        assert_eq!(stop("berolina", "d6"), "d6 c7 d7 e7 b8 c8 d8 e8 f8");
    }
}
