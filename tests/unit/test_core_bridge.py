# SPDX-License-Identifier: MIT
"""The bridge between the core's threads and Python: whatever Python answers or raises, the process goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.waiting import HANGS, wait_until_busy

import taquin
from taquin import Board, _core as core
from taquin.solution import Observer

HARD15 = (15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0)
GOAL15 = tuple(range(16))
GOAL25 = tuple(range(25))
HARD25 = tuple(range(24, -1, -1))


class WithoutTruth:
    """What an observer may return by mistake: `if` cannot decide on it."""

    def __bool__(self) -> bool:
        raise ZeroDivisionError("no truth")


def raising(*_: object) -> bool:
    """Answer nothing."""
    raise KeyError("poll")


STOPPING: list[Callable[..., object]] = [lambda *_: 1, lambda *_: "yes", lambda *_: [0], lambda *_: True]
GOING_ON: list[Callable[..., object]] = [lambda *_: None, lambda *_: 0, lambda *_: "", lambda *_: False]
FAILING: list[tuple[Callable[..., object], type[Exception]]] = [
    (raising, KeyError),
    (lambda *_: WithoutTruth(), ZeroDivisionError),
    (lambda: None, TypeError),  # takes no argument
]


def manhattan_solver() -> core.OptimalSolver:
    """A solver with tables of single tiles, hence Manhattan distance: hard boards take it minutes."""
    groups = [[tile] for tile in range(1, 16)]
    tables, _ = core.plan_patterns(4, 4, 0, groups)
    held = [core.build_pattern(4, 4, blank, tiles, 1, lambda *_: True) for blank, tiles, _, _ in tables]
    assert all(table is not None for table in held)
    return core.OptimalSolver(core.PatternDatabases(4, 4, GOAL15, groups, [table for table in held if table is not None]), None)


@pytest.fixture(scope="module")
def solver() -> core.OptimalSolver:
    """Made once."""
    return manhattan_solver()


def search(**options: Any) -> tuple[Any, ...]:
    """Ask the core for a textbook search: A* on a hard 15-puzzle, but for what is said."""
    usual: dict[str, Any] = {
        "algorithm": "astar",
        "rows": 4,
        "cols": 4,
        "start": HARD15,
        "goal": GOAL15,
        "parts": ["manhattan"],
        "factors": [1],
        "admissible": True,
        "scale": 1,
        "order": (0, 1, 2, 3),
        "weight_over": 1,
        "weight_under": 1,
        "beam_width": 1,
        "seconds": 0.05,
        "nodes": None,
        "memory": 2**26,
        "depth": None,
        "trace_limit": 0,
        "poll": lambda *_: False,
        "expansion": lambda *_: None,
    }
    return core.search(**(usual | options))


Run = Callable[[Callable[..., object], float | None], object]


def searches(solver: core.OptimalSolver) -> dict[str, Run]:
    """Every entry that asks a `poll` of Python, by name; each returns what tells how it ended."""

    def optimal(threads: int) -> Run:
        return lambda poll, seconds: solver.solve(HARD15, threads, 0, 1000, seconds, None, poll)[4]

    def roots(threads: int) -> Run:
        paths, _, _, _ = solver.split(HARD15, 70, 20, None, None, lambda *_: False)
        return lambda poll, seconds: solver.search_roots(HARD15, paths, 70, threads, seconds, None, poll, lambda *_: None)[3]

    def anytime(threads: int) -> Run:
        def run(poll: Callable[..., object], seconds: float | None) -> object:
            improved = lambda _length, _seconds: None  # noqa: E731
            ask = lambda: poll(0, 0)  # noqa: E731
            found = core.solve_anytime(5, 5, HARD25, GOAL25, seconds, None, threads, 0, 0, improved, ask)
            return "cancelled" if found[3] else "time"

        return run

    def split(poll: Callable[..., object], seconds: float | None) -> object:
        return solver.split(HARD15, 90, 10**9, seconds, None, poll)[3]

    def textbook(poll: Callable[..., object], seconds: float | None) -> object:
        return search(algorithm="idastar", poll=poll, seconds=seconds)[0]

    def walking_tables(poll: Callable[..., object], seconds: float | None) -> object:
        """Tables of millions of states, which take longer than any test."""
        return search(rows=5, cols=5, start=HARD25, goal=GOAL25, parts=["walking-distance"], poll=poll, seconds=seconds)[0]

    return {
        "optimal": optimal(1),
        "optimal-2": optimal(2),
        "roots": roots(1),
        "roots-2": roots(2),
        "split": split,
        "anytime": anytime(1),
        "anytime-2": anytime(2),
        "textbook": textbook,
        "walking-tables": walking_tables,
    }


NAMES = ["optimal", "optimal-2", "roots", "roots-2", "split", "anytime", "anytime-2", "textbook", "walking-tables"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("poll", STOPPING)
def test_whatever_is_true_cancels(solver: core.OptimalSolver, name: str, poll: Callable[..., object]) -> None:
    assert searches(solver)[name](poll, None) == "cancelled"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("poll", GOING_ON)
def test_whatever_is_false_goes_on(solver: core.OptimalSolver, name: str, poll: Callable[..., object]) -> None:
    assert searches(solver)[name](poll, 0.08) == "time"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("poll", "error"), FAILING)
def test_what_a_poll_raises_comes_out(
    solver: core.OptimalSolver, name: str, poll: Callable[..., object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        searches(solver)[name](poll, None)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_the_other_callbacks_raise_comes_out(solver: core.OptimalSolver, threads: int) -> None:
    with pytest.raises(KeyError):
        core.solve_anytime(5, 5, HARD25, GOAL25, None, None, threads, 0, 0, raising, lambda: False)
    bound = solver.estimate(HARD15) + 4
    paths, _, _, _ = solver.split(HARD15, bound, 20, None, None, lambda *_: False)
    with pytest.raises(KeyError):
        solver.search_roots(HARD15, paths, bound, threads, None, None, lambda *_: False, raising)
    with pytest.raises(KeyError):
        core.explore(rows=2, cols=3, goal=tuple(range(6)), threads=threads, most_deepest=1, layer=raising)
    for answer in (None, 1, WithoutTruth()):
        counts, _ = core.explore(rows=2, cols=3, goal=tuple(range(6)), threads=threads, most_deepest=1, layer=lambda *_: answer)  # noqa: B023
        assert sum(counts) == 360


class Answering(Observer):
    """An observer whose answer is not a bool."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def cancelled(self) -> bool:
        return self.answer  # type: ignore[return-value]


@pytest.mark.parametrize("answer", [1, "yes", WithoutTruth()])
@pytest.mark.parametrize("method", ["anytime", "optimal"])
def test_observers_of_the_public_interface(method: str, answer: object) -> None:
    size, tiles = (5, HARD25) if method == "anytime" else (4, HARD15)
    options: dict[str, Any] = {"threads": 2}
    if method == "optimal":
        options["heuristic"] = "pdb:" + "-".join(["1"] * 15)  # weak, so that it takes long
    start, goal = Board.from_tiles(size, size, tiles), Board.from_tiles(size, size, tuple(range(size * size)))
    if isinstance(answer, WithoutTruth):
        with pytest.raises(ZeroDivisionError):
            taquin.solve(start, goal, method, observer=Answering(answer), **options)
    else:
        assert taquin.solve(start, goal, method, observer=Answering(answer), **options).status is taquin.Status.CANCELLED


BUILDS: dict[str, Callable[[Callable[[], object]], object]] = {
    "automaton": lambda poll: core.build_automaton(5, 5, 15, poll),
    "ranked": lambda poll: core.build_pattern(4, 4, 0, (2, 3, 6, 7, 10, 11, 14, 15), 2, lambda *_: not poll()),
    "direct": lambda poll: core.build_pattern(5, 5, 0, (1, 2, 3, 6, 7, 8), 2, lambda *_: not poll()),
}


@pytest.mark.parametrize("name", list(BUILDS))
@pytest.mark.parametrize("after", [0, 1, 3, 10, 20])
def test_builds_stop_when_they_are_told(name: str, after: int) -> None:
    answers: list[bool] = []

    def poll() -> bool:
        answers.append(len(answers) >= after)
        return answers[-1]

    assert BUILDS[name](poll) is None
    assert answers == [False] * after + [True]


@pytest.mark.parametrize("name", list(BUILDS))
def test_what_the_poll_of_a_build_raises_comes_out(name: str) -> None:
    with pytest.raises(KeyError):
        BUILDS[name](raising)
    with pytest.raises(ZeroDivisionError):
        BUILDS[name](WithoutTruth)


def test_without_a_poll_an_automaton_is_built() -> None:
    built = core.build_automaton(3, 3, 10)
    assert built == core.build_automaton(3, 3, 10, None) == core.build_automaton(3, 3, 10, lambda: False)
    with pytest.raises(ValueError, match="2 to 24"):
        core.build_automaton(3, 3, 30)


@pytest.mark.skipif(os.name != "posix", reason="signals are sent")
@pytest.mark.parametrize(
    "call",
    [
        "build_automaton(5, 5, 16)",
        "build_pattern(5, 5, 0, (1, 2, 3, 5, 6, 7, 8), 2, slice)",
        "explore(rows=4, cols=3, goal=tuple(range(12)), threads=1, most_deepest=1, layer=slice)",
    ],
)
def test_an_interrupt_ends_a_build_at_once(call: str) -> None:
    """Even where no Python code is run meanwhile, in which it would be noticed: `slice` is none, and what it makes is true."""
    program = f"""
        import sys, time
        from taquin import _core as core
        try:
            print("ready", flush=True)
            core.{call}
        except KeyboardInterrupt:
            sys.exit(7)
        sys.exit(8)
    """
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        wait_until_busy(process.pid)
        process.send_signal(signal.SIGINT)
        assert process.wait(HANGS) == 7


NO_THREADS = """
    import os, resource, sys, threading
    sys.path[:0] = [{tests!r}]
    import test_core_bridge as bridge  # all that is needed, while it may be read
    from taquin import _core as core
    if os.geteuid() == 0:
        os.setgroups([]); os.setgid(65534); os.setuid(65534)
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    try:
        threading.Thread(target=int).start()
        print("a thread was started")
        sys.exit(77)
    except RuntimeError:
        pass
    solver = bridge.manhattan_solver()
    for name, run in bridge.searches(solver).items():
        assert run(lambda *_: None, 0.08) == "time", name
        assert run(lambda *_: 1, None) == "cancelled", name
        for poll, error in bridge.FAILING:
            try:
                run(poll, None)
            except error:
                continue
            raise AssertionError(name)
    for name, build in bridge.BUILDS.items():
        assert build(lambda: 1) is None, name
    assert core.build_automaton(3, 3, 10) is not None
    counts, _ = core.explore(rows=3, cols=3, goal=tuple(range(9)), threads=4, most_deepest=1, layer=lambda *_: None)
    assert sum(counts) == 181440
    moves, *_ = core.solve_anytime(5, 5, bridge.HARD25, bridge.GOAL25, 0.1, None, 4, 0, 0, lambda *_: None, lambda: None)
    assert moves
    print("all is well")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of processes are Linux's")
def test_where_no_thread_can_be_started() -> None:
    """As a user without rights whose processes are counted out; such a one cannot start any thread."""
    program = textwrap.dedent(NO_THREADS.format(tests=str(Path(__file__).parent)))
    done = subprocess.run([sys.executable, "-B", "-c", program], capture_output=True, text=True, timeout=HANGS, check=False)
    if done.returncode == 77 or "Permission denied" in done.stderr:
        pytest.skip("this user may always start threads, or another may not read Taquin")
    assert done.returncode == 0, done.stderr
    assert "all is well" in done.stdout


def test_boards_are_checked_on_every_way_in(solver: core.OptimalSolver) -> None:
    groups = [[1, 2, 3]]
    ((blank, tiles, _, _),), _ = core.plan_patterns(4, 4, 0, groups)
    table = core.build_pattern(4, 4, blank, tiles, 1, lambda *_: True)
    assert table is not None
    databases = core.PatternDatabases(4, 4, GOAL15, groups, [table])
    assert databases.estimate(GOAL15) == 0
    for bad in ([15] * 16, [0] * 16, [], list(range(15)), list(range(17)), [*range(15), 16]):
        with pytest.raises(ValueError, match="each once"):
            databases.estimate(bad)
        with pytest.raises(ValueError, match="each once"):
            core.PatternDatabases(4, 4, bad, groups, [table])
        with pytest.raises(ValueError, match="each once"):
            solver.solve(bad, 1, 0, 1000, None, None, lambda *_: False)
        with pytest.raises(ValueError, match="each once"):
            solver.estimate(bad)
        with pytest.raises(ValueError, match="each once"):
            core.PartitionFitter(4, 4, 0).estimate([bad], groups, lambda: False)
        with pytest.raises(ValueError, match="each once"):
            core.explore(rows=3, cols=4, goal=bad, threads=1, most_deepest=1, layer=lambda *_: None)
        with pytest.raises(ValueError, match="tiles"):
            core.solve_anytime(4, 4, bad, GOAL15, 0.1, None, 1, 0, 0, lambda *_: None, lambda: False)


def test_buffers_are_held_while_their_tables_are_used() -> None:
    groups = [[1, 2, 3]]
    ((blank, tiles, size, _),), _ = core.plan_patterns(4, 4, 0, groups)
    table = core.build_pattern(4, 4, blank, tiles, 1, lambda *_: True)
    assert isinstance(table, bytearray)
    databases = core.PatternDatabases(4, 4, GOAL15, groups, [table])
    with pytest.raises(BufferError):
        table.clear()
    solver = core.OptimalSolver(databases, None)
    del databases
    with pytest.raises(BufferError):
        table.clear()
    assert solver.estimate(GOAL15) == 0
    del solver
    table.clear()
    with pytest.raises(ValueError, match="shorter"):
        core.PatternDatabases(4, 4, GOAL15, groups, [bytes(size - 1)])


def test_many_threads_of_python_search_at_the_same_time(solver: core.OptimalSolver) -> None:
    endings: list[object] = []
    runs = searches(solver)
    threads = [threading.Thread(target=lambda run=run: endings.append(run(lambda *_: 0, 0.2))) for run in runs.values()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert endings == ["time"] * len(runs)


SENSELESS: list[tuple[dict[str, Any], str]] = [
    ({"scale": 0}, "scale"),
    ({"scale": -1}, "scale"),
    ({"scale": 2**62}, "scale"),
    ({"weight_over": 0}, "weight"),
    ({"weight_over": -1}, "weight"),
    ({"weight_over": 2**62}, "weight"),
    ({"weight_under": -1}, "weight"),
    ({"weight_under": 2**40}, "weight"),
    ({"factors": [-1]}, "factors"),
    ({"factors": [2**63 - 1]}, "factors"),
    ({"parts": ["\udc80"]}, "name"),
    *[({"parts": [lambda _, value=value: value]}, "whole number") for value in (-1, None, 1.5, "1", 2**63 - 1, 2**64, 2**70)],
]


@pytest.mark.parametrize(("options", "complaint"), SENSELESS)
@pytest.mark.parametrize("algorithm", ["astar", "wastar", "greedy", "idastar", "beam"])
def test_senseless_numbers_are_refused(algorithm: str, options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        search(algorithm=algorithm, **options)


def test_bounds_beyond_every_board_are_refused(solver: core.OptimalSolver) -> None:
    never = lambda *_: False  # noqa: E731
    for bound in (1001, 2**31 - 2, 2**31 - 1):
        with pytest.raises(ValueError, match="1000 moves"):
            solver.solve(HARD15, 1, bound, 2**31 - 1, 0.1, None, never)
        with pytest.raises(ValueError, match="1000 moves"):
            solver.split(HARD15, bound, 10, None, None, never)
        with pytest.raises(ValueError, match="1000 moves"):
            solver.search_roots(HARD15, [b""], bound, 1, 0.1, None, never, never)
    for shape in ((65536, 65536), (2**31 - 1, 2**31 - 1), (-4, -4)):
        with pytest.raises(ValueError, match="36 cells"):
            core.plan_patterns(*shape, 0, [[1]])
        with pytest.raises(ValueError, match="36 cells"):
            core.PatternDatabases(*shape, GOAL15, [[1]], [b""])
    with pytest.raises(TypeError, match="pattern databases"):
        core.OptimalSolver(3, None)  # type: ignore[arg-type]


def test_more_threads_than_any_machine_has(solver: core.OptimalSolver) -> None:
    """Each has its share of the work, which is cut in so many pieces."""
    assert solver.solve(HARD15, 2**31 - 1, 0, 1000, 0.2, None, lambda *_: False)[4] == "time"


def test_databases_of_another_goal_are_refused() -> None:
    groups = [[1, 2]]
    for rows, cols, goal in ((5, 5, GOAL25), (4, 4, (*range(1, 16), 0))):
        blank_goal = goal.index(0)
        groups = [[1, 2]]
        tables, _ = core.plan_patterns(rows, cols, blank_goal, groups)
        databases = core.PatternDatabases(rows, cols, goal, groups, [bytes(size) for _, _, size, _ in tables])
        with pytest.raises(ValueError, match="another goal"):
            search(parts=[databases])


def test_the_queue_is_within_the_memory_limit() -> None:
    """A bucket for every value: estimates of millions of moves take gigabytes, which are counted before they are taken."""
    for algorithm in ("astar", "greedy"):
        ending, _, _, stats = search(algorithm=algorithm, parts=[lambda _: 3 * 10**7], memory=2**26)
        assert ending == "memory"
        assert stats[6] <= 2**26


def test_parts_that_go_while_others_are_made() -> None:
    parts: list[Any] = ["walking-distance", lambda _: 0]

    def poll(*_: object) -> bool:
        parts.clear()
        return False

    assert (
        search(rows=5, cols=3, start=range(15), goal=range(15), parts=parts, factors=[1, 1], poll=poll, seconds=None)[0]
        == "optimal"
    )


FORK = """
    import os, signal, sys, threading
    sys.path[:0] = [{tests!r}]
    import test_core_bridge as bridge
    building, stop = threading.Event(), threading.Event()

    def poll(*_):
        building.set()
        return stop.is_set()

    large = dict(rows=5, cols=5, start=bridge.HARD25, goal=bridge.GOAL25, seconds=None)
    builder = threading.Thread(target=lambda: bridge.search(parts=["walking-distance"], poll=poll, **large))
    builder.start()
    building.wait()
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        bridge.search(rows=2, cols=2, start=range(4), goal=range(4), parts=["walking-distance"])
        bridge.search(parts=["linear-conflict"])
        os._exit(0)
    _, status = os.waitpid(child, 0)
    stop.set()
    builder.join()
    sys.exit(status != 0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_fork_while_another_thread_builds_shared_tables() -> None:
    """The child has no such thread, and must not wait for it."""
    program = textwrap.dedent(FORK.format(tests=str(Path(__file__).parent)))
    assert subprocess.run([sys.executable, "-c", program], timeout=HANGS, check=False).returncode == 0


DAEMONS = {
    "anytime": "core.solve_anytime(5, 5, bridge.HARD25, bridge.GOAL25, 30.0, None, 1, 0, 0, work, work)",
    "poll": "bridge.search(algorithm='idastar', seconds=None, poll=work)",
    "heuristic": "bridge.search(algorithm='idastar', seconds=None, parts=[work])",
    "trace": "bridge.search(algorithm='idastar', seconds=None, trace_limit=10**9, expansion=work)",
    "solver": "bridge.manhattan_solver().solve(bridge.HARD15, 2, 0, 1000, None, None, work)",
    "fitter": "core.PartitionFitter(4, 4, 0).fit([HARD] * 50, [1] * 50, [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], work)",
}


@pytest.mark.parametrize("name", list(DAEMONS))
def test_daemons_that_search_do_not_outlive_the_interpreter(name: str) -> None:
    """The process ends while threads are in the core, and in Python that the core has called: without a word."""
    program = f"""
        import sys, threading
        sys.path[:0] = [{str(Path(__file__).parent)!r}]
        import test_core_bridge as bridge
        from taquin import _core as core
        HARD = bridge.HARD15
        sys.setswitchinterval(1e-5)
        busy = [threading.Event() for _ in range(6)]

        def call(event):
            def work(*_):
                event.set()
                return sum(range(300)) < 0
            while True:
                {DAEMONS[name]}

        for event in busy:
            threading.Thread(target=call, args=(event,), daemon=True).start()
        for event in busy:
            event.wait()
    """
    call = [sys.executable, "-c", textwrap.dedent(program)]
    for _ in range(3):
        done = subprocess.run(call, capture_output=True, text=True, timeout=HANGS, check=False)
        assert (done.returncode, done.stderr) == (0, "")
