# SPDX-License-Identifier: MIT
import contextlib
import json
import random

import pytest
from hypothesis import example, given, settings, strategies as st

from taquin.board import GOALS, Board, Move
from taquin.errors import InputError
from taquin.moves import NOTATIONS, format_moves, parse_moves
from taquin.notation import STYLES, board_from_json, board_to_json, format_board, parse_board, parse_goal, parse_size

SIDES = st.integers(2, 12)
MOVES = st.lists(st.sampled_from(Move)).map(tuple)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    rows, cols = draw(SIDES), draw(SIDES)
    tiles = list(range(rows * cols))
    random.Random(draw(st.integers())).shuffle(tiles)
    return Board.from_tiles(rows, cols, tiles)


@given(boards(), st.sampled_from(STYLES))
def test_a_written_board_is_read_back(board: Board, style: str) -> None:
    text = format_board(board, style)
    assert parse_board(text) == board
    assert parse_board(text, board.shape) == board
    assert parse_goal(text, *board.shape) == board


@given(boards(), st.sampled_from([" ", ",", ", ", "\t", " , "]), st.sampled_from(["\n", "\r\n", "/", ";", " ;\n"]), st.booleans())
def test_a_board_with_its_size_in_front_is_read(board: Board, comma: str, end: str, trailing: bool) -> None:
    rows = [comma.join(map(str, row)) for row in (board.shape, *board.grid)]
    assert parse_board(end.join(rows) + (end if trailing else "")) == board
    if board.rows == board.cols:
        assert parse_board(end.join([str(board.rows), *rows[1:]])) == board


@given(boards(), st.sampled_from([" ", ",", "\n"]))
def test_a_flat_list_with_its_size_is_read(board: Board, comma: str) -> None:
    text = comma.join(map(str, board.tiles))
    assert parse_board(text, board.shape) == board
    assert parse_board(text, f"{board.rows}x{board.cols}") == board
    assert parse_board(json.dumps(board.tiles), board.shape) == board


@given(boards())
def test_json_round_trip(board: Board) -> None:
    assert board_from_json(json.loads(json.dumps(board_to_json(board)))) == board


@given(SIDES, SIDES, st.sampled_from(GOALS), st.lists(st.integers(0, 3), max_size=40))
def test_moves_from_the_solved_board(rows: int, cols: int, goal: str, choices: list[int]) -> None:
    board = Board.goal(rows, cols, goal)
    moves = []
    for choice in choices:
        legal = board.moves()
        moves.append(legal[choice % len(legal)])
        board = board.apply(moves[-1])
    assert parse_board(f"{rows}x{cols} {goal}: {format_moves(moves)}") == board
    assert parse_board(format_moves(moves) or ":", (rows, cols), goal=goal) == board


@given(MOVES, st.sampled_from(NOTATIONS))
def test_moves_round_trip(moves: tuple[Move, ...], notation: str) -> None:
    assert parse_moves(format_moves(moves, notation), notation) == moves
    assert parse_moves(format_moves(moves, notation).lower(), notation) == moves


@given(MOVES)
def test_a_tile_moves_against_the_blank(moves: tuple[Move, ...]) -> None:
    tiles = parse_moves(format_moves(moves), "tile")
    assert tiles == tuple(move.opposite for move in moves)


BOARD_LIKE = st.text(st.sampled_from('0123456789 \n/;,_-.xULDR:[]{}"aen\ufeff\r\0'), max_size=60)
ANY_BYTES = st.binary(max_size=200).map(lambda data: data.decode(errors="replace"))
ANY_TEXT = st.text() | BOARD_LIKE | ANY_BYTES
SIZES = st.none() | st.sampled_from(["2", "2x3", "3x3", "8-puzzle"]) | BOARD_LIKE


@given(ANY_TEXT, SIZES)
@settings(max_examples=500)
@example("1 2 / 3 0", None)
@example("[" * 100_000, None)
@example("3x3: U" + "9" * 5000, None)
def test_garbage_is_only_ever_an_input_error(text: str, size: str | None) -> None:
    with contextlib.suppress(InputError):
        board = parse_board(text, size)
        assert sorted(board.tiles) == list(range(board.rows * board.cols))
    for notation in NOTATIONS:
        with contextlib.suppress(InputError):
            parse_moves(text, notation)
    with contextlib.suppress(InputError):
        assert parse_goal(text, 3, 3).shape == (3, 3)
    with contextlib.suppress(InputError):
        parse_size(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=20,
)


@given(JSON)
def test_any_json_is_only_ever_an_input_error(value: object) -> None:
    with contextlib.suppress(InputError):
        board_from_json(value)
    with contextlib.suppress(InputError):
        parse_board(json.dumps(value))


@given(boards(), st.data())
def test_one_slip_is_noticed(board: Board, data: st.DataObject) -> None:
    """A board with one tile changed, left out or added is refused, in every layout."""
    cells = [list(map(str, row)) for row in board.grid]
    row = data.draw(st.integers(0, board.rows - 1))
    col = data.draw(st.integers(0, board.cols - 1))
    slip = data.draw(st.sampled_from(["other", "gone", "extra"]))
    if slip == "other":
        cells[row][col] = str(data.draw(st.integers(0, 200).filter(lambda tile: tile != board.grid[row][col])))
    elif slip == "gone":
        del cells[row][col]
    else:
        cells[row].insert(col, "0")
    text = "\n".join(" ".join(line) for line in cells)
    with pytest.raises(InputError):
        parse_board(text, board.shape)
