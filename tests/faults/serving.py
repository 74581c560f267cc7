# SPDX-License-Identifier: MIT
"""The server: a worker killed in the middle of a search, two servers on one port, the server itself killed or stopped."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Any, Final

from tests.faults.world import World, expect, wait_until

ENDLESS: Final = {"start": [[15, 14, 8, 12], [10, 11, 9, 13], [2, 6, 1, 5], [3, 7, 4, 0]], "method": "idastar@misplaced"}
EASY: Final = {"start": [[1, 2, 3], [4, 0, 6], [7, 5, 8]]}


def serving(world: World) -> None:
    """Kill workers, ask on, then end the server: what it had started ends with it."""
    server = world.start("web", "--port", "0", "--no-browser")
    url = _url(server)
    searches = [_ask(url, ENDLESS) for _ in range(world.random.randint(1, 2))]
    for job in searches:
        _wait_for(url, job, "running")
    wait_until(lambda: len(_workers(server)) >= len(searches))
    time.sleep(world.random.random() * 0.5)
    for worker in _workers(server):
        os.kill(worker, signal.SIGKILL)
        world.hits += 1
    for job in searches:
        result = _wait_for(url, job, "done")["result"]
        # Who is killed with signal 9 is taken for a victim of the system, which kills so when memory runs out.
        expect(result["status"] in ("failed", "limit") and result["reason"], f"a killed search was answered by {result}")
    expect(_wait_for(url, _ask(url, EASY), "done")["result"]["status"] == "optimal", "no answer after a worker was killed")
    _ask(url, ENDLESS)
    number = world.random.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
    ran = world.strike(server, number, lambda: True, 0.5)
    if number != signal.SIGKILL:
        ran.ended(0)
    world.expect_nobody()


def two_servers(world: World) -> None:
    """Start two on one port at once: one serves, the other is told."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    servers = [world.start("web", "--port", port, "--no-browser") for _ in range(2)]
    wait_until(lambda: any(server.poll() is not None for server in servers))
    world.hits += 1
    (refused,) = [server for server in servers if server.poll() is not None]
    (serving,) = [server for server in servers if server.poll() is None]
    ran = world.finish(refused).ended(2, saying="cannot listen on 127.0.0.1, port")
    expect(ran.stderr.count("\n") == 1, f"more than a sentence: {ran.said!r}")
    url = _url(serving)
    expect(_get(url, "catalog")["version"], "the other does not serve")
    world.strike(serving, signal.SIGINT, lambda: True, 0.1).ended(0)
    world.expect_nobody()


def _url(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    line = server.stdout.readline()
    found = re.search(r"http://\S+", line)
    expect(found, f"it did not say where it is but {line!r}")
    assert found
    return found.group()


def _ask(url: str, question: dict[str, Any]) -> str:
    return str(_call(url, "solve", question)["id"])


def _wait_for(url: str, job: str, state: str) -> dict[str, Any]:
    wait_until(lambda: _get(url, f"jobs/{job}")["state"] == state)
    return _get(url, f"jobs/{job}")


def _get(url: str, path: str) -> dict[str, Any]:
    return _call(url, path)


def _call(url: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{url}api/v1/{path}", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def _workers(server: subprocess.Popen[str]) -> list[int]:
    """Return the children of the server that answer questions."""
    tasks = Path(f"/proc/{server.pid}/task").iterdir()
    return [int(pid) for task in tasks for pid in (task / "children").read_text().split()]
