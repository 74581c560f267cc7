# SPDX-License-Identifier: MIT
"""Learned networks as they are written: how long their parts are, and what tiles are to them.

All of it is as `core/large/network.hpp`, `core/large/local_features.hpp` and `core/large/near_tiles.hpp` have it.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

Array = Any
"""A NumPy array."""
PAIR_CLASSES: Final = 123
SQUARE_CLASSES: Final = 11
"""What a cell may hold in the eyes of its neighbours: a tile, by how far it has to go; then the blank; then nothing, outside."""
PAIR_NUMBERS: Final = PAIR_CLASSES * 4 * PAIR_CLASSES
SQUARE_NUMBERS: Final = SQUARE_CLASSES**4
NEAR_NUMBERS: Final = PAIR_NUMBERS + SQUARE_NUMBERS + 1
"""Those of pairs, of squares, and one of two tiles that have to pass one another: they lie in a line that both belong in, in the
wrong order."""
PACKED: Final = 256
"""What a class in squares is multiplied with, to stand beside the one in pairs."""
BLANK: Final = PACKED * (SQUARE_CLASSES - 2) + PAIR_CLASSES - 2
OUTSIDE: Final = PACKED * (SQUARE_CLASSES - 1) + PAIR_CLASSES - 1
GRADES: Final = np.array((0, 1, 2, 3, 4, 4, 5, 5))
"""Of the steps that a tile has to go along one axis."""
PAIR_REACH: Final = 5
SQUARE_REACH: Final = 1
"""The highest grade that is told apart."""


def sizes_of(side: int, count: int) -> tuple[int, ...]:
    """Return how many of so many numbers are lines, biases, weights and inputs of units without twins, and near numbers."""
    places = side**4
    own, left_over = divmod(count - places - NEAR_NUMBERS, places + 2)
    if own < 1 or left_over:
        raise ValueError("the learned values are not those of this size of board")
    return places, own, own, places * own, NEAR_NUMBERS


def mirrored_places(side: int) -> Array:
    """Return for every (tile, cell) the one that it becomes when a board is mirrored in its diagonal."""
    cells = np.arange(side * side)
    cell = cells % side * side + cells // side
    tile = np.concatenate(([0], cell[:-1] + 1))
    return (tile[:, None] * len(cells) + cell).reshape(-1)


def classes_of(side: int) -> Array:
    """Return for every (tile, cell) its classes: the one in squares times `PACKED`, and the one in pairs."""
    cells = np.arange(side * side)
    homes = np.roll(cells, 1)[:, None]
    rows, cols = homes // side - cells // side, homes % side - cells % side

    def classes(reach: int) -> Array:
        row, col = (reach + np.sign(steps) * np.minimum(GRADES[abs(steps)], reach) for steps in (rows, cols))
        return (2 * reach + 1) * row + col

    packed = PACKED * classes(SQUARE_REACH) + classes(PAIR_REACH)
    packed[0] = BLANK
    return packed.astype(np.uint16).reshape(-1)


def shared_numbers() -> Array:
    """Return for every near number which of those that are learned it is, -1 for none.

    Those that become one another when boards are turned or mirrored share one, as do those of one pair seen from either tile. A
    pair with the blank has none, and neither has one outside.
    """
    turns = [_Turn(bits) for bits in range(8)]
    tile, way, neighbour = np.indices((PAIR_CLASSES, 4, PAIR_CLASSES)).reshape(3, -1)
    first = np.full(NEAR_NUMBERS, NEAR_NUMBERS)
    """Of all that share a number with an entry, the first."""
    pairs, squares = first[:PAIR_NUMBERS], first[PAIR_NUMBERS:-1]
    for turn in turns:
        one, other, turned = turn.classes(tile, PAIR_REACH), turn.classes(neighbour, PAIR_REACH), turn.ways[way]
        for a, towards, b in ((one, turned, other), (other, 3 - turned, one)):
            np.minimum(pairs, (a * 4 + towards) * PAIR_CLASSES + b, out=pairs)
    corners = np.indices((SQUARE_CLASSES,) * 4).reshape(4, -1)
    for turn in turns:
        code = np.zeros(SQUARE_NUMBERS, dtype=np.int64)
        for number, corner in enumerate(corners):
            code += turn.classes(corner, SQUARE_REACH) * SQUARE_CLASSES ** (3 - turn.corners[number])
        np.minimum(squares, PAIR_NUMBERS + code, out=squares)
    blank, outside = PAIR_CLASSES - 2, PAIR_CLASSES - 1
    none = np.zeros(NEAR_NUMBERS, dtype=bool)
    none[:PAIR_NUMBERS] = (tile == blank) | (neighbour == blank) | ((tile == outside) & (neighbour == outside))
    _, numbers = np.unique(first[~none], return_inverse=True)
    shared = np.full(NEAR_NUMBERS, -1)
    shared[~none] = numbers
    return shared


class _Turn:
    """One of the eight ways to turn and mirror a board: a bit each to mirror rows, mirror columns, and transpose."""

    def __init__(self, bits: int) -> None:
        self._bits = bits
        steps = [(-1, 0), (0, -1), (0, 1), (1, 0)]
        self.ways = np.array([steps.index(self.step(*step)) for step in steps])
        """Of moves up, left, right and down, which they become."""
        places = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
        self.corners = [places.index(self.step(*place)) for place in places]

    def step(self, row: Array, col: Array) -> tuple[Array, Array]:
        row, col = -row if self._bits & 1 else row, -col if self._bits & 2 else col
        return (col, row) if self._bits & 4 else (row, col)

    def classes(self, classes: Array, reach: int) -> Array:
        axis = 2 * reach + 1
        row, col = self.step(classes // axis - reach, classes % axis - reach)
        return np.where(classes < axis * axis, axis * (row + reach) + col + reach, classes)
