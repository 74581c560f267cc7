# SPDX-License-Identifier: MIT
"""Bidirectional A*: one A* from the start, one from the goal, each with estimates towards the other's root.

The side with fewer nodes on its frontier goes first (Pohl's rule). That the sides have met proves nothing yet: the search ends
when one side alone could prove it, that is when the least f of either frontier is no less than the length of the best path.
"""

from __future__ import annotations

from taquin.search.base import SearchRun
from taquin.search.two_sided import Joining, OrderedSide
from taquin.solution import Outcome


def bidirectional_astar_search(run: SearchRun) -> Outcome:
    """Expand the node of least f on the smaller side until the least f of a side proves the best path."""
    if run.start == run.goal:
        return run.found(run.root(), optimal=True)
    sides = Joining(run, OrderedSide)
    while sides.forward.waiting and sides.backward.waiting:
        if sides.prove(max(sides.forward.by_f.least(), sides.backward.by_f.least())):
            break
        side = sides.smaller()
        sides.expand(side, side.take(side.first()))
    return sides.end()
