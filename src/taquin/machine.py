# SPDX-License-Identifier: MIT
"""What this machine is: its cores, memory, processor and compiler, how it locks files, the revision of Taquin that runs on it.

Linux tells by files under /proc and /sys, macOS by `sysctl`, Windows by calls of its kernel. What no system tells is assumed.
"""

from __future__ import annotations

import os
import sys
import time
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, BinaryIO, Final

ASSUMED_MEMORY: Final = 4 << 30
"""Where the system does not tell."""
PAGE_MEMORY: Final = 1 << 30
"""In a web page, which is not told either and is ended by its browser when it takes too much."""
LEAST_SPARE: Final = 256 << 20
"""A search may take this much whatever the system says: it may be wrong, and most searches need less."""
CONTROL_GROUP: Final = Path("/sys/fs/cgroup")
UNLIMITED: Final = 1 << 62
LOCKED_BYTE: Final = (1 << 31) - 2
"""The byte that stands for the whole file where only bytes can be locked: past the end, since nobody may read a locked one."""


def usable_cores() -> int:
    """Return how many cores this process may use, or those of the machine where the system does not tell."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def find_compiler() -> list[str] | None:
    """Return the command of a C++ compiler: $CXX, or what is on the path."""
    import shlex  # here, because they take longer to import than most boards to solve
    import shutil

    chosen = shlex.split(os.environ.get("CXX", ""))
    names = [chosen] if chosen else [["c++"], ["g++"], ["clang++"]]
    return next((name for name in names if shutil.which(name[0])), None)


def total_memory() -> int | None:
    """Return the bytes that the machine has, None where the system does not tell."""
    if sys.platform == "win32":
        told = _windows_memory()
        return told[0] if told else None
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return _sysctl("hw.memsize")


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
    if sys.platform == "win32":
        told = _windows_memory()
        return told[1] if told else ASSUMED_MEMORY
    if sys.platform == "darwin":
        return _free_on_macos()
    if sys.platform == "emscripten":
        return PAGE_MEMORY
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return ASSUMED_MEMORY
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")), ASSUMED_MEMORY)


def _free_on_macos() -> int:
    """Count the pages that are free, and those of files and caches, which the system drops when memory is short."""
    page = _sysctl("hw.pagesize")
    counts = [_sysctl(f"vm.page_{kind}_count") for kind in ("free", "speculative", "purgeable", "pageable_external")]
    pages = sum(count for count in counts if count is not None)
    return page * pages if page and pages else ASSUMED_MEMORY


def _sysctl(name: str) -> int | None:
    """Ask macOS for a number by its name."""
    import ctypes

    try:
        function = ctypes.CDLL(None).sysctlbyname
    except (AttributeError, OSError, TypeError):
        return None
    number = ctypes.c_uint64(0)  # numbers of 4 bytes fill the first half: macOS runs on little-endian processors only
    size = ctypes.c_size_t(ctypes.sizeof(number))
    failed = function(name.encode(), ctypes.byref(number), ctypes.byref(size), None, ctypes.c_size_t(0))
    return None if failed else number.value


def _windows_memory() -> tuple[int, int] | None:
    """Ask Windows for the bytes of memory that there are, and those available."""
    import ctypes

    class MemoryStatus(ctypes.Structure):
        _fields_ = (
            ("length", ctypes.c_uint32),
            ("load", ctypes.c_uint32),
            *((name, ctypes.c_uint64) for name in ("total", "available", "total_page", "available_page")),
            *((name, ctypes.c_uint64) for name in ("total_virtual", "available_virtual", "available_extended")),
        )

    kernel = getattr(getattr(ctypes, "windll", None), "kernel32", None)
    if kernel is None:
        return None
    status = MemoryStatus()
    status.length = ctypes.sizeof(status)
    return (int(status.total), int(status.available)) if kernel.GlobalMemoryStatusEx(ctypes.byref(status)) else None


def lock_file(file: BinaryIO) -> bool:
    """Lock an open file for this process until it is closed; False if another holds it.

    Raise `OSError` where the file system or the system has no locks. The file must be at its beginning, and stays there.
    """
    try:
        import fcntl
    except ImportError:
        return _lock_byte(file)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _lock_byte(file: BinaryIO) -> bool:
    """Lock a byte of the file, as Windows does."""
    import errno
    import importlib

    try:
        msvcrt: Any = importlib.import_module("msvcrt")  # of Windows only, which type checkers elsewhere do not know
    except ImportError:
        raise OSError(errno.ENOLCK, "no file locks") from None
    descriptor = file.fileno()
    os.lseek(descriptor, LOCKED_BYTE, os.SEEK_SET)
    try:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EDEADLK, errno.EAGAIN):
            raise
        return False
    finally:
        os.lseek(descriptor, 0, os.SEEK_SET)
    return True


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
