# SPDX-License-Identifier: MIT
"""What the generated pages are made of: tables, examples that are run as they are written, and the app in a frame."""

from __future__ import annotations

import html
import re
import shlex
from collections.abc import Iterable, Sequence
from urllib.parse import urlencode

from click.testing import CliRunner

from taquin.cli import main

APP = "app"
"""The folder of the site in which the app lies."""


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table; cells may hold markup, but no bar outside of it."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |\n" for line in lines)


def bullets(lines: Iterable[str]) -> str:
    """Write a list."""
    return "".join(f"- {line}\n" for line in lines)


def rich(text: str) -> str:
    """Write a sentence of the page as Markdown: `^{d}` raises, backquotes mark code, all else is as it stands."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else _raised(part) for part in parts)


def _raised(text: str) -> str:
    plain = re.sub(r"([*_\[\]])", r"\\\1", html.escape(text, quote=False))
    return re.sub(r"\^\{([^}]*)\}", r"<sup>\1</sup>", plain)


def code(text: str) -> str:
    """Set a name as code, in a table too."""
    return f"`{text}`"


def printed(command: str) -> str:
    """Return what a `taquin` command prints, exactly as a terminal shows it."""
    result = CliRunner().invoke(main, shlex.split(command)[1:], prog_name="taquin")
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.output


def example(command: str) -> str:
    """Show a command with what it prints: it is run here and now, so the page cannot be wrong."""
    return f"```console\n$ {command}\n{printed(command).rstrip()}\n```\n"


def live(view: str, title: str, depth: int, height: int = 640, **params: str) -> str:
    """Show a view of the app, on a page that lies so many folders deep; empty parameters are left out."""
    query = urlencode({"embed": view, **{name: value for name, value in params.items() if value}}, safe="/,@:")
    address = f"{'../' * depth}{APP}/index.html?{query}"
    attributes = f'src="{html.escape(address)}" title="{html.escape(title)}" height="{height}"'
    return (
        f'<iframe class="live" {attributes} loading="lazy"></iframe>\n\n'
        '<p class="live-note">Live: the whole of Taquin runs in this frame, in your browser. It needs a web server, if only '
        "<code>scripts/docs --serve</code>; opened as a file the frame stays empty.</p>\n"
    )
