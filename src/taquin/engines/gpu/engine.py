# SPDX-License-Identifier: MIT
"""The contract of the GPU engine. It loads what it needs when it is asked: every run imports it, and few have a card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from taquin.board import Board
from taquin.engines.base import Engine
from taquin.engines.gpu.device import choose_device, find_devices, what_is_missing
from taquin.errors import EngineError
from taquin.metric import TILES
from taquin.question import Question
from taquin.solution import NO_LIMITS, Observer, Outcome

WORTH_A_CARD: Final = 24
"""Cells from which `auto` prefers the card: smaller boards are solved before it has started."""
BATCH_CELLS: Final = 16
"""Boards up to this size are solved many at a time."""
BATCH_SIZE: Final = 1 << 17
"""Boards that wait for each other before the card solves them all."""


class GpuEngine(Engine):
    """Finds shortest paths on an NVIDIA card, and short ones of boards that values were learned of."""

    name = "gpu"
    takes_processes = False

    @property
    def about(self) -> str:  # type: ignore[override]
        """What it is, and the card that it would use."""
        from taquin.engines.gpu.layout import MAX_CELLS

        card = f" on {choose_device()}" if find_devices() else ""
        return f"optimal paths{card}: boards up to {MAX_CELLS} cells, batches up to {BATCH_CELLS}; short ones of learned squares"

    def missing(self) -> str | None:
        """Say what of card, driver and CuPy is not there."""
        try:
            return what_is_missing()
        except EngineError as error:
            return str(error)

    def declines(self, question: Question) -> str | None:
        """Take `optimal` with pattern databases that follow every tile, and `anytime` where values were learned."""
        if question.method.algorithm not in ("optimal", "anytime"):
            return "it runs the methods optimal and anytime only"
        if question.metric != TILES:
            return "it counts single moves only, not slides"
        return _why_no_proof(question) if question.method.algorithm == "optimal" else _why_no_beam(question.goal)

    def prefers(self, question: Question) -> bool:
        """Prefer long searches for shortest paths; short ones are there at once without a card."""
        return question.method.algorithm == "optimal" and len(question.goal.tiles) >= WORTH_A_CARD

    def solve(self, question: Question, observer: Observer) -> Outcome:
        """Search on the card; limits and cancellation are seen every tenth of a second."""
        if question.method.algorithm == "anytime":
            from taquin.engines.gpu.short_path import solve_short  # brings in CuPy, as the next

            return solve_short(question, observer)
        from taquin.engines.gpu.proof import solve_board

        return solve_board(question, observer)

    def batch_size(self, question: Question) -> int:
        """Take small boards many at a time, where nothing is asked but the shortest path."""
        method = question.method
        plain = method.algorithm == "optimal" and method.heuristic is None and method["checkpoint"] is None
        return BATCH_SIZE if plain and question.limits == NO_LIMITS and len(question.goal.tiles) <= BATCH_CELLS else 1

    def solve_batch(self, questions: Sequence[Question], observer: Observer) -> list[Outcome]:
        """Find shortest paths of many boards at once, those towards one goal together; one too long for that is solved alone."""
        from taquin.engines.gpu.batch import solve_boards  # brings in CuPy

        groups: dict[tuple[object, bool], list[int]] = {}
        for number, question in enumerate(questions):
            groups.setdefault((question.goal, question.method["automaton"]), []).append(number)
        outcomes: dict[int, Outcome | None] = {}
        for (_, automaton), numbers in groups.items():
            starts = [questions[number].start for number in numbers]
            found = solve_boards(starts, questions[numbers[0]].goal, automaton, observer)
            outcomes.update(zip(numbers, found, strict=True))
        return [outcomes[number] or self.solve(question, observer) for number, question in enumerate(questions)]


def _why_no_proof(question: Question) -> str | None:
    from taquin.engines.gpu.layout import MAX_CELLS, usual_databases, why_not  # brings in the tables

    method = question.method
    if method["checkpoint"] is not None:
        return "it writes no checkpoints"
    if len(question.goal.tiles) > MAX_CELLS:
        return f"it takes boards up to {MAX_CELLS} cells"
    if method.heuristic is None:
        return why_not(question.goal, usual_databases(question.goal))
    method.heuristic.check_shape(question.goal.rows, question.goal.cols)
    return why_not(question.goal, method.heuristic.name)


def _why_no_beam(goal: Board) -> str | None:
    from taquin.engines.gpu.turned import Turned
    from taquin.tables.learned import learned_numbers

    if goal.rows != goal.cols:
        return "its short paths are those of square boards"
    if learned_numbers(goal.rows) is None:
        return f"it has no learned values of {goal.rows}x{goal.cols} boards"
    return None if Turned.is_possible(goal) else "its short paths lead to goals with the blank in a corner"
