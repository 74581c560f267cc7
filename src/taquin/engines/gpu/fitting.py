# SPDX-License-Identifier: MIT
"""Pattern databases fitted to one board, worked out by the processor before iterations become long.

Which tiles are in each other's way differs from board to board, and the groups that tell the most about this one shorten its
longest iterations several times. Two partitions are looked up, and the larger estimate counts: so what counts is how much a pair
of them knows together.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from itertools import chain, combinations, product
from typing import Final, TypeVar

from taquin.board import blank_steps, home_cells
from taquin.compiled_core import compiled_core, core_is_built
from taquin.machine import usable_cores
from taquin.question import Question
from taquin.tables.patterns import Groups, unlike_groups
from taquin.tables.planning import Grid, reflected_partition

Home = tuple[int, ...]
"""A board, by the goal cells of what stands on its cells."""
IsStopped = Callable[[], bool]
Result = TypeVar("Result")
SMALLEST: Final = 17
"""Cells of the smallest board whose search can be long."""
NARROWEST: Final = 4
"""The shorter side of a board for which tables are fitted. On narrower boards tiles get round each other only by long detours,
and the searches by which the core estimates a group take too long."""
STARTS: Final = 6
"""Partitions to begin with, each unlike those before."""
WALKS: Final = ((20, 80, 0.25), (40, 120, 0.3))
"""How to come to boards for which partitions are fitted: the shortest walk and the longest, and the chance of a step
that takes a tile away from home. Which boards suit best differs, so there is a pair of partitions for each kind."""
BOARDS: Final = 24
"""Boards that a partition is fitted to: the start, and others near it."""
START_WEIGHT: Final = 4
"""How much more the start counts than each of the others: what is known there is known in the whole search."""
CHECK_SECONDS: Final = 0.05
"""Time between two checks whether to go on."""


def can_be_fitted(question: Question) -> bool:
    """Tell whether there are tables to fit: not where the core is missing, the board small or narrow, or the databases named."""
    goal = question.goal
    large = len(goal.tiles) >= SMALLEST and min(goal.shape) >= NARROWEST
    return question.method.heuristic is None and large and core_is_built()


class Fitting:
    """Partitions for searches that begin at one board."""

    def __init__(self, question: Question, groups: Groups, check: Callable[[], object]) -> None:
        """Take the groups that serve every board, to begin with; `check` is called every now and then and may raise."""
        self._shape = question.goal.rows, question.goal.cols, question.goal.blank
        self._fitter = compiled_core().PartitionFitter(*self._shape)
        self._groups = groups
        self._check = check
        home = home_cells(question.goal)
        self._home: Home = tuple(home[tile] for tile in question.start.tiles)
        self._threads = question.method["threads"] or usable_cores()

    def pairs(self) -> list[tuple[Groups, Groups]]:
        """Fit partitions to boards on walks, and return for each kind of walk the pair that says the most about its boards.

        It is the same in every run.
        """
        starts = self._starts()
        walks = [[self._home, *self._walks(*kind)] for kind in WALKS]
        fitted = self._run([partial(self._fitted, groups, boards) for groups, boards in product(starts, walks)])
        candidates = list(dict.fromkeys([*starts, *fitted]))
        pairs = []
        for boards in walks:
            estimates = self._run([partial(self._estimated, groups, boards) for groups in candidates])
            first, second = best_pair(estimates)
            pairs.append((candidates[first], candidates[second]))
        return list(dict.fromkeys(pairs))

    def _starts(self) -> list[Groups]:
        """Return the pair of partitions that is used now, and others that are unlike them."""
        reflected = reflected_partition(*self._shape, self._groups)
        starts = [self._groups] if reflected is None else [self._groups, reflected]
        while len(starts) < STARTS:
            self._check()
            starts.append(unlike_groups(*self._shape, tuple(map(len, self._groups)), tuple(chain.from_iterable(starts))))
        return starts

    def _fitted(self, groups: Groups, boards: Sequence[Home], is_stopped: IsStopped) -> Groups:
        weights = [START_WEIGHT, *[1] * (len(boards) - 1)]
        found = self._fitter.fit(boards, weights, groups, is_stopped)
        return tuple(tuple(group) for group in found)

    def _estimated(self, groups: Groups, boards: Sequence[Home], is_stopped: IsStopped) -> list[int]:
        estimates: list[int] = self._fitter.estimate(boards, groups, is_stopped)
        return estimates

    def _run(self, tasks: Sequence[Callable[[IsStopped], Result]]) -> list[Result]:
        """Run tasks on all cores; they are told to stop when the check has raised."""
        stop = threading.Event()
        with ThreadPoolExecutor(self._threads) as pool:
            try:
                futures = [pool.submit(task, stop.is_set) for task in tasks]
                while wait(futures, CHECK_SECONDS).not_done:
                    self._check()
                return [future.result() for future in futures]
            finally:
                stop.set()

    def _walks(self, shortest: int, longest: int, detours: float) -> list[Home]:
        rng = random.Random(bytes(self._home))
        return [self._walk(rng, rng.randint(shortest, longest), detours) for _ in range(BOARDS - 1)]

    def _walk(self, rng: random.Random, left: int, detours: float) -> Home:
        """Return a board that a search from the start comes to after so many moves."""
        grid = Grid(*self._shape)
        steps = blank_steps(grid.rows, grid.cols)
        board = list(self._home)
        blank = board.index(grid.blank)
        came_from = -1
        while left:
            _, to = rng.choice(steps[blank])
            nearer = grid.distance(blank, board[to]) < grid.distance(to, board[to])
            if to != came_from and (nearer or rng.random() < detours):
                board[blank], board[to] = board[to], board[blank]
                came_from, blank = blank, to
                left -= 1
        return tuple(board)


def best_pair(rows: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Return the two rows whose larger numbers, column by column, add up to the most; the row with the larger sum first."""
    pair = max(combinations(range(len(rows)), 2), key=lambda pair: sum(map(max, rows[pair[0]], rows[pair[1]])))
    first, second = sorted(pair, key=lambda number: -sum(rows[number]))
    return first, second
