# SPDX-License-Identifier: MIT
import random
from collections import Counter

import pytest

from taquin.board import GOALS, Board
from taquin.errors import BoardError
from taquin.instances import depth_counts
from taquin.scramble import MAX_WALK, depth_layers, layered_board, uniform_board, walk_board
from taquin.solvability import check_solvable

GOAL = Board.goal(3, 3)


def test_the_same_seed_gives_the_same_boards() -> None:
    """Fixed boards, so that a published seed means the same on every machine and Python."""
    assert uniform_board(GOAL, random.Random(7)) == Board([[1, 6, 7], [4, 0, 8], [3, 2, 5]])
    assert walk_board(GOAL, 50, random.Random(7)) == Board([[3, 1, 5], [6, 0, 4], [8, 7, 2]])
    assert layered_board(GOAL, 20, random.Random(7)) == Board([[4, 6, 1], [5, 0, 3], [8, 2, 7]])


@pytest.mark.parametrize("layout", GOALS)
@pytest.mark.parametrize("shape", [(2, 2), (2, 5), (4, 3), (4, 4), (5, 5)])
def test_every_scramble_can_reach_its_goal(shape: tuple[int, int], layout: str) -> None:
    rng = random.Random(1)
    goal = Board.goal(*shape, layout)
    for moves in range(20):
        assert check_solvable(uniform_board(goal, rng), goal).solvable
        assert check_solvable(walk_board(goal, moves, rng), goal).solvable


def test_uniform_is_uniform() -> None:
    rng = random.Random(3)
    goal = Board.goal(2, 2, "snail")
    counts = Counter(uniform_board(goal, rng) for _ in range(12_000))
    assert len(counts) == 12
    assert all(850 < count < 1150 for count in counts.values())


def test_a_walk_never_turns_back() -> None:
    """On 2x2 a walk can only go round, and twelve moves round are the identity."""
    goal = Board.goal(2, 2)
    for moves in range(13):
        depths = {walk_board(goal, moves, random.Random(seed)) for seed in range(10)}
        assert depths <= set(boards(goal, min(moves, 12 - moves)))


def boards(goal: Board, depth: int) -> list[Board]:
    size = len(goal.tiles)
    layer = depth_layers(goal)[depth]
    return [Board.from_tiles(goal.rows, goal.cols, tuple(layer[at : at + size])) for at in range(0, len(layer), size)]


@pytest.mark.parametrize("moves", [-1, MAX_WALK + 1])
def test_bad_walk(moves: int) -> None:
    with pytest.raises(BoardError, match="expected a random walk of 0 to 10000000 moves"):
        walk_board(GOAL, moves, random.Random(0))


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)])
def test_layers_have_the_known_sizes(shape: tuple[int, int]) -> None:
    size = shape[0] * shape[1]
    assert tuple(len(layer) // size for layer in depth_layers(Board.goal(*shape))) == depth_counts(*shape)


def test_depth_zero_is_the_goal() -> None:
    for layout in GOALS:
        goal = Board.goal(2, 4, layout)
        assert layered_board(goal, 0, random.Random(0)) == goal


def test_boards_at_a_depth_are_drawn_uniformly() -> None:
    rng = random.Random(5)
    goal = Board.goal(3, 2)
    counts = Counter(layered_board(goal, 5, rng) for _ in range(7_000))
    assert set(counts) == set(boards(goal, 5))
    assert len(counts) == 7
    assert all(850 < count < 1150 for count in counts.values())


@pytest.mark.parametrize(
    ("goal", "depth", "message"),
    [
        (GOAL, 32, "no 3x3 board is 32 moves from this goal; expected 0 to 31, the deepest possible"),
        (GOAL, -1, "no 3x3 board is -1 moves"),
        (Board.goal(3, 3, "snail"), 31, "expected 0 to 30"),
        (Board.goal(2, 2), 7, "expected 0 to 6"),
        (Board.goal(4, 4), 10, "boards are listed by depth up to 9 cells, such as 3x3; on 4x4 take a random walk"),
        (Board.goal(2, 5), 1, "on 2x5"),
    ],
)
def test_impossible_depth(goal: Board, depth: int, message: str) -> None:
    with pytest.raises(BoardError) as caught:
        layered_board(goal, depth, random.Random(0))
    assert message in str(caught.value)
