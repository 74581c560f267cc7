# SPDX-License-Identifier: MIT
"""A journal of finished work: an IDA* iteration is a list of subtree roots, and each is written down when it is done.

The file has one JSON object a line. The first says which search it belongs to; then come the iterations, each with its roots'
number and the nodes above them, and under each the roots that were searched to their end with their nodes. A search that
finds its journal skips what is in it; a half-written last line is cut off. What a killed process had not written down is
searched again, so nothing is lost or counted twice.
"""

from __future__ import annotations

import io
import json
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

from taquin.errors import InputError, quote

VERSION: Final = 1
FLUSH_INTERVAL: Final = 1.0
"""Seconds between two writes: the most that a crash costs, besides the subtrees in progress."""


@dataclass
class Iteration:
    """What is known of the iteration under one bound."""

    bound: int
    roots: int
    nodes_above: int
    done: dict[int, int] = field(default_factory=dict)
    """Nodes of every finished root."""

    @property
    def nodes(self) -> int:
        """Nodes that are finished."""
        return self.nodes_above + sum(self.done.values())

    @property
    def exhausted(self) -> bool:
        """Whether every root is finished, without a solution."""
        return len(self.done) == self.roots


class Journal:
    """The journal of one search, read when it is opened and appended to from then on; without a path it is kept in memory."""

    def __init__(self, path: Path | None, question: dict[str, Any]) -> None:
        """Open the journal of a question, or begin one; another question's journal is refused with `InputError`."""
        self.path = path
        self.iterations: dict[int, Iteration] = {}
        header = json.loads(json.dumps({"taquin": "checkpoint", "version": VERSION, **question}))
        self._news: list[tuple[int, int]] = []
        self._last_flush = time.monotonic()
        self._file = io.BytesIO() if path is None else _open(path)
        try:
            end = self._read(header)
        except InputError:
            self._file.close()
            raise
        self._file.truncate(end)
        self._file.seek(end)
        if end == 0:
            self._append(header)

    def _read(self, header: dict[str, Any]) -> int:
        """Take in what is there; return where the last whole line ends."""
        end = 0
        iteration: Iteration | None = None
        for number, line in enumerate(self._file):
            row = _parse(line)
            if row is None:
                break
            if number == 0:
                if row != header:
                    raise InputError(f"{quote(str(self.path), 200)} is the checkpoint of another search; choose another file")
            elif "bound" in row:
                iteration = Iteration(row["bound"], row["roots"], row["nodes"])
                self.iterations[iteration.bound] = iteration
            elif iteration is not None:
                iteration.done.update((root, nodes) for root, nodes in row["done"])
            end += len(line)
        if end == 0 and self.path is not None and self._file.tell() and not header_begins(self.path):
            raise InputError(f"{quote(str(self.path), 200)} is not a checkpoint; choose another file")
        return end

    def begin(self, bound: int, roots: int, nodes_above: int) -> Iteration:
        """Return the iteration under a bound, as far as it had got."""
        self.flush()  # what was noted before belongs to the iteration before
        known = self.iterations.get(bound)
        if known is None or (known.roots, known.nodes_above) != (roots, nodes_above):
            known = self.iterations[bound] = Iteration(bound, roots, nodes_above)
        self._append({"bound": bound, "roots": roots, "nodes": nodes_above})
        if known.done:
            self._append({"done": sorted(known.done.items())})
        return known

    def finished(self, iteration: Iteration, root: int, nodes: int) -> None:
        """Note that a root was searched to its end."""
        iteration.done[root] = nodes
        self._news.append((root, nodes))
        if time.monotonic() - self._last_flush >= FLUSH_INTERVAL:
            self.flush()

    def flush(self) -> None:
        """Bring what is noted to the disk."""
        self._last_flush = time.monotonic()
        if self._news:
            self._append({"done": self._news})
            self._news = []

    def close(self) -> None:
        """Write the rest and close the file."""
        self.flush()
        self._file.close()

    def _append(self, row: dict[str, Any]) -> None:
        self._file.write(json.dumps(row).encode() + b"\n")
        if self.path is not None:
            self._file.flush()
            os.fsync(self._file.fileno())


def header_begins(path: Path) -> bool:
    """Tell whether a file begins like a checkpoint that was cut off in its first line."""
    opening = b'{"taquin": "checkpoint"'
    start = path.read_bytes()[: len(opening)]
    return opening.startswith(start) or start == opening


def _open(path: Path) -> IO[bytes]:
    try:
        return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
    except OSError as error:
        raise InputError(f"cannot write {quote(str(path), 200)}: {error.strerror or error}") from None


def _parse(line: bytes) -> dict[str, Any] | None:
    """Return the object on a whole line."""
    if not line.endswith(b"\n"):
        return None
    try:
        row = json.loads(line)
    except ValueError:
        return None
    return row if isinstance(row, dict) else None
