# SPDX-License-Identifier: MIT
"""Breadth-first iterative-deepening A*: breadth-first layers within a bound on f, and no more than three of them held.

Boards beyond the bound are left out; when a whole search within the bound does not meet the goal, the bound grows as in IDA*. A
board of a layer can only be met again in the layer before, the one after or (in slides) its own, so older layers are given up,
and with them the way back. What a board keeps is its ancestor in one layer in the middle, the relay: when the goal is met, the
two halves of the path, from the start to the relay and from there to the goal, are searched for in the same way, and their
halves again, until a half is one step.
(Rong Zhou, Eric Hansen: Breadth-first heuristic search, Artificial Intelligence 170, 2006.)
"""

from __future__ import annotations

from taquin.board import Move, Tiles
from taquin.metric import cost_of
from taquin.search.base import Node, SearchRun
from taquin.solution import Outcome, Status

Layer = dict[Tiles, Node]


class Sweep:
    """One breadth-first search from a board at depth `first` to a board, within a bound on f."""

    def __init__(self, run: SearchRun, origin: Tiles, first: int, target: Tiles, bound: int) -> None:
        self.run = run
        self.target = target
        self.bound = bound
        root = Node(origin, origin.index(0), None, None, first)
        root.h = run.estimate(origin)
        self.layer: Layer = {origin: root}
        self.before: Layer = {}
        self.relays: dict[Tiles, Tiles] = {}
        """For every board of the layer, its ancestor in the relay layer, once that has been passed."""
        self.depth = first
        self.smallest_cut: int | None = None

    def reach(self, relay_depth: int) -> Tiles | None:
        """Go on to the target; return its ancestor at the relay depth, itself if it is not deeper, None if it is not met."""
        while self.layer:
            if self.depth == relay_depth:
                self.relays = {tiles: tiles for tiles in self.layer}
            following, relays = self._expand_layer()
            if self.target in following:
                return relays.get(self.target, self.target)
            for node in self.before.values():
                node.parent = None
            self.before, self.layer, self.relays = self.layer, following, relays
            self.depth += 1
        return None

    def _expand_layer(self) -> tuple[Layer, dict[Tiles, Tiles]]:
        run, stats = self.run, self.run.stats
        following: Layer = {}
        relays: dict[Tiles, Tiles] = {}
        for taken, node in enumerate(self.layer.values(), start=1):
            stats.max_depth = max(stats.max_depth, node.g)
            if not run.may_expand(node):
                continue
            waiting = len(self.layer) - taken + len(following)
            run.expand(node, waiting, len(self.before) + len(self.layer) + len(following))
            for child in run.children(node):
                known = child.tiles in self.before or child.tiles in self.layer or child.tiles in following
                if known or not self._is_within(child):
                    continue
                following[child.tiles] = child
                stats.generated += 1
                if self.relays:
                    relays[child.tiles] = self.relays[node.tiles]
                if child.tiles == self.target:
                    stats.max_depth = max(stats.max_depth, child.g)
                    return following, relays
            stats.max_frontier = max(stats.max_frontier, len(self.layer) - taken + len(following))
        return following, relays

    def _is_within(self, child: Node) -> bool:
        child.h = 0 if child.tiles == self.run.goal else self.run.estimate(child.tiles)
        f = child.g * self.run.scale + child.h
        if f <= self.bound:
            return True
        self.smallest_cut = f if self.smallest_cut is None else min(f, self.smallest_cut)
        return False


def bfida_search(run: SearchRun) -> Outcome:
    """Search breadth-first within a bound; then within the smallest f that was cut, in whole moves."""
    root = run.root()
    run.prove(root.h)
    if root.tiles == run.goal:
        return run.found(root, optimal=True)
    bound = run.whole_moves(root.h)
    while True:
        run.prove(bound * run.scale)
        sweep = Sweep(run, root.tiles, 0, run.goal, bound * run.scale)
        relay_depth = bound // 2
        relay = sweep.reach(relay_depth)
        if relay is not None:
            moves = _join(run, root.tiles, relay, relay_depth, sweep)
            cost = cost_of(moves, run.metric)
            if run.admissible:
                run.lower_bound = cost
            return run.end(Status.OPTIMAL if run.lower_bound == cost else Status.SOLVED, None, moves)
        if sweep.smallest_cut is None:
            return run.exhausted()
        bound = run.whole_moves(sweep.smallest_cut)
        run.stats.iterations += 1


def _join(run: SearchRun, origin: Tiles, relay: Tiles, relay_depth: int, sweep: Sweep) -> tuple[Move, ...]:
    """Return the path that a sweep from depth 0 has found, by its relay."""
    length = sweep.depth + 1
    if relay == sweep.target:
        return _path(run, origin, 0, relay, length, sweep.bound)
    first = _path(run, origin, 0, relay, relay_depth, sweep.bound)
    return first + _path(run, relay, relay_depth, sweep.target, length, sweep.bound)


def _path(run: SearchRun, origin: Tiles, first: int, target: Tiles, last: int, bound: int) -> tuple[Move, ...]:
    """Return the moves from a board at one depth to a board at another, by halves."""
    if first == last:
        return ()
    if last - first == 1:
        root = Node(origin, origin.index(0), None, None, first)
        return next(child.path() for child in run.children(root) if child.tiles == target)
    middle = (first + last) // 2
    relay = Sweep(run, origin, first, target, bound).reach(middle)
    assert relay is not None
    return _path(run, origin, first, relay, middle, bound) + _path(run, relay, middle, target, last, bound)
