# SPDX-License-Identifier: MIT
"""Boards and solutions as PNG and animated GIF, drawn with Pillow."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from taquin.board import Board
from taquin.drawing import FRAME_FILL, INK, TILE_EDGE, TILE_FILL, font_size
from taquin.errors import InputError
from taquin.metric import counted
from taquin.solution import Solution

if TYPE_CHECKING:
    from PIL.Image import Image

PIXELS: Final = 480
"""Length of a board's longer side, about."""
SMALLEST_CELL: Final = 8
STEP_SECONDS: Final = 0.45
END_SECONDS: Final = 2.0
LONGEST_GIF: Final = 2_000
"""Boards of an animation; a longer one would take minutes to watch and megabytes to keep."""
LONGEST_PNG: Final = 200
"""Boards on one sheet."""
COLOURS: Final = 64
"""Colours of an animation: four flat ones and those between them at the edges of digits."""
GAP: Final = 12
EDGE: Final = "#9a9a9a"


def board_png(board: Board) -> bytes:
    """Draw a board as a PNG file."""
    buffer = io.BytesIO()
    draw_board(board).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def solution_png(solution: Solution) -> bytes:
    """Draw every board of a solution as a PNG file, row by row."""
    boards = list(solution.boards())
    if len(boards) > LONGEST_PNG:
        most = counted(LONGEST_PNG - 1, solution.metric)
        raise InputError(f"expected a solution of at most {most} for a PNG, this one has {solution.cost:,}")
    frames = [draw_board(board, PIXELS // 3) for board in boards]
    width, height = (side + GAP for side in frames[0].size)
    columns = math.ceil(math.sqrt(len(frames) * 1.6))
    sheet = _pillow().Image.new("RGB", (columns * width + GAP, math.ceil(len(frames) / columns) * height + GAP), "white")
    for place, frame in enumerate(frames):
        sheet.paste(frame, (GAP + place % columns * width, GAP + place // columns * height))
    buffer = io.BytesIO()
    sheet.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def solution_gif(solution: Solution) -> bytes:
    """Draw a solution as an animated GIF file that begins again at its end; only the start without a path."""
    boards = list(solution.boards())
    if len(boards) > LONGEST_GIF:
        most = counted(LONGEST_GIF - 1, solution.metric)
        raise InputError(f"expected a solution of at most {most} for a GIF, this one has {solution.cost:,}")
    frames = list(_film(boards))
    step, end = round(STEP_SECONDS * 1000), round(END_SECONDS * 1000)
    buffer = io.BytesIO()
    frames[0].save(
        buffer,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[*[step] * (len(frames) - 1), end],
        loop=0,
        optimize=True,
    )
    return buffer.getvalue()


def _film(boards: list[Board]) -> Iterator[Image]:
    """Draw the first board; every other is the one before it with a few cells moved, in the same colours."""
    before = boards[0]
    image: Image = draw_board(before).quantize(COLOURS)
    yield image
    cell, margin = _measures(before, PIXELS)

    def box(index: int) -> tuple[int, int, int, int]:
        left, top = margin + index % before.cols * cell, margin + index // before.cols * cell
        return left, top, left + cell, top + cell

    for board in boards[1:]:
        places = {tile: index for index, tile in enumerate(before.tiles)}
        drawn, image = image, image.copy()
        for index, (old, new) in enumerate(zip(before.tiles, board.tiles, strict=True)):
            if old != new:
                image.paste(drawn.crop(box(places[new])), box(index))
        before = board
        yield image


def _measures(board: Board, pixels: int) -> tuple[int, int]:
    """Return the length of a cell's side and the margin around all of them."""
    cell = max(SMALLEST_CELL, pixels // max(board.rows, board.cols))
    return cell, max(2, cell // 12)


def draw_board(board: Board, pixels: int = PIXELS) -> Image:
    """Draw a board in a few flat colours, its longer side about so many pixels."""
    pillow = _pillow()
    cell, margin = _measures(board, pixels)
    size = (board.cols * cell + 2 * margin, board.rows * cell + 2 * margin)
    image: Image = pillow.Image.new("RGB", size, FRAME_FILL)
    canvas = pillow.ImageDraw.Draw(image)
    canvas.rectangle((0, 0, size[0] - 1, size[1] - 1), outline=EDGE)
    gap = max(1, cell // 30)
    font = _font(round(font_size(board, cell)))
    for index, tile in enumerate(board.tiles):
        if tile:
            row, col = divmod(index, board.cols)
            left, top = margin + col * cell, margin + row * cell
            box = (left + gap, top + gap, left + cell - gap - 1, top + cell - gap - 1)
            canvas.rounded_rectangle(box, cell // 9, fill=TILE_FILL, outline=TILE_EDGE, width=max(1, cell // 50))
            canvas.text((left + cell / 2, top + cell / 2), str(tile), fill=INK, font=font, anchor="mm")
    return image


@lru_cache(maxsize=8)
def _font(size: int) -> Any:
    return _pillow().ImageFont.load_default(max(4, size))


def require_pillow() -> None:
    """Raise `InputError` unless pictures can be drawn: worth knowing before a long search."""
    _pillow()


@lru_cache(maxsize=1)
def _pillow() -> Any:
    try:
        import PIL
        import PIL.Image
        import PIL.ImageDraw
        import PIL.ImageFont
    except ImportError:
        raise InputError("PNG and GIF need pillow, which is not installed: pip install 'taquin[lab]'") from None
    return PIL
