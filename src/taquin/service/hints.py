# SPDX-License-Identifier: MIT
"""Hints that are known already: whoever follows a proven path asks for its next move at every step."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

from taquin.board import Board, Move

Json = dict[str, Any]

REMEMBERED_CELLS: Final = 25
"""Hints for boards up to this size are remembered along the whole path."""
REMEMBERED: Final = 20_000


class KnownHints:
    """Proven shortest paths, by board and goal."""

    def __init__(self) -> None:
        self._paths: OrderedDict[tuple[Board, Board], str] = OrderedDict()

    def find(self, start: Board, goal: Board) -> Json | None:
        """Return the hint for a board on a path that was found before."""
        moves = self._paths.get((start, goal))
        if moves is None:
            return None
        tile = start.apply(Move(moves[0])).tiles[start.blank] if moves else None
        return {"move": moves[:1] or None, "tile": tile, "remaining": len(moves), "proven": True, "moves": moves, "reason": None}

    def remember(self, start: Board, goal: Board, hint: Json) -> None:
        """Keep the path of a hint, if it is proven."""
        if len(start.tiles) > REMEMBERED_CELLS or not hint["proven"]:
            return
        moves, board = hint["moves"], start
        for number in range(len(moves)):
            self._paths[board, goal] = moves[number:]
            board = board.apply(Move(moves[number]))
        while len(self._paths) > REMEMBERED:
            self._paths.popitem(last=False)
