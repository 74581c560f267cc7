# SPDX-License-Identifier: MIT
"""Every error leaves as `{"error": {"message", "field", "row", "column"}}`, never as a traceback."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from taquin.errors import InputError
from taquin.web.answers import error_detail, place_error
from taquin.web.pool import BusyError

NOT_JSON: Final = "the body is not valid JSON"


def error_response(status: int, message: str, **headers: str) -> JSONResponse:
    """Say what is wrong in one sentence."""
    return detail_response(status, place_error(message, None), headers)


def detail_response(status: int, detail: dict[str, Any], headers: dict[str, str] | None = None) -> JSONResponse:
    """Say what is wrong, and where."""
    return JSONResponse({"error": detail}, status, headers)


def add_handlers(app: FastAPI) -> None:
    """Turn whatever is raised into an answer."""

    @app.exception_handler(InputError)
    async def bad_input(_request: Request, error: InputError) -> Response:
        return detail_response(422, error_detail(error))

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
        return detail_response(error.status_code, place_error(str(error.detail), None), dict(error.headers or {}))

    @app.exception_handler(Exception)
    async def defect(_request: Request, error: Exception) -> Response:
        return error_response(500, f"internal error: {type(error).__name__}")


def describe(error: dict[str, Any]) -> dict[str, Any]:
    """Put the first complaint about a request into words."""
    where = [str(part) for part in error["loc"] if part not in ("body", "query", "path")]
    cause = error.get("ctx", {}).get("error")
    if isinstance(cause, InputError):
        return error_detail(cause, ".".join(where) or None)
    message = str(error["msg"]).removeprefix("Value error, ")
    if error["type"] == "json_invalid":
        return place_error(NOT_JSON, None)
    return place_error(message[:1].lower() + message[1:], ".".join(where)[:100] or None)
