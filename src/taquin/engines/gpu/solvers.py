# SPDX-License-Identifier: MIT
"""What is ready on the card: tables, automaton and buffers, made once for all boards with the same goal cell of the blank."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from taquin.board import Board
from taquin.engines.gpu.layout import Layout, refusal
from taquin.heuristics.pattern import partition_named
from taquin.tables.patterns import BuildProgress, Plan, plan_tables, unlike_groups

if TYPE_CHECKING:
    from taquin.engines.gpu.tables import Shelf

Array = Any
"""A CuPy array."""
LARGEST_GROUP: Final = 6
ONE_TABLE: Final = 8
"""Tiles that one table could follow all; two halves take a thousandth of the room."""
CORNERS: Final = (0, 3, 12, 15)
"""Of a 4x4 board: the classical partitions are for a blank at home in one of them."""
BATCH_DATABASES: Final = "pdb:8-7"
"""Of a 4x4 board, in batches: a fifteenth of the nodes, if the card has room for them."""
BATCH_MEMORY: Final = 6 << 30
SMALL_BOARD: Final = 16
"""Cells up to which entries keep all their bits; beyond, two are enough for almost all and the cache holds twice as many."""


def usual_databases(goal: Board, batch_memory: int = 0) -> str:
    """Name the pattern databases for a goal's boards; `batch_memory` is what a batch may use."""
    tiles = len(goal.tiles) - 1
    if goal.shape == (4, 4) and goal.blank in CORNERS and batch_memory >= BATCH_MEMORY:
        return BATCH_DATABASES
    if tiles <= 8:
        sizes = [tiles - tiles // 2, tiles // 2]
    else:
        sizes = [LARGEST_GROUP] * (tiles // LARGEST_GROUP) + ([tiles % LARGEST_GROUP] if tiles % LARGEST_GROUP else [])
    return "pdb:" + "-".join(map(str, sizes))


def plan_of(goal: Board, databases: str, second_view: bool = True) -> Plan:
    """Plan the tables; a large board that no reflection leaves as it is gets a second view by other groups of the same sizes."""
    groups = partition_named(databases).groups(goal)
    plan = plan_tables(goal.rows, goal.cols, goal.blank, groups)
    if len(plan.views) > 1 or len(goal.tiles) <= SMALL_BOARD or not second_view:
        return plan
    others = unlike_groups(goal.rows, goal.cols, goal.blank, groups)
    return plan.beside(plan_tables(goal.rows, goal.cols, goal.blank, others).first_view())


def layout_of(goal: Board, databases: str, entry_bits: int = 0, second_view: bool = True) -> Layout:
    """Lay pattern databases out for a goal; `entry_bits` 0 chooses them by the board's size."""
    return layout_of_plan(goal, plan_of(goal, databases, second_view), entry_bits)


def layout_of_plan(goal: Board, plan: Plan, entry_bits: int = 0) -> Layout:
    """Lay a plan's tables out for a goal."""
    bits = entry_bits or (4 if len(goal.tiles) <= SMALL_BOARD else 2)
    return Layout(goal.rows, goal.cols, goal.blank, plan, bits)


def why_not(goal: Board, databases: str) -> str | None:
    """Say why boards of a goal cannot be searched with these databases, None when they can."""
    return refusal(goal.rows, goal.cols, partition_named(databases).plan(goal))


class Tables:
    """The tables of one layout on the card; another layout takes their place."""

    def __init__(self) -> None:
        self._layout: Layout | None = None
        self._words: Array = None

    def get(self, layout: Layout, progress: BuildProgress | None, shelf: Shelf | None = None) -> Array:
        """Return the tables of a layout; those that had to be built get files, or places on a shelf."""
        from taquin.engines.gpu.tables import install_tables

        if self._layout != layout:
            self.forget()
            self._words = install_tables(layout, progress, shelf)
            self._layout = layout
        return self._words

    def forget(self) -> None:
        """Let go of the memory."""
        self._layout = self._words = None
        launcher_of.cache_clear()


TABLES: Final = Tables()


@lru_cache(maxsize=2)
def launcher_of(layout: Layout, path_words: int, prune: bool, memory: int | None) -> Any:
    """Return the buffers and kernels for a layout, with the automaton already on the card."""
    from taquin.engines.gpu.launch import Launcher

    launcher = Launcher(layout, path_words, memory=memory)
    launcher.use(TABLES.get(layout, None), *automaton_on_card(layout.rows, layout.cols, prune))
    return launcher


@lru_cache(maxsize=4)
def automaton_on_card(rows: int, cols: int, prune: bool) -> tuple[Array, Array]:
    """Return the automaton's start words and next words."""
    from taquin.engines.gpu.automaton import automaton_words
    from taquin.engines.gpu.compiling import cupy

    starts, following = automaton_words(rows, cols, prune)
    return cupy().asarray(starts), cupy().asarray(following)


def free_memory() -> int:
    """Return the bytes that the card has free, what our own tables take included."""
    from taquin.engines.gpu.compiling import cupy

    free, _ = cupy().cuda.runtime.memGetInfo()
    return int(free) + int(cupy().get_default_memory_pool().total_bytes())
