# SPDX-License-Identifier: MIT
"""Text to moves, and back: letters or arrows with counts, of the blank or of the tiles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from taquin.board import Move, letters_of
from taquin.errors import MoveError, quote, unknown_name
from taquin.metric import slides_of

MAX_MOVES: Final = 10_000_000
"""Longest move string, in moves."""
NOTATIONS: Final = ("blank", "tile")
"""What a move letter names: the direction of the blank or that of the tile."""
_HUGE: Final = 10**12
"""Stands for every longer number: out of range all the same, and reading a million digits takes quadratic time."""

_PLAIN_MOVES: Final = re.compile(r"[UDLRudlr,\s]*")
_LONGEST_WRITTEN: Final = 20
"""Letters of a move with its count that a message repeats."""
_MOVE: Final = re.compile(r"([UDLRudlr])([0-9]*)[,\s]*")

_ARROWS: Final = str.maketrans(dict(zip("↑↓←→⬆⬇⬅➡￪￬￩￫^v<>", "UDLR" * 4, strict=True)) | {"\ufe0f": ""})
"""Arrows that stand for letters: those of keyboards and pages, the narrow ones that csTimer writes, and those of plain text."""
_BLANK_LETTERS: Final = {letter: move for move in Move for letter in (move.value, move.value.lower())}
_TILE_LETTERS: Final = {letter: move.opposite for letter, move in _BLANK_LETTERS.items()}


def parse_moves(text: str, notation: str = "blank") -> tuple[Move, ...]:
    """Read moves such as `URDL`, `R2 D L3`, `R2DL3` or `→2 ↓ ←3`; in `tile` notation a letter names the direction of the tile.

    >>> parse_moves("R2 D")
    (Move.RIGHT, Move.RIGHT, Move.DOWN)
    >>> parse_moves("R2 D", "tile")
    (Move.LEFT, Move.LEFT, Move.UP)
    """
    if not isinstance(text, str):
        raise TypeError(f"expected moves as a text, such as 'R2 D', got {quote(text)}")
    return read_moves(text, notation, MAX_MOVES)


def read_moves(text: str, notation: str, longest: int) -> tuple[Move, ...]:
    """Read moves; of a count that is larger than the longest that matters, only so many."""
    letters = _letters(notation)
    text = text.removeprefix("\ufeff")
    if len(text) > 2 * MAX_MOVES:
        raise MoveError(f"the move string has {len(text)} characters; expected at most {MAX_MOVES} moves")
    if _PLAIN_MOVES.fullmatch(text):  # a solution of a big board has millions of moves: no matching one by one
        moves = tuple(map(letters.__getitem__, "".join(text.replace(",", " ").split())))
    else:
        moves = tuple(_counted_moves(text.translate(_ARROWS), letters, longest))
    if len(moves) > MAX_MOVES:
        raise MoveError(f"the move string has {len(moves)} moves; expected at most {MAX_MOVES}")
    return moves


def written_move(text: str, index: int, longest: int = MAX_MOVES) -> tuple[int, str]:
    """Return which move of a text, from 1, the single move of that index belongs to, and how it is written there.

    >>> written_move("R2 D L3", 4)
    (3, 'L3')
    """
    single = 0
    number, written = 0, ""
    for match in _MOVE.finditer(text.translate(_ARROWS)):
        number, written = number + 1, match[1] + match[2]
        single += min(read_int(match[2] or "1"), longest)
        if single > index:
            break
    return number, written if len(written) <= _LONGEST_WRITTEN else f"{written[:_LONGEST_WRITTEN]}..."


def format_moves(moves: Iterable[Move], notation: str = "blank", *, counts: bool | None = None, between: str = " ") -> str:
    """Write moves of the blank or of the tiles; with counts, what is `between` two of them separates the slides.

    Unless something else is said, moves of the blank are single letters and those of the tiles have counts.

    >>> format_moves(parse_moves("LLURR")), format_moves(parse_moves("LLURR"), "tile")
    ('LLURR', 'R2 D L2')
    >>> format_moves(parse_moves("LLURR"), counts=True), format_moves(parse_moves("LLURR"), "tile", between="")
    ('L2 U R2', 'R2DL2')
    """
    _letters(notation)
    path = tuple(moves) if isinstance(moves, Iterable) else None
    if path is None or not set(map(type, path)) <= {Move}:
        raise TypeError(f"expected moves, as taquin.parse_moves reads them from a text, got {quote(moves)}")
    directions = path if notation == "blank" else (move.opposite for move in path)
    if not (notation == "tile" if counts is None else counts):
        return letters_of(directions)
    return between.join(move.value + (str(count) if count > 1 else "") for move, count in slides_of(directions))


def _letters(notation: str) -> dict[str, Move]:
    if notation not in NOTATIONS:
        raise MoveError(unknown_name("move notation", notation, NOTATIONS))
    return _BLANK_LETTERS if notation == "blank" else _TILE_LETTERS


def _counted_moves(text: str, letters: dict[str, Move], longest: int) -> list[Move]:
    moves: list[Move] = []
    position = len(text) - len(text.lstrip(", \t\r\n"))
    while position < len(text):
        match = _MOVE.match(text, position)
        if match is None:
            hint = "; a count follows its letter, as in R2" if text[position].isdigit() else ""
            raise MoveError(f"position {position + 1}: expected U, D, L or R, got {quote(text[position])}{hint}")
        count = read_int(match[2] or "1")
        if not 1 <= count <= MAX_MOVES - len(moves):
            raise MoveError(
                f"position {match.start(2) + 1}: expected a count from 1 to {MAX_MOVES} moves in all, got {quote(match[2])}"
            )
        moves += [letters[match[1]]] * min(count, longest)
        position = match.end()
    return moves


def read_int(text: str) -> int:
    """Read a whole number; one of more digits than any that matters is told by its sign alone."""
    if len(text) <= 12:
        return int(text)
    return -_HUGE if text.startswith("-") else _HUGE
