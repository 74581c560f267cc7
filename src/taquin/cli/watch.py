# SPDX-License-Identifier: MIT
"""Watch a search from the terminal: one line of progress, and Ctrl-C or SIGTERM as a request to stop."""

from __future__ import annotations

import os
import signal
import sys
import threading
from types import FrameType, TracebackType
from typing import Any, Self

from taquin.cli.missing_core import tell_missing_core
from taquin.render.text import format_seconds
from taquin.solution import Observer, Progress

ERASE_LINE = "\r\x1b[K"


class Watch(Observer):
    """An observer that is also a context: within it the first Ctrl-C cancels the search and a second one kills at once."""

    def __init__(self, label: str = "") -> None:
        self.label = label
        """Shown before the counters; a run of several searches changes it."""
        self.interrupted = False
        self._shows = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._shown = False
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
        signal.signal(number, signal.SIG_DFL)

    def cancelled(self) -> bool:
        """Tell whether Ctrl-C was pressed."""
        return self.interrupted

    def progress(self, progress: Progress) -> None:
        """Write the counters over the last ones, if anybody looks."""
        if not self._shows:
            return
        parts = [self.label] if self.label else []
        if progress.stage:
            parts.append(progress.stage)
        else:
            parts.append(f"{progress.stats.generated:,} nodes")
            parts.append(f"{progress.rate:,.0f}/s")
        if progress.cost is not None:
            parts.append(f"found {progress.cost} moves")
        if progress.lower_bound:
            parts.append(f"at least {progress.lower_bound} moves")
        parts.append(format_seconds(progress.stats.elapsed))
        self._show("  ".join(parts))

    def stage(self, text: str) -> bool:
        """Show what is going on outside a search; return whether to go on."""
        if self._shows:
            self._show(f"{self.label}  {text}" if self.label else text)
        return not self.interrupted

    def _show(self, line: str) -> None:
        width = os.get_terminal_size(sys.stderr.fileno()).columns or 80
        self._write(ERASE_LINE + line[: width - 1])
        self._shown = True

    def clear(self) -> None:
        """Remove the line, so that what follows stands alone."""
        if self._shown:
            self._write(ERASE_LINE)
            self._shown = False

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()
