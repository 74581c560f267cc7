# SPDX-License-Identifier: MIT
"""A heuristic compiled by the user: a C++ function in a shared library, named by its file, `idastar@./mine.so`.

`taquin heuristic build mine.cpp` makes the library (see `building`); `taquin_heuristic.h` says what the function is given. It
runs in this process with all its rights, so it is loaded only where a Python function of the user's own may run.
"""

from __future__ import annotations

import shutil
import tempfile
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from taquin.board import Board, Tiles
from taquin.compiled_core import IN_PAGE, compiled_core, core_problem
from taquin.errors import quote
from taquin.heuristics.base import Estimate, Heuristic, claims_in_words, fingerprint, unusable

ADMISSIBLE, CONSISTENT = 1, 2
"""The bits of what a library claims."""


def library_heuristic(text: str) -> Heuristic:
    """Load a library and return its function as a heuristic; whatever is wrong with it raises `MethodError`."""
    path = Path(text)
    if not path.is_file():
        raise unusable(text, "there is no such file")
    library = load(path, text)
    core = compiled_core()
    consistent = bool(library.claims & CONSISTENT)
    admissible = consistent or bool(library.claims & ADMISSIBLE)
    return Heuristic(
        name=text,
        admissible=admissible,
        consistent=consistent,
        relaxation=f"A function of your own, compiled; {claims_in_words(admissible, consistent)}.",
        bind=partial(_bind, core, library, text),
        refuses=partial(_refuses, core),
        native=lambda _goal: (library, 1),
        custom=True,
        called=True,
        source=fingerprint(path.read_bytes()),
    )


def load(path: Path, name: str) -> Any:
    """Load a library; what is wrong with it is said of the name.

    It is a copy that is loaded: a library of the same path that was loaded before would be taken for this one.
    """
    problem = "a page loads no libraries" if IN_PAGE else core_problem()
    if problem is not None:
        raise unusable(name, problem)
    core = compiled_core()
    with tempfile.TemporaryDirectory(prefix="taquin-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder) / path.name
        try:
            shutil.copyfile(path, copy)
            return core.HeuristicLibrary(str(copy))
        except core.HeuristicError as error:
            raise unusable(name, str(error)) from None
        except (OSError, RuntimeError) as error:
            reason = " ".join(str(error).replace(str(copy), quote(name, 80)).split())
            raise unusable(name, f"it cannot be loaded ({reason[:200]})") from None


def _refuses(core: ModuleType, rows: int, cols: int) -> str | None:
    return None if rows * cols <= core.MAX_CELLS else f"a library takes boards up to {core.MAX_CELLS} cells"


def _bind(core: ModuleType, library: Any, name: str, goal: Board) -> Estimate:
    def estimate(tiles: Tiles) -> int:
        try:
            value: int = library.estimate(goal.rows, goal.cols, goal.tiles, tiles)
        except core.HeuristicError as error:
            raise unusable(name, str(error)) from None
        return value

    return estimate
