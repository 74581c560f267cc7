# SPDX-License-Identifier: MIT
"""A journal: a file of JSON lines that survives a crash, and that only one process writes.

A line is whole, or it is the last one, half-written when the process died: then it is cut off. So what the journal holds is done,
and what it does not hold is to do. The last field of a line, `check`, is the CRC-32 of all before it: a line that has changed
since is refused. Lines without one are believed as long as none before them has one: an older Taquin wrote them.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import stat
import zlib
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
CHECK: Final = re.compile(rb', "check": "([0-9a-f]{8})"\}\s*')
"""How a checked line ends."""


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
        self.is_file = stat.S_ISREG(os.fstat(self._file.fileno()).st_mode)
        """Whether it can be read again; a device or a pipe cannot."""
        self._end = 0
        """Bytes of whole rows, in a file."""
        try:
            _lock(self._file, path)
            self.rows: list[Row] = self._load() if self.is_file else []
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
        self._write(_line_of(row))

    def clear(self) -> None:
        """Forget every row."""
        self._end = 0
        self._cut()

    def _write(self, data: bytes) -> None:
        """Write all of it or nothing, without a buffer: what is half-written when the disk is full is taken back."""
        descriptor = self._file.fileno()
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            if self._sync:
                os.fsync(descriptor)
        except OSError as error:
            with contextlib.suppress(OSError):  # else the next who opens it cuts it off
                self._cut()
            raise JournalError(f"cannot write {_shown(self.path)}: {_why(error)}; what is in it is kept") from None
        self._end += len(data)

    def _cut(self) -> None:
        """Cut off what stands behind the whole rows, and go on writing there."""
        if self.is_file:
            os.ftruncate(self._file.fileno(), self._end)
            os.lseek(self._file.fileno(), self._end, os.SEEK_SET)

    def _load(self) -> list[Row]:
        """Read every whole row, and cut off a half-written last one."""
        rows: list[Row] = []
        whole, half = True, False
        for number, (line, row) in enumerate(_lines(self._file, self._knows), start=1):
            if row is None:
                half = self._is_half(line, bool(rows))
                if not half:
                    raise _refused(self.path, number, line, self._kind)
                break
            rows.append(row)
            self._end += len(line)
            whole = line.endswith(b"\n")
        try:
            self._cut()
        except OSError as error:
            raise JournalError(f"cannot write {_shown(self.path)}: {_why(error)}") from None
        if half:
            warn(f"{_shown(self.path)}: the last line was half-written and is cut off; what it stood for is done again")
        if not whole:
            self._write(b"\n")
        return rows

    def _is_half(self, line: bytes, follows: bool) -> bool:
        """Tell whether a line may be one of ours that was never finished: whole JSON that is unknown is somebody else's.

        After a power cut a file may end in zeros, where some of it had not come to the disk.
        """
        if follows:
            line = line.rstrip(b"\0")
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
                    raise _refused(path, number, line, kind)
            return rows
    except OSError as error:
        raise JournalError(f"cannot read {_shown(path)}: {_why(error)}") from None


def _lines(file: BinaryIO, knows: Callable[[Row], bool]) -> Iterator[tuple[bytes, Row | None]]:
    """Yield every line with its row, None where it is no row that is known, or has changed since it was written."""
    checked = False
    for line in file:
        ends = _check_of(line)
        checked = checked or ends is not None
        try:
            row = json.loads(line)
            known = isinstance(row, dict) and knows(row) and not _is_damaged(line) and (ends is not None or not checked)
        except (ValueError, KeyError, TypeError, RecursionError):
            known = False
        if known:
            row.pop("check", None)
        yield line, row if known else None


def _line_of(row: Row) -> bytes:
    """Write a row as a line, with its check."""
    text = json.dumps(row).encode()[:-1]
    return text + f', "check": "{zlib.crc32(text):08x}"}}\n'.encode()


def _check_of(line: bytes) -> re.Match[bytes] | None:
    """Find the check that a line ends with; searched from where it must stand, since lines are long."""
    return CHECK.fullmatch(line, max(0, line.rfind(b', "check"')))


def _is_damaged(line: bytes) -> bool:
    found = _check_of(line)
    return found is not None and int(found[1], 16) != zlib.crc32(line[: found.start()])


def _refused(path: Path, number: int, line: bytes, kind: str) -> JournalError:
    """Say what is wrong with a line."""
    if _is_damaged(line):
        what = "damaged, its check does not match; take that line out to have it done again, or choose another file"
    else:
        what = f"not {kind}; choose another file"
    return JournalError(f"{_shown(path)}, line {number}: {what}")


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
        locked = lock_file(file)
    except OSError:
        return  # a file system without locks
    if not locked:
        raise JournalError(f"{_shown(path)}: another run is writing to it; wait for it, or choose another")


def warn(text: str) -> None:
    """Tell of a file what nobody has to answer to."""
    import logging  # seldom needed, and slow to import

    logging.getLogger("taquin").warning(text)


def _shown(path: Path) -> str:
    return quote(str(path), SHOWN_PATH)


def _why(error: OSError | ValueError) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()
