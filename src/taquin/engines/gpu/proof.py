# SPDX-License-Identifier: MIT
"""A board's shortest path, proven on the card: IDA* that changes its tables, and perhaps its end, as the search grows long.

It begins at the start, with tables that serve every board. Meanwhile the processor works at tables fitted to this one. A path can
as well be searched for from the goal, and one way may take several times the nodes of the other; which one, only a
search can tell. So tables are fitted for both ends, a short iteration is searched with each of them, and
the better ones serve to the last.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from taquin import reasons
from taquin.engines.gpu.board_search import BoardSearch
from taquin.engines.gpu.compiling import cupy
from taquin.engines.gpu.fitting import Fitting
from taquin.engines.gpu.incumbent import Incumbent
from taquin.engines.gpu.launch import OutOfMemoryError
from taquin.engines.gpu.layout import Layout
from taquin.engines.gpu.run import MOVES, GpuRun
from taquin.engines.gpu.solvers import SMALL_BOARD, TABLES, layout_of, layout_of_plan, usual_databases
from taquin.heuristics.distances import home_cells
from taquin.heuristics.pattern import partition_named
from taquin.problem import Problem
from taquin.solution import Limits, Observer, Outcome, Status

LONG: Final = 1 << 35
"""Nodes of an iteration after which tables are fitted: those to come take half a minute and more on a large card."""
LONGEST_WAIT: Final = 120.0
"""Seconds that the card waits for them."""
TRIAL: Final = 4
"""Moves by which the bound that is tried from both ends is below the next: a hundredth of its nodes."""
FOR_EVER: Final = 1 << 60
"""Nodes that no search comes to."""


def solve_board(problem: Problem, limits: Limits, observer: Observer) -> Outcome:
    """Find a shortest path, or what could be proven within the limits."""
    run = GpuRun(limits, observer, Incumbent(problem))
    return run.guarded(Proof(run, problem).search)


class WorseError(Exception):
    """A trial takes no fewer nodes than the one before."""


@dataclass(frozen=True)
class Approach:
    """A search from one end, with certain tables."""

    problem: Problem
    """The start being where it begins."""
    board: BoardSearch


class Proof:
    """The search for one board's shortest path."""

    def __init__(self, run: GpuRun, problem: Problem) -> None:
        self._run = run
        self._problem = problem
        self._turned = Problem(problem.goal, problem.start, problem.method)
        named = problem.method.heuristic
        self._databases = usual_databases(problem.goal) if named is None else named.name
        self._may_change = named is None and len(problem.goal.tiles) > SMALL_BOARD
        self._last = run.most_moves()
        self._next_bound = 0
        self._fittings: dict[Problem, Fitting] = {}
        self._beside = contextlib.ExitStack()

    def search(self) -> Outcome:
        """Search until a path is found, or there can be none."""
        self._run.used = self._databases
        moves = self._shortest_path()
        if moves is not None:
            self._run.lower_bound = len(moves)
            return self._run.outcome(Status.OPTIMAL, "", moves)
        self._run.lower_bound = max(self._run.lower_bound + 2 if self._run.iterations else self._next_bound, 0)
        return self._run.outcome(Status.GAVE_UP, reasons.depth_limit(self._last))

    def _shortest_path(self) -> Sequence[int] | None:
        with self._beside:
            moves = self._searched(self._usual(self._problem), self._fitted_tables_take_over)
            if moves is not None or self._next_bound > self._last:
                return moves
            return self._searched(self._fitted())

    def _fitted_tables_take_over(self, nodes_of_iteration: int) -> bool:
        """Tell, before an iteration, whether fitted tables shall be used; have them made when iterations become long."""
        if self._may_change and not self._fittings and nodes_of_iteration >= LONG:
            for problem in (self._problem, self._turned):
                groups = partition_named(self._databases).groups(problem.goal)
                self._fittings[problem] = self._beside.enter_context(Fitting(problem, groups))
        return bool(self._fittings) and all(fitting.takes_over(nodes_of_iteration) for fitting in self._fittings.values())

    def _searched(self, approach: Approach, breaks_off: Callable[[int], bool] = lambda _nodes: False) -> Sequence[int] | None:
        """Search on from the next bound; return the path from the start to the goal, if it was found."""
        board = approach.board
        moves = board.solve(self._next_bound, self._last, self._run.watch, self._run.iteration, breaks_off)
        self._next_bound = board.bound
        return walked_back(moves) if moves is not None and approach.problem is self._turned else moves

    def _usual(self, problem: Problem) -> Approach:
        """Use the tables that serve every board with this goal; without their second view where there is no room for it."""
        try:
            return self._with_tables(problem, layout_of(problem.goal, self._databases))
        except (OutOfMemoryError, cupy().cuda.memory.OutOfMemoryError):
            TABLES.forget()
            return self._with_tables(problem, layout_of(problem.goal, self._databases, second_view=False))

    def _fitted(self) -> Approach:
        """Use tables fitted to the board, those of the end from which a trial takes the fewest nodes."""
        end = time.monotonic() + LONGEST_WAIT
        plans = [(problem, fitting.take(self._run.watch, end)) for problem, fitting in self._fittings.items()]
        layouts = [(problem, layout_of_plan(problem.goal, plan)) for problem, plan in plans if plan is not None]
        chosen, fewest = None, FOR_EVER
        for problem, layout in layouts:
            if self._run.has_room_for(layout):
                nodes = self._tried(self._with_tables(problem, layout, keep_files=False), fewest)
                if nodes < fewest:
                    chosen, fewest = (problem, layout), nodes
        return self._usual(self._problem) if chosen is None else self._with_tables(*chosen, keep_files=False)

    def _tried(self, approach: Approach, most: int) -> int:
        """Return the nodes under a bound that was exhausted before, or what is enough to see that they are more than the most."""
        begin = self._run.generated()

        def watch() -> tuple[float, int]:
            seconds, nodes = self._run.watch()
            left = most - (self._run.generated() - begin)
            if left <= 0:
                raise WorseError
            return seconds, min(nodes, left)

        with contextlib.suppress(WorseError):
            approach.board.exhaust(self._next_bound - TRIAL, watch)
        return self._run.generated() - begin

    def _with_tables(self, problem: Problem, layout: Layout, keep_files: bool = True) -> Approach:
        home = home_cells(problem.goal)
        start = bytes(home[tile] for tile in problem.start.tiles)
        launcher = self._run.launcher(layout, 0, problem.method.automaton, keep_files)
        return Approach(problem, BoardSearch(launcher, layout, start))


def walked_back(moves: Sequence[int]) -> list[int]:
    """Return the moves that lead back along a path."""
    return [len(MOVES) - 1 - move for move in reversed(moves)]  # up and down, left and right are opposite in their order
