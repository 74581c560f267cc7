# SPDX-License-Identifier: MIT
"""What is recorded beside every run: the machine and versions of a session, the estimate and inversions of a board."""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any

import taquin
from taquin.board import Board
from taquin.engines.native import BUILT
from taquin.heuristics import Estimate, Heuristic
from taquin.problem import Method
from taquin.solvability import check_solvable


def board_facts(start: Board, goal: Board, method: Method) -> dict[str, Any]:
    """Return what a method's heuristic and parity say about a board before any search."""
    heuristic = method.heuristic
    estimate = None if heuristic is None else _bound(heuristic, goal)(start.tiles) / heuristic.scale
    return {"estimate": estimate, "inversions": check_solvable(start, goal).inversions}


@lru_cache(maxsize=64)
def _bound(heuristic: Heuristic, goal: Board) -> Estimate:
    """Prepare a heuristic once for all boards with this goal: some need tables."""
    return heuristic.towards(goal)


def session_facts(seed: int) -> dict[str, Any]:
    """Return what makes a session reproducible: revision, machine, versions, seed, the time it began."""
    return {
        "started": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "revision": revision(),
        "machine": machine(),
        "versions": versions(),
        "seed": seed,
    }


def revision() -> str | None:
    """Return the commit of the source tree this package runs from, marked where it was changed; None elsewhere."""
    folder = Path(taquin.__file__).parent
    command = ["git", "-C", str(folder), "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        # An installed copy may lie in somebody else's repository: ours has the package under version control.
        subprocess.run([*command[:3], "ls-files", "--error-unmatch", "solver.py"], capture_output=True, check=True, timeout=10)
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip() or None
    except (OSError, subprocess.SubprocessError):
        return None


def machine() -> dict[str, Any]:
    """Describe this machine: system, processor, cores, memory."""
    return {
        "system": f"{platform.system()} {platform.release()}",
        "processor": _processor(),
        "cores": cores(),
        "memory": _memory(),
    }


def cores() -> int:
    """Count the processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def versions() -> dict[str, str]:
    """Name the versions that results depend on."""
    found = {"taquin": taquin.__version__, "python": platform.python_version(), "native": "built" if BUILT else "missing"}
    for name in ("matplotlib", "pyarrow"):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _memory() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None
