# SPDX-License-Identifier: MIT
"""A referee for answers: what people hand in is read, held against the shortest path, and judged."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st
from tests.unit.depths import depths

from taquin import Board, InputError, Limits, Move, judge, random_board, solve
from taquin.answers import read_answer, read_log
from taquin.judgement import Judgement
from taquin.metric import METRICS, neighbours_in
from taquin.moves import format_moves, parse_moves
from taquin.notation import format_board, parse_board

GOAL = Board.goal(3, 3)
START = parse_board("0 1 3 / 4 2 5 / 7 8 6")


@settings(max_examples=30)
@given(st.integers(0, 2**32).map(lambda seed: random_board("3x3", seed=seed)), st.lists(st.integers(0, 3), max_size=12))
def test_the_referee_finds_the_first_detour(start: Board, choices: list[int]) -> None:
    truth = depths(GOAL)
    board, moves, detour = start, [], None
    for number, choice in enumerate(choices, start=1):
        steps = list(board.neighbours())
        move, board = steps[choice % len(steps)]
        moves.append(move)
        if detour is None and truth[board] + number != truth[start]:
            detour = number
    judgement = judge(start, moves)
    assert judgement.optimal == truth[start]
    assert judgement.detour == detour
    assert judgement.reaches == (board == GOAL)
    if detour is not None:
        assert judgement.better is not None
        assert truth[start.apply(*moves[: detour - 1], judgement.better)] == truth[start] - detour


@pytest.mark.parametrize(
    ("answer", "notation"),
    [
        ("RDRD", "blank"),
        ("rdrd", "blank"),
        ("R, D, R, D", "blank"),
        ("right down Right DOWN", "blank"),
        ("→↓→↓", "blank"),
        ("LULU", "tile"),
        ("L U L U", "tile"),
        ("←↑←↑", "tile"),
        ("1 2 5 6", "numbers"),
        ([1, 2, 5, 6], "numbers"),
        (["R", "D", "R", "D"], "blank"),
        (list(parse_moves("RDRD")), "blank"),
        ([board.grid for board in solve(START).boards()], "boards"),
        (list(solve(START).boards()), "boards"),
    ],
)
def test_answers_in_every_notation(answer: object, notation: str) -> None:
    read = read_answer(answer, START, GOAL)
    assert (format_moves(read.moves), read.notation, read.problem) == ("RDRD", notation, "")


@pytest.mark.parametrize(
    ("answer", "legal", "words"),
    [
        ("UR", 0, "move 1"),
        ("RRR", 2, "move 3, R, leaves the board: the blank stands in row 1, column 3"),
        ("1 8", 1, "move 2: tile 8 is not beside the blank"),
        ("125", 0, "move 1: there is no tile 125; expected the numbers of tiles, with spaces between them"),
        ("1 9", 1, "move 2: there is no tile 9; expected"),
        ([GOAL], 0, "the first board is not the start"),
        ([START, GOAL], 0, "board 2 is not one move from the board before it"),
    ],
)
def test_what_is_wrong_with_an_answer(answer: object, legal: int, words: str) -> None:
    judgement = judge(START, answer, notation="blank")
    assert words in judgement.verdict
    assert len(judgement.answer.moves) == legal
    assert not judgement.reaches
    assert judgement.to_json()["legal"] is False


@given(st.integers(0, 2**32), st.sampled_from(METRICS), st.lists(st.integers(0, 20), max_size=12))
def test_numbers_of_tiles_are_the_steps_that_move_them(seed: int, metric: str, choices: list[int]) -> None:
    start = board = random_board("3x4", seed=seed)
    numbers: list[int] = []
    moves: tuple[Move, ...] = ()
    for choice in choices:
        ways = list(neighbours_in(board, metric))
        step, following = ways[choice % len(ways)]
        numbers.append(board.tiles[following.blank])
        moves, board = moves + step, following
    assert read_answer(numbers, start, Board.goal(3, 4), metric=metric).moves == moves


@pytest.mark.parametrize("answer", ["RDX", 5, ["R", 1], [[1, 2]], "R0", {"a": 1}])
def test_what_is_no_answer(answer: object) -> None:
    with pytest.raises((InputError, TypeError)):
        judge(START, answer)
    with pytest.raises(InputError, match="move notation"):
        judge(START, "R", notation="chess")


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ([[1, 2, 3], [4, 5, 6], [7, 8, 8]], "board 2: row 3, column 3: 8 "),
        ([[1, 2], [3, 0]], "board 2: expected 3 rows for a 3x3 board, got 2"),
        (5, "board 2: expected a board"),
    ],
)
def test_a_bad_board_among_boards_is_counted(board: object, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        judge(START, [START.grid, board])
    assert caught.value.field == "moves"


def test_limits_are_those_of_the_whole_judgement() -> None:
    start = random_board("4x4", seed=1, depth=40)
    way = "".join(map(str, solve(start).moves or ()))
    back = {"U": "DU", "D": "UD", "L": "RL", "R": "LR"}[way[0]]
    judged = judge(start, back + way)
    alone = solve(start).stats.generated
    stopped = judge(start, back + way, limits=Limits(nodes=2 * alone))
    assert (judged.optimal, judged.detour) == (stopped.optimal, 1) == (40, 1)
    assert stopped.detour is None


def test_verdicts() -> None:
    def says(judgement: Judgement) -> tuple[str, str]:
        return judgement.verdict, judgement.advice

    assert says(judge(START, "RDRD")) == ("a shortest path, 4 moves", "")
    assert says(judge(START, "RLRDRD")) == (
        "reaches the goal in 6 moves, 2 more than necessary",
        "move 2, L, leaves every shortest path; D keeps to one (moves of the blank)",
    )
    assert says(judge(START, "RD")) == ("does not reach the goal after 2 moves", "")
    assert says(judge("1 2 3 / 4 5 6 / 8 7 0", "")) == ("the board cannot be solved", "")
    large = judge(random_board("5x5", seed=1), "U", notation="blank", limits=Limits(time=0.5))
    assert large.optimal is None


def test_a_log_of_boards() -> None:
    boards = [*solve(START).boards()]
    lines = "\n".join(format_board(board, "line") for board in boards)
    blocks = "Minimum number of moves = 4\n\n" + "\n\n".join(f"Step 1:\n{board}" for board in boards) + "\n\nNodes explored = 9\n"
    assert read_log(lines) == read_log(blocks) == boards
    for text in ("", "words only", "1 2 / 3 3"):
        with pytest.raises(InputError):
            read_log(text)
