# SPDX-License-Identifier: MIT
"""The options that say how to search: method, engine and limits, made from the tables of options.

No option of a method is known by name here: `taquin.method.OPTIONS` and `taquin.solution.LIMITS` are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

import click

from taquin.board import Board
from taquin.cli.options import complete, gathered, heuristic_names, of_kind, only_one
from taquin.engines import ENGINES, check_engine
from taquin.errors import EngineError, MethodError
from taquin.heuristics import parse_heuristic
from taquin.method import OPTIONS, Method, check_concerned, check_files, parse_method, with_heuristic
from taquin.options import Option
from taquin.question import AUTO, DEFAULTS, default_method
from taquin.search import SEARCHES
from taquin.solution import LIMITS, Limits


@dataclass(frozen=True)
class Settings:
    """The options of methods as they were given, None where they were not, and the engine."""

    values: dict[str, Any] = field(default_factory=dict)
    engine: str = AUTO

    @property
    def given_options(self) -> list[str]:
        """The names of the options that were given."""
        return [name for name, value in self.values.items() if value is not None]

    def apply(self, method: Method) -> Method:
        """Set the options that were given on a method; each search uses those that concern it."""
        return method.with_options(self.values)

    def check_concerned(self, algorithms: Collection[str]) -> None:
        """Raise `MethodError` for an option that was given and that none of the algorithms takes."""
        check_concerned(self.given_options, algorithms)


@dataclass(frozen=True)
class Choice(Settings):
    """How to solve: the method's names as they were given."""

    algorithm: str | None = None
    heuristic: str | None = None
    method: str | None = None
    optimal: bool = False

    @property
    def given(self) -> bool:
        """Whether anything was said about how to solve."""
        return self != Choice(dict.fromkeys(self.values))

    def check(self, default: str | None = None) -> None:
        """Raise `MethodError` or `EngineError` for a wrong name or option before any board is read."""
        if self.method is not None and self.algorithm is not None:
            raise MethodError("give --method, or --algorithm and --heuristic, not both")
        if self.method is not None and self.heuristic is not None and "@" in self.method:
            raise MethodError("give the heuristic once: after the @ of --method, or as --heuristic")
        if self.optimal and (self.method or self.algorithm or self.heuristic):
            raise MethodError("give --optimal, or name a method, not both")
        check_engine(self.engine)
        method = self.method_for(Board.goal(3, 3), default)
        named = self.optimal or self.method or self.algorithm or self.heuristic or default
        self.check_concerned([method.algorithm] if named else DEFAULTS)

    def method_for(self, start: Board, default: str | None = None) -> Method:
        """Return the method for a board; what was not named is the default, or chosen for the board's size."""
        method = self._named() or self._default(start, default)
        check_files(self.given_options, method.algorithm)
        return self.apply(method)

    def _named(self) -> Method | None:
        if self.optimal:
            return parse_method("optimal")
        name = self.algorithm if self.method is None else self.method
        if name is None:
            return None
        return parse_method(name if self.heuristic is None else f"{name}@{self.heuristic}")

    def _default(self, start: Board, default: str | None) -> Method:
        method = default_method(start) if default is None else parse_method(default)
        # A board whose default takes no heuristic is solved by A* when one is asked for.
        return method if self.heuristic is None else with_heuristic(method, parse_heuristic(self.heuristic))


def engine_on_cluster(engine: str, cluster: str | None) -> str:
    """Return the engine for one board: the named one, or a cluster, whose workers all search with their core."""
    if cluster is None:
        return engine
    if engine != AUTO:
        raise EngineError(
            "give --engine or --cluster for one board: the workers of a cluster search its subtrees with the compiled core"
        )
    return f"cluster:{cluster}"


def _method_names() -> Iterable[str]:
    for search in SEARCHES.values():
        yield from (f"{search.name}@{heuristic}" for heuristic in heuristic_names()) if search.informed else (search.name,)


def click_option(option: Option, key: str, default: Any = None) -> Callable[[Any], Any]:
    """Make the command line's option of an entry of a table; its value comes under the key, the default if it is not given."""
    schema = option.kind.schema
    help_text = option.help if option.default is None else f"{option.help.rstrip('.')} (default: {_default_text(option)})."
    if schema.get("type") == "boolean":
        switch = f"{option.command_line}/--no-{option.command_line.removeprefix('--')}"
        return click.option(switch, key, default=None, help=help_text)
    return click.option(
        option.command_line,
        key,
        default=default,
        type=of_kind(option.kind),
        metavar=option.kind.metavar or None,
        shell_complete=complete(lambda: schema.get("enum", ())),
        help=help_text,
    )


def _default_text(option: Option) -> str:
    """Write the default as a person would, and those of algorithms that have another."""

    def written(value: Any) -> str:
        return ("yes" if value else "no") if isinstance(value, bool) else str(option.kind.write(value))

    others = [f"{written(value)} for {algorithm}" for algorithm, value in option.defaults.items()]
    return ", ".join([written(option.default), *others])


def engine_names() -> Iterable[str]:
    """Name the engines."""
    return (AUTO, *ENGINES)


_engine = click.option("--engine", default=AUTO, metavar="NAME", shell_complete=complete(engine_names), help="Engine to run on.")
_settings = (*(click_option(option, name) for name, option in OPTIONS.items()), _engine)


_names = (
    click.option(
        "-a", "--algorithm", metavar="NAME", shell_complete=complete(lambda: SEARCHES), help="Search algorithm; see taquin list."
    ),
    click.option(
        "-H",
        "--heuristic",
        metavar="NAME",
        shell_complete=complete(heuristic_names),
        help="Heuristic, max(a,b), or your own: module:function, mine.json, mine.so.",
    ),
    click.option(
        "-m",
        "--method",
        multiple=True,
        callback=only_one("method", "taquin compare and taquin lab run take several"),
        metavar="ALG[@HEUR]",
        shell_complete=complete(_method_names),
        help="Both in one word, such as astar@manhattan.",
    ),
    click.option("--optimal", is_flag=True, help="Insist on a proven shortest path, whatever it takes."),
)


def _make_choice(given: dict[str, Any]) -> Choice:
    values = {name: given.pop(name) for name in OPTIONS}
    return Choice(values=values, **given)


def _make_settings(given: dict[str, Any]) -> Settings:
    return Settings({name: given[name] for name in OPTIONS}, given["engine"])


settings_options = gathered("settings", [*OPTIONS, "engine"], _make_settings, *_settings)
"""The options of methods and the engine, as `settings`."""
choice_options = gathered(
    "choice", [*OPTIONS, "engine", "algorithm", "heuristic", "method", "optimal"], _make_choice, *_names, *_settings
)
"""The method, its options and the engine, as `choice`."""
methods_option = click.option(
    "-m",
    "--method",
    "names",
    multiple=True,
    metavar="ALG[@HEUR]",
    shell_complete=complete(_method_names),
    help="A method to run; give it several times.",
)
"""Several methods, as `names`."""
metric_option = click_option(OPTIONS["metric"], "metric", OPTIONS["metric"].default)
"""What counts as one, as `metric`, for commands that take no method."""
limit_options = gathered(
    "limits",
    [f"limit_{option.name}" for option in LIMITS],
    lambda given: Limits(**{name.removeprefix("limit_"): value for name, value in given.items()}),
    *(click_option(option, f"limit_{option.name}") for option in LIMITS),
)
"""The limits, as `limits`."""
