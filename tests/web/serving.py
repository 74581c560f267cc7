# SPDX-License-Identifier: MIT
"""A real server on a free port of this machine, in a thread, and how to talk to it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from tests.waiting import HANGS, wait_until
from websockets.sync.client import connect

from taquin.web.server import Address, make_server
from taquin.web.settings import Settings

EASY = [[1, 2, 3], [4, 0, 6], [7, 5, 8]]
HARDEST = [[8, 6, 7], [2, 5, 4], [3, 0, 1]]
UNSOLVABLE = [[1, 2, 3], [4, 5, 6], [8, 7, 0]]
ENDLESS = {"start": [[15, 14, 8, 12], [10, 11, 9, 13], [2, 6, 1, 5], [3, 7, 4, 0]], "method": "idastar@misplaced"}
"""A search that takes longer than any test."""


class Service:
    """A running server, seen from outside."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.client = httpx.Client(base_url=url, timeout=HANGS)

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.client.get(f"/api/v1{path}", **options)

    def post(self, path: str, body: Any = None, **options: Any) -> httpx.Response:
        return self.client.post(f"/api/v1{path}", json=body, **options)

    def submit(self, **request: Any) -> str:
        response = self.post("/solve", request)
        assert response.status_code == 202, response.text
        job: str = response.json()["id"]
        return job

    def job(self, job_id: str) -> dict[str, Any]:
        answer: dict[str, Any] = self.get(f"/jobs/{job_id}").json()
        return answer

    def wait(self, job_id: str) -> dict[str, Any]:
        """Poll until a search is done and return its result."""
        self.wait_until(job_id, "done")
        result: dict[str, Any] = self.job(job_id)["result"]
        return result

    def wait_until(self, job_id: str, state: str) -> None:
        wait_until(lambda: self.job(job_id)["state"] == state, state)

    def wait_for_progress(self, job_id: str) -> None:
        """Poll until a search has told how far it is."""
        wait_until(lambda: self.job(job_id)["progress"] is not None, "progress")

    def solve(self, **request: Any) -> dict[str, Any]:
        return self.wait(self.submit(**request))

    def events(self, job_id: str) -> Iterator[dict[str, Any]]:
        """Follow a search over its WebSocket."""
        with connect(self.socket_url(job_id), max_size=None) as socket:
            for message in socket:
                yield json.loads(message)

    def socket_url(self, job_id: str) -> str:
        return f"{self.url.replace('http', 'ws', 1)}/api/v1/jobs/{job_id}/events"


@contextmanager
def serve(settings: Settings) -> Iterator[Service]:
    """Run a server until the block ends."""
    ready = threading.Event()
    server = make_server(settings, ready.set)
    with Address(port=0).listen() as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        service = Service(f"http://127.0.0.1:{listener.getsockname()[1]}")
        try:
            assert ready.wait(HANGS)
            yield service
        finally:
            service.client.close()
            server.should_exit = True
            thread.join(HANGS)
            assert not thread.is_alive()
