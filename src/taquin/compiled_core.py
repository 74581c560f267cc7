# SPDX-License-Identifier: MIT
"""The compiled core, where it was built: whether it is there, and why not. In a page it is the one in WebAssembly."""

from __future__ import annotations

import sys
from functools import cache
from types import ModuleType
from typing import Final

from taquin.errors import MethodError

IN_PAGE: Final = sys.platform == "emscripten"
"""Whether this Python is itself WebAssembly, in a web page or the like."""

REINSTALL = "reinstall Taquin where a C++20 compiler is found"


@cache
def _import_core() -> tuple[ModuleType | None, str | None]:
    if IN_PAGE:
        return _import_core_of_page()
    try:
        import taquin._core as _core  # `from taquin import _core` would not tell one that is missing from one that is broken
    except ModuleNotFoundError:  # installed where no compiler was found
        return None, f"the compiled core is not installed; {REINSTALL}"
    except ImportError as error:  # built for another machine or Python
        return None, f"the compiled core cannot be loaded ({error}); reinstall Taquin"
    return _core, None


def _import_core_of_page() -> tuple[ModuleType | None, str | None]:
    try:
        from taquin.wasm_core import core
    except ModuleNotFoundError:
        return None, "the page has not loaded the core in WebAssembly"
    return core, None


def core_problem() -> str | None:
    """Say why there is no compiled core, None when there is one."""
    return _import_core()[1]


def core_is_built() -> bool:
    """Tell whether the compiled core is there."""
    return _import_core()[0] is not None


def core_build() -> str | None:
    """Say with what compiler, and for what processor, the core was built; None without one."""
    core, _ = _import_core()
    return None if core is None else core.BUILD


def core_revision() -> str | None:
    """Return the commit that the core was built from; None without one, or where that was not told."""
    core, _ = _import_core()
    return None if core is None else core.REVISION or None


def compiled_core() -> ModuleType:
    """Return the compiled core, which builds tables and automata on a CPU, or raise `MethodError`."""
    core, _ = _import_core()
    if core is None:
        raise MethodError(f"pattern databases need the compiled core; {REINSTALL}")
    return core
