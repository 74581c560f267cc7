# SPDX-License-Identifier: MIT
"""The method `anytime`: a short path for a board of any size at once, and a shorter one with every second.

A constructive solver answers in milliseconds and cannot fail; beams and windows of the path searched anew shorten it until
time runs out. Beside the path stands a proven lower bound.

Where slides are counted, a path with few moves is the beginning: most of the time goes into windows of it, searched anew with
slides counted. On boards up to `OPTIMAL_CELLS` most of it goes into the solver of fewest slides instead.
"""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import Final

from taquin import reasons
from taquin.board import MAX_SIDE, Move, codes_of, moves_of_codes
from taquin.clock import Clock, Stopped
from taquin.compiled_core import compiled_core
from taquin.heuristics import HEURISTICS, under
from taquin.methods.optimal import solve_optimal
from taquin.methods.quick_path import quick_path
from taquin.methods.slides import bound_slides, solve_slides
from taquin.metric import SLIDES, UNITS, cost_of
from taquin.question import OPTIMAL_CELLS, Known, Question
from taquin.solution import Observer, Outcome, Progress, Stats, Status

QUALITY_SECONDS: Final = {"fast": 0.3, "good": 3.0, "best": 30.0}
"""Seconds that each quality takes without a time limit."""
SMALLEST_BOARD: Final = 9
"""Boards up to this many cells have exact tables: their shortest path is as quick as any."""


def seconds_of(question: Question) -> float | None:
    """Return the seconds there are; limited by nodes alone it goes by the work done and never by the clock, to repeat itself."""
    limits = question.limits
    return QUALITY_SECONDS[question.method["quality"]] if limits.time is None and limits.nodes is None else limits.time


def solve_anytime(question: Question, observer: Observer) -> Outcome:
    """Find a short path within the time there is; the time limit, or the time of the quality asked for."""
    if question.start == question.goal:
        return Outcome(Status.OPTIMAL, (), stats=Stats(generated=1, max_frontier=1))
    if question.metric == SLIDES:
        return _SlidesRun(question, observer).run()
    if len(question.goal.tiles) <= SMALLEST_BOARD:
        return _with_some_path(question, solve_optimal(question, observer))
    limits, seconds = question.limits, seconds_of(question)
    clock = Clock(limits, observer)
    best: list[int] = [] if question.known.moves is None else [len(question.known.moves)]

    def poll() -> bool:
        bound = question.known.lower_bound
        progress = Progress(Stats(elapsed=clock.elapsed()), 0, bound, 0.0, "shortening the path", min(best, default=None))
        clock.report(lambda: progress)
        return clock.cancelled()

    found = quick_path(question, seconds, limits.nodes, lambda length, _seconds: best.append(length), poll)
    moves = None if found.moves is None else moves_of_codes(found.moves)
    return outcome_of(question, moves, found.lower_bound, found.cancelled, Stats(found.boards, elapsed=clock.elapsed()))


def _with_some_path(question: Question, proof: Outcome) -> Outcome:
    """Give a proof that a limit has ended before it had a path the first path that comes to hand: this method always has one."""
    if proof.status is not Status.LIMIT or proof.moves is not None:
        return proof
    found = quick_path(question, 0.0, None, lambda _length, _seconds: None, lambda: False)
    moves = None if found.moves is None else moves_of_codes(found.moves)
    proven = max(1, proof.lower_bound)  # this board is not the goal
    return outcome_of(question, moves, proven, found.cancelled, proof.stats)


def outcome_of(question: Question, moves: tuple[Move, ...] | None, lower_bound: int, cancelled: bool, stats: Stats) -> Outcome:
    """Return how a run ended that has a path and a bound; only one that was cancelled at once has no path."""
    if moves is None:
        return Outcome(Status.CANCELLED, None, lower_bound, reasons.CANCELLED, stats)
    cost, depth = cost_of(moves, question.metric), question.limits.depth
    if depth is not None and cost > depth:
        return Outcome(Status.GAVE_UP, None, lower_bound, reasons.depth_limit(depth), stats)
    stats.max_depth = cost
    if cost == lower_bound:
        return Outcome(Status.OPTIMAL, moves, cost, None, stats)
    if cancelled:
        return Outcome(Status.CANCELLED, moves, lower_bound, reasons.CANCELLED, stats)
    return Outcome(Status.SOLVED, moves, lower_bound, reasons.within_ratio(cost, lower_bound, UNITS[question.metric]), stats)


FEW_MOVES: Final = {OPTIMAL_CELLS: 1 / 8, 25: 1 / 4, 200: 2 / 3, MAX_SIDE**2: 9 / 10}
"""Share of the time that a path of few moves takes, by the most cells: it shortens long paths sooner than windows do."""


BOUND_CELLS: Final = 25
"""Boards up to this many cells get their bound from a short search with small tables."""
BOUND_SHARE: Final = 1 / 8
"""Share of the time that it may take; a tenth of a second is enough."""


class _SlidesRun:
    """One board towards few slides."""

    def __init__(self, question: Question, observer: Observer) -> None:
        self.question = question
        self.limits = question.limits
        self.clock = Clock(question.limits, observer)
        self.seconds = seconds_of(question)
        self.boards = 0
        self.best = question.known.moves
        self.slides = None if self.best is None else cost_of(self.best, SLIDES)
        """Those of the path that is being shortened."""
        self.lower_bound = question.known.lower_bound

    def run(self) -> Outcome:
        """Find a path with few moves, then one with fewer slides, and prove it shortest where that is feasible."""
        small = len(self.question.goal.tiles) <= OPTIMAL_CELLS
        if len(self.question.goal.tiles) <= SMALLEST_BOARD:
            return _with_some_path(self.question, solve_slides(self.question, self.clock.observer))
        self._estimate(small)
        few_moves = self._share(next(share for most, share in FEW_MOVES.items() if len(self.question.goal.tiles) <= most))
        found = quick_path(self.question, few_moves, self._share_of_nodes(1 / 4), lambda *_: None, self._poll)
        self.boards += found.boards
        if found.moves is not None:
            self._take(moves_of_codes(found.moves))
        bounded = not small and len(self.question.goal.tiles) <= BOUND_CELLS and self.limits.nodes is None
        if self.best is not None and not self.clock.cancelled():
            self._shorten(1 / 4 if small else 1 - BOUND_SHARE if bounded else 1)
        if bounded and not self.clock.cancelled() and self._share(1) != 0:
            self._bound()
        if small and self.limits.nodes is None and not self.clock.cancelled() and self._share(1) != 0:
            return self._prove()
        return self._outcome()

    def _estimate(self, small: bool) -> None:
        """Begin with what heuristics prove of the start; the tables of the second take as long to make as some whole answers."""
        for name in ("manhattan",) if small and self.limits.nodes is None else ("manhattan", "walking-distance"):
            heuristic = under(HEURISTICS[name], SLIDES)
            if not heuristic.refuses(*self.question.goal.shape):
                bound = heuristic.towards(self.question.goal)(self.question.start.tiles)
                self.lower_bound = max(self.lower_bound, bound)

    def _bound(self) -> None:
        """Search a little with small tables: what they prove is much more than what the estimates of the start say."""
        with contextlib.suppress(Stopped):  # while tables are built: the path stands
            known = Known(self.lower_bound, self.best)
            limits = replace(self.limits, time=self._share(1), depth=None)
            found = bound_slides(replace(self.question, limits=limits, known=known), self.clock)
            self.lower_bound = max(self.lower_bound, found.lower_bound)
            if found.moves is not None:
                self._take(found.moves)

    def _share(self, share: float) -> float | None:
        """Return the seconds until a share of the time is over, None where it does not matter."""
        return None if self.seconds is None else max(0.0, share * self.seconds - self.clock.elapsed())

    def _share_of_nodes(self, share: float) -> int | None:
        return None if self.limits.nodes is None else max(1, int(share * self.limits.nodes))

    def _take(self, moves: tuple[Move, ...]) -> None:
        if self.best is None or cost_of(moves, SLIDES) < cost_of(self.best, SLIDES):
            self.best = moves

    def _shorten(self, share: float) -> None:
        """Search windows of the path anew until a share of the time is over, or the nodes are used up."""
        assert self.best is not None
        start, best = self.question.start, self.best
        left = None if self.limits.nodes is None else max(1, self.limits.nodes - self.boards)
        self.slides = cost_of(best, SLIDES)

        def poll(slides: int) -> bool:
            self.slides = slides
            return self._poll()

        seed = self.question.method["seed"]
        moves, boards = compiled_core().shorten_slides(
            start.rows, start.cols, start.tiles, codes_of(best), self._share(share), left, seed, poll
        )
        self.boards += boards
        self._take(moves_of_codes(moves))

    def _prove(self) -> Outcome:
        known = Known(self.lower_bound, self.best)
        limits = replace(self.limits, time=self._share(1))
        outcome = solve_slides(replace(self.question, limits=limits, known=known), self.clock.observer)
        self.boards += outcome.stats.generated
        if outcome.moves is not None:
            self._take(outcome.moves)
        self.lower_bound = max(self.lower_bound, outcome.lower_bound)
        return self._outcome()

    def _poll(self) -> bool:
        self.clock.report(self._progress)
        return self.clock.cancelled()

    def _progress(self) -> Progress:
        return Progress(Stats(elapsed=self.clock.elapsed()), 0, self.lower_bound, 0.0, "shortening the path", self.slides)

    def _outcome(self) -> Outcome:
        stats = Stats(self.boards, elapsed=self.clock.elapsed())
        return outcome_of(self.question, self.best, self.lower_bound, self.clock.cancelled(), stats)
