# SPDX-License-Identifier: MIT
"""A heuristic of your own: a function of (board, goal) to a number of moves, or `module:function`, the text that names one.

Put this into `mine.py`, and `mine:estimate` is a heuristic wherever the current directory is that of the file::

    def estimate(board, goal):
        return sum(tile != wanted for tile, wanted in zip(board.tiles, goal.tiles) if tile)

Whole numbers, floats and fractions from 0 to a hundred million are taken, rounded down to 1/65536 of a move. Nothing is
claimed about it, unless it declares something itself::

    @taquin.heuristic(admissible=True, consistent=True)
    def estimate(board, goal): ...

Then A* with it says that its path is the shortest: `taquin heuristic check mine:estimate` tells whether that is so.

A function may be of another kind: `kind="tables"` is a function of the goal that returns costs, a `TableHeuristic`, which the
core sums up by itself; `kind="boards"` is one of (boards, goal) that estimates many boards at once, rows of a numpy array.
"""

from __future__ import annotations

import importlib
import math
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NoReturn, TypeVar, overload
from weakref import WeakKeyDictionary

from taquin.board import Board, Tiles
from taquin.errors import MethodError, quote
from taquin.heuristics.base import (
    FRACTION_SCALE,
    LARGEST_VALUE,
    Estimate,
    Estimates,
    Heuristic,
    Packed,
    claims_in_words,
    fingerprint,
    unusable,
)
from taquin.heuristics.numbers import exact
from taquin.heuristics.table import TableHeuristic
from taquin.metric import METRICS, TILES, read_metric

Function = Callable[..., Any]
F = TypeVar("F", bound=Function)

KINDS: Final = ("board", "boards", "tables")
"""What a function of the user's own is: of a board and the goal, of many boards and the goal, of the goal alone."""
MESSAGE_LIMIT: Final = 120
"""Letters of a message that are passed on from somebody else's exception."""
PACKAGE: Final = Path(__file__).parent.parent
_SOURCES: Final[WeakKeyDictionary[ModuleType, str]] = WeakKeyDictionary()
BOARD_OFFERS: Final = "a board offers rows, cols, tiles (a tuple, row by row, 0 for the blank), grid (rows of tiles) and blank"


@overload
def heuristic(
    function: F, *, admissible: bool = False, consistent: bool = False, kind: str = "board", metric: str = TILES
) -> F: ...


@overload
def heuristic(
    *, admissible: bool = False, consistent: bool = False, kind: str = "board", metric: str = TILES
) -> Callable[[F], F]: ...


def heuristic(
    function: Any = None, *, admissible: bool = False, consistent: bool = False, kind: str = "board", metric: str = TILES
) -> Any:
    """Declare what a function claims to be; searches believe it, and the referee can check it.

    It is a function of (board, goal) unless `kind` says otherwise: "boards" for one of (boards, goal), rows of a numpy array,
    that returns as many estimates, and "tables" for one of the goal alone that returns a `TableHeuristic`.

    It estimates single moves, or slides if its `metric` says so.

    >>> @heuristic(admissible=True, consistent=True)
    ... def misplaced(board, goal):
    ...     return sum(tile != wanted for tile, wanted in zip(board.tiles, goal.tiles) if tile)
    >>> from taquin import solve
    >>> str(solve("1 2 3 / 4 0 6 / 7 5 8", method="astar", heuristic=misplaced).status)
    'optimal'
    """
    if kind not in KINDS:
        raise MethodError(f"expected a kind of heuristic out of {', '.join(KINDS)}, got {quote(kind)}")
    metric = read_metric(metric)

    def declare(declared: Any) -> Any:
        declared.admissible, declared.consistent, declared.kind = admissible or consistent, consistent, kind
        declared.metric = metric
        return declared

    return declare if function is None else declare(function)


def custom_heuristic(text: str) -> Heuristic:
    """Import `module:function` and return it as a heuristic; whatever is wrong with it raises `MethodError`."""
    module_name, _, attribute = text.partition(":")
    module_name, attribute = module_name.strip(), attribute.strip()
    name = f"{module_name}:{attribute}"
    if not (_is_dotted_name(module_name) and _is_dotted_name(attribute)):
        raise MethodError(f"expected module:function, such as mine:estimate, got {quote(text)}{_rename(module_name)}")
    module = _import(module_name, name)
    function = _find(module, attribute, name)
    if isinstance(function, TableHeuristic):
        return replace(function.as_heuristic(name, importable=True), source=_source(module))
    if not callable(function):
        _fail(name, f"it is no function but {quote(function)}")
    return _declared(function, name, importable=True)


def function_heuristic(function: Function) -> Heuristic:
    """Return a function of (board, goal) as a heuristic."""
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", type(function).__name__)
    name = name.rpartition("<locals>.")[2]
    importable = module not in (None, "__main__") and _is_dotted_name(name) and _resolves(module, name, function)
    return _declared(function, f"{module}:{name}" if importable else f"custom:{name.strip('<>')}", importable)


def _source(module: ModuleType | None) -> str:
    """Return the fingerprint of a module's file as it was when it was first asked for: that is the code that runs."""
    if module is None or module.__name__ == "__main__":
        return ""
    if module not in _SOURCES:
        try:
            data = Path(module.__file__ or "").read_bytes()
            _SOURCES[module] = fingerprint(data.replace(b"\r\n", b"\n"))  # a checkout may write other ends of lines
        except (AttributeError, OSError):  # a module that stands in no file
            _SOURCES[module] = ""
    return _SOURCES[module]


def _resolves(module: str, name: str, function: object) -> bool:
    found: object = sys.modules.get(module)
    for step in name.split("."):
        found = getattr(found, step, None)
    return found is function


def _declared(function: Function, name: str, importable: bool) -> Heuristic:
    """Return the heuristic, with what the function says of itself."""
    admissible, consistent = (getattr(function, claim, False) is True for claim in ("admissible", "consistent"))
    parts: dict[str, Any] = {"bind": partial(_bind, function, name), "called": True}
    match getattr(function, "kind", None):
        case "boards":
            many = partial(_bind_many, function, name)
            parts = {"bind": partial(_bind_one, many), "many": many, "called": True}
        case "tables":
            tables = lru_cache(maxsize=4)(
                partial(_tables_towards, function, name)
            )  # both ends of a search, and a goal after another
            parts = {"bind": partial(_bind_tables, tables), "native": lambda goal: tables(goal).in_core(goal)}
    return Heuristic(
        name=name,
        admissible=admissible,
        consistent=consistent,
        relaxation=f"A function of your own; {claims_in_words(admissible, consistent)}.",
        scale=FRACTION_SCALE,
        metric=metric if (metric := getattr(function, "metric", TILES)) in METRICS else TILES,
        custom=True,
        importable=importable,
        function=function,
        source=_source(sys.modules.get(name.partition(":")[0])) if importable else "",
        **parts,
    )


def _bind(function: Function, name: str, goal: Board) -> Estimate:
    """Call the function on real boards and check what it returns."""
    rows, cols = goal.shape

    def estimate(tiles: Tiles) -> int:
        return _scaled(_call(function, name, Board._trusted(rows, cols, tiles), goal), name)

    return estimate


def _call(function: Function, name: str, *arguments: object) -> Any:
    try:
        return function(*arguments)
    except (Exception, SystemExit) as error:
        offer = f"; {BOARD_OFFERS}" if isinstance(error, AttributeError | TypeError) else ""
        _fail(name, f"it raised {_describe(error)}{offer}", error)


def _scaled(value: object, name: str) -> int:
    """Return floor(value * `FRACTION_SCALE`), exactly."""
    if type(value) is int and 0 <= value <= LARGEST_VALUE:  # nearly all are, and a search asks for millions
        return value * FRACTION_SCALE
    try:
        number = exact(value)
    except (ValueError, OverflowError):
        _fail(name, f"it returned {quote(value)}; expected a finite number")
    if number is None:
        _fail(name, f"it returned {quote(value)}; expected a number")
    if not 0 <= number <= LARGEST_VALUE:
        _fail(name, f"it returned {quote(value)}; expected a number from 0 to {LARGEST_VALUE}")
    return math.floor(number * FRACTION_SCALE)


def _bind_tables(tables: Callable[[Board], TableHeuristic], goal: Board) -> Estimate:
    """Sum the costs up in Python."""
    table = tables(goal)
    estimate, factor = table.towards(goal), FRACTION_SCALE // table.scale
    return lambda tiles: factor * estimate(tiles)


def _tables_towards(function: Function, name: str, goal: Board) -> TableHeuristic:
    """Have the costs towards a goal made."""
    table = _call(function, name, goal)
    if not isinstance(table, TableHeuristic):
        _fail(name, f"it returned {quote(table)}; expected a TableHeuristic")
    if table.goal != goal:
        _fail(name, "it returned costs for another goal than it was given")
    return table


def _bind_one(many: Callable[[Board], Estimates], goal: Board) -> Estimate:
    estimates = many(goal)
    return lambda tiles: estimates([tiles])[0]


def _bind_many(function: Function, name: str, goal: Board) -> Estimates:
    """Call a function on rows of a numpy array and check what it returns."""
    try:
        import numpy as np
    except ImportError:
        _fail(name, "a function of kind 'boards' needs numpy, which is not installed")
    cells = len(goal.tiles)

    def estimates(boards: Sequence[Packed]) -> list[int]:
        # Whole numbers of 64 bits, and not bytes: those would fall below zero to 255.
        flat = np.frombuffer(b"".join(boards), np.uint8) if isinstance(boards[0], bytes) else np.array(boards)  # type: ignore[arg-type]
        array = flat.astype(np.int64).reshape(-1, cells)
        found = _call(lambda: np.asarray(function(array, goal)), name)
        if found.shape != (len(boards),) or found.dtype.kind not in "biuf":
            shape = " x ".join(map(str, found.shape)) or "1"
            _fail(name, f"it returned {shape} of {found.dtype}; expected a number for each of {len(boards)} boards")
        if not np.all((found >= 0) & (found <= LARGEST_VALUE)):  # which no NaN is
            wrong = found[~((found >= 0) & (found <= LARGEST_VALUE))][0]
            _fail(name, f"it returned {quote(wrong.item())}; expected numbers from 0 to {LARGEST_VALUE}")
        if found.dtype.kind == "f":
            # A power of two times a double of this size is exact.
            scaled: list[int] = np.floor(found.astype(np.float64) * FRACTION_SCALE).astype(np.int64).tolist()
            return scaled
        whole: list[int] = (found.astype(np.int64) * FRACTION_SCALE).tolist()
        return whole

    return estimates


def _import(module_name: str, name: str) -> ModuleType:
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


def lies_here(module: str) -> bool:
    """Tell whether a module's file lies in the current directory."""
    return os.path.isfile(f"{module}.py")  # noqa: PTH113 - the name may be what pathlib refuses


def _rename(module: str) -> str:
    """Say what to call a file whose name Python does not import."""
    name = module.replace("-", "_")
    if name == module or not name.isidentifier() or not lies_here(module):
        return ""
    return f"; Python cannot import a name with a hyphen: rename {module}.py to {name}.py"


def _is_dotted_name(text: str) -> bool:
    return all(part.isidentifier() for part in text.split("."))


def _fail(name: str, reason: str, cause: BaseException | None = None) -> NoReturn:
    raise unusable(name, reason, None if cause is None else _line(cause)) from cause


def _line(error: BaseException) -> int | None:
    """Return the line of the user's file that an exception comes from: the deepest before it went into somebody else's."""
    if isinstance(error, SyntaxError):
        return error.lineno
    others = ("<frozen", str(PACKAGE), importlib.__file__)
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(others)]
    lines = [frame.lineno for frame in frames if frame.filename == frames[0].filename]
    return lines[-1] if lines else None


def _describe(error: BaseException) -> str:
    """Name an exception in one short line."""
    message = " ".join(str(error).split())
    if len(message) > MESSAGE_LIMIT:
        message = f"{message[:MESSAGE_LIMIT]}..."
    return f"{type(error).__name__}: {message}" if message else type(error).__name__
