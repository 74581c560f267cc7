# SPDX-License-Identifier: MIT
"""The compiled core, where it was built: whether it is there, and why not."""

from __future__ import annotations

from functools import cache
from types import ModuleType

from taquin.errors import MethodError

REINSTALL = "reinstall Taquin where a C++20 compiler is found"


@cache
def _import_core() -> tuple[ModuleType | None, str | None]:
    try:
        from taquin import _core
    except ModuleNotFoundError:  # installed where no compiler was found
        return None, f"the compiled core is not installed; {REINSTALL}"
    except ImportError as error:  # built for another machine or Python
        return None, f"the compiled core cannot be loaded ({error}); reinstall Taquin"
    return _core, None


def core_problem() -> str | None:
    """Say why there is no compiled core, None when there is one."""
    return _import_core()[1]


def core_is_built() -> bool:
    """Tell whether the compiled core is there."""
    return _import_core()[0] is not None


def compiled_core() -> ModuleType:
    """Return the compiled core, which builds tables and automata on a CPU, or raise `MethodError`."""
    core, _ = _import_core()
    if core is None:
        raise MethodError(f"pattern databases need the compiled core; {REINSTALL}")
    return core
