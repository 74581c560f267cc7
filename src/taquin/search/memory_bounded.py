# SPDX-License-Identifier: MIT
"""SMA*: A* within a number of nodes that it may keep.

It expands the best leaf like A*, the deepest among equals. When it keeps too many nodes it forgets the worst leaf, the shallowest
among equals, and writes the leaf's value down at its parent: the parent waits on the frontier with the least value it has written
down, and when its turn comes, the children of that value are made again. The value of a node is the largest of its f, of its
parent's value (a path through the parent costs no less) and of what was learned below it before it was forgotten. A path of as
many nodes as the memory holds cannot be continued: a node at its end is worth infinity, and is the next to be forgotten.

What it finds is a shortest path with an admissible heuristic, and it finds one if all nodes of a shortest path fit its memory.
With little memory it forgets the same nodes and makes them again many times. Like IDA*, it walks a tree: two ways to a board are
two nodes.
(Stuart Russell: Efficient memory-bounded search methods, ECAI 1992. All children are made at once here and each has its own
forgotten value, as in SMA*+ by Justin Lovinger and Xiaoqin Zhang, 2017.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import count

from taquin import reasons
from taquin.search.base import Node, SearchRun
from taquin.solution import Outcome

INFINITY = float("inf")


@dataclass(eq=False, slots=True)
class Kept:
    """A node in memory with the least cost of a path through what is not kept below it."""

    node: Node
    parent: Kept | None
    value: float
    made: int
    """Its place in the order in which nodes were made."""
    children: int = 0
    """How many are kept."""
    forgotten: dict[int, float] = field(default_factory=dict)
    """The values of children that are not kept, by the cell of their blank."""
    is_expanded: bool = False
    waits: bool = True
    """Whether it is on the frontier: a leaf, or a node with forgotten children."""
    is_kept: bool = True


class Queue:
    """Nodes of one kind in an order. Entries that no longer hold are dropped when they come to the top, or when they are many."""

    def __init__(self, key: Callable[[Kept], tuple[float, int, int]], belongs: Callable[[Kept], bool]) -> None:
        self.key = key
        self.belongs = belongs
        self.heap: list[tuple[tuple[float, int, int], int, Kept]] = []
        self.entries = count()

    def put(self, kept: Kept, size: int) -> None:
        """Let a node wait by its present value; `size` is the number of nodes in memory."""
        heappush(self.heap, (self.key(kept), next(self.entries), kept))
        if len(self.heap) > 4 * size + 100:
            self.heap = [entry for entry in self.heap if self._holds(entry)]
            heapify(self.heap)

    def first(self) -> Kept:
        """Return the first node that belongs here."""
        while not self._holds(self.heap[0]):
            heappop(self.heap)
        return self.heap[0][2]

    def _holds(self, entry: tuple[tuple[float, int, int], int, Kept]) -> bool:
        key, _, kept = entry
        return self.belongs(kept) and key == self.key(kept)


class Memory:
    """The nodes that are kept."""

    def __init__(self) -> None:
        self.size = 0
        self.live = 0
        """How many are on the frontier."""
        self.numbers = count()
        self.frontier = Queue(lambda kept: (kept.value, -kept.node.g, -kept.made), lambda kept: kept.is_kept and kept.waits)
        self.leaves = Queue(lambda kept: (-kept.value, kept.node.g, kept.made), lambda kept: kept.is_kept and not kept.children)

    def add(self, node: Node, parent: Kept | None, value: float) -> None:
        """Keep a new leaf."""
        self.size += 1
        self.live += 1
        if parent is not None:
            parent.children += 1
        self.wait(Kept(node, parent, value, next(self.numbers)))

    def wait(self, kept: Kept) -> None:
        """Put a node into the queues that it belongs to, by its value."""
        self.frontier.put(kept, self.size)
        if not kept.children:
            self.leaves.put(kept, self.size)

    def close(self, kept: Kept) -> None:
        """Let a node whose children were made wait by the value of those that are still forgotten, or no longer."""
        if kept.forgotten:
            kept.value = min(kept.forgotten.values())
            self.wait(kept)
        else:
            kept.waits = False
            self.live -= 1

    def forget_worst(self) -> None:
        """Forget the leaf of the largest value; its parent remembers the value."""
        worst = self.leaves.first()
        parent = worst.parent
        assert parent is not None, "the root is all there is"
        worst.is_kept = False
        self.size -= 1
        self.live -= 1
        parent.children -= 1
        parent.forgotten[worst.node.blank] = worst.value
        parent.value = min(parent.forgotten.values())
        self.live += not parent.waits
        parent.waits = True
        self.wait(parent)


def sma_search(run: SearchRun) -> Outcome:
    """Expand the best node on the frontier; forget the worst leaves when there are too many nodes."""
    most = run.options["memory_nodes"]
    memory = Memory()
    root = run.root()
    memory.add(root, None, root.h)
    while True:
        best = memory.frontier.first()
        node = best.node
        # A path through a node at the end of the memory has at least as many moves as there are nodes in it.
        run.prove(int(min(best.value, most * run.scale)))
        if best.value == INFINITY or (run.admissible and best.value > (most - 1) * run.scale):
            return run.gave_up(reasons.memory_nodes(most))
        run.stats.max_depth = max(run.stats.max_depth, node.g)
        if node.tiles == run.goal:
            return run.found(node, optimal=run.admissible)
        if node.g + 1 >= most or not run.may_expand(node):
            best.value = INFINITY
            memory.wait(best)
            continue
        node.h = int(best.value) - node.g * run.scale
        run.expand(node, memory.live, memory.size)
        _make_children(run, memory, best)
        while memory.size > most:
            memory.forget_worst()
        run.stats.max_frontier = max(run.stats.max_frontier, memory.live)


def _make_children(run: SearchRun, memory: Memory, kept: Kept) -> None:
    """Make all children the first time, later those that were forgotten with the least value."""
    value = kept.value
    for child in run.children(kept.node):
        if not kept.is_expanded:
            f = child.g * run.scale + run.estimate(child.tiles)
        elif kept.forgotten.get(child.blank) == value:
            del kept.forgotten[child.blank]
            f = 0
        else:
            continue
        run.stats.generated += 1
        memory.add(child, kept, max(value, f))
    kept.is_expanded = True
    memory.close(kept)
