# SPDX-License-Identifier: MIT
"""The card to compute on: chosen once, from the driver's own words, without loading CuPy."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import sys
from dataclasses import dataclass
from functools import cache
from typing import Final

from taquin.errors import EngineError, quote

VARIABLE: Final = "TAQUIN_DEVICE"
"""Names the card by its number among those that the driver shows; the first without it."""
OLDEST: Final = (7, 0)
"""The compute capability from which lanes of a warp are scheduled as the kernels need it."""
MULTIPROCESSORS: Final = 16
THREADS_PER_MULTIPROCESSOR: Final = 39
SHARED_MEMORY_PER_MULTIPROCESSOR: Final = 81
CAPABILITY: Final = (75, 76)
"""Attributes of a card, as the driver numbers them."""


@dataclass(frozen=True)
class Device:
    """A card."""

    ordinal: int
    name: str
    memory: int
    """Bytes in all."""
    multiprocessors: int
    threads: int
    """That a multiprocessor runs at a time."""
    shared_memory: int
    """Bytes of a multiprocessor."""
    capability: tuple[int, int]
    driver: str
    """The newest CUDA that the driver runs."""

    def __str__(self) -> str:
        return f"{self.name}, {self.memory / 2**30:.0f} GiB"


@cache
def find_devices() -> tuple[Device, ...]:
    """Return the cards that the driver shows, none where there is no driver."""
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
    spoken = f"{version.value // 1000}.{version.value % 1000 // 10}"
    return tuple(_describe(driver, ordinal, spoken) for ordinal in range(count.value))


def _describe(driver: ctypes.CDLL, ordinal: int, version: str) -> Device:
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
    if not missing and choose_device().capability < OLDEST:
        found = ".".join(map(str, choose_device().capability))
        missing.append(f"the card has compute capability {found}, and {'.'.join(map(str, OLDEST))} or newer is needed")
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
