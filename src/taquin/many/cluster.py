# SPDX-License-Identifier: MIT
"""Many questions on many machines: chunks of a few seconds out, answers back as they are finished."""

from __future__ import annotations

import contextlib
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from taquin.engines.cluster.connect import workers_of
from taquin.engines.cluster.work import FlagObserver, StopFlag, WrongVersionError, check_version
from taquin.errors import EngineError, InputError
from taquin.many.answers import Numbered, answer
from taquin.many.reader import Reader
from taquin.question import Known, Question
from taquin.solution import Solution, Status

if TYPE_CHECKING:
    from distributed import Client, Future

CHUNK_SECONDS: Final = 2.0
LARGEST_CHUNK: Final = 1000
JOBS_PER_WORKER: Final = 3
POLL_SECONDS: Final = 0.1
DEADLY: Final = "every worker that tried this died"
SCHEDULER_GONE: Final = "the scheduler of the cluster is gone; what was written down is kept, and the run can go on from there"

STAYS_HERE: Final = "its heuristic is a function that no other machine finds by name; put it into a module"

Answers = tuple[list[tuple[int, Solution | str]], float]
"""Number and solution of every question that a job answered, or why it could not be read, and the seconds that it took."""


@dataclass(frozen=True)
class QuestionJob:
    """Some questions, each with its number."""

    version: str
    questions: tuple[tuple[int, dict[str, Any], Known], ...]
    """As JSON, for a worker finds a heuristic of the user's own by its name; and what is known of each already."""
    flag: str
    """Name of the event that stops all jobs of this stream."""


def answer_questions(job: QuestionJob) -> Answers:
    """Answer the questions of a job until all are done or the flag is up; on a worker."""
    check_version(job.version)
    begin = time.perf_counter()
    observer = FlagObserver(StopFlag(job.flag))
    found: list[tuple[int, Solution | str]] = []
    for number, row, known in job.questions:
        if observer.cancelled():
            break
        try:
            question = replace(Question.from_json(row, allow_custom=True), known=known)
        except InputError as error:  # such as a module that is not on this machine
            found.append((number, str(error)))
            continue
        solution = answer(question, observer)
        if solution.status is not Status.CANCELLED:
            found.append((number, solution))
    return found, time.perf_counter() - begin


class Stream:
    """Sends questions to the workers of a client and gives back solutions, in the order in which they are finished."""

    def __init__(self, client: Client, cancelled: Callable[[], object]) -> None:
        self.client = client
        self.cancelled = cancelled
        self.flag = f"taquin-stop-{uuid.uuid4().hex}"
        self.on_the_way: dict[Future, tuple[Numbered, ...]] = {}
        self.again: list[tuple[Numbered, ...]] = []
        self.seconds_per_question = 0.0

    def answers(self, questions: Iterable[Question]) -> Iterator[tuple[int, Solution]]:
        """Yield number and solution for every question, until all are answered or somebody cancels."""
        source = Reader(questions)
        try:
            while (not source.exhausted or self.again or self.on_the_way) and not self.cancelled():
                yield from self._send(source)
                yield from self._receive()
        except (OSError, CancelledError) as error:
            raise EngineError(SCHEDULER_GONE) from error
        finally:
            with contextlib.suppress(Exception):  # Dask raises many kinds where nobody is left to tell
                self._stop()

    def _send(self, source: Reader) -> Iterator[tuple[int, Solution]]:
        """Keep every worker busy with what there is; yield the answers of questions that no worker could read."""
        workers = max(1, len(workers_of(self.client)))
        while len(self.on_the_way) < JOBS_PER_WORKER * workers:
            chunk = self.again.pop() if self.again else tuple(source.take(self._chunk()))
            if not chunk:
                return
            here = [(number, question) for number, question in chunk if not _travels(question)]
            yield from ((number, question.failed(STAYS_HERE)) for number, question in here)
            chunk = tuple(numbered for numbered in chunk if _travels(numbered[1]))
            if not chunk:
                continue
            key = f"taquin-questions-{chunk[0][0]}-{chunk[-1][0]}-{uuid.uuid4().hex[:8]}"
            asked = tuple((number, question.to_json(), question.known) for number, question in chunk)
            job = QuestionJob(_version(), asked, self.flag)
            future = self.client.submit(answer_questions, job, key=key, pure=False, retries=3)
            self.on_the_way[future] = chunk

    def _chunk(self) -> int:
        if not self.seconds_per_question:
            return 1
        return max(1, min(LARGEST_CHUNK, int(CHUNK_SECONDS / self.seconds_per_question)))

    def _receive(self) -> Iterator[tuple[int, Solution]]:
        from distributed import wait

        if not self.on_the_way:  # nothing was asked yet
            time.sleep(POLL_SECONDS)
            return
        with contextlib.suppress(TimeoutError):
            wait(list(self.on_the_way), timeout=POLL_SECONDS, return_when="FIRST_COMPLETED")
        for future in [future for future in self.on_the_way if future.done()]:
            chunk = self.on_the_way.pop(future)
            found, seconds = self._result(future, chunk)
            answered = {number for number, _ in found}
            # One by one: if one of them is the death of its worker, the others are not.
            self.again.extend((question,) for question in chunk if question[0] not in answered)
            if seconds:
                measured = seconds / len(found)
                before = self.seconds_per_question
                self.seconds_per_question = 0.7 * before + 0.3 * measured if before else measured
            asked = dict(chunk)
            for number, answered_with in found:
                yield number, asked[number].failed(answered_with) if isinstance(answered_with, str) else answered_with

    def _result(self, future: Future, chunk: tuple[Numbered, ...]) -> Answers:
        if future.status == "finished":
            found, seconds = future.result()
            return found, seconds if found else 0.0
        error = future.exception() if future.status == "error" else None
        if isinstance(error, WrongVersionError):
            raise EngineError(f"a worker was refused: {error}")
        if self.client.status != "running":
            raise EngineError(SCHEDULER_GONE)
        from distributed import KilledWorker

        if error is not None and not isinstance(error, KilledWorker):
            raise error
        if error is not None and len(chunk) == 1:
            number, question = chunk[0]
            return [(number, question.failed(DEADLY))], 0.0
        return [], 0.0  # a lost worker: all of the chunk is sent again

    def _stop(self) -> None:
        from distributed import Event

        if self.on_the_way:
            Event(self.flag, client=self.client).set()
            self.client.cancel(list(self.on_the_way), force=True)
            self.on_the_way.clear()


def _travels(question: Question) -> bool:
    """Tell whether a worker on another machine can find all that a question names."""
    return question.method.heuristic is None or question.method.heuristic.importable


def _version() -> str:
    from taquin import __version__

    return __version__
