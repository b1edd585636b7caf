"""Pictures of windows: their pixels, and where XBoard has drawn its board."""

from __future__ import annotations

import itertools
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

# A line between squares covers at least this share of the picture, in black; the dark field of a clock covers half of it.
SHARE = 0.6
# Wooden squares come to small files with so many colours.
COLOURS = 40

_HEADER = re.compile(rb"P6\s(\d+)\s(\d+)\s255\s")


@dataclass(frozen=True)
class Picture:
    """Pixels row by row from the top, three bytes each."""

    width: int
    height: int
    pixels: bytes

    def cut(self, x: int, y: int, width: int, height: int) -> bytes:
        """The pixels of a rectangle."""
        starts = (3 * (row * self.width + x) for row in range(y, y + height))
        return b"".join(self.pixels[start : start + 3 * width] for start in starts)

    def white(self, y: int) -> list[tuple[int, int]]:
        """The white stretches of a row, from their first pixel to behind their last."""
        pixels = self.cut(0, y, self.width, 1)
        is_white = [pixels[3 * x : 3 * x + 3] == b"\xff\xff\xff" for x in range(self.width)]
        runs = itertools.groupby(range(self.width), key=lambda x: is_white[x])
        stretches = (list(run) for white, run in runs if white)
        return [(stretch[0], stretch[-1] + 1) for stretch in stretches]

    def lines(self) -> tuple[list[int], list[int]]:
        """The columns and the rows that are black over most of their length."""
        columns = [x for x in range(self.width) if _black(self.cut(x, 0, 1, self.height)) > SHARE * self.height]
        rows = [y for y in range(self.height) if _black(self.cut(0, y, self.width, 1)) > SHARE * self.width]
        return columns, rows


def _black(pixels: bytes) -> int:
    return sum(pixels[at : at + 3] == b"\0\0\0" for at in range(0, len(pixels), 3))


@dataclass(frozen=True)
class Grid:
    """The lines between the squares: files from the left, ranks from the top. Squares are named as Ninefold does: a1, j10."""

    columns: tuple[int, ...]
    rows: tuple[int, ...]

    def corner(self, square: str) -> tuple[int, int]:
        """The upper left pixel inside of a square."""
        file, rank = ord(square[0]) - ord("a"), int(square[1:])
        return self.columns[file] + 1, self.rows[len(self.rows) - 1 - rank] + 1

    def centre(self, square: str) -> tuple[int, int]:
        """The pixel in the middle of a square."""
        x, y = self.corner(square)
        return x + self.size // 2, y + self.size // 2

    @property
    def size(self) -> int:
        """The width and height of a square, pixels."""
        return self.columns[1] - self.columns[0] - 1

    def squares(self) -> list[str]:
        """All squares."""
        files, ranks = len(self.columns) - 1, len(self.rows) - 1
        return [f"{chr(ord('a') + file)}{rank}" for rank in range(1, ranks + 1) for file in range(files)]

    def changed(self, before: Picture, after: Picture) -> set[str]:
        """The squares whose inner part looks different."""
        edge, inner = self.size // 5, self.size - 2 * (self.size // 5)

        def look(picture: Picture, square: str) -> bytes:
            x, y = self.corner(square)
            return picture.cut(x + edge, y + edge, inner, inner)

        return {square for square in self.squares() if look(before, square) != look(after, square)}


def grid(picture: Picture, files: int, ranks: int) -> Grid | None:
    """The board in a picture, if it has one of this size. There may be other lines above it."""
    columns, rows = picture.lines()
    rows = rows[-ranks - 1 :]
    steps = {after - before for lines in (columns, rows) for before, after in itertools.pairwise(lines)}
    fits = len(columns) == files + 1 and len(rows) == ranks + 1 and len(steps) == 1
    return Grid(tuple(columns), tuple(rows)) if fits else None


def take(display: str, window: str) -> Picture:
    """A window as it looks now."""
    command = ["import", "-display", display, "-window", window, "-depth", "8", "ppm:-"]
    data = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=60).stdout
    header = _HEADER.match(data)
    if not header:
        raise ValueError(f"not a picture: {data[:20]!r}")
    return Picture(int(header[1]), int(header[2]), data[header.end() :])


def save(picture: Picture, path: Path) -> None:
    """Writes a PNG file with a palette and nothing that changes from run to run."""
    header = f"P6\n{picture.width} {picture.height}\n255\n".encode()
    command = ["convert", "ppm:-", "+dither", "-colors", str(COLOURS), "-strip", "-define", "png:compression-level=9",
               "-define", "png:exclude-chunks=all", "-define", "png:include-chunks=PLTE,IDAT", f"PNG8:{path}"]
    subprocess.run(command, input=header + picture.pixels, check=True, timeout=60)
