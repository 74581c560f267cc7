# SPDX-License-Identifier: MIT
"""Tables that count slides along one axis: which ones a goal needs, and where they come from.

A table tells apart tiles of different colours only, and tiles are named by their goal cells, so that one table serves every goal
with the blank in the same place.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from taquin.compiled_core import compiled_core
from taquin.tables import source
from taquin.tables.patterns import BuildCancelledError, BuildProgress

ENCODING: Final = "slides-along-columns-4bit"
"""Two entries a byte, the even index in the low half: vertical slides to the goal, horizontal ones being free; at most 15."""


@dataclass(frozen=True)
class SlideTable:
    """One table: the colours of the tiles on a shape, by goal cell, and the blank's goal cell."""

    rows: int
    cols: int
    blank: int
    colours: tuple[int, ...]
    size: int
    """Bytes."""

    @cached_property
    def name(self) -> str:
        """The name of its file, without suffix."""
        return f"slides-{self.rows}x{self.cols}-b{self.blank}-c{''.join(map(str, self.colours))}"

    @property
    def facts(self) -> dict[str, object]:
        """What its file's header says."""
        return {
            "kind": "slide table",
            "rows": self.rows,
            "cols": self.cols,
            "blank": self.blank,
            "colours": list(self.colours),
            "encoding": ENCODING,
        }

    @property
    def build_bytes(self) -> int:
        """The memory that building it takes: the table, and a bit for every entry."""
        return self.size + self.size // 4

    @property
    def is_available(self) -> bool:
        """Whether it can be had without building it."""
        return source.is_available(self.name)


@lru_cache(maxsize=256)
def plan_slides(rows: int, cols: int, blank: int, most_entries: int) -> tuple[SlideTable, ...]:
    """Find the tables for goals with their blank there, none with more entries than that, most with a fourth of it."""
    planned = compiled_core().plan_slides(rows, cols, blank, most_entries)
    return tuple(SlideTable(rows, cols, at, tuple(colours), size) for rows, cols, at, colours, size in planned)


def load_slides(table: SlideTable, threads: int = 1, progress: BuildProgress | None = None) -> memoryview:
    """Return the bytes of a table, building it if need be; `BuildCancelledError` when `progress` said stop."""

    def report(_: int, share: float) -> bool:
        return progress is None or progress(f"{table.rows}x{table.cols} table of slides", share)

    def build() -> bytearray:
        built: bytearray | None = compiled_core().build_slides(
            table.rows, table.cols, table.blank, table.colours, threads, report
        )
        if built is None:
            raise BuildCancelledError
        return built

    return source.load_table(table.name, table.facts, table.size, build, lambda: not report(0, 0.0))
