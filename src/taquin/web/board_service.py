# SPDX-License-Identifier: MIT
"""What the server says of boards: at once where it takes no time, from a helper process where it may."""

from __future__ import annotations

import base64
import json
from collections import OrderedDict
from typing import Any, Final

from starlette.exceptions import HTTPException

from taquin import explanation, listing
from taquin.board import MAX_SIDE, Board, Move
from taquin.errors import InputError, InstanceError
from taquin.instances import load_set
from taquin.notation import board_to_json
from taquin.web import board_tasks
from taquin.web.errors import describe_defect
from taquin.web.pool import BusyError, Pool
from taquin.web.settings import Settings
from taquin.worker import FAILED, REFUSED, RESULT

Json = dict[str, Any]

QUICK_CELLS: Final = 256
"""Boards up to this size are read and checked in well under a millisecond."""
QUICK_TEXT: Final = 2000
"""Texts up to this length are."""
HINT_MEMORY: Final = 256 * 2**20
REMEMBERED_CELLS: Final = 25
"""Hints for boards up to this size are remembered along the whole path."""
REMEMBERED: Final = 20_000

HintKey = tuple[Board, Board]


def catalog(settings: Settings) -> Json:
    """List what can be asked for, and the server's limits."""
    names = ("max_time", "default_time", "max_memory", "max_trace", "concurrent", "queued", "max_body")
    return listing.catalog() | {"limits": {"max_side": MAX_SIDE, **{name: getattr(settings, name) for name in names}}}


def instance(name: str, number: int) -> Json:
    """Return one board of a set with what is known about it."""
    chosen = load_set(name)
    if not 1 <= number <= len(chosen):
        raise InstanceError(f"{chosen.name} has the instances 1 to {len(chosen)}, got {number}")
    found = chosen.instances[number - 1]
    return {
        "set": chosen.name,
        "id": found.id,
        "start": board_to_json(found.start),
        "goal": board_to_json(found.goal),
        "optimal": found.optimal,
        "solvable": found.solvable,
        "facts": dict(found.facts),
    }


class BoardService:
    """Answers requests about boards; start and goal have the same shape."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._helpers, self._hinters = (
            Pool(settings.helpers, settings.waiting, HINT_MEMORY, tasks=board_tasks.__name__) for _ in range(2)
        )
        self._hints: OrderedDict[HintKey, str] = OrderedDict()
        """Proven shortest paths, by board and goal."""

    async def close(self) -> None:
        """Stop the helpers."""
        await self._helpers.close()
        await self._hinters.close()

    async def parse(self, text: str, size: str | None, goal: str | None) -> bytes:
        """Read a board from text."""
        if len(text) + len(goal or "") <= QUICK_TEXT:
            return _encode(board_tasks.parse(text, size, goal))
        return await self._ask("parse", {"text": text, "size": size, "goal": goal})

    async def check(self, start: Board, goal: Board) -> bytes:
        """Decide whether a board can be solved."""
        if len(start.tiles) <= QUICK_CELLS:
            return _encode(explanation.check(start, goal))
        return await self._ask("check", _pair(start, goal))

    async def explain(self, start: Board, goal: Board) -> bytes:
        """Evaluate every heuristic; never at once, because some build tables first."""
        return await self._ask("explain", _pair(start, goal))

    async def scramble(self, goal: Board, **wishes: int | None) -> bytes:
        """Draw a random board."""
        return await self._ask("scramble", {"goal": board_to_json(goal), **wishes})

    async def download(self, solution: Json, form: str, style: Json) -> bytes:
        """Write a solution as a file."""
        answer = json.loads(await self._ask("download", {"row": solution, "form": form, "style": style}))
        return base64.b64decode(answer["base64"])

    async def hint(self, start: Board, goal: Board) -> bytes:
        """Find the next move; on a path that was found before it is known already."""
        known = self._hints.get((start, goal))
        if known is not None:
            return _encode(hint_of(start, known))
        budget = {"seconds": self._settings.hint_time, "memory": HINT_MEMORY}
        found = await self._ask("hint", _pair(start, goal) | budget, self._hinters)
        if len(start.tiles) <= REMEMBERED_CELLS:
            self._remember(start, goal, json.loads(found))
        return found

    def _remember(self, start: Board, goal: Board, found: Json) -> None:
        moves = found["moves"] if found["proven"] else ""
        board = start
        for number in range(len(moves)):
            self._hints[board, goal] = moves[number:]
            board = board.apply(Move(moves[number]))
        while len(self._hints) > REMEMBERED:
            self._hints.popitem(last=False)

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


def hint_of(start: Board, moves: str) -> Json:
    """Return the hint on a proven shortest path."""
    tile = start.apply(Move(moves[0])).tiles[start.blank] if moves else None
    return {"move": moves[:1] or None, "tile": tile, "remaining": len(moves), "proven": True, "moves": moves, "reason": None}


def _pair(start: Board, goal: Board) -> Json:
    return {"start": board_to_json(start), "goal": board_to_json(goal)}


def _encode(answer: Json) -> bytes:
    return json.dumps(answer, separators=(",", ":")).encode()
