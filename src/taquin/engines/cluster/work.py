# SPDX-License-Identifier: MIT
"""What a worker does for one hard board: search some of its subtrees. Plain functions of plain values.

Every call says which version of Taquin asked, and a worker of another version refuses. Tables come from the worker's own cache
by name; the checksum that the asking machine saw must be that of the worker's, else the worker's copy is built anew.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from taquin.board import Board
from taquin.solution import Observer

FLAG_INTERVAL: Final = 0.5
"""Seconds between two looks at the stop flag."""


class WrongVersionError(Exception):
    """A worker with another version of Taquin, which might count or prune differently."""


@dataclass(frozen=True)
class SubtreeJob:
    """Some roots of one iteration."""

    version: str
    goal: Board
    start: Board
    tables: str
    checksums: tuple[str, ...]
    automaton: bool
    bound: int
    roots: tuple[int, ...]
    """Numbers of the roots in the iteration's list."""
    paths: tuple[bytes, ...]
    flag: str
    """Name of the event that stops all jobs of this search."""


@dataclass(frozen=True)
class SubtreeResult:
    """What became of them; roots that were not searched to their end are missing."""

    nodes: int
    finished: tuple[tuple[int, int], ...]
    moves: bytes | None
    seconds: float


def search_subtrees(job: SubtreeJob) -> SubtreeResult:
    """Search the roots of a job until all are done, one holds the solution, or the flag is up."""
    check_version(job.version)
    from taquin.methods.solvers import solver_for

    begin = time.perf_counter()
    check_tables(job)
    solver = solver_for(job.tables, job.goal, job.automaton)
    finished: list[tuple[int, int]] = []
    flag = StopFlag(job.flag)
    nodes, _, moves, _ = solver.search_roots(
        job.start.tiles,
        job.paths,
        job.bound,
        1,
        None,
        None,
        lambda _nodes, _bound: flag.is_up(),
        lambda index, count: finished.append((job.roots[index], count)),
    )
    return SubtreeResult(nodes, tuple(finished), moves, time.perf_counter() - begin)


def check_version(asked: str) -> None:
    """Raise `WrongVersionError` unless this worker runs the version that asks."""
    from taquin import __version__

    if asked != __version__:
        raise WrongVersionError(f"this worker runs Taquin {__version__}, the search was started with {asked}")


def check_tables(job: SubtreeJob) -> None:
    """Build a table anew whose checksum is not the one that the asking machine saw."""
    from taquin.tables import source
    from taquin.tables.cache import cache_directory
    from taquin.tables.partitions import partition_named
    from taquin.tables.patterns import load_pattern
    from taquin.tables.store import checksum, path_of

    plan = partition_named(job.tables).plan(job.goal)
    for table, expected in zip(plan.tables, job.checksums, strict=True):
        if _checked.get(table.name) == expected:
            continue
        if checksum(load_pattern(table)) != expected:
            source.forget(table.name)
            path_of(cache_directory(), table.name).unlink(missing_ok=True)
            if checksum(load_pattern(table)) != expected:
                raise WrongVersionError(f"this worker builds another table {table.name} than the machine that asks")
        _checked[table.name] = expected


_checked: dict[str, str] = {}
"""Tables that this process has compared already."""


class StopFlag:
    """An event of the cluster, looked at now and then: asking costs a round trip."""

    def __init__(self, name: str) -> None:
        from distributed import Event

        self._event = Event(name)
        self._next_look = 0.0
        self._up = False

    def is_up(self) -> bool:
        """Tell whether the flag was up when last looked at."""
        now = time.monotonic()
        if not self._up and now >= self._next_look:
            self._up = self._event.is_set()
            self._next_look = time.monotonic() + FLAG_INTERVAL
        return self._up


class FlagObserver(Observer):
    """Cancels a search when the flag is up."""

    def __init__(self, flag: StopFlag) -> None:
        self.flag = flag

    def cancelled(self) -> bool:
        """Look at the flag."""
        return self.flag.is_up()
