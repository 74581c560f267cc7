# SPDX-License-Identifier: MIT
"""Imports point one way along the road of a question, lazy ones too, and nothing below the faces prints."""

import ast
from graphlib import CycleError, TopologicalSorter

import pytest
from tests.architecture.imports import graph, modules

LINE = (
    "_core",
    "errors",
    "drawing",
    "board",
    "options",
    "metric",
    "moves",
    "notation",
    "board_rows",
    "answers",
    "reasons",
    "solution",
    "clock",
    "machine",
    "journal",
    "wasm_core",
    "compiled_core",
    "solvability",
    "scramble",
    "instances",
    "depth",
    "tables",
    "heuristics",
    "search",
    "method",
    "question",
    "explanation",
    "methods",
    "engines",
    "listing",
    "solver",
    "shortest",
    "judgement",
    "random_boards",
    "worker",
    "many",
    "render",
    "lab",
    "bench",
    "service",
    "browser",
    "web",
    "cli",
    "__main__",
)
"""The rooms of the house from the ground up: each may use those before it."""


def room(module: str) -> str:
    return module.partition(".")[0]


def test_every_room_is_on_the_line() -> None:
    assert {room(module) for module in modules()} | {"_core"} == set(LINE)


@pytest.mark.parametrize("module", sorted(graph()))
def test_imports_point_down_the_line(module: str) -> None:
    own = LINE.index(room(module))
    against = {target for target in graph()[module] if LINE.index(room(target)) > own}
    assert not against, f"{module} imports {', '.join(sorted(against))}, which stand above it"


def test_no_module_needs_itself() -> None:
    try:
        TopologicalSorter(graph()).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_only_the_faces_print() -> None:
    for name, path in modules().items():
        if room(name) not in ("cli", "worker"):
            called = {node.func.id for node in ast.walk(ast.parse(path.read_text())) if _is_call(node)}  # type: ignore[attr-defined]
            assert "print" not in called, name


def _is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


def test_nobody_asks_for_an_engine_by_name() -> None:
    """The engines are equals: whoever needs the card or the cluster asks the contract, not a name."""
    for name, path in modules().items():
        if not name.startswith(("engines", "bench")):
            texts = {node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)}
            assert not texts & {"gpu"}, name
