# SPDX-License-Identifier: MIT
"""Inversion distance: the vertical moves that reading row by row needs, plus the sideways moves that reading by column needs.

Number the tiles by their place in the goal read row by row, the blank left out, and count the pairs of the board, read the
same way, that stand in the wrong order: I inversions. A sideways move does not change that reading. A vertical move carries
one tile past the s = cols - 1 tiles between its two cells, and each of those pairs turns round: if k of them were in the
wrong order, I changes by s - 2k, one of -s, -s + 2, ..., s. The goal has I = 0. Sums of m such steps are exactly the
numbers from -ms to ms with the parity of ms, so the vertical moves needed are the smallest m with I <= ms and ms - I even:

- s even (odd cols): I is even on every solvable board, and m = ceil(I / s);
- s odd (even cols): m = ceil(I / s), and one more if that has not the parity of I.

For cols = 4 this is the well-known I // 3 + I % 3; that form overestimates from cols = 6 on, where one move may change I by
3 as well as by 5. Reading by columns bounds the sideways moves in the same way, with s = rows - 1. A move is either vertical
or sideways, so the two add up; and since m is the length of a shortest way from I to 0 by such steps, one move changes the
sum by at most 1. On unsolvable boards with s even, I may be odd: the ceiling is kept as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from taquin.board import Board, Tiles
from taquin.heuristics.base import Estimate, Heuristic


def count_inversions(order: Sequence[int]) -> int:
    """Count the pairs in the wrong order among different numbers from 1 on; zeros are passed over.

    >>> count_inversions([3, 1, 0, 2])
    2
    """
    seen = inversions = 0  # bit n of `seen` says that n was met
    for number in order:
        if number:
            inversions += (seen >> number).bit_count()
            seen |= 1 << number
    return inversions


def fewest_moves(inversions: int, length: int) -> int:
    """Return the moves across lines of a length that it takes to undo so many inversions.

    >>> [fewest_moves(inversions, 4) for inversions in range(8)]
    [0, 1, 2, 1, 2, 3, 2, 3]
    >>> [fewest_moves(inversions, 3) for inversions in (0, 2, 4, 6)]
    [0, 1, 2, 3]
    """
    step = length - 1
    moves = -(-inversions // step)
    return moves + 1 if step % 2 and (moves - inversions) % 2 else moves


def bind(goal: Board) -> Estimate:
    """Number the tiles both ways and count the inversions of both readings."""
    rows, cols = goal.shape
    by_column = itemgetter(*(row * cols + col for col in range(cols) for row in range(rows)))
    row_number = _numbers(goal.tiles).__getitem__
    column_number = _numbers(by_column(goal.tiles)).__getitem__

    def estimate(tiles: Tiles) -> int:
        vertical = count_inversions(list(map(row_number, tiles)))
        sideways = count_inversions(list(map(column_number, by_column(tiles))))
        return fewest_moves(vertical, cols) + fewest_moves(sideways, rows)

    return estimate


def _numbers(reading: Tiles) -> list[int]:
    """For every tile, its place in a reading of the goal, counted from 1; 0 for the blank."""
    numbers = [0] * len(reading)
    for place, tile in enumerate((tile for tile in reading if tile), start=1):
        numbers[tile] = place
    return numbers


INVERSION = Heuristic(
    name="inversion",
    admissible=True,
    consistent=True,
    relaxation="Only the order of the tiles matters: a vertical move may turn round any pairs among the cols tiles it "
    "concerns, up to cols - 1 of them, and a sideways move likewise when the board is read by columns.",
    bind=bind,
)
