# SPDX-License-Identifier: MIT
"""The method `anytime`: an answer for every board, better with time, honest about itself."""

import random
import subprocess
import sys
from typing import Any

import pytest
from tests import peak_memory
from tests.waiting import HANGS

from taquin import Board, Limits, Progress, Status, parse_method, solve
from taquin.errors import EngineError
from taquin.scramble import uniform_board, walk_board
from taquin.solution import Observer

SHAPES = [(2, 2), (2, 3), (3, 2), (2, 16), (16, 2), (3, 9), (9, 3), (3, 3), (4, 4), (5, 5), (4, 7), (7, 4), (6, 6), (5, 12)]


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_and_goal(shape: tuple[int, int]) -> None:
    rng = random.Random(str(shape))
    for layout in ("last", "first", "snail", "any"):
        goal = uniform_board(Board.goal(*shape), rng) if layout == "any" else Board.goal(*shape, layout)
        solution = solve(uniform_board(goal, rng), goal, "anytime", limits=Limits(nodes=20_000))
        assert solution.status in (Status.SOLVED, Status.OPTIMAL)  # solve() has replayed the path
        assert solution.cost is not None
        assert solution.lower_bound <= solution.cost


@pytest.mark.parametrize("shape", [(2, 128), (128, 2), (20, 20), (40, 23), (100, 100), (128, 128)])
def test_large_boards_are_answered_at_once(shape: tuple[int, int]) -> None:
    goal = Board.goal(*shape, "snail")
    solution = solve(uniform_board(goal, random.Random(1)), goal, limits=Limits(time=0.2))
    assert (solution.method, solution.status) == ("anytime", Status.SOLVED)


def test_work_and_one_thread_make_it_repeatable() -> None:
    goal = Board.goal(7, 7)
    start = uniform_board(goal, random.Random(2))
    paths = {
        solve(start, goal, parse_method("anytime", threads=1, seed=seed), limits=Limits(nodes=300_000)).moves for seed in (5, 5)
    }
    assert len(paths) == 1


def test_work_alone_ends_the_search() -> None:
    goal = Board.goal(2, 6)
    start = uniform_board(goal, random.Random(7))
    solution = solve(start, goal, parse_method("anytime", threads=1), limits=Limits(nodes=1_000_000))
    assert solution.status is Status.SOLVED


def test_more_work_gives_shorter_paths() -> None:
    goal = Board.goal(8, 8)
    start = uniform_board(goal, random.Random(3))
    costs = [
        solve(start, goal, parse_method("anytime", threads=1), limits=Limits(nodes=nodes)).cost or 0 for nodes in (1, 5_000_000)
    ]
    assert costs[0] > costs[1]


class Watcher(Observer):
    """Cancels when it has heard of a path."""

    def __init__(self) -> None:
        self.costs: list[int] = []

    def progress(self, progress: Progress) -> None:
        if progress.cost is not None:
            self.costs.append(progress.cost)

    def cancelled(self) -> bool:
        return bool(self.costs)


@pytest.mark.parametrize("metric", ["tiles", "slides"])
@pytest.mark.parametrize("limit", [{"max_nodes": 20}, {"max_memory": 1000}, {"time_limit": 0}])
def test_small_boards_have_a_path_within_any_limit(metric: str, limit: dict[str, Any]) -> None:
    solution = solve("8 6 7 / 2 5 4 / 3 0 1", method="anytime", metric=metric, **limit)
    assert solution.status in (Status.SOLVED, Status.OPTIMAL)
    assert solution.cost is not None
    assert 1 <= solution.lower_bound <= solution.cost
    within = solve("8 6 7 / 2 5 4 / 3 0 1", method="anytime", metric=metric, max_depth=3, **limit)
    assert (within.status, within.moves) == (Status.GAVE_UP, None)


@peak_memory.told
def test_beams_keep_the_memory_limit() -> None:
    program = f"""
import sys, taquin
limits = taquin.Limits(nodes=15_000_000, memory=int(sys.argv[1]) or None)
assert taquin.solve(taquin.random_board("6x6", seed=3), method="anytime", threads=1, limits=limits).solved
print({peak_memory.PEAK})
"""

    def taken(memory: int) -> int:
        command = [sys.executable, "-c", program, str(memory)]
        return int(subprocess.run(command, capture_output=True, text=True, check=True, timeout=HANGS).stdout)

    free, limited = taken(0), taken(10_000_000)
    assert limited < free / 2


def test_cancelling_returns_the_best_so_far() -> None:
    goal = Board.goal(10, 10)
    watcher = Watcher()
    solution = solve(uniform_board(goal, random.Random(4)), goal, "anytime", observer=watcher, limits=Limits(time=60))
    assert solution.status is Status.CANCELLED
    assert solution.cost is not None
    assert solution.cost <= watcher.costs[-1]
    assert watcher.costs == sorted(watcher.costs, reverse=True)


def test_a_path_as_short_as_the_bound_is_proven() -> None:
    goal = Board.goal(12, 12)
    solution = solve(walk_board(goal, 3, random.Random(5)), goal)
    assert (solution.status, solution.cost) == (Status.OPTIMAL, 3)


def test_optimal_on_larger_boards_carries_a_path_and_a_bound() -> None:
    goal = Board.goal(4, 5)
    start = uniform_board(goal, random.Random(6))
    solution = solve(start, goal, "optimal@pdb:4-4-4-4-3", limits=Limits(time=3))
    assert solution.cost is not None
    assert solution.lower_bound <= solution.cost
    assert solution.status in (Status.LIMIT, Status.OPTIMAL)


def test_optimal_beyond_its_reach_says_so() -> None:
    with pytest.raises(EngineError, match="up to 36 cells"):
        solve(Board.goal(7, 7), method="optimal", engine="native")
