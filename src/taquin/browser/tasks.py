# SPDX-License-Identifier: MIT
"""What the page's worker is asked for, by name: what the server answers, and what needs the visitor's own code."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from taquin import reasons
from taquin.board import Board
from taquin.browser import own_code
from taquin.errors import InputError
from taquin.lab.referee import OnBoards, check_heuristic
from taquin.question import Known, Question
from taquin.service import boards, searches
from taquin.service.grant import Grant
from taquin.service.hints import KnownHints
from taquin.service.requests import GOAL, HINT, SIDE, Field, RequestForm, boards_of, metric_of
from taquin.solution import Status
from taquin.worker.protocol import PROGRESS, solve_payload
from taquin.worker.tasks import perform

Json = dict[str, Any]

GRANT: Final = Grant(max_memory=2**30, own_code=True)
"""What a browser has is the visitor's own; memory is bounded by what a page can have."""
JUDGE: Final = RequestForm(
    "JudgeRequest",
    "A goal whose boards a heuristic is held against.",
    (Field("rows", SIDE, 3), Field("cols", SIDE, 3), Field("goal", GOAL, "last")),
)
SEARCHES: Final = ("taquin.methods.optimal", "taquin.methods.anytime", "taquin.methods.ready_tables")
"""What searches import when they begin."""
_hints = KnownHints()


def prepare() -> None:
    """Do what every visit needs, before the page keeps Python's memory for the next one. Nothing of the core may stay in it."""
    for name in SEARCHES:
        importlib.import_module(name)
    boards.catalog(GRANT)


def answer(line: str, send: Callable[[str, str], None], is_cancelled: Callable[[], bool]) -> None:
    """Do the task that a line of JSON names; `send` takes the kind and the JSON of every frame."""

    def send_frame(kind: bytes, body: Any) -> None:
        send(kind.decode(), json.dumps(body, separators=(",", ":")))

    def tell(done: int, boards: int) -> None:
        send_frame(PROGRESS, {"type": "judging", "done": done, "boards": boards})

    perform(line, TASKS | {"judge": partial(judge, tell)}, send_frame, is_cancelled)


def grant(request: Json, earlier: Json | None = None) -> Json:
    """Return the question that a request asks, as the task `solve` takes it; `earlier` has the solutions it goes on from."""
    question, trace_limit = searches.grant_search(request, GRANT, (earlier or {}).get)
    return solve_payload(question, allow_custom=True, trace_limit=trace_limit)


def hint(request: Json) -> Json:
    """Find the next move; on a path that was found before it is known already."""
    asked = HINT.read(request)
    key = *boards_of(asked), metric_of(asked)
    found = _hints.find(*key)
    if found is None:
        found = boards.hint(request, GRANT.hint_time, GRANT.hint_memory)
        _hints.remember(*key, found)
    return found


def ended(question: Json, progress: Json | None, overdue: bool, known: Json | None = None) -> Json:
    """Answer for a search whose worker was ended with it, because nobody wanted it any more or it took too long."""
    asked = Question.from_json(question, allow_custom=True)
    if known is not None:
        asked = replace(asked, known=Known.from_json(known))
    if not overdue:
        return searches.cancelled(asked, progress).to_json()
    return searches.stopped(asked, Status.LIMIT, reasons.time_limit(asked.limits.time), progress).to_json()


def judge(on_boards: OnBoards, request: Json) -> Json:
    """Hold the visitor's heuristic against the truth, saying how far it is."""
    asked = JUDGE.read(request)
    goal = asked["goal"] if isinstance(asked["goal"], Board) else Board.goal(asked["rows"], asked["cols"], asked["goal"])
    try:
        return check_heuristic(own_code.NAME, goal, on_boards=on_boards).to_json()
    except InputError as error:
        raise InputError(own_code.reason(error), row=error.row) from None


TASKS: Final[dict[str, Callable[..., Json]]] = boards.TASKS | {
    "catalog": lambda: boards.catalog(GRANT),
    "instance": boards.instance,
    "hint": hint,
    "review": partial(boards.review, seconds=GRANT.hint_time, memory=GRANT.hint_memory),
    "grant": grant,
    "ended": ended,
    "own": own_code.keep,
}
"""What the worker can be asked for, besides `solve` and `judge`, which tell on the way."""
