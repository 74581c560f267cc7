# SPDX-License-Identifier: MIT
"""Calls of the core, and its questions on the way: the one place that knows JavaScript.

The page registers what `core.mjs` starts as the module `taquin_core`. A question that raises stops the work; when the call has
come back, what was raised goes on to the caller.
"""

from __future__ import annotations

import enum
import importlib
from array import array
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import Any, Final

from taquin.wasm_core.wire import Reader, Writer

_core: Any = importlib.import_module("taquin_core")
_to_js: Any = importlib.import_module("pyodide.ffi").to_js

FAILED: Final = -1.0
"""The answer to a question that raised."""


class Ask(enum.IntEnum):
    """What the core asks; the numbers are those of `core/wasm/host.hpp`."""

    POLL = 0
    NEWS = 1
    ESTIMATE = 2


class _Status(enum.IntEnum):
    """How a call ended; the numbers are those of `core/wasm/interface.cpp`."""

    DONE = 0
    BAD_VALUE = 1
    NO_MEMORY = 2
    HOST_FAILED = 3
    ERROR = 4


Buffer = bytes | bytearray | memoryview
Answers = Mapping[Ask, Callable[[Reader], object]]
"""What answers each question; None is 0."""
NO_ANSWERS: Final[Answers] = MappingProxyType({})


class _Asked:
    """Answers the questions of one call and keeps what is raised."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.failure: BaseException | None = None

    def __call__(self, what: int, question: Any) -> float:
        if self.failure is not None:
            return FAILED
        try:
            return float(self.answers[Ask(what)](Reader(question.to_bytes())) or 0)  # type: ignore[arg-type]
        except BaseException as error:
            self.failure = error
            return FAILED


def request(name: str) -> Writer:
    """Begin a call of a function; its arguments follow."""
    writer = Writer()
    writer.text(name)
    return writer


def call(request: Writer, answers: Answers = NO_ANSWERS) -> Reader:
    """Make a call and return its reply; raise what the core or an answer raised."""
    asked = _Asked(answers)
    status, reply = _core.call(_to_js(request.written()), asked)
    if asked.failure is not None:
        raise asked.failure
    return _read(status, reply.to_bytes())


def _read(status: int, reply: bytes) -> Reader:
    reader = Reader(reply)
    if status == _Status.DONE:
        return reader
    if status == _Status.NO_MEMORY:
        raise MemoryError
    raise (ValueError if status == _Status.BAD_VALUE else RuntimeError)(reader.text())


class Held:
    """Something that lives in the core as long as this does, known by its number."""

    def __init__(self, number: int, free: str) -> None:
        self.number = number
        self._free = free

    def __del__(self) -> None:
        freeing = request(self._free)
        freeing.number(self.number)
        call(freeing)


class Table(Held):
    """Bytes in the core's memory."""

    def __init__(self, reply: Reader) -> None:
        super().__init__(reply.number(), "free_table")
        self._at = reply.number()
        self._size = reply.number()
        self.source: Buffer = b""
        """What the bytes were copied from."""

    @classmethod
    def holding(cls, data: Buffer) -> Table:
        """Copy bytes into the core."""
        table = cls(call(_making_table(data)))
        _core.bytesAt(table._at, table._size).assign(data)
        table.source = data
        return table

    def copy(self) -> bytearray | None:
        """Return the bytes, None if there are none."""
        if not self._size:
            return None
        data = bytearray(self._size)
        _core.bytesAt(self._at, self._size).assign_to(data)
        return data


def _making_table(data: Buffer) -> Writer:
    making = request("make_table")
    making.number(len(data))
    return making


def has_crew() -> bool:
    """Tell whether there are other workers: where the page may share memory."""
    return getattr(_core, "crew", None) is not None


class Crew:
    """Helpers of a search as long as this is open: workers with a core of their own, into which the same was put."""

    def __init__(self, count: int, tables: Sequence[Buffer], requests: Sequence[Writer], head: Writer) -> None:
        """Have helpers made; their tables are numbered from 1, then they are sent the requests. `head` is as for `search`."""
        shared = [_core.crew.share(len(data)) for data in tables]
        for place, data in zip(shared, tables, strict=True):
            place.assign(data)
        makes = [_making_table(data).written() for data in tables]
        asked = [request.written() for request in requests]
        _core.crew.hire(count, *map(_to_js, (makes, shared, asked, head.written())))

    def search(self, head: Writer, tails: Sequence[bytes], answers: Answers) -> tuple[Reader | None, list[int]]:
        """Make calls of `search_roots`, each a head and a tail, here and in the helpers; the head of each core is its own.

        Return the reply that has a path, None if none has, and the nodes of each worker, this one's first.
        """
        asked = _Asked(answers)
        ends = array("i", accumulate(map(len, tails)))
        status, reply, nodes = _core.crew.search(_to_js(head.written()), _to_js(b"".join(tails)), _to_js(ends), asked)
        if asked.failure is not None:
            raise asked.failure
        return None if reply is None else _read(status, reply.to_bytes()), nodes.to_py()

    def close(self) -> None:
        """End the helpers."""
        _core.crew.dismiss()
