# SPDX-License-Identifier: MIT
"""Many questions side by side on this machine.

A number of threads take questions from one source, each when it has room. What native code searches is answered in the thread
itself, outside the interpreter's lock; what Python searches, or asks a Python function for every board, in a process that
belongs to the thread; what a card answers many at a time is collected first.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterable, Iterator
from typing import Final

from taquin.clock import REPORT_INTERVAL
from taquin.engines import Engine, choose_engine
from taquin.errors import InputError
from taquin.many.answers import Numbered, answer, answer_in_process
from taquin.question import Question
from taquin.solution import Observer, Solution, Status
from taquin.solvability import is_solvable
from taquin.worker import WorkerProcess

ROOM_PER_JOB: Final = 64
"""Answers that may wait to be taken, for each job: one slow board does not stop the others at once."""
STOP_SECONDS: Final = 2.0
"""Seconds in which searches that nobody waits for must have ended."""
PROCESS_GRACE: Final = 10.0
"""Seconds beyond twice its time limit after which a search in a process that does not listen is killed."""


class SideBySide:
    """A run over many questions."""

    def __init__(self, questions: Iterable[Question], jobs: int, processes: bool | None, observer: Observer) -> None:
        self._source = enumerate(questions)
        self._jobs = jobs
        self._processes = processes
        self._stopped = threading.Event()
        self._observer = _Watching(observer, self._stopped)
        self._taking = threading.Lock()
        """Held while a question is taken from the source, which may have to wait for it."""
        self._collecting = threading.Lock()
        """Held while questions for a card are collected and answered."""
        self._room = threading.Semaphore(ROOM_PER_JOB * jobs)
        self._answers: queue.SimpleQueue[tuple[int, Solution] | BaseException | None] = queue.SimpleQueue()
        self._exhausted = False
        self._counting = threading.Lock()
        self._answering = 0
        """Threads that are answering a question now."""

    def answers(self) -> Iterator[tuple[int, Solution]]:
        """Yield number and solution of every question as it is answered, until all are or the observer cancels."""
        threads = [threading.Thread(target=self._work, name=f"taquin-{job}", daemon=True) for job in range(self._jobs)]
        for thread in threads:
            thread.start()
        running = len(threads)
        try:
            while running:
                found = self._next()
                if found is None:
                    running -= 1
                elif isinstance(found, BaseException):
                    raise found
                else:
                    self._room.release()
                    yield found
        except _Abandoned:
            pass
        finally:
            self._stopped.set()
            self._wait_for_threads()

    def _wait_for_threads(self) -> None:
        """Let what still runs hear that it is stopped; a thread that waits for a question is left behind."""
        deadline = time.monotonic() + STOP_SECONDS
        while self._answering and time.monotonic() < deadline:
            time.sleep(0.01)

    def _next(self) -> tuple[int, Solution] | BaseException | None:
        while True:
            try:
                return self._answers.get(timeout=REPORT_INTERVAL)
            except queue.Empty:
                # A thread may wait for a line that never comes; what runs hears of it by itself.
                if self._observer.cancelled() and not self._answering:
                    raise _Abandoned from None

    def _work(self) -> None:
        process = WorkerProcess()
        try:
            while (taken := self._take()) is not None:
                self._count(1)
                try:
                    self._answer(*taken, process)
                finally:
                    self._count(-1)
        except BaseException as error:
            self._answers.put(error)
        finally:
            process.stop()
            self._answers.put(None)

    def _count(self, threads: int) -> None:
        with self._counting:
            self._answering += threads

    def _take(self) -> Numbered | None:
        """Take the next question when there is room for its answer; None when there is none, or nobody wants it."""
        return self._take_at_once() if self._wait_for_room() else None

    def _wait_for_room(self) -> bool:
        """Wait until one more answer may wait to be taken; False when nobody wants it."""
        while not self._room.acquire(timeout=REPORT_INTERVAL):
            if self._observer.cancelled():
                return False
        return True

    def _take_at_once(self) -> Numbered | None:
        with self._taking:
            if self._exhausted or self._observer.cancelled():
                return None
            taken = next(self._source, None)
            self._exhausted = taken is None
            return None if self._observer.cancelled() else taken

    def _answer(self, number: int, question: Question, process: WorkerProcess) -> None:
        try:
            engine = choose_engine(question)
        except InputError as error:
            self._answers.put((number, question.failed(str(error))))
            return
        if engine.takes_threads:  # side by side each search has one core, unless it was told otherwise
            question = question.with_threads(1)
        if engine.batch_size(question) > 1:
            self._answer_batch(number, question, engine, process)
        elif self._needs_process(question, engine):
            self._answers.put((number, answer_in_process(question, process, _patience(question), self._observer)))
        else:
            self._answers.put((number, answer(question, self._observer, engine)))

    def _needs_process(self, question: Question, engine: Engine) -> bool:
        heuristic = question.method.heuristic
        if not engine.takes_processes or (heuristic is not None and not heuristic.importable):
            return False
        if self._processes is not None:
            return self._processes
        in_python = not engine.takes_threads or (heuristic is not None and heuristic.custom)
        return in_python and self._jobs > 1

    def _answer_batch(self, number: int, question: Question, engine: Engine, process: WorkerProcess) -> None:
        """Collect as many questions as the engine takes at once, and answer them; one of another kind ends the collection."""
        other: Numbered | None = None
        with self._collecting:
            batch = [(number, question)]
            size = engine.batch_size(question)
            while other is None and len(batch) < size and (taken := self._take_at_once()) is not None:
                if takes_batches(taken[1], engine):
                    batch.append(taken)
                else:
                    other = taken
            for place, answered in enumerate(self._solve_batch(batch, engine)):
                if place and not self._wait_for_room():  # the first has its room: a batch is larger than the room for answers
                    return
                self._answers.put(answered)
        if other is not None and self._wait_for_room():
            self._answer(*other, process)

    def _solve_batch(self, batch: list[Numbered], engine: Engine) -> Iterator[tuple[int, Solution]]:
        solvable = [(number, question) for number, question in batch if is_solvable(question.start, question.goal)]
        solved = {number for number, _ in solvable}
        for number, question in batch:
            if number not in solved:
                yield number, question.unsolvable(0.0, engine.name)
        if solvable:
            outcomes = engine.solve_batch([question for _, question in solvable], self._observer)
            for (number, question), outcome in zip(solvable, outcomes, strict=True):
                yield number, question.answer(outcome, engine.name)


class _Watching(Observer):
    """Passes on what is observed, and cancels also when nobody takes the answers any more."""

    def __init__(self, observer: Observer, stopped: threading.Event) -> None:
        self.progress = observer.progress  # type: ignore[method-assign]
        self._cancelled = observer.cancelled
        self._stopped = stopped

    def cancelled(self) -> bool:
        """Tell whether to stop."""
        return self._stopped.is_set() or bool(self._cancelled())


class _Abandoned(Exception):  # noqa: N818 - no error: nobody waits for the rest
    """The observer cancelled while a thread waits for a question that may never come."""


def takes_batches(question: Question, engine: Engine | None = None) -> bool:
    """Tell whether a question is answered together with others, by a certain engine or by any."""
    try:
        chosen = choose_engine(question)
    except InputError:
        return False
    return chosen.batch_size(question) > 1 and engine in (None, chosen)


def _patience(question: Question) -> float | None:
    seconds = question.limits.time
    return None if seconds is None else 2 * seconds + PROCESS_GRACE


def one_after_the_other(questions: Iterable[Question], observer: Observer) -> Iterator[tuple[int, Solution]]:
    """Answer questions in this thread, in order, until all are answered or the observer cancels."""
    for number, question in enumerate(questions):
        solution = answer(question, observer)
        yield number, solution
        if solution.status is Status.CANCELLED or observer.cancelled():
            return
