# SPDX-License-Identifier: MIT
"""The rows of a batch: one JSON line each, on standard output or in a file that a later run goes on with."""

from __future__ import annotations

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
OPENING: Final = b'{"index": '
"""How every row begins: the mark by which a half-written one is known from somebody else's file."""


class RowFile:
    """Where rows go. With `resume`, rows that are there already are kept and given back instead of written again."""

    def __init__(self, path: str | None, resume: bool, steps: bool) -> None:
        if resume and path is None:
            raise InputError("--resume needs --output FILE, the file to go on with")
        self.path = path
        self._steps = steps
        self._kept: defaultdict[str, list[Row]] = defaultdict(list)
        self._journal: Journal | None = None
        if path is not None:
            _check(path, resume)
            self._journal = Journal(Path(path), "a row of taquin batch", _is_row, (OPENING,))
            for row in self._journal.rows:
                self._keep(row)
            self._journal.rows.clear()

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

    def close(self) -> None:
        """Close the file, if there is one."""
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
        raise InputError(f"{quote(path, 200)} exists already; add --resume to go on with it, or choose another --output")
