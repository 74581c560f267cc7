# SPDX-License-Identifier: MIT
"""Tables made ready before a search: building one may take minutes, so it is reported, and it stops when the search has to."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator

from taquin.clock import Clock
from taquin.tables.automata import load_automaton
from taquin.tables.partitions import load_plan
from taquin.tables.patterns import BuildCancelledError, BuildProgress, Plan
from taquin.tables.slides import SlideTable, load_slides


def make_ready(plan: Plan, threads: int, clock: Clock, report: Callable[[str], None]) -> None:
    """Load the tables of a plan, building what is missing; raise `Stopped` when somebody cancels or time is up."""
    with _stopped_by(clock):
        load_plan(plan, threads, _building(clock, report))


def make_slides_ready(
    tables: Iterable[SlideTable], threads: int, clock: Clock, report: Callable[[str], None]
) -> list[memoryview]:
    """Return tables that count slides, building what is missing; raise `Stopped` as `make_ready` does."""
    with _stopped_by(clock):
        return [load_slides(table, threads, _building(clock, report)) for table in tables]


def make_automaton_ready(rows: int, cols: int, clock: Clock) -> None:
    """Load the move automaton of a shape, building it if need be; raise `Stopped` as `make_ready` does."""
    with _stopped_by(clock):
        load_automaton(rows, cols, lambda: not clock.may_go_on())


def _building(clock: Clock, report: Callable[[str], None]) -> BuildProgress:
    def building(what: str, share: float) -> bool:
        report(f"building {what}: {share:.0%}")
        return clock.may_go_on()

    return building


@contextlib.contextmanager
def _stopped_by(clock: Clock) -> Iterator[None]:
    try:
        yield
    except BuildCancelledError:
        clock.check()  # says why
        raise
