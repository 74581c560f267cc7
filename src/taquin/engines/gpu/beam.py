# SPDX-License-Identifier: MIT
"""A beam on the card: a quick look for the goal under a bound, before the bound is searched from end to end.

When every shorter bound is exhausted, a path of the bound's length is a shortest one, however it was found. So a beam that
costs a fraction of an iteration can save the whole of it, and the last iteration is the longest of all.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from taquin.engines.gpu.automaton import automaton_words
from taquin.engines.gpu.compiling import compiled, cupy
from taquin.engines.gpu.device import choose_device
from taquin.engines.gpu.launch import Launcher, Watch
from taquin.engines.gpu.layout import CODES, Layout

Array = Any
"""A NumPy or CuPy array."""
WORTH_A_BEAM: Final = 1 << 30
"""Nodes of an iteration from which the next one, several times as large, is preceded by a beam."""
NODES_PER_PLACE: Final = 1 << 12
"""Nodes of the iteration before for each place in the beam: it then takes a fifth of the next one's time, or less."""
WIDEST: Final = 1 << 26
NARROWEST: Final = 1 << 10
"""Not worth its launches below that."""
BOARDS_PER_PLACE: Final = 4
"""Of the table that tells boards of a layer apart; a node has little more than two children."""
ESTIMATE_COST: Final = 8
DETOUR_POWER: Final = 3
"""What a step of the estimate costs, and to which power a tile's distances from home along rows and columns do: a tile far
from home is worth more than many that are near, for a beam ordered by the estimate alone brings home first what is easy."""
CHANCES: Final = 1 << 16
COSTS: Final = 4096
LAYER_WORDS: Final = 4 + COSTS
MOST_FOR_DETOURS: Final = COSTS // 3
"""Of a random board, so that no cost is cut off on long and narrow ones."""
THREADS: Final = 256
BLOCKS_PER_MULTIPROCESSOR: Final = 32


class Beam:
    """Beams for one layout. They prune no words of moves but undoing: the boards that such words lead to may be forgotten."""

    def __init__(self, launcher: Launcher, layout: Layout) -> None:
        self._launcher = launcher
        self._layout = layout

    def width(self, nodes_before: int, moves: int) -> int:
        """Return the width that pays after an iteration of so many nodes and that the card has memory for; 0: none."""
        if nodes_before < WORTH_A_BEAM:
            return 0
        affordable = self._launcher.memory_left() // self._bytes_per_place(moves)
        width = min(nodes_before // NODES_PER_PLACE, WIDEST, affordable)
        return width if width >= NARROWEST else 0

    def _bytes_per_place(self, moves: int) -> int:
        # Two layers of nodes, their children's costs, the table of boards rounded up, and the origins of all layers.
        return 4 * (2 * self._layout.node_words() + 2 + 2 * BOARDS_PER_PLACE + moves)

    def find(self, root: Array, moves: int, width: int, watch: Watch) -> list[int] | None:
        """Look for a path of so many moves from a root, one row of words under that bound; None if the beam misses it."""
        self._launcher.work.beam_bytes = max(self._launcher.work.beam_bytes, width * self._bytes_per_place(moves))
        try:
            return self._search(root, moves, width, watch)
        except cupy().cuda.memory.OutOfMemoryError:  # somebody else has taken it: the search can do without a beam
            return None
        finally:
            cupy().get_default_memory_pool().free_all_blocks()

    def _search(self, root: Array, moves: int, width: int, watch: Watch) -> list[int] | None:
        xp = cupy()
        module = compiled("beam.cu", (*self._layout.options(), f"-DTAQUIN_ESTIMATE_COST={ESTIMATE_COST}"))
        starts, following = automaton_words(self._layout.rows, self._layout.cols, prune=False)
        automaton = xp.asarray(following)
        nodes, kept = (xp.empty((width, self._layout.node_words()), dtype=np.uint32) for _ in range(2))
        costs = xp.empty(width, dtype=np.uint64)
        detours = xp.asarray(self._detours())
        boards = xp.empty(1 << (BOARDS_PER_PLACE * width - 1).bit_length(), dtype=np.uint32)
        layer = xp.empty(LAYER_WORDS, dtype=np.uint32)
        nodes[0] = xp.asarray(self._with_word(root, starts))
        count = 1
        origins = []
        for _ in range(moves):
            watch()
            boards.fill(0)
            layer.fill(0)
            known = (self._launcher.lookups, self._launcher.tables, automaton)
            parents = (nodes, np.uint32(count), costs)
            module.get_function("price_layer")(
                *_grid(count), (*known, detours, *parents, boards, np.uint32(len(boards) - 1), layer)
            )
            counted = layer.get()
            self._launcher.work.generated += int(counted[:2].view(np.uint64)[0])
            most, chances = _threshold(counted[4:], width)
            room = min(width, int(counted[4:].sum()))
            origins.append(xp.empty(room, dtype=np.uint32))
            choice = (np.uint32(most), np.uint32(chances), kept, origins[-1], np.uint32(room), layer)
            module.get_function("keep_layer")(*_grid(count), (*known, *parents, *choice))
            count = min(room, int(layer.get()[2]))
            if not count:
                return None
            nodes, kept = kept, nodes
        return _path(origins)

    def _detours(self) -> Array:
        """Return the `Detours` of `beam.h`."""
        costs = np.zeros((CODES, CODES), dtype=np.int64)
        cols, cells = self._layout.cols, self._layout.cells
        for code, home in self._layout.tiles_by_code.items():
            for cell, name in enumerate(self._layout.names_of_cells(home)):
                down, across = abs(cell // cols - home // cols), abs(cell % cols - home % cols)
                costs[code, name] = down**DETOUR_POWER + across**DETOUR_POWER
        usual = costs.sum() / cells  # of a random board
        return (costs / max(1.0, usual / MOST_FOR_DETOURS)).round().astype(np.uint16)

    def _with_word(self, root: Array, starts: Array) -> Array:
        """Return a root with the state of the beam's own automaton."""
        changed = root.copy()
        changed[self._layout.automaton_word] = starts[int(root[self._layout.journey_word]) & 31]
        return changed


def _threshold(counted: Array, width: int) -> tuple[int, int]:
    """Return the highest cost that the width has room for, and for how many in `CHANCES` of the children that have it."""
    upto = np.cumsum(counted, dtype=np.int64)
    if upto[-1] <= width:
        return COSTS, CHANCES
    most = int(np.searchsorted(upto, width, side="right"))
    below = int(upto[most - 1]) if most else 0
    return most, (width - below) * CHANCES // int(counted[most])


def _path(origins: list[Array]) -> list[int]:
    """Follow the first node of the last layer back to the root."""
    moves = []
    number = 0
    for layer in reversed(origins):
        number, move = divmod(int(layer[number]), 4)
        moves.append(move)
    return moves[::-1]


def _grid(count: int) -> tuple[tuple[int], tuple[int]]:
    return (min(-(-count // THREADS), BLOCKS_PER_MULTIPROCESSOR * choose_device().multiprocessors),), (THREADS,)
