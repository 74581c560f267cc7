# SPDX-License-Identifier: MIT
"""Methods: an algorithm, its heuristic and its options, read from texts that are the same in Python, command line, lab and web.

`OPTIONS` is the table of all options. Commands, requests, specs, the catalog and the page's forms are made from it: a new
option is one entry here and its use in a search, which finds the value under its name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from taquin.board import DEFAULT_ORDER, Move
from taquin.errors import MethodError, quote, unknown_name
from taquin.heuristics import Heuristic, names_heuristic, parse_heuristic
from taquin.metric import METRICS, TILES, read_metric
from taquin.options import Kind, Option, choice, flag, whole_number
from taquin.search import ALIASES, SEARCHES
from taquin.search.best_first import DECISIVE_RULES, TIE_RULES

DEFAULT_HEURISTIC: Final = "manhattan"
"""The heuristic of an informed search that names none."""
_WEIGHT: Final = re.compile(r"-?[0-9]{1,9}(\.[0-9]{0,17}|/[0-9]{1,9})?")
"""No exponents: a fraction would write out every digit of 1e999999999."""


def parse_order(value: object) -> tuple[Move, ...]:
    """Read an order such as ULDR: each of the four moves once."""
    if isinstance(value, tuple | list) and all(isinstance(move, Move | str) for move in value):
        value = "".join(map(str, value))
    letters = value.strip().upper() if isinstance(value, str) else ""
    if sorted(letters) != ["D", "L", "R", "U"]:
        raise MethodError(f"expected an order with each of U, L, R, D once, such as ULRD; got {quote(value)}")
    return tuple(Move(letter) for letter in letters)


def parse_weight(value: object) -> Fraction:
    """Read a weight from 1 to 1000 as an exact fraction; 1.5 and 3/2 are the same."""
    weight = _parse_fraction(value, "expected a weight such as 1.5 or 3/2")
    if not 1 <= weight <= 1000 or weight.denominator > 1000:
        raise MethodError(f"expected a weight from 1 to 1000 with at most three decimals, got {quote(value)}")
    return weight


def parse_step(value: object) -> Fraction:
    """Read a step of the weight as an exact fraction; 0.5 and 1/2 are the same."""
    step = _parse_fraction(value, "expected a step such as 0.5 or 1/2")
    if not Fraction(1, 1000) <= step <= 1000 or 1000 % step.denominator:
        raise MethodError(f"expected a step from 0.001 to 1000 with at most three decimals, got {quote(value)}")
    return step


def _parse_fraction(value: object, expected: str) -> Fraction:
    is_exact = isinstance(value, int | Fraction) and not isinstance(value, bool)
    if not is_exact and not (isinstance(value, str | float) and _WEIGHT.fullmatch(str(value).strip())):
        raise MethodError(f"{expected}, got {quote(value)}")
    try:
        return Fraction(value) if isinstance(value, int | Fraction) else Fraction(str(value))
    except ZeroDivisionError:
        raise MethodError(f"{expected}, got {quote(value)}") from None


def parse_ties(value: object) -> tuple[str, ...]:
    """Read rules such as `deep,lifo`; what stands after a rule that leaves no ties is needless and dropped.

    >>> parse_ties("deep"), parse_ties("fifo, deep")
    (('deep', 'lifo'), ('fifo',))
    """
    if isinstance(value, tuple | list) and all(isinstance(rule, str) for rule in value):
        value = ",".join(value)
    names = [name.strip().lower() for name in value.split(",")] if isinstance(value, str) else []
    if not names or len(set(names)) != len(names) or not all(name in TIE_RULES for name in names):
        raise MethodError(f"expected rules for ties out of {', '.join(TIE_RULES)}, such as deep,lifo; got {quote(value)}")
    if {"deep", "shallow"} <= set(names):
        raise MethodError(f"expected rules for ties with deep or shallow, not both; got {quote(value)}")
    decisive = next((place for place, name in enumerate(names) if name in DECISIVE_RULES), None)
    return (*names, "lifo") if decisive is None else tuple(names[: decisive + 1])


def parse_path(value: object) -> Path:
    """Read the path of a file."""
    if not isinstance(value, str | Path) or not str(value):
        raise MethodError(f"expected the path of a file, got {quote(value)}")
    return Path(value)


def _text_schema(pattern: str = "", *examples: str) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string", "maxLength": 40, "examples": list(examples)}
    return schema | ({"pattern": pattern} if pattern else {})


ORDER_KIND: Final = Kind(
    parse_order, _text_schema("", "ULRD"), lambda order: "".join(move.value for move in order), metavar="ULRD"
)
WEIGHT_KIND: Final = Kind(
    parse_weight, {"anyOf": [{"type": "number", "minimum": 1, "maximum": 1000}, _text_schema("", "3/2")]}, str, metavar="W"
)
STEP_KIND: Final = Kind(
    parse_step, {"anyOf": [{"type": "number", "minimum": 0.001, "maximum": 1000}, _text_schema("", "1/2")]}, str, metavar="STEP"
)
TIES_KIND: Final = Kind(parse_ties, _text_schema("", "deep,lifo", "fifo"), ",".join, metavar="RULES")
METRIC_KIND: Final = replace(choice("metric", METRICS), read=read_metric)
PATH_KIND: Final = Kind(parse_path, {"type": "string"}, str, metavar="FILE")

_TEXTBOOK: Final = tuple(search.name for search in SEARCHES.values() if not search.free)

OPTIONS: Final[dict[str, Option]] = {
    option.name: option
    for option in (
        Option(
            "metric",
            "Count",
            METRIC_KIND,
            "What counts as one: the move of a single tile, or a slide of tiles in a line.",
            default=TILES,
            algorithms=tuple(SEARCHES),
            tacit=True,
        ),
        Option(
            "order",
            "Order of moves",
            ORDER_KIND,
            "Order in which the blank's moves are tried.",
            default=DEFAULT_ORDER,
            algorithms=_TEXTBOOK,
        ),
        Option(
            "weight",
            "Weight",
            WEIGHT_KIND,
            "How many times too long a path may be: weight of h in wastar and dwastar, the first in ara; bound of epsilon.",
            default=Fraction(2),
            defaults={"ara": Fraction(3)},
            algorithms=("wastar", "dwastar", "epsilon", "ara"),
        ),
        Option(
            "weight_step",
            "Step of the weight",
            STEP_KIND,
            "By how much ara lowers its weight after each path.",
            default=Fraction(1, 2),
            algorithms=("ara",),
        ),
        Option(
            "ties",
            "Ties",
            TIES_KIND,
            f"Which of several nodes of equal f goes first: {', '.join(TIE_RULES)}, or some in order.",
            default=("deep", "lifo"),
            defaults={"greedy": ("fifo",)},
            algorithms=("greedy", "astar", "wastar", "dwastar"),
        ),
        Option(
            "epsilon",
            "Count the joining move",
            flag(),
            "Whether mm orders by max(f, 2g + 1) instead of max(f, 2g).",
            default=False,
            algorithms=("mm",),
        ),
        Option(
            "beam_width",
            "Beam width",
            whole_number("a beam width", 1, 10_000_000),
            "Boards that beam keeps per layer.",
            default=100,
            algorithms=("beam",),
        ),
        Option(
            "seed",
            "Seed",
            whole_number("a seed", 0),
            "Seed of what hill and annealing do at random, and of anytime.",
            default=0,
            algorithms=("hill", "annealing", "anytime"),
        ),
        Option(
            "climb",
            "Climb",
            choice("climb", ("steepest", "stochastic")),
            "Whether hill steps to the best neighbour or to any better one.",
            default="steepest",
            algorithms=("hill",),
        ),
        Option(
            "restart",
            "Restart",
            choice("restart", ("walk", "start")),
            "Whether hill, when stuck, walks at random from where it stands or from the start.",
            default="walk",
            algorithms=("hill",),
        ),
        Option(
            "cooling",
            "Cooling",
            whole_number("a number of steps", 1, 100_000_000),
            "Moves that annealing tries while it cools down once.",
            default=20_000,
            algorithms=("annealing",),
        ),
        Option(
            "trials",
            "Trials",
            whole_number("a number of trials", 1, 1_000_000),
            "How often lrta walks from the start to the goal.",
            default=1,
            algorithms=("lrta",),
        ),
        Option(
            "memory_nodes",
            "Nodes kept",
            whole_number("a number of nodes", 2, 4_000_000_000),
            "Nodes that sma keeps in memory.",
            default=100_000,
            algorithms=("sma",),
        ),
        Option(
            "transpositions",
            "Transpositions",
            whole_number("a number of boards", 1, 4_000_000_000),
            "Boards that idastar remembers, so as not to enter them again in an iteration (default: none).",
            algorithms=("idastar",),
        ),
        Option(
            "pathmax",
            "Pathmax",
            flag(),
            "Whether astar and idastar carry inconsistent estimates on to parents and children (default: no).",
            algorithms=("astar", "idastar"),
        ),
        Option(
            "threads",
            "Threads",
            whole_number("a number of threads", 1, 1024),
            "Threads of optimal and anytime (default: all cores).",
            algorithms=("optimal", "anytime"),
            shapes_answer=False,
        ),
        Option(
            "quality",
            "Quality",
            choice("quality", ("fast", "good", "best")),
            "How long anytime goes on by itself.",
            default="good",
            algorithms=("anytime",),
        ),
        Option(
            "automaton",
            "Prune duplicates",
            flag(),
            "Whether optimal prunes moves that lead to boards it comes to anyway.",
            default=True,
            algorithms=("optimal",),
        ),
        Option(
            "checkpoint",
            "Checkpoint",
            PATH_KIND,
            "Where optimal writes finished work down, and goes on from after a stop.",
            algorithms=("optimal",),
            shapes_answer=False,
            local=True,
        ),
    )
}
"""Every option of a method by its name."""


@dataclass(frozen=True)
class Method:
    """An algorithm with its heuristic and options, every name and value already checked.

    >>> method = parse_method("wastar", weight="3/2")
    >>> str(method), str(method["weight"]), method["order"][0]
    ('wastar@manhattan', '3/2', Move.UP)
    """

    algorithm: str
    heuristic: Heuristic | None = None
    values: tuple[tuple[str, Any], ...] = ()
    """The options that were set, by name; only those that concern the algorithm."""

    def __str__(self) -> str:
        return f"{self.algorithm}@{self.heuristic.name}" if self.heuristic else self.algorithm

    def __getitem__(self, name: str) -> Any:
        """Return the value of an option, its default where nothing was said."""
        for known, value in self.values:
            if known == name:
                return value
        return OPTIONS[name].default_for(self.algorithm)

    def sets(self, name: str) -> bool:
        """Tell whether an option was set."""
        return any(known == name for known, _ in self.values)

    def with_options(self, values: Mapping[str, Any]) -> Method:
        """Return the method with options set, from texts, JSON or values; None sets nothing.

        Those that do not concern the algorithm are checked and left out, so that several methods can share their options.
        """
        read = dict(self.values)
        for name, value in values.items():
            if value is not None:
                setting = known_option(name).read(value)
                if self.algorithm in OPTIONS[name].algorithms:
                    read[name] = setting
        return Method(self.algorithm, self.heuristic, tuple((name, read[name]) for name in OPTIONS if name in read))

    def with_algorithm(self, algorithm: str, heuristic: Heuristic | None) -> Method:
        """Return another algorithm and heuristic with those of the options that concern it."""
        kept = tuple((name, value) for name, value in self.values if algorithm in OPTIONS[name].algorithms)
        return Method(algorithm, heuristic, kept)

    @cached_property
    def options(self) -> dict[str, Any]:
        """The options that shape this method's answer, ready for JSON."""
        return {
            option.name: option.kind.write(self[option.name])
            for option in options_of(self.algorithm)
            if option.shapes_answer and self[option.name] is not None and not self._is_tacit(option)
        }

    def _is_tacit(self, option: Option) -> bool:
        return option.tacit and self[option.name] == option.default_for(self.algorithm)

    def to_json(self) -> dict[str, Any]:
        """Return the method and the options that were set, as requests, specs and workers write them."""
        return {"method": str(self), **{name: OPTIONS[name].kind.write(value) for name, value in self.values}}


def known_option(name: str) -> Option:
    """Return the option of that name, or raise `MethodError`."""
    if name not in OPTIONS:
        raise MethodError(unknown_name("option", name, OPTIONS), field=name[:40])
    return OPTIONS[name]


def check_concerned(names: Iterable[str], algorithms: Collection[str]) -> None:
    """Raise `MethodError` for an option that concerns none of the algorithms: it would be dropped without a word."""
    for name in names:
        option = known_option(name)
        if not set(option.algorithms) & set(algorithms):
            unique = list(dict.fromkeys(algorithms))
            who = f"{unique[0]} takes" if len(unique) == 1 else f"{', '.join(unique[:-1])} and {unique[-1]} take"
            raise MethodError(f"{who} no {name.replace('_', ' ')}, which is for {', '.join(option.algorithms)}", field=name)


def check_files(names: Iterable[str], algorithm: str) -> None:
    """Raise `MethodError` for an option that names a file which this algorithm does not write.

    Several methods may share other options, those that solve a board when none is named as well; but who names a file wants it.
    """
    check_concerned([name for name in names if known_option(name).local], [algorithm])


def options_of(algorithm: str) -> Iterable[Option]:
    """Return the options that concern an algorithm."""
    return (option for option in OPTIONS.values() if algorithm in option.algorithms)


def parse_method(text: str, *, allow_custom: bool = True, **options: Any) -> Method:
    """Return the method that a text names, with its options; `allow_custom` lets it name a function of the user's own.

    >>> str(parse_method("a*"))
    'astar@manhattan'
    """
    if not isinstance(text, str):
        raise TypeError(f"expected a method such as 'astar@manhattan', got {quote(text)}")
    algorithm, at, heuristic = text.strip().partition("@")
    if not at and names_heuristic(algorithm):
        raise MethodError(f"{quote(text)} is a heuristic; name the search that is to use it, as in {quote(f'astar@{algorithm}')}")
    name = parse_algorithm(algorithm)
    return Method(name, _parse_estimate(name, heuristic, allow_custom)).with_options(options)


def with_heuristic(method: Method, heuristic: Heuristic) -> Method:
    """Return a method with another heuristic; an algorithm that takes none becomes A*."""
    if method.algorithm == "optimal" and heuristic.patterns is not None:
        return method.with_algorithm("optimal", heuristic)
    return method.with_algorithm(method.algorithm if SEARCHES[method.algorithm].informed else "astar", heuristic)


def _parse_estimate(algorithm: str, heuristic: str, allow_custom: bool) -> Heuristic | None:
    if algorithm == "optimal" and heuristic:
        return _parse_databases(heuristic)
    if SEARCHES[algorithm].informed:
        return parse_heuristic(heuristic or DEFAULT_HEURISTIC, allow_custom)
    if heuristic:
        raise MethodError(
            f"{algorithm} takes no heuristic; write {algorithm!r} alone, or choose an informed search such as astar"
        )
    return None


def _parse_databases(text: str) -> Heuristic:
    heuristic = parse_heuristic(text, allow_custom=False)
    if heuristic.patterns is None:
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
