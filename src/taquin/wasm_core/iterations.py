# SPDX-License-Identifier: MIT
"""The iterations of one optimal search with helpers: short ones here alone, as they are done before a helper has started.

A long one is cut into subtrees, as the native core cuts it for its threads: its nodes are the same, unless it ends with a path.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from taquin.machine import PAGE_MEMORY
from taquin.wasm_core.host import Crew, has_crew

if TYPE_CHECKING:
    from taquin.wasm_core.core import OptimalSolver

Solved = tuple[bytes | None, int, int, list[tuple[int, int]], str]
"""Moves, lower bound, nodes, iterations as (bound, nodes), and what stopped it."""

WORTH_SHARING: Final = 1_000_000
"""Helpers are made when an iteration had so many nodes: the next has several times as many, some tenths of a second's worth."""
ROOTS_PER_WORKER: Final = 500
OWN_COPIES: Final = 3
"""Of the tables in this worker: in its files, in Python and in the core."""


def most_helpers(table_bytes: int) -> int:
    """Return how many copies of the tables a page has room for beside its own."""
    return PAGE_MEMORY // max(table_bytes, 1) - OWN_COPIES if has_crew() else 0


class Iterating:
    """One board on its way from bound to bound."""

    def __init__(
        self,
        solver: OptimalSolver,
        start: Sequence[int],
        helpers: int,
        seconds: float | None,
        nodes: int | None,
        poll: Callable[[int, int], object],
    ) -> None:
        self._solver = solver
        self._start = start
        self._helpers = helpers
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._node_limit = nodes
        self._poll = poll
        self._crew: Crew | None = None
        self._nodes = 0
        self._bound = 0
        self._stop = ""

    def solve(self, from_bound: int, known_length: int, nodes_before: int, long_iteration: int | None) -> Solved:
        """Iterate to the solution, a limit, a known length or past a long iteration; the one before had so many nodes."""
        estimate = self._solver.estimate(self._start)
        self._bound = estimate if from_bound <= estimate else from_bound + (from_bound - estimate) % 2
        iterations: list[tuple[int, int]] = []
        moves = None
        try:
            while moves is None and not self._stop and self._bound < known_length:
                share = nodes_before >= WORTH_SHARING
                nodes, moves = self._iterate_together() if share else self._iterate_alone()
                iterations.append((self._bound, nodes))
                self._nodes += nodes
                nodes_before = nodes
                if moves is None and not self._stop:
                    self._bound += 2
                    if long_iteration is not None and nodes >= long_iteration:
                        break
        finally:
            if self._crew is not None:
                self._crew.close()
        return moves, min(self._bound, known_length), self._nodes, iterations, "" if moves is not None else self._stop

    def _iterate_alone(self) -> tuple[int, bytes | None]:
        done = self._nodes
        moves, _, nodes, _, self._stop = self._solver.solve_alone(
            self._start,
            self._bound,
            self._bound + 1,
            self._seconds_left(),
            self._nodes_left(),
            lambda nodes, bound: self._poll(done + nodes, bound),
        )
        return nodes, moves

    def _iterate_together(self) -> tuple[int, bytes | None]:
        if self._crew is None:
            self._crew = self._solver.hire(self._start, self._helpers)
        wanted = ROOTS_PER_WORKER * (self._helpers + 1)
        done = self._nodes
        paths, above, moves, self._stop = self._solver.split(
            self._start,
            self._bound,
            wanted,
            self._seconds_left(),
            self._nodes_left(),
            lambda nodes, bound: self._poll(done + nodes, bound),
        )
        if moves is not None or self._stop:
            return above, moves
        nodes, moves = self._solver.search_with(
            self._crew, self._start, paths, self._bound, lambda nodes: self._look(above + nodes)
        )
        return above + nodes, moves

    def _seconds_left(self) -> float | None:
        return None if self._deadline is None else self._deadline - time.monotonic()

    def _nodes_left(self) -> int | None:
        return None if self._node_limit is None else max(0, self._node_limit - self._nodes)

    def _look(self, nodes: int) -> bool:
        """Look up from the work, every 20 ms."""
        done = self._nodes + nodes
        if self._node_limit is not None and done >= self._node_limit:
            self._stop = "nodes"
        elif self._deadline is not None and time.monotonic() >= self._deadline:
            self._stop = "time"
        elif self._poll(done, self._bound):
            self._stop = "cancelled"
        return bool(self._stop)
