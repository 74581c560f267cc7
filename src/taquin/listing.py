# SPDX-License-Identifier: MIT
"""What there is to choose from: algorithms, heuristics, sets, engines, goals and options, in one vocabulary for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from taquin.board import GOALS
from taquin.engines import ENGINES
from taquin.heuristics import ALIASES as HEURISTIC_ALIASES, HEURISTICS
from taquin.instances import SET_NAMES, InstanceSet, load_set
from taquin.method import OPTIONS
from taquin.search import ALIASES as ALGORITHM_ALIASES, SEARCHES
from taquin.solution import COUNTERS

Rows = list[dict[str, Any]]


def _aliases(name: str, aliases: Mapping[str, str]) -> list[str]:
    return [alias for alias, meant in aliases.items() if meant == name]


def _algorithms() -> Rows:
    return [
        {
            "name": search.name,
            "title": search.title,
            "informed": search.informed,
            "optimal": search.optimal,
            "complete": search.complete,
            "traced": not search.free,
            "aliases": _aliases(search.name, ALGORITHM_ALIASES),
        }
        for search in SEARCHES.values()
    ]


def _heuristics() -> Rows:
    return [
        {
            "name": heuristic.name,
            "admissible": heuristic.admissible,
            "consistent": heuristic.consistent,
            "relaxation": heuristic.relaxation,
            "aliases": _aliases(heuristic.name, HEURISTIC_ALIASES),
        }
        for heuristic in HEURISTICS.values()
    ]


def _sets() -> Rows:
    return [_set_row(load_set(name)) for name in SET_NAMES]


def _set_row(chosen: InstanceSet) -> dict[str, Any]:
    """Sum up a set: how many boards, their sizes, the range of their optimal lengths."""
    shapes = sorted({instance.start.shape for instance in chosen})
    lengths = [instance.optimal for instance in chosen if instance.optimal is not None]
    return {
        "name": chosen.name,
        "count": len(chosen),
        "size": ", ".join(f"{rows}x{cols}" for rows, cols in shapes),
        "optimal": [min(lengths), max(lengths)] if lengths else None,
        "about": chosen.about,
    }


def _engines() -> Rows:
    return [
        {"name": engine.name, "available": engine.missing() is None, "reason": engine.missing(), "about": engine.about}
        for engine in ENGINES.values()
    ]


def _options() -> Rows:
    return [option.to_json() for option in OPTIONS.values() if not option.local]


def _counters() -> Rows:
    return [{"name": counter.name, **counter.metadata} for counter in COUNTERS]


SECTIONS: Final[dict[str, Callable[[], Rows]]] = {
    "algorithms": _algorithms,
    "heuristics": _heuristics,
    "options": _options,
    "sets": _sets,
    "engines": _engines,
    "counters": _counters,
}
"""The lists of the catalog by name."""


def catalog() -> dict[str, Any]:
    """Return all that can be asked for, ready for JSON.

    >>> [row["name"] for row in catalog()["algorithms"]][:3]
    ['optimal', 'anytime', 'bfs']
    """
    from taquin import __version__

    return {"version": __version__, **{name: rows() for name, rows in SECTIONS.items()}, "goals": list(GOALS)}
