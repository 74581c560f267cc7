# SPDX-License-Identifier: MIT
"""The two ends of a path: a search may begin at either, and one way may take several times the nodes of the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from taquin.board import DEFAULT_ORDER, moves_of_codes
from taquin.question import Question


@dataclass(frozen=True)
class End:
    """An end of the path to begin at."""

    question: Question
    """With this end as its start, and the other as its goal."""
    is_goal: bool
    """Whether this is the goal of what was asked."""

    @classmethod
    def at_start(cls, question: Question) -> Self:
        """Return the end that a question begins at."""
        return cls(question, is_goal=False)

    @property
    def other(self) -> End:
        """The other end."""
        return End(replace(self.question, start=self.question.goal, goal=self.question.start), not self.is_goal)

    def forwards(self, moves: Sequence[int]) -> bytes:
        """Return a path that was found from this end as it leads from the start to the goal; both as codes."""
        return path_back(moves) if self.is_goal else bytes(moves)


def path_back(moves: Sequence[int]) -> bytes:
    """Return the moves that lead back along a path, both as codes."""
    return bytes(DEFAULT_ORDER.index(move.opposite) for move in moves_of_codes(reversed(moves)))
