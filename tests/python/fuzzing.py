"""What the fuzzers of both protocols share: material to begin with, mutations of it, and how an engine is fed.

The lines depend on the seed alone. On failure the last 200 lines are in `--log`.
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
from collections.abc import Callable
from pathlib import Path

from games import START, fischer_array, haynie_array
from uci import DEFAULT_ENGINE, EngineError, Process

ROOT = Path(__file__).resolve().parents[2]
KEPT = 200
NUMBERS = ["0", "1", "-1", "2", "99", "100", "255", "256", "65536", "2147483648", "-2147483649", "18446744073709551616",
           "9" * 60, "1.5", "1e9", "+3", "0x10", "NaN", "", "١"]
BETZA = ["W", "F", "D", "N", "A", "H", "C", "Z", "G", "K", "Q", "R", "B", "NN", "DD", "CC", "R5", "R10", "NQ5", "W0", "W+", "F*", "fmWfcF",
         "fmWfceFifmnD", "KisO2", "KisO3", "fhN", "fsN", "isO", "R99999999999", "nD", "jW", "pQ", "gR", "WW", "NN+", "BDD", "(W)", "",
         "mRcpR", "vW", "lrF", "xyz", "R-1", "W**", "++"]
KEYS = ["maxRank", "maxFile", "startFen", "promotionRegionWhite", "promotionRegionBlack", "promotionPieceTypes", "doubleStep",
        "doubleStepRegionWhite", "doubleStepRegionBlack", "castling", "castlingKingsideFile", "castlingQueensideFile", "castlingKingFile",
        "castlingRookKingsideFile", "castlingRookQueensideFile", "castlingRank", "enPassantRegion", "stalemateValue", "nMoveRule",
        "nFoldRule", "king", "queen", "pawn", "customPiece1", "customPiece2", "customPiece30", "pieceToCharTable", "bareKing", "unknownKey"]


class Material:
    """Positions and definitions to begin with, and mutations of them."""

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

    def fens_of(self, names: set[str]) -> list[tuple[str, str, str]]:
        """The positions of variants with these names: variant, FEN, moves."""
        return [entry for entry in self.fens if entry[0] in names]

    def noise(self) -> bytes:
        """Bytes of no meaning."""
        return bytes(b for b in self.rng.choices(range(256), k=self.rng.randrange(80)) if b != 10)

    def bent_or_not(self, text: str, forbidden: re.Pattern[bytes], instead: bytes) -> bytes:
        """The text, mostly mutated, unless something forbidden came of it; at times with the line end of Windows."""
        data = text.encode()
        if self.rng.random() < 0.6:
            for _ in range(self.rng.choice((1, 1, 2, 3))):
                data = self.mutate(data)
        if forbidden.search(data):
            return instead
        return data + (b"\r" if self.rng.random() < 0.1 else b"")


class Fuzzer:
    """Feeds an engine and checks that it lives. What a protocol makes of this is in `batch`, `while_busy` and `come_back`."""

    # How long an answer may take, seconds.
    response = 1.0

    def __init__(self, engine: Process, rng: random.Random) -> None:
        self.engine = engine
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

    def ask(self, question: bytes, answer: str) -> None:
        """A question must be answered in time."""
        begin = time.monotonic()
        self.write([question])
        self.engine.wait_for(answer, self.response)
        self.slowest = max(self.slowest, time.monotonic() - begin)
        self.no_panic()

    def no_panic(self) -> None:
        """No thread of the engine may have panicked."""
        if self.engine.panicked:
            raise self.engine.fail("the engine panicked")

    def batch(self) -> None:
        """About 50 lines, and a question behind them."""
        raise NotImplementedError

    def while_busy(self) -> None:
        """Questions during searches that would last."""
        raise NotImplementedError

    def come_back(self) -> None:
        """All lines so far must be worked off, and the engine must still play."""
        raise NotImplementedError

    def search_for_ever(self) -> None:
        """Begins a search that only the end of the engine ends."""
        raise NotImplementedError

    def close(self) -> None:
        """Ends what runs."""
        self.engine.close()

    def run(self, lines: int) -> None:
        """The whole run."""
        while self.count < lines:
            for _ in range(10):
                self.batch()
            self.while_busy()
            self.rounds += 1
            self.come_back()
        self.search_for_ever()
        self.engine.quit(self.response)
        self.no_panic()


def main(description: str, name: str, make: Callable[[str, random.Random, Path], Fuzzer]) -> int:
    """Runs a fuzzer, which `make` makes of the engine's command, a source of chance and a folder for files."""
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    parser.add_argument("--engine", default=DEFAULT_ENGINE, help="command that starts the engine")
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--response", type=float, default=Fuzzer.response, help="how long an answer may take, seconds; more on a busy machine")
    parser.add_argument("--log", default=f"{name}_failure.log", help="where the last lines go on failure")
    options = parser.parse_args()
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        try:
            fuzzer = make(str(Path(options.engine).resolve()), random.Random(options.seed), Path(folder))
            fuzzer.response = options.response
            try:
                fuzzer.run(options.lines)
            except EngineError:
                Path(options.log).write_bytes(b"\n".join(fuzzer.sent) + b"\n")
                print(f"FAILED after {fuzzer.count} lines (seed {options.seed}); the last ones are in {options.log}", file=sys.stderr)
                raise
            finally:
                fuzzer.close()
        except EngineError as error:
            print(error, file=sys.stderr)
            return 1
    print(f"{fuzzer.count} lines in {time.monotonic() - begin:.0f} s, slowest answer {fuzzer.slowest * 1000:.0f} ms, no fault")
    return 0
