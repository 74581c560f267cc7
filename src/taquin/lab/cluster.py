# SPDX-License-Identifier: MIT
"""The runs of an experiment on the workers of a cluster."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from taquin.engines.cluster.stream import Answers, Stream
from taquin.engines.cluster.work import FlagWatcher, StopFlag, check_version
from taquin.lab.worker import failed_row, run_task
from taquin.solution import Status

if TYPE_CHECKING:
    from distributed import Client

Row = dict[str, Any]


@dataclass(frozen=True)
class TaskJob:
    """Some runs, each with its index."""

    version: str
    tasks: tuple[tuple[int, Row], ...]
    flag: str


def run_tasks(job: TaskJob) -> Answers:
    """Run the searches of a job until all are done or the flag is up; on a worker."""
    check_version(job.version)
    begin = time.perf_counter()
    watcher = FlagWatcher(StopFlag(job.flag))
    rows: list[tuple[int, Row]] = []
    for index, task in job.tasks:
        if watcher.cancelled():
            break
        row = run_task(task, watcher)
        if row["status"] != Status.CANCELLED.value:
            rows.append((index, row))
    return rows, time.perf_counter() - begin


def run_on_cluster(client: Client, tasks: list[Row]) -> Iterator[tuple[int, Row]]:
    """Run the tasks on the workers; yield each one's index and row as it ends."""
    from taquin import __version__

    stream: Stream[tuple[int, Row]] = Stream(
        client,
        run_tasks,
        lambda chunk, flag: TaskJob(__version__, chunk, flag),
        lambda: False,  # Ctrl-C ends the iteration, and with it the stream
        name="runs",
        way_on="the same command goes on from where it was",
    )
    for index, row in stream.answers(enumerate(tasks)):
        yield index, failed_row(tasks[index], row["error"]) if "error" in row else row
