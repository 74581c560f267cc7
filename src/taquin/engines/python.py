# SPDX-License-Identifier: MIT
"""The reference engine: the searches of `taquin.search`, in plain Python."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from taquin.heuristics import parse_heuristic
from taquin.problem import Problem
from taquin.search import SEARCHES
from taquin.search.base import Run, Stop
from taquin.solution import Limits, Observer, Outcome

OPTIMAL_HEURISTIC: Final = "linear-conflict"
"""What `optimal` uses here, where it has no tables."""


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
        if problem.method.algorithm == "optimal" and problem.method.heuristic is None:
            chosen = OPTIMAL_HEURISTIC
            problem = replace(problem, method=replace(problem.method, heuristic=parse_heuristic(chosen)))
        run = Run(problem, limits, observer)
        try:
            outcome = SEARCHES[problem.method.algorithm].run(run)
        except Stop as stop:
            outcome = run.end(stop.status, stop.reason)
        return replace(outcome, heuristic=chosen)
