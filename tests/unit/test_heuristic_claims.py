# SPDX-License-Identifier: MIT
"""Every heuristic is held to what it claims: on every board of small shapes, and along walks on larger ones."""

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from operator import gt, mul, sub

import pytest

from taquin.board import GOALS, Board, Move, blank_steps
from taquin.heuristics import HEURISTICS, parse_heuristic

QUICK_SHAPES = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)]
SLOW_SHAPES = [(2, 5)]
SHAPES = [*QUICK_SHAPES, *(pytest.param(shape, marks=pytest.mark.slow) for shape in SLOW_SHAPES)]
GOAL_NAMES = [*GOALS, "random"]
WALKED_SHAPES = [(2, 6), (3, 4), (4, 3), (5, 3), (4, 4), (2, 9), (9, 2), (4, 6), (6, 4), (7, 3), (5, 8), (6, 7)]
COMBINATION = "max(euclidean,inversion,manhattan)"


def shape_id(value: object) -> str | None:
    return "x".join(map(str, value)) if isinstance(value, tuple) else None


@dataclass(frozen=True)
class Graph:
    """All boards that can be reached from one another, and the moves between them."""

    states: list[bytes]
    steps: dict[Move, array[int]]
    """For every state the one that a move leads to, itself where the move leaves the board."""


@lru_cache(maxsize=2)
def graph(rows: int, cols: int) -> Graph:
    """Find every board that can reach `last`, in breadth-first order."""
    start = bytes(Board.goal(rows, cols).tiles)
    states = [start]
    index = {start: 0}
    steps = {move: array("i") for move in Move}
    reach = [dict(moves) for moves in blank_steps(rows, cols)]
    for number, state in enumerate(states):  # the list grows while it is read: it is the queue
        blank = state.index(0)
        for move, following in steps.items():
            cell = reach[blank].get(move)
            if cell is None:
                following.append(number)
                continue
            tiles = bytearray(state)
            tiles[blank], tiles[cell] = tiles[cell], 0
            child = bytes(tiles)
            if child not in index:
                index[child] = len(states)
                states.append(child)
            following.append(index[child])
    return Graph(states, steps)


@dataclass(frozen=True)
class Truth:
    """True distances to a goal, in the order of the graph's states."""

    goal: Board
    root: int
    """The state that becomes the goal when its tiles are renamed."""
    boards: list[tuple[int, ...]]
    """The states with their tiles renamed."""
    distances: array[int]


def goal_board(rows: int, cols: int, name: str) -> Board:
    """Return a named goal, or a random one with the blank off the corners, where most of the named ones have it."""
    if name != "random":
        return Board.goal(rows, cols, name)
    rng = random.Random(f"goal of {rows}x{cols}")
    corners = {0, cols - 1, (rows - 1) * cols, rows * cols - 1}
    while True:
        goal = Board.from_tiles(rows, cols, rng.sample(range(rows * cols), rows * cols))
        if goal.blank not in corners or len(corners) == rows * cols:
            return goal


@lru_cache(maxsize=1)
def truth(rows: int, cols: int, name: str) -> Truth:
    """Search breadth-first from a goal: one graph serves all goals, since names of tiles do not matter to moves."""
    goal = goal_board(rows, cols, name)
    whole = graph(rows, cols)
    root = next(number for number, state in enumerate(whole.states) if state[goal.blank] == 0)
    table = bytearray(256)
    for tile, renamed in zip(whole.states[root], goal.tiles, strict=True):
        table[tile] = renamed
    boards = list(map(tuple, map(bytes.translate, whole.states, repeat(bytes(table)))))
    return Truth(goal, root, boards, breadth_first(list(whole.steps.values()), root))


def breadth_first(steps: Sequence[array[int]], root: int) -> array[int]:
    distances = array("i", [-1]) * len(steps[0])
    distances[root] = depth = 0
    layer = [root]
    while layer:
        depth += 1
        following = []
        for number in layer:
            for step in steps:
                child = step[number]
                if distances[child] < 0:
                    distances[child] = depth
                    following.append(child)
        layer = following
    return distances


@dataclass(frozen=True)
class Survey:
    """What a heuristic does on all boards of a shape."""

    at_goal: int
    least: int
    overestimates: int
    """Boards with more than the true distance."""
    jumps: int
    """Moves, each counted in one direction, that change the estimate by more than one move."""


@lru_cache(maxsize=64)
def survey(rows: int, cols: int, goal_name: str, name: str) -> Survey:
    heuristic = parse_heuristic(name)
    facts = truth(rows, cols, goal_name)
    values = array("i", map(heuristic.towards(facts.goal), facts.boards))
    limits = map(mul, facts.distances, repeat(heuristic.scale))
    steps = graph(rows, cols).steps
    jumps = sum(
        sum(map(gt, map(abs, map(sub, values, map(values.__getitem__, steps[move]))), repeat(heuristic.scale)))
        for move in (Move.RIGHT, Move.DOWN)
    )
    return Survey(values[facts.root], min(values), sum(map(gt, values, limits)), jumps)


def test_there_are_as_many_boards_as_parity_allows() -> None:
    assert len(graph(2, 3).states) == 360
    assert len(graph(3, 3).states) == 181_440
    assert max(truth(3, 3, "last").distances) == 31
    assert max(truth(2, 4, "first").distances) == 36


@pytest.mark.parametrize("name", HEURISTICS)
@pytest.mark.parametrize("goal_name", GOAL_NAMES)
@pytest.mark.parametrize("shape", SHAPES, ids=shape_id)  # varies slowest, so that a graph serves many tests in a row
def test_claims_hold_on_every_board(shape: tuple[int, int], goal_name: str, name: str) -> None:
    check_claims(*shape, goal_name, name)


@pytest.mark.parametrize("goal_name", GOAL_NAMES)
@pytest.mark.parametrize("shape", QUICK_SHAPES, ids=shape_id)
def test_claims_of_a_combination_hold_on_every_board(shape: tuple[int, int], goal_name: str) -> None:
    check_claims(*shape, goal_name, COMBINATION)


def check_claims(rows: int, cols: int, goal_name: str, name: str) -> None:
    heuristic = parse_heuristic(name)
    found = survey(rows, cols, goal_name, name)
    assert found.at_goal == 0
    assert found.least >= 0
    if heuristic.admissible:
        assert found.overestimates == 0
    if heuristic.consistent:
        assert found.jumps == 0


@pytest.mark.parametrize("name", [name for name, heuristic in HEURISTICS.items() if not heuristic.admissible])
def test_what_is_called_inadmissible_overestimates_somewhere(name: str) -> None:
    assert survey(3, 3, "last", name).overestimates > 0


@pytest.mark.parametrize("name", [name for name, heuristic in HEURISTICS.items() if not heuristic.consistent])
def test_what_is_called_inconsistent_jumps_somewhere(name: str) -> None:
    assert survey(3, 3, "last", name).jumps > 0


def test_counting_pairs_overestimates_on_seven_boards() -> None:
    assert survey(3, 3, "last", "linear-conflict-pairs").overestimates == 7


@pytest.mark.parametrize("shape", WALKED_SHAPES, ids=shape_id)
@pytest.mark.parametrize("goal_name", GOAL_NAMES)
def test_claims_hold_along_a_walk(shape: tuple[int, int], goal_name: str) -> None:
    rng = random.Random(f"walk on {shape}")
    goal = goal_board(*shape, goal_name)
    heuristics = [heuristic for heuristic in HEURISTICS.values() if not heuristic.refuses(*shape)]
    estimates = [heuristic.towards(goal) for heuristic in heuristics]
    board, values = goal, [0] * len(heuristics)
    for length in range(1, 400):
        _, board = rng.choice(list(board.neighbours()))
        before, values = values, [estimate(board.tiles) for estimate in estimates]
        for heuristic, old, new in zip(heuristics, before, values, strict=True):
            assert not heuristic.admissible or new <= length * heuristic.scale, (heuristic.name, board)
            assert not heuristic.consistent or abs(new - old) <= heuristic.scale, (heuristic.name, board)
