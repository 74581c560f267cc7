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
from taquin.search.base import Node, SearchRun
from taquin.solution import Outcome

MAX_CLIMBS = 10_000
"""Climbs before it gives up."""
SHORTEST_WALK, LONGEST_WALK = 1, 10
"""Moves of a restart: measured on 3x3, short walks need the fewest moves in all."""


def hill_search(run: SearchRun) -> Outcome:
    """Climb and restart until a step meets the goal, at most `MAX_CLIMBS` times."""
    for node in _trail(run):
        run.stats.max_depth = node.g
        if node.tiles == run.goal:
            return run.found(node, optimal=False)
    return run.gave_up(reasons.local_optimum(MAX_CLIMBS))


def _trail(run: SearchRun) -> Iterator[Node]:
    """Yield every node it steps on: up the hill, at random, up the hill, ..."""
    rng = random.Random(run.options["seed"])
    node = run.root()
    run.prove(node.h)
    yield node
    for climb in range(1, MAX_CLIMBS + 1):
        run.stats.iterations = climb
        while (better := _best_child(run, node)) is not None:
            node = better
            yield node
        for _ in range(rng.randint(SHORTEST_WALK, LONGEST_WALK)):
            if not run.may_expand(node):
                return
            node = rng.choice(list(run.children(node)))
            node.h = run.estimate(node.tiles)
            run.stats.generated += 1
            yield node


def _best_child(run: SearchRun, node: Node) -> Node | None:
    """Return the child with the smallest h, the first on ties, if it is better than its parent."""
    if not run.may_expand(node):
        return None
    run.expand(node, 1, node.g + 1)
    children = list(run.children(node))
    for child in children:
        child.h = run.estimate(child.tiles)
    run.stats.generated += len(children)
    run.stats.max_frontier = max(run.stats.max_frontier, len(children))
    best = min(children, key=lambda child: child.h)
    return best if best.h < node.h else None
