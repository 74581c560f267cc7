# SPDX-License-Identifier: MIT
"""IDA* for one board on the card: iterations over growing bounds, and the path behind a goal that was found.

A node on the card does not know its path. It knows its root, one of the few thousand that the iteration was split into; when the
goal is found below one, that root's path is known from the split, and the search is repeated from there: a tiny
fraction of it, until a split itself comes upon the goal.

Before a long iteration a beam looks for the goal under its bound. When every shorter bound is exhausted, a path of the bound's
length is a shortest one, however it was found. So a beam that costs a fraction of an iteration can save the whole of it, and the
last iteration is the longest of all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from taquin.board import DEFAULT_ORDER
from taquin.engines.gpu.device import choose_device, compiled, cupy
from taquin.engines.gpu.launch import BeforeLaunch, Launcher, unlimited
from taquin.engines.gpu.layout import CODES, LEFT_SHIFT, ROOT_SHIFT, SPARE_SHIFT, Layout
from taquin.engines.gpu.tables import automaton_words
from taquin.errors import VerificationError

Array = Any
"""A NumPy or CuPy array."""
WORTH_A_BEAM: Final = 1 << 30
"""Nodes of an iteration from which the next one, several times as large, is preceded by a beam."""
NODES_PER_PLACE: Final = 1 << 12
"""Nodes of the iteration before for each place in the beam: it then takes a fifth of the next one's time, or less."""
WIDEST_BEAM: Final = 1 << 26
NARROWEST_BEAM: Final = 1 << 10
"""Places in a beam: a narrower one is not worth its launches."""
BOARDS_PER_PLACE: Final = 4
"""Entries, for each place in the beam, of the table that tells a layer's boards apart; a node has about two children."""
ESTIMATE_COST: Final = 8
DETOUR_POWER: Final = 3
"""A board in the beam costs so much for each move of its estimate, and for each tile its distances from home, along the rows and
along the columns, raised to this power: a tile far from home weighs more than many that are near. Ordered by the estimate alone,
a beam brings home first what is easy."""
COSTS: Final = 4096
"""Costs that a layer is sorted by, as `beam.h` has it; so has the next."""
CHANCES: Final = 1 << 16
"""Of children with the highest cost that is kept, only a share is: so many in `CHANCES`."""
LAYER_HEAD: Final = 4
"""Words of a layer before the numbers of children by cost."""
MOST_FOR_DETOURS: Final = COSTS // 3
"""What the distances of a random board cost at most, so that no cost is cut off on long and narrow boards."""
BEAM_THREADS: Final = 256
BEAM_BLOCKS: Final = 32
"""Threads of a block that works on a layer, and such blocks for each multiprocessor."""


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
        """The bound of the present iteration, or of the next one."""
        self._nodes_of_iteration = 0  # of the latest

    def solve(
        self,
        from_bound: int,
        last_bound: int,
        before_launch: BeforeLaunch,
        began: Callable[[int], None],
        breaks_off: Callable[[int], bool] = lambda _nodes: False,
    ) -> list[int] | None:
        """Return the moves of a shortest path, None if there is none up to the last bound; `began` hears of every iteration.

        `breaks_off` is asked before every iteration, with the nodes of the one before. If it says so, the search ends with None,
        and `bound` is where to go on.
        """
        self.bound = self.estimate if from_bound <= self.estimate else from_bound + (from_bound - self.estimate) % 2
        while self.bound <= last_bound:
            began(self.bound)
            root = self._root_under(self.bound)
            moves = self._look_with_beam(root, before_launch)
            if moves is None and breaks_off(self._nodes_of_iteration):
                return None
            if moves is None:
                moves = self._iterate(root, before_launch)
            if moves is not None:
                return moves
            self.bound += 2
        return None

    def exhaust(self, bound: int, before_launch: BeforeLaunch) -> None:
        """Search under a bound that is below the length of every path: what counts is the work it takes."""
        if bound >= self.estimate and self._iterate(self._root_under(bound), before_launch) is not None:
            raise VerificationError("the gpu engine has found a path that is shorter than it has proven")

    def _root_under(self, bound: int) -> Array:
        return raise_bound(self.layout, self.root, (bound - self.estimate) // 2)

    def _look_with_beam(self, root: Array, before_launch: BeforeLaunch) -> list[int] | None:
        """Look for a path of the bound's length with a beam, if the iteration will be long."""
        beam = Beam(self.launcher, self.layout)
        width = beam.width(self._nodes_of_iteration, self.bound)
        return beam.find(root, self.bound, width, before_launch) if width else None

    def _iterate(self, root: Array, before_launch: BeforeLaunch) -> list[int] | None:
        """Search under the bound of a root; return the moves of a path."""
        if self.estimate == 0:
            return []
        before = self.launcher.work.generated
        step = self._step(root, before_launch)
        generated = self.launcher.work.generated
        self._nodes_of_iteration = generated - before
        if step is None:
            return None
        moves, node = step
        while node is not None:  # a search below one root of the search before: it takes no time worth a limit
            step = self._step(as_only_root(self.layout, node), unlimited)
            if step is None:
                raise VerificationError("the gpu engine has found a goal and lost the path to it")
            more, node = step
            moves += more
        self.launcher.work.generated = generated  # what was searched again was counted before
        return moves

    def _step(self, root: Array, before_launch: BeforeLaunch) -> tuple[list[int], Array | None] | None:
        """Return the first moves of a solution and the node they lead to, None in its place if it is the goal."""
        before_launch()
        split = self.launcher.split(root)
        if split.goal:
            return split.path_to(split.goal), None
        count = len(split.nodes)
        if not count:
            return None
        self.launcher.pool[:count] = split.nodes
        found = self.launcher.search(count, before_launch)
        if found is None:
            return None
        return split.path_to(split.first + found), split.nodes[found].get()


def raise_bound(layout: Layout, root: Array, pairs: int) -> Array:
    """Return a root, one row of words, under a bound that is so many pairs of moves higher."""
    raised = root.copy()
    raised[layout.journey_word] += np.uint32(pairs << LEFT_SHIFT + 1)
    for word in layout.spare_words:
        raised[word] += np.uint32(pairs << SPARE_SHIFT)
    return raised


def as_only_root(layout: Layout, node: Array) -> Array:
    """Return a node, one row of words, as the root of a search of its own."""
    root = node.copy()
    root[layout.journey_word] &= np.uint32((1 << ROOT_SHIFT) - 1)
    return root


class Beam:
    """Beams for one layout.

    Undoing a move is all that they prune: where the automaton prunes a word of moves, another word leads to the same board, but a
    beam may have dropped the boards on that way.
    """

    def __init__(self, launcher: Launcher, layout: Layout) -> None:
        self._launcher = launcher
        self._layout = layout

    def width(self, nodes_before: int, moves: int) -> int:
        """Return the width that pays after an iteration of so many nodes and that the card has memory for; 0: none."""
        if nodes_before < WORTH_A_BEAM:
            return 0
        affordable = self._launcher.memory_left() // self._bytes_per_place(moves)
        width = min(nodes_before // NODES_PER_PLACE, WIDEST_BEAM, affordable)
        return width if width >= NARROWEST_BEAM else 0

    def _bytes_per_place(self, moves: int) -> int:
        # Two layers of nodes, their children's costs, the table of boards rounded up, and the origins of all layers.
        return 4 * (2 * self._layout.node_words() + 2 + 2 * BOARDS_PER_PLACE + moves)

    def find(self, root: Array, moves: int, width: int, before_launch: BeforeLaunch) -> list[int] | None:
        """Look for a path of so many moves from a root, one row of words under that bound; None if the beam misses it."""
        work = self._launcher.work
        work.beams += 1
        work.beam_bytes = max(work.beam_bytes, width * self._bytes_per_place(moves))
        try:
            return self._search(root, moves, width, before_launch)
        except cupy().cuda.memory.OutOfMemoryError:  # somebody else has taken it: the search can do without a beam
            return None
        finally:
            cupy().get_default_memory_pool().free_all_blocks()

    def _search(self, root: Array, moves: int, width: int, before_launch: BeforeLaunch) -> list[int] | None:
        xp = cupy()
        module = compiled("beam.cu", (*self._layout.options(), f"-DTAQUIN_ESTIMATE_COST={ESTIMATE_COST}"))
        starts, following = automaton_words(self._layout.rows, self._layout.cols, prune=False)
        automaton = xp.asarray(following)
        nodes, kept = (xp.empty((width, self._layout.node_words()), dtype=np.uint32) for _ in range(2))
        costs = xp.empty(width, dtype=np.uint64)
        detours = xp.asarray(self._detours())
        boards = xp.empty(1 << (BOARDS_PER_PLACE * width - 1).bit_length(), dtype=np.uint32)
        layer = xp.empty(LAYER_HEAD + COSTS, dtype=np.uint32)
        nodes[0] = xp.asarray(self._with_own_automaton(root, starts))
        count = 1
        origins = []
        for _ in range(moves):
            before_launch()
            boards.fill(0)
            layer.fill(0)
            known = (self._launcher.lookups, self._launcher.tables, automaton)
            parents = (nodes, np.uint32(count), costs)
            module.get_function("price_layer")(
                *_grid(count), (*known, detours, *parents, boards, np.uint32(len(boards) - 1), layer)
            )
            counted = layer.get()
            self._launcher.work.generated += int(counted[:2].view(np.uint64)[0])
            most, chances = _threshold(counted[LAYER_HEAD:], width)
            room = min(width, int(counted[LAYER_HEAD:].sum()))
            origins.append(xp.empty(room, dtype=np.uint32))
            choice = (np.uint32(most), np.uint32(chances), kept, origins[-1], np.uint32(room), layer)
            module.get_function("keep_layer")(*_grid(count), (*known, *parents, *choice))
            count = min(room, int(layer.get()[2]))
            if not count:
                return None
            nodes, kept = kept, nodes
        return _path_to_first(origins)

    def _detours(self) -> Array:
        """Return what a tile's distances from home cost, by its code and its cell: the `Detours` of `beam.h`."""
        costs = np.zeros((CODES, CODES), dtype=np.int64)
        cols, cells = self._layout.cols, self._layout.cells
        for code, home in self._layout.tiles_by_code.items():
            for cell, name in enumerate(self._layout.names_of_cells(home)):
                down, across = abs(cell // cols - home // cols), abs(cell % cols - home % cols)
                costs[code, name] = down**DETOUR_POWER + across**DETOUR_POWER
        usual = costs.sum() / cells  # of a random board
        return (costs / max(1.0, usual / MOST_FOR_DETOURS)).round().astype(np.uint16)

    def _with_own_automaton(self, root: Array, starts: Array) -> Array:
        """Return a root with the state of the beam's automaton in the place of the search's."""
        changed = root.copy()
        changed[self._layout.automaton_word] = starts[int(root[self._layout.journey_word]) & ((1 << LEFT_SHIFT) - 1)]
        return changed


def _threshold(counted: Array, width: int) -> tuple[int, int]:
    """Return the highest cost that the width has room for, and for how many in `CHANCES` of the children that have it."""
    upto = np.cumsum(counted, dtype=np.int64)
    if upto[-1] <= width:
        return COSTS, CHANCES
    most = int(np.searchsorted(upto, width, side="right"))
    below = int(upto[most - 1]) if most else 0
    return most, (width - below) * CHANCES // int(counted[most])


def _path_to_first(origins: list[Array]) -> list[int]:
    """Return the moves from the root to the first node of the last layer."""
    moves = []
    number = 0
    for layer in reversed(origins):
        number, move = divmod(int(layer[number]), len(DEFAULT_ORDER))
        moves.append(move)
    return moves[::-1]


def _grid(count: int) -> tuple[tuple[int], tuple[int]]:
    return (min(-(-count // BEAM_THREADS), BEAM_BLOCKS * choose_device().multiprocessors),), (BEAM_THREADS,)
