# SPDX-License-Identifier: MIT
"""`taquin tables`: look after the tables in the cache directory."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from taquin.cli.exit_codes import OK
from taquin.cli.options import Parsed, whole_number
from taquin.cli.text_tables import print_table, print_text
from taquin.cli.watch import Watch
from taquin.errors import InputError, quote
from taquin.notation import parse_goal, parse_size

TOLD: Final = ("kind", "encoding", "rows", "cols", "blank", "tiles", "length")
"""What a list of tables leaves out of their facts: it is in the name, or the same for all."""

EPILOG = """\b
Tables are built when they are first needed; this builds them beforehand. They
live in the user's cache directory, or where TAQUIN_CACHE says.

\b
Examples:
  taquin tables list
  taquin tables build 4x4 --heuristic pdb:5-5-5
  taquin tables verify
"""


@click.group("tables", epilog=EPILOG)
def tables_command() -> None:
    """List, build, verify and remove the tables that searches look things up in."""


@tables_command.command("path")
def path_command() -> int:
    """Print the directory that holds the tables."""
    from taquin.tables.cache import cache_directory

    click.echo(cache_directory())
    return OK


@tables_command.command("list")
def list_command() -> int:
    """List the tables that are there."""
    from taquin.tables.store import TableFileError, open_table

    rows = []
    for path in _files():
        try:
            facts = open_table(path).facts
            rest = ", ".join(f"{key} {value}" for key, value in facts.items() if key not in TOLD)
            rows.append((path.stem, _size(path), str(facts.get("kind", "")), rest))
        except (TableFileError, OSError) as error:
            rows.append((path.stem, _size(path), "unusable", str(error)))
    if rows:
        print_table(("name", "size", "kind", "facts"), rows, numbers=("size",))
    else:
        click.echo("No tables yet: they are built when they are first needed", err=True)
    return OK


@tables_command.command("build", short_help="Build what searches of boards of SIZE look up.")
@click.argument("size", type=Parsed("size", parse_size), metavar="SIZE")
@click.option(
    "--heuristic", "-H", default=None, metavar="pdb:...", help="Group sizes or tiles, such as pdb:8-7 (default: the usual ones)."
)
@click.option("--goal", default="last", metavar="GOAL", help="Goal: last (the default), first, snail, or a board.")
@click.option("--threads", type=whole_number(1, 1024), metavar="N", help="Threads (default: all cores).")
def build_command(size: tuple[int, int], heuristic: str | None, goal: str, threads: int | None) -> int:
    """Build the pattern databases and the move automaton for boards of SIZE."""
    from taquin.heuristics import parse_heuristic
    from taquin.machine import usable_cores
    from taquin.methods.solvers import usual_databases
    from taquin.tables.automata import automaton_name, load_automaton
    from taquin.tables.partitions import MAX_CELLS, load_plan
    from taquin.tables.patterns import BuildCancelledError
    from taquin.tables.source import is_kept

    if size[0] * size[1] > MAX_CELLS:
        raise InputError(f"pattern databases are offered up to {MAX_CELLS} cells, got {size[0]}x{size[1]}")
    target = parse_goal(goal, *size)
    chosen = parse_heuristic(heuristic) if heuristic else parse_heuristic(usual_databases(target))
    if chosen.patterns is None:
        raise InputError(f"expected pattern databases such as pdb:6-6-3, got {quote(chosen.name)}")
    chosen.check_shape(*size)
    plan = chosen.patterns.plan(target)
    with Watch("building") as watch:
        try:
            load_plan(plan, threads or usable_cores(), lambda what, share: watch.stage(f"{share:.0%}", what))
            watch.stage("move automaton")
            load_automaton(*size, watch.cancelled)
        except BuildCancelledError:
            raise KeyboardInterrupt from None
    names = [table.name for table in plan.tables]
    if not all(map(is_kept, [*names, automaton_name(*size)])):
        raise InputError("the tables were built, but could not be kept")  # why was told when it was tried
    for name in names:
        click.echo(name)
    return OK


@tables_command.command("verify", short_help="Check every table against its checksum.")
def verify_command() -> int:
    """Check every table against its checksum; exit code 2 if one is broken."""
    from taquin.tables.store import TableFileError, open_table

    broken = []
    for path in _files():
        try:
            open_table(path, verify=True)
            click.echo(f"{path.stem}: good")
        except (TableFileError, OSError) as error:
            broken.append(path.stem)
            print_text(f"{path.stem}: {error}")
    if broken:
        raise InputError(f"{len(broken)} of the tables cannot be trusted; they are rebuilt when they are next needed")
    return OK


@tables_command.command("remove")
@click.argument("names", nargs=-1, metavar="NAME...")
@click.option("--all", "everything", is_flag=True, help="Remove every table.")
def remove_command(names: tuple[str, ...], everything: bool) -> int:
    """Remove tables by NAME, or all of them."""
    from taquin.tables.cache import cache_directory
    from taquin.tables.store import remove_remains, remove_table

    found = {path.stem: path for path in _files()}
    if not names and not everything:
        raise InputError("give the names of tables as taquin tables list shows them, or --all")
    for name in found if everything else names:
        if name not in found:
            raise InputError(f"there is no table {quote(name)}; see taquin tables list")
        remove_table(found[name])
        click.echo(f"removed {name}")
    if everything:
        remove_remains(cache_directory())
    return OK


def _files() -> list[Path]:
    from taquin.tables.cache import cache_directory
    from taquin.tables.store import table_files

    return table_files(cache_directory())


def _size(path: Path) -> str:
    return f"{path.stat().st_size / 2**20:,.1f} MiB"
