# SPDX-License-Identifier: MIT
"""A board's shortest path, proven on the card: IDA* that changes its tables, and perhaps its end, as the search grows long.

It begins at the start, with tables that serve every board. Meanwhile the processor works at tables fitted to this one. A path can
as well be searched for from the goal, and one way may take several times the nodes of the other; which one, with which tables,
only a search can tell. So there are several pairs of partitions for each end, and a short iteration is searched with
one after the other before the best takes over.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from taquin import reasons
from taquin.cores import usable_cores
from taquin.engines.gpu.board_search import BoardSearch
from taquin.engines.gpu.compiling import cupy
from taquin.engines.gpu.fitting import Fitting, can_be_fitted
from taquin.engines.gpu.incumbent import Incumbent
from taquin.engines.gpu.launch import OutOfMemoryError
from taquin.engines.gpu.layout import Layout
from taquin.engines.gpu.run import MOVES, GpuRun
from taquin.engines.gpu.solvers import TABLES, layout_of, layout_of_plan, usual_databases
from taquin.heuristics.distances import home_cells
from taquin.heuristics.pattern import partition_named
from taquin.problem import Problem
from taquin.solution import Limits, Observer, Outcome, Status
from taquin.tables.patterns import Plan

LONG: Final = 1 << 35
"""Nodes of an iteration after which tables are fitted: on a large card, they are ready before iterations take half a minute."""
LONGEST_WAIT: Final = 120.0
"""Seconds that the card waits for them."""
TRIAL: Final = 4
"""Moves by which the bound that they are tried under is below the next: a hundredth of its nodes."""


def solve_board(problem: Problem, limits: Limits, observer: Observer) -> Outcome:
    """Find a shortest path, or what could be proven within the limits."""
    cores = problem.method.threads or usable_cores()
    share = max(1, cores // 2) if can_be_fitted(problem) else cores
    quick = replace(problem, method=replace(problem.method, threads=share))
    run = GpuRun(limits, observer, Incumbent(quick))
    return run.guarded(Proof(run, problem).search)


class WorseError(Exception):
    """A trial has taken as many nodes as the best one before."""


@dataclass(frozen=True)
class End:
    """An end to begin at."""

    problem: Problem
    """The start being where it begins."""
    is_goal: bool


@dataclass(frozen=True)
class Approach:
    """A search from one end, with certain tables."""

    end: End
    board: BoardSearch


@dataclass(frozen=True)
class Trial:
    """Tables fitted to an end, and the nodes of a short iteration with them."""

    end: End
    layout: Layout
    nodes: int


class Proof:
    """The search for one board's shortest path."""

    def __init__(self, run: GpuRun, problem: Problem) -> None:
        self._run = run
        self._start = End(problem, is_goal=False)
        self._goal = End(replace(problem, start=problem.goal, goal=problem.start), is_goal=True)
        named = problem.method.heuristic
        self._databases = usual_databases(problem.goal) if named is None else named.name
        self._can_be_fitted = can_be_fitted(problem)
        self._fittings: list[tuple[End, Fitting]] = []
        self._last = run.most_moves()
        self._next_bound = 0

    def search(self) -> Outcome:
        """Search until a path is found, or there can be none."""
        self._run.used = self._databases
        moves = self._searched(self._usual(), self._fitted_tables_take_over)
        if moves is None and self._next_bound <= self._last:
            moves = self._searched(self._fitted())
        if moves is not None:
            self._run.lower_bound = len(moves)
            return self._run.outcome(Status.OPTIMAL, "", moves)
        self._run.lower_bound = max(self._run.lower_bound + 2 if self._run.iterations else self._next_bound, 0)
        return self._run.outcome(Status.GAVE_UP, reasons.depth_limit(self._last))

    def _searched(self, approach: Approach, breaks_off: Callable[[int], bool] = lambda _nodes: False) -> Sequence[int] | None:
        """Search on from the next bound; return the path from the start to the goal, if it was found."""
        board = approach.board
        moves = board.solve(self._next_bound, self._last, self._run.watch, self._run.iteration, breaks_off)
        self._next_bound = board.bound
        return walked_back(moves) if moves is not None and approach.end.is_goal else moves

    def _usual(self) -> Approach:
        """Use the tables that serve every board with this goal; without their second view where there is no room for it."""
        goal = self._start.problem.goal
        with_both = self._with_tables_that_fit(self._start, layout_of(goal, self._databases), keep_files=True)
        return with_both or self._with_tables(self._start, layout_of(goal, self._databases, second_view=False), keep_files=True)

    def _with_tables(self, end: End, layout: Layout, keep_files: bool) -> Approach:
        home = home_cells(end.problem.goal)
        start = bytes(home[tile] for tile in end.problem.start.tiles)
        launcher = self._run.launcher(layout, 0, end.problem.method.automaton, keep_files)
        return Approach(end, BoardSearch(launcher, layout, start))

    def _with_tables_that_fit(self, end: End, layout: Layout, keep_files: bool) -> Approach | None:
        """Return none, and leave nothing in the card's memory, where it is too small."""
        try:
            return self._with_tables(end, layout, keep_files)
        except (OutOfMemoryError, cupy().cuda.memory.OutOfMemoryError):
            TABLES.forget()
            return None

    def _fitted_tables_take_over(self, nodes_of_iteration: int) -> bool:
        """Tell, before an iteration, whether fitted tables shall be used; have them made when iterations become long."""
        if self._can_be_fitted and not self._fittings and nodes_of_iteration >= LONG:
            stop = threading.Event()
            for end in (self._start, self._goal):
                groups = partition_named(self._databases).groups(end.problem.goal)
                fitting = self._run.helpers.enter_context(Fitting(end.problem, groups, stop))
                self._fittings.append((end, fitting))
            self._run.helpers.callback(stop.set)  # both, before either is waited for
        return bool(self._fittings) and all(fitting.takes_over(nodes_of_iteration) for _, fitting in self._fittings)

    def _fitted(self) -> Approach:
        """Use tables fitted to the board, those with which a trial takes the fewest nodes."""
        deadline = time.monotonic() + LONGEST_WAIT
        plans = {end: fitting.take(self._run.watch, deadline) for end, fitting in self._fittings}
        best = self._best_of([(end, found[0]) for end, found in plans.items() if found], None)
        if best is not None:
            best = self._best_of([(best.end, plan) for plan in plans[best.end][1:]], best)
        approach = None if best is None else self._with_tables_that_fit(best.end, best.layout, keep_files=False)
        return approach or self._usual()

    def _best_of(self, candidates: Sequence[tuple[End, Plan]], best: Trial | None) -> Trial | None:
        """Try plans, and return the best trial of these and one that was made before."""
        for end, plan in candidates:
            layout = layout_of_plan(end.problem.goal, plan)
            nodes = self._tried(end, layout, sys.maxsize if best is None else best.nodes)
            if nodes is not None and (best is None or nodes < best.nodes):
                best = Trial(end, layout, nodes)
        return best

    def _tried(self, end: End, layout: Layout, most: int) -> int | None:
        """Return the nodes under a bound that was exhausted before, at most the most; None without room for the tables."""
        fits = self._run.has_room_for(layout)
        approach = self._with_tables_that_fit(end, layout, keep_files=False) if fits else None
        return None if approach is None else self._counted(approach.board, most)

    def _counted(self, board: BoardSearch, most: int) -> int:
        begin = self._run.generated()

        def watch() -> tuple[float, int]:
            seconds, nodes = self._run.watch()
            left = most - (self._run.generated() - begin)
            if left <= 0:
                raise WorseError
            return seconds, min(nodes, left)

        with contextlib.suppress(WorseError):
            board.exhaust(self._next_bound - TRIAL, watch)
        return self._run.generated() - begin


def walked_back(moves: Sequence[int]) -> list[int]:
    """Return the moves that lead back along a path."""
    return [MOVES.index(MOVES[move].opposite) for move in reversed(moves)]
