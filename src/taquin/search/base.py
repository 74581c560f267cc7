# SPDX-License-Identifier: MIT
"""What every search of the reference engine shares: nodes, children, counting and stopping."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from operator import ne
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from taquin import reasons
from taquin.board import Board, Move, Tiles, slide
from taquin.clock import Clock, Stopped
from taquin.heuristics.base import Estimate, Heuristic
from taquin.machine import spare_memory
from taquin.metric import TILES, cost_of, shift, steps_after
from taquin.reasons import Reason
from taquin.solution import Expansion, Limits, Observer, Outcome, Progress, Stats, Status

if TYPE_CHECKING:
    from typing import Protocol

    class Options(Protocol):
        """The options of a method, by name."""

        def __getitem__(self, name: str) -> Any:
            """Return the value of an option, its default where nothing was said."""


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
        """The single moves of the blank from the root to this node; a slide of several tiles is as many."""
        moves: list[Move] = []
        node: Node = self
        while node.parent is not None and node.move is not None:
            moved = sum(map(ne, node.tiles, node.parent.tiles)) - 1  # all cells that changed, less the blank's
            moves += [node.move] * moved
            node = node.parent
        return tuple(reversed(moves))


class SearchRun:
    """One run of one search: the boards, the heuristic bound to the goal, the counters, the limits and the observer."""

    def __init__(
        self, start: Board, goal: Board, heuristic: Heuristic | None, options: Options, limits: Limits, observer: Observer
    ) -> None:
        self.clock = Clock(limits, observer)  # first, for heuristics may take their time to make tables
        self.options = options
        self.limits = limits
        self.observer = observer
        self.start = start.tiles
        self.goal = goal.tiles
        self.metric: str = options["metric"]
        self._steps_after = steps_after(start.rows, start.cols, self.metric, options["order"])
        self._slide = slide if self.metric == TILES else partial(shift, cols=start.cols)
        self.estimate: Estimate = heuristic.towards(goal) if heuristic else _zero
        self._towards_start = partial(heuristic.towards, start) if heuristic else _no_estimate
        self.scale = heuristic.scale if heuristic else 1
        self.admissible = heuristic.admissible if heuristic else True
        self.consistent = heuristic.consistent if heuristic else True
        self.memory_limit = spare_memory() if limits.memory is None else limits.memory
        self.depth_limit: float = float("inf") if limits.depth is None else limits.depth
        self.depth_cut = False
        """Whether the depth limit kept a node from being expanded."""
        self.stats = Stats()
        self.lower_bound = 0
        self.best: tuple[Move, ...] | None = None
        """The shortest path so far, of a search that goes on after its first: what it has when a limit stops it."""
        self._bytes_per_node = node_bytes(len(self.start))
        self._next_poll = self.clock.begin

    def root(self) -> Node:
        """Make and count the root."""
        root = Node(self.start, self.start.index(0), None, None, 0)
        root.h = self.estimate(root.tiles)
        self.stats.generated += 1
        self.stats.max_frontier = max(self.stats.max_frontier, 1)
        return root

    def estimate_back(self) -> Estimate:
        """Bind the heuristic to the start, for a search from the goal."""
        return self._towards_start()

    def children(self, node: Node) -> Iterator[Node]:
        """Make the children one at a time in the order of the method: none by a step that makes no sense after the last."""
        return self._make(node, node.move)

    def neighbours(self, node: Node) -> Iterator[Node]:
        """Make the children by every step there is, back to the parent too."""
        return self._make(node, None)

    def _make(self, node: Node, previous: Move | None) -> Iterator[Node]:
        for move, cell in self._steps_after[previous][node.blank]:
            yield Node(self._slide(node.tiles, node.blank, cell), cell, node, move, node.g + 1)

    def best_cost(self) -> int:
        """Return the cost of the best path so far; there must be one."""
        assert self.best is not None
        return cost_of(self.best, self.metric)

    def whole_moves(self, scaled: int) -> int:
        """Round a scaled value up to whole steps of the metric."""
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
        """Count an expansion that is about to happen, or raise `Stopped` if a limit forbids it."""
        stats = self.stats
        self.clock.check_nodes(stats.generated)
        memory = stored * self._bytes_per_node
        if memory > stats.peak_memory:
            stats.peak_memory = memory
            if memory > self.memory_limit:
                raise Stopped(Status.LIMIT, reasons.memory_limit(self.limits.memory))
        if (now := perf_counter()) >= self._next_poll:
            self._next_poll = now + POLL_INTERVAL
            self.clock.check()
            self.clock.report(lambda: self._progress(frontier))
        stats.expanded += 1
        node.number = stats.expanded
        if stats.expanded <= self.observer.trace_limit:
            self._trace(node)

    def _progress(self, frontier: int) -> Progress:
        self.stats.elapsed = self.clock.elapsed()
        return Progress(replace(self.stats), frontier, self.lower_bound, self.stats.generated / self.stats.elapsed)

    def _trace(self, node: Node) -> None:
        parent = node.parent.number if node.parent else 0
        h: float = node.h if self.scale == 1 else node.h / self.scale
        self.observer.expansion(Expansion(node.number, parent, node.move, node.g, h, node.g + h, node.tiles))

    def found(self, node: Node, optimal: bool, reason: Reason | None = None) -> Outcome:
        """End with a path; `optimal` says that the search proved it shortest."""
        if optimal:
            self.lower_bound = node.g
        proven = self.lower_bound == node.g
        return self.end(Status.OPTIMAL if proven else Status.SOLVED, None if proven else reason, node.path())

    def exhausted(self) -> Outcome:
        """End with nothing left, in a search that follows every cheaper path to a board: so none keeps within the depth limit."""
        if self.depth_cut:
            self.lower_bound = max(self.lower_bound, int(self.depth_limit) + 1)
        return self.gave_up(reasons.EXHAUSTED)

    def gave_up(self, reason: Reason) -> Outcome:
        """End without a path; a depth limit that cut nodes is the reason if there was one."""
        return self.end(Status.GAVE_UP, reasons.depth_limit(self.depth_limit) if self.depth_cut else reason)

    def end(self, status: Status, reason: Reason | None, moves: tuple[Move, ...] | None = None) -> Outcome:
        """Close the books; without a path of its own it is the best so far, if there is one."""
        self.stats.elapsed = self.clock.elapsed()
        return Outcome(status, self.best if moves is None else moves, self.lower_bound, reason, self.stats)


def node_bytes(cells: int) -> int:
    """Estimate what one stored node costs in CPython: the tiles, the node, its dict slot and its frontier entry."""
    return 40 + 8 * cells + 96 + 104 + 120


def _zero(_: Tiles) -> int:
    return 0


def _no_estimate() -> Estimate:
    return _zero
