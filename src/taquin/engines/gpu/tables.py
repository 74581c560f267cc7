# SPDX-License-Identifier: MIT
"""What a search looks up on the card, and what stays there for the next one.

Pattern databases are read from the same files as everywhere, and built on the card where there is no file. The move automaton
comes with the moves that each state allows. Tables, automata and buffers are made once for all boards whose goals have the blank
in the same cell, and give way to those of another layout.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import numpy as np

from taquin.board import DEFAULT_ORDER, Move, blank_steps
from taquin.engines.gpu.device import choose_device, compiled, cupy
from taquin.engines.gpu.launch import Launcher
from taquin.engines.gpu.layout import WORD_BITS, Layout
from taquin.errors import MethodError
from taquin.tables import source
from taquin.tables.automata import load_automaton
from taquin.tables.patterns import PatternTable, describe, is_available
from taquin.tables.planning import Grid
from taquin.tables.warn_once import warn_once

Array = Any
"""A NumPy or CuPy array."""
BuildReport = Callable[[str, float], None]
"""Hears which table is being built and how much of it is done, from 0 to 1; it may raise to end the build."""
THREADS: Final = 256
BLOCKS_PER_MULTIPROCESSOR: Final = 16
MOST_LEVELS: Final = 100
"""Levels that a build may take; only the progress that is reported depends on it."""
SHELF_SHARE: Final = 8
"""The tables on a shelf may take this fraction of the card's free memory: one eighth."""
OPEN_SHIFT: Final = 28
"""Where the moves that are allowed begin in a word of the automaton; the state is below."""
PRUNED: Final = -1
"""What automata have in the place of a next state for a move that is not allowed."""


class Shelf:
    """A search's own tables, which get no files: kept on the card, so that a layout with one of them need not build it again."""

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
            self._held[table, entry_bits] = words  # at the end now: the first in the dictionary are dropped first
        return words

    def put(self, table: PatternTable, entry_bits: int, words: Array) -> None:
        """Keep a copy of a table, in the place of those that were asked for longest ago; none if it is too large."""
        free, _ = cupy().cuda.runtime.memGetInfo()
        room = min((int(free) + self.bytes) // SHELF_SHARE, self._most_bytes)
        while self._held and self.bytes + words.nbytes > room:
            self._held.pop(next(iter(self._held)))
        if words.nbytes <= room:
            self._held[table, entry_bits] = words.copy()

    def clear(self) -> None:
        """Drop all tables and give their memory back."""
        self._held.clear()
        cupy().get_default_memory_pool().free_all_blocks()


def binomials() -> Array:
    """Return n over k for n up to 30 and k up to 8, as the kernels index them."""
    return np.array([[math.comb(cell, taken) for taken in range(9)] for cell in range(31)], dtype=np.uint32)


def install_tables(layout: Layout, report: BuildReport, shelf: Shelf | None = None) -> Array:
    """Return all tables of a layout in one array on the card; those that had to be built get files, or places on a shelf."""
    words = cupy().empty(layout.first_words[-1], dtype=np.uint32)
    for number, table in enumerate(layout.plan.tables):
        place = words[layout.first_words[number] : layout.first_words[number + 1]]
        held = None if shelf is None else shelf.take(table, layout.entry_bits)
        if held is not None:
            place[:] = held
            continue
        options = table_options(table, layout.field_bits, layout.entry_bits)
        _lay_out(layout, table, options, _table_file(table, options, report, keep_file=shelf is None), place)
        if shelf is not None:
            shelf.put(table, layout.entry_bits, place)
    cupy().get_default_memory_pool().free_all_blocks()
    return words


def _table_file(table: PatternTable, options: tuple[str, ...], report: BuildReport, keep_file: bool) -> Array:
    """Return the bytes of a table's file on the card; one that had to be built can be kept for next time and other engines."""
    if not keep_file and not is_available(table):
        return _build_table(table, options, report)
    file = source.load_table(table.name, table.facts, table.size, lambda: bytes(_build_table(table, options, report).get()))
    return cupy().asarray(np.frombuffer(file, dtype=np.uint8))


def _build_table(table: PatternTable, options: tuple[str, ...], report: BuildReport) -> Array:
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
        report(describe(table), min(depth / MOST_LEVELS, 0.99))
        now, following = following, now
    return file.view(np.uint8)[: table.size]


def _lay_out(layout: Layout, table: PatternTable, options: tuple[str, ...], file: Array, words: Array) -> None:
    xp = cupy()
    kernel = compiled("lay_out.cu", options).get_function("lay_out")
    count = max(1, (1 << layout.field_bits * len(table.tiles)) * layout.entry_bits // WORD_BITS)
    kernel(*_grid(), (file, xp.asarray(binomials()), np.uint32(count), words))
    xp.cuda.Device().synchronize()  # `file` must live until then


def _grid() -> tuple[tuple[int], tuple[int]]:
    return (BLOCKS_PER_MULTIPROCESSOR * choose_device().multiprocessors,), (THREADS,)


def table_options(table: PatternTable, field_bits: int, entry_bits: int) -> tuple[str, ...]:
    """Return the compiler's options for `build.cu` and `lay_out.cu`."""
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
    """Return the number of the solved placement, as the builder counts them, and of the region that the blank is in there."""
    number = 0
    for slot, cell in enumerate(table.tiles):
        number = number * (table.rows * table.cols - slot) + cell - slot  # tiles ascend: all before it are smaller
    return number, _lowest_cells_of_regions(table).index(table.blank)


def _lowest_cells_of_regions(table: PatternTable) -> list[int]:
    """Return the lowest cell of every connected region that the solved placement leaves free, in order."""
    grid = Grid(table.rows, table.cols, table.blank)
    free = set(range(grid.cells)).difference(table.tiles)
    lowest = []
    while free:
        lowest.append(min(free))
        free -= grid.region(lowest[-1], free)
    return lowest


def automaton_words(rows: int, cols: int, prune: bool = True) -> tuple[Array, Array]:
    """Return the start word of every blank cell, and four next words for every state; without `prune` only undoing is pruned.

    A word is a state, and above it a bit for every move that the automaton allows there.
    """
    numbers = np.frombuffer(_automaton_numbers(rows, cols, prune), dtype=np.int32)
    moves = len(DEFAULT_ORDER)
    starts, following = numbers[: rows * cols], numbers[rows * cols :].reshape(-1, moves)
    allowed = ((following != PRUNED) << np.arange(moves)).sum(axis=1).astype(np.uint32)
    words = np.arange(len(following), dtype=np.uint32) | allowed << np.uint32(OPEN_SHIFT)
    return words[starts], words[following].reshape(-1)  # where a move is pruned, -1 picks any word: no search reads it


def _automaton_numbers(rows: int, cols: int, prune: bool) -> bytes | memoryview:
    if prune:
        try:
            return load_automaton(rows, cols)
        except MethodError:
            warn_once(
                f"the move automaton of {rows}x{cols} is neither in the package nor in the cache, and only the compiled core "
                "builds it; without it a search takes about twice as long"
            )
    return undoing_automaton(rows, cols)


def undoing_automaton(rows: int, cols: int) -> bytes:
    """Return the automaton that only prunes undoing the previous move, in the format of `tables.automata`."""
    steps = blank_steps(rows, cols)
    beginnings: list[tuple[int, Move | None]] = [(cell, None) for cell in range(rows * cols)]
    arrivals: list[tuple[int, Move | None]] = [(to, move) for around in steps for move, to in around]
    states = {state: number for number, state in enumerate(beginnings + arrivals)}
    numbers = list(range(rows * cols))
    for cell, came_by in states:
        undone = came_by.opposite if came_by else None
        reached = {move: states[to, move] for move, to in steps[cell] if move is not undone}
        numbers += [reached.get(move, PRUNED) for move in DEFAULT_ORDER]
    return np.array(numbers, dtype=np.int32).tobytes()


class InstalledTables:
    """The tables of one layout on the card; those of another layout take their place."""

    def __init__(self) -> None:
        self._layout: Layout | None = None
        self._words: Array = None

    def install(self, layout: Layout, report: BuildReport, shelf: Shelf | None = None) -> None:
        """Bring the tables of a layout to the card, if they are not there; those that had to be built get files, or a shelf."""
        if self._layout != layout:
            self.drop()
            self._words = install_tables(layout, report, shelf)
            self._layout = layout

    def words(self, layout: Layout) -> Array:
        """Return the tables of the layout that was installed."""
        assert self._layout == layout
        return self._words

    def drop(self) -> None:
        """Give their memory back, and that of the buffers."""
        self._layout = self._words = None
        launcher_of.cache_clear()


TABLES: Final = InstalledTables()


@lru_cache(maxsize=2)
def launcher_of(layout: Layout, path_words: int, prune: bool, memory: int | None) -> Launcher:
    """Return the buffers and kernels for the layout that is installed, with the automaton already on the card."""
    launcher = Launcher(layout, path_words, memory)
    launcher.use(TABLES.words(layout), *automaton_on_card(layout.rows, layout.cols, prune))
    return launcher


@lru_cache(maxsize=4)
def automaton_on_card(rows: int, cols: int, prune: bool) -> tuple[Array, Array]:
    """Return the automaton's start words and next words."""
    starts, following = automaton_words(rows, cols, prune)
    return cupy().asarray(starts), cupy().asarray(following)


def free_memory() -> int:
    """Return the bytes that the card has free, what our own tables take included."""
    free, _ = cupy().cuda.runtime.memGetInfo()
    return int(free) + int(cupy().get_default_memory_pool().total_bytes())
