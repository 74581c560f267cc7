# SPDX-License-Identifier: MIT
"""Steepest-ascent hill climbing with random restarts.

It keeps one board and steps to the neighbour with the smallest h while that improves; with the option `climb` set to
`stochastic`, to any of those that improve, at random. In a local optimum it walks at random from where it stands, then climbs
again, and the walk is part of the path; with `restart` set to `start` the walk begins at the start instead and what went before
is forgotten. It proves nothing, remembers nothing and may never arrive.
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
LONGEST_WALK_FROM_START = 50
"""From the start a climb must begin somewhere else each time."""


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
    root = node = run.root()
    run.prove(node.h)
    yield node
    from_start = run.options["restart"] == "start"
    longest_walk = LONGEST_WALK_FROM_START if from_start else LONGEST_WALK
    for climb in range(1, MAX_CLIMBS + 1):
        run.stats.iterations = climb
        while (better := _better_child(run, node, rng)) is not None:
            node = better
            yield node
        node = root if from_start else node
        for _ in range(rng.randint(SHORTEST_WALK, longest_walk)):
            if not run.may_expand(node):
                return
            run.clock.check_nodes(run.stats.generated)
            node = rng.choice(list(run.children(node)))
            node.h = run.estimate(node.tiles)
            run.stats.generated += 1
            yield node


def _better_child(run: SearchRun, node: Node, rng: random.Random) -> Node | None:
    """Return a child that is better than its parent, if there is one: the best, the first on ties, or one at random."""
    if not run.may_expand(node):
        return None
    run.expand(node, 1, node.g + 1)
    children = list(run.children(node))
    for child in children:
        child.h = run.estimate(child.tiles)
    run.stats.generated += len(children)
    run.stats.max_frontier = max(run.stats.max_frontier, len(children))
    better = [child for child in children if child.h < node.h]
    if not better:
        return None
    return rng.choice(better) if run.options["climb"] == "stochastic" else min(better, key=lambda child: child.h)
