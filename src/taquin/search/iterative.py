# SPDX-License-Identifier: MIT
"""The depth-first family without memory: depth-limited search, iterative deepening and IDA*.

All three walk the tree of paths that never undo their last move and hold only the current path. They differ in where they
turn back: at a depth, at a depth that grows by one, or at a bound on f = g + h that grows to the smallest f it cut.
"""

from __future__ import annotations

from itertools import count

from taquin import reasons
from taquin.board import Tiles
from taquin.search.base import Node, SearchRun
from taquin.solution import Outcome

DEFAULT_DEPTH = 20
"""Depth limit of `dls` when none is given."""


def dls_search(run: SearchRun) -> Outcome:
    """Depth-limited: walk all paths up to the depth limit until one meets the goal."""
    if run.limits.depth is None:
        run.depth_limit = DEFAULT_DEPTH
    root = _enter_root(run)
    if root.tiles == run.goal:
        return run.found(root, optimal=True)
    goal, _ = walk_paths(run, root)
    if goal is not None:
        return run.found(goal, optimal=False)
    return run.exhausted()


def ids_search(run: SearchRun) -> Outcome:
    """Iterative deepening: depth-limited search with the limit 0, 1, 2, ..."""
    last = run.depth_limit
    root = _enter_root(run)
    if root.tiles == run.goal:
        return run.found(root, optimal=True)
    for depth in count():
        run.prove(depth)
        if depth > last:
            return run.gave_up(reasons.EXHAUSTED)
        run.stats.iterations = depth + 1
        run.depth_limit = depth
        goal, _ = walk_paths(run, root)
        if goal is not None:
            return run.found(goal, optimal=True)
    raise AssertionError("count() does not end")


class Transpositions:
    """The boards that an iteration has been to, with the least g, in a table of limited size: the first to come stay."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.iteration = 0
        self.visits: dict[Tiles, tuple[int, int]] = {}
        """The last iteration that came to a board, and its g then."""

    def begin(self) -> None:
        """Start an iteration: what earlier ones saw cuts nothing, but keeps its place."""
        self.iteration += 1

    def has_seen(self, node: Node) -> bool:
        """Tell whether this iteration came to the board before, as cheaply; else remember it."""
        known = self.visits.get(node.tiles)
        if known is not None and known[0] == self.iteration and known[1] <= node.g:
            return True
        if known is not None or len(self.visits) < self.size:
            self.visits[node.tiles] = (self.iteration, node.g)
        return False


def idastar_search(run: SearchRun) -> Outcome:
    """IDA*: walk the paths with f up to a bound; then up to the smallest f that was cut, in whole moves.

    With a table of transpositions (option `transpositions`) a board that was met on another path as cheaply is not entered again.
    With `pathmax` a child that is cut takes with it the nodes above it for which its estimate shows the same: a board is at most
    one move nearer to the goal than its neighbour. (Bidirectional pathmax, see `best_first`; with a consistent heuristic a child
    never says more than that about its parent.)
    """
    seen = Transpositions(run.options["transpositions"]) if run.options["transpositions"] else None
    root = _enter_root(run)
    if root.tiles == run.goal:
        return run.found(root, optimal=True)
    bound = run.whole_moves(root.h)
    while True:
        run.prove(bound * run.scale)
        if seen is not None:
            seen.begin()
        goal, smallest_cut = walk_paths(run, root, bound * run.scale, seen)
        if goal is not None:
            return run.found(goal, optimal=run.admissible)
        if smallest_cut is None:
            return run.exhausted()
        bound = run.whole_moves(smallest_cut)
        run.stats.iterations += 1


def walk_paths(
    run: SearchRun, root: Node, bound: int | None = None, seen: Transpositions | None = None
) -> tuple[Node | None, int | None]:
    """Walk all paths whose nodes have f <= bound; return the goal node if met, and the smallest f that was cut."""
    stats = run.stats
    smallest_cut: int | None = None
    if not run.may_expand(root):
        return None, None
    if seen is not None:
        seen.has_seen(root)
    run.expand(root, 1, 1)
    path = [run.children(root)]
    while path:
        child = next(path[-1], None)
        if child is None:
            path.pop()
            continue
        stats.generated += 1
        is_goal = child.tiles == run.goal
        if bound is not None and not is_goal:
            child.h = run.estimate(child.tiles)
            f = child.g * run.scale + child.h
            if f > bound:
                if run.options["pathmax"]:
                    # A step up takes one from g and one from what the child's estimate leaves of h.
                    levels = min(len(path), (f - bound - 1) // (2 * run.scale))
                    f -= levels * 2 * run.scale
                    del path[len(path) - levels :]
                smallest_cut = f if smallest_cut is None else min(f, smallest_cut)
                continue
        if seen is not None and not is_goal and seen.has_seen(child):
            continue
        if child.g > stats.max_depth:
            stats.max_depth = child.g
            stats.max_frontier = child.g + 1
        if is_goal:
            return child, smallest_cut
        if run.may_expand(child):
            run.expand(child, child.g + 1, child.g + 1 + (len(seen.visits) if seen is not None else 0))
            path.append(run.children(child))
    return None, smallest_cut


def _enter_root(run: SearchRun) -> Node:
    """Make the root, count it once for all iterations."""
    root = run.root()
    run.prove(root.h)
    return root
