# SPDX-License-Identifier: MIT
"""Many questions side by side on this machine.

A number of threads take questions from one source, each when it has room. What native code searches is answered in the thread
itself, outside the interpreter's lock; what Python searches, or asks a function of the user's own for every board, in a process
that belongs to the thread; what a card answers many at a time is collected first.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from taquin.clock import REPORT_INTERVAL
from taquin.engines import Engine, choose_engine
from taquin.errors import InputError
from taquin.many.answers import Early, Numbered, answer, answer_in_process, answer_together
from taquin.question import Question
from taquin.solution import Expansion, Observer, Progress, Solution
from taquin.solvability import is_solvable
from taquin.worker import WorkerProcess

ROOM_PER_JOB: Final = 64
"""Answers that may wait to be taken, for each job: behind one slow board so many others are answered before all wait for it."""
STOP_SECONDS: Final = 2.0
"""Seconds in which searches that nobody waits for must have ended."""
PROCESS_GRACE: Final = 10.0
"""Seconds beyond twice its time limit after which a search in a process that does not listen is killed."""


class SideBySide:
    """A run over many questions. Nobody but its threads reads the source: whoever takes the answers hears Ctrl-C at once."""

    def __init__(
        self,
        questions: Iterable[Question],
        jobs: int,
        processes: bool | None,
        observer: Observer,
        ordered: bool,
        early: Early = lambda _number, _solution: None,
    ) -> None:
        self._source = enumerate(questions)
        self._jobs = jobs
        self._processes = processes
        self._ordered = ordered
        self._early = early
        self._stopped = threading.Event()
        self._observer = _Watching(observer, self._stopped)
        self._taking = threading.Lock()
        """Held while a question is taken from the source, which may have to wait for it."""
        self._collecting = threading.Lock()
        """Held while questions for a card are collected and answered."""
        self._room = _Room(ROOM_PER_JOB * jobs)
        self._answers: queue.SimpleQueue[tuple[int, Solution] | BaseException | None] = queue.SimpleQueue()
        self._exhausted = False
        self._source_error: BaseException | None = None
        self._counting = threading.Lock()
        self._answering = 0
        """Threads that are answering a question now."""

    def answers(self) -> Iterator[tuple[int, Solution]]:
        """Yield number and solution of every question, until all are answered or the observer cancels.

        They come as they are answered, or in order; then one that has to wait for those before it keeps its room, so that no
        more than so many wait. What the source raises is raised when all questions before it are answered.
        """
        threads = [threading.Thread(target=self._work, name=f"taquin-{job}", daemon=True) for job in range(self._jobs)]
        for thread in threads:
            thread.start()
        waiting: dict[int, Solution] = {}
        try:
            following = 0
            for number, solution in self._as_they_come(len(threads)):
                if not self._ordered:
                    self._room.release()
                    yield number, solution
                    continue
                waiting[number] = solution
                if number != following:
                    self._early(number, solution)
                while following in waiting:
                    self._room.release()
                    yield following, waiting.pop(following)
                    following += 1
            yield from sorted(waiting.items())  # of a run that was cancelled: they are answered all the same
            error = self._observer.error or self._source_error
            if error is not None:
                raise error
        finally:
            self._stopped.set()
            self._wait_for_threads()

    def _as_they_come(self, running: int) -> Iterator[tuple[int, Solution]]:
        while running:
            try:
                found = self._answers.get(timeout=REPORT_INTERVAL)
            except queue.Empty:
                # A thread may wait for a line that never comes; what is being answered hears of the end by itself.
                if self._observer.cancelled() and not self._answering:
                    return
                continue
            if found is None:
                running -= 1
            elif isinstance(found, BaseException):
                raise found
            else:
                yield found

    def _wait_for_threads(self) -> None:
        """Let what still runs hear that it is stopped; a thread that waits for a question is left behind."""
        deadline = time.monotonic() + STOP_SECONDS
        while self._answering and time.monotonic() < deadline:
            time.sleep(0.01)

    def _work(self) -> None:
        process = WorkerProcess()
        try:
            while (taken := self._take()) is not None:
                self._count(1)
                try:
                    self._answer(*taken, process)
                finally:
                    self._count(-1)
                if self._observer.error is not None:
                    raise self._observer.error
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
        while not self._room.take(REPORT_INTERVAL):
            if self._observer.cancelled():
                return False
        return True

    def _take_at_once(self) -> Numbered | None:
        with self._taking:
            if self._exhausted or self._observer.cancelled():
                return None
            try:
                taken = next(self._source, None)
            except BaseException as error:
                self._source_error, taken = error, None
            self._exhausted = taken is None
            return None if self._observer.cancelled() else taken

    def _answer(self, number: int, question: Question, process: WorkerProcess) -> None:
        try:
            engine = choose_engine(question)
        except InputError as error:
            self._answers.put((number, question.failed(str(error))))
            return
        if engine.takes_threads and self._jobs > 1:  # side by side each has one core, unless it was told otherwise
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
        in_python = not engine.takes_threads or (heuristic is not None and heuristic.called)
        return in_python and self._jobs > 1

    def _answer_batch(self, number: int, question: Question, engine: Engine, process: WorkerProcess) -> None:
        """Collect as many questions as the engine takes at once, and answer them; one of another kind ends the collection."""
        other: Numbered | None = None
        with self._collecting:
            batch = [(number, question)]
            size = engine.batch_size(question)
            while other is None and len(batch) < size and (taken := self._take_at_once()) is not None:
                if _goes_with(taken[1], engine):
                    batch.append(taken)
                else:
                    other = taken
            for place, answered in enumerate(self._solve_batch(batch, engine)):
                if place:  # the first has its room
                    self._room.overdraw()
                self._answers.put(answered)
        if other is not None:
            self._room.overdraw()
            self._answer(*other, process)

    def _solve_batch(self, batch: list[Numbered], engine: Engine) -> Iterator[tuple[int, Solution]]:
        """Yield the answers in order: those that wait for one before them keep its room, and a batch may take all of it."""
        solvable = [is_solvable(question.start, question.goal) for _, question in batch]
        searched = [question for (_, question), can_be_solved in zip(batch, solvable, strict=True) if can_be_solved]
        solutions = answer_together(searched, engine, self._observer)
        for (number, question), can_be_solved in zip(batch, solvable, strict=True):
            yield number, next(solutions) if can_be_solved else question.unsolvable(0.0, engine.name)


class _Room:
    """How many answers may still wait to be taken.

    A question is taken from the source when there is room for its answer, but a batch takes many at once. Those must not wait for
    room: later answers may have it, which wait for them in turn. So a batch overdraws the room, and it has to be paid back before
    anybody takes another question.
    """

    def __init__(self, free: int) -> None:
        self._free = free
        self._changed = threading.Condition()

    def take(self, seconds: float) -> bool:
        """Wait so long for room; tell whether there was any."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._free > 0, seconds):
                return False
            self._free -= 1
            return True

    def overdraw(self) -> None:
        """Take room that there may not be."""
        with self._changed:
            self._free -= 1

    def release(self) -> None:
        """Give room back."""
        with self._changed:
            self._free += 1
            self._changed.notify()


class _Watching(Observer):
    """Passes on what is observed; cancels also when nobody takes the answers any more, or when the observer breaks down."""

    def __init__(self, observer: Observer, stopped: threading.Event) -> None:
        self.trace_limit = observer.trace_limit
        self.error: BaseException | None = None
        """What the observer raised: it ends the whole run, and is not taken for the failure of a question."""
        self._observer = observer
        self._stopped = stopped

    def progress(self, progress: Progress) -> None:
        """Pass it on."""
        self._guarded(lambda: self._observer.progress(progress))

    def expansion(self, expansion: Expansion) -> None:
        """Pass it on."""
        self._guarded(lambda: self._observer.expansion(expansion))

    def cancelled(self) -> bool:
        """Tell whether to stop."""
        return self._stopped.is_set() or bool(self._guarded(self._observer.cancelled))

    def _guarded(self, call: Callable[[], object]) -> object:
        try:
            return call()
        except BaseException as error:
            self.error = self.error or error
            self._stopped.set()
            return True


def _goes_with(question: Question, engine: Engine) -> bool:
    """Tell whether a question belongs to a batch of an engine."""
    try:
        return choose_engine(question) is engine and engine.batch_size(question) > 1
    except InputError:
        return False


def _patience(question: Question) -> float | None:
    seconds = question.limits.time
    return None if seconds is None else 2 * seconds + PROCESS_GRACE
