# SPDX-License-Identifier: MIT
"""Run a target on one input within bounds, and tell failures apart."""

from __future__ import annotations

import contextlib
import signal
import threading
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Final

from tests.fuzz.registry import RejectedError, Target

ROOM: Final = 1 << 30
"""Bytes that an input may make the process allocate."""
PATIENCE: Final = 300
"""Attempts at a shorter input that fails alike."""


class TooSlowError(BaseException):
    """An input took more processor time than it may; no handler of errors swallows it."""


def run(target: Target, data: bytes) -> None:
    """Run a target; whatever it raises is a failure: an `InputError` of the code under test is caught there."""
    with contextlib.suppress(RejectedError), _replaced(target), _limited_time(target.seconds), _limited_memory():
        target.check(data)


def failure_of(target: Target, data: bytes) -> tuple[str, str] | None:
    """Run a target and return the mark and the traceback of its failure, None where there is none."""
    try:
        run(target, data)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return _mark(error), "".join(traceback.format_exception(error))
    return None


def shorten(data: bytes, fails_alike: Callable[[bytes], bool]) -> bytes:
    """Return a shorter input that fails alike, found by leaving pieces out."""
    tries, size = 0, len(data) // 2
    while size and tries < PATIENCE:
        at = 0
        while at < len(data) and tries < PATIENCE:
            tries += 1
            shorter = data[:at] + data[at + size :]
            if fails_alike(shorter):
                data = shorter
            else:
                at += size
        size //= 2
    return data


def _mark(error: BaseException) -> str:
    """Name a failure by its kind and the place of ours in which it happened."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "taquin" in Path(frame.filename).parts or "fuzz" in Path(frame.filename).parts]
    place = ours[-1] if ours else frames[-1]
    line = "" if isinstance(error, TooSlowError | MemoryError | RecursionError) else f":{place.lineno}"
    return f"{type(error).__name__} at {Path(place.filename).name}{line} in {place.name}"


@contextlib.contextmanager
def _replaced(target: Target) -> Iterator[None]:
    """Put the stand-ins of a target in place."""
    before = [(module, name, getattr(module, name)) for module, name, _ in target.stand_ins]
    for module, name, stand_in in target.stand_ins:
        setattr(module, name, stand_in)
    try:
        yield
    finally:
        for module, name, real in before:
            setattr(module, name, real)


@contextlib.contextmanager
def _limited_time(seconds: float) -> Iterator[None]:
    """Interrupt what takes more processor time; waiting for others does not count, so that a busy machine changes nothing."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TooSlowError(f"more than {seconds} s of processor time")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextlib.contextmanager
def _limited_memory() -> Iterator[None]:
    """Let allocations beyond `ROOM` fail, where the system can."""
    try:
        import resource

        used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5]) * resource.getpagesize()
        before = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (used + ROOM, before[1]))
    except (ImportError, OSError, ValueError):
        yield
        return
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)
