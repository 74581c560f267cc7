# SPDX-License-Identifier: MIT
"""Zero: no estimate at all, which turns A* into uniform cost search."""

from __future__ import annotations

from taquin.board import Board, Tiles
from taquin.heuristics.base import Estimate, Heuristic


def bind(_goal: Board) -> Estimate:
    """Estimate nothing, whatever the goal."""

    def estimate(_tiles: Tiles) -> int:
        return 0

    return estimate


ZERO = Heuristic(
    name="zero",
    admissible=True,
    consistent=True,
    relaxation="Every rule is dropped, also the one that the goal has to be reached: the search is blind.",
    bind=bind,
)
