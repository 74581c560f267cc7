# SPDX-License-Identifier: MIT
"""Waiting for what happens sooner or later: no test asserts how long something takes, and none sleeps in the hope that it has."""

import time
from collections.abc import Callable

HANGS = 120.0
"""Seconds after which something hangs, however busy the machine is."""


def wait_until(holds: Callable[[], object], what: str = "what was waited for") -> None:
    """Return as soon as something holds; fail where it does not for so long that it never will."""
    end = time.monotonic() + HANGS
    while not holds():
        assert time.monotonic() < end, f"{what} did not happen"
        time.sleep(0.01)


def wait_until_busy(pid: int, seconds: float = 0.1) -> None:
    """Wait until a process has computed for so long from now on: of what it then does, nothing else can be seen from here."""
    before = cpu_seconds(pid)
    wait_until(lambda: cpu_seconds(pid) >= before + seconds, f"work of process {pid}")


def cpu_seconds(pid: int) -> float:
    """Return for how long a process has computed."""
    import psutil  # type: ignore[import-untyped]  # it comes with the cluster

    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)
