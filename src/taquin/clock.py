# SPDX-License-Identifier: MIT
"""Limits of time and nodes, progress ten times a second, and stopping: once, for every engine."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from taquin import reasons
from taquin.reasons import Reason
from taquin.solution import Limits, Observer, Progress, Status

REPORT_INTERVAL: Final = 0.1
"""Seconds between two reports to the observer."""


class Stopped(Exception):  # noqa: N818 - no error: it carries a status
    """Ends a search from within: a limit was reached or somebody cancelled."""

    def __init__(self, status: Status, reason: Reason) -> None:
        super().__init__(reason.text)
        self.status = status
        self.reason = reason


class Clock:
    """The time of one search: how much is left of it, when to report, and whether to stop."""

    def __init__(self, limits: Limits, observer: Observer) -> None:
        self.limits = limits
        self.observer = observer
        self.restart()

    def restart(self) -> None:
        """Begin anew: what went before, such as waiting for a device, is not the search's time."""
        self.begin = time.perf_counter()
        self._next_report = self.begin + REPORT_INTERVAL

    def elapsed(self) -> float:
        """Return the seconds since the beginning."""
        return time.perf_counter() - self.begin

    def seconds_left(self) -> float | None:
        """Return the seconds until the time limit, at least 0; None without one."""
        return None if self.limits.time is None else max(0.0, self.limits.time - self.elapsed())

    def cancelled(self) -> bool:
        """Tell whether the observer wants the search to stop."""
        return bool(self.observer.cancelled())

    def report(self, progress: Callable[[], Progress]) -> None:
        """Tell the observer where the search stands, at most ten times a second."""
        now = time.perf_counter()
        if now >= self._next_report:
            self._next_report = now + REPORT_INTERVAL
            self.observer.progress(progress())

    def check(self, nodes: int | None = None) -> None:
        """Raise `Stopped` if somebody cancelled, time is up, or so many nodes are too many."""
        if self.cancelled():
            raise Stopped(Status.CANCELLED, reasons.CANCELLED)
        if self.limits.time is not None and self.elapsed() >= self.limits.time:
            raise Stopped(Status.LIMIT, reasons.time_limit(self.limits.time))
        if nodes is not None:
            self.check_nodes(nodes)

    def check_nodes(self, nodes: int) -> None:
        """Raise `Stopped` if so many nodes are too many."""
        if self.limits.nodes is not None and nodes >= self.limits.nodes:
            raise Stopped(Status.LIMIT, reasons.node_limit(self.limits.nodes))

    def check_memory(self, needed: int) -> None:
        """Raise `Stopped` if so many bytes, which are about to be taken, are more than was granted."""
        if self.limits.memory is not None and needed > self.limits.memory:
            raise Stopped(Status.LIMIT, reasons.memory_limit(self.limits.memory))

    def may_go_on(self) -> bool:
        """Tell the same as `check` without raising: for callbacks that native code asks."""
        return not self.cancelled() and self.seconds_left() != 0
