# SPDX-License-Identifier: MIT
"""The native engine: every search that has a twin in the compiled core, and the methods that live there alone."""

from __future__ import annotations

from taquin.compiled_core import IN_PAGE, compiled_core, core_problem
from taquin.engines.base import Engine
from taquin.methods.textbook import SEARCHES, search_in_core
from taquin.metric import SLIDES
from taquin.question import Question
from taquin.solution import Observer, Outcome


class NativeEngine(Engine):
    """Runs the long searches in C++, outside the interpreter's lock."""

    name = "native"
    about = "compiled: the same searches at machine speed, boards up to 64 cells"
    takes_threads = True

    def missing(self) -> str | None:
        """Tell whether the compiled core was built."""
        return "a web page has the engine wasm instead" if IN_PAGE else core_problem()

    def declines(self, question: Question) -> str | None:
        """Take the algorithms that have a twin, on boards that fit."""
        method, cells, core = question.method, len(question.start.tiles), compiled_core()
        if question.metric == SLIDES and method.algorithm in ("optimal", "anytime") and not hasattr(core, "SlideSolver"):
            return "this core has no solver that counts slides"  # that of a page may be without it
        if method.algorithm == "anytime":
            return None
        if method.algorithm == "optimal":
            most = core.MAX_PATTERN_CELLS
            if question.metric == SLIDES and method["checkpoint"] is not None:
                return "it writes no checkpoints of searches that count slides"
            return None if cells <= most else f"optimal takes boards up to {most} cells"
        if question.metric == SLIDES:
            return f"{method.algorithm} counts single moves in the core; Python counts slides"
        if method.algorithm not in SEARCHES:
            return f"{method.algorithm} runs in Python only"
        if cells > core.MAX_CELLS:
            return f"it takes boards up to {core.MAX_CELLS} cells"
        if method.heuristic and len(method.heuristic.parts) > core.MAX_PARTS:
            return f"it takes max(...) of at most {core.MAX_PARTS} heuristics"
        return None

    def solve(self, question: Question, observer: Observer) -> Outcome:
        """Run the search in the core."""
        if question.method.algorithm == "optimal" and question.metric == SLIDES:
            from taquin.methods.slides import solve_slides

            return solve_slides(question, observer)
        if question.method.algorithm == "optimal":
            from taquin.methods.optimal import solve_optimal  # brings in the tables

            return solve_optimal(question, observer)
        if question.method.algorithm == "anytime":
            from taquin.methods.anytime import solve_anytime

            return solve_anytime(question, observer)
        return search_in_core(question, observer)
