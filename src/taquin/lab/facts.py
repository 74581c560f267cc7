# SPDX-License-Identifier: MIT
"""What is recorded beside every run: the machine and versions of a session, the estimate and inversions of a board."""

from __future__ import annotations

import datetime
import platform
from functools import lru_cache
from importlib import metadata
from typing import Any

import taquin
from taquin.board import Board
from taquin.compiled_core import core_is_built
from taquin.heuristics import Estimate, Heuristic
from taquin.machine import describe_machine, revision
from taquin.question import Question
from taquin.solvability import check_solvable


def board_facts(question: Question) -> dict[str, Any]:
    """Return what the method's heuristic and parity say about a board before any search."""
    return {
        "estimate": _estimate(question.method.heuristic, question),
        "inversions": check_solvable(question.start, question.goal).inversions,
    }


def _estimate(heuristic: Heuristic | None, question: Question) -> float | None:
    if heuristic is None:
        return None
    try:
        return _bound(heuristic, question.goal)(question.start.tiles) / heuristic.scale
    except (Exception, SystemExit):  # a heuristic of the user's own may break down at any time; its run is finished nevertheless
        return None


@lru_cache(maxsize=64)
def _bound(heuristic: Heuristic, goal: Board) -> Estimate:
    """Prepare a heuristic once for all boards with this goal: some need tables."""
    return heuristic.towards(goal)


def session_facts(seed: int) -> dict[str, Any]:
    """Return what makes a session reproducible: revision, machine, versions, seed, the time it began."""
    return {
        "started": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "revision": revision(),
        "machine": describe_machine(),
        "versions": versions(),
        "seed": seed,
    }


def versions() -> dict[str, str]:
    """Name the versions that results depend on."""
    native = "built" if core_is_built() else "missing"
    found = {"taquin": taquin.__version__, "python": platform.python_version(), "native": native}
    for name in ("matplotlib", "pyarrow"):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found
