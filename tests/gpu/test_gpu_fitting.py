# SPDX-License-Identifier: MIT
"""Pattern databases fitted to a board."""

import math
import random
import threading

from taquin import Board
from taquin.engines.gpu import fitting
from taquin.engines.gpu.fitting import Fitting, best_pair, can_be_fitted
from taquin.engines.gpu.solvers import plan_of
from taquin.method import parse_method
from taquin.problem import Problem
from taquin.scramble import uniform_board
from taquin.tables.patterns import groups_by_sizes, unlike_groups


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
    symmetric = Board.from_tiles(3, 6, (*range(1, 8), 0, *range(8, 18)))  # the second partition has a reflection, the first none
    assert len(plan_of(symmetric, "pdb:6-6-5").views) == 2


def test_it_stops_when_the_search_ends() -> None:
    goal = Board.goal(5, 6)
    start = uniform_board(goal, random.Random(1))
    before = threading.active_count()
    problem = Problem(start, goal, parse_method("optimal"))
    with Fitting(problem, groups_by_sizes(5, 6, goal.blank, (6, 6, 6, 6, 5)), threading.Event()) as worker:
        assert not worker.takes_over(fitting.WAITED_FOR_AFTER - 1)
        assert worker.takes_over(fitting.WAITED_FOR_AFTER)
    assert threading.active_count() == before
    assert worker.take(lambda: None, math.inf) == []


def test_what_can_be_fitted() -> None:
    def can(rows: int, cols: int, method: str) -> bool:
        goal = Board.goal(rows, cols)
        return can_be_fitted(Problem(goal, goal, parse_method(method)))

    assert can(5, 5, "optimal")
    assert not can(5, 5, "optimal@pdb:6-6-6-6")
    assert not can(4, 4, "optimal")
    assert not can(3, 7, "optimal")
