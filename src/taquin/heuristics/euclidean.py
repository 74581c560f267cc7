# SPDX-License-Identifier: MIT
"""Euclidean distance: how far every tile is from home as the crow flies.

The estimate is the sum over the tiles of floor(sqrt(rows^2 + cols^2) * 2^16), exact in integers: each tile is rounded
down by itself, so that every engine finds the same number.
"""

from __future__ import annotations

import math
from functools import partial

from taquin.board import Board
from taquin.heuristics.base import FRACTION_SCALE, Heuristic
from taquin.heuristics.distances import bind_sum, offsets


def scaled_distance(rows: int, cols: int) -> int:
    """Return the straight distance in units of 1 / `FRACTION_SCALE`, rounded down.

    >>> scaled_distance(3, 4) == 5 * 2**16
    True
    >>> scaled_distance(1, 1)
    92681
    """
    return math.isqrt((rows * rows + cols * cols) * FRACTION_SCALE**2)


def tile_distances(board: Board, goal: Board) -> dict[int, float]:
    """Return the distance of every tile, in the order of the tiles; the blank has none.

    >>> board = Board([[1, 2, 3], [4, 0, 6], [7, 8, 5]])
    >>> round(tile_distances(board, Board.goal(3, 3))[5], 3)
    1.414
    """
    return {tile: math.hypot(rows, cols) for tile, rows, cols in offsets(board, goal)}


EUCLIDEAN = Heuristic(
    name="euclidean",
    admissible=True,
    consistent=True,
    relaxation="A tile may fly home in a straight line over the others, a flight of length 1 being worth one move.",
    bind=partial(bind_sum, measure=scaled_distance),
    scale=FRACTION_SCALE,
)
