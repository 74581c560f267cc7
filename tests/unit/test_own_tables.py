# SPDX-License-Identifier: MIT
"""Heuristics as numbers: how costs are given and kept, and what is said of costs that cannot be used."""

from __future__ import annotations

import json
import random
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import taquin
from taquin.board import Board
from taquin.errors import InputError, MethodError
from taquin.heuristics import HEURISTICS, parse_heuristic, read_heuristic
from taquin.heuristics.base import FRACTION_SCALE
from taquin.heuristics.table import LARGEST_COST, LARGEST_FILE, TableHeuristic
from taquin.question import Question, ask
from taquin.scramble import uniform_board

GOAL = Board.goal(2, 3)
CELLS = 6


def zeros() -> list[list[Any]]:
    return [[0] * CELLS for _ in range(CELLS)]


def with_cost(cost: object, tile: int = 1, cell: int = 2) -> list[list[Any]]:
    costs = zeros()
    costs[tile][cell] = cost
    return costs


def manhattan_costs(goal: Board) -> list[list[int]]:
    homes = [divmod(goal.tiles.index(tile), goal.cols) for tile in range(len(goal.tiles))]
    cells = [divmod(cell, goal.cols) for cell in range(len(goal.tiles))]
    return [[0] * len(cells), *([abs(row - r) + abs(col - c) for row, col in cells] for r, c in homes[1:])]


def boards(goal: Board, count: int = 50) -> list[Board]:
    rng = random.Random(3)
    return [uniform_board(goal, rng) for _ in range(count)]


@pytest.mark.parametrize("goal", [Board.goal(3, 3), Board.goal(2, 5, "snail"), Board.goal(4, 3, "first"), Board.goal(9, 8)])
def test_costs_of_manhattan_are_manhattan(goal: Board) -> None:
    table = read_heuristic(TableHeuristic(goal, manhattan_costs(goal), consistent=True))
    assert (table.scale, table.admissible, table.consistent, table.custom) == (1, True, True, True)
    for board in boards(goal):
        assert table.value(board, goal) == HEURISTICS["manhattan"].value(board, goal)


def test_costs_are_any_numbers_rounded_down() -> None:
    numpy = pytest.importorskip("numpy")
    board = Board([[0, 3, 1], [2, 4, 5]])
    for cost in (0.1, Fraction(1, 10), Decimal("0.1"), numpy.float64(0.1)):
        heuristic = read_heuristic(TableHeuristic(GOAL, with_cost(cost)))
        assert heuristic.scale == FRACTION_SCALE
        assert heuristic.towards(GOAL)(board.tiles) == FRACTION_SCALE // 10
    for cost in (7, 7.0, Fraction(7), numpy.int16(7)):
        heuristic = read_heuristic(TableHeuristic(GOAL, with_cost(cost)))
        assert (heuristic.scale, heuristic.value(board, GOAL)) == (1, 7)
    assert read_heuristic(TableHeuristic(GOAL, numpy.array(with_cost(7)))).value(board, GOAL) == 7


def test_a_pair_counts_once_however_it_is_written() -> None:
    numpy = pytest.importorskip("numpy")
    dense = numpy.zeros((CELLS,) * 4, dtype=int)
    dense[1, 2, 3, 1] = 5
    both = dense.copy()
    both[3, 1, 1, 2] = 5
    ways: list[object] = [[(1, 2, 3, 1, 5)], [[3, 1, 1, 2, 5]], [(1, 2, 3, 1, 5), (3, 1, 1, 2, 5)], dense, both, dense.tolist()]
    tables = [TableHeuristic(GOAL, zeros(), pairs) for pairs in ways]
    assert {table.per_pair for table in tables} == {((1, 2, 3, 1, 5),)}
    assert len(set(tables)) == 1
    heuristic = read_heuristic(tables[0])
    assert heuristic.value(Board([[0, 3, 1], [2, 4, 5]]), GOAL) == 5
    assert heuristic.value(Board([[3, 0, 1], [2, 4, 5]]), GOAL) == 0


@pytest.mark.parametrize(
    ("per_tile", "per_pair", "message"),
    [
        (None, (), "expected per_tile with a row for each of 6 tiles, the blank's first, got None"),
        ("abcdef", (), "expected per_tile with a row for each of 6 tiles"),
        ([], (), "expected per_tile with a row for each of 6 tiles, the blank's first, got 0"),
        (zeros()[1:], (), "the blank's first, got 5"),
        ([*zeros()[1:], [0] * 5], (), r"expected per_tile\[5\] with a cost for each of 6 cells, got 5"),
        ([*zeros()[1:], 7], (), r"expected per_tile\[5\] with a cost for each of 6 cells, got 7"),
        (with_cost(1, tile=0), (), r"expected zeros in per_tile\[0\], which is the blank's"),
        (with_cost(-1), (), r"expected per_tile\[1\]\[2\] to be a number from 0 to 65535, got -1"),
        (with_cost(-1e-9), (), "a number from 0 to 65535"),
        (with_cost(LARGEST_COST + 1), (), "a number from 0 to 65535, got 65536"),
        (with_cost(10**5000), (), "a number from 0 to 65535, got a value of type int"),
        (with_cost(float("nan")), (), "a number from 0 to 65535, got nan"),
        (with_cost(float("inf")), (), "a number from 0 to 65535, got inf"),
        (with_cost("7"), (), "a number from 0 to 65535, got '7'"),
        (with_cost(True), (), "a number from 0 to 65535, got True"),
        (with_cost(1j), (), "a number from 0 to 65535, got 1j"),
        (with_cost([1]), (), r"a number from 0 to 65535, got \[1\]"),
        (zeros(), 7, "expected per_pair as a list, got 7"),
        (zeros(), [7], r"expected per_pair with 6 entries, or a list of pairs: .*, got 1"),
        (zeros(), [[1, 2, 3, 1]], "expected entry 0 of per_pair as five numbers: a tile, its cell, another tile"),
        (zeros(), [[1, 2, 3, 6, 1]], "tiles and cells go from 0 to 5, got 6"),
        (zeros(), [[-1, 2, 3, 1, 1]], "tiles and cells go from 0 to 5, got -1"),
        (zeros(), [[1.5, 2, 3, 1, 1]], "tiles and cells go from 0 to 5, got 1.5"),
        (zeros(), [[1, 2, 3, 1, -1]], r"expected per_pair\[1\]\[2\]\[3\]\[1\] to be a number from 0"),
        (zeros(), [[1, 2, 1, 3, 1]], "expected 0 in .*: a pair is two tiles, not the blank, on two cells"),
        (zeros(), [[0, 2, 1, 3, 1]], "expected 0 in"),
        (zeros(), [[2, 3, 1, 3, 1]], "expected 0 in"),
        (zeros(), [[1, 2, 3, 1, 5], [3, 1, 1, 2, 4]], "expected the same cost in .* as in the other order"),
        (zeros(), [[[0]]], "expected per_pair with 6 entries"),
        (zeros(), [zeros()] * 6, r"expected per_pair\[0\]\[0\]\[0\] with 6 entries, or a list of pairs: .*, got 0"),
    ],
)
def test_what_cannot_be_used_gets_a_sentence(per_tile: object, per_pair: object, message: str) -> None:
    with pytest.raises(MethodError, match=message):
        TableHeuristic(GOAL, per_tile, per_pair)


def test_an_array_of_another_size_gets_a_sentence() -> None:
    numpy = pytest.importorskip("numpy")
    with pytest.raises(MethodError, match="expected per_pair of 6 x 6 x 6 x 6, got 6 x 6 x 6 x 5"):
        TableHeuristic(GOAL, zeros(), numpy.zeros((6, 6, 6, 5)))
    with pytest.raises(MethodError, match=r"expected per_tile\[0\] with a cost for each of 6 cells, got 7"):
        TableHeuristic(GOAL, numpy.zeros((6, 7)))


def test_costs_whose_sum_is_too_large_are_refused() -> None:
    goal = Board.goal(10, 10)
    dear = [[0] * 100, *([LARGEST_COST] * 100 for _ in range(99))]
    TableHeuristic(goal, dear)
    pairs = [(a, 0, b, 1, LARGEST_COST) for a in range(1, 100) for b in range(a + 1, 100)]
    with pytest.raises(MethodError, match="expected costs that sum up to at most 100000000 on every board"):
        TableHeuristic(goal, dear, pairs)


@pytest.mark.parametrize("engine", ["python", "native"])
def test_costs_belong_to_a_goal(engine: str) -> None:
    table = TableHeuristic(GOAL, manhattan_costs(GOAL), consistent=True)
    start = boards(GOAL, 1)[0]
    assert taquin.solve(start, method="astar", heuristic=table, engine=engine).status is taquin.Status.OPTIMAL
    message = "the costs are for the goal 1 2 3 / 4 5 0, not .*; a function of the goal .* kind='tables', serves every goal"
    with pytest.raises(MethodError, match=message):
        taquin.solve(start, "first", method="astar", heuristic=table, engine=engine)
    with pytest.raises(MethodError, match=message):
        taquin.solve(start, method="mm", heuristic=table, engine=engine)


def test_many_boards_with_costs_run_in_threads() -> None:
    goal = Board.goal(3, 3)
    table = TableHeuristic(goal, manhattan_costs(goal), consistent=True)
    solutions = taquin.solve_many(boards(goal, 8), method="astar", heuristic=table, jobs=2)
    assert [solution.cost for solution in solutions] == [taquin.solve(board).cost for board in boards(goal, 8)]


# Files


def write(path: Path, value: object) -> str:
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path.name


def test_a_table_is_kept_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    table = TableHeuristic(GOAL, with_cost(0.1), [(1, 2, 3, 1, 0.7)], admissible=True)
    table.save("mine.json")
    heuristic = parse_heuristic("mine.json")
    assert (heuristic.name, heuristic.function, heuristic.importable) == ("mine.json", table, True)
    assert (heuristic.admissible, heuristic.consistent) == (True, False)
    question = ask(GOAL, GOAL, "astar@mine.json")
    assert Question.from_json(json.loads(json.dumps(question.to_json())), allow_custom=True) == question
    assert parse_heuristic("max(manhattan, mine.json)").name == "max(manhattan,mine.json)"
    TableHeuristic(GOAL, with_cost(0.2)).save("mine.json")
    assert parse_heuristic("mine.json") != heuristic


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("{", "the file is not JSON"),
        ("[" * 100_000, "the file is not JSON"),
        ([], "expected a JSON object with goal and per_tile, and perhaps per_pair, admissible, consistent"),
        ({"goal": [[1, 2], [3, 0]]}, "expected a JSON object with goal and per_tile"),
        ({"goal": [[1, 2], [3, 0]], "per_tile": [], "colour": 1}, "expected a JSON object with goal and per_tile"),
        ({"goal": [[1, 2], [3, 3]], "per_tile": []}, "3"),
        ({"goal": "last", "per_tile": []}, "expected"),
        ({"goal": [[1, 2], [3, 0]], "per_tile": []}, "expected per_tile with a row for each of 4 tiles"),
        ({"goal": [[1, 2], [3, 0]], "per_tile": [[0] * 4] * 4, "admissible": "yes"}, "expected admissible to be true or false"),
        ('{"goal": [[1, 2], [3, 0]], "per_tile": [[0, 0, 0, 0], [0, 0, 0, NaN], [], []]}', "a number from 0 to 65535, got nan"),
    ],
)
def test_a_file_that_cannot_be_used_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: object, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(MethodError, match=f"heuristic 'bad.json' cannot be used: .*{message}") as caught:
        parse_heuristic(write(tmp_path / "bad.json", value))
    assert "\n" not in str(caught.value)


def test_an_edited_file_is_another_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    keys = []
    for costs in (zeros(), with_cost(1), zeros()):
        TableHeuristic(GOAL, costs).save("mine.json")
        keys.append(ask(GOAL, method="astar@mine.json").key)
    assert keys[0] == keys[2] != keys[1]


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.json").mkdir()
    monkeypatch.setattr("taquin.heuristics.table.LARGEST_FILE", 10)
    write(tmp_path / "large.json", "[" + " " * 20 + "]")
    for name, message in [("no.json", "No such file"), ("folder.json", "[Dd]irectory|denied"), ("large.json", "at most 0 MB")]:
        with pytest.raises(MethodError, match=f"cannot be used: .*{message}"):
            parse_heuristic(name)
    with pytest.raises(MethodError, match="cannot be used"):
        parse_heuristic("a\0b.json")
    assert LARGEST_FILE > 1 << 20


@pytest.mark.parametrize("text", ["mine.json", "mine.so", "max(manhattan,mine.dll)", "mine.cpp", "/etc/x.json"])
def test_files_are_refused_where_code_is(text: str) -> None:
    with pytest.raises(MethodError, match="a heuristic of your own is not taken here"):
        parse_heuristic(text, allow_custom=False)


# Functions of the goal


def test_a_function_of_the_goal_serves_every_goal() -> None:
    asked: list[Board] = []

    @taquin.heuristic(admissible=True, consistent=True, kind="tables")
    def costs(goal: Board) -> TableHeuristic:
        asked.append(goal)
        return TableHeuristic(goal, manhattan_costs(goal))

    for method in ("astar", "idastar", "mm", "bae"):
        for goal in (Board.goal(3, 3), Board.goal(2, 4, "first")):
            start = boards(goal, 1)[0]
            own = taquin.solve(start, goal, method=method, heuristic=costs, engine="native")
            built_in = taquin.solve(start, goal, method=f"{method}@manhattan", engine="native")
            assert (own.moves, own.stats.generated) == (built_in.moves, built_in.stats.generated)
            assert own.status is taquin.Status.OPTIMAL
    assert len(asked) == 2 * (2 * 1 + 2 * 2)


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (7, "it returned 7; expected a TableHeuristic"),
        (TableHeuristic(GOAL, zeros()), "it returned costs for another goal than it was given"),
    ],
)
def test_a_function_of_the_goal_that_returns_anything_else(returned: object, message: str) -> None:
    def costs(goal: Board) -> object:
        return returned

    with pytest.raises(MethodError, match=message):
        taquin.solve("1 2 3 / 4 0 6 / 7 5 8", method="astar", heuristic=taquin.heuristic(costs, kind="tables"))


def test_a_function_of_the_goal_that_gives_wrong_costs_names_itself() -> None:
    @taquin.heuristic(kind="tables")
    def costs(goal: Board) -> TableHeuristic:
        return TableHeuristic(goal, [[-1]])

    with pytest.raises(MethodError, match=r"heuristic 'custom:.* cannot be used: it raised MethodError: expected per_tile"):
        taquin.solve(GOAL, method="astar", heuristic=costs)


def test_a_module_may_hold_costs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "held_costs.py").write_text(
        "import taquin\ntable = taquin.TableHeuristic(taquin.Board.goal(2, 2), [[0] * 4] * 4, admissible=True)\n"
    )
    heuristic = parse_heuristic("held_costs:table")
    assert (heuristic.name, heuristic.admissible, heuristic.importable) == ("held_costs:table", True, True)


def test_kinds_are_known() -> None:
    with pytest.raises(InputError, match="expected a kind of heuristic out of board, boards, tables, got 'table'"):
        taquin.heuristic(kind="table")
