# SPDX-License-Identifier: MIT
"""EPEA*: A* that puts only those children on the frontier that it needs now.

A node waits with a value F, at first its f. When it is taken off, the children with that f are put on the frontier, and the node
goes back with the next larger f among its children, if there is one. Boards whose f is beyond the length of the shortest
path, which are most of A*'s frontier, are never stored; the price is that a node may be taken off several times. Here the
estimates of all children tell which are needed; with Manhattan distance the move alone tells. They are rounded up to whole moves.
(Ariel Felner, Meir Goldenberg and others: Partial-expansion A* with selective node generation, AAAI 2012.)
"""

from __future__ import annotations

from heapq import heappop, heappush

from taquin.search.base import Node, SearchRun
from taquin.solution import Outcome


class Frontier:
    """Nodes by F, then by the larger g, then the newest entry first."""

    def __init__(self) -> None:
        self.heap: list[tuple[int, int, int, Node]] = []
        self.entries = 0

    def put(self, value: int, node: Node) -> None:
        """Let a node wait with a value."""
        self.entries += 1
        heappush(self.heap, (value, -node.g, -self.entries, node))


def epea_search(run: SearchRun) -> Outcome:
    """Take off the least F; put its children of that f on the frontier, and the node back with the next one."""
    stats = run.stats
    root = run.root()
    root.h = _whole(run, root.h)
    reached = {root.tiles: root}
    frontier = Frontier()
    frontier.put(root.h, root)
    live = 1
    while frontier.heap:
        value, _, _, node = heappop(frontier.heap)
        if reached[node.tiles] is not node:
            continue
        node.is_open = False
        live -= 1
        stats.max_depth = max(stats.max_depth, node.g)
        run.prove(value)
        if node.tiles == run.goal:
            return run.found(node, optimal=run.admissible)
        if not run.may_expand(node):
            continue
        run.expand(node, live, len(reached))
        is_first = value == node.g * run.scale + node.h
        later: int | None = None
        for child in run.children(node):
            child.h = _whole(run, run.estimate(child.tiles))
            f = child.g * run.scale + child.h
            if f > value:
                later = f if later is None else min(f, later)
                continue
            known = reached.get(child.tiles)
            if (f < value and not is_first) or (known is not None and known.g <= child.g):
                continue
            live += known is None or not known.is_open
            reached[child.tiles] = child
            stats.generated += 1
            frontier.put(f, child)
        if later is not None:
            node.is_open = True
            live += 1
            frontier.put(later, node)
        stats.max_frontier = max(stats.max_frontier, live)
    return run.exhausted()


def _whole(run: SearchRun, scaled: int) -> int:
    """Round an estimate up to whole moves; it stays scaled."""
    return run.whole_moves(scaled) * run.scale
