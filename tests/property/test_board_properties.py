# SPDX-License-Identifier: MIT
import pickle
import random

from hypothesis import assume, given, strategies as st

from taquin.board import GOALS, Board
from taquin.scramble import uniform_board, walk_board
from taquin.solvability import check_solvable

SHAPES = st.tuples(st.integers(2, 9), st.integers(2, 9))
SEEDS = st.integers(0, 2**32)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    rows, cols = draw(SHAPES)
    tiles = list(range(rows * cols))
    random.Random(draw(SEEDS)).shuffle(tiles)
    return Board.from_tiles(rows, cols, tiles)


@st.composite
def goals(draw: st.DrawFn) -> Board:
    if draw(st.booleans()):
        return draw(boards())
    return Board.goal(*draw(SHAPES), draw(st.sampled_from(GOALS)))


@given(boards())
def test_a_move_is_undone_by_its_opposite(board: Board) -> None:
    for move, child in board.neighbours():
        assert child == board.apply(move)
        assert child != board
        assert child.apply(move.opposite) == board


@given(boards())
def test_rank_round_trip(board: Board) -> None:
    assert Board.unrank(*board.shape, board.rank()) == board


@given(SHAPES, st.data())
def test_unrank_round_trip(shape: tuple[int, int], data: st.DataObject) -> None:
    rank = data.draw(st.integers(0, Board.from_tiles(*shape, range(shape[0] * shape[1])[::-1]).rank()))
    assert Board.unrank(*shape, rank).rank() == rank


@given(boards())
def test_repr_and_pickle_round_trip(board: Board) -> None:
    assert eval(repr(board)) == board
    assert pickle.loads(pickle.dumps(board)) == board
    assert hash(Board(board.grid)) == hash(board)


@given(goals(), st.integers(0, 60), SEEDS)
def test_a_walk_stays_solvable(goal: Board, moves: int, seed: int) -> None:
    board = walk_board(goal, moves, random.Random(seed))
    assert check_solvable(board, goal).solvable
    assert check_solvable(goal, board).solvable


@given(goals(), SEEDS, st.data())
def test_swapping_two_tiles_flips_solvability(goal: Board, seed: int, data: st.DataObject) -> None:
    tiles = list(uniform_board(goal, random.Random(seed)).tiles)
    cells = st.integers(0, len(tiles) - 1)
    first, second = data.draw(cells), data.draw(cells)
    assume(first != second and tiles[first] and tiles[second])
    tiles[first], tiles[second] = tiles[second], tiles[first]
    assert not check_solvable(Board.from_tiles(*goal.shape, tiles), goal).solvable


@given(boards(), SEEDS)
def test_solvability_is_symmetric_and_listed_inversions_are_real(start: Board, seed: int) -> None:
    goal = uniform_board(start, random.Random(seed))
    verdict = check_solvable(start, goal)
    assert verdict.solvable
    assert verdict.inversions == check_solvable(goal, start).inversions
    for left, right in verdict.pairs:
        assert start.tiles.index(left) < start.tiles.index(right)
        assert goal.tiles.index(left) > goal.tiles.index(right)
