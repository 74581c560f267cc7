# SPDX-License-Identifier: MIT
"""The native core, see `core/bindings.cpp` and `core/bindings_optimal.cpp`."""

from collections.abc import Callable, Sequence

from taquin.board import Tiles

MAX_CELLS: int
MAX_PARTS: int
MAX_PATTERN_CELLS: int
MAX_PATTERN_TILES: int

StatsTuple = tuple[int, int, int, int, int, float, int]
Buffer = bytes | bytearray | memoryview

def search(
    *,
    algorithm: str,
    rows: int,
    cols: int,
    start: Sequence[int],
    goal: Sequence[int],
    parts: list[object],
    factors: Sequence[int],
    admissible: bool,
    scale: int,
    order: Sequence[int],
    weight_over: int,
    weight_under: int,
    beam_width: int,
    ties: Sequence[int] = ...,
    seconds: float | None,
    nodes: int | None,
    memory: int | None,
    depth: int | None,
    trace_limit: int,
    poll: Callable[[StatsTuple, int, int], bool],
    expansion: Callable[[int, int, int, int, int, Tiles], None],
) -> tuple[str, bytes | None, int, StatsTuple]: ...
def partition_by_sizes(rows: int, cols: int, blank: int, sizes: Sequence[int]) -> list[list[int]]: ...
def best_partition(rows: int, cols: int, blank: int, max_bytes: int) -> list[list[int]]: ...
def plan_patterns(
    rows: int, cols: int, blank: int, groups: Sequence[Sequence[int]]
) -> tuple[list[tuple[int, list[int], int, str]], list[list[tuple[int, list[int]]]]]: ...
def pattern_build_bytes(rows: int, cols: int, blank: int, tiles: Sequence[int]) -> int: ...
def build_pattern(
    rows: int, cols: int, blank: int, tiles: Sequence[int], threads: int, progress: Callable[[int, float], bool]
) -> bytearray | None: ...
def build_automaton(rows: int, cols: int, length: int) -> bytes: ...
def solve_anytime(
    rows: int,
    cols: int,
    start: Sequence[int],
    goal: Sequence[int],
    seconds: float | None,
    work: int | None,
    threads: int,
    seed: int,
    enough: int,
    improved: Callable[[int, float], None],
    poll: Callable[[], bool],
) -> tuple[bytes, int, int, bool]: ...

class PartitionFitter:
    def __init__(self, rows: int, cols: int, blank: int) -> None: ...
    def fit(
        self,
        boards: Sequence[Sequence[int]],
        weights: Sequence[int],
        groups: Sequence[Sequence[int]],
        stopped: Callable[[], bool],
    ) -> list[list[int]]: ...
    def estimate(
        self, boards: Sequence[Sequence[int]], groups: Sequence[Sequence[int]], stopped: Callable[[], bool]
    ) -> list[int]: ...

class PatternDatabases:
    def __init__(
        self, rows: int, cols: int, goal: Sequence[int], groups: Sequence[Sequence[int]], tables: Sequence[Buffer]
    ) -> None: ...
    def estimate(self, tiles: Sequence[int]) -> int: ...

class OptimalSolver:
    def __init__(self, databases: PatternDatabases, automaton: Buffer | None) -> None: ...
    def estimate(self, start: Sequence[int]) -> int: ...
    def solve(
        self,
        start: Sequence[int],
        threads: int,
        from_bound: int,
        known_length: int,
        seconds: float | None,
        nodes: int | None,
        poll: Callable[[int, int], bool],
    ) -> tuple[bytes | None, int, int, list[tuple[int, int]], str]: ...
    def split(self, start: Sequence[int], bound: int, wanted: int) -> tuple[list[bytes], int, bytes | None]: ...
    def search_roots(
        self,
        start: Sequence[int],
        paths: Sequence[bytes],
        bound: int,
        threads: int,
        seconds: float | None,
        nodes: int | None,
        poll: Callable[[int, int], bool],
        finished: Callable[[int, int], None],
    ) -> tuple[int, bool, bytes | None, str]: ...

MAX_EXPLORED_CELLS: int

def explore(
    *, rows: int, cols: int, goal: Sequence[int], threads: int, most_deepest: int, layer: Callable[[int, int], None]
) -> tuple[list[int], list[list[int]]]: ...
