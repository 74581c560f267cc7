# SPDX-License-Identifier: MIT
"""Bidirectional breadth-first search: one search from the start, one from the goal, until they touch.

The side with the smaller frontier goes first, one whole layer at a time. When a layer touches the other side, every
touch in it makes a path of the same, shortest length: had there been a shorter one, an earlier layer would have touched.
"""

from __future__ import annotations

from collections import deque

from taquin.board import Tiles
from taquin.search.base import Node, SearchRun
from taquin.search.two_sided import reverse
from taquin.solution import Outcome, Status


class Side:
    """One of the two searches."""

    def __init__(self, root: Node) -> None:
        self.frontier = deque([root])
        self.reached = {root.tiles: root}
        self.depth = 0
        """Layers finished."""


def bidirectional_search(run: SearchRun) -> Outcome:
    """Grow the smaller side by a layer until the sides meet; the layer in which they meet is finished."""
    stats = run.stats
    forward = Side(run.root())
    if run.start == run.goal:
        return run.found(forward.frontier[0], optimal=True)
    backward = Side(Node(run.goal, run.goal.index(0), None, None, 0))
    stats.generated += 1
    stats.max_frontier = 2
    while forward.frontier and backward.frontier:
        side, other = (forward, backward) if len(forward.frontier) <= len(backward.frontier) else (backward, forward)
        if forward.depth + backward.depth >= run.depth_limit:
            run.depth_cut = True
            break
        meeting = _grow(run, side, other)
        run.prove(forward.depth + backward.depth + (meeting is None))
        if meeting is not None:
            moves = forward.reached[meeting].path() + reverse(backward.reached[meeting].path())
            return run.end(Status.OPTIMAL, None, moves)
    return run.exhausted()


def _grow(run: SearchRun, side: Side, other: Side) -> Tiles | None:
    """Expand one layer of a side; return the first board that the other side had reached too."""
    stats = run.stats
    meeting: Tiles | None = None
    stats.max_depth = max(stats.max_depth, side.depth)
    for _ in range(len(side.frontier)):
        node = side.frontier.popleft()
        waiting = len(side.frontier) + len(other.frontier)
        run.expand(node, waiting, len(side.reached) + len(other.reached))
        for child in run.children(node):
            if child.tiles not in side.reached:
                side.reached[child.tiles] = child
                side.frontier.append(child)
                stats.generated += 1
                if meeting is None and child.tiles in other.reached:
                    meeting = child.tiles
        stats.max_frontier = max(stats.max_frontier, len(side.frontier) + len(other.frontier))
    side.depth += 1
    return meeting
