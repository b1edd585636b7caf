#!/usr/bin/env python3
"""Mutated protocol lines for a running engine. It must neither die nor panic, and must stay responsive.

    fuzz_uci.py [--engine PATH] [--lines 100000] [--seed S]

About every 50 lines `isready` must be answered within a second, whatever runs at that time. About every 500 lines the engine
must come back to a plain position (read through `d`, so all lines before it have been worked off), and a short search there
must give a legal move. At the end `quit` must end it within a second while a search runs. The lines depend on the seed alone. On
failure the last 200 lines are in `--log`.

Left out on purpose: `quit`, `isready` and `bench` inside of lines, and sizes of Hash and Threads that would be granted.
"""

from __future__ import annotations

import argparse
import collections
import json
import random
import re
import string
import sys
import tempfile
import time
from pathlib import Path

from games import START, fischer_array, haynie_array
from uci import DEFAULT_ENGINE, EngineError, UciEngine

ROOT = Path(__file__).resolve().parents[2]
RESPONSE = 1.0
KEPT = 200
FORBIDDEN = re.compile(rb"quit|isready|bench|exit|hash|threads|log *file", re.IGNORECASE)
NUMBERS = ["0", "1", "-1", "2", "99", "100", "255", "256", "65536", "2147483648", "-2147483649", "18446744073709551616",
           "9" * 60, "1.5", "1e9", "+3", "0x10", "NaN", "", "١"]
# Never mutated: a digit more could ask for all the machine's memory.
FIXED = [f"setoption name {name} value {value}" for name in ("Hash", "Threads") for value in
         ("1", "0", "-1", "x", "", "9" * 30)] + ["setoption name Hash", "setoption name Clear Hash", "setoption name Hash value 16"]
GO_SHORT = ["go depth 1", "go depth 2", "go depth 3", "go nodes 500", "go nodes 1", "go movetime 5", "go perft 1", "go perft 2",
            "go wtime 50 btime 50", "go wtime 100 btime 100 winc 10 binc 10 movestogo 3", "go depth 2 searchmoves e2e4 d2d4",
            "go mate 1 movetime 5", "go movetime 0", "go depth 0", "go nodes 0", "go wtime -100 btime -100"]
GO_LONG = ["go infinite", "go perft 7", "go ponder wtime 1000 btime 1000", "go", "go depth 300", "go mate 5", "go ponder infinite",
           "go wtime 99999999999999999999", "go movetime 100000", "go searchmoves", "go searchmoves a1a1 infinite"]
PLAIN = ["uci", "ucinewgame", "d", "eval", "flip", "stop", "ponderhit", "debug on", "debug off", "register later", "help", "",
         "position", "position startpos moves", "setoption", "setoption name", "compiler", "go perft", "position fen",
         "setoption name UCI_Chess960 value true", "setoption name UCI_Chess960 value false", "xboard", "protover 2",
         "setoption name Move Overhead value 10", "setoption name Ponder value true", "setoption name UCI_Variant value chess960"]
BETZA = ["W", "F", "D", "N", "A", "H", "C", "Z", "G", "K", "Q", "R", "B", "NN", "DD", "CC", "R5", "R10", "NQ5", "W0", "W+", "F*", "fmWfcF",
         "fmWfceFifmnD", "KisO2", "KisO3", "fhN", "fsN", "isO", "R99999999999", "nD", "jW", "pQ", "gR", "WW", "NN+", "BDD", "(W)", "",
         "mRcpR", "vW", "lrF", "xyz", "R-1", "W**", "++"]
KEYS = ["maxRank", "maxFile", "startFen", "promotionRegionWhite", "promotionRegionBlack", "promotionPieceTypes", "doubleStep",
        "doubleStepRegionWhite", "doubleStepRegionBlack", "castling", "castlingKingsideFile", "castlingQueensideFile", "castlingKingFile",
        "castlingRookKingsideFile", "castlingRookQueensideFile", "castlingRank", "enPassantRegion", "stalemateValue", "nMoveRule",
        "nFoldRule", "king", "queen", "pawn", "customPiece1", "customPiece2", "customPiece30", "pieceToCharTable", "bareKing", "unknownKey"]


class Corpus:
    """Lines to begin with, and the mutations of them."""

    def __init__(self, rng: random.Random, folder: Path) -> None:
        self.rng = rng
        self.folder = folder
        self.fens: list[tuple[str, str, str]] = [(name, fen, "") for name, fen in START.items()]
        self.fens += [("haynie", haynie_array(n), "") for n in range(1, 8)]
        self.fens += [("fischerandom", fischer_array(rng), "") for _ in range(8)]
        for file in sorted((ROOT / "positions" / "oracle").glob("*.jsonl")):
            for line in file.read_text().splitlines()[::5]:
                item = json.loads(line)
                self.fens.append((item["variant"], item["fen"], rng.choice(item["legal"].split() or [""])))
                self.fens.append((item["variant"], item["start"], item["moves"]))
        self.variants = list(START) + ["chess960", "nonsense", "Chess", "chess99 ", "fuzz0", "fuzz1", "fuzz2"]
        inis = [Path(__file__).with_name("peers.ini"), *sorted((ROOT / "src").rglob("*.ini"))]
        self.definitions = [self._definition(i, rng.choice(inis).read_text()) for i in range(150)]
        (folder / "empty.ini").write_bytes(b"")
        (folder / "zeros.ini").write_bytes(bytes(1 << 20))
        self.definitions += ["empty.ini", "zeros.ini", ".", "missing.ini", "<empty>", ""]

    def _definition(self, number: int, known: str) -> str:
        """Writes a definition file: a known one, or a made-up one, mutated."""
        rng = self.rng
        name = f"fuzz{number % 3}"
        if rng.random() < 0.5:
            sections = ["[" + s for s in known.split("\n[")]
            text = re.sub(r"^\[+\s*[^\]:]*", f"[{name}", rng.choice(sections))
        else:
            parent = rng.choice(["", "", ":chess", ":haynie", ":snappy", ":chess99", ":nothing", f":{name}"])
            lines = [f"{rng.choice(KEYS)} = {self._value()}" for _ in range(rng.randrange(1, 12))]
            text = f"[{name}{parent}]\n" + "\n".join(lines) + "\n"
        data = text.encode()
        for _ in range(rng.choice((0, 1, 1, 2, 5))):
            data = self.mutate(data)
        # The built-in games must stay what they are: the checks at the end of a round need chess.
        data = re.sub(rb"\[\s*chess", b"[fuzz", data)
        file = f"def{number}.ini"
        (self.folder / file).write_bytes(data)
        return file

    def _value(self) -> str:
        rng = self.rng
        return rng.choice((
            lambda: rng.choice(NUMBERS),
            lambda: rng.choice(string.ascii_letters) + ":" + "".join(rng.choices(BETZA, k=rng.randrange(1, 4))),
            lambda: rng.choice(START[rng.choice(list(START))].split(" ", 1)),
            lambda: "*" + rng.choice(NUMBERS),
            lambda: rng.choice(("true", "false", "win", "loss", "draw", "a", "i", "qrbn", "-", "p", "k")),
        ))()

    def mutate(self, data: bytes) -> bytes:
        """One small damage."""
        rng = self.rng
        at = rng.randrange(len(data) + 1)
        to = min(len(data), at + rng.choice((1, 1, 2, 5, 20)))
        kind = rng.randrange(9)
        if kind == 0:
            return data[:at] + data[to:]
        if kind == 1:
            return data[:at] + bytes(rng.randrange(256) for _ in range(rng.choice((1, 1, 1, 4)))) + data[at:]
        if kind == 2:
            return data[:at] + data[at:to] * rng.choice((2, 3, 20)) + data[to:]
        if kind == 3:
            return data[:at]
        if kind == 4:
            odd = (b"\0", b"\r", b"\t", b"\xff\xfe", "é♔".encode(), b" ", b"  ", b"-", b"+", b",", b":")
            return data[:at] + rng.choice(odd) + data[at:]
        if kind == 5:
            return data[:at] + data[at:to].swapcase() + data[to:]
        if kind == 6:
            return re.sub(rb"\d+", lambda m: rng.choice(NUMBERS).encode() if rng.random() < 0.3 else m[0], data)
        words = data.split(b" ")
        i, j = rng.randrange(len(words)), rng.randrange(len(words))
        if kind == 7:
            words[i], words[j] = words[j], words[i]
        else:
            words.insert(i, words[j])
        return b" ".join(words)

    def square(self) -> str:
        """A square that may or may not exist."""
        return self.rng.choice("abcdefghijklmpq") + str(self.rng.randrange(0, 13))

    def bent(self, fen: str) -> str:
        """A FEN of the right form with something wrong or odd in it."""
        rng = self.rng
        board, side, rights, passant, *rest = fen.split(" ")
        letters = sorted(set(re.findall("[A-Za-z]", board)))
        for _ in range(rng.choice((1, 1, 2, 6))):
            kind = rng.randrange(6)
            if kind < 2:
                at = rng.choice([i for i, c in enumerate(board) if c != "/"])
                board = board[:at] + rng.choice((*letters, "1", "2", "", "+", "/", "P", "p", "K", "k")) + board[at + 1:]
            elif kind == 2:
                side = rng.choice("wbwbx")
            elif kind == 3:
                rights = "".join(rng.choices("KQkqHAhaDIj-", k=rng.randrange(1, 5)))
            elif kind == 4:
                passant = rng.choice((self.square(), self.square() + self.square(), "-"))
            else:
                rest[rng.randrange(2)] = rng.choice(NUMBERS)
        return " ".join([board, side, rights, passant, *rest])

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
            return bytes(b for b in rng.choices(range(256), k=rng.randrange(80)) if b != 10)
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
        data = text.encode()
        if rng.random() < 0.6:
            for _ in range(rng.choice((1, 1, 2, 3))):
                data = self.mutate(data)
        if FORBIDDEN.search(data):
            return b"stop"
        return data + (b"\r" if rng.random() < 0.1 else b"")


class Fuzzer:
    """Feeds an engine and checks that it lives."""

    def __init__(self, engine: UciEngine, corpus: Corpus, rng: random.Random) -> None:
        self.engine = engine
        self.corpus = corpus
        self.rng = rng
        self.sent: collections.deque[bytes] = collections.deque(maxlen=KEPT)
        self.count = 0
        self.rounds = 0
        self.slowest = 0.0

    def write(self, lines: list[bytes]) -> None:
        """Sends lines as they are."""
        data = b"".join(line + b"\n" for line in lines)
        self.sent.extend(data.split(b"\n")[:-1])
        self.count += data.count(b"\n")
        self.engine.tail.extend("> " + repr(line[:200]) for line in lines[-10:])
        self.engine.send_raw(data)

    def answered(self) -> None:
        """`isready` must be answered in time."""
        begin = time.monotonic()
        self.write([b"isready"])
        self.engine.wait_for("readyok", RESPONSE)
        self.slowest = max(self.slowest, time.monotonic() - begin)
        if self.engine.panicked:
            raise self.engine.fail("the engine panicked")

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
        self.rounds += 1
        marker = f"8/8/4k3/8/8/4K3/4P3/8 w - - 0 {self.rounds}"
        self.write([b"stop", b"setoption name UCI_Chess960 value false", b"setoption name UCI_Variant value chess",
                    f"position fen {marker}".encode(), b"d"])
        self.engine.wait_for(f"Fen: {marker}", 10)
        self.search("chess", marker, "")
        listed = re.findall(r"var (\S+)", self.engine.options.get("UCI_Variant", ""))
        if own := [entry for entry in self.corpus.fens if entry[0] in listed]:
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

    def run(self, lines: int) -> None:
        """The whole run."""
        while self.count < lines:
            for _ in range(10):
                self.batch()
            self.while_busy()
            self.come_back()
        self.write([b"position startpos", b"go infinite"])
        self.engine.quit(1.0)
        if self.engine.panicked:
            raise self.engine.fail("the engine panicked")


def main() -> int:
    """Runs the fuzzer."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--engine", default=DEFAULT_ENGINE, help="command that starts the engine")
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", default="fuzz_uci_failure.log", help="where the last lines go on failure")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        try:
            with UciEngine(str(Path(options.engine).resolve()), cwd=folder) as engine:
                fuzzer = Fuzzer(engine, Corpus(rng, Path(folder)), rng)
                try:
                    fuzzer.run(options.lines)
                except EngineError:
                    Path(options.log).write_bytes(b"\n".join(fuzzer.sent) + b"\n")
                    print(f"FAILED after {fuzzer.count} lines (seed {options.seed}); the last ones are in {options.log}", file=sys.stderr)
                    raise
        except EngineError as error:
            print(error, file=sys.stderr)
            return 1
    print(f"{fuzzer.count} lines in {time.monotonic() - begin:.0f} s, slowest readyok {fuzzer.slowest * 1000:.0f} ms, no fault")
    return 0


if __name__ == "__main__":
    sys.exit(main())
