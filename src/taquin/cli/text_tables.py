# SPDX-License-Identifier: MIT
"""Tables and sentences for people: fitted to a terminal without breaking a word; whole lines without codes in a pipe.

A table that is too wide is wrapped between words, or has single spaces between its columns, or has the first cell of each row on
a line of its own and the others on as many lines as they need: the first of these that fits.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TextIO
from unicodedata import east_asian_width

import click

GAPS: Final = (2, 1)
"""Spaces between columns: those we like, and those that will do."""
INDENT: Final = "  "
USUAL_WIDTH: Final = 80
"""Columns of a terminal that does not say how many it has."""


def terminal_width(stream: TextIO) -> int | None:
    """Return the columns of the terminal that a stream writes to, None for a file or a pipe, which have no width.

    As everywhere, the variable COLUMNS has the last word.
    """
    if not stream.isatty():
        return None
    asked = os.environ.get("COLUMNS", "")
    if asked.isascii() and asked.isdigit() and int(asked):
        return int(asked)
    try:
        return os.get_terminal_size(stream.fileno()).columns or USUAL_WIDTH
    except (OSError, ValueError):
        return USUAL_WIDTH


def columns_of(text: str) -> int:
    """Count the columns that a text takes on a terminal, where the scripts of East Asia are twice as wide.

    >>> columns_of("taquin"), columns_of("推盤")
    (6, 4)
    """
    return len(text) if text.isascii() else sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def printable(text: str) -> str:
    r"""Write what would break a line, steer the terminal or be no character at all as Python would escape it.

    >>> print(printable("Zoë\n"))
    Zoë\n
    """
    return text if text.isprintable() else "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def can_write(text: str) -> bool:
    """Tell whether the encoding of standard output has all characters of a text."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], numbers: Iterable[str] = ()) -> None:
    """Print rows under their columns; the columns named in `numbers` are aligned to the right."""
    right = set(numbers)
    table = Table(tuple(columns), [tuple(map(printable, row)) for row in rows], tuple(column in right for column in columns))
    heading, lines = table.fit(terminal_width(sys.stdout))
    for line in heading:
        click.echo(_bold(line))
    for line in lines:
        click.echo(line)


def print_text(text: str, *, heading: bool = False, err: bool = False) -> None:
    """Print a text whose lines are wrapped between words on a terminal."""
    width = terminal_width(sys.stderr if err else sys.stdout)
    for line in text.split("\n"):
        for piece in wrap_line(line, width):
            click.echo(_bold(piece) if heading else piece, err=err)


def wrap_line(line: str, width: int | None) -> list[str]:
    """Cut a line between words where it is too long; a word that is too long by itself stays whole.

    >>> wrap_line("a linear-conflict", 10), wrap_line("a linear-conflict", None)
    (['a', 'linear-conflict'], ['a linear-conflict'])
    """
    if width is None or columns_of(line) <= width:
        return [line]
    first, *words = line.split(" ")
    lines = [first]
    for word in words:
        if columns_of(lines[-1]) + 1 + columns_of(word) <= width:
            lines[-1] += f" {word}"
        elif word:
            lines.append(word)
    return [each.rstrip() for each in lines if each.strip()]


def _bold(line: str) -> str:
    """Print in bold where that is wanted; click leaves the codes out in a pipe."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return line if plain or not line else click.style(line, bold=True)


@dataclass(frozen=True)
class Table:
    """Rows of cells under their columns, and which columns hold numbers: those are aligned to the right and never wrapped."""

    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    right: tuple[bool, ...]

    def fit(self, width: int | None) -> tuple[list[str], list[str]]:
        """Write the heading and the rows as lines of at most so many characters, where no word is longer than that."""
        every = range(len(self.columns))
        if width is None:
            width = sum(self._widest(column) for column in every) + GAPS[0] * len(every)
        whole = self._band(every, width)
        bands = self._stack(width) if whole is None else [whole]
        heading = [line for band in bands for line in self._lines(self._headings(), band, heading=True)]
        lines = [line for row in self.rows for band in bands for line in self._lines(row, band)]
        return heading, [line for line in lines if line or whole is not None]  # no line for cells that are all empty

    def _headings(self) -> tuple[str, ...]:
        return tuple(column.upper() for column in self.columns)

    def _band(self, columns: Sequence[int], width: int, indent: str = "") -> Band | None:
        """Lay columns side by side, None if some word would have to be broken for it."""
        least = [self._narrowest(column) for column in columns]
        for gap in GAPS:
            room = width - len(indent) - gap * (len(columns) - 1)
            if sum(least) <= room:
                return Band(columns, _share([self._widest(column) for column in columns], least, room), gap, indent)
        return None

    def _stack(self, width: int) -> list[Band]:
        """Lay the first column on a line of its own and the others, indented, on as few lines as hold them."""
        bands = [self._alone(0, width, "")]
        columns = range(1, len(self.columns))
        while columns:
            for count in range(len(columns), 0, -1):
                band = self._band(columns[:count], width, INDENT)
                if band is not None:
                    break
            bands.append(band or self._alone(columns[0], width, INDENT))
            columns = columns[len(bands[-1].columns) :]
        return bands

    def _alone(self, column: int, width: int, indent: str) -> Band:
        """Lay one column by itself, too wide if it has such a word."""
        return Band([column], [max(self._narrowest(column), min(self._widest(column), width - len(indent)))], 0, indent)

    def _widest(self, column: int) -> int:
        return max(columns_of(text) for text in (self.columns[column], *(row[column] for row in self.rows)))

    def _narrowest(self, column: int) -> int:
        """Return the width below which a word would be broken."""
        cells = [row[column] for row in self.rows]
        words = [word for text in (self.columns[column], *(() if self.right[column] else cells)) for word in text.split()]
        return max(map(columns_of, words + (cells if self.right[column] else [])), default=0)

    def _lines(self, cells: Sequence[str], band: Band, heading: bool = False) -> Iterator[str]:
        """Write one row's cells of a band."""
        pieces = [
            [cells[column]] if self.right[column] and not heading else wrap_line(cells[column], width)
            for column, width in zip(band.columns, band.widths, strict=True)
        ]
        height = max(map(len, pieces))
        if heading:  # a short heading stands beside the last line of a long one
            pieces = [[""] * (height - len(piece)) + piece for piece in pieces]
        for number in range(height):
            texts = (
                _padded(piece[number] if number < len(piece) else "", width, self.right[column])
                for column, piece, width in zip(band.columns, pieces, band.widths, strict=True)
            )
            yield (band.indent + (" " * band.gap).join(texts)).rstrip()


def _padded(text: str, width: int, right: bool) -> str:
    spaces = " " * (width - columns_of(text))
    return spaces + text if right else text + spaces


@dataclass(frozen=True)
class Band:
    """Columns side by side: which, how wide, how far apart, how far to the right."""

    columns: Sequence[int]
    widths: list[int]
    gap: int
    indent: str


def _share(widths: list[int], least: list[int], room: int) -> list[int]:
    """Narrow the widest columns until all fit, none below its least.

    >>> _share([4, 30, 12], [4, 8, 12], 40)
    [4, 24, 12]
    """
    shared = list(widths)
    while sum(shared) > room:
        shared[max((at for at in range(len(shared)) if shared[at] > least[at]), key=shared.__getitem__)] -= 1
    return shared
