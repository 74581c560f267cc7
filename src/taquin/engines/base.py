# SPDX-License-Identifier: MIT
"""The contract of an engine: it answers questions; it neither checks its input nor verifies its answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from taquin.errors import EngineError, quote
from taquin.question import Question
from taquin.solution import Observer, Outcome


class Engine(ABC):
    """Runs searches somewhere: in Python, in native code, on a card or on a cluster."""

    name: str
    about: str
    """What it is, in a few words."""
    takes_threads = False
    """Whether several threads may ask it at once and gain by it; else several processes do, or nobody."""
    takes_processes = True
    """Whether several processes of a machine may each have one."""

    def missing(self) -> str | None:
        """Say what this machine lacks to run it, None when it is ready."""
        return None

    @abstractmethod
    def declines(self, question: Question) -> str | None:
        """Say why it cannot run this question, None when it can."""

    def prefers(self, question: Question) -> bool:
        """Tell whether it should be chosen before all others, where it is ready and nobody named an engine."""
        return False

    @abstractmethod
    def solve(self, question: Question, observer: Observer) -> Outcome:
        """Search; limits and cancellation come back as a status, never as an exception."""

    def batch_size(self, question: Question) -> int:
        """Return how many questions like this one it answers at once, 1 for one at a time."""
        return 1

    def solve_batch(self, questions: Sequence[Question], observer: Observer) -> list[Outcome]:
        """Search for many at once, where `batch_size` says so; all of them can be solved."""
        return [self.solve(question, observer) for question in questions]

    def at(self, address: str) -> Engine:
        """Return the engine at an address, for engines that live elsewhere: `name:address` names it."""
        raise EngineError(f"engine {self.name} has no address, got {quote(f'{self.name}:{address}', 80)}")
