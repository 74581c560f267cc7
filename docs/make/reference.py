# SPDX-License-Identifier: MIT
"""Parts of pages that the code itself tells: commands, keys of a spec, counters, limits, routes, the options of methods."""

from __future__ import annotations

import inspect
import itertools
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import click
from docs.make.markdown import code, rich, table
from docs.make.methods import heuristic_table, search_tables

from taquin.cli import COMMANDS, main
from taquin.lab import published, spec
from taquin.lab.spec import METRICS, parse_spec
from taquin.lab.toml_table import REQUIRED, TomlTable
from taquin.method import OPTIONS
from taquin.solution import COUNTERS, LIMITS, Stats, Status

WHOLE_SPEC: dict[str, Any] = {
    "axes": {},
    "limits": {},
    "boards": [{"set": "default8:1"}, {"size": "2x3", "walk": 3, "count": 1}, {"file": "boards.txt"}],
    "methods": [{"algorithms": ["bfs"]}],
    "published": [{"method": "bfs", "metric": "cost", "values": {"default8:1": 1}}],
    "crossings": [{"metric": "expanded", "above": "bfs", "below": "astar", "published": 1}],
}
"""A spec with every table that there is, so that whoever reads it asks for every key."""


def command_line() -> str:
    """Describe every command, with its options and examples."""
    context = click.Context(main, info_name="taquin")
    parts = [_listing(main)]
    for name in COMMANDS:
        command = main.get_command(context, name)
        assert command is not None
        parts += _commands(command, click.Context(command, info_name=name, parent=context), 2)
    return "\n".join(parts)


def _listing(group: click.Group) -> str:
    rows = [[f"[`taquin {name}`](#taquin-{name})", about] for name, about in COMMANDS.items()]
    return table(["command", "does"], rows) + f"\n{_epilog(group)}"


def _commands(command: click.Command, context: click.Context, level: int) -> Iterator[str]:
    yield f"{'#' * level} {context.command_path}\n"
    yield f"{rich(_paragraph(command.help or ''))}\n"
    usage = command.get_usage(context).removeprefix("Usage: ")
    yield f"```text\n{re.sub(chr(10) + ' +', ' ', usage)}\n```\n"
    options = [param for param in command.params if isinstance(param, click.Option)]
    if options:
        yield table(["option", "what it says"], [_option_row(option, context) for option in options])
    yield _epilog(command)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from _commands(inner, click.Context(inner, info_name=name, parent=context), level + 1)


def _option_row(option: click.Option, context: click.Context) -> list[str]:
    record = option.get_help_record(context)
    assert record is not None
    return [code(record[0].replace("[", "").replace("]", "")), rich(record[1])]


def _epilog(command: click.Command) -> str:
    """Keep an epilogue as it was set: paragraphs, and lines of examples."""
    epilog = inspect.cleandoc((command.epilog or "").replace("\b", ""))
    return f"```text\n{epilog.strip()}\n```\n" if epilog.strip() else ""


def _paragraph(text: str) -> str:
    return " ".join(inspect.cleandoc(text).split())


def whole_specs() -> str:
    """Show the specs that the readers of specs and of published figures show of themselves, with a remark on every key."""
    return "\n".join(f"```toml\n{_shown(reader)}\n```\n" for reader in (spec, published))


def _shown(module: ModuleType) -> str:
    """Return what is set apart in a module's docstring."""
    lines = (module.__doc__ or "").partition("::\n\n")[2].split("\n")
    apart = itertools.takewhile(lambda line: not line or line.startswith("    "), lines)
    return inspect.cleandoc("\n".join(apart))


def spec_keys() -> str:
    """Describe every key of a spec, as its own reader asks for it."""
    parts = []
    for path, keys in _keys_read().items():
        title = {"": "The file itself"}.get(path, f"`[{path}]`" if path in ("axes", "limits") else f"`[[{path}]]`")
        parts += [f"### {title}\n", table(["key", "expected", "without it"], keys), ""]
    return "\n".join(parts)


def _keys_read() -> dict[str, list[list[str]]]:
    """Read the whole spec, and note every key that is asked for: its table, what was expected, its default."""
    asked: dict[str, dict[str, list[str]]] = {}
    take = TomlTable.take

    def note(self: TomlTable, key: str, expected: str, check: Callable[[Any], bool], default: Any = REQUIRED) -> Any:
        place = re.sub(r"\[\d+\]", "", self.path)
        usual = {} if default is REQUIRED else {"default": default}
        asked.setdefault(place, {}).setdefault(
            key, [code(key), rich(_about(place, key, expected)), _without(place, key, **usual)]
        )
        return take(self, key, expected, check, default)

    TomlTable.take = note  # type: ignore[method-assign]
    try:
        with TemporaryDirectory() as folder:
            Path(folder, "boards.txt").write_text("1 2 3 / 4 5 6 / 7 0 8\n", encoding="utf-8")
            parse_spec(WHOLE_SPEC, folder=Path(folder))
    finally:
        TomlTable.take = take  # type: ignore[method-assign]
    return {place: list(keys.values()) for place, keys in asked.items()}


def _about(place: str, key: str, expected: str) -> str:
    """Say what is expected; options and limits have a sentence of their own."""
    option = (
        {option.name: option for option in LIMITS}.get(key)
        if place == "limits"
        else OPTIONS.get(key)
        if place == "methods"
        else None
    )
    return option.help if option else expected


def _without(place: str, key: str, **usual: Any) -> str:
    if not usual:
        return "needed"
    default = usual["default"]
    if place == "methods" and key in OPTIONS and OPTIONS[key].default is not None:
        default = OPTIONS[key].kind.write(OPTIONS[key].default)
    if place == "" and key == "metrics":
        return "all"
    if key == "goal":
        return "`last`"
    if key in ("name", "title"):
        return "named by itself"
    return "" if default in (None, "", [], {}) else code(str(default).replace("True", "true").replace("False", "false"))


def metrics() -> str:
    """List what a report can show."""
    return table(["metric", "what it is"], [[code(name), title] for name, title in METRICS.items()])


def counters() -> str:
    """Define every counter, in the words of its field."""
    about = _field_docs(Stats)
    rows = [[code(counter.name), str(counter.metadata["label"]), rich(about[counter.name])] for counter in COUNTERS]
    return (
        rich(_paragraph((Stats.__doc__ or "").split("\n\n")[1]))
        + "\n\n"
        + table(["counter", "called in answers", "what it counts"], rows)
    )


def statuses() -> str:
    """List how a search can end."""
    about = _field_docs(Status)
    return table(["status", "meaning"], [[code(status.value), rich(about[status.name])] for status in Status])


def limits() -> str:
    """List the limits of a search."""
    rows = [[code(option.command_line), code(option.name), rich(option.help)] for option in LIMITS]
    return table(["on the command line", "elsewhere", "what it says"], rows)


def options() -> str:
    """List the options of all methods."""
    rows = [
        [
            code(option.command_line),
            code(option.name),
            rich(option.help),
            "" if option.default is None else code(str(option.kind.write(option.default))),
            "all but `optimal` and `anytime`" if len(option.algorithms) > 20 else ", ".join(map(code, option.algorithms)),
        ]
        for option in OPTIONS.values()
    ]
    return table(["on the command line", "elsewhere", "what it says", "default", "concerns"], rows)


def routes() -> str:
    """List what the server answers, as it describes itself."""
    from taquin.web.app import create_app

    paths = create_app().openapi()["paths"]
    rows = [
        [code(f"{method.upper()} {path}"), rich(_paragraph(route.get("description") or route.get("summary", "")))]
        for path, methods in paths.items()
        for method, route in methods.items()
    ]
    return table(["request", "answers"], rows)


def peers() -> str:
    """Set our figures beside those of others: a plot and a table of each comparison."""
    figures = json.loads((Path(__file__).parent / "figures.json").read_text(encoding="utf-8"))
    return "\n".join(_comparison(name, figure) for name, figure in figures.items())


def _comparison(name: str, figure: dict[str, Any]) -> str:
    known = {"how": "how", "value": figure["unit"], "nodes": "nodes", "set_up": "set-up, memory"}
    shown = [key for key in known if key in figure["rows"][0]]
    rows = [
        [f"**{row['name']}**" if row.get("ours") else row["name"], *(str(row[key]) for key in shown)] for row in figure["rows"]
    ]
    plot = f"![{figure['title']}](images/peers-{name}.png)"
    about = f"Machine: {figure['machine']}."
    return f"### {rich(figure['title'])}\n\n{plot}\n\n{about}\n\n{table(['program', *(known[key] for key in shown)], rows)}"


def _field_docs(owner: type) -> dict[str, str]:
    """Return the text below each field of a class."""
    found = re.findall(r'^    (\w+)(?:: [^\n]*| = [^\n]*)\n    """(.*?)"""', inspect.getsource(owner), re.MULTILINE | re.DOTALL)
    return {name: _paragraph(text) for name, text in found}


PARTS: dict[str, Callable[[], str]] = {
    "searches": search_tables,
    "heuristics": heuristic_table,
    "command line": command_line,
    "whole specs": whole_specs,
    "spec keys": spec_keys,
    "metrics": metrics,
    "counters": counters,
    "statuses": statuses,
    "limits": limits,
    "options": options,
    "routes": routes,
    "peers": peers,
}
"""What a page may have put in, by the name in `<!-- from the code: NAME -->`."""
