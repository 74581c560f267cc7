# SPDX-License-Identifier: MIT
"""Groups fitted to a board: estimated by search as their tables would, and better for it than those they began with."""

import random
from collections.abc import Iterable
from typing import Any

import pytest

from taquin import Board, _core
from taquin.board import home_cells
from taquin.scramble import uniform_board, walk_board
from taquin.tables.partitions import databases, partition_named
from taquin.tables.patterns import groups_by_sizes
from taquin.tables.planning import reflected_partition


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
    groups = partition.groups(goal)
    views = [groups, reflected_partition(rows, cols, goal.blank, groups) or groups]
    fitter = _core.PartitionFitter(rows, cols, goal.blank)
    ours = list(map(max, *(fitter.estimate(homes, view, never) for view in views)))
    tables: Any = databases(partition, goal)
    assert ours == [tables.estimate(board.tiles) for board in boards]


def test_fitted_groups_say_more_and_keep_their_sizes() -> None:
    goal = Board.goal(5, 6)
    groups = groups_by_sizes(5, 6, goal.blank, (5, 5, 5, 5, 5, 4))
    rng = random.Random(5)
    fitter = _core.PartitionFitter(5, 6, goal.blank)
    gains = []
    for _ in range(5):
        board = home_board(uniform_board(goal, rng), goal)
        found = fitter.fit([board], [1], groups, never)
        assert tiles_of(found) == [cell for cell in range(30) if cell != goal.blank]
        assert sorted(map(len, found)) == [4, 5, 5, 5, 5, 5]
        (before,), (after,) = (fitter.estimate([board], which, never) for which in (groups, found))
        gains.append(after - before)
    assert min(gains) >= 0
    assert max(gains) >= 2
    easy = home_board(walk_board(goal, 40, rng), goal)  # its searches are too short to ask anything
    for start in (board, easy):
        stopped = fitter.fit([start], [1], groups, lambda: True)
        assert [tuple(group) for group in stopped] == list(groups)


def test_an_estimate_that_was_stopped_ends_at_once() -> None:
    goal = Board.goal(5, 6)
    rng = random.Random(5)
    boards = [home_board(uniform_board(goal, rng), goal) for _ in range(30)]
    asked: list[bool] = []

    def stopped() -> bool:
        asked.append(True)
        return True

    groups = groups_by_sizes(5, 6, goal.blank, (6, 6, 6, 6, 5))
    estimates = _core.PartitionFitter(5, 6, goal.blank).estimate(boards, groups, stopped)
    assert len(estimates) == len(boards)
    assert asked == [True]


def test_bad_boards_and_groups_are_refused() -> None:
    for blank in (-1, 9):
        with pytest.raises(ValueError, match="not on the board"):
            _core.PartitionFitter(3, 3, blank)
    with pytest.raises(ValueError, match="36 cells"):
        _core.PartitionFitter(6, 7, 0)
    with pytest.raises(ValueError, match="permutation"):
        _core.PartitionFitter(3, 3, 8).estimate([[0] * 9], [[0, 1]], never)
    with pytest.raises(ValueError, match="permutation"):
        _core.PartitionFitter(4, 4, 0).estimate([[0] * 100_000], [[1, 2, 3]], never)
    with pytest.raises(ValueError, match="weight"):
        _core.PartitionFitter(3, 3, 8).fit([list(range(9))], [], [[0, 1]], never)
    with pytest.raises(ValueError, match="disjoint"):
        _core.PartitionFitter(3, 3, 8).estimate([list(range(9))], [[0, 1], [1, 2]], never)
