# SPDX-License-Identifier: MIT
"""Gaschnig's distance: the moves when any tile may jump into the blank.

While the blank stands on the goal cell of a tile, that tile jumps home; when it stands on its own goal cell, any misplaced
tile is fetched first. In terms of the permutation that takes every cell to the home of what stands there: each misplaced
tile jumps home once, and every cycle of two or more tiles without the blank costs one jump more, to let the blank in.
"""

from __future__ import annotations

from taquin.board import Board, Tiles, home_cells
from taquin.heuristics.base import Estimate, Heuristic


def bind(goal: Board) -> Estimate:
    """Count the misplaced tiles and the cycles without the blank."""
    home = home_cells(goal)
    homes = home.__getitem__
    blank_home = home[0]

    def estimate(tiles: Tiles) -> int:
        towards = list(map(homes, tiles))
        jumps = 0
        cell = towards[blank_home]
        while cell != blank_home:  # the blank's own cycle: a jump for each tile in it
            towards[cell], cell = cell, towards[cell]
            jumps += 1
        towards[blank_home] = blank_home
        for start, cell in enumerate(towards):
            if cell != start:
                jumps += 2
                while cell != start:
                    towards[cell], cell = cell, towards[cell]
                    jumps += 1
        return jumps

    return estimate


GASCHNIG = Heuristic(
    name="gaschnig",
    admissible=True,
    consistent=True,
    relaxation="Any tile, near or far, may jump into the blank's cell in one move.",
    bind=bind,
)
