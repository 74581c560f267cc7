# SPDX-License-Identifier: MIT
"""The heuristics of `examples/`: what they say is run, and they are what they say they are."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

import taquin
from taquin.board import Board
from taquin.cli import main
from taquin.compiled_core import core_is_built
from taquin.lab import check_heuristic
from taquin.machine import find_compiler

FOLDER = Path(__file__).parents[2] / "examples" / "heuristics"
needs_compiler = pytest.mark.skipif(find_compiler() is None or not core_is_built(), reason="no C++ compiler or no core")
EXAMPLES = [
    pytest.param(path, marks=[needs_compiler] if path.suffix == ".cpp" else [])
    for path in sorted(FOLDER.iterdir())
    if path.is_file()
]


@pytest.fixture(autouse=True)
def beside_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(tmp_path)


def commands(path: Path) -> list[str]:
    """Return the commands that a file names, on fewer boards."""
    found = re.findall(r"^(?://)? *taquin (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return [command.replace("korf15:1-10", "korf15:79,12").replace(" check ", " check --size 2x3 ") for command in found]


@pytest.mark.parametrize("path", EXAMPLES)
def test_what_an_example_says_is_run(path: Path) -> None:
    if path.name == "many_boards.py":
        pytest.importorskip("numpy")
        pytest.importorskip("matplotlib")
    assert len(commands(path)) == 2
    for command in commands(path):
        result = CliRunner().invoke(main, shlex.split(command))
        assert result.exit_code == 0, result.output


@pytest.mark.parametrize("goal", [Board.goal(2, 3), Board.goal(3, 2, "snail"), Board.goal(2, 4, "first")])
@pytest.mark.parametrize(
    ("name", "twin"), [("tables:manhattan", "manhattan"), ("tables:pairs", None), ("many_boards:manhattan", "manhattan")]
)
def test_they_are_what_they_claim(name: str, twin: str | None, goal: Board) -> None:
    verdict = check_heuristic(name, goal)
    assert (verdict.consistent, verdict.claims) == (True, (True, True))
    if twin is None:
        assert verdict.above_manhattan > 0
    else:
        assert verdict.above_manhattan == verdict.below_manhattan == 0


def test_tables_search_the_nodes_of_manhattan() -> None:
    for instance in taquin.load_instances("korf15:79,12"):
        own = taquin.solve(instance.start, instance.goal, method="idastar@tables:manhattan", engine="native")
        assert (own.cost, own.stats.generated) == (instance.optimal, KORF[instance.optimal or 0])


KORF = {42: 540_860, 45: 546_344}
"""Nodes that Korf counted on numbers 79 and 12 of his boards, by their lengths."""
