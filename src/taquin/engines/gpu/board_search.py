# SPDX-License-Identifier: MIT
"""IDA* for one board on the card: iterations over growing bounds, and the path behind a goal that was found.

Before a long iteration a beam looks for the goal under its bound: see `beam`.

A node on the card does not know its path. It knows its root, one of the few thousand that the iteration was split into; when the
goal is found below one, that root's path is known from the split, and the search is repeated from there: a tiny
fraction of it, until a split itself comes upon the goal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from taquin.engines.gpu.beam import Beam
from taquin.engines.gpu.launch import Launcher, Watch, as_only_root, raise_bound, unwatched
from taquin.engines.gpu.layout import Layout
from taquin.errors import VerificationError

Array = Any
"""A NumPy or CuPy array."""


class BoardSearch:
    """The search for one board's shortest path."""

    def __init__(self, launcher: Launcher, layout: Layout, home: bytes) -> None:
        """Take a board by what stands on its cells, named by goal cells."""
        self.launcher = launcher
        self.layout = layout
        roots, estimates = launcher.make_roots(np.frombuffer(home, dtype=np.uint8).reshape(1, -1))
        self.root = roots[0].get()
        self.estimate = int(estimates[0])
        self.bound = self.estimate
        self._nodes_of_iteration = 0  # of the latest

    def solve(
        self,
        from_bound: int,
        last_bound: int,
        watch: Watch,
        began: Callable[[int], None],
        breaks_off: Callable[[int], bool] = lambda _nodes: False,
    ) -> list[int] | None:
        """Return the moves of a shortest path, None if there is none up to the last bound; `began` hears of every iteration.

        None also when it breaks off before a bound, asked with the nodes of the iteration before: `bound` is where to go on.
        """
        self.bound = self.estimate if from_bound <= self.estimate else from_bound + (from_bound - self.estimate) % 2
        while self.bound <= last_bound:
            began(self.bound)
            root = self._root_under(self.bound)
            moves = self._glimpse(root, self.bound, watch)
            if moves is None and breaks_off(self._nodes_of_iteration):
                return None
            if moves is None:
                moves = self._iterate(root, watch)
            if moves is not None:
                return moves
            self.bound += 2
        return None

    def exhaust(self, bound: int, watch: Watch) -> None:
        """Search under a bound that is below the length of every path: what counts is the work it takes."""
        if bound >= self.estimate and self._iterate(self._root_under(bound), watch) is not None:
            raise VerificationError("the gpu engine has found a path that is shorter than it has proven")

    def _root_under(self, bound: int) -> Array:
        return raise_bound(self.layout, self.root, (bound - self.estimate) // 2)

    def _glimpse(self, root: Array, bound: int, watch: Watch) -> list[int] | None:
        """Look for a path of the bound's length with a beam, if the iteration will be long."""
        beam = Beam(self.launcher, self.layout)
        width = beam.width(self._nodes_of_iteration, bound)
        return beam.find(root, bound, width, watch) if width else None

    def _iterate(self, root: Array, watch: Watch) -> list[int] | None:
        """Search under the bound of a root."""
        if self.estimate == 0:
            return []
        before = self.launcher.work.generated
        step = self._step(root, watch)
        generated = self.launcher.work.generated
        self._nodes_of_iteration = generated - before
        if step is None:
            return None
        moves, node = step
        while node is not None:  # what follows is known: it was all searched before
            step = self._step(as_only_root(self.layout, node), unwatched)
            if step is None:
                raise VerificationError("the gpu engine has found a goal and lost the path to it")
            more, node = step
            moves += more
        self.launcher.work.generated = generated
        return moves

    def _step(self, root: Array, watch: Watch) -> tuple[list[int], Array | None] | None:
        """Return the first moves of a solution and the node they lead to, None in its place if it is the goal."""
        watch()
        split = self.launcher.split(root)
        if split.goal:
            return split.path_to(split.goal), None
        count = len(split.nodes)
        if not count:
            return None
        self.launcher.pool[:count] = split.nodes
        found = self.launcher.search(count, watch)
        if found is None:
            return None
        return split.path_to(split.first + found), split.nodes[found].get()
