# SPDX-License-Identifier: MIT
"""The core's readers, reached through Python: whatever bytes and numbers come, they are taken or refused, and memory is kept.

A fault of memory ends the process, and is only sure to be seen in a core with sanitizers: `scripts/sanitize python` runs the
corpus and the short runs of these targets on one.
"""

from __future__ import annotations

import atexit
import contextlib
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from tests.fuzz.registry import RejectedError, Target, json_of, words

from taquin.board import Board, moves_of_codes
from taquin.compiled_core import compiled_core, core_is_built
from taquin.tables.automata import load_automaton
from taquin.tables.partitions import load_plan, partition_named

GOAL: Final = Board.goal(3, 3)
START: Final = (8, 6, 7, 2, 5, 4, 3, 0, 1)
GROUPS: Final = ((0, 1, 2, 3), (4, 5, 6, 7))
NODES: Final = 5000
CORE_ERRORS: Final = (ValueError, TypeError, OverflowError)
"""How the core refuses what it cannot take; all others are defects."""
MOST_CELLS: Final = 64
"""Larger boards take the core long to prepare for, as they should."""


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    """Take a refusal of the core."""
    with contextlib.suppress(*CORE_ERRORS):
        yield


def core() -> Any:
    """Return the compiled core."""
    if not core_is_built():
        raise RejectedError
    return compiled_core()


@cache
def _automaton() -> bytes:
    return bytes(load_automaton(3, 3))


@cache
def _tables() -> tuple[bytes, ...]:
    plan = partition_named("pdb:4-4").plan(GOAL)
    return tuple(bytes(table) for table in load_plan(plan))


@cache
def _databases() -> Any:
    atexit.register(_databases.cache_clear)  # the core counts what is left when it ends
    groups = compiled_core().partition_by_sizes(3, 3, GOAL.blank, [4, 4])
    return compiled_core().PatternDatabases(3, 3, GOAL.tiles, groups, list(_tables()))


def _patched(good: bytes, data: bytes) -> bytes:
    """Replace bytes of a good buffer: four bytes say where, the next what; the first two say how long it is."""
    changed = bytearray(good)
    for at in range(2, len(data) - 4, 5):
        changed[int.from_bytes(data[at : at + 4], "little") % len(changed)] = data[at + 4]
    cut = int.from_bytes(data[:2], "little")
    return bytes(changed[: len(changed) - cut] if cut < 2000 else changed + bytes(cut - 2000))


def check_automaton(data: bytes) -> None:
    """The bytes of a move automaton, damaged: refused, or a search with it stays in bounds and finds real paths."""
    native = core()
    for buffer in (_patched(_automaton(), data), data):
        with refusing():
            solver = native.OptimalSolver(_databases(), buffer)
            moves, bound, *_ = solver.solve(START, 1, 0, 1000, 1.0, NODES, lambda _nodes, _bound: False)
            assert bound >= 0
            if moves is not None:
                _check_path(moves)
            paths, _, _, _ = solver.split(START, bound, 20, 1.0, None, lambda _nodes, _bound: False)
            solver.search_roots(START, paths, bound, 1, 1.0, NODES, lambda _nodes, _bound: False, lambda _root, _nodes: None)
    native.OptimalSolver(_databases(), _automaton())


def _check_path(moves: bytes) -> None:
    assert Board.from_tiles(3, 3, START).apply(*moves_of_codes(moves)) == GOAL


def check_patterns(data: bytes) -> None:
    """The bytes of pattern databases: short ones are refused; with other entries a search stays in bounds, its paths are real."""
    native = core()
    groups = native.partition_by_sizes(3, 3, GOAL.blank, [4, 4])
    tables = [_patched(table, data) for table in _tables()]
    with refusing():
        databases = native.PatternDatabases(3, 3, GOAL.tiles, groups, tables)
        assert databases.estimate(START) >= 0
        solver = native.OptimalSolver(databases, _automaton())
        moves, *_ = solver.solve(START, 1, 0, 1000, 1.0, NODES, lambda _nodes, _bound: False)
        if moves is not None:
            _check_path(moves)


def check_core_calls(data: bytes) -> None:
    """Arguments of the core, from JSON: shapes, boards, groups, bounds and paths that fit nothing."""
    row = json_of(data)
    if not isinstance(row, dict):
        raise RejectedError
    native = core()
    rows, cols, blank = (row.get(name, 3) for name in ("rows", "cols", "blank"))
    if all(isinstance(side, int) and 2 <= side <= 128 for side in (rows, cols)) and rows * cols > MOST_CELLS:
        raise RejectedError
    start, goal = row.get("start", list(START)), row.get("goal", list(GOAL.tiles))
    groups, sizes = row.get("groups", [list(group) for group in GROUPS]), row.get("sizes", [4, 4])
    with refusing():
        native.partition_by_sizes(rows, cols, blank, sizes)
    with refusing():
        native.plan_patterns(rows, cols, blank, groups)
    with refusing():
        costs = native.CostTable(rows, cols, row.get("costs", [0] * 81), row.get("pairs", [1, 0, 2, 1, 5]))
        boards = bytes(start) if isinstance(start, list) else b""
        native.estimate_boards(rows=rows, cols=cols, goal=goal, parts=[costs], factors=[1], boards=boards)
    with refusing():
        native.best_partition(rows, cols, blank, row.get("bytes", 1000))
    with refusing():
        databases = native.PatternDatabases(rows, cols, goal, groups, list(_tables()))
        databases.estimate(start)
    with refusing():
        fitter = native.PartitionFitter(3, 3, blank)
        fitter.estimate([start], groups, lambda: False)
        fitter.fit([start], row.get("weights", [1]), groups, lambda: False)
    with refusing():
        solver = native.OptimalSolver(_databases(), _automaton())
        solver.estimate(start)
        limits = row.get("seconds", 0.2), row.get("nodes", NODES)
        bounds = row.get("from_bound", 0), row.get("known_length", 100)
        stop = _stop_soon()
        solver.solve(start, 1, *bounds, *limits, stop)
        solver.split(start, row.get("bound", 20), min(row.get("wanted", 10), 1000), 0.2, None, stop)
        paths = [bytes(path) for path in row.get("paths", [[0, 1]])]
        solver.search_roots(start, paths, row.get("bound", 20), 1, *limits, stop, lambda _root, _nodes: None)
    with refusing():
        moves, *_ = native.solve_anytime(
            *(rows, cols, start, goal, 0.02, row.get("work", 1000), 1, row.get("seed", 0), row.get("enough", 0)),
            *(lambda _length, _seconds: None, _stop_soon()),
        )
        if moves is not None:
            assert Board.from_tiles(rows, cols, start).apply(*moves_of_codes(moves)).tiles == tuple(goal)
    with refusing():
        _search(native, rows, cols, start, goal, row)


def _search(native: Any, rows: Any, cols: Any, start: Any, goal: Any, row: dict[str, Any]) -> None:
    ending, moves, *_ = native.search(
        algorithm=row.get("algorithm", "astar"),
        rows=rows,
        cols=cols,
        start=start,
        goal=goal,
        parts=[part for part in row.get("parts", ["manhattan"]) if isinstance(part, str)],
        factors=row.get("factors", [1]),
        admissible=True,
        scale=row.get("scale", 1),
        order=row.get("order", [0, 1, 2, 3]),
        weight_over=row.get("weight_over", 1),
        weight_under=row.get("weight_under", 1),
        beam_width=row.get("beam_width", 10),
        ties=row.get("ties", [0, 3]),
        seconds=0.2,
        nodes=NODES,
        memory=64 << 20,
        depth=row.get("depth"),
        trace_limit=row.get("trace_limit", 0),
        poll=lambda *_: False,
        expansion=lambda *_: None,
    )
    if moves is not None and ending in ("optimal", "solved"):
        assert Board.from_tiles(rows, cols, start).apply(*moves_of_codes(moves)).tiles == tuple(goal)


def _stop_soon() -> Any:
    """Return what the core asks while it works: after the fifth question it is to stop."""
    asked = iter(range(10**9))
    return lambda *_: next(asked) > 4


CALL_WORDS: Final = (
    *words("rows cols blank start goal groups sizes bytes weights seconds nodes from_bound known_length bound wanted"),
    *words("paths work seed enough algorithm parts factors scale order weight_over weight_under beam_width ties depth"),
    *words(
        "trace_limit bfs ids idastar wastar beam rbfs linear-conflict inversion walking-distance gaschnig euclidean misplaced"
    ),
)
TARGETS: Final = (
    Target("core-automaton", check_automaton, "binary", examples=40),
    Target("core-patterns", check_patterns, "binary", examples=40),
    Target("core-calls", check_core_calls, "json", CALL_WORDS, examples=30, seconds=5.0),
)
