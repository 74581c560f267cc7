# SPDX-License-Identifier: MIT
"""What was learned of square boards by self-play (`scripts/train`): networks that order beams, which come with the package."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from taquin.compiled_core import IN_PAGE, compiled_core
from taquin.tables.warn_once import warn_once

if TYPE_CHECKING:
    from taquin._core import LearnedValues

Made = TypeVar("Made")


def learned_file(side: int) -> Path:
    """Return the file inside the package that would hold the values of a size; beside it stands where they come from."""
    return Path(__file__).parent / "learned" / f"learned-{side}x{side}.z"


@cache
def learned_values(side: int) -> LearnedValues | None:
    """Return the values of square boards of a size; None where nothing was learned, and in a page, which does not load them."""
    made: LearnedValues | None = _made_of(side, lambda numbers: compiled_core().LearnedValues(side, numbers))
    return made


@cache
def learned_numbers(side: int) -> bytes | None:
    """Return the numbers that the values are made of, two bytes each, the low one first; None as above."""
    return _made_of(side, lambda numbers: numbers)


def _made_of(side: int, make: Callable[[bytes], Made]) -> Made | None:
    if IN_PAGE or not learned_file(side).is_file():
        return None
    try:
        return make(_checked(learned_file(side)))
    except (OSError, ValueError, KeyError, zlib.error) as error:
        warn_once(f"{learned_file(side)} cannot be used ({error}); reinstall Taquin, until then paths are longer")
        return None


def _checked(path: Path) -> bytes:
    import hashlib  # slow to import, and most boards are solved without

    payload = zlib.decompress(path.read_bytes())
    if hashlib.sha256(payload).hexdigest() != json.loads(path.with_suffix(".json").read_text())["sha256"]:
        raise ValueError("its checksum is wrong")
    return payload
