# SPDX-License-Identifier: MIT
"""Heuristics in slides: the same relaxation, where a slide of several tiles in a line counts once.

A slide moves at most as many tiles as the longer side of the board is long, less one. So the moves that a heuristic estimates,
over that number and rounded up, are an estimate in slides: admissible if the other is, since no path of s slides has more than
s times as many moves, and consistent if the other is, since a slide changes it by no more than its moves do. A heuristic that
knows better has `bind_slides`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from taquin.board import Board, Tiles
from taquin.errors import MethodError
from taquin.heuristics.base import Estimate, Heuristic
from taquin.heuristics.maximum import maximum
from taquin.metric import SLIDES


def longest_slide(goal: Board) -> int:
    """Return the most tiles that one slide moves."""
    return max(goal.shape) - 1


def under(heuristic: Heuristic, metric: str) -> Heuristic:
    """Return a heuristic as it estimates in a metric; `MethodError` where it cannot."""
    if heuristic.parts:
        return maximum([under(part, metric) for part in heuristic.parts])
    if heuristic.metric == metric:
        return heuristic
    if metric != SLIDES:
        raise MethodError(f"{heuristic.name} estimates slides; ask for the metric slides, or choose another heuristic")
    bind = heuristic.bind_slides or partial(_over_longest, heuristic)
    return replace(heuristic, metric=SLIDES, bind=bind, scale=1, native=None, many=None, patterns=None)


def _over_longest(heuristic: Heuristic, goal: Board) -> Estimate:
    moves, most = heuristic.bind(goal), longest_slide(goal) * heuristic.scale

    def estimate(tiles: Tiles) -> int:
        return -(-moves(tiles) // most)

    return estimate
