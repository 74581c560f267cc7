# SPDX-License-Identifier: MIT
"""The contract of the cluster engine. Nothing here loads Dask before a board is solved."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Final

from taquin.engines.base import Engine
from taquin.metric import TILES
from taquin.question import Question
from taquin.solution import Observer, Outcome

if TYPE_CHECKING:
    from distributed import Client

MAX_CELLS: Final = 36
"""Cells that pattern databases are offered for."""


class ClusterEngine(Engine):
    """Runs `optimal` on the workers of a Dask cluster."""

    name = "cluster"
    about = "one hard board on many machines through Dask, for optimal"
    takes_processes = False

    def __init__(self, where: str | Client | None = None) -> None:
        """Take the cluster: a client, or a text as `connect` reads it."""
        self.where = where

    def at(self, address: str) -> ClusterEngine:
        """Return the engine of the cluster that a text names."""
        return ClusterEngine(address)

    def missing(self) -> str | None:
        """Say that Dask is not installed, or that nobody has named a cluster."""
        if importlib.util.find_spec("distributed") is None:
            return "Dask is not installed (pip install 'taquin[cluster]')"
        return "no cluster is named; write --cluster local, or --engine cluster:local" if self.where is None else None

    def declines(self, question: Question) -> str | None:
        """Take `optimal` on boards that are worth it."""
        if question.method.algorithm != "optimal":
            return "a single board is spread over a cluster by the method optimal only"
        if question.metric != TILES:
            return "it counts single moves only, not slides"
        if len(question.goal.tiles) > MAX_CELLS:
            return f"optimal takes boards up to {MAX_CELLS} cells"
        return None

    def solve(self, question: Question, observer: Observer) -> Outcome:
        """Search; the answer and the nodes of exhausted iterations are those of one machine."""
        from taquin.engines.cluster.connect import connect
        from taquin.engines.cluster.subtrees import ClusterRun  # brings in the tables

        assert self.where is not None
        with connect(self.where) as client:
            return ClusterRun(client, question, observer).run()
