# SPDX-License-Identifier: MIT
"""The method `optimal` where slides are counted: a slide of several tiles in one line is one move.

Two slides in a row along one axis are one slide or none, so shortest paths alternate between the axes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from taquin import reasons
from taquin.board import Board, Move
from taquin.clock import Clock, Stopped
from taquin.question import Question
from taquin.solution import Observer, Outcome, Stats, Status


def slides_in(moves: Iterable[Move]) -> int:
    """Count the slides of a path: runs of equal moves."""
    return sum(1 for _ in groupby(moves))


def solve_slides(question: Question, observer: Observer) -> Outcome:
    """Find a path with the fewest slides, or what could be proven within the limits."""
    return SlidesRun(question, observer).run()


class SlidesRun:
    """One board on its way to the goal, by iterative deepening."""

    def __init__(self, question: Question, observer: Observer) -> None:
        self.question = question
        self.clock = Clock(question.limits, observer)
        self.nodes = 1
        self.lower_bound = question.known.lower_bound

    def run(self) -> Outcome:
        """Find a path with the fewest slides, or what could be proven before somebody stopped it."""
        try:
            while True:
                if self.question.limits.depth is not None and self.lower_bound > self.question.limits.depth:
                    return self._outcome(Status.GAVE_UP, None, reasons.depth_limit(self.question.limits.depth))
                moves = self._search(self.question.start, self.lower_bound, None)
                if moves is not None:
                    return self._outcome(Status.OPTIMAL, moves)
                self.lower_bound += 1
        except Stopped as stopped:
            return self._outcome(stopped.status, None, stopped.reason)

    def _search(self, board: Board, left: int, last: Move | None) -> tuple[Move, ...] | None:
        if board == self.question.goal:
            return ()
        if left == 0:
            return None
        self.clock.check(self.nodes)
        for slide, child in _slides(board):
            if last in (slide[0], slide[0].opposite):
                continue
            self.nodes += 1
            rest = self._search(child, left - 1, slide[0])
            if rest is not None:
                return slide + rest
        return None

    def _outcome(self, status: Status, moves: tuple[Move, ...] | None, reason: reasons.Reason | None = None) -> Outcome:
        stats = Stats(self.nodes, 0, 0, self.lower_bound, self.lower_bound + 1, self.clock.elapsed(), 0)
        return Outcome(status, moves, self.lower_bound, reason, stats)


def _slides(board: Board) -> Iterator[tuple[tuple[Move, ...], Board]]:
    row, col = divmod(board.blank, board.cols)
    room = {Move.UP: row, Move.LEFT: col, Move.RIGHT: board.cols - 1 - col, Move.DOWN: board.rows - 1 - row}
    for move, most in room.items():
        for tiles in range(1, most + 1):
            slide = (move,) * tiles
            yield slide, board.apply(*slide)
