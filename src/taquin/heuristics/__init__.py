# SPDX-License-Identifier: MIT
"""The heuristics, listed by name in `HEURISTICS`.

`parse_heuristic` reads `pdb:5-5-5`, `dual(pdb:5-5-5)`, `max(a,b)` and the user's own too.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Final

from taquin.errors import MethodError, quote, unknown_name
from taquin.heuristics.base import Estimate, Heuristic
from taquin.heuristics.corner_conflict import CORNER_CONFLICT
from taquin.heuristics.custom import custom_heuristic, function_heuristic, lies_here
from taquin.heuristics.euclidean import EUCLIDEAN
from taquin.heuristics.gaschnig import GASCHNIG
from taquin.heuristics.inversion import INVERSION
from taquin.heuristics.last_moves import LAST_MOVES
from taquin.heuristics.linear_conflict import LINEAR_CONFLICT
from taquin.heuristics.linear_conflict_pairs import LINEAR_CONFLICT_PAIRS
from taquin.heuristics.manhattan import MANHATTAN
from taquin.heuristics.maximum import is_maximum, maximum, split_maximum
from taquin.heuristics.misplaced import MISPLACED
from taquin.heuristics.slides import under
from taquin.heuristics.table import TableHeuristic, file_heuristic
from taquin.heuristics.walking_distance import WALKING_DISTANCE
from taquin.heuristics.zero import ZERO

__all__ = ["ALIASES", "HEURISTICS", "Estimate", "Heuristic", "names_heuristic", "parse_heuristic", "read_heuristic", "under"]

HEURISTICS: Final[dict[str, Heuristic]] = {
    heuristic.name: heuristic
    for heuristic in (
        ZERO,
        MISPLACED,
        MANHATTAN,
        EUCLIDEAN,
        LINEAR_CONFLICT,
        LINEAR_CONFLICT_PAIRS,
        GASCHNIG,
        INVERSION,
        WALKING_DISTANCE,
        CORNER_CONFLICT,
        LAST_MOVES,
    )
}
"""Every heuristic by its name."""

ALIASES: Final[dict[str, str]] = {
    "none": "zero",
    "null": "zero",
    "blind": "zero",
    "hamming": "misplaced",
    "misplaced-tiles": "misplaced",
    "md": "manhattan",
    "taxicab": "manhattan",
    "city-block": "manhattan",
    "manhattan-distance": "manhattan",
    "euclid": "euclidean",
    "euclidean-distance": "euclidean",
    "lc": "linear-conflict",
    "linear-conflicts": "linear-conflict",
    "lc-pairs": "linear-conflict-pairs",
    "n-maxswap": "gaschnig",
    "id": "inversion",
    "inversions": "inversion",
    "inversion-distance": "inversion",
    "wd": "walking-distance",
    "walking": "walking-distance",
    "corner-conflicts": "corner-conflict",
    "corners": "corner-conflict",
    "last-move": "last-moves",
}
"""Other names that are understood."""

LIBRARIES: Final = (".so", ".dylib", ".dll")
"""How files of compiled heuristics end."""
SOURCES: Final = (".cpp", ".cc", ".cxx")
"""How files that can be compiled to one end."""
PYTHON: Final = ".py"
OWN: Final = (".json", PYTHON, *LIBRARIES, *SOURCES)
"""How files of the user's own heuristics end."""
LONGEST_TEXT: Final = 500
DEEPEST_NESTING: Final = 8


def read_heuristic(value: object) -> Heuristic:
    """Return the heuristic that a value means: a `Heuristic`, a text, costs, or a function of (board, goal)."""
    if isinstance(value, Heuristic):
        return value
    if isinstance(value, str):
        return parse_heuristic(value)
    if isinstance(value, TableHeuristic):
        return value.as_heuristic("custom:table", importable=False)
    if callable(value):
        return function_heuristic(value)
    raise TypeError(f"expected a heuristic: a name, or a function of (board, goal), got {quote(value)}")


def names_heuristic(text: str) -> bool:
    """Tell whether a text looks like a heuristic: a known name, `pdb`, or one of the user's own; nothing is imported."""
    name = _canonical(text)
    return name in HEURISTICS or name == "pdb" or ":" in text or PurePath(text).suffix.lower() in OWN


def _canonical(text: str) -> str:
    name = text.strip().lower().replace("_", "-").replace(" ", "-")
    return ALIASES.get(name, name)


def parse_heuristic(text: str, allow_custom: bool = True) -> Heuristic:
    """Return the heuristic that a text names: a registered one, `max(a,b,...)` or, where allowed, one of the user's own.

    That is `module:function`, a JSON file of costs (`mine.json`), or a library that was built from C++ (`mine.so`).

    >>> parse_heuristic("Hamming").name
    'misplaced'
    >>> parse_heuristic("max(md, max(wd, lc))").name
    'max(manhattan,walking-distance,linear-conflict)'
    """
    if len(text) > LONGEST_TEXT:
        raise MethodError(f"expected a heuristic in at most {LONGEST_TEXT} letters, got {quote(text)}")
    return maximum(_parse_parts(text.strip(), allow_custom, DEEPEST_NESTING))


def _parse_parts(text: str, allow_custom: bool, nesting: int) -> list[Heuristic]:
    """Return the heuristics whose maximum a text names: one, unless it is `max(...)`."""
    if not is_maximum(text):
        return [_parse_single(text, allow_custom)]
    if not nesting:
        raise MethodError(f"expected max(...) nested at most {DEEPEST_NESTING} deep, got {quote(text)} inside that")
    return [part for inner in split_maximum(text) for part in _parse_parts(inner, allow_custom, nesting - 1)]


def _parse_single(text: str, allow_custom: bool) -> Heuristic:
    """Return a registered heuristic, pattern databases or the user's own."""
    if re.fullmatch(r"pdb(:[^:]*)?", text, re.IGNORECASE):
        from taquin.heuristics.pattern import pattern_heuristic  # brings in the tables, which most runs do without

        return pattern_heuristic(text.lower())
    if re.match(r"dual\s*\(", text, re.IGNORECASE):
        from taquin.heuristics.dual import dual_heuristic

        return dual_heuristic(text.lower())
    suffix = PurePath(text).suffix.lower()
    if ":" in text or suffix in OWN:
        if not allow_custom:
            raise MethodError(
                f"a heuristic of your own is not taken here, got {quote(text)}; choose one of: {', '.join(HEURISTICS)}"
            )
        return _parse_own(text, suffix)
    name = _canonical(text)
    if name not in HEURISTICS:
        if allow_custom and text.isidentifier() and lies_here(text):
            raise MethodError(f"unknown heuristic {quote(text)}; for a function of {text}.py write {text}:FUNCTION")
        spelled_out = [alias for alias in ALIASES if len(alias) > len("none")]
        raise MethodError(unknown_name("heuristic", text, [*HEURISTICS, *spelled_out]))
    return HEURISTICS[name]


def _parse_own(text: str, suffix: str) -> Heuristic:
    """Return a heuristic of the user's own: a file of costs, a library, or `module:function`."""
    if suffix == ".json":
        return file_heuristic(text)
    if suffix in LIBRARIES:
        from taquin.heuristics.library import library_heuristic  # brings in what few runs need

        return library_heuristic(text)
    if suffix in SOURCES:
        raise MethodError(f"{quote(text, 80)} is C++, which is compiled first: taquin heuristic build {text[:80]}")
    module, _, function = text.partition(":")
    if module.endswith(PYTHON):
        name = f"{module.removesuffix(PYTHON)}:{function or 'FUNCTION'}"
        raise MethodError(f"expected module:function, got {quote(text, 80)}; write {name[:80]}")
    return custom_heuristic(text)
