# SPDX-License-Identifier: MIT
"""Boards and moves: the values everything else is made of.

A `Board` is a frozen arrangement of tiles 1..n-1 and the blank 0 on a grid of rows x cols cells, read row by row.
A `Move` names the direction in which the *blank* moves.
"""

from __future__ import annotations

import bisect
import enum
import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from taquin.errors import BoardError, MoveError, quote

MIN_SIDE: Final = 2
MAX_SIDE: Final = 128
GOALS: Final = ("last", "first", "snail")
"""Named goal layouts: 1 2 3 ... 0, 0 1 2 ..., and a clockwise spiral with the blank at its end."""

Tiles = tuple[int, ...]


class Move(enum.Enum):
    """A direction of the blank, in the order in which searches try it by default."""

    UP = "U"
    LEFT = "L"
    RIGHT = "R"
    DOWN = "D"

    __hash__ = object.__hash__  # members are singletons; the hash of Enum is slow

    def __repr__(self) -> str:
        return f"Move.{self.name}"

    def __str__(self) -> str:
        return self.value

    @property
    def step(self) -> tuple[int, int]:
        """Row and column change of the blank."""
        return _STEPS[self]

    @property
    def opposite(self) -> Move:
        """The move that undoes this one."""
        return _OPPOSITES[self]


_STEPS: Final = {Move.UP: (-1, 0), Move.LEFT: (0, -1), Move.RIGHT: (0, 1), Move.DOWN: (1, 0)}
_OPPOSITES: Final = {Move.UP: Move.DOWN, Move.LEFT: Move.RIGHT, Move.RIGHT: Move.LEFT, Move.DOWN: Move.UP}
_LETTERS: Final = {move: move.value for move in Move}
"""Quicker than asking a member for its value, which matters to solutions of millions of moves."""
DEFAULT_ORDER: Final = tuple(Move)
"""The order of the moves, which is also how native code numbers them."""

Steps = tuple[tuple[tuple[Move, int], ...], ...]


@lru_cache(maxsize=64)
def blank_steps(rows: int, cols: int, order: tuple[Move, ...] = DEFAULT_ORDER) -> Steps:
    """For every cell, the moves a blank there can make and the cells they lead to, in the given order."""

    def reach(cell: int) -> Iterator[tuple[Move, int]]:
        row, col = divmod(cell, cols)
        for move in order:
            down, right = move.step
            if 0 <= row + down < rows and 0 <= col + right < cols:
                yield move, cell + down * cols + right

    return tuple(tuple(reach(cell)) for cell in range(rows * cols))


@lru_cache(maxsize=64)
def blank_targets(rows: int, cols: int) -> tuple[dict[Move, int], ...]:
    """For every cell, where each move takes a blank that stands there."""
    return tuple(map(dict, blank_steps(rows, cols)))


def letters_of(moves: Iterable[Move]) -> str:
    """Write moves as letters.

    >>> letters_of((Move.UP, Move.DOWN))
    'UD'
    """
    return "".join(map(_LETTERS.__getitem__, moves))


def moves_of_codes(codes: Iterable[int]) -> tuple[Move, ...]:
    """Return the moves that native code wrote as numbers.

    >>> moves_of_codes(bytes([0, 3]))
    (Move.UP, Move.DOWN)
    """
    return tuple(map(DEFAULT_ORDER.__getitem__, codes))


def codes_of(moves: Iterable[Move]) -> bytes:
    """Return moves as the numbers that native code knows.

    >>> list(codes_of((Move.UP, Move.DOWN)))
    [0, 3]
    """
    return bytes(map(DEFAULT_ORDER.index, moves))


def check_shape(rows: int, cols: int) -> None:
    """Raise `BoardError` unless both sides are from 2 to 128."""
    try:
        fits = MIN_SIDE <= rows <= MAX_SIDE and MIN_SIDE <= cols <= MAX_SIDE
    except TypeError:
        raise TypeError(f"expected the numbers of rows and columns, such as 3 and 4, got {quote(rows)}, {quote(cols)}") from None
    if not fits:
        raise BoardError(f"a board has {MIN_SIDE} to {MAX_SIDE} rows and columns; this one is {rows}x{cols}")


class Board:
    """An immutable arrangement of tiles.

    >>> board = Board([[1, 2, 3], [4, 0, 6], [7, 5, 8]])
    >>> board.apply(Move.DOWN)
    Board([[1, 2, 3], [4, 5, 6], [7, 0, 8]])
    >>> print(board)
    1 2 3
    4 0 6
    7 5 8
    """

    __slots__ = ("cols", "rows", "tiles")

    rows: int
    cols: int
    tiles: Tiles
    """All cells row by row, 0 for the blank."""

    def __init__(self, grid: Iterable[Iterable[int]]) -> None:
        cells = _rows_of(grid)
        if not cells:
            raise BoardError("a board has at least 2 rows; this one is empty")
        rows, cols = len(cells), len(cells[0])
        for number, row in enumerate(cells, start=1):
            if len(row) != cols:
                raise BoardError(
                    f"row {number} has {_count(len(row), 'tile')}, but row 1 has {cols}: give every row the same number",
                    row=number,
                )
        check_shape(rows, cols)
        self._set(rows, cols, _checked([tile for row in cells for tile in row], cols))

    def _set(self, rows: int, cols: int, tiles: Tiles) -> None:
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "cols", cols)
        object.__setattr__(self, "tiles", tiles)

    @classmethod
    def from_tiles(cls, rows: int, cols: int, tiles: Sequence[int]) -> Board:
        """Make a board from a flat list that is read row by row."""
        check_shape(rows, cols)
        if len(tiles) != rows * cols:
            raise BoardError(f"a {rows}x{cols} board has {rows * cols} tiles; {len(tiles)} were given")
        return cls._trusted(rows, cols, _checked(tiles, cols))

    @classmethod
    def _trusted(cls, rows: int, cols: int, tiles: Tiles) -> Board:
        board = object.__new__(cls)
        board._set(rows, cols, tiles)
        return board

    @classmethod
    def goal(cls, rows: int, cols: int, layout: str = "last") -> Board:
        """Return the named goal: `last`, `first` or `snail`."""
        check_shape(rows, cols)
        size = rows * cols
        if layout == "last":
            return cls._trusted(rows, cols, (*range(1, size), 0))
        if layout == "first":
            return cls._trusted(rows, cols, tuple(range(size)))
        if layout == "snail":
            tiles = [0] * size
            for tile, cell in enumerate(_spiral(rows, cols), start=1):
                tiles[cell] = tile % size
            return cls._trusted(rows, cols, tuple(tiles))
        raise BoardError(f"unknown goal {quote(layout)}; choose one of {', '.join(GOALS)}, or give a board")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Board cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Board cannot be changed: {name}")

    def __reduce__(self) -> tuple[object, ...]:
        return Board.from_tiles, (self.rows, self.cols, self.tiles)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.tiles == other.tiles and self.rows == other.rows

    def __hash__(self) -> int:
        return hash((self.rows, self.tiles))

    def __repr__(self) -> str:
        return f"Board({[list(row) for row in self.grid]!r})"

    def __str__(self) -> str:
        width = len(str(len(self.tiles) - 1))
        return "\n".join(" ".join(f"{tile:{width}}" for tile in row) for row in self.grid)

    def _repr_svg_(self) -> str:
        from taquin.drawing import board_svg  # only notebooks draw

        return board_svg(self)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.rows, self.cols

    @property
    def grid(self) -> tuple[Tiles, ...]:
        """The tiles as a tuple of rows."""
        cols = self.cols
        return tuple(self.tiles[start : start + cols] for start in range(0, len(self.tiles), cols))

    @property
    def blank(self) -> int:
        """The blank's cell, counted row by row from 0."""
        return self.tiles.index(0)

    def moves(self) -> tuple[Move, ...]:
        """The moves that stay on the board, in the default order."""
        return tuple(move for move, _ in blank_steps(self.rows, self.cols)[self.blank])

    def neighbours(self) -> Iterator[tuple[Move, Board]]:
        """Yield every legal move with the board it leads to."""
        blank = self.blank
        for move, cell in blank_steps(self.rows, self.cols)[blank]:
            yield move, Board._trusted(self.rows, self.cols, slide(self.tiles, blank, cell))

    def apply(self, *moves: Move) -> Board:
        """Return the board after the given moves; a move off the board raises `MoveError`."""
        try:
            board, made = self._after_legal(moves)
        except TypeError:  # of a list, which cannot be looked up
            raise _no_move(next(move for move in moves if not isinstance(move, Move))) from None
        if made < len(moves):
            if not isinstance(moves[made], Move):
                raise _no_move(moves[made])
            where = f"row {board.blank // self.cols + 1}, column {board.blank % self.cols + 1}"
            raise MoveError(f"move {made + 1} ({moves[made].name}) takes the blank off the board from {where}")
        return board

    def _after_legal(self, moves: Sequence[Move]) -> tuple[Board, int]:
        """Make moves until one leaves the board; return the last board and how many were made."""
        tiles = list(self.tiles)
        blank = self.blank
        targets = blank_targets(self.rows, self.cols)
        made = 0
        for move in moves:
            cell = targets[blank].get(move)
            if cell is None:
                break
            tiles[blank], tiles[cell] = tiles[cell], 0
            blank = cell
            made += 1
        return Board._trusted(self.rows, self.cols, tuple(tiles)), made

    def rank(self) -> int:
        """Number this board among all arrangements of its shape, in lexicographic order.

        >>> Board([[0, 1], [2, 3]]).rank()
        0
        """
        remaining = list(range(len(self.tiles)))
        rank = 0
        for tile in self.tiles:
            index = bisect.bisect_left(remaining, tile)
            rank = rank * len(remaining) + index
            del remaining[index]
        return rank

    @classmethod
    def unrank(cls, rows: int, cols: int, rank: int) -> Board:
        """Return the board with the given `rank`.

        >>> Board.unrank(2, 2, 23)
        Board([[3, 2], [1, 0]])
        """
        check_shape(rows, cols)
        size = rows * cols
        if not 0 <= rank < math.factorial(size):
            raise BoardError(f"a {rows}x{cols} board has ranks from 0 to {size}! - 1; expected one of them")
        digits = []
        for base in range(1, size + 1):
            rank, digit = divmod(rank, base)
            digits.append(digit)
        remaining = list(range(size))
        return cls._trusted(rows, cols, tuple(remaining.pop(digit) for digit in reversed(digits)))


def home_cells(board: Board) -> list[int]:
    """For every tile, the cell it stands on; on a goal, its home."""
    home = [0] * len(board.tiles)
    for cell, tile in enumerate(board.tiles):
        home[tile] = cell
    return home


def slide(tiles: Tiles, blank: int, cell: int) -> Tiles:
    """Return the tiles after the one at `cell` has slid into the blank."""
    if blank < cell:
        return (*tiles[:blank], tiles[cell], *tiles[blank + 1 : cell], 0, *tiles[cell + 1 :])
    return (*tiles[:cell], 0, *tiles[cell + 1 : blank], tiles[cell], *tiles[blank + 1 :])


def _spiral(rows: int, cols: int) -> Iterator[int]:
    """Yield the cells clockwise from the top left inwards."""
    top, left, bottom, right = 0, 0, rows - 1, cols - 1
    while top <= bottom and left <= right:
        yield from (top * cols + col for col in range(left, right + 1))
        yield from (row * cols + right for row in range(top + 1, bottom + 1))
        if top < bottom:
            yield from (bottom * cols + col for col in range(right - 1, left - 1, -1))
        if left < right:
            yield from (row * cols + left for row in range(bottom - 1, top, -1))
        top, left, bottom, right = top + 1, left + 1, bottom - 1, right - 1


def plain(value: Any) -> Any:
    """Return an array, or a number of one, as lists and whole numbers; anything else as it is."""
    return value.tolist() if hasattr(value, "tolist") else value


def _rows_of(grid: Any) -> list[list[Any]]:
    """Return the rows as lists; `TypeError` for what has no rows, a text among it."""
    rows: Any = None if isinstance(grid, str) else grid
    try:
        return [list(row) for row in rows]
    except TypeError:
        raise TypeError(f"expected rows such as [[1, 2], [3, 0]], got {quote(grid)}; taquin.parse_board reads a text") from None


def _no_move(value: object) -> TypeError:
    """Return the error about something else than a move; most often it is a text, or all moves in one."""
    return TypeError(f"expected moves, as in board.apply(*taquin.parse_moves('UL')), got {quote(value)}")


def _checked(tiles: Sequence[int], cols: int) -> Tiles:
    """Return tiles that are a permutation; the quick look finds most of them so, the long one what is wrong."""
    if set(map(type, tiles)) != {int}:
        tiles = [plain(tile) for tile in tiles]
        _check_permutation(tiles, cols)
    elif set(tiles) != set(range(len(tiles))):
        _check_permutation(tiles, cols)
    return tuple(tiles)


def _check_permutation(tiles: Sequence[int], cols: int) -> None:
    """Raise `BoardError` naming the first cell whose tile is out of range or a repeat."""
    size = len(tiles)
    seen: dict[int, int] = {}
    for cell, tile in enumerate(tiles):
        if not isinstance(tile, int) or isinstance(tile, bool):
            raise _wrong_cell(cell, cols, f"expected a whole number, got {quote(tile)}")
        if not 0 <= tile < size:
            expected = f"expected the numbers 0 to {size - 1}, 0 for the blank"
            raise _wrong_cell(cell, cols, f"{_short(tile)} is out of range; {expected}")
        if tile in seen:
            missing = min(set(range(size)).difference(other for other in tiles if isinstance(other, int)))
            first = f"{tile} appears twice (first at {_place(seen[tile], cols)}) and {missing} is missing"
            raise _wrong_cell(cell, cols, f"{first}; expected each number from 0 to {size - 1} once")
        seen[tile] = cell


def _wrong_cell(cell: int, cols: int, problem: str) -> BoardError:
    return BoardError(f"{_place(cell, cols)}: {problem}", row=cell // cols + 1, column=cell % cols + 1)


def _place(cell: int, cols: int) -> str:
    return f"row {cell // cols + 1}, column {cell % cols + 1}"


def _short(number: int) -> str:
    """Write a number, or only its size when nobody would read all its digits."""
    return str(number) if abs(number) < 10**12 else "a number of more than 12 digits"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
