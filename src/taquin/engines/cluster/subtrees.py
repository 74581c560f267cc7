# SPDX-License-Identifier: MIT
"""One hard board on many machines: the iterations of `optimal`, with the subtrees searched by workers."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import TYPE_CHECKING, Final

from taquin.engines.cluster.connect import workers_of
from taquin.engines.cluster.work import SubtreeJob, SubtreeResult, WrongVersionError, search_subtrees
from taquin.errors import EngineError
from taquin.methods.optimal import OptimalRun, Stage
from taquin.methods.solvers import usual_databases
from taquin.question import Question
from taquin.solution import Observer
from taquin.tables.partitions import load_plan
from taquin.tables.store import checksum

if TYPE_CHECKING:
    from distributed import Client, Future

    from taquin._core import OptimalSolver

CHUNK_SECONDS: Final = 3.0
"""What a job should take: long enough to be worth sending, short enough to lose."""
FIRST_CHUNK: Final = 8
LARGEST_CHUNK: Final = 2000
JOBS_PER_WORKER: Final = 3
"""Jobs on their way at once, so that no worker waits for its next."""
POLL_SECONDS: Final = 0.1
SCHEDULER_GONE: Final = "the scheduler of the cluster is gone; with --checkpoint FILE the search goes on from where it was"


class ClusterRun(OptimalRun):
    """A run whose subtrees are searched by workers."""

    def __init__(self, client: Client, question: Question, observer: Observer) -> None:
        super().__init__(question, observer)
        self.client = client
        self.flag = f"taquin-stop-{uuid.uuid4().hex}"
        self.seconds_per_root = 0.0
        self.refused: set[str] = set()

    def _stages(self) -> Iterator[Stage]:
        """Use one set of tables for each end: all machines build them once."""
        named = self.method.heuristic
        if named is not None:
            yield Stage(named.name)
        else:
            yield from self._from_either_end(usual_databases(self.question.goal, self.limits.memory))

    def _iterate(self, solver: OptimalSolver, stage: Stage) -> tuple[bytes | None, str]:
        checkpoint: Path | None = self.method["checkpoint"]
        return self._search_by_roots(solver, stage, checkpoint)

    def _search_roots(
        self, solver: OptimalSolver, paths: list[bytes], bound: int, finished: Callable[[int, int], None]
    ) -> tuple[int, bytes | None, str]:
        """Send the roots out in chunks of a few seconds and take in what comes back."""
        from distributed import Event

        event = Event(self.flag, client=self.client)
        campaign = Campaign(self, paths, bound, finished)
        try:
            return campaign.run()
        except (OSError, CancelledError) as error:
            raise EngineError(SCHEDULER_GONE) from error
        finally:
            with contextlib.suppress(Exception):  # Dask raises many kinds where nobody is left to tell; the search ended before
                event.set()  # whatever is still running stops within a second
                campaign.cancel()
                event.clear()

    def checksums(self) -> tuple[str, ...]:
        """What the tables of this machine are."""
        return tuple(checksum(table) for table in load_plan(self._plan(self.used)))


class Campaign:
    """The jobs of one iteration: sent, awaited, sent again where a worker was lost."""

    def __init__(self, run: ClusterRun, paths: list[bytes], bound: int, finished: Callable[[int, int], None]) -> None:
        self.search = run
        self.paths = paths
        self.bound = bound
        self.finished = finished
        self.waiting = list(range(len(paths)))
        self.waiting.reverse()
        self.on_the_way: dict[Future, tuple[int, ...]] = {}
        self.nodes = 0
        self.done = 0
        self.sent = 0
        self.checksums = run.checksums()

    def run(self) -> tuple[int, bytes | None, str]:
        """Return the nodes, the moves if solved, and what stopped it."""
        search = self.search
        begun = search.nodes
        while self.waiting or self.on_the_way:
            self._send()
            moves = self._receive()
            search.nodes = begun + self.nodes
            if moves is not None:
                return self.nodes, moves, ""
            workers = len(self._workers())
            search.report(f"{workers} workers, {self.done:,} of {len(self.paths):,} subtrees of bound {self.bound}")
            if search.clock.cancelled():
                return self.nodes, None, "cancelled"
            if search.clock.seconds_left() == 0:
                return self.nodes, None, "time"
            if search.limits.nodes is not None and search.nodes >= search.limits.nodes:
                return self.nodes, None, "nodes"
        return self.nodes, None, ""

    def cancel(self) -> None:
        """Take back what has not begun."""
        if self.on_the_way:
            self.search.client.cancel(list(self.on_the_way), force=True)
            self.on_the_way.clear()

    def _workers(self) -> list[str]:
        return [address for address in workers_of(self.search.client) if address not in self.search.refused]

    def _send(self) -> None:
        workers = self._workers()
        if not workers and self.search.refused:
            raise EngineError(f"no worker runs this version of Taquin: {'; '.join(sorted(self.search.refused))}")
        while self.waiting and len(self.on_the_way) < JOBS_PER_WORKER * max(1, len(workers)):
            roots = tuple(self.waiting.pop() for _ in range(min(self._chunk(), len(self.waiting))))
            self.on_the_way[self._submit(roots, workers)] = roots

    def _submit(self, roots: tuple[int, ...], workers: list[str]) -> Future:
        from taquin import __version__

        search = self.search
        job = SubtreeJob(
            __version__,
            search.end.question.goal,
            search.end.question.start,
            search.used,
            self.checksums,
            search.method["automaton"],
            self.bound,
            roots,
            tuple(self.paths[root] for root in roots),
            search.flag,
        )
        self.sent += 1
        key = f"taquin-bound-{self.bound}-roots-{roots[0]}-{roots[-1]}-{search.flag[-8:]}-{self.sent}"
        # Only workers that were not refused; a worker that joins later is asked when it is there.
        only = workers if search.refused else None
        return search.client.submit(search_subtrees, job, key=key, workers=only, pure=False, retries=3)

    def _chunk(self) -> int:
        """How many roots make a job of the right length, by what was measured."""
        per_root = self.search.seconds_per_root
        if not per_root:
            return FIRST_CHUNK
        return max(1, min(LARGEST_CHUNK, int(CHUNK_SECONDS / per_root)))

    def _receive(self) -> bytes | None:
        """Take in the jobs that have ended; return the moves if one found the goal."""
        from distributed import wait

        with contextlib.suppress(TimeoutError):
            wait(list(self.on_the_way), timeout=POLL_SECONDS, return_when="FIRST_COMPLETED")
        for future in [future for future in self.on_the_way if future.done()]:
            roots = self.on_the_way.pop(future)
            result = self._result(future, roots)
            if result is None:
                continue
            self.nodes += result.nodes
            if result.moves is not None:
                return result.moves
            self._count(result, roots)
        return None

    def _count(self, result: SubtreeResult, roots: tuple[int, ...]) -> None:
        for root, nodes in result.finished:
            self.finished(root, nodes)
        self.done += len(result.finished)
        missing = set(roots) - {root for root, _ in result.finished}
        self.waiting.extend(sorted(missing, reverse=True))
        if result.finished:
            measured = result.seconds / len(result.finished)
            before = self.search.seconds_per_root
            self.search.seconds_per_root = 0.7 * before + 0.3 * measured if before else measured

    def _result(self, future: Future, roots: tuple[int, ...]) -> SubtreeResult | None:
        """Return what a job gave, None after putting its roots back."""
        error = future.exception() if future.status == "error" else None
        if error is None and future.status == "finished":
            result: SubtreeResult = future.result()
            return result
        self.waiting.extend(reversed(roots))
        if isinstance(error, WrongVersionError):
            self._refuse(str(error))
        elif future.status in ("lost", "cancelled") and self.search.client.status != "running":
            raise EngineError(SCHEDULER_GONE)
        elif error is not None and not _is_lost_worker(error):
            raise error
        return None

    def _refuse(self, reason: str) -> None:
        """Leave out the workers of another version from now on."""
        from taquin import __version__

        versions = self.search.client.run(_version)
        for address, version in versions.items():
            if version != __version__:
                self.search.refused.add(address)
        if not self.search.refused:
            raise EngineError(reason)


def _version() -> str:
    from taquin import __version__

    return __version__


def _is_lost_worker(error: BaseException) -> bool:
    from distributed import KilledWorker

    return isinstance(error, KilledWorker)
