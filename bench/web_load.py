# SPDX-License-Identifier: MIT
"""A hundred clients of `taquin web`, and a flood beside them: how soon answers come, and by how much the server grows.

    python bench/web_load.py

measures both and says whether the targets are met. Times count only where the server was hardly kept from a processor: on a
machine that others use as well, the clock says nothing about it. `tests/web/test_web_load.py` holds every answer to be right.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import json
import multiprocessing
import os
import re
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

CLIENTS = 100
RIVALS = 20
ROUNDS = 12
"""Questions of every client."""
PAUSE = 0.5
QUICK = 0.2
"""Seconds in which nineteen of twenty answers should come."""
SLOWEST = 1.0
"""Seconds in which every answer should come."""
STARVED = 0.1
"""Share of the time that the server may wait for a processor in a run whose times count."""
ENDLESS = {"start": [[15, 14, 8, 12], [10, 11, 9, 13], [2, 6, 1, 5], [3, 7, 4, 0]], "method": "idastar@misplaced"}


@dataclass(frozen=True)
class Figures:
    """How long the answers took, in seconds, and by how many bytes the server grew."""

    answers: int
    median: float
    most: float
    """Nineteen of twenty took no longer."""
    slowest: float
    grown: int
    busy: float
    """Share of the time in which the server computed."""
    starved: float
    """Share of the time in which it could have, had the machine had a processor free."""


@contextmanager
def server() -> Iterator[tuple[int, int]]:
    """Run the command in a process of its own, so that the clients do not share its interpreter; give its id and its port."""
    line = [sys.executable, "-m", "taquin", "web", "--no-browser", "--port", "0"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        found = re.search(r":(\d+)/", process.stdout.readline())
        assert found
        yield process.pid, int(found[1])
        process.terminate()


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def schedule(pid: int) -> tuple[float, float]:
    """Return the seconds that a process has run, and waited for a processor."""
    ran, waited, _ = Path(f"/proc/{pid}/schedstat").read_text().split()
    return int(ran) / 1e9, int(waited) / 1e9


async def request(port: int, data: bytes) -> bytes:
    """Send one request over a connection of its own and return the first line of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(data)
        return await reader.readline()
    finally:
        writer.close()
        with contextlib.suppress(OSError):  # the server may have cut it off
            await writer.wait_closed()


def get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()


def post(path: str, body: bytes) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"Connection: close\r\n\r\n" + body


BOARD = b'{"start": [[1, 2, 3], [4, 0, 6], [7, 5, 8]]}'
GOOD = [
    get("/api/v1/catalog"),
    post("/api/v1/check", BOARD),
    post("/api/v1/parse", b'{"text": "1 2 3/4 0 6/7 5 8"}'),
    get("/api/v1/sets/korf15/7"),
]
LARGE = b'{"start": [' + b",".join(b"[" + b",".join(b"%d" % (r * 128 + c) for c in range(128)) + b"]" for r in range(128)) + b"]}"
BAD = [
    post("/api/v1/solve", b"[" * 500_000),
    post("/api/v1/solve", b"x" * 2_000_000),
    post("/api/v1/check", LARGE),
    post("/api/v1/explain", LARGE),
    post("/api/v1/hint", LARGE),
    post("/api/v1/parse", b'{"text": "' + b"1 " * 200_000 + b'"}'),
    post("/api/v1/solve", json.dumps(ENDLESS).encode()),
    b"POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10000000\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 200_000,
    b"\x00" * 1000 + b"\r\n\r\n",
    get("/" + "x" * 20_000),
]


async def polite(port: int, number: int, rounds: int, times: list[float]) -> None:
    """Ask, think for a moment, ask again: what a page does at most; people do not all press at the same instant."""
    await asyncio.sleep(number / CLIENTS * PAUSE)
    for turn in range(number, number + rounds):
        begin = time.monotonic()
        answer = await request(port, GOOD[turn % len(GOOD)])
        times.append(time.monotonic() - begin)
        assert answer.startswith(b"HTTP/1.1 200"), answer
        await asyncio.sleep(PAUSE)


async def rude(port: int, number: int, over: Callable[[], bool]) -> None:
    """Send what no client should, until it is over."""
    while not over():
        try:
            answer = await request(port, BAD[number % len(BAD)])
        except OSError:
            answer = b""  # cut off in the middle of sending
        assert not answer.startswith(b"HTTP/1.1 500"), BAD[number % len(BAD)][:80]
        number += 1
        await asyncio.sleep(0.05)


async def crowd(size: int, act: Callable[[int], Awaitable[None]]) -> None:
    await asyncio.gather(*(act(number) for number in range(size)))


def flood(port: int, over: threading.Event) -> None:
    """Run the rude clients; in a process of its own, so that the polite ones do not wait for it."""
    asyncio.run(crowd(RIVALS, lambda number: rude(port, number, over.is_set)))


def measure(pid: int, port: int, rivals: bool, rounds: int = ROUNDS) -> Figures:
    """Let every client ask so many questions."""
    times: list[float] = []
    before, scheduled, begin = resident(pid), schedule(pid), time.monotonic()
    context = multiprocessing.get_context("spawn")
    with context.Manager() as manager, concurrent.futures.ProcessPoolExecutor(1, context) as other:
        over = manager.Event()
        running = other.submit(flood, port, over) if rivals else None
        try:
            # On a thread of its own: a browser test in this process may have left an event loop running on this one.
            with concurrent.futures.ThreadPoolExecutor(1) as thread:
                thread.submit(asyncio.run, crowd(CLIENTS, lambda number: polite(port, number, rounds, times))).result()
        finally:
            over.set()
        if running is not None:
            running.result()
    seconds = time.monotonic() - begin
    times.sort()
    ran, waited = (after - begun for after, begun in zip(schedule(pid), scheduled, strict=True))
    late = times[int(len(times) * 0.95)]
    return Figures(len(times), statistics.median(times), late, times[-1], resident(pid) - before, ran / seconds, waited / seconds)


def main() -> int:
    missed = False
    with server() as (pid, port):
        for rivals in (False, True):
            figures = measure(pid, port, rivals)
            counts = figures.starved < STARVED
            late = figures.most >= QUICK or figures.slowest >= SLOWEST
            verdict = ("MISSED" if late else "met") if counts else "the machine is too busy to tell"
            print(f"{'beside a flood' if rivals else 'alone'}: {verdict}\n{figures}")
            missed |= counts and late
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
