# SPDX-License-Identifier: MIT
"""The method `optimal` where slides are counted: IDA* with tables for slides, on threads, in the native core.

A slide of several tiles in one line is one move. Two slides in a row along one axis are one slide or none, so shortest paths
alternate between the axes, and slides along one axis are about half of a path: a table that counts only them, and gives away the
others, bounds the whole. It is free to choose its tables and says which it used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from taquin import reasons
from taquin.board import Board, Move, codes_of, moves_of_codes
from taquin.clock import Clock, Stopped
from taquin.compiled_core import IN_PAGE, compiled_core
from taquin.machine import available_memory, usable_cores
from taquin.methods.optimal import LARGEST_QUICK, NO_LENGTH, QUICK_SECONDS
from taquin.methods.quick_path import quick_path
from taquin.methods.ready_tables import make_slides_ready
from taquin.metric import SLIDES, cost_of
from taquin.question import Question
from taquin.reasons import Reason
from taquin.solution import Observer, Outcome, Progress, Stats, Status
from taquin.tables.slides import SlideTable, load_slides, plan_slides

if TYPE_CHECKING:
    from taquin._core import SlideSolver

FEW_ENTRIES: Final = 8_000_000
"""Of tables that are built in a moment: on 4x4 three of five tiles, with a million entries each."""
USUAL_ENTRIES: Final = 64_000_000
"""Of tables for boards up to 16 cells: on 4x4 three of six tiles and one of all tiles by quarters, 53 MB, most of which stay in a
processor's cache."""
PAGE_ENTRIES: Final = 60_000_000
"""The same without the quarters: a page, which has one thread, would build them for a minute."""
LARGE_BOARD_ENTRIES: Final = 32_000_000
"""Of the many tables of a larger board."""
EASY_NODES: Final = 20_000_000
"""Where the usual tables have not been built yet, boards are solved with small ones, until those have taken so many nodes: about
a second, where building takes several."""

SMALLEST_ENTRIES: Final = 500_000
"""Of tables that only bound a path: on 5x5 a quarter of a megabyte, built in a tenth of a second."""
BOUND_NODES: Final = 1_000_000
"""Nodes of a search for a bound: a tenth of a second."""

_spent: Counter[Board] = Counter()
"""Nodes that this process has searched with small tables, by goal."""


def solve_slides(question: Question, observer: Observer) -> Outcome:
    """Find a path with the fewest slides, or what could be proven within the limits."""
    if question.start == question.goal:
        return Outcome(Status.OPTIMAL, (), stats=Stats(generated=1, max_frontier=1))
    return SlidesRun(question, observer).run()


def bound_slides(question: Question, clock: Clock) -> Outcome:
    """Prove what a short search with the smallest tables proves; raise `Stopped` where there was no time for the tables."""
    run = SlidesRun(question, clock.observer)
    moves, _ = run.search(Stage(SMALLEST_ENTRIES, BOUND_NODES), BOUND_NODES)
    return Outcome(Status.LIMIT, None if moves is None else moves_of_codes(moves), run.lower_bound)


class Stage(NamedTuple):
    """A part of a search: how large its tables may be, and when the next one begins."""

    entries: int
    nodes: int | None = None
    """It ends after so many."""


class SlidesRun:
    """One board on its way through the stages. All lengths are in slides."""

    def __init__(self, question: Question, observer: Observer) -> None:
        self.question = question
        self.limits = question.limits
        self.threads = question.method["threads"] or usable_cores()
        self.clock = Clock(question.limits, observer)
        self.lower_bound = question.known.lower_bound
        self.nodes = 1
        self.iterations = 0
        self.memory = 0
        self.best: bytes | None = None if question.known.moves is None else codes_of(question.known.moves)
        """The path with the fewest slides found so far, proven or not."""

    def run(self) -> Outcome:
        """Find a path with the fewest slides, or what could be proven before somebody stopped it."""
        try:
            return self._solve()
        except Stopped as stopped:
            return self._outcome(stopped.status, stopped.reason)

    def _solve(self) -> Outcome:
        """Go through the stages until one ends with an answer."""
        if len(self.question.goal.tiles) > LARGEST_QUICK and self.best is None:
            self._find_quick_path()
        for stage in self._stages():
            left = None if self.limits.nodes is None else max(1, self.limits.nodes - self.nodes)
            moves, stop = self.search(stage, left)
            if moves is not None or (self.best is not None and self.lower_bound >= cost_of(self.best, SLIDES)):
                self.best = moves or self.best
                return self._outcome(Status.OPTIMAL)
            if stop == "cancelled":
                return self._outcome(Status.CANCELLED, reasons.CANCELLED)
            if stop == "time":
                return self._outcome(Status.LIMIT, reasons.time_limit(self.limits.time))
            if stop == "nodes" and left is not None and (stage.nodes is None or left <= stage.nodes):
                return self._outcome(Status.LIMIT, reasons.node_limit(self.limits.nodes))
            if self.limits.depth is not None and self.lower_bound > self.limits.depth:
                return self._outcome(Status.GAVE_UP, reasons.depth_limit(self.limits.depth))
        raise AssertionError("the last stage has no limit of its own")

    def _find_quick_path(self) -> None:
        """Begin with a path, so that there is an answer at every moment and an end of the search in sight."""
        seconds = QUICK_SECONDS if self.limits.time is None else min(QUICK_SECONDS, self.limits.time / 10)
        found = quick_path(self.question, seconds, None, lambda _length, _seconds: None, self.clock.cancelled)
        if found.moves is not None and (self.limits.depth is None or cost_of(found.moves, SLIDES) <= self.limits.depth):
            self.best = found.moves

    def _stages(self) -> Iterator[Stage]:
        """Yield the stages, one after the other as long as there is no answer."""
        usual = usual_entries(self.question.goal)
        if not self._affordable(usual):
            yield Stage(FEW_ENTRIES)
            return
        tables, few = self._tables(usual), self._tables(FEW_ENTRIES)
        easy_nodes = EASY_NODES - _spent[self.question.goal]
        if easy_nodes > 0 and tables != few and not all(table.is_available for table in tables):
            yield Stage(FEW_ENTRIES, easy_nodes)
        yield Stage(usual)

    def _tables(self, entries: int) -> tuple[SlideTable, ...]:
        goal = self.question.goal
        return plan_slides(goal.rows, goal.cols, goal.blank, entries)

    def _affordable(self, entries: int) -> bool:
        """Tell whether tables can be had within the memory there is."""
        needed = _bytes_for(self._tables(entries))
        return needed <= min(available_memory() // 2, self.limits.memory or needed)

    def _prepare(self, entries: int) -> SlideSolver:
        """Get the tables of a stage ready."""
        tables = self._tables(entries)
        self.clock.check_memory(_bytes_for(tables))
        make_slides_ready(tables, self.threads, self.clock, self.report)
        self.memory = max(self.memory, sum(table.size for table in tables))
        return _solver_for(self.question.goal, entries)

    def search(self, stage: Stage, nodes_left: int | None) -> tuple[bytes | None, str]:
        """Iterate on from the bound that is proven already; return the moves if solved, and what stopped it."""
        solver = self._prepare(stage.entries)
        done = self.nodes
        known = NO_LENGTH if self.best is None else cost_of(self.best, SLIDES)
        if self.limits.depth is not None:
            known = min(known, self.limits.depth + 1)
        moves, bound, nodes, iterations, stop = solver.solve(
            self.question.start.tiles,
            self.threads,
            self.lower_bound,
            known,
            self.clock.seconds_left(),
            min((limit for limit in (stage.nodes, nodes_left) if limit is not None), default=None),
            self._poll(done),
        )
        self.nodes = done + nodes
        self.lower_bound = max(self.lower_bound, bound)
        self.iterations += len(iterations)
        if stage.entries == FEW_ENTRIES:
            _spent[self.question.goal] += nodes
        return moves, stop

    def _poll(self, done: int) -> Callable[[int, int], bool]:
        """Return what the core calls while it searches, after `done` nodes."""

        def poll(nodes: int, bound: int) -> bool:
            self.nodes = done + nodes
            self.lower_bound = max(self.lower_bound, bound)
            self.report()
            return self.clock.cancelled()

        return poll

    def report(self, stage: str = "") -> None:
        """Tell the observer where the search stands, at its pace."""
        self.clock.report(lambda: self._progress(stage))

    def _progress(self, stage: str) -> Progress:
        stats = self._stats()
        cost = None if self.best is None else cost_of(self.best, SLIDES)
        return Progress(stats, 0, self.lower_bound, stats.generated / stats.elapsed, stage, cost)

    def _stats(self) -> Stats:
        return Stats(self.nodes, 0, 0, self.lower_bound, max(self.iterations, 1), self.clock.elapsed(), self.memory)

    def _outcome(self, status: Status, reason: Reason | None = None) -> Outcome:
        """Close the books; the best path found so far goes with every status."""
        moves: tuple[Move, ...] | None = None if self.best is None else moves_of_codes(self.best)
        return Outcome(status, moves, self.lower_bound, reason, self._stats(), heuristic="slide-tables")


def _bytes_for(tables: tuple[SlideTable, ...]) -> int:
    """Return the memory that tables take, and the building of what is missing."""
    building = max((table.build_bytes for table in tables if not table.is_available), default=0)
    return sum(table.size for table in tables) + building


def usual_entries(goal: Board) -> int:
    """Return how many entries the tables that a goal's boards are solved with may have."""
    if len(goal.tiles) > LARGEST_QUICK:
        return LARGE_BOARD_ENTRIES
    return PAGE_ENTRIES if IN_PAGE else USUAL_ENTRIES


@lru_cache(maxsize=8)
def _solver_for(goal: Board, entries: int) -> SlideSolver:
    """Return a solver for a goal with its tables, made once for many boards."""
    tables = [load_slides(table) for table in plan_slides(goal.rows, goal.cols, goal.blank, entries)]
    solver: SlideSolver = compiled_core().SlideSolver(goal.rows, goal.cols, goal.tiles, entries, tables)
    return solver
