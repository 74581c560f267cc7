# SPDX-License-Identifier: MIT
"""Running the kernels of a search: the card's memory for it, launches of at most a tenth of a second, and dealing nodes anew.

A launch takes nodes from a pool and hands back those it has not finished. The buffers are so large that it can always hand
back everything: it begins with at most `begin_with` nodes in the pool, and the stacks hold no more than `returned_at_most`.
Nodes beyond what a launch may begin with wait in the host's memory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from taquin.engines.gpu.compiling import compiled, cupy
from taquin.engines.gpu.device import choose_device
from taquin.engines.gpu.layout import Layout

Array = Any
"""A NumPy or CuPy array."""
LANES: Final = 32
THREADS: Final = 128
"""Of a block, as `search.cu` says."""
BLOCKS: Final = 10
BLOCKS_FOR_LARGE_NODES: Final = 8
"""Of a multiprocessor: more would hide more of the memory's latency, but leave each thread too few registers for its nodes."""
LARGE_NODE: Final = 16
"""Words."""
RESERVED_SHARED: Final = 1024
"""Bytes of shared memory that the system takes of every block."""
SPLIT_THREADS: Final = 512
ROOTS_THREADS: Final = 128
LAUNCH_SECONDS: Final = 0.1
"""So that progress is seen and a desktop's watchdog never fires."""
NODES_IN_SPELL: Final = 16 * LANES
"""Most nodes that a warp generates before it looks up."""
NO_CAP: Final = 2**32 - 1
STACK_CAPACITIES: Final = (2048, 1536, 1152)
"""Nodes of a warp's stack, the largest for which there is memory; a full stack costs a launch and nothing else."""
FEWEST_TO_BEGIN_WITH: Final = 1 << 19
SPLIT_WANTED: Final = 4096
SPLIT_NODES: Final = 4 * SPLIT_WANTED
SPLIT_ORIGINS: Final = 1 << 18
ROOT_SHIFT: Final = 13
"""Of a node's journey; the bits below are the blank and the moves left."""
LEFT_SHIFT: Final = 5
SPARE_SHIFT: Final = 24
MAX_ROOTS: Final = 1 << 32 - ROOT_SHIFT


@dataclass(frozen=True)
class Tuning:
    """How the search is fitted to a card."""

    blocks: int = 0
    """Of a multiprocessor; 0: as many as pay, if they fit."""
    stack_capacity: int = 0
    """0: as large as the memory allows."""
    begin_with: int = 0
    """0: as the stacks suggest."""
    seconds: float = LAUNCH_SECONDS


@dataclass
class Work:
    """What a search has done so far, for whoever watches it."""

    generated: int = 0
    launches: int = 0
    full_stacks: int = 0
    spilled: int = 0
    """Nodes that had to wait in the host's memory."""
    beam_bytes: int = 0
    """Memory of the widest beam."""


class OutOfMemoryError(Exception):
    """The card has too little memory for the tables and the search."""


def fitting_blocks(layout: Layout, path_words: int) -> int:
    """Return how many blocks of a search run on a multiprocessor of the card at a time."""
    card = choose_device()
    words = layout.node_words(path_words)
    shared = 4 * len(layout.lookups) + 4 * words * THREADS + RESERVED_SHARED
    wanted = BLOCKS if words < LARGE_NODE else BLOCKS_FOR_LARGE_NODES
    return max(1, min(wanted, card.threads // THREADS, card.shared_memory // shared))


Watch = Callable[[], tuple[float, int]]
"""Called between launches: returns the seconds and nodes that the next may take, or raises to end the search."""


def unwatched() -> tuple[float, int]:
    """Let every launch have its time."""
    return LAUNCH_SECONDS, NO_CAP * NODES_IN_SPELL


class Launcher:
    """The buffers and kernels of one layout; `path_words` above 0 makes it one for batches."""

    def __init__(self, layout: Layout, path_words: int = 0, tuning: Tuning | None = None, memory: int | None = None) -> None:
        self.tuning = tuning or Tuning()
        self._memory = memory
        self.node_words = layout.node_words(path_words)
        blocks = self.tuning.blocks or fitting_blocks(layout, path_words)
        self.warps = choose_device().multiprocessors * blocks * THREADS // LANES
        self.stack_capacity = self.tuning.stack_capacity or self._affordable_stack()
        options = (f"-DTAQUIN_STACK_CAPACITY={self.stack_capacity}", f"-DTAQUIN_BLOCKS={blocks}")
        self._module = compiled("search.cu", (*layout.options(path_words), *options))
        self.work = Work()
        self._allocate(layout)

    @property
    def returned_at_most(self) -> int:
        """Nodes that a launch can hand back."""
        return self.warps * (self.stack_capacity + 2 * LANES)

    @property
    def begin_with(self) -> int:
        """Nodes that may be in the pool when a launch begins."""
        return self.tuning.begin_with or max(FEWEST_TO_BEGIN_WITH, self.returned_at_most // 4)

    @property
    def bytes(self) -> int:
        """Memory of the buffers that grow with the card."""
        nodes = self.warps * self.stack_capacity + 2 * (self.returned_at_most + self.begin_with)
        return 4 * self.node_words * nodes

    def memory_left(self) -> int:
        """Return the bytes that may be taken beside the buffers."""
        free, _ = cupy().cuda.runtime.memGetInfo()
        return int(free * 3 // 4 if self._memory is None else min(free * 3 // 4, self._memory - self.bytes))

    def _affordable_stack(self) -> int:
        free, _ = cupy().cuda.runtime.memGetInfo()
        budget = min(free * 3 // 4, self._memory or free)
        for self.stack_capacity in STACK_CAPACITIES:
            if self.bytes <= budget:
                return self.stack_capacity
        raise OutOfMemoryError

    def _allocate(self, layout: Layout) -> None:
        xp = cupy()
        self.pool, self._returned = (
            xp.empty((self.returned_at_most + self.begin_with, self.node_words), dtype=np.uint32) for _ in range(2)
        )
        self._stacks = xp.empty(self.warps * self.stack_capacity * self.node_words, dtype=np.uint32)
        self._levels = [xp.empty((SPLIT_NODES, self.node_words), dtype=np.uint32) for _ in range(2)]
        self._origins = xp.empty(SPLIT_ORIGINS, dtype=np.uint32)
        self._control = xp.zeros(8, dtype=np.uint32)
        self._split = xp.zeros(8, dtype=np.uint32)
        self.lookups = xp.asarray(np.array(layout.lookups, dtype=np.uint32))
        self._waiting: list[Array] = []

    def use(self, tables: Array, starts: Array, automaton: Array) -> None:
        """Take the tables and the automaton to search with, on the card already."""
        self.tables, self._starts, self._automaton = tables, starts, automaton

    def make_roots(self, homes: Array) -> tuple[Array, Array]:
        """Turn boards, an array of goal cells by board and cell, into roots under their own estimates as bounds."""
        xp = cupy()
        count = len(homes)
        roots = xp.empty((count, self.node_words), dtype=np.uint32)
        estimates = xp.empty(count, dtype=np.uint32)
        blocks = min(-(-count // ROOTS_THREADS), 8 * choose_device().multiprocessors)
        self._module.get_function("make_roots")(
            (blocks,),
            (ROOTS_THREADS,),
            (self.lookups, self.tables, self._starts, xp.asarray(homes), np.uint32(count), roots, estimates),
        )
        return roots, estimates

    def split(self, root: Array) -> Split:
        """Expand a root, one row of words, into enough nodes to begin a search with."""
        self._levels[0][0] = cupy().asarray(root)
        self._split.fill(0)
        self._module.get_function("split")(
            (1,),
            (SPLIT_THREADS,),
            (
                self.lookups,
                self.tables,
                self._automaton,
                *self._levels,
                self._origins,
                *map(np.uint32, (SPLIT_NODES, SPLIT_ORIGINS, SPLIT_WANTED)),
                self._split,
            ),
        )
        count, buffer, first, generated, goal = map(int, self._split.get()[:5])
        self.work.generated += generated
        return Split(self._levels[buffer][:count], first, goal, self._origins)

    def search(self, count: int, watch: Watch = unwatched, batch: BatchBuffers | None = None) -> int | None:
        """Search the first `count` nodes of the pool to the end; return the root below which the goal is, None without one."""
        self._waiting.clear()
        while count or self._waiting:
            count = self._balance(count)
            seconds, nodes = watch()
            control = self._launch(count, seconds, nodes, batch)
            dealt, found, _, returned, _, full = map(int, control[:6])
            self.work.generated += int(control[6:].view(np.uint64)[0])
            self.work.launches += 1
            self.work.full_stacks += full
            if found:
                return found - 1
            undealt = max(0, count - dealt)
            if undealt:
                self._returned[returned : returned + undealt] = self.pool[count - undealt : count]
            self.pool, self._returned = self._returned, self.pool
            count = returned + undealt
        return None

    def _balance(self, count: int) -> int:
        """Keep as many nodes in the pool as a launch may begin with; the host's memory takes the rest and gives it back."""
        if count > self.begin_with:
            self._waiting.append(self.pool[self.begin_with : count].get())
            self.work.spilled += count - self.begin_with
            return self.begin_with
        if not count:
            nodes = self._waiting.pop()
            self.pool[: min(len(nodes), self.begin_with)] = cupy().asarray(nodes[: self.begin_with])
            if len(nodes) > self.begin_with:
                self._waiting.append(nodes[self.begin_with :])
            return min(len(nodes), self.begin_with)
        return count

    def _launch(self, count: int, seconds: float, nodes: int, batch: BatchBuffers | None) -> Array:
        share = count // self.warps
        no_batch = np.uint64(0)
        self._control.fill(0)
        self._module.get_function("search")(
            (self.warps * LANES // THREADS,),
            (THREADS,),
            (
                self.lookups,
                self.tables,
                self._automaton,
                self.pool,
                np.uint32(count),
                self._returned,
                self._stacks,
                np.uint32(min(max(share, 1), LANES)),
                np.uint32(LANES if share >= LANES else 0),
                np.uint32(max(1, self.warps // 8)),
                np.uint32(min(NO_CAP, 1 + nodes // (self.warps * NODES_IN_SPELL))),
                np.uint64(max(0.001, min(seconds, self.tuning.seconds)) * 1e9),
                self._control,
                batch.solved if batch else no_batch,
                batch.paths if batch else no_batch,
                np.uint32(batch.round if batch else 0),
            ),
        )
        return self._control.get()

    def prepare_round(self, batch: BatchBuffers) -> int:
        """Put the unsolved boards of a batch into the pool, under the bounds of its round; return how many there are."""
        size = cupy().zeros(1, dtype=np.uint32)
        self._module.get_function("prepare_round")(
            (4 * choose_device().multiprocessors,),
            (THREADS,),
            (batch.roots, np.uint32(len(batch.roots)), np.uint32(batch.round - 1), batch.solved, self.pool, size),
        )
        return int(size[0])


@dataclass
class BatchBuffers:
    """The boards of a batch on the card."""

    roots: Array
    solved: Array
    """By board: the round that solved it, 0 as long as none did."""
    paths: Array
    round: int = 0


@dataclass(frozen=True)
class Split:
    """An iteration cut into subtrees."""

    nodes: Array
    """The subtrees' roots, on the card."""
    first: int
    """Number of the first of them among all nodes that were made on the way."""
    goal: int
    """Number of the goal, 0 if it did not turn up."""
    origins: Array
    """By number: four times the parent's number, plus the move."""

    def path_to(self, number: int) -> list[int]:
        """Return the moves from the root to a node."""
        origins = self.origins[: number + 1].get()
        moves = []
        while number:
            number, move = divmod(int(origins[number]), 4)
            moves.append(move)
        return moves[::-1]


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
