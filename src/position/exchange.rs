//! Static exchange: what a series of captures on one square wins, whoever captures there.
//!
//! Both sides capture with their cheapest man and stop when it no longer pays. Men behind the one that captured join in;
//! pins are not looked at. What a man is worth after it has landed counts: it may promote there, or be changed by the
//! square.

use super::Position;
use crate::Bitboard;
use crate::types::{Color, Move, MoveKind, PieceType, Square};
use crate::variant::Variant;

/// Counters above this are priced like it.
const LEVELS: usize = 16;

/// What men are worth in an exchange.
pub(crate) struct Prices {
    /// By type and counter.
    values: Box<[[i32; LEVELS]]>,
    /// By colour: the variant's threats, those of the cheapest men first, the king's last.
    order: [Box<[u8]>; 2],
    /// By colour and type: the dearest type to promote to.
    promoted: [Box<[i32]>; 2],
    /// Whether men may change as they capture.
    changes: bool,
}

impl Prices {
    /// The prices of a variant's men; `value`: of a type with a counter.
    pub fn new<B: Bitboard>(variant: &Variant<B>, value: impl Fn(PieceType, u8) -> i32) -> Self {
        let men = &variant.rules.men;
        let types = || (0..men.len()).map(|i| PieceType(i as u8));
        let levels = |ty| std::array::from_fn(|level| value(ty, level as u8 + 1));
        let order = Color::BOTH.map(|color| {
            let threats = &variant.threats[color.index()];
            let mut order: Vec<u8> = (0..threats.len() as u8).collect();
            order.sort_by_key(|&i| {
                let ty = threats[usize::from(i)].code.ty();
                (ty == variant.king, value(ty, 1))
            });
            order.into()
        });
        let promoted = Color::BOTH.map(|color| {
            let best = |ty: PieceType| {
                let to = variant.man(color, ty).promotions.iter();
                to.map(|&to| value(to, 1)).max().unwrap_or(0)
            };
            types().map(best).collect()
        });
        Prices {
            values: types().map(levels).collect(),
            order,
            promoted,
            changes: !variant.morph.is_empty() || men.iter().any(|man| man.promotion.is_some()),
        }
    }

    /// Of a man of this type and counter.
    #[inline(always)]
    pub fn of(&self, ty: PieceType, counter: u8) -> i32 {
        self.values[ty.index()][usize::from(counter).clamp(1, LEVELS) - 1]
    }
    /// Of the best that a man of this type can promote to; 0 if it never does.
    #[inline(always)]
    pub fn promoted(&self, color: Color, ty: PieceType) -> i32 {
        self.promoted[color.index()][ty.index()]
    }
}

/// A man that captures: where from, and what it is worth before and after.
struct Capturer {
    from: Square,
    royal: bool,
    before: i32,
    after: i32,
}

impl<B: Bitboard> Position<B> {
    /// Whether a legal move wins at least `least` by itself and the captures on its target that follow. Of a man that
    /// changes its type the change counts.
    pub(crate) fn wins_exchange(&self, prices: &Prices, mv: Move, least: i32) -> bool {
        if mv.kind() == MoveKind::Castling {
            return least <= 0;
        }
        let (from, to) = (mv.from(), mv.to());
        let Some((color, ty)) = self.man(from) else {
            return false;
        };
        let won = self.price_of_victim(prices, mv);
        let before = prices.of(ty, self.counter(from));
        let after = self.price_after(prices, ty, mv, before);
        let mut balance = won + after - before - least;
        if balance < 0 {
            return false;
        }
        if ty == self.variant.king || !prices.changes && balance >= after {
            return true;
        }
        let mut occupied = self.occupied() & !B::bit(from) | B::bit(to);
        if let (MoveKind::EnPassant, Some(en_passant)) = (mv.kind(), self.en_passant) {
            occupied &= !B::bit(en_passant.victim);
        }

        // The balance is the mover's; who is to capture stops where the balance already is to its liking.
        let (mut side, mut at_risk) = (!color, after);
        loop {
            let next = if self.variant.has_states {
                self.cheapest_capturer::<true>(prices, side, to, occupied)
            } else {
                self.cheapest_capturer::<false>(prices, side, to, occupied)
            };
            let ours = side == color;
            let Some(next) = next else {
                return !ours;
            };
            let gain = at_risk + next.after - next.before;
            balance += if ours { gain } else { -gain };
            if ours != (balance >= 0) {
                return balance >= 0;
            }
            occupied &= !B::bit(next.from);
            if next.royal {
                // A king may not capture what is guarded.
                let guarded = self.is_attacked_through(!side, to, occupied);
                return ours != guarded;
            }
            at_risk = next.after;
            side = !side;
        }
    }

    /// What a legal move captures is worth; 0 if it captures nothing.
    pub(crate) fn price_of_victim(&self, prices: &Prices, mv: Move) -> i32 {
        let counter = self.counter(mv.to());
        self.captured(mv).map_or(0, |ty| prices.of(ty, counter))
    }

    /// By how much the man that makes this move is worth more after it, because its type has changed.
    pub(crate) fn change(&self, prices: &Prices, mv: Move) -> i32 {
        if mv.promoted().is_none() && self.variant.morph.is_empty() || mv.kind() != MoveKind::Plain {
            return 0;
        }
        self.man(mv.from()).map_or(0, |(_, ty)| {
            let before = prices.of(ty, self.counter(mv.from()));
            self.price_after(prices, ty, mv, before) - before
        })
    }

    /// Whether a legal move promotes to something that is not the dearest.
    pub(crate) fn promotes_below_best(&self, prices: &Prices, mv: Move) -> bool {
        let mover = self.man(mv.from());
        let best = mover.map_or(0, |(color, ty)| prices.promoted(color, ty));
        mv.promoted().is_some_and(|ty| prices.of(ty, 1) < best)
    }

    #[inline(always)]
    fn price_after(&self, prices: &Prices, ty: PieceType, mv: Move, before: i32) -> i32 {
        let after = self.type_after(ty, mv);
        if after == ty { before } else { prices.of(after, 1) }
    }

    /// The cheapest man of a colour that captures on a square, with these squares occupied.
    #[inline(always)]
    fn cheapest_capturer<const STATES: bool>(
        &self,
        prices: &Prices,
        color: Color,
        to: Square,
        occupied: B,
    ) -> Option<Capturer> {
        let threats = &self.variant.threats[color.index()];
        let mut found = None;
        for &index in &prices.order[color.index()] {
            let threat = &threats[usize::from(index)];
            let men = self.in_sight(threat, to) & occupied & !B::bit(to);
            if men.any() {
                let men = self.arriving::<STATES>(threat, to, men, occupied);
                if men.any() {
                    found = Some((men.first(), threat.code.ty()));
                    break;
                }
            }
        }
        let (king, none) = (self.variant.king, found.is_none());
        if STATES && (none || found.is_some_and(|(_, ty)| ty == king)) {
            found = self.flooding(to, color, occupied, !occupied | B::bit(to)).or(found);
        }
        found.map(|(from, ty)| self.capturer(prices, color, from, ty, to))
    }

    #[inline(always)]
    fn capturer(&self, prices: &Prices, color: Color, from: Square, ty: PieceType, to: Square) -> Capturer {
        let before = prices.of(ty, self.counter(from));
        let mut after = before;
        if prices.changes {
            after = self.price_after(prices, ty, Move::new(from, to, MoveKind::Plain), before);
            let man = self.variant.man(color, ty);
            if man.promotion_zone.has(to) && (man.promotion_mandatory || !self.board.away.has(from)) {
                let promoted = prices.promoted(color, ty);
                after = if man.promotion_mandatory {
                    promoted
                } else {
                    after.max(promoted)
                };
            }
        }
        Capturer {
            from,
            royal: ty == self.variant.king,
            before,
            after,
        }
    }

    fn is_attacked_through(&self, by: Color, square: Square, occupied: B) -> bool {
        let gone = !occupied | B::bit(square);
        if self.variant.has_states {
            self.attacked::<true>(square, by, occupied, gone)
        } else {
            self.attacked::<false>(square, by, occupied, gone)
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Catalogue;

    /// The values of the men that these tests use.
    fn value(letter: char, promoted: bool, counter: u8) -> i32 {
        let value = match letter {
            'P' => 100,
            'N' | 'B' => 300,
            'R' => 500,
            'Q' => 900,
            'K' => 0,
            _ => 200,
        };
        value + 100 * i32::from(promoted) + 10 * i32::from(counter - 1)
    }

    /// What a move wins in a position: the largest sum that it wins at least.
    fn wins(variant: &str, fen: &str, text: &str) -> i32 {
        let rules = Arc::clone(Catalogue::builtin().rules(variant).unwrap());
        let position = Position::<u128>::from_fen(Arc::new(Variant::new(Arc::clone(&rules))), fen).unwrap();
        let prices = Prices::new(position.variant(), |ty, counter| {
            let man = &rules.men[ty.index()];
            value(man.letter, man.promoted, counter)
        });
        let mv = position.parse_move(text).unwrap();
        (-2000..2000)
            .rev()
            .find(|&n| position.wins_exchange(&prices, mv, n))
            .unwrap()
    }

    #[test]
    fn the_cheapest_captures_first_and_nobody_has_to() {
        assert_eq!(
            wins("chess", "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"),
            100
        );
        assert_eq!(
            wins(
                "chess",
                "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
                "d3e5"
            ),
            -200
        );
        assert_eq!(wins("chess", "4k3/8/4p3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), -300);
        assert_eq!(wins("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a5"), 0);
    }

    #[test]
    fn a_king_takes_only_what_is_not_guarded() {
        assert_eq!(wins("chess", "8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
        assert_eq!(wins("chess", "8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5"), -400);
    }

    #[test]
    fn promotions_and_en_passant_count() {
        assert_eq!(wins("chess", "3r4/4P3/8/8/8/k7/8/4K3 w - - 0 1", "e7d8q"), 1300);
        assert_eq!(wins("chess", "3rr3/4P3/8/8/8/k7/8/6K1 w - - 0 1", "e7d8q"), 400);
        assert_eq!(wins("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 100);
        assert_eq!(
            wins("chess", "7k/8/8/8/8/8/4p3/R2R1K2 b - - 0 1", "e2d1q"),
            500 + 800 - 900
        );
        // The pawn that recaptures becomes a queen.
        assert_eq!(
            wins("chess", "7k/8/8/8/8/8/4p3/R2n2K1 w - - 0 1", "a1d1"),
            300 - 500 - 800
        );
    }

    #[test]
    fn men_change_by_the_square_they_land_on() {
        // The pawn becomes a rook on a3, out of reach or within it.
        assert_eq!(wins("snappy", "p3k4/9/9/9/9/9/9/P8/4K4 w - - 0 1", "a2a3"), 400);
        let rules = Arc::clone(Catalogue::builtin().rules("snappy").unwrap());
        let rook = rules.men[rules.men[rules.man('P', false).unwrap().index()].morph[18]
            .unwrap()
            .index()]
        .letter;
        assert_eq!(rook, 'R');
        assert_eq!(wins("snappy", "4k4/9/9/9/r8/9/9/P8/4K4 w - - 0 1", "a2a3"), -100);
    }

    #[test]
    fn men_that_turn_capture_once() {
        let guarded = "4k4/9/9/9/9/9/9/3+w5/3p+W4/9/4K4 w - - 0 1";
        assert_eq!(wins("chess99", guarded, "e3d3"), 100 - 300);
    }
}
