# SPDX-License-Identifier: MIT
"""Corner conflict: linear conflict plus the side steps of tiles at home that shut a wrong tile into a corner.

Let a tile stand in a corner that is the goal cell of another tile, and let a neighbour of the corner hold its own goal tile.
If that neighbour never moved, the blank could enter and leave the corner only from the other side, and the wrong tile
would come back each time. So the neighbour moves away from home and back: two moves, of a tile that Manhattan distance
counts with none. It is counted once even between two such corners, and not at all while it is in a linear conflict, which
may count it already. A corner that is the blank's goal, or that holds the blank, shuts nothing in.
"""

from __future__ import annotations

from dataclasses import dataclass

from taquin.board import Board, Tiles
from taquin.heuristics import linear_conflict
from taquin.heuristics.base import Estimate, Heuristic
from taquin.heuristics.linear_conflict import Line, goal_lines


@dataclass(frozen=True)
class Guard:
    """A tile whose goal cell is next to one or two corners."""

    tile: int
    cell: int
    corners: tuple[tuple[int, int], ...]
    """Those corners, each with its goal tile; a corner of the blank is left out."""
    lines: tuple[Line, ...]
    """The row and the column of the goal cell."""

    def must_step_aside(self, tiles: Tiles) -> bool:
        """Tell whether it stands at home next to a wrong tile in a corner, and in no linear conflict."""
        return (
            tiles[self.cell] == self.tile
            and any(tiles[corner] not in (0, wanted) for corner, wanted in self.corners)
            and not any(line.in_conflict(self.tile, tiles[line.cells]) for line in self.lines)
        )


def guards(goal: Board) -> list[Guard]:
    """Return the tiles next to corners, by their goal cell."""
    rows, cols = goal.shape
    lines = goal_lines(goal)
    corners_of: dict[int, list[int]] = {}
    for row in (0, rows - 1):
        for col in (0, cols - 1):
            for cell in (row * cols + (1 if col == 0 else cols - 2), (1 if row == 0 else rows - 2) * cols + col):
                corners_of.setdefault(cell, []).append(row * cols + col)
    return [
        Guard(
            tile=goal.tiles[cell],
            cell=cell,
            corners=tuple((corner, goal.tiles[corner]) for corner in corners if goal.tiles[corner]),
            lines=(lines[cell // cols], lines[rows + cell % cols]),
        )
        for cell, corners in sorted(corners_of.items())
        if goal.tiles[cell]
    ]


def bind(goal: Board) -> Estimate:
    """Add two moves to linear conflict for every guard that must step aside."""
    estimate_lines = linear_conflict.bind(goal)
    posts = [(guard.cell, guard.tile, guard.must_step_aside) for guard in guards(goal)]

    def estimate(tiles: Tiles) -> int:
        aside = [1 for cell, tile, must_step_aside in posts if tiles[cell] == tile and must_step_aside(tiles)]
        return estimate_lines(tiles) + 2 * len(aside)

    return estimate


CORNER_CONFLICT = Heuristic(
    name="corner-conflict",
    admissible=True,
    consistent=False,
    relaxation="As linear conflict, but a wrong tile in a corner gets out only if the tiles next to the corner make way: one "
    "that is at home steps aside and back.",
    bind=bind,
)
