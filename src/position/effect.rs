//! What a move does, as far as one who draws the board must know.

use super::Position;
use crate::Bitboard;
use crate::types::{Move, MoveKind, PieceType, Square};

/// What a legal move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// Where the man comes from.
    pub from: Square,
    /// Where it goes; of castling, where the king goes.
    pub to: Square,
    /// Of castling that may be shown as the king's capture of its partner, where that stands: castling that is free or
    /// would look like a move of the king alone.
    pub partner: Option<Square>,
    /// Whether it captures.
    pub captures: bool,
    /// What the man is after the move, if that is another type than before.
    pub becomes: Option<PieceType>,
    /// Whether the player chose that.
    pub chosen: bool,
}

impl<B: Bitboard> Position<B> {
    /// What a legal move does.
    pub fn effect(&self, mv: Move) -> Effect {
        let castles = mv.kind() == MoveKind::Castling;
        let changed = |ty| {
            let after = self.type_after(ty, mv);
            (after != ty).then_some(after)
        };
        Effect {
            from: mv.from(),
            to: self.king_after(mv),
            partner: (castles && self.castles_by_capture(mv)).then(|| mv.to()),
            captures: self.captured(mv).is_some(),
            becomes: self.man(mv.from()).filter(|_| !castles).and_then(|(_, ty)| changed(ty)),
            chosen: mv.promoted().is_some(),
        }
    }

    /// How many moves have been made since the position was set up.
    pub fn plies(&self) -> usize {
        self.undo.len()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Catalogue, Variant};

    fn effect(name: &str, fen: &str, text: &str) -> (Effect, String) {
        let rules = Arc::clone(Catalogue::builtin().rules(name).unwrap());
        let position = Position::<u128>::from_fen(Arc::new(Variant::new(Arc::clone(&rules))), fen).unwrap();
        let effect = position.effect(position.parse_move(text).unwrap());
        let after = effect.becomes.map_or(String::new(), |ty| rules.men[ty.index()].id());
        (effect, after)
    }

    #[test]
    fn men_change_by_choice_and_by_the_square() {
        let start = "ppppkpppp/ppppppppp/9/9/9/9/9/PPPPPPPPP/PPPPKPPPP w KQkq - 0 1";
        let (morph, after) = effect("snappy", start, "a2a3");
        assert!(after == "R" && !morph.chosen && !morph.captures);
        let (quiet, after) = effect("snappy", start, "a2a4");
        assert!(after.is_empty() && quiet.becomes.is_none());
        let (promotion, after) = effect("chess99", "9/4P4/9/9/k8/9/9/9/9/9/K8 w - - 0 1", "e10e11r");
        assert!(after == "R" && promotion.chosen);
    }

    #[test]
    fn captures_and_castling() {
        let (castling, _) = effect("ninesquare", "4k4/9/9/9/9/9/9/9/R4K2R w KQ - 0 1", "f1h1");
        assert!(castling.partner.is_none() && !castling.captures && castling.becomes.is_none());
        let (castling, _) = effect("fischerandom", "1r2k2r/8/8/8/8/8/8/1R2K2R b BHbh - 0 1", "e8b8");
        assert!(castling.partner != Some(castling.to) && castling.partner.is_some() && !castling.captures);
        let passing = "4k4/9/9/3pP4/9/9/9/9/4K4 w - d7 0 1";
        let (passing, _) = effect("ninesquare", passing, "e6d7");
        assert!(passing.captures);
    }
}
