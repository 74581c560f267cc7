# SPDX-License-Identifier: MIT
"""Every error leaves as `{"error": {"message", "field", "row", "column"}}`, never as a traceback."""

from __future__ import annotations

import json
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from taquin.errors import InputError
from taquin.web.pool import BusyError

NOT_JSON: Final = "the body is not valid JSON"


def error_response(status: int, message: str, **headers: str) -> JSONResponse:
    """Say what is wrong in one sentence."""
    return detail_response(status, InputError(message).to_json(), headers)


def detail_response(status: int, detail: dict[str, Any], headers: dict[str, str] | None = None) -> JSONResponse:
    """Say what is wrong, and where."""
    return JSONResponse({"error": detail}, status, headers)


def add_handlers(app: FastAPI) -> None:
    """Turn whatever is raised into an answer."""

    @app.exception_handler(InputError)
    async def bad_input(_request: Request, error: InputError) -> Response:
        return detail_response(422, error.to_json())

    @app.exception_handler(RequestValidationError)
    async def bad_request(_request: Request, error: RequestValidationError) -> Response:
        return detail_response(422, describe(error.errors()[0]))

    @app.exception_handler(BusyError)
    async def busy(_request: Request, error: BusyError) -> Response:
        return error_response(error.status, str(error), **{"Retry-After": str(error.retry_after)})

    @app.exception_handler(HTTPException)
    async def refused(_request: Request, error: HTTPException) -> Response:
        if error.status_code == 400:  # the framework's word for a body that is no text or has a number of endless digits
            return error_response(422, NOT_JSON)
        return error_response(error.status_code, str(error.detail), **dict(error.headers or {}))

    @app.exception_handler(Exception)
    async def defect(_request: Request, error: Exception) -> Response:
        return error_response(500, f"internal error: {type(error).__name__}")


def describe(error: dict[str, Any]) -> dict[str, Any]:
    """Put the first complaint about a request into words."""
    where = ".".join(str(part) for part in error["loc"] if part not in ("body", "query", "path"))[:100]
    cause = error.get("ctx", {}).get("error")
    if isinstance(cause, InputError):
        return (cause.within(where) if where else cause).to_json()
    if error["type"] == "json_invalid":
        return InputError(NOT_JSON).to_json()
    message = str(error["msg"])
    return InputError(message[:1].lower() + message[1:], field=where or None).to_json()


def describe_defect(body: bytes) -> str:
    """Say which exception a worker met; its message is for the server's own log."""
    return f"internal error: {json.loads(body)['exception']}"
