# SPDX-License-Identifier: MIT
"""All shortest paths, against counting on every board; the referee; boards at an exact depth."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings, strategies as st

from taquin import Board, InputError, Limits, Observer, judge, random_board, shortest_paths, solve
from taquin.answers import read_answer, read_log
from taquin.judgement import Judgement
from taquin.notation import format_board, format_moves, parse_board, parse_moves
from taquin.random_boards import board_at_depth
from taquin.scramble import depth_layers, grow_layers
from taquin.solution import Status

GOAL = Board.goal(3, 3)
DEEPEST = parse_board("8 6 7 / 2 5 4 / 3 0 1")
START = parse_board("0 1 3 / 4 2 5 / 7 8 6")


class Impatient(Observer):
    def cancelled(self) -> bool:
        return True


@cache
def depths(goal: Board) -> dict[Board, int]:
    cells = len(goal.tiles)
    return {
        Board.from_tiles(goal.rows, goal.cols, tuple(layer[at : at + cells])): depth
        for depth, layer in enumerate(depth_layers(goal))
        for at in range(0, len(layer), cells)
    }


@cache
def ways(board: Board, goal: Board) -> int:
    truth = depths(goal)
    if board == goal:
        return 1
    return sum(ways(child, goal) for _, child in board.neighbours() if truth[child] == truth[board] - 1)


@pytest.mark.parametrize(
    "start", [GOAL, DEEPEST, START, *(random_board("3x3", seed=seed) for seed in range(6))], ids=format_board
)
def test_every_shortest_path_is_counted_and_listed(start: Board) -> None:
    found = shortest_paths(start, listed=1000)
    assert found.solution.cost == depths(GOAL)[start]
    assert found.count == ways(start, GOAL) == len(found.paths) == len(set(found.paths))
    assert all(start.apply(*moves) == GOAL and len(moves) == found.solution.cost for moves in found.paths)
    on_paths = {start.apply(*moves[:made]) for moves in found.paths for made in range(len(moves) + 1)}
    assert found.boards == len(on_paths)
    assert list(found.paths) == sorted(found.paths, key=lambda moves: ["ULRD".index(move.value) for move in moves])


def test_a_few_are_listed_and_all_are_counted() -> None:
    found = shortest_paths(DEEPEST, listed=2)
    assert (found.count, len(found.paths)) == (40, 2)
    assert found.to_json()["shortest_paths"]["count"] == 40


def test_a_board_of_many_cells_and_what_stops_a_count() -> None:
    start = random_board("4x4", seed=1, depth=30)
    found = shortest_paths(start)
    assert found.count is not None and found.count >= 1  # noqa: PT018
    assert all(start.apply(*moves) == Board.goal(4, 4) for moves in found.paths)
    assert shortest_paths("1 2 3 / 4 5 6 / 8 7 0").solution.status is Status.UNSOLVABLE
    assert shortest_paths(DEEPEST, observer=Impatient()).count is None


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


@pytest.mark.parametrize("answer", ["RDX", 5, ["R", 1], [[1, 2]], "R0", {"a": 1}])
def test_what_is_no_answer(answer: object) -> None:
    with pytest.raises((InputError, TypeError)):
        judge(START, answer)
    with pytest.raises(InputError, match="move notation"):
        judge(START, "R", notation="chess")


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


@pytest.mark.parametrize(("size", "depth"), [("4x4", 0), ("4x4", 1), ("4x4", 33), ("3x4", 40), ("2x5", 20)])
def test_a_board_at_an_exact_depth(size: str, depth: int) -> None:
    board = random_board(size, seed=2, depth=depth)
    assert solve(board, method="optimal").cost == depth
    assert random_board(size, seed=2, depth=depth) == board


def test_the_deepest_fifteen_puzzles_are_known() -> None:
    for layout in ("first", "last"):
        goal = Board.goal(4, 4, layout)
        with pytest.raises(InputError, match="no 4x4 board is more than 80 moves"):
            board_at_depth(goal, 81, random.Random(1))
    with pytest.raises(InputError, match="at most 36 cells"):
        random_board("7x7", depth=5)
    with pytest.raises(InputError, match="0 or more"):
        random_board("4x4", depth=-1)


def test_layers_of_larger_boards() -> None:
    layers = grow_layers(Board.goal(4, 4))
    assert [len(next(layers)) // 16 for _ in range(8)] == [1, 2, 4, 10, 24, 54, 107, 212]


def test_an_exact_depth_can_be_interrupted() -> None:
    with pytest.raises(KeyboardInterrupt):
        board_at_depth(Board.goal(4, 4), 40, random.Random(1), Impatient())
