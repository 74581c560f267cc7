# SPDX-License-Identifier: MIT
"""A*-epsilon: of all boards that keep the promise of a bound, the one that looks nearest to the goal.

No path is shorter than the least f on the frontier. So every node whose f is at most w times that may still lead to a path which
is at most w times too long: these nodes are the *focal* list, and among them the smallest h goes first, then the smallest f, then
the newest. When the goal is taken off, its cost is its f, so the promise is kept. Estimates are rounded up to whole moves.
(Judea Pearl, Jin Kim: Studies in semi-admissible heuristics, IEEE Transactions on Pattern Analysis and Machine Intelligence 4,
1982.)
"""

from __future__ import annotations

from taquin.search.base import Node, SearchRun
from taquin.search.best_first import promise
from taquin.search.two_sided import GatedSide
from taquin.solution import Outcome


class Focal(GatedSide):
    """A frontier of which only the nodes within the promise are looked at."""

    def rank(self, node: Node) -> tuple[int, int]:
        """Order what may be expanded by h, then by f."""
        return node.h, self.f(node)


def epsilon_search(run: SearchRun) -> Outcome:
    """Expand the node of least h among those whose f is at most w times the least f."""
    weight = run.options["weight"]
    root = run.root()
    frontier = Focal(run, root, run.estimate)
    frontier.put(root)
    least = 0
    while frontier.waiting:
        # What was proven stays proven where an inconsistent heuristic lets the least f fall again.
        least = max(least, frontier.by_f.least())
        run.prove(least * run.scale)
        node = frontier.ready(least * weight.numerator // weight.denominator)
        assert node is not None
        frontier.take(node)
        if node.tiles == run.goal:
            return run.found(node, optimal=weight == 1 and run.admissible, reason=promise(run))
        if run.may_expand(node):
            _expand(run, frontier, node)
    return run.exhausted()


def _expand(run: SearchRun, frontier: Focal, node: Node) -> None:
    run.expand(node, frontier.waiting, len(frontier.reached))
    for child in run.children(node):
        known = frontier.reached.get(child.tiles)
        if known is not None and known.g <= child.g:
            continue
        child.h = known.h if known is not None else frontier.assess(child.tiles)
        frontier.reached.setdefault(child.tiles, child)
        frontier.put(child)
        run.stats.generated += 1
    run.stats.max_frontier = max(run.stats.max_frontier, frontier.waiting)
