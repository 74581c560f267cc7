# SPDX-License-Identifier: MIT
"""Which pattern databases a board is searched with on the card, and how the card sees a board and them.

A layout gives the sizes that the card's code is compiled with, and the numbers that every block of threads looks up;
`kernels/node.h` says what they mean. Tiles are named by their goal cells, so one layout serves every goal with the blank in the
same place.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from taquin.board import DEFAULT_ORDER, Board, blank_steps
from taquin.tables.partitions import partition_named
from taquin.tables.patterns import Plan

MAX_CELLS: Final = 30
"""Cells of the largest board: five bits name a cell, and what the kernels look up is made for so many."""
SMALL_BOARD: Final = 16
"""Cells up to which a cell is named by four bits and table entries keep all their bits. Beyond, two bits are enough for almost
all entries, and the cache holds twice as many."""
LARGEST_GROUP: Final = 6
"""Tiles of a usual group."""
HALVED_TILES: Final = 8
"""Boards with at most so many tiles have two usual groups of equal size: one table for all would take a thousand times more."""
CORNERS: Final = (0, 3, 12, 15)
"""Goal cells of the blank on a 4x4 board for which the classical partitions were made."""
BATCH_DATABASES: Final = "pdb:8-7"
"""Databases for batches of 4x4 boards where the card has room: they leave a fifteenth of the nodes."""
BATCH_MEMORY: Final = 6 << 30
"""Bytes of free memory from which it has."""

# How nodes and tables are made of words, as `kernels/node.h` declares it.
WORD_BITS: Final = 32
CODES: Final = 32
"""Length of everything that is looked up by the code of a tile, or by a cell."""
NO_SEAT: Final = 0xFFFF
TABLE_ALIGNMENT: Final = 32
"""Tables begin at multiples of so many words: on a cache line, with free bits below that hold a shift."""
SPARE_SHIFT: Final = 24
"""Where the moves to spare, in pairs, begin in a spare word."""
LEFT_SHIFT: Final = 5
ROOT_SHIFT: Final = 13
"""Where the moves left, and the number of the root, begin in a journey word; the lowest bits are the blank's cell."""
MAX_ROOTS: Final = 1 << WORD_BITS - ROOT_SHIFT
MAX_LENGTH: Final = (1 << ROOT_SHIFT - LEFT_SHIFT) - 1
"""The most moves that a node can have left."""


@dataclass(frozen=True)
class Seat:
    """Where a tile is found in a node: its group, and its field in that group's word."""

    group: int
    field: int


@dataclass(frozen=True)
class Layout:
    """The tables of a plan, laid out for the card."""

    rows: int
    cols: int
    blank: int
    """The blank's goal cell."""
    plan: Plan
    entry_bits: int

    @property
    def cells(self) -> int:
        """Number of cells."""
        return self.rows * self.cols

    @property
    def field_bits(self) -> int:
        """Bits that name a cell."""
        return field_bits(self.cells)

    @property
    def views(self) -> int:
        """How many times a board is looked up: once, or also reflected or by other groups."""
        return len(self.plan.views)

    @property
    def groups(self) -> int:
        """Number of groups of tiles."""
        return len(self.plan.views[0])

    def table_words(self, table: int) -> int:
        """Return the 32-bit words of a table on the card, where every field may hold any number."""
        entries = 1 << self.field_bits * len(self.plan.tables[table].tiles)
        words = max(1, entries * self.entry_bits // WORD_BITS)
        return -(-words // TABLE_ALIGNMENT) * TABLE_ALIGNMENT

    @cached_property
    def first_words(self) -> tuple[int, ...]:
        """The first word of every table, and last the number of all words."""
        places = [0]
        for table in range(len(self.plan.tables)):
            places.append(places[-1] + self.table_words(table))
        return tuple(places)

    @property
    def table_bytes(self) -> int:
        """Memory that all tables take on the card."""
        return self.first_words[-1] * WORD_BITS // 8

    def options(self, path_words: int = 0) -> tuple[str, ...]:
        """Return the compiler's options; in batches, every node carries its path in so many words."""
        sizes = [sum(seat.group == group for seat in self._seats[0].values()) for group in range(self.groups)]
        defined = {
            "CELLS": self.cells,
            "COLS": self.cols,
            "FIELD_BITS": self.field_bits,
            "GROUPS": self.groups,
            "GROUP_SIZES": hex(sum(size << 4 * group for group, size in enumerate(sizes))),
            "VIEWS": self.views,
            "ENTRY_BITS": self.entry_bits,
            "PATH_WORDS": path_words,
        }
        return tuple(f"-DTAQUIN_{name}={value}" for name, value in defined.items())

    def node_words(self, path_words: int = 0) -> int:
        """Return the words of a node, a multiple of four."""
        words = self.views * (self.groups + 1) + 2 + path_words
        return -(-words // 4) * 4

    @property
    def spare_words(self) -> range:
        """Which words of a node hold the moves to spare, by view, and the entries of the groups."""
        first = self.views * self.groups
        return range(first, first + self.views)

    @property
    def automaton_word(self) -> int:
        """Which word of a node holds the state of the automaton and the moves still to be tried."""
        return self.views * (self.groups + 1)

    @property
    def journey_word(self) -> int:
        """Which word of a node holds the blank's cell, the moves left and the number of the root."""
        return self.automaton_word + 1

    @cached_property
    def lookups(self) -> array[int]:
        """The `Lookups` of `node.h`, word for word."""
        return array("I", [*self._keys(), *self._slides(), *self._whole_boards()])

    @cached_property
    def _seats(self) -> tuple[dict[int, Seat], ...]:
        """The seat of every tile, by view."""
        return tuple(
            {
                home: Seat(group, tiles.index(cells[home]))
                for group, (tiles, cells) in enumerate((self.plan.tables[table].tiles, cells) for table, cells in view)
                for home in range(self.cells)
                if home != self.blank and cells[home] in tiles
            }
            for view in self.plan.views
        )

    @cached_property
    def tiles_by_code(self) -> dict[int, int]:
        """The goal cells of the tiles, by the codes that the first view gives them."""
        return {self.field_bits * seat.field + seat.group: home for home, seat in self._seats[0].items()}

    def names_of_cells(self, home: int) -> tuple[int, ...]:
        """Return the numbers that the first view gives to the cells of the board, for a tile."""
        _, names = self.plan.views[0][self._seats[0][home].group]
        return names

    def _keys(self) -> Iterator[int]:
        stride = -(-self.groups // 4) * 4
        for cell in range(CODES):
            for group in range(stride):
                yield self._key(group, cell) if group < self.groups and cell < self.cells else 0

    def _key(self, group: int, cell: int) -> int:
        table, cells = self.plan.views[0][group]
        return sum(cells[cell] << self.field_bits * field for field in range(len(self.plan.tables[table].tiles)))

    def _slides(self) -> Iterator[int]:
        coded = self.tiles_by_code
        for view in range(self.views):
            for move in range(len(DEFAULT_ORDER)):
                slid = self._slid(move)
                for code in range(CODES):
                    yield from self._slide(view, slid, coded[code]) if code in coded and slid else (0, 0, 0, 0)

    def _slid(self, move: int) -> list[tuple[int, int]]:
        """Return from which cell to which a tile slides by a move of the blank, for all cells of the blank."""
        steps_by_blank = enumerate(blank_steps(self.rows, self.cols))
        return [(to, blank) for blank, steps in steps_by_blank for made, to in steps if made is DEFAULT_ORDER[move]]

    def _slide(self, view: int, slid: list[tuple[int, int]], home: int) -> tuple[int, ...]:
        seat = self._seats[view][home]
        table, cells = self.plan.views[view][seat.group]
        (step,) = {cells[to] - cells[start] for start, to in slid}  # symmetries are affine: one step for all cells
        farther = sum(1 << start for start, to in slid if self._distance(home, to) > self._distance(home, start))
        weight = (1 << 4 * seat.group) - (1 << SPARE_SHIFT)
        numbers = (step << self.field_bits * seat.field, self.first_words[table] + 4 * seat.group, weight, farther)
        return tuple(number % (1 << WORD_BITS) for number in numbers)

    def _distance(self, one: int, other: int) -> int:
        return abs(one // self.cols - other // self.cols) + abs(one % self.cols - other % self.cols)

    def _whole_boards(self) -> Iterator[int]:
        for view in self.plan.views:
            yield from (self.first_words[table] for table, _ in view)
        for seats in self._seats:
            yield from (seats[home].group | seats[home].field << 8 if home in seats else NO_SEAT for home in range(CODES))
        for view in self.plan.views:
            for _, cells in view:
                yield from (*cells, *[0] * (CODES - self.cells))
        total = self.views * self.groups
        yield from [0] * (-total % 4)  # the struct ends on a multiple of its alignment


def field_bits(cells: int) -> int:
    """Return the bits that name a cell."""
    return 4 if cells <= SMALL_BOARD else 5


def usual_databases(goal: Board, batch_memory: int = 0) -> str:
    """Name the pattern databases for a goal's boards where the method names none; `batch_memory` is what a batch may use."""
    tiles = len(goal.tiles) - 1
    if goal.shape == (4, 4) and goal.blank in CORNERS and batch_memory >= BATCH_MEMORY:
        return BATCH_DATABASES
    if tiles <= HALVED_TILES:
        sizes = [tiles - tiles // 2, tiles // 2]
    else:
        sizes = [LARGEST_GROUP] * (tiles // LARGEST_GROUP) + ([tiles % LARGEST_GROUP] if tiles % LARGEST_GROUP else [])
    return "pdb:" + "-".join(map(str, sizes))


def why_not(goal: Board, databases: str) -> str | None:
    """Say why boards of a goal, up to `MAX_CELLS`, cannot be searched with these databases, None when they can."""
    plan = partition_named(databases).plan(goal)
    cells = len(goal.tiles)
    bits = field_bits(cells)
    most_tiles = WORD_BITS // bits
    if any(len(table.tiles) > most_tiles for table in plan.tables):
        return f"it takes groups of up to {most_tiles} tiles on this board"
    if len(plan.views[0]) > bits:
        return f"it takes up to {bits} groups of tiles on this board"
    if sum(len(plan.tables[table].tiles) for table, _ in plan.views[0]) != cells - 1:
        return "it takes pattern databases that follow every tile"
    return None


def plan_of(goal: Board, databases: str, second_view: bool = True) -> Plan:
    """Plan the tables; a large board that no reflection leaves as it is gets a second view by other groups of the same sizes."""
    partition = partition_named(databases)
    twice = second_view and (partition.twice or len(goal.tiles) > SMALL_BOARD)
    return replace(partition, twice=twice).plan(goal)


def layout_of(goal: Board, databases: str, second_view: bool = True) -> Layout:
    """Lay pattern databases out for a goal."""
    return layout_of_plan(goal, plan_of(goal, databases, second_view))


def layout_of_plan(goal: Board, plan: Plan) -> Layout:
    """Lay a plan's tables out for a goal."""
    return Layout(goal.rows, goal.cols, goal.blank, plan, entry_bits=4 if len(goal.tiles) <= SMALL_BOARD else 2)
