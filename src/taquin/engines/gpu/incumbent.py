# SPDX-License-Identifier: MIT
"""A short path found by the processor while the card proves: an answer at every moment, and often the last iteration saved."""

from __future__ import annotations

import threading
from typing import Final, Self

from taquin.engines.anytime import QuickPath, quick_path
from taquin.errors import MethodError
from taquin.problem import Problem
from taquin.tables.patterns import native_core

SMALLEST: Final = 17
"""Cells from which it is worth while: smaller boards are solved before it has begun."""
SECONDS: Final = 60.0
"""What the processor spends on it at most."""


class Incumbent:
    """The best path so far, searched for in the background; none where the compiled core is missing or the board is small."""

    def __init__(self, problem: Problem) -> None:
        self.length: int | None = None
        """Of the best path so far."""
        self._problem = problem
        self._stop = threading.Event()
        self._found: QuickPath | None = None
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        """Begin to look for one."""
        if len(self._problem.goal.tiles) >= SMALLEST and core_is_built():
            self._thread = threading.Thread(target=self._search, name="taquin-incumbent", daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop looking."""
        self.take()

    def take(self) -> bytes | None:
        """Stop looking and return the moves of the best path."""
        if self._thread is None:
            return None
        self._stop.set()
        self._thread.join()
        return None if self._found is None else self._found.moves

    def _search(self) -> None:
        self._found = quick_path(self._problem, SECONDS, None, self._improved, self._stop.is_set)

    def _improved(self, length: int, _seconds: float) -> None:
        self.length = length


def core_is_built() -> bool:
    """Tell whether the compiled core is there."""
    try:
        native_core()
    except MethodError:
        return False
    return True
