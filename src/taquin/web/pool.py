# SPDX-License-Identifier: MIT
"""The queue before the worker processes: bounded, in order, cancellable; each task that runs has a process and a thread."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from taquin.worker import CANCELLED, DIED, WorkerProcess

OVERHEAD: Final = 2**30
"""Bytes that a worker may hold beside its search: the interpreter and tables that it builds."""
NICENESS: Final = 10
"""Searches give way to the server."""


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
    cancelled: bool = False

    def finish(self, kind: bytes, body: bytes = b"{}") -> None:
        """Give the answer, once."""
        if not self.done.done():
            self.done.set_result((kind, body))


class Pool:
    """A bounded number of workers, started when needed, and a bounded queue."""

    def __init__(self, size: int, queued: int, memory: int, busy_status: int = 503, tasks: str = "") -> None:
        """Bound the workers, the tasks that wait and the bytes of each; `tasks` names the module of tasks besides `solve`."""
        self._size = size
        self._queued = queued
        self._busy_status = busy_status
        self._new_worker: Callable[[], WorkerProcess] = lambda: WorkerProcess(memory + OVERHEAD, NICENESS, tasks)
        self._waiting: deque[Ticket] = deque()
        self._running: dict[Ticket, WorkerProcess] = {}
        self._idle: list[WorkerProcess] = []
        self._quiet = asyncio.Event()
        """Set while nothing runs."""
        self.on_advance: Callable[[], None] = lambda: None
        """Called when the queue has moved."""

    def submit(self, ticket: Ticket) -> None:
        """Queue a task, or raise `BusyError`."""
        if len(self._waiting) >= self._queued:
            raise BusyError(self._busy_status, 2, f"{len(self._waiting)} tasks are waiting already; try again in a moment")
        if len(self._running) < self._size:
            self._begin(ticket)
        else:
            self._waiting.append(ticket)

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
        ticket.cancelled = True  # the thread of a running one looks at it
        if ticket in self._waiting:
            self._waiting.remove(ticket)
            ticket.finish(CANCELLED)
            self.on_advance()

    async def close(self) -> None:
        """Kill every worker, so that the server can end at once."""
        for ticket in [*self._waiting, *self._running]:
            self.cancel(ticket)
        for worker in [*self._running.values(), *self._idle]:
            worker.close()
        if self._running:
            await self._quiet.wait()
        for worker in self._idle:
            worker.stop()
        self._idle.clear()

    def _begin(self, ticket: Ticket) -> None:
        """Give a task its worker, and a thread that waits for it."""
        worker = self._idle.pop() if self._idle else self._new_worker()
        self._running[ticket] = worker
        self._quiet.clear()
        ticket.on_start()
        # A daemon: if the server ends without closing its pools, nobody waits for the search; the worker hears of it and ends.
        threading.Thread(target=self._perform, args=(ticket, worker, asyncio.get_running_loop()), daemon=True).start()

    def _perform(self, ticket: Ticket, worker: WorkerProcess, loop: asyncio.AbstractEventLoop) -> None:
        """Do a task, in its thread; whatever others see of it happens in the server's own."""

        def tell(act: Callable[..., None], *args: Any) -> None:
            with contextlib.suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(act, *args)

        kept = False
        try:
            last = worker.call(
                ticket.task,
                ticket.payload,
                ticket.seconds,
                on_frame=lambda kind, body: tell(ticket.on_frame, kind, body),
                cancelled=lambda: ticket.cancelled,
            )
            tell(ticket.finish, *last)
            kept = not worker.is_spent()  # asked once: one that dies later is idle, and stopped like any other
        finally:
            if not kept:
                worker.stop()  # here, because a large process takes a while to go
            tell(self._end, ticket, kept)

    def _end(self, ticket: Ticket, kept: bool) -> None:
        """Take the worker back, if it is kept, and begin what has waited longest."""
        ticket.finish(DIED)  # only where its thread broke down
        worker = self._running.pop(ticket)
        if kept:
            self._idle.append(worker)
        if self._waiting:
            self._begin(self._waiting.popleft())
            self.on_advance()
        elif not self._running:
            self._quiet.set()
