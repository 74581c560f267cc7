# SPDX-License-Identifier: MIT
"""A journal: a file of JSON lines that survives a crash, and that only one process writes.

A line is whole, or it is the last one, half written when the power went: then it is cut off. So what the journal holds is done,
and what it does not hold is to do.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, Self

from taquin.errors import InputError, quote
from taquin.machine import lock_file

Row = dict[str, Any]

SHOWN_PATH: Final = 200
BINARY: Final[int] = getattr(os, "O_BINARY", 0)
"""Windows would otherwise write two bytes for the end of a line, and every count of bytes would be wrong."""


class JournalError(InputError):
    """A journal that cannot be read or written, or that is none."""


class Journal:
    """A journal open for writing. What it holds already is in `rows` until it is taken."""

    def __init__(
        self,
        path: Path,
        kind: str,
        knows: Callable[[Row], bool] = lambda _row: True,
        openings: tuple[bytes, ...] = (b"{",),
        sync: bool = False,
    ) -> None:
        """Open or make the file; `JournalError` if it cannot be, is locked, or holds something else.

        `kind` says in messages what its lines are; `knows` tells whether a row is one of them; `openings` are how its lines
        begin, the mark by which a half-written one is known from somebody else's file; with `sync` every row is brought to the
        disk at once.
        """
        self.path = path
        self._kind, self._knows, self._openings, self._sync = kind, knows, openings, sync
        self._file = _open(path)
        try:
            _lock(self._file, path)
            self.rows: list[Row] = self._load()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and let others have it; a disk that is full has been told of already."""
        with contextlib.suppress(OSError):
            self._file.close()

    def add(self, row: Row) -> None:
        """Write a row at once, so that an interruption costs none that is written."""
        try:
            self._file.write(json.dumps(row).encode() + b"\n")
            self._file.flush()
            if self._sync:
                os.fsync(self._file.fileno())
        except OSError as error:
            raise JournalError(f"cannot write {_shown(self.path)}: {_why(error)}; what is in it is kept") from None

    def _load(self) -> list[Row]:
        """Read every whole row, and cut off a half-written last one."""
        if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):  # /dev/stdout: nothing to go on with
            return []
        rows, end, whole = [], 0, True
        for number, (line, row) in enumerate(_lines(self._file, self._knows), start=1):
            if row is None:
                if not self._is_half(line):
                    raise JournalError(f"{_shown(self.path)}, line {number}: not {self._kind}; choose another file")
                break
            rows.append(row)
            end += len(line)
            whole = line.endswith(b"\n")
        self._file.truncate(end)
        self._file.seek(end)
        if not whole:
            self._file.write(b"\n")
        return rows

    def _is_half(self, line: bytes) -> bool:
        """Tell whether a line may be one of ours that was never finished: whole JSON that is unknown is somebody else's."""
        begins = any(line.startswith(opening) or opening.startswith(line) for opening in self._openings)
        return begins and not line.endswith(b"\n") and not _is_json(line)


def read_rows(path: Path, kind: str, knows: Callable[[Row], bool] = lambda _row: True) -> list[Row]:
    """Read the rows of a journal; a half-written last line is passed over."""
    try:
        with path.open("rb") as file:
            rows = []
            for number, (line, row) in enumerate(_lines(file, knows), start=1):
                if row is not None:
                    rows.append(row)
                elif line.endswith(b"\n"):
                    raise JournalError(f"{_shown(path)}, line {number}: not {kind}")
            return rows
    except OSError as error:
        raise JournalError(f"cannot read {_shown(path)}: {_why(error)}") from None


def _lines(file: BinaryIO, knows: Callable[[Row], bool]) -> Iterator[tuple[bytes, Row | None]]:
    """Yield every line with its row, None where it is no row that is known."""
    for line in file:
        try:
            row = json.loads(line)
            known = isinstance(row, dict) and knows(row)
        except (ValueError, KeyError, TypeError, RecursionError):
            known = False
        yield line, row if known else None


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _open(path: Path) -> BinaryIO:
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | BINARY, 0o666)
    except (OSError, ValueError) as error:
        raise JournalError(f"cannot write {_shown(path)}: {_why(error)}") from None
    regular = stat.S_ISREG(os.fstat(descriptor).st_mode)
    return os.fdopen(descriptor, "r+b" if regular else "wb")


def _lock(file: BinaryIO, path: Path) -> None:
    """Keep a second writer out, where the system can."""
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode) and os.name == "nt":
        return  # a console or a pipe, of which Windows locks no part
    try:
        locked = lock_file(file, wait=False)
    except OSError:
        return  # a file system without locks
    if not locked:
        raise JournalError(f"{_shown(path)}: another run is writing to it; wait for it, or choose another")


def _shown(path: Path) -> str:
    return quote(str(path), SHOWN_PATH)


def _why(error: OSError | ValueError) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()
