# SPDX-License-Identifier: MIT
"""Boards and solutions as pictures."""

from __future__ import annotations

import io
import sys
import xml.etree.ElementTree as ElementTree

import pytest
from PIL import Image, ImageChops, ImageSequence

from taquin import Board, Limits, parse_board, solve
from taquin.drawing import SHOWN_BOARDS, board_svg, solution_svg
from taquin.errors import InputError
from taquin.render import gif
from taquin.render.gif import board_png, solution_gif, solution_png

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("shape", [(2, 2), (3, 3), (4, 6), (11, 11)])
def test_a_board_shows_every_tile(shape: tuple[int, int]) -> None:
    board = Board.goal(*shape)
    assert sorted(map(int, texts(board_svg(board)))) == list(range(1, shape[0] * shape[1]))
    assert board._repr_svg_() == board_svg(board)


def test_a_solution_shows_every_board_and_move() -> None:
    solution = solve("0 1 3 / 4 2 5 / 7 8 6")
    found = texts(solution_svg(solution))
    assert found[0] == "Minimum number of moves = 4"
    assert [text for text in found if "." in text] == ["1. right", "2. down", "3. right", "4. down"]
    assert solution._repr_svg_() == solution_svg(solution)


def test_a_solution_without_a_path_shows_its_start() -> None:
    found = texts(solution_svg(solve("1 2 3 / 4 5 6 / 8 7 0")))
    assert found[0] == "Unsolvable puzzle"
    assert "start" in found


def test_a_long_solution_is_cut() -> None:
    solution = solve("806547231", "first", "dls", limits=Limits(depth=500))
    assert solution.cost is not None
    assert solution.cost > SHOWN_BOARDS
    found = texts(solution_svg(solution))
    assert f"{solution.cost - SHOWN_BOARDS + 1:,} boards before the last one are not shown" in found
    assert found.count("start") == 1


def test_png_and_gif() -> None:
    board = parse_board("136502478")
    with Image.open(io.BytesIO(board_png(board))) as image:
        assert image.format == "PNG"
        assert len(image.getcolors(100_000) or []) > 3
    solution = solve(board)
    with Image.open(io.BytesIO(solution_gif(solution))) as film:
        assert (film.format, getattr(film, "n_frames", 1)) == ("GIF", 9)
        assert film.info["loop"] == 0
    with Image.open(io.BytesIO(solution_png(solution))) as sheet:
        assert sheet.size[0] > 400


@pytest.mark.parametrize("metric", ["tiles", "slides"])
def test_every_frame_shows_its_board(metric: str) -> None:
    solution = solve("4 1 2 3 / 0 5 6 7", "first", metric=metric)
    with Image.open(io.BytesIO(solution_gif(solution))) as film:
        for frame, board in zip(ImageSequence.Iterator(film), solution.boards(), strict=True):
            difference = ImageChops.difference(frame.convert("RGB"), gif.draw_board(board)).convert("L")
            assert max(difference.tobytes()) < 16  # of 255: an animation has 64 colours


def test_a_solved_board_is_a_film_of_one_frame() -> None:
    with Image.open(io.BytesIO(solution_gif(solve("123456780")))) as film:
        assert getattr(film, "n_frames", 1) == 1


def test_too_long_for_a_gif() -> None:
    solution = solve("806547231", "first", "dfs")
    with pytest.raises(InputError, match="at most 1,999 moves for a GIF"):
        solution_gif(solution)


def test_without_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    gif._pillow.cache_clear()
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(InputError, match=r"pip install 'taquin\[lab\]'"):
        board_png(Board.goal(2, 2))
