# SPDX-License-Identifier: MIT
"""What `scripts/gpu-check` measures: the same boards as the core's own tests, and a mean that can be read."""

import json
from functools import cache
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

from taquin.engines.gpu import short_path

PINNED = {
    (5, 0): "11 5 14 1 7 13 12 16 15 24 4 23 8 20 0 22 3 19 17 9 18 6 21 2 10",
    (6, 0): "25 23 22 28 1 2 29 24 8 31 5 17 26 10 18 27 4 7 15 11 14 30 21 3 6 16 12 19 33 35 34 32 9 0 20 13",
    (6, 19): "11 2 13 22 26 15 35 12 32 19 34 10 33 21 3 20 9 30 25 1 14 0 5 29 8 28 31 6 18 4 16 27 7 24 17 23",
    (7, 3): (
        "30 12 38 7 10 26 8 6 33 5 27 21 2 42 18 31 32 37 36 25 29 1 34 23 44 13 45 48 16 46 41 47 22 17 14 11 19 40 15 20 35 3 "
        "9 39 0 28 4 43 24"
    ),
    (8, 1): (
        "29 17 41 18 55 4 32 49 53 12 52 60 3 45 22 28 34 56 11 19 6 51 58 24 26 57 47 0 48 50 2 39 59 35 33 31 7 16 37 43 15 13 "
        "30 42 20 21 27 36 62 38 5 63 14 10 8 9 61 23 46 1 44 40 54 25"
    ),
}
"""Boards of `sample_board(side, side, kEvaluationSeed, index)` in `core/tests/large_support.hpp`."""


@cache
def script() -> ModuleType:
    loader = SourceFileLoader("gpu_check", str(Path(__file__).parents[2] / "scripts" / "gpu-check"))
    module = module_from_spec(spec_from_loader("gpu_check", loader))  # type: ignore[arg-type]
    loader.exec_module(module)
    return module


@pytest.mark.parametrize(("side", "index"), PINNED)
def test_boards_are_those_of_the_core(side: int, index: int) -> None:
    assert script().evaluation_board(side, index).tiles == tuple(map(int, PINNED[side, index].split()))


@pytest.mark.usefixtures("emulated_card")
def test_short_paths_are_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(short_path, "FIRST_WIDTH", 64)
    report = script().Report(tmp_path)
    script().check_anytime(report, 5, 2, 0.3)
    script().check_anytime(report, 40, 2, 0.3)
    rows = json.loads((tmp_path / "gpu-check.json").read_text())["anytime_5"]
    assert [row["index"] for row in rows] == [0, 1]
    assert all(row["length"] > row["distance"] for row in rows)
    *_, mean, none = (tmp_path / "gpu-check.txt").read_text().splitlines()
    assert mean.startswith("anytime 5x5, 2 of 2 boards, 0.3 s each: ")
    assert none == "anytime 40x40: nothing was learned of this size"
