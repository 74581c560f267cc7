# SPDX-License-Identifier: MIT
"""What `taquin._core` offers, asked of the core in WebAssembly; only what serves a graphics card is left out.

A page has one thread for all of this, so that `threads` changes nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final
from weakref import WeakValueDictionary

from taquin.board import Tiles
from taquin.wasm_core.host import Answers, Ask, Held, Table, call, request
from taquin.wasm_core.wire import NONE, Reader, Writer

Buffer = bytes | bytearray | memoryview
StatsTuple = tuple[int, int, int, int, int, float, int]
Poll = Callable[[], object]

_limits = call(request("limits"))
MAX_CELLS: Final = _limits.number()
MAX_PARTS: Final = _limits.number()
MAX_PATTERN_CELLS: Final = _limits.number()
MAX_PATTERN_TILES: Final = _limits.number()
MAX_EXPLORED_CELLS: Final = _limits.number()

NO_DEPTH: Final = (1 << 63) - 1
NAMED, DATABASES, OF_HOST = range(3)
"""Kinds of a heuristic's parts."""


def _read_stats(reader: Reader) -> StatsTuple:
    generated, expanded, max_frontier, max_depth, iterations = (reader.number() for _ in range(5))
    return generated, expanded, max_frontier, max_depth, iterations, reader.real(), reader.number()


def _write_limits(writer: Writer, seconds: float | None, nodes: int | None) -> None:
    writer.real(math.inf if seconds is None else seconds)
    writer.number(NONE if nodes is None else nodes)


def _write_part(writer: Writer, part: object) -> None:
    if isinstance(part, str):
        writer.number(NAMED)
        writer.text(part)
    elif isinstance(part, PatternDatabases):
        writer.number(DATABASES)
        writer.number(part.held.number)
    else:
        writer.number(OF_HOST)


def search(
    *,
    algorithm: str,
    rows: int,
    cols: int,
    start: Sequence[int],
    goal: Sequence[int],
    parts: Sequence[Any],
    factors: Sequence[int],
    admissible: bool,
    scale: int,
    order: Sequence[int],
    weight_over: int,
    weight_under: int,
    beam_width: int,
    ties: Sequence[int] = (0, 3),
    seconds: float | None,
    nodes: int | None,
    memory: int | None,
    depth: int | None,
    trace_limit: int,
    poll: Callable[[StatsTuple, int, int], object],
    expansion: Callable[[int, int, int, int, int, Tiles], object],
) -> tuple[str, bytes | None, int, StatsTuple]:
    """Run one search; returns (ending, moves, lower bound, stats)."""
    asking = request("search")
    asking.text(algorithm)
    asking.number(rows)
    asking.number(cols)
    asking.numbers(start)
    asking.numbers(goal)
    asking.number(len(parts))
    for part, factor in zip(parts, factors, strict=True):
        asking.number(factor)
        _write_part(asking, part)
    asking.number(admissible)
    asking.number(scale)
    for move in order:
        asking.number(move)
    asking.number(weight_over)
    asking.number(weight_under)
    asking.number(beam_width)
    asking.numbers(ties)
    _write_limits(asking, seconds, nodes)
    asking.number(NONE if memory is None else memory)
    asking.number(NO_DEPTH if depth is None else depth)
    asking.number(trace_limit)

    def tell_expansions(news: Reader) -> None:
        while not news.at_end():
            expansion(news.number(), news.number(), news.number(), news.number(), news.number(), tuple(news.blob()))

    answers: Answers = {
        Ask.POLL: lambda question: bool(poll(_read_stats(question), question.number(), question.number())),
        Ask.NEWS: tell_expansions,
        Ask.ESTIMATE: lambda question: parts[question.number()](tuple(question.blob())),
    }
    reply = call(asking, answers)
    return reply.text(), reply.moves(), reply.number(), _read_stats(reply)


def partition_by_sizes(rows: int, cols: int, blank: int, sizes: Sequence[int]) -> list[list[int]]:
    """Return groups of goal cells with these sizes."""
    asking = _about_blank("partition_by_sizes", rows, cols, blank)
    asking.numbers(sizes)
    return _read_groups(call(asking))


def best_partition(rows: int, cols: int, blank: int, max_bytes: int, largest_group: int = MAX_PATTERN_TILES) -> list[list[int]]:
    """Return the groups of goal cells with the largest tables that fit."""
    asking = _about_blank("best_partition", rows, cols, blank)
    asking.number(max_bytes)
    asking.number(largest_group)
    return _read_groups(call(asking))


def unlike_partition(rows: int, cols: int, blank: int, sizes: Sequence[int], groups: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return groups of goal cells with these sizes that bring other tiles together than those do."""
    asking = _about_blank("unlike_partition", rows, cols, blank)
    asking.numbers(sizes)
    asking.groups(groups)
    return _read_groups(call(asking))


def plan_patterns(
    rows: int, cols: int, blank: int, groups: Sequence[Sequence[int]], others: Sequence[Sequence[int]] = ()
) -> tuple[list[tuple[int, list[int], int, str]], list[list[tuple[int, list[int]]]]]:
    """Return the tables that groups of goal cells need, and how boards are looked up in them."""
    asking = _about_blank("plan_patterns", rows, cols, blank)
    asking.groups(groups)
    asking.groups(others)
    reply = call(asking)
    tables = reply.many(lambda: (reply.number(), reply.numbers(), reply.number(), reply.text()))
    return tables, reply.many(lambda: reply.many(lambda: (reply.number(), reply.numbers())))


def pattern_build_bytes(rows: int, cols: int, blank: int, tiles: Sequence[int]) -> int:
    """Estimate the memory that building a table takes."""
    asking = _about_blank("pattern_build_bytes", rows, cols, blank)
    asking.numbers(tiles)
    return call(asking).number()


def build_pattern(
    rows: int,
    cols: int,
    blank: int,
    tiles: Sequence[int],
    threads: int,  # noqa: ARG001
    progress: Callable[[int, float], object],
) -> bytearray | None:
    """Build a table; None when progress(depth, share), asked every 20 ms, returned false."""
    asking = _about_blank("build_pattern", rows, cols, blank)
    asking.numbers(tiles)
    answers: Answers = {Ask.POLL: lambda question: not progress(question.number(), question.real())}
    return Table(call(asking, answers)).copy()


def build_automaton(rows: int, cols: int, length: int, poll: Poll | None = None) -> bytes | None:
    """Build the automaton that prunes duplicate move words; None when poll(), asked every 20 ms, returned true."""
    asking = _about_shape("build_automaton", rows, cols)
    asking.number(length)
    built = Table(call(asking, {Ask.POLL: lambda _: poll is not None and bool(poll())})).copy()
    return None if built is None else bytes(built)


def solve_anytime(
    rows: int,
    cols: int,
    start: Sequence[int],
    goal: Sequence[int],
    seconds: float | None,
    work: int | None,
    threads: int,  # noqa: ARG001
    seed: int,
    enough: int,
    improved: Callable[[int, float], object],
    poll: Poll,
) -> tuple[bytes | None, int, int, bool]:
    """Solve a board of any size; returns (moves, lower bound, boards generated, cancelled), moves None if cancelled at once."""
    asking = _about_shape("solve_anytime", rows, cols)
    asking.numbers(start)
    asking.numbers(goal)
    _write_limits(asking, seconds, work)
    asking.number(seed)
    asking.number(enough)

    def tell_improved(news: Reader) -> None:
        improved(news.number(), news.real())

    reply = call(asking, {Ask.POLL: lambda _: bool(poll()), Ask.NEWS: tell_improved})
    return reply.moves(), reply.number(), reply.number(), bool(reply.number())


def explore(
    *,
    rows: int,
    cols: int,
    goal: Sequence[int],
    threads: int,  # noqa: ARG001
    most_deepest: int,
    layer: Callable[[int, int], object],
) -> tuple[list[int], list[list[int]]]:
    """Enumerate every board that can reach the goal; returns (boards per depth, some of the deepest)."""
    asking = _about_shape("explore", rows, cols)
    asking.numbers(goal)
    asking.number(most_deepest)

    def tell_layer(news: Reader) -> None:
        layer(news.number(), news.number())

    reply = call(asking, {Ask.NEWS: tell_layer})
    return reply.numbers(), _read_groups(reply)


class PatternDatabases:
    """Pattern databases for one goal."""

    def __init__(
        self,
        rows: int,
        cols: int,
        goal: Sequence[int],
        groups: Sequence[Sequence[int]],
        tables: Sequence[Buffer],
        others: Sequence[Sequence[int]] = (),
    ) -> None:
        self._tables = [_table_of(table) for table in tables]
        asking = _about_shape("make_databases", rows, cols)
        asking.numbers(goal)
        asking.groups(groups)
        asking.groups(others)
        asking.numbers([table.number for table in self._tables])
        self.held = Held(call(asking).number(), "free_databases")

    def estimate(self, tiles: Sequence[int]) -> int:
        """Estimate a board."""
        asking = _about_held("estimate_by_databases", self.held)
        asking.numbers(tiles)
        return call(asking).number()


class OptimalSolver:
    """A solver for one goal."""

    def __init__(self, databases: PatternDatabases, automaton: Buffer | None) -> None:
        table = None if automaton is None else Table.holding(automaton)
        asking = _about_held("make_solver", databases.held)
        asking.number(0 if table is None else table.number)
        self._held = Held(call(asking).number(), "free_solver")

    def estimate(self, start: Sequence[int]) -> int:
        """Estimate a board."""
        asking = _about_held("estimate_by_solver", self._held)
        asking.numbers(start)
        return call(asking).number()

    def solve(
        self,
        start: Sequence[int],
        threads: int,
        from_bound: int,
        known_length: int,
        seconds: float | None,
        nodes: int | None,
        poll: Callable[[int, int], object],
        nodes_before: int = 0,
        long_iteration: int | None = None,
    ) -> tuple[bytes | None, int, int, list[tuple[int, int]], str]:
        """Iterate to the solution, a limit or a known length; returns (moves, lower bound, nodes, iterations, stop reason)."""
        asking = _about_held("solve", self._held)
        asking.numbers(start)
        asking.number(from_bound)
        asking.number(known_length)
        _write_limits(asking, seconds, nodes)
        asking.number(nodes_before)
        asking.number(NONE if long_iteration is None else long_iteration)
        reply = call(asking, {Ask.POLL: _asking(poll)})
        moves, bound, generated = reply.moves(), reply.number(), reply.number()
        return moves, bound, generated, reply.many(lambda: (reply.number(), reply.number())), reply.text()

    def split(
        self, start: Sequence[int], bound: int, wanted: int, seconds: float | None, poll: Callable[[int, int], object]
    ) -> tuple[list[bytes], int, bytes | None, str]:
        """Cut an iteration into subtree roots; returns (paths, nodes above them, moves if solved already, stop reason)."""
        asking = _about_held("split", self._held)
        asking.numbers(start)
        asking.number(bound)
        asking.number(wanted)
        asking.real(math.inf if seconds is None else seconds)
        reply = call(asking, {Ask.POLL: _asking(poll)})
        return reply.many(reply.blob), reply.number(), reply.moves(), reply.text()

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
    ) -> tuple[int, bool, bytes | None, str]:
        """Search some subtrees of an iteration and tell of each; returns (nodes, exhausted, moves, stop reason)."""
        asking = _about_held("search_roots", self._held)
        asking.numbers(start)
        asking.number(len(paths))
        for path in paths:
            asking.blob(path)
        asking.number(bound)
        _write_limits(asking, seconds, nodes)

        def tell_finished(news: Reader) -> None:
            while not news.at_end():
                finished(news.number(), news.number())

        reply = call(asking, {Ask.POLL: _asking(poll), Ask.NEWS: tell_finished})
        return reply.number(), bool(reply.number()), reply.moves(), reply.text()


_tables: WeakValueDictionary[int, Table] = WeakValueDictionary()
"""Tables that are in the core already, by what they were copied from: several goals and solvers share them."""


def _table_of(data: Buffer) -> Table:
    known = _tables.get(id(data))  # which is the data's as long as the table lives, since that holds on to it
    if known is None:
        known = _tables[id(data)] = Table.holding(data)
    return known


def _asking(poll: Callable[[int, int], object]) -> Callable[[Reader], object]:
    return lambda question: bool(poll(question.number(), question.number()))


def _about_shape(name: str, rows: int, cols: int) -> Writer:
    asking = request(name)
    asking.number(rows)
    asking.number(cols)
    return asking


def _about_blank(name: str, rows: int, cols: int, blank: int) -> Writer:
    asking = _about_shape(name, rows, cols)
    asking.number(blank)
    return asking


def _about_held(name: str, held: Held) -> Writer:
    asking = request(name)
    asking.number(held.number)
    return asking


def _read_groups(reply: Reader) -> list[list[int]]:
    return reply.many(reply.numbers)
