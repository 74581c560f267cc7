# SPDX-License-Identifier: MIT
"""LRTA*: an agent that acts before it knows the way, and learns from where it has been.

It stands on one board and looks one move ahead. The board is at least one move more than its best neighbour away from the
goal: if that is more than its estimate, the estimate is raised. Then it steps to that neighbour, the first on ties; stepping
back is allowed. What it has learned keeps it from going around in circles for ever, and stays for the next trial from the start:
with an admissible heuristic the trials come to a shortest path, and the learned estimate of the start is a proven bound at any
time.
(Richard Korf: Real-time heuristic search, Artificial Intelligence 42, 1990.)
"""

from __future__ import annotations

from taquin import reasons
from taquin.board import Tiles
from taquin.search.base import Node, SearchRun
from taquin.solution import Outcome, Status


def lrta_search(run: SearchRun) -> Outcome:
    """Walk to the goal as often as there are trials; answer with the shortest walk."""
    learned: dict[Tiles, int] = {}
    root = run.root()
    run.prove(root.h)
    for trial in range(1, run.options["trials"] + 1):
        run.stats.iterations = trial
        arrived = _walk(run, root, learned)
        if arrived is None:
            break
        if run.best is None or arrived.g < run.best_cost():
            run.best = arrived.path()
        run.prove(learned.get(root.tiles, root.h))
        if run.best_cost() == run.lower_bound:
            break
    if run.best is None:
        return run.gave_up(reasons.EXHAUSTED)
    return run.end(Status.OPTIMAL if run.lower_bound == run.best_cost() else Status.SOLVED, None)


def _walk(run: SearchRun, root: Node, learned: dict[Tiles, int]) -> Node | None:
    """Step to the best neighbour until that is the goal; None where the depth limit ends the walk."""
    node = root
    while node.tiles != run.goal:
        if not run.may_expand(node):
            return None
        node = _step(run, node, learned)
    run.stats.max_depth = max(run.stats.max_depth, node.g)
    return node


def _step(run: SearchRun, node: Node, learned: dict[Tiles, int]) -> Node:
    """Learn from the neighbours and return the best of them."""
    neighbours = []
    for child in run.neighbours(node):
        child.h = learned[child.tiles] if child.tiles in learned else run.estimate(child.tiles)
        neighbours.append(child)
    best = min(neighbours, key=lambda child: child.h)
    node.h = learned[node.tiles] = max(node.h, best.h + run.scale)
    run.stats.max_depth = max(run.stats.max_depth, node.g)
    run.expand(node, 1, len(learned) + node.g)
    run.stats.generated += len(neighbours)
    run.stats.max_frontier = max(run.stats.max_frontier, len(neighbours))
    return best
