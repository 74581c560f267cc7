# SPDX-License-Identifier: MIT
"""Run an experiment: what its journal lacks, over processes, every finished run written down at once."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taquin.lab.facts import cores, session_facts
from taquin.lab.journal import Journal
from taquin.lab.pool import Pool
from taquin.lab.spec import Run, Spec
from taquin.lab.worker import make_task, run_task

if TYPE_CHECKING:
    from distributed import Client

Row = dict[str, Any]


@dataclass
class Tally:
    """How far a session is."""

    total: int
    """Runs of the whole experiment."""
    kept: int
    """Runs that earlier sessions had finished."""
    statuses: Counter[str] = field(default_factory=Counter)
    """The runs of this session by their status."""

    @property
    def done(self) -> int:
        """Runs that are finished, whenever."""
        return self.kept + self.statuses.total()


def run_spec(
    spec: Spec,
    folder: Path,
    jobs: int | None = None,
    watch: Callable[[Tally], None] | None = None,
    client: Client | None = None,
) -> Tally:
    """Run what the journal in the folder lacks; call `watch` at the beginning and after every run.

    With a Dask client the runs are made by its workers, else by `jobs` processes.

    Runs are made in a random order, so that a machine that is busy for a while spoils no single method, and the time left
    can be guessed from the time spent.
    """
    runs = spec.runs()
    with Journal(folder, len(runs)) as journal:
        todo = [run for run in runs if run.key not in journal.done]
        tally = Tally(len(runs), len(runs) - len(todo))
        if watch:
            watch(tally)
        if not todo:
            return tally
        random.Random(spec.seed).shuffle(todo)
        where = {} if client is None else {"workers": len(client.scheduler_info(n_workers=-1)["workers"])}
        session = journal.begin({"experiment": spec.name, "title": spec.title, **session_facts(spec.seed), **where})
        with contextlib.closing(_answers([task_of(run) for run in todo], jobs, client)) as answers:
            for number, row in answers:
                journal.add(_place(todo[number], session) | row)
                tally.statuses[row["status"]] += 1
                if watch:
                    watch(tally)
    return tally


def _answers(tasks: list[Row], jobs: int | None, client: Client | None) -> Generator[tuple[int, Row]]:
    """Yield index and row of every task as it ends."""
    if client is not None:
        from taquin.lab.cluster import run_on_cluster

        yield from run_on_cluster(client, tasks)
        return
    with Pool(jobs or cores()) as pool:
        yield from pool.run(tasks)


def run_here(spec: Spec) -> list[Row]:
    """Run an experiment in this process and return its rows; nothing is written down."""
    return [_place(run, 0) | run_task(task_of(run)) for run in spec.runs()]


def task_of(run: Run, engine: str | None = None) -> Row:
    """Write a run down for a worker, on its engine or another."""
    return make_task(run.board.start, run.board.goal, run.method, run.limits, engine or run.engine)


def _place(run: Run, session: int) -> Row:
    """Say where a row belongs in its experiment."""
    return {
        "session": session,
        "board": run.board.label,
        "group": run.board.group,
        "repetition": run.repetition,
        "optimal": run.board.optimal,
    }
