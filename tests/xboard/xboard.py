"""XBoard on a display of its own, driven by mouse and keyboard; what it and the engines say is read from its debug file.

XBoard takes settings that are not given here from ~/.xboardrc, if there is one, and never writes them.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tempfile
import time
import unittest
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import picture
from picture import Grid, Picture

ROOT = Path(__file__).resolve().parents[2]
ENGINE = Path(os.environ.get("NINEFOLD", ROOT / "target" / "release" / "ninefold")).resolve()
# Debian has XBoard in a folder that is not on everybody's path.
PATH = f"{os.environ.get('PATH', os.defpath)}:/usr/games"
PROGRAMS = ["xboard", "Xvfb", "xdotool", "xclip", "import", "convert"]
# How long anything may take that is not a game, seconds.
PATIENCE = 30.0
# XBoard lays its window out in several steps; after so many seconds without a change it is done.
SETTLED = 0.3
SCREEN = "2000x1100x24"
# So many pixels of the mouse change the man that is chosen.
STEP = 26
# Where other windows do not hide the board.
ASIDE = ("900", "0")

# What the tests need other than Debian has it, or other than a person's own settings may have it.
SETTINGS = [
    "-saveSettingsOnExit", "false", "-startupMessage", "", "-soundProgram", "true", "-animateMoving", "false",
    "-flashCount", "0", "-size", "49", "-overrideLineGap", "1", "-showTargetSquares", "true", "-sweepPromotions", "true",
    "-highlightMoveWithArrow", "false", "-useBoardTexture", "false",
    "-highlightLastMove", "true", "-ponderNextMove", "false", "-popupMoveErrors", "true",
    "-flipView", "false", "-autoFlipView", "false",
]

_SPOKEN = re.compile(r"\d+ ([<>])(first|second) ?: (.*)")
# XBoard writes a line in pieces, each with a head of its own.
_AGAIN = re.compile(r"\d+ >(first|second) ?: ")
_Found = TypeVar("_Found")


def need_programs() -> None:
    """Skips the tests where a program is missing that they need; not where all must be tested."""
    missing = [program for program in PROGRAMS if not shutil.which(program, path=PATH)]
    if missing and "CI" not in os.environ:
        raise unittest.SkipTest(f"not installed: {', '.join(missing)}")


def command(variant: str, definitions: Path | None = None) -> list[str]:
    """The arguments of XBoard for a game against Ninefold, as Ninefold says them."""
    own = ["--variants", str(definitions)] if definitions else []
    done = subprocess.run([ENGINE, *own, "xboard", variant, "--print"], stdout=subprocess.PIPE, check=True, text=True)
    return shlex.split(done.stdout)[1:]


def coloured(board: str) -> dict[str, str]:
    """The squares that have a colour in a board of `highlight`, which is written like that of a FEN."""
    squares = {}
    ranks = board.split("/")
    for number, rank in enumerate(ranks):
        file = 0
        for run, colour in re.findall(r"(\d+)|([A-Za-z])", rank):
            if colour:
                squares[f"{chr(ord('a') + file)}{len(ranks) - number}"] = colour
            file += int(run) if run else 1
    return squares


class XBoardError(AssertionError):
    """XBoard did not do what was waited for. The text ends with the last lines of its debug file."""


@dataclass(frozen=True)
class Line:
    """A line between XBoard and an engine."""

    sent: bool
    engine: str
    text: str

    def __str__(self) -> str:
        return f"{'>' if self.sent else '<'} {self.engine}: {self.text}"


class Display:
    """An X server without a screen, under a number that nobody else uses."""

    def __init__(self) -> None:
        read, write = os.pipe()
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", SCREEN, "-nolisten", "tcp", "-noreset"]
        self.server = subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise XBoardError(f"Xvfb does not start (code {self.server.wait()})")
        self.name = f":{number}"

    def run(self, *command: str) -> str:
        """Runs a program on this display; returns what it prints, also where it fails."""
        environment = os.environ | {"DISPLAY": self.name}
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              timeout=PATIENCE, check=False)
        return done.stdout

    def copy(self, text: str) -> None:
        """Leaves a text to be pasted. The program that holds it goes on in the background until the display ends."""
        command = ["xclip", "-display", self.name, "-selection", "clipboard"]
        subprocess.run(command, input=text.encode(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True,
                       timeout=PATIENCE)

    def close(self) -> None:
        """Ends the server."""
        self.server.terminate()
        self.server.wait(PATIENCE)


class XBoard:
    """A running XBoard. Waiting for lines goes forward: each wait begins behind the line that the last one found."""

    def __init__(self, *arguments: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="xboard-")
        self.folder = Path(self._folder.name)
        self.display = Display()
        self._debug = self.folder / "debug.txt"
        self._errors = (self.folder / "errors.txt").open("w+")
        command = ["xboard", *SETTINGS, *arguments, "-debug", "-debugfile", str(self._debug)]
        environment = os.environ | {"DISPLAY": self.display.name, "PATH": PATH, "LC_ALL": "C.UTF-8"}
        self.child = subprocess.Popen(command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                                      stdout=self._errors, stderr=self._errors)
        self._lines: list[Line] = []
        self._read = 0
        self._next = 0
        try:
            self.window = self.until("its window", self._board_window)
        except BaseException:
            self.close()
            raise

    # What is waited for

    def until(self, what: str, look: Callable[[], _Found | None], patience: float = PATIENCE) -> _Found:
        """Looks until something is there, and returns it."""
        end = time.monotonic() + patience
        while True:
            running = self.child.poll() is None
            if found := look():
                return found
            if not running or time.monotonic() > end:
                state = "is running" if running else f"has ended with code {self.child.returncode}"
                raise XBoardError(f"no sign of {what}; XBoard {state}\n{self.report()}")
            time.sleep(0.02)

    def report(self) -> str:
        """The end of the conversation, what XBoard has printed and which windows are open."""
        talk = "".join(f"  {line}\n" for line in self.lines()[-40:])
        windows = "" if self.child.poll() is not None else f"  windows: {list(self.windows().values())}\n"
        return f"{talk}{windows}  {self.printed()}"

    def printed(self) -> str:
        """What XBoard has written to standard output and error."""
        return (self.folder / "errors.txt").read_text(errors="replace")

    def debug(self) -> str:
        """The whole debug file."""
        return self._debug.read_text(errors="replace")

    def lines(self) -> list[Line]:
        """All that XBoard and the engines have said to each other."""
        data = self._debug.read_bytes() if self._debug.exists() else b""
        whole = data.rfind(b"\n") + 1
        for text in data[self._read : whole].decode(errors="replace").splitlines():
            if found := _SPOKEN.fullmatch(text):
                self._lines.append(Line(found[1] == ">", found[2], _AGAIN.sub("", found[3])))
        self._read = max(self._read, whole)
        return self._lines

    def sent(self, pattern: str, engine: str = "first", patience: float = PATIENCE) -> re.Match[str]:
        """Waits until XBoard has sent a line that is all like this."""
        return self._wait(True, engine, pattern, patience)

    def said(self, pattern: str, engine: str = "first", patience: float = PATIENCE) -> re.Match[str]:
        """Waits until an engine has said a line that is all like this."""
        return self._wait(False, engine, pattern, patience)

    def _wait(self, sent: bool, engine: str, pattern: str, patience: float) -> re.Match[str]:
        def look() -> re.Match[str] | None:
            lines = self.lines()
            for number in range(self._next, len(lines)):
                line = lines[number]
                found = re.fullmatch(pattern, line.text)
                if found and line.sent == sent and line.engine == engine:
                    self._next = number + 1
                    return found
            return None

        return self.until(f"`{'>' if sent else '<'} {engine}: {pattern}`", look, patience)

    # Windows and pictures

    def windows(self) -> dict[str, str]:
        """The windows that can be seen, with their titles."""
        found = {}
        for window in self.display.run("xdotool", "search", "--onlyvisible", "--name", ".").split():
            found[window] = self.display.run("xdotool", "getwindowname", window).strip()
        return found

    def popups(self) -> dict[str, str]:
        """All windows but the board's."""
        return {window: title for window, title in self.windows().items() if window != self.window}

    def popup(self, title: str) -> str:
        """Waits for a window whose title is all like this, and moves it away from the board."""

        def look() -> str | None:
            return next((window for window, name in self.popups().items() if re.fullmatch(title, name)), None)

        window = self.until(f"a window `{title}`", look)
        self.display.run("xdotool", "windowmove", "--sync", window, *ASIDE)
        return window

    def shut(self, window: str) -> None:
        """Closes a window by its own button for that: Escape."""
        self.display.run("xdotool", "windowfocus", "--sync", window, "key", "Escape")
        self.until("its end", lambda: window not in self.windows())

    def _board_window(self) -> str | None:
        return next((window for window, title in self.windows().items() if title.lower().startswith("xboard")), None)

    def look(self, window: str | None = None) -> Picture:
        """What a window, or the board's, shows now."""
        return picture.take(self.display.name, window or self.window)

    def board(self, files: int, ranks: int) -> Grid:
        """Waits until a board of this size is shown and stays where it is, and finds its squares."""

        def look() -> Grid | None:
            first = picture.grid(self.look(), files, ranks)
            if first is None:
                return None
            time.sleep(SETTLED)
            return first if picture.grid(self.look(), files, ranks) == first else None

        self.grid = self.until(f"a board of {files}x{ranks}", look)
        return self.grid

    # Mouse and keyboard

    def point(self, square: str) -> None:
        """Moves the mouse to the middle of a square."""
        x, y = self.grid.centre(square)
        self.display.run("xdotool", "mousemove", "--window", self.window, str(x), str(y))

    def press(self, square: str) -> None:
        """Presses the left button on a square."""
        self.point(square)
        self.display.run("xdotool", "mousedown", "1")

    def release(self, square: str) -> None:
        """Moves the mouse to a square, and lets the button go there."""
        self.point(square)
        self.display.run("xdotool", "mouseup", "1")

    def click(self, square: str) -> None:
        """Presses the button on a square, and lets it go there."""
        self.press(square)
        self.display.run("xdotool", "mouseup", "1")

    def sweep(self, square: str, steps: int) -> None:
        """Presses the button on a square, pulls the mouse down by so many steps, and lets it go: chooses what a man becomes, which
        is seen to change with each step."""
        self.press(square)
        for _ in range(steps):
            before = self.look()
            self.display.run("xdotool", "mousemove_relative", "0", str(STEP))
            self.until("another man", lambda: square in self.grid.changed(before, self.look()))
        self.display.run("xdotool", "mouseup", "1")

    def pick_up(self, square: str) -> dict[str, str]:
        """Presses the button on a man; returns the squares that the engine lights up, with their colours."""
        self.press(square)
        self.sent("lift .*")
        return coloured(self.said("highlight (.*)")[1])

    def click_at(self, window: str, x: int, y: int) -> None:
        """Clicks into a window."""
        self.display.run("xdotool", "mousemove", "--sync", "--window", window, str(x), str(y), "click", "1")

    def key(self, *keys: str) -> None:
        """Types into the board's window."""
        self.display.run("xdotool", "windowfocus", "--sync", self.window, "key", *keys)

    def paste(self, fen: str) -> None:
        """Sets a position up through the clipboard; from then on the mouse moves both sides."""
        self.display.copy(fen)
        self.key("ctrl+shift+v")
        self.sent("setboard .*")
        self.said("pong .*")

    def fen(self) -> str:
        """The position on XBoard's board, as it copies it."""
        nothing = "nothing yet"

        def copied() -> str | None:
            text = self.display.run("xclip", "-selection", "clipboard", "-out").strip()
            return text if text not in ("", nothing) else None

        def copy() -> str | None:
            self.display.copy(nothing)
            self.key("ctrl+shift+c")
            try:
                return self.until("a copied position", copied, patience=1)
            except XBoardError:
                # XBoard does not hear a key while it has a mouse button for pressed.
                return None

        return self.until("a position that can be copied", copy)

    def close(self) -> None:
        """Ends XBoard, its engines and its display."""
        self.child.terminate()
        try:
            self.child.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
        self._errors.close()
        self.display.close()
        self._folder.cleanup()

    def __enter__(self) -> XBoard:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
