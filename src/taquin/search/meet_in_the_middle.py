# SPDX-License-Identifier: MIT
"""MM: a bidirectional A* whose sides are guaranteed to meet in the middle.

A node's priority is max(f, 2g), so neither side expands a node that is more than half of the shortest path away from its root:
its 2g alone would be too large. MM-epsilon adds the cost of the cheapest move, max(f, 2g + 1), which is sound because the two
halves of a path are joined by at least one more move; the option `epsilon` turns it on.

Nodes are expanded in the order of a bound that rises: those whose priority is within it, smallest g first, the forward side
before the backward one. (Robert Holte, Ariel Felner, Guni Sharon, Nathan Sturtevant: Bidirectional search that is guaranteed to
meet in the middle, AAAI 2016.)
"""

from __future__ import annotations

from taquin.search.base import Node, SearchRun
from taquin.search.two_sided import GatedSide, Joining
from taquin.solution import Outcome


class HalfwaySide(GatedSide):
    """A side that goes no farther than half of the way."""

    def priority(self, node: Node) -> int:
        """Return max(f, 2g), or max(f, 2g + 1)."""
        return max(self.f(node), 2 * node.g + int(self.run.options["epsilon"]))


def mm_search(run: SearchRun) -> Outcome:
    """Expand what has the least priority until no path can be shorter than the best."""
    if run.start == run.goal:
        return run.found(run.root(), optimal=True)
    sides = Joining(run, HalfwaySide)
    forward, backward = sides.forward, sides.backward
    bound = 0
    while forward.waiting and backward.waiting:
        least = max(forward.by_f.least(), backward.by_f.least(), forward.by_g.least() + backward.by_g.least() + 1)
        if sides.prove(max(bound, least)):
            break
        if (node := forward.ready(bound)) is not None:
            sides.expand(forward, forward.take(node))
        elif (node := backward.ready(bound)) is not None:
            sides.expand(backward, backward.take(node))
        else:
            bound = max(bound + 1, min(forward.by_f.least(), backward.by_f.least()))
    return sides.end()
