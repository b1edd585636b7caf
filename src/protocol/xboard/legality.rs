//! Games in which XBoard's own test of legality has to be switched off.
//!
//! With that test on, XBoard takes a move only if it finds it in the men's descriptions (`piece`), and a change of
//! type only if the man stands in the table's place of the pawn, goes to the last rank and must change there, by a
//! letter. Any other change it calls illegal, and an engine that makes one has lost (`LegalityTest` in its moves.c). A
//! person alone can switch the test off; the engine neither can, nor sees whether it is on. Ranges that grow are no
//! reason: descriptions with the longest range do, for only the squares that the engine lights up can be clicked on.

use super::player::Player;
use crate::types::{Color, Geometry};
use crate::variant::{Man, Part, Promotion, Reach, Rules};

/// XBoard knows the rules of this game itself.
const KNOWN: &str = "berolina";

/// Why XBoard's test would refuse legal moves of a game, if it would.
pub(super) fn needs_legality_off(rules: &Rules) -> Option<&'static str> {
    if rules.name == KNOWN {
        return None;
    }
    let morphs = |man: &Man| man.morph.iter().any(Option::is_some);
    let turns = |part: &Part| part.reach == Reach::Multiple;
    let promoting = || rules.men.iter().filter_map(|man| Some((man, man.promotion.as_ref()?)));
    let takes_form = |(_, promotion): (&Man, &Promotion)| {
        let mut to = promotion.to.iter().flatten();
        to.any(|ty| rules.men[ty.index()].promoted)
    };
    let is_unusual = |(man, promotion): (&Man, &Promotion)| !promotes_as_a_pawn(rules.board, man, promotion);
    if rules.men.iter().any(morphs) {
        Some("men change with the square they go to")
    } else if promoting().any(takes_form) {
        Some("men take promoted forms")
    } else if promoting().count() > 1 || promoting().any(is_unusual) {
        Some("men promote otherwise than the pawns of chess")
    } else if rules.men.iter().flat_map(|man| &man.parts).any(turns) {
        Some("men turn while they ride")
    } else {
        None
    }
}

/// Whether a man can stand in the place of the pawn: it goes to the side only to capture (XBoard would take any other
/// such move for a capture en passant), and promotes on the whole last rank, nowhere else, and must.
fn promotes_as_a_pawn(board: Geometry, man: &Man, promotion: &Promotion) -> bool {
    let last = |color: Color| {
        let rank = [board.ranks - 1, 0][color.index()];
        let squares = board.all().filter(|&square| board.rank(square) == rank);
        squares.fold(0u128, |set, square| set | 1 << square.index())
    };
    let goes_aside = |part: &Part| part.quiet && part.leaps.iter().any(|&(files, _)| files != 0);
    promotion.mandatory
        && Color::BOTH
            .iter()
            .all(|&color| promotion.zone[color.index()] == last(color))
        && !man.parts.iter().any(goes_aside)
}

impl Player {
    /// Tells the person of a game that has been chosen what XBoard needs for it: once, not again with every new game.
    pub(super) fn advise(&mut self) {
        let rules = self.session.game().rules();
        let name = needs_legality_off(rules).map(|_| rules.name.clone());
        if let Some(reason) = needs_legality_off(rules)
            && name != self.advised
        {
            let name = &rules.name;
            let how = "Test Legality switched off (Options, General, or Ctrl+Shift+L)";
            self.output
                .line(&format!("telluser {name} needs {how}, which refuses that {reason}"));
        }
        self.advised = name;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::Catalogue;

    #[test]
    fn which_of_the_games_need_it() {
        let catalogue = Catalogue::builtin();
        let needs = |name: &&str| needs_legality_off(catalogue.rules(name).unwrap()).is_some();
        let found: Vec<&str> = catalogue.names().filter(needs).collect();
        assert_eq!(found, ["pawnsideways", "snappy", "chess99", "chess99-everymove"]);
    }

    #[test]
    fn other_promotions_need_it() {
        let needs = |lines: &str| {
            let mut catalogue = Catalogue::builtin();
            let errors = catalogue.load("mine.ini", &format!("[mine:chess]\n{lines}\n"));
            assert!(errors.is_empty(), "{errors:?}");
            needs_legality_off(catalogue.rules("mine").unwrap())
        };
        assert_eq!(needs("promotionPieceTypes = n"), None);
        for lines in [
            "promotionRegionWhite = *8 *7",
            "promotionRegionBlack = a1",
            "promotionPawnTypes = pn\npromotionPieceTypes = q",
            "mandatoryPawnPromotion = false",
            "customPiece1 = w:W*",
        ] {
            assert!(needs(lines).is_some(), "{lines}");
        }
    }
}
