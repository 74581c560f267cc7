# SPDX-License-Identifier: MIT
"""Watch a search from the terminal: one line of progress, and Ctrl-C or SIGTERM as a request to stop."""

from __future__ import annotations

import signal
import threading
from collections.abc import Sequence
from types import FrameType, TracebackType
from typing import Any, Self

from taquin.cli.missing_core import tell_missing_core
from taquin.cli.status_line import StatusLine
from taquin.metric import TILES, UNITS
from taquin.render.text import format_seconds
from taquin.solution import Observer, Progress


class Watch(Observer):
    """An observer that is also a context: within it the first Ctrl-C cancels the search and a second one kills at once."""

    def __init__(self, label: str = "", metric: str | None = None) -> None:
        self.unit = f"{UNITS[metric or TILES]}s"
        """What costs and bounds are counted in."""
        self.label = label
        """What is running, shown before the counters; a run of several searches changes it."""
        self.ahead: Sequence[str] = ()
        """How far a run of several searches is: always shown, and first."""
        self.interrupted = False
        self._line = StatusLine()
        self._previous: dict[int, Any] = {}
        self._handles = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> Self:
        tell_missing_core()
        if self._handles:
            self._previous = {number: signal.signal(number, self._interrupt) for number in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.clear()
        if self._handles:
            for number, previous in self._previous.items():
                signal.signal(number, previous)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self.interrupted = True
        for each in self._previous:  # whichever of them comes next
            signal.signal(each, signal.SIG_DFL)

    def cancelled(self) -> bool:
        """Tell whether Ctrl-C was pressed."""
        return self.interrupted

    def progress(self, progress: Progress) -> None:
        """Write the counters over the last ones, those that matter most first."""
        if not self._line.shows:
            return
        facts = [progress.stage or f"{progress.stats.generated:,} nodes", format_seconds(progress.stats.elapsed)]
        if progress.cost is not None:
            facts.append(f"found {progress.cost} {self.unit}")
        if progress.lower_bound:
            facts.append(f"at least {progress.lower_bound} {self.unit}")
        if not progress.stage:
            facts.append(f"{progress.rate:,.0f}/s")
        self._line.show(facts, self.label, self.ahead)

    def stage(self, *facts: str) -> bool:
        """Show what is going on outside a search; return whether to go on."""
        self._line.show(facts, self.label, self.ahead)
        return not self.interrupted

    def clear(self) -> None:
        """Remove the line, so that what follows stands alone."""
        self._line.clear()
