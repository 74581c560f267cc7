# SPDX-License-Identifier: MIT
"""From the files in `kernels/` to functions on the card: NVRTC compiles them at first use, and CuPy keeps what it made."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from taquin.engines.gpu.device import choose_device

KERNELS: Final = Path(__file__).parent / "kernels"
INCLUDE: Final = re.compile(r'^#include "(\w+\.h)"\n', re.MULTILINE)


@cache
def cupy() -> Any:
    """Return CuPy, with the chosen card made current; it is slow to import, so nothing does before it is needed."""
    import cupy as module

    module.cuda.Device(choose_device().ordinal).use()
    return module


@lru_cache(maxsize=32)
def compiled(file: str, options: tuple[str, ...]) -> Any:
    """Return the module of a file, compiled for the card with these options."""
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
