"""A person plays Ninefold with the mouse: what XBoard and the engine say to each other, and what can be seen."""

from __future__ import annotations

import unittest
from pathlib import Path

from picture import Picture
from xboard import ENGINE, XBoard, XBoardError, command, need_programs

setUpModule = need_programs

OWN = Path(__file__).with_name("own12x10.ini")
# Answers at once.
QUICK = ["-depth", "3"]


def men(fen: str) -> str:
    """The board of a FEN."""
    return fen.split()[0]


class Person(unittest.TestCase):
    """What all games have in common."""

    # The game, its files and ranks, and the file of its definition.
    game = ""
    files = 0
    ranks = 0
    definitions: Path | None = None

    @classmethod
    def setUpClass(cls) -> None:
        if not cls.game:
            raise unittest.SkipTest("not a game")

    def setUp(self) -> None:
        self.gui = XBoard(*command(self.game, self.definitions), *QUICK)
        self.addCleanup(self.gui.close)
        self.gui.sent(f"variant {self.game}")
        self.gui.said("pong .*")
        self.gui.board(self.files, self.ranks)
        self.start = men(self.gui.fen())

    def tearDown(self) -> None:
        wrong = [line for line in self.gui.lines() if not line.sent and line.text.startswith(("Illegal", "Error", "tell"))]
        self.assertEqual(wrong, [])
        self.assertLessEqual({title.lower() for title in self.gui.popups().values()}, {"engine output"})

    def see(self, before: Picture, squares: set[str]) -> None:
        """Waits until just these squares look other than before."""
        gui = self.gui
        gui.until(f"a change of {sorted(squares)}", lambda: gui.grid.changed(before, gui.look()) == squares)

    def pick_up(self, square: str, expected: dict[str, str]) -> None:
        """Picks a man up. The squares that the engine lights up are seen, and no others."""
        before = self.gui.look()
        self.assertEqual(self.gui.pick_up(square), expected)
        self.see(before, set(expected))

    def drag(self, move: str, sent: str | None = None) -> None:
        """Moves a man by holding it, and sees what XBoard sends."""
        start, target = squares(move)
        self.gui.pick_up(start)
        self.gui.release(target)
        self.gui.sent(f"usermove {sent or move}".replace("+", "[+]"))

    def click(self, move: str, sent: str | None = None) -> None:
        """Moves a man by a click on it and one on its square."""
        start, target = squares(move)
        self.gui.pick_up(start)
        self.gui.release(start)
        self.gui.click(target)
        self.gui.sent(f"usermove {sent or move}".replace("+", "[+]"))

    def shows(self, board: str) -> None:
        """Waits until XBoard has this board."""
        try:
            self.gui.until(f"the board {board}", lambda: men(self.gui.fen()) == board)
        except XBoardError as error:
            raise XBoardError(f"{error}\n  the board is {self.gui.fen()}") from error

    def edit(self) -> None:
        """From now on the mouse moves both sides."""
        self.gui.key("ctrl+e")
        self.gui.sent("force")


def squares(move: str) -> tuple[str, str]:
    """The two squares of a move, as XBoard counts boards of other than ten ranks."""
    at = next(place for place in range(1, len(move)) if move[place].isalpha())
    return move[:at], move[at:]


class NineSquare(Person):
    """With XBoard's test of legality."""

    game, files, ranks = "ninesquare", 9, 9

    def test_move_reply_retraction(self) -> None:
        self.pick_up("b1", {"a3": "Y", "c3": "Y"})
        before = self.gui.look()
        self.gui.release("c3")
        self.gui.sent("usermove b1c3")
        reply = squares(self.gui.said("move (.*)")[1])
        self.see(before, {"a3", "b1", "c3", *reply})
        self.gui.key("ctrl+x")
        self.gui.sent("remove")
        self.shows(self.start)
        # The engine is where the board is.
        self.click("e2e4")
        self.gui.said("move .*")

    def test_nothing_happens_beside_lit_squares(self) -> None:
        self.gui.pick_up("b1")
        self.gui.release("b3")
        self.gui.popup("Error")
        self.assertEqual(men(self.gui.fen()), self.start)
        self.gui.key("Escape")
        for window in self.gui.popups():
            self.gui.shut(window)
        self.drag("b1c3")

    def test_castling_to_both_sides(self) -> None:
        position = "4k4/9/9/9/9/9/9/P7P/R4K2R w KQ - 0 1"
        for move, lit, after in [
            ("f1h1", {"d1": "Y", "h1": "Y"}, "R5RK1"),
            ("f1d1", {"d1": "Y", "h1": "Y"}, "3KR3R"),
        ]:
            with self.subTest(move=move):
                self.gui.paste(position)
                start, target = squares(move)
                self.assertLessEqual(lit.items(), self.gui.pick_up(start).items())
                self.gui.release(target)
                self.gui.sent(f"usermove {move}")
                self.shows(f"4k4/9/9/9/9/9/9/P7P/{after}")

    def test_promotion_by_choice(self) -> None:
        for steps in (0, 1, 2):
            with self.subTest(steps=steps):
                self.gui.paste("9/1P6k/9/9/9/9/9/9/K8 w - - 0 1")
                self.gui.pick_up("b8")
                self.gui.release("b8")
                self.gui.sweep("b9", steps)
                letter = self.gui.sent("usermove b8b9([qjrbn])")[1]
                self.shows(f"1{letter.upper()}7/8k/9/9/9/9/9/9/K8")
        self.assertEqual(len({line.text for line in self.gui.lines() if line.text.startswith("usermove b8b9")}), 3)

    def test_analysis(self) -> None:
        self.gui.key("ctrl+a")
        self.gui.sent("analyze")
        self.gui.popup("Engine output")
        self.gui.said(r"3 -?\d+ \d+ \d+ .*")
        self.gui.sent(r"\.")
        self.gui.said(r"stat01: \d+ \d+ \d+ \d+ 24\b.*")
        self.drag("e2e4")
        self.gui.said(r"3 -?\d+ \d+ \d+ .*\t[a-z][789].*")
        self.gui.key("ctrl+e")
        self.gui.sent("exit")
        self.gui.sent("force")


class Chess99(Person):
    """Without XBoard's test of legality: promotions of two kinds, and ranges that grow."""

    game, files, ranks = "chess99", 9, 11

    def test_range_grows(self) -> None:
        self.edit()
        self.pick_up("b4", {"a5": "Y", "c5": "Y"})
        self.gui.release("c5")
        self.gui.sent("usermove b4c5")
        self.drag("a10a9")
        self.pick_up("c5", {"b6": "Y", "d6": "Y", "a7": "Y", "e7": "Y"})
        self.gui.release("e8")
        self.assertEqual(self.gui.fen().split()[1], "w")
        self.gui.click("e7")
        self.gui.sent("usermove c5e7")

    def test_pawns_promote_by_letter(self) -> None:
        for pawn in "PB":
            for steps in (0, 1):
                with self.subTest(pawn=pawn, steps=steps):
                    self.gui.paste(f"9/1{pawn}7/8k/9/9/9/9/9/9/9/K8 w - - 0 1")
                    target = {"P": "b11", "B": "c11"}[pawn]
                    self.assertEqual(self.gui.pick_up("b10")[target], "M")
                    choices = self.gui.said("choice ([RLWFQNDA]{8})")[1]
                    self.gui.release("b10")
                    self.gui.sweep(target, steps)
                    letter = self.gui.sent(f"usermove b10{target}([rlwfqnda])")[1].upper()
                    self.assertEqual(letter == choices[0], steps == 0)
                    rank = {"P": f"1{letter}7", "B": f"2{letter}6"}[pawn]
                    self.shows(f"{rank}/9/8k/9/9/9/9/9/9/9/K8")

    def test_promoted_form_by_choice(self) -> None:
        for steps, sent, after in [(0, "b10b11+", "1+W7"), (1, "b10b11", "1W7")]:
            with self.subTest(sent=sent):
                self.gui.paste("9/1W7/8k/9/9/9/9/9/9/9/K8 w - - 0 1")
                self.assertEqual(self.gui.pick_up("b10"), {"a10": "Y", "c10": "Y", "b9": "Y", "b11": "M"})
                self.gui.release("b10")
                self.gui.sweep("b11", steps)
                self.gui.sent(f"usermove {sent}".replace("+", "[+]"))
                self.shows(f"{after}/9/8k/9/9/9/9/9/9/9/K8")


class Snappy(Person):
    """Men change by the square they land on."""

    game, files, ranks = "snappy", 9, 9

    def test_morph_and_reply(self) -> None:
        self.pick_up("b2", {"b3": "B", "b4": "Y"})
        self.gui.release("b3")
        self.gui.sent("put b3")
        self.gui.said("choice H")
        self.gui.sent("usermove b2b3h")
        self.gui.said("move .*")
        self.assertIn("/1H7/P1PPPPPPP/PPPPKPPPP", self.gui.fen())
        self.gui.key("ctrl+x")
        self.gui.sent("remove")
        self.shows(self.start)

    def test_castling_with_a_pawn(self) -> None:
        self.edit()
        for white, black in [("f2f4", "a8a6"), ("g2g4", "b8b6"), ("h2h4", "c8c6")]:
            self.drag(white)
            self.click(black)
        for white, black in [("f1f3d", "d8d6"), ("g1g3n", "e8e6"), ("h1h3h", "f8f6")]:
            self.drag(white[:4], white)
            self.drag(black)
        self.drag("e1h1")
        self.shows("ppppkpppp/6ppp/9/pppppp3/9/5PPP1/5DNH1/PPPPP3P/PPPP2PK1")


class Own(Person):
    """A user's own game on a board of twelve files and ten ranks, which XBoard counts from 0."""

    game, files, ranks, definitions = "estuary", 12, 10, OWN

    def test_moves_and_reply(self) -> None:
        self.pick_up("d2", {"d4": "Y", "d6": "Y", "d8": "R"})
        self.gui.release("d4")
        self.gui.sent("usermove d1d3")
        self.gui.said("move .*")
        self.gui.key("ctrl+x")
        self.gui.sent("remove")
        self.shows(self.start)

    def test_nightrider_and_old_sailor(self) -> None:
        self.gui.paste("11k/1S10/12/12/12/12/12/12/12/K1H9 w - - 0 1")
        lit = {"b3": "Y", "a5": "Y", "d3": "Y", "e5": "Y", "f7": "Y", "g9": "Y", "a2": "Y", "e2": "Y", "g3": "Y", "i4": "Y",
               "k5": "Y"}
        self.pick_up("c1", lit)
        self.gui.release("f7")
        self.gui.sent("usermove c0f6")
        self.drag("l10l9", "l9l8")
        self.gui.pick_up("b9")
        self.gui.release("b9")
        self.gui.sweep("b10", 0)
        self.gui.sent("usermove b8b9[+]")
        self.shows("1+S10/11k/12/5H6/12/12/12/12/12/K11")


class Menu(unittest.TestCase):
    """A game chosen from XBoard's menu, by a person who has set nothing up."""

    # A row of pixels that crosses the first row of buttons above their text.
    ABOVE_TEXT = 7

    def test_new_variant(self) -> None:
        gui = XBoard("-fcp", str(ENGINE), "-testLegality", "true", *QUICK)
        self.addCleanup(gui.close)
        gui.sent("accepted done")
        gui.board(8, 8)
        gui.key("alt+shift+v")
        dialog = gui.popup("New Variant")

        def first_of_ours() -> int | None:
            # They are in the two columns on the right; the variants that the engine does not play are not white.
            buttons = [run for run in gui.look(dialog).white(self.ABOVE_TEXT) if run[1] - run[0] > 20]
            return sum(buttons[-2]) // 2 if len(buttons) > 2 else None

        gui.click_at(dialog, gui.until("buttons", first_of_ours), self.ABOVE_TEXT)
        gui.sent("variant chess99")
        self.assertIn("Test Legality switched off", gui.said("telluser (.*)")[1])
        gui.shut(gui.popup("Note"))
        gui.key("ctrl+shift+l")
        gui.board(9, 11)
        self.assertEqual(gui.pick_up("b4"), {"a5": "Y", "c5": "Y"})
        gui.release("c5")
        gui.sent("usermove b4c5")
        gui.said("move .*")


if __name__ == "__main__":
    unittest.main()
