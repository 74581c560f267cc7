# SPDX-License-Identifier: MIT
"""Every heuristic is held to what it claims: on every board of small shapes, and along walks on larger ones.

Python estimates them, but for the millions of boards of the largest shape, where the core does and Python follows it on some.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from math import factorial

import numpy as np
import pytest
from numpy.typing import NDArray

from taquin.board import GOALS, Board, Move, blank_steps
from taquin.heuristics import HEURISTICS, Heuristic, parse_heuristic, under
from taquin.methods.textbook import estimates_towards, one_by_one
from taquin.metric import METRICS, SLIDES, TILES, neighbours_in

Matrix = NDArray[np.uint8]
Numbers = NDArray[np.int64]

SHAPES = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)]
LARGEST = (2, 5)
TOGETHER = pytest.mark.xdist_group("all boards of 2x5")  # one process has the graph
SAMPLED = 97
"""Of so many boards of the largest shape Python estimates one."""
SUMS = {"zero", "misplaced", "manhattan", "euclidean"}
"""Sums over tiles, each by itself: what holds for all cells of the smaller shapes needs no longer lines."""
GOAL_NAMES = [*GOALS, "random"]
WALKED_SHAPES = [(2, 6), (3, 4), (4, 3), (5, 3), (4, 4), (2, 9), (9, 2), (4, 6), (6, 4), (7, 3), (5, 8), (6, 7)]
COMBINATION = "max(euclidean,inversion,manhattan)"


def shape_id(value: object) -> str | None:
    return "x".join(map(str, value)) if isinstance(value, tuple) else None


@dataclass(frozen=True)
class Graph:
    """All boards that can be reached from one another, and the moves between them."""

    states: Matrix
    """A board in each row."""
    steps: dict[Move, Numbers]
    """For every state the one that a move leads to, itself where the move leaves the board."""

    def neighbours(self, metric: str, move: Move) -> list[Numbers]:
        """For every state, those that one step in a direction leads to: the next, and in slides all that follow it."""
        step = self.steps[move]
        found = [step]
        while metric == SLIDES and (found[-1] != step[found[-1]]).any():
            found.append(step[found[-1]])
        return found


def permutations(count: int) -> Matrix:
    """Return every order of the numbers from 0 on, sorted, one in each row."""
    if count == 0:
        return np.zeros((1, 0), dtype=np.uint8)
    rest = permutations(count - 1)
    return np.concatenate(
        [np.column_stack([np.full(len(rest), first, dtype=np.uint8), rest + (rest >= first)]) for first in range(count)]
    ).astype(np.uint8)


def digits(states: Matrix) -> list[Numbers]:
    """For every cell, how many smaller tiles each state has behind it."""
    return [(states[:, at + 1 :] < states[:, at : at + 1]).sum(axis=1) for at in range(states.shape[1])]


def ranks(states: Matrix) -> Numbers:
    """Return the place of every state among all permutations, sorted."""
    last = states.shape[1] - 1
    return np.asarray(sum(digit * factorial(last - at) for at, digit in enumerate(digits(states))))


def parities(states: Matrix, cols: int) -> Numbers:
    """Tell the two halves of all boards apart: a move swaps two tiles and changes the row or the column of the blank."""
    row, col = np.divmod(np.argmin(states, axis=1), cols)
    return np.asarray((sum(digits(states)) + row + col) % 2)


@lru_cache(maxsize=2)
def graph(rows: int, cols: int) -> Graph:
    """Join every board that can reach `last` with those one move away.

    Boards with the same tiles in the first row stand together, so that estimates that remember lines find most of them.
    """
    states = permutations(rows * cols)
    goal = np.array([Board.goal(rows, cols).tiles], dtype=np.uint8)
    states = states[parities(states, cols) == parities(goal, cols)]
    states = states[np.argsort((1 << states[:, :cols].astype(np.int64)).sum(axis=1), kind="stable")]
    number = np.empty(factorial(rows * cols), dtype=np.int64)
    number[ranks(states)] = np.arange(len(states))
    steps = {move: np.arange(len(states)) for move in Move}
    for blank, moves in enumerate(blank_steps(rows, cols)):
        (there,) = np.nonzero(states[:, blank] == 0)
        for move, cell in moves:
            after = states[there]
            after[:, [blank, cell]] = after[:, [cell, blank]]
            steps[move][there] = number[ranks(after)]
    return Graph(states, steps)


@dataclass(frozen=True)
class Truth:
    """True distances to a goal, in the order of the graph's states."""

    goal: Board
    root: int
    """The state that becomes the goal when its tiles are renamed."""
    boards: Matrix
    """The states with their tiles renamed."""
    distances: Numbers

    def estimates(self, heuristic: Heuristic) -> Numbers:
        """Ask a heuristic, in Python, for every board."""
        estimate = heuristic.towards(self.goal)
        return np.fromiter(map(estimate, zip(*self.boards.T.tolist(), strict=True)), dtype=np.int64, count=len(self.boards))

    def estimates_of_core(self, heuristic: Heuristic) -> Numbers:
        """Ask the core for every board, and Python for some: what holds of one holds of the other."""
        ask, ask_python = estimates_towards(heuristic, self.goal), one_by_one(heuristic, self.goal)
        found = np.fromiter(ask([row.tobytes() for row in self.boards]), dtype=np.int64, count=len(self.boards))
        some = slice(None, None, SAMPLED)
        assert found[some].tolist() == list(ask_python(self.boards[some].tolist()))
        return found


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
def truth(rows: int, cols: int, name: str, metric: str = TILES) -> Truth:
    """Search breadth-first from a goal: one graph serves all goals, since names of tiles do not matter to moves."""
    goal = goal_board(rows, cols, name)
    whole = graph(rows, cols)
    root = int(np.argmin(whole.states[:, goal.blank]))
    renamed = np.zeros(rows * cols, dtype=np.uint8)
    renamed[whole.states[root]] = goal.tiles
    distances = breadth_first([step for move in Move for step in whole.neighbours(metric, move)], root)
    assert distances.min() == 0  # every board is reached
    return Truth(goal, root, renamed[whole.states], distances)


def breadth_first(steps: Sequence[Numbers], root: int) -> Numbers:
    distances = np.full(len(steps[0]), -1)
    layer = np.array([root])
    for depth in count():
        distances[layer] = depth
        following = np.concatenate([step[layer] for step in steps])
        layer = np.unique(following[distances[following] < 0])
        if not len(layer):
            return distances
    raise AssertionError("a search of a finite graph ends")


@dataclass(frozen=True)
class Survey:
    """What a heuristic does on all boards of a shape."""

    at_goal: int
    least: int
    overestimates: int
    """Boards with more than the true distance."""
    jumps: int
    """Steps, each counted in one direction, that change the estimate by more than one."""


@lru_cache(maxsize=64)
def survey(rows: int, cols: int, goal_name: str, name: str, metric: str = TILES) -> Survey:
    heuristic = under(parse_heuristic(name), metric)
    facts = truth(rows, cols, goal_name, metric)
    values = facts.estimates_of_core(heuristic) if (rows, cols) == LARGEST else facts.estimates(heuristic)
    steps = [step for move in (Move.RIGHT, Move.DOWN) for step in graph(rows, cols).neighbours(metric, move)]
    jumps = sum(int((abs(values - values[step]) > heuristic.scale).sum()) for step in steps)
    overestimates = int((values > facts.distances * heuristic.scale).sum())
    return Survey(int(values[facts.root]), int(values.min()), overestimates, jumps)


def test_there_are_as_many_boards_as_parity_allows() -> None:
    assert len(graph(2, 3).states) == 360
    assert len(graph(3, 3).states) == 181_440
    assert truth(3, 3, "last").distances.max() == 31
    assert truth(2, 4, "first").distances.max() == 36


@pytest.mark.parametrize("name", HEURISTICS)
@pytest.mark.parametrize("goal_name", GOAL_NAMES)
@pytest.mark.parametrize("shape", SHAPES, ids=shape_id)  # varies slowest, so that a graph serves many tests in a row
def test_claims_hold_on_every_board(shape: tuple[int, int], goal_name: str, name: str) -> None:
    check_claims(*shape, goal_name, name)


@pytest.mark.slow
@TOGETHER
@pytest.mark.parametrize("name", [name for name in HEURISTICS if name not in SUMS])
@pytest.mark.parametrize("goal_name", ["last", "random"])  # the blank in a corner, and off them: 1.8 million boards each
def test_claims_hold_on_every_board_of_the_largest_shape(goal_name: str, name: str) -> None:
    check_claims(*LARGEST, goal_name, name)


@pytest.mark.parametrize("goal_name", GOAL_NAMES)
@pytest.mark.parametrize("shape", SHAPES, ids=shape_id)
def test_claims_of_a_combination_hold_on_every_board(shape: tuple[int, int], goal_name: str) -> None:
    check_claims(*shape, goal_name, COMBINATION)


@pytest.mark.parametrize("goal_name", ["last", "random"])
@pytest.mark.parametrize(("shape", "sizes"), [((2, 3), "3-2"), ((3, 2), "3-2"), ((2, 4), "4-3"), ((3, 3), "4-4")])
def test_claims_of_dual_lookups_hold_on_every_board(shape: tuple[int, int], sizes: str, goal_name: str) -> None:
    check_claims(*shape, goal_name, f"dual(pdb:{sizes})")


@pytest.mark.parametrize("name", [*HEURISTICS, COMBINATION])
@pytest.mark.parametrize("goal_name", ["last", "random"])
@pytest.mark.parametrize("shape", SHAPES[:-1], ids=shape_id)
def test_claims_hold_in_slides(shape: tuple[int, int], goal_name: str, name: str) -> None:
    check_claims(*shape, goal_name, name, SLIDES)


@pytest.mark.parametrize("name", [*HEURISTICS, COMBINATION])
def test_claims_hold_in_slides_on_every_board_of_the_eight_puzzle(name: str) -> None:
    check_claims(3, 3, "last", name, SLIDES)


def test_no_board_of_the_eight_puzzle_needs_more_than_24_slides() -> None:
    distances = truth(3, 3, "last", SLIDES).distances
    assert (len(distances), distances.max()) == (181_440, 24)


def check_claims(rows: int, cols: int, goal_name: str, name: str, metric: str = TILES) -> None:
    heuristic = under(parse_heuristic(name), metric)
    found = survey(rows, cols, goal_name, name, metric)
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


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("shape", WALKED_SHAPES, ids=shape_id)
@pytest.mark.parametrize("goal_name", GOAL_NAMES)
def test_claims_hold_along_a_walk(shape: tuple[int, int], goal_name: str, metric: str) -> None:
    rng = random.Random(f"walk on {shape}")
    goal = goal_board(*shape, goal_name)
    heuristics = [under(heuristic, metric) for heuristic in HEURISTICS.values() if not heuristic.refuses(*shape)]
    estimates = [heuristic.towards(goal) for heuristic in heuristics]
    board, values = goal, [0] * len(heuristics)
    for length in range(1, 400):
        _, board = rng.choice(list(neighbours_in(board, metric)))
        before, values = values, [estimate(board.tiles) for estimate in estimates]
        for heuristic, old, new in zip(heuristics, before, values, strict=True):
            assert not heuristic.admissible or new <= length * heuristic.scale, (heuristic.name, board)
            assert not heuristic.consistent or abs(new - old) <= heuristic.scale, (heuristic.name, board)
