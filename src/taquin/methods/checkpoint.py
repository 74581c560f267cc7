# SPDX-License-Identifier: MIT
"""Finished work of a long search, written down: an IDA* iteration is a list of subtree roots, each noted when it is done.

The journal's first row says which search it belongs to; then come the iterations, each with its bound, its roots' number and the
nodes above them, and the roots that were searched to their end, with the bound and with their nodes. Where the other end of the
path was tried, a row says before which bound, what it took, and with which tables the search went over to it, if it did. A search
that finds its journal skips what is in it. What a killed process had not written down is searched again, so nothing is lost or
counted twice. A disk that is full ends no search: what could not be written is tried again with the next.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from taquin.errors import InputError, quote
from taquin.journal import Journal, JournalError, Row, warn
from taquin.options import LARGEST

VERSION: Final = 2
OPENINGS: Final = (b'{"taquin": "checkpoint"', b'{"bound": ', b'{"done": ', b'{"tried": ')
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


@dataclass(frozen=True)
class Trial:
    """What became of the other end."""

    bound: int
    """Of the iteration that it was tried before."""
    nodes: int
    tables: str | None
    """Those of the other end, if the search went over to it."""


class Checkpoint:
    """The finished work of one search, read when it is opened and added to from then on; without a path it is kept in memory."""

    def __init__(self, path: Path | None, search: dict[str, Any]) -> None:
        """Open the checkpoint of a search, or begin one; that of another search is refused with `InputError`."""
        self.iterations: dict[int, Iteration] = {}
        self.trial: Trial | None = None
        self._news: list[tuple[int, int]] = []
        self._unwritten: list[Row] = []
        self._told = False
        self._last_flush = time.monotonic()
        self._journal = None if path is None else Journal(path, "a checkpoint", _is_row, OPENINGS, sync=True)
        if self._journal is None:
            return
        header = json.loads(json.dumps({"taquin": "checkpoint", "version": VERSION, **search}))
        rows = self._journal.rows
        if not rows:
            self._journal.add(header)
        elif rows[0] != header:
            self._journal.close()
            raise InputError(f"{quote(str(path), 200)} is the checkpoint of another search; choose another file")
        try:
            self.iterations, self.trial = finished_work(rows[1:])
        except InputError:
            self._journal.close()
            raise InputError(f"{quote(str(path), 200)} holds work that no search has done; choose another file") from None

    def begin(self, bound: int, roots: int, nodes_above: int) -> Iteration:
        """Return the iteration under a bound, as far as it had got."""
        self.flush()  # what was noted before belongs to the iteration before
        self._bound = bound
        known = self.iterations.get(bound)
        if known is None or (known.roots, known.nodes_above) != (roots, nodes_above):
            known = self.iterations[bound] = Iteration(bound, roots, nodes_above)
            self._write({"bound": bound, "roots": roots, "nodes": nodes_above})
        return known

    def ends_stage(self, bound: int, is_long: bool) -> bool:
        """Tell whether the other end's turn comes before the iteration under a bound.

        It comes where it came before. An iteration that was begun without a trial goes on without one.
        """
        return is_long and bound not in self.iterations if self.trial is None else bound == self.trial.bound

    def tried(self, bound: int, nodes: int, tables: str | None) -> None:
        """Note a trial of the other end."""
        self.trial = Trial(bound, nodes, tables)
        self.flush()  # what was noted before belongs to the iteration before
        self._write({"tried": bound, "nodes": nodes, "tables": tables})

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
            self._write({"done": self._news, "bound": self._bound})
            self._news = []

    def close(self) -> None:
        """Write the rest and close the file."""
        self.flush()
        if self._journal is not None:
            self._journal.close()

    def _write(self, row: Row) -> None:
        """Write a row and those that could not be written before; if that cannot be, say so once and go on."""
        if self._journal is None:
            return
        self._unwritten.append(row)
        try:
            while self._unwritten:
                self._journal.add(self._unwritten[0])
                del self._unwritten[0]
        except JournalError as error:
            if not self._told:
                warn(f"{error}, and the search goes on")
            self._told = True


def finished_work(rows: Iterable[Row]) -> tuple[dict[int, Iteration], Trial | None]:
    """Return what the rows of a checkpoint say is done, by bound, and the trial; `InputError` where it cannot be."""
    iterations: dict[int, Iteration] = {}
    trial: Trial | None = None
    for row in rows:
        if "taquin" in row:
            raise InputError("expected one beginning, got a second")
        if "tried" in row:
            trial = Trial(row["tried"], row["nodes"], row["tables"])
            continue
        bound = row["bound"]
        if "done" not in row:
            iterations[bound] = Iteration(bound, row["roots"], row["nodes"])
        elif bound in iterations:  # else its row was taken out
            if not all(root < iterations[bound].roots for root, _ in row["done"]):
                raise InputError(f"expected roots below {iterations[bound].roots}")
            iterations[bound].done.update((root, nodes) for root, nodes in row["done"])
    return iterations, trial


def _is_row(row: Row) -> bool:
    if row.get("taquin") == "checkpoint":
        return True
    if "done" in row:
        pairs = row["done"]
        return _is_count(row.get("bound")) and isinstance(pairs, list) and all(map(_is_pair, pairs))
    if "tried" in row:
        tables = row.get("tables")
        return all(_is_count(row.get(name)) for name in ("tried", "nodes")) and (tables is None or isinstance(tables, str))
    return all(_is_count(row.get(name)) for name in ("bound", "roots", "nodes"))


def _is_pair(pair: object) -> bool:
    return isinstance(pair, list) and len(pair) == 2 and all(map(_is_count, pair))


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= LARGEST
