# SPDX-License-Identifier: MIT
"""Pattern databases on the card: read from the same files as everywhere, built on the card where there is no file."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from taquin.engines.gpu.compiling import compiled, cupy
from taquin.engines.gpu.device import choose_device
from taquin.engines.gpu.layout import Layout
from taquin.tables import source
from taquin.tables.patterns import BuildCancelledError, BuildProgress, PatternTable, describe, is_at_hand

Array = Any
"""A NumPy or CuPy array."""
THREADS: Final = 256
BLOCKS_PER_MULTIPROCESSOR: Final = 16
LONGEST: Final = 100
"""Levels that a build may take; only its progress depends on it."""
SHELF_SHARE: Final = 8
"""What fraction of the card's free memory the shelf may fill."""


class Shelf:
    """Tables that have no files, laid out and kept on the card: a layout that has one of them again need not build it again."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._held: dict[tuple[PatternTable, int], Array] = {}

    @property
    def bytes(self) -> int:
        """Memory that they take."""
        return sum(words.nbytes for words in self._held.values())

    def take(self, table: PatternTable, entry_bits: int) -> Array | None:
        """Return the words of a table, if it is there."""
        words = self._held.pop((table, entry_bits), None)
        if words is not None:
            self._held[table, entry_bits] = words  # the last to go
        return words

    def put(self, table: PatternTable, entry_bits: int, words: Array) -> None:
        """Keep a copy of a table, in the place of those that nobody has asked for."""
        free, _ = cupy().cuda.runtime.memGetInfo()
        room = min((int(free) + self.bytes) // SHELF_SHARE, self._most_bytes)
        while self._held and self.bytes + words.nbytes > room:
            self._held.pop(next(iter(self._held)))
        if words.nbytes <= room:
            self._held[table, entry_bits] = words.copy()

    def clear(self) -> None:
        """Let go of all."""
        self._held.clear()


def binomials() -> Array:
    """Return n over k for n up to 30 and k up to 8, as the kernels index them."""
    return np.array([[math.comb(cell, taken) for taken in range(9)] for cell in range(31)], dtype=np.uint32)


def install_tables(layout: Layout, progress: BuildProgress | None = None, shelf: Shelf | None = None) -> Array:
    """Return all tables of a layout in one array on the card; `BuildCancelledError` when `progress` said stop.

    Those that are built get files, or places on a shelf.
    """
    words = cupy().empty(layout.first_words[-1], dtype=np.uint32)
    for number, table in enumerate(layout.plan.tables):
        place = words[layout.first_words[number] : layout.first_words[number + 1]]
        held = None if shelf is None else shelf.take(table, layout.entry_bits)
        if held is not None:
            place[:] = held
            continue
        options = table_options(table, layout.field_bits, layout.entry_bits)
        _lay_out(layout, table, options, table_file(table, options, progress, keep_file=shelf is None), place)
        if shelf is not None:
            shelf.put(table, layout.entry_bits, place)
    cupy().get_default_memory_pool().free_all_blocks()
    return words


def table_file(
    table: PatternTable, options: tuple[str, ...], progress: BuildProgress | None = None, keep_file: bool = True
) -> Array:
    """Return the bytes of a table's file on the card; one that had to be built can be kept for next time and other engines."""

    def report(share: float) -> bool:
        return progress is None or progress(describe(table), share)

    if not keep_file and not is_at_hand(table):
        return build_table(table, options, report)
    file = source.load_table(table.name, table.facts, table.size, lambda: bytes(build_table(table, options, report).get()))
    return cupy().asarray(np.frombuffer(file, dtype=np.uint8))


def build_table(table: PatternTable, options: tuple[str, ...], progress: Callable[[float], bool]) -> Array:
    """Build a table breadth first on the card and return its file's bytes there."""
    xp = cupy()
    size = math.perm(table.rows * table.cols, len(table.tiles))
    reached = xp.zeros(size // 4 + 1, dtype=np.uint32)
    now, following = (xp.zeros(size // 32 + 1, dtype=np.uint32) for _ in range(2))
    file = xp.zeros(table.size // 4 + 1, dtype=np.uint32)
    news = xp.zeros(1, dtype=np.uint32)
    number, region = _home(table)
    reached[number // 4] = 1 << (8 * (number % 4) + region)
    now[number // 32] = 1 << number % 32
    level = compiled("build.cu", options).get_function("build_level")
    home = np.uint64(sum(cell << 8 * slot for slot, cell in enumerate(table.tiles)))
    ranks = xp.asarray(binomials())
    depth = 0
    while True:
        depth += 1
        news.fill(0)
        level(*_grid(), (ranks, home, np.uint32(depth), reached, now, following, file, news))
        if not int(news[0]):
            break
        if not progress(min(depth / LONGEST, 0.99)):
            raise BuildCancelledError
        now, following = following, now
    return file.view(np.uint8)[: table.size]


def _lay_out(layout: Layout, table: PatternTable, options: tuple[str, ...], file: Array, words: Array) -> None:
    xp = cupy()
    kernel = compiled("lay_out.cu", options).get_function("lay_out")
    count = max(1, (1 << layout.field_bits * len(table.tiles)) * layout.entry_bits // 32)
    kernel(*_grid(), (file, xp.asarray(binomials()), np.uint32(count), words))
    xp.cuda.Device().synchronize()  # `file` must live until then


def _grid() -> tuple[tuple[int], tuple[int]]:
    return (BLOCKS_PER_MULTIPROCESSOR * choose_device().multiprocessors,), (THREADS,)


def table_options(table: PatternTable, field_bits: int, entry_bits: int) -> tuple[str, ...]:
    """Return what the compiler of `build.cu` and `lay_out.cu` must be told."""
    defined = {
        "CELLS": table.rows * table.cols,
        "COLS": table.cols,
        "TILES": len(table.tiles),
        "DIRECT": int(table.scheme == "direct"),
        "FIELD_BITS": field_bits,
        "ENTRY_BITS": entry_bits,
    }
    return tuple(f"-DTAQUIN_{name}={value}" for name, value in defined.items())


def _home(table: PatternTable) -> tuple[int, int]:
    """Return the builder's number of the solved placement, and of the blank's region there: `blank` is its lowest cell."""
    number = 0
    for slot, cell in enumerate(table.tiles):
        number = number * (table.rows * table.cols - slot) + cell - slot  # tiles ascend: all before it are smaller
    lowest = [min(region) for region in _regions(table)]
    return number, sorted(lowest).index(table.blank)


def _regions(table: PatternTable) -> list[set[int]]:
    """Return the connected regions of cells that the solved placement leaves free."""
    free = set(range(table.rows * table.cols)).difference(table.tiles)
    regions = []
    while free:
        region = {free.pop()}
        edge = list(region)
        while edge:
            cell = edge.pop()
            beside = {cell - 1} if cell % table.cols else set()
            beside |= {cell + 1} if (cell + 1) % table.cols else set()
            found = (beside | {cell - table.cols, cell + table.cols}) & free
            free -= found
            region |= found
            edge.extend(found)
        regions.append(region)
    return regions
