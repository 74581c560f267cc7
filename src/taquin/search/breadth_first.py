# SPDX-License-Identifier: MIT
"""Breadth-first search: the frontier is a queue, so boards are taken off in order of their distance."""

from __future__ import annotations

from collections import deque

from taquin.search.base import SearchRun
from taquin.solution import Outcome


def bfs_search(run: SearchRun) -> Outcome:
    """Expand the oldest node first; the first path to the goal is a shortest one."""
    stats = run.stats
    root = run.root()
    frontier = deque([root])
    reached = {root.tiles}
    while frontier:
        node = frontier.popleft()
        stats.max_depth = node.g
        run.prove(node.g)
        if node.tiles == run.goal:
            return run.found(node, optimal=True)
        if not run.may_expand(node):
            continue
        run.expand(node, len(frontier), len(reached))
        for child in run.children(node):
            if child.tiles not in reached:
                reached.add(child.tiles)
                frontier.append(child)
                stats.generated += 1
        stats.max_frontier = max(stats.max_frontier, len(frontier))
    return run.exhausted()
