# SPDX-License-Identifier: MIT
"""What people hand in as a solution, in the notation that they are used to, as moves of the blank.

- directions: letters (`URDL`, `R2 D L3`, `R2DL3`), words (`up, right`) or arrows; of the blank or of the tiles: if nobody says
  which, the reading that reaches the goal, or else the one that is legal for longer
- the numbers of the tiles that move: `6 8 5`
- boards: a list of boards, or a text with one after the other

Where slides are counted, a number may also name the last tile of a slide, and a board may be a slide from the one before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from taquin.board import Board, Move, blank_targets
from taquin.board_rows import blocks_of
from taquin.errors import InputError, MoveError, quote, unknown_name
from taquin.metric import TILES, UNITS, neighbours_in, steps_in
from taquin.moves import MAX_MOVES, format_moves, parse_moves, written_move
from taquin.notation import Shape, parse_board, read_board

NOTATIONS: Final = ("auto", "blank", "tile")
_WORDS: Final = re.compile(r"\b(up|down|left|right)\b", re.IGNORECASE)
_REMARK: Final = re.compile(r"[g-zG-Z:=]")
"""What no row of a board has, but a line about it: `Step 3:`, `Moves = 4`."""
MAX_LOG: Final = 10_000_000
"""Longest log of boards, in characters."""
_LETTER: Final = re.compile(r"[^\W\d_]")
_NUMBERS: Final = re.compile(r"[0-9]{1,9}(?:[\s,]+[0-9]{1,9})*")


@dataclass(frozen=True)
class Answer:
    """Moves of the blank, as far as they are legal."""

    moves: tuple[Move, ...]
    given: int
    """How many moves were given."""
    notation: str
    """How they were read: blank, tile, numbers or boards."""
    problem: str = ""
    """What is wrong with the first move that is not legal."""


def read_answer(answer: object, start: Board, goal: Board, notation: str = "auto", metric: str = TILES) -> Answer:
    """Read an answer to a board: a text, a sequence of moves, or a sequence of boards from the start on.

    >>> start, goal = Board([[1, 2, 3], [4, 0, 6], [7, 5, 8]]), Board.goal(3, 3)
    >>> read_answer("UL", start, goal).notation, read_answer("DR", start, goal).notation, read_answer("5 8", start, goal).notation
    ('tile', 'blank', 'numbers')
    """
    if notation not in NOTATIONS:
        raise InputError(unknown_name("move notation", notation, NOTATIONS), field="moves")
    if not isinstance(answer, str):
        if not isinstance(answer, Iterable):
            raise InputError(f"expected moves or boards, got {quote(answer)}", field="moves")
        steps = list(answer)
        if all(isinstance(step, Move) for step in steps):
            return _replay(start, steps, "blank", format_moves(steps))
        if all(isinstance(step, str) for step in steps) and not _begins_with_a_board(steps, start):
            answer = " ".join(steps)
        elif all(isinstance(step, int) and not isinstance(step, bool) for step in steps):
            return _replay_numbers(start, steps, metric)
        else:
            return _replay_boards(start, list(_boards_of(steps, start.shape)), metric)
    assert isinstance(answer, str)
    text = answer.strip()
    if _NUMBERS.fullmatch(text):
        return _replay_numbers(start, [int(number) for number in re.split(r"[\s,]+", text)], metric)
    letters = _WORDS.sub(lambda word: word[0][0], text)
    if notation != "auto":
        return _replay(start, parse_moves(letters, notation), notation, letters)
    readings = [_replay(start, parse_moves(letters, each), each, letters) for each in ("blank", "tile")]
    return max(readings, key=lambda reading: (_reaches(reading, start, goal), len(reading.moves)))


def _begins_with_a_board(steps: Sequence[str], start: Board) -> bool:
    """Tell boards written as texts from moves; letters alone are moves, though so many from the goal make a board, too."""
    if not steps or _LETTER.search(steps[0]):
        return False
    try:
        return bool(parse_board(steps[0], start.shape))
    except InputError:
        return False


def _boards_of(steps: Iterable[object], shape: Shape) -> Iterator[Board]:
    for number, step in enumerate(steps, start=1):
        try:
            yield read_board(step, shape)
        except TypeError as error:
            raise InputError(f"board {number}: {error}", field="moves") from None
        except InputError as error:
            raise error.within("moves", f"board {number}: ") from None


def read_log(text: str, size: tuple[int, int] | None = None) -> list[Board]:
    r"""Read boards that are written one after the other: one a line, or with empty lines between them; words are passed over.

    >>> len(read_log("1 2 / 0 3\n1 2 / 3 0"))
    2
    """
    if len(text) > MAX_LOG:
        raise InputError(f"the log has {len(text)} characters; expected at most {MAX_LOG}", field="moves")
    lines = [line for line in text.splitlines() if not _REMARK.search(line)]
    blocks = blocks_of(lines)
    if len(blocks) == 1:
        blocks = [line for line in blocks[0].splitlines() if line.strip()]
    boards = []
    for number, block in enumerate(blocks, start=1):
        try:
            boards.append(parse_board(block, size))
        except InputError as error:
            raise error.within("moves", f"board {number}: ") from None
    if not boards:
        raise InputError("there is no board in the log; expected one a line, or with empty lines between them", field="moves")
    return boards


def _reaches(reading: Answer, start: Board, goal: Board) -> bool:
    return not reading.problem and start.apply(*reading.moves) == goal


def _replay(start: Board, moves: Sequence[Move], notation: str, text: str) -> Answer:
    """Make the moves as far as they are legal; the text is how they were written."""
    board, made = start._after_legal(moves)
    if made == len(moves):
        return Answer(tuple(moves), len(moves), notation)
    row, column = divmod(board.blank, board.cols)
    number, written = written_move(text, made)
    problem = f"move {number}, {written}, leaves the board: the blank stands in row {row + 1}, column {column + 1}"
    return Answer(tuple(moves[:made]), len(moves), notation, problem)


def _replay_numbers(start: Board, numbers: Sequence[int], metric: str) -> Answer:
    if len(numbers) > MAX_MOVES:
        raise MoveError(f"the answer has {len(numbers)} moves; expected at most {MAX_MOVES}")
    tiles, blank = list(start.tiles), start.blank  # changed in place: an answer may be long, and a board large
    targets = blank_targets(start.rows, start.cols)
    reach = steps_in(start.rows, start.cols, metric)
    moves: list[Move] = []
    for index, number in enumerate(numbers, start=1):
        move, cell = next((step for step in reach[blank] if tiles[step[1]] == number), (None, blank))
        if move is None:
            why = f"there is no tile {number}; expected the numbers of tiles, with spaces between them"
            if 0 < number < len(tiles):
                beside = sorted(tiles[near] for near in targets[blank].values())
                why = f"tile {number} is not beside the blank; {', '.join(map(str, beside))} are"
            return Answer(tuple(moves), len(numbers), "numbers", f"move {index}: {why}")
        while blank != cell:
            following = targets[blank][move]
            tiles[blank], tiles[following] = tiles[following], 0
            blank = following
            moves.append(move)
    return Answer(tuple(moves), len(numbers), "numbers")


def _replay_boards(start: Board, boards: Sequence[Board], metric: str) -> Answer:
    given = max(len(boards) - 1, 0)
    if not boards or boards[0] != start:
        return Answer((), given, "boards", "the first board is not the start")
    moves: list[Move] = []
    for index, (before, after) in enumerate(pairwise(boards), start=1):
        step = next((step for step, child in neighbours_in(before, metric) if child == after), None)
        if step is None:
            problem = f"board {index + 1} is not one {UNITS[metric]} from the board before it"
            return Answer(tuple(moves), given, "boards", problem)
        moves += step
    return Answer(tuple(moves), given, "boards")
