# SPDX-License-Identifier: MIT
"""Additive pattern databases: the moves that each of several groups of tiles needs, whatever the other tiles do.

Written `pdb:5-5-5` (group sizes), `pdb:6-6-6-5/2` (two partitions of these sizes), `pdb:1+2+5-3+4` (groups of tiles; tiles in
no group count by Manhattan distance) or `pdb` (the best partition for the shape). A database holds, for every way its tiles can
stand, the fewest moves of those tiles that bring them home; moves of other tiles are free, so the groups add up. Where a symmetry
of the board keeps the blank's goal cell, the board is looked up reflected as well and the larger sum counts. Where there is none,
`/2` puts a second partition, which brings other tiles together, in the reflection's place.

The tables forget where the blank is among the free cells (they hold the best case), which makes the estimate inconsistent:
one move can change it by more than 1. A* must reopen nodes with it, and does.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from operator import getitem

from taquin.board import Board, Tiles, home_cells
from taquin.heuristics import manhattan
from taquin.heuristics.base import Estimate, Heuristic
from taquin.tables.partitions import Partition, databases, load_plan, partition_named
from taquin.tables.patterns import PatternTable

Lookup = Callable[[Tiles], int]


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
        native=lambda goal: (databases(partition, goal), 1),
        patterns=partition,
        plans=lambda goal: (partition.plan(goal),),
    )


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
