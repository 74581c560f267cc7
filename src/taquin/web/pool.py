# SPDX-License-Identifier: MIT
"""Worker processes and the queue before them: bounded, cancellable, never a thread that cannot be stopped."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from taquin.web.worker import FINAL, HEADER

CANCEL_GRACE: Final = 1.0
"""Seconds in which a worker must have stopped before its process is killed."""
OVERHEAD: Final = 2**30
"""Bytes that a worker may hold beside its search: the interpreter and tables that it builds."""
RETIRE_BYTES: Final = 300 * 2**20
"""A worker that has grown beyond this is replaced, since an allocator gives little back."""

NICENESS: Final = 10
"""Searches give way to the server."""

CANCELLED: Final = b"C"
"""The task was cancelled before it started, or its worker had to be killed."""
OVERDUE: Final = b"O"
"""The worker did not end in time and was killed."""
DIED: Final = b"D"
"""The worker ended by itself, most likely because the machine ran out of memory."""


class BusyError(Exception):
    """There is no room left in the queue; asking again later may help."""

    def __init__(self, status: int, retry_after: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after


def ignore(_kind: bytes, _body: bytes) -> None:
    """Take no interest in what a task reports on the way."""


@dataclass(eq=False)
class Ticket:
    """A task on its way through a pool."""

    task: str
    payload: dict[str, Any]
    seconds: float
    """How long it may run before its worker is killed."""
    on_frame: Callable[[bytes, bytes], None] = ignore
    """Called with every frame but the last."""
    on_start: Callable[[], None] = lambda: None
    done: asyncio.Future[tuple[bytes, bytes]] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    """The last frame: its kind and body."""
    worker: Worker | None = None
    """The worker while it runs."""
    cancelled: bool = False

    def finish(self, kind: bytes, body: bytes = b"{}") -> None:
        """Settle the answer, once."""
        if not self.done.done():
            self.done.set_result((kind, body))


class Worker:
    """One process and the pipe to it."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._process: asyncio.subprocess.Process | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._overdue = False

    async def run(self, ticket: Ticket) -> tuple[bytes, bytes]:
        """Do a task and return its last frame."""
        self._overdue = False
        self._deadline = asyncio.get_running_loop().call_later(ticket.seconds, self._expire)
        try:
            process = await self._start()
            request = {"task": ticket.task, "payload": ticket.payload}
            await self._write(process, json.dumps(request).encode() + b"\n")
            if ticket.cancelled:  # while the process started
                self.cancel()
            return await self._answer(process, ticket)
        except (asyncio.IncompleteReadError, OSError):
            await self.stop()
            return CANCELLED if ticket.cancelled else OVERDUE if self._overdue else DIED, b"{}"
        finally:
            self._deadline.cancel()
            self._deadline = None

    async def _start(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            # -P: a file of the current directory must not stand in for a module.
            command = [sys.executable, "-P", "-m", "taquin.web.worker", str(self._memory)]
            # A session of its own: Ctrl-C in the terminal is for the server, which then stops its workers.
            self._process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, start_new_session=True)
            with contextlib.suppress(AttributeError, OSError):  # from its first breath: many starting at once are a load too
                os.setpriority(os.PRIO_PROCESS, self._process.pid, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
        return self._process

    async def _write(self, process: asyncio.subprocess.Process, line: bytes) -> None:
        if process.stdin is not None:
            process.stdin.write(line)
            await process.stdin.drain()

    async def _answer(self, process: asyncio.subprocess.Process, ticket: Ticket) -> tuple[bytes, bytes]:
        stream = process.stdout
        while stream is not None:
            kind, length = HEADER.unpack(await stream.readexactly(HEADER.size))
            body = await stream.readexactly(length)
            if kind in FINAL:
                return kind, body
            ticket.on_frame(kind, body)
        return DIED, b"{}"

    def cancel(self) -> None:
        """Ask the running task to stop, and insist after a while."""
        if self._process is not None and self._process.stdin is not None and self._deadline is not None:
            self._process.stdin.write(b"\n")
            self._deadline.cancel()
            self._deadline = asyncio.get_running_loop().call_later(CANCEL_GRACE, self._expire)

    def _expire(self) -> None:
        self._overdue = True
        self.kill()

    def kill(self) -> None:
        """End the process at once."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                if sys.platform == "win32":
                    self._process.kill()
                else:  # Process.kill() looks for the end of the process first, and so takes it away from asyncio's watcher
                    os.kill(self._process.pid, signal.SIGKILL)

    async def stop(self) -> None:
        """End the process and wait until it is gone."""
        if self._process is not None:
            self.kill()
            await self._process.wait()
            self._process = None

    def is_spent(self) -> bool:
        """Tell whether the process is gone or has grown so large that a new one is better."""
        return self._process is None or self._process.returncode is not None or _private_bytes(self._process.pid) > RETIRE_BYTES


def _private_bytes(pid: int) -> int:
    """Return the memory that a process shares with nobody, 0 where the system does not tell."""
    try:
        _, resident, shared, *_ = Path(f"/proc/{pid}/statm").read_text().split()
    except OSError:
        return 0
    return (int(resident) - int(shared)) * 4096


class Pool:
    """A bounded number of workers, started when needed, and a bounded queue."""

    def __init__(self, size: int, queued: int, memory: int, busy_status: int = 503) -> None:
        self._size = size
        self._queued = queued
        self._memory = memory + OVERHEAD
        self._busy_status = busy_status
        self._waiting: deque[Ticket] = deque()
        self._running: set[Ticket] = set()
        self._idle: list[Worker] = []
        self._slots: set[asyncio.Task[None]] = set()
        self.on_advance: Callable[[], None] = lambda: None
        """Called when the queue has moved."""

    def submit(self, ticket: Ticket) -> None:
        """Queue a task, or raise `BusyError`."""
        if len(self._waiting) >= self._queued:
            raise BusyError(self._busy_status, 2, f"{len(self._waiting)} tasks are waiting already; try again in a moment")
        if len(self._slots) >= self._size:
            self._waiting.append(ticket)
            return
        slot = asyncio.create_task(self._serve(ticket, self._begin(ticket)))
        self._slots.add(slot)
        slot.add_done_callback(self._slots.discard)

    async def call(self, task: str, payload: dict[str, Any], seconds: float) -> tuple[bytes, bytes]:
        """Do a task and return its last frame; it is cancelled with its caller."""
        ticket = Ticket(task, payload, seconds)
        self.submit(ticket)
        try:
            return await ticket.done
        except asyncio.CancelledError:
            self.cancel(ticket)
            raise

    def position(self, ticket: Ticket) -> int:
        """Return the place in the queue from 1, 0 for a task that does not wait."""
        return self._waiting.index(ticket) + 1 if ticket in self._waiting else 0

    def cancel(self, ticket: Ticket) -> None:
        """Stop a task, running or not."""
        ticket.cancelled = True
        if ticket in self._waiting:
            self._waiting.remove(ticket)
            ticket.finish(CANCELLED)
            self.on_advance()
        elif ticket.worker is not None:
            ticket.worker.cancel()

    async def close(self) -> None:
        """Kill every worker, so that the server can end at once."""
        for ticket in [*self._waiting, *self._running]:
            self.cancel(ticket)
            if ticket.worker is not None:
                ticket.worker.kill()
        await asyncio.gather(*self._slots, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self._idle))
        self._idle.clear()

    def _begin(self, ticket: Ticket) -> Worker:
        """Give a task its worker."""
        ticket.worker = worker = self._idle.pop() if self._idle else Worker(self._memory)
        self._running.add(ticket)
        ticket.on_start()
        return worker

    async def _serve(self, ticket: Ticket, worker: Worker) -> None:
        """Do a task, and then others until nothing waits."""
        while True:
            try:
                ticket.finish(*await worker.run(ticket))
            finally:
                ticket.finish(DIED)
                await self._end(ticket, worker)
            if not self._waiting:
                return
            ticket = self._waiting.popleft()
            worker = self._begin(ticket)
            self.on_advance()

    async def _end(self, ticket: Ticket, worker: Worker) -> None:
        """Take the worker back, or let a spent one go."""
        ticket.worker = None
        self._running.discard(ticket)
        if worker.is_spent():
            await worker.stop()
        else:
            self._idle.append(worker)
