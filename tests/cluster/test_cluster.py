# SPDX-License-Identifier: MIT
"""A real cluster on the loopback device: scheduler and workers are processes, killed by their process ids."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.waiting import HANGS, wait_until

from taquin import Board, Limits, Progress, Solution, Status, ask, parse_method, solve, solve_many
from taquin.cli import main
from taquin.engines.cluster.connect import connect
from taquin.engines.cluster.engine import ClusterEngine
from taquin.errors import EngineError
from taquin.instances import load_set
from taquin.lab.journal import read_journal
from taquin.many.cluster import DEADLY
from taquin.methods import optimal, solvers
from taquin.methods.ends import End
from taquin.scramble import walk_board
from taquin.solution import Observer
from taquin.tables.partitions import load_plan, partition_named
from taquin.tables.store import PAYLOAD_OFFSET, path_of

pytest.importorskip("distributed")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")]

INSTANCE = load_set("korf15").instances[87]
OWN = "tests.differential.own_heuristics"
TABLES = "optimal@pdb:4-4-4-3"
EXHAUSTED = Limits(depth=61)
"""Iterations up to here hold no solution, so their node total is fixed."""


class Processes:
    """The processes of a cluster; all are ended with the test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.scheduler_file = folder / "scheduler.json"
        self.running: list[subprocess.Popen[bytes]] = []

    def start(self, module: str, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", module, "--scheduler-file", str(self.scheduler_file), "--no-dashboard", *options]
        log = (self.folder / f"log-{len(self.running)}").open("wb")
        process = subprocess.Popen(command, env=os.environ | environment, stdout=log, stderr=log)
        self.running.append(process)
        return process

    def scheduler(self, **environment: str) -> subprocess.Popen[bytes]:
        self.scheduler_file.unlink(missing_ok=True)
        process = self.start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", **environment)
        wait_until(self.scheduler_file.exists, "a scheduler")
        return process

    def worker(self, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        return self.start(
            "distributed.cli.dask_worker", "--nthreads", "1", "--host", "127.0.0.1", "--no-nanny", *options, **environment
        )

    def end(self) -> None:
        for process in self.running:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGCONT)
                process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Processes]:
    processes = Processes(tmp_path)
    yield processes
    processes.end()


@pytest.fixture(scope="module")
def unharmed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Processes]:
    """Two workers for all tests that do no harm to them."""
    processes = Processes(tmp_path_factory.mktemp("unharmed"))
    processes.scheduler()
    for _ in range(2):
        processes.worker()
    yield processes
    processes.end()


TOGETHER = pytest.mark.xdist_group("a cluster")


class When(Observer):
    """Does something once, when the search has come so far."""

    def __init__(self, nodes: int, action: object) -> None:
        self.nodes = nodes
        self.action = action
        self.happened = False

    def progress(self, progress: Progress) -> None:
        if progress.stats.generated >= self.nodes and not self.happened:
            self.happened = True
            self.action()  # type: ignore[operator]


@cache
def alone() -> Solution:
    return solve(INSTANCE.start, INSTANCE.goal, TABLES, limits=EXHAUSTED)


def together(cluster: Processes, observer: Observer | None = None, checkpoint: Path | None = None, workers: int = 1) -> Solution:
    with connect(str(cluster.scheduler_file)) as client:
        client.wait_for_workers(workers, timeout=HANGS)
        method = parse_method(TABLES, checkpoint=checkpoint)
        engine = ClusterEngine(client)
        return solve(INSTANCE.start, INSTANCE.goal, method, engine=engine, limits=EXHAUSTED, observer=observer)


def assert_same(solution: Solution) -> None:
    reference = alone()
    assert solution.status is reference.status is Status.GAVE_UP
    assert solution.lower_bound == reference.lower_bound == 63
    assert solution.stats.generated == reference.stats.generated


@TOGETHER
def test_two_workers_count_what_one_machine_counts(unharmed: Processes) -> None:
    assert_same(together(unharmed, workers=2))


def test_a_killed_worker_costs_nothing_but_time(cluster: Processes) -> None:
    cluster.scheduler()
    victim = cluster.worker()
    cluster.worker()
    observer = When(100_000, victim.kill)
    assert_same(together(cluster, observer))
    assert observer.happened


def test_all_workers_killed_and_one_comes_back(cluster: Processes) -> None:
    cluster.scheduler()
    victims = [cluster.worker(), cluster.worker()]

    def kill_all() -> None:
        for victim in victims:
            victim.kill()
        threading.Timer(1.0, cluster.worker).start()

    observer = When(100_000, kill_all)
    assert_same(together(cluster, observer))
    assert observer.happened


def test_a_killed_scheduler_and_a_journal(cluster: Processes, tmp_path: Path) -> None:
    scheduler = cluster.scheduler()
    cluster.worker()
    journal = tmp_path / "journal"
    with pytest.raises(EngineError, match="scheduler of the cluster is gone"):
        together(cluster, When(100_000, scheduler.kill), journal)
    assert journal.stat().st_size > 0
    cluster.scheduler()
    cluster.worker()
    assert_same(together(cluster, checkpoint=journal))


@TOGETHER
@pytest.mark.parametrize("error", [RuntimeError, TimeoutError, AttributeError])
def test_a_scheduler_that_cannot_be_told_hides_no_answer(
    unharmed: Processes, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    from distributed import Event

    def fails(self: Event) -> None:
        raise error("the scheduler was lost just now")

    monkeypatch.setattr(Event, "set", fails)
    assert_same(together(unharmed))


@TOGETHER
def test_a_client_that_cannot_close_hides_nothing(unharmed: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import Client

    close = Client.close

    def closes_badly(self: Client) -> None:
        close(self)
        raise RuntimeError("Cannot change state of expiring Timeout")

    monkeypatch.setattr(Client, "close", closes_badly)
    with pytest.raises(EngineError, match="gone"), connect(str(unharmed.scheduler_file)):
        raise EngineError("the scheduler is gone")


@TOGETHER
def test_a_client_that_has_given_up_says_so(unharmed: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import Client

    with connect(str(unharmed.scheduler_file)) as client:
        monkeypatch.setattr(Client, "scheduler_info", lambda self, n_workers: {})  # as one that is closed answers
        with pytest.raises(EngineError, match="scheduler of the cluster is gone"):
            solve(INSTANCE.start, INSTANCE.goal, TABLES, engine=ClusterEngine(client), limits=EXHAUSTED)
        with pytest.raises(EngineError, match="scheduler of the cluster is gone"):
            list(solve_many([INSTANCE.start], cluster=client))


def test_a_slow_worker_holds_nobody_up_for_good(cluster: Processes) -> None:
    cluster.scheduler()
    slow = cluster.worker()
    cluster.worker()

    def pause() -> None:
        slow.send_signal(signal.SIGSTOP)
        threading.Timer(2.0, slow.send_signal, [signal.SIGCONT]).start()

    assert_same(together(cluster, When(50_000, pause)))


def test_a_worker_with_a_corrupt_table_builds_it_anew(cluster: Processes, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    plan = partition_named(TABLES.partition("@")[2]).plan(INSTANCE.goal)
    load_plan(plan)
    for table in plan.tables:
        data = bytearray(path_of(Path(os.environ["TAQUIN_CACHE"]), table.name).read_bytes())
        data[PAYLOAD_OFFSET + 1] ^= 0x55
        path_of(cache, table.name).write_bytes(data)
    cluster.scheduler()
    cluster.worker(TAQUIN_CACHE=str(cache))
    assert_same(together(cluster))


def test_a_worker_of_another_version_is_refused(cluster: Processes, tmp_path: Path) -> None:
    preload = tmp_path / "other_version.py"
    preload.write_text("import taquin\ntaquin.__version__ = '0.0.1'\n")
    cluster.scheduler()
    cluster.worker("--preload", str(preload))
    with pytest.raises(EngineError, match="no worker runs this version"):
        together(cluster)
    cluster.worker()
    assert_same(together(cluster, workers=2))


@TOGETHER
def test_a_solution_is_found_and_the_rest_stops(unharmed: Processes) -> None:
    with connect(str(unharmed.scheduler_file)) as client:
        solution = solve(INSTANCE.start, INSTANCE.goal, "optimal@pdb:5-5-5", engine=ClusterEngine(client))
        wait_until(lambda: not any(client.processing().values()), "the end of the rest")
    assert (solution.cost, solution.status, solution.engine) == (INSTANCE.optimal, Status.OPTIMAL, "cluster")


@TOGETHER
def test_workers_search_from_the_better_end(unharmed: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    goal = Board.goal(4, 5)
    start = walk_board(goal, 140, random.Random(3))
    monkeypatch.setattr(optimal.OptimalRun, "_find_quick_path", lambda _self: None)
    monkeypatch.setattr(solvers, "LARGE_BOARD_BYTES", 1 << 20)
    monkeypatch.setattr(optimal, "LONG_NODES", 1000)
    monkeypatch.setattr(optimal, "LEAST_ROOTS", 100)
    ends = []
    forwards = End.forwards

    def forwards_noted(self: End, moves: Sequence[int]) -> bytes:
        ends.append(self.is_goal)
        return forwards(self, moves)

    monkeypatch.setattr(End, "forwards", forwards_noted)
    local = solve(start, goal, "optimal")
    assert local.cost is not None
    with connect(str(unharmed.scheduler_file)) as client:
        client.wait_for_workers(1, timeout=HANGS)
        engine = ClusterEngine(client)
        solution = solve(start, goal, "optimal", engine=engine)
        below = solve(start, goal, "optimal", engine=engine, limits=Limits(depth=local.cost - 1))
    assert (solution.status, solution.cost) == (Status.OPTIMAL, local.cost)
    assert ends == [True, True], "both were solved from the goal"
    alone = solve(start, goal, "optimal", limits=Limits(depth=local.cost - 1))
    assert (below.status, below.stats.generated) == (Status.GAVE_UP, alone.stats.generated)


@TOGETHER
def test_a_batch_gives_the_rows_of_a_local_run(unharmed: Processes, tmp_path: Path) -> None:
    boards = tmp_path / "boards"
    lines = [" / ".join(" ".join(map(str, row)) for row in i.start.grid) for i in load_set("korf15").instances[:12]]
    boards.write_text("\n".join([*lines, "1 2 3", "1 2 3 / 4 5 6 / 8 7 0"]))

    def rows(*options: str) -> tuple[int, list[dict[str, object]]]:
        result = CliRunner().invoke(main, ["batch", str(boards), "--goal", "last", *options])
        found = [json.loads(line) for line in result.stdout.splitlines()]
        for row in found:
            row.pop("stats", None)
        return result.exit_code, found

    assert rows("--cluster", str(unharmed.scheduler_file)) == rows()


SPEC = """
title = "Small boards"
methods = ["astar@manhattan", "idastar@manhattan", "bfs"]
[[boards]]
size = "3x3"
depth = "4-16"
count = 2
"""


def test_an_experiment_gives_the_rows_of_a_local_run(cluster: Processes, tmp_path: Path) -> None:
    spec = tmp_path / "small.toml"
    spec.write_text(SPEC)
    cluster.scheduler()
    victim = cluster.worker()
    cluster.worker()

    def rows(folder: str, *options: str) -> list[dict[str, object]]:
        result = CliRunner().invoke(main, ["lab", "run", str(spec), "--output", str(tmp_path / folder), *options])
        assert result.exit_code == 0, result.output
        found = read_journal(str(tmp_path / folder))[1]
        for row in found:
            row["stats"] = {name: row["stats"][name] for name in ("generated", "expanded", "max_depth")}
        return sorted(found, key=lambda row: (row["board"], row["method"]))

    threading.Timer(1.0, victim.kill).start()
    where = ("--cluster", str(cluster.scheduler_file))
    assert rows("far", *where) == rows("near") == rows("far", *where)


def test_a_question_that_kills_its_workers_is_answered_too(cluster: Processes) -> None:
    cluster.scheduler(DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0")
    for _ in range(3):
        cluster.worker()
    methods = ["bfs", "astar", f"astar@{OWN}:deadly", "idastar"]
    questions = [ask("1 2 3 / 4 0 6 / 7 5 8", method=method) for method in methods]
    with connect(str(cluster.scheduler_file)) as client:
        client.wait_for_workers(3, timeout=HANGS)
        answers = list(solve_many(questions, cluster=client))
    assert [answer.cost for answer in answers] == [2, 2, None, 2]
    assert (answers[2].status, answers[2].reason) == (Status.FAILED, DEADLY)


def test_bad_places_are_explained(tmp_path: Path) -> None:
    for where, message in (
        ("nowhere", "expected local, local:N, tcp://host:port or a scheduler file"),
        ("local:999", "expected local:1 to local:256"),
    ):
        with pytest.raises(EngineError, match=message), connect(where):
            pass
