# SPDX-License-Identifier: MIT
"""Additive pattern databases: the moves that each of several groups of tiles needs, whatever the other tiles do.

Written `pdb:5-5-5` (group sizes), `pdb:1+2+5-3+4` (groups of tiles; tiles in no group count by Manhattan distance) or `pdb`
(the best partition for the shape). A database holds, for every way its tiles can stand, the fewest moves of those tiles that
bring them home; moves of other tiles are free, so the groups add up. Where a symmetry of the board keeps the
blank's goal cell, the board is looked up reflected as well and the larger sum counts.

The tables forget where the blank is among the free cells (they hold the best case), which makes the estimate inconsistent:
one move can change it by more than 1. A* must reopen nodes with it, and does.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import getitem
from typing import Final

from taquin.board import Board, Tiles
from taquin.errors import MethodError, quote
from taquin.heuristics import manhattan
from taquin.heuristics.base import Estimate, Heuristic
from taquin.heuristics.distances import home_cells
from taquin.tables.memory import in_huge_pages
from taquin.tables.patterns import (
    BuildProgress,
    Groups,
    PatternTable,
    Plan,
    best_groups,
    groups_by_sizes,
    load_pattern,
    native_core,
    plan_tables,
)

MAX_CELLS: Final = 36
MAX_GROUP: Final = 8
DEFAULT_BYTES: Final = 64 << 20
"""Tables that `pdb` alone may use."""
Lookup = Callable[[Tiles], int]


@dataclass(frozen=True)
class Partition:
    """What a `pdb` text asks for: sizes, groups of tiles, or neither for the best."""

    sizes: tuple[int, ...] = ()
    tiles: tuple[tuple[int, ...], ...] = ()

    def groups(self, goal: Board) -> Groups:
        """Return the groups as goal cells."""
        if self.tiles:
            home = home_cells(goal)
            return tuple(tuple(sorted(home[tile] for tile in group)) for group in self.tiles)
        if self.sizes:
            return groups_by_sizes(goal.rows, goal.cols, goal.blank, self.sizes)
        return best_groups(goal.rows, goal.cols, goal.blank, DEFAULT_BYTES)

    def plan(self, goal: Board) -> Plan:
        """Return the tables it needs and how boards are looked up in them."""
        return plan_tables(goal.rows, goal.cols, goal.blank, self.groups(goal))

    def refuses(self, rows: int, cols: int) -> str | None:
        """Say why the partition does not fit a shape."""
        tiles = rows * cols - 1
        if rows * cols > MAX_CELLS:
            return f"pattern databases are offered up to {MAX_CELLS} cells"
        if self.sizes and sum(self.sizes) != tiles:
            return f"the group sizes add up to {sum(self.sizes)}, expected {tiles}"
        if any(tile > tiles for group in self.tiles for tile in group):
            return f"expected tiles from 1 to {tiles} in the groups"
        return None


def parse_partition(text: str) -> Partition:
    """Read what stands after `pdb:`.

    >>> parse_partition("6-6-3")
    Partition(sizes=(6, 6, 3), tiles=())
    >>> parse_partition("1+2-5")
    Partition(sizes=(), tiles=((1, 2), (5,)))
    """
    if not re.fullmatch(r"\d{1,3}(\+\d{1,3})*(-\d{1,3}(\+\d{1,3})*)*", text):
        raise MethodError(f"expected pdb:5-5-5 (group sizes) or pdb:1+2+5-3+4 (groups of tiles), got {quote('pdb:' + text)}")
    groups = tuple(tuple(map(int, group.split("+"))) for group in text.split("-"))
    if "+" not in text:
        sizes = tuple(size for (size,) in groups)
        if not all(1 <= size <= MAX_GROUP for size in sizes):
            raise MethodError(f"expected groups of 1 to {MAX_GROUP} tiles, got {quote(text)}")
        return Partition(sizes=sizes)
    tiles = [tile for group in groups for tile in group]
    if len(set(tiles)) != len(tiles) or 0 in tiles or any(len(group) > MAX_GROUP for group in groups):
        raise MethodError(f"expected groups of 1 to {MAX_GROUP} tiles, no tile twice and not the blank, got {quote(text)}")
    return Partition(tiles=groups)


@lru_cache(maxsize=256)
def partition_named(name: str) -> Partition:
    """Return the partition of a heuristic's name: `pdb`, or `pdb:` and what `parse_partition` reads."""
    return Partition() if name == "pdb" else parse_partition(name.removeprefix("pdb:"))


def pattern_heuristic(text: str) -> Heuristic:
    """Return the heuristic of a text that begins with `pdb`."""
    partition = partition_named(text)
    return Heuristic(
        name=text,
        admissible=True,
        consistent=False,
        relaxation="Each group of tiles is a puzzle of its own: only its moves count, and no other tile stands in its way.",
        bind=partial(_bind, partition),
        refuses=partition.refuses,
        native=partial(databases, partition),
    )


@lru_cache(maxsize=8)
def databases(partition: Partition, goal: Board) -> object:
    """Return the tables as the core looks them up, for one goal."""
    return _native_databases(partition, goal, load_plan(partition.plan(goal)))


def settled_databases(partition: Partition, goal: Board) -> object:
    """Return the same with the tables on huge pages, a copy that other processes do not share."""
    return _native_databases(partition, goal, [in_huge_pages(table) for table in load_plan(partition.plan(goal))])


def _native_databases(partition: Partition, goal: Board, tables: list[memoryview]) -> object:
    return native_core().PatternDatabases(goal.rows, goal.cols, goal.tiles, partition.groups(goal), tables)


def load_plan(plan: Plan, threads: int = 1, progress: BuildProgress | None = None) -> list[memoryview]:
    """Return the bytes of all tables of a plan, built where they are missing."""
    return [load_pattern(table, threads, progress) for table in plan.tables]


def _bind(partition: Partition, goal: Board) -> Estimate:
    """Look a board up in every view and take the larger sum."""
    plan = partition.plan(goal)
    held = load_plan(plan)
    to_goal = manhattan.MANHATTAN.bind(goal)
    views = [[_lookup(plan.tables[number], held[number], cells, goal) for number, cells in view] for view in plan.views]

    def estimate(tiles: Tiles) -> int:
        return to_goal(tiles) + 2 * max(sum([lookup(tiles) for lookup in view]) for view in views)

    return estimate


def _lookup(table: PatternTable, held: memoryview, cells: tuple[int, ...], goal: Board) -> Lookup:
    """Return the entry of one table as a function of the tiles; `cells` maps the board onto the table's."""
    home = home_cells(goal)
    slots = {tile: table.tiles.index(cells[home[tile]]) for tile in range(1, len(home)) if cells[home[tile]] in table.tiles}
    index = _direct_index if table.scheme == "direct" else _ranked_index
    place = index(slots, cells)

    def lookup(tiles: Tiles) -> int:
        at = place(tiles)
        return held[at >> 1] >> 4 * (at & 1) & 15

    return lookup


def _direct_index(slots: dict[int, int], cells: tuple[int, ...]) -> Lookup:
    """One digit per tile of the pattern: the cell it stands on."""
    size = len(cells)
    parts = [[cell * size ** slots[tile] if tile in slots else 0 for tile in range(size)] for cell in cells]

    def index(tiles: Tiles) -> int:
        return sum(map(getitem, parts, tiles))

    return index


def _ranked_index(slots: dict[int, int], cells: tuple[int, ...]) -> Lookup:
    """Rank of the set of occupied cells times k!, plus the rank of the order in which the tiles stand on them."""
    count = len(slots)

    def index(tiles: Tiles) -> int:
        placed = sorted((cell, slots[tile]) for cell, tile in zip(cells, tiles, strict=True) if tile in slots)
        rank = sum(math.comb(cell, taken) for taken, (cell, _) in enumerate(placed, start=1))
        order = [slot for _, slot in placed]
        for position, slot in enumerate(order):
            rank = rank * (count - position) + sum(later < slot for later in order[position + 1 :])
        return rank

    return index
