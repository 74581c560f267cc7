# SPDX-License-Identifier: MIT
"""How far tiles are from home: shared by the heuristics that look at each tile by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import getitem
from typing import Final

from taquin.board import Board, Tiles, home_cells
from taquin.heuristics.base import Estimate, check_same_shape

Measure = Callable[[int, int], int]
"""Maps the rows and the columns between two cells, neither negative, to a distance."""

TABLE_CELLS: Final = 1024
"""Largest board with a table of every tile on every cell; beyond it the table would outgrow its use."""


def offsets(board: Board, goal: Board) -> Iterator[tuple[int, int, int]]:
    """Yield every tile with the rows and the columns between its cell and its home; the blank is left out."""
    check_same_shape(board, goal)
    cols = goal.cols
    for tile, (cell, home) in enumerate(zip(home_cells(board), home_cells(goal), strict=True)):
        if tile:
            yield tile, abs(cell // cols - home // cols), abs(cell % cols - home % cols)


def bind_sum(goal: Board, measure: Measure) -> Estimate:
    """Return the estimate that sums a measure of the way home over all tiles."""
    return _bind_table(goal, measure) if len(goal.tiles) <= TABLE_CELLS else _bind_large(goal, measure)


def _bind_table(goal: Board, measure: Measure) -> Estimate:
    """Look every tile up by the cell it stands on."""
    homes = [divmod(cell, goal.cols) for cell in home_cells(goal)]

    def distances(row: int, col: int) -> list[int]:
        return [0, *(measure(abs(row - home_row), abs(col - home_col)) for home_row, home_col in homes[1:])]

    table = [distances(row, col) for row in range(goal.rows) for col in range(goal.cols)]

    def estimate(tiles: Tiles) -> int:
        return sum(map(getitem, table, tiles))

    return estimate


def _bind_large(goal: Board, measure: Measure) -> Estimate:
    """Look every tile up by its rows and columns from home: one entry for each offset, however many tiles."""
    homes = [divmod(cell, goal.cols) for cell in home_cells(goal)]
    cells = [(row, col) for row in range(goal.rows) for col in range(goal.cols)]
    table = [[measure(down, right) for right in range(goal.cols)] for down in range(goal.rows)]

    def estimate(tiles: Tiles) -> int:
        total = 0
        for (row, col), tile in zip(cells, tiles, strict=True):
            if tile:
                home_row, home_col = homes[tile]
                total += table[abs(row - home_row)][abs(col - home_col)]
        return total

    return estimate
