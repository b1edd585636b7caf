//! The tables of one variant: what hot code reads instead of testing rules.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::Rules;
use crate::Bitboard;
use crate::types::{Code, Color, Geometry, PieceType, Square};

/// A table of one entry per square, shared by all that read the same one. It has room for two more, so that the entries
/// of one square in tables that follow each other in memory do not all compete for the same place in the cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row<T>(Arc<[T; 130]>);

impl<T: Copy> Row<T> {
    pub fn new(entry: impl FnMut(usize) -> T) -> Self {
        Row(Arc::new(std::array::from_fn(entry)))
    }

    #[inline(always)]
    pub fn at(&self, square: Square) -> T {
        self.0[square.index()]
    }
}

/// The two halves of a line through a square: the squares of lower and of higher index, in one pair of directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line<B> {
    pub lower: B,
    pub upper: B,
}

impl<B: Bitboard> Line<B> {
    #[inline(always)]
    pub fn squares(self) -> B {
        self.lower | self.upper
    }
}

impl<B: Bitboard> Row<Line<B>> {
    /// Squares reached along a line: up to and including the first occupied one on both sides.
    #[inline(always)]
    pub fn ride(&self, square: Square, occupied: B) -> B {
        let line = self.at(square);
        B::between_obstacles(line.lower, line.upper, occupied)
    }
}

impl<B: Bitboard> Row<B> {
    /// What one leap reaches from any square of a set.
    #[inline]
    pub fn layer(&self, from: B) -> B {
        from.squares().fold(B::EMPTY, |next, square| next | self.at(square))
    }

    /// What up to `n` leaps of any direction reach over squares that are not in `stops`, the origin left out.
    /// A shortest route never crosses a square twice, so each square is expanded once.
    pub fn flood(&self, from: Square, n: u8, stops: B) -> B {
        let mut reached = B::EMPTY;
        let mut layer = B::bit(from);
        for _ in 0..n {
            let next = self.layer(layer) & !reached;
            if next.is_empty() {
                break;
            }
            reached |= next;
            layer = next & !stops;
        }
        reached & !B::bit(from)
    }

    /// What routes of exactly `n` leaps reach; squares may be crossed more than once.
    pub fn flood_exact(&self, from: Square, n: u8, stops: B) -> B {
        let mut layers = [B::EMPTY, B::bit(from)];
        for i in 0..n {
            let next = self.layer(if i == 0 { layers[1] } else { layers[1] & !stops });
            // Layers follow from the one before, so once they alternate they alternate for good.
            if i >= 2 && next == layers[0] {
                return if (n - i) % 2 == 1 { next } else { layers[1] };
            }
            layers = [layers[1], next];
        }
        layers[1]
    }
}

/// A lame leap: the line to walk, and where on it the leap ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lame<B> {
    pub walk: Row<Line<B>>,
    pub land: Row<B>,
}

impl<B: Bitboard> Lame<B> {
    #[inline(always)]
    pub fn reach(&self, square: Square, occupied: B) -> B {
        self.walk.ride(square, occupied) & self.land.at(square)
    }
}

/// A progressive ride in one pair of directions: the lines of one leap, two leaps, ... up to the longest ride the board
/// has room for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProgressiveLine<B>(pub Box<[Row<Line<B>>]>);

impl<B> ProgressiveLine<B> {
    /// The most leaps there is room for.
    pub fn longest(&self) -> u8 {
        self.0.len() as u8
    }

    /// The line of up to `leaps` leaps, at least one.
    #[inline(always)]
    pub fn limited(&self, leaps: u8) -> &Row<Line<B>> {
        &self.0[usize::from(leaps.min(self.longest())) - 1]
    }

    /// The line of a ride without limit.
    #[inline(always)]
    pub fn full(&self) -> &Row<Line<B>> {
        self.limited(u8::MAX)
    }
}

/// How a man leaves a square: the union of its parts of one mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mover<B> {
    /// Leaps, to any square.
    pub leaps: Row<B>,
    /// The same together with what the progressive parts reach with a counter of 1.
    pub near: Row<B>,
    /// Rides.
    pub lines: Box<[Row<Line<B>>]>,
    pub lames: Box<[Lame<B>]>,
    /// What the progressive parts reach with a counter of 1.
    pub first_leaps: Row<B>,
    /// Progressive rides.
    pub progressive: Box<[ProgressiveLine<B>]>,
    /// Multiple progressive leapers: their single leap.
    pub multiple: Box<[Row<B>]>,
}

impl<B: Bitboard> Mover<B> {
    /// All squares reached from `square` with counter `n`: obstacles included, whoever they belong to. Progressive rides
    /// end on squares of `stop`; `square` must not be in `occupied` if there are multiple ones.
    #[inline]
    pub fn reach(&self, square: Square, n: u8, occupied: B, stop: B) -> B {
        if n == 1 {
            return self.reach_near(square, occupied);
        }
        let mut reached = self.leaps.at(square) | self.ride(square, occupied);
        let stops = occupied | stop;
        for line in &self.progressive {
            reached |= line.limited(n).ride(square, stops);
        }
        for leap in &self.multiple {
            reached |= leap.flood(square, n, stops);
        }
        reached
    }

    /// All squares reached with a counter of 1.
    #[inline(always)]
    pub fn reach_near(&self, square: Square, occupied: B) -> B {
        self.near.at(square) | self.ride(square, occupied)
    }

    /// What riding and lame leaping reaches, whatever the counter.
    #[inline(always)]
    pub fn ride(&self, square: Square, occupied: B) -> B {
        let mut reached = B::EMPTY;
        for line in &self.lines {
            reached |= line.ride(square, occupied);
        }
        for lame in &self.lames {
            reached |= lame.reach(square, occupied);
        }
        reached
    }

    /// Whether it only leaps while its counter is 1.
    pub fn only_leaps(&self) -> bool {
        self.lines.is_empty() && self.lames.is_empty()
    }
}

/// On what a move may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// An empty square or an opposing man.
    Both = 0,
    /// An empty square.
    Quiet = 1,
    /// An opposing man.
    Capture = 2,
}

impl Mode {
    /// Whether moves of this mode end on an opposing man (`capture`), or on an empty square.
    pub fn ends_on(self, capture: bool) -> bool {
        self != if capture { Mode::Quiet } else { Mode::Capture }
    }
}

/// One leap, or two in one direction, made by all men of a set at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<B> {
    /// Squares from which it stays on the board (and in the zone, if it is an initial step).
    pub sources: B,
    /// Index difference of one leap.
    pub delta: i32,
    /// Two leaps; the square between must be empty.
    pub double: bool,
    pub mode: Mode,
}

/// All that move generation needs to know of the men of one type and colour.
#[derive(Clone, Debug)]
pub(crate) struct ManTables<B> {
    pub ty: PieceType,
    pub code: Code,
    pub modes: ArrayVec<(Mode, Mover<B>), 3>,
    /// Whether such a man, with a counter of 1, moves by more than the leaps and rides of its first mode.
    pub complex: bool,
    /// Parts for the initial zone (and a counter of 1).
    pub initial: Box<[(Mode, Mover<B>)]>,
    pub initial_zone: B,
    /// Where initial double steps from a square of the zone lead, whatever stands between.
    pub double_steps: Row<B>,
    /// Where it could capture something on a square, seen from that square (initial parts left out).
    pub reverse: Mover<B>,
    /// For men moved all at once (pawns with a counter of 1); empty if the type cannot be.
    pub steps: Box<[Step<B>]>,
    /// Squares from which an en-passant capture reaches a square; `None` if it never captures so.
    pub en_passant_from: Option<Row<B>>,
    pub promotion_zone: B,
    pub promotions: Box<[PieceType]>,
    /// How many moves more than one a target in the zone stands for.
    pub promotion_extra: u32,
    pub promotion_mandatory: bool,
    pub has_counter: bool,
    pub pawn: bool,
    pub en_passant_victim: bool,
}

/// How the men of one type attack a square, looking from the square.
#[derive(Clone, Debug)]
pub(crate) struct Threat<B> {
    pub code: Code,
    /// From where such a man attacks when nothing stands in its way, whatever its counter (multiple progressive parts left
    /// out); for initial parts, only squares of their zone.
    pub sight: Row<B>,
    /// Whether it is there only while the counter is 1.
    pub first: bool,
    pub mover: Mover<B>,
}

/// A multiple progressive part of the men of one type, looking from the square it attacks.
#[derive(Clone, Debug)]
pub(crate) struct Flood<B> {
    pub code: Code,
    pub leap: Row<B>,
}

/// Random numbers for hashing positions.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    /// By code (0, no man: for the en-passant square) and square.
    pub men: Box<[Row<u64>]>,
    pub side: u64,
}

/// One variant, compiled for a bitboard width.
#[derive(Clone, Debug)]
pub struct Variant<B> {
    pub(crate) rules: Arc<Rules>,
    pub(crate) board: Geometry,
    pub(crate) men: [Box<[ManTables<B>]>; 2],
    pub(crate) threats: [Box<[Threat<B>]>; 2],
    pub(crate) floods: [Box<[Flood<B>]>; 2],
    pub(crate) king: PieceType,
    /// The type a man becomes by landing on a square, by its type; empty if nothing ever changes.
    pub(crate) morph: Box<[Row<PieceType>]>,
    pub(crate) home: [B; 2],
    pub(crate) keys: Keys,
    /// Whether a man can have a counter or a mark.
    pub(crate) has_states: bool,
    pub(crate) return_home: bool,
    pub(crate) bare_king_loses: bool,
    pub(crate) has_en_passant: bool,
    /// Whether what a pawn's move has changed can be as before again: positions may then recur across such moves.
    pub(crate) pawns_return: bool,
}

impl<B: Bitboard> Variant<B> {
    /// Compiles the rules into tables.
    ///
    /// # Panics
    /// If the board has more squares than the bitboard.
    pub fn new(rules: Arc<Rules>) -> Self {
        super::compile::compile(rules)
    }

    /// The rules it was compiled from.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The board.
    pub fn board(&self) -> Geometry {
        self.board
    }

    /// Whether a man of this type has a promoted form that it may take.
    pub(crate) fn may_take_form(&self, ty: PieceType) -> bool {
        let men = &self.rules.men;
        let promotion = men[ty.index()].promotion.as_ref();
        promotion.is_some_and(|p| p.to.iter().flatten().any(|to| men[to.index()].promoted))
    }

    /// Whether men of a colour attack by lame leaps, or round corners.
    pub(crate) fn jumps_or_bends(&self, color: Color) -> bool {
        let lame = |threat: &Threat<B>| !threat.mover.lames.is_empty();
        self.threats[color.index()].iter().any(lame) || !self.floods[color.index()].is_empty()
    }

    #[inline(always)]
    pub(crate) fn man(&self, color: Color, ty: PieceType) -> &ManTables<B> {
        &self.men[color.index()][ty.index()]
    }
}
