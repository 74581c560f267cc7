# SPDX-License-Identifier: MIT
"""A cluster on this machine: one of its workers killed in the middle of a batch, which costs nothing but time."""

from __future__ import annotations

import os
import signal
import time

from tests.faults.jobs import JOBS
from tests.faults.world import World, expect, wait_until


def cluster(world: World) -> None:
    """Kill a worker of `batch --cluster local:2`; the rows are those of a local run."""
    job = JOBS["batch"]
    job.prepare(world)
    command = job.command(world)
    del command[command.index("--jobs") : command.index("--jobs") + 2]
    process = world.start(*command, "--cluster", "local:2")
    wait_until(lambda: job.kept(world) or process.poll() is not None)
    time.sleep(world.random.random() * job.seconds)
    workers = world.left_as("spawn_main")  # not the process that looks after their locks
    if workers and process.poll() is None:
        world.hits += 1
        os.kill(world.random.choice(workers), signal.SIGKILL)
    ran = world.finish(process).ended(job.success)
    found = job.result(world, ran)
    expect(found == job.truth, "the rows are not those of a local run")
    world.expect_nobody()
