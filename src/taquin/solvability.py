# SPDX-License-Identifier: MIT
"""Whether one board can reach another, decided by parity and explained in words.

Number the tiles by their place in the goal, read row by row without the blank. A sideways move leaves that reading
unchanged; a move up or down carries one tile past cols-1 others, so it changes the number of inversions by an odd amount
when cols is even and by an even amount when cols is odd. The goal has no inversions. On every board from 2x2 on, the
arrangements that pass this test are exactly the ones that can be reached.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, islice

from taquin.board import Board
from taquin.errors import BoardError, quote

LISTED_INVERSIONS = 40
"""More inverted pairs than this are counted but not listed."""


@dataclass(frozen=True)
class Solvability:
    """The verdict on a start and a goal, with the numbers it rests on."""

    solvable: bool
    inversions: int
    pairs: tuple[tuple[int, int], ...]
    """The first inverted pairs (left tile, right tile), at most `LISTED_INVERSIONS`."""
    rows_to_goal: int
    """How many rows the blank stands from its row in the goal."""
    cols: int

    @property
    def reason(self) -> str:
        """The argument in words."""
        count = _plural(self.inversions, "inversion")
        listed = ", ".join(f"{left}-{right}" for left, right in self.pairs)
        if listed and self.inversions > len(self.pairs):
            listed += ", ..."
        facts = f"{count} ({listed})" if listed else count
        if self.cols % 2:
            total, rule = self.inversions, "with an odd number of columns, the inversions must be even"
        else:
            total = self.inversions + self.rows_to_goal
            facts += f", blank {_plural(self.rows_to_goal, 'row')} from its goal row"
            rule = "with an even number of columns, the inversions plus the blank's rows to its goal row must be even"
        return f"{facts}; {rule}, and {total} is {'odd' if total % 2 else 'even'}"


def check_solvable(start: Board, goal: Board) -> Solvability:
    """Decide whether `start` can reach `goal`; boards of different shapes raise `BoardError`.

    >>> verdict = check_solvable(Board([[1, 2, 3], [4, 5, 6], [8, 7, 0]]), Board.goal(3, 3))
    >>> verdict.solvable
    False
    >>> verdict.reason
    '1 inversion (8-7); with an odd number of columns, the inversions must be even, and 1 is odd'
    """
    if not isinstance(start, Board) or not isinstance(goal, Board):
        raise TypeError(f"expected two boards, got {quote(start)} and {quote(goal)}; taquin.check takes texts and lists as well")
    order = _order(start, goal)
    inversions = _count_inversions(order)
    tiles = [tile for tile in start.tiles if tile]
    pairs = ((tiles[left], tiles[right]) for left, right in _inverted_pairs(order))
    rows_to_goal = _rows_to_goal(start, goal)
    solvable = _is_even(inversions, rows_to_goal, start.cols)
    return Solvability(solvable, inversions, tuple(islice(pairs, LISTED_INVERSIONS)), rows_to_goal, start.cols)


def is_solvable(start: Board, goal: Board) -> bool:
    """Decide the same without the argument: quicker, for those who solve many boards."""
    return _is_even(_count_inversions(_order(start, goal)), _rows_to_goal(start, goal), start.cols)


def _order(start: Board, goal: Board) -> list[int]:
    """Read the start, each tile by its place in the goal, both without the blank."""
    if start.shape != goal.shape:
        raise BoardError(f"start is {start.rows}x{start.cols} but the goal is {goal.rows}x{goal.cols}: they must match")
    place = {tile: index for index, tile in enumerate(tile for tile in goal.tiles if tile)}
    return [place[tile] for tile in start.tiles if tile]


def _rows_to_goal(start: Board, goal: Board) -> int:
    return abs(start.blank // start.cols - goal.blank // goal.cols)


def _is_even(inversions: int, rows_to_goal: int, cols: int) -> bool:
    return (inversions + (cols - 1) * rows_to_goal) % 2 == 0


def _count_inversions(order: list[int]) -> int:
    """Count the pairs that stand in the wrong order, by insertion into a sorted list."""
    seen: list[int] = []
    inversions = 0
    for value in order:
        index = bisect.bisect(seen, value)
        inversions += len(seen) - index
        seen.insert(index, value)
    return inversions


def _inverted_pairs(order: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the indices of every inverted pair, from the left."""
    # The smallest value from each index on: a huge board that is nearly solved has few pairs and must not be searched for them.
    smallest = list(accumulate(reversed(order), min))[::-1]
    for left, value in enumerate(order):
        if smallest[left] < value:
            yield from ((left, right) for right in range(left + 1, len(order)) if order[right] < value)


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
