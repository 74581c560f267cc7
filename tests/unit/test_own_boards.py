# SPDX-License-Identifier: MIT
"""Heuristics of many boards at once: the same estimates as one by one, and what is said of answers that cannot be used."""

from __future__ import annotations

import random
from typing import Any

import pytest

import taquin
from taquin.board import Board
from taquin.errors import MethodError
from taquin.heuristics import HEURISTICS, read_heuristic
from taquin.heuristics.base import Heuristic
from taquin.lab import check_heuristic
from taquin.methods.textbook import estimates_towards
from taquin.scramble import uniform_board

np = pytest.importorskip("numpy")


def euclidean(boards: Any, goal: Board) -> Any:
    cells = np.arange(len(goal.tiles))
    homes = np.argsort(goal.tiles)[boards]
    squares = (homes // goal.cols - cells // goal.cols) ** 2 + (homes % goal.cols - cells % goal.cols) ** 2
    scaled = np.floor(np.sqrt(squares) * 2**16) / 2**16  # tile by tile, as the built-in one is rounded
    return np.where(boards == 0, 0, scaled).sum(axis=1)


def many(function: Any) -> Heuristic:
    return read_heuristic(taquin.heuristic(function, kind="boards"))


@pytest.mark.parametrize("goal", [Board.goal(3, 3, "snail"), Board.goal(2, 7), Board.goal(17, 16)])
def test_the_same_as_one_by_one(goal: Board) -> None:
    rng = random.Random(2)
    boards = [uniform_board(goal, rng).tiles for _ in range(30)]
    own, built_in = many(euclidean), HEURISTICS["euclidean"].towards(goal)
    expected = [built_in(tiles) for tiles in boards]
    assert [own.towards(goal)(tiles) for tiles in boards] == expected
    packed = [bytes(tiles) for tiles in boards] if len(goal.tiles) <= 256 else boards
    assert list(estimates_towards(own, goal)(packed)) == expected
    assert list(estimates_towards(HEURISTICS["euclidean"], goal)(packed)) == expected


@pytest.mark.parametrize("engine", ["python", "native"])
def test_searches_take_it(engine: str) -> None:
    own = taquin.heuristic(euclidean, kind="boards", admissible=True, consistent=True)
    try:
        solution = taquin.solve("8 1 3 / 4 0 2 / 7 6 5", method="astar", heuristic=own, engine=engine)
        built_in = taquin.solve("8 1 3 / 4 0 2 / 7 6 5", method="astar@euclidean")
        assert (solution.moves, solution.status) == (built_in.moves, taquin.Status.OPTIMAL)
        assert solution.stats.expanded == built_in.stats.expanded
    finally:
        del euclidean.kind, euclidean.admissible, euclidean.consistent  # type: ignore[attr-defined]


def test_rows_are_of_whole_numbers_that_may_be_negative() -> None:
    seen: list[Any] = []

    def estimate(boards: Any, goal: Board) -> Any:
        seen.append(boards)
        boards -= 10  # of its own copy
        return np.zeros(len(boards), dtype=bool)

    assert check_heuristic(many(estimate), Board.goal(2, 3)).mean_estimate == 0
    assert seen[0].shape == (360, 6)
    assert seen[0].min() == -10


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (7, "it returned 1 of int64; expected a number for each of 360 boards"),
        ([1, 2, 3], "it returned 3 of int64; expected a number for each of 360 boards"),
        (np.zeros((360, 1)), "it returned 360 x 1 of float64"),
        (["a"] * 360, "it returned 360 of <U1; expected a number"),
        ([None] * 360, "it returned 360 of object"),
        (np.zeros(360, dtype=complex), "of complex128"),
        (np.full(360, np.nan), "it returned nan; expected numbers from 0 to 100000000"),
        (np.full(360, np.inf), "it returned inf"),
        (np.full(360, -0.5), "it returned -0.5"),
        (np.full(360, 2**63, dtype=np.uint64), "it returned 9223372036854775808; expected numbers from 0"),
    ],
)
def test_answers_that_cannot_be_used_get_a_sentence(returned: Any, message: str) -> None:
    with pytest.raises(MethodError, match=message) as caught:
        check_heuristic(many(lambda boards, goal: returned), Board.goal(2, 3))
    assert "\n" not in str(caught.value)


def test_what_it_raises_is_told() -> None:
    def broken(boards: Any, goal: Board) -> Any:
        return boards @ goal.tiles[:3]

    with pytest.raises(MethodError, match=r"broken' cannot be used: it raised ValueError: .* \(line [0-9]+\)"):
        check_heuristic(many(broken), Board.goal(2, 3))


def test_ragged_answers_get_a_sentence() -> None:
    with pytest.raises(MethodError, match="cannot be used: it raised ValueError: setting an array element with a sequence"):
        check_heuristic(many(lambda boards, goal: [[1], [2, 3]]), Board.goal(2, 2))
