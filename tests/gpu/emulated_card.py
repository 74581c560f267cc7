# SPDX-License-Identifier: MIT
"""A card for tests: CuPy's part is played by NumPy, and the kernels are compiled for the CPU.

Only what the engine uses is there. A kernel runs block after block, each with one thread.
"""

import ctypes
import functools
import types
from pathlib import Path
from typing import Any

import numpy as np
from tests.gpu.cpu_build import HERE, build

from taquin.engines.gpu.device import Device

CARD = Device(0, "Emulated Card", 8 << 30, 1, 1536, 100 << 10, (9, 0), "13.0")


class Array(np.ndarray):
    """A NumPy array that can be brought to the host."""

    def get(self) -> np.ndarray:
        return np.array(self)


class Function:
    """A kernel."""

    def __init__(self, library: ctypes.CDLL, name: str) -> None:
        self.library = library
        self.function = getattr(library, name)
        self.one_block = name != "search"  # the others spread their work over the grid: one block does it all

    def __call__(self, grid: tuple[int], block: tuple[int], arguments: tuple[Any, ...]) -> None:
        values = [self._value(argument) for argument in arguments]
        blocks = 1 if self.one_block else grid[0]
        for number in range(blocks):
            self.library.enter_block(number, blocks)
            self.function(*values)

    @staticmethod
    def _value(argument: Any) -> Any:
        if isinstance(argument, np.ndarray):
            assert argument.flags.c_contiguous
            return ctypes.c_void_p(argument.ctypes.data)
        kinds: dict[type, Any] = {np.uint32: ctypes.c_uint32, np.uint64: ctypes.c_uint64}
        return kinds[type(argument)](int(argument))


class RawModule:
    """A source, compiled for the CPU."""

    def __init__(self, code: str, options: tuple[str, ...]) -> None:
        self.library = _compiled(code, options)

    def get_function(self, name: str) -> Function:
        return Function(self.library, name)


@functools.cache
def _compiled(code: str, options: tuple[str, ...]) -> ctypes.CDLL:
    return ctypes.CDLL(str(build((HERE / "emulated_card.h").read_text() + code, ("-shared", "-fPIC", "-w", *options))))


class _Current:
    """The device, current or not: there is but one."""

    def __init__(self, ordinal: int = 0) -> None:
        assert ordinal == CARD.ordinal

    def use(self) -> None:
        pass

    def synchronize(self) -> None:
        pass

    def __enter__(self) -> "_Current":
        return self

    def __exit__(self, *error: object) -> None:
        pass


def make_cupy(free: int = CARD.memory) -> types.SimpleNamespace:
    """Return what plays CuPy's part."""

    def made(make: Any) -> Any:
        return lambda *args, **kwargs: make(*args, **kwargs).view(Array)

    pool = types.SimpleNamespace(free_all_blocks=lambda: None, total_bytes=lambda: 0)
    return types.SimpleNamespace(
        RawModule=RawModule,
        asarray=made(np.ascontiguousarray),
        zeros=made(np.zeros),
        empty=made(np.empty),
        get_default_memory_pool=lambda: pool,
        cuda=types.SimpleNamespace(
            Device=_Current,
            memory=types.SimpleNamespace(OutOfMemoryError=MemoryError),
            runtime=types.SimpleNamespace(memGetInfo=lambda: (free, CARD.memory)),
        ),
    )


def modules_that_use_it() -> list[str]:
    """Name the engine's modules that have a `cupy` or a `choose_device` of their own."""
    folder = Path(__file__).parents[2] / "src/taquin/engines/gpu"
    return [f"taquin.engines.gpu.{path.stem}" for path in folder.glob("*.py") if path.stem != "__init__"]
