# SPDX-License-Identifier: MIT
"""Processes that run searches side by side; one that dies costs only the search it had."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Final, Self

from taquin.lab.worker import failed_row

Row = dict[str, Any]

GRACE: Final = 10.0
"""Seconds beyond twice its time limit after which a search that does not listen is killed."""


class Worker:
    """A process and the task that it has."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", f"from taquin.lab.worker import main; main({os.getpid()})"]
        # A session of its own: Ctrl-C is for the parent, which then ends its workers.
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        self.task: Row | None = None
        self.number = 0
        self.deadline = float("inf")

    def give(self, number: int, task: Row) -> None:
        """Hand over a task."""
        self.task, self.number = task, number
        seconds = task["limits"][0]
        self.deadline = float("inf") if seconds is None else time.monotonic() + 2 * seconds + GRACE
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):  # it died while idle: the end of its output says so
            self.process.stdin.write(json.dumps(task).encode() + b"\n")
            self.process.stdin.flush()

    def collect(self) -> tuple[Row, bool]:
        """Return the row of its task, and whether the process lives on."""
        assert self.process.stdout is not None
        assert self.task is not None
        line = self.process.stdout.readline()
        try:
            return json.loads(line), True
        except ValueError:
            code = self.process.wait()
            return failed_row(self.task, f"the process died: {_describe_exit(code)}"), False

    def end(self) -> None:
        """Kill the process, whatever it does, and let go of it."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()


class Pool:
    """A number of workers, started as they are needed."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.workers: list[Worker] = []
        self.selector = selectors.DefaultSelector()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for worker in self.workers:
            worker.end()
        self.selector.close()

    def run(self, tasks: list[Row]) -> Iterator[tuple[int, Row]]:
        """Run the tasks, beginning with the first; yield each one's index and row as it ends."""
        waiting = list(enumerate(tasks))[::-1]
        for _ in range(min(self.size, len(tasks))):
            self._start().give(*waiting.pop())
        while any(worker.task is not None for worker in self.workers):
            for worker in self._ready():
                if worker.task is None:  # died while idle
                    self._drop(worker)
                    continue
                yield worker.number, self._take(worker)
                if waiting:
                    (worker if worker in self.workers else self._start()).give(*waiting.pop())

    def _take(self, worker: Worker) -> Row:
        """Take a worker's answer; a dead one is let go."""
        row, alive = worker.collect()
        worker.task, worker.deadline = None, float("inf")
        if not alive:
            self._drop(worker)
        return row

    def _ready(self) -> list[Worker]:
        """Wait for answers; a worker past its deadline is killed, and its death is the answer."""
        now = time.monotonic()
        wait = min(worker.deadline for worker in self.workers) - now
        events = self.selector.select(None if wait == float("inf") else max(0.0, wait))
        for worker in self.workers:
            if worker.deadline <= time.monotonic() and not events:
                worker.process.kill()
                worker.deadline = float("inf")
        return [key.data for key, _ in events]

    def _start(self) -> Worker:
        worker = Worker()
        assert worker.process.stdout is not None
        self.workers.append(worker)
        self.selector.register(worker.process.stdout, selectors.EVENT_READ, worker)
        return worker

    def _drop(self, worker: Worker) -> None:
        assert worker.process.stdout is not None
        self.workers.remove(worker)
        self.selector.unregister(worker.process.stdout)
        worker.end()


def _describe_exit(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"
