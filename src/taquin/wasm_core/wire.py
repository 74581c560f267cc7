# SPDX-License-Identifier: MIT
"""How calls of the core are written: one value after the other, little-endian; `core/wasm/wire.hpp` is the other side."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

Element = TypeVar("Element")

NONE: Final = -1
"""Stands for no limit where a number is expected."""


class Writer:
    """Writes values one after the other."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def number(self, value: int) -> None:
        """Write a number of 64 bits."""
        self._pieces.append(struct.pack("<q", value))

    def real(self, value: float) -> None:
        """Write a floating-point number."""
        self._pieces.append(struct.pack("<d", value))

    def blob(self, value: bytes) -> None:
        """Write bytes, their length first."""
        self.number(len(value))
        self._pieces.append(value)

    def text(self, value: str) -> None:
        """Write a text."""
        self.blob(value.encode())

    def numbers(self, values: Sequence[int]) -> None:
        """Write a list of numbers."""
        self._pieces.append(struct.pack(f"<{len(values) + 1}q", len(values), *values))

    def groups(self, values: Sequence[Sequence[int]]) -> None:
        """Write a list of lists of numbers."""
        self.number(len(values))
        for group in values:
            self.numbers(group)

    def written(self) -> bytes:
        """Return all of it."""
        return b"".join(self._pieces)


class Reader:
    """Reads what a writer wrote; who reads knows what comes."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def at_end(self) -> bool:
        """Tell whether everything has been read."""
        return self._at == len(self._data)

    def number(self) -> int:
        """Read a number."""
        value: int = self._unpack("<q", 8)[0]
        return value

    def real(self) -> float:
        """Read a floating-point number."""
        value: float = self._unpack("<d", 8)[0]
        return value

    def blob(self) -> bytes:
        """Read bytes."""
        length = self.number()
        taken = self._data[self._at : self._at + length]
        self._at += length
        return taken

    def text(self) -> str:
        """Read a text."""
        return self.blob().decode()

    def numbers(self) -> list[int]:
        """Read a list of numbers."""
        length = self.number()
        return list(self._unpack(f"<{length}q", 8 * length))

    def many(self, read: Callable[[], Element]) -> list[Element]:
        """Read a list of what `read` reads."""
        return [read() for _ in range(self.number())]

    def moves(self) -> bytes | None:
        """Read a path, None if there is none."""
        found, moves = self.number(), self.blob()
        return moves if found else None

    def _unpack(self, form: str, length: int) -> tuple[Any, ...]:
        values = struct.unpack_from(form, self._data, self._at)
        self._at += length
        return values
