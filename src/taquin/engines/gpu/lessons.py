# SPDX-License-Identifier: MIT
"""What beams learn about the one board that they are to solve, as `core/large/lessons.hpp` has it.

Each board of the best path known should look better than the others that a beam kept in its layer, of which nothing better came.
So a number is added for every tile in every cell, and moves wherever two boards look the wrong way around.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from taquin.engines.gpu.device import cupy

Array = Any
"""A NumPy or CuPy array."""
APART: Final = 2
"""Layers from one that boards are noted of to the next."""
SAMPLES: Final = 8
DRAWS: Final = 4
"""Boards that are noted of a layer, and draws that each is the best looking of; `value_beam.h` has the latter, too."""
PASSES: Final = 4
"""How often a pair is looked at, on average."""
STEP: Final = 2
MOST: Final = 1 << 12
"""What a number changes by, and how far it may get from 0; values count 64 to a move."""


class Samples:
    """Some boards of every other layer of a beam. They are drawn and noted on the card, so that no layer waits for the host."""

    def __init__(self, side: int, most_moves: int) -> None:
        """Make room for a beam of so many moves."""
        layers = most_moves // APART
        draws = np.random.default_rng(1).integers(1 << 32, size=(layers, SAMPLES * DRAWS), dtype=np.uint32)
        self._draws = cupy().asarray(draws)
        self._tiles = cupy().zeros((layers, SAMPLES, side * side), dtype=np.uint8)

    def of_layer(self, moves: int) -> tuple[Array, Array] | None:
        """Return the draws for a layer, and where to write the tiles of its boards; None for a layer to pass over."""
        return None if moves % APART else (self._draws[moves // APART - 1], self._tiles[moves // APART - 1])

    def beside(self, path: Array) -> tuple[Array, Array]:
        """Return boards of a path, which are given by the moves to them, each with another that was noted in its layer."""
        of_path = path[APART::APART, None]
        noted = self._tiles.get()[: len(of_path)]
        better, worse = np.broadcast_arrays(of_path[: len(noted)], noted)
        to_compare = noted.any(axis=2) & (better != worse).any(axis=2)  # where nothing was noted there are no tiles
        return better[to_compare], worse[to_compare]


def learn(better: Array, worse: Array, leads: Array) -> Array:
    """Return by [tile, cell] what to add to values, so that boards look better than others; so far they look worse by `leads`."""
    cells = better.shape[1]
    pairs = [_places_apart(*pair) for pair in zip(better, worse, strict=True)]
    added = np.zeros(cells * cells, dtype=np.int64)
    for number in np.random.default_rng(1).integers(max(1, len(pairs)), size=PASSES * len(pairs)).tolist():
        places, signs = pairs[number]
        if leads[number] + signs @ added[places] >= 0:
            added[places] = np.minimum(np.maximum(added[places] - STEP * signs, -MOST), MOST)
    return added.reshape(cells, cells)


def _places_apart(better: Array, worse: Array) -> tuple[Array, Array]:
    """Return the (tile, cell) of one board but not of the other, and 1 for those of the better one, -1 for those of the worse."""
    (cell,) = np.nonzero(better != worse)
    tiles = np.concatenate((better[cell], worse[cell])).astype(np.int64)
    return tiles * len(better) + np.tile(cell, 2), np.repeat((1, -1), len(cell))
