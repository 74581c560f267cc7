# SPDX-License-Identifier: MIT
"""Hints that are known already: whoever follows a proven path asks for its next move at every step."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

from taquin.board import Board, Move
from taquin.metric import cost_of, steps_of

Json = dict[str, Any]

REMEMBERED_CELLS: Final = 25
"""Hints for boards up to this size are remembered along the whole path."""
REMEMBERED: Final = 20_000


class KnownHints:
    """Proven shortest paths, by board, goal and metric."""

    def __init__(self) -> None:
        self._paths: OrderedDict[tuple[Board, Board, str], str] = OrderedDict()

    def find(self, start: Board, goal: Board, metric: str) -> Json | None:
        """Return the hint for a board on a path that was found before."""
        moves = self._paths.get((start, goal, metric))
        if moves is None:
            return None
        tile = start.apply(Move(moves[0])).tiles[start.blank] if moves else None
        remaining = cost_of(moves, metric)
        return {"move": moves[:1] or None, "tile": tile, "remaining": remaining, "proven": True, "moves": moves, "reason": None}

    def remember(self, start: Board, goal: Board, metric: str, hint: Json) -> None:
        """Keep the path of a hint, if it is proven, for every board that it comes to.

        Amid a slide there may be a shorter way than its rest, so only the boards between slides are kept.
        """
        if len(start.tiles) > REMEMBERED_CELLS or not hint["proven"]:
            return
        left, board = hint["moves"], start
        for step in steps_of(tuple(map(Move, left)), metric):
            self._paths[board, goal, metric] = left
            left = left[len(step) :]
            for move in step:
                board = board.apply(move)
        while len(self._paths) > REMEMBERED:
            self._paths.popitem(last=False)
