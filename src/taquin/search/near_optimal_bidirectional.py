# SPDX-License-Identifier: MIT
"""NBS: near-optimal bidirectional search, which expands pairs of nodes.

Take a node u of the forward frontier and a node v of the backward one. A path through both takes at least
lb(u, v) = max(f(u), f(v), g(u) + g(v) + 1) moves. As long as a pair has an lb below the length of the best path, one of
its two nodes must be expanded by every search that proves anything; not knowing which, NBS expands both, and so never
expands more than twice as many such nodes as the best choice would.

A pair of least lb is found by a bound that rises: on either side only nodes with f within the bound are looked at, and of these
the one of smallest g. (Jingwei Chen, Robert Holte, Sandra Zilles, Nathan Sturtevant: Front-to-end bidirectional heuristic search
with near-optimal node expansions, IJCAI 2017.)
"""

from __future__ import annotations

from taquin.search.base import SearchRun
from taquin.search.two_sided import GatedSide, Joining
from taquin.solution import Outcome


def nbs_search(run: SearchRun) -> Outcome:
    """Expand both nodes of a pair with the least lb until no pair has an lb below the length of the best path."""
    if run.start == run.goal:
        return run.found(run.root(), optimal=True)
    sides = Joining(run, GatedSide)
    forward, backward = sides.forward, sides.backward
    bound = 0
    while forward.waiting and backward.waiting:
        bound = max(bound, forward.by_f.least(), backward.by_f.least(), forward.by_g.least() + backward.by_g.least() + 1)
        if sides.prove(bound):
            break
        u, v = forward.ready(bound), backward.ready(bound)
        if u is None or v is None or u.g + v.g + 1 > bound:
            bound += 1
            continue
        forward.take(u)
        backward.take(v)
        sides.expand(forward, u)
        sides.expand(backward, v)
    return sides.end()
