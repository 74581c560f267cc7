# SPDX-License-Identifier: MIT
"""A board's shortest path, proven on the card: IDA* that changes its tables, and perhaps its end, when the search grows long.

It begins at the start, with tables that serve every board. Before the first long iteration, tables are fitted to this one. A
path can as well be searched for from the goal, and one way may take several times the nodes of the other; which one, with which
tables, only a search can tell. So a few pairs of partitions are tried for each end, under a bound that was exhausted before, and
the best of them serves to the end.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from taquin import reasons
from taquin.board import home_cells
from taquin.engines.gpu.board_search import BoardSearch
from taquin.engines.gpu.card_run import CardRun, Incumbent
from taquin.engines.gpu.device import memory_errors
from taquin.engines.gpu.fitting import Fitting, can_be_fitted
from taquin.engines.gpu.layout import MAX_LENGTH, Layout, layout_of, layout_of_plan, usual_databases
from taquin.engines.gpu.tables import TABLES, Shelf
from taquin.methods.ends import End
from taquin.question import Question
from taquin.reasons import Cause, Reason
from taquin.solution import Observer, Outcome, Status
from taquin.tables.partitions import partition_named
from taquin.tables.patterns import plan_tables
from taquin.tables.warn_once import warn_once

LONG: Final = 1 << 38
"""Tables are fitted after an iteration of so many nodes: the next one takes half a minute on a large card."""
LARGEST_TRIAL: Final = 1 << 36
"""Nodes of an iteration that tables are tried in, at most, with the tables before; an iteration is chosen that has fewer."""
GROWTH: Final = 8
"""An iteration has about so many times the nodes of the one before."""


def solve_board(question: Question, observer: Observer) -> Outcome:
    """Find a shortest path, or what could be proven within the limits."""
    run = CardRun(question.limits, observer, Incumbent(question))
    return run.guarded(Proof(run, question).search)


class WorseError(Exception):
    """A trial has taken as many nodes as the best one before."""


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

    def __init__(self, run: CardRun, question: Question) -> None:
        self._run = run
        self._start = End.at_start(question)
        self._goal = self._start.other
        named = question.method.heuristic
        self._databases = usual_databases(question.goal) if named is None else named.name
        self._can_be_fitted = can_be_fitted(question)
        self._shelf = Shelf(sys.maxsize if run.limits.memory is None else 0)
        self._last_bound = min(run.most_moves(), MAX_LENGTH)
        self._next_bound = 0
        self._nodes_of_iteration = 0  # of the latest

    def search(self) -> Outcome:
        """Search until a path is found, or there can be none."""
        self._run.used = self._databases
        moves = self._search_on(self._with_usual_tables())
        if moves is None and self._next_bound <= self._last_bound:  # a long iteration is next
            self._can_be_fitted = False
            moves = self._search_on(self._with_fitted_tables() or self._with_usual_tables())
        if moves is not None:
            self._run.lower_bound = len(moves)
            return self._run.outcome(Status.OPTIMAL, None, moves)
        self._run.lower_bound = self._next_bound
        return self._run.outcome(Status.GAVE_UP, self._why_given_up())

    def _why_given_up(self) -> Reason:
        depth = self._run.limits.depth
        if depth is None or depth > self._last_bound:
            return Reason(Cause.TOO_LONG, f"the path has more than {self._last_bound} moves, the most that the card counts")
        return reasons.depth_limit(depth)

    def _search_on(self, approach: Approach) -> Sequence[int] | None:
        """Search on from the next bound, until a long iteration is next; return the path from the start to the goal, if found."""
        board, run = approach.board, self._run
        moves = board.solve(self._next_bound, self._last_bound, run.before_launch, run.begin_iteration, self._pays_to_fit)
        self._next_bound = board.bound
        return None if moves is None else approach.end.forwards(moves)

    def _pays_to_fit(self, nodes_before: int) -> bool:
        """Tell, by the nodes of the iteration before, whether better tables are worth their while for the next."""
        self._nodes_of_iteration = nodes_before
        return self._can_be_fitted and nodes_before >= LONG

    def _with_usual_tables(self) -> Approach:
        """Use the tables that serve every board with this goal; without their second view where there is no room for it."""
        goal = self._start.question.goal
        with_both = self._with_tables_that_fit(self._start, layout_of(goal, self._databases))
        return with_both or self._with_tables(self._start, layout_of(goal, self._databases, second_view=False))

    def _with_tables(self, end: End, layout: Layout, shelf: Shelf | None = None) -> Approach:
        home = home_cells(end.question.goal)
        start = bytes(home[tile] for tile in end.question.start.tiles)
        launcher = self._run.launcher(layout, 0, end.question.method["automaton"], shelf)
        return Approach(end, BoardSearch(launcher, layout, start))

    def _with_tables_that_fit(self, end: End, layout: Layout, shelf: Shelf | None = None) -> Approach | None:
        """Use tables, if the card has the memory, be it after its shelf was cleared; else leave nothing there."""
        for _ in range(2 if self._shelf.bytes else 1):
            with contextlib.suppress(*memory_errors()):
                return self._with_tables(end, layout, shelf)
            TABLES.drop()
            self._shelf.clear()
        return None

    def _with_fitted_tables(self) -> Approach | None:
        """Use tables fitted to the board, the best of several in a trial; None without room for any."""
        best = self._find_best(self._trial_bound())
        approach = None if best is None else self._with_tables_that_fit(best.end, best.layout, self._shelf)
        self._shelf.clear()  # nothing else is going to be tried
        return approach

    def _find_best(self, bound: int) -> Trial | None:
        """Try the candidates under a bound; where memory runs out, those before count."""
        best: Trial | None = None
        try:
            for end, layout in self._candidates():
                trial = self._try(end, layout, bound, sys.maxsize if best is None else best.nodes)
                if trial is not None and (best is None or trial.nodes < best.nodes):
                    best = trial
        except MemoryError:
            warn_once("there was no memory to fit pattern databases to the board; the search goes on with those it has")
        return best

    def _trial_bound(self) -> int:
        """Return a bound that was exhausted before, and takes a moment."""
        bound, nodes = self._next_bound - 4, self._nodes_of_iteration // GROWTH
        while nodes > LARGEST_TRIAL:
            bound, nodes = bound - 2, nodes // GROWTH
        return bound

    def _candidates(self) -> Iterator[tuple[End, Layout]]:
        """Yield layouts of tables fitted to either end."""
        for end in (self._start, self._goal):
            goal = end.question.goal
            groups = partition_named(self._databases).groups(goal)
            for pair in Fitting(end.question, groups, self._run.before_launch).pairs():
                yield end, layout_of_plan(goal, plan_tables(goal.rows, goal.cols, goal.blank, *pair))

    def _try(self, end: End, layout: Layout, bound: int, most: int) -> Trial | None:
        """Count the nodes under a bound, at most so many; None without room for the tables."""
        fits = self._run.has_room_for(layout)
        approach = self._with_tables_that_fit(end, layout, self._shelf) if fits else None
        return None if approach is None else Trial(end, layout, self._counted(approach.board, bound, most))

    def _counted(self, board: BoardSearch, bound: int, most: int) -> int:
        work = self._run.work
        begin = work.generated

        def before_launch() -> tuple[float, int]:
            seconds, nodes = self._run.before_launch()
            left = most - (work.generated - begin)
            if left <= 0:
                raise WorseError
            return seconds, min(nodes, left)

        with contextlib.suppress(WorseError):
            board.exhaust(bound, before_launch)
        return work.generated - begin
