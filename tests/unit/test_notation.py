# SPDX-License-Identifier: MIT
import itertools
import json
import time

import pytest

from taquin.board import Board, Move
from taquin.errors import BoardError, InputError, MoveError
from taquin.moves import MAX_MOVES, format_moves, parse_moves
from taquin.notation import board_from_json, board_to_json, format_board, parse_board, parse_goal, parse_size, read_pair

SOLVED = Board.goal(3, 3)
SHEET = Board([[0, 1, 3], [4, 2, 5], [7, 8, 6]])


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("3x3", (3, 3)),
        ("3X4", (3, 4)),
        (" 2 x 5 ", (2, 5)),
        ("2×3", (2, 3)),
        ("4", (4, 4)),
        ("128", (128, 128)),
        ("3-puzzle", (2, 2)),
        ("8-puzzle", (3, 3)),
        ("15-Puzzle", (4, 4)),
        ("24 puzzle", (5, 5)),
    ],
)
def test_size(text: str, shape: tuple[int, int]) -> None:
    assert parse_size(text) == shape


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a size such as 3x3, 4 or 8-puzzle, got ''"),
        ("big", "got 'big'"),
        ("3x", "got '3x'"),
        ("3x3x3", "got '3x3x3'"),
        ("-3", "got '-3'"),
        ("３x３", "expected a size"),
        ("1", "2 to 128 rows and columns; this one is 1x1"),
        ("1x5", "this one is 1x5"),
        ("129", "this one is 129x129"),
        ("0-puzzle", "this one is 1x1"),
        ("10-puzzle", "no square board has 10 tiles; expected 3, 8, 15, 24"),
        ("9" * 5000, "got '999"),
    ],
)
def test_bad_size(text: str, message: str) -> None:
    with pytest.raises(BoardError) as caught:
        parse_size(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "text",
    [
        "3\n0 1 3\n4 2 5\n7 8 6",
        "3\n0 1 3\n4 2 5\n7 8 6\n",
        "3 3\n0 1 3\n4 2 5\n7 8 6",
        "3,3\n0,1,3\n4,2,5\n7,8,6",
        "3 / 0 1 3 / 4 2 5 / 7 8 6",
        "3\r\n0 1 3\r\n4 2 5\r\n7 8 6\r\n",
        "\ufeff3\n0 1 3\n4 2 5\n7 8 6",
        "3\n\n0 1 3\n\n4 2 5\n7 8 6\n\n",
        "3\n0 1 3 4 2 5 7 8 6",
        "3 3\n0 1 3 4 2 5 7 8 6",
        "3\n0\n1\n3\n4\n2\n5\n7\n8\n6",
        "3\n013\n425\n786",
        "3\n013425786",
        "3\n13425786",
        "0 1 3\n4 2 5\n7 8 6",
        "0 1 3\r4 2 5\r7 8 6",
        "0 1 3 / 4 2 5 / 7 8 6",
        "0 1 3/4 2 5/7 8 6/",
        "0 1 3;4 2 5;7 8 6",
        "0,1,3;4,2,5;7,8,6;",
        "0, 1, 3,\n4, 2, 5,\n7, 8, 6,",
        "  0\t1\t3 \n 4\t2\t5\n7\t8\t6  ",
        "0\u00a01\u00a03 / 4 2 5 / 7 8 6",
        "_ 1 3 / 4 2 5 / 7 8 6",
        "00 01 03 / 04 02 05 / 07 08 06",
        "0 1 3 4 2 5 7 8 6",
        "0,1,3,4,2,5,7,8,6",
        "0,1,3,4,2,5,7,8,6,",
        "0\n1\n3\n4\n2\n5\n7\n8\n6\n",
        "013425786",
        "13425786",
        "_13425786",
        "013/425/786",
        "013 425 786",
        "_13\n425\n786",
        "[[0,1,3],[4,2,5],[7,8,6]]",
        "[[0, 1, 3],\n [4, 2, 5],\n [7, 8, 6]]\n",
        "[0,1,3,4,2,5,7,8,6]",
    ],
)
def test_every_form_of_one_board(text: str) -> None:
    assert parse_board(text) == SHEET
    assert parse_board(text, "3x3") == SHEET
    assert parse_board(text, (3, 3)) == SHEET


@pytest.mark.parametrize(
    ("text", "size", "grid"),
    [
        ("1 2 3 4 5 0", "2x3", [[1, 2, 3], [4, 5, 0]]),
        ("1 2 3 4 5 0", "3x2", [[1, 2], [3, 4], [5, 0]]),
        ("[1,2,3,4,5,0]", "3x2", [[1, 2], [3, 4], [5, 0]]),
        ("123450", "2x3", [[1, 2, 3], [4, 5, 0]]),
        ("12345", "2x3", [[0, 1, 2], [3, 4, 5]]),
        ("123/450", None, [[1, 2, 3], [4, 5, 0]]),
        ("12/30", None, [[1, 2], [3, 0]]),
        ("1230", "2", [[1, 2], [3, 0]]),
        ("2\n13\n20", None, [[1, 3], [2, 0]]),
        ("2 3\n1 2 3\n4 5 0", None, [[1, 2, 3], [4, 5, 0]]),
        # a first row of two numbers above rows of two: the size only if it says exactly what follows
        ("2 2\n1 2\n3 0", None, [[1, 2], [3, 0]]),
        ("3 2\n1 2\n3 4\n5 0", None, [[1, 2], [3, 4], [5, 0]]),
        ("3 2\n1 4\n5 0", None, [[3, 2], [1, 4], [5, 0]]),
        ("4 1\n2 3\n5 0", None, [[4, 1], [2, 3], [5, 0]]),
        ("1 2\n3 0", None, [[1, 2], [3, 0]]),
        ("3 2\n1 0", None, [[3, 2], [1, 0]]),
        ("2 3\n1 0", None, [[2, 3], [1, 0]]),
        ("2 2\n1 2 3 0", None, [[1, 2], [3, 0]]),
        # one number a line: a list, or the size and then a list
        ("2\n1\n3\n0", None, [[2, 1], [3, 0]]),
        ("3\n1\n2\n0", None, [[3, 1], [2, 0]]),
        ("2\n2\n1\n3\n0", None, [[2, 1], [3, 0]]),
        ("3\n1\n2\n0\n4\n5\n6\n7\n8\n9", "2x5", [[3, 1, 2, 0, 4], [5, 6, 7, 8, 9]]),
        # the size given and found agree
        ("2 3\n1 2 3\n4 5 0", "2x3", [[1, 2, 3], [4, 5, 0]]),
        ("3\n1 2 3\n4 5 6\n7 8 0", "8-puzzle", [[1, 2, 3], [4, 5, 6], [7, 8, 0]]),
    ],
)
def test_sizes_and_what_could_be_read_in_two_ways(text: str, size: str | None, grid: list[list[int]]) -> None:
    assert parse_board(text, size) == Board(grid)


@pytest.mark.parametrize(
    ("text", "size", "moves", "goal"),
    [
        ("3x3: ULDR", None, "ULDR", "last"),
        ("3: ULDR", None, "ULDR", "last"),
        ("8-puzzle: uldr", None, "ULDR", "last"),
        ("3x3:", None, "", "last"),
        ("3x3 snail:", None, "", "snail"),
        ("3x3 Snail: R, D", None, "RD", "snail"),
        ("3x3 first: R2 D", None, "RRD", "first"),
        ("ULDR", "3x3", "ULDR", "last"),
        ("U2 L", "3", "UUL", "last"),
        ("first: RD", "3x3", "RD", "first"),
        (": UL", "3x3", "UL", "last"),
        ("3x3: UL", "3x3", "UL", "last"),
    ],
)
def test_solved_board_and_moves(text: str, size: str | None, moves: str, goal: str) -> None:
    assert parse_board(text, size) == Board.goal(3, 3, goal).apply(*parse_moves(moves))


def test_moves_start_from_the_goal_of_the_caller_unless_named() -> None:
    assert parse_board("RD", "3x3", goal="first") == Board.goal(3, 3, "first").apply(Move.RIGHT, Move.DOWN)
    assert parse_board("RD", "2x2", goal="0 3 / 1 2") == Board([[3, 2], [1, 0]])
    assert parse_board("last: UL", "3x3", goal="first") == SOLVED.apply(Move.UP, Move.LEFT)


@pytest.mark.parametrize(
    ("text", "given", "begins", "goal"),
    [
        ("3x3 snail: UL", None, "snail", "snail"),
        ("3x3 snail: UL", "first", "snail", "first"),  # what is given goes before what is named
        ("3x3 snail: UL", "last", "snail", "last"),
        ("3x3: UL", None, "last", "last"),
        ("3x3: UL", "snail", "snail", "snail"),
        ("3x3: UL", Board.goal(3, 3, "snail"), "snail", "snail"),
        ("3x3: UL", [[1, 2, 3], [8, 0, 4], [7, 6, 5]], "snail", "snail"),
    ],
)
def test_the_goal_of_moves(text: str, given: object, begins: str, goal: str) -> None:
    start = Board.goal(3, 3, begins).apply(Move.UP, Move.LEFT)
    assert read_pair(text, given) == (start, Board.goal(3, 3, goal))


def test_moves_do_not_begin_at_a_goal_of_another_shape() -> None:
    with pytest.raises(BoardError, match="the goal is 4x4, but the board is 3x3: they must match") as caught:
        read_pair("3x3: UL", Board.goal(4, 4))
    assert caught.value.field == "goal"


def test_the_largest_board() -> None:
    board = Board.goal(128, 128, "snail")
    for style in ("text", "line", "json"):
        assert parse_board(format_board(board, style)) == board
    assert parse_board(json.dumps(board_to_json(board), indent=8)) == board


BAD_BOARDS = [
    ("", None, "the board is empty; expected rows such as"),
    (" \n\t\r\n", None, "the board is empty"),
    ("\ufeff", None, "the board is empty"),
    (",/;", None, "there is no number"),
    ("\0\1\2", None, "character 1 is '\\x00', so this is not plain text"),
    ("1 2 3\0", None, "character 6"),
    (b"\x89PNG\xff".decode(errors="replace"), None, "character 1 is '\ufffd', so this is not plain text"),
    (b"\xff".decode(errors="surrogateescape"), None, "not plain text"),
    ("hello world", None, "number 1: expected a whole number, 0 for the blank, got 'hello'"),
    ("1 2 3 / 4 x 6 / 7 8 0", None, "row 2, column 2: expected a whole number, 0 for the blank, got 'x'"),
    ("1 2 3 4 5.0 6 7 8 0", None, "row 2, column 2: expected a whole number, 0 for the blank, got '5.0'"),
    ("1 2 3 / 4 ٥ 6 / 7 8 0", None, "row 2, column 2: expected a whole number"),
    ("1 2 3 / 4 1_0 6 / 7 8 0", None, "row 2, column 2: expected a whole number"),
    ("1 2 3 / 4 5 6 / 7 8 8", None, "row 3, column 3: 8 appears twice (first at row 3, column 2) and 0 is missing"),
    ("1 2 3 / 4 5 6 / 7 8 9", None, "row 3, column 3: 9 is out of range; expected the numbers 0 to 8"),
    ("1 2 3 / 4 -5 6 / 7 8 0", None, "row 2, column 2: -5 is out of range"),
    ("1 2 3 / 4 5 / 7 8 0", None, "row 2 has 2 tiles, but row 1 has 3"),
    ("1 2 / 3 4 5 / 6 7 0", None, "row 2 has 3 tiles, but row 1 has 2"),
    ("1 2 3 / 4 5 6 / 7 8", "3x3", "row 3: expected 3 tiles for a 3x3 board, got 2"),
    ("1 2 3 / 4 5 6", "3x3", "expected 3 rows for a 3x3 board, got 2"),
    ("1 2 3 4 / 5 6 7 8 0", "3x3", "expected 3 rows for a 3x3 board, got 2"),
    ("1 2 3 4 5 6 7 0", None, "8 numbers do not fill a square board (4, 9, 16, ...)"),
    ("1 2 3 4 5 6 7 0", "3x3", "a 3x3 board has 9 tiles; 8 were given"),
    ("3\n1 2 3\n4 5 6", None, "expected 3 rows for a 3x3 board, got 2"),
    ("3\n1 2 3\n4 5\n7 8 0", None, "row 2: expected 3 tiles for a 3x3 board, got 2"),
    ("3 4\n1 2 3 4\n5 6 7 8\n9 10 11", None, "row 3: expected 4 tiles for a 3x4 board, got 3"),
    ("3 4\n1 2 3 4\n5 6 7 8", None, "expected 3 rows for a 3x4 board, got 2"),
    ("4\n1 2 3\n4 5 6\n7 8 0", "3x3", "expected a 3x3 board, but the text says 4x4"),
    ("1\n0", None, "the first line is read as the size: a board has 2 to 128 rows and columns; this one is 1x1"),
    ("1 3\n1 2 0", None, "this one is 1x3"),
    ("500\n1 2 3\n4 5 6", None, "this one is 500x500"),
    ("0", None, "got only one number"),
    ("1234567", None, "expected all tiles of a board"),
    ("12345670", None, "expected all tiles of a board"),
    ("1 2 3", "1x3", "this one is 1x3"),
    ("123456788", None, "row 3, column 3: 8 appears twice"),
    ("ULDR", None, "moves need the size of the board: write it in front, as in 3x3: ULDR"),
    ("snail: UL", None, "moves need the size"),
    ("C:\\board.txt", None, "expected a size such as 3x3, 4 or 8-puzzle, got 'C'"),
    ("3x3: UL", "4x4", "expected a 4x4 board, but the text says 3x3"),
    ("3x3: ULX", None, "position 4: expected U, D, L or R, got 'X'"),
    ("3x3: UUU", None, "move 3 (U) takes the blank off the board from row 1, column 3"),
    ("3x3: U9999999", None, "move 1 (U9999999) takes the blank off the board from row 1, column 3"),
    ("{}", None, "expected a list of rows such as [[1, 2], [3, 0]], got an object"),
    ("[]", None, "this one is empty"),
    ("[[]]", None, "this one is 1x0"),
    ("[[1, 2], [3, 0]", None, "line 1, column 16: not valid JSON"),
    ("[[1, 2],\n [3 0]]", None, "line 2, column 5: not valid JSON"),
    ("[[1, 2], 3]", None, "row 2: expected a list of numbers like the other rows, got one number"),
    ("[[1, 2], [3, [0]]]", None, "row 2, column 2: expected a whole number, 0 for the blank, got a list"),
    ("[[1, 2], [3, {}]]", None, "got an object"),
    ("[[1, 2], [3, NaN]]", None, "row 2, column 2: expected a whole number, 0 for the blank, got nan"),
    ("[[1, 2], [3, 0.0]]", None, "row 2, column 2: expected a whole number, 0 for the blank, got 0.0"),
    ("[[true, 2], [3, 0]]", None, "row 1, column 1: expected a whole number, 0 for the blank, got true"),
    ("[[1, 2], [3, null]]", None, "got null"),
    ('[["1", 2], [3, 0]]', None, "got '1'"),
    ("[[1, 2], [3]]", None, "row 2 has 1 tile, but row 1 has 2"),
    ("[[1, 2], [3, 0]]", "3x3", "expected 3 rows for a 3x3 board, got 2"),
]


@pytest.mark.parametrize(("text", "size", "message"), BAD_BOARDS)
def test_bad_board(text: str, size: str | None, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_board(text, size)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 " * 5_000_000, "the text has 10000000 characters; expected at most 1000000"),
        ("9" * 999_999, "expected all tiles of a board"),
        ("1 2 3 / 4 " + "9" * 900_000 + " 6 / 7 8 0", "row 2, column 2: a number of more than 12 digits is out of range"),
        ("[[1, 2], [3, " + "9" * 900_000 + "]]", "row 2, column 2: a number of more than 12 digits is out of range"),
        ("1 " * 499_999, "the text has 499999 numbers; expected at most 16384"),
        ("1 " * 16_383, "16383 numbers do not fill a square board"),
        ("1\n" * 490_000, "the text has 490000 numbers"),
        ("[" + "1," * 490_000 + "1]", "490001 numbers do not fill"),
        ("/" * 1_000_000, "there is no number"),
        ("[" * 500_000, "nested too deeply"),
        ("[" * 100 + "]" * 100, "got a list"),
        ("x" * 1_000_000, "got 'xxx"),
        ("U" * 900_000 + "!", "got 'UUU"),
        ("3x3: " + "UD" * 400_000 + "!", "position 800002: expected U, D, L or R, got '!'"),
        ("3x3: U" + "9" * 900_000, "expected a count from 1 to 10000000 moves in all"),
    ],
)
def test_huge_text_is_refused_quickly_and_briefly(text: str, message: str) -> None:
    begin = time.process_time()
    with pytest.raises(InputError) as caught:
        parse_board(text)
    assert time.process_time() - begin < 5
    assert message in str(caught.value)
    assert len(str(caught.value)) < 250


def test_goal() -> None:
    assert parse_goal("last", 2, 3) == Board([[1, 2, 3], [4, 5, 0]])
    assert parse_goal(" First ", 2, 3) == Board([[0, 1, 2], [3, 4, 5]])
    assert parse_goal("snail", 3, 3) == Board([[1, 2, 3], [8, 0, 4], [7, 6, 5]])
    assert parse_goal("5 4 3 2 1 0", 2, 3) == Board([[5, 4, 3], [2, 1, 0]])
    assert parse_goal("012345678", 3, 3) == Board.goal(3, 3, "first")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("snial", "unknown goal 'snial'; did you mean 'snail'? (or give a board)"),
        ("middle", "unknown goal 'middle'; choose one of: last, first, snail (or give a board)"),
        ("1 2 / 3 0", "goal: expected 3 rows for a 3x3 board, got 2"),
        ("1 2 3 / 4 5 6 / 7 8 8", "goal: row 3, column 3: 8 appears twice"),
        ("4x4: U", "goal: expected a 3x3 board, but the text says 4x4"),
        ("", "goal: the board is empty"),
        ("z" * 10_000_000, "goal: the text has 10000000 characters"),
    ],
)
def test_bad_goal(text: str, message: str) -> None:
    with pytest.raises(BoardError) as caught:
        parse_goal(text, 3, 3)
    assert message in str(caught.value)


def test_format_board() -> None:
    board = Board.goal(2, 6)
    assert format_board(board) == " 1  2  3  4  5  6\n 7  8  9 10 11  0"
    assert format_board(board, "line") == "1 2 3 4 5 6 / 7 8 9 10 11 0"
    assert format_board(board, "json") == "[[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 0]]"
    with pytest.raises(BoardError, match="unknown board style 'jsno'; did you mean 'json'"):
        format_board(board, "jsno")


def test_json_values() -> None:
    assert board_to_json(SHEET) == [[0, 1, 3], [4, 2, 5], [7, 8, 6]]
    assert board_from_json([[0, 1, 3], [4, 2, 5], [7, 8, 6]]) == SHEET
    assert board_from_json(((3, 2), (1, 0))) == Board([[3, 2], [1, 0]])


@pytest.mark.parametrize(
    "value", [None, 3, "1 2 / 3 0", {}, [], [[]], [[1, 2], "30"], [[1, 2], [3, object()]], [10**5000, 1, 2, 0]]
)
def test_bad_json_values(value: object) -> None:
    with pytest.raises(BoardError):
        board_from_json(value)


@pytest.mark.parametrize("text", ["URDL", "urdl", "U R D L", "U,R,D,L", " U, R,\nD,L,\n", "U1R1D1L1", "\ufeffURDL", "U R1DL"])
def test_moves_in_blank_notation(text: str) -> None:
    assert parse_moves(text) == (Move.UP, Move.RIGHT, Move.DOWN, Move.LEFT)


def test_moves_with_counts() -> None:
    assert parse_moves("R2 D L3") == parse_moves("RRDLLL")
    assert parse_moves("R2DL3", "tile") == parse_moves("LLURRR")
    assert parse_moves("", "tile") == ()
    assert parse_moves("R10") == (Move.RIGHT,) * 10


def test_format_moves() -> None:
    moves = parse_moves("LLURRR")
    assert format_moves(moves) == "LLURRR"
    assert format_moves(moves, "tile") == "R2 D L3"
    assert format_moves(iter(moves), "tile") == "R2 D L3"
    assert format_moves((), "tile") == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("UX", "position 2: expected U, D, L or R, got 'X'"),
        ("UP", "position 2: expected U, D, L or R, got 'P'"),
        ("U, \0", "position 4: expected U, D, L or R, got '\\x00'"),
        ("2R", "position 1: expected U, D, L or R, got '2'; a count follows its letter, as in R2"),
        ("R 2", "position 3"),
        ("R0", "position 2: expected a count from 1 to 10000000 moves in all, got '0'"),
        ("R-1", "position 2: expected U, D, L or R, got '-'"),
        ("R9999999 L9999999", "position 11: expected a count"),
        ("R" + "9" * 1_000_000, "position 2: expected a count"),
        ("U" * (MAX_MOVES + 1), "has 10000001 moves; expected at most 10000000"),
        (" " * (2 * MAX_MOVES + 1), "has 20000001 characters"),
    ],
)
def test_bad_moves(text: str, message: str) -> None:
    with pytest.raises(MoveError) as caught:
        parse_moves(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 200


def test_unknown_notation() -> None:
    with pytest.raises(MoveError, match="unknown move notation 'tiles'; did you mean 'tile'"):
        parse_moves("U", "tiles")
    with pytest.raises(MoveError, match="unknown move notation"):
        format_moves((), "tiles")


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 2)])
def test_every_small_board_in_every_layout(rows: int, cols: int) -> None:
    """Sizes in front never swallow a tile, and tiles in front are never taken for a size."""
    for tiles in itertools.permutations(range(rows * cols)):
        board = Board.from_tiles(rows, cols, tiles)
        grid = "\n".join(" ".join(map(str, row)) for row in board.grid)
        flat, column = " ".join(map(str, tiles)), "\n".join(map(str, tiles))
        texts = [grid, *(f"{rows} {cols}\n{body}" for body in (grid, flat, column))]
        if rows == cols:
            texts += [flat, column, *(f"{rows}\n{body}" for body in (grid, flat, column))]
        assert {parse_board(text) for text in texts} == {board}
        assert {parse_board(text, (rows, cols)) for text in [*texts, flat, column]} == {board}


def test_a_first_row_that_looks_like_a_size_is_a_row_of_a_whole_board() -> None:
    board = parse_board("3 2 / 4 6 / 7 5 / 1 0")
    assert board.shape == (4, 2)
    assert parse_board("3 2 / 4 3 / 2 5 / 1 0").shape == (3, 2)


@pytest.mark.parametrize(
    "text",
    [
        "[[1 2 3]\n [4 5 6]\n [7 8 0]]",
        "[[1. 2. 3.]\n [4. 5. 6.]\n [7. 8. 0.]]",
        "[1 2 3 4 5 6 7 8 0]",
        "array([[1, 2, 3],\n       [4, 5, 6],\n       [7, 8, 0]])",
        "array([[1, 2, 3],\n       [4, 5, 6],\n       [7, 8, 0]], dtype=int8)",
        "((1, 2, 3), (4, 5, 6), (7, 8, 0))",
        "[(1, 2, 3), (4, 5, 6), (7, 8, 0)]",
        "(1,2,3,4,5,6,7,8,0)",
        "((1, 2, 3,), (4, 5, 6,), (7, 8, 0,),)",
        "|1|2|3|\n|4|5|6|\n|7|8| |",
        "1 2 3 | 4 5 6 | 7 8 0",
        "| 1 2 3 |\n| 4 5 6 |\n| 7 8 _ |",
        "+---+---+---+\n| 1 | 2 | 3 |\n+---+---+---+\n| 4 | 5 | 6 |\n|---|---|---|\n| 7 | 8 |   |\n+---+---+---+",
        "│1│2│3│\n├─┼─┼─┤\n│4│5│6│\n│7│8│_│",
        "# my board\n1 2 3 # the first row\n4 5 6\n7 8 0\n# the end",
        "3 # the size\n1 2 3\n4 5 6\n7 8 0",
    ],
)
def test_boards_as_programs_print_them(text: str) -> None:
    assert parse_board(text) == Board.goal(3, 3)


@pytest.mark.parametrize("text", ["123456789abcdef0", "123456789ABCDEF_", "1234/5678/9abc/def0"])
def test_hexadecimal_digits(text: str) -> None:
    assert parse_board(text) == Board.goal(4, 4)


def test_hexadecimal_digits_of_other_shapes() -> None:
    assert parse_board("123456789ab0", "3x4") == Board.goal(3, 4)
    assert parse_board("12345678/9abcdef0") == Board.goal(2, 8)
    with pytest.raises(InputError, match="15 numbers do not fill a square"):
        parse_board("fe169b4c0a73d85")


@pytest.mark.parametrize(
    "text", ["array(" + " " * 500_000, "-" * 500_000 + "1", "array([" + ")" * 400_000, "|" * 900_000, "[" + "1 " * 300_000]
)
def test_long_texts_of_these_forms_are_refused_at_once(text: str) -> None:
    with pytest.raises(InputError):
        parse_board(text)
