# SPDX-License-Identifier: MIT
"""A page for every search and every heuristic: what the registries say of it, the words of the page's Learn, and examples.

The words are written once, in `frontend/src/lib/strings/`; a test there writes them to `learn.json`. Why a heuristic never
overestimates is written here, in `proofs/`, a file for each.
"""

from __future__ import annotations

import inspect
import json
from functools import cache
from pathlib import Path
from typing import Any

from docs.make.markdown import bullets, code, example, live, rich, table

from taquin.heuristics import ALIASES as HEURISTIC_ALIASES, HEURISTICS, Heuristic
from taquin.method import OPTIONS
from taquin.search import ALIASES as SEARCH_ALIASES, SEARCHES, Search

HERE = Path(__file__).parent
BOARD = "8 1 3 / 4 0 2 / 7 6 5"
"""14 moves from home: far enough for a heuristic to show what it is worth."""
NEAR = "1 2 3 / 8 5 0 / 4 7 6"
"""7 moves from home: blind searches stay small on it."""
GROUPS = {"blind": "Blind", "informed": "Informed", "local": "Local", "solver": "The solver itself"}


@cache
def words() -> dict[str, Any]:
    """Return the words of Learn: `algorithms`, `heuristics`, `patterns`."""
    read: dict[str, Any] = json.loads((HERE / "learn.json").read_text(encoding="utf-8"))
    return read


def group_of(search: Search) -> str:
    """Tell which group of the contents a search belongs to, as the page has it."""
    group: str = words()["algorithms"][search.name].get("group", "informed" if search.informed else "blind")
    return group


def method_of(search: Search) -> str:
    """Name the method that stands for a search on its page."""
    return f"{search.name}@manhattan" if search.informed else search.name


def method_pages() -> dict[str, str]:
    """Return a page for every search and heuristic by its path."""
    pages = {f"searches/{search.name}.md": _search_page(search) for search in SEARCHES.values()}
    pages |= {f"heuristics/{heuristic.name}.md": _heuristic_page(heuristic) for heuristic in HEURISTICS.values()}
    return pages | {"heuristics/pattern-databases.md": _pattern_page()}


def search_tables() -> str:
    """List the searches, group by group."""
    parts = []
    for group, title in GROUPS.items():
        rows = [
            [
                f"[{rich(words()['algorithms'][search.name]['title'])}]({search.name}.md)",
                code(search.name),
                "yes" if search.complete else "no",
                "yes" if search.optimal else "no",
                rich(words()["algorithms"][search.name]["suits"]),
            ]
            for search in SEARCHES.values()
            if group_of(search) == group
        ]
        parts += [f"## {title}\n", table(["search", "name", "complete", "shortest paths", "where it fits"], rows)]
    return "\n".join(parts)


def _search_page(search: Search) -> str:
    page = words()["algorithms"][search.name]
    aliases = [alias for alias, meant in SEARCH_ALIASES.items() if meant == search.name]
    facts = [("Complete", "complete"), ("Optimal", "optimal"), ("Time", "time"), ("Space", "space"), ("Where it fits", "suits")]
    rows = [[f"**{term}**", rich(page[key])] for term, key in facts]
    if "source" in page:
        rows.append(["**Source**", rich(page["source"])])
    pseudocode = "\n".join("  " * line["indent"] + line["text"] for line in page["code"])
    return "\n".join(
        [
            f"# {rich(page['title'])}\n",
            f"`-m {method_of(search)}`" + (f", also called {', '.join(map(code, aliases))}" if aliases else "") + "\n",
            "\n\n".join(map(rich, page["idea"])) + "\n",
            _search_live(search),
            "## Pseudocode\n",
            f"```text\n{pseudocode}\n```\n",
            "## Properties\n",
            table(["", ""], rows),
            "b: children of a node, d: depth of the shortest solution, m: longest path.\n",
            f"**For it**\n\n{bullets(map(rich, page['pros']))}\n**Against it**\n\n{bullets(map(rich, page['cons']))}",
            _options(search),
            "## Beside others\n",
            example(f"taquin compare '{BOARD}' {' '.join(f'-m {method}' for method in _neighbours(search))}"),
            _source(search),
        ]
    )


def _search_live(search: Search) -> str:
    method = method_of(search)
    board = (BOARD if search.informed else NEAR).replace(" ", "").replace("/", ";")
    board = ",".join(board).replace(",;,", "/")
    view = "solve" if search.free else "watch"
    return live(view, f"{search.name} at work", 1, board=board, method=method, run="1", at="" if search.free else "12")


def _neighbours(search: Search) -> list[str]:
    return list(dict.fromkeys([method_of(search), "bfs", "astar@manhattan", "idastar@manhattan"]))


def _options(search: Search) -> str:
    concerned = [option for option in OPTIONS.values() if search.name in option.algorithms]
    if not concerned:
        return ""
    rows = []
    for option in concerned:
        default = option.default_for(search.name)
        shown = "" if default is None else str(option.kind.write(default)).replace("True", "yes").replace("False", "no")
        rows.append([code(f"{option.command_line} {option.kind.metavar}".strip()), rich(option.help), shown and code(shown)])
    return "## Options\n\n" + table(["option", "what it says", "default"], rows)


def _source(search: Search) -> str:
    if search.free:
        return ""
    module = inspect.getmodule(search.run)
    assert module is not None
    name = module.__name__.replace(".", "/")
    indented = "\n".join(f"    {line}".rstrip() for line in inspect.getsource(module).splitlines())
    return f'## The code\n\nAs the reference engine runs it:\n\n??? quote "src/{name}.py"\n\n    ```python\n{indented}\n    ```\n'


def heuristic_table() -> str:
    """List the heuristics with their claims."""
    rows = [
        [
            f"[{words()['heuristics'][heuristic.name]['title']}]({heuristic.name}.md)",
            code(heuristic.name),
            "yes" if heuristic.admissible else "**no**",
            "yes" if heuristic.consistent else "no",
            rich(heuristic.relaxation),
        ]
        for heuristic in HEURISTICS.values()
    ]
    patterns = ["[Pattern databases](pattern-databases.md)", "`pdb`, `pdb:5-5-5`", "yes", "no"]
    rows.append([*patterns, "Only the tiles of a group have to come home; moves of all others are free."])
    return table(["heuristic", "name", "admissible", "consistent", "the easier puzzle behind it"], rows)


def _heuristic_page(heuristic: Heuristic) -> str:
    page = words()["heuristics"][heuristic.name]
    aliases = [alias for alias, meant in HEURISTIC_ALIASES.items() if meant == heuristic.name]
    claim = "admissible" if heuristic.admissible else "**not** admissible"
    claim += (", consistent" if heuristic.consistent else ", not consistent") if heuristic.admissible else ""
    return "\n".join(
        [
            f"# {page['title']}\n",
            f"`astar@{heuristic.name}`; {claim}" + (f"; also called {', '.join(map(code, aliases))}" if aliases else "") + "\n",
            "\n\n".join(map(rich, page["idea"])) + "\n",
            f"The easier puzzle behind it: {heuristic.relaxation}\n",
            "## How it is computed\n",
            bullets(map(rich, page["steps"])),
            f"Cost: {rich(page['cost'])}. Where it fits: {rich(page['suits'])}\n",
            proof(heuristic.name),
            "## On a board\n",
            "Slide tiles and see the value change; the marks on the tiles show what it counts.\n",
            live(f"learn/{heuristic.name}", f"{page['title']} on a board that you can slide", 1),
            f"**For it**\n\n{bullets(map(rich, page['pros']))}\n**Against it**\n\n{bullets(map(rich, page['cons']))}",
            "## The referee's word\n",
            example(f"taquin heuristic check {heuristic.name} --size {'2x4' if heuristic.admissible else '3x3'}"),
        ]
    )


def _pattern_page() -> str:
    page = words()["patterns"]
    return "\n".join(
        [
            "# Pattern databases\n",
            "Admissible, not consistent. Written `pdb:5-5-5` (sizes of the groups), `pdb:1+2+3+4-5+6+7+8` (groups of your own; "
            "tiles in none count by Manhattan distance), `pdb:6-6-6-5/2` (two partitions, the larger estimate counts) "
            "or `pdb` (the best for the shape). `optimal` uses them by itself.\n",
            "\n\n".join(map(rich, page["idea"])) + "\n",
            "## How it is computed\n",
            bullets(map(rich, page["steps"])),
            table(["", ""], [[f"**{term}**", rich(text)] for term, text in page["facts"]]),
            proof("pattern-databases"),
            "## On a board\n",
            live("learn/patterns", "Pattern databases on small boards", 1),
            example(f"taquin compare '{BOARD}' -m idastar@pdb:4-4 -m idastar@manhattan -m idastar@walking-distance"),
        ]
    )


def proof(name: str) -> str:
    """Return the text that says why a heuristic holds what it claims."""
    return (HERE / "proofs" / f"{name}.md").read_text(encoding="utf-8")
