# SPDX-License-Identifier: MIT
"""The textbook searches of the compiled core: how often they ask a heuristic, what they take for one, and walking distance."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest

from taquin import Board, solve
from taquin.compiled_core import compiled_core
from taquin.heuristics import HEURISTICS
from taquin.scramble import uniform_board

START = "8 1 3 / 4 0 2 / 7 6 5"
COUNTING = """
calls = 0

def estimate(board, goal):
    global calls
    calls += 1
    home = {tile: divmod(cell, goal.cols) for cell, tile in enumerate(goal.tiles)}
    return sum(
        abs(home[tile][0] - cell // board.cols) + abs(home[tile][1] - cell % board.cols)
        for cell, tile in enumerate(board.tiles)
        if tile
    )
"""


class Counted:
    """A heuristic of one's own that counts how often it is asked."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, board: Board, goal: Board) -> float:
        self.calls += 1
        return HEURISTICS["manhattan"].value(board, goal)


@pytest.mark.parametrize("engine", ["native", "python"])
@pytest.mark.parametrize("method", ["astar", "greedy", "beam"])
def test_a_heuristic_of_ones_own_is_asked_once_for_a_node(method: str, engine: str) -> None:
    counted = Counted()
    solution = solve(START, method=method, heuristic=counted, engine=engine)
    assert solution.engine == engine
    assert solution.stats.expanded > 10
    if engine == "native":
        assert counted.calls == solution.stats.generated
    else:  # it remembers the estimate of a board that it reaches again by a shorter path
        assert 0.9 * solution.stats.generated < counted.calls <= solution.stats.generated


def test_asking_once_changes_nothing() -> None:
    rng, goal = random.Random(17), Board.goal(3, 3)
    for _ in range(20):
        start = uniform_board(goal, rng)
        for method in ("astar", "beam"):
            counted = Counted()
            own = solve(start, method=method, heuristic=counted, engine="native")
            other = solve(start, method=method, heuristic="manhattan", engine="native")
            assert (own.moves, own.stats.generated, own.stats.expanded) == (
                other.moves,
                other.stats.generated,
                other.stats.expanded,
            )
            assert counted.calls == own.stats.generated


@pytest.mark.parametrize("method", ["astar", "beam"])
def test_a_heuristic_of_ones_own_is_asked_once_among_others(method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "counting_heuristic.py").write_text(COUNTING)
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        name = f"{method}@max(counting_heuristic:estimate,inversion)"
        solution = solve(START, method=name, engine="native")
        assert sys.modules["counting_heuristic"].calls == solution.stats.generated
    finally:
        sys.modules.pop("counting_heuristic", None)


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (3, 3), (2, 6), (6, 2), (3, 5), (5, 3), (4, 4)])
def test_walking_distance_of_every_shape_it_is_offered_for(rows: int, cols: int) -> None:
    rng = random.Random(rows * cols)
    for layout in ("last", "first", "snail"):
        goal = Board.goal(rows, cols, layout)
        for _ in range(5):
            start = uniform_board(goal, rng)
            solution = solve(start, goal, "astar@walking-distance", engine="native", node_limit=1)
            assert solution.lower_bound == HEURISTICS["walking-distance"].value(start, goal)


@pytest.mark.parametrize(
    "changed",
    [
        {"rows": 9, "cols": 9},
        {"rows": 1, "cols": 4},
        {"goal": (1, 2, 3, 3)},
        {"parts": ["manhattan"] * 9, "factors": [1] * 9},
        {"parts": ["manhattan"], "factors": [1, 1]},
        {"parts": ["nothing"]},
        {"factors": [0]},
        {"boards": b"\1\2\3"},
        {"boards": b"\1\2\3\4"},
        {"boards": b"\1\2\3\0\1\1\1\1"},
    ],
)
def test_boards_that_are_estimated_together_are_checked(changed: dict[str, Any]) -> None:
    asked: dict[str, Any] = {"rows": 2, "cols": 2, "goal": (1, 2, 3, 0), "parts": ["manhattan"], "factors": [1]}
    asked["boards"] = bytes([0, 2, 3, 1, 1, 2, 3, 0])
    core = compiled_core()
    assert list(memoryview(core.estimate_boards(**asked)).cast("q")) == [2, 0]
    with pytest.raises(ValueError):
        core.estimate_boards(**asked | changed)


def test_costs_for_another_shape_are_refused_by_the_core() -> None:
    core = compiled_core()
    table = core.CostTable(2, 3, [0] * 36, [])
    with pytest.raises(ValueError, match="another shape"):
        core.estimate_boards(rows=2, cols=2, goal=(1, 2, 3, 0), parts=[table], factors=[1], boards=b"")
    dear = core.CostTable(2, 2, [0] * 4 + [2**32 - 1] * 12, [])
    with pytest.raises(ValueError, match="not too large"):
        core.estimate_boards(rows=2, cols=2, goal=(1, 2, 3, 0), parts=[dear], factors=[65536], boards=b"")
    for arguments in [(2, 2, [0] * 15, []), (2, 2, [0] * 16, [1, 2, 3]), (2, 2, [0] * 16, [1, 0, 1, 1, 5]), (70, 70, [], [])]:
        with pytest.raises(ValueError):
            core.CostTable(*arguments)
    with pytest.raises(TypeError):
        core.CostTable(2, 2, [-1] * 16, [])
