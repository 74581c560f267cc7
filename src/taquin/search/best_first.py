# SPDX-License-Identifier: MIT
"""Best-first search: uniform cost, greedy, A* and weighted A* are one loop with four orderings.

The frontier is a heap ordered by an evaluation f of the node; among nodes of the same f the rules of the option `ties` decide,
one after the other: A* takes the larger g, then the newest node, and greedy search the oldest. A board
that is reached again by a cheaper path is put back on the frontier, expanded or not, so that A* stays optimal with
inconsistent heuristics too. Greedy search does not: its f would be the same again, and with a weak heuristic it would
walk the same boards over and over.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Any, Final

from taquin import reasons
from taquin.reasons import Reason
from taquin.search.base import Node, SearchRun
from taquin.solution import Outcome

Evaluation = Callable[[Node], int]

TIE_RULES: Final[dict[str, Callable[[Node, int], Any]]] = {
    "deep": lambda node, _number: -node.g,
    "shallow": lambda node, _number: node.g,
    "fifo": lambda _node, number: number,
    "lifo": lambda _node, number: -number,
    "board": lambda node, _number: node.tiles,
}
"""What is smaller goes first, by the node and its number in the order in which nodes were put on the frontier."""
THOUSANDTHS: Final = 1000
"""What dynamic weights are counted in."""
DECISIVE_RULES: Final = ("fifo", "lifo", "board")
"""Rules that leave no ties."""


def ucs_search(run: SearchRun) -> Outcome:
    """Uniform cost: f = g."""
    return best_first_search(run, lambda node: node.g, bound=1)


def greedy_search(run: SearchRun) -> Outcome:
    """Greedy best-first: f = h, blind to the path behind."""
    return best_first_search(run, lambda node: node.h, bound=None)


def astar_search(run: SearchRun) -> Outcome:
    """A*: f = g + h."""
    scale = run.scale
    return best_first_search(run, lambda node: node.g * scale + node.h, bound=1)


def wastar_search(run: SearchRun) -> Outcome:
    """Weighted A*: f = g + w h, at most w times as long as the shortest path when h is admissible."""
    weight = run.options["weight"]
    over, under = weight.numerator, weight.denominator * run.scale
    return best_first_search(run, lambda node: node.g * under + node.h * over, bound=over)


def dwastar_search(run: SearchRun) -> Outcome:
    """Dynamically weighted A*: the weight of h falls from w at the start to 1 at the depth that h(start) foretells.

    No node is weighted more than w, so what holds of weighted A* holds here. Weights are counted in thousandths, rounded down.
    (Ira Pohl: The avoidance of (relative) catastrophe, heuristic competence, genuine dynamic weighting and computational issues
    in heuristic problem solving, IJCAI 1973.)
    """
    extra = int(THOUSANDTHS * run.options["weight"]) - THOUSANDTHS
    depth = max(1, run.whole_moves(run.estimate(run.start)))

    def evaluate(node: Node) -> int:
        weight_above_1 = extra * max(0, depth - node.g) // depth
        return THOUSANDTHS * (node.g * run.scale + node.h) + weight_above_1 * node.h

    return best_first_search(run, evaluate, bound=THOUSANDTHS + extra)


def best_first_search(run: SearchRun, evaluate: Evaluation, bound: int | None) -> Outcome:
    """Expand the frontier's best node until it is the goal.

    `bound` tells what f proves when h is admissible: no path costs less than f / bound of a node taken off the frontier.
    None means that f does not look at g: it proves nothing, and a cheaper path to a board changes nothing.
    """
    stats = run.stats
    pathmax = run.options["pathmax"]
    number = count()
    first, *others = (TIE_RULES[rule] for rule in run.options["ties"])

    def entry(node: Node) -> tuple[Any, ...]:
        made = next(number)
        return evaluate(node), first(node, made), *[rule(node, made) for rule in others], made, node

    root = run.root()
    run.prove(root.h)
    reached = {root.tiles: root}
    frontier = [entry(root)]
    live = 1
    while frontier:
        f, *_, node = heappop(frontier)
        if reached[node.tiles] is not node:
            continue  # stale: a cheaper path to this board was found since
        node.is_open = False
        live -= 1
        stats.max_depth = max(stats.max_depth, node.g)
        if bound is not None:
            run.prove(-(-f // bound))
        if node.tiles == run.goal:
            return run.found(node, optimal=bound == 1 and run.admissible, reason=None if bound is None else promise(run))
        if not run.may_expand(node):
            continue
        run.expand(node, live, len(reached))
        for child in raised_children(run, node) if pathmax else run.children(node):
            known = reached.get(child.tiles)
            if known is not None and (bound is None or known.g <= child.g):
                continue
            if known is None or not known.is_open:
                live += 1
            if not pathmax:
                child.h = known.h if known is not None else run.estimate(child.tiles)
            reached[child.tiles] = child
            stats.generated += 1
            heappush(frontier, entry(child))
        stats.max_frontier = max(stats.max_frontier, live)
    return run.gave_up(reasons.EXHAUSTED) if bound is None else run.exhausted()


def raised_children(run: SearchRun, node: Node) -> list[Node]:
    """Make the children and carry estimates both ways: a board is at most one move nearer to the goal than its neighbour.

    So the node is worth what the best informed child says less a move, and each child what the node is worth less a move. It
    helps only where the heuristic is inconsistent. (Pathmax, from a node to its children: Laszlo Mero, A heuristic search
    algorithm with modifiable estimate, Artificial Intelligence, 1984. Both ways: Ariel Felner, Uzi Zahavi and others,
    Inconsistent heuristics in theory and practice, Artificial Intelligence, 2011.)
    """
    children = list(run.children(node))
    for child in children:
        child.h = run.estimate(child.tiles)
    worth = max([node.h, *[child.h - run.scale for child in children]])
    for child in children:
        child.h = max(child.h, worth - run.scale)
    return children


def promise(run: SearchRun) -> Reason | None:
    """Say how far the path of a weighted search may be from the shortest."""
    return reasons.within_weight(run.options["weight"]) if run.admissible else None
