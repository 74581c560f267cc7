# SPDX-License-Identifier: MIT
"""How much memory there is to spend on tables."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ASSUMED: Final = 4 << 30
"""Where the system does not tell."""


def available_memory() -> int:
    """Return the bytes that can be had without swapping: the machine's, or what its control group leaves."""
    return min(_machine(), _control_group())


def _machine() -> int:
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return ASSUMED
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")), ASSUMED)


def _control_group() -> int:
    try:
        most = Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii").strip()
        used = int(Path("/sys/fs/cgroup/memory.current").read_text(encoding="ascii"))
        return 1 << 62 if most == "max" else max(0, int(most) - used)
    except (OSError, ValueError):
        return 1 << 62
