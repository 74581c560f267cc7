# SPDX-License-Identifier: MIT
"""The visitor's own heuristic: kept as the module `mine`, so that it is named as on the command line, `mine:estimate`."""

from __future__ import annotations

import sys
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, Final

from taquin.board import Board
from taquin.errors import InputError
from taquin.heuristics import parse_heuristic

MODULE: Final = "mine"
NAME: Final = f"{MODULE}:estimate"
FILE: Final = f"{MODULE}.py"
MAX_SOURCE: Final = 100_000
"""Most letters of a source."""
FAR: Final = Board([[8, 6, 7], [2, 5, 4], [3, 0, 1]])
"""A board as far from its goal as any: the goal itself hides most mistakes."""

Json = dict[str, Any]


def keep(source: str) -> Json:
    """Take a source in the place of the one before and try it on two boards; say what is wrong with it, and in which line."""
    if len(source) > MAX_SOURCE:
        raise InputError(f"expected at most {MAX_SOURCE} letters of Python, got {len(source)}", field="source")
    Path(FILE).write_text(source, encoding="utf-8")
    Path(cache_from_source(FILE)).unlink(missing_ok=True)  # it is told by its second and size, which may be those of the new
    sys.modules.pop(MODULE, None)
    goal = Board.goal(3, 3)
    try:
        heuristic = parse_heuristic(NAME)
        for board in (goal, FAR):
            heuristic.value(board, goal)
    except InputError as error:
        return {"message": reason(error), "line": error.row, "admissible": False, "consistent": False}
    return {"message": None, "line": None, "admissible": heuristic.admissible, "consistent": heuristic.consistent}


def reason(error: InputError) -> str:
    """Return what is wrong with the visitor's heuristic; which one that is and the line, the editor shows itself."""
    said = str(error).partition(" cannot be used: ")[2] or str(error)
    for known in ("importing its module raised ", f" (line {error.row})", f" ({FILE}, line {error.row})"):
        said = said.replace(known, "")
    return said
