# SPDX-License-Identifier: MIT
"""Depth-first branch and bound: keep the best path so far, and turn back wherever f shows that nothing better can come.

Like IDA* it holds nothing but the current path. It does not stop at the first path but goes on, with the bound one below its
length, until the tree is exhausted: the last path is the shortest. Children are visited in the order of their f, so that good
paths come early. As long as there is no path the bound is a guess: h of the start, and when nothing is found within it, a
quarter more, or the smallest f that was cut if that is more.
"""

from __future__ import annotations

from taquin.search.base import Node, SearchRun
from taquin.solution import Outcome, Status

GROWTH = (5, 4)
"""The factor by which the bound grows while there is no path."""


class Walk:
    """The tree of paths within a bound, in moves, that falls with every path found."""

    def __init__(self, run: SearchRun, bound: int) -> None:
        self.run = run
        self.bound = bound
        self.smallest_cut: int | None = None
        """The least number of moves by which a node was beyond the bound while there was no path."""

    def exhaust(self, root: Node) -> None:
        """Walk the whole tree below the root."""
        stack = [[root]]
        while stack:
            if not stack[-1]:
                stack.pop()
                continue
            node = stack[-1].pop()
            if self.moves(node) > self.bound or not self.run.may_expand(node):
                continue
            self.run.expand(node, node.g + 1, 3 * len(stack))
            stack.append(self.children(node))

    def moves(self, node: Node) -> int:
        """Return f in whole moves."""
        return self.run.whole_moves(node.g * self.run.scale + node.h)

    def children(self, node: Node) -> list[Node]:
        """Return the children within the bound, the one to be visited first at the end."""
        run, kept = self.run, []
        for child in run.children(node):
            run.stats.generated += 1
            is_goal = child.tiles == run.goal
            child.h = 0 if is_goal else run.estimate(child.tiles)
            moves = self.moves(child)
            if moves > self.bound:
                if run.best is None:
                    self.smallest_cut = moves if self.smallest_cut is None else min(moves, self.smallest_cut)
                continue
            self.visit(child)
            if is_goal:
                run.best = child.path()
                self.bound = child.g - 1
            else:
                kept.append(child)
        kept.reverse()
        kept.sort(key=lambda child: -child.h)
        return kept

    def visit(self, node: Node) -> None:
        """Keep the depth of the deepest node within the bound."""
        if node.g > self.run.stats.max_depth:
            self.run.stats.max_depth = node.g
            self.run.stats.max_frontier = node.g + 1


def dfbnb_search(run: SearchRun) -> Outcome:
    """Exhaust the tree within a bound that grows until there is a path, and falls from then on."""
    root = run.root()
    run.prove(root.h)
    if root.tiles == run.goal:
        return run.found(root, optimal=True)
    bound = run.whole_moves(root.h)
    while True:
        walk = Walk(run, bound)
        walk.exhaust(root)
        if run.best is not None:
            if run.admissible:
                run.lower_bound = run.best_cost()
            return run.end(Status.OPTIMAL if run.lower_bound == run.best_cost() else Status.SOLVED, None)
        if walk.smallest_cut is None:
            return run.exhausted()
        run.prove(walk.smallest_cut * run.scale)
        over, under = GROWTH
        bound = max(walk.smallest_cut, bound * over // under)
        run.stats.iterations += 1
