# SPDX-License-Identifier: MIT
"""Dual lookups, written `dual(pdb:5-5-5)`: pattern databases that are asked how the inverse of a board is solved.

A board says which tile stands on a cell; its inverse says on which cell a tile stands. Play a solution backwards on the
inverse: the blank walks the same cells, and after as many moves every tile is at home. Both boards are therefore equally far
from their goals, and a lower bound for the inverse is one for the board. The databases see other tiles together in it, so that
`max(pdb:4-4,dual(pdb:4-4))` knows more than either. The inverse of a board whose blank is on a certain cell has its own goal
with the blank on that cell, so there are tables for every cell of the blank; symmetries let many of them be the same.

Felner, Zahavi, Schaeffer and Holte, Dual lookups in pattern databases, IJCAI 2005.
"""

from __future__ import annotations

import re
from functools import partial

from taquin.board import Board, Tiles, home_cells
from taquin.errors import MethodError, quote
from taquin.heuristics.base import Estimate, Heuristic
from taquin.heuristics.pattern import pattern_heuristic
from taquin.tables.partitions import Partition, databases


def dual_heuristic(text: str) -> Heuristic:
    """Return the heuristic of a text such as `dual(pdb:4-4)`."""
    inner = re.fullmatch(r"dual\((pdb(:[^()]*)?)\)", text.replace(" ", ""))
    if inner is None:
        raise MethodError(f"expected dual(...) with pattern databases such as dual(pdb:4-4), got {quote(text)}")
    asked = pattern_heuristic(inner[1])
    partition = asked.patterns
    assert partition is not None
    if partition.tiles:
        raise MethodError(
            f"expected the sizes of groups in dual(...), as in dual(pdb:4-4), got {quote(text)}: "
            f"tiles have other names in the inverse of a board"
        )
    return Heuristic(
        name=f"dual({asked.name})",
        admissible=True,
        consistent=False,
        relaxation="The inverse of the board, in which cells and tiles change places, is as far from its goal. "
        "Each group of its tiles is a puzzle of its own.",
        bind=partial(_bind, asked),
        refuses=asked.refuses,
        native=lambda goal: (_databases(partition, goal), 1),
        plans=lambda goal: tuple(partition.plan(other) for other in _goals(goal)),
    )


def _goals(goal: Board) -> list[Board]:
    """Return the goals of the inverse boards, by the cell of the blank: tiles in order around it."""
    cells = len(goal.tiles)
    return [Board.from_tiles(goal.rows, goal.cols, (*range(1, blank + 1), 0, *range(blank + 1, cells))) for blank in range(cells)]


def _databases(partition: Partition, goal: Board) -> tuple[object, ...]:
    """Return the tables as the core looks them up, by the cell of the blank."""
    return tuple(databases(partition, other) for other in _goals(goal))


def _bind(asked: Heuristic, goal: Board) -> Estimate:
    home, goals = home_cells(goal), _goals(goal)
    estimates: dict[int, Estimate] = {}

    def estimate(tiles: Tiles) -> int:
        blank = tiles.index(0)
        if blank not in estimates:
            estimates[blank] = asked.bind(goals[blank])
        names = goals[blank].tiles
        inverse = [0] * len(tiles)
        for cell, tile in enumerate(tiles):
            inverse[home[tile]] = names[cell]
        return estimates[blank](tuple(inverse))

    return estimate
