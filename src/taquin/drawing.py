# SPDX-License-Identifier: MIT
"""Boards and solutions as SVG, for notebooks, pages and print.

A board and a solution draw themselves in a notebook, so this module stands below both: it looks at them and imports neither.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from taquin.board import Board, Move
    from taquin.solution import Solution

TILE_FILL: Final = "#dbe9f6"
TILE_EDGE: Final = "#2a5d8f"
FRAME_FILL: Final = "#f4f4f4"
INK: Final = "#1b1b1b"
FONT: Final = "system-ui, Helvetica, Arial, sans-serif"
CELL: Final = 44.0
SMALL_CELL: Final = 22.0
SHOWN_BOARDS: Final = 120
"""A longer solution shows its first boards and its last one."""
STRIP_WIDTH: Final = 760.0


def board_svg(board: Board, cell: float = CELL) -> str:
    """Draw a board.

    >>> from taquin.board import Board
    >>> board_svg(Board.goal(2, 2)).startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    width, height = board_size(board, cell)
    return _document(width, height, str(board).replace("\n", " / "), _board(board, cell, 0, 0))


def solution_svg(solution: Solution, cell: float = SMALL_CELL) -> str:
    """Draw every board of a solution with the move that led to it, under its headline; only the start without a path."""
    shown, skipped = _shown_boards(solution)
    width, height = board_size(solution.start, cell)
    step_x, step_y = width + 14, height + 26
    columns = max(1, min(len(shown), int((STRIP_WIDTH + 14) // step_x)))
    parts = [_text(solution.headline, 0, 16, 15, weight="600")]
    steps = list(solution.steps())
    for place, (number, board) in enumerate(shown):
        x, y = place % columns * step_x, 26 + place // columns * step_y
        parts += _board(board, cell, x, y)
        parts.append(_text(_step_name(number, steps), x + width / 2, y + height + 14, 11, anchor="middle"))
    lines = math.ceil(len(shown) / columns)
    bottom = 26 + lines * step_y
    if skipped:
        parts.append(_text(f"{skipped:,} boards before the last one are not shown", 0, bottom + 12, 12))
        bottom += 20
    return _document(max(columns * step_x - 14, 320), bottom, solution.headline, parts)


def _step_name(number: int, steps: list[tuple[Move, ...]]) -> str:
    """Name the step that led to a board: its direction, and the tiles of a slide of several."""
    if number == 0:
        return "start"
    step = steps[number - 1]
    return f"{number}. {step[0].name.lower()}" + (f" {len(step)}" if len(step) > 1 else "")


def board_size(board: Board, cell: float) -> tuple[float, float]:
    """Return width and height of a drawn board."""
    margin = 2 * _margin(cell)
    return board.cols * cell + margin, board.rows * cell + margin


def _shown_boards(solution: Solution) -> tuple[list[tuple[int, Board]], int]:
    """Return the boards to draw with their numbers, and how many are left out."""
    cost = solution.cost or 0
    if cost < SHOWN_BOARDS:
        return list(enumerate(solution.boards())), 0
    first = list(enumerate(islice(solution.boards(), SHOWN_BOARDS - 1)))
    return [*first, (cost, solution.goal)], cost - SHOWN_BOARDS + 1


def _margin(cell: float) -> float:
    return max(2.0, cell / 12)


def _board(board: Board, cell: float, x: float, y: float) -> list[str]:
    width, height = board_size(board, cell)
    margin = _margin(cell)
    frame = _rectangle(x, y, width, height, margin * 1.5, FRAME_FILL, "#9a9a9a")
    return [frame, *_tiles(board, cell, x + margin, y + margin)]


def _tiles(board: Board, cell: float, x: float, y: float) -> Iterator[str]:
    gap = max(0.5, cell / 30)
    size = font_size(board, cell)
    for index, tile in enumerate(board.tiles):
        if tile:
            row, col = divmod(index, board.cols)
            left, top = x + col * cell, y + row * cell
            yield _rectangle(left + gap, top + gap, cell - 2 * gap, cell - 2 * gap, cell / 9, TILE_FILL, TILE_EDGE)
            yield _text(str(tile), left + cell / 2, top + cell / 2 + size * 0.36, size, anchor="middle", weight="600")


def font_size(board: Board, cell: float) -> float:
    """Return the size at which the largest number fits its tile."""
    return cell * min(0.5, 1.15 / max(2, len(str(len(board.tiles) - 1))))


def _rectangle(x: float, y: float, width: float, height: float, radius: float, fill: str, edge: str) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:.3g}" fill="{fill}" '
        f'stroke="{edge}" stroke-width="1"/>'
    )


def _text(text: str, x: float, y: float, size: float, anchor: str = "start", weight: str = "400") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="{FONT}" font-size="{size:g}" font-weight="{weight}" '
        f'text-anchor="{anchor}" fill="{INK}">{_escape(text)}</text>'
    )


def _document(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    # One pixel around: the frame's stroke is drawn half outside it.
    box = f"-1 -1 {width + 2:g} {height + 2:g}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + 2:g}" height="{height + 2:g}" viewBox="{box}" role="img">'
    return "\n".join([head, f"<title>{_escape(title)}</title>", *parts, "</svg>\n"])


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
