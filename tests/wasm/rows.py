# SPDX-License-Identifier: MIT
"""What an engine answers, as JSON that can be compared; runs in a page as well as here."""

from dataclasses import asdict
from typing import Any

from taquin.engines import ENGINES
from taquin.question import Question
from taquin.solution import Expansion, Observer


class Tracer(Observer):
    def __init__(self, trace_limit: int) -> None:
        self.trace_limit = trace_limit
        self.lines: list[list[Any]] = []

    def expansion(self, expansion: Expansion) -> None:
        made = asdict(expansion) | {"move": str(expansion.move), "tiles": list(expansion.tiles)}
        self.lines.append(list(made.values()))


def row(engine: str, question: dict[str, Any]) -> dict[str, Any]:
    """Answer a question, given with the length of its trace."""
    asked = Question.from_json(question["asked"])
    tracer = Tracer(question["trace"])
    outcome = ENGINES[engine].solve(asked, tracer)
    return {
        "status": str(outcome.status),
        "reason": None if outcome.reason is None else outcome.reason.text,
        "moves": None if outcome.moves is None else "".join(map(str, outcome.moves)),
        "lower_bound": outcome.lower_bound,
        "stats": {name: value for name, value in asdict(outcome.stats).items() if name not in ("elapsed", "peak_memory")},
        "heuristic": outcome.heuristic,
        "trace": tracer.lines,
    }
