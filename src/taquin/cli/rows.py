# SPDX-License-Identifier: MIT
"""The rows of a batch: one JSON line each, on standard output or in a file that a later run goes on with."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections import defaultdict
from typing import Any, BinaryIO, Final

from taquin.errors import InputError, quote

Row = dict[str, Any]
OPENING: Final = b'{"index": '
"""How every row begins: the mark by which a half-written one is known from somebody else's file."""


def row_key(row: Row) -> str:
    """Return what makes two rows the same answer: board, goal, method and options, or else the bad line."""
    names = ("error", "input") if "error" in row else ("start", "goal", "method", "options")
    return json.dumps([row.get(name) for name in names] + ["path" in row], sort_keys=True)


class Rows:
    """Where rows go. With `resume`, rows that are there already are kept and given back instead of written again."""

    def __init__(self, path: str | None, resume: bool) -> None:
        if resume and path is None:
            raise InputError("--resume needs --output FILE, the file to go on with")
        self._kept: defaultdict[str, list[Row]] = defaultdict(list)
        self._file: BinaryIO | None = None
        self.path = path
        if path is not None:
            self._file = _open(path, resume)
            try:
                if resume:
                    self._load(self._file, path)
            except BaseException:
                self.close()
                raise

    def _load(self, file: BinaryIO, path: str) -> None:
        """Remember every whole row, and cut off a half-written last one."""
        end = 0
        for number, line in enumerate(file, start=1):
            row = _read_row(line)
            if (row is None and line.endswith(b"\n")) or (row is None and not _is_half_row(line)):
                raise InputError(f"{quote(path, 200)}, line {number}: not a row of taquin batch; choose another --output")
            if row is None:
                break
            end += len(line)
            self._kept[row_key(row)].append({name: row.get(name) for name in ("status", "engine", "error")})
            if not line.endswith(b"\n"):
                file.write(b"\n")
                end += 1
        file.truncate(end)
        file.seek(end)

    def take(self, key: str, engine: str | None = None) -> Row | None:
        """Take an unused row with this key, from the named engine if one is named; each row answers one board."""
        for number, row in enumerate(self._kept.get(key, ())):
            if engine in (None, row["engine"]):
                return self._kept[key].pop(number)
        return None

    def write(self, row: Row) -> None:
        """Write a row at once, so that an interruption costs none that is finished."""
        line = json.dumps(row) + "\n"
        if self._file is not None:
            self._file.write(line.encode())
            self._file.flush()
        else:
            sys.stdout.write(line)
            sys.stdout.flush()

    def close(self) -> None:
        """Close the file, if there is one."""
        if self._file is not None:
            self._file.close()


def _open(path: str, resume: bool) -> BinaryIO:
    """Open the file to go on writing; one that holds rows is never overwritten."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot write {quote(path, 200)}: {getattr(error, 'strerror', None) or error}") from None
    status = os.fstat(descriptor)
    problem = ""
    if resume and not stat.S_ISREG(status.st_mode):
        problem = "is a device or a pipe; --resume needs a file, which can be read again"
    elif not resume and status.st_size:
        problem = "exists already; add --resume to go on with it, or choose another --output"
    if problem:
        os.close(descriptor)
        raise InputError(f"{quote(path, 200)} {problem}")
    return os.fdopen(descriptor, "r+b" if resume else "wb")


def _read_row(line: bytes) -> Row | None:
    """Return the row on a line, None if it is not a whole one."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) and "index" in row else None


def _is_half_row(line: bytes) -> bool:
    return line.startswith(OPENING) or OPENING.startswith(line)
