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


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs"
    folder.mkdir(parents=True, exist_ok=True)
    for game, files, ranks in [("chess99", 9, 11), ("haynie", 10, 10), ("snappy", 9, 9), ("ninesquare", 9, 9)]:
        with opened(game, files, ranks) as gui:
            picture.save(gui.look(), folder / f"{game}.png")
    with opened("snappy", 9, 9) as gui:
        gui.paste("4k4/pp1pp2pp/2p6/4J4/2R3p2/9/3D1N3/PPP1P2PP/4K4 w - - 0 1")
        gui.pick_up("e5")
        gui.release("e5")
        gui.until("marked squares", lambda: True)
        picture.save(gui.look(), folder / "snappy-morph.png")
    with opened("estuary", 12, 10, OWN) as gui:
        for move in ["d2d4", "g3g5"]:
            gui.pick_up(move[:2])
            gui.release(move[2:])
            gui.said("move .*")
        gui.pick_up("d4")
        gui.release("d4")
        picture.save(gui.look(), folder / "own-variant.png")


if __name__ == "__main__":
    main()
