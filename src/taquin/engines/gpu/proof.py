# SPDX-License-Identifier: MIT
"""A board's shortest path, proven on the card: IDA* that changes ends and tables as the search grows long.

It begins at the start, with tables that serve every board. A path can as well be searched for from the goal, and one way may
take several times the nodes of the other; which one, only a search can tell. So when iterations become long, the last of them is
searched once more from the other end, until it is clear which is shorter. From then on the processor works at tables fitted
to the board, which the longest iterations are searched with.
"""

from __future__ import annotations

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

LONG: Final = 1 << 36
"""Nodes of an iteration after which the other end is tried: the next one takes ten seconds on a large card."""
CLEARLY: Final = 2
"""How many times fewer nodes the other end must need, its tables being built for one board and its iterations growing faster."""


def solve_board(problem: Problem, limits: Limits, observer: Observer) -> Outcome:
    """Find a shortest path, or what could be proven within the limits."""
    run = GpuRun(limits, observer, Incumbent(problem))
    return run.guarded(Proof(run, problem).search)


class OtherEndError(Exception):
    """The search from the other end takes no fewer nodes."""


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
        approach = self._usual(self._problem)
        moves = self._searched(approach, lambda nodes: self._may_change and nodes >= LONG)
        if moves is not None or self._next_bound > self._last:
            return moves
        approach = self._from_better_end(approach)
        with Fitting(approach.problem, self._groups(approach.problem)) as fitting:
            moves = self._searched(approach, fitting.takes_over)
            if moves is not None or self._next_bound > self._last:
                return moves
            return self._searched(self._fitted(approach.problem, fitting))

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

    def _fitted(self, problem: Problem, fitting: Fitting) -> Approach:
        """Use tables fitted to the board, as many views as there is room for."""
        for plan in fitting.take(self._run.watch):
            layout = layout_of_plan(problem.goal, plan)
            if self._run.has_room_for(layout):
                return self._with_tables(problem, layout, keep_files=False)
        return self._usual(problem)

    def _with_tables(self, problem: Problem, layout: Layout, keep_files: bool = True) -> Approach:
        keep_files = keep_files and problem is not self._turned  # what serves one board is not needed again
        home = home_cells(problem.goal)
        start = bytes(home[tile] for tile in problem.start.tiles)
        launcher = self._run.launcher(layout, 0, problem.method.automaton, keep_files)
        return Approach(problem, BoardSearch(launcher, layout, start))

    def _from_better_end(self, here: Approach) -> Approach:
        """Search the last iteration again from the goal; go on from there if that takes clearly fewer nodes."""
        bound = here.board.bound - 2
        nodes_here = here.board.nodes_of_iteration
        there = self._usual(self._turned)
        begin = self._run.generated()

        def watch() -> tuple[float, int]:
            seconds, nodes = self._run.watch()
            most = nodes_here // CLEARLY - (self._run.generated() - begin)
            if most <= 0:
                raise OtherEndError
            return seconds, min(nodes, most)

        try:
            there.board.exhaust(bound, watch)
        except OtherEndError:
            return self._usual(self._problem)
        return there

    def _groups(self, problem: Problem) -> tuple[tuple[int, ...], ...]:
        return partition_named(self._databases).groups(problem.goal)


def walked_back(moves: Sequence[int]) -> list[int]:
    """Return the moves that lead back along a path."""
    return [len(MOVES) - 1 - move for move in reversed(moves)]  # up and down, left and right are opposite in their order
