# SPDX-License-Identifier: MIT
"""Pattern databases fitted to a board: what they promise, and that a search goes on with them where it was."""

import random
import threading
from collections.abc import Iterable
from typing import Any

import pytest

from taquin import Board, Status, _core, solve
from taquin.engines.gpu import fitting, run
from taquin.engines.gpu.fitting import Fitting, best_pair
from taquin.engines.gpu.layout import Layout
from taquin.engines.gpu.solvers import layout_of_plan, plan_of
from taquin.heuristics.distances import home_cells
from taquin.heuristics.pattern import databases, partition_named
from taquin.method import parse_method
from taquin.problem import Problem
from taquin.scramble import uniform_board, walk_board
from taquin.tables.patterns import Plan, groups_by_sizes, unlike_groups
from taquin.tables.source import is_at_hand


def home_board(start: Board, goal: Board) -> tuple[int, ...]:
    home = home_cells(goal)
    return tuple(home[tile] for tile in start.tiles)


def tiles_of(groups: Iterable[list[int]]) -> list[int]:
    return sorted(tile for group in groups for tile in group)


@pytest.mark.parametrize(("rows", "cols", "sizes"), [(3, 3, "4-4"), (3, 4, "6-5"), (4, 4, "5-5-5")])
def test_estimates_without_tables_are_those_of_the_tables(rows: int, cols: int, sizes: str) -> None:
    goal = Board.goal(rows, cols)
    partition = partition_named(f"pdb:{sizes}")
    rng = random.Random(sizes)
    boards = [uniform_board(goal, rng) for _ in range(40)]
    homes = [home_board(board, goal) for board in boards]
    ours = _core.estimate_with_groups(rows, cols, goal.blank, homes, partition.groups(goal))
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
        found = _core.fit_partition(5, 6, goal.blank, [board], [1], groups, lambda: False)
        assert tiles_of(found) == [cell for cell in range(30) if cell != goal.blank]
        assert sorted(map(len, found)) == [4, 5, 5, 5, 5, 5]
        (before,), (after,) = (_core.estimate_with_groups(5, 6, goal.blank, [board], which) for which in (groups, found))
        gains.append(after - before)
    assert min(gains) >= 0
    assert max(gains) >= 2
    stopped = _core.fit_partition(5, 6, goal.blank, [board], [1], groups, lambda: True)
    assert [tuple(group) for group in stopped] == list(groups)


def test_bad_boards_and_groups_are_refused() -> None:
    with pytest.raises(ValueError, match="permutation"):
        _core.estimate_with_groups(3, 3, 8, [[0] * 9], [[0, 1]])
    with pytest.raises(ValueError, match="weight"):
        _core.fit_partition(3, 3, 8, [list(range(9))], [], [[0, 1]], lambda: False)
    with pytest.raises(ValueError, match="disjoint"):
        _core.estimate_with_groups(3, 3, 8, [list(range(9))], [[0, 1], [1, 2]])


def test_the_best_pair_has_the_largest_maxima() -> None:
    assert best_pair([[9, 1, 1], [8, 8, 1], [1, 9, 9]]) == (2, 0)
    assert best_pair([[5, 5], [5, 5]]) == (0, 1)


def test_a_second_view_brings_other_tiles_together() -> None:
    goal = Board.goal(4, 5)
    groups = groups_by_sizes(4, 5, goal.blank, (5, 5, 5, 4))
    others = unlike_groups(4, 5, goal.blank, groups)
    assert sorted(map(len, others)) == sorted(map(len, groups))
    assert set(others).isdisjoint(groups)
    plan = plan_of(goal, "pdb:5-5-5-4")
    assert len(plan.views) == 2
    assert len(set(plan.tables)) == len(plan.tables)
    assert len(plan_of(Board.goal(3, 4), "pdb:6-5").views) == 1


@pytest.mark.usefixtures("emulated_card")
def test_a_long_search_goes_on_with_fitted_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    goal = Board.goal(3, 6)
    start = walk_board(goal, 80, random.Random(4))
    monkeypatch.setattr(run, "usual_databases", lambda goal: "pdb:4-4-3-3-3")
    plain = solve(start, goal, "optimal", engine="gpu")
    used: list[Plan] = []

    def layout_noted(goal: Board, plan: Plan) -> Layout:
        used.append(plan)
        return layout_of_plan(goal, plan)

    monkeypatch.setattr(run, "layout_of_plan", layout_noted)
    monkeypatch.setattr(fitting, "BEGINS_AFTER", 1)
    monkeypatch.setattr(fitting, "WAITED_FOR_AFTER", 50)
    solution = solve(start, goal, "optimal", engine="gpu")
    assert (solution.status, solution.cost) == (plain.status, plain.cost)
    assert solution.status is Status.OPTIMAL
    (plan,) = used
    assert len(plan.views) == 2
    assert not all(is_at_hand(table.name) for table in plan.tables)
    assert solution.stats.generated != plain.stats.generated


def test_it_stops_when_the_search_ends() -> None:
    goal = Board.goal(5, 6)
    start = uniform_board(goal, random.Random(1))
    before = threading.active_count()
    problem = Problem(start, goal, parse_method("optimal"))
    with Fitting(problem, groups_by_sizes(5, 6, goal.blank, (6, 6, 6, 6, 5))) as worker:
        worker.hear(fitting.BEGINS_AFTER - 1)
        assert not worker.takes_over(fitting.WAITED_FOR_AFTER)
        worker.hear(fitting.BEGINS_AFTER)
        assert worker.takes_over(fitting.WAITED_FOR_AFTER)
    assert threading.active_count() == before
    assert worker.take(lambda: None) is None
    assert fitting.JUDGED_BOARDS >= fitting.FITTED_BOARDS
