# SPDX-License-Identifier: MIT
"""Pattern databases fitted to a board."""

import random
import threading
from collections.abc import Callable
from itertools import chain

import pytest

from taquin import Board, Question, _core, parse_method
from taquin.board import home_cells
from taquin.engines.gpu.fitting import WALKS, Fitting, best_pair, can_be_fitted
from taquin.engines.gpu.layout import plan_of
from taquin.scramble import uniform_board
from taquin.tables.patterns import Groups, groups_by_sizes, unlike_groups


def test_the_best_pair_has_the_largest_maxima() -> None:
    assert best_pair([[9, 1, 1], [8, 8, 1], [1, 9, 9]]) == (2, 0)
    assert best_pair([[5, 5], [5, 5]]) == (0, 1)


def test_a_second_view_brings_other_tiles_together() -> None:
    goal = Board.goal(4, 5)
    groups = groups_by_sizes(4, 5, goal.blank, (5, 5, 5, 4))
    others = unlike_groups(4, 5, goal.blank, tuple(map(len, groups)), groups)
    assert sorted(map(len, others)) == sorted(map(len, groups))
    assert set(others).isdisjoint(groups)
    plan = plan_of(goal, "pdb:5-5-5-4")
    assert len(plan.views) == 2
    assert len(set(plan.tables)) == len(plan.tables)
    assert len(plan_of(Board.goal(3, 4), "pdb:6-5").views) == 1
    symmetric = Board.from_tiles(3, 6, (*range(1, 8), 0, *range(8, 18)))  # the second partition has a reflection, the first none
    assert len(plan_of(symmetric, "pdb:6-6-5").views) == 2


GOAL = Board.goal(5, 6)
GROUPS = groups_by_sizes(5, 6, GOAL.blank, (5, 5, 5, 5, 5, 4))


def fitting_to(start: Board, check: Callable[[], object] = lambda: None, threads: int | None = None) -> Fitting:
    return Fitting(Question(start, GOAL, parse_method("optimal", threads=threads)), GROUPS, check)


def estimated(start: Board, *partitions: Groups) -> int:
    home = home_cells(GOAL)
    board = [home[tile] for tile in start.tiles]
    fitter = _core.PartitionFitter(5, 6, GOAL.blank)
    return max(fitter.estimate([board], groups, lambda: False)[0] for groups in partitions)


def test_there_is_a_pair_for_each_kind_of_walk() -> None:
    start = uniform_board(GOAL, random.Random(1))
    pairs = fitting_to(start).pairs()
    assert len(set(pairs)) == len(pairs) == len(WALKS) == 2
    for one, other in pairs:
        assert one != other
        for groups in (one, other):
            assert sorted(chain.from_iterable(groups)) == [cell for cell in range(30) if cell != GOAL.blank]
            assert sorted(map(len, groups)) == sorted(map(len, GROUPS))
    for pair in pairs:
        assert estimated(start, *pair) > estimated(start, GROUPS)


def test_the_same_pairs_come_in_every_run_on_any_threads() -> None:
    start = uniform_board(GOAL, random.Random(3))
    assert fitting_to(start, threads=1).pairs() == fitting_to(start, threads=3).pairs()


@pytest.mark.parametrize("calls", [1, 8, 12])
def test_the_check_stops_it(calls: int) -> None:
    class StopError(Exception):
        pass

    asked = []

    def check() -> None:
        asked.append(True)
        if len(asked) == calls:
            raise StopError

    before = threading.active_count()
    with pytest.raises(StopError):
        fitting_to(uniform_board(GOAL, random.Random(4)), check).pairs()
    assert len(asked) == calls
    assert threading.active_count() == before


def test_what_can_be_fitted() -> None:
    def can(rows: int, cols: int, method: str) -> bool:
        goal = Board.goal(rows, cols)
        return can_be_fitted(Question(goal, goal, parse_method(method)))

    assert can(5, 5, "optimal")
    assert not can(5, 5, "optimal@pdb:6-6-6-6")
    assert not can(4, 4, "optimal")
    assert not can(3, 7, "optimal")
