//! The tables of one variant: what hot code reads instead of testing rules.
//!
//! Tables have one entry per square and are shared between the types that use them; a [`Base`] is the number of one.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::Rules;
use crate::Bitboard;
use crate::types::{Color, Geometry, PieceType, Square};

/// The number of a table of one entry per square.
pub(crate) type Base = u32;

/// A table of one entry per square. It has room for two more, so that the entries of one square in successive tables do
/// not all compete for the same place in the cache.
pub(crate) type Row<T> = [T; 130];

/// The two halves of a line through a square: the squares of lower and of higher index, in one pair of directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line<B> {
    pub lower: B,
    pub upper: B,
}

/// A progressive ride in one pair of directions: the tables for one leap, two leaps, ... follow each other up to the
/// longest ride the board has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProgressiveLine {
    pub first: Base,
    pub longest: u8,
}

/// How a man leaves a square: the union of its parts of one mode.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mover {
    /// Leaps, to any square.
    pub leaps: Base,
    /// The same together with what the progressive parts reach with a counter of 1.
    pub near: Base,
    /// Rides.
    pub lines: ArrayVec<Base, 8>,
    /// Whether any of the following is there.
    pub special: bool,
    /// Rides for which `lines` has no room.
    pub more_lines: Box<[Base]>,
    /// Lame leaps: the line to walk and where on it the leap ends.
    pub lames: Box<[(Base, Base)]>,
    /// What the progressive parts reach with a counter of 1.
    pub first_leaps: Base,
    /// Progressive rides.
    pub progressive: Box<[ProgressiveLine]>,
    /// Multiple progressive leapers: their single leap.
    pub multiple: Box<[Base]>,
}

impl Mover {
    /// All rides.
    pub fn all_lines(&self) -> impl Iterator<Item = Base> {
        self.lines.iter().chain(&self.more_lines).copied()
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
    pub modes: ArrayVec<(Mode, Mover), 3>,
    /// Whether such a man, with a counter of 1, moves by more than the leaps and `lines` of its first mode.
    pub complex: bool,
    /// Parts for the initial zone (and a counter of 1).
    pub initial: Box<[(Mode, Mover)]>,
    pub initial_zone: B,
    /// Where initial double steps lead, whatever stands between; table 0 (empty) if there are none.
    pub double_steps: Base,
    /// Where it could capture something on a square, seen from that square (initial parts left out).
    pub reverse: Mover,
    /// For men moved all at once (pawns with a counter of 1); empty if the type cannot be.
    pub steps: Box<[Step<B>]>,
    /// Squares from which an en-passant capture reaches a square; table 0 (empty) if it never captures so.
    pub en_passant_from: Base,
    pub promotion_zone: B,
    pub promotions: Box<[PieceType]>,
    /// How many moves more than one a target in the zone stands for.
    pub promotion_extra: u32,
    pub promotion_mandatory: bool,
    pub has_counter: bool,
    pub pawn: bool,
    pub en_passant_victim: bool,
}

/// The men of some types, and of an initial part only those in its zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group<B> {
    /// The first four types; [`NO_TYPE`] where there are fewer.
    pub types: [u8; 4],
    pub more_types: Box<[u8]>,
    pub zone: B,
}

/// No men have this type.
pub(crate) const NO_TYPE: u8 = 63;

/// A table, and the number of the group that attacks along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attack<T> {
    pub along: T,
    pub group: u32,
}

/// How the men of one colour attack a square, looking from the square: each distinct table once.
#[derive(Clone, Debug, Default)]
pub(crate) struct AttackMap<B> {
    pub groups: Vec<Group<B>>,
    pub leaps: Vec<Attack<Base>>,
    pub lines: Vec<Attack<Base>>,
    pub lames: Vec<Attack<(Base, Base)>>,
    /// Men with a counter, while it is 1: progressive parts, and initial ones.
    pub first_leaps: Vec<Attack<Base>>,
    pub first_lines: Vec<Attack<Base>>,
    pub first_lames: Vec<Attack<(Base, Base)>>,
    pub progressive: Vec<Attack<ProgressiveLine>>,
    pub multiple: Vec<Attack<Base>>,
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
    pub(crate) leaps: Box<[Row<B>]>,
    pub(crate) lines: Box<[Row<Line<B>>]>,
    pub(crate) men: [Box<[ManTables<B>]>; 2],
    pub(crate) attacks: [AttackMap<B>; 2],
    pub(crate) king: PieceType,
    /// The type a man becomes by landing on a square, by its type; empty if nothing ever changes.
    pub(crate) morph: Box<[Row<PieceType>]>,
    pub(crate) home: [B; 2],
    pub(crate) keys: Keys,
    pub(crate) has_counters: bool,
    /// Whether a man can have a counter or a mark.
    pub(crate) has_states: bool,
    pub(crate) return_home: bool,
    pub(crate) bare_king_loses: bool,
    pub(crate) has_en_passant: bool,
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

    #[inline(always)]
    pub(crate) fn leap(&self, base: Base, square: Square) -> B {
        self.leaps[base as usize][square.index()]
    }

    #[inline(always)]
    pub(crate) fn line(&self, base: Base, square: Square) -> Line<B> {
        self.lines[base as usize][square.index()]
    }

    /// Squares reached along a line: up to and including the first occupied one on both sides.
    #[inline(always)]
    pub(crate) fn ride(&self, base: Base, square: Square, occupied: B) -> B {
        let line = self.line(base, square);
        B::between_obstacles(line.lower, line.upper, occupied)
    }

    /// The table of a progressive ride of up to `leaps` leaps.
    #[inline(always)]
    pub(crate) fn limited(&self, line: ProgressiveLine, leaps: u8) -> Base {
        line.first + u32::from(leaps.min(line.longest) - 1)
    }

    #[inline(always)]
    pub(crate) fn man(&self, color: Color, ty: PieceType) -> &ManTables<B> {
        &self.men[color.index()][ty.index()]
    }

    /// All squares a mover reaches from `square` with counter `n`: obstacles included, whoever they belong to.
    /// Its progressive rides end on squares of `stop`; its own square must not be in `occupied` if it is multiple.
    #[inline(always)]
    pub(crate) fn reach(&self, mover: &Mover, square: Square, n: u8, occupied: B, stop: B) -> B {
        let leaps = if n == 1 { mover.near } else { mover.leaps };
        let mut reached = self.leap(leaps, square);
        for &line in &mover.lines {
            reached |= self.ride(line, square, occupied);
        }
        if mover.special {
            reached |= self.reach_special(mover, square, n, occupied, stop);
        }
        reached
    }

    /// [`reach`](Variant::reach) of a man that is not [`complex`](ManTables::complex), whose counter is 1 and that has
    /// `LINES` rides.
    #[inline(always)]
    pub(crate) fn reach_near<const LINES: usize>(
        &self,
        near: Base,
        lines: [Base; LINES],
        square: Square,
        occupied: B,
    ) -> B {
        let mut reached = self.leap(near, square);
        for line in lines {
            reached |= self.ride(line, square, occupied);
        }
        reached
    }

    fn reach_special(&self, mover: &Mover, square: Square, n: u8, occupied: B, stop: B) -> B {
        let mut reached = B::EMPTY;
        for &line in &mover.more_lines {
            reached |= self.ride(line, square, occupied);
        }
        for &(line, land) in &mover.lames {
            reached |= self.ride(line, square, occupied) & self.leap(land, square);
        }
        if n == 1 {
            return reached;
        }
        let stops = occupied | stop;
        for &line in &mover.progressive {
            reached |= self.ride(self.limited(line, n), square, stops);
        }
        for &leap in &mover.multiple {
            reached |= self.flood(leap, square, n, stops);
        }
        reached
    }

    /// What up to `n` leaps of any direction reach over squares that are not in `stops`, the origin left out.
    /// A shortest route never crosses a square twice, so each square is expanded once.
    pub(crate) fn flood(&self, leap: Base, from: Square, n: u8, stops: B) -> B {
        let mut reached = B::EMPTY;
        let mut layer = B::bit(from);
        for _ in 0..n {
            let next = self.layer(leap, layer) & !reached;
            if next.is_empty() {
                break;
            }
            reached |= next;
            layer = next & !stops;
        }
        reached & !B::bit(from)
    }

    /// What one leap reaches from any square of a set.
    #[inline]
    pub(crate) fn layer(&self, leap: Base, from: B) -> B {
        let mut next = B::EMPTY;
        for square in from.squares() {
            next |= self.leap(leap, square);
        }
        next
    }

    /// What routes of exactly `n` leaps reach; squares may be crossed more than once.
    pub(crate) fn flood_exact(&self, leap: Base, from: Square, n: u8, stops: B) -> B {
        let mut layers = [B::EMPTY, B::bit(from)];
        for i in 0..n {
            let next = self.layer(leap, if i == 0 { layers[1] } else { layers[1] & !stops });
            // Layers follow from the one before, so once they alternate they alternate for good.
            if i >= 2 && next == layers[0] {
                return if (n - i) % 2 == 1 { next } else { layers[1] };
            }
            layers = [layers[1], next];
        }
        layers[1]
    }
}
