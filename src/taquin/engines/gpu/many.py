# SPDX-License-Identifier: MIT
"""Many boards with their goals, solved on the card a batch at a time: what `solve()` is for one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from taquin.board import Board
from taquin.engines.gpu.engine import GpuEngine
from taquin.problem import Method
from taquin.solution import Limits, Observer, Outcome, Solution, Stats, Status
from taquin.solvability import check_solvable
from taquin.solver import used_options


def solve_together(boards: Sequence[tuple[Board, Board]], method: Method, observer: Observer) -> list[Solution]:
    """Solve starts towards goals, in this order; a batch that is cancelled leaves its boards cancelled."""
    engine = GpuEngine()
    found: list[Solution | None] = [None] * len(boards)
    by_goal: dict[Board, list[int]] = defaultdict(list)
    for number, (start, goal) in enumerate(boards):
        verdict = check_solvable(start, goal)
        if verdict.solvable:
            by_goal[goal].append(number)
        else:
            unsolvable = Outcome(Status.UNSOLVABLE, None, 0, verdict.reason, Stats(iterations=0))
            found[number] = _solution(unsolvable, start, goal, method)
    for goal, numbers in by_goal.items():
        outcomes = engine.solve_many([boards[number][0] for number in numbers], goal, method, observer)
        for number, outcome in zip(numbers, outcomes, strict=True):
            found[number] = _solution(outcome, boards[number][0], goal, method)
    return [solution for solution in found if solution is not None]


def _solution(outcome: Outcome, start: Board, goal: Board, method: Method) -> Solution:
    return Solution(
        outcome.status,
        start,
        goal,
        outcome.moves,
        outcome.lower_bound,
        outcome.reason,
        outcome.stats,
        str(method),
        GpuEngine.name,
        used_options(method, Limits()),
        outcome.heuristic,
    ).verify()
