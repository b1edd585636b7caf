//! Those who take generated moves: to count them, to list them, or to look for one.

use crate::Bitboard;
use crate::types::{Move, MoveKind, Square};
use crate::variant::tables::ManTables;

/// Who takes the moves.
pub(crate) trait Sink<B> {
    /// One man's moves. `optional`: whether it may take a promotion that it need not take.
    fn man(&mut self, man: &ManTables<B>, from: Square, to: B, optional: bool);
    /// Moves of several men, each from the square `back` indices below its target.
    fn step(&mut self, man: &ManTables<B>, to: B, back: i32);
    /// One move of a special kind.
    fn special(&mut self, mv: Move);
}

/// Counts moves.
#[derive(Default)]
pub(crate) struct Count(pub u64);

impl Count {
    #[inline(always)]
    fn add<B: Bitboard>(&mut self, man: &ManTables<B>, to: B, optional: bool) {
        self.0 += u64::from(to.count());
        if man.promotion_extra > 0 && (man.promotion_mandatory || optional) {
            self.0 += u64::from((to & man.promotion_zone).count() * man.promotion_extra);
        }
    }
}

impl<B: Bitboard> Sink<B> for Count {
    #[inline(always)]
    fn man(&mut self, man: &ManTables<B>, _: Square, to: B, optional: bool) {
        self.add(man, to, optional);
    }
    #[inline(always)]
    fn step(&mut self, man: &ManTables<B>, to: B, _: i32) {
        self.add(man, to, true);
    }
    #[inline(always)]
    fn special(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Lists moves.
pub(crate) struct List<'a>(pub &'a mut Vec<Move>);

impl List<'_> {
    #[inline(always)]
    fn push<B: Bitboard>(&mut self, man: &ManTables<B>, from: Square, to: Square, optional: bool) {
        let promotes = man.promotion_zone.has(to) && (man.promotion_mandatory || optional);
        if promotes {
            self.0
                .extend(man.promotions.iter().map(|&ty| Move::promotion(from, to, ty)));
        }
        if !(promotes && man.promotion_mandatory) {
            self.0.push(Move::new(from, to, MoveKind::Plain));
        }
    }
}

impl<B: Bitboard> Sink<B> for List<'_> {
    #[inline(always)]
    fn man(&mut self, man: &ManTables<B>, from: Square, to: B, optional: bool) {
        for to in to.squares() {
            self.push(man, from, to, optional);
        }
    }
    #[inline(always)]
    fn step(&mut self, man: &ManTables<B>, to: B, back: i32) {
        for to in to.squares() {
            self.push(man, Square::new((to.index() as i32 - back) as u8), to, true);
        }
    }
    #[inline(always)]
    fn special(&mut self, mv: Move) {
        self.0.push(mv);
    }
}

/// Looks for one move.
pub(crate) struct Find {
    pub mv: Move,
    pub found: bool,
}

impl Find {
    pub fn new(mv: Move) -> Self {
        Find { mv, found: false }
    }
    #[inline(always)]
    fn look<B: Bitboard>(&mut self, man: &ManTables<B>, optional: bool) {
        let promotes = man.promotion_zone.has(self.mv.to()) && (man.promotion_mandatory || optional);
        let listed = match self.mv.promoted() {
            Some(ty) => promotes && man.promotions.contains(&ty),
            None => !(promotes && man.promotion_mandatory),
        };
        self.found |= listed && self.mv.kind() == MoveKind::Plain;
    }
}

impl<B: Bitboard> Sink<B> for Find {
    fn man(&mut self, man: &ManTables<B>, from: Square, to: B, optional: bool) {
        if from == self.mv.from() && to.has(self.mv.to()) {
            self.look(man, optional);
        }
    }
    fn step(&mut self, man: &ManTables<B>, to: B, back: i32) {
        let target = self.mv.to();
        if to.has(target) && target.index() as i32 - back == self.mv.from().index() as i32 {
            self.look(man, true);
        }
    }
    fn special(&mut self, mv: Move) {
        self.found |= mv == self.mv;
    }
}
