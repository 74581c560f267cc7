# SPDX-License-Identifier: MIT
"""The native engine must give what the reference engine gives: path, cost, status, reason, bound and every counter."""

import random
from dataclasses import replace

import pytest

from taquin.board import Board
from taquin.engines import ENGINES
from taquin.engines.native import SEARCHES
from taquin.errors import MethodError
from taquin.heuristics import HEURISTICS, parse_heuristic
from taquin.method import parse_method
from taquin.problem import Problem
from taquin.scramble import uniform_board, walk_board
from taquin.search import SEARCHES as ALL_SEARCHES
from taquin.solution import Expansion, Limits, Outcome, SilentObserver

SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4), (5, 5), (4, 6), (6, 6), (2, 8), (8, 8)]
ORDERS = ["ULRD", "ULDR", "DRLU", "LRUD"]
COMBINED = ["max(manhattan,walking-distance)", "max(euclidean,linear-conflict,inversion)", "max(zero,last-moves)"]


class Tracer(SilentObserver):
    def __init__(self, trace_limit: int) -> None:
        self.trace_limit = trace_limit
        self.lines: list[Expansion] = []

    def expansion(self, expansion: Expansion) -> None:
        self.lines.append(expansion)


def run(engine: str, problem: Problem, limits: Limits, trace_limit: int) -> tuple[Outcome, list[Expansion]]:
    tracer = Tracer(trace_limit)
    outcome = ENGINES[engine].solve(problem, limits, tracer)
    return replace(outcome, stats=replace(outcome.stats, elapsed=0.0, peak_memory=0)), tracer.lines


def assert_same(problem: Problem, limits: Limits, trace_limit: int = 0) -> Outcome:
    reference = run("python", problem, limits, trace_limit)
    native = run("native", problem, limits, trace_limit)
    assert native == reference, f"{problem.method} {problem.method.options()} {limits} {problem.start!r} -> {problem.goal!r}"
    return native[0]


def random_goal(rows: int, cols: int, rng: random.Random) -> Board:
    layout = rng.choice(["last", "first", "snail", "any"])
    if layout == "any":
        return uniform_board(Board.goal(rows, cols), rng)
    return Board.goal(rows, cols, layout)


def random_problem(method: str, rng: random.Random) -> Problem:
    rows, cols = rng.choice(SHAPES)
    goal = random_goal(rows, cols, rng)
    near = walk_board(goal, rng.randint(0, 24), rng)
    start = uniform_board(goal, rng) if rows * cols <= 9 and rng.random() < 0.5 else near
    chosen = parse_method(
        method, order=rng.choice(ORDERS), weight=rng.choice(["1", "3/2", "2", "5", "1.25"]), beam_width=rng.choice([1, 2, 5, 40])
    )
    return Problem(start, goal, chosen)


def heuristics() -> list[str]:
    return [*HEURISTICS, *COMBINED]


def methods() -> list[str]:
    return [
        f"{name}@{heuristic}" if search.informed else name
        for name, search in ALL_SEARCHES.items()
        if name in SEARCHES
        for heuristic in (heuristics() if search.informed else [""])
    ]


@pytest.mark.parametrize("method", methods())
def test_same_outcome_on_random_problems(method: str) -> None:
    rng = random.Random(method)
    rounds = 12 if "@" in method else 40
    for _ in range(rounds):
        problem = random_problem(method, rng)
        heuristic = problem.method.heuristic
        if heuristic and heuristic.refuses(problem.goal.rows, problem.goal.cols):
            continue
        limits = Limits(nodes=rng.choice([None, 1, 7, 500]) or 4000, depth=rng.choice([None, None, 0, 3, 12]))
        assert_same(problem, limits)


@pytest.mark.parametrize("method", methods())
def test_same_trace(method: str) -> None:
    rng = random.Random(f"trace {method}")
    for _ in range(3):
        problem = random_problem(method, rng)
        heuristic = problem.method.heuristic
        if heuristic and heuristic.refuses(problem.goal.rows, problem.goal.cols):
            continue
        assert_same(problem, Limits(nodes=400), trace_limit=rng.choice([1, 25, 1000]))


@pytest.mark.parametrize("name", sorted(SEARCHES))
def test_same_outcome_without_limits_on_3x3(name: str) -> None:
    rng = random.Random(name)
    goal = Board.goal(3, 3)
    hard = name in ("ids", "dls")
    for _ in range(3):
        start = walk_board(goal, 14, rng) if hard else uniform_board(goal, rng)
        assert_same(Problem(start, goal, parse_method(name)), Limits())


def test_own_heuristic_is_called_from_the_native_loop(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    method = parse_method("astar@tests.differential.own_heuristics:half_manhattan")
    rng = random.Random(5)
    goal = Board.goal(3, 3, "snail")
    outcome = assert_same(Problem(walk_board(goal, 16, rng), goal, method), Limits())
    assert outcome.moves is not None


def test_own_heuristic_that_fails_gives_the_same_error() -> None:
    method = parse_method("astar@tests.differential.own_heuristics:broken")
    goal = Board.goal(3, 3)
    problem = Problem(walk_board(goal, 16, random.Random(1)), goal, method)
    messages = []
    for engine in ("python", "native"):
        with pytest.raises(MethodError) as caught:
            ENGINES[engine].solve(problem, Limits(), SilentObserver())
        messages.append(str(caught.value))
    assert messages[0] == messages[1]


def test_refused_shape_gives_the_same_error() -> None:
    goal = Board.goal(5, 5)
    problem = Problem(goal, goal, parse_method("astar@walking-distance"))
    messages = []
    for engine in ("python", "native"):
        with pytest.raises(MethodError) as caught:
            ENGINES[engine].solve(problem, Limits(), SilentObserver())
        messages.append(str(caught.value))
    assert messages[0] == messages[1]


def test_every_heuristic_is_known_to_the_registry() -> None:
    assert all(parse_heuristic(name).name == name for name in heuristics() if name != "max(zero,last-moves)")
