# SPDX-License-Identifier: MIT
"""Walking distance: the vertical moves if only the goal row of each tile mattered, plus the same with columns.

Forget everything about a board but how many tiles of each goal row stand in each row. A vertical move takes one tile from a
row next to the blank's into the blank's row; a sideways move changes nothing. The rows have as many cells as there are
columns, so every row sums to that, but the one of the blank to one less, and so does the blank's goal row in the goal. A
breadth-first search from the goal over these matrices gives the fewest vertical moves; the same with columns gives the
fewest sideways moves. Every move is one or the other, so they add up. So do slides, and in slides the search counts a way
straight on through several rows once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from operator import getitem
from typing import Final

from taquin.board import Board, Tiles, home_cells
from taquin.heuristics.base import Estimate, Heuristic

LARGEST_SUM: Final = 8
"""Offered while rows + cols are at most this: 2x6, 3x5, 4x4 and smaller.

The largest of those tables have 367,560 (six lines of two cells), 352,560 (five of three) and 24,964 states (four of
four); one row or column more takes 16,854,390 (2x7), 50,388,240 (3x6) or 5,977,015 (4x5).
"""


def refuses(rows: int, cols: int) -> str | None:
    """Say that the tables would be too large."""
    if rows + cols <= LARGEST_SUM:
        return None
    return (
        "walking distance would need tables of millions of states; it is offered while rows and columns add up to at most "
        f"{LARGEST_SUM} (such as 4x4, 3x5, 2x6)"
    )


def field_width(length: int) -> int:
    """Return the bits that hold a count from 0 to `length`."""
    return length.bit_length()


@lru_cache(maxsize=16)
def fewest_moves(lines: int, length: int, blank_line: int) -> dict[int, int]:
    """Return the moves across lines to the goal for every matrix, for a goal with its blank in `blank_line` (from 0).

    The key has a field of `field_width(length)` bits for every line i and goal line j, at place i * lines + j from the
    low end: how many tiles of goal line j stand in line i.

    >>> len(fewest_moves(4, 4, 3)), max(fewest_moves(4, 4, 3).values())
    (24964, 35)
    """
    goal, crossings = _goal_and_crossings(lines, length, blank_line)
    depth = 0
    reached = {goal: depth}
    layer = [(goal, blank_line)]
    while layer:
        depth += 1
        following = []
        for key, blank in layer:
            for field, change, line in crossings[blank]:
                if key & field and (child := key + change) not in reached:
                    reached[child] = depth
                    following.append((child, line))
        layer = following
    return reached


@lru_cache(maxsize=16)
def fewest_slides(lines: int, length: int, blank_line: int) -> dict[int, int]:
    """Return the slides across lines to the goal for every matrix, by the keys of `fewest_moves`.

    >>> len(fewest_slides(3, 3, 2)), max(fewest_slides(3, 3, 2).values())
    (105, 7)
    """
    goal, crossings = _goal_and_crossings(lines, length, blank_line)
    depth = 0
    reached = {goal: depth}
    layer = [(goal, blank_line)]
    while layer:
        depth += 1
        following: list[tuple[int, int]] = []
        for direction in (-1, 1):
            passed: set[int] = set()
            ahead = layer
            while ahead:  # go straight on, as far as no shorter way is known
                moving, ahead = ahead, []
                for key, blank in moving:
                    for field, change, line in crossings[blank]:
                        if line - blank != direction or not key & field:
                            continue
                        child = key + change
                        if child in passed or reached.get(child, depth) < depth:
                            continue
                        passed.add(child)
                        ahead.append((child, line))
                        if child not in reached:
                            reached[child] = depth
                            following.append((child, line))
        layer = following
    return reached


def _goal_and_crossings(lines: int, length: int, blank_line: int) -> tuple[int, list[list[tuple[int, int, int]]]]:
    """Return the key of the goal, and the moves of a blank in each line."""
    width = field_width(length)
    goal = sum((length - (line == blank_line)) << width * (line * lines + line) for line in range(lines))
    return goal, [_crossings(lines, width, line) for line in range(lines)]


def _crossings(lines: int, width: int, blank: int) -> list[tuple[int, int, int]]:
    """The moves of a blank: the field that must not be 0, the change of the key, and the blank's new line."""
    full = (1 << width) - 1
    return [
        (
            full << width * (line * lines + home),
            (1 << width * (blank * lines + home)) - (1 << width * (line * lines + home)),
            line,
        )
        for line in (blank - 1, blank + 1)
        if 0 <= line < lines
        for home in range(lines)
    ]


def bind(goal: Board, fewest: Callable[[int, int, int], dict[int, int]] = fewest_moves) -> Estimate:
    """Look up the matrix of the rows and the matrix of the columns."""
    rows, cols = goal.shape
    vertical = fewest(rows, cols, goal.blank // cols)
    sideways = fewest(cols, rows, goal.blank % cols)
    home = home_cells(goal)
    cells = range(rows * cols)
    row_key = _key_parts([cell // cols for cell in cells], [cell // cols for cell in home], rows, cols)
    column_key = _key_parts([cell % cols for cell in cells], [cell % cols for cell in home], cols, rows)

    def estimate(tiles: Tiles) -> int:
        return vertical[sum(map(getitem, row_key, tiles))] + sideways[sum(map(getitem, column_key, tiles))]

    return estimate


def _key_parts(line_of_cell: list[int], line_of_home: list[int], lines: int, length: int) -> list[list[int]]:
    """For every cell, what each tile that may stand there adds to the key; the blank adds nothing."""
    width = field_width(length)
    return [[0, *(1 << width * (line * lines + home) for home in line_of_home[1:])] for line in line_of_cell]


WALKING_DISTANCE = Heuristic(
    name="walking-distance",
    admissible=True,
    consistent=True,
    relaxation="Tiles of the same goal row look alike, and those within a row may be rearranged freely: the vertical moves "
    "of that puzzle, plus the sideways moves of the same puzzle with columns.",
    bind=bind,
    bind_slides=partial(bind, fewest=fewest_slides),
    refuses=refuses,
)
