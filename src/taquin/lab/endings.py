# SPDX-License-Identifier: MIT
"""How runs end, and whose figures count: those of a run that was stopped say how far it got, not what a search takes."""

from __future__ import annotations

from typing import Final

SOLVED: Final = frozenset(["optimal", "solved"])
ENDED: Final = SOLVED | {"unsolvable", "gave-up"}
"""Nothing stopped the search."""
STATUSES: Final = ("solved", "unsolvable", "limit", "gave-up", "failed")
"""How runs end, as tables count them; solved takes in those proven optimal."""
