# SPDX-License-Identifier: MIT
"""What was learned of square boards by self-play (`scripts/train`): values for beams, which come with the package."""

from __future__ import annotations

import hashlib
import json
import zlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from taquin.compiled_core import IN_PAGE, compiled_core
from taquin.tables.warn_once import warn_once

if TYPE_CHECKING:
    from taquin._core import LearnedValues


SMALLEST: Final = 5
LARGEST: Final = 8
"""Sides of the squares that values were learned of; smaller boards are solved optimally as quickly."""


def learned_file(side: int) -> Path:
    """Return the file inside the package that would hold the values of a size; beside it stands where they come from."""
    return Path(__file__).parent / "learned" / f"learned-{side}x{side}.z"


def values_for(rows: int, cols: int) -> tuple[LearnedValues, ...]:
    """Return the values of all squares that fit into a board, the largest first."""
    found = (learned_values(side) for side in range(min(rows, cols, LARGEST), SMALLEST - 1, -1))
    return tuple(values for values in found if values is not None)


@cache
def learned_values(side: int) -> LearnedValues | None:
    """Return the values of square boards of a size; None where nothing was learned, and in a page, which does not load them."""
    if IN_PAGE or not learned_file(side).is_file():
        return None
    try:
        values: LearnedValues = compiled_core().LearnedValues(side, _checked(learned_file(side)))
    except (OSError, ValueError, KeyError, zlib.error) as error:
        warn_once(f"{learned_file(side)} cannot be used ({error}); reinstall Taquin, until then paths are longer")
        return None
    return values


def _checked(path: Path) -> bytes:
    payload = zlib.decompress(path.read_bytes())
    if hashlib.sha256(payload).hexdigest() != json.loads(path.with_suffix(".json").read_text())["sha256"]:
        raise ValueError("its checksum is wrong")
    return payload
