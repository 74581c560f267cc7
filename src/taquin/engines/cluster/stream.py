# SPDX-License-Identifier: MIT
"""Many boards on many machines: chunks of a few seconds out, rows back as they are finished."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

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
SCHEDULER_GONE: Final = "the scheduler of the cluster is gone; with --output FILE --resume the batch goes on from where it was"

Question = tuple[int, Board, Board, Method]
Row = dict[str, Any]


class BoardStream:
    """Sends boards to the workers of a client and gives back their rows, in the order in which they are finished."""

    def __init__(self, client: Client, limits: Limits, engine: str, steps: bool, cancelled: Callable[[], bool]) -> None:
        self.client = client
        self.limits = limits
        self.engine = engine
        self.steps = steps
        self.cancelled = cancelled
        self.flag = f"taquin-stop-{uuid.uuid4().hex}"
        self.on_the_way: dict[Future, tuple[Question, ...]] = {}
        self.again: list[Question] = []
        self.seconds_per_board = 0.0

    def solve(self, questions: Iterable[Question]) -> Iterator[tuple[int, Row]]:
        """Yield (index, row) for every question, until all are answered or somebody cancels."""
        source = iter(questions)
        try:
            more = True
            while (more or self.again or self.on_the_way) and not self.cancelled():
                more = self._send(source) and more
                yield from self._receive()
        except (OSError, CancelledError) as error:
            raise EngineError(SCHEDULER_GONE) from error
        finally:
            with contextlib.suppress(OSError, CancelledError):  # nobody is left to tell
                self._stop()

    def _send(self, source: Iterator[Question]) -> bool:
        """Keep every worker busy; return whether the source may have more."""
        workers = max(1, len(self.client.scheduler_info(n_workers=-1)["workers"]))
        while len(self.on_the_way) < JOBS_PER_WORKER * workers:
            chunk = tuple(self.again) or tuple(islice(source, self._chunk()))
            self.again = []
            if not chunk:
                return False
            self._submit(chunk)
        return True

    def _submit(self, chunk: tuple[Question, ...]) -> None:
        from taquin import __version__

        job = BoardJob(__version__, chunk, self.limits, self.engine, self.steps, self.flag)
        key = f"taquin-boards-{chunk[0][0]}-{chunk[-1][0]}-{uuid.uuid4().hex[:8]}"
        self.on_the_way[self.client.submit(solve_boards, job, key=key, pure=False, retries=3)] = chunk

    def _chunk(self) -> int:
        if not self.seconds_per_board:
            return 1
        return max(1, min(LARGEST_CHUNK, int(CHUNK_SECONDS / self.seconds_per_board)))

    def _receive(self) -> Iterator[tuple[int, Row]]:
        from distributed import wait

        with contextlib.suppress(TimeoutError):
            wait(list(self.on_the_way), timeout=POLL_SECONDS, return_when="FIRST_COMPLETED")
        for future in [future for future in self.on_the_way if future.done()]:
            chunk = self.on_the_way.pop(future)
            rows, seconds = self._result(future, chunk)
            answered = {index for index, _ in rows}
            self.again.extend(question for question in chunk if question[0] not in answered)
            if rows:
                measured = seconds / len(rows)
                self.seconds_per_board = 0.7 * self.seconds_per_board + 0.3 * measured if self.seconds_per_board else measured
            yield from rows

    def _result(self, future: Future, chunk: tuple[Question, ...]) -> tuple[list[tuple[int, Row]], float]:
        if future.status == "finished":
            result: tuple[list[tuple[int, Row]], float] = future.result()
            return result
        error = future.exception() if future.status == "error" else None
        if isinstance(error, WrongVersionError):
            raise EngineError(f"a worker was refused: {error}")
        if self.client.status != "running":
            raise EngineError(SCHEDULER_GONE)
        from distributed import KilledWorker

        if error is not None and not isinstance(error, KilledWorker):
            raise error
        return [], 0.0  # a lost worker: all of the chunk is sent again

    def _stop(self) -> None:
        from distributed import Event

        if self.on_the_way:
            Event(self.flag, client=self.client).set()
            self.client.cancel(list(self.on_the_way), force=True)
            self.on_the_way.clear()
