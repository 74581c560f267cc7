# SPDX-License-Identifier: MIT
"""Pattern databases: which tables a partition needs, and where they come from.

Tiles are named by their goal cells, so that one table serves every goal with the blank in the same place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import ModuleType
from typing import Final

from taquin.compiled_core import compiled_core, core_is_built
from taquin.tables import source

Groups = tuple[tuple[int, ...], ...]
"""Disjoint groups of tiles, each tile named by its goal cell."""
BuildProgress = Callable[[str, float], bool]
"""Hears which table is being built and how much of it is done, from 0 to 1; returning False cancels."""

ENCODING: Final = "half-excess-over-manhattan-4bit"
"""Two entries a byte, the even index in the low half: (moves of pattern tiles - their Manhattan distance) / 2, at most 15."""


class BuildCancelledError(Exception):
    """Somebody asked for a build to stop."""


@dataclass(frozen=True)
class PatternTable:
    """One table: the tiles it follows on a shape, and the lowest cell of the blank's goal region."""

    rows: int
    cols: int
    blank: int
    tiles: tuple[int, ...]
    scheme: str
    size: int
    """Bytes."""

    @cached_property
    def name(self) -> str:
        """The name of its file, without suffix."""
        return f"pdb-{self.rows}x{self.cols}-b{self.blank}-t{'.'.join(map(str, self.tiles))}"

    @property
    def facts(self) -> dict[str, object]:
        """What its file's header says."""
        return {
            "kind": "pattern database",
            "rows": self.rows,
            "cols": self.cols,
            "blank": self.blank,
            "tiles": list(self.tiles),
            "index": self.scheme,
            "encoding": ENCODING,
        }


@dataclass(frozen=True)
class Plan:
    """The tables of a partition and the views: per view, for every group, the table and the map of cells to look it up by."""

    tables: tuple[PatternTable, ...]
    views: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]

    @property
    def size(self) -> int:
        """Bytes of all tables."""
        return sum(table.size for table in self.tables)


@lru_cache(maxsize=256)
def plan_tables(rows: int, cols: int, blank: int, groups: Groups, others: Groups = ()) -> Plan:
    """Find the tables that serve a partition, or two; symmetric groups share one."""
    tables, views = planner().plan_patterns(rows, cols, blank, groups, others)
    return Plan(
        tuple(PatternTable(rows, cols, at, tuple(tiles), scheme, size) for at, tiles, size, scheme in tables),
        tuple(tuple((table, tuple(cells)) for table, cells in view) for view in views),
    )


@lru_cache(maxsize=256)
def groups_by_sizes(rows: int, cols: int, blank: int, sizes: tuple[int, ...]) -> Groups:
    """Return compact groups of these sizes, the classical ones where there are such."""
    return _as_groups(planner().partition_by_sizes(rows, cols, blank, sizes))


@lru_cache(maxsize=256)
def unlike_groups(rows: int, cols: int, blank: int, sizes: tuple[int, ...], groups: Groups) -> Groups:
    """Return groups of these sizes that bring other tiles together than the groups given."""
    return _as_groups(planner().unlike_partition(rows, cols, blank, sizes, groups))


@lru_cache(maxsize=256)
def best_groups(rows: int, cols: int, blank: int, max_bytes: int, largest_group: int) -> Groups:
    """Return the partition with the largest groups, up to a size, whose tables fit."""
    return _as_groups(planner().best_partition(rows, cols, blank, max_bytes, largest_group))


def _as_groups(groups: Sequence[Sequence[int]]) -> Groups:
    return tuple(tuple(group) for group in groups)


def planner() -> ModuleType:
    """Return what plans tables: the compiled core, or the same in Python where it is not built."""
    if core_is_built():
        return compiled_core()
    from taquin.tables import planning

    return planning


def is_available(table: PatternTable) -> bool:
    """Tell whether a table can be had without building it."""
    return source.is_available(table.name)


def load_pattern(table: PatternTable, threads: int = 1, progress: BuildProgress | None = None) -> memoryview:
    """Return the bytes of a table, building it if need be; `BuildCancelledError` when `progress` said stop."""

    def report(_: int, share: float) -> bool:
        return progress is None or progress(describe(table), share)

    def build() -> bytearray:
        built: bytearray | None = compiled_core().build_pattern(table.rows, table.cols, table.blank, table.tiles, threads, report)
        if built is None:
            raise BuildCancelledError
        return built

    return source.load_table(table.name, table.facts, table.size, build, lambda: not report(0, 0.0))


def build_bytes(table: PatternTable) -> int:
    """Estimate the memory that building a table takes."""
    return int(compiled_core().pattern_build_bytes(table.rows, table.cols, table.blank, table.tiles))


def describe(table: PatternTable) -> str:
    """Say what a table is, for people."""
    return f"{table.rows}x{table.cols} pattern database of {len(table.tiles)} tiles"
