# SPDX-License-Identifier: MIT
"""Run a case: count its nodes, verify what is known about its boards, take its CPU time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from taquin.bench.cases import Case
from taquin.errors import VerificationError
from taquin.instances import Instance
from taquin.method import Method, parse_method
from taquin.solution import Solution
from taquin.solver import solve


@dataclass(frozen=True)
class Counts:
    """What a case must give on every machine, summed over its boards."""

    generated: int
    expanded: int
    cost: int


@dataclass
class Measurement:
    """A case that was run, once or several times."""

    case: Case
    instances: tuple[Instance, ...]
    counts: Counts | None = None
    seconds: list[float] = field(default_factory=list)
    """CPU time of each run through `solve()`."""
    core_seconds: list[float] = field(default_factory=list)
    """For every board, the shortest time that its search took inside the core."""
    node_bytes: float = 0.0
    """Most bytes for a generated node, over the boards."""
    naive_seconds: list[float] = field(default_factory=list)
    """CPU time of each run of the naive baseline on the same boards."""

    @classmethod
    def of(cls, case: Case) -> Measurement:
        """Prepare a case; nothing is run yet."""
        return cls(case, case.instances())

    def run(self) -> None:
        """Solve all boards once more; the counts must be those of the time before."""
        method = parse_method(self.case.method)
        begin = time.process_time()
        solutions = solve_all(self.instances, method)
        self.seconds.append(time.process_time() - begin)
        counts = count(solutions)
        if self.counts not in (None, counts):
            raise VerificationError(f"{self.case.name}: {counts} now, but {self.counts} before")
        self.counts = counts
        verify(self.instances, solutions, method)
        elapsed = [solution.stats.elapsed for solution in solutions]
        self.core_seconds = [*map(min, self.core_seconds, elapsed)] if self.core_seconds else elapsed
        self.node_bytes = max(solution.stats.peak_memory / solution.stats.generated for solution in solutions)


def solve_all(instances: Sequence[Instance], method: Method) -> list[Solution]:
    """Solve boards one after the other in the native engine."""
    return [solve(instance.start, instance.goal, method, engine="native") for instance in instances]


def count(solutions: Sequence[Solution]) -> Counts:
    """Sum up what a search has counted."""
    return Counts(
        generated=sum(solution.stats.generated for solution in solutions),
        expanded=sum(solution.stats.expanded for solution in solutions),
        cost=sum(solution.cost or 0 for solution in solutions),
    )


def verify(instances: Sequence[Instance], solutions: Sequence[Solution], method: Method) -> None:
    """Raise `VerificationError` unless lengths are optimal and IDA* counts as Korf did."""
    for instance, solution in zip(instances, solutions, strict=True):
        if instance.optimal not in (None, solution.cost):
            raise VerificationError(f"{method} on board {instance.id}: {solution.cost} moves, optimal are {instance.optimal}")
        known = instance.facts.get("ida_manhattan_nodes") if str(method) == "idastar@manhattan" else None
        if known not in (None, solution.stats.generated):
            raise VerificationError(f"{method} on board {instance.id}: {solution.stats.generated} nodes, Korf counts {known}")
