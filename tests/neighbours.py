# SPDX-License-Identifier: MIT
"""What tiles that lie together add to the learned value of a board, worked out plainly.

The definitions are in `core/large/local_features.hpp` and `core/large/near_numbers.hpp`.
"""

import random
from collections.abc import Sequence
from itertools import combinations

PAIR_REACH, SQUARE_REACH = 5, 1
RIGHT, DOWN = 2, 3
PAIRS, SQUARES = 123 * 4 * 123, 11**4
NEAR = PAIRS + SQUARES + 1
"""How many numbers there are: of pairs, then of squares, then one of two tiles that have to pass one another."""


def random_numbers(seed: int, most: int) -> list[int]:
    """Draw numbers for all pairs and squares; mirror images share none, so that nothing can be taken for another.

    That of tiles that have to pass one another is as large as numbers may be, so that none of them is overlooked.
    """
    rng = random.Random(seed)
    return [*(rng.randint(-most, most) for _ in range(PAIRS + SQUARES)), rng.choice((-most, most))]


def passing_pairs(side: int, tiles: Sequence[int]) -> int:
    """Count the pairs of tiles of one line that both belong there, in the wrong order."""
    cells = range(side * side)
    rows = [[cell for cell in cells if cell // side == line] for line in range(side)]
    cols = [[cell for cell in cells if cell % side == line] for line in range(side)]
    # A home that comes first in its line comes first of all cells, too.
    homes = [[tiles[cell] - 1 for cell in line if tiles[cell] - 1 in line] for line in rows + cols]
    return sum(first > second for line in homes for first, second in combinations(line, 2))


def value_of_neighbours(near: Sequence[int], side: int, tiles: Sequence[int]) -> int:
    """Add up the numbers of all pairs and squares, those with a part outside the board, too, and of tiles that have to pass."""

    def grade(steps: int, reach: int) -> int:
        size = min(reach, [0, 1, 2, 3, 4, 4, 5, 5][abs(steps)])
        return reach + (size if steps > 0 else -size)

    def held(row: int, col: int, reach: int) -> int:
        classes_of_tiles = (2 * reach + 1) ** 2
        if not (0 <= row < side and 0 <= col < side):
            return classes_of_tiles + 1
        tile = tiles[row * side + col]
        if tile == 0:
            return classes_of_tiles
        home_row, home_col = divmod(tile - 1, side)
        return (2 * reach + 1) * grade(home_row - row, reach) + grade(home_col - col, reach)

    total = near[-1] * passing_pairs(side, tiles)
    for row in range(-1, side):
        for col in range(-1, side):
            for direction, neighbour in ((RIGHT, (row, col + 1)), (DOWN, (row + 1, col))):
                total += near[(held(row, col, PAIR_REACH) * 4 + direction) * 123 + held(*neighbour, PAIR_REACH)]
            square = 0
            for corner in ((row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)):
                square = 11 * square + held(*corner, SQUARE_REACH)
            total += near[PAIRS + square]
    return total
