# SPDX-License-Identifier: MIT
"""The native core, see `core/python/`.

Functions that are asked while the core works (`poll`, `progress`, `stopped`) are called on the thread that called the core, every
20 ms or so; their answers count as `if` would have them, and what they raise comes out when the work has been stopped.
"""

from collections.abc import Callable, Mapping, Sequence

from taquin.board import Tiles

BUILD: str
"""Compiler, processor, kind of build."""
REVISION: str
"""The commit that it was built from, where git could tell."""
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
    parts: Sequence[object],
    backward: Sequence[object] = ...,
    factors: Sequence[int],
    admissible: bool,
    scale: int,
    order: Sequence[int],
    weight_over: int,
    weight_under: int,
    beam_width: int,
    ties: Sequence[int] = ...,
    settings: Mapping[str, int] = ...,
    seconds: float | None,
    nodes: int | None,
    memory: int | None,
    depth: int | None,
    trace_limit: int,
    poll: Callable[[StatsTuple, int, int], object],
    expansion: Callable[[int, int, int, int, int, Tiles], object],
) -> tuple[str, bytes | None, int, StatsTuple]: ...
def estimate_boards(
    *, rows: int, cols: int, goal: Sequence[int], parts: Sequence[object], factors: Sequence[int], boards: Buffer
) -> bytes: ...
def partition_by_sizes(rows: int, cols: int, blank: int, sizes: Sequence[int]) -> list[list[int]]: ...
def best_partition(rows: int, cols: int, blank: int, max_bytes: int, largest_group: int = ...) -> list[list[int]]: ...
def unlike_partition(
    rows: int, cols: int, blank: int, sizes: Sequence[int], groups: Sequence[Sequence[int]]
) -> list[list[int]]: ...
def plan_patterns(
    rows: int, cols: int, blank: int, groups: Sequence[Sequence[int]], others: Sequence[Sequence[int]] = ...
) -> tuple[list[tuple[int, list[int], int, str]], list[list[tuple[int, list[int]]]]]: ...
def pattern_build_bytes(rows: int, cols: int, blank: int, tiles: Sequence[int]) -> int: ...
def build_pattern(
    rows: int, cols: int, blank: int, tiles: Sequence[int], threads: int, progress: Callable[[int, float], object]
) -> bytearray | None: ...
def build_automaton(rows: int, cols: int, length: int, poll: Callable[[], object] | None = None) -> bytes | None: ...
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
    improved: Callable[[int, float], object],
    poll: Callable[[], object],
    learned: LearnedValues | None = None,
    known: bytes = ...,
    memory: int | None = None,
) -> tuple[bytes | None, int, int, bool]: ...
def shorten_slides(
    rows: int,
    cols: int,
    start: Sequence[int],
    moves: bytes,
    seconds: float | None,
    boards: int | None,
    seed: int,
    poll: Callable[[int], object],
) -> tuple[bytes, int]: ...

class CostTable:
    def __init__(self, rows: int, cols: int, per_tile: Sequence[int], pairs: Sequence[int]) -> None: ...

class HeuristicError(ValueError): ...

class HeuristicLibrary:
    def __init__(self, path: str) -> None: ...
    @property
    def claims(self) -> int: ...
    def estimate(self, rows: int, cols: int, goal: Sequence[int], board: Sequence[int]) -> int: ...

class LearnedValues:
    def __init__(self, side: int, bytes: bytes) -> None: ...
    @property
    def side(self) -> int: ...
    def value(self, tiles: Sequence[int]) -> int: ...

class PartitionFitter:
    def __init__(self, rows: int, cols: int, blank: int) -> None: ...
    def fit(
        self,
        boards: Sequence[Sequence[int]],
        weights: Sequence[int],
        groups: Sequence[Sequence[int]],
        stopped: Callable[[], object],
    ) -> list[list[int]]: ...
    def estimate(
        self, boards: Sequence[Sequence[int]], groups: Sequence[Sequence[int]], stopped: Callable[[], object]
    ) -> list[int]: ...

class PatternDatabases:
    def __init__(
        self,
        rows: int,
        cols: int,
        goal: Sequence[int],
        groups: Sequence[Sequence[int]],
        tables: Sequence[Buffer],
        others: Sequence[Sequence[int]] = ...,
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
        poll: Callable[[int, int], object],
        nodes_before: int = ...,
        long_iteration: int | None = ...,
    ) -> tuple[bytes | None, int, int, list[tuple[int, int]], str]: ...
    def split(
        self,
        start: Sequence[int],
        bound: int,
        wanted: int,
        seconds: float | None,
        nodes: int | None,
        poll: Callable[[int, int], object],
    ) -> tuple[list[bytes], int, bytes | None, str]: ...
    def search_roots(
        self,
        start: Sequence[int],
        paths: Sequence[bytes],
        bound: int,
        threads: int,
        seconds: float | None,
        nodes: int | None,
        poll: Callable[[int, int], object],
        finished: Callable[[int, int], object],
    ) -> tuple[int, bool, bytes | None, str]: ...

def plan_slides(rows: int, cols: int, blank: int, most_entries: int) -> list[tuple[int, int, int, list[int], int]]: ...
def build_slides(
    rows: int, cols: int, blank: int, colours: Sequence[int], threads: int, progress: Callable[[int, float], object]
) -> bytearray | None: ...

class SlideSolver:
    def __init__(self, rows: int, cols: int, goal: Sequence[int], most_entries: int, tables: Sequence[Buffer]) -> None: ...
    def estimate(self, start: Sequence[int]) -> int: ...
    def solve(
        self,
        start: Sequence[int],
        threads: int,
        from_bound: int,
        known_length: int,
        seconds: float | None,
        nodes: int | None,
        poll: Callable[[int, int], object],
    ) -> tuple[bytes | None, int, int, list[tuple[int, int]], str]: ...

MAX_EXPLORED_CELLS: int

def explore(
    *,
    rows: int,
    cols: int,
    goal: Sequence[int],
    threads: int,
    most_deepest: int,
    layer: Callable[[int, int], object],
    slides: bool = False,
) -> tuple[list[int], list[list[int]]]: ...
