# SPDX-License-Identifier: MIT
"""Solve a board: choose an engine, run the search, verify what it found."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from taquin import reasons
from taquin.engines import Engine, choose_engine
from taquin.errors import quote
from taquin.method import OPTIONS, Method, check_concerned
from taquin.question import Question, ask, check_words, read_boards, read_method
from taquin.solution import Limits, Observer, Outcome, Solution, Stats, Status, as_observer
from taquin.solvability import is_solvable


def solve(
    start: object,
    goal: object = None,
    method: Method | str | None = None,
    *,
    heuristic: object = None,
    engine: str | Engine = "auto",
    limits: Limits | None = None,
    observer: Observer | None = None,
    **options: Any,
) -> Solution:
    """Find a path from `start` to `goal` and return it verified.

    Boards are `Board`s, texts, lists of rows or arrays; a goal may also be a name such as `snail`, and is `last` unless it is
    given. An `Instance` of a set brings its own goal. Without a method the
    shortest path is sought where that is feasible, else a quick good one. `heuristic` is a name or a function of (board, goal).
    `options` are those of the method (`order`, `weight`, `ties`, ...), and `time_limit`, `node_limit`, `memory_limit`,
    `max_depth` in place of `limits`; the names that a solution's options have (`max_time`, ...) are taken too.

    >>> solution = solve("1 2 3 / 4 0 6 / 7 5 8")
    >>> solution.status == "optimal", solution.cost
    (True, 2)
    >>> solve([[1, 2, 3], [4, 0, 6], [7, 5, 8]], method="greedy", ties="fifo", time_limit=10).cost
    2
    """
    if not isinstance(engine, str | Engine):
        raise TypeError(f"expected an engine: its name, such as 'native', or an Engine, got {quote(engine)}")
    name = engine if isinstance(engine, str) else engine.name
    question = ask(start, goal, method, heuristic=heuristic, engine=name, limits=limits, **options)
    return solve_question(question, observer, None if isinstance(engine, str) else engine)


def solve_question(question: Question, observer: Observer | None = None, engine: Engine | None = None) -> Solution:
    """Answer a question, on its engine or on a given one."""
    return answer_on(choose_engine(question, engine), question, as_observer(observer))


def answer_on(engine: Engine, question: Question, observer: Observer) -> Solution:
    """Answer a question on an engine that takes it."""
    begin = time.perf_counter()
    if not is_solvable(question.start, question.goal):
        return question.unsolvable(time.perf_counter() - begin, engine.name)
    try:
        outcome = engine.solve(question, observer)
    except MemoryError:  # outside the search, where a table is made ready
        stats = Stats(iterations=0, elapsed=time.perf_counter() - begin)
        outcome = Outcome(Status.LIMIT, reason=reasons.memory_limit(None), stats=stats)
    return question.answer(outcome, engine.name)


def compare(
    start: object,
    methods: Iterable[Method | str],
    goal: object = None,
    *,
    engine: str | Engine = "auto",
    limits: Limits | None = None,
    observer: Observer | None = None,
    **options: Any,
) -> list[Solution]:
    """Solve one board with several methods, one after the other; the limits hold for each, and options for those they concern.

    >>> [(s.method, s.cost) for s in compare("1 2 3 / 4 0 6 / 7 5 8", ["bfs", "astar@manhattan"])]
    [('bfs', 2), ('astar@manhattan', 2)]
    """
    if isinstance(methods, str | Method):
        methods = [methods]
    check_words(options)
    board, end = read_boards(start, goal)
    chosen = [read_method(board, method) for method in methods]
    shared = {name: options.pop(name) for name in OPTIONS if name in options}
    check_concerned([name for name, value in shared.items() if value is not None], [method.algorithm for method in chosen])
    return [
        solve(board, end, method.with_options(shared), engine=engine, limits=limits, observer=observer, **options)
        for method in chosen
    ]
