# SPDX-License-Identifier: MIT
"""Solve boards: choose a method and an engine, run it, verify what it found."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, Final

from taquin.board import Board
from taquin.engines import choose_engine
from taquin.engines.base import Engine
from taquin.method import parse_method
from taquin.notation import parse_board, parse_goal
from taquin.problem import Method, Problem
from taquin.solution import Limits, Observer, SilentObserver, Solution, Stats, Status
from taquin.solvability import check_solvable, is_solvable

NO_LIMITS: Final = Limits()
OPTIMAL_CELLS: Final = 16
"""Boards up to this size are solved optimally by default."""


def solve(
    start: Board | str,
    goal: Board | str = "last",
    method: Method | str | None = None,
    *,
    engine: str | Engine = "auto",
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
    limits = limits or NO_LIMITS
    if method is None:
        method = default_method(start)
    elif isinstance(method, str):
        method = parse_method(method)
    problem = Problem(start, goal, method)
    chosen = choose_engine(engine, problem)
    options = used_options(method, limits)
    if not is_solvable(start, goal):
        reason = check_solvable(start, goal).reason
        stats = Stats(iterations=0, elapsed=time.perf_counter() - begin)
        return Solution(Status.UNSOLVABLE, start, goal, None, 0, reason, stats, str(method), chosen.name, options)
    outcome = chosen.solve(problem, limits, observer or SilentObserver())
    return Solution(
        outcome.status,
        start,
        goal,
        outcome.moves,
        outcome.lower_bound,
        outcome.reason,
        outcome.stats,
        str(method),
        chosen.name,
        options,
        outcome.heuristic,
    ).verify()


def used_options(method: Method, limits: Limits) -> dict[str, Any]:
    """Return the options that a solution carries: those of its method, and the limits that were set."""
    return method.options() | {f"max_{key}": value for key, value in vars(limits).items() if value is not None}


def default_method(start: Board) -> Method:
    """Choose a method for a board: a shortest path where that is feasible, else a quick good one."""
    if len(start.tiles) <= OPTIMAL_CELLS:
        return parse_method("optimal")
    return parse_method("anytime")


def compare(
    start: Board | str,
    methods: Iterable[Method | str],
    goal: Board | str = "last",
    *,
    engine: str | Engine = "auto",
    limits: Limits | None = None,
    observer: Observer | None = None,
) -> list[Solution]:
    """Solve one board with several methods, one after the other; the limits hold for each.

    >>> [(s.method, s.cost) for s in compare("1 2 3 / 4 0 6 / 7 5 8", ["bfs", "astar@manhattan"])]
    [('bfs', 2), ('astar@manhattan', 2)]
    """
    return [solve(start, goal, method, engine=engine, limits=limits, observer=observer) for method in methods]
