# SPDX-License-Identifier: MIT
"""Bounds on requests, applied before anything is made of them: size, number, time and nesting."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from taquin.web.errors import error_response
from taquin.web.settings import Settings

MAX_LISTS: Final = 600
"""Most opening brackets in a body: two boards have 258, written as JSON in a text as many again. It bounds the nesting too."""
MAX_QUERY: Final = 4096
DISCARDED: Final = 2**20
"""Bytes of an unwanted body that are thrown away before the connection is closed."""
DISCARD_TIME: Final = 1.0
BODY_METHODS: Final = ("POST", "PUT", "PATCH", "DELETE")


class Limiter:
    """Middleware that reads a body whole, or refuses it as soon as that is clear."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._gate = asyncio.Semaphore(settings.large_requests)
        self._waiting = 0
        """Large requests before the gate."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body of a request and pass it on in one piece."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = self._refuse(scope)
        if refusal is not None:
            await _refuse_unread(refusal, scope, receive, send)
        elif scope["method"] not in BODY_METHODS:
            await self._app(scope, receive, send)
        elif _declared(scope) > self._settings.large_body:
            await self._answer_large(scope, receive, send)
        else:  # a body in chunks declares nothing, so it may not be large
            await self._answer(scope, receive, send, self._settings.large_body)

    def _refuse(self, scope: Scope) -> Response | None:
        """Judge a request by its head."""
        if len(scope["query_string"]) + len(scope["path"]) > MAX_QUERY:
            return error_response(414, f"the address is too long; expected at most {MAX_QUERY} characters", Connection="close")
        if scope["method"] not in BODY_METHODS:
            return None
        if _declared(scope) > self._settings.max_body:
            return self._too_large(self._settings.max_body)
        headers = Headers(scope=scope)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json" and (_declared(scope) or "transfer-encoding" in headers):
            return error_response(415, "expected a JSON body with the header Content-Type: application/json", Connection="close")
        return None

    def _too_large(self, limit: int) -> Response:
        return error_response(413, f"the request is too large; expected at most {limit} bytes", Connection="close")

    async def _answer_large(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._waiting >= self._settings.large_waiting:
            message = "too many large requests at once; try again in a moment"
            refusal = error_response(503, message, Connection="close", **{"Retry-After": "1"})
            await _refuse_unread(refusal, scope, receive, send)
            return
        self._waiting += 1
        try:
            await self._gate.acquire()
        finally:
            self._waiting -= 1
        try:
            await self._answer(scope, receive, send, self._settings.max_body)
        finally:
            self._gate.release()

    async def _answer(self, scope: Scope, receive: Receive, send: Send, limit: int) -> None:
        """Read the body within the limits, then let the application answer."""
        try:
            body = await asyncio.wait_for(_read_body(receive, limit), self._settings.body_time)
        except TimeoutError:
            await error_response(408, "the request did not arrive in time", Connection="close")(scope, receive, send)
            return
        if body is None:
            await _refuse_unread(self._too_large(limit), scope, receive, send)
            return
        if body.count(b"[") + body.count(b"{") > MAX_LISTS:
            await error_response(422, "the body holds too many lists; expected boards of at most 128 rows")(scope, receive, send)
            return
        await self._app(scope, _replay(body, receive), send)


def _declared(scope: Scope) -> int:
    """Return the length that a request declares, 0 when it comes in chunks."""
    length = Headers(scope=scope).get("content-length", "0")
    return int(length) if length.isdigit() and len(length) < 16 else 2**60


async def _refuse_unread(refusal: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request whose body nobody wants to read.

    A connection that is closed while its client still sends is reset, and the client may never see the answer. So the
    answer goes first, a little more is read and thrown away, and only then the connection ends.
    """

    async def send_slowly(message: Message) -> None:
        if message["type"] == "http.response.body":
            await send({**message, "more_body": True})
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(_discard(receive), DISCARD_TIME)
            message = {"type": "http.response.body", "body": b""}
        await send(message)

    await refusal(scope, receive, send_slowly)


async def _discard(receive: Receive) -> None:
    size = 0
    while size < DISCARDED:
        message = await receive()
        size += len(message.get("body", b""))
        if not message.get("more_body", False):
            return


async def _read_body(receive: Receive, limit: int) -> bytes | None:
    """Return the body, None when it is longer than the limit; what is beyond is never read."""
    parts: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        part: bytes = message.get("body", b"")
        size += len(part)
        if size > limit:
            return None
        parts.append(part)
        more = message.get("more_body", False)
    return b"".join(parts)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body once more, and then what really comes."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again
