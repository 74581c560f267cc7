# SPDX-License-Identifier: MIT
"""A heuristic of the `default-puzzles` experiment, to be used from the folder above: `astar@experiments.cells:differing`."""

from __future__ import annotations

from taquin import Board


def differing(board: Board, goal: Board) -> int:
    """Count the cells that differ from the goal, the blank's among them.

    Misplaced tiles less one wherever the blank is home, the slip that the experiment shows, is this number less one on every
    board: the same order of nodes, and no number below zero at the goal.
    """
    return sum(tile != wanted for tile, wanted in zip(board.tiles, goal.tiles, strict=True))
