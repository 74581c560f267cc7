# SPDX-License-Identifier: MIT
"""The method `anytime`: a short path for a board of any size at once, and a shorter one with every second.

A constructive solver answers in milliseconds and cannot fail; beams and windows of the path searched anew shorten it until
time runs out. Beside the path stands a proven lower bound.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from taquin import reasons
from taquin.board import Move
from taquin.cores import usable_cores
from taquin.problem import Problem
from taquin.solution import Limits, Observer, Outcome, Progress, Stats, Status
from taquin.tables.patterns import native_core

QUALITY_SECONDS: Final = {"fast": 0.3, "good": 3.0, "best": 30.0}
"""Seconds that each quality takes without a time limit."""
SMALLEST_BOARD: Final = 9
"""Boards up to this many cells have exact tables: their shortest path is as quick as any."""
MOVES: Final = tuple(Move)
REPORT_INTERVAL: Final = 0.1


@dataclass(frozen=True)
class QuickPath:
    """What the solver found."""

    moves: bytes
    lower_bound: int
    boards: int
    """Boards that it generated."""
    cancelled: bool


def solve_anytime(problem: Problem, limits: Limits, observer: Observer) -> Outcome:
    """Find a short path within the time there is; the time limit, or the time of the quality asked for."""
    if problem.start == problem.goal:
        return Outcome(Status.OPTIMAL, (), stats=Stats(generated=1, max_frontier=1))
    if len(problem.goal.tiles) <= SMALLEST_BOARD:
        from taquin.engines.optimal import solve_optimal  # which begins with a path of this module

        return solve_optimal(problem, limits, observer)
    begin = time.perf_counter()
    # Limited by nodes alone it goes by the work done and never by the clock, so that one thread repeats itself.
    seconds = QUALITY_SECONDS[problem.method.quality] if limits.time is None and limits.nodes is None else limits.time
    watcher = Watcher(observer, begin)
    found = quick_path(problem, seconds, limits.nodes, watcher.improved, watcher.poll)
    cost = len(found.moves)
    stats = Stats(found.boards, elapsed=time.perf_counter() - begin)
    moves = tuple(map(MOVES.__getitem__, found.moves))
    if limits.depth is not None and cost > limits.depth:
        return Outcome(Status.GAVE_UP, None, found.lower_bound, reasons.depth_limit(limits.depth), stats)
    stats.max_depth = cost
    if cost == found.lower_bound:
        return Outcome(Status.OPTIMAL, moves, cost, "", stats)
    if found.cancelled:
        return Outcome(Status.CANCELLED, moves, found.lower_bound, reasons.CANCELLED, stats)
    return Outcome(Status.SOLVED, moves, found.lower_bound, reasons.within_ratio(cost, found.lower_bound), stats)


def quick_path(
    problem: Problem,
    seconds: float | None,
    boards: int | None,
    improved: Callable[[int, float], None],
    poll: Callable[[], bool],
) -> QuickPath:
    """Run the core's solver; with a number of boards, no time limit and one thread it always gives the same path."""
    start, goal = problem.start, problem.goal
    method = problem.method
    threads = method.threads or usable_cores()
    found = native_core().solve_anytime(
        start.rows, start.cols, start.tiles, goal.tiles, seconds, boards, threads, method.seed, 0, improved, poll
    )
    return QuickPath(*found)


class Watcher:
    """Brings improvements to an observer."""

    def __init__(self, observer: Observer, begin: float) -> None:
        self.observer = observer
        self.begin = begin
        self.next_report = begin + REPORT_INTERVAL
        self.cost: int | None = None

    def improved(self, length: int, _seconds: float) -> None:
        """Remember the length of the best path."""
        self.cost = length

    def poll(self) -> bool:
        """Report at the observer's pace; return whether to stop."""
        now = time.perf_counter()
        if now >= self.next_report:
            self.next_report = now + REPORT_INTERVAL
            stats = Stats(elapsed=now - self.begin)
            self.observer.progress(Progress(stats, 0, 0, 0.0, "shortening the path", self.cost))
        return self.observer.cancelled()
