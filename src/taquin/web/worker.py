# SPDX-License-Identifier: MIT
"""The process in which searches and other heavy work run, so that the server never waits: `python -m taquin.web.worker`.

It reads a line of JSON for each task from standard input and answers in frames on standard output: a kind (1 byte), a
length (4 bytes) and that many bytes of JSON. An empty line cancels the running task; the end of the input ends the process, so
none outlives its server.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import struct
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, BinaryIO, Final

from taquin import reasons
from taquin.board import Board
from taquin.errors import InputError
from taquin.method import parse_method
from taquin.notation import board_from_json
from taquin.solution import Expansion, Limits, Progress, Solution, Stats, Status
from taquin.solver import solve, used_options
from taquin.web import answers

HEADER: Final = struct.Struct("!cI")
PROGRESS: Final = b"P"
TRACE: Final = b"T"
RESULT: Final = b"R"
REFUSED: Final = b"E"
"""Bad input: the body is the detail of the error."""
FAILED: Final = b"F"
"""A defect: the body is the name of the exception."""
FINAL: Final = (RESULT, REFUSED, FAILED)

BATCH: Final = 500
"""Expansions in one frame at most."""
NICENESS: Final = 10
FLUSH_INTERVAL: Final = 0.1
"""Seconds that an expansion waits for company."""

Json = dict[str, Any]
Send = Callable[[bytes, Any], None]


class Reporter:
    """Watches a search and sends what it sees, expansions in batches."""

    def __init__(self, send: Send, cancel: threading.Event, trace_limit: int) -> None:
        self.trace_limit = trace_limit
        self._send = send
        self._cancel = cancel
        self._items: list[list[Any]] = []
        self._flushed = time.monotonic()

    def progress(self, progress: Progress) -> None:
        """Send the counters."""
        self._send(PROGRESS, {"type": "progress", **asdict(progress)})

    def expansion(self, expansion: Expansion) -> None:
        """Keep one expansion until there is a batch of them."""
        move = expansion.move.value if expansion.move else None
        e = expansion
        self._items.append([e.node, e.parent, move, e.g, e.h, e.f, e.tiles])
        if len(self._items) >= BATCH:
            self.flush()

    def flush(self) -> None:
        """Send the expansions that wait."""
        self._flushed = time.monotonic()
        if self._items:
            self._send(TRACE, {"type": "expansions", "items": self._items})
            self._items = []

    def cancelled(self) -> bool:
        """Tell whether the server asked to stop; a good moment to send what waits."""
        if self._items and time.monotonic() - self._flushed >= FLUSH_INTERVAL:
            self.flush()
        return self._cancel.is_set()


def run_solve(payload: Json, send: Send, cancel: threading.Event) -> Json:
    """Search, reporting on the way."""
    start, goal = board_from_json(payload["start"]), board_from_json(payload["goal"])
    method = parse_method(payload["method"], allow_custom=False, **payload["options"])
    limits = Limits(**payload["limits"])
    reporter = Reporter(send, cancel, payload["trace_limit"])
    try:
        solution = solve(start, goal, method, engine=payload["engine"], limits=limits, observer=reporter)
    except MemoryError:
        reason, options = reasons.memory_limit(None), used_options(method, limits)
        solution = Solution(Status.LIMIT, start, goal, None, 0, reason, Stats(), str(method), payload["engine"], options)
    reporter.flush()
    return solution.to_json()


def _boards(payload: Json) -> tuple[Board, Board]:
    return board_from_json(payload["start"]), board_from_json(payload["goal"])


def run_download(payload: Json, _send: Send, _cancel: threading.Event) -> Json:
    """Write a solution as a file."""
    from taquin.web.downloads import write

    return write(payload["solution"], payload["form"], payload["options"])


TASKS: Final[dict[str, Callable[[Json, Send, threading.Event], Json]]] = {
    "solve": run_solve,
    "download": run_download,
    "parse": lambda payload, _send, _cancel: answers.parse(**payload),
    "check": lambda payload, _send, _cancel: answers.check(*_boards(payload)),
    "explain": lambda payload, _send, _cancel: answers.explain(*_boards(payload)),
    "scramble": lambda payload, _send, _cancel: answers.scramble(board_from_json(payload.pop("goal")), **payload),
    "hint": lambda payload, _send, _cancel: answers.hint(*_boards(payload), payload["seconds"], payload["memory"]),
}
"""What a worker can be asked for."""


def perform(line: bytes, send: Send, cancel: threading.Event) -> None:
    """Do one task and send exactly one final frame."""
    try:
        request = json.loads(line)
        send(RESULT, TASKS[request["task"]](request["payload"], send, cancel))
    except InputError as error:
        send(REFUSED, answers.error_detail(error))
    except Exception as error:
        print(f"taquin web: {type(error).__name__}: {error}", file=sys.stderr)  # noqa: T201 - the server's own log
        send(FAILED, {"message": f"internal error: {type(error).__name__}"})


def listen(requests: queue.SimpleQueue[bytes], cancel: threading.Event) -> None:
    """Take requests and cancellations from the server until it is gone."""
    for line in sys.stdin.buffer:
        if line == b"\n":
            cancel.set()
        else:
            cancel.clear()  # a cancellation that came too late was meant for the task before
            requests.put(line)
    os._exit(0)


def confine(memory: int) -> None:
    """Stay within the memory that the server grants, and be the first to go if the machine runs out of it."""
    with contextlib.suppress(ImportError, AttributeError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as score:  # noqa: PTH123 - nothing to join
        score.write("500")


def sender(stream: BinaryIO) -> Send:
    """Return the function that writes frames to a stream."""

    def send(kind: bytes, body: Any) -> None:
        data = json.dumps(body, separators=(",", ":")).encode()
        stream.write(HEADER.pack(kind, len(data)))
        stream.write(data)
        stream.flush()

    return send


def give_way() -> None:
    """Leave a processor to the server whenever it has something to answer."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def main() -> None:
    """Work until the server closes the pipe."""
    confine(int(sys.argv[1]))
    give_way()
    frames = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not break a frame
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    cancel = threading.Event()
    threading.Thread(target=listen, args=(requests, cancel), daemon=True).start()
    send = sender(frames)
    while True:
        perform(requests.get(), send, cancel)


if __name__ == "__main__":
    main()
