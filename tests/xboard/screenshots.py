#!/usr/bin/env python3
"""Takes the pictures of the README: XBoard with the four games, with a man in hand, and with a user's own game.

    screenshots.py [FOLDER]    (docs/ if none is named)
"""

from __future__ import annotations

import sys
from pathlib import Path

import picture
from test_person import OWN
from xboard import ROOT, XBoard, command

# Squares of so many pixels where the board has eight files; XBoard makes them smaller on larger boards.
LOOKS = ["-size", "58", "-useBoardTexture", "true", "-depth", "3"]


def opened(game: str, files: int, ranks: int, definitions: Path | None = None) -> XBoard:
    """XBoard with a game at its start."""
    gui = XBoard(*command(game, definitions), *LOOKS)
    gui.said("pong .*")
    gui.board(files, ranks)
    return gui


def in_hand(gui: XBoard, square: str) -> None:
    """Takes a man; its squares are marked."""
    before = gui.look()
    lit = set(gui.pick_up(square))
    gui.until("the marks", lambda: gui.grid.changed(before, gui.look()) == lit)
    gui.release(square)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs"
    folder.mkdir(parents=True, exist_ok=True)
    for game, files, ranks in [("chess99", 9, 11), ("haynie", 10, 10), ("snappy", 9, 9), ("ninesquare", 9, 9)]:
        with opened(game, files, ranks) as gui:
            picture.save(gui.look(), folder / f"{game}.png")
    with opened("snappy", 9, 9) as gui:
        gui.paste("4k4/pp1pp2pp/2p6/4J4/2R3p2/9/3D1N3/PPP1P2PP/4K4 w - - 0 1")
        in_hand(gui, "e6")
        picture.save(gui.look(), folder / "snappy-morph.png")
    with opened("estuary", 12, 10, OWN) as gui:
        gui.key("ctrl+e")
        gui.sent("force")
        for start, target in [("d2", "d4"), ("g8", "g6"), ("g3", "g5"), ("i9", "i7"), ("h1", "g3")]:
            gui.pick_up(start)
            gui.release(target)
            gui.sent("usermove .*")
        in_hand(gui, "f8")
        picture.save(gui.look(), folder / "own-variant.png")


if __name__ == "__main__":
    main()
