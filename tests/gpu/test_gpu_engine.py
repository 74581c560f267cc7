# SPDX-License-Identifier: MIT
"""The GPU engine where there is no card: what it says, what it declines, and that nothing is loaded for it."""

import itertools
import subprocess
import sys

import numpy as np
import pytest

from taquin import Board, Move, Question, parse_method, solve
from taquin.engines import ENGINES, choose_engine
from taquin.engines.gpu import device
from taquin.engines.gpu.batch import path_words, replay_all
from taquin.engines.gpu.device import KERNELS, Device, source_of
from taquin.engines.gpu.engine import BATCH_CELLS, GpuEngine
from taquin.engines.gpu.layout import Layout, layout_of, usual_databases
from taquin.engines.gpu.tables import automaton_words, undoing_automaton
from taquin.errors import EngineError

CARD = Device(0, "Test Card", 8 << 30, 20, 1536, 100 << 10, (9, 0), "13.0")


@pytest.fixture
def no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "find_devices", lambda: ())
    device.choose_device.cache_clear()


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "find_devices", lambda: (CARD,))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    device.choose_device.cache_clear()


def question(goal: Board, method: str = "optimal") -> Question:
    return Question(goal, goal, parse_method(method))


@pytest.mark.usefixtures("no_card")
def test_a_missing_card_is_named() -> None:
    assert "an NVIDIA card with its driver was not found" in str(GpuEngine().missing())
    with pytest.raises(EngineError, match="NVIDIA card"):
        solve("1 2 3 / 4 0 6 / 7 5 8", engine="gpu", method="optimal")


def test_missing_cupy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "find_devices", lambda: (CARD,))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert GpuEngine().missing() == "CuPy is not installed (pip install 'taquin[gpu]')"


def test_an_old_card_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "find_devices", lambda: (Device(0, "Old", 1 << 30, 8, 2048, 96 << 10, (6, 1), "12.0"),))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    device.choose_device.cache_clear()
    assert GpuEngine().missing() == "the card has compute capability 6.1, and 7.0 or newer is needed"


@pytest.mark.usefixtures("card")
def test_the_card_is_chosen_once_and_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    assert device.choose_device() == CARD
    device.choose_device.cache_clear()
    monkeypatch.setenv("TAQUIN_DEVICE", "cuda:3")
    assert "expected TAQUIN_DEVICE to be the number of a card (0 (Test Card)), got '3'" in str(GpuEngine().missing())


@pytest.mark.usefixtures("card")
def test_auto_prefers_the_card_where_it_wins() -> None:
    assert choose_engine(question(Board.goal(5, 5))).name == "gpu"
    assert choose_engine(question(Board.goal(5, 6))).name == "gpu"
    assert choose_engine(question(Board.goal(4, 4))).name == "native"
    assert choose_engine(question(Board.goal(5, 5), "astar@manhattan")).name == "native"
    assert choose_engine(question(Board.goal(6, 6))).name == "native"


def test_what_it_declines() -> None:
    engine = GpuEngine()
    assert engine.declines(question(Board.goal(3, 3), "bfs")) == "it runs the methods optimal and anytime only"
    assert engine.declines(question(Board.goal(6, 6))) == "it takes boards up to 30 cells"
    assert engine.declines(question(Board.goal(3, 3), "optimal@pdb:8")) is None
    assert engine.declines(question(Board.goal(4, 4), "optimal@pdb:8-7")) is None
    assert engine.declines(question(Board.goal(5, 5), "optimal@pdb:7-7-6-4")) == "it takes groups of up to 6 tiles on this board"
    assert (
        engine.declines(question(Board.goal(5, 5), "optimal@pdb:4-4-4-4-4-4")) == "it takes up to 5 groups of tiles on this board"
    )
    assert engine.declines(question(Board.goal(4, 4), "optimal@pdb:1+2+3")) == "it takes pattern databases that follow every tile"


@pytest.mark.parametrize(
    ("rows", "cols", "databases"),
    [(2, 2, "2-1"), (3, 3, "4-4"), (3, 4, "6-5"), (4, 4, "6-6-3"), (4, 5, "6-6-6-1"), (5, 5, "6-6-6-6"), (5, 6, "6-6-6-6-5")],
)
def test_every_shape_can_be_laid_out(rows: int, cols: int, databases: str) -> None:
    goal = Board.goal(rows, cols)
    assert usual_databases(goal) == f"pdb:{databases}"
    layout: Layout = layout_of(goal, usual_databases(goal))
    assert GpuEngine().declines(question(goal)) is None
    stride = -(-layout.groups // 4) * 4
    whole = layout.views * (layout.groups + 32 + 32 * layout.groups)
    assert len(layout.lookups) == -(-(32 * stride + layout.views * 4 * 32 * 4 + whole) // 4) * 4
    assert layout.first_words[-1] * 4 < 4 << 30


def test_batches_use_larger_tables_where_there_is_room() -> None:
    assert usual_databases(Board.goal(4, 4), 8 << 30) == "pdb:8-7"
    assert usual_databases(Board.goal(4, 4), 4 << 30) == "pdb:6-6-3"


def test_the_plain_automaton_only_forbids_undoing() -> None:
    numbers = np.frombuffer(undoing_automaton(3, 3), dtype=np.int32)
    starts, following = automaton_words(3, 3, prune=False)
    assert len(numbers) == 9 + 4 * (9 + 24)
    assert [int(word >> 28).bit_count() for word in starts] == [2, 3, 2, 3, 4, 3, 2, 3, 2]
    centre = int(starts[4]) & 0xFFFFFFF
    up = int(following[4 * centre]) & 0xFFFFFFF
    assert int(following[4 * centre]) >> 28 == 0b0110  # from the top edge: left and right, not up, and not down again
    assert up != centre


def test_sources_have_their_headers_in_place() -> None:
    for file in KERNELS.glob("*.cu"):
        text = source_of(file.name)
        assert '#include "' not in text
        assert "#pragma once" not in text
        assert text.count("using u32 = unsigned int;") == 1


def test_replaying_sees_wrong_paths() -> None:
    goal = Board.goal(3, 3)
    starts = np.array([goal.tiles, solve_back("LU"), solve_back("U")], dtype=np.uint8)
    tiles = np.array(goal.tiles, dtype=np.uint8)
    lengths = np.array([0, 2, 1])
    paths = np.array([[0], [pack("DR")], [pack("D")]], dtype=np.uint32)
    assert replay_all(starts, tiles, lengths, paths, 3, 3)
    for wrong in (pack("RD"), pack("UR"), pack("LR")):
        paths[1, 0] = wrong
        assert not replay_all(starts, tiles, lengths, paths, 3, 3)


def test_replaying_long_paths() -> None:
    goal = Board.goal(2, 8)
    tiles = np.array(goal.tiles, dtype=np.uint8)
    paths = np.zeros((3, 9), dtype=np.uint32)
    starts = []
    for number, path in enumerate(("R", "LR" * 71, "LR" * 64 + "D")):  # they need not be shortest
        start = goal.apply(*(Move(move).opposite for move in reversed(path)))
        starts.append(start.tiles)
        for first in range(0, len(path), 16):
            paths[number, first // 16] = pack(path[::-1][first : first + 16][::-1])
    lengths = np.array([1, 142, 129])
    assert replay_all(np.array(starts, dtype=np.uint8), tiles, lengths, paths, 2, 8)
    paths[1, 8] ^= 3 << 26
    assert not replay_all(np.array(starts, dtype=np.uint8), tiles, lengths, paths, 2, 8)


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        (Board.goal(3, 3), 2),
        (Board.goal(3, 3, "snail"), 3),
        (Board.goal(4, 4), 5),
        (Board.goal(4, 4, "snail"), 6),
        (Board.goal(2, 6), 5),
        (Board.goal(3, 5), 6),
        (Board.goal(2, 7), 7),
        (Board.goal(2, 7).apply(Move.LEFT, Move.LEFT, Move.LEFT), 7),
        (Board.goal(2, 8, "first"), 9),
        (Board.goal(8, 2).apply(Move.UP, Move.UP, Move.UP), 9),
    ],
)
def test_batches_carry_the_longest_paths_of_their_shape_and_no_more(goal: Board, words: int) -> None:
    assert path_words(goal) == words


def test_batches_carry_paths_of_every_shape() -> None:
    for rows, cols in itertools.product(range(2, 9), repeat=2):
        if rows * cols <= BATCH_CELLS:
            assert path_words(Board.goal(rows, cols)) <= 9


def solve_back(moves: str) -> tuple[int, ...]:
    return Board.goal(3, 3).apply(*map(Move, moves)).tiles


def pack(moves: str) -> int:
    return sum("ULRD".index(move) << 2 * place for place, move in enumerate(reversed(moves)))


def test_importing_loads_neither_cupy_nor_numpy() -> None:
    program = "import sys, taquin, taquin.engines; sys.exit(any(name in sys.modules for name in ('cupy', 'numpy')))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
    assert "gpu" in ENGINES
