//! The numbers of the search, in one place. Margins are centipawns, that is hundredths of the variant's own pawn;
//! depths are plies, reductions 1/1024 of a ply.

/// Deepest ply the search goes to, extensions and quiescence included: arrays are this long.
pub(super) const MAX_PLY: usize = 128;
/// Deepest iteration. What is left to [`MAX_PLY`] is for quiescence.
pub(super) const MAX_DEPTH: i32 = 100;

/// The stop flag and the clock are looked at every this many nodes: a node takes 1 to 20 µs, a look about 30 ns.
pub(super) const POLL_INTERVAL: u64 = 64;

/// First half-width of the aspiration window, made half as wide again with each failure.
pub(super) const ASPIRATION_WINDOW: i32 = 26;
/// Shallowest iteration with an aspiration window.
pub(super) const ASPIRATION_DEPTH: i32 = 5;
/// A window wider than this is opened altogether.
pub(super) const ASPIRATION_WIDEST: i32 = 500;

/// Table cutoffs are not trusted this near to the end of the move rule, plies.
pub(super) const NEAR_MOVE_RULE: u16 = 10;

/// Razoring: up to this depth ...
pub(super) const RAZOR_DEPTH: i32 = 3;
/// ... a position this far below the window, ...
pub(super) const RAZOR_MARGIN: i32 = 130;
/// ... and this much for each ply of depth, is left to quiescence.
pub(super) const RAZOR_STEP: i32 = 140;

/// Reverse futility: up to this depth ...
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 7;
/// ... a position this far above the window for each ply of depth (one ply less if it improves) is not searched, ...
pub(super) const REVERSE_FUTILITY_MARGIN: i32 = 48;
/// ... less this if the last move was bad for the opponent.
pub(super) const REVERSE_FUTILITY_WORSENING: i32 = 7;

/// Shallowest depth of a null move.
pub(super) const NULL_DEPTH: i32 = 2;
/// Reduction of a null move's search ...
pub(super) const NULL_REDUCTION: i32 = 4;
/// ... one more for this much depth ...
pub(super) const NULL_DEPTH_STEP: i32 = 4;
/// ... and one more (three at most) for this much above the window.
pub(super) const NULL_MARGIN_STEP: i32 = 160;
/// The static evaluation itself must be so much above the window for a null move ...
pub(super) const NULL_STATIC: i32 = 75;
/// ... less this for each ply of depth.
pub(super) const NULL_STATIC_STEP: i32 = 14;
/// From this depth on a null move's success is verified by a search without null moves ...
pub(super) const NULL_VERIFY_DEPTH: i32 = 12;
/// ... and with at most so many men that are no pawns at any depth.
pub(super) const NULL_VERIFY_MEN: u32 = 1;

/// Shallowest depth of ProbCut.
pub(super) const PROBCUT_DEPTH: i32 = 5;
/// A capture that beats the window by this much in a search this many plies less deep is taken for good enough, ...
pub(super) const PROBCUT_MARGIN: i32 = 150;
/// ... and so much less if the position improves.
pub(super) const PROBCUT_IMPROVING: i32 = 31;
/// See [`PROBCUT_MARGIN`].
pub(super) const PROBCUT_REDUCTION: i32 = 4;

/// Shallowest depth at which a position without a table move is searched one ply less.
pub(super) const NO_TABLE_MOVE_DEPTH: i32 = 4;

/// Late-move pruning: so many quiet moves, and the square of the depth, are tried ...
pub(super) const LATE_MOVES: i32 = 5;
/// ... up to this depth; half of that if the position does not improve.
pub(super) const LATE_DEPTH: i32 = 9;
/// The reduced depth that the next three go by is less by a ply for a history this bad, or more for one this good, ...
pub(super) const PRUNING_HISTORY: i32 = 13_100;
/// ... and less, by 1/1024 of a ply, where the position does not improve.
pub(super) const PRUNING_WORSENING: i32 = 190;
/// Futility: up to this reduced depth ...
pub(super) const FUTILITY_DEPTH: i32 = 9;
/// ... a quiet move is not tried this far below the window ...
pub(super) const FUTILITY_MARGIN: i32 = 21;
/// ... and this much for each ply of reduced depth.
pub(super) const FUTILITY_STEP: i32 = 59;
/// Up to this reduced depth a quiet move with a history below `HISTORY_PRUNING` for each ply is not tried.
pub(super) const HISTORY_PRUNING_DEPTH: i32 = 3;
/// See [`HISTORY_PRUNING_DEPTH`].
pub(super) const HISTORY_PRUNING: i32 = -3_800;
/// A quiet move that loses this much for each ply of reduced depth, squared, is not tried.
pub(super) const QUIET_LOSS: i32 = 9;
/// A capture that loses this much for each ply of depth is not tried.
pub(super) const CAPTURE_LOSS: i32 = 77;
/// Up to this depth ...
pub(super) const CHECK_LOSS_DEPTH: i32 = 6;
/// ... a move that may give check and loses this much for each ply of depth is not tried.
pub(super) const CHECK_LOSS: i32 = 120;

/// Shallowest depth at which it is asked whether the table move is singular.
pub(super) const SINGULAR_DEPTH: i32 = 6;
/// It is if all others fail below its score by so much for each ply of depth, in eighths; ...
pub(super) const SINGULAR_MARGIN: i32 = 11;
/// ... it is extended by two plies outside of the principal variation if they fail by this much more, ...
pub(super) const SINGULAR_DOUBLE: i32 = 28;
/// ... and by three if by this much and the move is quiet.
pub(super) const SINGULAR_TRIPLE: i32 = 95;
/// If others are good enough too, and a cutoff is promised or expected, it is searched so many plies less deep.
pub(super) const SINGULAR_LESS: i32 = 2;
/// How many plies shallower than wanted the table's score may be.
pub(super) const SINGULAR_TABLE_DEPTH: i32 = 3;

/// Shallowest depth of late-move reductions.
pub(super) const REDUCTION_DEPTH: i32 = 2;
/// How many moves are searched at full depth first, ...
pub(super) const REDUCTION_MOVES: i32 = 1;
/// ... and at the root.
pub(super) const ROOT_REDUCTION_MOVES: usize = 3;
/// A late move's reduction is `REDUCTION_BASE + log2(depth) * log2(number) * REDUCTION_FACTOR`.
pub(super) const REDUCTION_BASE: i32 = 690;
/// See [`REDUCTION_BASE`].
pub(super) const REDUCTION_FACTOR: i32 = 200;
/// Less in the principal variation, ...
pub(super) const REDUCTION_PV: i32 = 870;
/// ... more where a cutoff is expected, ...
pub(super) const REDUCTION_CUT: i32 = 1_550;
/// ... more where the position does not improve, ...
pub(super) const REDUCTION_WORSENING: i32 = 580;
/// ... more where the table's move is a capture, ...
pub(super) const REDUCTION_TABLE_CAPTURE: i32 = 600;
/// ... more where a cutoff is expected and the table knows no move, ...
pub(super) const REDUCTION_NO_MOVE: i32 = 700;
/// ... more where more than so many positions after this one have been cut off, ...
pub(super) const CUTOFFS: i32 = 1;
/// ... by this, ...
pub(super) const REDUCTION_CUTOFFS: i32 = 1_150;
/// ... less where the position is or was in the principal variation, ...
pub(super) const REDUCTION_ON_LINE: i32 = 880;
/// ... less for killers, ...
pub(super) const REDUCTION_KILLER: i32 = 1_220;
/// ... less for moves that give check, ...
pub(super) const REDUCTION_CHECK: i32 = 960;
/// ... and for captures.
pub(super) const REDUCTION_CAPTURE: i32 = 1_380;
/// A history of this size changes the reduction by a ply.
pub(super) const REDUCTION_HISTORY: i32 = 8_740;
/// A late move that beats the best by this much and `DEEPER_STEP` for each ply is looked at a ply deeper again, ...
pub(super) const DEEPER_MARGIN: i32 = 17;
/// See [`DEEPER_MARGIN`].
pub(super) const DEEPER_STEP: i32 = 2;
/// ... one that beats it by less than this a ply less deep.
pub(super) const SHALLOWER_MARGIN: i32 = 5;
/// A position after a move that was reduced by so many plies is searched a ply deeper if the move has lost nothing, ...
pub(super) const HINDSIGHT_MORE: i32 = 3;
/// ... and after one that was reduced by so many, a ply less deep ...
pub(super) const HINDSIGHT_LESS: i32 = 2;
/// ... if it has lost more than this.
pub(super) const HINDSIGHT_MARGIN: i32 = 68;

/// Quiescence: a capture is left out if even with this much on top it does not reach the window.
pub(super) const DELTA_MARGIN: i32 = 180;
/// Quiescence answers checks with all evasions for this many plies.
pub(super) const EVASION_PLIES: i32 = 6;
/// So many quiet evasions are tried after one that is not mate.
pub(super) const EVASION_QUIETS: i32 = 1;
/// Quiescence tries quiet moves that give check for this many plies.
pub(super) const CHECK_PLIES: i32 = 1;
/// Quiescence takes all captures for this many plies, then only recaptures on the square of the last capture: with
/// a dozen queens on the board exchanges would not end.
pub(super) const CAPTURE_PLIES: i32 = 8;
/// With at most this many own men a side is looked at for having no move at all where stalemate is not a draw.
pub(super) const STALEMATE_MEN: u32 = 4;

/// Bound of a history counter.
pub(super) const HISTORY_MAX: i32 = 16_384;
/// A cutoff changes histories by this much for each ply of depth, ...
pub(super) const HISTORY_BONUS: i32 = 150;
/// ... less this, ...
pub(super) const HISTORY_BONUS_LESS: i32 = 40;
/// ... and at most by this.
pub(super) const HISTORY_BONUS_MAX: i32 = 1_720;
/// The same for moves tried in vain before.
pub(super) const HISTORY_MALUS: i32 = 200;
/// See [`HISTORY_MALUS`].
pub(super) const HISTORY_MALUS_LESS: i32 = 49;
/// See [`HISTORY_MALUS`].
pub(super) const HISTORY_MALUS_MAX: i32 = 2_010;
/// Of that bonus, a quiet move gets this part, in 1/1024, if nothing was found against it, ...
pub(super) const FAIL_LOW_BONUS: i32 = 1_070;
/// ... a table's move this, if the table has cut a node by it, ...
pub(super) const TABLE_BONUS: i32 = 620;
/// ... a late move this, more or less, that had to be looked at again.
pub(super) const AGAIN_BONUS: i32 = 910;
/// A quiet move's own counter falls by this for each centipawn that evaluations say it has lost, or rises, ...
pub(super) const LOST_MALUS: i32 = 8;
/// ... but by no more than this.
pub(super) const LOST_MALUS_MAX: i32 = 300;
/// Weight of what is known of a move four plies after another, in 1/1024.
pub(super) const FOURTH_WEIGHT: i32 = 400;
/// Weight of a victim's price against the history of captures when captures are ordered.
pub(super) const VICTIM_WEIGHT: i32 = 21;
/// A capture is tried before the quiet moves if it loses no more than what orders it, divided by this.
pub(super) const GOOD_CAPTURE: i32 = 48;
/// A quiet move that changes the mover's type for at least this much more value is tried like a capture.
pub(super) const CHANGE_MARGIN: i32 = 50;

/// Bound of a counter of how far evaluations were off.
pub(super) const CORRECTION_MAX: i32 = 1_024;
/// Largest change of such a counter: a quarter of its bound.
pub(super) const CORRECTION_BONUS_MAX: i32 = 256;
/// A search of this depth changes it by what the evaluation was off.
pub(super) const CORRECTION_DEPTH: i32 = 4;
/// The sum of the counters is so many times the correction in centipawns.
pub(super) const CORRECTION_DIVISOR: i32 = 26;

// How much of its usual time a search on the clock takes, in 1/1024.

/// If the best move has needed no nodes ...
pub(super) const EFFORT_TIME: u64 = 1_950;
/// ... less this for all the nodes of an iteration, ...
pub(super) const EFFORT_WEIGHT: u64 = 1_500;
/// ... but no less than this.
pub(super) const EFFORT_LEAST: u64 = 512;
/// Of that, if the best move has just changed, ...
pub(super) const STABILITY_TIME: u64 = 1_250;
/// ... less this for each iteration that has found the same move, ...
pub(super) const STABILITY_STEP: u64 = 50;
/// ... of which so many count.
pub(super) const STABILITY_MOST: u32 = 8;
/// For each centipawn that the score has fallen in the last iteration so much more, ...
pub(super) const FALL_WEIGHT: u64 = 6;
/// ... and so many centipawns count.
pub(super) const FALL_MOST: i32 = 100;
