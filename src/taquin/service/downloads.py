# SPDX-License-Identifier: MIT
"""Solutions as files: text and moving pictures, made from the JSON that the server keeps."""

from __future__ import annotations

import base64
from typing import Any, Final

from taquin.errors import InputError
from taquin.render.text import solution_lines
from taquin.solution import Solution

MAX_FRAMES: Final = 500
"""Longest path that becomes a GIF."""
MAX_CELLS: Final = 400
"""Largest board that becomes a GIF."""
MAX_STEP_TILES: Final = 2_000_000
"""Most tiles in a text that shows every board."""
TYPES: Final = {"json": "application/json", "txt": "text/plain; charset=utf-8", "gif": "image/gif"}
"""The forms and their media types."""


def write(row: dict[str, Any], form: str, style: dict[str, Any]) -> dict[str, str]:
    """Return a solution, given as JSON, as a file in base64: ready to travel in JSON."""
    solution = Solution.from_json(row)
    data = gif_bytes(solution) if form == "gif" else text_bytes(solution, **style)
    return {"base64": base64.b64encode(data).decode()}


def text_bytes(solution: Solution, steps: bool = False, notation: str = "blank") -> bytes:
    """Write a solution as `taquin solve` prints it."""
    if steps and (solution.cost or 0) * len(solution.start.tiles) > MAX_STEP_TILES:
        raise InputError(f"the path has {solution.cost} boards, too many to show; leave steps out")
    return "".join(f"{line}\n" for line in solution_lines(solution, steps, notation)).encode()


def gif_bytes(solution: Solution) -> bytes:
    """Draw the path."""
    if solution.moves is None:
        raise InputError("there is no path to draw")
    if (solution.cost or 0) > MAX_FRAMES or len(solution.start.tiles) > MAX_CELLS:
        raise InputError(f"a GIF is offered for at most {MAX_FRAMES} moves on at most {MAX_CELLS} cells")
    try:
        from taquin.render.gif import solution_gif  # needs Pillow
    except ImportError:
        raise InputError("this server cannot draw a GIF; install the extra with pip install 'taquin[web]'") from None
    data: bytes = solution_gif(solution)
    return data
