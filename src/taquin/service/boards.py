# SPDX-License-Identifier: MIT
"""Short answers about boards, from a request to what is sent back."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable
from dataclasses import fields
from itertools import accumulate
from typing import Any, Final

from taquin import explanation, listing
from taquin.board import MAX_SIDE, Board
from taquin.depth import describe_difficulty, share_of_easier
from taquin.errors import InputError, InstanceError
from taquin.instances import load_set
from taquin.metric import TILES
from taquin.moves import parse_moves
from taquin.notation import board_to_json, read_pair
from taquin.question import OPTIMAL, Known, Question, default_method
from taquin.scramble import layered_board, uniform_board, walk_board
from taquin.service import downloads
from taquin.service.grant import Grant
from taquin.service.requests import DEPTH, HINT, MAX_GAME, PAIR, PARSE, REVIEW, SCRAMBLE, boards_of, metric_of
from taquin.solution import Limits, Solution, Status
from taquin.solvability import check_solvable
from taquin.solver import solve, solve_question

Json = dict[str, Any]

QUICK_METHOD: Final = "anytime"
"""The method that finds some path on every board."""


def catalog(grant: Grant) -> Json:
    """List what can be asked for, and the bounds that are granted."""
    bounds = {field.name: getattr(grant, field.name) for field in fields(Grant)}  # not what a server adds, such as its token
    pictures = {"gif_moves": downloads.MAX_FRAMES, "gif_cells": downloads.MAX_CELLS}
    return listing.catalog() | {"limits": {"max_side": MAX_SIDE, **bounds, **pictures}}


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


def parse(request: Json) -> Json:
    """Read a board and its goal from text."""
    asked = PARSE.read(request)
    try:
        start, wanted = read_pair(asked["text"], asked["goal"] or None, asked["size"] or None)
    except InputError as error:
        raise error.within(error.field or "text") from None
    verdict = check_solvable(start, wanted)
    return {
        "start": board_to_json(start),
        "goal": board_to_json(wanted),
        "rows": start.rows,
        "cols": start.cols,
        "solvable": verdict.solvable,
        "reason": verdict.reason,
    }


def check(request: Json) -> Json:
    """Decide whether a board can be solved."""
    return explanation.check(*boards_of(PAIR.read(request)))


def explain(request: Json) -> Json:
    """Evaluate every heuristic."""
    return explanation.explain(*boards_of(PAIR.read(request)))


def depth(request: Json) -> Json:
    """Say how deep a board is among all of its shape, from the length of its shortest solution."""
    asked = DEPTH.read(request)
    goal, cost = asked["goal"], asked["cost"]
    if metric_of(asked) != TILES:  # the counts that are known are of single moves
        return {"share": None, "text": None}
    return {"share": share_of_easier(goal, cost), "text": describe_difficulty(goal, cost)}


def scramble(request: Json) -> Json:
    """Draw a random board that can reach the goal."""
    asked = SCRAMBLE.read(request)
    goal = asked["goal"] if isinstance(asked["goal"], Board) else Board.goal(asked["rows"], asked["cols"], asked["goal"])
    seed = secrets.randbelow(2**32) if asked["seed"] is None else asked["seed"]
    rng, depth, walk = random.Random(seed), asked["depth"], asked["walk"]
    if depth is not None and walk is not None:
        raise InputError("give depth or walk, not both", field="depth")
    if depth is not None:
        board = layered_board(goal, depth, rng)  # a server does not search for deep boards
    else:
        board = uniform_board(goal, rng) if walk is None else walk_board(goal, walk, rng)
    return {"start": board_to_json(board), "goal": board_to_json(goal), "seed": seed}


def hint(request: Json, seconds: float, memory: int) -> Json:
    """Find the next move: on a shortest path if that takes no more than the given seconds, else on any path."""
    asked = HINT.read(request)
    start, goal = boards_of(asked)
    verdict = check_solvable(start, goal)
    if not verdict.solvable:
        raise InputError(f"unsolvable: {verdict.reason}", field="start")
    solution = _hint_path(start, goal, metric_of(asked), seconds, memory)
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


def review(request: Json, seconds: float, memory: int) -> Json:
    """Find how far every board of a game was from the goal, from its end backwards as far as the seconds allow.

    One move changes the distance by one at most, so the path of the board after it leaves few lengths to tell apart.
    """
    asked = REVIEW.read(request)
    start, goal = boards_of(asked)
    try:
        moves = parse_moves(asked["moves"])[:MAX_GAME]
        start.apply(*moves)  # all at once, so that the error counts them
    except InputError as error:
        raise error.within("moves") from None
    boards = list(accumulate(moves, Board.apply, initial=start))
    distances: list[int | None] = [None] * len(boards)
    method = OPTIMAL.with_options({"metric": metric_of(asked)})
    known, end = Known(), time.monotonic() + seconds
    for place in reversed(range(len(boards))):
        if place + 1 < len(boards) and known.moves is not None:
            known = Known(max(0, known.lower_bound - 1), (moves[place], *known.moves))
        limits = Limits(time=max(0.001, end - time.monotonic()), memory=memory)
        found = solve_question(Question(boards[place], goal, method, limits=limits, known=known))
        if found.status is not Status.OPTIMAL:
            break
        distances[place], known = found.cost, Known().joined(found)
    return {"distances": distances}


def _hint_path(start: Board, goal: Board, metric: str, seconds: float, memory: int) -> Solution:
    method = default_method(start)
    best = solve(start, goal, method, limits=Limits(time=seconds, memory=memory), metric=metric)
    if best.solved or method.algorithm == QUICK_METHOD:
        return best
    other = solve(start, goal, QUICK_METHOD, limits=Limits(time=seconds / 2, memory=memory), metric=metric)
    return other if other.solved else best


TASKS: Final[dict[str, Callable[..., Json]]] = {
    "parse": parse,
    "check": check,
    "explain": explain,
    "depth": depth,
    "scramble": scramble,
    "hint": hint,
    "review": review,
    "download": downloads.write,
}
"""What a worker can be asked for by name, besides `solve`."""
