# SPDX-License-Identifier: MIT
"""The built front end: its files, and its index for every view's address."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from taquin.web.site import INDEX, STATIC, generated_files

HASHED: Final = "assets/"
"""Files in here carry a hash of their content in their name, so a browser may keep them for good."""
FOREVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
NOT_BUILT: Final = "The front end is not built: run 'npm ci && npm run build' in frontend/. The API is at /api/openapi.json.\n"
TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}


class Pages(StaticFiles):
    """Serves files, and the index for every path that is no file: the page finds its view in its own address."""

    def __init__(self, directory: Path = STATIC) -> None:
        super().__init__(directory=directory, check_dir=False)
        for ending, kind in TYPES.items():  # some systems have their own, wrong idea
            mimetypes.add_type(kind, ending)

    async def check_config(self) -> None:
        """Do without a directory: a checkout without the build still has the API."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer requests; there is no WebSocket here."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000})
        else:
            await super().__call__(scope, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, or the index for an address of a view."""
        path = path.replace("\\", "/")
        if path.startswith("python/") and path in generated_files():
            return Response(
                generated_files()[path], media_type=mimetypes.guess_type(path)[0], headers={"Cache-Control": ASK_AGAIN}
            )
        if path == "api" or path.startswith("api/"):
            raise HTTPException(404, f"there is nothing at /{path[:80]}; see /api/openapi.json")
        try:
            response = await super().get_response(INDEX if path in ("", ".") else path, scope)
        except HTTPException as error:
            if error.status_code != 404 or path.startswith(HASHED) or "." in path.rpartition("/")[2]:
                raise
            response = await self._index(scope)
        response.headers["Cache-Control"] = FOREVER if path.startswith(HASHED) and response.status_code < 400 else ASK_AGAIN
        return response

    async def _index(self, scope: Scope) -> Response:
        try:
            return await super().get_response(INDEX, scope)
        except HTTPException:
            return PlainTextResponse(NOT_BUILT, 503)
