# SPDX-License-Identifier: MIT
"""Listen on a socket and serve the application until somebody stops it."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import secrets
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from taquin.errors import InputError
from taquin.web.app import create_app
from taquin.web.settings import Settings

LOOPBACK: Final = "127.0.0.1"
DEFAULT_PORT: Final = 8765
MIN_TOKEN: Final = 12
"""Shortest token that is taken: a shorter one could be guessed."""
HEAD_TIME: Final = 10.0
"""Seconds in which a new connection must have sent the head of a request."""
STOP_TIME: Final = 1
"""Seconds that open requests get when the server stops."""


@dataclass(frozen=True)
class Address:
    """Where the server listens."""

    host: str = LOOPBACK
    port: int | None = None
    """None for the usual one, or any free one if that is taken."""

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    def listen(self) -> socket.socket:
        """Bind a socket, or raise `InputError` with the reason why not."""
        try:
            return self._bind(DEFAULT_PORT if self.port is None else self.port)
        except OSError as error:
            if error.errno == errno.EADDRINUSE and self.port is None:
                return self._bind(0)
            raise InputError(f"cannot listen on {self.host}, port {self.port}: {error.strerror or error}") from None

    def _bind(self, port: int) -> socket.socket:
        family, kind, _, _, address = socket.getaddrinfo(self.host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        # TCP by its number: else asyncio does not know that it is TCP, and every answer waits 40 ms for the client's word.
        listener = socket.socket(family, kind, socket.IPPROTO_TCP)
        try:
            if sys.platform != "win32":  # where it would let two servers share a port
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen()  # now: two may bind the same port, and only one listen there
        except OSError:
            listener.close()
            raise
        return listener


def secure(settings: Settings, address: Address, token: str | None) -> Settings:
    """Ask for a token wherever others can reach the server, and fix the names under which it answers."""
    if token is not None and (
        len(token) < MIN_TOKEN or not token.isascii() or not token.isprintable() or set(token) & set(' ",;\\')
    ):
        raise InputError(
            f"expected a token of at least {MIN_TOKEN} plain letters, digits or signs, without spaces, quotes, commas"
        )
    if address.is_loopback:
        return replace(settings, token=token)
    names = {address.host.lower(), socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
    return replace(settings, token=token or secrets.token_urlsafe(18), hosts=(*settings.hosts, *sorted(names)), any_address=True)


def page_url(address: Address, port: int, token: str | None) -> str:
    """Return the address to open in a browser."""
    host = address.host if address.host not in ("0.0.0.0", "::", "") else socket.gethostname()
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/" + (f"?token={token}" if token else "")


class Protocol(H11Protocol):
    """HTTP whose clients must say what they want soon: an idle connection is closed."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock."""
        super().connection_made(transport)
        self._patience = self.loop.call_later(HEAD_TIME, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        self._patience.cancel()
        super().connection_lost(exc)

    def _give_up(self) -> None:
        cycle: object = self.cycle
        if cycle is None and self in self.connections:  # a WebSocket has left this protocol behind
            self.transport.close()


class Server(uvicorn.Server):
    """Tells when it is ready."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started:
            self._on_ready()


def make_server(settings: Settings, on_ready: Callable[[], None] = lambda: None, **options: Any) -> Server:
    """Return a server of the application with bounds on connections and messages."""
    config = uvicorn.Config(
        create_app(settings),
        http=Protocol,
        ws="websockets-sansio",
        ws_max_size=4096,
        ws_max_queue=4,
        limit_concurrency=settings.connections,
        h11_max_incomplete_event_size=32 * 1024,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=STOP_TIME,
        server_header=False,
        access_log=False,
        proxy_headers=False,
        log_level="error",
        **options,
    )
    return Server(config, on_ready)
