# SPDX-License-Identifier: MIT
"""The rows of a batch: one JSON line each, on standard output or in a file that a later run goes on with.

They come in the order of the boards. A row that has to wait for a slower board before it may meanwhile be kept in a second file,
FILE with the ending `.waiting`, so that it is not lost when the run is killed: the next run takes it from there.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

from taquin.cli.exit_codes import BY_STATUS
from taquin.errors import InputError, quote
from taquin.journal import Journal
from taquin.question import Question, keys_of

Row = dict[str, Any]
KIND: Final = "a row of taquin batch"
OPENING: Final = b'{"index": '
"""How every row begins: the mark by which a half-written one is known from somebody else's file."""
WAITING: Final = ".waiting"
"""What the name of the second file ends with."""


class RowFile:
    """Where rows go. With `resume`, rows that are there already are kept and given back instead of written again."""

    def __init__(self, path: str | None, resume: bool, steps: bool) -> None:
        if resume and path is None:
            raise InputError("--resume needs --output FILE, the file to go on with")
        self.path = path
        self._steps = steps
        self._kept: defaultdict[str, list[Row]] = defaultdict(list)
        self._journal: Journal | None = None
        self._waiting: Journal | None = None
        if path is not None:
            _check(path, resume)
            _check(path + WAITING, resume)
            self._journal = Journal(Path(path), KIND, _is_row, (OPENING,))
            if self._journal.rows and not resume:  # another run was quicker
                self._journal.close()
                raise _exists(path)
            self._take_over(self._journal)
            for row in self._journal.rows:
                self._keep(row)
            self._journal.rows.clear()

    def _take_over(self, journal: Journal) -> None:
        """Put the rows that still waited when the last run was killed where they belong."""
        if not self._waiting_path.exists():
            return
        with Journal(self._waiting_path, KIND, _is_row, (OPENING,)) as waiting:
            there = set(map(json.dumps, journal.rows))
            for row in waiting.rows:
                if json.dumps(row) not in there:
                    journal.add(row)
                    journal.rows.append(row)
        self._waiting_path.unlink()

    @property
    def _waiting_path(self) -> Path:
        return Path(f"{self.path}{WAITING}")

    def _keep(self, row: Row) -> None:
        """Remember a row by the questions that it answers, or by the bad line that it tells of."""
        known = {name: row.get(name) for name in ("status", "error")}
        if "error" in row:
            self._kept[_bad_key(row["error"], row["input"])].append(known)
        elif ("path" in row) == self._steps:
            for key in keys_of(row):
                self._kept[key].append(known)

    def take(self, question: Question) -> Row | None:
        """Take an unused row that answers a question; each row answers one."""
        return self._take(question.key) if self._kept else None

    def take_bad(self, error: str, text: str) -> Row | None:
        """Take an unused row about a bad line."""
        return self._take(_bad_key(error, text))

    def _take(self, key: str) -> Row | None:
        rows = self._kept.get(key, [])
        while rows:
            row = rows.pop(0)
            if not row.get("taken"):  # it may stand under two keys
                row["taken"] = True
                return row
        return None

    def write(self, row: Row) -> None:
        """Write a row at once, so that an interruption costs none that is written."""
        if self._journal is not None:
            self._journal.add(row)
        else:
            sys.stdout.write(json.dumps(row) + "\n")
            sys.stdout.flush()

    def write_early(self, row: Row) -> None:
        """Write a row whose turn has not come where the next run finds it, if this one is killed."""
        if self._journal is None or not self._journal.is_file:
            return
        if self._waiting is None:
            self._waiting = Journal(self._waiting_path, KIND, _is_row, (OPENING,))
        self._waiting.add(row)

    def none_waits(self) -> None:
        """Forget the rows that were written early: all are written."""
        if self._waiting is not None:
            self._waiting.clear()

    def close(self) -> None:
        """Close the file, if there is one; one for rows that wait stays only if some still do."""
        if self._waiting is not None:
            self._waiting.close()
            with contextlib.suppress(OSError):  # gone already
                if not self._waiting_path.stat().st_size:
                    self._waiting_path.unlink()
        if self._journal is not None:
            self._journal.close()


def _is_row(row: Row) -> bool:
    """Tell whether a row is an answer of a batch, or tells of a bad line."""
    answer = ("index", "status", "start", "goal", "method", "options", "engine")
    if "error" in row:
        return "index" in row and "input" in row and "status" not in row
    return all(name in row for name in answer) and isinstance(row["status"], str) and row["status"] in BY_STATUS


def _bad_key(error: str, text: str) -> str:
    return json.dumps([error, text])


def _check(path: str, resume: bool) -> None:
    """Raise `InputError` for a file that cannot be gone on with, or that holds rows which would be overwritten."""
    try:
        status = os.stat(path)  # noqa: PTH116 - the path may hold what pathlib refuses
    except (OSError, ValueError):
        return  # not there yet, or opening it says what is wrong
    if resume and not stat.S_ISREG(status.st_mode):
        raise InputError(f"{quote(path, 200)} is a device or a pipe; --resume needs a file, which can be read again")
    if not resume and status.st_size:
        raise _exists(path)


def _exists(path: str) -> InputError:
    return InputError(f"{quote(path, 200)} exists already; add --resume to go on with it, or choose another --output")
