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
from typing import Any, BinaryIO

from taquin.worker.protocol import HEADER
from taquin.worker.tasks import Send, perform


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
        perform(requests.get(), tasks, send, cancel.is_set)


if __name__ == "__main__":
    main(*sys.argv[1:])
