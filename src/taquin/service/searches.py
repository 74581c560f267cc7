# SPDX-License-Identifier: MIT
"""From a request to a question that may run, and the answer where a search cannot give it itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from taquin import reasons
from taquin.engines import choose_engine
from taquin.errors import EngineError, quote
from taquin.machine import usable_cores
from taquin.method import OPTIONS, parse_method
from taquin.question import OWN_SOURCE, Known, Question, default_method
from taquin.reasons import Reason
from taquin.service.grant import Grant
from taquin.service.requests import boards_of, solve_form
from taquin.solution import Limits, Outcome, Solution, Stats, Status, read_limits

Json = dict[str, Any]


Recall = Callable[[str], Json | None]
"""Returns the solution of an earlier search by its id, None where nobody remembers."""


def grant_search(request: object, grant: Grant, recall: Recall = lambda _id: None) -> tuple[Question, int]:
    """Return the question that a request asks, within what is granted, and the expansions to show of its search.

    Only registered names are taken, unless own code is granted; `InputError` says what is wrong.
    """
    asked = solve_form().read(request)
    start, goal = boards_of(asked)
    engine = asked["engine"]
    if ":" in engine:  # an engine with an address: nobody may make the server connect somewhere
        raise EngineError(f"expected the name of an engine without an address, got {quote(engine)}")
    named = asked["method"]
    method = default_method(start) if named is None else parse_method(named, allow_custom=grant.own_code)
    method = method.with_options({name: asked[name] for name in OPTIONS if asked.get(name) is not None})
    if method.heuristic is not None:
        method.heuristic.check_shape(start.rows, start.cols)
    given = {name: value for name, value in asked["limits"].items() if value is not None}
    limits = cap_limits(read_limits(given), grant, method.algorithm)
    question = Question(start, goal, method, engine, limits).with_threads_at_most(usable_cores())
    question = replace(question, engine=choose_engine(question).name, known=known_of(asked["after"], recall, question))
    return question, cap_trace(asked["trace_limit"], question, grant)


def known_of(earlier: Iterable[str], recall: Recall, question: Question) -> Known:
    """Return what earlier searches found on a board in a metric: they are recalled, since a bound cannot be checked.

    A bound by a heuristic of the visitor's own is as true as what that claims, so only a search with the same one takes it over.
    """
    known, own = Known(), question.options.get(OWN_SOURCE)
    for row in filter(None, map(recall, earlier)):
        solution = Solution.from_json(row)
        if (solution.start, solution.goal, solution.metric) == (question.start, question.goal, question.metric):
            believed = solution.options.get(OWN_SOURCE, own) == own
            known = known.joined(solution if believed else replace(solution, lower_bound=0))
    return known


def cap_limits(asked: Limits, grant: Grant, algorithm: str) -> Limits:
    """Grant what is asked for, at most the maxima; `anytime` takes all it is given, so by default it gets little."""
    default = grant.anytime_time if algorithm == "anytime" else grant.default_time
    return replace(
        asked,
        time=min(asked.time or default, grant.max_time),
        memory=min(asked.memory or grant.max_memory, grant.max_memory),
    )


def cap_trace(asked: int, question: Question, grant: Grant) -> int:
    """Grant as many expansions as are asked for, within the maxima."""
    return min(asked, grant.max_trace, grant.trace_cells // len(question.start.tiles))


def stopped(question: Question, status: Status, reason: Reason, progress: Json | None) -> Solution:
    """Say how a search ended whose process cannot tell any more: with the last counters that it sent."""
    stats = Stats.from_json(progress["stats"]) if progress else Stats(iterations=0)
    bound = progress["lower_bound"] if progress else 0
    return question.answer(Outcome(status, lower_bound=bound, reason=reason, stats=stats), question.engine)


def cancelled(question: Question, progress: Json | None) -> Solution:
    """Say that a search was ended by whoever asked for it."""
    return stopped(question, Status.CANCELLED, reasons.CANCELLED, progress)
