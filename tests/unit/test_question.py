# SPDX-License-Identifier: MIT
"""The question is a value: it is written and read, it knows what makes it the same, and it alone makes solutions."""

import json
import pickle
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from taquin import Board, Cause, Limits, Question, Status, ask, parse_method, solve
from taquin.errors import BoardError, InputError, MethodError, VerificationError
from taquin.method import OPTIONS
from taquin.methods.quick_path import quick_path
from taquin.question import Known, keys_of
from taquin.reasons import CANCELLED
from taquin.search import SEARCHES
from taquin.solution import Outcome
from taquin.solver import solve_question

BOARD = "1 2 3 / 4 0 6 / 7 5 8"
SAMPLES = {
    "order": "ULDR", "weight": "3/2", "ties": "shallow,board", "beam_width": 7, "seed": 3, "threads": 2, "quality": "fast",
    "automaton": False, "checkpoint": "work.jsonl", "weight_step": "1/4", "epsilon": True, "climb": "stochastic",
    "restart": "start", "cooling": 50, "trials": 2, "transpositions": 1000,
    "memory_nodes": 500, "pathmax": True, "metric": "slides",
}  # fmt: skip
"""One value for every option, other than its default."""


def test_every_option_has_a_sample() -> None:
    assert set(SAMPLES) == set(OPTIONS)


@settings(max_examples=60)
@given(
    st.sampled_from(sorted(SEARCHES)),
    st.sets(st.sampled_from(sorted(SAMPLES))),
    st.builds(Limits, st.none() | st.floats(0.1, 9.0), st.none() | st.integers(1, 99), st.none() | st.integers(1, 10**12)),
    st.sampled_from(["auto", "python", "native"]),
)
def test_a_question_survives_json(algorithm: str, names: set[str], limits: Limits, engine: str) -> None:
    concerned = {name: SAMPLES[name] for name in names if algorithm in OPTIONS[name].algorithms}
    question = ask(BOARD, "first", algorithm, engine=engine, limits=limits, **concerned)
    again = Question.from_json(json.loads(json.dumps(question.to_json())), allow_custom=True)
    assert again == question
    assert again.key == question.key
    assert hash(again) == hash(question)
    assert pickle.loads(pickle.dumps(question)) == question


def test_a_solution_answers_its_question_and_no_other() -> None:
    question = ask(BOARD, method="astar@manhattan", time_limit=9)
    row = json.loads(json.dumps(solve(BOARD, method="astar@manhattan", time_limit=9, engine="python").to_json()))
    of_any, of_engine = keys_of(row)
    assert question.key == of_any
    assert ask(BOARD, method="astar@manhattan", time_limit=9, engine="python").key == of_engine
    others = [
        ask(BOARD, method="astar@manhattan"),
        ask(BOARD, method="astar@manhattan", time_limit=9, ties="fifo"),
        ask(BOARD, method="astar@misplaced", time_limit=9),
        ask(BOARD, "first", "astar@manhattan", time_limit=9),
        ask(BOARD, method="astar@manhattan", time_limit=9, engine="native"),
    ]
    assert not {other.key for other in others} & {of_any, of_engine}


def test_threads_and_checkpoints_do_not_change_what_is_asked() -> None:
    plain = ask(BOARD, method="optimal")
    assert ask(BOARD, method="optimal", threads=3, checkpoint="work").key == plain.key
    assert plain.with_threads(1).method["threads"] == 1
    assert ask(BOARD, method="optimal", threads=3).with_threads(1).method["threads"] == 3


def test_an_answer_is_replayed() -> None:
    question = ask(BOARD, method="bfs")
    with pytest.raises(VerificationError, match="does not reach the goal"):
        question.answer(Outcome(Status.SOLVED, ()), "test")


def test_a_failed_run_is_a_solution_with_a_reason() -> None:
    failed = ask(BOARD, method="bfs").failed("the process died")
    assert (failed.status, failed.reason, failed.cause, failed.cost) == (Status.FAILED, "the process died", Cause.FAILED, None)
    assert failed.to_json()["stats"] is None


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({}, "start"),
        ({"start": [[1, 2], [3, 3]]}, "start"),
        ({"start": [[1, 2], [3, 0]], "goal": "lst"}, "goal"),
        ({"start": [[1, 2], [3, 0]], "goal": [[1, 2, 3], [4, 5, 0]]}, "goal"),
        ({"start": [[1, 2], [3, 0]], "method": "asta"}, "method"),
        ({"start": [[1, 2], [3, 0]], "method": "astar@os:getcwd"}, "method"),
        ({"start": [[1, 2], [3, 0]], "method": "wastar", "weight": 0}, "weight"),
        ({"start": [[1, 2], [3, 0]], "ties": "deep,shallow"}, "ties"),
        ({"start": [[1, 2], [3, 0]], "limits": {"time": -1}}, "time"),
        ({"start": [[1, 2], [3, 0]], "limits": {"days": 1}}, "limits"),
        ({"start": [[1, 2], [3, 0]], "checkpoint": "/etc/passwd"}, "checkpoint"),
        ({"start": [[1, 2], [3, 0]], "wieght": 2}, "wieght"),
        ({"start": [[1, 2], [3, 0]], "method": 5}, "method"),
        ({"start": [[1, 2], [3, 0]], "engine": []}, "engine"),
        ({"start": [[1, 2], [3, 0]], "limits": True}, "limits"),
        ({"start": [[1, 2], [3, 0]], "limits": [1]}, "limits"),
        ({"start": [[1, 2], [3, 0]], "limits": {"nodes": 1.5}}, "nodes"),
        ({"start": [[1, 2], [3, 0]], "method": "wastar", "weight": 10**5000}, "weight"),
        ({"start": [[1, 2], [3, 0]], "method": "beam", "beam_width": {}}, "beam_width"),
    ],
)
def test_json_that_asks_nothing_names_the_field(row: dict[str, object], field: str) -> None:
    with pytest.raises(InputError) as caught:
        Question.from_json(row)
    assert caught.value.field == field


def test_a_wrong_cell_is_a_fact() -> None:
    with pytest.raises(BoardError) as caught:
        Question.from_json({"start": [[1, 2, 3], [4, 9, 5], [6, 7, 0]]})
    assert (caught.value.row, caught.value.column) == (2, 2)


@pytest.mark.parametrize("ties", ["deep,shallow", "deep,deep", "", "oldest", "fifo;lifo", 3])
def test_rules_for_ties_that_make_no_sense(ties: object) -> None:
    with pytest.raises(MethodError, match="expected rules for ties") as caught:
        parse_method("astar", ties=ties)
    assert caught.value.field == "ties"


def test_greedy_takes_the_oldest_of_equals() -> None:
    assert parse_method("greedy")["ties"] == ("fifo",)
    assert parse_method("astar")["ties"] == parse_method("wastar")["ties"] == parse_method("ucs")["ties"] == ("deep", "lifo")
    boards = [Board.unrank(3, 3, rank) for rank in range(1000, 200_000, 9973)]
    solved = [solve(board, method="greedy@misplaced") for board in boards]
    deep = [solve(board, method="greedy@misplaced", ties="deep") for board in boards]
    lengths = [(one.cost, other.cost) for one, other in zip(solved, deep, strict=True) if one.cost and other.cost]
    assert 2 * sum(one for one, _ in lengths) < sum(other for _, other in lengths)


def test_a_row_that_is_none() -> None:
    rows: tuple[Any, ...] = (5, None, [], "text")
    for row in rows:
        with pytest.raises(InputError, match="expected a question"):
            Question.from_json(row)


def test_limits_survive_json() -> None:
    for limits in (Limits(0, 0, 0, 0), Limits(time=float("inf")), Limits(time=10**400), Limits(nodes=2**70)):
        question = ask(BOARD, limits=limits)
        assert Question.from_json(question.to_json()) == question
    assert ask(BOARD, time_limit=0).key == ask(BOARD, time_limit=-0.0).key


def test_two_functions_are_two_heuristics() -> None:
    one, other = (ask(BOARD, method="astar", heuristic=lambda board, goal, value=value: value) for value in (0, 1))
    assert one != other


def test_what_is_known_stays_known() -> None:
    question = ask("15 14 8 12 / 10 11 9 13 / 2 6 1 5 / 3 7 4 0", method="anytime", time_limit=0.2)
    path = solve(question.start, method="anytime", time_limit=0.2)
    assert path.moves is not None
    known = replace(question, known=Known().joined(path).joined(replace(path, lower_bound=60, moves=None)))
    assert (known.known.lower_bound, known.known.moves) == (60, path.moves)
    assert known == question
    assert known.key == question.key
    assert Known.from_json(json.loads(json.dumps(known.known.to_json()))) == known.known
    answer = known.answer(Outcome(Status.LIMIT, None, 41), "native")
    assert (answer.status, answer.moves, answer.lower_bound) == (Status.LIMIT, path.moves, 60)
    proven = known.answer(Outcome(Status.LIMIT, None, len(path.moves), CANCELLED), "native")
    assert (proven.status, proven.cost, proven.reason) == (Status.OPTIMAL, len(path.moves), "")


def test_optimal_goes_on_from_the_bound_and_the_path() -> None:
    question = ask("15 14 8 12 / 10 11 9 13 / 2 6 1 5 / 3 7 4 0", method="optimal")
    whole = solve_question(question)
    assert whole.cost is not None
    path = solve(question.start, method="anytime", time_limit=0.2)
    rest = solve_question(replace(question, known=Known(whole.cost, path.moves)))
    assert (rest.status, rest.cost) == (Status.OPTIMAL, whole.cost)
    assert rest.stats.generated < whole.stats.generated
    done = solve_question(replace(question, known=Known(whole.cost, whole.moves)))
    assert (done.status, done.moves, done.stats.generated) == (Status.OPTIMAL, whole.moves, 1)


def test_anytime_goes_on_from_the_path() -> None:
    """With work for next to nothing the path that was known is the answer, and with more it is never a longer one."""
    start = "9 20 17 24 2 / 18 5 12 0 16 / 21 8 7 23 14 / 13 4 1 11 22 / 10 15 3 19 6"
    question = ask(start, method="anytime", threads=1, node_limit=300_000)
    first = solve_question(question)
    assert first.cost is not None
    after = Known().joined(first)
    hurried = ask(start, method="anytime", threads=1, node_limit=1)
    assert solve_question(hurried).cost > first.cost  # type: ignore[operator]
    found = quick_path(replace(hurried, known=after), None, 1, lambda _length, _seconds: None, lambda: False)
    assert found.moves is not None
    assert len(found.moves) <= first.cost
    more = quick_path(replace(question, known=after), None, 300_000, lambda _length, _seconds: None, lambda: False)
    assert more.moves is not None
    assert len(more.moves) <= first.cost
