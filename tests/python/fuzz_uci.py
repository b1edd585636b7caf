#!/usr/bin/env python3
"""Mutated protocol lines for a running engine. It must neither die nor panic, and must stay responsive.

    fuzz_uci.py [--engine PATH] [--lines 100000] [--seed S] [--response SECONDS]

About every 50 lines `isready` must be answered within a second, whatever runs at that time. About every 500 lines the engine
must come back to a plain position (read through `d`, so all lines before it have been worked off), and a short search there
must give a legal move. At the end `quit` must end it within a second while a search runs. The lines depend on the seed alone. On
failure the last 200 lines are in `--log`.

Left out on purpose: `quit`, `isready` and `bench` inside of lines, and sizes of Hash and Threads that would be granted.
"""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

from fuzzing import Fuzzer, Material, main
from games import START
from uci import UciEngine

FORBIDDEN = re.compile(rb"quit|isready|bench|exit|hash|threads|log *file", re.IGNORECASE)
# Never mutated: a digit more could ask for all the machine's memory.
FIXED = [f"setoption name {name} value {value}" for name in ("Hash", "Threads") for value in
         ("1", "2", "0", "-1", "x", "", "9" * 30)] + ["setoption name Hash", "setoption name Clear Hash", "setoption name Hash value 16"]
GO_SHORT = ["go depth 1", "go depth 2", "go depth 3", "go nodes 500", "go nodes 1", "go movetime 5", "go perft 1", "go perft 2",
            "go wtime 50 btime 50", "go wtime 100 btime 100 winc 10 binc 10 movestogo 3", "go depth 2 searchmoves e2e4 d2d4",
            "go mate 1 movetime 5", "go movetime 0", "go depth 0", "go nodes 0", "go wtime -100 btime -100"]
GO_LONG = ["go infinite", "go perft 7", "go ponder wtime 1000 btime 1000", "go", "go depth 300", "go mate 5", "go ponder infinite",
           "go wtime 99999999999999999999", "go movetime 100000", "go searchmoves", "go searchmoves a1a1 infinite"]
PLAIN = ["uci", "ucinewgame", "d", "eval", "flip", "stop", "ponderhit", "debug on", "debug off", "register later", "help", "",
         "position", "position startpos moves", "setoption", "setoption name", "compiler", "go perft", "position fen",
         "setoption name UCI_Chess960 value true", "setoption name UCI_Chess960 value false", "xboard", "protover 2",
         "setoption name Move Overhead value 10", "setoption name Ponder value true", "setoption name UCI_Variant value chess960"]


class Corpus(Material):
    """Lines of UCI."""

    def __init__(self, rng: random.Random, folder: Path) -> None:
        super().__init__(rng, folder)
        self.variants = list(START) + ["chess960", "nonsense", "Chess", "chess99 ", "fuzz0", "fuzz1", "fuzz2"]

    def position(self) -> str:
        """A sound `position` line, some with a bent FEN, a state field or moves made up; often after its variant's name."""
        rng = self.rng
        variant, fen, moves = rng.choice(self.fens)
        first = f"setoption name UCI_Variant value {variant}\n" if rng.random() < 0.4 else ""
        if rng.random() < 0.4:
            fen = self.bent(fen)
        if rng.random() < 0.15:
            entries = (f"{self.square()}:{rng.randrange(0, 101)}{rng.choice(('', '-'))}" for _ in range(rng.randrange(1, 4)))
            fen = " ".join(fen.split()[:6]) + " " + ",".join(entries)
        if rng.random() < 0.2:
            moves = " ".join([*moves.split()[:8], self.square() + self.square() + rng.choice(("", "", "q", "+", "z"))])
        if rng.random() < 0.1:
            return f"{first}position startpos moves {moves}"
        return f"{first}position fen {fen}" + (f" moves {moves}" if moves else "")

    def line(self) -> bytes:
        """A line or two for the engine, mutated or not."""
        rng = self.rng
        roll = rng.random()
        if roll < 0.02:
            return rng.choice(FIXED).encode()
        if roll < 0.05:
            return self.noise()
        if roll < 0.0504:
            return rng.choice((b"position startpos moves " + b"g1f3 g8f6 f3g1 f6g8 " * 1500, b"x" * 300_000, b"go " * 50_000,
                               b"position fen " + b"1" * 200_000, b"setoption name " + b"a " * 50_000, b" " * 100_000))
        if roll < 0.15:
            text = f"setoption name UCI_Variant value {rng.choice(self.variants)}"
        elif roll < 0.16:
            text = f"setoption name VariantPath value {rng.choice(self.definitions)}"
        elif roll < 0.20:
            text = rng.choice(GO_SHORT)
        elif roll < 0.22:
            text = rng.choice(GO_LONG)
        elif roll < 0.40:
            text = rng.choice(PLAIN)
        else:
            text = self.position()
        return self.bent_or_not(text, FORBIDDEN, b"stop")


class UciFuzzer(Fuzzer):
    """Feeds an engine that speaks UCI."""

    def __init__(self, engine: UciEngine, corpus: Corpus, rng: random.Random) -> None:
        super().__init__(engine, rng)
        self.corpus = corpus

    def answered(self) -> None:
        """`isready` must be answered in time."""
        self.ask(b"isready", "readyok")

    def batch(self) -> None:
        """About 50 lines; a `go` that may last is stopped a few lines later, at times after an `isready`."""
        lines: list[bytes] = []
        stop_in = 0
        for _ in range(self.rng.randrange(30, 70)):
            line = self.corpus.line()
            lines.append(line)
            if re.search(rb"(^|\n)\W*go", line, re.IGNORECASE) and not stop_in:
                stop_in = self.rng.randrange(1, 7)
            elif stop_in:
                stop_in -= 1
                if not stop_in:
                    if self.rng.random() < 0.3:
                        self.write(lines)
                        self.answered()
                        lines = []
                    lines.append(self.rng.choice((b"stop", b"stop", b"ponderhit\nstop", b"stop\r")))
        self.write(lines)
        self.answered()

    def come_back(self) -> None:
        """All lines so far must be worked off, and the engine must still play chess and a game of its own."""
        marker = f"8/8/4k3/8/8/4K3/4P3/8 w - - 0 {self.rounds}"
        self.write([b"stop", b"setoption name UCI_Chess960 value false", b"setoption name UCI_Variant value chess",
                    f"position fen {marker}".encode(), b"d"])
        self.engine.wait_for(f"Fen: {marker}", 10)
        self.search("chess", marker, "")
        listed = re.findall(r"var (\S+)", self.engine.options.get("UCI_Variant", ""))
        if own := self.corpus.fens_of(set(listed)):
            self.search(*self.rng.choice(own))

    def search(self, variant: str, fen: str, moves: str) -> None:
        """A short search from a sound position, with nothing else in between."""
        self.write([f"setoption name UCI_Variant value {variant}".encode(),
                    (f"position fen {fen}" + (f" moves {moves}" if moves else "")).encode(), b"go perft 1"])
        legal = {line.split(":")[0] for line in self.engine.wait_for("Nodes searched:", 5)[:-1]}
        self.write([self.rng.choice((b"go depth 3", b"go nodes 500", b"go movetime 5"))])
        best = self.engine.wait_for("bestmove", 10)[-1].split()[1]
        if best not in legal and best not in ("(none)", "0000"):
            raise self.engine.fail(f"{best} is not legal in {variant}: {fen} moves {moves}")

    def while_busy(self) -> None:
        """`isready` during a search and a perft, `stop` at once and later."""
        for start in (b"go infinite", b"go perft 7", b"go ponder"):
            self.write([b"position startpos", start])
            for _ in range(self.rng.randrange(3)):
                self.answered()
            self.write([b"stop"])
        self.answered()

    def search_for_ever(self) -> None:
        self.write([b"position startpos", b"go infinite"])


def make(command: str, rng: random.Random, folder: Path) -> Fuzzer:
    """A fuzzer of the engine with this command."""
    corpus = Corpus(rng, folder)
    return UciFuzzer(UciEngine(command, cwd=str(folder)), corpus, rng)


if __name__ == "__main__":
    sys.exit(main(__doc__, "fuzz_uci", make))
