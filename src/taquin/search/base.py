# SPDX-License-Identifier: MIT
"""What every search of the reference engine shares: nodes, children, counting and stopping."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from taquin import reasons
from taquin.board import Move, Tiles, blank_steps, slide
from taquin.heuristics.base import Estimate
from taquin.problem import Problem
from taquin.solution import Expansion, Limits, Observer, Outcome, Progress, Stats, Status
from taquin.tables.memory import spare_memory

REPORT_INTERVAL: Final = 0.1
"""Seconds between two reports to the observer."""
POLL_INTERVAL: Final = 0.01
"""Seconds between two looks at the clock's limits and the cancel flag."""


class Node:
    """A board reached by a path: the textbook's search node."""

    __slots__ = ("blank", "g", "h", "is_open", "move", "number", "parent", "tiles")

    def __init__(self, tiles: Tiles, blank: int, parent: Node | None, move: Move | None, g: int) -> None:
        self.tiles = tiles
        self.blank = blank
        self.parent = parent
        self.move = move
        self.g = g
        self.h = 0
        """Scaled estimate; a search that uses it sets it."""
        self.number = 0
        """Place in the order of expansion, 0 while unexpanded."""
        self.is_open = True
        """Whether it waits on the frontier."""

    def path(self) -> tuple[Move, ...]:
        """The moves from the root to this node."""
        moves: list[Move] = []
        node: Node | None = self
        while node is not None and node.move is not None:
            moves.append(node.move)
            node = node.parent
        return tuple(reversed(moves))


class Stop(Exception):  # noqa: N818 - no error: it carries a status
    """Ends a search from within: a limit was reached or somebody cancelled."""

    def __init__(self, status: Status, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


class Run:
    """One run of one search: the bound problem, its counters, its limits and its observer."""

    def __init__(self, problem: Problem, limits: Limits, observer: Observer) -> None:
        method = problem.method
        self.problem = problem
        self.limits = limits
        self.observer = observer
        self.start = problem.start.tiles
        self.goal = problem.goal.tiles
        self.steps = blank_steps(problem.start.rows, problem.start.cols, method.order)
        self.estimate: Estimate = method.heuristic.towards(problem.goal) if method.heuristic else _zero
        self.scale = method.heuristic.scale if method.heuristic else 1
        self.admissible = method.heuristic.admissible if method.heuristic else True
        self.memory_limit = spare_memory() if limits.memory is None else limits.memory
        self.depth_limit: float = float("inf") if limits.depth is None else limits.depth
        self.depth_cut = False
        """Whether the depth limit kept a node from being expanded."""
        self.stats = Stats()
        self.lower_bound = 0
        self._bytes_per_node = node_bytes(len(self.start))
        self._begin = time.perf_counter()
        self._next_poll = self._begin
        self._next_report = self._begin + REPORT_INTERVAL

    def root(self) -> Node:
        """Make and count the root."""
        root = Node(self.start, self.start.index(0), None, None, 0)
        root.h = self.estimate(root.tiles)
        self.stats.generated += 1
        self.stats.max_frontier = max(self.stats.max_frontier, 1)
        return root

    def children(self, node: Node) -> Iterator[Node]:
        """Make the children one at a time in the order of the method, never undoing the last move."""
        back = node.parent.blank if node.parent else -1
        for move, cell in self.steps[node.blank]:
            if cell != back:
                yield Node(slide(node.tiles, node.blank, cell), cell, node, move, node.g + 1)

    def whole_moves(self, scaled: int) -> int:
        """Round a scaled value up to moves."""
        return -(-scaled // self.scale)

    def prove(self, scaled: int) -> None:
        """Record that no path is shorter than a scaled value, if the heuristic may be trusted on it.

        Once the depth limit has cut nodes, a path through one of them may be shorter than what is left on the frontier
        suggests, though longer than the limit.
        """
        if self.admissible:
            moves = self.whole_moves(scaled)
            if self.depth_cut:
                moves = min(moves, int(self.depth_limit) + 1)
            self.lower_bound = max(self.lower_bound, moves)

    def may_expand(self, node: Node) -> bool:
        """Tell whether the depth limit lets a node be expanded, and remember when it did not."""
        if node.g < self.depth_limit:
            return True
        self.depth_cut = True
        return False

    def expand(self, node: Node, frontier: int, stored: int) -> None:
        """Count an expansion that is about to happen, or raise `Stop` if a limit forbids it."""
        stats = self.stats
        if self.limits.nodes is not None and stats.generated >= self.limits.nodes:
            raise Stop(Status.LIMIT, reasons.node_limit(self.limits.nodes))
        memory = stored * self._bytes_per_node
        if memory > stats.peak_memory:
            stats.peak_memory = memory
            if memory > self.memory_limit:
                raise Stop(Status.LIMIT, reasons.memory_limit(self.limits.memory))
        now = time.perf_counter()
        if now >= self._next_poll:
            self._poll(now, frontier)
        stats.expanded += 1
        node.number = stats.expanded
        if stats.expanded <= self.observer.trace_limit:
            self._trace(node)

    def _poll(self, now: float, frontier: int) -> None:
        self._next_poll = now + POLL_INTERVAL
        elapsed = now - self._begin
        if self.observer.cancelled():
            raise Stop(Status.CANCELLED, reasons.CANCELLED)
        if self.limits.time is not None and elapsed >= self.limits.time:
            raise Stop(Status.LIMIT, reasons.time_limit(self.limits.time))
        if now >= self._next_report:
            self._next_report = now + REPORT_INTERVAL
            self.stats.elapsed = elapsed
            rate = self.stats.generated / elapsed
            self.observer.progress(Progress(replace(self.stats), frontier, self.lower_bound, rate))

    def _trace(self, node: Node) -> None:
        parent = node.parent.number if node.parent else 0
        h: float = node.h if self.scale == 1 else node.h / self.scale
        self.observer.expansion(Expansion(node.number, parent, node.move, node.g, h, node.g + h, node.tiles))

    def found(self, node: Node, optimal: bool, reason: str = "") -> Outcome:
        """End with a path; `optimal` says that the search proved it shortest."""
        if optimal:
            self.lower_bound = node.g
        proven = self.lower_bound == node.g
        return self.end(Status.OPTIMAL if proven else Status.SOLVED, "" if proven else reason, node.path())

    def gave_up(self, reason: str) -> Outcome:
        """End without a path; a depth limit that cut nodes is the reason if there was one."""
        if self.depth_cut:
            reason = reasons.depth_limit(self.depth_limit)
        return self.end(Status.GAVE_UP, reason)

    def end(self, status: Status, reason: str, moves: tuple[Move, ...] | None = None) -> Outcome:
        """Close the books."""
        self.stats.elapsed = time.perf_counter() - self._begin
        return Outcome(status, moves, self.lower_bound, reason, self.stats)


def node_bytes(cells: int) -> int:
    """Estimate what one stored node costs in CPython: the tiles, the node, its dict slot and its frontier entry."""
    return 40 + 8 * cells + 96 + 104 + 120


def _zero(_: Tiles) -> int:
    return 0
