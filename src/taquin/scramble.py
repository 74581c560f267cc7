# SPDX-License-Identifier: MIT
"""Random boards that can reach a goal, without a search: uniform, by random walk, or small ones at an exact optimal depth.

Every function draws from the generator it is given, so the same seed gives the same board wherever `random.Random` does.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from taquin.board import Board, blank_steps
from taquin.errors import BoardError, quote
from taquin.metric import TILES, UNITS, steps_in
from taquin.solvability import check_solvable

MAX_WALK: Final = 10_000_000
"""Longest random walk, some ten seconds."""
MAX_LAYERED_CELLS: Final = 9
"""Boards up to this size have few enough arrangements (181440) to list them by depth."""
MAX_LAYER: Final = 1_000_000
"""Boards of one depth that are listed."""
MAX_BYTE: Final = 256
"""Cells of a board whose tiles are bytes."""


def uniform_board(goal: Board, rng: random.Random) -> Board:
    """Return a random board, each that can reach the goal equally likely.

    >>> uniform_board(Board.goal(3, 3), random.Random(1))
    Board([[6, 5, 7], [4, 3, 0], [8, 1, 2]])
    """
    tiles = list(range(goal.rows * goal.cols))
    rng.shuffle(tiles)
    board = Board.from_tiles(goal.rows, goal.cols, tiles)
    if check_solvable(board, goal).solvable:
        return board
    # Swapping two tiles pairs every board that cannot reach the goal with one that can, so the draw stays uniform.
    first, second = [cell for cell, tile in enumerate(tiles) if tile][:2]
    tiles[first], tiles[second] = tiles[second], tiles[first]
    return Board.from_tiles(goal.rows, goal.cols, tiles)


def walk_board(goal: Board, moves: int, rng: random.Random) -> Board:
    """Return the board after a random walk from the goal that never undoes its last move.

    >>> walk_board(Board.goal(3, 3), 2, random.Random(1))
    Board([[1, 2, 0], [4, 5, 3], [7, 8, 6]])
    """
    if not 0 <= moves <= MAX_WALK:
        raise BoardError(f"expected a random walk of 0 to {MAX_WALK} moves, got {quote(moves)}", field="walk")
    reach = [[cell for _, cell in steps] for steps in blank_steps(goal.rows, goal.cols)]
    tiles = list(goal.tiles)
    previous, blank = -1, goal.blank
    for _ in range(moves):
        cell = rng.choice([cell for cell in reach[blank] if cell != previous])
        tiles[blank], tiles[cell] = tiles[cell], 0
        previous, blank = blank, cell
    return Board.from_tiles(goal.rows, goal.cols, tiles)


def layered_board(goal: Board, depth: int, rng: random.Random, metric: str = TILES) -> Board:
    """Return a random board exactly `depth` moves, or slides, from the goal, each equally likely; at most nine cells.

    >>> layered_board(Board.goal(3, 3), 31, random.Random(1))
    Board([[6, 4, 7], [8, 5, 0], [3, 2, 1]])
    """
    size = goal.rows * goal.cols
    if size > MAX_LAYERED_CELLS:
        raise BoardError(
            f"boards are listed by depth up to {MAX_LAYERED_CELLS} cells, such as 3x3; "
            f"on {goal.rows}x{goal.cols} take a random walk",
            field="depth",
        )
    layers = depth_layers(goal, metric)
    if not 0 <= depth < len(layers):
        raise BoardError(
            f"no {goal.rows}x{goal.cols} board is {quote(depth)} {UNITS[metric]}s from this goal; "
            f"expected 0 to {len(layers) - 1}, the deepest possible",
            field="depth",
        )
    layer = layers[depth]
    start = rng.randrange(len(layer) // size) * size
    return Board.from_tiles(goal.rows, goal.cols, tuple(layer[start : start + size]))


@lru_cache(maxsize=8)
def depth_layers(goal: Board, metric: str = TILES) -> tuple[bytes, ...]:
    """Return all boards that can reach the goal by optimal depth: each layer's boards in sorted order, end to end."""
    return tuple(grow_layers(goal, metric))


def grow_layers(goal: Board, metric: str = TILES) -> Iterator[bytes]:
    """Yield the boards by optimal depth from the goal outwards, each layer's in sorted order, end to end; 256 cells at most.

    Sorting makes a draw independent of how the layers were found. A layer of more than `MAX_LAYER` boards is refused.
    """
    if len(goal.tiles) > MAX_BYTE:
        raise BoardError(f"boards are listed by depth up to {MAX_BYTE} cells, got {goal.rows}x{goal.cols}", field="depth")
    reach = [
        [(cell, move.step[0] * goal.cols + move.step[1]) for move, cell in steps]
        for steps in steps_in(goal.rows, goal.cols, metric)
    ]
    previous: set[bytes] = set()
    layer = {bytes(goal.tiles)}
    while layer:
        yield b"".join(sorted(layer))
        # A child lies one layer further in or out; by a slide it may lie in the same, by a move the parity forbids it.
        found = {child for tiles in layer for child in _children(tiles, reach)} - previous
        previous, layer = layer, found if metric == TILES else found - layer
        if len(layer) > MAX_LAYER:
            raise BoardError(f"more than {MAX_LAYER:,} boards lie at this depth or before it: too many to list", field="depth")


def _children(tiles: bytes, reach: list[list[tuple[int, int]]]) -> list[bytes]:
    """Return the boards after the blank has gone to each cell that it can reach, by a stride from cell to cell."""
    blank = tiles.index(0)
    children = []
    for cell, stride in reach[blank]:
        child = bytearray(tiles)
        for place in range(blank, cell, stride):
            child[place] = child[place + stride]
        child[cell] = 0
        children.append(bytes(child))
    return children
