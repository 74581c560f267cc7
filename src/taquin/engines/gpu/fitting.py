# SPDX-License-Identifier: MIT
"""Pattern databases fitted to one board, worked out by the processor while the card is busy with the shorter iterations.

Which tiles are in each other's way differs from board to board, and the groups that tell the most about this one shorten its
longest iterations several times. They cost seconds to find and to build, so only a search that goes on for long gets them.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, combinations
from typing import Final, Self

from taquin.board import blank_steps
from taquin.engines.gpu.incumbent import core_is_built
from taquin.heuristics.distances import home_cells
from taquin.problem import Problem
from taquin.tables import notes
from taquin.tables.patterns import Groups, Plan, native_core, plan_tables, unlike_groups
from taquin.tables.planning import Grid, reflected_partition

SMALLEST: Final = 17
NARROWEST: Final = 4
"""Cells of a board whose search can be long, and its shorter side: on narrow ones tiles get round each other only after a search
that takes too long itself."""
TAKES_OVER_AFTER: Final = 1 << 38
WAITED_FOR_AFTER: Final = 1 << 39
"""Nodes of an iteration after which it is used if it is ready, the next one taking half a minute on a large card, and after
which it is waited for."""
STARTS: Final = 6
"""Partitions to begin with, each unlike those before."""
FITTED_BOARDS: Final = 8
JUDGED_BOARDS: Final = 32
"""Boards near the start for which groups are fitted, and by which the best pair of partitions is chosen."""
SHORTEST_WALK: Final = 10
LONGEST_WALK: Final = 50
DETOUR_CHANCE: Final = 0.25
"""Of a step that takes a tile away from home: a search sees more boards that are nearer to the goal than random ones."""


class Fitting:
    """Two partitions for a board, worked out beside a search that begins at it.

    Nothing comes of it where the compiled core is missing, the board is small or somebody has named the databases to use.
    """

    def __init__(self, problem: Problem, groups: Groups) -> None:
        """Begin with the groups that are used for every board."""
        self._goal = problem.goal
        self._groups = groups
        large = len(self._goal.tiles) >= SMALLEST and min(self._goal.shape) >= NARROWEST
        self._possible = problem.method.heuristic is None and large and core_is_built()
        home = home_cells(problem.goal)
        self._home = tuple(home[tile] for tile in problem.start.tiles)
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._plan: Plan | None = None

    def __enter__(self) -> Self:
        """Begin."""
        if self._possible:
            self._thread = threading.Thread(target=self._work, name="taquin-fitting", daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop, and forget what is half done."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def takes_over(self, nodes_of_iteration: int) -> bool:
        """Tell, after an iteration, whether the next shall be searched with fitted tables."""
        ready = self._thread is not None and not self._thread.is_alive()
        return self._thread is not None and nodes_of_iteration >= (TAKES_OVER_AFTER if ready else WAITED_FOR_AFTER)

    def take(self, watch: Callable[[], object], end: float) -> Plan | None:
        """Wait for the fitted plan, None if it does not come in time; `watch` is called meanwhile and may raise."""
        while self._thread is not None and self._thread.is_alive() and time.monotonic() < end:
            watch()
            self._thread.join(0.05)
        return self._plan

    def _work(self) -> None:
        try:
            self._plan = self._best_plan()
        except MemoryError:
            notes.say("there was no memory to fit pattern databases to the board; the search goes on with the usual ones")

    def _best_plan(self) -> Plan | None:
        shape = self._goal.rows, self._goal.cols, self._goal.blank
        reflected = reflected_partition(*shape, self._groups)
        starts = [self._groups] if reflected is None else [self._groups, reflected]  # the pair that is used now
        while len(starts) < STARTS and not self._stop.is_set():
            starts.append(unlike_groups(*shape, tuple(chain.from_iterable(starts))))
        boards = self._boards_nearby()
        with ThreadPoolExecutor(min(STARTS, os.cpu_count() or 1)) as pool:
            fitted = list(pool.map(lambda groups: self._fitted(groups, boards[:FITTED_BOARDS]), starts))
            candidates = list(dict.fromkeys(starts + fitted))
            if self._stop.is_set() or len(candidates) < 2:
                return None
            estimates = list(pool.map(lambda groups: self._estimated(groups, boards), candidates))
        if self._stop.is_set():
            return None
        first, second = (plan_tables(*shape, candidates[number]).first_view() for number in best_pair(estimates))
        return first.beside(second)

    def _estimated(self, groups: Groups, boards: Sequence[tuple[int, ...]]) -> list[int]:
        shape = self._goal.rows, self._goal.cols, self._goal.blank
        estimates: list[int] = native_core().estimate_with_groups(*shape, boards, groups, self._stop.is_set)
        return estimates

    def _fitted(self, groups: Groups, boards: Sequence[tuple[int, ...]]) -> Groups:
        # The start counts half as much as all others together: what is known there is known in the whole search.
        weights = [max(1, len(boards) // 2), *[1] * (len(boards) - 1)]
        shape = self._goal.rows, self._goal.cols, self._goal.blank
        found = native_core().fit_partition(*shape, boards, weights, groups, self._stop.is_set)
        return tuple(tuple(group) for group in found)

    def _boards_nearby(self) -> list[tuple[int, ...]]:
        """Return the start and boards that a search for it comes to, the same at every call."""
        rng = random.Random(bytes(self._home))
        return [self._home, *(self._walk(rng) for _ in range(JUDGED_BOARDS - 1))]

    def _walk(self, rng: random.Random) -> tuple[int, ...]:
        grid = Grid(self._goal.rows, self._goal.cols, self._goal.blank)
        steps = blank_steps(grid.rows, grid.cols)
        board = list(self._home)
        blank = board.index(self._goal.blank)
        came_from = -1
        left = rng.randint(SHORTEST_WALK, LONGEST_WALK)
        while left:
            _, to = rng.choice(steps[blank])
            nearer = grid.distance(blank, board[to]) < grid.distance(to, board[to])
            if to != came_from and (nearer or rng.random() < DETOUR_CHANCE):
                board[blank], board[to] = board[to], board[blank]
                came_from, blank = blank, to
                left -= 1
        return tuple(board)


def best_pair(estimates: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Return the two rows whose larger numbers, column by column, add up to the most; the row with the larger sum first."""
    pair = max(combinations(range(len(estimates)), 2), key=lambda pair: sum(map(max, estimates[pair[0]], estimates[pair[1]])))
    first, second = sorted(pair, key=lambda number: -sum(estimates[number]))
    return first, second
