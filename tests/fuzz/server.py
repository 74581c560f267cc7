# SPDX-License-Identifier: MIT
"""The server, asked in this process: any request gets a documented answer, any page may say anything, and the server lives on.

`tests/web/test_web_fuzz.py` makes requests from the API's own description; these are made from the bytes up, heads included.
"""

from __future__ import annotations

import asyncio
import atexit
import json
from collections.abc import Coroutine
from functools import cache
from typing import Any, Final
from urllib.parse import unquote

from fastapi.routing import APIRoute
from starlette.routing import Match
from tests.fuzz.parsers import QUESTION_WORDS
from tests.fuzz.registry import RejectedError, Target, json_of, words
from tests.loops import run_apart

from taquin.web.app import V1, create_app
from taquin.web.settings import Settings

EVERYWHERE: Final = frozenset({401, 403, 404, 405, 413, 414, 415, 422})
"""What the guards answer, and what becomes of an address or a method that is not known."""
BUSY: Final = frozenset({429, 503})
TOKEN: Final = "open-sesame"
LONGEST: Final = 60.0
"""Seconds without an answer after which the server hangs; real ones, so far more than any answer takes on a busy machine."""
SETTINGS: Final = Settings(concurrent=2, helpers=1, max_time=0.5, default_time=0.2, anytime_time=0.1, hint_time=0.1, grace=0.0)

Answer = tuple[int, dict[str, str], bytes]


class Server:
    """An application and its loop, kept from one input to the next."""

    def __init__(self, settings: Settings = SETTINGS) -> None:
        self.loop = asyncio.new_event_loop()
        self.app = create_app(settings)
        self.lifespan = self.app.router.lifespan_context(self.app)
        self.run(self.lifespan.__aenter__())
        atexit.register(self.close)

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Wait for a piece of work, not for ever."""
        return run_apart(lambda: self.loop.run_until_complete(asyncio.wait_for(work, LONGEST)))

    def close(self) -> None:
        """Stop the workers."""
        self.run(self.lifespan.__aexit__(None, None, None))
        self.loop.close()

    def ask(self, method: str, target: str, headers: list[tuple[bytes, bytes]], body: bytes) -> Answer:
        """Send one request, as a server reads it off the wire."""
        answer: Answer = self.run(_ask(self.app, _scope("http", method, target, headers), body))
        return answer

    def ask_json(self, method: str, path: str, value: Any = None) -> Answer:
        """Send JSON to a path of the API."""
        body = b"" if value is None else json.dumps(value).encode()
        head = [(b"host", b"localhost"), (b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        return self.ask(method, V1 + path, head, body)


def _scope(kind: str, method: str, target: str, headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
    path, _, query = target.partition("?")
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http" if kind == "http" else "ws",
        "path": unquote(path),
        "raw_path": path.encode("utf-8", "replace"),
        "query_string": query.encode("utf-8", "replace"),
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "subprotocols": [],
    }


async def _ask(app: Any, scope: dict[str, Any], body: bytes) -> Answer:
    waiting = [{"type": "http.request", "body": body, "more_body": False}]
    status, headers, parts = 0, {}, []
    done = asyncio.Event()

    async def receive() -> Any:
        if waiting:
            return waiting.pop()
        await done.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        nonlocal status, headers
        if message["type"] == "http.response.start":
            status = message["status"]
            headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in message["headers"]}
        else:
            parts.append(message.get("body", b""))
            if not message.get("more_body"):
                done.set()

    await app(scope, receive, send)
    return status, headers, b"".join(parts)


@cache
def open_server() -> Server:
    """Return the server that everybody may ask."""
    return Server()


@cache
def token_server() -> Server:
    """Return one that wants a token."""
    return Server(Settings(**{**vars(SETTINGS), "token": TOKEN}))


def check_http(data: bytes) -> None:
    """A request: its first line, its headers, an empty line, its body."""
    head, _, body = data.partition(b"\n\n")
    first, *lines = head.split(b"\n")
    method, _, target = first.decode("latin-1").partition(" ")
    if not (first.isascii() and method.isalpha() and target.startswith("/") and target.isprintable()):
        raise RejectedError  # no server hands that on
    headers = [(name.strip().lower(), value.strip()) for name, colon, value in (line.partition(b":") for line in lines) if colon]
    names = {name for name, _ in headers}
    defaults = {b"host": b"localhost", b"content-type": b"application/json", b"content-length": str(len(body)).encode()}
    headers += [(name, value) for name, value in defaults.items() if name not in names]
    server = open_server()
    answer = server.ask(method.upper(), target, headers, body)
    _check_answer(server, method.upper(), target, headers, answer)
    _cancel(server, answer)
    if TOKEN.encode() not in data:
        status, _, _ = token_server().ask(method.upper(), target, headers, body)
        assert status >= 400, "an answer without the token"
    assert server.ask_json("GET", "/catalog")[0] == 200


def _check_answer(server: Server, method: str, target: str, headers: list[tuple[bytes, bytes]], answer: Answer) -> None:
    status, sent, body = answer
    documented = _documented(server, method, target, headers)
    assert status in documented | EVERYWHERE, f"{method} {target} gave {status}: {body[:200]!r}"
    assert "content-security-policy" in sent
    if status >= 400 and unquote(target.partition("?")[0]).startswith("/api/") and method != "HEAD":
        error = json.loads(body)["error"]
        assert error["message"]
        assert set(error) == {"message", "field", "row", "column"}
        assert b"Traceback" not in body
        assert "internal error" not in error["message"]


def _documented(server: Server, method: str, target: str, headers: list[tuple[bytes, bytes]]) -> frozenset[int]:
    """Return the statuses that the API's description gives for an address, or those of a file."""
    scope = _scope("http", method, target, headers)
    for route in server.app.routes:
        if isinstance(route, APIRoute) and route.matches(scope)[0] is Match.FULL:
            return frozenset({route.status_code or 200, *map(int, route.responses)})
    return frozenset({200, 206, 304, 400, 416})


def _cancel(server: Server, answer: Answer) -> None:
    """Make room for the next search; what this one has found can be had as a file, where it is one."""
    if answer[0] == 202:
        job = json.loads(answer[2])["id"]
        assert server.ask_json("DELETE", f"/jobs/{job}")[0] == 200
        _wait_until_done(server, job)
        for form in ("json", "txt?steps=true", "gif"):
            assert server.ask_json("GET", f"/jobs/{job}/solution.{form}")[0] in {200, 422}


def _wait_until_done(server: Server, job: str) -> dict[str, Any]:
    server.run(_watch(server.app, f"{V1}/jobs/{job}/events", []))  # until the last event
    status, _, body = server.ask_json("GET", f"/jobs/{job}")
    assert status == 200
    told: dict[str, Any] = json.loads(body)
    assert told["state"] == "done"
    return told


def check_websocket(data: bytes) -> None:
    """A page that watches a search and says whatever it likes: the search ends with an answer all the same."""
    row = json_of(data)
    if not isinstance(row, dict):
        raise RejectedError
    server = open_server()
    asked = row.get("solve")
    status, _, body = server.ask_json("POST", "/solve", asked if isinstance(asked, dict) else {"start": [[1, 2], [0, 3]]})
    assert status in {202, 422, 429}, body
    if status != 202:
        return
    job = json.loads(body)["id"]
    path = row.get("path")
    address = f"{V1}/jobs/{job}/events" if not isinstance(path, str) else path.replace("JOB", job)
    said = row.get("messages")
    events = server.run(_watch(server.app, address, said if isinstance(said, list) else []))
    for event in events:
        assert json.loads(event)["type"] in ("queued", "progress", "expansions", "result", "error")
    _cancel(server, (202, {}, body))
    told = _wait_until_done(server, job)
    assert told["error"] is None, told["error"]
    assert told["result"]["status"] != "failed"
    assert server.ask_json("GET", "/catalog")[0] == 200


async def _watch(app: Any, address: str, messages: list[Any]) -> list[str]:
    """Open a WebSocket, say everything, and hear until the server has closed it or the page is gone."""
    said = [{"type": "websocket.connect"}, *map(_message, messages[:50])]
    heard: list[str] = []
    closed = asyncio.Event()

    async def receive() -> Any:
        if said:
            await asyncio.sleep(0)
            return said.pop(0)
        await closed.wait()
        return {"type": "websocket.disconnect", "code": 1005}

    async def send(message: Any) -> None:
        if message["type"] == "websocket.send":
            heard.append(message["text"])
        elif message["type"] == "websocket.close":
            closed.set()

    await app(_scope("websocket", "GET", address, [(b"host", b"localhost")]), receive, send)
    return heard


def _message(value: Any) -> dict[str, Any]:
    """Return what a page sends: a text, bytes, or its leave."""
    if value is None:
        return {"type": "websocket.disconnect", "code": 1001}
    if isinstance(value, str):
        return {"type": "websocket.receive", "text": value}
    return {"type": "websocket.receive", "bytes": json.dumps(value).encode(), "text": None}


REQUEST_WORDS: Final = (
    *QUESTION_WORDS,
    *("GET ", "POST ", "DELETE ", "HEAD ", "OPTIONS ", "PUT ", "host: evil", "origin: http://evil", "cookie: taquin-token=x"),
    *("content-type: text/plain", "content-length: -1", "transfer-encoding: chunked", "authorization: Bearer x"),
    *(V1 + path for path in words("/parse /check /explain /scramble /hint /solve /catalog /sets/korf15/1 /jobs/x")),
    *words("/events /solution.gif ?steps=true %00 %2e%2e/ %ff text size depth walk seed rows"),
)
TARGETS: Final = (
    Target("http", check_http, "request", REQUEST_WORDS, seconds=5.0, examples=60),
    Target("websocket", check_websocket, "json", ("messages", "path", "solve", "JOB", *QUESTION_WORDS), seconds=5.0, examples=10),
)
