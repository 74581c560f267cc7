# SPDX-License-Identifier: MIT
"""A referee for answers: is a path legal, does it reach the goal, how much too long is it, and where does that begin?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from taquin.answers import Answer, read_answer
from taquin.board import Board, Move
from taquin.clock import Clock, Stopped
from taquin.metric import SLIDES, TILES, UNITS, cost_of, counted, neighbours_in, steps_of
from taquin.moves import format_moves
from taquin.question import ask
from taquin.shortest import Prover
from taquin.solution import Limits, Observer, Status, as_observer
from taquin.solver import solve_question


@dataclass(frozen=True)
class Judgement:
    """What the referee says of one answer."""

    start: Board
    goal: Board
    answer: Answer
    """The single moves; in slides, a run of equal ones counts once."""
    reaches: bool
    """Whether all its moves are legal and the last board is the goal."""
    optimal: int | None
    """Cost of a shortest path in the metric; None where that was not proven."""
    lower_bound: int
    """Moves, or slides, proven necessary."""
    solvable: bool = True
    detour: int | None = None
    """Number of the step, from 1, that first leaves every shortest path; None for none, or where that was not proven."""
    better: Move | None = None
    """A move that goes on along a shortest path there."""
    better_tiles: int = 1
    """How many tiles it moves, where slides are counted."""
    metric: str = TILES
    """What is counted."""

    @property
    def cost(self) -> int:
        """What the legal moves of the answer cost."""
        return cost_of(self.answer.moves, self.metric)

    @property
    def excess(self) -> int | None:
        """Moves, or slides, more than necessary; None where there is no telling."""
        return self.cost - self.optimal if self.reaches and self.optimal is not None else None

    @property
    def verdict(self) -> str:
        """Say it in one line.

        >>> judge("1 2 3 / 4 0 6 / 7 5 8", "DR").verdict
        'a shortest path, 2 moves'
        """
        count = counted(self.cost, self.metric)
        if self.metric == SLIDES:
            count += f" ({counted(len(self.answer.moves))})"
        if not self.solvable:
            return "the board cannot be solved"
        if self.answer.problem:
            return self.answer.problem
        if not self.reaches and not self.answer.given:
            return "no moves were given"
        if not self.reaches:
            return f"does not reach the goal after {count}"
        if self.excess is None:
            return f"reaches the goal in {count}; at least {self.lower_bound} are necessary"
        if self.excess == 0:
            return f"a shortest path, {count}"
        return f"reaches the goal in {count}, {self.excess} more than necessary"

    @property
    def advice(self) -> str:
        """Say where the first detour begins, in the directions of the answer; empty if there is none to tell of."""
        if self.detour is None:
            return ""
        step = next(islice(steps_of(self.answer.moves, self.metric), self.detour - 1, None), None)
        notation = "tile" if self.answer.notation == "tile" else "blank"
        made = "" if step is None else f", {_step(step, notation)},"
        better = f"; {self._better_step(notation)} keeps to one" if self.better else ""
        whose = "tiles" if notation == "tile" else "blank"
        return f"{UNITS[self.metric]} {self.detour}{made} leaves every shortest path{better} (moves of the {whose})"

    def _better_step(self, notation: str = "blank") -> str:
        return "" if self.better is None else _step((self.better,) * self.better_tiles, notation)

    def to_json(self) -> dict[str, Any]:
        """Return it for JSON; moves are those of the blank."""
        return {
            "start": [list(row) for row in self.start.grid],
            "goal": [list(row) for row in self.goal.grid],
            "verdict": self.verdict,
            "advice": self.advice or None,
            "solvable": self.solvable,
            "legal": not self.answer.problem,
            "problem": self.answer.problem or None,
            "reaches": self.reaches,
            "notation": self.answer.notation,
            "metric": self.metric,
            "moves": format_moves(self.answer.moves, counts=self.metric == SLIDES),
            "cost": self.cost,
            "given": self.answer.given,
            "optimal": self.optimal,
            "lower_bound": self.lower_bound,
            "excess": self.excess,
            "detour": self.detour,
            "better": self._better_step() or None,
        }


def judge(
    start: object,
    answer: object,
    goal: object = None,
    *,
    notation: str = "auto",
    metric: str = TILES,
    limits: Limits | None = None,
    observer: Observer | None = None,
) -> Judgement:
    """Judge an answer to a board: moves in any notation of `taquin.answers`, or the boards on the way.

    >>> judgement = judge("1 2 3 / 4 0 6 / 7 5 8", "LRDR")
    >>> judgement.excess, judgement.detour, str(judgement.better)
    (2, 1, 'D')
    """
    question = ask(start, goal, limits=limits, metric=metric)
    metric = question.metric
    clock = Clock(question.limits, as_observer(observer))
    read = read_answer(answer, question.start, question.goal, notation, metric)
    reaches = not read.problem and question.start.apply(*read.moves) == question.goal
    shortest = solve_question(question, clock.observer)
    optimal = shortest.cost if shortest.status is Status.OPTIMAL else None
    solvable = shortest.status is not Status.UNSOLVABLE
    found = Judgement(question.start, question.goal, read, reaches, optimal, shortest.lower_bound, solvable, metric=metric)
    if optimal is None or found.excess == 0:
        return found
    try:
        return _with_detour(found, optimal, Prover(found.goal, metric, clock, shortest.stats.generated))
    except Stopped:
        return found


def _with_detour(judgement: Judgement, optimal: int, prover: Prover) -> Judgement:
    """Find the first move after which no shortest path is left: before it all boards lie on one, after it none does."""
    boards = list(islice(_boards_after(judgement), optimal + 2))  # after more steps than that none does

    def is_on_shortest(board: Board, made: int) -> bool:
        return made <= optimal and prover.path_within(board, optimal - made) is not None

    good, bad = 0, len(boards)  # boards[good] lies on a shortest path; boards[bad] does not, or there is none
    while bad - good > 1:
        middle = (good + bad) // 2
        if is_on_shortest(boards[middle], middle):
            good = middle
        else:
            bad = middle
    if bad == len(boards):
        return judgement
    nearby = neighbours_in(boards[good], judgement.metric)
    better = next((moves for moves, child in nearby if is_on_shortest(child, bad)), ())
    return replace(judgement, detour=bad, better=better[0] if better else None, better_tiles=max(1, len(better)))


def _boards_after(judgement: Judgement) -> Iterator[Board]:
    board = judgement.start
    yield board
    for step in steps_of(judgement.answer.moves, judgement.metric):
        board = board.apply(*step)
        yield board


def _step(moves: tuple[Move, ...], notation: str) -> str:
    return format_moves(moves, notation, counts=True)
