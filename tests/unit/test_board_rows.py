# SPDX-License-Identifier: MIT
"""Lines of files: the same for a batch, a class's answers and an experiment."""

from __future__ import annotations

import json

import pytest

from taquin import Board, InputError
from taquin.board_rows import BoardReader, load_row

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


def test_a_goal_of_the_reader_goes_before_that_of_a_line() -> None:
    line = json.dumps({"start": START.grid, "goal": GOAL.grid})
    assert BoardReader(goal="first").read_line(line) == (START, Board.goal(2, 3, "first"))


@pytest.mark.parametrize(
    ("line", "field", "words"),
    [
        ("{", "start", "the line is not valid JSON; expected a board"),
        ("{" * 100_000, "start", "the line is not valid JSON"),
        ("{}", "start", 'the object has no "start"'),
        ('{"start": {"start": 1}}', "start", "expected"),
        ('{"start": [[1, 2], [3, 3]]}', "start", "row 2, column 2: 3 "),
        ('{"start": "1 2 / 3 3"}', "start", "row 2, column 2: 3 "),
        ('{"start": "1 2 / 3 0", "goal": [[1, 2], [3, 3]]}', "goal", "goal: row 2, column 2: 3 "),
        ('{"start": "1 2 / 3 0", "goal": 7}', "goal", "goal: expected"),
        ('{"start": "1 2 / 3 0", "goal": "lost"}', "goal", "unknown goal"),
    ],
)
def test_what_is_wrong_with_a_line(line: str, field: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        BoardReader().read_line(line)
    assert caught.value.field in (field, None)


def test_a_line_that_is_no_object() -> None:
    with pytest.raises(InputError, match="the line is JSON, but no object; expected an answer"):
        load_row("[1]", "an answer")
