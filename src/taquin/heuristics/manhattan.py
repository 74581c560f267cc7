# SPDX-License-Identifier: MIT
"""Manhattan distance: rows plus columns that every tile has to travel."""

from __future__ import annotations

from operator import getitem

from taquin.board import Board, Tiles
from taquin.heuristics.base import Estimate, Heuristic


def distance_table(goal: Board) -> list[list[int]]:
    """For every cell, the Manhattan distance home of each tile that may stand there; 0 for the blank."""
    home = [divmod(goal.tiles.index(tile), goal.cols) for tile in range(len(goal.tiles))]

    def distances(cell: int) -> list[int]:
        row, col = divmod(cell, goal.cols)
        return [0, *(abs(row - home_row) + abs(col - home_col) for home_row, home_col in home[1:])]

    return [distances(cell) for cell in range(len(goal.tiles))]


def bind(goal: Board) -> Estimate:
    """Sum the distances of a board by table lookup."""
    table = distance_table(goal)

    def estimate(tiles: Tiles) -> int:
        return sum(map(getitem, table, tiles))

    return estimate


MANHATTAN = Heuristic(
    name="manhattan",
    admissible=True,
    consistent=True,
    relaxation="A tile may slide onto any neighbouring cell, occupied or not: each tile walks home by itself.",
    bind=bind,
)
