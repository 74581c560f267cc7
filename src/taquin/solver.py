# SPDX-License-Identifier: MIT
"""Solve boards: choose a method and an engine, run it, verify what it found."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import asdict

from taquin.board import Board
from taquin.engines import choose_engine
from taquin.errors import MoveError, VerificationError
from taquin.method import parse_method
from taquin.notation import parse_board, parse_goal
from taquin.problem import Method, Problem
from taquin.solution import Limits, Observer, SilentObserver, Solution, Stats, Status
from taquin.solvability import check_solvable


def solve(
    start: Board | str,
    goal: Board | str = "last",
    method: Method | str | None = None,
    *,
    engine: str = "auto",
    limits: Limits | None = None,
    observer: Observer | None = None,
) -> Solution:
    """Find a path from `start` to `goal` and return it verified.

    Without a method the shortest path is sought where that is feasible, else a quick good one: see `default_method`.

    >>> solution = solve("1 2 3 / 4 0 6 / 7 5 8")
    >>> str(solution.status), solution.cost
    ('optimal', 2)
    """
    begin = time.perf_counter()
    start = parse_board(start) if isinstance(start, str) else start
    goal = parse_goal(goal, start.rows, start.cols) if isinstance(goal, str) else goal
    limits = limits or Limits()
    if method is None:
        method = default_method(start)
    elif isinstance(method, str):
        method = parse_method(method)
    problem = Problem(start, goal, method)
    chosen = choose_engine(engine, problem)
    options = method.options() | {f"max_{key}": value for key, value in asdict(limits).items() if value is not None}
    verdict = check_solvable(start, goal)
    if not verdict.solvable:
        stats = Stats(iterations=0, elapsed=time.perf_counter() - begin)
        return Solution(Status.UNSOLVABLE, start, goal, None, 0, verdict.reason, stats, str(method), chosen.name, options)
    outcome = chosen.solve(problem, limits, observer or SilentObserver())
    return Solution(
        outcome.status, start, goal, outcome.moves, outcome.lower_bound, outcome.reason, outcome.stats,
        str(method), chosen.name, options,
    ).verify()
