# SPDX-License-Identifier: MIT
"""What counting on every board of a small shape says."""

from functools import cache

from taquin.board import Board
from taquin.scramble import depth_layers


@cache
def depths(goal: Board) -> dict[Board, int]:
    cells = len(goal.tiles)
    return {
        Board.from_tiles(goal.rows, goal.cols, tuple(layer[at : at + cells])): depth
        for depth, layer in enumerate(depth_layers(goal))
        for at in range(0, len(layer), cells)
    }
