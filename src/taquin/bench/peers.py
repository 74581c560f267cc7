# SPDX-License-Identifier: MIT
"""Other Python packages on the same boards in the same run, where they are installed."""

from __future__ import annotations

import importlib
import importlib.util
import time
from collections.abc import Sequence
from importlib import metadata
from typing import Any, Final

from taquin.bench.cases import random_eights
from taquin.bench.measure import solve_all
from taquin.errors import VerificationError
from taquin.instances import Instance
from taquin.method import parse_method

PEER: Final = "slidingpuzzle"
"""The fastest Python package with an A* that is optimal."""
PEER_BOARDS: Final = 40
"""It takes some 50 ms for each."""
INSTALL: Final = f"pip install {PEER}"


def peer_installed() -> bool:
    """Tell whether the peer can be imported."""
    return importlib.util.find_spec(PEER) is not None


def compare_with_peer() -> dict[str, Any]:
    """Solve the same 8-puzzles with both, A* and the Manhattan distance; the lengths must be the same."""
    instances, method = random_eights()[:PEER_BOARDS], parse_method("astar@manhattan")
    begin = time.process_time()
    costs = [solution.cost for solution in solve_all(instances, method)]
    ours = time.process_time() - begin
    lengths, seconds = _run_peer(instances)
    if lengths != costs:
        raise VerificationError(f"{PEER} and Taquin disagree about shortest lengths")
    return {
        "name": PEER,
        "version": metadata.version(PEER),
        "boards": len(instances),
        "seconds": seconds,
        "our_seconds": ours,
        "ratio": seconds / ours,
    }


def _run_peer(instances: Sequence[Instance]) -> tuple[list[int], float]:
    """Return the peer's lengths and its CPU seconds."""
    peer = importlib.import_module(PEER)
    boards = [peer.from_rows(*instance.start.grid) for instance in instances]
    begin = time.process_time()
    results = [peer.search(board, "a*", heuristic=peer.manhattan_distance) for board in boards]
    return [len(result.solution) for result in results], time.process_time() - begin
