# SPDX-License-Identifier: MIT
import itertools
import random
import time

import pytest

from taquin.board import GOALS, Board, Move
from taquin.errors import BoardError
from taquin.notation import parse_board
from taquin.solvability import LISTED_INVERSIONS, check_solvable, is_solvable


def reachable(goal: Board) -> set[Board]:
    """Find every board that moves lead to, by search."""
    seen = {goal}
    frontier = [goal]
    while frontier:
        children = {child for _, child in frontier.pop().neighbours()} - seen
        seen |= children
        frontier += children
    return seen


def goals(rows: int, cols: int) -> list[Board]:
    tiles = list(range(rows * cols))
    random.Random(rows * 10 + cols).shuffle(tiles)
    return [*(Board.goal(rows, cols, layout) for layout in GOALS), Board.from_tiles(rows, cols, tiles)]


@pytest.mark.parametrize("goal", [goal for shape in [(2, 2), (2, 3), (3, 2)] for goal in goals(*shape)], ids=repr)
def test_every_permutation_against_reachability(goal: Board) -> None:
    found = reachable(goal)
    for tiles in itertools.permutations(range(len(goal.tiles))):
        board = Board.from_tiles(goal.rows, goal.cols, tiles)
        assert check_solvable(board, goal).solvable == is_solvable(board, goal) == (board in found)


@pytest.mark.parametrize(
    ("text", "inversions", "pairs", "solvable"),
    [
        ("1 2 3 / 0 4 6 / 8 5 7", 3, ((6, 5), (8, 5), (8, 7)), False),
        ("0 1 3 / 4 2 5 / 7 8 6", 4, ((3, 2), (4, 2), (7, 6), (8, 6)), True),
        ("1 2 3 / 4 5 6 / 8 7 0", 1, ((8, 7),), False),
        ("1 2 3 / 4 5 6 / 7 8 0", 0, (), True),
    ],
)
def test_inversions_of_the_assignment_sheet(
    text: str, inversions: int, pairs: tuple[tuple[int, int], ...], solvable: bool
) -> None:
    verdict = check_solvable(parse_board(text), Board.goal(3, 3))
    assert (verdict.inversions, verdict.pairs, verdict.solvable) == (inversions, pairs, solvable)


def test_reason_with_an_odd_number_of_columns() -> None:
    reason = check_solvable(Board([[1, 2, 3], [0, 4, 6], [8, 5, 7]]), Board.goal(3, 3)).reason
    assert reason == "3 inversions (6-5, 8-5, 8-7); with an odd number of columns, the inversions must be even, and 3 is odd"


def test_reason_with_an_even_number_of_columns() -> None:
    start = Board.goal(4, 4).apply(Move.UP)
    assert check_solvable(start, Board.goal(4, 4)).reason == (
        "3 inversions (13-12, 14-12, 15-12), blank 1 row from its goal row; with an even number of columns, "
        "the inversions plus the blank's rows to its goal row must be even, and 4 is even"
    )


def test_inversions_are_counted_against_the_goal() -> None:
    goal = Board([[8, 7, 6], [5, 4, 3], [2, 1, 0]])
    assert check_solvable(goal, goal).inversions == 0
    assert check_solvable(goal.apply(Move.UP), goal).pairs == ((2, 3), (1, 3))


def test_long_lists_are_cut() -> None:
    start, goal = Board.goal(5, 5), Board(reversed([row[::-1] for row in Board.goal(5, 5).grid]))
    verdict = check_solvable(start, goal)
    assert verdict.inversions == 276
    assert len(verdict.pairs) == LISTED_INVERSIONS
    assert ", ...)" in verdict.reason


def test_shapes_must_match() -> None:
    with pytest.raises(BoardError, match="start is 2x3 but the goal is 3x2"):
        check_solvable(Board.goal(2, 3), Board.goal(3, 2))


@pytest.mark.parametrize("moves", [0, 2])
def test_the_largest_board_is_checked_at_once(moves: int) -> None:
    goal = Board.goal(128, 128)
    begin = time.process_time()
    assert check_solvable(goal.apply(*[Move.UP] * moves), goal).solvable
    assert time.process_time() - begin < 1
