# SPDX-License-Identifier: MIT
"""The method `anytime`: a short path for a board of any size at once, and a shorter one with every second.

A constructive solver answers in milliseconds and cannot fail; beams and windows of the path searched anew shorten it until
time runs out. Beside the path stands a proven lower bound.
"""

from __future__ import annotations

from typing import Final

from taquin import reasons
from taquin.board import moves_of_codes
from taquin.clock import Clock
from taquin.methods.optimal import solve_optimal
from taquin.methods.quick_path import quick_path
from taquin.question import Question
from taquin.solution import Observer, Outcome, Progress, Stats, Status

QUALITY_SECONDS: Final = {"fast": 0.3, "good": 3.0, "best": 30.0}
"""Seconds that each quality takes without a time limit."""
SMALLEST_BOARD: Final = 9
"""Boards up to this many cells have exact tables: their shortest path is as quick as any."""


def solve_anytime(question: Question, observer: Observer) -> Outcome:
    """Find a short path within the time there is; the time limit, or the time of the quality asked for."""
    if question.start == question.goal:
        return Outcome(Status.OPTIMAL, (), stats=Stats(generated=1, max_frontier=1))
    if len(question.goal.tiles) <= SMALLEST_BOARD:
        return solve_optimal(question, observer)
    limits = question.limits
    # Limited by nodes alone it goes by the work done and never by the clock, so that one thread repeats itself.
    seconds = QUALITY_SECONDS[question.method["quality"]] if limits.time is None and limits.nodes is None else limits.time
    clock = Clock(limits, observer)
    best: list[int] = [] if question.known.moves is None else [len(question.known.moves)]

    def poll() -> bool:
        bound = question.known.lower_bound
        progress = Progress(Stats(elapsed=clock.elapsed()), 0, bound, 0.0, "shortening the path", min(best, default=None))
        clock.report(lambda: progress)
        return clock.cancelled()

    found = quick_path(question, seconds, limits.nodes, lambda length, _seconds: best.append(length), poll)
    stats = Stats(found.boards, elapsed=clock.elapsed())
    if found.moves is None:
        return Outcome(Status.CANCELLED, None, found.lower_bound, reasons.CANCELLED, stats)
    cost = len(found.moves)
    if limits.depth is not None and cost > limits.depth:
        return Outcome(Status.GAVE_UP, None, found.lower_bound, reasons.depth_limit(limits.depth), stats)
    stats.max_depth = cost
    moves = moves_of_codes(found.moves)
    if cost == found.lower_bound:
        return Outcome(Status.OPTIMAL, moves, cost, None, stats)
    if found.cancelled:
        return Outcome(Status.CANCELLED, moves, found.lower_bound, reasons.CANCELLED, stats)
    return Outcome(Status.SOLVED, moves, found.lower_bound, reasons.within_ratio(cost, found.lower_bound), stats)
