# SPDX-License-Identifier: MIT
"""Why a search ended without a proven answer, in words: the same sentences from every engine."""

from __future__ import annotations

from fractions import Fraction

CANCELLED = "cancelled"
EXHAUSTED = "every reachable board was tried"
DEAD_BEAM = "the beam died: every board next to it had been in it before; try a larger beam width"


def time_limit(seconds: float | None) -> str:
    """Say that time ran out."""
    return f"time limit of {seconds:g} s reached"


def node_limit(nodes: int | None) -> str:
    """Say that the nodes ran out."""
    return f"node limit of {nodes} reached"


def memory_limit(limit: int | None) -> str:
    """Say that memory ran out: the search's own limit, or the machine's."""
    return "the machine's memory ran out" if limit is None else f"memory limit of {limit} bytes reached"


def depth_limit(depth: float | None) -> str:
    """Say that only deeper paths are left."""
    return f"no solution found within the depth limit of {depth}"


def local_optimum(climbs: int) -> str:
    """Say that every climb got stuck."""
    return f"no solution after {climbs} climbs, each ended in a local optimum; try another seed"


def within_weight(weight: Fraction) -> str:
    """Say how far a weighted search may be from the shortest path."""
    return f"at most {float(weight):g} times the shortest"


def within_ratio(cost: int, lower_bound: int) -> str:
    """Say how far a path may be from the shortest, by a proven bound."""
    return f"at most {cost / lower_bound:.2f} times the shortest: {cost} moves found, {lower_bound} proven necessary"
