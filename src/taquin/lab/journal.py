# SPDX-License-Identifier: MIT
"""The journal of an experiment: a line for every session and for every finished run, written at once."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from taquin.errors import quote
from taquin.journal import Journal, JournalError, read_rows
from taquin.lab.spec import row_key
from taquin.options import LARGEST
from taquin.solution import COUNTERS, Status

Row = dict[str, Any]

FILE_NAME: Final = "journal.jsonl"
KIND: Final = "a line of a lab journal"
OPENING: Final = b'{"session": '
"""How every line begins."""
BYTES_PER_RUN: Final = 2_000
"""Room that a row takes, generously."""
BYTES_FOR_REPORT: Final = 20_000_000
FAILED: Final = Status.FAILED.value
COUNTED: Final = {counter.name for counter in COUNTERS}
KNOWN_BEFORE: Final = ("estimate", "inversions")
"""What is said of a board before its run, where anything is."""


class RunJournal:
    """The journal of an experiment, open for writing: holds what is done and takes what gets done."""

    def __init__(self, folder: Path, runs: int = 0) -> None:
        """Open or make the journal in a folder, with room for so many runs; `JournalError` if that cannot be."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            check_room(folder, runs * BYTES_PER_RUN + BYTES_FOR_REPORT)
        except OSError as error:
            raise JournalError(f"cannot write to {quote(str(folder), 200)}: {(error.strerror or str(error)).lower()}") from None
        self._journal = Journal(folder / FILE_NAME, KIND, _is_line, (OPENING,))
        sessions, rows = _split(self._journal.rows)
        self._journal.rows.clear()  # they hold whole paths; the keys are enough to know what is done
        self.sessions = max((session["session"] for session in sessions), default=0)
        self.done = {row_key(row) for row in rows if row["status"] != FAILED}
        """The keys of the finished runs; one that failed may not do so again, so it is still to do."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._journal.close()

    def begin(self, facts: Row) -> int:
        """Write down a session: who runs this, where and on what; return its number."""
        self.sessions += 1
        self._journal.add({"session": self.sessions, **facts})
        return self.sessions

    def add(self, row: Row) -> None:
        """Write down a finished run."""
        self._journal.add(row)


def read_journal(path: str | Path) -> tuple[list[Row], list[Row]]:
    """Read the sessions and the rows of a journal, from its file or its folder."""
    path = Path(path)
    path = path / FILE_NAME if path.is_dir() else path
    if not path.exists():
        raise JournalError(f"cannot read {quote(str(path), 200)}: no such file or directory; run the experiment first")
    return _split(read_rows(path, KIND, _is_line))


def check_room(folder: Path, size: int) -> None:
    """Raise `OSError` unless a file of this size can be written here: better now than after the runs."""
    with tempfile.TemporaryFile(dir=folder) as probe:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(probe.fileno(), 0, size)
        else:
            probe.truncate(size)


def _is_line(row: Row) -> bool:
    if not isinstance(row["session"], int):
        return False
    if "machine" in row:
        return _holds(row, SESSION) and _holds(row["machine"], MACHINE)
    known = _holds(row, FIELDS) and all(_is_figure(row.get(name)) for name in KNOWN_BEFORE)
    return known and bool(row_key(row))


def _holds(row: Row, fields: Mapping[str, Callable[[object], bool]]) -> bool:
    return all(knows(row[name]) for name, knows in fields.items())


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_text_or_none(value: object) -> bool:
    return value is None or isinstance(value, str)


def _is_figure(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and 0 <= value <= LARGEST)


def _is_board(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(line, list) for line in value)


def _is_stats(value: object) -> bool:
    return value is None or (isinstance(value, dict) and value.keys() <= COUNTED and all(map(_is_figure, value.values())))


FIELDS: Final[dict[str, Callable[[object], bool]]] = {
    **dict.fromkeys(("board", "group", "method", "algorithm", "engine", "status"), _is_text),
    **dict.fromkeys(("reason", "heuristic"), _is_text_or_none),
    **dict.fromkeys(("repetition", "optimal", "cost", "lower_bound"), _is_figure),
    **dict.fromkeys(("start", "goal"), _is_board),
    "options": lambda value: isinstance(value, dict),
    "stats": _is_stats,
}
"""What a report takes from the line of a run, and what it must be."""
SESSION: Final[dict[str, Callable[[object], bool]]] = {
    "started": _is_text,
    "revision": _is_text_or_none,
    "machine": lambda value: isinstance(value, dict),
    "versions": lambda value: isinstance(value, dict) and all(map(_is_text, value.values())),
    "seed": lambda value: isinstance(value, int),
}
"""What a report takes from the line of a session."""
MACHINE: Final[dict[str, Callable[[object], bool]]] = {
    **dict.fromkeys(("processor", "system"), _is_text),
    **dict.fromkeys(("cores", "memory"), _is_figure),
}
"""What it takes from what the session says of its machine."""


def _split(lines: list[Row]) -> tuple[list[Row], list[Row]]:
    """Return sessions and rows apart."""
    return [line for line in lines if "machine" in line], [line for line in lines if "machine" not in line]
