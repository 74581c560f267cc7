# SPDX-License-Identifier: MIT
"""Depth-first search: the frontier is a stack.

This is the graph search of the textbooks: a board that is on the frontier or was expanded is never pushed again. It ends
on every finite board, after a path that may be thousands of times too long.
"""

from __future__ import annotations

from taquin import reasons
from taquin.search.base import SearchRun
from taquin.solution import Outcome


def dfs_search(run: SearchRun) -> Outcome:
    """Expand the newest node first; of a node's children the first tried is expanded first."""
    stats = run.stats
    root = run.root()
    frontier = [root]
    reached = {root.tiles}
    while frontier:
        node = frontier.pop()
        stats.max_depth = max(stats.max_depth, node.g)
        if node.tiles == run.goal:
            return run.found(node, optimal=False)
        if not run.may_expand(node):
            continue
        run.expand(node, len(frontier), len(reached))
        for child in reversed(list(run.children(node))):
            if child.tiles not in reached:
                reached.add(child.tiles)
                frontier.append(child)
                stats.generated += 1
        stats.max_frontier = max(stats.max_frontier, len(frontier))
    return run.gave_up(reasons.EXHAUSTED)
