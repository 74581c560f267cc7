# SPDX-License-Identifier: MIT
"""What `taquin._core` offers, asked of the core in WebAssembly; only what serves a graphics card is left out.

A page has one thread for all of this, so that `threads` changes nothing; but for `OptimalSolver.solve`, which has helpers where
the page may share memory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from taquin.board import Tiles
from taquin.wasm_core.calls import (
    StatsTuple,
    about_blank,
    about_held,
    about_shape,
    built_table,
    estimate_by,
    making_solver,
    one_root,
    polled_by,
    proven,
    proving,
    read_groups,
    read_stats,
    searching_roots,
    table_of,
    write_limits,
)
from taquin.wasm_core.host import Answers, Ask, Buffer, Crew, Held, Table, call, request
from taquin.wasm_core.iterations import Iterating, Solved, most_helpers
from taquin.wasm_core.wire import NONE, Reader, Writer

Poll = Callable[[], object]

_limits = call(request("limits"))
MAX_CELLS: Final = _limits.number()
MAX_PARTS: Final = _limits.number()
MAX_PATTERN_CELLS: Final = _limits.number()
MAX_PATTERN_TILES: Final = _limits.number()
MAX_EXPLORED_CELLS: Final = _limits.number()

BUILD: Final = "WebAssembly"
REVISION: Final = ""
NO_DEPTH: Final = (1 << 63) - 1
NAMED, DATABASES, OF_HOST, COSTS, DUAL = range(5)
"""Kinds of a heuristic's parts."""


def _write_part(writer: Writer, part: object) -> None:
    if isinstance(part, str):
        writer.number(NAMED)
        writer.text(part)
    elif isinstance(part, PatternDatabases):
        writer.number(DATABASES)
        writer.number(part.held.number)
    elif isinstance(part, CostTable):
        writer.number(COSTS)
        writer.numbers(part.per_tile)
        writer.numbers(part.pairs)
    elif isinstance(part, tuple):
        writer.number(DUAL)
        for databases in part:  # by the cell of the blank
            writer.number(databases.held.number)
    else:
        writer.number(OF_HOST)


def _write_parts(writer: Writer, parts: Sequence[object], factors: Sequence[int]) -> None:
    writer.number(len(parts))
    for part, factor in zip(parts, factors, strict=bool(parts)):
        writer.number(factor)
        _write_part(writer, part)


def search(
    *,
    algorithm: str,
    rows: int,
    cols: int,
    start: Sequence[int],
    goal: Sequence[int],
    parts: Sequence[Any],
    backward: Sequence[Any] = (),
    factors: Sequence[int],
    admissible: bool,
    scale: int,
    order: Sequence[int],
    weight_over: int,
    weight_under: int,
    beam_width: int,
    ties: Sequence[int] = (0, 3),
    settings: Mapping[str, int] | None = None,
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
    _write_parts(asking, parts, factors)
    _write_parts(asking, backward, factors)
    asking.number(admissible)
    asking.number(scale)
    for move in order:
        asking.number(move)
    asking.number(weight_over)
    asking.number(weight_under)
    asking.number(beam_width)
    asking.numbers(ties)
    asking.number(len(settings or {}))
    for name, value in (settings or {}).items():
        asking.text(name)
        asking.number(value)
    write_limits(asking, seconds, nodes)
    asking.number(NONE if memory is None else memory)
    asking.number(NO_DEPTH if depth is None else depth)
    asking.number(trace_limit)

    def tell_expansions(news: Reader) -> None:
        while not news.at_end():
            expansion(news.number(), news.number(), news.number(), news.number(), news.number(), tuple(news.blob()))

    answers: Answers = {
        Ask.POLL: lambda question: bool(poll(read_stats(question), question.number(), question.number())),
        Ask.NEWS: tell_expansions,
        Ask.ESTIMATE: lambda question: [*parts, *backward][question.number()](tuple(question.blob())),
    }
    reply = call(asking, answers)
    return reply.text(), reply.moves(), reply.number(), read_stats(reply)


def estimate_boards(
    *, rows: int, cols: int, goal: Sequence[int], parts: Sequence[Any], factors: Sequence[int], boards: Buffer
) -> bytes:
    """Estimate boards that stand end to end, a byte for each tile; returns eight bytes for each estimate."""
    asking = about_shape("estimate_boards", rows, cols)
    asking.numbers(goal)
    _write_parts(asking, parts, factors)
    asking.blob(bytes(boards))
    answers: Answers = {Ask.ESTIMATE: lambda question: parts[question.number()](tuple(question.blob()))}
    return call(asking, answers).blob()


def partition_by_sizes(rows: int, cols: int, blank: int, sizes: Sequence[int]) -> list[list[int]]:
    """Return groups of goal cells with these sizes."""
    asking = about_blank("partition_by_sizes", rows, cols, blank)
    asking.numbers(sizes)
    return read_groups(call(asking))


def best_partition(rows: int, cols: int, blank: int, max_bytes: int, largest_group: int = MAX_PATTERN_TILES) -> list[list[int]]:
    """Return the groups of goal cells with the largest tables that fit."""
    asking = about_blank("best_partition", rows, cols, blank)
    asking.number(max_bytes)
    asking.number(largest_group)
    return read_groups(call(asking))


def unlike_partition(rows: int, cols: int, blank: int, sizes: Sequence[int], groups: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return groups of goal cells with these sizes that bring other tiles together than those do."""
    asking = about_blank("unlike_partition", rows, cols, blank)
    asking.numbers(sizes)
    asking.groups(groups)
    return read_groups(call(asking))


def plan_patterns(
    rows: int, cols: int, blank: int, groups: Sequence[Sequence[int]], others: Sequence[Sequence[int]] = ()
) -> tuple[list[tuple[int, list[int], int, str]], list[list[tuple[int, list[int]]]]]:
    """Return the tables that groups of goal cells need, and how boards are looked up in them."""
    asking = about_blank("plan_patterns", rows, cols, blank)
    asking.groups(groups)
    asking.groups(others)
    reply = call(asking)
    tables = reply.many(lambda: (reply.number(), reply.numbers(), reply.number(), reply.text()))
    return tables, reply.many(lambda: reply.many(lambda: (reply.number(), reply.numbers())))


def pattern_build_bytes(rows: int, cols: int, blank: int, tiles: Sequence[int]) -> int:
    """Estimate the memory that building a table takes."""
    asking = about_blank("pattern_build_bytes", rows, cols, blank)
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
    asking = about_blank("build_pattern", rows, cols, blank)
    asking.numbers(tiles)
    return built_table(asking, progress)


def build_automaton(rows: int, cols: int, length: int, poll: Poll | None = None) -> bytes | None:
    """Build the automaton that prunes duplicate move words; None when poll(), asked every 20 ms, returned true."""
    asking = about_shape("build_automaton", rows, cols)
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
    learned: None = None,  # noqa: ARG001 - learned values are more than a page should have to load
    known: bytes = b"",
    memory: int | None = None,
) -> tuple[bytes | None, int, int, bool]:
    """Solve a board of any size; returns (moves, lower bound, boards generated, cancelled), moves None if cancelled at once."""
    asking = about_shape("solve_anytime", rows, cols)
    asking.numbers(start)
    asking.numbers(goal)
    write_limits(asking, seconds, work)
    asking.number(NONE if memory is None else memory)
    asking.number(seed)
    asking.number(enough)
    asking.blob(known)

    def tell_improved(news: Reader) -> None:
        improved(news.number(), news.real())

    reply = call(asking, {Ask.POLL: lambda _: bool(poll()), Ask.NEWS: tell_improved})
    return reply.moves(), reply.number(), reply.number(), bool(reply.number())


def shorten_slides(
    rows: int,
    cols: int,
    start: Sequence[int],
    moves: bytes,
    seconds: float | None,
    boards: int | None,
    seed: int,
    poll: Callable[[int], object],
) -> tuple[bytes, int]:
    """Search windows of a path anew for fewer slides, until poll(slides) is true or a limit is reached: (moves, boards)."""
    asking = about_shape("shorten_slides", rows, cols)
    asking.numbers(start)
    asking.numbers(moves)
    write_limits(asking, seconds, boards)
    asking.number(seed)
    reply = call(asking, {Ask.POLL: lambda question: bool(poll(question.number()))})
    return reply.moves() or b"", reply.number()


def explore(
    *,
    rows: int,
    cols: int,
    goal: Sequence[int],
    threads: int,  # noqa: ARG001
    most_deepest: int,
    layer: Callable[[int, int], object],
    slides: bool = False,
) -> tuple[list[int], list[list[int]]]:
    """Enumerate every board that can reach the goal; returns (boards per depth, some of the deepest)."""
    asking = about_shape("explore", rows, cols)
    asking.numbers(goal)
    asking.number(int(slides))
    asking.number(most_deepest)

    def tell_layer(news: Reader) -> None:
        layer(news.number(), news.number())

    reply = call(asking, {Ask.NEWS: tell_layer})
    return reply.numbers(), read_groups(reply)


class CostTable:
    """Costs of tiles and of pairs of tiles on cells, scaled; the core is told them with every question."""

    def __init__(self, rows: int, cols: int, per_tile: Sequence[int], pairs: Sequence[int]) -> None:
        self.per_tile = per_tile
        self.pairs = pairs


class HeuristicError(ValueError):
    """Never raised: a page loads no libraries."""


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
        self._tables = [table_of(table) for table in tables]
        self._of = (rows, cols, goal, groups, others)
        self.held = Held(call(self.making([table.number for table in self._tables])).number(), "free_databases")

    @property
    def tables(self) -> list[Buffer]:
        """What it looks things up in."""
        return [table.source for table in self._tables]

    def making(self, tables: Sequence[int]) -> Writer:
        """Return the call that makes it in a core where the tables have these numbers."""
        rows, cols, goal, groups, others = self._of
        asking = about_shape("make_databases", rows, cols)
        asking.numbers(goal)
        asking.groups(groups)
        asking.groups(others)
        asking.numbers(tables)
        return asking

    def estimate(self, tiles: Sequence[int]) -> int:
        """Estimate a board."""
        return estimate_by("estimate_by_databases", self.held, tiles)


class OptimalSolver:
    """A solver for one goal."""

    def __init__(self, databases: PatternDatabases, automaton: Buffer | None) -> None:
        self._databases = databases
        self._automaton = automaton
        table = None if automaton is None else Table.holding(automaton)
        asking = making_solver(databases.held.number, 0 if table is None else table.number)
        self._held = Held(call(asking).number(), "free_solver")

    def estimate(self, start: Sequence[int]) -> int:
        """Estimate a board."""
        return estimate_by("estimate_by_solver", self._held, start)

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
    ) -> Solved:
        """Iterate to the solution, a limit or a known length; returns (moves, lower bound, nodes, iterations, stop reason)."""
        helpers = min(threads - 1, most_helpers(sum(map(len, self._databases.tables))))
        if helpers < 1:
            return self.solve_alone(start, from_bound, known_length, seconds, nodes, poll, nodes_before, long_iteration)
        iterating = Iterating(self, start, helpers, seconds, nodes, poll)
        return iterating.solve(from_bound, known_length, nodes_before, long_iteration)

    def solve_alone(
        self,
        start: Sequence[int],
        from_bound: int,
        known_length: int,
        seconds: float | None,
        nodes: int | None,
        poll: Callable[[int, int], object],
        nodes_before: int = 0,
        long_iteration: int | None = None,
    ) -> Solved:
        """Solve without helpers."""
        asking = proving("solve", self._held, start, from_bound, known_length, seconds, nodes)
        asking.number(nodes_before)
        asking.number(NONE if long_iteration is None else long_iteration)
        return proven(asking, poll)

    def hire(self, start: Sequence[int], helpers: int) -> Crew:
        """Have helpers made that search subtrees of a board; in their cores all has the first numbers."""
        tables = self._databases.tables
        automaton = 0 if self._automaton is None else len(tables) + 1
        making = [self._databases.making(range(1, len(tables) + 1)), making_solver(1, automaton)]
        copied = tables if self._automaton is None else [*tables, self._automaton]
        return Crew(helpers, copied, making, searching_roots(1, start))

    def search_with(
        self, crew: Crew, start: Sequence[int], paths: Sequence[bytes], bound: int, look: Callable[[int], object]
    ) -> tuple[int, bytes | None]:
        """Search subtrees of an iteration together; `look` is told the nodes so far and returns true to stop.

        Return the nodes, and the moves if solved.
        """
        answers: Answers = {Ask.POLL: lambda question: bool(look(question.number()))}
        tails = [one_root(path, bound) for path in paths]
        reply, nodes = crew.search(searching_roots(self._held.number, start), tails, answers)
        if reply is None:
            return sum(nodes), None
        reply.number()
        reply.number()
        return sum(nodes), reply.moves()

    def split(
        self,
        start: Sequence[int],
        bound: int,
        wanted: int,
        seconds: float | None,
        nodes: int | None,
        poll: Callable[[int, int], object],
    ) -> tuple[list[bytes], int, bytes | None, str]:
        """Cut an iteration into subtree roots; returns (paths, nodes above them, moves if solved already, stop reason)."""
        asking = about_held("split", self._held)
        asking.numbers(start)
        asking.number(bound)
        asking.number(wanted)
        write_limits(asking, seconds, nodes)
        reply = call(asking, {Ask.POLL: polled_by(poll)})
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
        asking = searching_roots(self._held.number, start)
        asking.number(len(paths))
        for path in paths:
            asking.blob(path)
        asking.number(bound)
        write_limits(asking, seconds, nodes)

        def tell_finished(news: Reader) -> None:
            while not news.at_end():
                finished(news.number(), news.number())

        reply = call(asking, {Ask.POLL: polled_by(poll), Ask.NEWS: tell_finished})
        return reply.number(), bool(reply.number()), reply.moves(), reply.text()


def plan_slides(rows: int, cols: int, blank: int, most_entries: int) -> list[tuple[int, int, int, list[int], int]]:
    """Return the tables that count slides for goals with their blank there."""
    asking = about_blank("plan_slides", rows, cols, blank)
    asking.number(most_entries)
    reply = call(asking)
    return reply.many(lambda: (reply.number(), reply.number(), reply.number(), reply.numbers(), reply.number()))


def build_slides(
    rows: int,
    cols: int,
    blank: int,
    colours: Sequence[int],
    threads: int,  # noqa: ARG001
    progress: Callable[[int, float], object],
) -> bytearray | None:
    """Build a table; None when progress(depth, share), asked every 20 ms, returned false."""
    asking = about_blank("build_slides", rows, cols, blank)
    asking.numbers(colours)
    return built_table(asking, progress)


class SlideSolver:
    """A solver for the fewest slides to one goal."""

    def __init__(self, rows: int, cols: int, goal: Sequence[int], most_entries: int, tables: Sequence[Buffer]) -> None:
        self._tables = [table_of(table) for table in tables]
        asking = about_shape("make_slide_solver", rows, cols)
        asking.numbers(goal)
        asking.number(most_entries)
        asking.numbers([table.number for table in self._tables])
        self._held = Held(call(asking).number(), "free_slide_solver")

    def estimate(self, start: Sequence[int]) -> int:
        """Estimate a board."""
        return estimate_by("estimate_slides", self._held, start)

    def solve(
        self,
        start: Sequence[int],
        threads: int,
        from_bound: int,
        known_length: int,
        seconds: float | None,
        nodes: int | None,
        poll: Callable[[int, int], object],
    ) -> Solved:
        """Iterate to the solution, a limit or a known length; returns (moves, lower bound, nodes, iterations, stop reason)."""
        return proven(proving("solve_slides", self._held, start, from_bound, known_length, seconds, nodes), poll)
