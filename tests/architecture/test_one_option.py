# SPDX-License-Identifier: MIT
"""An option is declared once: one entry in the table, and every face has it."""

import json
import subprocess
import sys

import pytest
from tests.waiting import HANGS

pytestmark = pytest.mark.xdist_group("one option")  # one process shows all faces

PROGRAM = """
import json
from taquin.method import OPTIONS
from taquin.options import Option, whole_number

OPTIONS["patience"] = Option(
    "patience", "Patience", whole_number("a patience", 1, 9), "How patient bfs is.", default=3, algorithms=("bfs",)
)

import taquin
from click.testing import CliRunner
from taquin.cli import main
from taquin.lab import parse_spec
from taquin.web.app import create_app

board = "1 2 3 / 4 0 6 / 7 5 8"
spec = {"boards": [{"set": "default8:1"}], "methods": [{"algorithms": ["bfs"], "patience": 5}]}
schema = create_app().openapi()["components"]["schemas"]["SolveRequest"]["properties"]
wrong = CliRunner().invoke(main, ["solve", board, "-m", "bfs", "--patience", "10"])
print(json.dumps({
    "help": {name: CliRunner().invoke(main, [name, "--help"]).output for name in ("solve", "batch", "compare", "render")},
    "wrong": wrong.output,
    "row": json.loads(CliRunner().invoke(main, ["solve", board, "-m", "bfs", "--patience", "4", "--json"]).stdout)["options"],
    "catalog": [row for row in taquin.catalog()["options"] if row["name"] == "patience"],
    "schema": schema["patience"],
    "spec": parse_spec(spec).methods[0]["patience"],
    "question": taquin.ask(board, method="bfs", patience=6).to_json()["patience"],
    "solution": taquin.solve(board, method="bfs").options,
    "unconcerned": taquin.compare(board, ["bfs", "astar"], patience=6)[1].options,
}))
"""


@pytest.fixture(scope="module")
def seen() -> dict[str, object]:
    """What the faces show in a process whose table has one option more."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=HANGS, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_the_command_line_has_it(seen: dict[str, dict[str, str]]) -> None:
    for text in seen["help"].values():
        assert "--patience N" in text
        assert "How patient bfs is (default: 3)." in " ".join(text.split())
    assert "expected a patience, a whole number from 1 to 9, got '10'" in seen["wrong"]
    assert seen["row"] == {"order": "ULRD", "patience": 4}


def test_the_catalog_and_the_api_have_it(seen: dict[str, list[dict[str, object]]]) -> None:
    assert seen["catalog"][0]["default"] == 3
    assert seen["catalog"][0]["algorithms"] == ["bfs"]
    assert "9" in json.dumps(seen["schema"])


def test_the_lab_and_the_library_have_it(seen: dict[str, object]) -> None:
    assert seen["spec"] == 5
    assert seen["question"] == 6
    assert seen["solution"] == {"order": "ULRD", "patience": 3}
    assert seen["unconcerned"] == {"order": "ULRD", "ties": "deep,lifo"}
