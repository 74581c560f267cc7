# SPDX-License-Identifier: MIT
"""What a worker does: one task from its line of JSON to its last frame, whatever carries the frames."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from taquin.errors import InputError
from taquin.question import Known, Question
from taquin.solution import Expansion, Observer, Progress
from taquin.solver import solve_question
from taquin.worker.protocol import FAILED, PROGRESS, REFUSED, RESULT, TRACE

TRACE_BATCH: Final = 500
"""Expansions in one frame at most."""
FLUSH_INTERVAL: Final = 0.1
"""Seconds that an expansion waits for company."""

Json = dict[str, Any]
Send = Callable[[bytes, Any], None]
"""Takes the kind and the body of a frame."""
IsCancelled = Callable[[], bool]
Task = Callable[..., Json]


class Reporter(Observer):
    """Watches a search and sends what it sees, expansions several at a time."""

    def __init__(self, send: Send, is_cancelled: IsCancelled, trace_limit: int) -> None:
        self.trace_limit = trace_limit
        self._send = send
        self._is_cancelled = is_cancelled
        self._items: list[list[Any]] = []
        self._flushed = time.monotonic()

    def progress(self, progress: Progress) -> None:
        """Send the counters."""
        self._send(PROGRESS, {"type": "progress", **vars(progress), "stats": progress.stats.to_json()})

    def expansion(self, expansion: Expansion) -> None:
        """Keep one expansion until there are enough of them."""
        move = expansion.move.value if expansion.move else None
        e = expansion
        self._items.append([e.node, e.parent, move, e.g, e.h, e.f, e.tiles])
        if len(self._items) >= TRACE_BATCH:
            self.flush()

    def flush(self) -> None:
        """Send the expansions that wait."""
        self._flushed = time.monotonic()
        if self._items:
            self._send(TRACE, {"type": "expansions", "items": self._items})
            self._items = []

    def cancelled(self) -> bool:
        """Tell whether somebody asked to stop; a good moment to send what waits."""
        if self._items and time.monotonic() - self._flushed >= FLUSH_INTERVAL:
            self.flush()
        return self._is_cancelled()


def solve_task(payload: Json, send: Send, is_cancelled: IsCancelled) -> Json:
    """Answer a question, reporting on the way."""
    question = Question.from_json(payload["question"], allow_custom=payload["allow_custom"])
    if "known" in payload:
        question = replace(question, known=Known.from_json(payload["known"]))
    reporter = Reporter(send, is_cancelled, payload["trace_limit"])
    solution = solve_question(question, reporter)
    reporter.flush()
    return solution.to_json()


def perform(line: bytes | str, tasks: dict[str, Task], send: Send, is_cancelled: IsCancelled) -> None:
    """Do one task and send exactly one final frame."""
    try:
        request = json.loads(line)
        name, payload = request["task"], request["payload"]
        send(RESULT, solve_task(payload, send, is_cancelled) if name == "solve" else tasks[name](**payload))
    except InputError as error:
        send(REFUSED, error.to_json())
    except Exception as error:
        print(f"taquin worker: {type(error).__name__}: {error}", file=sys.stderr)  # noqa: T201 - the parent's own log
        send(FAILED, {"message": f"{type(error).__name__}: {error}", "exception": type(error).__name__})
