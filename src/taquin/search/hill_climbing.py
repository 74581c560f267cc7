# SPDX-License-Identifier: MIT
"""Steepest-ascent hill climbing with random restarts.

It keeps one board and steps to the neighbour with the smallest h while that improves. In a local optimum it walks at
random from where it stands, then climbs again; the walk is part of the path. It proves nothing, remembers nothing and
may never arrive.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from taquin import reasons
from taquin.search.base import Node, Run
from taquin.solution import Outcome

MAX_CLIMBS = 10_000
"""Climbs before it gives up."""
SHORTEST_WALK, LONGEST_WALK = 1, 10
"""Moves of a restart: measured on 3x3, short walks need the fewest moves in all."""


def hill_search(run: Run) -> Outcome:
    """Climb and restart until a step meets the goal, at most `MAX_CLIMBS` times."""
    rng = random.Random(run.problem.method.seed)
    stats = run.stats
    node = run.root()
    run.prove(node.h)
    for climb in range(1, MAX_CLIMBS + 1):
        stats.iterations = climb
        for node in _climb(run, node):
            stats.max_depth = node.g
            if node.tiles == run.goal:
                return run.found(node, optimal=False)
        for node in _walk(run, node, rng):
            stats.max_depth = node.g
            if node.tiles == run.goal:
                return run.found(node, optimal=False)
        if not run.may_expand(node):
            break
    return run.gave_up(reasons.local_optimum(MAX_CLIMBS))


def _climb(run: Run, node: Node) -> Iterator[Node]:
    """Yield the node and every better one it steps to."""
    yield node
    while run.may_expand(node):
        run.expand(node, 1, node.g + 1)
        children = list(run.children(node))
        for child in children:
            child.h = run.estimate(child.tiles)
        run.stats.generated += len(children)
        run.stats.max_frontier = max(run.stats.max_frontier, len(children))
        best = min(children, key=lambda child: child.h)
        if best.h >= node.h:
            return
        node = best
        yield node


def _walk(run: Run, node: Node, rng: random.Random) -> Iterator[Node]:
    """Yield the nodes of a random walk."""
    for _ in range(rng.randint(SHORTEST_WALK, LONGEST_WALK)):
        if not run.may_expand(node):
            return
        node = rng.choice(list(run.children(node)))
        node.h = run.estimate(node.tiles)
        run.stats.generated += 1
        yield node
