# SPDX-License-Identifier: MIT
"""From a request to a question that may run: only registered names, every limit within the server's."""

from __future__ import annotations

from dataclasses import replace

from taquin.engines import choose_engine
from taquin.errors import EngineError, quote
from taquin.machine import usable_cores
from taquin.method import parse_method
from taquin.question import Question, default_method
from taquin.solution import Limits, read_limits
from taquin.web.schemas import SolveFields
from taquin.web.settings import Settings


def grant_question(request: SolveFields, settings: Settings) -> Question:
    """Return the question that a request asks, within what the server grants; `InputError` says what is wrong."""
    start, goal = request.boards()
    if ":" in request.engine:  # an engine with an address: nobody may make the server connect somewhere
        raise EngineError(f"expected the name of an engine without an address, got {quote(request.engine)}")
    method = default_method(start) if request.method is None else parse_method(request.method, allow_custom=False)
    method = method.with_options(request.options())
    if method.heuristic is not None:
        method.heuristic.check_shape(start.rows, start.cols)
    limits = cap_limits(read_limits(request.limits.given()), settings, method.algorithm)
    question = Question(start, goal, method, request.engine, limits).with_threads_at_most(usable_cores())
    return replace(question, engine=choose_engine(question).name)


def cap_limits(asked: Limits, settings: Settings, algorithm: str) -> Limits:
    """Grant what is asked for, at most the server's maxima; `anytime` takes all it is given, so by default it gets little."""
    default = settings.anytime_time if algorithm == "anytime" else settings.default_time
    return replace(
        asked,
        time=min(asked.time or default, settings.max_time),
        memory=min(asked.memory or settings.max_memory, settings.max_memory),
    )


def cap_trace(asked: int, question: Question, settings: Settings) -> int:
    """Grant as many expansions as are asked for, within the server's maxima."""
    return min(asked, settings.max_trace, settings.trace_cells // len(question.start.tiles))
