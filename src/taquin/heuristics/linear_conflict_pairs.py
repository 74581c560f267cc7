# SPDX-License-Identifier: MIT
"""Linear conflict as several textbooks count it: Manhattan distance plus two moves for every reversed pair.

One tile that steps aside may end several conflicts at once, so this can be more than the true distance. Three tiles in
reverse order make three pairs, but two of them stepping aside are enough.
"""

from __future__ import annotations

from functools import partial

from taquin.heuristics.base import Heuristic
from taquin.heuristics.linear_conflict import bind, reversed_pairs

LINEAR_CONFLICT_PAIRS = Heuristic(
    name="linear-conflict-pairs",
    admissible=False,
    consistent=False,
    relaxation="Not the solution of an easier puzzle: Manhattan plus two moves for every reversed pair, although one tile "
    "stepping aside may end several conflicts.",
    bind=partial(bind, count=reversed_pairs),
)
