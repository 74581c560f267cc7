# SPDX-License-Identifier: MIT
"""The options that commands share. Each group of them reaches the command as one value."""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from taquin.board import GOALS, Board, Move
from taquin.cli.reading import read_text
from taquin.errors import BoardError, InputError, MethodError, quote
from taquin.notation import parse_board, parse_goal, parse_size
from taquin.solution import Limits

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from taquin.problem import Method

    ParamType = click.ParamType[Any]
else:
    ParamType = click.ParamType  # not generic before click 8.4

F = TypeVar("F", bound=Callable[..., Any])
Decorator = Callable[[F], F]


class Parsed(ParamType):
    """An option whose text a function reads; its `InputError` becomes the usage error."""

    def __init__(self, name: str, parse: Callable[[str], Any]) -> None:
        self.name = name
        self.parse = parse

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read a text; leave a value that was read already."""
        if not isinstance(value, str):
            return value
        try:
            return self.parse(value)
        except InputError as error:
            self.fail(str(error), param, ctx)


def whole_number(minimum: int, maximum: int = 10**18) -> Parsed:
    """Take whole numbers from a minimum to a maximum."""
    expected = f"a whole number from {minimum} to {'10^18' if maximum == 10**18 else maximum}"

    def parse(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,19}", text) or not minimum <= int(text) <= maximum:
            raise InputError(f"expected {expected}, got {quote(text)}")
        return int(text)

    return Parsed("number", parse)


def parse_seconds(text: str) -> float:
    """Read a positive number of seconds."""
    try:
        seconds = float(text) if text.isascii() else 0.0
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise InputError(f"expected a positive number of seconds, got {quote(text)}")
    return seconds


BYTES: Final = {
    "": 1,
    "b": 1,
    "k": 10**3,
    "m": 10**6,
    "g": 10**9,
    "t": 10**12,
    "ki": 2**10,
    "mi": 2**20,
    "gi": 2**30,
    "ti": 2**40,
}


def parse_bytes(text: str) -> int:
    """Read a size in bytes.

    >>> parse_bytes("500MB"), parse_bytes("1GiB"), parse_bytes("4096")
    (500000000, 1073741824, 4096)
    """
    match = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,15})?)\s*(|[kmgt]i?)b?", text.strip().lower())
    size = int(float(match[1]) * BYTES[match[2]]) if match else 0
    if size < 1:
        raise InputError(f"expected a size such as 500MB, 1GiB or a number of bytes, got {quote(text)}")
    return size


Completer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem] | list[str]"]


def complete(names: Callable[[], Iterable[str]]) -> Completer:
    """Complete an option from a list of names, which is made only when the shell asks."""
    return lambda _ctx, _param, start: [name for name in names() if name.startswith(start)]


def algorithm_names() -> Iterable[str]:
    """Name the algorithms."""
    from taquin.search import SEARCHES

    return SEARCHES


def heuristic_names() -> Iterable[str]:
    """Name the heuristics."""
    from taquin.heuristics import HEURISTICS

    return HEURISTICS


def method_names() -> Iterable[str]:
    """Name every pair of algorithm and heuristic."""
    from taquin.search import SEARCHES

    for search in SEARCHES.values():
        yield from (f"{search.name}@{heuristic}" for heuristic in heuristic_names()) if search.informed else (search.name,)


def engine_names() -> Iterable[str]:
    """Name the engines."""
    from taquin.engines import ENGINES

    return ("auto", *ENGINES)


def set_names() -> Iterable[str]:
    """Name the instance sets."""
    from taquin.instances import SET_NAMES

    return SET_NAMES


def packed(name: str, kind: type[Any], *options: Callable[[Any], Any]) -> Callable[[F], F]:
    """Add options to a command and hand them over as one `kind`, whose fields have the options' names."""

    def decorate(function: F) -> F:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            fields = {field.name: kwargs.pop(field.name) for field in dataclasses.fields(kind)}
            return function(*args, **kwargs, **{name: kind(**fields)})

        for option in reversed(options):
            call = option(call)
        return call  # type: ignore[return-value]

    return decorate


@dataclass(frozen=True)
class Shape:
    """How boards are read: their size and goal."""

    size: tuple[int, int] | None = None
    goal: str | None = None

    def read(self, text: str) -> tuple[Board, Board]:
        """Read a board and find its goal."""
        start = parse_board(text, self.size, goal=self.goal or "last")
        return start, self.goal_of(start)

    def goal_of(self, start: Board) -> Board:
        """Return the goal for a board, `last` unless one was named."""
        return parse_goal(self.goal or "last", start.rows, start.cols)


@dataclass(frozen=True)
class Question(Shape):
    """One board from the command line, a file or standard input."""

    words: tuple[str, ...] = ()
    file: str | None = None

    def boards(self) -> tuple[Board, Board]:
        """Read the start and the goal."""
        return self.read(self._text())

    def _text(self) -> str:
        if self.words and self.file is not None:
            raise BoardError("give the board on the command line or with --file, not both")
        if self.file is not None:
            return read_text(self.file)
        if not self.words:
            raise BoardError("give a board such as '1 2 3 / 4 0 6 / 7 5 8', - to read standard input, or --file PATH")
        return read_text("-") if self.words == ("-",) else " ".join(self.words)


@dataclass(frozen=True)
class Tuning:
    """The options of methods as they were given, None where they were not, and the engine."""

    order: tuple[Move, ...] | None = None
    weight: Fraction | None = None
    beam_width: int | None = None
    seed: int | None = None
    threads: int | None = None
    quality: str | None = None
    automaton: bool = True
    checkpoint: str | None = None
    engine: str = "auto"

    def apply(self, method: Method) -> Method:
        """Set the options that were given on a method; each search uses those that concern it."""
        names = ("order", "weight", "beam_width", "seed", "threads", "quality", "automaton")
        given = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        checkpoint = None if self.checkpoint is None else Path(self.checkpoint)
        return dataclasses.replace(method, **given, checkpoint=checkpoint)


@dataclass(frozen=True)
class Choice(Tuning):
    """How to solve: the method's names as they were given."""

    algorithm: str | None = None
    heuristic: str | None = None
    method: str | None = None
    optimal: bool = False

    def check(self) -> None:
        """Raise `MethodError` or `EngineError` for a wrong name before any board is read."""
        if self.method is not None and (self.algorithm is not None or self.heuristic is not None):
            raise MethodError("give --method, or --algorithm and --heuristic, not both")
        if self.optimal and (self.method or self.algorithm or self.heuristic):
            raise MethodError("give --optimal, or name a method, not both")
        check_engine(self.engine)
        self.method_for(Board.goal(3, 3))

    def method_for(self, start: Board, default: str | None = None) -> Method:
        """Return the method for a board; what was not named is the default, or chosen for the board's size."""
        return self.apply(self._named() or self._default(start, default))

    def _named(self) -> Method | None:
        from taquin.method import parse_method

        if self.optimal:
            return parse_method("optimal")
        if self.method is not None:
            return parse_method(self.method)
        if self.algorithm is None:
            return None
        return parse_method(self.algorithm if self.heuristic is None else f"{self.algorithm}@{self.heuristic}")

    def _default(self, start: Board, default: str | None) -> Method:
        from taquin.heuristics import parse_heuristic
        from taquin.method import parse_method
        from taquin.solver import default_method

        method = default_method(start) if default is None else parse_method(default)
        if self.heuristic is None:
            return method
        # A board whose default takes no heuristic is solved by A* when one is asked for.
        algorithm = method.algorithm if method.heuristic else "astar"
        return dataclasses.replace(method, algorithm=algorithm, heuristic=parse_heuristic(self.heuristic))


def check_engine(name: str) -> None:
    """Raise `EngineError` unless the name is `auto` or an engine that this machine can run."""
    from taquin.engines import ENGINES
    from taquin.errors import EngineError, unknown_name

    if name == "auto":
        return
    if name not in ENGINES:
        raise EngineError(unknown_name("engine", name, engine_names()))
    missing = ENGINES[name].missing()
    if missing:
        raise EngineError(f"engine {name} is not available: {missing}")


def _weight(text: str) -> Fraction:
    from taquin.method import parse_weight

    return parse_weight(text)


def _order(text: str) -> tuple[Move, ...]:
    from taquin.method import parse_order

    return parse_order(text)


_words = click.argument("words", nargs=-1, metavar="BOARD")
_file = click.option("--file", metavar="PATH", help="Read the board from a file.")
_size = click.option("--size", type=Parsed("size", parse_size), metavar="RxC", help="Size of a board written as a flat list.")
_goal = click.option(
    "--goal",
    metavar="GOAL",
    shell_complete=complete(lambda: GOALS),
    help="Goal: last (1 2 ... 0, the default), first (0 1 2 ...), snail, or a board.",
)
question_options = packed("question", Question, _words, _file, _size, _goal)
"""BOARD, --file, --size and --goal, as `question`."""
shape_options = packed("shape", Shape, _size, _goal)
"""--size and --goal, as `shape`."""

_tuning: tuple[Callable[[Any], Any], ...] = (
    click.option("--order", type=Parsed("order", _order), metavar="ULRD", help="Order in which the blank's moves are tried."),
    click.option("--weight", type=Parsed("weight", _weight), metavar="W", help="Weight of h in wastar (default: 2)."),
    click.option(
        "--beam-width", type=whole_number(1, 10_000_000), metavar="N", help="Boards that beam keeps per layer (default: 100)."
    ),
    click.option("--seed", type=whole_number(0), metavar="N", help="Seed of hill's restarts (default: 0)."),
    click.option(
        "--threads", type=whole_number(1, 1024), metavar="N", help="Threads of optimal and anytime (default: all cores)."
    ),
    click.option(
        "--quality",
        type=click.Choice(["fast", "good", "best"]),
        help="How long anytime goes on by itself (default: good).",
    ),
    click.option("--automaton/--no-automaton", default=True, help="Whether optimal prunes duplicate move words (default: yes)."),
    click.option("--checkpoint", metavar="FILE", help="Where optimal writes finished work down, and goes on from after a stop."),
    click.option("--engine", default="auto", metavar="NAME", shell_complete=complete(engine_names), help="Engine to run on."),
)
tuning_options = packed("tuning", Tuning, *_tuning)
"""The options of methods and the engine, as `tuning`."""
choice_options = packed(
    "choice",
    Choice,
    click.option(
        "-a", "--algorithm", metavar="NAME", shell_complete=complete(algorithm_names), help="Search algorithm; see taquin list."
    ),
    click.option(
        "-H",
        "--heuristic",
        metavar="NAME",
        shell_complete=complete(heuristic_names),
        help="Heuristic, max(a,b), or your own as module:function.",
    ),
    click.option(
        "-m",
        "--method",
        metavar="ALG[@HEUR]",
        shell_complete=complete(method_names),
        help="Both in one word, such as astar@manhattan.",
    ),
    click.option("--optimal", is_flag=True, help="Insist on a proven shortest path, whatever it takes."),
    *_tuning,
)
"""The method, its options and the engine, as `choice`."""


@dataclass(frozen=True)
class LimitValues:
    """The limits as the options name them."""

    time_limit: float | None = None
    node_limit: int | None = None
    memory_limit: int | None = None
    max_depth: int | None = None

    def limits(self) -> Limits:
        """Turn them into what a search takes."""
        return Limits(self.time_limit, self.node_limit, self.memory_limit, self.max_depth)


limit_options = packed(
    "limit_values",
    LimitValues,
    click.option("--time-limit", type=Parsed("seconds", parse_seconds), metavar="SECONDS", help="Stop after this time."),
    click.option("--node-limit", type=whole_number(1), metavar="N", help="Stop after this many nodes."),
    click.option(
        "--memory-limit", type=Parsed("size", parse_bytes), metavar="SIZE", help="Stop at this memory, such as 500MB or 1GiB."
    ),
    click.option("--max-depth", type=whole_number(0), metavar="N", help="Do not look deeper than this."),
)
"""The limits, as `limit_values`."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")

cluster_option = click.option(
    "--cluster", metavar="WHERE", help="Run on a Dask cluster: local[:N], tcp://host:port, or a scheduler file."
)
"""--cluster, as a text."""
