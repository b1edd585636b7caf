#!/usr/bin/env python3
"""Writes `positions/perft/VARIANT.epd`: start and middlegames with the number of leaves at depth 1, 2 and 3.

    make_suites.py [--engine PATH] [--seed S] [--jobs N] [--variant V ...]

The middlegames come from random games. Counts are pyffish's where it knows the game, else the engine's own: those `tests/suites.rs`
compares with the slow model. The engine only writes the FENs down. The files are kept; run this again after adding a game.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import random
import sys
from pathlib import Path

from games import START, Peer, free_array, haynie_array, is_bare, is_capture, is_castling, parse_board, split_move
from uci import DEFAULT_ENGINE, UciEngine

FOLDER = Path(__file__).parents[2] / "positions" / "perft"
# After how many plies a position is taken, each from a game of its own.
PLIES = (8, 16, 24, 34, 46, 60)
DEPTH = 3


class Own:
    """The engine in pyffish's place."""

    def __init__(self, engine: UciEngine) -> None:
        self.engine = engine

    def legal(self, fen: str, moves: list[str] | None = None) -> frozenset[str]:
        """The legal moves."""
        return self.engine.look(fen, moves or []).legal

    def perft(self, fen: str, depth: int) -> int:
        """The leaves."""
        self.engine.look(fen)
        return sum(self.engine.perft_divide(depth, timeout=600).values())


class Known(Peer):
    """pyffish, counting."""

    def perft(self, fen: str, depth: int, moves: list[str] | None = None) -> int:
        """The leaves."""
        moves = moves or []
        legal = self.legal(fen, moves)
        return len(legal) if depth == 1 else sum(self.perft(fen, depth - 1, [*moves, m]) for m in legal)


def start_of(variant: str, rng: random.Random) -> str:
    """A start position; where there are many, any."""
    if variant in ("fischerandom", "caparandom"):
        return free_array(variant, rng)
    return haynie_array(rng.randrange(1, 1 << 40)) if variant == "haynie" else START[variant]


def middlegame(engine: UciEngine, judge: Own | Known, variant: str, plies: int, rng: random.Random) -> str:
    """A position after so many random plies in which the game goes on."""
    while True:
        start, moves = start_of(variant, rng), []
        for _ in range(plies):
            fen = engine.look(start, moves).fen
            men, legal = parse_board(fen), sorted(judge.legal(start, moves))
            if not legal:
                break
            kinds = (
                (0.3, [m for m in legal if is_castling(men, m)]),
                (0.3, [m for m in legal if split_move(m)[2]]),
                (0.1, [m for m in legal if is_capture(men, m)]),
                (0.3, [m for m in legal if men[split_move(m)[0]] in "Pp"]),
            )
            chosen = next((kind for chance, kind in kinds if kind and rng.random() < chance), legal)
            moves.append(rng.choice(chosen))
        view = engine.look(start, moves)
        if len(moves) == plies and view.legal and not is_bare(view.fen):
            return view.fen


def make(command: str, variant: str, seed: int) -> tuple[str, int]:
    """The file of one variant, and how many leaves it has in total."""
    rng = random.Random(f"{seed} {variant}")
    lines, total = [], 0
    with UciEngine(command) as engine:
        engine.set_options({"UCI_Variant": variant})
        judge = Known(variant) if variant in Peer.NAMES else Own(engine)
        fens = [engine.look(START[variant]).fen]
        fens += [middlegame(engine, judge, variant, plies, rng) for plies in PLIES]
        for fen in fens:
            counts = [judge.perft(fen, depth) for depth in range(1, DEPTH + 1)]
            total += sum(counts)
            lines.append(fen + "".join(f" ;D{depth} {count}" for depth, count in enumerate(counts, 1)))
        engine.quit()
    (FOLDER / f"{variant}.epd").write_text("\n".join(lines) + "\n")
    return variant, total


def main() -> int:
    """Makes the files."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--engine", default=DEFAULT_ENGINE, help="command that starts the engine")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--variant", nargs="+", choices=START, default=list(START))
    options = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    leaves = 0
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for job in concurrent.futures.as_completed(
            [pool.submit(make, options.engine, variant, options.seed) for variant in options.variant]
        ):
            variant, total = job.result()
            leaves += total
            print(f"{variant:<20} {total:>10} leaves", flush=True)
    print(f"{'together':<20} {leaves:>10}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
