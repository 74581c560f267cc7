# SPDX-License-Identifier: MIT
"""Pattern databases fitted to one board, worked out by the processor while the card is busy with the shorter iterations.

Which tiles are in each other's way differs from board to board, and the groups that tell the most about this one shorten its
longest iterations several times. They cost seconds to find and to build, so only a search that goes on for long gets them.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, combinations, product
from typing import Final, Self

from taquin.board import blank_steps
from taquin.cores import usable_cores
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
BOARDS: Final = 24
"""Boards near the start for which groups are fitted, and by which a pair of partitions is chosen."""
WALKS: Final = ((20, 80, 0.25), (40, 120, 0.3))
"""How to come to them: the shortest walk and the longest, and the chance of a step that takes a tile away from home. Which boards
suit best differs, so there is a pair of partitions for each."""
START_WEIGHT: Final = 4
"""What the start counts beside them: what is known there is known in the whole search."""


def can_be_fitted(problem: Problem) -> bool:
    """Tell whether there are tables to fit: not where the core is missing, the board small or narrow, or the databases named."""
    goal = problem.goal
    large = len(goal.tiles) >= SMALLEST and min(goal.shape) >= NARROWEST
    return problem.method.heuristic is None and large and core_is_built()


class Fitting:
    """Pairs of partitions for a board, worked out beside a search that begins at it."""

    def __init__(self, problem: Problem, groups: Groups, stop: threading.Event) -> None:
        """Begin with the groups that are used for every board; `stop` ends it."""
        self._goal = problem.goal
        self._groups = groups
        home = home_cells(problem.goal)
        self._home = tuple(home[tile] for tile in problem.start.tiles)
        self._stop = stop
        self._threads = max(1, (problem.method.threads or usable_cores()) // 2)
        self._thread = threading.Thread(target=self._work, name="taquin-fitting", daemon=True)
        self._plans: list[Plan] = []

    def __enter__(self) -> Self:
        """Begin."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop, and forget what is half done."""
        self._stop.set()
        self._thread.join()

    def takes_over(self, nodes_of_iteration: int) -> bool:
        """Tell, after an iteration, whether the next shall be searched with fitted tables."""
        return nodes_of_iteration >= (WAITED_FOR_AFTER if self._thread.is_alive() else TAKES_OVER_AFTER)

    def take(self, watch: Callable[[], object], end: float) -> list[Plan]:
        """Wait for the plans, of which there are none if they do not come in time; `watch` is called meanwhile and may raise."""
        while self._thread.is_alive() and time.monotonic() < end:
            watch()
            self._thread.join(0.05)
        return self._plans

    def _work(self) -> None:
        try:
            self._plans = self._good_plans()
        except MemoryError:
            notes.say("there was no memory to fit pattern databases to the board; the search goes on with the usual ones")

    def _good_plans(self) -> list[Plan]:
        starts = self._starts()
        walks = [self._boards_nearby(*walk) for walk in WALKS]
        with ThreadPoolExecutor(self._threads) as pool:
            fitted = list(pool.map(self._fitted, *zip(*product(starts, walks), strict=True)))
            candidates = list(dict.fromkeys(starts + fitted))
            if self._stop.is_set() or len(candidates) < 2:
                return []
            estimates = list(pool.map(lambda groups: [self._estimated(groups, boards) for boards in walks], candidates))
        if self._stop.is_set():
            return []
        pairs = dict.fromkeys(best_pair([rows[walk] for rows in estimates]) for walk in range(len(walks)))
        shape = self._goal.rows, self._goal.cols, self._goal.blank
        views = [plan_tables(*shape, groups).first_view() for groups in candidates]
        return [views[first].beside(views[second]) for first, second in pairs]

    def _starts(self) -> list[Groups]:
        """Return the pair of partitions that is used now, and others that are unlike them."""
        shape = self._goal.rows, self._goal.cols, self._goal.blank
        reflected = reflected_partition(*shape, self._groups)
        starts = [self._groups] if reflected is None else [self._groups, reflected]
        while len(starts) < STARTS and not self._stop.is_set():
            starts.append(unlike_groups(*shape, tuple(chain.from_iterable(starts))))
        return starts

    def _estimated(self, groups: Groups, boards: Sequence[tuple[int, ...]]) -> list[int]:
        shape = self._goal.rows, self._goal.cols, self._goal.blank
        estimates: list[int] = native_core().estimate_with_groups(*shape, boards, groups, self._stop.is_set)
        return estimates

    def _fitted(self, groups: Groups, boards: Sequence[tuple[int, ...]]) -> Groups:
        weights = [START_WEIGHT, *[1] * (len(boards) - 1)]
        shape = self._goal.rows, self._goal.cols, self._goal.blank
        found = native_core().fit_partition(*shape, boards, weights, groups, self._stop.is_set)
        return tuple(tuple(group) for group in found)

    def _boards_nearby(self, shortest: int, longest: int, detours: float) -> list[tuple[int, ...]]:
        """Return the start and boards that a search for it comes to, the same at every call."""
        rng = random.Random(bytes(self._home))
        return [self._home, *(self._walk(rng, rng.randint(shortest, longest), detours) for _ in range(BOARDS - 1))]

    def _walk(self, rng: random.Random, left: int, detours: float) -> tuple[int, ...]:
        grid = Grid(self._goal.rows, self._goal.cols, self._goal.blank)
        steps = blank_steps(grid.rows, grid.cols)
        board = list(self._home)
        blank = board.index(self._goal.blank)
        came_from = -1
        while left:
            _, to = rng.choice(steps[blank])
            nearer = grid.distance(blank, board[to]) < grid.distance(to, board[to])
            if to != came_from and (nearer or rng.random() < detours):
                board[blank], board[to] = board[to], board[blank]
                came_from, blank = blank, to
                left -= 1
        return tuple(board)


def best_pair(estimates: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Return the two rows whose larger numbers, column by column, add up to the most; the row with the larger sum first."""
    pair = max(combinations(range(len(estimates)), 2), key=lambda pair: sum(map(max, estimates[pair[0]], estimates[pair[1]])))
    first, second = sorted(pair, key=lambda number: -sum(estimates[number]))
    return first, second
