# SPDX-License-Identifier: MIT
"""The parent's side of a worker: start the process, ask it, hear it, cancel it, kill it."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from taquin.machine import private_memory
from taquin.worker.protocol import FINAL, HEADER

CANCEL_GRACE: Final = 1.0
"""Seconds in which a worker must have stopped before its process is killed."""
ASKED_EVERY: Final = 0.02
"""Seconds between two looks at whether the task is cancelled."""
PIECE: Final = 1 << 20
"""Bytes that are read from a worker at once."""
RETIRE_BYTES: Final = 300 * 2**20
"""A worker that has grown beyond this is replaced, since an allocator gives little back."""

CANCELLED: Final = b"C"
"""The task was cancelled, and its worker had to be killed or was killed before it answered."""
OVERDUE: Final = b"O"
"""The worker did not end in time and was killed."""
DIED: Final = b"D"
"""The worker ended by itself: a crash, or the machine ran out of memory."""

OnFrame = Callable[[bytes, bytes], None]
"""Takes kind and body of every frame but the last."""


class WorkerProcess:
    """One process and the pipe to it; started when it is first asked, and again after it died."""

    def __init__(self, memory: int | None = None, niceness: int = 0, tasks: str = "") -> None:
        """Bound its memory in bytes, let it give way to others, and name the module with its tasks besides `solve`."""
        self._arguments = [str(memory or 0), tasks]
        self._niceness = niceness
        self._process: subprocess.Popen[bytes] | None = None
        self._starting = threading.Lock()
        self._closed = False

    def call(
        self,
        task: str,
        payload: dict[str, Any],
        seconds: float | None = None,
        on_frame: OnFrame = lambda _kind, _body: None,
        cancelled: Callable[[], object] = lambda: False,
    ) -> tuple[bytes, bytes]:
        """Do a task within the time it may take and return its last frame, or how the process ended."""
        deadline = None if seconds is None else time.monotonic() + seconds
        try:
            process = self._start()
            request = {"task": task, "payload": payload}
            _send(process, json.dumps(request).encode() + b"\n")
            return self._listen(process, deadline, on_frame, cancelled)
        except (EOFError, OSError):  # its pipe is closed: a moment later there is an exit code of its own
            return CANCELLED if cancelled() else DIED, self._obituary(patience=1.0)

    def _listen(
        self, process: subprocess.Popen[bytes], deadline: float | None, on_frame: OnFrame, cancelled: Callable[[], object]
    ) -> tuple[bytes, bytes]:
        asked_to_stop = False
        while True:
            # Looked at before every frame: a search that reports without pause must not be deaf.
            now = time.monotonic()
            if not asked_to_stop and cancelled():
                asked_to_stop = True
                _send(process, b"\n")
                deadline = now + CANCEL_GRACE
            if deadline is not None and now >= deadline:
                return CANCELLED if asked_to_stop else OVERDUE, self._obituary()
            if not _has_output(process):
                continue
            kind, body = self._read_frame(process)
            if kind in FINAL:
                return kind, body
            on_frame(kind, body)

    def _obituary(self, patience: float = 0.0) -> bytes:
        code = self.stop(patience)
        return json.dumps({"message": f"the process died: {_describe_exit(code)}"}).encode()

    def _read_frame(self, process: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
        kind, length = HEADER.unpack(self._read(process, HEADER.size))
        return kind, self._read(process, length)

    def _read(self, process: subprocess.Popen[bytes], size: int) -> bytes:
        data = bytearray()
        while len(data) < size:  # unbuffered: a read may give less; in pieces, since a length that lies must reserve nothing
            more = process.stdout.read(min(size - len(data), PIECE)) if process.stdout else b""
            if not more:
                raise EOFError
            data += more
        return bytes(data)

    def _start(self) -> subprocess.Popen[bytes]:
        with self._starting:
            if self._closed:
                raise EOFError
            if self._process is None or self._process.poll() is not None:
                self.stop()
                # -P: a file of the current directory must not stand in for a module.
                # A session of its own: Ctrl-C in the terminal is for the parent, which then stops its workers.
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-m", "taquin.worker", *self._arguments],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                )
                self._give_way(self._process.pid)
            return self._process

    def _give_way(self, pid: int) -> None:
        """Lower the priority from the first moment: many processes that start at once are a load too."""
        if self._niceness:
            with contextlib.suppress(AttributeError, OSError):  # not on every system, and it may be gone already
                os.setpriority(os.PRIO_PROCESS, pid, os.getpriority(os.PRIO_PROCESS, 0) + self._niceness)

    def close(self) -> None:
        """End the process at once and start none any more; a thread that waits for an answer hears of its death."""
        with self._starting:
            self._closed = True
            process = self._process
        if process is not None:
            with contextlib.suppress(OSError):
                process.kill()

    def stop(self, patience: float = 0.0) -> int:
        """End the process, after waiting a while for it to end by itself, and return its exit code."""
        process, self._process = self._process, None
        if process is None:
            return 0
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(patience)
        process.kill()
        code = process.wait()
        for stream in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()
        return code

    def is_spent(self) -> bool:
        """Tell whether the process is gone or has grown so large that a new one is better."""
        process = self._process
        return process is None or process.poll() is not None or private_memory(process.pid) > RETIRE_BYTES


def _has_output(process: subprocess.Popen[bytes]) -> bool:
    """Wait a moment for something to read; tell whether there is."""
    if sys.platform == "win32":  # pipes cannot be waited for: a frame is waited for, and cancelling takes until then
        return True
    waiting = select.poll()  # unlike select(), it takes any number of open files
    waiting.register(process.stdout or -1, select.POLLIN)
    return bool(waiting.poll(ASKED_EVERY * 1000))


def _send(process: subprocess.Popen[bytes], data: bytes) -> None:
    view = memoryview(data)
    while view and process.stdin is not None:  # unbuffered: a signal may cut a write short
        view = view[process.stdin.write(view) :]


def _describe_exit(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"
