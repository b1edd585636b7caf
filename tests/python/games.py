"""What the test tools know of the games: start positions, boards as text, and pyffish's view of them."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pyffish

BUILTIN = Path(__file__).parents[2] / "src" / "catalogue" / "builtin.ini"


def _starts() -> dict[str, str]:
    """The start position of every built-in variant, as the definitions have it."""
    starts: dict[str, str] = {}
    name = ""
    for line in BUILTIN.read_text().splitlines():
        if header := re.fullmatch(r"\[([\w-]+)(?::([\w-]+))?\]", line.strip()):
            name, parent = header[1], header[2]
            starts[name] = starts.get(parent, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        elif line.startswith("startFen"):
            starts[name] = line.split("=", 1)[1].strip()
    return starts


START = _starts()
# Games in which castling is free, with their start position by rook files.
FREE = {"fischerandom": "w HAha", "caparandom": "w JAja"}
for _name, _rights in FREE.items():
    START[_name] = START[_name].replace("w KQkq", _rights)

_MOVE = re.compile(r"([a-p]\d{1,2})([a-p]\d{1,2})(.*)")
_RUN = re.compile(r"\d+|\+?[A-Za-z]")


def split_move(move: str) -> tuple[str, str, str]:
    """From-square, to-square, suffix."""
    found = _MOVE.fullmatch(move)
    if not found:
        raise ValueError(f"not a move: {move!r}")
    return found[1], found[2], found[3]


def parse_board(fen: str) -> dict[str, str]:
    """The men of a FEN by square: `{"e1": "K", "d11": "+w"}`."""
    rows = fen.split()[0].split("/")
    men: dict[str, str] = {}
    for index, row in enumerate(rows):
        file = 0
        for token in _RUN.findall(row):
            if token.isdigit():
                file += int(token)
            else:
                men[f"{chr(ord('a') + file)}{len(rows) - index}"] = token
                file += 1
    return men


def is_castling(men: dict[str, str], move: str) -> bool:
    """Whether it is castling, by the king's target or as king takes partner."""
    start, end, _ = split_move(move)
    man, target = men[start], men.get(end)
    onto_own = target is not None and target.isupper() == man.isupper()
    along = start[1:] == end[1:] and abs(ord(start[0]) - ord(end[0])) > 1
    return man in "Kk" and (onto_own or along)


def is_en_passant(men: dict[str, str], move: str) -> bool:
    """Whether an orthodox pawn captures en passant. Of other pawns (Berolina, sideways) it is a guess."""
    start, end, _ = split_move(move)
    return men[start] in "Pp" and start[0] != end[0] and start[1:] != end[1:] and end not in men


def is_capture(men: dict[str, str], move: str) -> bool:
    """Whether it takes an opposing man."""
    start, end, _ = split_move(move)
    target = men.get(end)
    return is_en_passant(men, move) or (target is not None and target.isupper() != men[start].isupper())


def crossed_square(fen: str) -> str:
    """The crossed square of an en-passant field, which in Berolina names the man's square too, in any order."""
    squares = re.findall(r"[a-p]\d{1,2}", fen.split()[3])
    men = parse_board(fen) if len(squares) > 1 else {}
    return next((s for s in squares if s not in men), "-")


def is_bare(fen: str) -> bool:
    """Whether one side has no man but its king."""
    men = list(parse_board(fen).values())
    white = sum(m.isupper() for m in men)
    return white == 1 or white == len(men) - 1


def fischer_row(rng: random.Random, row: str) -> str:
    """A random order of these men with the bishops on both colours and the king between the rooks."""
    while True:
        men = list(row)
        rng.shuffle(men)
        bishops = [i for i in range(len(men)) if men[i] == "B"]
        rooks = [i for i in range(len(men)) if men[i] == "R"]
        if sum(bishops) % 2 == 1 and rooks[0] < men.index("K") < rooks[1]:
            return "".join(men)


def free_array(variant: str, rng: random.Random) -> str:
    """A random start position of a game in which castling is free, castling by rook files."""
    rows, _ = START[variant].split(" ", 1)
    row = rows.split("/")[-1]
    new = fischer_row(rng, row)
    rights = "".join(chr(ord("A") + i) for i in range(len(new) - 1, -1, -1) if new[i] == "R")
    return f"{rows.replace(row, new).replace(row.lower(), new.lower())} w {rights}{rights.lower()} - 0 1"


def haynie_array(number: int) -> str:
    """The numbered start position of Haynie's Great Chess."""
    if number == 0:
        return START["haynie"]
    state = number
    mask = (1 << 64) - 1

    def split_mix() -> int:
        nonlocal state
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return z ^ (z >> 31)

    men = list("KQRRBBNNAMGHOFFWCCZZ")
    while True:
        for i in range(19, 0, -1):
            j = split_mix() % (i + 1)
            men[i], men[j] = men[j], men[i]
        shades = {m: {(i % 10 + i // 10) % 2 for i in range(20) if men[i] == m} for m in "BCF"}
        if all(len(pair) == 2 for pair in shades.values()):
            break
    first, second = "".join(men[:10]), "".join(men[10:])
    return f"{first.lower()}/{second.lower()}/{'p' * 10}/10/10/10/10/{'P' * 10}/{second}/{first} w - - 0 1"


def fischer_array(rng: random.Random) -> str:
    """A random start position of Fischer random chess."""
    return free_array("fischerandom", rng)


class Peer:
    """pyffish's opinion on one variant. Each call costs it 1.5 ms, so ask little."""

    NAMES = frozenset(START) - {"snappy", "chess99", "chess99-everymove"}
    _loaded = False

    def __init__(self, variant: str) -> None:
        if not Peer._loaded:
            pyffish.load_variant_config(Path(__file__).with_name("peers.ini").read_text())
            Peer._loaded = True
        self.free_castling = variant == "chess960" or variant in FREE
        self.name = "chess" if variant in ("fischerandom", "chess960") else variant

    def legal(self, fen: str, moves: list[str] | None = None) -> frozenset[str]:
        """The legal moves."""
        return frozenset(pyffish.legal_moves(self.name, fen, moves or [], self.free_castling))

    def fen(self, fen: str, moves: list[str] | None = None) -> str:
        """The FEN after moves, as pyffish writes it."""
        return pyffish.get_fen(self.name, fen, moves or [], self.free_castling)

    def in_check(self, fen: str) -> bool:
        """Whether the side to move is in check."""
        return pyffish.gives_check(self.name, fen, [], self.free_castling)

    def place(self, fen: str, legal: frozenset[str]) -> str:
        """The first four FEN fields, the en-passant square kept only if one of the legal moves takes there."""
        board, side, castling, _ = fen.split()[:4]
        square = crossed_square(fen)
        if square != "-":
            men = parse_board(fen)
            there = [m for m in legal if split_move(m)[1] == square and men[split_move(m)[0]] in "Pp"]
            takes = any(len(parse_board(self.fen(fen, [m]))) < len(men) for m in there)
            square = square if takes else "-"
        return f"{board} {side} {castling} {square}"

    def thinned(self, fen: str, rng: random.Random) -> str:
        """A legal position with only some of the men of a start position left: endings, promotions and mates come sooner."""
        rows, _, rights, *_ = fen.split()
        while True:
            keep = rng.uniform(0.2, 0.6)
            chance = {"k": 1.0, "r": max(keep, 0.7)}
            thin = re.sub("[A-Za-z]", lambda m: m[0] if rng.random() < chance.get(m[0].lower(), keep) else "1", rows)
            board = re.sub(r"1+(?!0)", lambda m: str(len(m[0])), thin)
            # pyffish itself drops the rights of rooks that are gone.
            flipped = self.fen(f"{board} b {rights} - 0 1")
            if not self.in_check(flipped):
                return self.fen(f"{board} w {rights} - 0 1")
