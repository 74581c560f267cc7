# SPDX-License-Identifier: MIT
"""All shortest paths, against counting on every board."""

from __future__ import annotations

from functools import cache

import pytest
from tests.unit.depths import depths

from taquin import Board, InputError, Limits, Observer, random_board, reasons, shortest_paths, solve
from taquin.notation import format_board, parse_board
from taquin.solution import Status

GOAL = Board.goal(3, 3)
DEEPEST = parse_board("8 6 7 / 2 5 4 / 3 0 1")
START = parse_board("0 1 3 / 4 2 5 / 7 8 6")


class Impatient(Observer):
    def cancelled(self) -> bool:
        return True


@cache
def ways(board: Board, goal: Board) -> int:
    truth = depths(goal)
    if board == goal:
        return 1
    return sum(ways(child, goal) for _, child in board.neighbours() if truth[child] == truth[board] - 1)


@pytest.mark.parametrize(
    "start", [GOAL, DEEPEST, START, *(random_board("3x3", seed=seed) for seed in range(6))], ids=format_board
)
def test_every_shortest_path_is_counted_and_listed(start: Board) -> None:
    found = shortest_paths(start, listed=1000)
    assert found.solution.cost == depths(GOAL)[start]
    assert found.count == ways(start, GOAL) == len(found.paths) == len(set(found.paths))
    assert all(start.apply(*moves) == GOAL and len(moves) == found.solution.cost for moves in found.paths)
    on_paths = {start.apply(*moves[:made]) for moves in found.paths for made in range(len(moves) + 1)}
    assert found.boards == len(on_paths)
    assert list(found.paths) == sorted(found.paths, key=lambda moves: ["ULRD".index(move.value) for move in moves])


def test_a_few_are_listed_and_all_are_counted() -> None:
    found = shortest_paths(DEEPEST, listed=2)
    assert (found.count, len(found.paths)) == (40, 2)
    assert found.to_json()["shortest_paths"]["count"] == 40


def test_limits_are_those_of_the_whole_count() -> None:
    start = random_board("4x4", seed=1, depth=40)
    alone = solve(start).stats.generated
    found = shortest_paths(start, limits=Limits(nodes=2 * alone))
    assert found.solution.status is Status.OPTIMAL
    assert (found.count, found.paths) == (None, (found.solution.moves,))
    assert found.stopped == reasons.node_limit(2 * alone)


def test_a_number_of_paths_is_a_number() -> None:
    assert shortest_paths(START, listed=0).paths == ()
    for listed in (-1, "many", None, 1.5):
        with pytest.raises(InputError, match="the number of paths to list"):
            shortest_paths(START, listed=listed)  # type: ignore[arg-type]


def test_a_board_of_many_cells_and_what_stops_a_count() -> None:
    start = random_board("4x4", seed=1, depth=30)
    found = shortest_paths(start)
    assert found.count is not None and found.count >= 1  # noqa: PT018
    assert all(start.apply(*moves) == Board.goal(4, 4) for moves in found.paths)
    assert shortest_paths("1 2 3 / 4 5 6 / 8 7 0").solution.status is Status.UNSOLVABLE
    assert shortest_paths(DEEPEST, observer=Impatient()).count is None
