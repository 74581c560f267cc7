# SPDX-License-Identifier: MIT
"""Groups fitted to a board: estimated by search as their tables would, and better for it than those they began with."""

import random
from collections.abc import Iterable
from typing import Any

import pytest

from taquin import Board, _core
from taquin.heuristics.distances import home_cells
from taquin.heuristics.pattern import databases, partition_named
from taquin.scramble import uniform_board, walk_board
from taquin.tables.patterns import groups_by_sizes


def never() -> bool:
    return False


def home_board(start: Board, goal: Board) -> tuple[int, ...]:
    home = home_cells(goal)
    return tuple(home[tile] for tile in start.tiles)


def tiles_of(groups: Iterable[list[int]]) -> list[int]:
    return sorted(tile for group in groups for tile in group)


@pytest.mark.parametrize(
    ("rows", "cols", "sizes"), [(3, 3, "4-4"), (3, 3, "3-2-2-1"), (3, 3, "8"), (3, 4, "7-4"), (3, 4, "6-5"), (4, 4, "5-5-5")]
)
def test_estimates_without_tables_are_those_of_the_tables(rows: int, cols: int, sizes: str) -> None:
    goal = Board.goal(rows, cols)
    partition = partition_named(f"pdb:{sizes}")
    rng = random.Random(sizes)
    boards = [uniform_board(goal, rng) for _ in range(40)]
    homes = [home_board(board, goal) for board in boards]
    ours = _core.estimate_with_groups(rows, cols, goal.blank, homes, partition.groups(goal), never)
    tables: Any = databases(partition, goal)
    theirs = [tables.estimate(board.tiles) for board in boards]
    assert all(one <= other for one, other in zip(ours, theirs, strict=True))
    if len(partition.plan(goal).views) == 1:  # else theirs is the larger of two
        assert ours == theirs


def test_fitted_groups_say_more_and_keep_their_sizes() -> None:
    goal = Board.goal(5, 6)
    groups = groups_by_sizes(5, 6, goal.blank, (5, 5, 5, 5, 5, 4))
    rng = random.Random(5)
    gains = []
    for _ in range(5):
        board = home_board(uniform_board(goal, rng), goal)
        found = _core.fit_partition(5, 6, goal.blank, [board], [1], groups, never)
        assert tiles_of(found) == [cell for cell in range(30) if cell != goal.blank]
        assert sorted(map(len, found)) == [4, 5, 5, 5, 5, 5]
        (before,), (after,) = (_core.estimate_with_groups(5, 6, goal.blank, [board], which, never) for which in (groups, found))
        gains.append(after - before)
    assert min(gains) >= 0
    assert max(gains) >= 2
    easy = home_board(walk_board(goal, 40, rng), goal)  # its searches are too short to ask anything
    for start in (board, easy):
        stopped = _core.fit_partition(5, 6, goal.blank, [start], [1], groups, lambda: True)
        assert [tuple(group) for group in stopped] == list(groups)


def test_an_estimate_that_was_stopped_ends_at_once() -> None:
    goal = Board.goal(5, 6)
    rng = random.Random(5)
    boards = [home_board(uniform_board(goal, rng), goal) for _ in range(30)]
    asked: list[bool] = []

    def stopped() -> bool:
        asked.append(True)
        return True

    estimates = _core.estimate_with_groups(5, 6, goal.blank, boards, groups_by_sizes(5, 6, goal.blank, (6, 6, 6, 6, 5)), stopped)
    assert len(estimates) == len(boards)
    assert asked == [True]


def test_bad_boards_and_groups_are_refused() -> None:
    with pytest.raises(ValueError, match="permutation"):
        _core.estimate_with_groups(3, 3, 8, [[0] * 9], [[0, 1]], never)
    with pytest.raises(ValueError, match="permutation"):
        _core.estimate_with_groups(4, 4, 0, [[0] * 100_000], [[1, 2, 3]], never)
    with pytest.raises(ValueError, match="weight"):
        _core.fit_partition(3, 3, 8, [list(range(9))], [], [[0, 1]], never)
    with pytest.raises(ValueError, match="disjoint"):
        _core.estimate_with_groups(3, 3, 8, [list(range(9))], [[0, 1], [1, 2]], never)
