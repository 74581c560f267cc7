# SPDX-License-Identifier: MIT
"""Lines of a file with a board and its goal: in any notation of `taquin.notation`, or as a JSON object.

The object names `start` (or `board`) and, if it likes, `goal`; each is a list of rows, a flat list, or a text as on the command
line. Other names in it are passed over: rows that Taquin has written hold more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from taquin.board import Board
from taquin.errors import BoardError, InputError
from taquin.moves import read_int
from taquin.notation import Shape, parse_goal, read_pair

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
"""What some editors write in front of a text."""
START_NAMES: Final = ("start", "board")
"""What the board is called in an object: the first of these that it has."""


def told_lines(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    r"""Yield the lines that say something, with their numbers: none that is blank or begins with #.

    >>> list(told_lines([b"# one board\n", b"\n", b"1 2 / 0 3\n"]))
    [(3, b'1 2 / 0 3')]
    """
    for number, line in enumerate(lines, start=1):
        text = line.removeprefix(BYTE_ORDER_MARK).strip()
        if text and not text.startswith(b"#"):
            yield number, text


def blocks_of(lines: Iterable[str]) -> list[str]:
    r"""Put lines together between which no line is blank.

    >>> blocks_of(["1 2", "0 3", "", "1 2", "3 0"])
    ['1 2\n0 3', '1 2\n3 0']
    """
    return [block for block in re.split(r"\n(?:[ \t]*\n)+", "\n".join(lines).strip()) if block]


def load_row(text: str, expected: str = 'a board, or an object with "start"') -> dict[str, Any]:
    """Return the JSON object that a line is; `expected` says in the error what it should have been."""
    try:
        row = json.loads(text, parse_int=read_int)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}: {error.msg}"  # of a text that may have several
        raise BoardError(f"the line is not valid JSON; expected {expected} ({where})") from None
    except (ValueError, RecursionError):
        raise BoardError(f"the line is not valid JSON; expected {expected}") from None
    if not isinstance(row, dict):
        raise BoardError(f"the line is JSON, but no object; expected {expected}")
    return row


def start_in(row: Mapping[str, Any]) -> object:
    """Return what stands for the board in an object, None if nothing does."""
    return next((row[name] for name in START_NAMES if row.get(name) is not None), None)


@dataclass(frozen=True)
class BoardReader:
    """How boards are read: their size, where they are written as flat lists, and the goal that goes before any other."""

    size: Shape | None = None
    goal: str | None = None

    def read(self, text: str) -> tuple[Board, Board]:
        """Read a board and find its goal; one that is written as moves is so many moves from the goal, and may name it."""
        return read_pair(text, self.goal or None, self.size)

    def goal_of(self, start: Board) -> Board:
        """Return the goal for a board, `last` unless one was named."""
        return parse_goal(self.goal or "last", start.rows, start.cols)

    def read_line(self, text: str) -> tuple[Board, Board]:
        """Read a line: a board, or an object that names start and goal."""
        return self.read_row(load_row(text)) if text.startswith("{") else self.read(text)

    def read_row(self, row: Mapping[str, Any]) -> tuple[Board, Board]:
        """Read start and goal of an object: each as if it stood alone in a line.

        >>> start, goal = BoardReader().read_row({"start": "1 2 / 0 3", "goal": "first"})
        >>> start, goal
        (Board([[1, 2], [0, 3]]), Board([[0, 1], [2, 3]]))
        """
        value, goal = start_in(row), row.get("goal")
        if value is None:
            raise BoardError('the object has no "start"; expected one with "start", and "goal" if it is not the usual one')
        reader = self if self.goal is not None or goal is None else replace(self, goal=_text(goal))
        try:
            return reader.read(_text(value))
        except InputError as error:
            raise error.within(error.field or "start") from None


def boards_over_lines(data: bytes, reader: BoardReader) -> int:
    r"""Count the boards of a file in which no line is one: they take several lines each, with blank lines between them.

    >>> boards_over_lines(b"3\n0 1 3\n4 2 5\n7 8 6\n", BoardReader()), boards_over_lines(b"1 2 3\n1 2 3\n", BoardReader())
    (1, 0)
    """
    lines = data.decode("utf-8-sig", "replace").splitlines()
    blocks = blocks_of(line for line in lines if not line.lstrip().startswith("#"))
    try:
        for block in blocks:
            reader.read_line(block)
    except InputError:
        return 0
    return len(blocks)


def _text(value: object) -> str:
    try:
        return value if isinstance(value, str) else json.dumps(value)
    except RecursionError:
        raise BoardError("the list is nested too deeply; expected a list of rows such as [[1, 2], [3, 0]]") from None
