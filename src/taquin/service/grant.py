# SPDX-License-Identifier: MIT
"""What a page is granted: the bounds on its searches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from taquin.machine import total_memory

GIB: Final = 2**30


def default_memory(searches: int) -> int:
    """Give every search its share of half the machine, 1 GiB at most."""
    machine = total_memory() or 8 * GIB  # not every system tells
    return max(64 * 2**20, min(GIB, machine // (2 * searches)))


@dataclass(frozen=True)
class Grant:
    """Bounds on searches and hints, the defaults fit for a laptop."""

    concurrent: int = 6
    """Searches that run at once: as many as a race has lanes."""
    max_time: float = 600.0
    """Most seconds of a search."""
    default_time: float = 60.0
    """Seconds of a search that asks for no limit."""
    anytime_time: float = 3.0
    """The same for `anytime`, which would use up whatever it is given."""
    max_memory: int = field(default_factory=lambda: default_memory(Grant.concurrent))
    """Most bytes of a search, also when it asks for no limit."""
    max_trace: int = 20_000
    """Most expansions that a search reports."""
    trace_cells: int = 1_000_000
    """Most tiles in all reported expansions together: a large board gets fewer of them."""
    hint_time: float = 2.0
    """Seconds for the shortest path of a hint, and half of that again for any path."""
    hint_memory: int = 256 * 2**20
    """Bytes for a hint."""
    own_code: bool = False
    """Whether heuristics of the visitor's own may run, as `module:function`: only on the visitor's own machine."""
