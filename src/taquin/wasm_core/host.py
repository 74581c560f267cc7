# SPDX-License-Identifier: MIT
"""Calls of the core, and its questions on the way: the one place that knows JavaScript.

The page registers what `core.mjs` starts as the module `taquin_core`. A question that raises stops the work; when the call has
come back, what was raised goes on to the caller.
"""

from __future__ import annotations

import enum
import importlib
from collections.abc import Callable, Mapping
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
    reader = Reader(reply.to_bytes())
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
        self.source: object = None
        """What the bytes were copied from."""

    @classmethod
    def holding(cls, data: bytes | bytearray | memoryview) -> Table:
        """Copy bytes into the core."""
        making = request("make_table")
        making.number(len(data))
        table = cls(call(making))
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
