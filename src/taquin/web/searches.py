# SPDX-License-Identifier: MIT
"""From a request to a search that may run: only registered names, every limit within the server's."""

from __future__ import annotations

from typing import Any

from taquin.engines import choose_engine
from taquin.errors import InputError
from taquin.method import parse_method
from taquin.problem import Method, Problem
from taquin.solution import Limits
from taquin.solver import default_method
from taquin.web.answers import FieldError, check_shapes
from taquin.web.jobs import Search
from taquin.web.schemas import LimitsRequest, SolveRequest
from taquin.web.settings import Settings


def plan_search(request: SolveRequest, settings: Settings) -> Search:
    """Check every name and cap every limit; `InputError` says what is wrong."""
    start, goal = request.boards()
    check_shapes(start, goal)
    method = _method(request)
    if method.heuristic is not None:
        method.heuristic.check_shape(start.rows, start.cols)
    engine = choose_engine(request.engine, Problem(start, goal, method)).name
    trace = min(request.trace_limit, settings.max_trace, settings.trace_cells // len(start.tiles))
    return Search(start, goal, method, engine, cap_limits(request.limits, settings, method.algorithm), trace)


def _method(request: SolveRequest) -> Method:
    """Return the method that was asked for, or the default one with the options that were."""
    options = _options(request)
    if request.method is not None:
        return parse_method(request.method, allow_custom=False, **options)
    default = default_method(request.start)
    return parse_method(str(default), allow_custom=False, **({"beam_width": default.beam_width} | options))


def _options(request: SolveRequest) -> dict[str, Any]:
    """Return the options that were given, tried one by one to say which of them is wrong."""
    named = {"order": request.order, "weight": request.weight, "beam_width": request.beam_width, "seed": request.seed}
    options: dict[str, Any] = {name: value for name, value in named.items() if value is not None}
    for field, value in options.items():
        try:
            parse_method("bfs", **{field: value})
        except InputError as error:
            raise FieldError(field, str(error)) from None
    return options


def cap_limits(asked: LimitsRequest, settings: Settings, algorithm: str = "") -> Limits:
    """Grant what is asked for, at most the server's maxima; `anytime` takes all it is given, so by default it gets little."""
    default = settings.anytime_time if algorithm == "anytime" else settings.default_time
    return Limits(
        time=min(asked.time or default, settings.max_time),
        nodes=asked.nodes,
        memory=min(asked.memory or settings.max_memory, settings.max_memory),
        depth=asked.depth,
    )
