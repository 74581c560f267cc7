# SPDX-License-Identifier: MIT
"""The native engine must give what the reference engine gives: path, cost, status, reason, bound and every counter."""

import random
from dataclasses import replace

import pytest
from tests.differential.own_heuristics import COSTS

from taquin.board import Board
from taquin.engines import ENGINES
from taquin.errors import MethodError
from taquin.heuristics import HEURISTICS, parse_heuristic
from taquin.method import parse_method
from taquin.methods.textbook import SEARCHES
from taquin.question import Question
from taquin.scramble import uniform_board, walk_board
from taquin.search import SEARCHES as ALL_SEARCHES
from taquin.solution import Expansion, Limits, Observer, Outcome

SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4), (5, 5), (4, 6), (6, 6), (2, 8), (8, 8)]
ORDERS = ["ULRD", "ULDR", "DRLU", "LRUD"]
TIES = ["fifo", "lifo", "board", "deep,fifo", "deep,lifo", "deep,board", "shallow,fifo", "shallow,lifo", "shallow,board"]
COMBINED = ["max(manhattan,walking-distance)", "max(euclidean,linear-conflict,inversion)", "max(zero,last-moves)"]


class Tracer(Observer):
    def __init__(self, trace_limit: int) -> None:
        self.trace_limit = trace_limit
        self.lines: list[Expansion] = []

    def expansion(self, expansion: Expansion) -> None:
        self.lines.append(expansion)


def run(engine: str, question: Question, limits: Limits, trace_limit: int) -> tuple[Outcome, list[Expansion]]:
    tracer = Tracer(trace_limit)
    outcome = ENGINES[engine].solve(replace(question, limits=limits), tracer)
    return replace(outcome, stats=replace(outcome.stats, elapsed=0.0, peak_memory=0)), tracer.lines


def assert_same(question: Question, limits: Limits, trace_limit: int = 0) -> Outcome:
    reference = run("python", question, limits, trace_limit)
    native = run("native", question, limits, trace_limit)
    assert native == reference, f"{question.method} {question.options} {limits} {question.start!r} -> {question.goal!r}"
    return native[0]


def random_goal(rows: int, cols: int, rng: random.Random) -> Board:
    layout = rng.choice(["last", "first", "snail", "any"])
    if layout == "any":
        return uniform_board(Board.goal(rows, cols), rng)
    return Board.goal(rows, cols, layout)


def random_problem(method: str, rng: random.Random) -> Question:
    rows, cols = rng.choice(SHAPES)
    goal = random_goal(rows, cols, rng)
    near = walk_board(goal, rng.randint(0, 24), rng)
    start = uniform_board(goal, rng) if rows * cols <= 9 and rng.random() < 0.5 else near
    chosen = parse_method(
        method,
        order=rng.choice(ORDERS),
        weight=rng.choice(["1", "3/2", "2", "5", "1.25", "20"]),
        beam_width=rng.choice([1, 2, 5, 40]),
        ties=rng.choice([None, *TIES]),
        epsilon=rng.random() < 0.5,
        weight_step=rng.choice(["1", "1/2", "0.3"]),
        memory_nodes=rng.choice([None, 2, 14, 30, 200]),
        pathmax=rng.choice([None, None, True]),
        transpositions=rng.choice([None, None, 5, 100_000]),
        trials=rng.choice([1, 3, 20]),
        cooling=rng.choice([3, 40, 20_000]),
        seed=rng.choice([0, 7, 10**18]),
    )
    return Question(start, goal, chosen)


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
        question = random_problem(method, rng)
        heuristic = question.method.heuristic
        if heuristic and heuristic.refuses(question.goal.rows, question.goal.cols):
            continue
        limits = Limits(nodes=rng.choice([None, 1, 7, 500]) or 4000, depth=rng.choice([None, None, 0, 3, 12]))
        assert_same(question, limits)


@pytest.mark.parametrize("method", methods())
def test_same_trace(method: str) -> None:
    rng = random.Random(f"trace {method}")
    for _ in range(3):
        question = random_problem(method, rng)
        heuristic = question.method.heuristic
        if heuristic and heuristic.refuses(question.goal.rows, question.goal.cols):
            continue
        assert_same(question, Limits(nodes=400), trace_limit=rng.choice([1, 25, 1000]))


@pytest.mark.parametrize("name", sorted(SEARCHES))
def test_same_outcome_without_limits_on_3x3(name: str) -> None:
    rng = random.Random(name)
    goal = Board.goal(3, 3)
    hard = name in ("ids", "dls")
    for _ in range(3):
        start = walk_board(goal, 14, rng) if hard else uniform_board(goal, rng)
        assert_same(Question(start, goal, parse_method(name)), Limits())


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("name", ["greedy@misplaced", "astar@euclidean", "wastar@manhattan"])
def test_same_outcome_with_every_rule_for_ties(name: str, ties: str) -> None:
    rng = random.Random(name + ties)
    goal = Board.goal(3, 3)
    for _ in range(3):
        assert_same(Question(uniform_board(goal, rng), goal, parse_method(name, ties=ties)), Limits(nodes=6000), trace_limit=200)


@pytest.mark.parametrize("costs", COSTS)
@pytest.mark.parametrize("name", sorted(name for name in SEARCHES if ALL_SEARCHES[name].informed))
def test_same_outcome_with_costs_of_ones_own(name: str, costs: str) -> None:
    rng = random.Random(name + costs)
    own = f"tests.differential.own_heuristics:{costs}"
    for heuristic in (own, f"max(manhattan,{own})"):
        question = random_problem(f"{name}@{heuristic}", rng)
        assert_same(question, Limits(nodes=rng.randint(1, 4000)), trace_limit=rng.choice([0, 0, 50]))


@pytest.mark.parametrize("costs", COSTS)
def test_same_outcome_with_costs_of_ones_own_unrolled(costs: str) -> None:
    rng = random.Random(costs)
    for layout in ("last", "first", "snail"):
        goal = Board.goal(4, 4, layout)
        method = parse_method(f"idastar@tests.differential.own_heuristics:{costs}")
        assert_same(Question(walk_board(goal, rng.randint(0, 14), rng), goal, method), Limits(nodes=20_000))


def test_own_heuristic_is_called_from_the_native_loop(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    method = parse_method("astar@tests.differential.own_heuristics:half_manhattan")
    rng = random.Random(5)
    goal = Board.goal(3, 3, "snail")
    outcome = assert_same(Question(walk_board(goal, 16, rng), goal, method), Limits())
    assert outcome.moves is not None


@pytest.mark.parametrize("name", ["astar", "idastar", "sma"])
def test_same_outcome_where_estimates_are_patchy(name: str) -> None:
    rng = random.Random(name)
    goal = Board.goal(3, 3, "snail")
    for pathmax in (None, True):
        for transpositions in (None, 1000):
            method = parse_method(
                f"{name}@tests.differential.own_heuristics:patchy_manhattan",
                pathmax=pathmax, transpositions=transpositions, memory_nodes=60,
            )  # fmt: skip
            assert_same(Question(walk_board(goal, 18, rng), goal, method), Limits(nodes=20_000), trace_limit=500)


def test_own_heuristic_that_fails_gives_the_same_error() -> None:
    method = parse_method("astar@tests.differential.own_heuristics:broken")
    goal = Board.goal(3, 3)
    question = Question(walk_board(goal, 16, random.Random(1)), goal, method)
    messages = []
    for engine in ("python", "native"):
        with pytest.raises(MethodError) as caught:
            ENGINES[engine].solve(question, Observer())
        messages.append(str(caught.value))
    assert messages[0] == messages[1]


def test_refused_shape_gives_the_same_error() -> None:
    goal = Board.goal(5, 5)
    question = Question(goal, goal, parse_method("astar@walking-distance"))
    messages = []
    for engine in ("python", "native"):
        with pytest.raises(MethodError) as caught:
            ENGINES[engine].solve(question, Observer())
        messages.append(str(caught.value))
    assert messages[0] == messages[1]


def test_every_heuristic_is_known_to_the_registry() -> None:
    assert all(parse_heuristic(name).name == name for name in heuristics() if name != "max(zero,last-moves)")
