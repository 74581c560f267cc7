# SPDX-License-Identifier: MIT
"""Manhattan distance: rows plus columns that every tile has to travel."""

from __future__ import annotations

from functools import partial
from operator import add

from taquin.board import Board, Tiles
from taquin.heuristics.base import Estimate, Heuristic
from taquin.heuristics.distances import bind_sum, offsets


def tile_distances(board: Board, goal: Board) -> dict[int, int]:
    """Return the distance of every tile, in the order of the tiles; the blank has none.

    >>> board = Board([[7, 2, 4], [6, 0, 5], [8, 3, 1]])
    >>> tile_distances(board, Board.goal(3, 3))
    {1: 4, 2: 0, 3: 3, 4: 3, 5: 1, 6: 2, 7: 2, 8: 1}
    """
    return {tile: rows + cols for tile, rows, cols in offsets(board, goal)}


def bind_slides(goal: Board) -> Estimate:
    """Bound the slides of each direction by itself: one up or down moves at most rows - 1 tiles by a row, and none sideways."""
    upright, sideways = bind_sum(goal, lambda rows, _cols: rows), bind_sum(goal, lambda _rows, cols: cols)
    tall, wide = goal.rows - 1, goal.cols - 1

    def estimate(tiles: Tiles) -> int:
        return -(-upright(tiles) // tall) - (-sideways(tiles) // wide)

    return estimate


MANHATTAN = Heuristic(
    name="manhattan",
    admissible=True,
    consistent=True,
    relaxation="A tile may slide onto any neighbouring cell, occupied or not: each tile walks home by itself.",
    bind=partial(bind_sum, measure=add),
    bind_slides=bind_slides,
)
