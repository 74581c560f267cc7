# SPDX-License-Identifier: MIT
"""No test goes by the clock: `tests/waiting.py` waits for what happens, and nothing is asserted of how long it took."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
CLOCKS = {
    "time": {"time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "sleep"},
    "asyncio": {"sleep"},
    "datetime": {"now", "utcnow", "today"},
    "page": {"wait_for_timeout"},
}
ALLOWED = {
    "waiting.py": "waits for what happens sooner or later, and gives up where something hangs",
    "cli/terminal.py": "likewise, for what a program writes",
    "differential/own_heuristics.py": "a heuristic that is slow",
    "faults/cluster.py": "strikes at a random moment",
    "faults/full_disk.py": "strikes at a random moment",
    "faults/jobs.py": "measures how long a job takes, to strike within it",
    "faults/kill.py": "looks often, to strike while a file is written",
    "faults/run.py": "says how long it took",
    "faults/serving.py": "strikes at a random moment",
    "faults/twice.py": "begins again at a random moment",
    "faults/world.py": "strikes at a random moment; waits as `waiting.py` does, for a program of its own",
    "wasm/bench_visits.py": "a measurement, no test",
}
FILES = sorted(path.relative_to(TESTS).as_posix() for path in TESTS.rglob("*.py"))


def clocks_in(code: str) -> Iterator[str]:
    """Find the calls that look at the clock on the wall or sleep; the processor's time is no such clock."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and node.module in CLOCKS:
            yield from (f"{node.module}.{name.name}" for name in node.names if name.name in CLOCKS[node.module])
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = ast.unparse(node.func.value).rpartition(".")[2]
            gives_way = owner == "asyncio" and [ast.unparse(each) for each in node.args] == ["0"]
            if node.func.attr in CLOCKS.get(owner, ()) and not gives_way:
                yield f"{owner}.{node.func.attr}"


@pytest.mark.parametrize("file", FILES)
def test_no_clock(file: str) -> None:
    found = set(clocks_in((TESTS / file).read_text(encoding="utf-8")))
    if file in ALLOWED:
        assert found, f"{file} needs no permission any more"
    else:
        assert not found, f"{file}: wait with tests.waiting instead"


def test_permissions_are_for_files_that_exist() -> None:
    assert set(ALLOWED) <= set(FILES)


@pytest.mark.parametrize(
    "code",
    ["time.sleep(1)", "import time as t\nfrom time import sleep", "await asyncio.sleep(0.1)", "screen.page.wait_for_timeout(5)"],
)
def test_clocks_are_seen(code: str) -> None:
    assert list(clocks_in(code))


@pytest.mark.parametrize("code", ["time.process_time()", "time.thread_time()", "await asyncio.sleep(0)", "self.page.wait()"])
def test_others_are_not(code: str) -> None:
    assert not list(clocks_in(code))
