# SPDX-License-Identifier: MIT
"""The largest of several estimates, written `max(a,b,...)`: as admissible and consistent as the least of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Final

from taquin.board import Board, Tiles
from taquin.errors import MethodError, quote
from taquin.heuristics.base import Estimate, Heuristic

PREFIX: Final = re.compile(r"max\s*\(", re.IGNORECASE)


def is_maximum(text: str) -> bool:
    """Tell whether a text begins like `max(a,b)`."""
    return PREFIX.match(text) is not None


def split_maximum(text: str) -> list[str]:
    """Return what stands between the commas of `max(a,b,...)`, inner parentheses kept whole.

    >>> split_maximum("max(manhattan, max(zero, gaschnig))")
    ['manhattan', 'max(zero, gaschnig)']
    """
    opening = PREFIX.match(text)
    parts, start, depth = [], opening.end() if opening else 0, 1
    for place in range(start, len(text)):
        letter = text[place]
        depth += (letter == "(") - (letter == ")")
        if depth == 0 or (letter == "," and depth == 1):
            parts.append(text[start:place].strip())
            start = place + 1
        if depth == 0:
            break
    if depth or start != len(text) or not all(parts):
        raise MethodError(f"expected max(a,b,...) with heuristics between the commas, got {quote(text)}")
    return parts


def maximum(parts: Sequence[Heuristic]) -> Heuristic:
    """Combine heuristics, each counted once; one alone is returned as it is."""
    unique = tuple({part.name: part for part in parts}.values())
    if len(unique) == 1:
        return unique[0]
    names = ",".join(part.name for part in unique)
    return Heuristic(
        name=f"max({names})",
        admissible=all(part.admissible for part in unique),
        consistent=all(part.consistent for part in unique),
        relaxation="The largest of several estimates: each is a lower bound if it is admissible, so the largest is one too.",
        bind=partial(_bind, unique),
        scale=max(part.scale for part in unique),
        metric=unique[0].metric,
        refuses=partial(_refuses, unique),
        parts=unique,
        custom=any(part.custom for part in unique),
        called=any(part.called for part in unique),
        importable=all(part.importable for part in unique),
        source=",".join(part.source for part in unique if part.source),
    )


def _bind(parts: tuple[Heuristic, ...], goal: Board) -> Estimate:
    """Bring every part to the largest scale and take the largest value."""
    scale = max(part.scale for part in parts)
    estimates = [(scale // part.scale, part.bind(goal)) for part in parts]

    def estimate(tiles: Tiles) -> int:
        return max([factor * part(tiles) for factor, part in estimates])

    return estimate


def _refuses(parts: tuple[Heuristic, ...], rows: int, cols: int) -> str | None:
    """Give the first reason of a part."""
    return next((reason for part in parts if (reason := part.refuses(rows, cols))), None)
