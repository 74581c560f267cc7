# SPDX-License-Identifier: MIT
"""`scripts/train` on an emulated card: it learns, goes on, takes lessons, and says where its network comes from."""

import hashlib
import json
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from tests.gpu.networks import distance_network, value_of
from tests.neighbours import NEAR

from taquin import solve
from taquin.engines.gpu.network import shared_numbers

pytestmark = pytest.mark.usefixtures("emulated_card")
SCRIPT = Path(__file__).parents[2] / "scripts" / "train"
SMALL = [
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
    "--units",
    "128",
    "--report",
    "64",
    "--held",
    "5",
]


def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    pytest.importorskip("torch")
    loader = SourceFileLoader("train", str(SCRIPT))
    module = module_from_spec(spec_from_loader("train", loader))  # type: ignore[arg-type]
    monkeypatch.setattr(sys, "path", list(sys.path))
    loader.exec_module(module)
    return module


def train(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> None:
    monkeypatch.setattr(sys, "argv", ["train", *SMALL, *map(str, arguments)])
    script(monkeypatch).main()


def test_training_learns_goes_on_and_says_where_networks_come_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for minutes in (0.06, 0.04):
        train(monkeypatch, "--minutes", minutes, "--out", tmp_path)
    assert "held-out boards, width 64: 5 of 5 solved" in capsys.readouterr().out
    about = json.loads((tmp_path / "learned-3x3.json").read_text())
    network = (tmp_path / "learned-3x3.bin").read_bytes()
    assert about["sha256"] == hashlib.sha256(network).hexdigest()
    assert about["minutes"] >= 0.1


def test_training_begins_with_lessons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    boards = ["8 6 7 / 2 5 4 / 3 0 1", "1 2 3 / 4 0 5 / 7 8 6"]
    lessons = tmp_path / "lessons.jsonl"
    lessons.write_text("".join(json.dumps(solve(board, method="astar").to_json()) + "\n" for board in boards))
    train(monkeypatch, "--minutes", 0.02, "--lessons", lessons, "--out", tmp_path)
    assert " 2 lessons, " in capsys.readouterr().out


def shared_network(side: int, seed: int) -> np.ndarray:
    """Give a network whose numbers of neighbours are shared as learned ones are."""
    numbers, shared = distance_network(side, 4, seed=seed), shared_numbers()
    near = np.random.default_rng(seed).integers(-50, 50, shared.max() + 2, dtype=np.int16)
    near[-1] = 0
    numbers[-NEAR:] = near[shared]
    return numbers


@pytest.mark.parametrize("side", [3, 8])
def test_values_are_those_of_the_network_that_is_gone_on_from(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    module, numbers = script(monkeypatch), shared_network(side, seed=5)
    puzzle = module.Puzzle(side, "cpu")
    learner = module.Learner(puzzle, 1)
    learner.read(module.torch.from_numpy(numbers))
    boards = module.random_boards(puzzle, 50).t()
    values = [value_of(numbers, side, board) / 64 for board in boards.numpy()]
    assert learner.values(boards).tolist() == pytest.approx(values, abs=0.2)
    assert np.array_equal(learner.written().numpy(), numbers)


def test_a_network_that_is_gone_on_from_may_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    module, numbers = script(monkeypatch), shared_network(3, seed=5)
    puzzle = module.Puzzle(3, "cpu")
    learner = module.Learner(puzzle, 1)
    learner.read(module.torch.from_numpy(numbers))
    own = len(learner.numbers[1])
    boards = module.random_boards(puzzle, 50).t()
    before = learner.values(boards).detach()
    learner.grow(own + 4)
    assert len(learner.numbers[1]) == own + 4
    assert learner.values(boards).tolist() == pytest.approx(before.tolist(), abs=0.5)
    learner.grow(own)
    assert len(learner.numbers[1]) == own + 4, "no network shrinks"


def test_numbers_of_neighbours_are_learned_and_stay_shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers, shared = shared_network(3, seed=6), shared_numbers()
    network = tmp_path / "learned-3x3.bin"
    network.write_bytes(numbers.tobytes())
    network.with_suffix(".json").write_text(json.dumps({"minutes": 1, "runs": ["earlier"]}))
    train(monkeypatch, "--minutes", 0.05, "--memory", 400, "--out", tmp_path)
    learned = np.fromfile(network, "<i2")[-NEAR:]
    assert (learned != numbers[-NEAR:]).any()
    one_of_each = np.zeros(shared.max() + 2, dtype=np.int16)
    one_of_each[shared] = learned
    assert np.array_equal(one_of_each[shared], learned)
    assert not learned[shared < 0].any()
    assert json.loads(network.with_suffix(".json").read_text())["runs"][0] == "earlier"


def test_boards_of_a_path_are_compared_with_boards_of_their_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    module = script(monkeypatch)
    module.torch.manual_seed(3)
    puzzle = module.Puzzle(4, "cpu")
    learner, memory = module.Learner(puzzle, 128), module.Memory(puzzle, 5000)
    starts = module.random_boards(puzzle, 6)
    with module.torch.no_grad():
        played = module.Player(puzzle).play(starts, learner.written(), 64, 200)
        memory.add_order(starts, played, played.paths(), learner)
        better, worse = (boards.numpy() for boards in memory.order.newest(5000))
    assert len(better) > 50
    for one, other in zip(better, worse, strict=True):
        assert sorted(one) == sorted(other) == list(range(16))
        assert (one != other).any()
        cells = np.argmax(one == 0), np.argmax(other == 0)
        assert sum(cell // 4 + cell % 4 for cell in cells) % 2 == 0, "blanks that moved as often are on cells of one colour"
