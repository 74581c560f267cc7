# SPDX-License-Identifier: MIT
"""What can be said of a board without a search: whether it can be solved and why, and what every heuristic makes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from taquin.board import Board, home_cells
from taquin.heuristics import HEURISTICS, read_heuristic, under
from taquin.heuristics.base import check_same_shape
from taquin.heuristics.euclidean import tile_distances as euclidean_distances
from taquin.heuristics.linear_conflict import conflicts
from taquin.heuristics.manhattan import tile_distances as manhattan_distances
from taquin.metric import TILES, read_metric
from taquin.notation import board_to_json
from taquin.question import read_boards
from taquin.solvability import check_solvable

Json = dict[str, Any]


def check(board: object, goal: object = None) -> Json:
    """Say whether a board can be solved and why; if not, `fix` names two tiles whose exchange makes it so.

    >>> check("1 2 3 / 4 5 6 / 8 7 0")["fix"]
    [7, 8]
    """
    start, target = _boards(board, goal)
    verdict = check_solvable(start, target)
    return {
        "start": board_to_json(start),
        "goal": board_to_json(target),
        "solvable": verdict.solvable,
        "reason": verdict.reason,
        "inversions": verdict.inversions,
        "pairs": [list(pair) for pair in verdict.pairs],
        "rows_to_goal": verdict.rows_to_goal,
        "fix": None if verdict.solvable else _fix(start, target),
    }


def explain(
    board: object,
    goal: object = None,
    heuristics: Iterable[object] | Callable[..., object] | None = None,
    *,
    metric: str = TILES,
) -> Json:
    """Evaluate heuristics on a board, all registered ones by default, and show where the values come from, tile by tile.

    >>> explain("7 2 4 / 6 0 5 / 8 3 1")["heuristics"]["manhattan"]
    16
    """
    start, target = _boards(board, goal)
    if isinstance(heuristics, str) or callable(heuristics):
        heuristics = [heuristics]
    chosen = [*HEURISTICS.values()] if heuristics is None else [read_heuristic(heuristic) for heuristic in heuristics]
    metric = read_metric(metric)
    chosen = [under(heuristic, metric) for heuristic in chosen]
    refused = {each.name: reason for each in chosen if (reason := each.refuses(start.rows, start.cols))}
    return check(start, target) | {
        "heuristics": {each.name: None if each.name in refused else each.value(start, target) for each in chosen},
        "refused": refused,
        "tiles": _tile_rows(start, target),
        "conflicts": [{"line": c.line, "index": c.index, "tiles": list(c.tiles)} for c in conflicts(start, target)],
    }


def _boards(board: object, goal: object) -> tuple[Board, Board]:
    start, target = read_boards(board, goal)
    check_same_shape(start, target)
    return start, target


def _tile_rows(start: Board, goal: Board) -> list[Json]:
    stands, home = ([divmod(cell, start.cols) for cell in home_cells(each)] for each in (start, goal))
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


def _fix(start: Board, goal: Board) -> list[int]:
    """Choose two tiles that trade places: a pair that both come home by it, else neighbours that stand wrong, else any."""
    home, stands = home_cells(goal), home_cells(start)
    wrong = [tile for cell, tile in enumerate(start.tiles) if tile and home[tile] != cell]
    for tile in wrong:
        other = start.tiles[home[tile]]
        if other and home[other] == stands[tile]:
            return sorted([tile, other])
    tiles = wrong if len(wrong) > 1 else [tile for tile in start.tiles if tile]
    return tiles[-2:]
