# SPDX-License-Identifier: MIT
"""What both engines promise besides equal answers: limits, observers of any manners, slow heuristics, memory."""

import mmap
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from tests import peak_memory
from tests.differential.test_native_equals_python import assert_same
from tests.waiting import HANGS

from taquin.board import Board
from taquin.engines.python import PythonEngine
from taquin.method import parse_method
from taquin.methods import textbook
from taquin.notation import parse_board
from taquin.question import Question
from taquin.search import base
from taquin.solution import Limits, Observer, Status
from taquin.solver import solve

HARD15 = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"
HARD8 = "8 6 7 / 2 5 4 / 3 0 1"
ENGINES = ("python", "native")
OWN = "tests.differential.own_heuristics"

not_sanitized = pytest.mark.skipif("TAQUIN_SANITIZED" in os.environ, reason="sanitizers take time and memory of their own")


class Manners(Observer):
    """Answers as Python code does: with anything that is true or false."""

    def __init__(self, answer: object, trace_limit: int = 0) -> None:
        self.answer = answer
        self.trace_limit = trace_limit
        self.traced = 0

    def expansion(self, expansion: object) -> None:
        self.traced += 1

    def cancelled(self) -> bool:
        return self.answer  # type: ignore[return-value]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("answer", "status"), [(0, Status.OPTIMAL), (None, Status.OPTIMAL), (1, Status.CANCELLED)])
def test_whatever_is_true_cancels(engine: str, answer: object, status: Status) -> None:
    assert solve(HARD8, method="astar", engine=engine, observer=Manners(answer)).status is status


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("trace_limit", "traced"), [(-3, 0), (0, 0), (7, 7), (10**30, None)])
def test_any_trace_limit_is_taken(engine: str, trace_limit: int, traced: int | None) -> None:
    observer = Manners(False, trace_limit)
    solution = solve(HARD8, method="astar", engine=engine, observer=observer)
    assert observer.traced == (solution.stats.expanded if traced is None else traced)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("limits", [Limits(nodes=10**30), Limits(memory=10**30), Limits(depth=10**30)])
def test_limits_beyond_every_machine_are_no_limits(engine: str, limits: Limits) -> None:
    assert solve(HARD8, method="astar", engine=engine, limits=limits).cost == 31


@pytest.mark.parametrize("engine", ENGINES)
def test_a_search_without_a_limit_ends_before_the_machine(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (textbook, base):
        monkeypatch.setattr(module, "spare_memory", lambda: 3_000_000)
    solution = solve(HARD15, method="astar", engine=engine)
    assert (solution.status, solution.reason) == (Status.LIMIT, "the machine's memory ran out")
    assert solution.stats.peak_memory < 4_000_000


def test_a_python_search_that_cannot_allocate_ends_with_a_status(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(base.SearchRun, "expand", fail)
    problem = Question(parse_board(HARD8), Board.goal(3, 3), parse_method("bfs"))
    outcome = PythonEngine().solve(problem, Observer())
    assert (outcome.status, str(outcome.reason)) == (Status.LIMIT, "the machine's memory ran out")


@pytest.mark.parametrize("name", ["wastar", "astar", "greedy", "idastar", "beam"])
def test_the_largest_values_and_weights_do_not_overflow(name: str) -> None:
    method = parse_method(f"{name}@{OWN}:extreme", weight="999.999")
    assert_same(Question(parse_board(HARD8), Board.goal(3, 3), method), Limits(nodes=3000))


@pytest.mark.parametrize("width", [1, 1000, 10_000_000])
def test_a_beam_of_any_width_is_the_same(width: int) -> None:
    problem = Question(parse_board(HARD8), Board.goal(3, 3), parse_method("beam@misplaced", beam_width=width))
    assert_same(problem, Limits(), trace_limit=50)


class Stopwatch(Observer):
    """Cancels when it was asked so often, and remembers the longest time between two questions."""

    def __init__(self, questions: int) -> None:
        self.left = questions
        self.cpu = time.thread_time()
        self.longest = 0.0

    def cancelled(self) -> bool:
        # CPU time: on a busy machine the clock on the wall says nothing about the search.
        now = time.thread_time()
        self.longest, self.cpu = max(self.longest, now - self.cpu), now
        self.left -= 1
        return self.left <= 0


def test_a_slow_heuristic_can_be_cancelled() -> None:
    solution = solve(HARD15, method=f"astar@{OWN}:slow", engine="native", limits=Limits(time=0.3))
    assert solution.status is Status.LIMIT
    assert solution.stats.expanded < 64  # as often as the clock is looked at otherwise


@not_sanitized
def test_a_wide_beam_can_be_cancelled() -> None:
    watch = Stopwatch(100)
    solution = solve(HARD15, method=parse_method("beam@manhattan", beam_width=300_000), engine="native", observer=watch)
    assert solution.status is Status.CANCELLED
    assert watch.longest < 0.1


@not_sanitized
@peak_memory.told
@pytest.mark.parametrize("method", ["beam@manhattan", "beam@euclidean", "dfs"])
def test_a_memory_limit_holds(method: str) -> None:
    code = (
        "import sys; from taquin import Limits, parse_method, solve\n"
        f"used = lambda: {peak_memory.PEAK}\n"
        "before = used(); method = parse_method(sys.argv[1], beam_width=300_000)\n"
        "solution = solve(sys.argv[2], method=method, engine='native', limits=Limits(memory=150_000_000))\n"
        "print(solution.status, used() - before)"
    )
    command = [sys.executable, "-c", code, method, HARD15]
    status, grown = subprocess.run(command, capture_output=True, text=True, check=True, timeout=HANGS).stdout.split()
    assert status == "limit"
    assert int(grown) < 1.1 * 150_000_000 + mmap.PAGESIZE


def test_threads_share_nothing() -> None:
    found: list[tuple[int | None, int]] = []

    def work(method: str) -> None:
        solution = solve(HARD8, method=method, engine="native")
        found.append((solution.cost, solution.stats.generated))

    methods = ["astar@walking-distance", "idastar@walking-distance", "bfs", f"greedy@{OWN}:half_manhattan"] * 2
    threads = [threading.Thread(target=work, args=(method,)) for method in methods]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone = [solve(HARD8, method=method, engine="native") for method in methods]
    assert sorted(found, key=str) == sorted(((one.cost, one.stats.generated) for one in alone), key=str)


def test_a_core_that_cannot_be_loaded_says_so(tmp_path: Path) -> None:
    package = Path(textbook.__file__).parents[1]
    (tmp_path / "taquin").mkdir()
    for entry in package.iterdir():
        if not entry.name.startswith("_core") and entry.name != "__pycache__":
            (tmp_path / "taquin" / entry.name).symlink_to(entry)
    (tmp_path / "taquin" / "_core.abi3.so").write_bytes(b"not a library")
    code = "from taquin.engines import ENGINES; print(ENGINES['native'].missing())"
    command = [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {code}"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, timeout=HANGS).stdout
    assert answer.startswith("the compiled core cannot be loaded")
