# SPDX-License-Identifier: MIT
"""What the server says of boards: at once where it takes no time, from a helper process where it may."""

from __future__ import annotations

import base64
import json
from typing import Any, Final

from starlette.exceptions import HTTPException

from taquin.errors import InputError
from taquin.service import boards
from taquin.service.hints import KnownHints
from taquin.service.requests import HINT, boards_of, metric_of
from taquin.web.errors import describe_defect
from taquin.web.pool import BusyError, Pool
from taquin.web.settings import Settings
from taquin.worker import FAILED, REFUSED, RESULT

Json = dict[str, Any]

QUICK: Final = ("parse", "check", "depth")
"""Questions that are answered in well under a millisecond, unless they are long."""
QUICK_BYTES: Final = 2000
"""The length of a request about a board of 256 cells, or of a text of about that."""


class BoardService:
    """Answers requests about boards."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._helpers, self._hinters = (
            Pool(settings.helpers, settings.waiting, settings.hint_memory, tasks=boards.__name__) for _ in range(2)
        )
        self._hints = KnownHints()

    async def close(self) -> None:
        """Stop the helpers."""
        await self._helpers.close()
        await self._hinters.close()

    async def answer(self, task: str, body: bytes) -> bytes:
        """Answer a request; what is wrong with it is said whoever reads it."""
        request = read_json(body)
        if task == "hint":
            return await self._hint(request)
        if task == "review":
            return await self._ask(task, {"request": request, **self._budget}, self._hinters)
        if task in QUICK and len(body) <= QUICK_BYTES:
            return _encode(boards.TASKS[task](request))
        return await self._ask(task, {"request": request})

    async def download(self, solution: Json, form: str, style: Json) -> bytes:
        """Write a solution as a file."""
        answer = json.loads(await self._ask("download", {"row": solution, "form": form, "style": style}))
        return base64.b64decode(answer["base64"])

    @property
    def _budget(self) -> Json:
        return {"seconds": self._settings.hint_time, "memory": self._settings.hint_memory}

    async def _hint(self, request: object) -> bytes:
        """Find the next move; on a path that was found before it is known already."""
        asked = HINT.read(request)
        key = *boards_of(asked), metric_of(asked)
        known = self._hints.find(*key)
        if known is not None:
            return _encode(known)
        found = await self._ask("hint", {"request": request, **self._budget}, self._hinters)
        self._hints.remember(*key, json.loads(found))
        return found

    async def _ask(self, task: str, payload: Json, pool: Pool | None = None) -> bytes:
        """Let a helper do it; its answer is JSON already."""
        kind, body = await (pool or self._helpers).call(task, payload, self._settings.task_time)
        if kind == RESULT:
            return body
        if kind == REFUSED:
            detail = json.loads(body)
            raise InputError(detail.pop("message"), **detail)
        if kind == FAILED:
            raise HTTPException(500, describe_defect(body))
        raise BusyError(503, 5, "that took too long or too much memory; try a smaller board")


def read_json(body: bytes) -> object:
    """Return what a request's body says, or refuse it."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise InputError("the body is not valid JSON") from None


def _encode(answer: Json) -> bytes:
    return json.dumps(answer, separators=(",", ":")).encode()
