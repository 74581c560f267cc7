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
