# SPDX-License-Identifier: MIT
"""The child's side of a worker: reads tasks until its parent is gone."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, BinaryIO, Final

from taquin.errors import InputError
from taquin.question import Question
from taquin.solution import Expansion, Observer, Progress
from taquin.solver import solve_question
from taquin.worker.protocol import FAILED, HEADER, PROGRESS, REFUSED, RESULT, TRACE

TRACE_BATCH: Final = 500
"""Expansions in one frame at most."""
FLUSH_INTERVAL: Final = 0.1
"""Seconds that an expansion waits for company."""

Json = dict[str, Any]
Send = Callable[[bytes, Any], None]
Task = Callable[[Json], Json]


class Reporter(Observer):
    """Watches a search and sends what it sees, expansions several at a time."""

    def __init__(self, send: Send, cancel: threading.Event, trace_limit: int) -> None:
        self.trace_limit = trace_limit
        self._send = send
        self._cancel = cancel
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
        """Tell whether the parent asked to stop; a good moment to send what waits."""
        if self._items and time.monotonic() - self._flushed >= FLUSH_INTERVAL:
            self.flush()
        return self._cancel.is_set()


def solve_task(payload: Json, send: Send, cancel: threading.Event) -> Json:
    """Answer a question, reporting on the way."""
    question = Question.from_json(payload["question"], allow_custom=payload["allow_custom"])
    reporter = Reporter(send, cancel, payload["trace_limit"])
    solution = solve_question(question, reporter)
    reporter.flush()
    return solution.to_json()


def perform(line: bytes, tasks: dict[str, Task], send: Send, cancel: threading.Event) -> None:
    """Do one task and send exactly one final frame."""
    try:
        request = json.loads(line)
        name, payload = request["task"], request["payload"]
        send(RESULT, solve_task(payload, send, cancel) if name == "solve" else tasks[name](payload))
    except InputError as error:
        send(REFUSED, error.to_json())
    except Exception as error:
        print(f"taquin worker: {type(error).__name__}: {error}", file=sys.stderr)  # noqa: T201 - the parent's own log
        send(FAILED, {"message": f"{type(error).__name__}: {error}", "exception": type(error).__name__})


def listen(stream: BinaryIO, requests: queue.SimpleQueue[bytes], cancel: threading.Event) -> None:
    """Take requests and cancellations from the parent until it is gone."""
    for line in stream:
        if line == b"\n":
            cancel.set()
        else:
            cancel.clear()  # a cancellation that came too late was meant for the task before
            requests.put(line)
    os._exit(0)


def confine(memory: int) -> None:
    """Stay within the memory that the parent grants, 0 for any."""
    with contextlib.suppress(ImportError, AttributeError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory:
            resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))


def volunteer() -> None:
    """Be the first to go if the machine runs out of memory: the parent, and whatever else runs there, shall live on."""
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as score:  # noqa: PTH123 - nothing to join
        score.write("1000")


def sender(stream: BinaryIO) -> Send:
    """Return the function that writes frames to a stream."""

    def send(kind: bytes, body: Any) -> None:
        data = json.dumps(body, separators=(",", ":")).encode()
        try:
            stream.write(HEADER.pack(kind, len(data)) + data)
            stream.flush()
        except BrokenPipeError:
            os._exit(0)  # the parent is gone, and nobody is left to tell

    return send


def main(memory: str, module: str) -> None:
    """Work until the parent closes the pipe."""
    confine(int(memory))
    volunteer()
    frames = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not break a frame
    requests_from = os.fdopen(os.dup(0), "rb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # and whatever reads must not take our requests
    tasks = importlib.import_module(module).TASKS if module else {}
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    cancel = threading.Event()
    threading.Thread(target=listen, args=(requests_from, requests, cancel), daemon=True).start()
    send = sender(frames)
    while True:
        perform(requests.get(), tasks, send, cancel)


if __name__ == "__main__":
    main(*sys.argv[1:])
