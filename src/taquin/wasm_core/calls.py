# SPDX-License-Identifier: MIT
"""What the calls of `core` have in common: how they begin, what goes with them, how answers are read."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from weakref import WeakValueDictionary

from taquin.wasm_core.host import Ask, Buffer, Held, Table, call, request
from taquin.wasm_core.iterations import Solved
from taquin.wasm_core.wire import NONE, Reader, Writer

StatsTuple = tuple[int, int, int, int, int, float, int]

_tables: WeakValueDictionary[int, Table] = WeakValueDictionary()
"""Tables that are in the core already, by what they were copied from: several goals and solvers share them."""


def read_stats(reader: Reader) -> StatsTuple:
    """Read the counters of a search."""
    generated, expanded, max_frontier, max_depth, iterations = (reader.number() for _ in range(5))
    return generated, expanded, max_frontier, max_depth, iterations, reader.real(), reader.number()


def write_limits(writer: Writer, seconds: float | None, nodes: int | None) -> None:
    """Write the seconds and nodes that there are, or that there are no such limits."""
    writer.real(math.inf if seconds is None else seconds)
    writer.number(NONE if nodes is None else nodes)


def table_of(data: Buffer) -> Table:
    """Return a table in the core that holds data, copied there once."""
    known = _tables.get(id(data))  # which is the data's as long as the table lives, since that holds on to it
    if known is None:
        known = _tables[id(data)] = Table.holding(data)
    return known


def proven(asking: Writer, poll: Callable[[int, int], object]) -> Solved:
    """Return what a call for a shortest path finds."""
    reply = call(asking, {Ask.POLL: polled_by(poll)})
    moves, bound, generated = reply.moves(), reply.number(), reply.number()
    return moves, bound, generated, reply.many(lambda: (reply.number(), reply.number())), reply.text()


def polled_by(poll: Callable[[int, int], object]) -> Callable[[Reader], object]:
    """Return the answer to a core that asks whether to stop."""
    return lambda question: bool(poll(question.number(), question.number()))


def about_shape(name: str, rows: int, cols: int) -> Writer:
    """Begin a call about a shape."""
    asking = request(name)
    asking.number(rows)
    asking.number(cols)
    return asking


def about_blank(name: str, rows: int, cols: int, blank: int) -> Writer:
    """Begin a call about a shape and its blank's goal cell."""
    asking = about_shape(name, rows, cols)
    asking.number(blank)
    return asking


def about_held(name: str, held: Held) -> Writer:
    """Begin a call about something that the core holds."""
    asking = request(name)
    asking.number(held.number)
    return asking


def estimate_by(name: str, held: Held, tiles: Sequence[int]) -> int:
    """Have something that the core holds estimate a board."""
    asking = about_held(name, held)
    asking.numbers(tiles)
    return call(asking).number()


def built_table(asking: Writer, progress: Callable[[int, float], object]) -> bytearray | None:
    """Have a table built; None when progress(depth, share), asked every 20 ms, returned false."""
    return Table(call(asking, {Ask.POLL: lambda question: not progress(question.number(), question.real())})).copy()


def proving(
    name: str, solver: Held, start: Sequence[int], from_bound: int, known_length: int, seconds: float | None, nodes: int | None
) -> Writer:
    """Begin a call for a shortest path of a board."""
    asking = about_held(name, solver)
    asking.numbers(start)
    asking.number(from_bound)
    asking.number(known_length)
    write_limits(asking, seconds, nodes)
    return asking


def making_solver(databases: int, automaton: int) -> Writer:
    """Write a call that makes a solver."""
    asking = request("make_solver")
    asking.number(databases)
    asking.number(automaton)
    return asking


def searching_roots(solver: int, start: Sequence[int]) -> Writer:
    """Begin a call; the paths, the bound and the limits follow."""
    asking = request("search_roots")
    asking.number(solver)
    asking.numbers(start)
    return asking


def one_root(path: bytes, bound: int) -> bytes:
    """Write the rest of a call for one subtree."""
    asking = Writer()
    asking.number(1)
    asking.blob(path)
    asking.number(bound)
    write_limits(asking, None, None)
    return asking.written()


def read_groups(reply: Reader) -> list[list[int]]:
    """Read groups of tiles."""
    return reply.many(reply.numbers)
