#!/usr/bin/env python3
"""Mutated lines of the XBoard protocol for a running engine. It must neither die nor panic, and must stay responsive.

    fuzz_xboard.py [--engine PATH] [--lines 100000] [--seed S] [--response SECONDS]

About every 50 lines `ping` must be answered within a second, whatever runs at that time (what it thinks about it has to move
at once). About every 500 lines the position must be the one that was set up (read through `d`), must be the same again when a
game played on it is taken back, and a short search there must give a legal move. Every line that the engine says must be one
that XBoard knows and takes as it is meant. At the end `quit` must end it within a second while a search runs. The lines depend
on the seed alone. On failure the last 200 lines are in `--log`.

Left out on purpose: `quit` inside of lines, and sizes of memory that would be granted.
"""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

from fuzzing import NUMBERS, Fuzzer, Material, main
from games import START
from uci import UciEngine
from xboard_engine import XboardEngine

FORBIDDEN = re.compile(rb"quit|memory|hash|threads|log *file", re.IGNORECASE)
OWN = ("chess99", "snappy", "haynie", "ninesquare")
# Never mutated: a digit more could ask for all the machine's memory.
FIXED = ["memory 1", "memory 0", "memory -1", "memory x", "memory", "memory 16", "memory " + "9" * 30, "option Hash=1", "option Hash=0",
         "option Hash=x", "option Threads=1", "option Threads=2", "option Clear Hash", "option Log File=/no/such/folder/log", "option Log File="]
PLAIN = ["xboard", "protover 2", "accepted done", "rejected setscore", "new", "random", "force", "go", "playother", "white", "black", "?",
         "draw", "result 1-0 {White mates}", "result *", "hint", "bk", "undo", "remove", "hard", "easy", "post", "nopost", "analyze", "exit",
         ".", "name root", "rating 2000 1900", "ics -", "computer", "pause", "resume", "cores 1", "cores 2", "cores 0", "egtpath syzygy /EGT", "d", "", "# comment",
         "setscore 30 5", "include all", "exclude all", "edit", "hover", "lift", "put", "setboard", "usermove", "ping", "option", "variant"]
CLOCK = ["level 40 5 0", "level 0 0:05 0.05", "level 0 2 12", "level 40 0:30 0", "level 0 0 0", "level 40 25+5 0", "st 30", "st 0", "st 0.01", "sd 1",
         "sd 4", "sd 250", "nps 1000", "nps 0", "nps -1", "time 30000", "time 10", "time -5", "otim 30000", "otim -5"]
OPTIONS = ["option MultiPV=1", "option MultiPV=3", "option MultiPV=0", "option UCI_Chess960=1", "option UCI_Chess960=0", "option Ponder=1",
           "option Move Overhead=5", "option Contempt=3", "option VariantPath"]
GO = re.compile(rb"go|analyze|hint|playother")


def in_xboard(move: str, ranks: int) -> str:
    """A move of UCI with the ranks of a board of ten counted from 0."""
    return re.sub(r"\d+", lambda rank: str(int(rank[0]) - 1), move) if ranks == 10 else move


def squares(move: str) -> str:
    """A move without its suffix."""
    found = re.match(r"[a-p]\d+[a-p]\d+", move)
    return found[0] if found else move


class Corpus(Material):
    """Lines of the XBoard protocol."""

    def __init__(self, rng: random.Random, folder: Path) -> None:
        super().__init__(rng, folder)
        self.variants = ["normal", "chess960", "nonsense", "Chess", "fuzz0", "fuzz1", "fuzz2"] + 4 * list(OWN) + list(START)

    def game(self) -> list[str]:
        """A game of a variant: from its start or from a position, some of them bent, with its moves and some made up."""
        rng = self.rng
        variant, fen, moves = rng.choice(self.fens)
        ranks = fen.split()[0].count("/") + 1
        lines = [f"variant {variant}"] if rng.random() < 0.6 else []
        if rng.random() < 0.7:
            lines.append("force")
        if rng.random() < 0.7:
            if rng.random() < 0.4:
                fen = self.bent(fen)
            lines.append(f"setboard {fen}")
        played = moves.split()[: rng.randrange(1, 30)]
        if rng.random() < 0.3:
            played.append(self.square() + self.square() + rng.choice(("", "", "q", "+", "z", "=", "r")))
        word = rng.choice(("usermove ", "usermove ", "usermove ", ""))
        lines += [word + in_xboard(move, ranks) for move in played]
        lines += rng.choices(("undo", "go", "analyze", "?", "hint", "remove", "d", "."), k=rng.randrange(3))
        return lines

    def touch(self) -> str:
        """The mouse at work, or moves taken out of the analysis."""
        rng = self.rng
        square = self.square()
        return rng.choice((f"lift {square}", f"put {square}", f"hover {square}", f"lift {square}\nput {self.square()}",
                           f"exclude {square}{self.square()}", f"include {square}{self.square()}", "exclude a:a;q", "exclude e2e4"))

    def lines(self) -> list[bytes]:
        """A few lines for the engine, mutated or not."""
        rng = self.rng
        roll = rng.random()
        if roll < 0.02:
            return [rng.choice(FIXED).encode()]
        if roll < 0.05:
            return [self.noise()]
        if roll < 0.0505:
            return [rng.choice((b"setboard " + b"1" * 200_000, b"x" * 300_000, b"usermove " + b"e2" * 100_000, b" " * 100_000,
                                b"option " + b"a " * 50_000, b"ping " + b"1" * 100_000, b"z" * 1_100_000))]
        if roll < 0.12:
            texts = [f"variant {rng.choice(self.variants)}"]
        elif roll < 0.13:
            texts = [f"option VariantPath={rng.choice(self.definitions)}"]
        elif roll < 0.19:
            texts = [rng.choice(CLOCK)]
        elif roll < 0.22:
            texts = [rng.choice(("level 40 {} 0", "level {} 5 0", "level 0 1 {}", "st {}", "sd {}", "nps {}", "time {}", "otim {}", "cores {}",
                                 "option MultiPV={}", "ping {}")).format(rng.choice(NUMBERS))]
        elif roll < 0.25:
            texts = [rng.choice(OPTIONS)]
        elif roll < 0.35:
            texts = [self.touch()]
        elif roll < 0.75:
            texts = [rng.choice(PLAIN)]
        else:
            texts = self.game()
        return [self.bent_or_not(text, FORBIDDEN, b"force") if rng.random() < 0.5 else text.encode() for text in texts]


class XboardFuzzer(Fuzzer):
    """Feeds an engine that speaks the XBoard protocol; `judge` is one that speaks UCI and is asked for legal moves."""

    def __init__(self, engine: XboardEngine, judge: UciEngine, corpus: Corpus, rng: random.Random) -> None:
        super().__init__(engine, rng)
        self.engine: XboardEngine = engine
        self.judge = judge
        self.corpus = corpus

    def answered(self, first: bytes = b"?\n") -> None:
        """`ping` must be answered in time; behind a move where one is thought about."""
        question, answer = self.engine.ping()
        self.ask(first + question.encode(), answer)

    def batch(self) -> None:
        """About 50 lines; at times a search goes on until the `ping`."""
        lines: list[bytes] = []
        size = self.rng.randrange(30, 70)
        while len(lines) < size:
            lines += self.corpus.lines()
            if lines and GO.search(lines[-1]) and self.rng.random() < 0.1:
                self.write(lines)
                self.answered()
                lines, size = [], size - len(lines)
        self.write(lines)
        self.answered()

    def while_busy(self) -> None:
        """Analysis and pondering go on behind a `ping`; a thought ends with a move."""
        self.write([b"resume", b"exit", b"option UCI_Chess960=0", b"new", b"option MultiPV=1", b"post", b"analyze"])
        self.engine.wait_for("1 ", 5)
        self.answered(b"")
        self.answered(b".\n")
        self.write([b"exit", b"level 0 5 0", b"easy", b"nopost", b"go"])
        for command in (b"", b"cores 1\n", b"option Clear Hash\n"):
            self.write([command + b"draw"])
        self.write([b"?"])
        self.engine.wait_for("move ", 5)
        self.answered(b"")

    def come_back(self) -> None:
        """The engine must keep a position, and must play chess and a game of its own."""
        self.write([b"exit", b"resume", b"easy", b"nopost", b"option UCI_Chess960=0", b"new", b"force"])
        marker = f"8/8/4k3/8/8/4K3/4P3/8 w - - 0 {self.rounds}"
        self.check("chess", marker, "")
        self.check(*self.rng.choice(self.corpus.fens_of(set(OWN))))
        self.no_panic()

    def shown(self) -> str:
        """The position, by `d`."""
        self.write([b"d"])
        return self.engine.wait_for("# Fen: ", 10)[-1].removeprefix("# Fen: ")

    def check(self, variant: str, fen: str, moves: str) -> None:
        """A position that is set up, a game from it that is taken back, and a short search, with nothing else in between."""
        question, answer = self.engine.ping()
        name = "normal" if variant == "chess" else variant
        self.write([f"variant {name}".encode(), b"force", f"setboard {fen}".encode(), question.encode()])
        self.engine.wait_for(answer, 10)
        before = self.shown()
        if variant == "chess" and before != fen:
            raise self.engine.fail(f"{fen} became {before}")
        ranks = fen.split()[0].count("/") + 1
        played = [in_xboard(move, ranks) for move in moves.split()]
        self.write([f"usermove {move}".encode() for move in played])
        self.expect_moves(variant, fen, moves)
        self.write([b"undo" for _ in played])
        if (after := self.shown()) != before:
            raise self.engine.fail(f"{variant}: {before} became {after} after {moves} were taken back")
        self.search(variant, fen, ranks)

    def expect_moves(self, variant: str, fen: str, moves: str) -> None:
        """The position after moves must be the one that UCI makes of them."""
        self.judge.set_options({"UCI_Variant": variant})
        there = self.judge.look(fen, moves.split()).fen
        if (here := self.shown()) != there:
            raise self.engine.fail(f"{variant}: {fen} moves {moves} gave {here}, by UCI {there}")

    def search(self, variant: str, fen: str, ranks: int) -> None:
        """A short search must give a legal move, or the result of a game that is over."""
        legal = {squares(in_xboard(move, ranks)) for move in self.judge.look(fen).legal}
        self.write([b"new", f"variant {variant if variant != 'chess' else 'normal'}".encode(), b"force", f"setboard {fen}".encode(),
                    self.rng.choice((b"sd 2", b"st 0.01", b"st 1\nnps 500")), b"go"])
        question, answer = self.engine.ping()
        self.write([question.encode()])
        said = self.engine.wait_for(answer, 10)
        found = [line.removeprefix("move ") for line in said if line.startswith("move ")]
        if len(found) != bool(legal) or any(squares(move) not in legal and not move.startswith("O-O") for move in found):
            raise self.engine.fail(f"{variant}: {fen}: {said} is not one legal move")

    def close(self) -> None:
        super().close()
        self.judge.close()

    def search_for_ever(self) -> None:
        self.write([b"new", b"analyze"])


def make(command: str, rng: random.Random, folder: Path) -> Fuzzer:
    """A fuzzer of the engine with this command."""
    corpus = Corpus(rng, folder)
    return XboardFuzzer(XboardEngine(command, cwd=str(folder)), UciEngine(command), corpus, rng)


if __name__ == "__main__":
    sys.exit(main(__doc__, "fuzz_xboard", make))
