# SPDX-License-Identifier: MIT
"""What the server grants: every bound in one frozen value, the defaults fit for a laptop."""

from __future__ import annotations

from dataclasses import dataclass

from taquin.service.grant import Grant


@dataclass(frozen=True)
class Settings(Grant):
    """Bounds on searches, requests and what is kept."""

    queued: int = 64
    """Searches that wait; one more is answered 429."""
    helpers: int = 2
    """Processes for short work (explain, scramble, downloads), and as many again for hints."""
    waiting: int = 64
    """Short tasks that wait for a helper; one more is answered 503."""
    task_time: float = 20.0
    """Seconds after which short work is given up."""
    kept_jobs: int = 200
    """Finished searches that are kept."""
    kept_bytes: int = 64 * 2**20
    """Most bytes of their answers and traces together."""
    kept_time: float = 900.0
    """Seconds that a finished search is kept."""
    watchers: int = 250
    """Open WebSockets."""
    grace: float = 10.0
    """Seconds between the last page leaving a search and its end: long enough for a reload on a slow line."""
    max_body: int = 512 * 2**10
    """Most bytes of a request: two boards of 128x128 take 200 KB."""
    large_body: int = 16 * 2**10
    """Requests above this size are large."""
    large_requests: int = 2
    """Large requests that are read at once: each takes some 15 ms, in which nobody else is answered."""
    large_waiting: int = 16
    """Large requests that wait, unread; one more is answered 503."""
    body_time: float = 10.0
    """Seconds in which a request must have arrived."""
    connections: int = 600
    """Open connections; one more is answered 503."""
    token: str | None = None
    """What every request must show, None to ask for nothing."""
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "::1")
    """Names under which the server answers."""
    any_address: bool = False
    """Whether it also answers under every bare IP address: needed when it listens on all of them."""
