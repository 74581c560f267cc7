# SPDX-License-Identifier: MIT
"""Many questions: in order or as they come, on threads and in processes, whatever happens to one of them."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from types import SimpleNamespace

import pytest
from tests.waiting import HANGS, wait_until

from taquin import (
    Board,
    ManyProgress,
    Observer,
    Progress,
    Question,
    Solution,
    Status,
    ask,
    load_instances,
    random_board,
    solve,
    solve_many,
)
from taquin.engines import Engine, choose_engine
from taquin.errors import InputError
from taquin.many import answer_many, answers, side_by_side
from taquin.question import Known
from taquin.solution import Outcome

OWN = "tests.differential.own_heuristics"
BOARDS = [random_board("3x3", seed=seed) for seed in range(12)]
HARD = load_instances("korf15:88")[0]


@pytest.mark.parametrize("jobs", [1, 2, 5])
@pytest.mark.parametrize("options", [{}, {"engine": "python"}, {"method": "astar@manhattan"}, {"processes": True}])
def test_the_answers_are_those_of_solve(jobs: int, options: dict[str, object]) -> None:
    asked = {name: value for name, value in options.items() if name != "processes"}
    expected = [(s.cost, s.method, s.stats.generated) for s in (solve(board, **asked) for board in BOARDS)]  # type: ignore[arg-type]
    found = list(solve_many(BOARDS, jobs=jobs, **options))  # type: ignore[arg-type]
    assert [(s.cost, s.method, s.stats.generated) for s in found] == expected
    assert [s.start for s in found] == BOARDS


@pytest.mark.parametrize("processes", [True, False])
def test_what_is_known_goes_along(processes: bool) -> None:
    path = solve(HARD.start, HARD.goal, "anytime", max_nodes=1)
    assert HARD.optimal is not None
    bound = HARD.optimal - 2  # more than any table says of the start
    question = replace(ask(HARD, method="optimal", max_nodes=1), known=Known(bound, path.moves))
    (answer,) = solve_many([question], processes=processes)
    assert (answer.status, answer.lower_bound, answer.moves) == (Status.LIMIT, bound, path.moves)


def test_as_they_come() -> None:
    others = threading.Event()

    def slow(board: Board, goal: Board) -> int:
        assert others.wait(HANGS)
        return 0

    numbers: list[int] = []
    questions = [ask("123456078", method="astar", heuristic=slow), *(ask(board, method="bfs") for board in BOARDS)]
    for number, _ in answer_many(questions, jobs=2):
        numbers.append(number)
        if len(numbers) == len(BOARDS):
            others.set()
    assert sorted(numbers) == list(range(len(questions)))
    assert numbers[-1] == 0


def test_what_goes_wrong_with_one_costs_no_other() -> None:
    methods = ["bfs", f"astar@{OWN}:broken", "astar@walking-distance", f"astar@{OWN}:deadly", "idastar"]
    boards = [BOARDS[0], BOARDS[0], random_board("5x5", seed=1), BOARDS[0], BOARDS[0]]
    found = list(solve_many([ask(board, method=method) for board, method in zip(boards, methods, strict=True)], jobs=2))
    assert [s.status for s in found] == [Status.OPTIMAL, Status.FAILED, Status.FAILED, Status.FAILED, Status.OPTIMAL]
    assert "no luck" in found[1].reason
    assert "does not take 5x5" in found[2].reason
    assert found[3].reason == "the process died: exit code 1"


def test_a_function_that_no_process_finds_is_called_here() -> None:
    boards = [random_board("3x3", seed=seed, depth=10) for seed in range(6)]
    found = list(solve_many(boards, method="astar", heuristic=lambda board, goal: 0, jobs=2))
    assert [s.cost for s in found] == [s.cost for s in solve_many(boards)]


def test_an_answer_that_has_to_wait_is_heard_of_at_once() -> None:
    heard = threading.Event()
    early: list[int] = []

    def slow(board: Board, goal: Board) -> int:
        assert heard.wait(HANGS)
        return 0

    def hear(number: int, solution: Solution) -> None:
        assert solution.status is Status.OPTIMAL
        early.append(number)
        if len(early) == 2:
            heard.set()

    questions = [ask("123456078", method="astar", heuristic=slow), *(ask(board, method="bfs") for board in BOARDS[:2])]
    numbers = [number for number, _ in answer_many(questions, jobs=2, ordered=True, early=hear)]
    assert (early, numbers) == ([1, 2], [0, 1, 2])


def test_progress_tells_how_far_it_is() -> None:
    heard: list[tuple[int, int | None]] = []

    def hear(progress: ManyProgress) -> None:
        assert progress.rate > 0
        assert progress.seconds_left is not None
        heard.append((progress.done, progress.total))

    list(solve_many(BOARDS, jobs=2, progress=hear))
    assert heard == [(number, len(BOARDS)) for number in range(1, len(BOARDS) + 1)]


class Impatient(Observer):
    """Cancels when it has heard of progress."""

    def __init__(self) -> None:
        self.stop = False

    def progress(self, progress: Progress) -> None:
        self.stop = True

    def cancelled(self) -> bool:
        return self.stop


@pytest.mark.parametrize("engine", ["native", "python"])
def test_cancelling_ends_it_soon(engine: str) -> None:
    observer = Impatient()
    questions = [ask(HARD.start, HARD.goal, "idastar@manhattan", engine=engine)] * 5
    found = list(solve_many(questions, jobs=2, observer=observer))
    assert {s.status for s in found} == {Status.CANCELLED}
    assert len(found) <= 2


def test_closing_the_iterator_stops_the_rest() -> None:
    running = threading.active_count()
    answers = solve_many([ask(BOARDS[0]), *[ask(HARD.start, HARD.goal, "idastar@manhattan")] * 3], jobs=2)
    assert next(answers).status is Status.OPTIMAL
    answers.close()
    wait_until(lambda: threading.active_count() <= running, "the end of the threads")


def test_a_batch_does_not_wait_for_room_that_later_answers_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """One job has the questions 0 to 2, the other answers 3 and 4, which wait for 1: with room for two nobody could go on."""
    card = SimpleNamespace(name="card", takes_threads=False, batch_size=lambda question: 1000)
    collected, others = threading.Event(), threading.Event()
    turns = count()
    answer, choose, take = answers.answer, choose_engine, side_by_side._Room.take

    def take_after_the_batch(room: side_by_side._Room, seconds: float) -> bool:
        assert not next(turns) or collected.wait(HANGS)  # else the other job may have question 1, and wait for the card in vain
        return take(room, seconds)

    def answer_and_tell(question: Question, observer: Observer, engine: Engine) -> Solution:
        solution = answer(question, observer, engine)
        if question.start == BOARDS[4]:
            others.set()
        return solution

    def solve_batch(_self: object, batch: list[answers.Numbered], _engine: object) -> Iterator[tuple[int, Solution]]:
        assert [number for number, _ in batch] == [0, 1]
        collected.set()
        for number, question in batch:
            yield number, question.answer(Outcome(Status.GAVE_UP), "card")
            assert others.wait(HANGS)

    monkeypatch.setattr(side_by_side, "ROOM_PER_JOB", 1)
    monkeypatch.setattr(side_by_side._Room, "take", take_after_the_batch)
    monkeypatch.setattr(side_by_side, "answer", answer_and_tell)
    monkeypatch.setattr(side_by_side, "choose_engine", lambda asked: card if asked.start in BOARDS[:2] else choose(asked))
    monkeypatch.setattr(side_by_side.SideBySide, "_solve_batch", solve_batch)
    found = list(solve_many(BOARDS[:8], jobs=2))
    assert [s.start for s in found] == BOARDS[:8]
    assert [s.engine for s in found] == ["card"] * 2 + ["native"] * 6


def test_an_answer_does_not_wait_for_the_next_question() -> None:
    asked, answered = threading.Event(), threading.Event()

    def slow_source() -> Iterator[Question]:
        yield ask(BOARDS[0])
        asked.set()
        assert answered.wait(HANGS), "the first answer came only with the second question"
        yield ask(BOARDS[1])

    found = []
    for solution in solve_many(slow_source(), jobs=2):
        found.append(solution)
        assert asked.wait(HANGS)
        answered.set()
    assert len(found) == 2


def test_what_the_source_raises_reaches_the_caller() -> None:
    def broken() -> Iterator[Question]:
        yield ask(BOARDS[0])
        raise InputError("the file is gone")

    with pytest.raises(InputError, match="the file is gone"):
        list(solve_many(broken(), jobs=2))


@pytest.mark.parametrize("jobs", [0, -1, 2.5, True, "2"])
def test_a_number_of_jobs_that_is_none(jobs: object) -> None:
    with pytest.raises(InputError, match="expected a number of jobs from 1 on"):
        list(solve_many(BOARDS, jobs=jobs))  # type: ignore[arg-type]


def test_answers_before_a_broken_source_are_given() -> None:
    def breaks(engine: str) -> Iterator[Question]:
        yield from (ask(board, method="bfs", engine=engine) for board in BOARDS[:6])
        raise InputError("the file is gone")

    for jobs, engine in ((1, "native"), (2, "native"), (2, "python")):
        answers = solve_many(breaks(engine), jobs=jobs)
        assert [next(answers).start for _ in range(6)] == BOARDS[:6]
        with pytest.raises(InputError, match="the file is gone"):
            next(answers)


def test_one_slow_board_does_not_let_the_rest_pile_up() -> None:
    read = []

    def source() -> Iterator[Question]:
        yield ask(HARD.start, HARD.goal, "idastar@manhattan", time_limit=1.5)
        for number in range(100_000):
            read.append(number)
            yield ask(BOARDS[0])

    answers = solve_many(source(), jobs=2)
    assert next(answers).status in (Status.LIMIT, Status.OPTIMAL)
    assert len(read) <= 2 * 64 + 2
    answers.close()


class Counting(Observer):
    trace_limit = 3

    def __init__(self) -> None:
        self.heard = 0
        self.traced = 0

    def progress(self, progress: object) -> None:
        self.heard += 1

    def expansion(self, expansion: object) -> None:
        self.traced += 1

    def cancelled(self) -> bool:
        return self.heard >= 3


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("engine", ["native", "python"])
def test_an_observer_hears_the_same_wherever_it_runs(jobs: int, engine: str) -> None:
    observer = Counting()
    question = ask(HARD.start, HARD.goal, "idastar@manhattan", engine=engine)
    list(solve_many([question], jobs=jobs, observer=observer))
    assert observer.heard >= 3
    assert observer.traced == 3


@pytest.mark.parametrize("method", ["progress", "cancelled", "expansion"])
@pytest.mark.parametrize("engine", ["native", "python"])
def test_an_observer_that_raises_ends_the_run(method: str, engine: str) -> None:
    observer = Counting()

    def broken(*_: object) -> None:
        raise ZeroDivisionError("no luck")

    setattr(observer, method, broken)
    question = ask(HARD.start, HARD.goal, "idastar@manhattan", engine=engine)
    with pytest.raises(ZeroDivisionError):
        list(solve_many([question] * 3, jobs=2, observer=observer))


def test_limits_of_nothing_are_the_same_everywhere() -> None:
    for jobs, engine in ((1, "native"), (2, "native"), (2, "python")):
        found = list(solve_many(BOARDS[:3], method="bfs", time_limit=0, engine=engine, jobs=jobs))
        assert {solution.status for solution in found} == {Status.LIMIT}


@pytest.mark.parametrize("questions", ["1 2 3 / 4 5 6 / 7 8 0", 5, BOARDS[0]])
def test_what_is_not_many(questions: object) -> None:
    with pytest.raises(TypeError, match="expected several questions or boards"):
        solve_many(questions)  # type: ignore[arg-type]
