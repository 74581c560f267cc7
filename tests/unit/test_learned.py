# SPDX-License-Identifier: MIT
"""Learned values: what is shipped is whole, makes paths shorter, and is done without where it is not there."""

from __future__ import annotations

import hashlib
import io
import json
import os
import random
import subprocess
import sys
import zipfile
import zlib
from array import array
from collections.abc import Iterator
from functools import cache
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest
from tests.neighbours import NEAR, random_numbers, value_of_neighbours

from taquin import Board, Limits, parse_method, solve
from taquin.board import moves_of_codes
from taquin.compiled_core import compiled_core, core_is_built
from taquin.scramble import uniform_board
from taquin.tables import learned
from taquin.web.site import package_archive

if TYPE_CHECKING:
    from taquin._core import LearnedValues

pytestmark = pytest.mark.skipif(not core_is_built(), reason="needs the compiled core")
SCRIPTS = Path(__file__).parents[2] / "scripts"
SIDES = (5, 6, 7, 8)


@cache
def shipping() -> ModuleType:
    """Load the script that puts networks into the package."""
    loader = SourceFileLoader("shipping", str(SCRIPTS / "ship-learned"))
    module = module_from_spec(spec_from_loader("shipping", loader))  # type: ignore[arg-type]
    loader.exec_module(module)
    return module


NO_NEAR = [0] * NEAR
"""Numbers of neighbours, where they add nothing."""


def packed(*numbers: list[int], near: list[int] = NO_NEAR) -> bytes:
    """Pack the numbers of a network as they are shipped."""
    everything = array("h", [number for part in (*numbers, near) for number in part])
    if sys.byteorder == "big":
        everything.byteswap()
    return everything.tobytes()


def distance_network(side: int) -> bytes:
    """Make a network whose values are 1.25 times the Manhattan distance, and whose one unit adds nothing."""
    cells = side * side
    line = [
        80 * (abs((tile - 1) // side - cell // side) + abs((tile - 1) % side - cell % side)) if tile else 0
        for tile in range(cells)
        for cell in range(cells)
    ]
    return packed(line, [0], [0], [0] * cells**2)


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


def test_values_are_those_of_the_definition() -> None:
    side, cells, units = 4, 16, 3
    rng = random.Random(2)
    line, inputs = ([rng.randint(-200, 200) for _ in range(cells**2 * count)] for count in (1, units))
    bias, weight = ([rng.randint(-2000, 2000) for _ in range(units)] for _ in range(2))
    near = random_numbers(2, 200)

    def mirrored(cell: int) -> int:
        return cell % side * side + cell // side

    def added(tiles: list[int]) -> int:
        total = 0
        for unit in range(units):
            reached = bias[unit] + sum(inputs[(tile * cells + cell) * units + unit] for cell, tile in enumerate(tiles))
            total += (min(max(reached, 0), 362) // 2) ** 2 * weight[unit]
        return total

    network = compiled_core().LearnedValues(side, packed(line, bias, weight, inputs, near=near))
    for _ in range(50):
        tiles = rng.sample(range(cells), cells)
        image = [0] * cells
        for cell, tile in enumerate(tiles):
            image[mirrored(cell)] = mirrored(tile - 1) + 1 if tile else 0
        by_itself = sum(line[tile * cells + cell] for cell, tile in enumerate(tiles)) + value_of_neighbours(near, side, tiles)
        assert network.value(tiles) == by_itself + (added(tiles) + added(image) >> 16)


@pytest.mark.parametrize("tiles", [[0, 1, 2], [0] * 9, [*range(1, 10)]])
def test_what_is_no_board_has_no_value(tiles: list[int]) -> None:
    with pytest.raises(ValueError, match="expected the tiles 0 to 8"):
        compiled_core().LearnedValues(3, distance_network(3)).value(tiles)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("side", [5, 8])
def test_networks_order_beams(side: int, threads: int) -> None:
    goal = Board.goal(side, side)
    start = uniform_board(goal, random.Random(3))
    network = compiled_core().LearnedValues(side, distance_network(side))

    def moves(values: LearnedValues | None) -> bytes:
        run = compiled_core().solve_anytime
        found: bytes | None = run(
            side, side, start.tiles, goal.tiles, None, 300_000, threads, 0, 0, lambda *_: None, lambda: False, values
        )[0]
        assert found is not None
        return found

    assert start.apply(*moves_of_codes(moves(network))) == goal
    assert moves(network) != moves(None)
    if threads == 1:
        assert moves(network) == moves(network)


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
    with pytest.raises(ValueError, match="not those of this size"):
        compiled_core().LearnedValues(6, distance_network(5))
    with pytest.raises(ValueError, match="not those of this size"):
        compiled_core().LearnedValues(5, distance_network(5)[:-2])


def test_values_that_a_board_would_overflow_are_refused() -> None:
    with pytest.raises(ValueError, match="inputs of the learned values are too large"):
        compiled_core().LearnedValues(3, packed([0] * 81, [0], [0], [4000] * 81))
    with pytest.raises(ValueError, match="weights of the learned values are too large"):
        compiled_core().LearnedValues(3, packed([0] * 81, [0] * 70, [32_000] * 70, [0] * 81 * 70))


def test_pages_do_not_load_them() -> None:
    with zipfile.ZipFile(io.BytesIO(package_archive())) as archive:
        assert not [name for name in archive.namelist() if "/learned/" in name]


def test_learning_without_a_card_goes_on_and_says_where_networks_come_from(tmp_path: Path) -> None:
    settings = ["--size", "3", "--minutes", "0.03", "--width", "32", "--out", str(tmp_path)]
    for _ in range(2):
        command = [sys.executable, str(SCRIPTS / "train-on-cpu"), *settings]
        subprocess.run(command, env={**os.environ, "CXXFLAGS": "-O1"}, capture_output=True, check=True)
    about = json.loads((tmp_path / "learned-3x3.json").read_text())
    network = (tmp_path / "learned-3x3.bin").read_bytes()
    assert (about["size"], about["minutes"], len(about["runs"])) == (3, 0.06, 2)
    assert about["sha256"] == hashlib.sha256(network).hexdigest()
    values = compiled_core().LearnedValues(3, network)
    assert values.value(Board.goal(3, 3).tiles) < values.value((8, 6, 7, 2, 5, 4, 3, 0, 1))


def write_trained(folder: Path, payload: bytes, **about: object) -> Path:
    """Write a network as training leaves it."""
    source = folder / "learned-3x3.bin"
    source.write_bytes(payload)
    provenance = {"size": 3, "sha256": hashlib.sha256(payload).hexdigest()} | about
    source.with_suffix(".json").write_text(json.dumps(provenance))
    return source


def test_what_is_shipped_is_what_was_trained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    payload = distance_network(3)
    source = write_trained(tmp_path, payload, minutes=2)
    monkeypatch.setattr(shipping(), "SHIPPED", tmp_path / "shipped")
    monkeypatch.setattr(sys, "argv", ["ship-learned", str(source)])
    shipping().main()
    shipped = tmp_path / "shipped" / "learned-3x3.z"
    assert zlib.decompress(shipped.read_bytes()) == payload
    about = json.loads(shipped.with_suffix(".json").read_text())
    assert about == json.loads(source.with_suffix(".json").read_text()) | {"bytes": len(payload)}
    assert "learned-3x3.z" in capsys.readouterr().out


def test_what_is_not_as_its_provenance_says_is_not_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = write_trained(tmp_path, distance_network(3), sha256="0" * 64)
    monkeypatch.setattr(shipping(), "SHIPPED", tmp_path / "shipped")
    monkeypatch.setattr(sys, "argv", ["ship-learned", str(source)])
    with pytest.raises(SystemExit, match=r"learned-3x3\.bin is not the network that its provenance tells of"):
        shipping().main()
    assert not list((tmp_path / "shipped").iterdir())
