# SPDX-License-Identifier: MIT
"""The card to compute on, and the way from the files in `kernels/` to functions on it.

The card is chosen once, by what the driver says and without loading CuPy. NVRTC compiles the kernels at first use, and CuPy
keeps what it made for the next process.
"""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from taquin.errors import EngineError, quote

if TYPE_CHECKING:
    import ctypes

VARIABLE: Final = "TAQUIN_DEVICE"
"""Names the card by its number among those that the driver shows; the first without it."""
OLDEST_CAPABILITY: Final = (7, 0)
"""The compute capability from which the lanes of a warp are scheduled as the kernels need it."""

# Attributes of a card, as the driver numbers them.
MULTIPROCESSORS: Final = 16
THREADS_PER_MULTIPROCESSOR: Final = 39
SHARED_MEMORY_PER_MULTIPROCESSOR: Final = 81
CAPABILITY: Final = (75, 76)

KERNELS: Final = Path(__file__).parent / "kernels"
INCLUDE: Final = re.compile(r'^#include "(\w+\.h)"\n', re.MULTILINE)


class CardMemoryError(Exception):
    """The card has too little memory for the tables and the buffers of a search."""


@dataclass(frozen=True)
class Device:
    """A card."""

    ordinal: int
    name: str
    memory: int
    """Bytes of its own memory."""
    multiprocessors: int
    threads: int
    """Threads that one multiprocessor runs at a time."""
    shared_memory: int
    """Bytes of shared memory that the blocks on one multiprocessor have together."""
    capability: tuple[int, int]
    """Its compute capability, such as 9.0."""
    driver: str
    """The newest version of CUDA that the driver runs."""

    def __str__(self) -> str:
        return f"{self.name}, {self.memory / 2**30:.0f} GiB"


@cache
def find_devices() -> tuple[Device, ...]:
    """Return the cards that the driver shows, none where there is no driver."""
    import ctypes  # only who looks for a card pays for it

    name = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
    try:
        driver = ctypes.CDLL(name)
    except OSError:
        return ()
    count = ctypes.c_int()
    if driver.cuInit(0) != 0 or driver.cuDeviceGetCount(ctypes.byref(count)) != 0:
        return ()
    version = ctypes.c_int()
    driver.cuDriverGetVersion(ctypes.byref(version))
    newest = f"{version.value // 1000}.{version.value % 1000 // 10}"
    return tuple(_describe(driver, ordinal, newest) for ordinal in range(count.value))


def _describe(driver: ctypes.CDLL, ordinal: int, version: str) -> Device:
    import ctypes

    def attribute(number: int) -> int:
        value = ctypes.c_int()
        driver.cuDeviceGetAttribute(ctypes.byref(value), number, handle)
        return value.value

    handle = ctypes.c_int()
    driver.cuDeviceGet(ctypes.byref(handle), ordinal)
    name = ctypes.create_string_buffer(256)
    driver.cuDeviceGetName(name, len(name), handle)
    memory = ctypes.c_size_t()
    driver.cuDeviceTotalMem_v2(ctypes.byref(memory), handle)
    major, minor = map(attribute, CAPABILITY)
    return Device(
        ordinal,
        name.value.decode(errors="replace"),
        memory.value,
        attribute(MULTIPROCESSORS),
        attribute(THREADS_PER_MULTIPROCESSOR),
        attribute(SHARED_MEMORY_PER_MULTIPROCESSOR),
        (major, minor),
        version,
    )


def what_is_missing() -> str | None:
    """Name what this machine lacks, None when a card can be used."""
    missing = []
    devices = find_devices()
    if not devices:
        missing.append("an NVIDIA card with its driver was not found")
    if importlib.util.find_spec("cupy") is None:
        missing.append("CuPy is not installed (pip install 'taquin[gpu]')")
    if not missing and choose_device().capability < OLDEST_CAPABILITY:
        found = ".".join(map(str, choose_device().capability))
        missing.append(f"the card has compute capability {found}, and {'.'.join(map(str, OLDEST_CAPABILITY))} or newer is needed")
    return " and ".join(missing) or None


@cache
def choose_device() -> Device:
    """Return the card to use; `EngineError` if `TAQUIN_DEVICE` names none."""
    devices = find_devices()
    chosen = os.environ.get(VARIABLE, "0").removeprefix("cuda:")
    if not chosen.isdecimal() or int(chosen) >= len(devices):
        known = ", ".join(f"{device.ordinal} ({device.name})" for device in devices) or "none is there"
        raise EngineError(f"expected {VARIABLE} to be the number of a card ({known}), got {quote(chosen)}")
    return devices[int(chosen)]


@cache
def cupy() -> Any:
    """Return CuPy, with the chosen card made current; it is slow to import, so nothing does before it is needed."""
    import cupy as module

    module.cuda.Device(choose_device().ordinal).use()
    return module


def memory_errors() -> tuple[type[Exception], ...]:
    """Return the exceptions that say the card's memory is too small: worked out beforehand, or found out by CuPy."""
    return CardMemoryError, cupy().cuda.memory.OutOfMemoryError


@lru_cache(maxsize=32)
def compiled(file: str, options: tuple[str, ...]) -> Any:
    """Return the module of a file in `kernels/`, compiled for the card with these options."""
    return cupy().RawModule(code=source_of(file), options=("-std=c++17", *options))


def source_of(file: str) -> str:
    """Return a file with its headers in place, each once: CuPy's cache goes by the text, and would miss a change in a header."""
    seen: set[str] = set()

    def insert(match: re.Match[str]) -> str:
        name = match[1]
        if name in seen:
            return ""
        seen.add(name)
        return read(name)

    def read(name: str) -> str:
        text = (KERNELS / name).read_text(encoding="utf-8").replace("#pragma once\n", "")
        return INCLUDE.sub(insert, text)

    return read(file)
