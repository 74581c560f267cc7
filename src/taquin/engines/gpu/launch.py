# SPDX-License-Identifier: MIT
"""Running the kernels of a search: its buffers on the card, and launches of at most a tenth of a second.

A launch takes nodes from a pool and hands back those it has not finished; the next launch deals them out anew. The buffers are so
large that it can always hand back everything: it begins with at most `begin_with` nodes in the pool, and the stacks hold no more
than `returned_at_most`. Nodes beyond what a launch may begin with wait in the host's memory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from taquin.board import DEFAULT_ORDER
from taquin.engines.gpu.device import CardMemoryError, choose_device, compiled, cupy
from taquin.engines.gpu.layout import MAX_ROOTS, Layout

Array = Any
"""A NumPy or CuPy array."""
LANES: Final = 32
"""Threads of a warp."""
THREADS: Final = 128
"""Threads of a block that searches, as `search.cu` says."""
BLOCKS: Final = 10
BLOCKS_FOR_LARGE_NODES: Final = 8
"""Blocks that run on a multiprocessor at a time: more would hide more of the memory's latency, but leave each thread too few
registers for its nodes."""
LARGE_NODE: Final = 16
"""Words from which a node is large."""
RESERVED_SHARED: Final = 1024
"""Bytes of shared memory that the system takes of every block."""
SPLIT_THREADS: Final = 512
"""Threads of the block that splits an iteration, as `search.cu` says."""
ROOTS_THREADS: Final = 128
LAUNCH_SECONDS: Final = 0.1
"""Time of a launch: so short that progress is seen and a desktop's watchdog never fires."""
NODES_IN_SPELL: Final = 16 * LANES
"""A warp works in spells: the most nodes that it generates in one, before it checks whether the launch must end."""
MOST_SPELLS: Final = 2**32 - 1
"""The number of spells that stands for no limit on a launch."""
UNLIMITED: Final = 1 << 62
"""The number of nodes that stands for no limit on a search."""
STACK_CAPACITIES: Final = (2048, 1536, 1152)
"""Nodes of a warp's stack, the largest for which there is memory; a full stack costs a launch and nothing else."""
FEWEST_TO_BEGIN_WITH: Final = MAX_ROOTS
"""Nodes that there is room for in every pool: a batch puts all its boards there."""
SPLIT_WANTED: Final = 4096
"""Subtrees that an iteration is split into, or a few more."""
SPLIT_NODES: Final = 4 * SPLIT_WANTED
SPLIT_ORIGINS: Final = 1 << 18
"""Nodes of one level of a split, and of all levels together."""
BeforeLaunch = Callable[[], tuple[float, int]]
"""Called before every launch: returns the seconds and nodes that it may take, or raises to end the search."""


def unlimited() -> tuple[float, int]:
    """Let every launch have its full time."""
    return LAUNCH_SECONDS, UNLIMITED


@dataclass
class Work:
    """What a search has done so far; launchers that serve one search share it."""

    generated: int = 0
    """Nodes."""
    beams: int = 0
    """Beams that looked for the goal."""
    beam_bytes: int = 0
    """Memory of the widest of them with the present buffers."""


def blocks_per_multiprocessor(layout: Layout, path_words: int) -> int:
    """Return how many blocks of a search run on a multiprocessor of the card at a time."""
    card = choose_device()
    words = layout.node_words(path_words)
    shared = 4 * len(layout.lookups) + 4 * words * THREADS + RESERVED_SHARED
    wanted = BLOCKS if words < LARGE_NODE else BLOCKS_FOR_LARGE_NODES
    return max(1, min(wanted, card.threads // THREADS, card.shared_memory // shared))


class Launcher:
    """The buffers and kernels of one layout; `path_words` above 0 makes it one for batches."""

    def __init__(self, layout: Layout, path_words: int = 0, memory: int | None = None) -> None:
        """Take as much memory as pays, at most so many bytes."""
        self._memory = memory
        self.node_words = layout.node_words(path_words)
        blocks = blocks_per_multiprocessor(layout, path_words)
        self.warps = choose_device().multiprocessors * blocks * THREADS // LANES
        self.stack_capacity = self._affordable_stack()
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
        return max(FEWEST_TO_BEGIN_WITH, self.returned_at_most // 4)

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
        raise CardMemoryError

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

    def search(self, count: int, before_launch: BeforeLaunch, batch: BatchBuffers | None = None) -> int | None:
        """Search the first `count` nodes of the pool to the end; return the root below which the goal is, None without one."""
        self._waiting.clear()
        while count or self._waiting:
            count = self._balance(count)
            control = self._launch(count, *before_launch(), batch)
            dealt, found, _, returned = map(int, control[:4])
            self.work.generated += int(control[6:].view(np.uint64)[0])
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
                np.uint32(min(MOST_SPELLS, 1 + nodes // (self.warps * NODES_IN_SPELL))),
                np.uint64(max(0.001, min(seconds, LAUNCH_SECONDS)) * 1e9),
                self._control,
                batch.solved if batch else no_batch,
                batch.paths if batch else no_batch,
                np.uint32(batch.round if batch else 0),
            ),
        )
        return self._control.get()

    def prepare_round(self, batch: BatchBuffers) -> int:
        """Put the unsolved boards of a batch into the pool, under their bounds of its round; return how many there are.

        Boards whose bounds are longer than the paths that nodes carry stay out.
        """
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
    """By board: the words of its path."""
    round: int = 1


@dataclass(frozen=True)
class Split:
    """An iteration cut into subtrees."""

    nodes: Array
    """The subtrees' roots, on the card."""
    first: int
    """Number of the first of them among all nodes that the split has made."""
    goal: int
    """Number of the goal, 0 if it did not turn up."""
    origins: Array
    """By number of a node: four times its parent's number, plus the move."""

    def path_to(self, number: int) -> list[int]:
        """Return the moves from the root to a node."""
        origins = self.origins[: number + 1].get()
        moves = []
        while number:
            number, move = divmod(int(origins[number]), len(DEFAULT_ORDER))
            moves.append(move)
        return moves[::-1]
