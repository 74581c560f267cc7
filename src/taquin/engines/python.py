# SPDX-License-Identifier: MIT
"""The reference engine: the searches of `taquin.search`, in plain Python."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from taquin import reasons
from taquin.clock import Stopped
from taquin.engines.base import Engine
from taquin.heuristics import HEURISTICS
from taquin.question import Question
from taquin.search import SEARCHES
from taquin.search.base import SearchRun
from taquin.solution import Observer, Outcome, Status

STAND_IN_HEURISTIC: Final = HEURISTICS["linear-conflict"]
"""What `optimal` and `anytime` use here, where they have neither tables nor the core."""


class PythonEngine(Engine):
    """Runs every algorithm with every heuristic on boards of any size."""

    name = "python"
    about = "reference: readable, any board and heuristic"

    def declines(self, question: Question) -> str | None:
        """Run everything."""
        return None

    def solve(self, question: Question, observer: Observer) -> Outcome:
        """Run the method's search and turn a stop into its status."""
        method = question.method
        search, heuristic, chosen = SEARCHES[method.algorithm], method.heuristic, ""
        if search.free and heuristic is None:
            heuristic = STAND_IN_HEURISTIC
            chosen = heuristic.name
        run = SearchRun(question.start, question.goal, heuristic, method, question.limits, observer)
        try:
            outcome = search.run(run)
        except Stopped as stopped:
            outcome = run.end(stopped.status, stopped.reason)
        except MemoryError:
            outcome = run.end(Status.LIMIT, reasons.memory_limit(None))
        return replace(outcome, heuristic=chosen)
