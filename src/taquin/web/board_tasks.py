# SPDX-License-Identifier: MIT
"""Short work on boards: what the server lets a worker do beside searches, from JSON to JSON."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from typing import Any, Final

from taquin import explanation
from taquin.board import GOALS, Board
from taquin.errors import InputError
from taquin.notation import board_from_json, board_to_json, parse_board, parse_goal
from taquin.question import default_method
from taquin.scramble import draw_board
from taquin.solution import Limits, Solution, Status
from taquin.solvability import check_solvable
from taquin.solver import solve
from taquin.web import downloads

Json = dict[str, Any]

QUICK_METHOD: Final = "anytime"
"""The method that finds some path on every board."""


def parse(text: str, size: str | None = None, goal: str | None = None) -> Json:
    """Read a board and its goal from text."""
    try:
        start = parse_board(text, size or None, goal=goal if goal in GOALS else "last")
    except InputError as error:
        raise error.within("text") from None
    try:
        wanted = parse_goal(goal or "last", start.rows, start.cols)
    except InputError as error:
        raise error.within("goal") from None
    verdict = check_solvable(start, wanted)
    return {
        "start": board_to_json(start),
        "goal": board_to_json(wanted),
        "rows": start.rows,
        "cols": start.cols,
        "solvable": verdict.solvable,
        "reason": verdict.reason,
    }


def scramble(goal: Board, depth: int | None = None, walk: int | None = None, seed: int | None = None) -> Json:
    """Draw a random board that can reach the goal."""
    seed = secrets.randbelow(2**32) if seed is None else seed
    board = draw_board(goal, random.Random(seed), depth=depth, walk=walk)
    return {"start": board_to_json(board), "goal": board_to_json(goal), "seed": seed}


def hint(start: Board, goal: Board, seconds: float, memory: int) -> Json:
    """Find the next move: on a shortest path if that takes no more than the given seconds, else on any path."""
    verdict = check_solvable(start, goal)
    if not verdict.solvable:
        raise InputError(f"unsolvable: {verdict.reason}", field="start")
    solution = _hint_path(start, goal, seconds, memory)
    moves = solution.moves
    proven = solution.status is Status.OPTIMAL
    return {
        "move": moves[0].value if moves else None,
        "tile": start.apply(moves[0]).tiles[start.blank] if moves else None,
        "remaining": solution.cost if proven else None,
        "proven": proven,
        "moves": None if moves is None else "".join(move.value for move in moves),
        "reason": solution.reason or None,
    }


def _hint_path(start: Board, goal: Board, seconds: float, memory: int) -> Solution:
    method = default_method(start)
    best = solve(start, goal, method, limits=Limits(time=seconds, memory=memory))
    if best.solved or method.algorithm == QUICK_METHOD:
        return best
    other = solve(start, goal, QUICK_METHOD, limits=Limits(time=seconds / 2, memory=memory))
    return other if other.solved else best


def _boards(payload: Json) -> tuple[Board, Board]:
    return board_from_json(payload["start"]), board_from_json(payload["goal"])


TASKS: Final[dict[str, Callable[[Json], Json]]] = {
    "parse": lambda payload: parse(**payload),
    "check": lambda payload: explanation.check(*_boards(payload)),
    "explain": lambda payload: explanation.explain(*_boards(payload)),
    "scramble": lambda payload: scramble(**payload | {"goal": board_from_json(payload["goal"])}),
    "hint": lambda payload: hint(*_boards(payload), payload["seconds"], payload["memory"]),
    "download": lambda payload: downloads.write(**payload),
}
"""What a worker can be asked for by name, besides `solve`."""
