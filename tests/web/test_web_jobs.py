# SPDX-License-Identifier: MIT
"""Searches through the API: the same answers as `solve()`, live, cancellable, bounded."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.waiting import wait_until
from tests.web.serving import EASY, ENDLESS, HARDEST, UNSOLVABLE, Service, serve
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection, connect

import taquin
from taquin.solution import Expansion, Observer
from taquin.web.settings import Settings

TIMES = ("elapsed", "peak_memory")


def without_times(result: dict[str, Any]) -> dict[str, Any]:
    stats = {name: value for name, value in result["stats"].items() if name not in TIMES}
    options = {name: value for name, value in result["options"].items() if not name.startswith("max_")}
    return {**result, "stats": stats, "options": options}


@pytest.mark.parametrize(
    "method", ["astar@manhattan", "bfs", "rbfs@linear-conflict", "wastar@max(manhattan,gaschnig)", "hill@misplaced"]
)
def test_answers_are_those_of_the_package(service: Service, method: str) -> None:
    answer = service.solve(start=EASY, method=method, order="ULDR", seed=5, weight="3/2")
    chosen = taquin.parse_method(method, order="ULDR", seed=5, weight="3/2")
    assert without_times(answer) == without_times(taquin.solve(taquin.Board(EASY), method=chosen).to_json())


def test_without_a_method_the_default_runs(service: Service) -> None:
    answer = service.solve(start=HARDEST)
    assert (answer["status"], answer["cost"]) == ("optimal", 31)
    assert answer["method"] == taquin.solve(taquin.Board(HARDEST)).method


def test_the_default_of_a_large_board_keeps_its_options(service: Service) -> None:
    start = service.post("/scramble", {"rows": 5, "cols": 5, "walk": 20, "seed": 1}).json()["start"]
    answer = service.solve(start=start)
    assert answer["method"] == "anytime"
    assert answer["status"] in ("solved", "optimal")
    assert answer["options"]["quality"] == "good"
    assert answer["cost"] <= 20


def test_unsolvable_is_an_answer(service: Service) -> None:
    answer = service.solve(start=UNSOLVABLE)
    assert answer["status"] == "unsolvable"
    assert "inversion" in answer["reason"]


class Recorder(Observer):
    """Keeps the trace as the API writes it."""

    trace_limit = 1500

    def __init__(self) -> None:
        self.items: list[list[Any]] = []

    def expansion(self, expansion: Expansion) -> None:
        e = expansion
        self.items.append([e.node, e.parent, e.move.value if e.move else None, e.g, e.h, e.f, list(e.tiles)])


@pytest.mark.parametrize("engine", ["native", "python"])
def test_the_trace_is_the_engines_own(service: Service, engine: str) -> None:
    method, recorder = "astar@euclidean", Recorder()
    taquin.solve(taquin.Board(HARDEST), method=method, engine=engine, observer=recorder)
    job = service.submit(start=HARDEST, method=method, engine=engine, trace_limit=Recorder.trace_limit)
    service.wait(job)
    for _ in range(2):  # also for who comes late, and comes again
        events = list(service.events(job))
        items = [item for event in events if event["type"] == "expansions" for item in event["items"]]
        assert items == recorder.items
        assert events[-1]["type"] == "result"


def test_progress_comes_about_ten_times_a_second(service: Service) -> None:
    job = service.submit(**ENDLESS, limits={"time": 1})
    events = list(service.events(job))
    reports = [event for event in events if event["type"] == "progress"]
    assert 1 <= len(reports) <= 12  # at most ten a second; fewer on a busy machine
    assert {"stats", "frontier", "lower_bound", "rate"} <= reports[-1].keys()
    assert [report["stats"]["generated"] for report in reports] == sorted(report["stats"]["generated"] for report in reports)
    assert events[-1]["result"]["status"] == "limit"
    assert events[-1]["result"]["reason"] == "time limit of 1 s reached"


@pytest.mark.parametrize("method", ["idastar@misplaced", "rbfs@misplaced", "ids"])
def test_cancelling_works_at_once(service: Service, method: str) -> None:
    job = service.submit(**(ENDLESS | {"method": method}))
    service.wait_for_progress(job)
    assert service.client.delete(f"/api/v1/jobs/{job}").status_code == 200
    assert service.wait(job)["status"] == "cancelled"


def test_the_server_answers_while_python_searches(service: Service) -> None:
    start = service.post("/scramble", {"rows": 9, "cols": 9, "seed": 1}).json()["start"]
    jobs = [service.submit(start=start, method="greedy@linear-conflict", engine="python") for _ in range(3)]
    for job in jobs:
        service.wait_until(job, "running")
    for _ in range(20):
        service.get("/catalog")
    assert {service.job(job)["state"] for job in jobs} == {"running"}  # no answer waited for the end of a search
    for job in jobs:
        service.client.delete(f"/api/v1/jobs/{job}")
        service.wait(job)


def test_a_search_ends_when_its_page_goes() -> None:
    with serve(Settings(grace=0.3)) as service:
        job = service.submit(**ENDLESS)
        with connect(service.socket_url(job)) as page:
            page.recv()
        assert service.wait(job)["status"] == "cancelled"


def test_a_reload_keeps_the_search() -> None:
    grace = 2.0  # long enough for a busy machine to reload
    with serve(Settings(grace=grace)) as service:
        job = service.submit(**ENDLESS)
        with connect(service.socket_url(job)) as page:
            left = wait_for_elapsed(page, 0)
        with connect(service.socket_url(job)) as page:
            wait_for_elapsed(page, left + grace + 0.5)
            assert service.job(job)["state"] == "running"


def wait_for_elapsed(page: ClientConnection, seconds: float) -> float:
    """Follow a search until it has run for so long; return how long."""
    while True:
        elapsed: float = json.loads(page.recv()).get("stats", {}).get("elapsed", 0.0)
        if elapsed > seconds:
            return elapsed


def test_a_search_goes_on_from_earlier_ones(service: Service) -> None:
    start = ENDLESS["start"]
    quick = service.submit(start=start, method="anytime", limits={"time": 0.3})
    path = service.wait(quick)
    first = service.submit(start=start, method="idastar@manhattan", limits={"nodes": 2_000_000})
    bound = service.wait(first)["lower_bound"]
    more = service.solve(start=start, method="idastar@misplaced", limits={"nodes": 1000}, after=[quick, first, "forgotten"])
    assert more["status"] == "limit"
    assert more["lower_bound"] == max(bound, path["lower_bound"])
    assert more["moves"] == path["moves"]
    other = service.solve(start=EASY, method="astar", after=[quick, first])
    assert other["cost"] == 2
    proven = service.solve(start=start, method="optimal", after=[quick, first])
    assert proven["status"] == "optimal"
    assert proven["cost"] >= bound


@pytest.mark.parametrize("after", ["job", [1], ["x" * 41], ["job"] * 9, None])
def test_earlier_searches_are_a_list_of_ids(service: Service, after: object) -> None:
    refused = service.post("/solve", {"start": EASY, "after": after})
    assert refused.status_code == 422
    assert refused.json()["error"]["field"] == "after"


def test_searches_wait_their_turn_and_the_queue_is_bounded() -> None:
    with serve(Settings(concurrent=1, queued=2)) as service:
        first, second, third = (service.submit(**ENDLESS) for _ in range(3))
        assert [service.job(job)["position"] for job in (first, second, third)] == [0, 1, 2]
        assert [service.job(job)["state"] for job in (first, second, third)] == ["running", "queued", "queued"]
        refused = service.post("/solve", ENDLESS)
        assert refused.status_code == 429
        assert int(refused.headers["Retry-After"]) > 0
        events = service.events(third)
        assert next(events) == {"type": "queued", "position": 2}
        service.client.delete(f"/api/v1/jobs/{second}")
        assert service.wait(second)["status"] == "cancelled"
        assert next(events) == {"type": "queued", "position": 1}
        service.client.delete(f"/api/v1/jobs/{first}")
        assert next(event for event in events if event["type"] != "queued")["type"] == "progress"
        service.client.delete(f"/api/v1/jobs/{third}")
        assert [event for event in events if event["type"] != "progress"][-1]["result"]["status"] == "cancelled"


def test_the_servers_limits_cap_those_asked_for() -> None:
    with serve(Settings(max_time=0.5)) as service:
        answer = service.solve(**ENDLESS, limits={"time": 3600})
        assert answer["options"]["max_time"] == 0.5
        assert answer["reason"] == "time limit of 0.5 s reached"
    with serve(Settings(max_memory=20 * 2**20, max_trace=10)) as service:
        answer = service.solve(start=ENDLESS["start"], method="bfs", limits={"memory": 2**40})
        assert answer["status"] == "limit"
        assert answer["reason"] == f"memory limit of {20 * 2**20} bytes reached"
        job = service.submit(start=HARDEST, method="bfs", trace_limit=10**6)
        service.wait(job)
        assert sum(len(event["items"]) for event in service.events(job) if event["type"] == "expansions") == 10


def test_a_large_board_gets_a_short_trace() -> None:
    with serve(Settings(trace_cells=6400)) as service:
        start = service.post("/scramble", {"rows": 8, "cols": 8, "walk": 60, "seed": 1}).json()["start"]
        job = service.submit(start=start, method="greedy@manhattan", trace_limit=10**6, limits={"nodes": 5000})
        service.wait(job)
        assert sum(len(event["items"]) for event in service.events(job) if event["type"] == "expansions") <= 100


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"method": "quick"}, "method"),
        ({"method": "bfs@manhattan"}, "method"),
        ({"method": "astar@os:system"}, "method"),
        ({"method": "astar@max(manhattan,os:system)"}, "method"),
        ({"method": "optimal@os:system"}, "method"),
        ({"method": "astar@/etc/passwd"}, "method"),
        ({"method": "astar@" + "max(" * 100}, "method"),
        ({"order": "UUUU"}, "order"),
        ({"weight": "1e9999999"}, "weight"),
        ({"weight": 0.5}, "weight"),
        ({"weight": True}, "weight"),
        ({"beam_width": 0}, "beam_width"),
        ({"seed": -1}, "seed"),
        ({"engine": "quantum"}, "engine"),
        ({"method": "rbfs", "engine": "native"}, "engine"),
        ({"limits": {"time": 0}}, "limits.time"),
        ({"limits": {"time": "1"}}, "limits.time"),
        ({"limits": {"disk": 1}}, "limits.disk"),
        ({"trace_limit": -1}, "trace_limit"),
        ({"checkpoint": "/tmp/x"}, "checkpoint"),
        ({"threads": 0}, "threads"),
        ({"threads": "4"}, "threads"),
        ({"ties": "widest"}, "ties"),
        ({"ties": ["deep", "lifo"]}, "ties"),
        ({"ties": "deep," * 100}, "ties"),
        ({"quality": "perfect"}, "quality"),
        ({"quality": 1}, "quality"),
        ({"automaton": "yes"}, "automaton"),
        ({"order": "U" * 1000}, "order"),
        ({"weight": {}}, "weight"),
        ({"seed": 1.5}, "seed"),
        ({"seed": 10**30}, "seed"),
        ({"limits": {"memory": "1GiB"}}, "limits.memory"),
        ({"limits": {"nodes": 0}}, "limits.nodes"),
        ({"limits": {"depth": -1}}, "limits.depth"),
        ({"engine": "cluster"}, "engine"),
        ({"engine": "cluster:local"}, "engine"),
        ({"engine": "cluster:tcp://127.0.0.1:8786"}, "engine"),
        ({"engine": "native:local"}, "engine"),
    ],
)
def test_bad_searches_are_refused_at_once(service: Service, change: dict[str, Any], field: str) -> None:
    response = service.post("/solve", {"start": EASY} | change)
    assert response.status_code == 422, response.text
    assert response.json()["error"]["field"] == field


@pytest.mark.parametrize(
    ("method", "options"),
    [
        ("astar@manhattan", {"ties": "shallow,board"}),
        ("greedy@manhattan", {"ties": "deep"}),
        ("wastar@manhattan", {"weight": 1.5, "order": "RDLU", "ties": "fifo"}),
        ("beam@manhattan", {"beam_width": 7}),
        ("hill@manhattan", {"seed": 3}),
        ("optimal", {"automaton": False}),
    ],
)
def test_options_work_as_in_the_package(service: Service, method: str, options: dict[str, Any]) -> None:
    answer = service.solve(start=HARDEST, method=method, **options)
    assert without_times(answer) == without_times(taquin.solve(HARDEST, method=method, **options).to_json())
    assert taquin.parse_method(method, **options).options.items() <= answer["options"].items()


def test_options_that_do_not_shape_the_answer(service: Service) -> None:
    answer = service.solve(start=HARDEST, method="optimal", threads=1, automaton=True)
    assert (answer["status"], answer["cost"], answer["options"]["automaton"]) == ("optimal", 31, True)
    assert "threads" not in answer["options"]
    answer = service.solve(start=HARDEST, method="anytime", threads=1, quality="fast", seed=2, limits={"time": 5})
    assert (answer["options"]["quality"], answer["options"]["seed"]) == ("fast", 2)
    assert answer["cost"] >= 31


def test_an_option_that_is_null_or_of_another_method_says_nothing(service: Service) -> None:
    answer = service.solve(start=EASY, method="bfs", weight=None, ties="deep", seed=None, limits={"time": None})
    assert answer["options"].keys() == {"order", "max_time", "max_memory"}


def test_a_heuristic_that_refuses_the_shape(service: Service) -> None:
    start = [list(row) for row in taquin.Board.goal(6, 6).grid]
    response = service.post("/solve", {"start": start, "method": "astar@walking-distance"})
    assert response.status_code == 422
    assert "walking" in response.json()["error"]["message"]


def test_unknown_jobs(service: Service) -> None:
    assert service.get("/jobs/nothing").status_code == 404
    assert service.client.delete("/api/v1/jobs/nothing").status_code == 404
    with connect(service.socket_url("nothing")) as page:
        assert json.loads(page.recv())["type"] == "error"
        with pytest.raises(ConnectionClosedError, match="4404"):
            page.recv()


def test_downloads(service: Service) -> None:
    job = service.submit(start=EASY, method="astar@manhattan")
    result = service.wait(job)
    response = service.get(f"/jobs/{job}/solution.json")
    assert response.json() == result
    assert "attachment" in response.headers["Content-Disposition"]
    text = service.get(f"/jobs/{job}/solution.txt").text
    assert text.startswith("Minimum number of moves = 2\nMoves: DR\n")
    steps = service.get(f"/jobs/{job}/solution.txt", params={"steps": True, "notation": "tile"}).text
    assert "Step 2:\nMove: LEFT\n1 2 3\n4 5 6\n7 8 0" in steps
    assert service.get(f"/jobs/{job}/solution.exe").status_code == 422


def test_a_picture_of_a_solution(service: Service) -> None:
    pytest.importorskip("taquin.render.gif")
    job = service.submit(start=EASY, method="astar@manhattan")
    service.wait(job)
    response = service.get(f"/jobs/{job}/solution.gif")
    assert response.headers["Content-Type"] == "image/gif"
    assert response.content.startswith(b"GIF8")


def test_no_download_before_the_end(service: Service) -> None:
    job = service.submit(**ENDLESS)
    assert service.get(f"/jobs/{job}/solution.txt").status_code == 409
    service.client.delete(f"/api/v1/jobs/{job}")
    service.wait(job)
    assert service.get(f"/jobs/{job}/solution.gif").status_code == 422


def children() -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(os.getpid()), "-f", "taquin.worker"], capture_output=True, text=True, check=False)
    return [int(pid) for pid in found.stdout.split()]


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="looks at processes as Linux shows them")
def test_a_worker_that_dies_costs_only_its_search() -> None:
    before = set(children())
    with serve(Settings(concurrent=1)) as service:
        job = service.submit(**ENDLESS)
        service.wait_for_progress(job)
        (worker,) = set(children()) - before
        os.kill(worker, signal.SIGKILL)
        answer = service.wait(job)
        assert (answer["status"], answer["reason"]) == ("limit", "the machine's memory ran out")
        assert answer["cause"] == "out-of-memory"
        assert answer["stats"]["generated"] > 0
        assert service.solve(start=EASY)["cost"] == 2
    assert set(children()) <= before


def test_finished_searches_are_forgotten() -> None:
    with serve(Settings(kept_jobs=2)) as service:
        jobs = []
        for _ in range(4):
            jobs.append(service.submit(start=EASY))
            service.wait(jobs[-1])
        known = [service.get(f"/jobs/{job}").status_code for job in jobs]
        assert known.count(200) == 2
    with serve(Settings(kept_time=0.2)) as service:
        job = service.submit(start=EASY)
        wait_until(lambda: service.get(f"/jobs/{job}").status_code == 404, "forgetting")  # which only a finished one is


def test_what_is_kept_is_bounded_in_bytes() -> None:
    with serve(Settings(kept_bytes=100_000)) as service:
        jobs = []
        for _ in range(6):
            jobs.append(service.submit(start=HARDEST, method="bfs", trace_limit=1000))
            service.wait(jobs[-1])
        known = [service.get(f"/jobs/{job}").status_code for job in jobs]
        assert 1 <= known.count(200) <= 3


def test_six_lanes_run_at_the_same_time(service: Service) -> None:
    jobs = [service.submit(**ENDLESS) for _ in range(6)]
    wait_until(lambda: {service.job(job)["state"] for job in jobs} == {"running"}, "six searches at a time")
    for job in jobs:
        service.client.delete(f"/api/v1/jobs/{job}")
    assert {service.wait(job)["status"] for job in jobs} == {"cancelled"}


def test_a_memory_hungry_python_search_ends_with_its_limit() -> None:
    with serve(Settings(max_memory=30 * 2**20)) as service:
        answer = service.solve(start=ENDLESS["start"], method="bfs", engine="python")
        assert answer["status"] == "limit"
        assert "memory" in answer["reason"]


def test_keeping_a_page_open_longer_than_the_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.web.server.HEAD_TIME", 0.5)
    with serve(Settings()) as service:
        job = service.submit(**ENDLESS, limits={"time": 1.5})
        assert list(service.events(job))[-1]["result"]["status"] == "limit"
