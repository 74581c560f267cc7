# SPDX-License-Identifier: MIT
"""A board's shortest path, proven on the card: IDA* that changes its tables, and perhaps its end, as the search grows long.

It begins at the start, with tables that serve every board. Before a long iteration, tables are fitted to this one. A path can
as well be searched for from the goal, and one way may take several times the nodes of the other; which one, with which tables,
only a search can tell. So first a few pairs of partitions are tried for each end, under a bound that was exhausted before, and
before every long iteration that follows, more of them for the better end; the best takes over.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from taquin import reasons
from taquin.engines.gpu.board_search import BoardSearch
from taquin.engines.gpu.compiling import cupy
from taquin.engines.gpu.fitting import Fitting, can_be_fitted
from taquin.engines.gpu.incumbent import Incumbent
from taquin.engines.gpu.launch import OutOfMemoryError
from taquin.engines.gpu.layout import MAX_LENGTH, Layout
from taquin.engines.gpu.run import MOVES, GpuRun
from taquin.engines.gpu.solvers import TABLES, layout_of, layout_of_plan, usual_databases
from taquin.engines.gpu.tables import Shelf
from taquin.heuristics.distances import home_cells
from taquin.heuristics.pattern import partition_named
from taquin.problem import Problem
from taquin.solution import Limits, Observer, Outcome, Status
from taquin.tables import notes
from taquin.tables.patterns import Groups, Plan, plan_tables

LONG: Final = 1 << 38
"""Nodes of an iteration before the next of which tables are fitted, for that one takes half a minute on a large card."""
TRIAL: Final = 1 << 36
"""Nodes that the bound which they are tried under takes at most, by and large."""
GROWTH: Final = 8
"""Of an iteration over the one before."""
FIRST_PAIRS: Final = 2
PAIRS: Final = 8
"""Pairs of partitions that are tried: for each end before the first long iteration, and for the better end before every other."""
LONGEST_STAGE: Final = 60.0
"""Seconds after which no more of them are begun."""


def solve_board(problem: Problem, limits: Limits, observer: Observer) -> Outcome:
    """Find a shortest path, or what could be proven within the limits."""
    run = GpuRun(limits, observer, Incumbent(problem))
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
        self._pairs: dict[End, Iterator[tuple[Groups, Groups]]] = {}
        self._best: Trial | None = None
        self._shelf = Shelf(sys.maxsize if run.limits.memory is None else 0)
        self._last = min(run.most_moves(), MAX_LENGTH)
        self._next_bound = 0
        self._nodes_of_iteration = 0  # of the latest

    def search(self) -> Outcome:
        """Search until a path is found, or there can be none."""
        self._run.used = self._databases
        moves = self._searched(self._usual())
        while moves is None and self._next_bound <= self._last:
            moves = self._searched(self._fitted() or self._usual())
        if moves is not None:
            self._run.lower_bound = len(moves)
            return self._run.outcome(Status.OPTIMAL, "", moves)
        self._run.lower_bound = self._next_bound
        return self._run.outcome(Status.GAVE_UP, reasons.depth_limit(self._last))

    def _searched(self, approach: Approach) -> Sequence[int] | None:
        """Search on from the next bound, until a long iteration is next; return the path from the start to the goal, if found."""
        board = approach.board
        moves = board.solve(self._next_bound, self._last, self._run.watch, self._run.iteration, self._is_long)
        self._next_bound = board.bound
        return walked_back(moves) if moves is not None and approach.end.is_goal else moves

    def _is_long(self, nodes_before: int) -> bool:
        """Tell, by the nodes of the iteration before, whether better tables are worth their while for the next."""
        self._nodes_of_iteration = nodes_before
        return self._can_be_fitted and nodes_before >= LONG

    def _usual(self) -> Approach:
        """Use the tables that serve every board with this goal; without their second view where there is no room for it."""
        goal = self._start.problem.goal
        with_both = self._with_tables_that_fit(self._start, layout_of(goal, self._databases))
        return with_both or self._with_tables(self._start, layout_of(goal, self._databases, second_view=False))

    def _with_tables(self, end: End, layout: Layout, shelf: Shelf | None = None) -> Approach:
        home = home_cells(end.problem.goal)
        start = bytes(home[tile] for tile in end.problem.start.tiles)
        launcher = self._run.launcher(layout, 0, end.problem.method.automaton, shelf)
        return Approach(end, BoardSearch(launcher, layout, start))

    def _with_tables_that_fit(self, end: End, layout: Layout, shelf: Shelf | None = None) -> Approach | None:
        """Return none, and leave nothing in the card's memory, where it is too small even with an empty shelf."""
        for _ in range(2 if self._shelf.bytes else 1):
            with contextlib.suppress(OutOfMemoryError, cupy().cuda.memory.OutOfMemoryError):
                return self._with_tables(end, layout, shelf)
            TABLES.forget()
            self._shelf.clear()
        return None

    def _fitted(self) -> Approach | None:
        """Use tables fitted to the board, the best of several in a trial; None, for good, without room for them."""
        self._can_be_fitted = self._find_best(self._trial_bound())
        best = self._best
        approach = None if best is None else self._with_tables_that_fit(best.end, best.layout, self._shelf)
        if approach is None:
            self._can_be_fitted = False
            self._shelf.clear()
        return approach

    def _find_best(self, bound: int) -> bool:
        """Try candidates, and the best of earlier ones, under a bound; tell whether there was memory to try all."""
        earlier, self._best = self._best, None
        try:
            if earlier is not None:
                self._best = self._tried(earlier.end, earlier.layout, bound)
            for end, plan in self._candidates(earlier):
                trial = self._tried(end, layout_of_plan(end.problem.goal, plan), bound)
                if trial is not None and (self._best is None or trial.nodes < self._best.nodes):
                    self._best = trial
        except MemoryError:
            notes.say("there was no memory to fit pattern databases to the board; the search goes on with those it has")
            return False
        return True

    def _trial_bound(self) -> int:
        """Return a bound that was exhausted before, and takes a moment."""
        bound, nodes = self._next_bound - 4, self._nodes_of_iteration // GROWTH
        while nodes > TRIAL:
            bound, nodes = bound - 2, nodes // GROWTH
        return bound

    def _candidates(self, earlier: Trial | None) -> Iterator[tuple[End, Plan]]:
        """Yield pairs of partitions: for both ends, and the next time others for the better, until it takes too long."""
        begin = time.monotonic()
        if earlier is None:
            ends = [self._start, self._goal] * FIRST_PAIRS
            for end in (self._start, self._goal):
                groups = partition_named(self._databases).groups(end.problem.goal)
                self._pairs[end] = Fitting(end.problem, groups, self._run.watch).pairs()
        else:
            ends = [earlier.end] * PAIRS
        for end in ends:
            if earlier is not None and time.monotonic() - begin > LONGEST_STAGE:
                return
            goal = end.problem.goal
            first, second = (plan_tables(goal.rows, goal.cols, goal.blank, groups) for groups in next(self._pairs[end]))
            yield end, first.first_view().beside(second.first_view())

    def _tried(self, end: End, layout: Layout, bound: int) -> Trial | None:
        """Count the nodes under a bound, at most those of the best trial; None without room for the tables."""
        most = sys.maxsize if self._best is None else self._best.nodes
        fits = self._run.has_room_for(layout)
        approach = self._with_tables_that_fit(end, layout, self._shelf) if fits else None
        return None if approach is None else Trial(end, layout, self._counted(approach.board, bound, most))

    def _counted(self, board: BoardSearch, bound: int, most: int) -> int:
        begin = self._run.generated()

        def watch() -> tuple[float, int]:
            seconds, nodes = self._run.watch()
            left = most - (self._run.generated() - begin)
            if left <= 0:
                raise WorseError
            return seconds, min(nodes, left)

        with contextlib.suppress(WorseError):
            board.exhaust(bound, watch)
        return self._run.generated() - begin


def walked_back(moves: Sequence[int]) -> list[int]:
    """Return the moves that lead back along a path."""
    return [MOVES.index(MOVES[move].opposite) for move in reversed(moves)]
