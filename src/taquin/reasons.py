# SPDX-License-Identifier: MIT
"""Why a search ended as it did: a code for programs and a sentence for people, the same from every engine."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction
from typing import Final


class Cause(enum.StrEnum):
    """Why a search ended without a proven answer, or how far its answer may be from the best."""

    TIME_LIMIT = "time-limit"
    NODE_LIMIT = "node-limit"
    MEMORY_LIMIT = "memory-limit"
    OUT_OF_MEMORY = "out-of-memory"
    """The machine's, or the card's, not the search's own limit."""
    MEMORY_NODES = "memory-nodes"
    """No path fits the nodes that the method was told to keep."""
    DEPTH_LIMIT = "depth-limit"
    CANCELLED = "cancelled"
    EXHAUSTED = "exhausted"
    DEAD_BEAM = "dead-beam"
    LOCAL_OPTIMUM = "local-optimum"
    TOO_LONG = "too-long"
    """The path is longer than the engine can carry."""
    WITHIN_WEIGHT = "within-weight"
    WITHIN_RATIO = "within-ratio"
    UNSOLVABLE = "unsolvable"
    FAILED = "failed"


@dataclass(frozen=True)
class Reason:
    """A cause, and the sentence that says it."""

    cause: Cause
    text: str

    def __str__(self) -> str:
        return self.text


CANCELLED: Final = Reason(Cause.CANCELLED, "cancelled")
EXHAUSTED: Final = Reason(Cause.EXHAUSTED, "every reachable board was tried")
DEAD_BEAM: Final = Reason(Cause.DEAD_BEAM, "the beam died: every board next to it had been in it before; try a larger beam width")


def time_limit(seconds: float | None) -> Reason:
    """Say that time ran out."""
    return Reason(Cause.TIME_LIMIT, f"time limit of {seconds:g} s reached")


def node_limit(nodes: int | None) -> Reason:
    """Say that the nodes ran out."""
    return Reason(Cause.NODE_LIMIT, f"node limit of {nodes} reached")


def memory_limit(limit: int | None) -> Reason:
    """Say that memory ran out: the search's own limit, or the machine's."""
    if limit is None:
        return Reason(Cause.OUT_OF_MEMORY, "the machine's memory ran out")
    return Reason(Cause.MEMORY_LIMIT, f"memory limit of {limit} bytes reached")


def memory_nodes(most: int) -> Reason:
    """Say that no path fits the nodes that a search may keep."""
    return Reason(Cause.MEMORY_NODES, f"no path fits in {most} nodes")


def depth_limit(depth: float | None) -> Reason:
    """Say that only deeper paths are left."""
    return Reason(Cause.DEPTH_LIMIT, f"no solution found within the depth limit of {depth}")


def local_optimum(climbs: int) -> Reason:
    """Say that every climb got stuck."""
    return Reason(Cause.LOCAL_OPTIMUM, f"no solution after {climbs} climbs, each ended in a local optimum; try another seed")


def no_cooling_ended(coolings: int) -> Reason:
    """Say that no cooling came to the goal."""
    return Reason(Cause.LOCAL_OPTIMUM, f"no solution after {coolings} coolings; try another seed, or longer coolings")


def within_weight(weight: Fraction) -> Reason:
    """Say how far a weighted search may be from the shortest path."""
    return Reason(Cause.WITHIN_WEIGHT, f"at most {float(weight):g} times the shortest")


def within_ratio(cost: int, lower_bound: int, unit: str = "move") -> Reason:
    """Say how far a path may be from the shortest, by a proven bound."""
    ratio = f"at most {cost / lower_bound:.2f} times the shortest"
    return Reason(Cause.WITHIN_RATIO, f"{ratio}: {cost} {unit}s found, {lower_bound} proven necessary")


def unsolvable(argument: str) -> Reason:
    """Say why no path exists."""
    return Reason(Cause.UNSOLVABLE, argument)


def failed(what: str) -> Reason:
    """Say what went wrong in a run that gave no answer."""
    return Reason(Cause.FAILED, what)
