# SPDX-License-Identifier: MIT
"""Worker processes: they listen while they report, give way, go first when memory is short, and end with their parent."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.loops import run_apart
from tests.waiting import HANGS, wait_until
from tests.web.serving import EASY, ENDLESS

from taquin.question import ask
from taquin.service import boards
from taquin.web.pool import Pool, Ticket
from taquin.worker import CANCELLED, DIED, FAILED, OVERDUE, PROGRESS, REFUSED, RESULT, TRACE, WorkerProcess, parent

LINUX = pytest.mark.skipif(not Path("/proc/self/oom_score_adj").exists(), reason="looks at processes as Linux shows them")


def payload(
    start: Any = ENDLESS["start"], method: str = "idastar@misplaced", trace_limit: int = 0, **options: Any
) -> dict[str, Any]:
    return {"question": ask(start, method=method, **options).to_json(), "allow_custom": False, "trace_limit": trace_limit}


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    process = WorkerProcess(niceness=10, tasks=boards.__name__)
    yield process
    process.stop()


def pid_of(worker: WorkerProcess) -> int:
    assert worker._process is not None
    return worker._process.pid


def test_questions_and_tasks_in_one_process(worker: WorkerProcess) -> None:
    kind, body = worker.call("solve", payload(EASY, "astar@manhattan"))
    assert (kind, json.loads(body)["cost"]) == (RESULT, 2)
    first = pid_of(worker)
    kind, body = worker.call("check", {"request": {"start": EASY}})
    assert (kind, json.loads(body)["solvable"]) == (RESULT, True)
    assert pid_of(worker) == first
    assert not worker.is_spent()


def test_bad_input_and_defects_come_back(worker: WorkerProcess) -> None:
    kind, body = worker.call("solve", payload() | {"question": {"start": EASY, "seed": -1}})
    assert (kind, json.loads(body)["field"]) == (REFUSED, "seed")
    kind, body = worker.call(
        "solve", {"question": {"start": EASY, "checkpoint": "/tmp/x"}, "allow_custom": False, "trace_limit": 0}
    )
    assert (kind, json.loads(body)["field"]) == (REFUSED, "checkpoint")
    kind, body = worker.call("nothing", {})
    assert (kind, json.loads(body)["exception"]) == (FAILED, "KeyError")


def test_a_search_that_reports_without_pause_can_be_cancelled(worker: WorkerProcess) -> None:
    seen = 0

    def report(kind: bytes, _body: bytes) -> None:
        nonlocal seen
        seen += kind == TRACE
        process = worker._process
        assert process is not None
        wait_until(lambda: parent._has_output(process), "one more frame")  # it is never done with what there is to read

    def cancelled() -> bool:
        return seen >= 5

    kind, body = worker.call("solve", payload(method="bfs", engine="python", trace_limit=10**6), HANGS, report, cancelled)
    assert kind in (RESULT, CANCELLED)
    assert kind == CANCELLED or json.loads(body)["status"] == "cancelled"
    assert seen < 1000  # of the million that were asked for


def test_an_overdue_worker_is_killed_and_replaced(worker: WorkerProcess) -> None:
    assert worker.call("solve", payload(), seconds=1.0)[0] == OVERDUE
    assert worker.is_spent()
    assert worker.call("solve", payload(EASY))[0] == RESULT


def test_a_closed_worker_starts_no_more(worker: WorkerProcess) -> None:
    began = threading.Event()
    kinds: list[bytes] = []

    def run() -> None:
        kinds.append(worker.call("solve", payload(), on_frame=lambda _kind, _body: began.set())[0])

    thread = threading.Thread(target=run)
    thread.start()
    assert began.wait(HANGS)
    worker.close()
    thread.join(HANGS)
    assert kinds == [DIED]
    assert worker.call("solve", payload(EASY))[0] == DIED
    assert worker._process is None


@LINUX
def test_it_gives_way_and_goes_first_when_memory_is_short(worker: WorkerProcess) -> None:
    worker.call("solve", payload(EASY))
    pid = pid_of(worker)
    assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)
    assert Path(f"/proc/{pid}/oom_score_adj").read_text().strip() == "1000"


PARENT = """
import sys, json
from taquin.worker import WorkerProcess
worker = WorkerProcess()
def report(kind, body):
    print(worker._process.pid, flush=True)
worker.call("solve", json.loads(sys.argv[1]), on_frame=report)
"""


@LINUX
@pytest.mark.parametrize("engine", ["auto", "python"])
def test_it_ends_at_once_with_its_parent(engine: str) -> None:
    line = [sys.executable, "-c", PARENT, json.dumps(payload(engine=engine))]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        parent.kill()
        parent.wait()
        wait_until(lambda: not _lives(pid), "the end of the worker")


def _lives(pid: int) -> bool:
    """Tell whether a process runs: one that has ended may wait for somebody to take note."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_it_ends_without_a_word_when_nobody_hears_it() -> None:
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "taquin.worker", "0", ""],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.stdin.write(json.dumps({"task": "solve", "payload": payload(EASY, "bfs")}).encode() + b"\n")
    process.stdin.flush()
    assert process.wait(HANGS) == 0
    assert process.stderr.read() == b""
    process.stdin.close()
    process.stderr.close()


def test_a_pool_reuses_its_workers_and_keeps_the_order() -> None:
    async def run() -> None:
        pool = Pool(1, 5, 2**28, tasks=boards.__name__)
        started: list[int] = []
        tickets = [Ticket("solve", payload(EASY), HANGS, on_start=lambda n=n: started.append(n)) for n in range(4)]  # type: ignore[misc]
        for ticket in tickets:
            pool.submit(ticket)
        assert [pool.position(ticket) for ticket in tickets] == [0, 1, 2, 3]
        pool.cancel(tickets[2])
        assert [pool.position(ticket) for ticket in tickets] == [0, 1, 0, 2]
        kinds = [(await ticket.done)[0] for ticket in tickets]
        assert kinds == [RESULT, RESULT, CANCELLED, RESULT]
        assert started == [0, 1, 3]
        while not pool._idle:  # it is put back when its answer has been taken
            await asyncio.sleep(0)
        (worker,) = pool._idle
        assert not pool._running
        pid = pid_of(worker)
        assert (await pool.call("scramble", {"request": {"goal": EASY}}, HANGS))[0] == RESULT
        assert pid_of(worker) == pid
        await pool.close()
        assert not pool._idle

    run_apart(lambda: asyncio.run(run()))


def test_a_worker_that_dies_after_its_answer_leaves_nothing_open(monkeypatch: pytest.MonkeyPatch) -> None:
    processes: list[subprocess.Popen[bytes]] = []
    is_spent = WorkerProcess.is_spent

    def die_when_looked_at(worker: WorkerProcess) -> bool:
        spent = is_spent(worker)
        if worker._process is not None:
            processes.append(worker._process)
            worker._process.kill()
            worker._process.wait()
        return spent

    async def run() -> None:
        pool = Pool(1, 5, 2**28)
        assert (await pool.call("solve", payload(EASY), HANGS))[0] == RESULT
        await pool.close()

    monkeypatch.setattr(WorkerProcess, "is_spent", die_when_looked_at)
    run_apart(lambda: asyncio.run(run()))
    (process,) = set(processes)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stdin.closed
    assert process.stdout.closed


@pytest.mark.parametrize("state", ["at once", "starting", "running"])
def test_closing_a_pool_ends_everything(state: str) -> None:
    async def run() -> None:
        pool = Pool(2, 5, 2**28)
        frames: list[bytes] = []
        tickets = [Ticket("solve", payload(), HANGS, lambda kind, _body: frames.append(kind)) for _ in range(4)]
        for ticket in tickets:
            pool.submit(ticket)
        workers = list(pool._running.values())
        if state != "at once":
            begun = (lambda: frames) if state == "running" else (lambda: any(worker._process for worker in workers))
            await asyncio.to_thread(wait_until, begun, state)
        await pool.close()
        assert [(await ticket.done)[0] for ticket in tickets] == [CANCELLED] * 4
        assert all(worker._process is None for worker in workers)
        assert set(frames) <= {PROGRESS}

    run_apart(lambda: asyncio.run(run()))
