# SPDX-License-Identifier: MIT
"""Text and JSON to boards, and back.

A board is read from any of these; 0 or `_` is the blank, numbers are separated by commas or white space, rows by a new
line, `/` or `;`:

- rows: `1 2 3 / 4 5 6 / 7 8 0`
- the size, then the rows, as assignment sheets give it: `3` (three rows of three) or `2 3` (two rows of three) comes first
- one list, on one line or one number a line, when it fills a square or the size is given: `1,2,5,3,4,0,6,7,8`
- digits, for at most ten cells: `806547231`, `123/456/780`; a dropped leading zero is put back (`35428617`)
- hexadecimal digits, for at most sixteen cells: `fe169b4c0a73d852`, `1234/5678/9abc/def0`
- JSON, nested or flat: `[[1, 2, 3], [4, 5, 6], [7, 8, 0]]`; tuples and arrays as Python and numpy print them
- with bars between the cells, where an empty cell is the blank, or between the rows: `1 2 3 | 4 5 6 | 7 8 0`
- the solved board and the moves of the blank from there: `3x3: ULDR`, `3x3 snail: U2 L`; where the size is given,
  `ULDR` will do. Scrambles of timers name the direction of the tiles: `4x4 tile: D2 R U3`, `4x4 tile: D2RU3`. The solved board
  is the goal as well, unless another is given

A `#` begins a comment that ends with its line. What could be read in two ways is read so:

- A first row of one number is the size when longer rows follow. When one number a line follows, it is the size if exactly
  that many numbers are left, and the first tile otherwise.
- A first row of two numbers is the size when as many rows and columns follow as it says. Above rows of two numbers it
  is the size only if it says exactly what follows: `3 2 / 1 4 / 5 0` is a board of three rows, `2 2 / 1 2 / 3 0` has two.
  No text is a good board in both readings, since the size would be a repeated tile.
- When the size is given and the text has exactly its number of tiles, no row is taken as a size.
- With more than one row, the rows must have the given size; they are never wrapped anew.
- `8` as a size is 8x8; the board with eight tiles is the `8-puzzle`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from typing import Final

from taquin.board import GOALS, MAX_SIDE, Board, check_shape, plain
from taquin.errors import BoardError, InputError, MoveError, quote, unknown_name
from taquin.moves import NOTATIONS, read_int, read_moves, written_move

MAX_TEXT: Final = 1_000_000
"""Longest text of a board, in characters: a 128x128 board takes a tenth of it."""
STYLES: Final = ("text", "line", "json")
"""How `format_board` writes: aligned rows, one line, JSON."""

Shape = tuple[int, int]

_EXAMPLE: Final = "1 2 3 / 4 5 6 / 7 8 0"
_SPELLED_CELLS: Final = 10
"""Boards with more cells have tiles of two digits, so a run of digits cannot be told apart."""
_HEX_CELLS: Final = 16
"""Boards with more cells have tiles beyond hexadecimal digits."""

_NOT_TEXT: Final = re.compile("[\0-\x08\x0e-\x1b\x7f\ufffd\ud800-\udfff]")
_SIDES: Final = re.compile(r"([0-9]{1,9})\s*[xX×]\s*([0-9]{1,9})")
_SIDE: Final = re.compile(r"[0-9]{1,9}")
_PUZZLE: Final = re.compile(r"([0-9]{1,9})[\s-]?puzzle", re.IGNORECASE)
_NUMBER: Final = re.compile(r"-?[0-9]+")
_COMMENT: Final = re.compile(r"#[^\r\n]*")
_BARS: Final = str.maketrans("│┃║", "|||")
_DRAWN: Final = frozenset("-+=─━═┼╋╬├┤┌┐└┘┬┴╔╗╚╝╠╣╦╩")
"""What lines between rows are drawn with."""
_BRACKETED: Final = re.compile(r"[\[\]()0-9,._\s]*")
_ROUND: Final = str.maketrans("()", "[]")
_HEX: Final = re.compile(r"[0-9a-fA-F_]*[a-fA-F][0-9a-fA-F_]*")
_DIGITS: Final = re.compile(r"[0-9_]+")
_BARE_MOVES: Final = re.compile(r"[UDLRudlr][UDLRudlr0-9,\s]*")


def parse_size(text: str) -> Shape:
    """Read rows and columns from `3x4`, `4` (a square) or `15-puzzle` (by the number of tiles).

    >>> parse_size("3x4"), parse_size("8-puzzle")
    ((3, 4), (3, 3))
    """
    stripped = text.strip()
    if sides := _SIDES.fullmatch(stripped):
        rows, cols = int(sides[1]), int(sides[2])
    elif _SIDE.fullmatch(stripped):
        rows = cols = int(stripped)
    elif puzzle := _PUZZLE.fullmatch(stripped):
        rows = cols = _side_of_puzzle(int(puzzle[1]))
    else:
        raise BoardError(f"expected a size such as 3x3, 4 or 8-puzzle, got {quote(stripped)}")
    check_shape(rows, cols)
    return rows, cols


def _side_of_puzzle(tiles: int) -> int:
    side = math.isqrt(tiles + 1)
    if side * side != tiles + 1:
        raise BoardError(f"no square board has {tiles} tiles; expected 3, 8, 15, 24, ..., or write the size, such as 3x4")
    return side


def parse_board(text: str, size: str | Shape | None = None, *, goal: str = "last") -> Board:
    r"""Read a board from any of the forms in the module's docstring.

    `goal` is the solved board of a move string that names none.

    >>> parse_board("3\n0 1 3\n4 2 5\n7 8 6")
    Board([[0, 1, 3], [4, 2, 5], [7, 8, 6]])
    >>> parse_board("35428617")
    Board([[0, 3, 5], [4, 2, 8], [6, 1, 7]])
    >>> parse_board("3x3: UL")
    Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]])
    """
    return _parse(text, size, goal)[0]


def read_pair(start: object, goal: object = None, size: str | Shape | None = None) -> tuple[Board, Board]:
    """Return the board and the goal that values mean: the goal that is given, else the one that a scramble names, else `last`.

    Moves that name no solved board begin at the goal that is given.

    >>> read_pair("2x2 first: RD")
    (Board([[1, 3], [2, 0]]), Board([[0, 1], [2, 3]]))
    >>> read_pair("2x2 first: RD", "last")
    (Board([[1, 3], [2, 0]]), Board([[1, 2], [3, 0]]))
    """
    solved = None
    if isinstance(start, str):
        board, solved = _parse(start, size, "last" if goal is None else goal)
    else:
        board = read_board(start)
    if goal is None:
        return board, solved or Board.goal(board.rows, board.cols)
    return board, read_goal(goal, board.rows, board.cols)


def _shape_of(size: str | Shape | None) -> Shape | None:
    if isinstance(size, str):
        return parse_size(size)
    if size is None:
        return None
    if not isinstance(size, tuple | list) or len(size) != 2:
        raise TypeError(f"expected a size such as '3x4' or (3, 4), got {quote(size)}")
    check_shape(*size)
    return size


def _parse(text: str, size: str | Shape | None, goal: object) -> tuple[Board, Board | None]:
    """Read a board, and of a scramble the solved one that its moves begin at."""
    if not isinstance(text, str):
        raise TypeError(f"expected a board as a text such as {_EXAMPLE!r}, got {quote(text)}; taquin.Board takes rows")
    shape = _shape_of(size)
    text = _clean(text)
    if text[0] in "[{(" or text.startswith("array("):
        return _board_from_cells(_load_brackets(text), shape), None
    if ":" in text or _BARE_MOVES.fullmatch(text):
        return _parse_scrambled(text, shape, goal)
    return _parse_rows(text, shape), None


def read_board(value: object, shape: Shape | None = None) -> Board:
    """Return the board that a value means: a `Board`, a text, a list of rows, or an array of rows such as numpy's.

    A flat list fills the shape, else a square.

    >>> read_board([[1, 2], [3, 0]])
    Board([[1, 2], [3, 0]])
    """
    if isinstance(value, Board):
        return value
    if isinstance(value, str):
        return parse_board(value, shape)
    value = plain(value)
    if isinstance(value, list | tuple):
        return board_from_json([list(map(plain, row)) if isinstance(row, list | tuple) else plain(row) for row in value], shape)
    raise TypeError(f"expected a board: a Board, a text such as {_EXAMPLE!r}, a list of rows or an array, got {quote(value)}")


def read_goal(value: object, rows: int, cols: int) -> Board:
    """Return the goal that a value means: the name of a layout, or whatever `read_board` takes."""
    return parse_goal(value, rows, cols) if isinstance(value, str) else read_board(value)


def parse_goal(text: str, rows: int, cols: int) -> Board:
    """Read a goal of the given shape: `last`, `first`, `snail` or any board.

    >>> parse_goal("snail", 3, 3)
    Board([[1, 2, 3], [8, 0, 4], [7, 6, 5]])
    """
    if not isinstance(text, str):
        raise TypeError(f"expected a goal as a text, such as 'last' or {_EXAMPLE!r}, got {quote(text)}")
    name = text.strip().lower() if len(text) < MAX_SIDE else ""
    if name in GOALS:
        return Board.goal(rows, cols, name)
    if name.isalpha() and not _BARE_MOVES.fullmatch(name):
        raise BoardError(f"{unknown_name('goal', name, GOALS)} (or give a board)", field="goal")
    try:
        return parse_board(text, (rows, cols))
    except InputError as error:
        raise error.within("goal", "goal: ") from None


def format_board(board: Board, style: str = "text") -> str:
    """Write a board as aligned rows (`text`), on one `line` or as `json`.

    >>> format_board(Board.goal(2, 3), "line")
    '1 2 3 / 4 5 0'
    """
    if not isinstance(board, Board):
        raise TypeError(f"expected a board, got {quote(board)}; taquin.parse_board reads a text, taquin.Board rows")
    if style == "text":
        return str(board)
    if style == "line":
        return " / ".join(" ".join(map(str, row)) for row in board.grid)
    if style == "json":
        return json.dumps(board_to_json(board))
    raise BoardError(unknown_name("board style", style, STYLES))


def board_to_json(board: Board) -> list[list[int]]:
    """Return the board as JSON knows it: a list of rows."""
    return [list(row) for row in board.grid]


def board_from_json(value: object, shape: Shape | None = None) -> Board:
    """Return the board that decoded JSON describes: a list of rows, or one list that fills the shape, else a square.

    >>> board_from_json([1, 2, 3, 0])
    Board([[1, 2], [3, 0]])
    """
    return _board_from_cells(value, shape)


def _clean(text: str) -> str:
    """Return the text without what editors leave around it; refuse what cannot be a board before any work is done."""
    if len(text) > MAX_TEXT:
        raise BoardError(
            f"the text has {len(text)} characters; expected at most {MAX_TEXT}, enough for {MAX_SIDE}x{MAX_SIDE} tiles"
        )
    if binary := _NOT_TEXT.search(text):
        raise BoardError(
            f"character {binary.start() + 1} is {quote(binary[0])}, so this is not plain text; "
            f"expected a UTF-8 text with rows such as {_EXAMPLE}"
        )
    text = _COMMENT.sub("", text.strip().removeprefix("\ufeff")).strip()
    if not text:
        raise BoardError(f"the board is empty; expected rows such as {_EXAMPLE}")
    return text


def _parse_scrambled(text: str, shape: Shape | None, goal: object) -> tuple[Board, Board]:
    """Read `SIZE GOAL NOTATION: MOVES`, where all but the moves may be missing; return the solved board as well."""
    header, _, moves = text.rpartition(":")
    words = header.split()
    named = words and words[-1].lower().removesuffix("s") in NOTATIONS
    notation = words.pop().lower().removesuffix("s") if named else "blank"
    if words and words[-1].lower() in GOALS:
        goal = words.pop().lower()
    if words:
        shape = _agree(parse_size(" ".join(words)), shape)
    if shape is None:
        raise BoardError(f"moves need the size of the board: write it in front, as in 3x3: ULDR; got {quote(text)}")
    solved = read_goal(goal, *shape)
    if solved.shape != shape:
        raise BoardError(f"the goal is {_times(solved.shape)}, but the board is {_times(shape)}: they must match", field="goal")
    # A longer run has left the board before its end, and a few letters must not stand for millions of moves.
    read = read_moves(moves, notation, MAX_SIDE)
    board, made = solved._after_legal(read)
    if made == len(read):
        return board, solved
    number, written = written_move(moves, made, MAX_SIDE)
    where = f"row {board.blank // board.cols + 1}, column {board.blank % board.cols + 1}"
    problem = f"move {number} ({written}) takes the blank off the board from {where}"
    as_tiles = read_moves(moves, "tile", MAX_SIDE)
    if notation == "blank" and solved._after_legal(as_tiles)[1] == len(as_tiles):
        front = " ".join(header.split()) or _times(shape)
        problem += f"; if these are directions of the tiles, write {front} tile: {' '.join(moves.split())}"
    raise MoveError(problem)


def _parse_rows(text: str, shape: Shape | None) -> Board:
    rows = [tokens for line in re.split(r"[\r\n/;]", text) for tokens in _cells_of(line)]
    if not rows:
        raise BoardError(f"there is no number in {quote(text)}; expected rows such as {_EXAMPLE}")
    if sum(map(len, rows)) > MAX_SIDE * MAX_SIDE + 2:  # the size in front may add two numbers
        raise BoardError(
            f"the text has {sum(map(len, rows))} numbers; expected at most {MAX_SIDE * MAX_SIDE}, those of the largest board"
        )
    header = _find_header(rows, shape)
    if header is not None:
        shape = _agree(_check_header(header), shape)
        rows = rows[1:]
    if _is_list(rows):
        rows = _spell_out([token for row in rows for token in row], shape)
    cells = [[_read_cell(token) for token in row] for row in rows]
    return _board_from_flat(cells[0], shape) if len(cells) == 1 else _board_from_grid(cells, shape)


def _cells_of(line: str) -> Iterator[list[str]]:
    """Yield the rows of a line, usually one: bars stand between its cells, or between rows."""
    line = line.translate(_BARS).replace(",", " ").strip()
    if "|" not in line:
        if line and not _is_ruler(line):
            yield line.split()
        return
    pieces = [piece.split() for piece in line.removeprefix("|").removesuffix("|").split("|")]
    if any(len(piece) > 1 for piece in pieces):
        yield from (piece for piece in pieces if piece)
    elif not _is_ruler(line):
        yield [piece[0] if piece else "0" for piece in pieces]


def _is_ruler(line: str) -> bool:
    found = set(line)
    return bool(found & _DRAWN) and found <= _DRAWN | {"|", " ", "\t"}


def _is_list(rows: list[list[str]]) -> bool:
    """Tell whether this is one list: a single row, or one number a line."""
    return len(rows) == 1 or all(len(row) == 1 for row in rows)


def _find_header(rows: list[list[str]], shape: Shape | None) -> Shape | None:
    """Return the size that the first row gives, None if it is a row of tiles."""
    first, rest = rows[0], rows[1:]
    if not rest or len(first) > 2 or not all(_SIDE.fullmatch(token) for token in first):
        return None
    if shape and sum(map(len, rows)) == shape[0] * shape[1]:
        return None
    header = int(first[0]), int(first[-1])
    found = _is_square_header(header[0], rest) if len(first) == 1 else _is_header(*header, rest)
    return header if found and not _are_all_tiles(rows) else None


def _are_all_tiles(rows: list[list[str]]) -> bool:
    """Tell whether the rows are a whole board as they stand, such as one of four rows that begins with `3 2`."""
    if len(set(map(len, rows))) > 1 or len(rows[0]) < 2:
        return False
    cells = [_read_cell(token) for row in rows for token in row]
    return set(cells) == set(range(len(cells)))


def _is_square_header(side: int, rest: list[list[str]]) -> bool:
    if any(len(row) > 1 for row in rest):
        return True
    digits = sum(len(row[0]) for row in rest)
    spelled = side * side <= _SPELLED_CELLS and (digits == side * side or (len(rest) == 1 and digits == side * side - 1))
    return len(rest) == side * side or spelled


def _is_header(rows: int, cols: int, rest: list[list[str]]) -> bool:
    lengths = [len(row) for row in rest]
    if set(lengths) == {2}:
        return (rows, cols) == (len(rest), 2) and rows > 1
    if sum(lengths) == rows * cols:
        return True
    # One slip is allowed, a missing row or a missing tile, so that the message can be about the slip.
    return rows > 1 and (set(lengths) == {cols} or (rows == len(rest) and cols in lengths))


def _check_header(header: Shape) -> Shape:
    try:
        check_shape(*header)
    except BoardError as error:
        raise BoardError(f"the first line is read as the size: {error}") from None
    return header


def _agree(found: Shape, given: Shape | None) -> Shape:
    if given is not None and found != given:
        raise BoardError(f"expected a {_times(given)} board, but the text says {_times(found)}: make them match")
    return found


def _spell_out(tokens: list[str], shape: Shape | None) -> list[list[str]]:
    """Take digits apart where they are written together: `123456780` or `123 456 780`."""
    width = len(tokens[0])
    if _SPELLED_CELLS < sum(map(len, tokens)) <= _HEX_CELLS and any(map(_HEX.fullmatch, tokens)):
        spelled = [[str(int(digit, 16)) if digit != "_" else "0" for digit in token] for token in tokens if _is_hex(token)]
        return spelled if len(spelled) == len(tokens) and len(set(map(len, spelled))) == 1 else [tokens]
    if width < 2 or not all(len(token) == width and _DIGITS.fullmatch(token) for token in tokens):
        return [tokens]
    if len(tokens) > 1:
        return [list(token) for token in tokens] if width * len(tokens) <= _SPELLED_CELLS else [tokens]
    digits = tokens[0]
    cells = shape[0] * shape[1] if shape else 9
    if width == cells - 1 and "0" not in digits and "_" not in digits:
        digits = "0" + digits
    return [list(digits)] if len(digits) == cells <= _SPELLED_CELLS else [tokens]


def _is_hex(token: str) -> bool:
    return all(digit in "0123456789abcdefABCDEF_" for digit in token)


def _read_cell(token: str) -> int | str:
    """Return the tile, or the token itself when it is none: `_check_cell` knows where it stands."""
    if token == "_":
        return 0
    return read_int(token) if _NUMBER.fullmatch(token) else token


def _load_brackets(text: str) -> object:
    """Read nested lists as JSON, Python or numpy write them."""
    try:
        return _load_json(text)
    except BoardError:
        inner = text
        if text.startswith("array(") and text.endswith(")"):
            inner = text[len("array(") : -1].partition("dtype=")[0].rstrip(", \t\r\n")
        if not _BRACKETED.fullmatch(inner):
            raise
        inner = inner.translate(_ROUND)
        inner = re.sub(r"(?<=[0-9])\.(?![0-9])", "", inner)  # numpy writes whole numbers among fractions so
        if "," not in inner:  # as numpy prints arrays
            return _load_json(re.sub(r"(?<=[0-9\]])\s+(?=[0-9\[])", ", ", inner))
        return _load_json(re.sub(r",\s*(?=\])", "", inner))


def _load_json(text: str) -> object:
    try:
        value: object = json.loads(text, parse_int=read_int)
    except RecursionError:
        raise BoardError("the JSON is nested too deeply; expected a list of rows such as [[1, 2], [3, 0]]") from None
    except json.JSONDecodeError as error:
        raise BoardError(
            f"line {error.lineno}, column {error.colno}: not valid JSON ({error.msg}); "
            "expected a list of rows such as [[1, 2], [3, 0]]"
        ) from None
    return value


def _board_from_cells(value: object, shape: Shape | None) -> Board:
    if not isinstance(value, list | tuple):
        raise BoardError(f"expected a list of rows such as [[1, 2], [3, 0]], got {_describe(value)}")
    if not any(isinstance(row, list | tuple) for row in value):
        return _board_from_flat(value, shape)
    for number, row in enumerate(value, start=1):
        if not isinstance(row, list | tuple):
            raise BoardError(f"row {number}: expected a list of numbers like the other rows, got {_describe(row)}", row=number)
    return _board_from_grid(value, shape)


def _board_from_grid(rows: Sequence[Sequence[object]], shape: Shape | None) -> Board:
    cells = [
        [_check_cell(cell, f"row {number}, column {col}", number, col) for col, cell in enumerate(row, start=1)]
        for number, row in enumerate(rows, start=1)
    ]
    if shape is not None:
        _check_grid(cells, shape)
    return Board(cells)


def _check_grid(cells: list[list[int]], shape: Shape) -> None:
    if len(cells) != shape[0]:
        raise BoardError(f"expected {shape[0]} rows for a {_times(shape)} board, got {len(cells)}")
    for number, row in enumerate(cells, start=1):
        if len(row) != shape[1]:
            raise BoardError(f"row {number}: expected {shape[1]} tiles for a {_times(shape)} board, got {len(row)}", row=number)


def _board_from_flat(cells: Sequence[object], shape: Shape | None) -> Board:
    side = math.isqrt(len(cells))
    if shape is None and side * side == len(cells):
        shape = side, side
    cols = shape[1] if shape and shape[0] * shape[1] == len(cells) else None
    tiles = [_check_flat_cell(cell, index, cols) for index, cell in enumerate(cells)]
    if len(tiles) == 1:
        raise BoardError(f"expected all tiles of a board, such as {_EXAMPLE} or 123456780, got only one number")
    if shape is None:
        raise BoardError(
            f"{len(tiles)} numbers do not fill a square board (4, 9, 16, ...); check the count, "
            f"or separate the rows with / or give the size, such as 2x4"
        )
    return Board.from_tiles(*shape, tiles) if tiles else Board([])


def _check_flat_cell(cell: object, index: int, cols: int | None) -> int:
    if cols is None:
        return _check_cell(cell, f"number {index + 1}")
    row, column = index // cols + 1, index % cols + 1
    return _check_cell(cell, f"row {row}, column {column}", row, column)


def _check_cell(cell: object, where: str, row: int | None = None, column: int | None = None) -> int:
    if not isinstance(cell, int) or isinstance(cell, bool):
        expected = "expected a whole number, 0 for the blank"
        raise BoardError(f"{where}: {expected}, got {_describe(cell)}", row=row, column=column)
    return cell


def _describe(value: object) -> str:
    """Name a JSON value; a list is not echoed, it may be nested as deeply as can be."""
    if isinstance(value, str | float):
        return quote(value)
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    names = {int: "one number", list: "a list", tuple: "a list", dict: "an object"}
    return names.get(type(value), f"a {type(value).__name__}")


def _times(shape: Shape) -> str:
    return f"{shape[0]}x{shape[1]}"
