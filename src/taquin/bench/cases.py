# SPDX-License-Identifier: MIT
"""What the benchmark runs: methods on fixed boards, with the figures they should reach."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from taquin.board import Board
from taquin.instances import Instance, load_instances
from taquin.scramble import uniform_board

EIGHTS: Final = 1000
"""Random 8-puzzles in a batch."""
EIGHTS_SEED: Final = 8
FARTHEST: Final = Board.from_tiles(3, 3, (8, 0, 6, 5, 4, 7, 2, 3, 1))
"""One of the two boards that are 31 moves from `first`: searching from it by layers visits the whole space."""


@dataclass(frozen=True)
class Target:
    """A figure to reach."""

    figure: str
    """The name of a figure in a row of the report."""
    limit: float
    at_least: bool = False

    def met(self, value: float) -> bool:
        """Tell whether a value reaches it."""
        return value >= self.limit if self.at_least else value <= self.limit


@dataclass(frozen=True)
class Case:
    """One method on some boards."""

    name: str
    method: str
    instances: Callable[[], tuple[Instance, ...]]
    about: str
    targets: tuple[Target, ...] = ()
    quick: bool = True
    """Whether it is run without --full."""
    stores: bool = False
    """Whether bytes a stored node mean anything: the search keeps its nodes, and the boards are large enough."""
    naive: bool = False
    """Whether the naive baseline runs it too."""
    batch: bool = False
    """Whether the time of a board is so short that the way through `solve()` matters."""


def random_eights() -> tuple[Instance, ...]:
    """Draw the 8-puzzles of the batch; the same every time."""
    rng, goal = random.Random(EIGHTS_SEED), Board.goal(3, 3)
    return tuple(Instance(number, uniform_board(goal, rng), goal, None) for number in range(1, EIGHTS + 1))


def farthest_eight() -> tuple[Instance, ...]:
    """Return the 3x3 board that is farthest from `first`."""
    return (Instance(1, FARTHEST, Board.goal(3, 3, "first"), 31),)


def korf(ids: str) -> Callable[[], tuple[Instance, ...]]:
    """Return what selects some of Korf's 15-puzzles."""
    return lambda: load_instances(f"korf15:{ids}")


STORING: Final = (Target("rate", 5e6, at_least=True), Target("node_bytes", 40))
"""What a search that keeps its nodes should reach."""

CASES: Final = (
    Case(
        "ida-manhattan-15", "idastar@manhattan", korf("12,19,28,30,31,42,45,47,48,55,61,73,74,79,85,86,93,94,97"),
        "IDA* Manhattan, 19 of Korf's 15-puzzles", (Target("naive_ratio", 2.5, at_least=True),), naive=True,
    ),
    Case(
        "ida-manhattan-15-all", "idastar@manhattan", korf("1-100"),
        "IDA* Manhattan, all of Korf's 15-puzzles", quick=False,
    ),
    Case("ida-conflict-15", "idastar@linear-conflict", korf("28,45,61,73"), "IDA* linear conflict, four 15-puzzles"),
    Case("ida-walking-15", "idastar@walking-distance", korf("28,45,61,73"), "IDA* walking distance, four 15-puzzles"),
    Case(
        "astar-manhattan-8", "astar@manhattan", random_eights,
        "A* Manhattan, 1000 random 8-puzzles", (Target("board_us", 90), Target("core_us", 90)), batch=True,
    ),
    Case(
        "astar-manhattan-15", "astar@manhattan", korf("28,45,61,73"),
        "A* Manhattan, four 15-puzzles", (Target("rate", 5e6, at_least=True), Target("node_bytes", 32)), stores=True,
    ),
    Case(
        "astar-manhattan-15-large", "astar@manhattan", korf("2,7"),
        "A* Manhattan, two 15-puzzles of half a gigabyte together",
        (Target("rate", 5e6, at_least=True), Target("node_bytes", 32)), quick=False, stores=True,
    ),
    Case("astar-conflict-15", "astar@linear-conflict", korf("28,45,61,73"), "A* linear conflict, four 15-puzzles"),
    Case("astar-walking-15", "astar@walking-distance", korf("28,45,61,73"), "A* walking distance, four 15-puzzles"),
    Case(
        "bae-manhattan-15", "bae@manhattan", korf("2,28,45,61,73"),
        "BAE* Manhattan, five 15-puzzles", STORING,
        quick=False, stores=True,
    ),
    Case(
        "nbs-manhattan-15", "nbs@manhattan", korf("2,28,45,61,73"),
        "NBS Manhattan, five 15-puzzles", STORING,
        quick=False, stores=True,
    ),
    Case(
        "mm-manhattan-15", "mm@manhattan", korf("2,28,45,61,73"),
        "MM Manhattan, five 15-puzzles", STORING,
        quick=False, stores=True,
    ),
    Case(
        "epea-manhattan-15", "epea@manhattan", korf("2,28,45,61,73"),
        "EPEA* Manhattan, five 15-puzzles", STORING,
        quick=False, stores=True,
    ),
    Case(
        "sma-manhattan-15", "sma@manhattan", korf("12,42,79"),
        "SMA* Manhattan, three 15-puzzles in 100,000 nodes", quick=False, stores=True,
    ),
    Case(
        "ara-manhattan-15", "ara@manhattan", korf("2,28,45,61,73"),
        "ARA* Manhattan, five 15-puzzles", STORING,
        quick=False, stores=True,
    ),
    Case(
        "bfs-8", "bfs", farthest_eight, "BFS, the whole 3x3 space", (Target("seconds", 0.020),), stores=True,
    ),
    Case("ids-8", "ids", farthest_eight, "IDS, 806547231 to first", (Target("seconds", 1.0),)),
)  # fmt: skip
"""Every case, in the order of the report."""
