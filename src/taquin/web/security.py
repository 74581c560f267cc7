# SPDX-License-Identifier: MIT
"""Who may ask what: host names, origins, the token, and the headers that keep a browser from harm.

The server listens on the user's own machine, where every page the user visits can reach it. So it answers only under its own
name (a foreign name that resolves here is DNS rebinding), and takes changes only from its own pages or from programs,
which send no Origin.
"""

from __future__ import annotations

import hmac
import ipaddress
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from taquin.web.errors import error_response
from taquin.web.settings import Settings

CONTENT_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",  # the library inside the page, for the visitor's own heuristic
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
COOKIE: Final = "taquin-token"
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")


class Guard:
    """Middleware that refuses strangers before anything is read from them, and adds the headers to every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer strangers here and pass on everybody else."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refusal = self._refuse(scope)
        if refusal is None:
            await self._app(scope, receive, send_with_headers)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await refusal(scope, receive, send_with_headers)

    def _refuse(self, scope: Scope) -> Response | None:
        """Return the answer to a stranger, None for everybody else."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._knows(host):
            return error_response(403, "this server does not answer under that host name")
        if (scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS) and not is_own_page(headers, host):
            return error_response(403, "a page of another origin may not do that")
        return None if self._settings.token is None else self._check_token(scope, self._settings.token)

    def _knows(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self._settings.hosts or (self._settings.any_address and _is_address(name))

    def _check_token(self, scope: Scope, token: str) -> Response | None:
        """Take the token from a header, the cookie, or once from the address, which turns it into the cookie."""
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = [value for name, value in query if name == "token"]
        if given and scope["type"] == "http" and scope["method"] in SAFE_METHODS and matches(given[0], token):
            rest = urlencode([(name, value) for name, value in query if name != "token"])
            # One slash: "//elsewhere" would lead to another host.
            response = RedirectResponse("/" + scope["path"].lstrip("/") + (f"?{rest}" if rest else ""), 303)
            response.set_cookie(COOKIE, token, httponly=True, samesite="strict", path="/", secure=scope["scheme"] == "https")
            return response
        if any(matches(value, token) for value in shown_tokens(scope)):
            return None
        return error_response(401, "a token is needed: open the address that the server printed, or send it as a bearer token")


def shown_tokens(scope: Scope) -> list[str]:
    """Return what a request shows as its token."""
    headers = Headers(scope=scope)
    scheme, _, bearer = headers.get("authorization", "").partition(" ")
    cookies: SimpleCookie = SimpleCookie()
    try:
        cookies.load(headers.get("cookie", ""))
    except CookieError:
        cookies = SimpleCookie()
    shown = [bearer.strip()] if scheme.lower() == "bearer" else []
    return [*shown, *([cookies[COOKIE].value] if COOKIE in cookies else [])]


def matches(given: str, token: str) -> bool:
    """Compare in constant time."""
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), token.encode())


def is_own_page(headers: Headers, host: str) -> bool:
    """Tell whether a request comes from a page of this server or from no page at all."""
    origin = headers.get("origin")
    if origin is not None:
        return origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")
    return headers.get("sec-fetch-site", "none") in ("none", "same-origin")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
