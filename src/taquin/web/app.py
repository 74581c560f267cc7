# SPDX-License-Identifier: MIT
"""The application: routes around a `BoardService` and `Jobs` for searches, behind the guards."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any, Final, Literal

from fastapi import FastAPI, Path, Request, WebSocket
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocketDisconnect

from taquin import __version__
from taquin.errors import InstanceError
from taquin.service import downloads
from taquin.service.boards import catalog as catalog_of, instance as instance_of
from taquin.service.requests import DEPTH, HINT, PAIR, PARSE, REVIEW, SCRAMBLE, RequestForm, solve_form
from taquin.service.searches import grant_search
from taquin.web import schemas
from taquin.web.board_service import BoardService, read_json
from taquin.web.errors import add_handlers
from taquin.web.jobs import Job, Jobs
from taquin.web.pages import Pages
from taquin.web.request_limits import Limiter
from taquin.web.security import Guard
from taquin.web.settings import Settings

V1: Final = "/api/v1"
JSON: Final = "application/json"
ERRORS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": schemas.ErrorAnswer, "description": about}
    for status, about in (
        (401, "a token is needed"),
        (403, "a foreign host name or origin"),
        (408, "the body did not arrive in time"),
        (413, "the body is too large"),
        (415, "the body is not JSON"),
        (422, "bad input: says what was expected, and where"),
        (429, "too many searches wait: see Retry-After"),
        (503, "too busy: see Retry-After"),
    )
}
MISSING: Final[dict[int | str, dict[str, Any]]] = ERRORS | {404: {"model": schemas.ErrorAnswer, "description": "not known"}}
UNFINISHED: Final[dict[int | str, dict[str, Any]]] = MISSING | {
    409: {"model": schemas.ErrorAnswer, "description": "not done yet"}
}
JobId = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,40}$")]
Form = Literal["json", "txt", "gif"]


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the server's application."""
    settings = settings or Settings()
    boards, jobs = BoardService(settings), Jobs(settings)

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        yield
        await asyncio.gather(jobs.close(), boards.close())

    app = FastAPI(
        title="Taquin",
        version=__version__,
        description="Read, check, explain, scramble, solve and watch sliding-tile puzzles; boards are lists of rows.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
    )
    add_handlers(app)
    _add_board_routes(app, boards, settings)
    _add_job_routes(app, boards, jobs, settings)
    _add_events(app, jobs, settings)
    _describe_requests(app)

    # Not mounted: a mount at "/" would take a known path with a wrong method, which is to be answered 405.
    app.router.default = Pages()
    app.add_middleware(Limiter, settings=settings)
    app.add_middleware(Guard, settings=settings)  # added last, so it is asked first
    return app


def body_of(form: RequestForm) -> dict[str, Any]:
    """Describe the body of a request."""
    reference = {"$ref": f"#/components/schemas/{form.name}"}
    return {"requestBody": {"required": True, "content": {JSON: {"schema": reference}}}}


def _describe_requests(app: FastAPI) -> None:
    """Add what requests and events look like to the description, which has the models of the answers already."""
    forms = (PARSE, PAIR, HINT, DEPTH, REVIEW, SCRAMBLE, solve_form())
    described = app.openapi

    def openapi() -> dict[str, Any]:
        description = described()
        event = schemas.JOB_EVENT.json_schema(ref_template="#/components/schemas/{model}")
        parts = event.pop("$defs")
        description["components"]["schemas"] |= parts | {"JobEvent": event} | {form.name: form.schema for form in forms}
        return description

    app.openapi = openapi  # type: ignore[method-assign]


def _add_board_routes(app: FastAPI, boards: BoardService, settings: Settings) -> None:
    listed = json.dumps(catalog_of(settings))

    @app.get(f"{V1}/catalog", responses=ERRORS, response_model=schemas.Catalog)
    async def catalog() -> Response:
        """List algorithms, heuristics, options, sets, engines, counters, goals and the server's limits."""
        return Response(listed, media_type=JSON)

    @app.post(f"{V1}/parse", responses=ERRORS, response_model=schemas.ParseAnswer, openapi_extra=body_of(PARSE))
    async def parse(request: Request) -> Response:
        """Read a board and its goal from text, in any of the notations of the command line."""
        return Response(await boards.answer("parse", await request.body()), media_type=JSON)

    @app.post(f"{V1}/check", responses=ERRORS, response_model=schemas.CheckAnswer, openapi_extra=body_of(PAIR))
    async def check(request: Request) -> Response:
        """Tell whether a board can be solved, why, and which two tiles to exchange if not."""
        return Response(await boards.answer("check", await request.body()), media_type=JSON)

    @app.post(f"{V1}/explain", responses=ERRORS, response_model=schemas.ExplainAnswer, openapi_extra=body_of(PAIR))
    async def explain(request: Request) -> Response:
        """Evaluate every heuristic on a board."""
        return Response(await boards.answer("explain", await request.body()), media_type=JSON)

    @app.post(f"{V1}/depth", responses=ERRORS, response_model=schemas.DepthAnswer, openapi_extra=body_of(DEPTH))
    async def depth(request: Request) -> Response:
        """Say how deep a board is among all of its shape, from the length of its shortest solution."""
        return Response(await boards.answer("depth", await request.body()), media_type=JSON)

    @app.post(f"{V1}/scramble", responses=ERRORS, response_model=schemas.ScrambleAnswer, openapi_extra=body_of(SCRAMBLE))
    async def scramble(request: Request) -> Response:
        """Draw a random board that can be solved."""
        return Response(await boards.answer("scramble", await request.body()), media_type=JSON)

    @app.post(f"{V1}/hint", responses=ERRORS, response_model=schemas.HintAnswer, openapi_extra=body_of(HINT))
    async def hint(request: Request) -> Response:
        """Find the next move, on a proven shortest path where that takes seconds."""
        return Response(await boards.answer("hint", await request.body()), media_type=JSON)

    @app.post(f"{V1}/review", responses=ERRORS, response_model=schemas.ReviewAnswer, openapi_extra=body_of(REVIEW))
    async def review(request: Request) -> Response:
        """Find how far every board of a game was from the goal: where a move was lost, the distance grew."""
        return Response(await boards.answer("review", await request.body()), media_type=JSON)

    @app.get(f"{V1}/sets/{{name}}/{{number}}", responses=MISSING, response_model=schemas.InstanceAnswer)
    async def instance(name: str, number: int) -> Response:
        """Return one board of a named set."""
        try:
            return JSONResponse(instance_of(name, number))
        except InstanceError as error:
            raise HTTPException(404, str(error)) from None


def _add_job_routes(app: FastAPI, boards: BoardService, jobs: Jobs, settings: Settings) -> None:
    def find(job_id: str) -> Job:
        job = jobs.get(job_id)
        if job is None:
            raise HTTPException(404, "there is no such search; finished ones are forgotten after a while")
        return job

    @app.post(
        f"{V1}/solve", status_code=202, responses=ERRORS, response_model=schemas.SubmitAnswer, openapi_extra=body_of(solve_form())
    )
    async def solve(request: Request) -> Response:
        """Queue a search; follow it at `/jobs/{id}` or over its WebSocket `/jobs/{id}/events`."""
        job = jobs.submit(*grant_search(read_json(await request.body()), settings, jobs.recall))
        return JSONResponse({"id": job.id, "position": job.position}, 202, {"Location": f"{V1}/jobs/{job.id}"})

    @app.get(f"{V1}/jobs/{{job_id}}", responses=MISSING, response_model=schemas.JobAnswer)
    async def job(job_id: JobId) -> Response:
        """Tell how far a search is, and its solution once it is done."""
        return Response(find(job_id).to_json(), media_type=JSON)

    @app.delete(f"{V1}/jobs/{{job_id}}", responses=MISSING, response_model=schemas.JobAnswer)
    async def cancel(job_id: JobId) -> Response:
        """Cancel a search; its result comes within a second, with what is known."""
        found = find(job_id)
        jobs.cancel(found)
        return Response(found.to_json(), media_type=JSON)

    @app.get(f"{V1}/jobs/{{job_id}}/solution.{{form}}", responses=UNFINISHED, response_class=Response)
    async def download(job_id: JobId, form: Form, steps: bool = False, notation: Literal["blank", "tile"] = "blank") -> Response:
        """Download a solution as JSON, as text (`steps` shows every board) or as a moving picture."""
        found = find(job_id)
        if found.result is None:
            raise HTTPException(409, "the search is not done" if found.error is None else "the search failed")
        if form == "json":
            data = found.result.encode()
        else:
            style = {"steps": steps, "notation": notation} if form == "txt" else {}
            data = await boards.download(json.loads(found.result), form, style)
        name = f'attachment; filename="solution.{form}"'
        return Response(data, media_type=downloads.TYPES[form], headers={"Content-Disposition": name})


def _add_events(app: FastAPI, jobs: Jobs, settings: Settings) -> None:
    watching: set[WebSocket] = set()

    @app.websocket(f"{V1}/jobs/{{job_id}}/events")
    async def events(websocket: WebSocket, job_id: str) -> None:
        job = jobs.get(job_id)
        await websocket.accept()
        if job is None or len(watching) >= settings.watchers:
            message = "there is no such search" if job is None else "too many pages are watching; try again in a moment"
            await websocket.send_json({"type": "error", "error": {"message": message}})
            await websocket.close(4404 if job is None else 1013)
            return
        watching.add(websocket)
        jobs.watch(job)
        sending = asyncio.create_task(_send_events(websocket, job))
        try:
            await _until_gone(websocket, sending)
        finally:
            sending.cancel()
            watching.discard(websocket)
            jobs.leave(job)


async def _send_events(websocket: WebSocket, job: Job) -> None:
    async for event in job.events():
        await websocket.send_text(event)
    await websocket.close()


async def _until_gone(websocket: WebSocket, sending: asyncio.Task[None]) -> None:
    """Wait until everything is sent or the page is gone; what it says is ignored."""
    listening = asyncio.create_task(_listen(websocket))
    await asyncio.wait((sending, listening), return_when=asyncio.FIRST_COMPLETED)
    listening.cancel()
    if sending.done() and not sending.cancelled():
        error = sending.exception()
        if error is not None and not isinstance(error, WebSocketDisconnect | RuntimeError | OSError):
            raise error


async def _listen(websocket: WebSocket) -> None:
    while (await websocket.receive())["type"] != "websocket.disconnect":
        pass
