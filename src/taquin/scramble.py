# SPDX-License-Identifier: MIT
"""Random boards that can reach a goal, without a search: uniform, by random walk, or small ones at an exact optimal depth.

Every function draws from the generator it is given, so the same seed gives the same board wherever `random.Random` does.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from taquin.board import Board, Move, blank_steps
from taquin.errors import BoardError, quote
from taquin.metric import SLIDES, TILES, UNITS, shift, steps_after, steps_in
from taquin.solvability import check_solvable

MAX_WALK: Final = 10_000_000
"""Longest random walk, some ten seconds."""
MAX_LAYERED_CELLS: Final = 9
"""Boards up to this size have few enough arrangements (181440) to list them by depth."""
MAX_LAYER: Final = 1_000_000
"""Boards of one depth that are listed."""
MAX_BYTE: Final = 256
"""Cells of a board whose tiles are bytes."""
EXCHANGES: Final = [bytes.maketrans(bytes([0, tile]), bytes([tile, 0])) for tile in range(MAX_BYTE)]
"""For each tile what to `translate` the bytes of a board by: the tile and the blank change places."""


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


def walk_board(goal: Board, moves: int, rng: random.Random, metric: str = TILES) -> Board:
    """Return the board after a random walk from the goal of so many moves, or slides, that never undoes its last one.

    >>> walk_board(Board.goal(3, 3), 2, random.Random(1))
    Board([[1, 2, 0], [4, 5, 3], [7, 8, 6]])
    """
    if not 0 <= moves <= MAX_WALK:
        raise BoardError(f"expected a random walk of 0 to {MAX_WALK} moves, got {quote(moves)}", field="walk")
    if metric != TILES:
        return _walk_by_slides(goal, moves, rng)
    reach = [[cell for _, cell in steps] for steps in blank_steps(goal.rows, goal.cols)]
    tiles = list(goal.tiles)
    previous, blank = -1, goal.blank
    for _ in range(moves):
        cell = rng.choice([cell for cell in reach[blank] if cell != previous])
        tiles[blank], tiles[cell] = tiles[cell], 0
        previous, blank = blank, cell
    return Board.from_tiles(goal.rows, goal.cols, tiles)


def _walk_by_slides(goal: Board, slides: int, rng: random.Random) -> Board:
    """Walk by slides, along rows and columns in turn: two of one line would be one slide or none."""
    steps = steps_after(goal.rows, goal.cols, SLIDES)
    tiles, blank = goal.tiles, goal.blank
    previous: Move | None = None
    for _ in range(slides):
        previous, cell = rng.choice(steps[previous][blank])
        tiles, blank = shift(tiles, blank, cell, goal.cols), cell
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


def places_between(blank: int, cell: int, cols: int) -> range:
    """Return the cells that a blank passes on its way to one of its row or column, that one included.

    >>> list(places_between(2, 0, 3)), list(places_between(1, 7, 3))
    ([1, 0], [4, 7])
    """
    stride = 1 if blank // cols == cell // cols else cols
    stride = stride if blank < cell else -stride
    return range(blank + stride, cell + stride, stride)


def slid(tiles: bytes, places: range) -> bytes:
    """Return the board after its blank has gone over these cells."""
    for place in places:
        tiles = tiles.translate(EXCHANGES[tiles[place]])
    return tiles


def grow_layers(goal: Board, metric: str = TILES) -> Iterator[bytes]:
    """Yield the boards by optimal depth from the goal outwards, each layer's in sorted order, end to end; 256 cells at most.

    Sorting makes a draw independent of how the layers were found. A layer of more than `MAX_LAYER` boards is refused.
    """
    if len(goal.tiles) > MAX_BYTE:
        raise BoardError(f"boards are listed by depth up to {MAX_BYTE} cells, got {goal.rows}x{goal.cols}", field="depth")
    reach = [
        [places_between(blank, cell, goal.cols) for _, cell in steps]
        for blank, steps in enumerate(steps_in(goal.rows, goal.cols, metric))
    ]
    previous: set[bytes] = set()
    layer = {bytes(goal.tiles)}
    while layer:
        yield b"".join(sorted(layer))
        # A child lies one layer further in or out; by a slide it may lie in the same, by a move the parity forbids it.
        found = {slid(tiles, places) for tiles in layer for places in reach[tiles.index(0)]} - previous
        previous, layer = layer, found if metric == TILES else found - layer
        if len(layer) > MAX_LAYER:
            raise crowded()


def crowded() -> BoardError:
    """Say that a depth has too many boards."""
    return BoardError(f"more than {MAX_LAYER:,} boards lie at this depth or before it: too many to list", field="depth")
