# SPDX-License-Identifier: MIT
"""A board and its goal as a line of a file gives them: in any notation of `taquin.notation`, or as a JSON object.

The object names `start` (or `board`) and, if it likes, `goal`; each is a list of rows, or a text as on the command line. Other
names in it are passed over: rows that Taquin has written hold more.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from taquin.board import Board
from taquin.errors import BoardError, InputError
from taquin.notation import Shape, board_from_json, parse_board, parse_goal

START_NAMES: Final = ("start", "board")
"""What the board is called in an object: the first of these that it has."""


def load_row(text: str, expected: str = 'a board, or an object with "start"') -> dict[str, Any]:
    """Return the JSON object that a line is; `expected` says in the error what it should have been."""
    try:
        row = json.loads(text)
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
        """Read a board and find its goal."""
        start = parse_board(text, self.size, goal=self.goal or "last")
        return start, self.goal_of(start)

    def goal_of(self, start: Board) -> Board:
        """Return the goal for a board, `last` unless one was named."""
        return parse_goal(self.goal or "last", start.rows, start.cols)

    def read_line(self, text: str) -> tuple[Board, Board]:
        """Read a line: a board, or an object that names start and goal."""
        return self.read_row(load_row(text)) if text.startswith("{") else self.read(text)

    def read_row(self, row: Mapping[str, Any]) -> tuple[Board, Board]:
        """Read start and goal of an object.

        >>> start, goal = BoardReader().read_row({"start": "1 2 / 0 3", "goal": "first"})
        >>> start, goal
        (Board([[1, 2], [0, 3]]), Board([[0, 1], [2, 3]]))
        """
        value = start_in(row)
        if value is None:
            raise BoardError('the object has no "start"; expected one with "start", and "goal" if it is not the usual one')
        start = self.read(value)[0] if isinstance(value, str) else board_from_json(value, self.size)
        goal = row.get("goal")
        if self.goal is not None or goal is None:
            return start, self.goal_of(start)
        if isinstance(goal, str):
            return start, parse_goal(goal, start.rows, start.cols)
        try:
            return start, board_from_json(goal, self.size)
        except InputError as error:
            raise error.within("goal", "goal: ") from None
