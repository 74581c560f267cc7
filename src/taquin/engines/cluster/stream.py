# SPDX-License-Identifier: MIT
"""Many questions on many machines: chunks of a few seconds out, answers back as they are finished."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from taquin.board import Board
from taquin.engines.cluster.work import BoardJob, WrongVersionError, solve_boards
from taquin.errors import EngineError
from taquin.problem import Method
from taquin.solution import Limits

if TYPE_CHECKING:
    from distributed import Client, Future

CHUNK_SECONDS: Final = 2.0
LARGEST_CHUNK: Final = 1000
JOBS_PER_WORKER: Final = 3
POLL_SECONDS: Final = 0.1
DEADLY: Final = "every worker that tried this died"

Question = TypeVar("Question", bound=tuple[Any, ...])
"""A tuple that begins with the question's index."""
Row = dict[str, Any]
Answers = tuple[list[tuple[int, Row]], float]
"""Index and row of every question that a job answered, and the seconds that it took."""


class Stream(Generic[Question]):
    """Sends questions to the workers of a client and gives back their rows, in the order in which they are finished."""

    def __init__(
        self,
        client: Client,
        work: Callable[[Any], Answers],
        job: Callable[[tuple[Question, ...], str], Any],
        cancelled: Callable[[], bool],
        *,
        name: str,
        way_on: str,
    ) -> None:
        """Have `work` run on what `job` makes of some questions and the name of the stop flag.

        `name` is what the dashboard calls them; `way_on` says how to go on after the scheduler died.
        """
        self.client = client
        self.work = work
        self.job = job
        self.cancelled = cancelled
        self.name = name
        self.gone = f"the scheduler of the cluster is gone; {way_on}"
        self.flag = f"taquin-stop-{uuid.uuid4().hex}"
        self.on_the_way: dict[Future, tuple[Question, ...]] = {}
        self.again: list[tuple[Question, ...]] = []
        self.seconds_per_question = 0.0

    def answers(self, questions: Iterable[Question]) -> Iterator[tuple[int, Row]]:
        """Yield (index, row) for every question, until all are answered or somebody cancels."""
        source = iter(questions)
        try:
            more = True
            while (more or self.again or self.on_the_way) and not self.cancelled():
                more = self._send(source) and more
                yield from self._receive()
        except (OSError, CancelledError) as error:
            raise EngineError(self.gone) from error
        finally:
            with contextlib.suppress(OSError, CancelledError):  # nobody is left to tell
                self._stop()

    def _send(self, source: Iterator[Question]) -> bool:
        """Keep every worker busy; return whether the source may have more."""
        workers = max(1, len(self.client.scheduler_info(n_workers=-1)["workers"]))
        while len(self.on_the_way) < JOBS_PER_WORKER * workers:
            chunk = self.again.pop() if self.again else tuple(islice(source, self._chunk()))
            if not chunk:
                return False
            key = f"taquin-{self.name}-{chunk[0][0]}-{chunk[-1][0]}-{uuid.uuid4().hex[:8]}"
            future = self.client.submit(self.work, self.job(chunk, self.flag), key=key, pure=False, retries=3)
            self.on_the_way[future] = chunk
        return True

    def _chunk(self) -> int:
        if not self.seconds_per_question:
            return 1
        return max(1, min(LARGEST_CHUNK, int(CHUNK_SECONDS / self.seconds_per_question)))

    def _receive(self) -> Iterator[tuple[int, Row]]:
        from distributed import wait

        with contextlib.suppress(TimeoutError):
            wait(list(self.on_the_way), timeout=POLL_SECONDS, return_when="FIRST_COMPLETED")
        for future in [future for future in self.on_the_way if future.done()]:
            chunk = self.on_the_way.pop(future)
            rows, seconds = self._result(future, chunk)
            answered = {index for index, _ in rows}
            # One by one: if one of them is the death of its worker, the others are not.
            self.again.extend((question,) for question in chunk if question[0] not in answered)
            if seconds:
                measured = seconds / len(rows)
                before = self.seconds_per_question
                self.seconds_per_question = 0.7 * before + 0.3 * measured if before else measured
            yield from rows

    def _result(self, future: Future, chunk: tuple[Question, ...]) -> Answers:
        if future.status == "finished":
            rows, seconds = future.result()
            return rows, seconds if rows else 0.0
        error = future.exception() if future.status == "error" else None
        if isinstance(error, WrongVersionError):
            raise EngineError(f"a worker was refused: {error}")
        if self.client.status != "running":
            raise EngineError(self.gone)
        from distributed import KilledWorker

        if error is not None and not isinstance(error, KilledWorker):
            raise error
        if error is not None and len(chunk) == 1:
            return [(chunk[0][0], {"error": DEADLY})], 0.0
        return [], 0.0  # a lost worker: all of the chunk is sent again

    def _stop(self) -> None:
        from distributed import Event

        if self.on_the_way:
            Event(self.flag, client=self.client).set()
            self.client.cancel(list(self.on_the_way), force=True)
            self.on_the_way.clear()


BoardQuestion = tuple[int, Board, Board, Method]
"""Index, start, goal and method."""


def board_stream(
    client: Client, limits: Limits, engine: str, steps: bool, cancelled: Callable[[], bool]
) -> Stream[BoardQuestion]:
    """Return the stream that solves boards; a board that is refused, or deadly, gives a row with the error."""
    from taquin import __version__

    def job(chunk: tuple[BoardQuestion, ...], flag: str) -> BoardJob:
        return BoardJob(__version__, chunk, limits, engine, steps, flag)

    way_on = "with --output FILE --resume the batch goes on from where it was"
    return Stream(client, solve_boards, job, cancelled, name="boards", way_on=way_on)
