# SPDX-License-Identifier: MIT
"""Which tables a partition needs and how it is chosen, in Python: what the core does, for machines without it.

`core/optimal/lookup_plan.hpp` and `partition.hpp` say why; here is the same, and a test holds the two together.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

Cells = tuple[int, ...]
Groups = tuple[Cells, ...]
TableFacts = tuple[int, Cells, int, str]
"""Lowest cell of the blank's region, tiles, bytes and index scheme."""
Views = tuple[tuple[tuple[int, Cells], ...], ...]

MOST_DIRECT_ENTRIES: Final = 1 << 28
ALWAYS_DIRECT_TILES: Final = 4
MAX_GROUP: Final = 8
PIECE_PENALTY: Final = 100
REPEATED_PAIR_PENALTY: Final = 4

CLASSICAL: Final[dict[tuple[int, int, Cells], Groups]] = {
    (4, 4, (5, 5, 5)): ((1, 2, 3, 6, 7), (4, 5, 8, 9, 12), (10, 11, 13, 14, 15)),
    (4, 4, (6, 6, 3)): ((3, 6, 7, 10, 11, 15), (1, 2, 4, 5, 8, 9), (12, 13, 14)),
    (4, 4, (8, 7)): ((2, 3, 6, 7, 10, 11, 14, 15), (1, 4, 5, 8, 9, 12, 13)),
    (5, 5, (6, 6, 6, 6)): ((1, 2, 5, 6, 7, 12), (3, 4, 8, 9, 13, 14), (10, 11, 15, 16, 20, 21), (17, 18, 19, 22, 23, 24)),
}
"""Partitions of the literature, for a blank at home in the first cell."""


@lru_cache(maxsize=64)
def symmetries(rows: int, cols: int) -> tuple[Cells, ...]:
    """Return the symmetries of a grid as maps of cells, the identity first, then the transposition where there is one."""

    def image(cell: int, flips: int, transposed: bool) -> int:
        row, col = divmod(cell, cols)
        row = rows - 1 - row if flips & 1 else row
        col = cols - 1 - col if flips & 2 else col
        return col * cols + row if transposed else row * cols + col

    ways = [(flips, transposed) for flips in range(4) for transposed in ([False, True] if rows == cols else [False])]
    return tuple(tuple(image(cell, *way) for cell in range(rows * cols)) for way in ways)


class Grid:
    """A shape with the blank's goal cell."""

    def __init__(self, rows: int, cols: int, blank: int) -> None:
        self.rows = rows
        self.cols = cols
        self.cells = rows * cols
        self.blank = blank

    def neighbours(self, cell: int) -> Iterator[int]:
        """Yield the cells beside a cell."""
        row, col = divmod(cell, self.cols)
        if row > 0:
            yield cell - self.cols
        if col > 0:
            yield cell - 1
        if col < self.cols - 1:
            yield cell + 1
        if row < self.rows - 1:
            yield cell + self.cols

    def region(self, seed: int, free: set[int]) -> set[int]:
        """Return the cells that a walker reaches from a cell without leaving `free`."""
        found = {seed}
        edge = [seed]
        while edge:
            new = set(self.neighbours(edge.pop())) & free - found
            found |= new
            edge.extend(new)
        return found

    def distance(self, one: int, other: int) -> int:
        """Return the Manhattan distance of two cells."""
        return abs(one // self.cols - other // self.cols) + abs(one % self.cols - other % self.cols)

    def pattern(self, blank: int, tiles: Sequence[int]) -> tuple[Cells, int]:
        """Return what makes two tables equal: the tiles, and the lowest cell of the region that the blank is in."""
        free = set(range(self.cells)).difference(tiles)
        return tuple(sorted(tiles)), min(self.region(blank, free))

    def images(self, blank: int, tiles: Sequence[int]) -> Iterator[tuple[tuple[Cells, int], Cells]]:
        """Yield a pattern under every symmetry, with the symmetry."""
        for cells in symmetries(self.rows, self.cols):
            yield self.pattern(cells[blank], [cells[tile] for tile in tiles]), cells

    def facts(self, tiles: Cells, blank: int) -> TableFacts:
        """Describe a table."""
        direct, ranked = self.cells ** len(tiles), math.perm(self.cells, len(tiles))
        small = len(tiles) <= ALWAYS_DIRECT_TILES or direct <= 4 * ranked
        is_direct = small and direct <= MOST_DIRECT_ENTRIES
        return blank, tiles, ((direct if is_direct else ranked) + 1) // 2, "direct" if is_direct else "ranked"


def plan_patterns(
    rows: int, cols: int, blank: int, groups: Sequence[Sequence[int]], others: Sequence[Sequence[int]] = ()
) -> tuple[list[TableFacts], Views]:
    """Find the tables that serve a partition, and by which table and map of cells each group is looked up in each view.

    The second view is another partition if there is one, else the reflection of the first where there is one.
    """
    grid = Grid(rows, cols, blank)
    patterns: list[tuple[Cells, int]] = []

    def lookup(group: Sequence[int]) -> tuple[int, Cells]:
        wanted = min(pattern for pattern, _ in grid.images(grid.pattern(blank, group)[1], group))
        if wanted not in patterns:
            patterns.append(wanted)
        cells = next(cells for pattern, cells in grid.images(blank, group) if pattern == wanted)
        return patterns.index(wanted), cells

    views = [tuple(lookup(group) for group in groups)]
    second = others or reflected_partition(rows, cols, blank, groups)
    if second is not None:
        views.append(tuple(lookup(group) for group in second))
    return [grid.facts(tiles, lowest) for tiles, lowest in patterns], tuple(views)


def reflected_partition(rows: int, cols: int, blank: int, groups: Sequence[Sequence[int]]) -> Groups | None:
    """Return the image of a partition under the first symmetry that keeps the blank's goal and changes the partition."""
    itself = sorted(tuple(sorted(group)) for group in groups)
    for cells in symmetries(rows, cols):
        image = sorted(tuple(sorted(cells[tile] for tile in group)) for group in groups)
        if cells[blank] == blank and image != itself:
            return tuple(image)
    return None


def partition_by_sizes(rows: int, cols: int, blank: int, sizes: Sequence[int]) -> Groups:
    """Return groups of these sizes: classical ones if there are such, else compact ones."""
    descending = _checked_sizes(rows, cols, sizes)
    classical = CLASSICAL.get((rows, cols, descending))
    for cells in symmetries(rows, cols):
        if classical is not None and cells[0] == blank:
            return tuple(tuple(sorted(cells[tile] for tile in group)) for group in classical)
    return CompactGroups(Grid(rows, cols, blank), descending).find()


def _checked_sizes(rows: int, cols: int, sizes: Sequence[int]) -> Cells:
    """Return the sizes in descending order; they must be sizes of groups and add up to the number of tiles."""
    descending = tuple(sorted(sizes, reverse=True))
    if sum(descending) != rows * cols - 1 or not all(1 <= size <= MAX_GROUP for size in descending):
        raise ValueError(f"expected group sizes of 1 to {MAX_GROUP} that add up to {rows * cols - 1}, got {descending}")
    return descending


def unlike_partition(rows: int, cols: int, blank: int, sizes: Sequence[int], groups: Sequence[Sequence[int]]) -> Groups:
    """Return groups of these sizes, as compact as may be, that bring other tiles together than those of other partitions.

    They are a second opinion on every board.
    """
    return CompactGroups(Grid(rows, cols, blank), _checked_sizes(rows, cols, sizes), groups).find()


def best_partition(rows: int, cols: int, blank: int, max_bytes: int, largest_group: int = MAX_GROUP) -> Groups:
    """Return the partition with the largest groups, up to a size, whose tables, all together, fit."""
    tiles = rows * cols - 1
    for largest in range(min(largest_group, tiles), 1, -1):
        sizes = [largest] * (tiles // largest) + ([tiles % largest] if tiles % largest else [])
        groups = partition_by_sizes(rows, cols, blank, sizes)
        if sum(size for _, _, size, _ in plan_patterns(rows, cols, blank, groups)[0]) <= max_bytes:
            return groups
    return partition_by_sizes(rows, cols, blank, [1] * tiles)


class CompactGroups:
    """Assigns every tile to a group so that groups are compact: tiles that get in each other's way are neighbours."""

    def __init__(self, grid: Grid, sizes: Cells, unlike: Sequence[Sequence[int]] = ()) -> None:
        self.grid = grid
        self.sizes = sizes
        self.unlike = [frozenset(group) for group in unlike]
        self._costs: dict[Cells, int] = {}

    def find(self) -> Groups:
        """Cut the board along its rows and along its columns, improve both, and take the better."""
        # What shall be unlike another partition has more constraints to get stuck in, so it begins in more ways.
        beginnings = len(self.sizes) if self.unlike else 1
        orders = [self.sizes[first:] + self.sizes[:first] for first in range(beginnings)]
        cuts = [(order, by_rows) for order in dict.fromkeys(orders) for by_rows in (True, False)]
        best = min((self._improved(self._cut(*cut)) for cut in cuts), key=self._total_cost)
        return tuple(tuple(cell for cell, owner in enumerate(best) if owner == group) for group in range(len(self.sizes)))

    def _cut(self, sizes: Cells, by_rows: bool) -> list[int]:
        """Cut one group after the other from a path that winds through the board."""
        grid = self.grid
        lines, length = (grid.rows, grid.cols) if by_rows else (grid.cols, grid.rows)
        owners = [group for group, size in enumerate(sizes) for _ in range(size)]
        group_of = [-1] * grid.cells
        for line in range(lines):
            for step in range(length):
                across = step if line % 2 == 0 else length - 1 - step
                cell = line * grid.cols + across if by_rows else across * grid.cols + line
                if cell != grid.blank:
                    group_of[cell] = owners.pop(0)
        return group_of

    def _improved(self, group_of: list[int]) -> list[int]:
        """Exchange tiles of two groups as long as that helps, always the first exchange that does."""
        changed = True
        while changed:
            changed = False
            for a in range(len(group_of)):
                for b in range(a + 1, len(group_of)):
                    first, second = group_of[a], group_of[b]
                    if first < 0 or second < 0 or first == second:
                        continue
                    before = self._cost(group_of, first) + self._cost(group_of, second)
                    group_of[a], group_of[b] = second, first
                    if self._cost(group_of, first) + self._cost(group_of, second) < before:
                        changed = True
                    else:
                        group_of[a], group_of[b] = first, second
        return group_of

    def _total_cost(self, group_of: list[int]) -> int:
        return sum(self._cost(group_of, group) for group in range(len(self.sizes)))

    def _cost(self, group_of: list[int], group: int) -> int:
        """Squared distances between all pairs, and penalties for every piece too many and every pair that shall be apart."""
        cells = tuple([cell for cell, owner in enumerate(group_of) if owner == group])
        cost = self._costs.get(cells)
        if cost is None:
            repeated = sum(math.comb(len(other.intersection(cells)), 2) for other in self.unlike)
            cost = self._costs[cells] = _cost_of(self.grid.rows, self.grid.cols, cells) + REPEATED_PAIR_PENALTY * repeated
        return cost


@lru_cache(maxsize=1 << 16)
def _cost_of(rows: int, cols: int, cells: Cells) -> int:
    grid = Grid(rows, cols, 0)
    total = sum(grid.distance(a, b) ** 2 for number, a in enumerate(cells) for b in cells[:number])
    left = set(cells)
    pieces = 0
    while left:
        left -= grid.region(min(left), left)
        pieces += 1
    return total + PIECE_PENALTY * (pieces - 1)
