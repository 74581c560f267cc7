# SPDX-License-Identifier: MIT
"""Pattern databases fitted to a board: what they promise, and that a search goes on with them where it was."""

import random
import threading

import pytest

from taquin import Board, Status, solve
from taquin.engines.gpu import fitting, incumbent, proof
from taquin.engines.gpu.fitting import Fitting, best_together
from taquin.engines.gpu.layout import Layout
from taquin.engines.gpu.solvers import layout_of_plan, plan_of
from taquin.method import parse_method
from taquin.problem import Problem
from taquin.scramble import uniform_board, walk_board
from taquin.tables.patterns import Plan, groups_by_sizes, unlike_groups
from taquin.tables.source import is_at_hand


def test_the_best_views_have_the_largest_maxima() -> None:
    assert best_together([[9, 1, 1], [8, 8, 1], [1, 9, 9]], 2) == (2, 0)
    assert best_together([[5, 5], [5, 5]], 2) == (0, 1)
    assert best_together([[9, 1, 1], [2, 2, 2], [1, 9, 1], [1, 1, 9]], 3) == (0, 2, 3)


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


@pytest.mark.usefixtures("emulated_card")
def test_a_long_search_goes_on_with_fitted_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    goal = Board.goal(4, 5)
    start = walk_board(goal, 120, random.Random(4))
    monkeypatch.setattr(proof, "usual_databases", lambda goal: "pdb:4-4-4-4-3")
    monkeypatch.setattr(incumbent, "SMALLEST", 100)  # a short path would end the search too soon
    plain = solve(start, goal, "optimal", engine="gpu")
    used: list[Plan] = []

    def layout_noted(goal: Board, plan: Plan) -> Layout:
        used.append(plan)
        return layout_of_plan(goal, plan)

    monkeypatch.setattr(proof, "layout_of_plan", layout_noted)
    monkeypatch.setattr(proof, "LONG", 1)
    monkeypatch.setattr(fitting, "WAITED_FOR_AFTER", 1)
    solution = solve(start, goal, "optimal", engine="gpu")
    assert (solution.status, solution.cost) == (plain.status, plain.cost)
    assert solution.status is Status.OPTIMAL
    (plan,) = used
    assert len(plan.views) == fitting.MOST_VIEWS
    assert not all(is_at_hand(table.name) for table in plan.tables)
    assert solution.stats.generated != plain.stats.generated


def test_it_stops_when_the_search_ends() -> None:
    goal = Board.goal(5, 6)
    start = uniform_board(goal, random.Random(1))
    before = threading.active_count()
    problem = Problem(start, goal, parse_method("optimal"))
    with Fitting(problem, groups_by_sizes(5, 6, goal.blank, (6, 6, 6, 6, 5))) as worker:
        assert not worker.takes_over(fitting.WAITED_FOR_AFTER - 1)
        assert worker.takes_over(fitting.WAITED_FOR_AFTER)
    assert threading.active_count() == before
    assert worker.take(lambda: None) == ()
