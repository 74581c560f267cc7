# SPDX-License-Identifier: MIT
"""The application: routes around a `BoardService` and `Jobs` for searches, behind the guards."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any, Final, Literal

from fastapi import FastAPI, Path, WebSocket
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocketDisconnect

from taquin import __version__
from taquin.board import Board
from taquin.errors import InstanceError
from taquin.web import board_service, downloads, schemas
from taquin.web.board_service import BoardService
from taquin.web.errors import add_handlers
from taquin.web.jobs import Job, Jobs
from taquin.web.pages import Pages
from taquin.web.questions import cap_trace, grant_question
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

    # Not mounted: a mount at "/" would take a known path with a wrong method, which is to be answered 405.
    app.router.default = Pages()
    app.add_middleware(Limiter, settings=settings)
    app.add_middleware(Guard, settings=settings)  # added last, so it is asked first
    return app


def _add_board_routes(app: FastAPI, boards: BoardService, settings: Settings) -> None:
    listed = json.dumps(board_service.catalog(settings))

    @app.get(f"{V1}/catalog", responses=ERRORS, response_model=dict[str, Any])
    async def catalog() -> Response:
        """List algorithms, heuristics, options, sets, engines, counters, goals and the server's limits."""
        return Response(listed, media_type=JSON)

    @app.post(f"{V1}/parse", responses=ERRORS, response_model=schemas.ParseAnswer)
    async def parse(request: schemas.ParseRequest) -> Response:
        """Read a board and its goal from text, in any of the notations of the command line."""
        return Response(await boards.parse(request.text, request.size, request.goal), media_type=JSON)

    @app.post(f"{V1}/check", responses=ERRORS, response_model=schemas.CheckAnswer)
    async def check(request: schemas.BoardRequest) -> Response:
        """Tell whether a board can be solved, why, and which two tiles to exchange if not."""
        return Response(await boards.check(*request.boards()), media_type=JSON)

    @app.post(f"{V1}/explain", responses=ERRORS, response_model=schemas.ExplainAnswer)
    async def explain(request: schemas.BoardRequest) -> Response:
        """Evaluate every heuristic on a board."""
        return Response(await boards.explain(*request.boards()), media_type=JSON)

    @app.post(f"{V1}/scramble", responses=ERRORS, response_model=schemas.ScrambleAnswer)
    async def scramble(request: schemas.ScrambleRequest) -> Response:
        """Draw a random board that can be solved."""
        goal = request.goal if isinstance(request.goal, Board) else Board.goal(request.rows, request.cols, request.goal)
        return Response(await boards.scramble(goal, depth=request.depth, walk=request.walk, seed=request.seed), media_type=JSON)

    @app.post(f"{V1}/hint", responses=ERRORS, response_model=schemas.HintAnswer)
    async def hint(request: schemas.BoardRequest) -> Response:
        """Find the next move, on a proven shortest path where that takes seconds."""
        return Response(await boards.hint(*request.boards()), media_type=JSON)

    @app.get(f"{V1}/sets/{{name}}/{{number}}", responses=MISSING, response_model=schemas.InstanceAnswer)
    async def instance(name: str, number: int) -> Response:
        """Return one board of a named set."""
        try:
            return JSONResponse(board_service.instance(name, number))
        except InstanceError as error:
            raise HTTPException(404, str(error)) from None


def _add_job_routes(app: FastAPI, boards: BoardService, jobs: Jobs, settings: Settings) -> None:
    def find(job_id: str) -> Job:
        job = jobs.get(job_id)
        if job is None:
            raise HTTPException(404, "there is no such search; finished ones are forgotten after a while")
        return job

    async def solve(request: schemas.SolveFields) -> Response:
        """Queue a search; follow it at `/jobs/{id}` or over its WebSocket `/jobs/{id}/events`."""
        question = grant_question(request, settings)
        job = jobs.submit(question, cap_trace(request.trace_limit, question, settings))
        return JSONResponse({"id": job.id, "position": job.position}, 202, {"Location": f"{V1}/jobs/{job.id}"})

    solve.__annotations__["request"] = schemas.solve_request()  # made of tables, so it has no name to write above
    app.post(f"{V1}/solve", status_code=202, responses=ERRORS, response_model=schemas.SubmitAnswer)(solve)

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
