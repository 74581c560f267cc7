# SPDX-License-Identifier: MIT
"""Lines of files: the same for a batch, a class's answers and an experiment."""

from __future__ import annotations

import json

import pytest

from taquin import Board, InputError
from taquin.board_rows import BoardReader, load_row
from taquin.moves import parse_moves

START = Board([[1, 2, 3], [4, 0, 5]])
GOAL = Board.goal(2, 3)


@pytest.mark.parametrize(
    "line",
    [
        "1 2 3 / 4 0 5",
        "123405",
        "[[1, 2, 3], [4, 0, 5]]",
        '{"start": [[1, 2, 3], [4, 0, 5]]}',
        '{"board": "1 2 3 / 4 0 5", "goal": null, "cost": 1}',
        '{"start": null, "board": [1, 2, 3, 4, 0, 5], "goal": "last"}',
        '{"start": "123405", "goal": [1, 2, 3, 4, 5, 0]}',
        '{"start": "123405", "goal": [[1, 2, 3], [4, 5, 0]]}',
    ],
)
def test_a_board_and_its_goal(line: str) -> None:
    assert BoardReader((2, 3)).read_line(line) == (START, GOAL)


@pytest.mark.parametrize(
    "goal", ["snail", "1 2 3 / 8 0 4 / 7 6 5", [[1, 2, 3], [8, 0, 4], [7, 6, 5]], [1, 2, 3, 8, 0, 4, 7, 6, 5]]
)
def test_a_board_written_as_moves_starts_at_the_goal_of_its_object(goal: object) -> None:
    snail = Board.goal(3, 3, "snail")
    line = json.dumps({"start": "3x3: UL", "goal": goal})
    assert BoardReader().read_line(line) == (snail.apply(*parse_moves("UL")), snail)


@pytest.mark.parametrize("goal", [[1, 2, 3, 4, 5, 0], [[1, 2, 3], [4, 5, 0]], "1 2 3 4 5 0"])
def test_a_flat_goal_has_the_shape_of_its_start(goal: object) -> None:
    assert BoardReader().read_line(json.dumps({"start": START.grid, "goal": goal})) == (START, GOAL)


def test_a_size_is_that_of_rows_too() -> None:
    for line in ("1 2 3 / 4 0 5", json.dumps({"start": START.grid})):
        with pytest.raises(InputError, match="expected 3 rows for a 3x3 board, got 2"):
            BoardReader((3, 3)).read_line(line)


def test_a_goal_of_the_reader_goes_before_that_of_a_line() -> None:
    line = json.dumps({"start": START.grid, "goal": GOAL.grid})
    assert BoardReader(goal="first").read_line(line) == (START, Board.goal(2, 3, "first"))


@pytest.mark.parametrize(
    ("line", "field", "words"),
    [
        ("{", None, "the line is not valid JSON; expected a board"),
        ("{" * 100_000, None, "the line is not valid JSON"),
        ("{}", None, 'the object has no "start"'),
        ('{"start": {"start": 1}}', "start", "expected a list of rows"),
        ('{"start": true}', "start", "row 1, column 1: expected a whole number"),
        ('{"start": ' + "[" * 900 + "]" * 900 + "}", "start", "expected"),
        ('{"start": [[1, 2], [3, 1' + "0" * 5000 + "]]}", "start", "row 2, column 2: "),
        ('{"start": [[1, 2], [3, 3]]}', "start", "row 2, column 2: 3 "),
        ('{"start": "1 2 / 3 3"}', "start", "row 2, column 2: 3 "),
        ('{"start": "1 2 / 3 0", "goal": [[1, 2], [3, 3]]}', "goal", "goal: row 2, column 2: 3 "),
        ('{"start": "1 2 / 3 0", "goal": 7}', "goal", "goal: expected"),
        ('{"start": "1 2 / 3 0", "goal": "lost"}', "goal", "unknown goal"),
    ],
)
def test_what_is_wrong_with_a_line(line: str, field: str | None, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        BoardReader().read_line(line)
    assert caught.value.field == field


def test_a_line_that_is_no_object() -> None:
    with pytest.raises(InputError, match="the line is JSON, but no object; expected an answer"):
        load_row("[1]", "an answer")
