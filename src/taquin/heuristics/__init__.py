# SPDX-License-Identifier: MIT
"""The heuristics, listed by name in `HEURISTICS`."""

from __future__ import annotations

from typing import Final

from taquin.heuristics.base import Estimate, Heuristic
from taquin.heuristics.manhattan import MANHATTAN

__all__ = ["ALIASES", "HEURISTICS", "Estimate", "Heuristic", "parse_heuristic"]

HEURISTICS: Final[dict[str, Heuristic]] = {heuristic.name: heuristic for heuristic in (MANHATTAN,)}
ALIASES: Final[dict[str, str]] = {}


def parse_heuristic(text: str) -> Heuristic:
    return HEURISTICS[text]
