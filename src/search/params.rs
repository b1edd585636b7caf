//! The numbers of the search, in one place. Margins are centipawns, that is hundredths of the variant's own pawn;
//! depths are plies.

/// Deepest ply the search goes to, extensions and quiescence included: arrays are this long.
pub(super) const MAX_PLY: usize = 128;
/// Deepest iteration. What is left to [`MAX_PLY`] is for quiescence.
pub(super) const MAX_DEPTH: i32 = 100;

/// The stop flag and the clock are looked at every this many nodes: a node takes 1 to 20 µs, a look about 30 ns.
pub(super) const POLL_INTERVAL: u64 = 64;

/// First half-width of the aspiration window, doubled with each failure.
pub(super) const ASPIRATION_WINDOW: i32 = 30;
/// Shallowest iteration with an aspiration window.
pub(super) const ASPIRATION_DEPTH: i32 = 5;
/// A window wider than this is opened altogether.
pub(super) const ASPIRATION_WIDEST: i32 = 500;

/// Reverse futility: up to this depth ...
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 6;
/// ... a position this far above the window for each ply of depth is not searched.
pub(super) const REVERSE_FUTILITY_MARGIN: i32 = 90;

/// Shallowest depth of a null move.
pub(super) const NULL_DEPTH: i32 = 3;
/// Reduction of a null move's search ...
pub(super) const NULL_REDUCTION: i32 = 3;
/// ... one more for this much depth ...
pub(super) const NULL_DEPTH_STEP: i32 = 5;
/// ... and one more (two at most) for this much above the window.
pub(super) const NULL_MARGIN_STEP: i32 = 200;

/// Shallowest depth at which a position without a table move is searched one ply less.
pub(super) const NO_TABLE_MOVE_DEPTH: i32 = 4;

/// Shallowest depth of late-move reductions.
pub(super) const REDUCTION_DEPTH: i32 = 3;
/// How many moves are searched at full depth first.
pub(super) const REDUCTION_MOVES: usize = 3;
/// A late move's reduction is `REDUCTION_BASE + log2(depth) * log2(number) * REDUCTION_FACTOR`, in 1/1024 of a ply.
pub(super) const REDUCTION_BASE: i32 = 500;
/// See [`REDUCTION_BASE`].
pub(super) const REDUCTION_FACTOR: i32 = 210;
/// A quiet move's history of this size changes its reduction by a ply.
pub(super) const REDUCTION_HISTORY: i32 = 6_000;

/// Quiescence: a capture is left out if even with this much on top it does not reach the window.
pub(super) const DELTA_MARGIN: i32 = 200;
/// Quiescence answers checks with all evasions for this many plies.
pub(super) const EVASION_PLIES: i32 = 6;
/// Quiescence takes all captures for this many plies, then only recaptures on the square of the last capture: with
/// a dozen queens on the board exchanges would not end.
pub(super) const CAPTURE_PLIES: i32 = 8;
/// With at most this many own men a side is looked at for having no move at all where stalemate is not a draw.
pub(super) const STALEMATE_MEN: u32 = 4;

/// Bound of a history counter.
pub(super) const HISTORY_MAX: i32 = 16_384;
/// Largest change of a history counter by one cutoff.
pub(super) const HISTORY_BONUS_MAX: i32 = 1_600;
/// A quiet move that changes the mover's type for at least this much more value is tried like a capture.
pub(super) const CHANGE_MARGIN: i32 = 50;
/// A capture is taken for a losing one if the capturing man is worth this much more than what it takes.
pub(super) const RISK_MARGIN: i32 = 50;
