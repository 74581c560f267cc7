# SPDX-License-Identifier: MIT
"""What a notebook user expects of `import taquin`."""

import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import taquin
from taquin.lab import check_heuristic

ROWS = [[1, 2, 3], [4, 0, 6], [7, 5, 8]]
BOARD = taquin.Board(ROWS)
untyped: Any = taquin
"""For what mypy would refuse."""


def misplaced(board: taquin.Board, goal: taquin.Board) -> int:
    return sum(tile != wanted for tile, wanted in zip(board.tiles, goal.tiles, strict=True) if tile)


def test_every_public_name_is_there() -> None:
    assert all(getattr(taquin, name) is not None for name in taquin.__all__)
    assert sorted(taquin.__all__) == sorted(set(taquin.__all__))
    assert {name for names in taquin._HOMES.values() for name in names} == set(taquin.__all__)


def test_boards_of_every_kind() -> None:
    numpy = pytest.importorskip("numpy")
    kinds = [
        taquin.Board(ROWS),
        "1 2 3 / 4 0 6 / 7 5 8",
        ROWS,
        tuple(map(tuple, ROWS)),
        numpy.array(ROWS),
        list(numpy.array(ROWS)),
    ]
    assert {taquin.solve(kind, method="bfs").cost for kind in kinds} == {2}
    assert taquin.solve(numpy.arange(9).reshape(3, 3), goal=numpy.arange(9).reshape(3, 3)).cost == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"start": 3}, "expected a board"),
        ({"start": None}, "expected a board"),
        ({"start": ROWS, "method": 7}, "expected a method"),
        ({"start": ROWS, "heuristic": 7}, "expected a heuristic"),
        ({"start": ROWS, "limits": 7}, "expected limits"),
        ({"start": ROWS, "observer": 7}, "expected an observer"),
        ({"start": ROWS, "colour": "red"}, "unknown option 'colour'; choose one of: goal, method"),
        ({"start": "1 2 3 4 0 5", "size": "2x3"}, r"option 'size'; taquin.parse_board\(text, '2x3'\) reads a board of that size"),
        ({"start": ROWS, "optimal": True}, "unknown option 'optimal'; write method='optimal'"),
        ({"start": ROWS, "algorithm": "bfs"}, "unknown option 'algorithm'; did you mean 'method'"),
        ({"start": ROWS, "time": 5}, "unknown option 'time'; did you mean 'time_limit'"),
        ({"start": ROWS, "limits": taquin.Limits(), "time_limit": 3}, "not both"),
    ],
)
def test_wrong_types_get_a_sentence(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        taquin.solve(**arguments)  # type: ignore[arg-type]


def test_names_of_options_are_checked_before_boards() -> None:
    with pytest.raises(TypeError, match=r"unknown option 'size'; taquin\.parse_board"):
        taquin.compare("1 2 3 4 0 5", ["bfs"], size="2x3")
    with pytest.raises(TypeError, match=r"unknown option 'size'; taquin\.parse_board"):
        list(taquin.solve_many(["1 2 3 4 0 5"], size="2x3"))


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (lambda: untyped.Board(ROWS).apply("U"), r"expected moves, as in board.apply\(\*taquin.parse_moves\('UL'\)\), got 'U'"),
        (lambda: untyped.Board(ROWS).apply(taquin.parse_moves("UL")), r"expected moves, as in .*, got \(Move.UP, Move.LEFT\)"),
        (lambda: untyped.Board(ROWS).apply(taquin.Move.UP, [taquin.Move.UP]), r"expected moves, as in .*, got \[Move.UP\]"),
        (lambda: untyped.Board("1 2 / 3 0"), "got '1 2 / 3 0'; taquin.parse_board reads a text"),
        (lambda: untyped.Board(None), r"expected rows such as \[\[1, 2\], \[3, 0\]\], got None"),
        (lambda: untyped.Board([1, 2, 3, 0]), r"expected rows such as .*, got \[1, 2, 3, 0\]"),
        (lambda: untyped.Board.goal("3x3", 3), "expected the numbers of rows and columns, such as 3 and 4, got '3x3', 3"),
        (lambda: untyped.check_solvable("1 2 / 3 0", "last"), "expected two boards, got '1 2 / 3 0' and 'last'; taquin.check"),
        (lambda: untyped.parse_moves(taquin.parse_moves("UL")), "expected moves as a text"),
        (lambda: untyped.format_moves("UL"), "expected moves, as taquin.parse_moves reads them from a text, got 'UL'"),
        (lambda: untyped.format_moves(["U"], "tile"), r"expected moves, as .*, got \['U'\]"),
        (lambda: untyped.format_moves(None), "expected moves, as .*, got None"),
        (lambda: untyped.format_board([[1, 2], [3, 0]]), r"expected a board, got \[\[1, 2\], \[3, 0\]\]"),
        (lambda: untyped.parse_board([[1, 2], [3, 0]]), "expected a board as a text .*; taquin.Board takes rows"),
        (lambda: untyped.parse_board("1230", 2), r"expected a size such as '3x4' or \(3, 4\), got 2"),
        (lambda: untyped.parse_goal(None, 3, 3), "expected a goal as a text"),
        (lambda: untyped.solve(None), "expected a board: .*, got None"),
        (lambda: untyped.solve({"start": "1230"}), "expected a board: .*, got {'start': '1230'}"),
    ],
)
def test_other_wrong_types_get_a_sentence_too(asked: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        asked()


def test_a_board_is_made_of_arrays_and_of_their_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    array = numpy.array(ROWS)
    for rows in (array, list(array), [list(row) for row in array]):
        board = taquin.Board(rows)
        assert board == BOARD
        assert set(map(type, board.tiles)) == {int}
    assert taquin.Board.from_tiles(3, 3, array.flatten()) == BOARD
    with pytest.raises(taquin.InputError, match=r"row 1, column 1: expected a whole number, got 1\.0"):
        taquin.Board(numpy.array(ROWS, dtype=float))


@pytest.mark.parametrize(("name", "value"), [("time_limit", "5"), ("node_limit", 1.5), ("threads", 1.5), ("seed", "x")])
def test_what_an_option_cannot_be_is_input_of_whatever_type(name: str, value: object) -> None:
    with pytest.raises(taquin.InputError, match="expected a ") as caught:
        taquin.solve(ROWS, **{name: value})  # type: ignore[arg-type]
    assert caught.value.field == {"time_limit": "time", "node_limit": "nodes"}.get(name, name)


def test_options_and_limits_by_name() -> None:
    solution = taquin.solve(ROWS, method="wastar", weight="3/2", order="ULDR", time_limit=5, node_limit=1000)
    assert solution.options == {"order": "ULDR", "weight": "3/2", "ties": "deep,lifo", "max_time": 5, "max_nodes": 1000}
    with pytest.raises(taquin.InputError, match="expected a weight") as caught:
        taquin.solve(ROWS, method="wastar", weight="heavy")
    assert caught.value.field == "weight"


def test_a_heuristic_is_a_name_or_a_function() -> None:
    assert taquin.solve(ROWS, method="astar", heuristic="md").method == "astar@manhattan"
    assert taquin.solve(ROWS, heuristic="md").method == "astar@manhattan"
    solution = taquin.solve(ROWS, method="astar", heuristic=misplaced)
    assert (solution.cost, solution.status) == (2, taquin.Status.SOLVED)
    assert solution.method == f"astar@{__name__}:misplaced"


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_function_that_declares_itself_admissible_is_believed(engine: str) -> None:
    declared = taquin.heuristic(admissible=True, consistent=True)(misplaced)
    try:
        solution = taquin.solve("8 6 7 / 2 5 4 / 3 0 1", method="astar", heuristic=declared, engine=engine)
        assert (solution.cost, solution.status) == (31, taquin.Status.OPTIMAL)
        verdict = check_heuristic(declared, taquin.Board.goal(2, 3))
        assert (verdict.admissible, verdict.consistent, verdict.claims) == (True, True, (True, True))
    finally:
        del misplaced.admissible, misplaced.consistent  # type: ignore[attr-defined]


def test_a_broken_function_hears_what_a_board_offers() -> None:
    with pytest.raises(taquin.InputError, match=r"no attribute 'squares'.*a board offers rows, cols, tiles"):
        taquin.solve(ROWS, method="astar", heuristic=lambda board, goal: len(board.squares))


def test_a_status_and_a_cause_are_words() -> None:
    solution = taquin.solve(ROWS)
    assert solution.status == "optimal"
    assert {"optimal": "proven"}[solution.status] == "proven"
    stopped = taquin.solve("8 6 7 / 2 5 4 / 3 0 1", method="bfs", node_limit=1000)
    assert stopped.cause == "node-limit"
    assert json.dumps([stopped.status, stopped.cause]) == '["limit", "node-limit"]'
    for word in (*taquin.Status, *taquin.Cause):
        assert (f"{word}", str(word), type(word)(word.value), pickle.loads(pickle.dumps(word))) == (word.value,) * 2 + (word,) * 2


def test_an_observer_may_leave_methods_out() -> None:
    class OnlyProgress:
        def progress(self, progress: taquin.Progress) -> None:
            """Hear nothing: the search is too short."""

    class Truthy(taquin.Observer):
        def cancelled(self) -> str:
            return "yes"

    assert taquin.solve(ROWS, method="bfs", observer=OnlyProgress()).cost == 2  # type: ignore[arg-type]
    assert taquin.solve(ROWS, method="bfs", observer=Truthy()).status is taquin.Status.CANCELLED


def test_random_boards() -> None:
    assert taquin.random_board("4x4", seed=1) == taquin.random_board((4, 4), seed=1) == taquin.random_board(4, seed=1)
    board = taquin.random_board("3x3", "snail", seed=5, depth=20)
    assert taquin.solve(board, "snail").cost == 20
    assert taquin.solve(taquin.random_board("4x4", seed=1, depth=3)).cost == 3
    with pytest.raises(taquin.InputError, match="exact depths"):
        taquin.random_board("7x7", depth=3)


def test_difficulty_needs_a_proof() -> None:
    told = taquin.difficulty(taquin.solve("8 6 7 / 2 5 4 / 3 0 1"))
    assert told is not None
    assert (told.cost, told.share is not None and told.share > 0.999) == (31, True)
    assert taquin.difficulty(taquin.solve(ROWS, method="dfs")) is None


def test_explain_and_check_say_the_same_as_the_command_line() -> None:
    facts = taquin.explain("7 2 4 / 6 0 5 / 8 3 1", heuristics=["manhattan", misplaced])
    assert facts["heuristics"] == {"manhattan": 16, f"{__name__}:misplaced": 7.0}
    assert facts["conflicts"] == [{"line": "row", "index": 2, "tiles": [6, 5]}]
    assert taquin.check("1 2 3 / 4 5 6 / 8 7 0")["fix"] == [7, 8]


def test_the_catalog_lists_what_is_registered() -> None:
    listed = taquin.catalog()
    assert [row["name"] for row in listed["algorithms"]] == list(taquin.SEARCHES)
    assert [row["name"] for row in listed["heuristics"]] == list(taquin.HEURISTICS)
    assert {row["name"] for row in listed["options"]} == {
        "order", "weight", "weight_step", "ties", "epsilon", "beam_width", "seed", "climb", "restart", "cooling", "trials",
        "memory_nodes", "transpositions", "pathmax", "threads", "quality", "automaton", "metric",
    }  # fmt: skip
