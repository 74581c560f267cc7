# SPDX-License-Identifier: MIT
"""Misplaced tiles, or Hamming distance: how many tiles are not on their goal cell."""

from __future__ import annotations

from operator import ne

from taquin.board import Board, Tiles
from taquin.heuristics.base import Estimate, Heuristic


def bind(goal: Board) -> Estimate:
    """Count the cells that differ from the goal, less the blank's own where it is one of them."""
    target, blank = goal.tiles, goal.blank

    def estimate(tiles: Tiles) -> int:
        different: int = sum(map(ne, tiles, target))
        # The blank stands on a wrong cell exactly when a tile stands on the blank's goal cell.
        return different - (tiles[blank] != 0)

    return estimate


MISPLACED = Heuristic(
    name="misplaced",
    admissible=True,
    consistent=True,
    relaxation="A tile may be lifted and put straight onto its goal cell, occupied or not: one move per misplaced tile.",
    bind=bind,
)
