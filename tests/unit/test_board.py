# SPDX-License-Identifier: MIT
import copy
import math
import pickle

import pytest

from taquin.board import GOALS, Board, Move, blank_steps, slide
from taquin.errors import BoardError, MoveError

BOARD = Board([[1, 2, 3], [4, 0, 5]])


def test_parts() -> None:
    assert BOARD.shape == (BOARD.rows, BOARD.cols) == (2, 3)
    assert BOARD.tiles == (1, 2, 3, 4, 0, 5)
    assert BOARD.grid == ((1, 2, 3), (4, 0, 5))
    assert BOARD.blank == 4


def test_any_iterables_make_a_board() -> None:
    assert Board(iter([range(1, 4), (4, 0, 5)])) == BOARD
    assert Board.from_tiles(2, 3, [1, 2, 3, 4, 0, 5]) == BOARD


def test_value() -> None:
    same = Board([[1, 2, 3], [4, 0, 5]])
    assert same == BOARD
    assert hash(same) == hash(BOARD)
    assert Board.from_tiles(3, 2, BOARD.tiles) != BOARD
    assert BOARD.tiles != BOARD
    assert eval(repr(BOARD)) == BOARD
    assert copy.deepcopy(BOARD) == copy.copy(BOARD) == BOARD
    assert pickle.loads(pickle.dumps(BOARD)) == BOARD


@pytest.mark.parametrize("name", ["rows", "tiles", "new"])
def test_frozen(name: str) -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        setattr(BOARD, name, 3)
    with pytest.raises(AttributeError, match="cannot be changed"):
        delattr(BOARD, name)


def test_text_is_aligned() -> None:
    assert str(BOARD) == "1 2 3\n4 0 5"
    assert str(Board.goal(2, 6)) == " 1  2  3  4  5  6\n 7  8  9 10 11  0"


@pytest.mark.parametrize(
    ("rows", "cols", "snail"),
    [
        (2, 2, [[1, 2], [0, 3]]),
        (2, 4, [[1, 2, 3, 4], [0, 7, 6, 5]]),
        (4, 2, [[1, 2], [0, 3], [7, 4], [6, 5]]),
        (3, 3, [[1, 2, 3], [8, 0, 4], [7, 6, 5]]),
        (3, 5, [[1, 2, 3, 4, 5], [12, 13, 14, 0, 6], [11, 10, 9, 8, 7]]),
        (5, 3, [[1, 2, 3], [12, 13, 4], [11, 14, 5], [10, 0, 6], [9, 8, 7]]),
        (4, 4, [[1, 2, 3, 4], [12, 13, 14, 5], [11, 0, 15, 6], [10, 9, 8, 7]]),
    ],
)
def test_goals(rows: int, cols: int, snail: list[list[int]]) -> None:
    assert Board.goal(rows, cols).tiles == (*range(1, rows * cols), 0)
    assert Board.goal(rows, cols, "first").tiles == tuple(range(rows * cols))
    assert Board.goal(rows, cols, "snail") == Board(snail)


@pytest.mark.parametrize("layout", GOALS)
def test_goals_are_permutations_on_odd_shapes(layout: str) -> None:
    for rows, cols in [(2, 7), (7, 2), (5, 6), (6, 5), (128, 3), (128, 128)]:
        assert sorted(Board.goal(rows, cols, layout).tiles) == list(range(rows * cols))


def test_unknown_goal() -> None:
    with pytest.raises(BoardError, match="unknown goal 'middle'; choose one of last, first, snail"):
        Board.goal(3, 3, "middle")


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ([], "at least 2 rows; this one is empty"),
        ([[]], "this one is 1x0"),
        ([[1, 0]], "this one is 1x2"),
        ([[1], [0]], "this one is 2x1"),
        ([[1, 2], [0]], "row 2 has 1 tile, but row 1 has 2: give every row the same number"),
        ([[1, 2], [2, 0]], "row 2, column 1: 2 appears twice (first at row 1, column 2) and 3 is missing"),
        ([[1, 2], [3, 4]], "row 2, column 2: 4 is out of range; expected the numbers 0 to 3, 0 for the blank"),
        ([[1, 2], [-1, 0]], "row 2, column 1: -1 is out of range"),
        ([[1, 2], [3, 10**5000]], "row 2, column 2: a number of more than 12 digits is out of range"),
        ([[1, 2.0], [3, 0]], "row 1, column 2: expected a whole number, got 2.0"),
        ([[True, 2], [3, 0]], "row 1, column 1: expected a whole number, got True"),
        (["12", "30"], "row 1, column 1: expected a whole number, got '1'"),
        ([[1, 1], [[], 0]], "row 1, column 2: 1 appears twice"),
        ([[0] * 129] * 2, "this one is 2x129"),
    ],
)
def test_bad_grid(grid: list[list[int]], message: str) -> None:
    with pytest.raises(BoardError) as caught:
        Board(grid)
    assert message in str(caught.value)


def test_bad_flat_list() -> None:
    with pytest.raises(BoardError, match="a 2x2 board has 4 tiles; 3 were given"):
        Board.from_tiles(2, 2, [1, 2, 0])
    with pytest.raises(BoardError, match="this one is 1x4"):
        Board.from_tiles(1, 4, [1, 2, 3, 0])


def test_moves_and_neighbours() -> None:
    assert BOARD.moves() == (Move.UP, Move.LEFT, Move.RIGHT)
    assert dict(BOARD.neighbours()) == {move: BOARD.apply(move) for move in BOARD.moves()}
    assert BOARD.apply(Move.UP) == Board([[1, 0, 3], [4, 2, 5]])
    assert BOARD.apply(Move.LEFT) == Board([[1, 2, 3], [0, 4, 5]])
    assert BOARD.apply(Move.RIGHT) == Board([[1, 2, 3], [4, 5, 0]])
    assert BOARD.apply() == BOARD


def test_move_off_the_board() -> None:
    with pytest.raises(MoveError, match=r"move 2 \(RIGHT\) takes the blank off the board from row 2, column 3"):
        BOARD.apply(Move.RIGHT, Move.RIGHT)


def test_move_values() -> None:
    assert [str(move) for move in Move] == ["U", "L", "R", "D"]
    assert repr(Move.UP) == "Move.UP"
    assert all(move.opposite.opposite is move for move in Move)
    assert all(move.step == tuple(-part for part in move.opposite.step) for move in Move)


def test_blank_steps_follow_the_order() -> None:
    assert blank_steps(2, 2)[0] == ((Move.RIGHT, 1), (Move.DOWN, 2))
    assert blank_steps(2, 2, (Move.DOWN, Move.RIGHT, Move.LEFT, Move.UP))[0] == ((Move.DOWN, 2), (Move.RIGHT, 1))


def test_slide() -> None:
    assert slide((1, 2, 3, 0), 3, 1) == (1, 0, 3, 2)
    assert slide((0, 1, 2, 3), 0, 2) == (2, 1, 0, 3)


def test_rank_is_lexicographic() -> None:
    boards = [Board.unrank(2, 2, rank) for rank in range(24)]
    assert [board.tiles for board in boards] == sorted(board.tiles for board in boards)
    assert [board.rank() for board in boards] == list(range(24))


@pytest.mark.parametrize("rank", [-1, 24, math.factorial(100)])
def test_rank_out_of_range(rank: int) -> None:
    with pytest.raises(BoardError, match="ranks from 0 to 4! - 1"):
        Board.unrank(2, 2, rank)
