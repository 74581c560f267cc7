# SPDX-License-Identifier: MIT
"""The tables that `optimal` gives the boards of a goal, and the core's solver that is made of them, once for many boards."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from taquin.board import Board
from taquin.compiled_core import compiled_core
from taquin.machine import available_memory
from taquin.tables.automata import load_automaton
from taquin.tables.partitions import MAX_GROUP, databases, databases_in_huge_pages, partition_named
from taquin.tables.patterns import best_groups

if TYPE_CHECKING:
    from taquin._core import OptimalSolver

EXACT_TILES: Final = 8
"""Boards with at most so many tiles fit one table whole."""
SMALL_BOARD_BYTES: Final = 64 << 20
LARGE_BOARD_BYTES: Final = 300 << 20
"""Tables of one partition that boards up to 16 cells, and larger ones, may use; a second partition may take as much again."""
SMALLEST_PAIRED: Final = 16
"""Cells of the smallest board that gets a second partition: smaller ones are solved before its tables are built."""
LARGEST_OF_PAIR: Final = 6
"""Tiles of a group where there are two partitions: one of 6-6-3 and one unlike it are faster than 7-7-1, and built sooner."""
CORNERS: Final[dict[tuple[int, int], tuple[int, ...]]] = {(4, 4): (0, 3, 12, 15), (5, 5): (0, 4, 20, 24)}
"""Of a shape that has classical partitions: they are for a blank at home in one of them."""


def usual_databases(goal: Board, memory: int | None = None) -> str:
    """Name the pattern databases that a goal's boards are begun with."""
    tiles = len(goal.tiles) - 1
    if tiles <= EXACT_TILES:
        return f"pdb:{tiles}"
    if goal.shape == (4, 4) and goal.blank in CORNERS[4, 4]:
        return "pdb:6-6-3"
    usual = SMALL_BOARD_BYTES if tiles < 16 else LARGE_BOARD_BYTES
    most = min(2 * usual, available_memory() // 3, memory or 2 * usual)
    one = _largest_groups(goal, min(usual, most))
    if tiles + 1 < SMALLEST_PAIRED or len(partition_named(one).plan(goal).views) > 1:
        return one
    pair = _largest_groups(goal, min(usual, most), LARGEST_OF_PAIR) + "/2"
    return pair if partition_named(pair).plan(goal).size <= most else one


def _largest_groups(goal: Board, most: int, largest: int = MAX_GROUP) -> str:
    """Name the partition with the largest groups, up to so many tiles, whose tables take at most so many bytes."""
    groups = best_groups(goal.rows, goal.cols, goal.blank, most, largest)
    return "pdb:" + "-".join(str(size) for size in sorted(map(len, groups), reverse=True))


def uses_automaton(goal: Board, wanted: bool) -> bool:
    """Tell whether the search for a goal prunes with a move automaton: small boards are solved before it is read."""
    return wanted and len(goal.tiles) - 1 > EXACT_TILES


def make_solver(name: str, goal: Board, automaton: bool, huge_pages: bool = False) -> OptimalSolver:
    """Return a solver for a goal with its tables; `huge_pages` copies them there."""
    states = load_automaton(goal.rows, goal.cols) if uses_automaton(goal, automaton) else None
    partition = partition_named(name)
    tables = databases_in_huge_pages(partition, goal) if huge_pages else databases(partition, goal)
    solver: OptimalSolver = compiled_core().OptimalSolver(tables, states)
    return solver


solver_for = lru_cache(maxsize=8)(make_solver)
"""Made once for many boards."""
