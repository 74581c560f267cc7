# SPDX-License-Identifier: MIT
"""What this machine is: its cores, its memory, its processor, and the revision of Taquin that runs on it."""

from __future__ import annotations

import os
import time
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

ASSUMED_MEMORY: Final = 4 << 30
"""Where the system does not tell."""
LEAST_SPARE: Final = 256 << 20
"""A search may take this much whatever the system says: it may be wrong, and most searches need less."""
CONTROL_GROUP: Final = Path("/sys/fs/cgroup")
UNLIMITED: Final = 1 << 62


def usable_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def total_memory() -> int | None:
    """Return the bytes that the machine has, None where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None


@cache
def spare_memory() -> int:
    """Return what a search without a memory limit may take: most of what was available when this was first asked."""
    return max(LEAST_SPARE, available_memory() // 10 * 9)


def available_memory() -> int:
    """Return the bytes that can be had without swapping, as of a second ago: the machine's, or what its control group leaves."""
    return _available_in(int(time.monotonic()))


@lru_cache(maxsize=1)
def _available_in(_second: int) -> int:
    return min(_free_on_machine(), _free_in_control_group())


def _free_on_machine() -> int:
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return ASSUMED_MEMORY
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")), ASSUMED_MEMORY)


def _free_in_control_group() -> int:
    try:
        most = (CONTROL_GROUP / "memory.max").read_text(encoding="ascii").strip()
        used = int((CONTROL_GROUP / "memory.current").read_text(encoding="ascii"))
        return UNLIMITED if most == "max" else max(0, int(most) - used + _cached_files())
    except (OSError, ValueError):
        return UNLIMITED


def _cached_files() -> int:
    """Return the bytes of files that the control group is charged for, which the system drops when memory is short."""
    lines = (CONTROL_GROUP / "memory.stat").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(("inactive_file ", "active_file ")))


def private_memory(pid: int) -> int:
    """Return the bytes that a process shares with nobody, 0 where the system does not tell."""
    try:
        _, resident, shared, *_ = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()
    except OSError:
        return 0
    return (int(resident) - int(shared)) * 4096


def processor() -> str:
    """Return the name of the processor as well as the system knows it."""
    import platform  # slow to import, as all below is seldom asked for

    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def revision() -> str | None:
    """Return the commit of the source tree this package runs from, marked where it was changed; None elsewhere."""
    import subprocess

    git = ["git", "-C", str(Path(__file__).parent)]
    try:
        # An installed copy may lie in somebody else's repository: ours has the package under version control.
        subprocess.run([*git, "ls-files", "--error-unmatch", "solver.py"], capture_output=True, check=True, timeout=10)
        told = subprocess.run([*git, "describe", "--always", "--dirty"], capture_output=True, text=True, check=True, timeout=10)
    except (OSError, subprocess.SubprocessError):
        return None
    return told.stdout.strip() or None


def describe_machine() -> dict[str, Any]:
    """Describe this machine: system, processor, cores, memory."""
    import platform

    return {
        "system": f"{platform.system()} {platform.release()}",
        "processor": processor(),
        "cores": usable_cores(),
        "memory": total_memory(),
    }
