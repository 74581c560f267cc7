# SPDX-License-Identifier: MIT
"""Beams on the card that are ordered by a learned network: one board as wide as memory allows, or many boards at once.

The values are those of `core/large/network.hpp`, so a beam of the same width finds about what it finds on a processor. Boards are
square, tiles are numbered by their homes, row by row from 1, and the blank's home is the last cell. A beam for one board can note
some of those that it keeps, and later ones go by what these and a path have taught.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from taquin.engines.gpu.device import choose_device, compiled, cupy
from taquin.engines.gpu.lessons import SAMPLES, Samples, learn
from taquin.engines.gpu.network import classes_of, mirrored_places, sizes_of

Array = Any
"""A NumPy or CuPy array."""
MOVES: Final = 4
UNITS_AT_ONCE: Final = 256
"""Units come in multiples of this: 8 for each lane of a warp."""
BEFORE_TILES: Final = 16
"""Bytes of a board before its tiles, as `value_beam.h` has it."""
BINS: Final = 1 << 13
"""Values that a layer is sorted by, as `value_beam.h` has it."""
NONE: Final = 0xFFFFFFFF
SEEN_PAIRS: Final = 8
"""Pairs of places, for each board of a beam, of the table that tells boards of this and the last layers apart."""
THREADS: Final = 256
BLOCKS: Final = 16
"""Threads of a block, and blocks for each multiprocessor."""
WIDTHS: Final = 8
"""Widths are multiples of this, so that a warp has children of one beam only."""
LOOK_EVERY: Final = 8
"""Layers between looks at which beams have arrived, where nobody wants to know sooner."""


@dataclass(frozen=True)
class Beams:
    """What beams leave behind: for every layer where its boards come from, and which child was the goal."""

    width: int
    origins: list[Array]
    """By layer, for every place the child that came to it: four times the place of the parent, and the blank's move."""
    counts: list[Array]
    """By layer and board to solve, how many places are taken."""
    arrived: Array
    """By board to solve, the child that is the goal; `NONE` if the beam has missed it."""
    arrived_at: Array
    """The number of moves to it."""
    generated: Array
    """The children that were made, all boards together."""

    def path(self, solve: int = 0) -> list[int] | None:
        """Return the moves that lead to the goal, None if the beam has missed it."""
        layer, child = int(self.arrived_at[solve]), int(self.arrived[solve])
        if layer == NONE:
            return None
        moves = [child % MOVES]
        for origins in reversed(self.origins[: layer - 1]):
            child = int(origins[child // MOVES])
            moves.append(child % MOVES)
        return moves[::-1]


class ValueBeam:
    """Beams ordered by one network."""

    def __init__(self, side: int, numbers: Array) -> None:
        """Take a network as it is shipped."""
        self.side, cells = side, side * side
        places = cells * cells
        sizes = sizes_of(side, len(numbers))
        line, bias, weights, inputs, near = np.split(np.asarray(numbers, dtype=np.int16), np.cumsum(sizes[:-1]))
        own = len(bias)
        filling = -2 * own % UNITS_AT_ONCE
        self.units = 2 * own + filling
        inputs = inputs.reshape(places, own)
        both = np.concatenate((inputs, inputs[mirrored_places(side)], np.zeros((places, filling), np.int16)), axis=1)
        self._module = compiled("value_beam.cu", (f"-DTAQUIN_SIDE={side}", f"-DTAQUIN_UNITS={self.units}"))
        xp = cupy()
        self._own_lines = line.astype(np.int32)  # of the network, where nothing was learned since
        self.forget()
        self._classes, self._near = xp.asarray(classes_of(side)), xp.asarray(near)
        self._bias, self._weights = (
            xp.asarray(np.concatenate((part, part, np.zeros(filling, np.int16)))) for part in (bias, weights)
        )
        self._inputs = xp.asarray(both)
        self._rows = xp.empty((places * MOVES, self.units), dtype=np.int16)
        hashes = _hashes(cells)
        self._hashes = xp.asarray(hashes)
        self._goal = np.uint64(int(hashes[np.arange(1, cells), np.arange(cells - 1)].sum(dtype=np.uint64)))
        self._call("make_rows", self._inputs, self._rows)

    @property
    def bytes(self) -> int:
        """Memory of the network."""
        parts = (*self._tables, self._bias, self._weights, self._inputs, self._rows)
        return sum(int(part.nbytes) for part in parts)

    @property
    def _tables(self) -> tuple[Array, ...]:
        """What kernels look up about tiles in cells and about tiles that lie together."""
        return self._lines, self._hashes, self._classes, self._near

    def bytes_per_place(self, moves: int) -> int:
        """Return the memory that a beam of so many moves takes for each board of its width."""
        return 2 * (self._bytes_per_board + 2 * self.units) + 4 * MOVES + 2 * 2 * 8 * SEEN_PAIRS + 4 * moves

    def run(
        self,
        starts: Array,
        width: int,
        most_moves: int,
        before_layer: Callable[[int, int], int] | None = None,
        enough: float = 1.0,
        watch: Callable[[int, Array, Array], None] | None = None,
        samples: Samples | None = None,
    ) -> Beams:
        """Solve boards, one to a row, by beams of a width: until a part of them has arrived, or for so many moves.

        `before_layer` is told the moves so far and the children made in them, and returns how many boards to keep in the next
        layer, at most the width. `watch` is shown every layer: the moves to it, the tile in every cell of each place, which the
        next but one overwrites, and how many places each beam has taken. A beam that is alone can note boards as `samples`.
        """
        xp, solves = cupy(), len(starts)
        width = -(-width // WIDTHS) * WIDTHS
        layer, following = (
            (self._boards(solves * width), xp.empty((solves * width, self.units), dtype=np.int16)) for _ in range(2)
        )
        counts = xp.asarray(np.ones(solves, dtype=np.uint32))
        pairs = 1 << (SEEN_PAIRS * width - 1).bit_length()
        seen = xp.zeros(2 * pairs * solves, dtype=np.uint64)
        values = xp.empty(solves * width * MOVES, dtype=np.int32)
        histogram = xp.zeros(solves * BINS, dtype=np.uint32)
        limit, room, taken = (xp.zeros(solves, dtype=np.uint32) for _ in range(3))
        generated = xp.zeros(1, dtype=np.uint64)
        arrived, arrived_at = (xp.asarray(np.full(solves, NONE, dtype=np.uint32)) for _ in range(2))
        beams = Beams(width, [], [], arrived, arrived_at, generated)
        many = (np.uint32(width), np.uint32(solves))
        network = (*self._tables, self._rows)
        self._call("make_roots", xp.asarray(starts), self._inputs, self._bias, *self._tables, *many, *layer)
        for ply in range(1, most_moves + 1):
            most = width if before_layer is None else min(width, before_layer(ply - 1, int(generated[0])))
            self._call(
                "price_layer",
                *(*layer, counts, *many, *network, self._weights, self._goal, np.uint32(most_moves - ply)),
                *(seen, np.uint32(pairs), np.uint32(ply // 2 % 2), values, histogram, beams.arrived, generated),
            )
            origins, kept = xp.empty(solves * width, dtype=np.uint32), xp.empty(solves, dtype=np.uint32)
            self._call(
                "choose",
                *(histogram, np.uint32(most), np.uint32(solves), np.uint32(ply)),
                *(beams.arrived, beams.arrived_at, limit, room, taken, kept),
            )
            self._call("keep_layer", *layer, counts, *many, *network, values, limit, room, taken, *following, kept, origins)
            beams.origins.append(origins)
            beams.counts.append(kept)
            layer, following, counts = following, layer, kept
            if watch is not None:
                watch(ply, self._tiles(layer[0]), counts)
            if samples is not None:
                self._sample(ply, *layer, counts, samples)
            if (before_layer is not None or ply % LOOK_EVERY == 0) and self._is_over(beams, enough):
                break
        return beams

    def values(self, boards: Array) -> Array:
        """Return what boards are worth, one to a row, by the network and by what was learned since."""
        xp, count = cupy(), len(boards)
        many = (np.uint32(1), np.uint32(count))
        roots, sums = self._boards(count), xp.empty((count, self.units), dtype=np.int16)
        values = xp.empty(count, dtype=np.int32)
        self._call("make_roots", xp.asarray(boards), self._inputs, self._bias, *self._tables, *many, roots, sums)
        self._call("value_boards", roots, sums, np.uint32(count), self._rows, self._weights, values)
        return values.get()

    def learn(self, path: Array, samples: Samples) -> None:
        """Learn from the boards of the best path, by the moves to them, and from those that a beam has noted.

        The next beams go by that; what was learned before is forgotten.
        """
        self.forget()
        better, worse = samples.beside(path)
        of_better, of_worse = np.split(self.values(np.concatenate((better, worse))), 2)
        added = learn(better, worse, of_better - of_worse)
        self._lines = cupy().asarray(self._own_lines + added.reshape(-1).astype(np.int32))

    def forget(self) -> None:
        """Go by the network alone."""
        self._lines = cupy().asarray(self._own_lines)

    def _sample(self, moves: int, boards: Array, sums: Array, counts: Array, samples: Samples) -> None:
        place = samples.of_layer(moves)
        if place is not None:
            draws, tiles = place
            self._call("sample_layer", boards, sums, counts, self._rows, self._weights, draws, np.uint32(SAMPLES), tiles)

    @property
    def _bytes_per_board(self) -> int:
        return BEFORE_TILES + -(-self.side * self.side // 16) * 16

    def _boards(self, count: int) -> Array:
        return cupy().empty(count * self._bytes_per_board, dtype=np.uint8)

    def _tiles(self, boards: Array) -> Array:
        return boards.reshape(-1, self._bytes_per_board)[:, BEFORE_TILES : BEFORE_TILES + self.side * self.side]

    @staticmethod
    def _is_over(beams: Beams, enough: float) -> bool:
        arrived = beams.arrived_at.get() != NONE
        return bool(arrived.mean() >= enough or not beams.counts[-1].get().any())

    def _call(self, kernel: str, *arguments: Any) -> None:
        self._module.get_function(kernel)((BLOCKS * choose_device().multiprocessors,), (THREADS,), arguments)


def _hashes(cells: int) -> Array:
    """Return a number for every (tile, cell), none for the blank; a board's hash is their sum."""
    hashes = np.random.default_rng(7).integers(1 << 63, size=(cells, cells), dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    hashes[0] = 0
    return hashes
