# SPDX-License-Identifier: MIT
"""One search on the card: its limits and counters, the tables and buffers it gets, and how it ends.

The card searches for one board (`proof`) or for many (`batch`). Meanwhile the processor looks for a short path of a large board:
an answer at every moment, and often the last iteration saved. So it does for `short_path`.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Self, TypeVar

from taquin import reasons
from taquin.board import moves_of_codes
from taquin.clock import Clock, Stopped
from taquin.compiled_core import core_is_built
from taquin.engines.gpu.device import CardMemoryError, choose_device, cupy, memory_errors
from taquin.engines.gpu.launch import LAUNCH_SECONDS, UNLIMITED, Launcher, Work
from taquin.engines.gpu.layout import MAX_LENGTH, Layout
from taquin.engines.gpu.tables import TABLES, Shelf, free_memory, launcher_of
from taquin.methods.quick_path import QuickPath, quick_path
from taquin.question import Question
from taquin.reasons import Cause, Reason
from taquin.solution import Limits, Observer, Outcome, Progress, Stats, Status

Found = TypeVar("Found")
ONE_AT_A_TIME: Final = threading.Lock()
"""Searches share the card's buffers."""
TOO_LITTLE_MEMORY: Final = Reason(
    Cause.OUT_OF_MEMORY, "the card has too little memory for these tables; name smaller groups, such as pdb:5-5-5"
)
SMALLEST_FOR_INCUMBENT: Final = 17
"""Cells from which a short path is looked for: smaller boards are solved before it has begun."""
INCUMBENT_SECONDS: Final = 60.0
"""What the processor spends on it at most, where the path is not what was asked for."""


class Incumbent:
    """The best path known so far, searched for in the background; none without the compiled core, or on a small board."""

    def __init__(self, question: Question, seconds: float | None = INCUMBENT_SECONDS, boards: int | None = None) -> None:
        """Take the seconds that it may spend, and how many boards it may generate."""
        self.length: int | None = None
        """Moves of the best path so far."""
        self._question = question
        self._seconds = seconds
        self._boards = boards
        self._stop = threading.Event()
        self._found: QuickPath | None = None
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        """Begin to look for one."""
        if len(self._question.goal.tiles) >= SMALLEST_FOR_INCUMBENT and core_is_built():
            self._thread = threading.Thread(target=self._search, name="taquin-incumbent", daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop looking."""
        self.take()

    def take(self) -> QuickPath | None:
        """Stop looking and return what was found."""
        if self._thread is None:
            return None
        self._stop.set()
        self._thread.join()
        return self._found

    @property
    def path(self) -> bytes | None:
        """The moves of the best path, None while it is still looked for: until then only their number is told."""
        return None if self._found is None else self._found.moves

    def goes_on(self, seconds: float) -> bool:
        """Wait for its end, at most so long, and tell whether it has not come."""
        if self._thread is None:
            return False
        self._thread.join(seconds)
        return self._thread.is_alive()

    def _search(self) -> None:
        self._found = quick_path(self._question, self._seconds, self._boards, self._improved, self._stop.is_set)

    def _improved(self, length: int, _seconds: float) -> None:
        self.length = length


class ProvenError(Exception):
    """The best path known is as short as the bound that the card has come to."""


class CardRun:
    """A search on the card, under way."""

    def __init__(self, limits: Limits, observer: Observer, incumbent: Incumbent | None = None) -> None:
        self.limits = limits
        self.clock = Clock(limits, observer)
        self.used = ""
        """The pattern databases, for the answer."""
        self.work = Work(generated=1)  # the root
        self.lower_bound = 0
        self._incumbent = incumbent
        self._iterations = 0
        self._bytes = 0  # of tables and buffers
        self._shelf: Shelf | None = None
        self._most_bytes = 0  # at once

    def guarded(self, search: Callable[[], Found]) -> Found | Outcome:
        """Run a search; what ends it early becomes an outcome."""
        with on_the_card(), self._incumbent or contextlib.nullcontext():
            self.clock.restart()  # the wait for the card is not the search's
            found = self._ended(search)
            if self.work.beams:
                cupy().get_default_memory_pool().free_all_blocks()  # what a beam had when it was stopped
            return found

    def _ended(self, search: Callable[[], Found]) -> Found | Outcome:
        try:
            return search()
        except ProvenError:
            return self.outcome(Status.OPTIMAL)
        except Stopped as stopped:
            return self.outcome(stopped.status, stopped.reason)
        except memory_errors():
            TABLES.drop()
            reason = TOO_LITTLE_MEMORY if self.limits.memory is None else reasons.memory_limit(self.limits.memory)
            return self.outcome(Status.LIMIT, reason)

    def launcher(self, layout: Layout, path_words: int, prune: bool, shelf: Shelf | None = None) -> Launcher:
        """Get tables, automaton and buffers ready; tables that had to be built get files, or places on a shelf."""
        memory = self.limits.memory
        if memory is not None and memory <= layout.table_bytes:
            raise CardMemoryError
        self._peak_memory()
        self._bytes = self.work.beam_bytes = 0
        TABLES.install(layout, self._report_build, shelf)
        launcher = launcher_of(layout, path_words, prune, None if memory is None else memory - layout.table_bytes)
        launcher.work = self.work
        self._bytes, self._shelf = layout.table_bytes + launcher.bytes, shelf
        self._peak_memory()
        return launcher

    def has_room_for(self, layout: Layout) -> bool:
        """Tell whether other tables could take the place of the present ones; twice their size is enough to build them."""
        needed = 2 * layout.table_bytes
        return needed <= min(free_memory(), self.limits.memory or needed)

    def outcome(self, status: Status, reason: Reason | None = None, moves: Sequence[int] | None = None) -> Outcome:
        """Return how the search ended; without moves of its own, with the best path that is known."""
        if moves is None:
            moves = self._known_path()
        path = None if moves is None else moves_of_codes(moves)
        return Outcome(status, path, self.lower_bound, reason, self.stats(), heuristic=self.used)

    def _known_path(self) -> bytes | None:
        found = None if self._incumbent is None else self._incumbent.take()
        moves = None if found is None else found.moves
        return None if moves is None or len(moves) > self.most_moves() else moves

    def most_moves(self) -> int:
        """Return the length that no path may exceed."""
        return MAX_LENGTH if self.limits.depth is None else self.limits.depth

    def stats(self) -> Stats:
        """Return the counters so far."""
        return Stats(
            generated=self.work.generated,
            max_depth=self.lower_bound,
            iterations=max(self._iterations, 1),
            elapsed=self.clock.elapsed(),
            peak_memory=self._peak_memory(),
        )

    def _peak_memory(self) -> int:
        held = 0 if self._shelf is None else self._shelf.bytes
        self._most_bytes = max(self._most_bytes, self._bytes + held + self.work.beam_bytes)
        return self._most_bytes

    def begin_iteration(self, bound: int) -> None:
        """Count an iteration; one that was broken off begins twice and counts once."""
        self._iterations += bound > self.lower_bound or not self._iterations
        self.lower_bound = max(self.lower_bound, bound)

    def before_launch(self) -> tuple[float, int]:
        """Report, and return the seconds and nodes that the next launch may take; raise if the search is to end."""
        self.clock.report(self._progress)
        known = self._known_length()
        if known is not None and known <= min(self.lower_bound, self.most_moves()):
            raise ProvenError
        generated = self.work.generated
        self.clock.check(generated)
        seconds = self.clock.seconds_left()
        nodes = UNLIMITED if self.limits.nodes is None else self.limits.nodes - generated
        return LAUNCH_SECONDS if seconds is None else min(seconds, LAUNCH_SECONDS), nodes

    def _report_build(self, table: str, share: float) -> None:
        self.clock.report(lambda: self._progress(f"building {table}: {share:.0%}"))
        self.clock.check()

    def _progress(self, stage: str = "") -> Progress:
        stats = self.stats()
        return Progress(stats, 0, self.lower_bound, stats.generated / stats.elapsed, stage, self._known_length())

    def _known_length(self) -> int | None:
        return None if self._incumbent is None else self._incumbent.length


@contextlib.contextmanager
def on_the_card() -> Iterator[None]:
    """Have the chosen card, and have it alone."""
    with ONE_AT_A_TIME, cupy().cuda.Device(choose_device().ordinal):
        yield
