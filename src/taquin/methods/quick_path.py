# SPDX-License-Identifier: MIT
"""A short path at once: the core's solver for boards of any size, which improves its path as long as it may."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from taquin.board import codes_of
from taquin.compiled_core import compiled_core
from taquin.machine import usable_cores
from taquin.question import Question
from taquin.tables.learned import learned_values


class QuickPath(NamedTuple):
    """What the solver found."""

    moves: bytes | None
    """None if it was cancelled at once, before it had any."""
    lower_bound: int
    boards: int
    """Boards that it generated."""
    cancelled: bool


def quick_path(
    question: Question,
    seconds: float | None,
    boards: int | None,
    improved: Callable[[int, float], None],
    poll: Callable[[], bool],
) -> QuickPath:
    """Run the solver, from the path that is known if there is one.

    With a number of boards, no time limit and one thread it always gives the same path.
    """
    start, goal, method = question.start, question.goal, question.method
    threads = method["threads"] or usable_cores()
    found = compiled_core().solve_anytime(
        start.rows,
        start.cols,
        start.tiles,
        goal.tiles,
        seconds,
        boards,
        threads,
        method["seed"],
        question.known.lower_bound,
        improved,
        poll,
        learned_values(start.rows) if start.rows == start.cols else None,
        codes_of(question.known.moves or ()),
        question.limits.memory,
    )
    return QuickPath(*found)
