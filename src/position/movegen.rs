//! Legal moves. What is generated needs no further test, so the last ply of a perft is counted, not played.

use super::attacks::Safety;
use super::sink::{Count, Find, List, Sink};
use super::{Position, Right};
use crate::Bitboard;
use crate::types::{Color, Move, MoveKind, PieceType, Square};
use crate::variant::tables::{ManTables, Mover, Step};

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All.
    All,
    /// Captures, and moves that must promote.
    Captures,
    /// All others.
    Quiets,
}

/// What one generation looks up again and again.
struct Scene<B> {
    occupied: B,
    /// Where a move may end, by [`Mode`](crate::variant::tables::Mode).
    targets: [B; 3],
    wanted: Wanted,
    safety: Safety<B>,
    /// Own men whose moves are tried one by one against multiple progressive men.
    flood_watch: B,
}

impl<B: Bitboard> Position<B> {
    /// Sends all legal moves to `sink`.
    #[inline(always)]
    pub(crate) fn generate<S: Sink<B>>(&self, sink: &mut S, wanted: Wanted) {
        if self.variant.has_states {
            self.generate_with::<S, true>(sink, wanted);
        } else {
            self.generate_with::<S, false>(sink, wanted);
        }
    }

    fn generate_with<S: Sink<B>, const STATES: bool>(&self, sink: &mut S, wanted: Wanted) {
        let v = &*self.variant;
        let (us, them) = (self.side, !self.side);
        let (own, enemy) = (self.board.by_color[us.index()], self.board.by_color[them.index()]);
        if v.bare_king_loses && !(own.several() && enemy.several()) {
            if wanted != Wanted::Quiets {
                self.generate_bared::<S, STATES>(sink);
            }
            return;
        }
        let mut scene = self.scene(wanted);
        self.look_around::<STATES>(&mut scene);

        let steps = self.generate_king::<S, STATES>(sink, &scene);
        if self.castling != 0 && wanted != Wanted::Captures && !scene.safety.in_check {
            self.generate_castling::<S, STATES>(sink, &scene, steps);
        }
        if scene.safety.answers.any() {
            // The others go the fast way: counter 1, nothing to ask but where the checks are.
            let slow = scene.safety.pinned | self.grown::<STATES>() | self.away::<STATES>() | scene.flood_watch;
            for man in &v.men[us.index()] {
                let men = self.board.by_code[man.code.index()];
                if men.any() && man.ty != v.king {
                    self.generate_type::<S, STATES>(sink, man, men, slow, &scene);
                }
            }
        }
        if v.has_en_passant && wanted != Wanted::Quiets {
            self.generate_en_passant::<S, STATES>(sink);
        }
    }

    /// What a generation begins with.
    #[inline(always)]
    fn scene(&self, wanted: Wanted) -> Scene<B> {
        let (us, them) = (self.side, !self.side);
        let enemy = self.board.by_color[them.index()];
        let occupied = self.board.by_color[us.index()] | enemy;
        // A set-up position may have the opposing king attacked; it is never captured.
        let prey = enemy & !B::bit(self.board.kings[them.index()]);
        Scene {
            occupied,
            targets: match wanted {
                Wanted::All => [prey | !occupied, !occupied, prey],
                Wanted::Captures => [prey, B::EMPTY, prey],
                Wanted::Quiets => [!occupied, !occupied, B::EMPTY],
            },
            wanted,
            safety: Safety::unknown(),
            flood_watch: B::EMPTY,
        }
    }

    /// Finds what the safety of the king asks.
    #[inline(always)]
    fn look_around<const STATES: bool>(&self, scene: &mut Scene<B>) {
        let them = !self.side;
        self.look_at_king::<STATES>(&mut scene.safety);
        if STATES && self.has_floods(them) {
            let (king, own) = (
                self.board.kings[self.side.index()],
                self.board.by_color[self.side.index()],
            );
            let attacked = self.flooded(king, them, scene.occupied, B::EMPTY);
            // While they do not attack the king, only a man that bounds their way to it can let them.
            scene.flood_watch = if attacked {
                own
            } else {
                self.flood_bounds(king, them, scene.occupied) & own
            };
        }
    }

    /// Whether a move is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        let code = self.board.code(mv.from());
        let is_on_board = mv.to().index() < self.variant.board.squares();
        if !is_on_board || !code.is_some() || code.color() != self.side {
            return false;
        }
        let mut sink = Find::new(mv);
        let v = &*self.variant;
        let bared = v.bare_king_loses && Color::BOTH.iter().any(|c| !self.board.by_color[c.index()].several());
        if bared {
            self.generate(&mut sink, Wanted::All);
        } else if v.has_states {
            self.find_with::<true>(&mut sink, code.ty());
        } else {
            self.find_with::<false>(&mut sink, code.ty());
        }
        sink.found
    }

    /// Generates no more than it takes to find a move of a man of type `ty`.
    fn find_with<const STATES: bool>(&self, sink: &mut Find, ty: PieceType) {
        let (from, kind) = (sink.mv.from(), sink.mv.kind());
        if kind == MoveKind::EnPassant {
            return self.generate_en_passant::<Find, STATES>(sink);
        }
        let mut scene = self.scene(Wanted::All);
        self.look_around::<STATES>(&mut scene);
        if ty == self.variant.king {
            let steps = self.generate_king::<Find, STATES>(sink, &scene);
            if self.castling != 0 && kind == MoveKind::Castling && !scene.safety.in_check {
                self.generate_castling::<Find, STATES>(sink, &scene, steps);
            }
        } else {
            let man = self.variant.man(self.side, ty);
            self.generate_man::<Find, STATES>(sink, man, from, scene.targets, &scene);
        }
    }

    /// The moves of all men of one type but the king; those in `slow` one by one with everything thought of.
    #[inline(always)]
    fn generate_type<S: Sink<B>, const STATES: bool>(
        &self,
        sink: &mut S,
        man: &ManTables<B>,
        men: B,
        slow: B,
        scene: &Scene<B>,
    ) {
        let mut targets = scene.targets;
        if man.promotion_mandatory {
            // Where only captures are wanted, promotions are too; they are not among the quiet moves.
            let promotion = man.promotion_zone & !scene.occupied;
            targets = match scene.wanted {
                Wanted::Quiets => [targets[0] & !promotion, targets[1] & !promotion, targets[2]],
                _ => [targets[0] | promotion, targets[1] | promotion, targets[2]],
            };
        }
        let mut slow = men & slow;
        let fast = men & !slow;
        if !man.steps.is_empty() {
            self.generate_steps(sink, man, fast, targets, scene);
        } else if man.complex {
            slow = men;
        } else {
            let (mode, mover) = &man.modes[0];
            self.generate_fast(
                sink,
                man,
                mover,
                fast,
                targets[*mode as usize] & scene.safety.answers,
                scene.occupied,
            );
        }
        for from in slow.squares() {
            self.generate_man::<S, STATES>(sink, man, from, targets, scene);
        }
    }

    #[inline(always)]
    fn generate_fast<S: Sink<B>>(
        &self,
        sink: &mut S,
        man: &ManTables<B>,
        mover: &Mover<B>,
        men: B,
        targets: B,
        occupied: B,
    ) {
        if mover.only_leaps() {
            for from in men.squares() {
                sink.man(man, from, mover.near.at(from) & targets, true);
            }
        } else {
            for from in men.squares() {
                let to = self.sights.reach(man.code, mover, from, occupied) & targets;
                sink.man(man, from, to, true);
            }
        }
    }

    /// The men that may not promote of their own choice.
    #[inline(always)]
    fn away<const STATES: bool>(&self) -> B {
        if STATES { self.board.away } else { B::EMPTY }
    }

    /// The targets of one man before its king is thought of.
    fn targets_of<const STATES: bool>(&self, man: &ManTables<B>, from: Square, targets: [B; 3], occupied: B) -> B {
        let n = if STATES { self.board.counters[from.index()] } else { 1 };
        let (mut occupied, mut stop) = (occupied, B::EMPTY);
        if n > 1 {
            // A man in flight is not on its origin, and gives no check on the way.
            occupied &= !B::bit(from);
            if self.variant.rules.check_ends_ride {
                stop = self.checking_squares(self.side, &man.reverse, n, occupied);
            }
        }
        let mut to = B::EMPTY;
        for (mode, mover) in &man.modes {
            to |= mover.reach(from, n, occupied, stop) & targets[*mode as usize];
        }
        if n == 1 && man.initial_zone.has(from) {
            for (mode, mover) in &man.initial {
                to |= mover.reach(from, n, occupied, stop) & targets[*mode as usize];
            }
        }
        to
    }

    fn generate_man<S: Sink<B>, const STATES: bool>(
        &self,
        sink: &mut S,
        man: &ManTables<B>,
        from: Square,
        targets: [B; 3],
        scene: &Scene<B>,
    ) {
        let mut to = self.targets_of::<STATES>(man, from, targets, scene.occupied) & scene.safety.answers;
        if scene.safety.pinned.has(from) {
            to &= scene.safety.allowed(from);
        }
        if STATES && scene.flood_watch.has(from) {
            to = self.unflooded(from, to, scene.occupied);
        }
        sink.man(man, from, to, !self.away::<STATES>().has(from));
    }

    /// Those targets of a man after which no multiple progressive man attacks its king.
    fn unflooded(&self, from: Square, targets: B, occupied: B) -> B {
        let (king, them) = (self.board.kings[self.side.index()], !self.side);
        let mut safe = B::EMPTY;
        for to in targets.squares() {
            let after = occupied & !B::bit(from) | B::bit(to);
            if !self.flooded(king, them, after, B::bit(to)) {
                safe |= B::bit(to);
            }
        }
        safe
    }

    #[inline(always)]
    fn generate_steps<S: Sink<B>>(&self, sink: &mut S, man: &ManTables<B>, men: B, targets: [B; 3], scene: &Scene<B>) {
        for &Step {
            sources,
            delta,
            double,
            mode,
        } in &man.steps
        {
            let mut to = (men & sources).shift(delta);
            let mut back = delta;
            if double {
                to = (to & !scene.occupied).shift(delta);
                back = 2 * delta;
            }
            sink.step(man, to & targets[mode as usize] & scene.safety.answers, back);
        }
    }

    /// The king's moves but castling; gives back where it may go.
    #[inline(always)]
    fn generate_king<S: Sink<B>, const STATES: bool>(&self, sink: &mut S, scene: &Scene<B>) -> B {
        let us = self.side;
        let king = self.board.kings[us.index()];
        let man = self.variant.man(us, self.variant.king);
        let targets = if man.complex {
            self.targets_of::<STATES>(man, king, scene.targets, scene.occupied)
        } else {
            let (mode, mover) = &man.modes[0];
            mover.reach_near(king, scene.occupied) & scene.targets[*mode as usize]
        };
        let left = scene.occupied & !B::bit(king);
        let mut safe = B::EMPTY;
        for to in targets.squares() {
            if !self.attacked::<STATES>(to, !us, left, B::EMPTY) {
                safe |= B::bit(to);
            }
        }
        sink.man(man, king, safe, true);
        safe
    }

    /// Castling of a king that is not in check. `steps`: where the king may go by itself.
    #[inline]
    fn generate_castling<S: Sink<B>, const STATES: bool>(&self, sink: &mut S, scene: &Scene<B>, steps: B) {
        let occupied = scene.occupied;
        for right in Right::of(self.side) {
            let ways = &self.ways[right.index()];
            if self.castling & right.bit() == 0 || (ways.empty & occupied).any() {
                continue;
            }
            // Where the king may step it may also pass: it leaves no line to such a square behind it, not being in check.
            let crossed = |s: Square| self.attacked::<STATES>(s, !self.side, occupied, B::EMPTY);
            if (ways.king_path & !steps).squares().any(crossed) {
                continue;
            }
            let after =
                occupied & !(B::bit(ways.king) | B::bit(ways.partner)) | B::bit(ways.king_to) | B::bit(ways.partner_to);
            if !(ways.opens && self.attacked::<STATES>(ways.king_to, !self.side, after, B::EMPTY)) {
                sink.special(Move::new(ways.king, ways.partner, MoveKind::Castling));
            }
        }
    }

    fn generate_en_passant<S: Sink<B>, const STATES: bool>(&self, sink: &mut S) {
        // The state holds a square only where a legal capture exists, but not every capture there need be legal.
        if let Some(en_passant) = self.en_passant {
            let to = en_passant.crossed;
            for from in self.en_passant_captures::<STATES>(self.side, en_passant).squares() {
                // It promotes nobody, as in Fairy-Stockfish.
                sink.special(Move::new(from, to, MoveKind::EnPassant));
            }
        }
    }

    /// Where the man of the side to move on a square goes without capture, its king aside.
    pub(crate) fn quiet_targets<const STATES: bool>(&self, from: Square) -> B {
        let man = self.variant.man(self.side, self.board.code(from).ty());
        let empty = !self.board.occupied();
        self.targets_of::<STATES>(man, from, [empty, empty, B::EMPTY], !empty)
    }

    /// From where men of `by`, the side to move, may legally capture en passant. A man that could also go there
    /// without capture does just that, as in Fairy-Stockfish: the moves read alike.
    pub(crate) fn en_passant_captures<const STATES: bool>(&self, by: Color, en_passant: super::EnPassant) -> B {
        let v = &*self.variant;
        let (king, them) = (self.board.kings[by.index()], !by);
        let victim = B::bit(en_passant.victim);
        let mut legal = B::EMPTY;
        for man in &v.men[by.index()] {
            let Some(origins) = &man.en_passant_from else { continue };
            let men = self.board.by_code[man.code.index()];
            for from in (origins.at(en_passant.crossed) & men).squares() {
                if self.quiet_targets::<STATES>(from).has(en_passant.crossed) {
                    continue;
                }
                let occupied = self.board.occupied() & !victim & !B::bit(from) | B::bit(en_passant.crossed);
                let king = if from == king { en_passant.crossed } else { king };
                if !self.attacked::<STATES>(king, them, occupied, victim) {
                    legal |= B::bit(from);
                }
            }
        }
        legal
    }

    /// Where the bare-king rule leaves anything to play: the side to move is bare and the other has one man left
    /// that it can take.
    #[cold]
    fn generate_bared<S: Sink<B>, const STATES: bool>(&self, sink: &mut S) {
        let (us, them) = (self.side, !self.side);
        let last = self.board.by_color[them.index()] & !B::bit(self.board.kings[them.index()]);
        if last.is_empty() || last.several() {
            return;
        }
        let occupied = self.board.occupied();
        let mut scene = Scene {
            occupied,
            targets: [last, B::EMPTY, last],
            wanted: Wanted::Captures,
            safety: Safety::unknown(),
            flood_watch: B::EMPTY,
        };
        self.look_at_king::<STATES>(&mut scene.safety);
        debug_assert!(!self.board.by_color[us.index()].several());
        self.generate_king::<S, STATES>(sink, &scene);
        if self.variant.has_en_passant {
            self.generate_en_passant::<S, STATES>(sink);
        }
    }

    /// Appends all legal moves; none where the variant's own rule has ended the game (a bared king).
    pub fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.generate(&mut List(moves), Wanted::All);
    }

    /// Appends the legal captures and the moves that must promote.
    pub fn legal_captures(&self, moves: &mut Vec<Move>) {
        self.generate(&mut List(moves), Wanted::Captures);
    }

    /// Appends the legal moves that [`legal_captures`](Position::legal_captures) leaves out.
    pub fn legal_quiets(&self, moves: &mut Vec<Move>) {
        self.generate(&mut List(moves), Wanted::Quiets);
    }

    /// How many legal moves there are.
    pub fn count_moves(&self) -> u64 {
        let mut count = Count::default();
        self.generate(&mut count, Wanted::All);
        count.0
    }
}
