# SPDX-License-Identifier: MIT
"""Simulated annealing: a random walk that gets choosier as it cools.

It keeps one board and tries a random move. A board with a smaller or equal h is taken; a worse one with probability
exp(-rise / temperature). The temperature falls evenly from `HOT` to 0 over the option `cooling`, and then it starts again
from where it stands. The whole walk is the path. It proves nothing and may never arrive.
(Scott Kirkpatrick, Daniel Gelatt, Mario Vecchi: Optimization by simulated annealing, Science 220, 1983.)
"""

from __future__ import annotations

import math

from taquin import reasons
from taquin.search.base import Node, SearchRun
from taquin.search.mixing import MixedNumbers
from taquin.solution import Outcome

HOT = 1.5
"""Temperature at the beginning, in moves: a rise of one is taken in half of all cases."""
MAX_COOLINGS = 20
"""Coolings before it gives up."""


def annealing_search(run: SearchRun) -> Outcome:
    """Walk until a step meets the goal, at most through `MAX_COOLINGS` coolings."""
    rng = MixedNumbers(run.options["seed"])
    steps = run.options["cooling"]
    node = run.root()
    run.prove(node.h)
    for cooling in range(1, MAX_COOLINGS + 1):
        run.stats.iterations = cooling
        for step in range(steps):
            run.stats.max_depth = node.g
            if node.tiles == run.goal:
                return run.found(node, optimal=False)
            if not run.may_expand(node):
                return run.gave_up(reasons.EXHAUSTED)
            node = _try_move(run, node, rng, HOT * (steps - step) / steps)
    return run.gave_up(reasons.no_cooling_ended(MAX_COOLINGS))


def _try_move(run: SearchRun, node: Node, rng: MixedNumbers, temperature: float) -> Node:
    """Return a random child if it is taken, else the node itself."""
    run.expand(node, 1, node.g + 1)
    children = list(run.children(node))
    child = children[rng.below(len(children))]
    child.h = run.estimate(child.tiles)
    run.stats.generated += 1
    rise = (child.h - node.h) / run.scale
    return child if rise <= 0 or rng.fraction() < math.exp(-rise / temperature) else node
