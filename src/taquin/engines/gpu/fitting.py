# SPDX-License-Identifier: MIT
"""Pattern databases fitted to one board, worked out by the processor before iterations become long.

Which tiles are in each other's way differs from board to board, and the groups that tell the most about this one shorten its
longest iterations several times. Two partitions are looked up, and the larger estimate counts: so the second is fitted to
boards that the first says little about, the first can then be replaced by one that fits the second better, and so on.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from itertools import chain, combinations, cycle, product
from typing import Final, TypeVar

from taquin.board import blank_steps
from taquin.cores import usable_cores
from taquin.engines.gpu.incumbent import core_is_built
from taquin.heuristics.distances import home_cells
from taquin.problem import Problem
from taquin.tables.patterns import Groups, native_core, unlike_groups
from taquin.tables.planning import Grid, reflected_partition

Home = tuple[int, ...]
"""A board, by the goal cells of what stands on its cells."""
Stopped = Callable[[], bool]
Result = TypeVar("Result")
SMALLEST: Final = 17
NARROWEST: Final = 4
"""Cells of a board whose search can be long, and its shorter side: on narrow ones tiles get round each other only after a search
that takes too long itself."""
STARTS: Final = 6
"""Partitions to begin with, each unlike those before."""
WALKS: Final = ((20, 80, 0.25), (40, 120, 0.3))
"""How to come to boards for which the first partitions are fitted: the shortest walk and the longest, and the chance of a step
that takes a tile away from home. Which boards suit best differs, so there is a pair of partitions for each."""
BOARDS: Final = 24
"""Boards near the start for which groups are fitted."""
PARTNER_WALKS: Final = range(10, 10 + 2 * (BOARDS - 1), 2)
PARTNER_DETOURS: Final = 0.35
"""Walks to boards for which a partner is fitted."""
WALKS_OF_A_LENGTH: Final = 16
"""Of so many boards, the one that the partition says least about is taken: a search comes to it first."""
START_WEIGHT: Final = 4
"""What the start counts beside them: what is known there is known in the whole search."""
PARTNERS: Final = 4
"""One after the other, each for the one before, until it begins again with one of the first pairs."""
ASKED_EVERY: Final = 0.05
"""Seconds."""


def can_be_fitted(problem: Problem) -> bool:
    """Tell whether there are tables to fit: not where the core is missing, the board small or narrow, or the databases named."""
    goal = problem.goal
    large = len(goal.tiles) >= SMALLEST and min(goal.shape) >= NARROWEST
    return problem.method.heuristic is None and large and core_is_built()


class Fitting:
    """Partitions for searches that begin at one board."""

    def __init__(self, problem: Problem, groups: Groups, watch: Callable[[], object]) -> None:
        """Take the groups that are used for every board to begin with; `watch` is called every now and then and may raise."""
        self._shape = problem.goal.rows, problem.goal.cols, problem.goal.blank
        self._fitter = native_core().PartitionFitter(*self._shape)
        self._groups = groups
        self._watch = watch
        home = home_cells(problem.goal)
        self._home: Home = tuple(home[tile] for tile in problem.start.tiles)
        self._random = random.Random(bytes(self._home))  # the same pairs in every run
        self._threads = problem.method.threads or usable_cores()

    def pairs(self) -> Iterator[tuple[Groups, Groups]]:
        """Yield pairs of partitions without end: first the best of many that were fitted one by one, then ever new partners."""
        starts = self._starts()
        pairs = self._best_pairs(starts)
        yield from pairs
        for pair in cycle(pairs):
            older, newer = pair
            for _ in range(PARTNERS):
                older, newer = newer, self._partner(newer, [*starts, older])
                yield older, newer

    def _starts(self) -> list[Groups]:
        """Return the pair of partitions that is used now, and others that are unlike them."""
        reflected = reflected_partition(*self._shape, self._groups)
        starts = [self._groups] if reflected is None else [self._groups, reflected]
        while len(starts) < STARTS:
            self._watch()
            starts.append(unlike_groups(*self._shape, tuple(chain.from_iterable(starts))))
        return starts

    def _best_pairs(self, starts: Sequence[Groups]) -> list[tuple[Groups, Groups]]:
        """Fit partitions to boards on walks, and return for each kind of walk the pair that says the most about its boards."""
        walks = [[self._home, *self._walks(*kind)] for kind in WALKS]
        fitted = self._run([partial(self._fitted, groups, boards) for groups, boards in product(starts, walks)])
        candidates = list(dict.fromkeys([*starts, *fitted]))
        pairs = []
        for boards in walks:
            estimates = self._run([partial(self._estimated, groups, boards) for groups in candidates])
            first, second = best_pair(estimates)
            pairs.append((candidates[first], candidates[second]))
        return list(dict.fromkeys(pairs))

    def _partner(self, groups: Groups, starts: Sequence[Groups]) -> Groups:
        """Fit a partition to boards that the groups say least about; of those that the starts become, the one that helps most."""
        walks = [
            [self._walk(self._random, length, PARTNER_DETOURS) for _ in range(WALKS_OF_A_LENGTH)] for length in PARTNER_WALKS
        ]
        known = self._run([partial(self._estimated, groups, boards) for boards in walks])
        weakest = [boards[estimates.index(min(estimates))] for boards, estimates in zip(walks, known, strict=True)]
        boards = [self._home, *weakest]
        fitted = self._run([partial(self._fitted, start, boards) for start in starts])
        candidates = [found for found in dict.fromkeys([*fitted, *starts]) if found != groups]
        without, *estimates = self._run([partial(self._estimated, found, boards) for found in [groups, *candidates]])
        return candidates[best_partner(without, estimates)]

    def _fitted(self, groups: Groups, boards: Sequence[Home], stopped: Stopped) -> Groups:
        weights = [START_WEIGHT, *[1] * (len(boards) - 1)]
        found = self._fitter.fit(boards, weights, groups, stopped)
        return tuple(tuple(group) for group in found)

    def _estimated(self, groups: Groups, boards: Sequence[Home], stopped: Stopped) -> list[int]:
        estimates: list[int] = self._fitter.estimate(boards, groups, stopped)
        return estimates

    def _run(self, tasks: Sequence[Callable[[Stopped], Result]]) -> list[Result]:
        """Run tasks on all cores; they are told to stop when the watch has raised."""
        stop = threading.Event()
        with ThreadPoolExecutor(self._threads) as pool:
            try:
                futures = [pool.submit(task, stop.is_set) for task in tasks]
                while wait(futures, ASKED_EVERY).not_done:
                    self._watch()
                return [future.result() for future in futures]
            finally:
                stop.set()

    def _walks(self, shortest: int, longest: int, detours: float) -> list[Home]:
        rng = random.Random(bytes(self._home))
        return [self._walk(rng, rng.randint(shortest, longest), detours) for _ in range(BOARDS - 1)]

    def _walk(self, rng: random.Random, left: int, detours: float) -> Home:
        """Return a board that a search for the start comes to."""
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


def best_partner(row: Sequence[int], rows: Sequence[Sequence[int]]) -> int:
    """Return which of the rows has, column by column with the one row, the larger numbers that add up to the most."""
    return max(range(len(rows)), key=lambda number: sum(map(max, row, rows[number])))


def best_pair(rows: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Return the two rows whose larger numbers, column by column, add up to the most; the row with the larger sum first."""
    pair = max(combinations(range(len(rows)), 2), key=lambda pair: sum(map(max, rows[pair[0]], rows[pair[1]])))
    first, second = sorted(pair, key=lambda number: -sum(rows[number]))
    return first, second
