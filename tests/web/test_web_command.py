# SPDX-License-Identifier: MIT
"""`taquin web` as a real process: where it listens, what it prints, how it stops."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests.waiting import HANGS, wait_until
from tests.web.serving import ENDLESS

from taquin.errors import InputError
from taquin.web.server import Address


@contextmanager
def command(*args: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the command, give its address, and make sure that it is gone at the end."""
    line = [sys.executable, "-m", "taquin", "web", "--no-browser", "--port", "0", *args]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        try:
            first = process.stdout.readline()
            found = re.search(r"http://\S+", first)
            assert found, first
            yield process, found[0]
        finally:
            if process.poll() is None:
                process.kill()


def run(*args: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "taquin", "web", "--no-browser", *args]
    return subprocess.run(line, capture_output=True, text=True, timeout=HANGS, check=False)


def workers(process: subprocess.Popen[str], count: int) -> list[int]:
    """Wait until the server has so many workers and return their process ids."""
    found: list[str] = []

    def are_there() -> bool:
        found[:] = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=False).stdout.split()
        return len(found) == count

    wait_until(are_there, f"{count} workers")
    return [int(pid) for pid in found]


def wait_until_gone(pids: list[int]) -> None:
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids), "the end of the workers")


@pytest.mark.parametrize("state", ["starting", "running"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_server_and_its_searches(number: signal.Signals, state: str) -> None:
    with command() as (process, url):
        answers = [httpx.post(f"{url}api/v1/solve", json=ENDLESS) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [202] * 3
        pids = workers(process, 3)
        for answer in answers if state == "running" else ():
            place = f"{url}api/v1/jobs/{answer.json()['id']}"
            wait_until(lambda place=place: httpx.get(place).json()["progress"] is not None, "progress")  # type: ignore[misc]
        os.killpg(process.pid, number)  # as a terminal does
        output, _ = process.communicate(timeout=HANGS)
        assert "Traceback" not in output
        assert process.returncode in (0, -signal.SIGTERM)
        wait_until_gone(pids)


def test_workers_do_not_outlive_a_server_that_was_killed() -> None:
    with command() as (process, url):
        httpx.post(f"{url}api/v1/solve", json=ENDLESS)
        pids = workers(process, 1)
        process.kill()
        process.wait()
        wait_until_gone(pids)


def test_it_listens_on_this_machine_only() -> None:
    with command() as (process, url):
        assert url.startswith("http://127.0.0.1:")
        port = int(url.rstrip("/").rpartition(":")[2])
        sockets = Path(f"/proc/{process.pid}/net/tcp")
        if sockets.exists():
            assert f"0100007F:{port:04X}" in sockets.read_text()
            assert f"00000000:{port:04X}" not in sockets.read_text()


def test_elsewhere_it_asks_for_a_token() -> None:
    with command("--host", "0.0.0.0") as (_process, url):
        port = httpx.URL(url).port
        token = httpx.URL(url).params["token"]
        assert httpx.get(f"http://127.0.0.1:{port}/api/v1/catalog").status_code == 401
        headers = {"Authorization": f"Bearer {token}"}
        assert httpx.get(f"http://127.0.0.1:{port}/api/v1/catalog", headers=headers).status_code == 200
        assert httpx.get(f"http://127.0.0.1:{port}/api/v1/catalog", headers=headers | {"Host": "evil.example"}).status_code == 403


def test_a_port_is_taken_before_the_server_serves() -> None:
    with Address(port=0).listen() as first, pytest.raises(InputError, match=r"cannot listen on 127\.0\.0\.1"):
        Address(port=first.getsockname()[1]).listen()


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = run("--port", str(taken.getsockname()[1]))
    assert result.returncode == 2
    assert "cannot listen on 127.0.0.1" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("args", [("--host", "no.such.host.invalid"), ("--token", "short"), ("--port", "99999"), ("--host", "")])
def test_bad_options(args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.returncode == 2
    assert result.stderr.startswith("Error: ")
    assert "Traceback" not in result.stderr


def test_without_the_extra_it_says_what_to_install() -> None:
    hide = "import sys; sys.modules['fastapi'] = None; from taquin.cli import main; main(['web', '--no-browser'])"
    result = subprocess.run([sys.executable, "-c", hide], capture_output=True, text=True, timeout=HANGS, check=False)
    assert result.returncode == 2
    assert "pip install 'taquin[web]'" in result.stderr
