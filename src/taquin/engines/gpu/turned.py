# SPDX-License-Identifier: MIT
"""Boards as learned values know them: turned until the blank's home is the last cell, tiles numbered by their homes."""

from __future__ import annotations

from collections.abc import Iterable

from taquin.board import Board, Move, home_cells


class Turned:
    """The turn that a goal with the blank in a corner needs: upside down, left to right, both or neither."""

    @staticmethod
    def is_possible(goal: Board) -> bool:
        """Tell whether the goal is square, with the blank in a corner."""
        return goal.rows == goal.cols and {*divmod(goal.blank, goal.cols)} <= {0, goal.cols - 1}

    def __init__(self, goal: Board) -> None:
        self._side = goal.cols
        row, col = divmod(goal.blank, goal.cols)
        self._upside_down, self._left_to_right = row == 0, col == 0
        self._home = home_cells(goal)

    def tiles(self, board: Board) -> bytes:
        """Return the tile in every cell, cells and tiles both turned."""
        turned = bytearray(len(board.tiles))
        for cell, tile in enumerate(board.tiles):
            turned[self._cell(cell)] = self._cell(self._home[tile]) + 1 if tile else 0
        return bytes(turned)

    def moves(self, moves: Iterable[Move]) -> tuple[Move, ...]:
        """Return moves turned, or turned back: that is the same."""
        return tuple(map(self._move, moves))

    def _cell(self, cell: int) -> int:
        row, col = divmod(cell, self._side)
        row = self._side - 1 - row if self._upside_down else row
        col = self._side - 1 - col if self._left_to_right else col
        return row * self._side + col

    def _move(self, move: Move) -> Move:
        turns = self._upside_down if move in (Move.UP, Move.DOWN) else self._left_to_right
        return move.opposite if turns else move
