# SPDX-License-Identifier: MIT
"""The reference engine: the searches of `taquin.search`, in plain Python."""

from __future__ import annotations

from taquin.problem import Problem
from taquin.search import SEARCHES
from taquin.search.base import Run, Stop
from taquin.solution import Limits, Observer, Outcome


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
        run = Run(problem, limits, observer)
        try:
            return SEARCHES[problem.method.algorithm].run(run)
        except Stop as stop:
            return run.end(stop.status, stop.reason)
