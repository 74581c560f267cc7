# SPDX-License-Identifier: MIT
"""Boards at an exact depth."""

from __future__ import annotations

import random
from typing import Any

import pytest

from taquin import Board, InputError, Observer, Solution, random_board, random_boards, solve
from taquin.lab import explore
from taquin.random_boards import _come_nearer, board_at_depth, draw_board, no_further_than
from taquin.scramble import grow_layers


class Impatient(Observer):
    def cancelled(self) -> bool:
        return True


@pytest.mark.parametrize(("size", "depth"), [("4x4", 0), ("4x4", 1), ("4x4", 33), ("3x4", 40), ("2x5", 20)])
def test_a_board_at_an_exact_depth(size: str, depth: int) -> None:
    board = random_board(size, seed=2, depth=depth)
    assert solve(board, method="optimal").cost == depth
    assert random_board(size, seed=2, depth=depth) == board


def test_the_deepest_fifteen_puzzles_are_known() -> None:
    for layout in ("first", "last"):
        goal = Board.goal(4, 4, layout)
        with pytest.raises(InputError, match="no 4x4 board is more than 80 moves"):
            board_at_depth(goal, 81, random.Random(1))
    with pytest.raises(InputError, match="at most 36 cells"):
        random_board("7x7", depth=5)
    with pytest.raises(InputError, match="0 or more"):
        random_board("4x4", depth=-1)


@pytest.mark.parametrize(
    ("goal", "furthest"),
    [
        (Board.goal(4, 4, "snail"), 82),
        (Board.goal(5, 3), 84),
        (Board.from_tiles(2, 5, [1, 2, 0, 3, 4, 5, 6, 7, 8, 9]), 57),
        (Board.goal(5, 5), 25**3),
        (Board.goal(2, 9), 18**3),
    ],
)
def test_a_depth_that_no_board_has_is_refused_before_any_search(
    goal: Board, furthest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(random_boards, "solve_question")
    with pytest.raises(InputError, match=f"board is more than {furthest} moves from this goal"):
        board_at_depth(goal, furthest + 1, random.Random(1))


@pytest.mark.parametrize("goal", [Board.goal(2, 5), Board.from_tiles(2, 5, [1, 2, 0, 3, 4, 5, 6, 7, 8, 9])])
def test_no_board_is_further_than_is_said(goal: Board) -> None:
    deepest = explore(goal).max_depth
    assert deepest <= no_further_than(goal)
    assert goal.blank != 9 or deepest == no_further_than(goal)


def test_a_proof_that_runs_out_of_nodes_on_the_way_back_ends_the_attempt(monkeypatch: pytest.MonkeyPatch) -> None:
    def prove(board: Board, goal: Board, observer: Observer | None, depth: int | None = None) -> Solution | None:
        return solve(board, goal, "optimal") if depth is None else None

    monkeypatch.setattr(random_boards, "_prove", prove)
    board = random_board("3x4", seed=1)
    assert _come_nearer(board, Board.goal(3, 4), 0, None) == board
    assert _come_nearer(board, Board.goal(3, 4), 3, None) is None


def test_layers_of_larger_boards() -> None:
    layers = grow_layers(Board.goal(4, 4))
    assert [len(next(layers)) // 16 for _ in range(8)] == [1, 2, 4, 10, 24, 54, 107, 212]


def test_an_exact_depth_can_be_interrupted() -> None:
    with pytest.raises(KeyboardInterrupt):
        board_at_depth(Board.goal(4, 4), 40, random.Random(1), Impatient())


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"seed": "7"}, "expected a whole number as seed, got '7'"),
        ({"depth": True}, "expected a whole number as depth, got True"),
        ({"goal": [[1, 2], [3, 0]]}, "the goal is 2x2, expected 3x3"),
    ],
)
def test_what_cannot_be_drawn_is_said(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        random_board("3x3", **asked)


def test_a_walk_and_a_depth_are_two_wishes() -> None:
    with pytest.raises(InputError, match="give depth or walk, not both"):
        draw_board(Board.goal(3, 3), random.Random(1), depth=3, walk=5)
