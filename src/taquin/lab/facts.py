# SPDX-License-Identifier: MIT
"""What is recorded beside every run: the machine and versions of a session, the estimate and inversions of a board."""

from __future__ import annotations

import datetime
import json
import platform
from functools import lru_cache
from importlib import metadata
from typing import Any, Final

import taquin
from taquin.board import Board
from taquin.compiled_core import core_is_built
from taquin.errors import InputError
from taquin.heuristics import Estimate, Heuristic, under
from taquin.machine import describe_machine, revision
from taquin.question import Question
from taquin.solvability import check_solvable
from taquin.worker import RESULT, WorkerProcess

ESTIMATE_SECONDS: Final = 10.0
"""Seconds after which a function of the user's own is given up on."""


class BoardFacts:
    """What the methods' heuristics and parity say about boards before any search.

    A function of the user's own may hang or end its process: it is asked in a worker, which can be killed.
    """

    def __init__(self) -> None:
        self._worker = WorkerProcess(tasks=__name__)

    def close(self) -> None:
        """End the worker."""
        self._worker.stop()

    def of(self, question: Question) -> dict[str, Any]:
        """Return the facts of a question."""
        return {
            "estimate": self._estimate(question),
            "inversions": check_solvable(question.start, question.goal).inversions,
        }

    def _estimate(self, question: Question) -> float | None:
        heuristic = question.method.heuristic
        if heuristic is None or not heuristic.custom or not heuristic.importable:
            return estimate_of(question)
        kind, body = self._worker.call("estimate", {"question": question.to_json()}, ESTIMATE_SECONDS)
        estimate: float | None = json.loads(body)["estimate"] if kind == RESULT else None
        return estimate


def estimate_of(question: Question) -> float | None:
    """Return what the method's heuristic says of the start, None without one or where it breaks down."""
    if question.method.heuristic is None:
        return None
    heuristic = under(question.method.heuristic, question.metric)
    try:
        return _bound(heuristic, question.goal)(question.start.tiles) / heuristic.scale
    except InputError:  # a function of the user's own
        return None


def _estimate_task(question: dict[str, Any]) -> dict[str, Any]:
    return {"estimate": estimate_of(Question.from_json(question, allow_custom=True))}


TASKS: Final = {"estimate": _estimate_task}
"""What a worker of the lab does besides searching."""


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
