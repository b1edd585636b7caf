"""A small UCI client for tests: every wait has a limit, every failure shows the end of the conversation."""

from __future__ import annotations

import collections
import os
import queue
import re
import select
import shlex
import subprocess
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

DEFAULT_ENGINE = str(Path(__file__).resolve().parents[2] / "target" / "release" / "ninefold")
NO_MOVE = ("(none)", "0000")

_DIVIDE = re.compile(r"([a-z]\d+[a-z]\d+\S*): (\d+)$")
_OPTION = re.compile(r"option name (.+?) type (\w+)(.*)$")


class EngineError(Exception):
    """The engine died, kept silent or said something impossible. The text ends with the transcript's tail."""


@dataclass(frozen=True)
class View:
    """What the engine says of a position."""

    fen: str
    in_check: bool
    legal: frozenset[str]


class Process:
    """A child process with lines in and out, read by threads."""

    def __init__(self, command: str, cwd: str | None = None, timeout: float = 10.0) -> None:
        self.command = command
        self.timeout = timeout
        self.tail: collections.deque[str] = collections.deque(maxlen=40)
        self.stderr: collections.deque[str] = collections.deque(maxlen=40)
        self.panicked = False
        self._lines: queue.Queue[str | None] = queue.Queue()
        try:
            self.child = subprocess.Popen(
                shlex.split(command), cwd=cwd, bufsize=0,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )
        except OSError as error:
            raise EngineError(f"cannot start `{command}`: {error}") from error
        assert self.child.stdin and self.child.stdout and self.child.stderr
        self._in, self._out, self._err = self.child.stdin, self.child.stdout, self.child.stderr
        os.set_blocking(self._in.fileno(), False)
        self._readers = [threading.Thread(target=reader, daemon=True) for reader in (self._read_out, self._read_err)]
        for thread in self._readers:
            thread.start()

    def _read_out(self) -> None:
        for raw in self._out:
            line = raw.decode("utf-8", "replace").rstrip("\r\n")
            self.tail.append("< " + line[:300])
            self._lines.put(line)
        self._lines.put(None)

    def _read_err(self) -> None:
        for raw in self._err:
            line = raw.decode("utf-8", "replace").rstrip()
            self.panicked |= "panicked" in line
            self.stderr.append(line[:300])

    def fail(self, text: str) -> EngineError:
        """An error with this text, the state of the process and the end of the conversation."""
        state = self.child.poll()
        alive = "running" if state is None else f"ended with code {state}"
        errors = "".join(f"\n  ! {line}" for line in list(self.stderr)[-10:])
        talk = "".join(f"\n  {line}" for line in list(self.tail))
        return EngineError(f"{text}\n  engine `{self.command}` ({alive}); last lines:{talk}{errors}")

    def send_raw(self, data: bytes) -> None:
        """Writes bytes as they are; fails if the engine stops reading for longer than the timeout."""
        descriptor = self._in.fileno()
        view = memoryview(data)
        try:
            while view:
                if not select.select([], [descriptor], [], self.timeout)[1]:
                    raise self.fail(f"engine has read nothing for {self.timeout} s")
                view = view[os.write(descriptor, view):]
        except (OSError, ValueError) as error:
            self._readers[0].join(0.2)
            raise self.fail(f"cannot write to the engine: {error}") from error

    def send(self, *lines: str) -> None:
        """Writes lines, all at once."""
        self.tail.extend("> " + line[:300] for line in lines)
        self.send_raw("".join(line + "\n" for line in lines).encode())

    def wait_for(self, prefix: str, timeout: float | None = None) -> list[str]:
        """The lines up to and including the first that starts with `prefix`."""
        limit = self.timeout if timeout is None else timeout
        end = time.monotonic() + limit
        lines: list[str] = []
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise self.fail(f"no `{prefix}` within {limit:g} s") from None
            if line is None:
                self._lines.put(None)
                self.child.wait(1)
                raise self.fail(f"engine closed its output before `{prefix}`")
            lines.append(line)
            if line.startswith(prefix):
                return lines

    def quit(self, timeout: float = 1.0) -> None:
        """Sends `quit`; the process must end in time."""
        self.send("quit")
        try:
            self.child.wait(timeout)
        except subprocess.TimeoutExpired:
            error = self.fail(f"still running {timeout:g} s after `quit`")
            self.close()
            raise error from None
        self.close()

    def close(self) -> None:
        """Kills what is left and closes the pipes."""
        if self.child.poll() is None:
            self.child.kill()
        self.child.wait()
        for thread in self._readers:
            thread.join(1)
        for pipe in (self._in, self._out, self._err):
            pipe.close()

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class UciEngine(Process):
    """An engine that speaks UCI. `options` maps its options' names to their declarations after the handshake."""

    def __init__(self, command: str, cwd: str | None = None, timeout: float = 10.0, handshake: bool = True) -> None:
        super().__init__(command, cwd, timeout)
        self.options: dict[str, str] = {}
        if handshake:
            self.handshake()

    def handshake(self) -> None:
        """`uci` ... `uciok`."""
        self.send("uci")
        for line in self.wait_for("uciok"):
            if found := _OPTION.match(line):
                self.options[found[1]] = found[2] + found[3]

    def set_options(self, options: Mapping[str, str]) -> None:
        """Sets options and waits until the engine is ready."""
        self.send(*(f"setoption name {name} value {value}" for name, value in options.items()))
        self.ready()

    def ready(self, timeout: float | None = None) -> None:
        """`isready` ... `readyok`."""
        self.send("isready")
        self.wait_for("readyok", timeout)

    def position(self, fen: str = "startpos", moves: Iterable[str] = ()) -> None:
        """Sets a position."""
        self.send(position_command(fen, moves))

    def go(self, limits: str, timeout: float | None = None) -> str:
        """Searches; returns the best move."""
        self.send(f"go {limits}")
        last = self.wait_for("bestmove", timeout)[-1]
        words = last.split()
        if len(words) < 2:
            raise self.fail(f"a `bestmove` without a move: {last!r}")
        return words[1]

    def perft_divide(self, depth: int = 1, timeout: float | None = None) -> dict[str, int]:
        """Leaves below each legal move."""
        self.send(f"go perft {depth}")
        return self._read_divide(timeout)

    def _read_divide(self, timeout: float | None) -> dict[str, int]:
        counts: dict[str, int] = {}
        lines = self.wait_for("Nodes searched:", timeout)
        for line in lines:
            if found := _DIVIDE.match(line.strip()):
                if found[1] in counts:
                    raise self.fail(f"perft lists {found[1]} twice")
                counts[found[1]] = int(found[2])
        total = int(lines[-1].split(":")[1])
        if total != sum(counts.values()):
            raise self.fail(f"perft's moves add up to {sum(counts.values())}, its sum says {total}")
        return counts

    def legal_moves(self) -> frozenset[str]:
        """The legal moves, by `go perft 1`."""
        return frozenset(self.perft_divide())

    def _read_display(self) -> tuple[str, bool]:
        lines = self.wait_for("Checkers:")
        fen = next((line[4:].strip() for line in lines if line.startswith("Fen:")), None)
        if fen is None:
            raise self.fail("`d` printed no line `Fen:` before `Checkers:`")
        return fen, bool(lines[-1].removeprefix("Checkers:").strip())

    def fen(self) -> str:
        """The position's FEN, by `d`."""
        self.send("d")
        return self._read_display()[0]

    def look(self, fen: str = "startpos", moves: Iterable[str] = ()) -> View:
        """Sets a position and reads everything about it in one exchange."""
        self.send(position_command(fen, moves), "d", "go perft 1")
        text, check = self._read_display()
        return View(text, check, frozenset(self._read_divide(None)))


def position_command(fen: str, moves: Iterable[str] = ()) -> str:
    """The `position` line."""
    played = " ".join(moves)
    place = fen if fen == "startpos" else f"fen {fen}"
    return f"position {place}" + (f" moves {played}" if played else "")
