# SPDX-License-Identifier: MIT
"""The question put to an engine: a start, a goal and a method with its options."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from taquin.board import DEFAULT_ORDER, Board, Move
from taquin.heuristics.base import Heuristic


@dataclass(frozen=True)
class Method:
    """An algorithm with its heuristic and options, every name already checked."""

    algorithm: str
    heuristic: Heuristic | None = None
    order: tuple[Move, ...] = DEFAULT_ORDER
    """The order in which children are tried."""
    weight: Fraction = Fraction(2)
    """Weight of h in `wastar`."""
    beam_width: int = 100
    """Boards that `beam` keeps per layer."""
    seed: int = 0
    """Seed of the restarts of `hill`, and of `anytime`."""
    threads: int | None = None
    """Threads of `optimal` and `anytime`, None for all cores."""
    quality: str = "good"
    """How long `anytime` goes on without a time limit: fast, good or best."""
    automaton: bool = True
    """Whether `optimal` prunes duplicate move words."""
    checkpoint: Path | None = None
    """Where `optimal` writes down finished work and goes on from."""

    def __str__(self) -> str:
        return f"{self.algorithm}@{self.heuristic.name}" if self.heuristic else self.algorithm

    def options(self) -> dict[str, Any]:
        """The options that shape this method's search, ready for JSON."""
        options: dict[str, Any] = {"order": "".join(move.value for move in self.order)}
        if self.algorithm == "wastar":
            options["weight"] = str(self.weight)
        if self.algorithm == "beam":
            options["beam_width"] = self.beam_width
        if self.algorithm == "hill":
            options["seed"] = self.seed
        if self.algorithm == "optimal":
            options = {"automaton": self.automaton}
        if self.algorithm == "anytime":
            options = {"quality": self.quality, "seed": self.seed}
        return options


@dataclass(frozen=True)
class Problem:
    """A solvable start and goal, and the method to connect them."""

    start: Board
    goal: Board
    method: Method
