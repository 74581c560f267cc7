# SPDX-License-Identifier: MIT
"""A disk that is full, from the start or from some moment on: a sentence, nothing half-written taken for whole.

The disk is a small file system in memory where this process may mount one; elsewhere a limit on the size of files, which refuses
writes in the same way.
"""

from __future__ import annotations

import contextlib
import os
import resource
import subprocess
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from tests.faults.jobs import Job
from tests.faults.world import Ran, World, expect, wait_until

AMPLE: Final = 256 << 20
PAGE: Final = 4096
WORDS: Final = ("no space left on device", "file too large", "cannot be kept")


def full_disk(world: World, job: Job) -> None:
    """Let it run out of disk, then make room and let it end."""
    job.prepare(world)
    if can_mount() and world.random.random() < 0.8:
        with _small_disk(world):
            _run_out(world, job)
            _resize(world.place, AMPLE)
            with contextlib.suppress(FileNotFoundError):
                (world.place / "junk").unlink()
            job.expect_whole(world)
    else:
        size = world.random.randrange(job.needs)
        ran = world.finish(job.begin(world, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))))
        _expect_manners(world, job, ran)
        job.expect_whole(world)


def _run_out(world: World, job: Job) -> None:
    """Run on a disk that is too small, or that somebody fills meanwhile."""
    if world.random.random() < 0.5:
        _resize(world.place, max(PAGE, world.random.randrange(job.needs) // PAGE * PAGE))
        ran = world.run(*job.command(world))
    else:
        process = job.begin(world)
        wait_until(lambda: job.begun(world) or process.poll() is not None)
        time.sleep(world.random.random() * job.seconds)
        _fill(world.place / "junk")
        ran = world.finish(process)
    _expect_manners(world, job, ran)


def _expect_manners(world: World, job: Job, ran: Ran) -> None:
    ran.ended(job.success, 2)
    told = any(words in ran.stderr.lower() for words in WORDS)
    world.hits += told
    expect(ran.code == job.success or told, f"it failed without saying why: {ran.said!r}")


def _fill(path: Path) -> None:
    with contextlib.suppress(OSError), path.open("wb", buffering=0) as junk:
        while True:
            junk.write(bytes(PAGE))


@contextlib.contextmanager
def _small_disk(world: World) -> Iterator[None]:
    place = world.folder / "disk"
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={AMPLE}", "taquin-faults", str(place)], check=True)
    world.place = place
    try:
        yield
    finally:
        world.close()  # whoever has a file open there
        subprocess.run(["umount", str(place)], check=True)


def _resize(place: Path, size: int) -> None:
    subprocess.run(["mount", "-o", f"remount,size={size}", str(place)], check=True)


@cache
def can_mount() -> bool:
    """Tell whether this process may mount a file system."""
    if os.getuid() != 0:
        return False
    with tempfile.TemporaryDirectory() as folder:
        if subprocess.run(["mount", "-t", "tmpfs", "taquin-faults", folder], capture_output=True, check=False).returncode:
            return False
        subprocess.run(["umount", folder], check=True)
    return True
