# SPDX-License-Identifier: MIT
"""Made-up networks in the form in which learned ones are shipped, and what they say, worked out plainly."""

import numpy as np
from tests.neighbours import NEAR, random_numbers, value_of_neighbours

from taquin.engines.gpu.network import mirrored_places

CEILING, SHIFT = 362, 16


def distance_network(side: int, own: int = 1, seed: int | None = None) -> np.ndarray:
    """Make a network whose values are 1.25 times the Manhattan distance; with a seed, units and neighbours add to it."""
    cells = side * side
    tile, cell = np.arange(cells)[:, None] - 1, np.arange(cells)
    line = 80 * (abs(tile // side - cell // side) + abs(tile % side - cell % side))
    line[0] = 0
    rng, something = np.random.default_rng(seed), 0 if seed is None else 1
    parts = [something * rng.integers(-most, most, count) for most, count in ((500, own), (300, own), (60, cells * cells * own))]
    near = [0] * NEAR if seed is None else random_numbers(seed, 20)
    return np.concatenate([line.reshape(-1), *parts, near]).astype("<i2")


def value_of(numbers: np.ndarray, side: int, tiles: np.ndarray) -> int:
    """Return the value of a board, by the definition in `core/large/network.hpp`."""
    places = side**4
    own = (len(numbers) - places - NEAR) // (places + 2)
    line, bias, weights, inputs, near = np.split(numbers.astype(np.int64), np.cumsum([places, own, own, places * own]))
    where = tiles.astype(np.int64) * side * side + np.arange(side * side)
    total = 0
    for seen in (where, mirrored_places(side)[where]):
        sums = bias + inputs.reshape(places, own)[seen].sum(axis=0)
        total += int(((np.clip(sums, 0, CEILING) // 2) ** 2 * weights).sum())
    of_neighbours = value_of_neighbours(near.tolist(), side, tiles.tolist())
    return int(line[where].sum()) + of_neighbours + (total >> SHIFT)
