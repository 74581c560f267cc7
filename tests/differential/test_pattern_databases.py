# SPDX-License-Identifier: MIT
"""Pattern databases: admissible against breadth-first truth, and the same in Python, in the core and in every search."""

import random

import pytest
from tests.differential.test_native_equals_python import assert_same

from taquin import Board, Limits, parse_method, solve
from taquin._core import PatternDatabases
from taquin.errors import MethodError
from taquin.heuristics import parse_heuristic
from taquin.instances import load_set
from taquin.question import Question
from taquin.scramble import depth_layers, uniform_board, walk_board


@pytest.mark.parametrize("blank", range(9))
def test_every_goal_cell_of_3x3_is_admissible_and_exact_where_it_should_be(blank: int) -> None:
    """Both views, reflected or not, on every board."""
    tiles = [*range(1, 9)]
    goal = Board.from_tiles(3, 3, [*tiles[:blank], 0, *tiles[blank:]])
    four_four = parse_heuristic("pdb:4-4").towards(goal)
    exact = parse_heuristic("pdb:8").towards(goal)
    for depth, layer in enumerate(depth_layers(goal)):
        boards = [tuple(layer[at : at + 9]) for at in range(0, len(layer), 9)]
        for board in boards[:: 1 + len(boards) // 400]:
            assert exact(board) == depth
            assert four_four(board) <= depth


@pytest.mark.parametrize("blank", range(16))
def test_every_goal_cell_of_4x4_against_other_tables(blank: int) -> None:
    """No estimate exceeds what better tables prove, and reflected lookups agree with the core's."""
    rng = random.Random(blank)
    tiles = [*range(1, 16)]
    goal = Board.from_tiles(4, 4, [*tiles[:blank], 0, *tiles[blank:]])
    small = parse_heuristic("pdb:4-4-4-3")
    estimate = small.towards(goal)
    assert small.native is not None
    native, _ = small.native(goal)
    assert isinstance(native, PatternDatabases)
    for _ in range(30):
        steps = rng.randint(1, 40)
        board = walk_board(goal, steps, rng)
        value = estimate(board.tiles)
        assert value <= steps
        assert native.estimate(board.tiles) == value
    start = walk_board(goal, 30, rng)
    assert solve(start, goal, "optimal@pdb:4-4-4-3").cost == solve(start, goal, "idastar@linear-conflict").cost


@pytest.mark.parametrize("goal_name", ["last", "first", "snail"])
def test_dual_lookups_ask_about_the_inverse_of_a_board(goal_name: str) -> None:
    """Tables that know every tile tell the distance, on the board and on its inverse; with fewer, the two know more than one."""
    goal = Board.goal(3, 3, goal_name)
    exact = parse_heuristic("dual(pdb:8)").towards(goal)
    plain, dual = (parse_heuristic(name).towards(goal) for name in ("pdb:4-4", "dual(pdb:4-4)"))
    gains = 0
    for depth, layer in enumerate(depth_layers(goal)):
        boards = [tuple(layer[at : at + 9]) for at in range(0, len(layer), 9)]
        for board in boards[:: 1 + len(boards) // 100]:
            assert exact(board) == depth
            gains += dual(board) > plain(board)
    assert gains > 100


@pytest.mark.parametrize("method", ["astar@dual(pdb:4-4)", "idastar@max(manhattan,pdb:4-4,dual(pdb:4-4))"])
def test_dual_lookups_are_the_same_in_both_engines(method: str) -> None:
    rng = random.Random(method)
    for goal_name in ("last", "snail"):
        goal = Board.goal(3, 3, goal_name)
        assert_same(Question(uniform_board(goal, rng), goal, parse_method(method)), Limits())


@pytest.mark.parametrize("text", ["dual(manhattan)", "dual(pdb:4-4", "dual()", "dual(pdb:1+2-3)", "dual(dual(pdb:4-4))"])
def test_what_is_no_dual_lookup_is_refused(text: str) -> None:
    with pytest.raises(MethodError, match="expected"):
        parse_heuristic(text)


@pytest.mark.parametrize("shape", [(2, 4), (2, 5), (3, 4), (3, 5), (2, 8), (4, 5), (3, 6), (5, 6)])
def test_rectangles_and_any_goal(shape: tuple[int, int]) -> None:
    rng = random.Random(str(shape))
    rows, cols = shape
    for layout in ("last", "any"):
        goal = Board.goal(rows, cols) if layout == "last" else uniform_board(Board.goal(rows, cols), rng)
        start = walk_board(goal, 24, rng)
        tiles = rows * cols - 1
        sizes = "-".join(["4"] * (tiles // 4) + ([str(tiles % 4)] if tiles % 4 else []))
        by_tables = solve(start, goal, f"optimal@pdb:{sizes}")
        by_search = solve(start, goal, "idastar@linear-conflict")
        assert by_tables.cost == by_search.cost
        assert by_tables.lower_bound == by_tables.cost


METHODS = ["astar", "idastar", "wastar", "greedy", "beam"]


@pytest.mark.parametrize("algorithm", METHODS)
@pytest.mark.parametrize("heuristic", ["pdb:4-4", "pdb:1+2+3-5+6", "max(pdb:3-3-2,manhattan)", "pdb:8"])
def test_engines_agree_on_3x3(algorithm: str, heuristic: str) -> None:
    rng = random.Random(algorithm + heuristic)
    for layout in ("last", "first", "snail"):
        goal = Board.goal(3, 3, layout)
        assert_same(Question(uniform_board(goal, rng), goal, parse_method(f"{algorithm}@{heuristic}")), Limits(nodes=5000))


@pytest.mark.parametrize("algorithm", METHODS)
def test_engines_agree_on_4x4(algorithm: str) -> None:
    rng = random.Random(algorithm)
    goal = Board.goal(4, 4, "first")
    for _ in range(3):
        problem = Question(walk_board(goal, 40, rng), goal, parse_method(f"{algorithm}@pdb:5-5-5"))
        assert_same(problem, Limits(nodes=2000))


def test_astar_reopens_nodes_because_the_tables_are_inconsistent() -> None:
    """Korf's instance 17 takes 66 moves; an A* that closed nodes for good has been seen to answer 68."""
    instance = load_set("korf15").instances[16]
    assert solve(instance.start, instance.goal, "astar@pdb:6-6-3").cost == 66


def test_the_estimate_really_is_inconsistent() -> None:
    goal = Board.goal(4, 4)
    estimate = parse_heuristic("pdb:5-5-5").towards(goal)
    rng = random.Random(1)
    jumps = 0
    for _ in range(200):
        board = walk_board(goal, 60, rng)
        jumps += sum(abs(estimate(board.tiles) - estimate(near.tiles)) > 1 for _, near in board.neighbours())
    assert jumps > 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pdb:9", "groups of 1 to 8"),
        ("pdb:", "expected pdb:5-5-5"),
        ("pdb:a-b", "expected pdb:5-5-5"),
        ("pdb:1+1-2", "no tile twice"),
        ("pdb:0+1", "not the blank"),
    ],
)
def test_bad_partitions(text: str, message: str) -> None:
    with pytest.raises(MethodError, match=message):
        parse_heuristic(text)


def test_partitions_that_do_not_fit_the_board() -> None:
    for text, message in (("pdb:5-5-5", "add up to 15, expected 8"), ("pdb:1+9", "tiles from 1 to 8")):
        with pytest.raises(MethodError, match=message):
            solve("1 2 3 / 4 5 6 / 7 0 8", method=f"astar@{text}")
    with pytest.raises(MethodError, match="up to 36 cells"):
        solve(Board.goal(7, 7), method="astar@pdb")
