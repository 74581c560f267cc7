# SPDX-License-Identifier: MIT
"""How the game engine report may have counted: small searches that come to its figures, and the least that A* must expand.

    python experiments/game-engine/published_counts.py        # about a minute

Every search makes the children of a board in the order Right, Down, Left, Up; a stack then takes them as Up, Left, Down,
Right. The goal counts as expanded.
"""

from __future__ import annotations

import heapq
import math
from collections import deque
from collections.abc import Callable
from functools import cache

from taquin.instances import load_set

Tiles = tuple[int, ...]
Estimate = Callable[[Tiles], float]

GOAL: Tiles = tuple(range(9))


def children(tiles: Tiles) -> list[Tiles]:
    """Return the boards one move away."""
    blank = tiles.index(0)
    made = []
    for step in (1, 3, -1, -3):
        cell = blank + step
        if 0 <= cell < 9 and (abs(step) == 3 or cell // 3 == blank // 3):
            swapped = list(tiles)
            swapped[blank], swapped[cell] = swapped[cell], 0
            made.append(tuple(swapped))
    return made


def _over_tiles(measure: Callable[[int, int], float]) -> Estimate:
    table = [[measure(abs(cell // 3 - tile // 3), abs(cell % 3 - tile % 3)) for tile in range(9)] for cell in range(9)]
    return lambda tiles: sum(table[cell][tile] for cell, tile in enumerate(tiles) if tile)


ESTIMATES: dict[str, Estimate] = {
    "manhattan": _over_tiles(lambda rows, cols: rows + cols),
    "euclidean": _over_tiles(math.hypot),
    "misplaced": _over_tiles(lambda rows, cols: min(rows + cols, 1)),
}


def count_bfs(start: Tiles) -> int:
    """Count boards taken off the queue until the goal is *made*, and the goal."""
    queue, reached, taken = deque([start]), {start}, 0
    while True:
        taken += 1
        for child in children(queue.popleft()):
            if child == GOAL:
                return taken + 1
            if child not in reached:
                reached.add(child)
                queue.append(child)


def count_ids(start: Tiles) -> int:
    """Count boards taken off the stack in all iterations; one keeps each pair of board and depth once."""
    taken, limit = 0, 0
    while True:
        stack, reached = [(start, 0)], {(start, 0)}
        while stack:
            tiles, depth = stack.pop()
            taken += 1
            if tiles == GOAL:
                return taken
            for child in children(tiles) if depth < limit else ():
                if (child, depth + 1) not in reached:
                    reached.add((child, depth + 1))
                    stack.append((child, depth + 1))
        limit += 1


def count_astar(start: Tiles, estimate: Estimate, loses: bool = True) -> int:
    """Count boards taken off by a faulty A*, ties by the smaller board.

    Whenever a board is made again, its g becomes that of the newest path, shorter or not, also after it was expanded. A
    shorter way to an open board never reaches the heap: the new entry goes to a copy of it that is then forgotten. If the
    search `loses`, so do the children made after that one, which count as open and are never looked at again.
    """
    heap = [(estimate(start), start)]
    g, f, is_open = {start: 0}, {start: estimate(start)}, {start: True}
    taken = 0
    while True:
        _, tiles = heapq.heappop(heap)
        is_open[tiles] = False
        taken += 1
        if tiles == GOAL:
            return taken
        depth, forgotten = g[tiles] + 1, False
        for child in children(tiles):
            g[child] = depth
            value = depth + estimate(child)
            if child not in is_open:
                is_open[child], f[child] = True, value
                if not forgotten:
                    heapq.heappush(heap, (value, child))
            elif is_open[child] and value < f[child]:
                f[child], forgotten = value, loses


@cache
def depths_from(start: Tiles) -> dict[Tiles, int]:
    """Return how far every board is from the start."""
    depths, queue = {start: 0}, deque([start])
    while queue:
        tiles = queue.popleft()
        for child in children(tiles):
            if child not in depths:
                depths[child] = depths[tiles] + 1
                queue.append(child)
    return depths


def least_expanded(start: Tiles, estimate: Estimate) -> int:
    """Count the boards with g + h below the length of a shortest solution: with a consistent h, A* expands every one of them.

    A consistent h lets f never fall along a path, so on the way to such a board no f reaches that length, and A* ends only when
    nothing below it is open.
    """
    depths = depths_from(start)
    return sum(depth + estimate(tiles) < depths[GOAL] - 1e-9 for tiles, depth in depths.items())


def main() -> None:
    """Print every figure that the report has, and what comes out here."""
    for instance in load_set("game-engine"):
        start = instance.start.tiles
        for name, count in (("bfs", count_bfs), ("ids", count_ids)):
            published = instance.facts.get(f"published_{name}_expanded")
            if published is not None:
                print(f"game-engine:{instance.id} {name:15} published {published:9,} here {count(start):9,}")
        for name, estimate in ESTIMATES.items():
            published = instance.facts.get(f"published_astar_{name}_expanded")
            if published is not None:
                counts = f"here {count_astar(start, estimate):9,} without the loss {count_astar(start, estimate, False):9,}"
                least = least_expanded(start, estimate)
                print(f"game-engine:{instance.id} astar@{name:9} published {published:9,} {counts} least {least:9,}")


if __name__ == "__main__":
    main()
