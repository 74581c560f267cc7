# SPDX-License-Identifier: MIT
"""Read which module of the package imports which, those within functions too."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import taquin

ROOT = Path(taquin.__file__).parent


@cache
def modules() -> dict[str, Path]:
    """Return every module of the package by its name without `taquin.`; a package's own file is the package."""
    found = {}
    for path in ROOT.rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if name:
            found[name] = path
    return found


@cache
def graph() -> dict[str, set[str]]:
    """Return what every module imports of the package."""
    known = modules()
    return {name: set(_imports(path, known)) - {name} for name, path in known.items()}


def _imports(path: Path, known: dict[str, Path]) -> Iterator[str]:
    for node in _statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.removeprefix("taquin.") for alias in node.names if alias.name.startswith("taquin."))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "taquin":
            base = (node.module or "").removeprefix("taquin").removeprefix(".")
            for alias in node.names:
                inner = f"{base}.{alias.name}".strip(".")
                if inner in known:
                    yield inner
                elif base:
                    yield base


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Walk all statements but those that only a type checker sees."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        yield node
        yield from _statements(node)
