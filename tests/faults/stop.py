# SPDX-License-Identifier: MIT
"""Ctrl-C and SIGTERM at random moments: a sentence, exit code 130, everything that was done written down."""

from __future__ import annotations

import signal
from functools import partial

from tests.faults.jobs import Job
from tests.faults.world import World, catches, expect

INTERRUPTED = 130


def stop(world: World, job: Job) -> None:
    """Stop it once or twice, then let it end."""
    job.prepare(world)
    for _ in range(world.random.randint(1, 2)):
        before = job.kept(world)
        number = world.random.choice([signal.SIGINT, signal.SIGTERM])
        process = job.begin(world)
        # Before it listens, an interpreter that is still starting answers in its own way.
        ran = world.strike(process, number, partial(catches, process, signal.SIGTERM), job.seconds)
        if ran.code == -number and ran.said:
            continue  # it was done, and Python had taken down its handlers already: a shell reports 130 or 143
        ran.ended(INTERRUPTED, job.success)  # the second where it came too late
        told = any(word in ran.said for word in ("nterrupted", "cancelled"))
        expect(ran.code == job.success or told, f"it stopped without a word: {ran.said!r}")
        world.expect_nobody()
        expect(not before - job.kept(world), "lost by stopping")
        left = [name for name in job.leftovers(world) if name.endswith(".tmp")]
        expect(not left, f"left behind by stopping: {left}")
    job.expect_whole(world)
