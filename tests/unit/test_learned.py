# SPDX-License-Identifier: MIT
"""Learned values: what is shipped is whole, makes paths shorter, and is done without where it is not there."""

import hashlib
import io
import json
import random
import subprocess
import sys
import zipfile
import zlib
from array import array
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

from taquin import Board, Limits, parse_method, solve
from taquin.compiled_core import compiled_core, core_is_built
from taquin.scramble import uniform_board
from taquin.tables import learned
from taquin.web.site import package_archive

pytestmark = pytest.mark.skipif(not core_is_built(), reason="needs the compiled core")
SCRIPTS = Path(__file__).parents[2] / "scripts"
SIDES = (5, 6)


@pytest.fixture
def forgetful() -> Iterator[None]:
    learned.learned_values.cache_clear()
    yield
    learned.learned_values.cache_clear()


@pytest.mark.parametrize("side", SIDES)
def test_shipped_values_are_what_their_provenance_says(side: int) -> None:
    about = json.loads(learned.learned_file(side).with_suffix(".json").read_text())
    payload = zlib.decompress(learned.learned_file(side).read_bytes())
    assert (about["size"], about["bytes"], about["sha256"]) == (side, len(payload), hashlib.sha256(payload).hexdigest())
    values = learned.learned_values(side)
    assert values is not None
    assert values.side == side


def test_nothing_was_learned_of_other_sizes() -> None:
    assert learned.learned_values(4) is None
    assert learned.learned_values(40) is None


@pytest.mark.parametrize("layout", ["last", "first"])
def test_values_make_paths_shorter(layout: str) -> None:
    goal = Board.goal(6, 6, layout)
    rng = random.Random(1)
    starts = [uniform_board(goal, rng) for _ in range(3)]

    def total(values: object) -> int:
        run = compiled_core().solve_anytime
        paths = [
            run(6, 6, start.tiles, goal.tiles, None, 2_000_000, 1, 0, 0, lambda *_: None, lambda: False, values)[0]
            for start in starts
        ]
        return sum(map(len, paths))

    assert total(learned.learned_values(6)) < total(None)


def test_damage_is_noticed_and_done_without(
    forgetful: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    whole = learned.learned_file(5)
    damaged = bytearray(zlib.decompress(whole.read_bytes()))
    damaged[-1] ^= 1
    for name, content in {"bits": zlib.compress(damaged), "cut": whole.read_bytes()[:100], "else": b"something else"}.items():
        path = tmp_path / f"{name}.z"
        path.write_bytes(content)
        path.with_suffix(".json").write_text(whole.with_suffix(".json").read_text())
        monkeypatch.setattr(learned, "learned_file", lambda side, path=path: path)
        learned.learned_values.cache_clear()
        assert learned.learned_values(5) is None
        assert f"{name}.z cannot be used" in caplog.text
        goal = Board.goal(5, 5)
        solution = solve(
            uniform_board(goal, random.Random(1)), goal, parse_method("anytime", threads=1), limits=Limits(nodes=100_000)
        )
        assert solution.cost is not None


def test_values_of_another_size_are_refused() -> None:
    payload = zlib.decompress(learned.learned_file(5).read_bytes())
    with pytest.raises(ValueError, match="not those of this size"):
        compiled_core().LearnedValues(6, payload)


def test_pages_do_not_load_them() -> None:
    with zipfile.ZipFile(io.BytesIO(package_archive())) as archive:
        assert not [name for name in archive.namelist() if name.endswith(".z")]


def run_script(name: str, *arguments: object) -> str:
    command = [sys.executable, str(SCRIPTS / name), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_training_learns_goes_on_and_says_where_tables_come_from(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    settings = [
        "--size",
        "3",
        "--states",
        "512",
        "--widths",
        "16",
        "--batch",
        "128",
        "--memory",
        "5000",
        "--report",
        "64",
        "--held",
        "5",
    ]
    for minutes in (0.1, 0.05):
        printed = run_script("train", *settings, "--minutes", minutes, "--out", tmp_path)
    assert "held-out boards, width 64: 5 of 5 solved" in printed
    about = json.loads((tmp_path / "learned-3x3.json").read_text())
    table = (tmp_path / "learned-3x3.bin").read_bytes()
    assert about["sha256"] == hashlib.sha256(table).hexdigest()
    assert about["minutes"] >= 0.15


def test_what_is_shipped_is_what_was_trained_rounded(tmp_path: Path) -> None:
    shipping = SourceFileLoader("shipping", str(SCRIPTS / "ship-learned"))
    module = module_from_spec(spec_from_loader("shipping", shipping))  # type: ignore[arg-type]
    shipping.exec_module(module)
    singles, pairs = [0, 512, -700] * 27, [5, 8, 1100, -1100]
    payload, cut = module.rounded(array("h", singles + pairs).tobytes(), 3, 512)
    assert payload == array("h", [0, 64, -88] * 27).tobytes() + array("b", [1, 1, 127, -128]).tobytes()
    assert cut == 2
