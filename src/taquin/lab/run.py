# SPDX-License-Identifier: MIT
"""Run an experiment: what its journal lacks, over processes or a cluster, every finished run written down at once."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taquin.lab.facts import BoardFacts, session_facts
from taquin.lab.journal import RunJournal
from taquin.lab.spec import Run, Spec
from taquin.many import ManyProgress, answer_many
from taquin.metric import TILES
from taquin.solution import Solution, Status

if TYPE_CHECKING:
    from distributed import Client

Row = dict[str, Any]


def run_spec(
    spec: Spec,
    folder: Path,
    jobs: int | None = None,
    watch: Callable[[ManyProgress], None] | None = None,
    cluster: str | Client | None = None,
) -> ManyProgress:
    """Run what the journal in the folder lacks; call `watch` at the beginning and after every run.

    What failed in an earlier session is run again.

    Runs are made by `jobs` processes, or by the workers of a cluster: the text that names one, or a Dask client.

    Runs are made in a random order, so that a machine that is busy for a while spoils no single method, and the time left
    can be guessed from the time spent.
    """
    runs = spec.runs()
    with RunJournal(folder, len(runs)) as journal:
        todo = [run for run in runs if run.key not in journal.done]
        progress = ManyProgress(len(runs), len(runs) - len(todo))
        if watch:
            watch(progress)
        if not todo:
            return progress
        random.Random(spec.seed).shuffle(todo)
        with _connected(cluster) as (client, where):
            session = journal.begin({"experiment": spec.name, "title": spec.title, **session_facts(spec.seed), **where})
            processes = True if client is None else None
            questions = [run.question for run in todo]
            many = answer_many(questions, jobs=jobs, processes=processes, cluster=client)
            with contextlib.closing(BoardFacts()) as facts, contextlib.closing(many) as answers:
                for number, solution in answers:
                    if solution.status is Status.CANCELLED:
                        continue  # it is still to do
                    journal.add(_row(todo[number], session, solution, facts))
                    progress.statuses[solution.status.value] += 1
                    if solution.status is Status.FAILED:
                        run = todo[number]
                        progress.failures.append(f"{run.board.label} by {run.label}: {solution.reason}")
                    if watch:
                        watch(progress)
    return progress


@contextlib.contextmanager
def _connected(cluster: str | Client | None) -> Iterator[tuple[Client | None, Row]]:
    """Yield a client of the cluster, if one is named, and what a session says of it."""
    if cluster is None:
        yield None, {}
        return
    from taquin.engines.cluster.connect import connect, workers_of

    with connect(cluster) as client:
        yield client, {"workers": len(workers_of(client))}


def run_here(spec: Spec) -> list[Row]:
    """Run an experiment in this process and return its rows; nothing is written down."""
    runs = spec.runs()
    with contextlib.closing(BoardFacts()) as facts:
        answers = answer_many([run.question for run in runs], jobs=1)
        return [_row(runs[number], 0, solution, facts) for number, solution in answers]


def _row(run: Run, session: int, solution: Solution, facts: BoardFacts) -> Row:
    """Return the line of a run: its place in the experiment, what is known of the board, and the answer."""
    place = {
        "session": session,
        "board": run.board.label,
        "group": run.board.group,
        "repetition": run.repetition,
        "optimal": run.board.optimal if run.question.metric == TILES else None,  # sets know it in single moves
    }
    known = facts.of(run.question) if solution.status is not Status.FAILED else {}
    return place | known | solution.to_json()
