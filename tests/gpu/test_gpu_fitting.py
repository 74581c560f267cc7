# SPDX-License-Identifier: MIT
"""Pattern databases fitted to a board."""

import random
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import chain, islice, pairwise

import pytest

from taquin import Board, _core
from taquin.engines.gpu.fitting import PARTNERS, Fitting, best_pair, best_partner, can_be_fitted
from taquin.engines.gpu.solvers import plan_of
from taquin.heuristics.distances import home_cells
from taquin.method import parse_method
from taquin.problem import Problem
from taquin.scramble import uniform_board
from taquin.tables.patterns import Groups, groups_by_sizes, unlike_groups


def test_the_best_pair_has_the_largest_maxima() -> None:
    assert best_pair([[9, 1, 1], [8, 8, 1], [1, 9, 9]]) == (2, 0)
    assert best_pair([[5, 5], [5, 5]]) == (0, 1)


def test_the_best_partner_knows_what_the_other_does_not() -> None:
    assert best_partner([9, 1, 1], [[9, 9, 1], [1, 8, 8], [9, 8, 1]]) == 1


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


GOAL = Board.goal(5, 6)
GROUPS = groups_by_sizes(5, 6, GOAL.blank, (5, 5, 5, 5, 5, 4))


def fitting_to(start: Board, watch: Callable[[], object] = lambda: None, threads: int | None = None) -> Fitting:
    method = replace(parse_method("optimal"), threads=threads)
    return Fitting(Problem(start, GOAL, method), GROUPS, watch)


def estimated(start: Board, *partitions: Groups) -> int:
    home = home_cells(GOAL)
    board = [home[tile] for tile in start.tiles]
    fitter = _core.PartitionFitter(5, 6, GOAL.blank)
    return max(fitter.estimate([board], groups, lambda: False)[0] for groups in partitions)


def test_partners_follow_the_first_pairs() -> None:
    start = uniform_board(GOAL, random.Random(1))
    first, second, *chains = islice(fitting_to(start).pairs(), 2 + 2 * PARTNERS)
    assert first != second
    for begin, chain_of_partners in ((first, chains[:PARTNERS]), (second, chains[PARTNERS:])):
        for earlier, later in pairwise([begin, *chain_of_partners]):
            assert earlier[1] == later[0]
    for one, other in (first, second, *chains):
        assert one != other
        for groups in (one, other):
            assert sorted(chain.from_iterable(groups)) == [cell for cell in range(30) if cell != GOAL.blank]
            assert sorted(map(len, groups)) == sorted(map(len, GROUPS))
    for pair in (first, second):
        assert estimated(start, *pair) > estimated(start, GROUPS)


def test_the_same_pairs_come_in_every_run_on_any_threads() -> None:
    start = uniform_board(GOAL, random.Random(3))
    assert list(islice(fitting_to(start, threads=1).pairs(), 2)) == list(islice(fitting_to(start, threads=3).pairs(), 2))


@pytest.mark.parametrize("calls", [1, 8, 12])
def test_the_watch_stops_it(calls: int) -> None:
    class StopError(Exception):
        pass

    asked = []

    def watch() -> None:
        asked.append(True)
        if len(asked) == calls:
            raise StopError

    before = threading.active_count()
    with pytest.raises(StopError):
        list(islice(fitting_to(uniform_board(GOAL, random.Random(4)), watch).pairs(), 20))
    assert len(asked) == calls
    assert threading.active_count() == before


def test_what_can_be_fitted() -> None:
    def can(rows: int, cols: int, method: str) -> bool:
        goal = Board.goal(rows, cols)
        return can_be_fitted(Problem(goal, goal, parse_method(method)))

    assert can(5, 5, "optimal")
    assert not can(5, 5, "optimal@pdb:6-6-6-6")
    assert not can(4, 4, "optimal")
    assert not can(3, 7, "optimal")
