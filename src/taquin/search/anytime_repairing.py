# SPDX-License-Identifier: MIT
"""ARA*: weighted A* that goes on with a smaller weight, and keeps what it has.

A search with weight w ends when no frontier node has an f = g + w h below the cost of the best path, which is then at most w
times too long. Then the weight falls by a step and the search goes on from the same frontier, ordered anew; at weight 1 the path
is the shortest. Within one round no board is expanded twice: a cheaper way to one that was expanded is kept aside for the next.
A path is taken when the goal is made, and what is not below its cost is not put on the frontier. Weights are counted in
thousandths, rounded down.
(Maxim Likhachev, Geoff Gordon, Sebastian Thrun: ARA*: anytime A* with provable bounds on sub-optimality, NIPS 2003.)
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from taquin import reasons
from taquin.board import Tiles
from taquin.search.base import Node, SearchRun
from taquin.search.best_first import THOUSANDTHS
from taquin.solution import Outcome, Status

Entry = tuple[int, int, int, Node]


class Repairing:
    """The rounds of a run: all that was reached, what waits, and the cost of the best path."""

    def __init__(self, run: SearchRun, root: Node) -> None:
        self.run = run
        self.reached = {root.tiles: root}
        self.order = {root: 0}
        """When each node was made."""
        self.closed: set[Tiles] = set()
        """Boards expanded in this round."""
        self.kept_aside = False
        """Whether a cheaper way to one of them waits for the next round: never at weight 1 with a consistent heuristic."""
        self.waiting = 1
        self.cost = run.depth_limit + 1
        self.frontier: list[Entry] = []

    def entry(self, node: Node, weight: int) -> Entry:
        """Order by f, then by the larger g, then the newest."""
        f = node.g * THOUSANDTHS * self.run.scale + node.h * weight
        return f, -node.g, -self.order[node], node

    def begin(self, weight: int) -> None:
        """Order anew what waits, and prove what its least g + h proves."""
        for node in self.reached.values():
            node.is_open = node.is_open and self.f(node) < self.cost * self.run.scale
        waiting = [node for node in self.reached.values() if node.is_open]
        self.waiting = len(waiting)
        self.closed.clear()
        self.kept_aside = False
        self.frontier = [self.entry(node, weight) for node in waiting]
        heapify(self.frontier)
        if waiting:
            self.run.prove(min(self.f(node) for node in waiting))

    def f(self, node: Node) -> int:
        """Return g + h, scaled."""
        return node.g * self.run.scale + node.h

    def improve(self, weight: int) -> None:
        """Search until no frontier node has an f below the cost of the best path."""
        run, unit = self.run, THOUSANDTHS * self.run.scale
        while self.frontier and self.frontier[0][0] < self.cost * unit:
            node = heappop(self.frontier)[-1]
            if self.reached[node.tiles] is not node:
                continue
            node.is_open = False
            self.waiting -= 1
            run.stats.max_depth = max(run.stats.max_depth, node.g)
            self.closed.add(node.tiles)
            run.expand(node, self.waiting, len(self.reached))
            for child in run.children(node):
                self.reach(child, weight)
            run.stats.max_frontier = max(run.stats.max_frontier, self.waiting)

    def reach(self, child: Node, weight: int) -> None:
        """Take a path, or put a board on the frontier if this is the cheapest way to it."""
        run = self.run
        known = self.reached.get(child.tiles)
        if known is not None and known.g <= child.g:
            return
        if child.tiles == run.goal:
            if child.g < self.cost:
                self.cost, run.best = child.g, child.path()
                run.stats.max_depth = max(run.stats.max_depth, child.g)
            return
        child.h = known.h if known is not None else run.estimate(child.tiles)
        if self.f(child) >= self.cost * run.scale:
            return
        self.waiting += known is None or not known.is_open
        self.order[child] = len(self.order)
        self.reached[child.tiles] = child
        run.stats.generated += 1
        if child.tiles in self.closed:
            self.kept_aside = True
        else:
            heappush(self.frontier, self.entry(child, weight))


def ara_search(run: SearchRun) -> Outcome:
    """Search with the weight w, then w - step, ..., 1; a limit leaves the best path so far."""
    weight, step = (int(run.options[name] * THOUSANDTHS) for name in ("weight", "weight_step"))
    root = run.root()
    run.prove(root.h)
    if root.tiles == run.goal:
        return run.found(root, optimal=True)
    search = Repairing(run, root)
    while True:
        search.begin(weight)
        search.improve(weight)
        if (weight == THOUSANDTHS and not search.kept_aside) or not search.waiting or run.lower_bound >= search.cost:
            return _answer(run, search)
        weight = max(THOUSANDTHS, weight - step)
        run.stats.iterations += 1


def _answer(run: SearchRun, search: Repairing) -> Outcome:
    if run.best is None:
        run.depth_cut = search.cost < float("inf")
        if run.depth_cut:
            run.prove(int(search.cost) * run.scale)
        return run.gave_up(reasons.EXHAUSTED)
    if run.admissible:
        run.lower_bound = run.best_cost()
    return run.end(Status.OPTIMAL if run.lower_bound == run.best_cost() else Status.SOLVED, None)
