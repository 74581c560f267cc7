# SPDX-License-Identifier: MIT
import math
import pickle
from typing import Any

import pytest

from taquin.board import Board
from taquin.errors import InstanceError
from taquin.instances import SET_NAMES, Instance, depth_counts, load_instances, load_set, make_set
from taquin.scramble import depth_layers
from taquin.solvability import check_solvable


def manhattan(start: Board, goal: Board) -> int:
    cells = {tile: divmod(cell, goal.cols) for cell, tile in enumerate(goal.tiles)}
    places = ((divmod(cell, start.cols), cells[tile]) for cell, tile in enumerate(start.tiles) if tile)
    return sum(abs(row - goal_row) + abs(col - goal_col) for (row, col), (goal_row, goal_col) in places)


@pytest.mark.parametrize("name", SET_NAMES)
def test_every_set_is_sound(name: str) -> None:
    chosen = load_set(name)
    assert chosen.name == name
    assert chosen.about.endswith(".")
    assert [instance.id for instance in chosen] == list(range(1, len(chosen) + 1))
    assert len({instance.start for instance in chosen}) == len(chosen)
    for instance in chosen:
        assert instance.solvable == check_solvable(instance.start, instance.goal).solvable == (instance.optimal is not None)
        if instance.optimal is not None:
            bound = manhattan(instance.start, instance.goal)
            assert bound <= instance.optimal
            assert (instance.optimal - bound) % 2 == 0


@pytest.mark.parametrize("name", ["default8", "sheet", "game-engine", "single-board"])
def test_lengths_of_the_8_puzzles_are_optimal(name: str) -> None:
    for instance in load_set(name):
        assert true_depth(instance) == instance.optimal


def true_depth(instance: Instance) -> int | None:
    tiles = bytes(instance.start.tiles)
    layers = enumerate(depth_layers(instance.goal))
    return next((depth for depth, layer in layers if any(layer[at : at + 9] == tiles for at in range(0, len(layer), 9))), None)


def test_default15_is_six_moves_from_its_goal() -> None:
    (instance,) = load_set("default15")
    assert instance.optimal == manhattan(instance.start, instance.goal) == 6
    reached = {instance.start}
    for _ in range(6):
        reached = {child for board in reached for _, child in board.neighbours()}
    assert instance.goal in reached


def test_korf15() -> None:
    korf15 = load_set("korf15")
    assert len(korf15) == 100
    assert {instance.goal for instance in korf15} == {Board.goal(4, 4, "first")}
    assert sum(instance.optimal or 0 for instance in korf15) == 5305
    assert sum(instance.facts["ida_manhattan_nodes"] for instance in korf15) == 36302808031
    assert all(instance.facts["manhattan"] == manhattan(instance.start, instance.goal) for instance in korf15)
    assert korf15.instances[78].facts["ida_manhattan_nodes"] == 540860


def test_korf24() -> None:
    korf24 = load_set("korf24")
    assert len(korf24) == 50
    assert {instance.goal for instance in korf24} == {Board.goal(5, 5, "first")}
    assert sum(instance.optimal or 0 for instance in korf24) == 5039
    assert korf24.instances[0].facts == {"published_nodes": 2031102635}


def test_depth80() -> None:
    depth80 = load_set("depth80")
    assert len(depth80) == 17
    assert {(instance.optimal, instance.goal) for instance in depth80} == {(80, Board.goal(4, 4))}


def test_sets_are_loaded_once_and_by_any_case() -> None:
    assert load_set("Korf15 ") is load_set("korf15")


def test_an_instance_is_a_value() -> None:
    first, second = load_set("default8").instances[:2]
    assert len({first, second, first}) == 2
    assert pickle.loads(pickle.dumps(second)) == second


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("default8", [1, 2, 3, 4, 5, 6, 7, 8]),
        ("default8:7", [7]),
        ("default8:2-4", [2, 3, 4]),
        ("default8: 5, 1 - 2 ,8", [5, 1, 2, 8]),
        ("default8:3,1-4", [3, 1, 2, 4]),
    ],
)
def test_selection(text: str, ids: list[int]) -> None:
    assert [instance.id for instance in load_instances(text)] == ids


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("korf16", "unknown instance set 'korf16'; did you mean 'korf15'?"),
        ("", "unknown instance set ''; choose one of: korf15, korf24"),
        ("x" * 10_000_000, "unknown instance set 'xxx"),
        ("korf15:0", "korf15 has the instances 1 to 100, ranges go upwards; got '0'"),
        ("korf15:101", "korf15 has the instances 1 to 100"),
        ("korf15:90-110", "got '90-110'"),
        ("korf15:9-3", "ranges go upwards; got '9-3'"),
        ("korf15:", "expected numbers or ranges such as korf15:1,3-100, got ''"),
        ("korf15:1,,2", "expected numbers or ranges"),
        ("korf15:all", "got 'all'"),
        ("korf15:-3", "got '-3'"),
        ("korf15:" + "9" * 1_000_000, "got '999"),
    ],
)
def test_bad_selection(text: str, message: str) -> None:
    with pytest.raises(InstanceError) as caught:
        load_instances(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 200


def test_depth_counts() -> None:
    assert depth_counts(3, 2) == depth_counts(2, 3)
    assert depth_counts(9, 9) is None
    for rows, cols in [(2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (2, 6), (2, 7), (3, 5), (4, 4), (2, 8)]:
        counts = depth_counts(rows, cols)
        assert counts is not None
        assert sum(counts) == math.factorial(rows * cols) // 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"about": None}, "own: expected an object with about, size, goal and a list of instances"),
        ({"size": "2x"}, "own: expected .*, got '2x'"),
        ({"instances": [5]}, "own: instance 1: expected an object with start and optimal"),
        ({"instances": [{"start": [1, 2, 3, 0], "optimal": "0"}]}, "own: instance 1: expected an object with start and optimal"),
        ({"instances": [{"start": [1, 2, 3, 3], "optimal": 0}]}, "own: .*3"),
    ],
)
def test_a_set_that_is_none_says_what_was_expected(change: dict[str, Any], message: str) -> None:
    good = {"about": "One.", "size": "2x2", "goal": "last", "instances": [{"start": [1, 2, 3, 0], "optimal": 0}]}
    assert len(make_set("own", good)) == 1
    with pytest.raises(InstanceError, match=message):
        make_set("own", good | change)
