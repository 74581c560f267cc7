# SPDX-License-Identifier: MIT
"""BAE*: bidirectional A* with error correction; DIBBS is the same search.

A node of the forward side has two estimates: h towards the goal, and `back` towards the start, of which its g tells how wrong
it is. It is ordered by b = 2g + h - back, that is f plus the error g - back. Where the heuristic is consistent, any path
through a forward node u and a backward node v takes at least (b(u) + b(v)) / 2 moves, so half the sum of the least b of both
sides bounds all that is left; usually that rises much faster than any f. A board that the other side has expanded need not
be expanded again, since both ways to it are shortest ones.

Where the heuristic is not consistent neither holds: then such boards are expanded too, and the least f of a side is the proof.
Among equal b the smallest h goes first. (Samir Sadhukhan: Bidirectional heuristic search based on error estimate, CSI Journal
of Computing, 2013. Edward Sewell, Sheldon Jacobson: Dynamically improved bounds bidirectional search, Artificial Intelligence
291, 2021.)
"""

from __future__ import annotations

from taquin.search.base import Node, SearchRun
from taquin.search.two_sided import Joining, OrderedSide
from taquin.solution import Outcome


class ErrorSide(OrderedSide):
    """A side that is ordered by b."""

    def b(self, node: Node) -> int:
        """Return 2g + h - back; where `back` overestimates, no more than g is believed."""
        back = min(self.other.assess(node.tiles) // self.run.scale, node.g)
        return node.g + self.f(node) - back

    def rank(self, node: Node) -> tuple[int, int]:
        """Order by b; among equals the smaller h goes first."""
        return self.b(node), node.h


def bae_search(run: SearchRun) -> Outcome:
    """Expand the node of least b on the smaller side until the least b of both sides prove the best path."""
    if run.start == run.goal:
        return run.found(run.root(), optimal=True)
    sides = Joining(run, ErrorSide)
    forward, backward = sides.forward, sides.backward
    while forward.waiting and backward.waiting:
        if sides.prove(_bound(run, forward, backward)):
            break
        side = sides.smaller()
        node = side.take(side.first())
        if side.f(node) < sides.best:
            sides.expand(side, node, skip_closed=run.consistent)
    return sides.end()


def _bound(run: SearchRun, forward: ErrorSide, backward: ErrorSide) -> int:
    """Return the moves that any path takes which goes on from both frontiers."""
    if run.consistent:
        return -(-(forward.b(forward.first()) + backward.b(backward.first())) // 2)
    return max(forward.by_f.least(), backward.by_f.least())
