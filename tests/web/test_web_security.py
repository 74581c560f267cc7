# SPDX-License-Identifier: MIT
"""Strangers, huge bodies and broken requests are turned away, in JSON, without harm."""

from __future__ import annotations

import contextlib
import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.waiting import HANGS
from tests.web.serving import EASY, ENDLESS, Service, serve
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from taquin.errors import InputError
from taquin.web.pages import Pages
from taquin.web.security import HEADERS
from taquin.web.server import Address, page_url, secure
from taquin.web.settings import Settings

TOKEN = "a-token-for-tests"


def raw(service: Service, request: bytes, limit: int = 10**6) -> bytes:
    """Send bytes as they are and return what comes back: an answer, or what there is of it when the server closes."""
    host, port = service.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=HANGS) as connection:
        connection.sendall(request)
        answer = b""
        with contextlib.suppress(ConnectionError):
            while len(answer) < limit and not is_whole(answer) and (part := connection.recv(65536)):
                answer += part
    return answer


def is_whole(answer: bytes) -> bool:
    """Tell whether an answer that says how long it is has come to its end; the connection may stay open for more."""
    head, _, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)^content-length: (\d+)", head, re.MULTILINE)
    return length is not None and len(body) >= int(length[1])


@pytest.mark.parametrize("path", ["/", "/play", "/api/v1/catalog", "/api/nothing", "/assets/none.js", "/api/openapi.json"])
def test_every_answer_carries_the_headers(service: Service, path: str) -> None:
    response = service.client.get(path)
    for name, value in HEADERS.items():
        assert response.headers[name] == value
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")  # WebAssembly only
    assert "http" not in policy
    assert "server" not in response.headers


def test_errors_carry_them_too(service: Service) -> None:
    response = service.client.post("/api/v1/solve", content=b"x" * 600_000, headers={"Content-Type": "application/json"})
    assert response.status_code == 413
    assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "10.0.0.1", "[::2]", "", "a:b:c", "localhost@evil"]
)
def test_foreign_host_names_are_refused(service: Service, host: str) -> None:
    response = service.client.get("/api/v1/catalog", headers={"Host": host})
    assert response.status_code == 403
    assert response.json()["error"]["message"]


@pytest.mark.parametrize("host", ["localhost", "localhost:5173", "127.0.0.1", "[::1]:80", "LOCALHOST"])
def test_own_host_names_are_taken(service: Service, host: str) -> None:
    assert service.client.get("/api/v1/catalog", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}])
def test_pages_of_other_origins_are_refused(service: Service, headers: dict[str, str]) -> None:
    assert service.post("/check", {"start": EASY}, headers=headers).status_code == 403
    job = service.submit(**ENDLESS)
    assert service.client.delete(f"/api/v1/jobs/{job}", headers=headers).status_code == 403
    if "Origin" in headers:
        with pytest.raises(InvalidStatus, match="403"), connect(service.socket_url(job), additional_headers=headers):
            pass
    service.client.delete(f"/api/v1/jobs/{job}")


def test_own_pages_are_taken(service: Service) -> None:
    assert service.post("/check", {"start": EASY}, headers={"Origin": service.url}).status_code == 200
    job = service.submit(start=EASY)
    with connect(service.socket_url(job), additional_headers={"Origin": service.url}) as page:
        assert page.recv()


def test_a_form_of_another_page_cannot_post(service: Service) -> None:
    response = service.client.post("/api/v1/solve", content=json.dumps(ENDLESS), headers={"Content-Type": "text/plain"})
    assert response.status_code == 415


@pytest.fixture(scope="module")
def guarded() -> Iterator[Service]:
    with serve(secure(Settings(), Address(), TOKEN)) as running:
        yield running


def test_without_the_token_nothing_is_shown(guarded: Service) -> None:
    for path in ("/", "/play", "/api/v1/catalog", "/api/openapi.json", "/?token=wrong", "/?token="):
        response = guarded.client.get(path)
        assert response.status_code == 401
        assert response.json()["error"]["message"]
    with pytest.raises(InvalidStatus, match="403"), connect(guarded.socket_url("x")):
        pass


@pytest.mark.parametrize(
    "headers",
    [{"Authorization": "Bearer wrong"}, {"Authorization": "Bearer"}, {"Cookie": "taquin-token=wrong"}, {"Cookie": "=;;,\xe9"}],
)
def test_a_wrong_token_is_refused(guarded: Service, headers: dict[str, str]) -> None:
    encoded = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    assert guarded.client.get("/api/v1/catalog", headers=encoded).status_code == 401


def test_the_token_in_a_header(guarded: Service) -> None:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    assert guarded.client.get("/api/v1/catalog", headers=headers).status_code == 200
    job = guarded.post("/solve", {"start": EASY}, headers=headers).json()["id"]
    with connect(guarded.socket_url(job), additional_headers=headers) as page:
        assert page.recv()


def test_the_token_in_the_address_becomes_a_cookie(guarded: Service) -> None:
    with httpx.Client(base_url=guarded.url) as browser:
        response = browser.get(f"/watch?board=123&token={TOKEN}&speed=2")
        assert response.status_code == 303
        assert response.headers["Location"] == "/watch?board=123&speed=2"
        cookie = response.headers["Set-Cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert browser.get("/api/v1/catalog").status_code == 200
    answer = raw(guarded, f"GET //evil.example/?token={TOKEN} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    assert b"location: /evil.example/\r\n" in answer


def test_beyond_this_machine_a_token_is_made_up() -> None:
    settings = secure(Settings(), Address("0.0.0.0"), None)
    assert settings.token is not None
    assert len(settings.token) >= 20
    assert settings.any_address
    assert f"token={settings.token}" in page_url(Address("0.0.0.0"), 80, settings.token)
    assert secure(Settings(), Address("192.0.2.1"), TOKEN).token == TOKEN
    assert secure(Settings(), Address(), None).token is None
    assert secure(Settings(), Address("::1"), None).token is None


@pytest.mark.parametrize("token", ["short", "with a space in it", 'with"quotes"inside', "wïth-letters-beyond"])
def test_weak_tokens_are_refused(token: str) -> None:
    with pytest.raises(InputError, match="token"):
        secure(Settings(), Address(), token)


def test_ten_megabytes_are_refused_unread(service: Service) -> None:
    head = b"POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10000000\r\n\r\n"
    answer = raw(service, head)  # not one byte of the body is sent, and the answer comes all the same
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"connection: close" in answer.lower()
    with contextlib.suppress(httpx.TransportError):  # a client that insists on sending it all may find the connection closed
        response = service.client.post("/api/v1/solve", content=b"[" * 10_000_000, headers={"Content-Type": "application/json"})
        assert response.status_code == 413


def test_a_body_in_chunks_is_bounded(service: Service) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(1000):
            yield b" " * 10_000

    with contextlib.suppress(httpx.TransportError):
        response = service.client.post("/api/v1/solve", content=chunks(), headers={"Content-Type": "application/json"})
        assert response.status_code == 413
    assert service.get("/catalog").status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"text"',
        b"\xff\xfe",
        b'{"start": NaN}',
        b'{"start": [[1, 2], [3, 1e400]]}',
        b"[" * 100_000,
        b'{"start": ' + b"[" * 500 + b"]" * 500 + b"}",
        b'{"a":' * 400 + b"1" + b"}" * 400,
        b'{"start": [[1, 2], [3, ' + b"9" * 100_000 + b"]]}",
        b'{"start": [[1,2],[3,0]], "goal": "\\ud800"}',
        b'{"start": [[1,2],[3,0]], "\\u0000": 1}',
        b'{"start": [[1,2],[3,0]], "start": [[0]]}',
        b'{"text": "' + b"1 " * 200_000 + b'"}',
    ],
)
def test_malformed_bodies_are_answered_in_json(service: Service, body: bytes) -> None:
    for path in ("solve", "check", "parse", "explain", "scramble", "hint"):
        if path == "scramble" and body == b"":
            continue
        response = service.client.post(f"/api/v1/{path}", content=body, headers={"Content-Type": "application/json"})
        assert 400 <= response.status_code < 500, (path, response.text)
        error = response.json()["error"]
        assert error["message"]
        assert "Traceback" not in response.text
        assert len(response.content) < 2000


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"\x00\x01\x02\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 100_000 + b"\r\n\r\n",
        b"POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999999\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
        b"GET /api/v1/jobs/%2e%2e%2f%00 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"GET /../../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"GET /assets/..%2f..%2fapp.py HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    ],
)
def test_broken_http_harms_nobody(service: Service, request_bytes: bytes) -> None:
    answer = raw(service, request_bytes)
    assert not answer.startswith(b"HTTP/1.1 5") or b"not built" in answer
    assert b"root:" not in answer
    assert b"Traceback" not in answer
    assert service.get("/catalog").status_code == 200


def test_a_slow_body_is_given_up() -> None:
    with serve(Settings(body_time=0.3)) as service:
        head = b"POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        assert raw(service, head).startswith(b"HTTP/1.1 408")


def test_answers_are_sent_at_once() -> None:
    with Address(port=0).listen() as listener:
        assert listener.proto == socket.IPPROTO_TCP  # what asyncio looks at before it sets TCP_NODELAY


def test_an_idle_connection_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.web.server.HEAD_TIME", 0.3)
    with serve(Settings()) as service:
        assert raw(service, b"GET / HT") == b""


def test_wrong_methods_and_paths_are_answered_in_json(service: Service) -> None:
    for response in (
        service.client.get("/api/v1/solve"),
        service.client.put("/api/v1/catalog"),
        service.client.get("/api/"),
        service.client.get("/api/v2/catalog"),
        service.client.get("/api/v1/jobs/" + "x" * 100),
        service.client.get("/" + "x" * 5000),
    ):
        assert 400 <= response.status_code < 500
        assert response.json()["error"]["message"]


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>Taquin</title>")
    (static / "assets" / "app-1a2b.js").write_text("export {}")
    (static / "favicon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr("taquin.web.app.Pages", lambda: Pages(static))
    with serve(Settings()) as running:
        yield running


def test_the_front_end_is_served(built: Service) -> None:
    for path in ("/", "/play", "/solve", "/watch", "/race", "/learn", "/learn/astar", "/index.html"):
        response = built.client.get(path)
        assert response.status_code == 200
        assert response.headers["Content-Type"].startswith("text/html")
        assert response.headers["Cache-Control"] == "no-cache"
        assert "<title>Taquin" in response.text
    script = built.client.get("/assets/app-1a2b.js")
    assert script.headers["Content-Type"].startswith("text/javascript")
    assert "immutable" in script.headers["Cache-Control"]
    assert built.client.get("/favicon.svg").headers["Content-Type"].startswith("image/svg+xml")
    again = built.client.get("/", headers={"If-None-Match": built.client.get("/").headers["ETag"]})
    assert again.status_code == 304


def test_only_the_front_end_is_served(built: Service) -> None:
    for path in ("/assets/none.js", "/none.js", "/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
        answer = raw(built, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        assert answer.startswith(b"HTTP/1.1 404"), path
        assert b"secret" not in answer.partition(b"\r\n\r\n")[2].replace(path.encode(), b"")


def test_openapi_describes_every_route(service: Service) -> None:
    description: dict[str, Any] = service.client.get("/api/openapi.json").json()
    assert {
        "/api/v1/catalog",
        "/api/v1/parse",
        "/api/v1/check",
        "/api/v1/explain",
        "/api/v1/scramble",
        "/api/v1/solve",
        "/api/v1/hint",
        "/api/v1/jobs/{job_id}",
        "/api/v1/jobs/{job_id}/solution.{form}",
        "/api/v1/sets/{name}/{number}",
    } <= description["paths"].keys()
