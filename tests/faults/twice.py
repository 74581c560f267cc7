# SPDX-License-Identifier: MIT
"""Two of the same at once: one does the work, the other waits or is told; nothing comes out twice or wrong."""

from __future__ import annotations

import time

from tests.faults.jobs import Job
from tests.faults.world import Ran, World, expect

TOLD = ("another run is writing to it", "exists already")


def twice(world: World, job: Job) -> None:
    """Start two a random moment apart, let both end, and look at what they made."""
    job.prepare(world)
    first = job.begin(world)
    time.sleep(world.random.random() ** 2 * job.seconds)
    if first.poll() is None:
        world.hits += 1
    second = job.begin(world)
    ended = [world.finish(each) for each in (first, second)]
    expect(any(_did_it(job, ran) for ran in ended), f"none did the work: {[ran.said for ran in ended]}")
    for ran in ended:
        if not _did_it(job, ran):
            expect(job.refuses_second, f"it should have waited, and said {ran.said!r}")
            ran.ended(2)
    job.expect_whole(world)


def _did_it(job: Job, ran: Ran) -> bool:
    return ran.code == job.success and not any(words in ran.stderr for words in TOLD)
