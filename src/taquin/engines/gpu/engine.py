# SPDX-License-Identifier: MIT
"""The contract of the GPU engine. Nothing here loads CuPy before a board is solved on the card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from taquin.board import Board
from taquin.engines.gpu.device import choose_device, find_devices, what_is_missing
from taquin.engines.gpu.layout import MAX_CELLS
from taquin.errors import EngineError
from taquin.problem import Method, Problem
from taquin.solution import Limits, Observer, Outcome

WORTH_A_CARD: Final = 24
"""Cells from which `auto` prefers the card: smaller boards are solved before it has started."""
BATCH_CELLS: Final = 16
"""Boards up to this size are solved many at a time."""


class GpuEngine:
    """Finds shortest paths on an NVIDIA card."""

    name = "gpu"

    @property
    def about(self) -> str:
        """What it is, and the card that it would use."""
        card = f" on {choose_device()}" if find_devices() else ""
        return f"optimal paths{card}: boards up to {MAX_CELLS} cells, batches up to {BATCH_CELLS}"

    def missing(self) -> str | None:
        """Say what of card, driver and CuPy is not there."""
        try:
            return what_is_missing()
        except EngineError as error:
            return str(error)

    def declines(self, problem: Problem) -> str | None:
        """Take the method `optimal` with pattern databases that follow every tile."""
        method = problem.method
        if method.algorithm != "optimal":
            return "it runs the method optimal only"
        if method.checkpoint is not None:
            return "it writes no checkpoints"
        if len(problem.goal.tiles) > MAX_CELLS:
            return f"it takes boards up to {MAX_CELLS} cells"
        if method.heuristic is not None and not method.heuristic.name.startswith("pdb"):
            return "it searches with pattern databases only, such as optimal@pdb:6-6-3"
        return _declined_plan(problem)

    def wins(self, problem: Problem) -> bool:
        """Tell whether `auto` should prefer it, a card being there."""
        return problem.method.algorithm == "optimal" and len(problem.goal.tiles) >= WORTH_A_CARD

    def solve(self, problem: Problem, limits: Limits, observer: Observer) -> Outcome:
        """Search on the card; limits and cancellation are seen every tenth of a second."""
        from taquin.engines.gpu.proof import solve_board  # brings in CuPy

        return solve_board(problem, limits, observer)

    def takes_batches(self, method: Method, goal: Board, limits: Limits) -> bool:
        """Tell whether boards towards a goal can be solved many at a time."""
        plain = method.algorithm == "optimal" and method.heuristic is None and method.checkpoint is None
        return plain and limits == Limits() and len(goal.tiles) <= BATCH_CELLS

    def solve_many(self, starts: Sequence[Board], goal: Board, method: Method, observer: Observer) -> list[Outcome]:
        """Find shortest paths of many boards at once, where `takes_batches` says so; all of them must be solvable."""
        from taquin.engines.gpu.run import solve_boards

        return solve_boards(starts, goal, method.automaton, observer)


def _declined_plan(problem: Problem) -> str | None:
    from taquin.engines.gpu.solvers import usual_databases, why_not  # plans tables, which takes a moment

    named = problem.method.heuristic
    if named is not None:
        named.check_shape(problem.goal.rows, problem.goal.cols)
    return why_not(problem.goal, usual_databases(problem.goal) if named is None else named.name)
