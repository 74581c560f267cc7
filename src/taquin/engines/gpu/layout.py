# SPDX-License-Identifier: MIT
"""How the card sees a board and its tables: the sizes that its code is compiled with, and what every block looks up.

`kernels/node.h` says what the numbers mean. Tiles are named by their goal cells, so one layout serves every goal with the
blank in the same place.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from taquin.board import DEFAULT_ORDER, blank_steps
from taquin.tables.patterns import Plan

MAX_CELLS: Final = 30
"""Cells that a field of five bits names, with room for what the search keeps beside."""
WORD_BITS: Final = 32
MOVES: Final = 4
CODES: Final = 32
NO_SEAT: Final = 0xFFFF
TABLE_ALIGNMENT: Final = 32
"""Words: tables begin on a cache line, and the bits below hold a shift."""
SPARE_SHIFT: Final = 24
"""Of the top byte of a spare word."""
MAX_LENGTH: Final = 255
"""Moves that a node can have left."""


@dataclass(frozen=True)
class Seat:
    """Where a tile is in a view: the group, and the field of the group's word."""

    group: int
    field: int


@dataclass(frozen=True)
class Layout:
    """A plan of lookups, laid out for the card."""

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
        """One, or two: by a reflection, or by other groups."""
        return len(self.plan.views)

    @property
    def groups(self) -> int:
        """Groups of tiles."""
        return len(self.plan.views[0])

    def table_words(self, table: int) -> int:
        """Return the 32-bit words of a table on the card, where every field may hold any number."""
        entries = 1 << self.field_bits * len(self.plan.tables[table].tiles)
        words = max(1, entries * self.entry_bits // WORD_BITS)
        return -(-words // TABLE_ALIGNMENT) * TABLE_ALIGNMENT

    @cached_property
    def first_words(self) -> tuple[int, ...]:
        """Where every table begins, and last where the end is."""
        places = [0]
        for table in range(len(self.plan.tables)):
            places.append(places[-1] + self.table_words(table))
        return tuple(places)

    def options(self, path_words: int = 0) -> tuple[str, ...]:
        """Return what the compiler must be told; `path_words` is for batches."""
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
        """Which words of a node hold what is left to the bound, in the top byte."""
        first = self.views * self.groups
        return range(first, first + self.views)

    @property
    def automaton_word(self) -> int:
        """Which word of a node holds the state of the automaton and the moves still to be tried."""
        return self.views * (self.groups + 1)

    @property
    def journey_word(self) -> int:
        """Which word of a node holds blank, moves left and root."""
        return self.automaton_word + 1

    @cached_property
    def lookups(self) -> array[int]:
        """The `Lookups` of `node.h`, word for word."""
        return array("I", [*self._keys(), *self._slides(), *self._whole_boards()])

    @cached_property
    def _seats(self) -> tuple[dict[int, Seat], ...]:
        """By view, the seat of every tile."""
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
        """The tiles by what the first view calls them."""
        return {self.field_bits * seat.field + seat.group: home for home, seat in self._seats[0].items()}

    def names_of_cells(self, home: int) -> tuple[int, ...]:
        """Return what the first view calls the cells that a tile may stand on."""
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
            for move in range(MOVES):
                slid = self._slid(move)
                for code in range(CODES):
                    yield from self._slide(view, slid, coded[code]) if code in coded and slid else (0, 0, 0, 0)

    def _slid(self, move: int) -> list[tuple[int, int]]:
        """Return where from and where to a tile slides by a move of the blank, for all cells of the blank."""
        moves = list(enumerate(blank_steps(self.rows, self.cols)))
        return [(to, blank) for blank, steps in moves for made, to in steps if made is DEFAULT_ORDER[move]]

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
    return 4 if cells <= 16 else 5


def refusal(rows: int, cols: int, plan: Plan) -> str | None:
    """Say why a plan cannot be laid out, None when it can."""
    bits = field_bits(rows * cols)
    most = WORD_BITS // bits
    if rows * cols > MAX_CELLS:
        return f"it takes boards up to {MAX_CELLS} cells"
    if any(len(table.tiles) > most for table in plan.tables):
        return f"it takes groups of up to {most} tiles on this board"
    if len(plan.views[0]) > bits:
        return f"it takes up to {bits} groups of tiles on this board"
    followed = sum(len(plan.tables[table].tiles) for table, _ in plan.views[0])
    if followed != rows * cols - 1:
        return "it takes pattern databases that follow every tile"
    return None
