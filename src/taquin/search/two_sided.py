# SPDX-License-Identifier: MIT
"""What the bidirectional heuristic searches share: two frontiers, and the best path that joins them.

One side searches from the start with estimates towards the goal, the other from the goal with estimates towards the start.
Whenever a side reaches a board that the other has reached, the two ways make a path; `best` is the length of the shortest
so far. A board whose g + h is no less than that can be on no better path and is not put on the frontier. Every path has a
whole number of moves, so estimates are rounded up to whole moves: that keeps them admissible, and consistent.

The searches differ in which node of which side is expanded next, and in what proves that `best` is the shortest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any, Generic, TypeVar

from taquin import reasons
from taquin.board import Move, Tiles
from taquin.heuristics.base import Estimate
from taquin.search.base import Node, SearchRun
from taquin.solution import Outcome, Status


class Tally:
    """How many nodes wait with each value, and the least value that any of them has."""

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()
        self._heap: list[int] = []

    def add(self, value: int) -> None:
        """Count one more."""
        if not self._counts[value]:
            heappush(self._heap, value)
        self._counts[value] += 1

    def remove(self, value: int) -> None:
        """Count one less."""
        self._counts[value] -= 1

    def least(self) -> int:
        """Return the least value; there must be one."""
        while not self._counts[self._heap[0]]:
            heappop(self._heap)
        return self._heap[0]


class Side:
    """One of the two searches: what it has reached and what waits."""

    def __init__(self, run: SearchRun, root: Node, estimate: Estimate) -> None:
        self.run = run
        self.estimate = estimate
        self.reached = {root.tiles: root}
        self.waiting = 0
        """Nodes on the frontier."""
        self.by_f = Tally()
        self.by_g = Tally()
        self._pushed = 0
        root.h = self.assess(root.tiles)
        self.root = root
        self.other: Side = self
        """The opposite side, once there are two."""

    def assess(self, tiles: Tiles) -> int:
        """Estimate a board, rounded up to whole moves but scaled as all estimates are."""
        return self.run.whole_moves(self.estimate(tiles)) * self.run.scale

    def f(self, node: Node) -> int:
        """Return g + h in whole moves."""
        return node.g + node.h // self.run.scale

    def put(self, node: Node) -> None:
        """Put a node on the frontier, in place of an older one of its board."""
        known = self.reached[node.tiles]
        if known is not node and known.is_open:
            self._leave(known)
        self.reached[node.tiles] = node
        self.waiting += 1
        self.by_f.add(self.f(node))
        self.by_g.add(node.g)
        self._pushed += 1

    def take(self, node: Node) -> Node:
        """Take a node off the frontier."""
        self._leave(node)
        node.is_open = False
        self.run.stats.max_depth = max(self.run.stats.max_depth, node.g)
        return node

    def is_stale(self, node: Node) -> bool:
        """Tell whether a cheaper way to its board was found since, or it was taken."""
        return self.reached[node.tiles] is not node or not node.is_open

    def entry(self, node: Node, *key: int) -> tuple[Any, ...]:
        """Return what a heap orders by: the key, then the newest node first."""
        return *key, -self._pushed, node

    def top(self, heap: list[tuple[Any, ...]]) -> Node | None:
        """Return the first node of a heap, without those that are stale."""
        while heap and self.is_stale(heap[0][-1]):
            heappop(heap)
        return heap[0][-1] if heap else None

    def _leave(self, node: Node) -> None:
        self.waiting -= 1
        self.by_f.remove(self.f(node))
        self.by_g.remove(node.g)


class OrderedSide(Side):
    """A side whose frontier is ordered once for all: by `rank`, then by what it says of ties, then the newest first."""

    def __init__(self, run: SearchRun, root: Node, estimate: Estimate) -> None:
        super().__init__(run, root, estimate)
        self._heap: list[tuple[Any, ...]] = []

    def rank(self, node: Node) -> tuple[int, int]:
        """Order by f; among equals the larger g goes first."""
        return self.f(node), -node.g

    def put(self, node: Node) -> None:
        """Put a node on the frontier."""
        super().put(node)
        heappush(self._heap, self.entry(node, *self.rank(node)))

    def first(self) -> Node:
        """Return the node that is next; there must be one."""
        node = self.top(self._heap)
        assert node is not None
        return node


class GatedSide(Side):
    """A side where nodes wait until a bound has risen to their priority; then the smallest g goes first, then the smallest f."""

    def __init__(self, run: SearchRun, root: Node, estimate: Estimate) -> None:
        super().__init__(run, root, estimate)
        self._held: list[tuple[Any, ...]] = []
        self._ready: list[tuple[Any, ...]] = []

    def rank(self, node: Node) -> tuple[int, int]:
        """Order what may be expanded by g, then by f."""
        return node.g, self.f(node)

    def priority(self, node: Node) -> int:
        """Return the bound from which on a node may be expanded."""
        return self.f(node)

    def put(self, node: Node) -> None:
        """Put a node on the frontier."""
        super().put(node)
        heappush(self._held, (self.priority(node), self.entry(node, *self.rank(node))))

    def ready(self, bound: int) -> Node | None:
        """Return the node that is next among those whose priority is within the bound."""
        while self._held and self._held[0][0] <= bound:
            heappush(self._ready, heappop(self._held)[1])
        return self.top(self._ready)


AnySide = TypeVar("AnySide", bound=Side)


class Joining(Generic[AnySide]):
    """The two sides of a run and the best path that joins them."""

    def __init__(self, run: SearchRun, kind: Callable[[SearchRun, Node, Estimate], AnySide]) -> None:
        self.run = run
        self.forward = kind(run, run.root(), run.estimate)
        self.backward = kind(run, Node(run.goal, run.goal.index(0), None, None, 0), run.estimate_back())
        for side, other in ((self.forward, self.backward), (self.backward, self.forward)):
            side.other = other
            side.put(side.root)
        self.best = run.depth_limit + 1
        """Paths this long are not looked for any more."""
        run.stats.generated += 1
        run.stats.max_frontier = 2

    def prove(self, bound: int) -> bool:
        """Record that no path is shorter than a bound; tell whether that settles the search."""
        self.run.prove(int(min(bound, self.best)) * self.run.scale)
        return bound >= self.best

    def smaller(self) -> AnySide:
        """Return the side with fewer nodes on its frontier, the forward one if they are equal."""
        return self.forward if self.forward.waiting <= self.backward.waiting else self.backward

    def expand(self, side: Side, node: Node, skip_closed: bool = False) -> None:
        """Make the children of a node that was taken off; `skip_closed` leaves out those that the other side has expanded."""
        run, other = self.run, side.other
        run.expand(node, side.waiting + other.waiting, len(side.reached) + len(other.reached))
        for child in run.children(node):
            known = side.reached.get(child.tiles)
            if known is not None and known.g <= child.g:
                continue
            met = other.reached.get(child.tiles)
            if met is not None and child.g + met.g < self.best:
                self._join(side, child, met)
            child.h = known.h if known is not None else side.assess(child.tiles)
            if side.f(child) >= self.best or (skip_closed and met is not None and not met.is_open):
                continue
            side.reached.setdefault(child.tiles, child)
            side.put(child)
            run.stats.generated += 1
        run.stats.max_frontier = max(run.stats.max_frontier, side.waiting + other.waiting)

    def _join(self, side: Side, child: Node, met: Node) -> None:
        self.best = child.g + met.g
        from_start, from_goal = (child, met) if side is self.forward else (met, child)
        self.run.best = from_start.path() + reverse(from_goal.path())

    def end(self) -> Outcome:
        """Answer with the best path: nothing is left that could be on a shorter one."""
        run = self.run
        if run.best is None:
            run.depth_cut = self.best < float("inf")
            if run.depth_cut:
                run.prove(int(self.best) * run.scale)
            return run.gave_up(reasons.EXHAUSTED)
        if run.admissible:
            run.lower_bound = int(self.best)
        return run.end(Status.OPTIMAL if run.lower_bound == self.best else Status.SOLVED, None)


def reverse(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Turn a path from the goal into a path to it."""
    return tuple(move.opposite for move in reversed(moves))
