# SPDX-License-Identifier: MIT
"""Tables made ready before a search: building one may take minutes, so it is reported, and it stops when the search has to."""

from __future__ import annotations

from collections.abc import Callable

from taquin.clock import Clock
from taquin.tables.partitions import load_plan
from taquin.tables.patterns import BuildCancelledError, Plan


def make_ready(plan: Plan, threads: int, clock: Clock, report: Callable[[str], None]) -> None:
    """Load the tables of a plan, building what is missing; raise `Stopped` when somebody cancels or time is up."""

    def building(what: str, share: float) -> bool:
        report(f"building {what}: {share:.0%}")
        return clock.may_go_on()

    try:
        load_plan(plan, threads, building)
    except BuildCancelledError:
        clock.check()  # says why
        raise
