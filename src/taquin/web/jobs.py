# SPDX-License-Identifier: MIT
"""Searches that somebody asked for: queued, running, done, kept for a while."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator
from typing import Any, Final

from taquin import reasons
from taquin.question import Question
from taquin.service import searches
from taquin.solution import Solution, Status
from taquin.web.errors import describe_defect
from taquin.web.pool import Pool, Ticket
from taquin.web.settings import Settings
from taquin.worker import CANCELLED, DIED, FAILED, PROGRESS, REFUSED, RESULT, solve_payload

SLACK: Final = 10.0
"""Seconds beyond its limit that a search may take to prepare and to end before its process is killed."""


class Job:
    """One search and what is known of it so far; the texts are JSON, made once and sent to everybody."""

    def __init__(self, question: Question) -> None:
        self.id = secrets.token_urlsafe(12)
        self.question = question
        self.state = "queued"
        self.position = 0
        self.progress: str | None = None
        self.trace: list[str] = []
        self.result: str | None = None
        self.error: str | None = None
        self.watchers = 0
        self.finished = float("inf")
        """When it was done."""
        self.size = 0
        """Bytes that it keeps once it is done, nearly: its texts are plain ASCII."""
        self.ticket: Ticket | None = None
        self._changed = asyncio.Event()

    def touch(self) -> None:
        """Wake everybody who watches."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def report(self, kind: bytes, body: bytes) -> None:
        """Take a frame from the worker."""
        if kind == PROGRESS:
            self.progress = body.decode()
        else:
            self.trace.append(body.decode())
        self.touch()

    def to_json(self) -> str:
        """Return its state, the result included once there is one."""
        head = json.dumps({"id": self.id, "state": self.state, "position": self.position})
        parts = {"progress": self.progress, "result": self.result, "error": self.error}
        return head[:-1] + "".join(f', "{name}": {text or "null"}' for name, text in parts.items()) + "}"

    async def events(self) -> AsyncIterator[str]:
        """Yield everything from the start of the trace to the result; who is slow hears of progress less often."""
        position, progress, sent = -1, None, 0
        while True:
            changed = self._changed
            if self.state == "queued" and self.position != position:
                position = self.position
                yield json.dumps({"type": "queued", "position": position})
            while sent < len(self.trace):
                sent += 1
                yield self.trace[sent - 1]
            if self.progress is not None and self.progress is not progress:
                progress = self.progress
                yield progress
            if self.state == "done" and sent == len(self.trace):
                yield (
                    f'{{"type": "error", "error": {self.error}}}'
                    if self.error
                    else f'{{"type": "result", "result": {self.result}}}'
                )
                return
            await changed.wait()


class Jobs:
    """All searches of a server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._jobs: dict[str, Job] = {}
        self._pool = Pool(settings.concurrent, settings.queued, settings.max_memory, busy_status=429)
        self._pool.on_advance = self._advance
        self._tasks: set[asyncio.Task[None]] = set()

    def submit(self, question: Question, trace_limit: int) -> Job:
        """Queue a search that shows so many expansions, or raise `BusyError`."""
        self._sweep()
        job = Job(question)
        seconds = (question.limits.time or self._settings.max_time) + SLACK
        payload = solve_payload(question, allow_custom=False, trace_limit=trace_limit)
        job.ticket = Ticket("solve", payload, seconds, job.report, lambda: self._begin(job))
        self._pool.submit(job.ticket)
        self._jobs[job.id] = job
        job.position = self._pool.position(job.ticket)
        task = asyncio.create_task(self._follow(job, job.ticket))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job

    def get(self, job_id: str) -> Job | None:
        """Return a search that is still known."""
        self._sweep()
        return self._jobs.get(job_id)

    def recall(self, job_id: str) -> dict[str, Any] | None:
        """Return the solution of a search that is done and still known."""
        job = self.get(job_id)
        row: dict[str, Any] | None = json.loads(job.result) if job and job.result else None
        return row

    def cancel(self, job: Job) -> None:
        """Stop a search; one that is done stays as it is."""
        if job.ticket is not None:
            self._pool.cancel(job.ticket)

    def watch(self, job: Job) -> None:
        """Count one more page that watches."""
        job.watchers += 1

    def leave(self, job: Job) -> None:
        """Count one page less; without any, the search ends after a grace."""
        job.watchers -= 1
        if not job.watchers and job.state != "done":
            asyncio.get_running_loop().call_later(self._settings.grace, self._abandon, job)

    async def close(self) -> None:
        """Stop everything."""
        await self._pool.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _abandon(self, job: Job) -> None:
        if not job.watchers and job.state != "done":
            self.cancel(job)

    def _begin(self, job: Job) -> None:
        job.state, job.position = "running", 0
        job.touch()

    def _advance(self) -> None:
        for job in self._jobs.values():
            if job.state == "queued" and job.ticket is not None:
                position = self._pool.position(job.ticket)
                if position != job.position:
                    job.position = position
                    job.touch()

    async def _follow(self, job: Job, ticket: Ticket) -> None:
        kind, body = await ticket.done
        if kind == RESULT:
            job.result = body.decode()
        elif kind == REFUSED:
            job.error = body.decode()
        elif kind == FAILED:
            job.error = json.dumps({"message": describe_defect(body)})
        else:
            job.result = json.dumps(_lost(job, kind).to_json())
        job.state, job.position, job.finished, job.ticket = "done", 0, time.monotonic(), None
        job.size = sum(map(len, job.trace)) + len(job.result or "")
        job.touch()

    def _sweep(self) -> None:
        """Forget what is old, and the oldest of what is too much."""
        done = sorted((job for job in self._jobs.values() if job.state == "done"), key=lambda job: job.finished, reverse=True)
        oldest, size = time.monotonic() - self._settings.kept_time, 0
        for number, job in enumerate(done):
            size += job.size
            if job.finished < oldest or number >= self._settings.kept_jobs or (number and size > self._settings.kept_bytes):
                del self._jobs[job.id]


def _lost(job: Job, kind: bytes) -> Solution:
    """Say how a search ended whose process cannot tell."""
    seen = json.loads(job.progress) if job.progress else None
    if kind == CANCELLED:
        return searches.cancelled(job.question, seen)
    limits = job.question.limits
    reason = reasons.memory_limit(None) if kind == DIED else reasons.time_limit(limits.time)
    return searches.stopped(job.question, Status.LIMIT, reason, seen)
