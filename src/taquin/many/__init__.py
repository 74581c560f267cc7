# SPDX-License-Identifier: MIT
"""Many questions: `solve_many` answers them on threads, processes, a card or a cluster, and yields solutions.

`answers` answers one question so that what goes wrong with it costs no other, `side_by_side` runs many on this machine, `cluster`
on many machines, for which `reader` takes them from their source.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sized
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from taquin.board import Board
from taquin.errors import BoardError, InputError, MoveError, quote
from taquin.machine import usable_cores
from taquin.many.answers import Early
from taquin.many.side_by_side import SideBySide
from taquin.question import Question, ask
from taquin.solution import Observer, Solution, as_observer

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["ManyProgress", "answer_many", "solve_many"]


@dataclass
class ManyProgress:
    """How far a run over many questions is."""

    total: int | None = None
    """Questions in all, None where that is not known."""
    kept: int = 0
    """Questions that were answered before this run."""
    statuses: Counter[str] = field(default_factory=Counter)
    """The answers of this run by their status."""
    failures: list[str] = field(default_factory=list)
    """Which of them failed, and why, where that is kept."""
    begin: float = field(default_factory=time.monotonic)

    @property
    def done(self) -> int:
        """Questions that are answered, whenever."""
        return self.kept + self.statuses.total()

    @property
    def rate(self) -> float:
        """Answers a second, in this run."""
        return self.statuses.total() / max(time.monotonic() - self.begin, 1e-9)

    @property
    def seconds_left(self) -> float | None:
        """Seconds that the rest will take if it goes on like this, None where that is not known."""
        if self.total is None or not self.statuses.total():
            return None
        return (self.total - self.done) / self.rate


def solve_many(
    questions: Iterable[Any],
    *,
    jobs: int | None = None,
    processes: bool | None = None,
    cluster: str | Client | None = None,
    ordered: bool = True,
    observer: Observer | None = None,
    progress: Callable[[ManyProgress], None] | None = None,
    **asked: Any,
) -> Generator[Solution]:
    """Answer many questions and yield their solutions, in order or as they come.

    A question is a `Question`, or a board or an `Instance`, and then `asked` says what is asked of it: goal, method, options,
    limits, as `solve` takes them. `jobs` are answered at a time, by default one for each core. Native searches run on threads;
    searches in Python and heuristics of your own in processes, or everything does with `processes=True`. `cluster` names a Dask
    cluster to run on. A question that cannot be answered gives a solution with status `failed` and the reason; what is no board
    is raised with its place, after the answers before it. `progress` hears of every answer; an observer that cancels, or closing
    the iterator, ends it.

    >>> from taquin import random_board
    >>> boards = [random_board("3x3", seed=seed) for seed in range(3)]
    >>> [solution.cost for solution in solve_many(boards, method="astar@manhattan")]
    [20, 25, 24]
    """
    if isinstance(questions, str | Question | Board) or not isinstance(questions, Iterable):
        raise TypeError(f"expected several questions or boards, such as a list of them, got {quote(questions)}")
    state = ManyProgress(total=len(questions) if isinstance(questions, Sized) else None)
    answers = answer_many(
        _asked(questions, asked),
        jobs=jobs,
        processes=processes,
        cluster=cluster,
        ordered=ordered,
        observer=observer,
    )
    return _reported(answers, state, progress)


def _asked(questions: Iterable[Any], asked: dict[str, Any]) -> Iterator[Question]:
    """Yield the questions; what is wrong with one of many boards is said with its place."""
    for number, each in enumerate(questions, start=1):
        try:
            yield each if isinstance(each, Question) else ask(each, **asked)
        except (BoardError, MoveError) as error:
            raise error.within(error.field or "start", f"board {number}: ") from None


def _reported(
    answers: Iterator[tuple[int, Solution]], state: ManyProgress, progress: Callable[[ManyProgress], None] | None
) -> Generator[Solution]:
    for _, solution in answers:
        state.statuses[solution.status.value] += 1
        if progress is not None:
            progress(state)
        yield solution


def answer_many(
    questions: Iterable[Question],
    *,
    jobs: int | None = None,
    processes: bool | None = None,
    cluster: str | Client | None = None,
    ordered: bool = False,
    observer: Observer | None = None,
    early: Early = lambda _number, _solution: None,
) -> Generator[tuple[int, Solution]]:
    """Answer questions as `solve_many` does, and yield each solution with its question's number, from 0.

    Where they are yielded in order, `early` hears at once of those that have to wait: they may be hours of work.
    """
    watching = as_observer(observer)
    if cluster is not None:
        if jobs is not None or processes is not None:
            raise InputError("jobs and processes are for this machine; a cluster says how many workers it has", field="jobs")
        answers = _answer_on_cluster(questions, cluster, watching)
        yield from _in_order(answers, early) if ordered else answers
        return
    count = usable_cores() if jobs is None else jobs
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise InputError(f"expected a number of jobs from 1 on, got {quote(jobs)}", field="jobs")
    yield from SideBySide(questions, count, processes, watching, ordered, early).answers()


def _answer_on_cluster(
    questions: Iterable[Question], cluster: str | Client, observer: Observer
) -> Iterator[tuple[int, Solution]]:
    from taquin.engines.cluster.connect import connect
    from taquin.many.cluster import Stream

    with connect(cluster) as client:
        yield from Stream(client, observer.cancelled).answers(each.with_threads(1) for each in questions)


def _in_order(answers: Iterator[tuple[int, Solution]], early: Early) -> Iterator[tuple[int, Solution]]:
    """Hold every answer back until those before it have come."""
    waiting: dict[int, Solution] = {}
    following = 0
    for number, solution in answers:
        waiting[number] = solution
        if number != following:
            early(number, solution)
        while following in waiting:
            yield following, waiting.pop(following)
            following += 1
    yield from sorted(waiting.items())  # of a run that was cancelled
