"""A small client of the XBoard protocol for tests. It reads nothing but lines that XBoard knows."""

from __future__ import annotations

import re

from uci import Process

_SQUARE = r"[a-p]\d{1,2}"
_MOVE = rf"(?:O-O(?:-O)?|{_SQUARE}{_SQUARE}[a-z+]?)"
_NUMBER = r"-?\d+"
# What XBoard does something with, whole lines.
KNOWN = re.compile("|".join((
    r'feature(?: [a-z0-9]+=(?:\d+|"[^"]*"))+',
    rf"move {_MOVE}",
    rf"Hint: {_MOVE}",
    r"pong \d+",
    r"offer draw",
    r"(?:1-0|0-1|1/2-1/2) \{[^{}]+\}",
    rf"{_NUMBER} {_NUMBER} \d+ \d+ \d+ \d+ \d+\t{_MOVE}(?: {_MOVE})*",
    rf"stat01: \d+ \d+ \d+ \d+ \d+(?: {_MOVE})?",
    r"highlight [A-Za-z0-9/]+",
    r"choice [A-Z+'!]+",
    r"setup \(\S+\) \d+x\d+\+\d+_\w+ \S+ [wb] \S+ \S+.*",
    r"piece \+?[A-Za-z]['!]?&? \S+",
    r"(?:telluser|tellusererror) .+",
    r"Error \(.+\): .*",
    r"Illegal move \(.+\): .+",
    r"#.*",
    # What a book says.
    r" .+|",
)))
# Texts for people, in which these words would end the game or the engine.
FATAL = ("unknown host", "No remote directory", "not found", "No such file", "can't alloc", "Permission denied", "Draw", "game is a draw")
# These would withdraw a command, and these would leave a refused move on the board.
WITHDRAWN = ("protover", "draw", "analyze", "llegal")
OVERHEARD = ("protover", "draw", "analyze", "name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random", "depth",
             "accepted")
# XBoard's buffers: a whole line, and words of `sscanf(line, "%s %s %s", ...)`.
LONGEST = 8191
LONGEST_WORDS = (5119, 5119, 511)


def fault(line: str) -> str | None:
    """What XBoard would not take as it is meant."""
    if not KNOWN.fullmatch(line):
        return "no line of the protocol"
    words: tuple[str, ...] = ()
    if line.startswith(("telluser", "#", "Error", "Illegal")):
        words = FATAL
    if line.startswith("Error"):
        words += WITHDRAWN
    if line.startswith("Illegal"):
        words += OVERHEARD
        line = line.replace("Illegal move", "", 1)
    if found := [word for word in words if word in line]:
        return f"XBoard would act on {found}"
    if len(line.encode()) > LONGEST:
        return "too long a line"
    if any(len(word.encode()) > limit for word, limit in zip(line.split(), LONGEST_WORDS)):
        return "too long a word"
    return None


class XboardEngine(Process):
    """An engine that speaks the XBoard protocol. `variants` are the names it listed last."""

    def __init__(self, command: str, cwd: str | None = None, timeout: float = 10.0) -> None:
        super().__init__(command, cwd, timeout)
        self.variants: set[str] = set()
        self._pings = 100_000_000
        self.send("xboard", "protover 2")
        self.wait_for("feature done=1")

    def wait_for(self, prefix: str, timeout: float | None = None) -> list[str]:
        """The lines up to and including the first that starts with `prefix`, all of them lines of the protocol."""
        lines = super().wait_for(prefix, timeout)
        for line in lines:
            if what := fault(line):
                raise self.fail(f"{what}: {line[:500]!r}")
            if found := re.search(r'variants="([^"]*)"', line):
                self.variants = set(found[1].split(","))
        return lines

    def ping(self) -> tuple[str, str]:
        """A `ping` that has not been used yet, and its answer."""
        self._pings += 1
        return f"ping {self._pings}", f"pong {self._pings}"
