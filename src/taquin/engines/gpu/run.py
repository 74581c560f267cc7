# SPDX-License-Identifier: MIT
"""A search on the card within its limits, for one board (see `proof`) or a batch: the counterpart of `taquin.engines.optimal`."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from taquin import reasons
from taquin.board import Board, Move
from taquin.engines.gpu.batch import LONGEST, PATH_WORDS, BatchResult, solve_batch
from taquin.engines.gpu.compiling import cupy
from taquin.engines.gpu.device import choose_device
from taquin.engines.gpu.incumbent import Incumbent
from taquin.engines.gpu.launch import LAUNCH_SECONDS, NO_CAP, OutOfMemoryError
from taquin.engines.gpu.layout import MAX_LENGTH, Layout
from taquin.engines.gpu.solvers import TABLES, free_memory, launcher_of, layout_of, usual_databases
from taquin.engines.gpu.tables import Shelf
from taquin.solution import Limits, Observer, Outcome, Progress, SilentObserver, Stats, Status
from taquin.tables.patterns import BuildCancelledError

MOVES: Final = tuple(Move)
ONE_AT_A_TIME: Final = threading.Lock()
REPORT_INTERVAL: Final = 0.1
TOO_LITTLE_MEMORY: Final = "the card has too little memory for these tables; name smaller groups, such as pdb:5-5-5"

TOO_LONG: Final = f"batches carry paths of up to {LONGEST} moves; solve this board alone"


class StoppedError(Exception):
    """A limit was reached or somebody cancelled."""

    def __init__(self, status: Status, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


class ProvenError(Exception):
    """The best path known is as short as the bound that the card has come to."""


class GpuRun:
    """A search under way, watched from outside."""

    def __init__(self, limits: Limits, observer: Observer, incumbent: Incumbent | None = None) -> None:
        self.limits = limits
        self.observer = observer
        self.begin = time.perf_counter()
        self.next_report = self.begin + REPORT_INTERVAL
        self.used = ""
        self.lower_bound = 0
        self.iterations = 0
        self.memory: Callable[[], int] = lambda: 0
        self.incumbent = incumbent
        self.generated: Callable[[], int] = lambda: 1
        self.has_beamed: Callable[[], bool] = lambda: False

    def guarded(self, search: Callable[[], Outcome]) -> Outcome:
        """Run a search and turn what ends it early into its status; one at a time, for they share the card's buffers."""
        with ONE_AT_A_TIME, cupy().cuda.Device(choose_device().ordinal), self.incumbent or contextlib.nullcontext():
            self.begin = time.perf_counter()  # the wait for the card is not the search's
            outcome = self._ended(search)
            if self.has_beamed():
                cupy().get_default_memory_pool().free_all_blocks()  # what a beam had when it was stopped
            return outcome

    def _ended(self, search: Callable[[], Outcome]) -> Outcome:
        try:
            return search()
        except ProvenError:
            return self.outcome(Status.OPTIMAL)
        except StoppedError as stopped:
            return self.outcome(stopped.status, stopped.reason)
        except BuildCancelledError:
            return self.outcome(*self._why_stopped())
        except OutOfMemoryError:
            return self.outcome(Status.LIMIT, self._memory_reason())
        except cupy().cuda.memory.OutOfMemoryError:
            TABLES.forget()
            return self.outcome(Status.LIMIT, self._memory_reason())

    def _memory_reason(self) -> str:
        return TOO_LITTLE_MEMORY if self.limits.memory is None else reasons.memory_limit(self.limits.memory)

    def launcher(self, layout: Layout, path_words: int, prune: bool, shelf: Shelf | None = None) -> Any:
        """Get tables, automaton and buffers ready; tables that had to be built get files, or places on a shelf."""
        tables = 4 * layout.first_words[-1]
        memory = self.limits.memory
        if memory is not None and memory <= tables:
            raise OutOfMemoryError
        self._let_go()
        TABLES.get(layout, self._building, shelf)
        launcher = launcher_of(layout, path_words, prune, None if memory is None else memory - tables)
        launcher.work.beam_bytes = 0
        self.has_beamed = lambda: launcher.work.beam_bytes > 0
        most = self.memory()
        held = 0 if shelf is None else shelf.bytes
        self.memory = lambda: max(most, tables + held + launcher.bytes + launcher.work.beam_bytes)
        done = launcher.work.generated - self.generated()
        self.generated = lambda: launcher.work.generated - done
        return launcher

    def _let_go(self) -> None:
        """Keep the counters, but not the buffers, of an earlier launcher."""
        generated, memory, has_beamed = self.generated(), self.memory(), self.has_beamed()
        self.generated, self.memory, self.has_beamed = lambda: generated, lambda: memory, lambda: has_beamed

    def has_room_for(self, layout: Layout) -> bool:
        """Tell whether other tables could take the place of the present ones; twice their size is enough to build them."""
        needed = 2 * 4 * layout.first_words[-1]
        return needed <= min(free_memory(), self.limits.memory or needed)

    def batch(self, tiles: Any, goal: Board, prune: bool) -> BatchResult:
        """Solve many boards, rows of tiles."""
        self.used = usual_databases(goal, free_memory())
        launcher = self.launcher(layout_of(goal, self.used), PATH_WORDS, prune)
        return solve_batch(launcher, tiles, goal, self.watch)

    def outcome(self, status: Status, reason: str = "", moves: Sequence[int] | None = None) -> Outcome:
        """Close the books; without moves of its own, with the best path that is known."""
        if moves is None and self.incumbent is not None:
            moves = self._known_path()
        path = None if moves is None else tuple(map(MOVES.__getitem__, moves))
        return Outcome(status, path, self.lower_bound, reason, self.stats(), heuristic=self.used)

    def _known_path(self) -> bytes | None:
        moves = None if self.incumbent is None else self.incumbent.take()
        return None if moves is None or len(moves) > self.most_moves() else moves

    def most_moves(self) -> int:
        """Return the length that no path may exceed."""
        return MAX_LENGTH if self.limits.depth is None else self.limits.depth

    def stats(self) -> Stats:
        """Return the counters so far."""
        elapsed = time.perf_counter() - self.begin
        return Stats(self.generated(), 0, 0, self.lower_bound, max(self.iterations, 1), elapsed, self.memory())

    def iteration(self, bound: int) -> None:
        """Hear of a new iteration."""
        self.iterations += bound > self.lower_bound or not self.iterations  # one that was broken off begins twice
        self.lower_bound = max(self.lower_bound, bound)

    def watch(self) -> tuple[float, int]:
        """Report, and say what the next launch may take; `StoppedError` when it may take nothing."""
        self._report("")
        known = None if self.incumbent is None else self.incumbent.length
        if known is not None and known <= min(self.lower_bound, self.most_moves()):
            raise ProvenError
        if self.observer.cancelled():
            raise StoppedError(Status.CANCELLED, reasons.CANCELLED)
        seconds, nodes = self._seconds_left(), self._nodes_left()
        if seconds <= 0:
            raise StoppedError(Status.LIMIT, reasons.time_limit(self.limits.time))
        if nodes <= 0:
            raise StoppedError(Status.LIMIT, reasons.node_limit(self.limits.nodes))
        return min(seconds, LAUNCH_SECONDS), nodes

    def _building(self, what: str, share: float) -> bool:
        self._report(f"building {what}: {share:.0%}")
        return not self.observer.cancelled() and self._seconds_left() > 0

    def _why_stopped(self) -> tuple[Status, str]:
        if self.observer.cancelled():
            return Status.CANCELLED, reasons.CANCELLED
        return Status.LIMIT, reasons.time_limit(self.limits.time)

    def _seconds_left(self) -> float:
        return float("inf") if self.limits.time is None else self.limits.time - (time.perf_counter() - self.begin)

    def _nodes_left(self) -> int:
        return NO_CAP << 16 if self.limits.nodes is None else self.limits.nodes - self.generated()

    def _report(self, stage: str) -> None:
        now = time.perf_counter()
        if now >= self.next_report:
            self.next_report = now + REPORT_INTERVAL
            stats = self.stats()
            known = None if self.incumbent is None else self.incumbent.length
            self.observer.progress(Progress(stats, 0, self.lower_bound, stats.generated / stats.elapsed, stage, known))


def solve_tiles(tiles: Any, goal: Board, prune: bool = True, observer: Observer | None = None) -> BatchResult:
    """Find shortest paths of many boards of up to 16 cells, rows of tiles in a NumPy array, all of them solvable."""
    run = GpuRun(Limits(), observer or SilentObserver())
    with ONE_AT_A_TIME, cupy().cuda.Device(choose_device().ordinal):
        return run.batch(tiles, goal, prune)


def solve_boards(starts: Sequence[Board], goal: Board, prune: bool, observer: Observer) -> list[Outcome]:
    """Find shortest paths of many boards of up to 16 cells at once; each gets an equal share of the counters."""
    run = GpuRun(Limits(), observer)
    outcomes: list[Outcome] = []

    def search() -> Outcome:
        result = run.batch(np.array([start.tiles for start in starts], dtype=np.uint8), goal, prune)
        stats = run.stats()
        generated, elapsed = stats.generated // len(starts), stats.elapsed / len(starts)
        for number, length in enumerate(map(int, result.lengths)):
            counted = Stats(generated, 0, 0, max(length, 0), 1, elapsed, stats.peak_memory)
            moves = tuple(map(MOVES.__getitem__, result.moves(number))) if length >= 0 else None
            status, reason = (Status.OPTIMAL, "") if length >= 0 else (Status.LIMIT, TOO_LONG)
            outcomes.append(Outcome(status, moves, max(length, 0), reason, counted, heuristic=run.used))
        return outcomes[0]

    ended = run.guarded(search)
    return outcomes or [ended] * len(starts)
