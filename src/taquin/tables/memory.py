# SPDX-License-Identifier: MIT
"""How much memory there is to spend on tables and searches."""

from __future__ import annotations

import contextlib
import mmap
import time
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

ASSUMED: Final = 4 << 30
"""Where the system does not tell."""
LEAST_SPARE: Final = 256 << 20
"""A search may take this much whatever the system says: it may be wrong, and most searches need less."""
CONTROL_GROUP: Final = Path("/sys/fs/cgroup")


@cache
def spare_memory() -> int:
    """Return what a search without a memory limit may take: most of what was available when this was first asked."""
    return max(LEAST_SPARE, available_memory() // 10 * 9)


def available_memory() -> int:
    """Return the bytes that can be had without swapping, as of a second ago: the machine's, or what its control group leaves."""
    return _available_in(int(time.monotonic()))


@lru_cache(maxsize=1)
def _available_in(_second: int) -> int:
    return min(_machine(), _control_group())


def in_huge_pages(table: memoryview) -> memoryview:
    """Return a copy whose random access costs fewer page-table walks; the table itself where there is no room for one."""
    if not hasattr(mmap, "MADV_HUGEPAGE") or not table:
        return table
    try:
        memory = mmap.mmap(-1, len(table), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError:  # this process may not have so much
        return table
    with contextlib.suppress(OSError):  # a hint: a kernel without huge pages refuses it
        memory.madvise(mmap.MADV_HUGEPAGE)
    memory[:] = table
    return memoryview(memory).toreadonly()


def _machine() -> int:
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return ASSUMED
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")), ASSUMED)


def _control_group() -> int:
    try:
        most = (CONTROL_GROUP / "memory.max").read_text(encoding="ascii").strip()
        used = int((CONTROL_GROUP / "memory.current").read_text(encoding="ascii"))
        return 1 << 62 if most == "max" else max(0, int(most) - used + _cached_files())
    except (OSError, ValueError):
        return 1 << 62


def _cached_files() -> int:
    """Return the bytes of files that the control group is charged for, which the system drops when memory is short."""
    lines = (CONTROL_GROUP / "memory.stat").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(("inactive_file ", "active_file ")))
