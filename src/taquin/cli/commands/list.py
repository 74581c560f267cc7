# SPDX-License-Identifier: MIT
"""`taquin list`: what there is to choose from."""

from __future__ import annotations

import json
from typing import Any, Final

import click

from taquin.cli.options import json_option
from taquin.cli.text_tables import print_table, print_text
from taquin.listing import SECTIONS, catalog

LISTED: Final = ("algorithms", "heuristics", "options", "sets", "engines")
"""What the overview shows."""
HIDDEN: Final = ("aliases", "schema", "defaults", "metavar", "traced")
"""What a table leaves out: it is for programs, or told below."""

EPILOG = """\b
Examples:
  taquin list
  taquin list heuristics
  taquin list algorithms engines --json
"""


@click.command("list", epilog=EPILOG)
@click.argument("sections", nargs=-1, type=click.Choice(LISTED), metavar="[SECTION]...")
@json_option
def list_command(sections: tuple[str, ...], as_json: bool) -> None:
    """List the algorithms, heuristics, options, sets and engines with their properties.

    SECTION is algorithms, heuristics, options, sets or engines; without one all are listed.
    """
    if as_json and not sections:
        click.echo(json.dumps(catalog()))
        return
    listed = {name: SECTIONS[name]() for name in sections or LISTED}
    if as_json:
        click.echo(json.dumps(listed))
        return
    for number, (name, rows) in enumerate(listed.items()):
        if number:
            click.echo()
        _print_section(name, rows, aliases=name in sections)


def _print_section(name: str, rows: list[dict[str, Any]], aliases: bool) -> None:
    """Print a section as a table; the overview of all sections leaves the aliases out."""
    print_text(name.capitalize(), heading=True)
    hidden = (*HIDDEN, "title", "algorithms") if name == "options" and not aliases else HIDDEN
    if name == "options":
        rows = [row | {"default": _default_text(row)} for row in rows]
    columns = [column for column in rows[0] if column not in hidden and any(_cell(row[column]) for row in rows)]
    print_table(columns, ([_cell(row[column]) for column in columns] for row in rows), numbers=("count",))
    also = [f"{alias} = {row['name']}" for row in rows for alias in row.get("aliases", ())]
    if aliases and also:
        print_text(f"\nAlso understood: {', '.join(also)}")


def _default_text(option: dict[str, Any]) -> str:
    """Write the default of an option, and those of algorithms that have another."""
    others = [f"{value} for {algorithm}" for algorithm, value in option["defaults"].items()]
    return ", ".join([_cell(option["default"]), *others])


def _cell(value: Any) -> str:
    """Write a property: yes or no, a range, names, a text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        joint = "-" if all(isinstance(item, int) for item in value) else " "
        return joint.join(str(item) for item in dict.fromkeys(value))
    return "" if value is None else str(value)
