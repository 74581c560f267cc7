# SPDX-License-Identifier: MIT
"""kill -9 at random moments, several times over; then the same command goes on."""

from __future__ import annotations

import signal
import subprocess
import time

from tests.faults.jobs import Job
from tests.faults.world import World, expect

MOST_KILLS = 3
EDGE = 0.1
"""How often the moment is chosen when a file is being written, which is short and would seldom be met by chance."""


def kill(world: World, job: Job) -> None:
    """Kill it up to three times, look that nothing is lost, then let it end."""
    job.prepare(world)
    for _ in range(world.random.randint(1, MOST_KILLS)):
        before = job.kept(world)
        _kill_once(world, job)
        world.expect_nobody()
        lost = before - job.kept(world)
        expect(not lost, f"lost by a kill: {list(lost)[:3]}")
    before = job.kept(world)
    job.expect_whole(world)
    lost = before - job.kept(world)
    expect(not lost, f"lost by going on: {list(lost)[:3]}")


def _kill_once(world: World, job: Job) -> None:
    process = job.begin(world)
    if world.random.random() < EDGE:
        _wait_for_writing(world, process)
        world.strike(process, signal.SIGKILL, lambda: True, 0.002)
    else:
        world.strike(process, signal.SIGKILL, lambda: job.begun(world), job.seconds)


def _wait_for_writing(world: World, process: subprocess.Popen[str]) -> None:
    """Wait until a temporary file is there."""
    while process.poll() is None and not any(world.place.rglob("*.tmp")):
        time.sleep(0.0005)
