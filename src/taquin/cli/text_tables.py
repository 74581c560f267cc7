# SPDX-License-Identifier: MIT
"""Tables for people: aligned, wrapped to the terminal, plain and unwrapped in a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

PIPE_WIDTH = 1000
"""A pipe has no width: lines are never wrapped there."""


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], numbers: Iterable[str] = ()) -> None:
    """Print rows under their columns; the columns named in `numbers` are aligned to the right."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    right = set(numbers)
    for column in columns:
        table.add_column(column.upper(), justify="right" if column in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    _print(table)


def print_text(text: str, style: str = "") -> None:
    """Print a text, wrapped between words."""
    _print(Text(text, style=style))


def _print(what: Table | Text) -> None:
    """Print to standard output as it is now; colour only on a terminal and without NO_COLOR."""
    options: dict[str, Any] = {} if sys.stdout.isatty() else {"width": PIPE_WIDTH}
    if os.environ.get("NO_COLOR"):
        options["color_system"] = None  # rich would still print bold
    console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False, **options)
    with console.capture() as capture:
        console.print(what)
    for line in capture.get().splitlines():
        click.echo(line.rstrip())
