#!/usr/bin/env python3
"""Random games in every variant that pyffish knows or can be told, compared with it at every ply.

    crosscheck.py [--engine PATH] [--games N] [--seed S] [--variant V ...] [--jobs N]

Compared are the set of legal moves, the first four fields of the FEN, and (always at the end of a game and in check, else
now and then) whether the side to move is in check. The en-passant square counts only where a legal capture exists:
pyffish also writes it where the capturing pawn is pinned. Ends with 1 and a reproduction at the first difference.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import dataclasses
import random
import sys
import time

from games import (FREE, START, Peer, crossed_square, free_array, haynie_array, is_bare, is_capture, is_castling,
                   is_en_passant, parse_board, split_move)
from uci import DEFAULT_ENGINE, NO_MOVE, EngineError, UciEngine, View, position_command

# Options sent before the games of each row. A client sends none for chess: the engine must come up in it.
ROWS: dict[str, dict[str, str]] = {
    "chess": {},
    "fischerandom": {"UCI_Variant": "fischerandom"},
    "chess960": {"UCI_Chess960": "true"},
    **{name: {"UCI_Variant": name} for name in START if name in Peer.NAMES and name not in ("chess", "fischerandom")},
}
# Where a bared king loses, pyffish lets it go on for a move against two men; the end is the same.
BARING = ("shatranj", "courier")


class Difference(Exception):
    """The engine and pyffish disagree."""


@dataclasses.dataclass
class Tally:
    """What was compared in one variant."""

    variant: str
    games: int = 0
    plies: int = 0
    castlings: int = 0
    en_passant: int = 0
    promotions: int = 0
    captures: int = 0
    checks: int = 0
    mates: int = 0
    stalemates: int = 0


def compare(row: str, peer: Peer, view: View, fen: str, legal: frozenset[str]) -> str | None:
    """What differs between the engine's view and pyffish's."""
    if row in BARING and is_bare(fen):
        legal &= view.legal
    parts = []
    if missing := sorted(legal - view.legal):
        parts.append(f"missing moves: {' '.join(missing)}")
    if extra := sorted(view.legal - legal):
        parts.append(f"extra moves: {' '.join(extra)}")
    board, side, castling, _ = view.fen.split()[:4]
    wanted, got = peer.place(fen, legal), f"{board} {side} {castling} {crossed_square(view.fen)}"
    if wanted != got:
        parts.append(f"FEN is  {got}\n  wanted  {wanted}")
    return "\n  ".join(parts) or None


def report(engine: UciEngine, peer: Peer, row: str, start: str, moves: list[str]) -> Difference:
    """The shortest reproduction of a difference: the last position alone, the last move alone, or the whole game."""
    before, last = (peer.fen(start, moves[:-1]), moves[-1:]) if moves else (start, [])
    for fen, played in ((peer.fen(start, moves), []), (before, last), (start, moves)):
        now = peer.fen(fen, played)
        if what := compare(row, peer, engine.look(fen, played), now, peer.legal(now)):
            break
    else:
        fen, played, what = start, moves, "seen only once, in the course of the game"
    setup = "".join(f"  setoption name {k} value {v}\n" for k, v in ROWS[row].items())
    return Difference(
        f"{row}: engine and pyffish differ\n  {what}\nfen: {fen}\nmoves: {' '.join(played) or '(none)'}\n"
        f"to see it:\n{setup}  {position_command(fen, played)}\n  d\n  go perft 1"
    )


def choose(engine: UciEngine, men: dict[str, str], legal: frozenset[str], rng: random.Random) -> str:
    """A random move; rare kinds of move are preferred now and then."""
    moves = sorted(legal)
    kinds = (
        (0.7, [m for m in moves if is_en_passant(men, m)]),
        (0.5, [m for m in moves if is_castling(men, m)]),
        (0.5, [m for m in moves if split_move(m)[2]]),
        (0.2, [m for m in moves if is_capture(men, m)]),
        (0.2, [m for m in moves if men[split_move(m)[0]] in "Pp"]),
    )
    for chance, kind in kinds:
        if kind and rng.random() < chance:
            return rng.choice(kind)
    if rng.random() < 0.15:
        # The fewest replies: checks and mates.
        replies = engine.perft_divide(2)
        return min(moves, key=lambda m: replies.get(m, 1000))
    return rng.choice(moves)


def start_of(row: str, peer: Peer, rng: random.Random) -> str:
    """A start position, half of them with men taken off."""
    if peer.free_castling:
        fen = free_array(row if row in FREE else "fischerandom", rng)
    elif row == "haynie":
        fen = haynie_array(rng.choice((0, rng.randrange(1, 1 << 40))))
    else:
        fen = START[row]
    return peer.thinned(fen, rng) if rng.random() < 0.5 else peer.fen(fen)


def play(engine: UciEngine, peer: Peer, row: str, rng: random.Random, tally: Tally) -> None:
    """One random game."""
    engine.send("ucinewgame")
    start = fen = start_of(row, peer, rng)
    moves: list[str] = []
    tally.games += 1
    for _ in range(rng.randrange(20, 121)):
        # Mostly the whole game, sometimes the position alone: both ways in are tested.
        view = engine.look(fen) if rng.random() < 0.2 else engine.look(start, moves)
        legal = peer.legal(fen)
        if compare(row, peer, view, fen, legal):
            raise report(engine, peer, row, start, moves)
        if row in BARING and is_bare(fen):
            return
        over = not legal
        if over or view.in_check or rng.random() < 0.2:
            if peer.in_check(fen) != view.in_check:
                raise Difference(f"{row}: `Checkers:` says {view.in_check}, pyffish {not view.in_check}\nfen: {fen}")
        tally.plies += 1
        tally.checks += view.in_check
        if over:
            tally.mates += view.in_check
            tally.stalemates += not view.in_check
            if (best := engine.go("depth 1")) not in NO_MOVE:
                raise Difference(f"{row}: bestmove {best} in a finished game\nfen: {fen}")
            return
        men = parse_board(fen)
        move = choose(engine, men, legal, rng)
        tally.castlings += is_castling(men, move)
        tally.en_passant += is_en_passant(men, move)
        tally.captures += is_capture(men, move)
        tally.promotions += bool(split_move(move)[2])
        moves.append(move)
        fen = peer.fen(fen, [move])


def check_row(command: str, row: str, count: int, seed: int) -> Tally:
    """All games of one row, with one engine."""
    tally = Tally(row)
    peer = Peer(row)
    with UciEngine(command) as engine:
        engine.set_options(ROWS[row])
        for number in range(count):
            play(engine, peer, row, random.Random(f"{seed} {row} {number}"), tally)
        engine.quit()
    return tally


def main() -> int:
    """Runs the rows and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--engine", default=DEFAULT_ENGINE, help="command that starts the engine")
    parser.add_argument("--games", type=int, default=140, help="games in all variants together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", nargs="+", choices=ROWS, default=list(ROWS))
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    begin = time.monotonic()
    share = -(-options.games // len(options.variant))
    columns = [f.name for f in dataclasses.fields(Tally)]
    print(" ".join(f"{c:>12}" for c in columns))
    total = Tally("total")
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        jobs = [pool.submit(check_row, options.engine, row, share, options.seed) for row in options.variant]
        try:
            for job in jobs:
                tally = job.result()
                print(" ".join(f"{getattr(tally, c):>12}" for c in columns), flush=True)
                for c in columns[1:]:
                    setattr(total, c, getattr(total, c) + getattr(tally, c))
        except (Difference, EngineError) as error:
            print(f"\nFAILED (seed {options.seed})\n{error}", file=sys.stderr)
            pool.shutdown(wait=False, cancel_futures=True)
            return 1
    print(" ".join(f"{getattr(total, c):>12}" for c in columns))
    print(f"no difference in {total.games} games, {total.plies} positions, {time.monotonic() - begin:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
