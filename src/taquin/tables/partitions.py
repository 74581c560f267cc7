# SPDX-License-Identifier: MIT
"""Partitions of the tiles into groups, each with a pattern database: how they are written, planned and loaded."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from taquin.board import Board, home_cells
from taquin.compiled_core import compiled_core
from taquin.errors import MethodError, quote
from taquin.tables.huge_pages import in_huge_pages
from taquin.tables.patterns import (
    BuildProgress,
    Groups,
    Plan,
    best_groups,
    groups_by_sizes,
    load_pattern,
    plan_tables,
    unlike_groups,
)

MAX_CELLS: Final = 36
MAX_GROUP: Final = 8
DEFAULT_BYTES: Final = 64 << 20
"""Tables that `pdb` alone may use."""


@dataclass(frozen=True)
class Partition:
    """What a `pdb` text asks for: sizes, groups of tiles, or neither for the best."""

    sizes: tuple[int, ...] = ()
    tiles: tuple[tuple[int, ...], ...] = ()
    twice: bool = False
    """Whether boards are looked up in two partitions of the same sizes where no reflection gives a second view."""

    def groups(self, goal: Board) -> Groups:
        """Return the groups as goal cells."""
        if self.tiles:
            home = home_cells(goal)
            return tuple(tuple(sorted(home[tile] for tile in group)) for group in self.tiles)
        if self.sizes:
            return groups_by_sizes(goal.rows, goal.cols, goal.blank, self.sizes)
        return best_groups(goal.rows, goal.cols, goal.blank, DEFAULT_BYTES, MAX_GROUP)

    def others(self, goal: Board) -> Groups:
        """Return the groups of the second partition; none where one is enough."""
        groups = self.groups(goal)
        if not self.twice or len(plan_tables(goal.rows, goal.cols, goal.blank, groups).views) > 1:
            return ()
        return unlike_groups(goal.rows, goal.cols, goal.blank, tuple(map(len, groups)), groups)

    def plan(self, goal: Board) -> Plan:
        """Return the tables it needs and how boards are looked up in them."""
        return plan_tables(goal.rows, goal.cols, goal.blank, self.groups(goal), self.others(goal))

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
    Partition(sizes=(6, 6, 3), tiles=(), twice=False)
    >>> parse_partition("6-6-6-5/2")
    Partition(sizes=(6, 6, 6, 5), tiles=(), twice=True)
    >>> parse_partition("1+2-5")
    Partition(sizes=(), tiles=((1, 2), (5,)), twice=False)
    """
    if not re.fullmatch(r"\d{1,3}(-\d{1,3})*(/2)?|\d{1,3}(\+\d{1,3})*(-\d{1,3}(\+\d{1,3})*)*", text):
        raise MethodError(
            f"expected pdb:5-5-5 (group sizes), pdb:6-6-6-5/2 (two partitions) or pdb:1+2+5-3+4 (groups of tiles), "
            f"got {quote('pdb:' + text)}"
        )
    sizes_or_tiles = text.removesuffix("/2")
    groups = tuple(tuple(map(int, group.split("+"))) for group in sizes_or_tiles.split("-"))
    if "+" not in text:
        sizes = tuple(size for (size,) in groups)
        if not all(1 <= size <= MAX_GROUP for size in sizes):
            raise MethodError(f"expected groups of 1 to {MAX_GROUP} tiles, got {quote(text)}")
        return Partition(sizes=sizes, twice=sizes_or_tiles != text)
    tiles = [tile for group in groups for tile in group]
    if len(set(tiles)) != len(tiles) or 0 in tiles or any(len(group) > MAX_GROUP for group in groups):
        raise MethodError(f"expected groups of 1 to {MAX_GROUP} tiles, no tile twice and not the blank, got {quote(text)}")
    return Partition(tiles=groups)


@lru_cache(maxsize=256)
def partition_named(name: str) -> Partition:
    """Return the partition of a heuristic's name: `pdb`, or `pdb:` and what `parse_partition` reads."""
    return Partition() if name == "pdb" else parse_partition(name.removeprefix("pdb:"))


@lru_cache(maxsize=64)
def databases(partition: Partition, goal: Board) -> object:
    """Return the tables as the core looks them up, for one goal."""
    return _native_databases(partition, goal, load_plan(partition.plan(goal)))


def databases_in_huge_pages(partition: Partition, goal: Board) -> object:
    """Return the same with the tables on huge pages, a copy that other processes do not share."""
    return _native_databases(partition, goal, [in_huge_pages(table) for table in load_plan(partition.plan(goal))])


def _native_databases(partition: Partition, goal: Board, tables: list[memoryview]) -> object:
    core = compiled_core()
    return core.PatternDatabases(goal.rows, goal.cols, goal.tiles, partition.groups(goal), tables, partition.others(goal))


def load_plan(plan: Plan, threads: int = 1, progress: BuildProgress | None = None) -> list[memoryview]:
    """Return the bytes of all tables of a plan, built where they are missing."""
    return [load_pattern(table, threads, progress) for table in plan.tables]
