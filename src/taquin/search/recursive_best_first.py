# SPDX-License-Identifier: MIT
"""Recursive best-first search: best-first order with memory for one path and its siblings.

It follows the best child as long as that is no worse than the best alternative anywhere along the path; when it turns
back it leaves behind, at the node it leaves, the best f seen below. The recursion is an explicit stack of frames.
"""

from __future__ import annotations

from dataclasses import dataclass

from taquin.search.base import Node, SearchRun
from taquin.solution import Outcome

INFINITY = float("inf")


@dataclass
class Branch:
    """A child with the best f known of the tree below it."""

    node: Node
    f: float


@dataclass
class Frame:
    """One level of the recursion: a node's branches, and the f at which it must turn back."""

    origin: Branch
    branches: list[Branch]
    limit: float


def rbfs_search(run: SearchRun) -> Outcome:
    """Unwind to the best alternative whenever the current path gets worse than it."""
    root = run.root()
    run.prove(root.h)
    if root.tiles == run.goal:
        return run.found(root, optimal=True)
    frames: list[Frame] = []
    goal = _descend(run, frames, Branch(root, root.h), INFINITY)
    while goal is None and frames:
        frame = frames[-1]
        best, alternative = _two_best(frame.branches)
        if len(frames) == 1 and best.f < INFINITY:
            run.prove(int(best.f))
        if best.f > frame.limit or best.f == INFINITY:
            frame.origin.f = best.f
            frames.pop()
            continue
        goal = _descend(run, frames, best, min(frame.limit, alternative))
    if goal is None:
        return run.exhausted()
    return run.found(goal, optimal=run.admissible)


def _descend(run: SearchRun, frames: list[Frame], branch: Branch, limit: float) -> Node | None:
    """Expand a branch into a new frame; return the goal if it is among its children."""
    stats = run.stats
    node = branch.node
    if not run.may_expand(node):
        branch.f = INFINITY
        return None
    run.expand(node, len(frames) + 1, 3 * len(frames) + 1)
    branches = []
    for child in run.children(node):
        stats.generated += 1
        if child.tiles == run.goal:
            _visit(run, child)
            return child
        child.h = run.estimate(child.tiles)
        # A node that was left before is worth at least what was left behind at its parent.
        branches.append(Branch(child, max(child.g * run.scale + child.h, branch.f)))
    _visit(run, node)
    frames.append(Frame(branch, branches, limit))
    return None


def _visit(run: SearchRun, node: Node) -> None:
    run.stats.max_depth = max(run.stats.max_depth, node.g)
    run.stats.max_frontier = max(run.stats.max_frontier, node.g + 1)


def _two_best(branches: list[Branch]) -> tuple[Branch, float]:
    """Return the branch with the smallest f, first made on ties, and the f of the runner-up."""
    best = min(branches, key=lambda branch: branch.f)
    return best, min((branch.f for branch in branches if branch is not best), default=INFINITY)
