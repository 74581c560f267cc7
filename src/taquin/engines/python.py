# SPDX-License-Identifier: MIT
"""The reference engine: the searches of `taquin.search`, in plain Python."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from taquin import reasons
from taquin.clock import Stopped
from taquin.engines.base import Engine
from taquin.heuristics import HEURISTICS, Heuristic, under
from taquin.metric import SLIDES, TILES
from taquin.question import Question
from taquin.search import SEARCHES
from taquin.search.base import SearchRun
from taquin.solution import Observer, Outcome, Status

STAND_INS: Final = {TILES: ("linear-conflict",), SLIDES: ("walking-distance", "manhattan")}
"""What `optimal` and `anytime` use here, where they have neither tables nor the core: the first that takes the board."""


class PythonEngine(Engine):
    """Runs every algorithm with every heuristic on boards of any size."""

    name = "python"
    about = "reference: readable, any board and heuristic"

    def declines(self, question: Question) -> str | None:
        """Run everything, but write no checkpoints."""
        if question.method["checkpoint"] is not None:
            return "it writes no checkpoints, leave the checkpoint out"
        return None

    def solve(self, question: Question, observer: Observer) -> Outcome:
        """Run the method's search and turn a stop into its status."""
        method = question.method
        search, heuristic, chosen = SEARCHES[method.algorithm], method.heuristic, ""
        if search.free and heuristic is None:
            heuristic = _stand_in(question)
            chosen = heuristic.name
        heuristic = None if heuristic is None else under(heuristic, question.metric)
        run = SearchRun(question.start, question.goal, heuristic, method, question.limits, observer)
        try:
            outcome = search.run(run)
        except Stopped as stopped:
            outcome = run.end(stopped.status, stopped.reason)
        except MemoryError:
            outcome = run.end(Status.LIMIT, reasons.memory_limit(None))
        return replace(outcome, heuristic=chosen)


def _stand_in(question: Question) -> Heuristic:
    named = (HEURISTICS[name] for name in STAND_INS[question.metric])
    return next(heuristic for heuristic in named if not heuristic.refuses(*question.start.shape))
