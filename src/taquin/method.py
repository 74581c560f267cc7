# SPDX-License-Identifier: MIT
"""Read methods written `algorithm[@heuristic]`, the same text in Python, command line, lab and web."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Final

from taquin.board import DEFAULT_ORDER, Move
from taquin.errors import MethodError, quote, unknown_name
from taquin.heuristics import Heuristic, parse_heuristic
from taquin.problem import Method
from taquin.search import ALIASES, SEARCHES

QUALITIES: Final = ("fast", "good", "best")
"""How much time `anytime` takes by itself."""
DEFAULT_HEURISTIC: Final = "manhattan"
"""The heuristic of an informed search that names none."""
_WEIGHT: Final = re.compile(r"-?[0-9]{1,9}(\.[0-9]{0,17}|/[0-9]{1,9})?")
"""No exponents: a fraction would write out every digit of 1e999999999."""


def parse_method(
    text: str,
    *,
    order: str | None = None,
    weight: str | int | float | Fraction | None = None,
    beam_width: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    quality: str | None = None,
    automaton: bool = True,
    checkpoint: str | Path | None = None,
    allow_custom: bool = True,
) -> Method:
    """Return the method that a text names, with its options; `allow_custom` lets it name a function of the user's own.

    >>> str(parse_method("a*"))
    'astar@manhattan'
    """
    algorithm, _, heuristic = text.strip().partition("@")
    name = parse_algorithm(algorithm)
    if name == "optimal" and heuristic:
        estimate = _parse_databases(heuristic)
    elif SEARCHES[name].informed:
        estimate = parse_heuristic(heuristic or DEFAULT_HEURISTIC, allow_custom)
    elif heuristic:
        raise MethodError(f"{name} takes no heuristic; write {name!r} alone, or choose an informed search such as astar")
    else:
        estimate = None
    return Method(
        algorithm=name,
        heuristic=estimate,
        order=DEFAULT_ORDER if order is None else parse_order(order),
        weight=Method.weight if weight is None else parse_weight(weight),
        beam_width=Method.beam_width if beam_width is None else _check_beam_width(beam_width),
        seed=Method.seed if seed is None else seed,
        threads=None if threads is None else _check_threads(threads),
        quality=Method.quality if quality is None else _check_quality(quality),
        automaton=automaton,
        checkpoint=None if checkpoint is None else Path(checkpoint),
    )


def _parse_databases(text: str) -> Heuristic:
    heuristic = parse_heuristic(text, allow_custom=False)
    if not heuristic.name.startswith("pdb"):
        raise MethodError(
            f"optimal takes pattern databases such as optimal@pdb:6-6-3, not {heuristic.name}; or write 'optimal' alone"
        )
    return heuristic


def parse_algorithm(text: str) -> str:
    """Return the registry name of an algorithm."""
    name = text.strip().lower().replace("_", "-").replace(" ", "-")
    name = ALIASES.get(name, name)
    if name not in SEARCHES:
        raise MethodError(unknown_name("algorithm", text.strip(), SEARCHES))
    return name


def parse_order(text: str) -> tuple[Move, ...]:
    """Read an order such as ULDR: each of the four moves once."""
    letters = text.strip().upper()
    if sorted(letters) != ["D", "L", "R", "U"]:
        raise MethodError(f"expected an order with each of U, L, R, D once, such as ULRD; got {quote(text)}")
    return tuple(Move(letter) for letter in letters)


def parse_weight(value: str | int | float | Fraction) -> Fraction:
    """Read a weight from 1 to 1000 as an exact fraction; 1.5 and 3/2 are the same."""
    if isinstance(value, str | float) and not _WEIGHT.fullmatch(str(value).strip()):
        raise MethodError(f"expected a weight such as 1.5 or 3/2, got {quote(value)}")
    try:
        weight = Fraction(str(value)) if isinstance(value, float) else Fraction(value)
    except ZeroDivisionError:
        raise MethodError(f"expected a weight such as 1.5 or 3/2, got {quote(value)}") from None
    if not 1 <= weight <= 1000 or weight.denominator > 1000:
        raise MethodError(f"expected a weight from 1 to 1000 with at most three decimals, got {quote(value)}")
    return weight


def _check_quality(quality: str) -> str:
    if quality not in QUALITIES:
        raise MethodError(unknown_name("quality", quality, QUALITIES))
    return quality


def _check_threads(threads: int) -> int:
    if not 1 <= threads <= 1024:
        raise MethodError(f"expected 1 to 1024 threads, got {quote(threads)}")
    return threads


def _check_beam_width(width: int) -> int:
    if not 1 <= width <= 10_000_000:
        raise MethodError(f"expected a beam width from 1 to 10000000, got {quote(width)}")
    return width
