# SPDX-License-Identifier: MIT
"""The options that commands share. Each group of them reaches the command as one value."""

from __future__ import annotations

import dataclasses
import functools
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from taquin.board import GOALS, Board
from taquin.board_rows import BoardReader, told_lines
from taquin.cli.reading import read_text
from taquin.errors import BoardError, InputError, quote
from taquin.notation import parse_size
from taquin.options import LARGEST, Kind, whole_number as whole_number_kind

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    ParamType = click.ParamType[Any]
else:
    ParamType = click.ParamType  # not generic before click 8.4

F = TypeVar("F", bound=Callable[..., Any])


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


def of_kind(kind: Kind) -> Parsed:
    """Return the type of an option of a kind."""
    return Parsed(str(kind.schema.get("type", "value")), kind.read)


def whole_number(minimum: int, maximum: int = LARGEST) -> Parsed:
    """Take whole numbers from a minimum to a maximum."""
    return of_kind(whole_number_kind("a number", minimum, maximum))


Completer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem] | list[str]"]


def complete(names: Callable[[], Iterable[str]]) -> Completer:
    """Complete an option from a list of names, which is made only when the shell asks."""
    return lambda _ctx, _param, start: [name for name in names() if name.startswith(start)]


def heuristic_names() -> Iterable[str]:
    """Name the heuristics."""
    from taquin.heuristics import HEURISTICS

    return HEURISTICS


def set_names() -> Iterable[str]:
    """Name the instance sets."""
    from taquin.instances import SET_NAMES

    return SET_NAMES


def packed(name: str, kind: type[Any], *options: Callable[[Any], Any]) -> Callable[[F], F]:
    """Add options to a command and hand them over as one `kind`, whose fields have the options' names."""
    return gathered(name, [field.name for field in dataclasses.fields(kind)], lambda values: kind(**values), *options)


def gathered(
    name: str, keys: Iterable[str], make: Callable[[dict[str, Any]], Any], *options: Callable[[Any], Any]
) -> Callable[[F], F]:
    """Add options to a command and hand over what `make` makes of their values, as one argument of that name."""
    wanted = list(keys)

    def decorate(function: F) -> F:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            values = {key: kwargs.pop(key) for key in wanted}
            return function(*args, **kwargs, **{name: make(values)})

        for option in reversed(options):
            call = option(call)
        return call  # type: ignore[return-value]

    return decorate


def check_no_file(words: Sequence[str]) -> None:
    """Raise `BoardError` for the name of a file where a board was expected."""
    if len(words) == 1 and os.path.isfile(words[0]):  # noqa: PTH113 - the word may be what pathlib refuses
        raise BoardError(f"expected a board, got the name of a file; give it as --file {quote(words[0], 80)}")


def _is_size(text: str) -> bool:
    """Tell whether a text is `3x3` or `8-puzzle`; a single number may as well be the beginning of a board."""
    try:
        return not text.isdigit() and bool(parse_size(text))
    except InputError:
        return False


def _told(text: str) -> list[str]:
    """Return the lines that say something, as `told_lines` does: a text of the command line may hold halves of characters."""
    return [line.decode("utf-8", "surrogatepass") for _, line in told_lines(text.encode("utf-8", "surrogatepass").splitlines())]


@dataclass(frozen=True)
class BoardArgument(BoardReader):
    """One board from the command line, a file or standard input."""

    words: tuple[str, ...] = ()
    file: str | None = None

    @property
    def given(self) -> bool:
        """Whether there is one at all."""
        return bool(self.words) or self.file is not None

    def boards(self) -> tuple[Board, Board]:
        """Read the start and the goal."""
        text = self._text()
        lines = _told(text)
        is_object = bool(lines) and lines[0].startswith("{")  # as taquin generate --json writes it
        try:
            return self.read_line("\n".join(lines)) if is_object else self.read(text)
        except InputError:
            self._explain(text)
            raise

    def _explain(self, text: str) -> None:
        """Raise `BoardError` that says what was meant, where what is no board shows it: a file, a goal, a size, many boards."""
        if not self.file:
            check_no_file(self.words)
        if self._goal_is_cut():
            raise BoardError(
                f"put the goal in quotes, such as --goal '1 2 3 / 4 5 6 / 7 8 0'; only {quote(self.goal)} was taken for it, "
                "the rest for the board"
            )
        size = "".join(text.split())
        if _is_size(size):
            raise BoardError(f"expected the numbers of a board, got a size; taquin generate --size {size} makes a random one")
        lines = _told(text)
        if len(lines) > 1 and all(map(self._is_board, lines)):
            where = self.file or "-"
            raise BoardError(f"expected one board, got {len(lines)}, one a line; taquin batch {where} solves them all")

    def _goal_is_cut(self) -> bool:
        """Tell whether the goal is one number, which is none: the shell has given the others to the board."""
        return len(self.words) > 1 and self.goal is not None and self.goal.isdigit() and not self._is_board(self.goal)

    def _is_board(self, line: str) -> bool:
        try:
            self.read_line(line)
        except InputError:
            return False
        return True

    def _text(self) -> str:
        if self.words and self.file is not None:
            raise BoardError("give the board on the command line or with --file, not both")
        if self.file is not None:
            return read_text(self.file)
        if not self.words:
            raise BoardError("give a board such as '1 2 3 / 4 0 6 / 7 5 8', - to read standard input, or --file PATH")
        return read_text("-") if self.words == ("-",) else " ".join(self.words)


_words = click.argument("words", nargs=-1, metavar="BOARD")
_file = click.option("--file", metavar="PATH", help="Read the board from a file.")


def _size_option(help_text: str) -> Callable[[Any], Any]:
    return click.option("--size", type=Parsed("size", parse_size), metavar="RxC", help=help_text)


_size = _size_option("Size of a board written as a flat list.")
_goal = click.option(
    "--goal",
    metavar="GOAL",
    shell_complete=complete(lambda: GOALS),
    help="Goal: last (1 2 ... 0, the default), first (0 1 2 ...), snail, or a board.",
)
board_options = packed("board", BoardArgument, _words, _file, _size, _goal)
"""BOARD, --file, --size and --goal, as `board`."""
reader_options = packed("reader", BoardReader, _size, _goal)
"""--size and --goal, as `reader`."""
drawing_options = packed("reader", BoardReader, _size_option("Size of the boards (default: that of the goal, else 3x3)."), _goal)
"""The same where boards are made."""


def only_one(what: str, several: str) -> Callable[[click.Context, click.Parameter, tuple[str, ...]], str | None]:
    """Take an option once: of two that are given none may be dropped in silence."""

    def choose(_context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]) -> str | None:
        if len(given) > 1:
            raise InputError(f"expected one {what}, got {' and '.join(given[:3])}; {several}")
        return given[0] if given else None

    return choose


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")

set_option = click.option(
    "--set",
    "set_name",
    metavar="NAME[:RANGE]",
    multiple=True,
    callback=only_one("set", "run the command once for each"),
    shell_complete=complete(set_names),
    help="Take the boards of a named set, such as korf15:1-20.",
)
"""--set, as a text."""

jobs_option = click.option(
    "-j", "--jobs", type=whole_number(1, 1024), metavar="N", help="Searches at a time (default: one for each core)."
)
"""--jobs, as a number."""

cluster_option = click.option(
    "--cluster", metavar="WHERE", help="Run on a Dask cluster: local[:N], tcp://host:port, or a scheduler file."
)
"""--cluster, as a text."""
