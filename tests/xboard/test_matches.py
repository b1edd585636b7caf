"""Two Ninefolds play each other under XBoard: no forfeit, no complaint, no popup, and games that can be played again."""

from __future__ import annotations

import concurrent.futures
import re
import subprocess
import time
import unittest

from xboard import ENGINE, XBoard, command, need_programs

setUpModule = need_programs

VARIANTS = ["ninesquare", "ninesquare3", "haynie", "chess99", "snappy"]
GAMES = 2
MOVES = 150
AT_A_TIME = 2
# The depth makes games short; the clocks are wide enough not to run out on a busy machine.
CLOCK = ["-tc", "0:10", "-inc", "0.1", "-depth", "5", "-autoCallFlag", "true"]
# How long a match may take, seconds: twice what the clocks give to both sides, for what XBoard needs on a busy machine.
LIMIT = 2 * GAMES * (2 * 10 + 2 * MOVES * 0.1)

# How a game may end, in XBoard's words. The number says who has ended it: 4 XBoard, 5 and 6 an engine; an end may be told again.
NATURAL = re.compile(r"Xboard adjudication: (Checkmate|Stalemate|long game)|"
                     r"Draw claim: (3-fold repetition|50-move rule|insufficient mating material)|"
                     r"Draw by mutual agreement|checkmate|stalemate|bare king|bare kings|repetition|no progress")
_END = re.compile(r"^GameEnds\((\d+), (.*), (\d)\)$", re.MULTILINE)


def play(variant: str) -> list[str]:
    """Plays a match; returns all that was wrong."""
    faults = []
    first = command(variant)
    # An engine that looks for two lines plays otherwise: without it both games would be the same.
    second = ["-scp", first[first.index("-fcp") + 1], "-secondOptions", "MultiPV=2"]
    options = [*first, *second, "-mg", str(GAMES), *CLOCK, "-xexit", "-matchPause", "100",
               "-adjudicateDrawMoves", str(MOVES), "-sgf", "games.pgn"]
    with XBoard(*options) as gui:
        end = time.monotonic() + LIMIT
        while gui.child.poll() is None:
            if popups := gui.popups():
                faults.append(f"popup {list(popups.values())}")
                break
            if time.monotonic() > end:
                faults.append(f"not over after {LIMIT} s")
                break
            time.sleep(0.5)
        faults += complaints(gui) + ends(gui) + broken(gui, variant)
        if faults:
            faults.append(gui.report())
    return faults


def complaints(gui: XBoard) -> list[str]:
    """What an engine complained of, or XBoard."""
    wrong = re.compile(r"Illegal move.*|Error \(.*|tellusererror.*")
    said = [f"{line.engine} says {line.text!r}" for line in gui.lines() if not line.sent and wrong.fullmatch(line.text)]
    printed = gui.printed().strip()
    is_score = re.fullmatch(r"xboard: Match .* vs\. .*: final score \d+-\d+-\d+", printed)
    return said if is_score else [*said, f"XBoard prints {printed!r}"]


def ends(gui: XBoard) -> list[str]:
    """What was wrong with how the games ended."""
    reasons = [reason for result, reason, _ in _END.findall(gui.debug()) if result != "0"]
    missing = [] if len(reasons) >= GAMES else [f"{len(reasons)} games have ended"]
    return missing + [f"the game ended by {reason!r}" for reason in reasons if not NATURAL.fullmatch(reason)]


def loses_change(said: str, written: str) -> bool:
    """Whether XBoard has left out what a man becomes, as it does for all that are no pawns to it."""
    return not said[-1].isdigit() and "=" not in written


def loses_side(said: str, written: str) -> bool:
    """Whether XBoard has written a castling to the other side, as it does where the king stands on the middle file."""
    return said in ("e1g1", "e9g9") and written.startswith("O-O-O")


# Moves that XBoard does not write whole. There, or behind it, a game may break when it is read.
UNCLEAR = {"chess99": loses_change, "ninesquare3": loses_side}


def broken(gui: XBoard, variant: str) -> list[str]:
    """What is wrong with the games that XBoard has saved, as far as it has written them whole."""
    done = subprocess.run([ENGINE, "pgn-check", "games.pgn"], cwd=gui.folder, capture_output=True, text=True, check=False)
    *breaks, count = done.stdout.splitlines() or [""]
    faults = [] if re.fullmatch(rf"games\.pgn: {GAMES} games, \d+ plies, {len(breaks)} broken", count) else [done.stdout + done.stderr]
    if not breaks:
        return faults
    pairs = [list(zip(*game)) for game in zip(spoken(gui), saved((gui.folder / "games.pgn").read_text()))]
    for text in breaks:
        found = re.fullmatch(r"games\.pgn:\d+: game (\d+) .* \(ply (\d+)\): .*", text)
        moves = pairs[int(found[1]) - 1][: int(found[2])] if found else []
        unclear = UNCLEAR.get(variant)
        if not unclear or not any(unclear(said, written) for said, written in moves):
            faults.append(text)
    return faults


def saved(pgn: str) -> list[list[str]]:
    """The moves of each game as XBoard has written them, and the result."""
    tags_and_more = re.compile(r"^\[[^\n]*\]$|\{.*?\}|\d+\.+", re.MULTILINE | re.DOTALL)
    return [tags_and_more.sub(" ", game).split() for game in re.split(r"^(?=\[Event )", pgn, flags=re.MULTILINE)[1:]]


def spoken(gui: XBoard) -> list[list[str]]:
    """The moves of each game as the engines have said them."""
    played: list[list[str]] = []
    for line in gui.lines():
        if line.sent and line.engine == "first" and line.text == "new":
            played.append([])
        if not line.sent and line.text.startswith("move "):
            played[-1].append(line.text.removeprefix("move "))
    return [moves for moves in played if moves]


class Matches(unittest.TestCase):
    """All matches."""

    def test_natural_ends(self) -> None:
        with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
            for variant, faults in zip(VARIANTS, pool.map(play, VARIANTS)):
                with self.subTest(variant=variant):
                    self.assertEqual(faults, [], "\n".join(faults))


if __name__ == "__main__":
    unittest.main()
