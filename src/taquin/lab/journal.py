# SPDX-License-Identifier: MIT
"""The journal of an experiment: one JSON line for every session and every finished run, written at once.

A line is whole or it is the last one, half written when the power went: then it is cut off. So what the journal holds is
done, and what it does not hold is to do.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, Self

from taquin.errors import InputError, quote
from taquin.lab.spec import run_key

Row = dict[str, Any]

FILE_NAME: Final = "journal.jsonl"
BYTES_PER_RUN: Final = 2_000
"""Room that a row takes, generously."""
BYTES_FOR_REPORT: Final = 20_000_000


class JournalError(InputError):
    """A journal that cannot be read or written."""


class Journal:
    """A journal open for writing: holds what is done and takes what gets done."""

    def __init__(self, folder: Path, runs: int = 0) -> None:
        """Open or make the journal in a folder, with room for so many runs; `JournalError` if that cannot be."""
        self.path = folder / FILE_NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            check_room(folder, runs * BYTES_PER_RUN + BYTES_FOR_REPORT)
            self._file = _open(self.path)
            _lock(self._file, self.path)
        except OSError as error:
            raise JournalError(f"cannot write to {quote(str(folder), 200)}: {(error.strerror or str(error)).lower()}") from None
        try:
            self.sessions = 0
            self.done: set[str] = set()
            self._load()
        except JournalError:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()

    def _load(self) -> None:
        """Remember what is done; a half-written last line is cut off."""
        end = 0
        for number, (line, row) in enumerate(_lines(self._file), start=1):
            if row is None:
                if line.endswith(b"\n"):
                    raise JournalError(f"{self.path}, line {number}: not a line of a lab journal; move the file away")
                break
            end += len(line)
            if "machine" in row:
                self.sessions = max(self.sessions, row["session"])
            else:
                self.done.add(run_key(row))
        self._file.truncate(end)
        self._file.seek(end)
        if end and not self._ends_with_newline(end):
            self._file.write(b"\n")

    def _ends_with_newline(self, end: int) -> bool:
        self._file.seek(end - 1)
        return self._file.read(1) == b"\n"

    def begin(self, facts: Row) -> int:
        """Write down a session: who runs this, where and on what; return its number."""
        self.sessions += 1
        self._write({"session": self.sessions, **facts})
        return self.sessions

    def add(self, row: Row) -> None:
        """Write down a finished run."""
        self._write(row)
        self.done.add(run_key(row))

    def _write(self, row: Row) -> None:
        try:
            self._file.write(json.dumps(row).encode() + b"\n")
            self._file.flush()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise JournalError(f"cannot write {quote(str(self.path), 200)}: {reason}; what is in it is kept") from None


def read_journal(path: str | Path) -> tuple[list[Row], list[Row]]:
    """Read the sessions and the rows of a journal, from its file or its folder."""
    path = Path(path)
    path = path / FILE_NAME if path.is_dir() else path
    sessions: list[Row] = []
    rows: list[Row] = []
    try:
        with path.open("rb") as file:
            for number, (line, row) in enumerate(_lines(file), start=1):
                if row is None and line.endswith(b"\n"):
                    raise JournalError(f"{path}, line {number}: not a line of a lab journal")
                if row is not None:
                    (sessions if "machine" in row else rows).append(row)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise JournalError(f"cannot read {quote(str(path), 200)}: {reason}; run the experiment first") from None
    return sessions, rows


def check_room(folder: Path, size: int) -> None:
    """Raise `OSError` unless a file of this size can be written here: better now than after the runs."""
    with tempfile.TemporaryFile(dir=folder) as probe:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(probe.fileno(), 0, size)
        else:
            probe.truncate(size)


def _lines(file: BinaryIO) -> Iterator[tuple[bytes, Row | None]]:
    """Yield every line with its row, None where it is no row of a journal."""
    for line in file:
        try:
            row = json.loads(line)
            known = isinstance(row, dict) and isinstance(row.get("session"), int) and ("machine" in row or bool(run_key(row)))
        except (ValueError, KeyError):
            known = False
        yield line, row if known else None


def _open(path: Path) -> BinaryIO:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    return os.fdopen(descriptor, "r+b")


def _lock(file: BinaryIO, path: Path) -> None:
    """Keep a second run of the same experiment out, where the system can."""
    with contextlib.suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise JournalError(f"{path}: another run is writing to it; wait for it, or choose another folder") from None
