# SPDX-License-Identifier: MIT
"""What the API says about boards: pure functions from boards to JSON-ready values."""

from __future__ import annotations

import random
import re
import secrets
from typing import Any, Final

from taquin import __version__
from taquin.board import GOALS, MAX_SIDE, Board
from taquin.engines import ENGINES
from taquin.errors import BoardError, EngineError, InputError, InstanceError, MethodError
from taquin.heuristics import HEURISTICS
from taquin.heuristics.euclidean import tile_distances as euclidean_distances
from taquin.heuristics.linear_conflict import conflicts
from taquin.heuristics.manhattan import tile_distances as manhattan_distances
from taquin.instances import SET_NAMES, Instance, InstanceSet, load_set
from taquin.method import parse_method
from taquin.notation import board_to_json, parse_board, parse_goal
from taquin.problem import Method
from taquin.scramble import board_at_depth, uniform_board, walk_board
from taquin.search import SEARCHES
from taquin.solution import Limits, Solution, Status
from taquin.solvability import check_solvable
from taquin.solver import default_method, solve
from taquin.web.settings import Settings

Json = dict[str, Any]

_PLACE: Final = re.compile(r"(?:goal: )?row (\d+)(?:, column (\d+))?")
_FIELDS: Final = ((MethodError, "method"), (EngineError, "engine"), (InstanceError, "name"))


class FieldError(InputError):
    """Bad input in a known field of a request."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def error_detail(error: InputError, field: str | None = None) -> Json:
    """Say what is wrong, in which field and at which cell."""
    if isinstance(error, FieldError):
        field = error.field
    field = field or next((name for kind, name in _FIELDS if isinstance(error, kind)), None)
    return place_error(str(error), field)


def place_error(message: str, field: str | None) -> Json:
    """Take the cell, counted from 1, out of a message that names one.

    >>> place_error("row 2, column 3: 9 is out of range", "start")
    {'message': 'row 2, column 3: 9 is out of range', 'field': 'start', 'row': 2, 'column': 3}
    """
    place = _PLACE.match(message)
    return {
        "message": message,
        "field": field,
        "row": int(place[1]) if place else None,
        "column": int(place[2]) if place and place[2] else None,
    }


def catalog(settings: Settings) -> Json:
    """List what can be asked for, and the server's limits."""
    return {
        "version": __version__,
        "algorithms": [
            {"name": s.name, "title": s.title, "informed": s.informed, "optimal": s.optimal, "complete": s.complete}
            for s in SEARCHES.values()
        ],
        "heuristics": [
            {"name": h.name, "admissible": h.admissible, "consistent": h.consistent, "relaxation": h.relaxation}
            for h in HEURISTICS.values()
        ],
        "sets": [_set_row(load_set(name)) for name in SET_NAMES],
        "engines": [
            {"name": e.name, "about": e.about, "available": e.missing() is None, "reason": e.missing()} for e in ENGINES.values()
        ],
        "goals": list(GOALS),
        "limits": {
            "max_side": MAX_SIDE,
            "max_time": settings.max_time,
            "default_time": settings.default_time,
            "max_memory": settings.max_memory,
            "max_trace": settings.max_trace,
            "concurrent": settings.concurrent,
            "queued": settings.queued,
            "max_body": settings.max_body,
        },
    }


def _set_row(chosen: InstanceSet) -> Json:
    shapes = sorted({instance.start.shape for instance in chosen})
    size = ", ".join(f"{rows}x{cols}" for rows, cols in shapes)
    return {"name": chosen.name, "about": chosen.about, "size": size, "count": len(chosen)}


def instance(name: str, number: int) -> Json:
    """Return one board of a set with what is known about it."""
    chosen = load_set(name)
    if not 1 <= number <= len(chosen):
        raise InstanceError(f"{chosen.name} has the instances 1 to {len(chosen)}, got {number}")
    return _instance_row(chosen, chosen.instances[number - 1])


def _instance_row(chosen: InstanceSet, found: Instance) -> Json:
    return {
        "set": chosen.name,
        "id": found.id,
        "start": board_to_json(found.start),
        "goal": board_to_json(found.goal),
        "optimal": found.optimal,
        "solvable": found.solvable,
        "facts": dict(found.facts),
    }


def parse(text: str, size: str | None = None, goal: str | None = None) -> Json:
    """Read a board and its goal from text."""
    try:
        named = goal if goal in GOALS else "last"
        start = parse_board(text, size or None, goal=named)
    except InputError as error:
        raise FieldError("text", str(error)) from None
    try:
        wanted = parse_goal(goal or "last", start.rows, start.cols)
    except InputError as error:
        raise FieldError("goal", str(error).removeprefix("goal: ")) from None
    verdict = check_solvable(start, wanted)
    return {
        "start": board_to_json(start),
        "goal": board_to_json(wanted),
        "rows": start.rows,
        "cols": start.cols,
        "solvable": verdict.solvable,
        "reason": verdict.reason,
    }


def check_shapes(start: Board, goal: Board) -> None:
    """Raise `FieldError` unless the goal has the shape of the start."""
    if start.shape != goal.shape:
        message = f"the goal is {goal.rows}x{goal.cols}, but the board is {start.rows}x{start.cols}: they must match"
        raise FieldError("goal", message)


def check(start: Board, goal: Board) -> Json:
    """Decide by parity, and name two tiles whose exchange changes the verdict if it is no."""
    check_shapes(start, goal)
    verdict = check_solvable(start, goal)
    return {
        "solvable": verdict.solvable,
        "reason": verdict.reason,
        "inversions": verdict.inversions,
        "pairs": [list(pair) for pair in verdict.pairs],
        "rows_to_goal": verdict.rows_to_goal,
        "fix": None if verdict.solvable else _fix(start, goal),
    }


def _fix(start: Board, goal: Board) -> list[int]:
    """Choose two tiles that trade places: a pair that both come home by it, else neighbours that stand wrong, else any."""
    home = {tile: cell for cell, tile in enumerate(goal.tiles)}
    wrong = [tile for cell, tile in enumerate(start.tiles) if tile and home[tile] != cell]
    stands = {tile: cell for cell, tile in enumerate(start.tiles)}
    for tile in wrong:
        other = start.tiles[home[tile]]
        if other and home[other] == stands[tile]:
            return sorted([tile, other])
    tiles = wrong if len(wrong) > 1 else [tile for tile in start.tiles if tile]
    return tiles[-2:]


def explain(start: Board, goal: Board) -> Json:
    """Evaluate every heuristic and show where the values come from, tile by tile."""
    check_shapes(start, goal)
    refused = {name: reason for name, h in HEURISTICS.items() if (reason := h.refuses(start.rows, start.cols))}
    return {
        "heuristics": {name: None if name in refused else h.value(start, goal) for name, h in HEURISTICS.items()},
        "refused": refused,
        "tiles": _tile_rows(start, goal),
        "conflicts": [{"line": c.line, "index": c.index, "tiles": list(c.tiles)} for c in conflicts(start, goal)],
    }


def _tile_rows(start: Board, goal: Board) -> list[Json]:
    stands = {tile: divmod(cell, start.cols) for cell, tile in enumerate(start.tiles)}
    home = {tile: divmod(cell, goal.cols) for cell, tile in enumerate(goal.tiles)}
    manhattan, euclidean = manhattan_distances(start, goal), euclidean_distances(start, goal)
    return [
        {
            "tile": tile,
            "row": stands[tile][0] + 1,
            "column": stands[tile][1] + 1,
            "goal_row": home[tile][0] + 1,
            "goal_column": home[tile][1] + 1,
            "manhattan": manhattan[tile],
            "euclidean": round(euclidean[tile], 6),
        }
        for tile in manhattan
    ]


def scramble(goal: Board, depth: int | None = None, walk: int | None = None, seed: int | None = None) -> Json:
    """Draw a random board that can reach the goal."""
    if depth is not None and walk is not None:
        raise FieldError("depth", "give depth or walk, not both")
    seed = secrets.randbelow(2**32) if seed is None else seed
    rng = random.Random(seed)
    try:
        if depth is not None:
            board = board_at_depth(goal, depth, rng)
        else:
            board = uniform_board(goal, rng) if walk is None else walk_board(goal, walk, rng)
    except BoardError as error:
        raise FieldError("walk" if depth is None else "depth", str(error)) from None
    return {"start": board_to_json(board), "goal": board_to_json(goal), "seed": seed}


def hint(start: Board, goal: Board, seconds: float, memory: int) -> Json:
    """Find the next move: on a shortest path if that takes no more than the given seconds, else on any path."""
    check_shapes(start, goal)
    verdict = check_solvable(start, goal)
    if not verdict.solvable:
        raise FieldError("start", f"unsolvable: {verdict.reason}")
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
    limits = Limits(time=seconds, memory=memory)
    best = solve(start, goal, default_method(start), limits=limits)
    if best.solved:
        return best
    other = solve(start, goal, _quick_method(start), limits=limits)
    return other if other.solved else best


def _quick_method(start: Board) -> Method:
    # The wider the beam the shorter the path; a board that only Python takes gets a narrow one, to be in time.
    return parse_method("beam@linear-conflict", beam_width=2000 if len(start.tiles) <= 64 else 20)
