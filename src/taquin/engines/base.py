# SPDX-License-Identifier: MIT
"""The contract of an engine: it answers problems; it neither checks its input nor verifies its answer."""

from __future__ import annotations

from typing import Protocol

from taquin.problem import Problem
from taquin.solution import Limits, Observer, Outcome


class Engine(Protocol):
    """Runs searches somewhere: in Python, in native code, on a card or on a cluster."""

    name: str

    @property
    def about(self) -> str:
        """What it is, in a few words."""

    def missing(self) -> str | None:
        """Say what this machine lacks to run it, None when it is ready."""

    def declines(self, problem: Problem) -> str | None:
        """Say why it cannot run this problem, None when it can."""

    def solve(self, problem: Problem, limits: Limits, observer: Observer) -> Outcome:
        """Search; limits and cancellation come back as a status, never as an exception."""
