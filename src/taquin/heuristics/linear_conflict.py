# SPDX-License-Identifier: MIT
"""Linear conflict: Manhattan distance plus the side steps of tiles that cannot pass each other in their goal line.

Two tiles conflict when both stand in the row (or column) that is their goal row (or column) and their goal cells in it are
in the opposite order. One of them must leave the line and come back, two moves that Manhattan distance does not count.
The tiles that never leave a line are free of conflict among themselves, so at least as many leave it as must be removed to
end all conflicts: the tiles of that line that stand in it, less the longest run of them, gaps allowed, whose goal places
increase. Rows are left by vertical moves and columns by sideways moves, so all lines add up.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from taquin.board import Board, Tiles, home_cells
from taquin.heuristics.base import Estimate, Heuristic, check_same_shape

CACHED_TILES: Final = 2**18
"""The cache of each line keeps this many lines divided by the cells of the board, so that it stays small on all boards."""


@dataclass(frozen=True)
class Conflict:
    """Two tiles that stand in their goal line in reversed order."""

    line: str
    """`row` or `column`."""
    index: int
    """Which row or column, counted from 1."""
    tiles: tuple[int, int]
    """The two tiles as they stand: left and right, or upper and lower."""


@dataclass(frozen=True)
class Line:
    """A row or a column of the goal."""

    kind: str
    """`row` or `column`."""
    index: int
    """Which one, counted from 1."""
    cells: slice
    """The line's part of the tiles."""
    places: dict[int, int]
    """For the tiles of this goal line, the place of their goal cell in the line."""
    along: list[int]
    """For every tile, the place of its goal cell along lines of this kind, in this line or another."""

    def at_home(self, line: Tiles) -> list[int]:
        """The tiles that stand in this line and belong there, as they stand."""
        return [tile for tile in line if tile in self.places]

    def order(self, line: Tiles) -> list[int]:
        """The goal places of those tiles, as they stand."""
        return [self.places[tile] for tile in line if tile in self.places]

    def pairs(self, line: Tiles) -> Iterator[tuple[int, int]]:
        """Yield every two tiles in conflict."""
        for first, second in combinations(self.at_home(line), 2):
            if self.places[first] > self.places[second]:
                yield first, second

    def in_conflict(self, tile: int, line: Tiles) -> bool:
        """Tell whether a tile that stands in this line and belongs there is one of two in conflict."""
        home, at = self.places[tile], line.index(tile)
        place = self.places.get
        return any(place(other, home) > home for other in line[:at]) or any(place(other, home) < home for other in line[at:])

    def travel(self, line: Tiles) -> int:
        """The moves along this line's direction that its tiles need to reach their goal row or column."""
        return sum(abs(place - self.along[tile]) for place, tile in enumerate(line) if tile)


def goal_lines(goal: Board) -> list[Line]:
    """Return the rows, then the columns of a goal."""
    home = home_cells(goal)
    rows, cols = goal.shape
    return [
        *_lines("row", [slice(row * cols, (row + 1) * cols) for row in range(rows)], goal, [cell % cols for cell in home]),
        *_lines("column", [slice(col, None, cols) for col in range(cols)], goal, [cell // cols for cell in home]),
    ]


def _lines(kind: str, slices: list[slice], goal: Board, along: list[int]) -> Iterator[Line]:
    for index, cells in enumerate(slices, start=1):
        yield Line(kind, index, cells, {tile: along[tile] for tile in goal.tiles[cells] if tile}, along)


def fewest_removals(places: Sequence[int]) -> int:
    """Return how many of the places must go so that the rest increases.

    >>> fewest_removals([2, 1, 0]), fewest_removals([2, 0, 1])
    (2, 1)
    """
    lowest_end: list[int] = []  # lowest_end[k] is the smallest place that ends an increasing run of k + 1
    for place in places:
        at = bisect.bisect(lowest_end, place)
        lowest_end[at : at + 1] = [place]
    return len(places) - len(lowest_end)


def reversed_pairs(places: Sequence[int]) -> int:
    """Return how many pairs of places stand in the wrong order.

    >>> reversed_pairs([2, 1, 0]), reversed_pairs([2, 0, 1])
    (3, 2)
    """
    return sum(first > second for first, second in combinations(places, 2))


def conflicts(board: Board, goal: Board) -> list[Conflict]:
    """Name every two tiles in conflict: by row, then by column.

    >>> conflicts(Board([[7, 2, 4], [6, 0, 5], [8, 3, 1]]), Board.goal(3, 3))
    [Conflict(line='row', index=2, tiles=(6, 5))]
    """
    check_same_shape(board, goal)
    return [Conflict(line.kind, line.index, pair) for line in goal_lines(goal) for pair in line.pairs(board.tiles[line.cells])]


def removals(board: Board, goal: Board) -> dict[tuple[str, int], int]:
    """Return how many tiles must leave each line that has conflicts, by its kind and index; each costs two moves.

    >>> removals(Board([[3, 2, 1], [4, 5, 6], [8, 7, 0]]), Board.goal(3, 3))
    {('row', 1): 2, ('row', 3): 1}
    """
    check_same_shape(board, goal)
    counts = {(line.kind, line.index): fewest_removals(line.order(board.tiles[line.cells])) for line in goal_lines(goal)}
    return {line: count for line, count in counts.items() if count}


def bind(goal: Board, count: Callable[[Sequence[int]], int] = fewest_removals) -> Estimate:
    """Add up all lines: the travel along each and twice the count of its conflicts."""
    looked_up = [(line.cells, _cached_cost(line, count, len(goal.tiles))) for line in goal_lines(goal)]

    def estimate(tiles: Tiles) -> int:
        return sum([cost(tiles[cells]) for cells, cost in looked_up])

    return estimate


def _cached_cost(line: Line, count: Callable[[Sequence[int]], int], cells: int) -> Callable[[Tiles], int]:
    """Return the cost of a line, remembered: a search meets the same lines over and over."""

    @lru_cache(maxsize=CACHED_TILES // cells)
    def cost(tiles: Tiles) -> int:
        return line.travel(tiles) + 2 * count(line.order(tiles))

    return cost


LINEAR_CONFLICT = Heuristic(
    name="linear-conflict",
    admissible=True,
    consistent=True,
    relaxation="As Manhattan, but tiles of the same goal line cannot pass each other inside it: the fewest that clear "
    "the way step aside and back, two moves each.",
    bind=bind,
)
