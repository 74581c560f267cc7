# SPDX-License-Identifier: MIT
"""One round: a folder of its own, a seed, and every process that is started in it.

Whatever a round starts carries a mark in its environment, so that what it leaves behind is found when it ends.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

MARK: Final = "TAQUIN_FAULTS_ROUND"
PATIENCE: Final = 120.0
"""Seconds after which a process that has not ended counts as hanging, however busy the machine."""
GRACE: Final = 15.0
"""Seconds in which processes without a parent must be gone."""
LOOK_EVERY: Final = 0.002
RUDE: Final = ("Traceback", "internal error", "a defect of Taquin", "Exception ignored")
"""What no message may hold, whatever happened."""
LAUNCH: Final = (
    "import taquin.methods.checkpoint as c; c.FLUSH_INTERVAL = 0.01\n"  # so that short searches write a lot
    "from taquin.__main__ import run; run()"
)


class FaultError(AssertionError):
    """Something was lost, wrong, left behind or said badly."""


def expect(holds: object, complaint: str) -> None:
    """Complain unless it holds."""
    if not holds:
        raise FaultError(complaint)


@dataclass(frozen=True)
class Ran:
    """A process that has ended."""

    code: int
    stdout: str
    stderr: str

    def ended(self, *codes: int, saying: str | None = None) -> Ran:
        """Complain unless it ended with one of these codes, in good manners."""
        expect(self.code in codes, f"exit code {self.code}, expected {' or '.join(map(str, codes))}; it said {self.said!r}")
        rude = [word for word in RUDE if word in self.stderr]
        expect(not rude, f"it was rude: {self.said!r}")
        expect(saying is None or saying in self.said, f"it did not say {saying!r} but {self.said!r}")
        return self

    @property
    def said(self) -> str:
        """What people read."""
        return (self.stderr + self.stdout)[-3000:]


class World:
    """What one round has."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.place = folder
        """Where the job writes; a small disk when it is to be full."""
        self.random = random.Random(seed)
        self.hits = 0
        """Faults that met a running process, or a file that was there."""
        self._mark = f"{os.getpid()}-{seed}-{time.monotonic_ns()}"
        self._started: list[subprocess.Popen[str]] = []

    def start(self, *arguments: str, through: Sequence[str] = (), **options: Any) -> subprocess.Popen[str]:
        """Start the program with these arguments, through another that starts it, if one is named."""
        surroundings = os.environ | {MARK: self._mark, "TAQUIN_CACHE": str(self.place / "cache")}
        process = subprocess.Popen(
            [*through, sys.executable, "-c", LAUNCH, *arguments],
            env=surroundings,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            start_new_session=True,
            **options,
        )
        self._started.append(process)
        return process

    def finish(self, process: subprocess.Popen[str]) -> Ran:
        """Wait for the end, also of all who hold its standard error: its workers."""
        try:
            stdout, stderr = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise FaultError(f"it did not end: {process.args!r}") from None
        return Ran(process.returncode, stdout, stderr)

    def run(self, *arguments: str, **options: Any) -> Ran:
        """Run the program to its end."""
        return self.finish(self.start(*arguments, **options))

    def strike(self, process: subprocess.Popen[str], number: int, begun: Callable[[], bool], within: float) -> Ran:
        """Send a signal at a random moment within so many seconds after it has begun."""
        wait_until(lambda: begun() or process.poll() is not None)
        time.sleep(self.random.random() * within)
        if process.poll() is None:
            self.hits += 1
            process.send_signal(number)
        return self.finish(process)

    def left_running(self) -> list[int]:
        """Find the processes of this round that still run."""
        return [pid for pid in _processes() if self._mark.encode() in _environment(pid)]

    def left_as(self, part: str) -> list[int]:
        """Find those of them whose command line has something in it."""
        return [pid for pid in self.left_running() if part in _command(pid)]

    def expect_nobody(self) -> None:
        """Complain if a process is left behind."""
        with contextlib.suppress(FaultError):
            wait_until(lambda: not self.left_running(), GRACE)
        left = [(pid, _command(pid)) for pid in self.left_running()]
        expect(not left, f"left running: {left}")

    def close(self) -> None:
        """End what is left, by its number."""
        for process in self._started:
            with contextlib.suppress(OSError):
                process.kill()
            process.wait()
            for stream in (process.stdout, process.stderr):
                if stream is not None:
                    stream.close()
        for pid in self.left_running():
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def wait_until(holds: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait for something to happen."""
    end = time.monotonic() + seconds
    while not holds():
        expect(time.monotonic() < end, "waited in vain")
        time.sleep(LOOK_EVERY)


def catches(process: subprocess.Popen[str], number: int) -> bool:
    """Tell whether a process has set a handler for a signal."""
    try:
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    except OSError:
        return False
    caught = next((int(line.split()[1], 16) for line in status.splitlines() if line.startswith("SigCgt:")), 0)
    return bool(caught >> (number - 1) & 1)


def _processes() -> Iterator[int]:
    return (int(each.name) for each in Path("/proc").iterdir() if each.name.isdigit())


def _environment(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes()  # empty for one that has ended and is not yet buried
    except OSError:
        return b""


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return "gone"
