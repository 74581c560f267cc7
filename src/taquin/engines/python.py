# SPDX-License-Identifier: MIT
"""The reference engine: the searches of `taquin.search`, in plain Python."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from taquin import reasons
from taquin.heuristics import parse_heuristic
from taquin.problem import Problem
from taquin.search import SEARCHES
from taquin.search.base import Run, Stop
from taquin.solution import Limits, Observer, Outcome, Status

STAND_IN_HEURISTIC: Final = "linear-conflict"
"""What `optimal` and `anytime` use here, where they have neither tables nor the core."""


class PythonEngine:
    """Runs every algorithm with every heuristic on boards of any size."""

    name = "python"
    about = "reference: readable, any board and heuristic"

    def missing(self) -> str | None:
        """Nothing: it is always there."""
        return None

    def declines(self, problem: Problem) -> str | None:
        """Run everything."""
        return None

    def solve(self, problem: Problem, limits: Limits, observer: Observer) -> Outcome:
        """Run the method's search and turn a stop into its status."""
        chosen = ""
        if problem.method.algorithm in ("optimal", "anytime") and problem.method.heuristic is None:
            chosen = STAND_IN_HEURISTIC
            problem = replace(problem, method=replace(problem.method, heuristic=parse_heuristic(chosen)))
        run = Run(problem, limits, observer)
        try:
            outcome = SEARCHES[problem.method.algorithm].run(run)
        except Stop as stop:
            outcome = run.end(stop.status, stop.reason)
        except MemoryError:
            outcome = run.end(Status.LIMIT, reasons.memory_limit(None))
        return replace(outcome, heuristic=chosen)
