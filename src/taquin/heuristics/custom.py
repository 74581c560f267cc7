# SPDX-License-Identifier: MIT
"""A heuristic of your own: `module:function`, a function of (board, goal) to a number of moves.

Put this into `mine.py`, and `mine:estimate` is a heuristic wherever the current directory is that of the file::

    def estimate(board, goal):
        return sum(tile != wanted for tile, wanted in zip(board.tiles, goal.tiles) if tile)

Whole numbers, floats and fractions from 0 to a hundred million are taken, rounded down to 1/65536 of a move. Nothing is
claimed about it: it is neither taken for admissible nor for consistent.
"""

from __future__ import annotations

import importlib
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from functools import partial
from numbers import Rational, Real
from typing import Any, Final, NoReturn

from taquin.board import Board, Tiles
from taquin.errors import MethodError, quote
from taquin.heuristics.base import FRACTION_SCALE, Estimate, Heuristic

Function = Callable[[Board, Board], Any]

LARGEST_VALUE: Final = 10**8
"""More moves than any board takes: a larger value is a mistake. Scaled and weighted it still fits 64 bits."""
MESSAGE_LIMIT: Final = 120
"""Letters of a message that are passed on from somebody else's exception."""


def custom_heuristic(text: str) -> Heuristic:
    """Import `module:function` and return it as a heuristic; whatever is wrong with it raises `MethodError`."""
    module_name, _, attribute = text.partition(":")
    module_name, attribute = module_name.strip(), attribute.strip()
    name = f"{module_name}:{attribute}"
    if not (_is_dotted_name(module_name) and _is_dotted_name(attribute)):
        raise MethodError(f"expected module:function, such as mine:estimate, got {quote(text)}")
    function = _find(_import(module_name, name), attribute, name)
    if not callable(function):
        _fail(name, f"it is no function but {_show(function)}")
    return Heuristic(
        name=name,
        admissible=False,
        consistent=False,
        relaxation="A function of your own; nothing is proved about it.",
        bind=partial(_bind, function, name),
        scale=FRACTION_SCALE,
    )


def _bind(function: Function, name: str, goal: Board) -> Estimate:
    """Call the function on real boards and check what it returns."""
    rows, cols = goal.shape

    def estimate(tiles: Tiles) -> int:
        try:
            value = function(Board._trusted(rows, cols, tiles), goal)
        except Exception as error:
            _fail(name, f"it raised {_describe(error)}", error)
        return _scaled(value, name)

    return estimate


def _scaled(value: object, name: str) -> int:
    """Return floor(value * `FRACTION_SCALE`), exactly."""
    if not isinstance(value, Real | Decimal):
        _fail(name, f"it returned {_show(value)}; expected a number")
    try:
        exact = _exact(value)
    except (ValueError, OverflowError):
        _fail(name, f"it returned {_show(value)}; expected a finite number")
    if not 0 <= exact <= LARGEST_VALUE:
        _fail(name, f"it returned {_show(value)}; expected a number from 0 to {LARGEST_VALUE}")
    return math.floor(exact * FRACTION_SCALE)


def _exact(value: Real | Decimal) -> Fraction:
    """Return a number as it is, also one of numpy's."""
    if isinstance(value, Decimal):
        return Fraction(value)
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    return Fraction(float(value))


def _import(module_name: str, name: str) -> object:
    try:
        with _current_directory_first():
            return importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is not None and (module_name == error.name or module_name.startswith(f"{error.name}.")):
            _fail(name, f"there is no module {quote(error.name)} in the current directory or on the Python path", error)
        _fail(name, f"importing its module raised {_describe(error)}", error)
    except (Exception, SystemExit) as error:
        _fail(name, f"importing its module raised {_describe(error)}", error)


def _find(module: object, attribute: str, name: str) -> object:
    found = module
    for step in attribute.split("."):
        if not hasattr(found, step):
            _fail(name, f"its module has no {quote(attribute)}")
        found = getattr(found, step)
    return found


@contextmanager
def _current_directory_first() -> Iterator[None]:
    """Let an import find files in the current directory, as `python -m` does; only during the import, to shadow nothing."""
    importlib.invalidate_caches()
    sys.path.insert(0, "")
    try:
        yield
    finally:
        if "" in sys.path:
            sys.path.remove("")


def _is_dotted_name(text: str) -> bool:
    return all(part.isidentifier() for part in text.split("."))


def _fail(name: str, reason: str, cause: BaseException | None = None) -> NoReturn:
    raise MethodError(f"heuristic {quote(name, 80)} cannot be used: {reason}") from cause


def _describe(error: BaseException) -> str:
    """Name an exception in one short line."""
    message = " ".join(str(error).split())
    if len(message) > MESSAGE_LIMIT:
        message = f"{message[:MESSAGE_LIMIT]}..."
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _show(value: object) -> str:
    """Write a value shortly, or only its type when it cannot be written."""
    try:
        return quote(value)
    except Exception:
        return f"a value of type {type(value).__name__}"
