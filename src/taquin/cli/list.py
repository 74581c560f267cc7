# SPDX-License-Identifier: MIT
"""`taquin list`: what there is to choose from."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import click

from taquin.cli.options import json_option

if TYPE_CHECKING:
    from taquin.instances import InstanceSet

EPILOG = """\b
Examples:
  taquin list
  taquin list heuristics
  taquin list algorithms engines --json
"""

Rows = list[dict[str, Any]]


def _algorithms() -> Rows:
    from taquin.search import ALIASES, SEARCHES

    return [
        {
            "name": search.name,
            "title": search.title,
            "heuristic": search.informed,
            "optimal": search.optimal,
            "complete": search.complete,
            "aliases": [alias for alias, name in ALIASES.items() if name == search.name],
        }
        for search in SEARCHES.values()
    ]


def _heuristics() -> Rows:
    from taquin.heuristics import ALIASES, HEURISTICS

    return [
        {
            "name": heuristic.name,
            "admissible": heuristic.admissible,
            "consistent": heuristic.consistent,
            "relaxation": heuristic.relaxation,
            "aliases": [alias for alias, name in ALIASES.items() if name == heuristic.name],
        }
        for heuristic in HEURISTICS.values()
    ]


def _sets() -> Rows:
    from taquin.instances import SET_NAMES, load_set

    return [_set_row(load_set(name)) for name in SET_NAMES]


def _set_row(chosen: InstanceSet) -> dict[str, Any]:
    """Sum up a set: how many boards, their sizes, the range of their optimal lengths."""
    shapes = sorted({instance.start.shape for instance in chosen})
    lengths = [instance.optimal for instance in chosen if instance.optimal is not None]
    return {
        "name": chosen.name,
        "boards": len(chosen),
        "size": ", ".join(f"{rows}x{cols}" for rows, cols in shapes),
        "optimal": [min(lengths), max(lengths)] if lengths else None,
        "about": chosen.about,
    }


def _engines() -> Rows:
    from taquin.engines import ENGINES

    return [
        {"name": engine.name, "active": engine.missing() is None, "missing": engine.missing(), "about": engine.about}
        for engine in ENGINES.values()
    ]


SECTIONS: Final[dict[str, Callable[[], Rows]]] = {
    "algorithms": _algorithms,
    "heuristics": _heuristics,
    "sets": _sets,
    "engines": _engines,
}


@click.command("list", epilog=EPILOG)
@click.argument("sections", nargs=-1, type=click.Choice(list(SECTIONS)), metavar="[SECTION]...")
@json_option
def list_command(sections: tuple[str, ...], as_json: bool) -> None:
    """List the algorithms, heuristics, sets and engines with their properties.

    SECTION is algorithms, heuristics, sets or engines; without one all are listed.
    """
    listed = {name: SECTIONS[name]() for name in sections or SECTIONS}
    if as_json:
        click.echo(json.dumps(listed))
        return
    for number, (name, rows) in enumerate(listed.items()):
        if number:
            click.echo()
        _print_section(name, rows, aliases=name in sections)


def _print_section(name: str, rows: Rows, aliases: bool) -> None:
    """Print a section as a table; the overview of all sections leaves the aliases out."""
    from taquin.cli.columns import print_table, print_text

    print_text(name.capitalize(), style="bold")
    columns = [column for column in rows[0] if column != "aliases" and any(_cell(row[column]) for row in rows)]
    print_table(columns, ([_cell(row[column]) for column in columns] for row in rows), numbers=("boards",))
    also = [f"{alias} = {row['name']}" for row in rows for alias in row.get("aliases", ())]
    if aliases and also:
        print_text(f"\nAlso understood: {', '.join(also)}")


def _cell(value: Any) -> str:
    """Write a property: yes or no, a range, a text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "-".join(str(item) for item in dict.fromkeys(value))
    return "" if value is None else str(value)
